//! Parses text into JSON values with their locations. The sections interpret the values.
//!
//! The parser limits the nesting depth, because a deep text could exhaust the stack.

use jsonc_parser::ast::Value;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{
    CollectOptions, CommentCollectionStrategy, ParseOptions, ParseStringErrorKind, parse_to_ast,
};

use wgs_engine::message::Message;

use crate::message;
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
        problems.error(&Location::at(0), message::empty_file());
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
    for (found, message) in [
        (comment, message::comments()),
        (trailing.map(|pair| pair[0]), message::trailing_comma()),
        (broken.copied(), message::line_break()),
    ] {
        if let Some(token) = found {
            problems.warning(&Location::at(token.range.start), message);
        }
    }
}

fn syntax_message(kind: &ParseErrorKind) -> Message {
    use ParseErrorKind as Kind;
    match kind {
        Kind::UnterminatedObject => message::open_object(),
        Kind::UnterminatedArray => message::open_array(),
        Kind::UnterminatedCommentBlock => message::open_comment(),
        Kind::ExpectedColonAfterObjectKey => message::no_colon(),
        Kind::ExpectedObjectValue => message::no_value(),
        Kind::ExpectedStringObjectProperty => message::no_key(),
        Kind::ExpectedComma => message::no_comma(),
        Kind::MultipleRootJsonValues => message::second_value(),
        Kind::UnexpectedWord => message::not_a_value(),
        Kind::UnexpectedTokenInObject => message::no_key_or_brace(),
        Kind::NestingDepthExceeded => message::too_deep(),
        Kind::UnexpectedToken => message::unexpected_token(),
        Kind::UnexpectedCloseBrace => message::unexpected_brace(),
        Kind::UnexpectedCloseBracket => message::unexpected_bracket(),
        Kind::UnexpectedColon => message::unexpected_colon(),
        Kind::UnexpectedComma => message::unexpected_comma(),
        Kind::SingleQuotedStringsNotAllowed => message::single_quotes(),
        Kind::ExpectedDigit => message::no_digit(),
        Kind::ExpectedDigitFollowingNegativeSign => message::no_digit_after_minus(),
        Kind::ExpectedPlusMinusOrDigitInNumberLiteral => message::no_exponent(),
        Kind::HexadecimalNumbersNotAllowed => message::hexadecimal(),
        Kind::UnaryPlusNumbersNotAllowed => message::unary_plus(),
        Kind::BareDecimalPointNumbersNotAllowed => message::decimal_point(),
        Kind::NonFiniteNumbersNotAllowed => message::not_finite(),
        Kind::String(kind) => string_message(kind),
        // These are accepted, so the parser does not report them.
        other => Message::text(other),
    }
}

fn string_message(kind: &ParseStringErrorKind) -> Message {
    use ParseStringErrorKind as Kind;
    match kind {
        Kind::UnterminatedStringLiteral => message::open_string(),
        Kind::InvalidEscape => message::invalid_escape(),
        Kind::InvalidEscapeInDoubleQuoteString => message::invalid_escape_in_quotes(),
        Kind::ExpectedFourHexDigits => message::no_hexadecimal_digits(),
        Kind::InvalidUnicodeEscapeSequence(found) => message::invalid_code_point(found),
        // Strings in single quotes and escapes like \x41 are not read at all.
        other => Message::text(other),
    }
}
