//! Changes of a JSON text that leave the rest of it as it was, to the byte. What the members
//! are for is [`Draft`](super::Draft)'s matter.
//!
//! The parser's own concrete syntax tree is not used: it breaks one-line objects up when
//! something is added to them, and takes comments away with the members beside them.

use std::ops::Range;

use jsonc_parser::ast::{self, Object};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};
use serde_json::{Map, Number, Value};

use super::DraftError;
use super::json_node::{JsonNode, key_order, quoted};
use super::json_style::{JsonStyle, WIDTH, indentation, line_start};
use crate::file::document;
use crate::file::reader::describe;
use crate::problem::{ProblemCollector, Severity};

/// A text and what it says.
pub(super) struct JsonText<'t> {
    pub(super) text: &'t str,
    value: ast::Value<'t>,
    tokens: Vec<TokenAndRange<'t>>,
}

impl<'t> JsonText<'t> {
    /// Reads a text that is JSON, and an object.
    pub(super) fn read(text: &'t str) -> Result<Self, DraftError> {
        let mut problems = ProblemCollector::new(text);
        let Some((value, tokens)) = document::parse_with_tokens(text, &mut problems) else {
            let mut problems = problems.finish().into_iter();
            let error = problems.find(|problem| problem.severity == Severity::Error);
            return Err(DraftError::NotJson(error.expect("there is a reason")));
        };
        if value.as_object().is_none() {
            return Err(DraftError::NotAnObject {
                place: "the file".to_owned(),
                found: describe(&value),
            });
        }
        Ok(Self {
            text,
            value,
            tokens,
        })
    }

