//! From text to JSON values with their places. What the values mean is for the sections.
//!
//! The parser limits the depth of nesting itself, so no text can exhaust the stack.

use jsonc_parser::ast::Value;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use crate::problem::{Location, ProblemCollector};

/// Reads JSON. What goes beyond it is reported: as a warning where it can be used.
pub(crate) fn parse<'t>(text: &'t str, problems: &mut ProblemCollector<'_>) -> Option<Value<'t>> {
    parse_with_tokens(text, problems).map(|(value, _)| value)
}

/// As [`parse`], with the tokens and comments in their order.
pub(crate) fn parse_with_tokens<'t>(
    text: &'t str,
    problems: &mut ProblemCollector<'_>,
) -> Option<(Value<'t>, Vec<TokenAndRange<'t>>)> {
    let collect = CollectOptions {
        comments: CommentCollectionStrategy::AsTokens,
        tokens: true,
    };
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = match parse_to_ast(text, &collect, &options) {
        Ok(parsed) => parsed,
        Err(error) => {
            let message = syntax_message(error.kind());
            problems.error(&Location::at(error.range().start), message);
            return None;
        }
    };
    let tokens = parsed.tokens.unwrap_or_default();
    warn_of_loose_tokens(text, &tokens, problems);
    if parsed.value.is_none() {
        problems.error(&Location::at(0), "the file is empty; wanted an object");
    }
    Some((parsed.value?, tokens))
}

/// One warning for each kind, at its first location: a file with one comment often has many.
fn warn_of_loose_tokens(
    text: &str,
    tokens: &[TokenAndRange<'_>],
    problems: &mut ProblemCollector<'_>,
) {
    let is_comment = |token: &&TokenAndRange<'_>| {
        matches!(token.token, Token::CommentLine(_) | Token::CommentBlock(_))
    };
    let comment = tokens.iter().find(is_comment);

    let plain: Vec<&TokenAndRange<'_>> = tokens.iter().filter(|t| !is_comment(t)).collect();
    let trailing = plain.windows(2).find(|pair| {
        pair[0].token == Token::Comma
            && matches!(pair[1].token, Token::CloseBrace | Token::CloseBracket)
    });
    let broken = plain.iter().find(|token| {
        let written = &text[token.range.start..token.range.end];
        matches!(token.token, Token::String(_)) && written.contains(|c: char| c < ' ')
    });
    for (found, what) in [
        (comment, "comments are"),
        (
            trailing.map(|pair| pair[0]),
            "a comma after the last item is",
        ),
        (broken.copied(), "a line break or tab inside a string is"),
    ] {
        if let Some(token) = found {
            let message = format!("{what} not JSON, so other programs may refuse the file");
            problems.warning(&Location::at(token.range.start), message);
        }
    }
}

fn syntax_message(kind: &ParseErrorKind) -> String {
    use ParseErrorKind as ValueKind;
    let message = match kind {
        ValueKind::UnterminatedObject => "this object is not closed; wanted } after its last item",
        ValueKind::UnterminatedArray => "this array is not closed; wanted ] after its last item",
        ValueKind::UnterminatedCommentBlock => "this comment is not closed; wanted */",
        ValueKind::ExpectedColonAfterObjectKey => "wanted a colon after the key",
        ValueKind::ExpectedObjectValue => "wanted a value after the colon",
        ValueKind::ExpectedStringObjectProperty => "wanted a key in double quotes",
        ValueKind::ExpectedComma => "wanted a comma before the next item",
        ValueKind::MultipleRootJsonValues => "wanted nothing after the end of the first value",
        ValueKind::UnexpectedWord => {
            "this is no value; wanted a string in double quotes, a number, true, false, null, an object or an array"
        }
        ValueKind::UnexpectedTokenInObject => "wanted a key in double quotes or }",
        ValueKind::NestingDepthExceeded => "objects and arrays are nested too deeply",
        other => {
            // The parser's own words, in our manner: lower case, no full stop.
            let text = other.to_string();
            let mut chars = text.chars();
            let first = chars.next().map(|c| c.to_ascii_lowercase());
            return first.into_iter().chain(chars).collect();
        }
    };
    message.to_owned()
}
