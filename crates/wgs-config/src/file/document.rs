//! Parses text into JSON values with their locations. The sections interpret the values.
//!
//! The parser limits the nesting depth, because a deep text could exhaust the stack.

use jsonc_parser::ast::Value;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use crate::problem::{Location, ProblemCollector};

/// Parses JSON. Comments, trailing commas and line breaks in strings are accepted with a
/// warning.
pub(crate) fn parse<'t>(text: &'t str, problems: &mut ProblemCollector<'_>) -> Option<Value<'t>> {
    parse_with_tokens(text, problems).map(|(value, _)| value)
}

/// Like [`parse`], but also returns the tokens and comments in their order.
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
    warn_of_deviations(text, &tokens, problems);
    if parsed.value.is_none() {
        problems.error(&Location::at(0), "the file is empty; expected an object");
    }
    Some((parsed.value?, tokens))
}

/// Warns about the first occurrence of each deviation from JSON: a file with one comment often
/// has many.
fn warn_of_deviations(
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
            let message =
                format!("{what} not standard JSON, so other programs may reject the file");
            problems.warning(&Location::at(token.range.start), message);
        }
    }
}

fn syntax_message(kind: &ParseErrorKind) -> String {
    let message = match kind {
        ParseErrorKind::UnterminatedObject => {
            "this object is not closed; expected } after its last item"
        }
        ParseErrorKind::UnterminatedArray => {
            "this array is not closed; expected ] after its last item"
        }
        ParseErrorKind::UnterminatedCommentBlock => "this comment is not closed; expected */",
        ParseErrorKind::ExpectedColonAfterObjectKey => "expected a colon after the key",
        ParseErrorKind::ExpectedObjectValue => "expected a value after the colon",
        ParseErrorKind::ExpectedStringObjectProperty => "expected a key in double quotes",
        ParseErrorKind::ExpectedComma => "expected a comma before the next item",
        ParseErrorKind::MultipleRootJsonValues => {
            "expected nothing after the end of the first value"
        }
        ParseErrorKind::UnexpectedWord => {
            "this is not a value; expected a string in double quotes, a number, true, false, null, an object or an array"
        }
        ParseErrorKind::UnexpectedTokenInObject => "expected a key in double quotes or }",
        ParseErrorKind::NestingDepthExceeded => "objects and arrays are nested too deeply",
        other => {
            // The parser's own message, starting in lower case like ours.
            let text = other.to_string();
            let mut chars = text.chars();
            let first = chars.next().map(|c| c.to_ascii_lowercase());
            return first.into_iter().chain(chars).collect();
        }
    };
    message.to_owned()
}