    /// The object at a path, if there is one.
    pub(super) fn object(&self, path: &[&str]) -> Result<Option<&Object<'t>>, DraftError> {
        let found = match self.value(path) {
            None => return Ok(None),
            Some(value) => value,
        };
        match found.as_object() {
            Some(object) => Ok(Some(object)),
            None => Err(DraftError::NotAnObject {
                place: path.join("."),
                found: describe(found),
            }),
        }
    }

    /// The value at a path. Of members with the same name it is the first, as for the reader.
    pub(super) fn value(&self, path: &[&str]) -> Option<&ast::Value<'t>> {
        path.iter().try_fold(&self.value, |value, name| {
            let object = value.as_object()?;
            Some(&object.properties[index_of(object, name)?].value)
        })
    }

    /// The text with something in place of some parts of it, which come in order.
    pub(super) fn replaced<'p>(
        &self,
        parts: impl IntoIterator<Item = (Range<usize>, &'p str)>,
    ) -> String {
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut end = 0;
        for (range, new) in parts {
            text += &self.text[end..range.start];
            text += new;
            end = range.end;
        }
        text + &self.text[end..]
    }

    /// The text with another value in the place of one.
    pub(super) fn with_value(&self, old: &ast::Value<'_>, item: &JsonNode) -> String {
        let indent = indentation(self.text, old.start());
        let taken = self.column(old.start()) + 1;
        let new = self.style().format(item, indent, taken);
        self.replaced([(old.start()..old.end(), &*new)])
    }

    /// The text without a member and its comma. Comments around the member stay.
    pub(super) fn without(&self, object: &Object<'_>, index: usize) -> String {
        let property = &object.properties[index];
        let first = self.token(property.start());
        let after = self.token(property.end());
        let parts = match self.comma_from(after) {
            Some(comma) if comma == after => [Some(first..comma + 1), None],
            Some(comma) => [Some(first..after), Some(comma..comma + 1)],
            // The comma before separates it from nothing any more.
            None => match self.comma_before(first) {
                Some(comma) if comma + 1 == first => [Some(comma..after), None],
                Some(comma) => [Some(comma..comma + 1), Some(first..after)],
                None => [Some(first..after), None],
            },
        };
        let cuts = parts
            .into_iter()
            .flatten()
            .map(|part| self.cut(part, first));
        let cuts: Vec<(Range<usize>, String)> = cuts.collect();
        self.replaced(cuts.iter().map(|(range, new)| (range.clone(), &**new)))
    }

    /// What becomes of the space around tokens that go. A member goes that begins at a token.
    fn cut(&self, part: Range<usize>, member: usize) -> (Range<usize>, String) {
        let (before, after) = (&self.tokens[part.start - 1], &self.tokens[part.end]);
        let gap = |token: usize| {
            let end = self.tokens[token - 1].range.end;
            &self.text[end..self.tokens[token].range.start]
        };
        // The comma before a member goes with it, but not the line that the member is on.
        let left = match part.contains(&member) && part.start < member {
            true => gap(part.start).to_owned() + gap(member),
            false => gap(part.start).to_owned(),
        };
        let right = gap(part.end);
        let opens = before.token == Token::OpenBrace;
        let closes = after.token == Token::CloseBrace;
        let gap = match (breaks(&left), breaks(right)) {
            _ if opens && closes => String::new(),
            (0, 0) if closes || right.len() > left.len() => right.to_owned(),
            (0, 1..) => right.to_owned(),
            (_, 0) => left,
            (more, fewer) if more > fewer && !opens && !closes => {
                // A blank line before stays one, and the indentation is that of what follows.
                let last = left.rfind(['\n', '\r']).map_or(0, |at| at + 1);
                format!("{}{}", &left[..last], indentation(right, right.len()))
            }
            _ => right.to_owned(),
        };
        // Spaces behind a line comment would become part of it.
        let gap = match before.token {
            Token::CommentLine(_) => gap.trim_start_matches(|c| c != '\n' && c != '\r'),
            _ => &gap,
        };
        (before.range.end..after.range.start, gap.to_owned())
    }

    /// The text with one more member, as the last one or, in objects of letters or lengths,
    /// where it belongs.
    pub(super) fn with(
        &self,
        object: &Object<'_>,
        name: &str,
        value: JsonNode,
        place: InsertPosition,
    ) -> String {
        let names = || {
            object
                .properties
                .iter()
                .map(|property| property.name.as_str())
        };
        let before = match place {
            InsertPosition::After(index) => index + 1,
            InsertPosition::InOrder if names().is_sorted_by_key(key_order) => names()
                .take_while(|other| key_order(other) < key_order(name))
                .count(),
            InsertPosition::Last | InsertPosition::InOrder => object.properties.len(),
        };
        // As the neighbour is: entries of a section are on a line each, or all broken.
        let neighbour = object.properties.get(before.saturating_sub(1));
        let broken = neighbour.is_some_and(|property| {
            let value = &self.text[property.value.start()..property.value.end()];
            property.value.as_object().is_some() && breaks(value) > 0
        });
        let member = NewMember {
            name: quoted(name),
            value,
            broken: broken && self.depth(object) < 2,
        };
        if object.properties.is_empty() {
            self.with_only(object, &member)
        } else if before == 0 {
            self.with_first(object, &member)
        } else {
            self.with_next(object, before - 1, member)
        }
    }

    /// In an object that has no members, but may have comments.
    fn with_only(&self, object: &Object<'_>, member: &NewMember) -> String {
        let style = self.style();
        let close = self.token(object.end() - 1);
        let last = &self.tokens[close - 1];
        let gap = last.range.end..self.tokens[close].range.start;
        let after_line = matches!(last.token, Token::CommentLine(_));

        let indent = indentation(self.text, object.start());
        let line = member.line();
        let taken = self.column(object.start()) + line.chars().count() + 5;
        // Sections and their entries have lines of their own.
        let outer = self.depth(object) < 2 && style.line_break.is_some();
        let broken = outer || after_line || breaks(&self.text[object.start()..gap.end]) > 0;
        let new = if !broken && (taken <= WIDTH || style.line_break.is_none()) {
            format!(" {line} ")
        } else {
            let inner = format!("{indent}{}", style.indent);
            let line_break = style.line_break.unwrap_or("\n");
            let member = member.laid(&style, &inner);
            format!("{line_break}{inner}{member}{line_break}{indent}")
        };
        self.replaced([(gap, &*new)])
    }

    /// Before the first member of an object.
    fn with_first(&self, object: &Object<'_>, member: &NewMember) -> String {
        let (style, at) = (self.style(), object.properties[0].start());
        let indent = indentation(self.text, at);
        let new = match self.is_first_in_line(at) {
            true => {
                let line_break = style.line_break.unwrap_or("\n");
                format!("{},{line_break}{indent}", member.laid(&style, indent))
            }
            false => format!("{}, ", member.line()),
        };
        self.replaced([(at..at, &*new)])
    }

    /// After a member of an object.
    fn with_next(&self, object: &Object<'_>, index: usize, member: NewMember) -> String {
        let style = self.style();
        let property = &object.properties[index];
        let after = self.token(property.end());
        let comma = self.comma_from(after);
        let (at, in_comment) = match comma {
            Some(comma) => self.end_of_line(comma),
            None => self.end_of_line(after - 1),
        };
        let indent = indentation(self.text, property.start());
        let line = member.line();
        let too_long = self.column(at) + line.chars().count() + 2 > WIDTH;
        let lines = breaks(&self.text[object.start()..object.end()]);
        let commented = self.has_comment(object);
        if lines == 0 && too_long && !commented && style.line_break.is_some() {
            return self.broken_up(object, index, member);
        }
        let broken = self.is_first_in_line(property.start()) || in_comment;
        let mut new = match broken || (too_long && lines > 0) {
            true => {
                let line_break = style.line_break.unwrap_or("\n");
                format!("{line_break}{indent}{}", member.laid(&style, indent))
            }
            false => format!(" {line}"),
        };
        if comma.is_some() {
            new.push(',');
            return self.replaced([(at..at, &*new)]);
        }
        let end = property.end();
        self.replaced([(end..end, ","), (at..at, &*new)])
    }

    /// With an object on several lines that was on one, and has no comments.
    fn broken_up(&self, object: &Object<'_>, index: usize, member: NewMember) -> String {
        let members = object.properties.iter().map(|property| {
            let item = JsonNode::copied(&property.value, self.text);
            JsonNode::member(property.name.as_str(), item)
        });
        let mut members: Vec<(String, JsonNode)> = members.collect();
        members.insert(index + 1, (member.name, member.value));
        let indent = indentation(self.text, object.start());
        let taken = self.column(object.start()) + 1;
        let new = self
            .style()
            .format(&JsonNode::Object(members), indent, taken);
        self.replaced([(object.start()..object.end(), &*new)])
    }

    /// The first token from a byte on.
    fn token(&self, at: usize) -> usize {
        self.tokens.partition_point(|token| token.range.start < at)
    }

    /// The comma that comes next, but for comments.
    fn comma_from(&self, token: usize) -> Option<usize> {
        let mut tokens = (token..self.tokens.len()).skip_while(|&token| self.is_comment(token));
        tokens.next().filter(|&token| self.is_comma(token))
    }

    /// The comma that came last, but for comments.
    fn comma_before(&self, token: usize) -> Option<usize> {
        let mut tokens = (0..token).rev().skip_while(|&token| self.is_comment(token));
        tokens.next().filter(|&token| self.is_comma(token))
    }

    fn is_comma(&self, token: usize) -> bool {
        self.tokens[token].token == Token::Comma
    }

    fn is_comment(&self, token: usize) -> bool {
        let token = &self.tokens[token].token;
        matches!(token, Token::CommentLine(_) | Token::CommentBlock(_))
    }

    fn has_comment(&self, object: &Object<'_>) -> bool {
        (self.token(object.start())..self.token(object.end())).any(|token| self.is_comment(token))
    }

    /// The end of the comments that end the line of a token, if there are any and nothing
    /// else does; and whether the last of them would swallow what is written there.
    fn end_of_line(&self, token: usize) -> (usize, bool) {
        let end = |token: usize| self.tokens[token].range.end;
        let gap = |token: usize| &self.text[end(token)..self.tokens[token + 1].range.start];
        let mut last = token;
        while self.is_comment(last + 1) && breaks(gap(last)) == 0 {
            last += 1;
        }
        let closes = self.tokens[last + 1].token == Token::CloseBrace;
        if last == token || (breaks(gap(last)) == 0 && !closes) {
            return (end(token), false);
        }
        let swallows = matches!(self.tokens[last].token, Token::CommentLine(_));
        (end(last), swallows)
    }

    /// The objects around an object.
    fn depth(&self, object: &Object<'_>) -> usize {
        let until = self.token(object.start());
        let of = |kind: &Token<'_>| {
            let tokens = self.tokens[..until].iter();
            tokens.filter(|token| token.token == *kind).count()
        };
        of(&Token::OpenBrace) - of(&Token::CloseBrace)
    }

    fn is_first_in_line(&self, at: usize) -> bool {
        let start = line_start(self.text, at);
        start > 0 && indentation(self.text, at).len() == at - start
    }

    fn column(&self, at: usize) -> usize {
        self.text[line_start(self.text, at)..at].chars().count()
    }

    fn style(&self) -> JsonStyle {
        let first = self
            .value
            .as_object()
            .and_then(|root| root.properties.first());
        JsonStyle::of(self.text, first.map(Ranged::start))
    }
}

/// Where a new member goes.
#[derive(Clone, Copy)]
pub(super) enum InsertPosition {
    /// Behind all others.
    Last,
    /// Behind the member of this index.
    After(usize),
    /// Where it belongs, if the others are in order.
    InOrder,
}

struct NewMember {
    /// As a JSON string.
    name: String,
    value: JsonNode,
    /// Whether it is to take several lines where it has lines of its own.
    broken: bool,
}

impl NewMember {
    fn line(&self) -> String {
        format!("{}: {}", self.name, self.value.one_line())
    }

    fn laid(&self, style: &JsonStyle, indent: &str) -> String {
        let taken = indent.chars().count() + self.name.chars().count() + 3;
        let item = match self.broken {
            true => style.format_broken(&self.value, indent),
            false => style.format(&self.value, indent, taken),
        };
        format!("{}: {item}", self.name)
    }
}

/// The first member of a name.
pub(super) fn index_of(object: &Object<'_>, name: &str) -> Option<usize> {
    let mut properties = object.properties.iter();
    properties.position(|property| property.name.as_str() == name)
}

/// A value as programs read it. A number too large for them is the text it is written with.
pub(super) fn to_value(value: &ast::Value<'_>) -> Value {
    match value {
        ast::Value::StringLit(literal) => Value::String(literal.value.to_string()),
        ast::Value::NumberLit(literal) => {
            let number: Option<Number> = serde_json::from_str(literal.value).ok();
            number.map_or_else(|| Value::String(literal.value.to_owned()), Value::Number)
        }
        ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::Array(array) => Value::Array(array.elements.iter().map(to_value).collect()),
        ast::Value::Object(object) => {
            let mut map = Map::new();
            for property in &object.properties {
                let entry = map.entry(property.name.as_str());
                entry.or_insert_with(|| to_value(&property.value));
            }
            Value::Object(map)
        }
    }
}

fn breaks(gap: &str) -> usize {
    let lines = gap.matches('\n').count();
    match lines {
        0 => gap.matches('\r').count(),
        _ => lines,
    }
}
