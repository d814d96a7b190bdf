//! Edits a JSON text and leaves the rest of it as it was, to the byte. It does not know
//! sections and keys; [`Draft`](super::Draft) does.
//!
//! The concrete syntax tree of `jsonc-parser` could do some of this, but not all: it breaks
//! one-line objects when a member is added, and it removes comments together with the members
//! next to them. The tests of drafts cover both cases.

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
use crate::key::Section;
use crate::message;
use crate::problem::{ProblemCollector, Severity};

/// A JSON text with its parsed value and its tokens.
pub(super) struct JsonText<'t> {
    pub(super) text: &'t str,
    value: ast::Value<'t>,
    tokens: Vec<TokenAndRange<'t>>,
}

impl<'t> JsonText<'t> {
    /// Parses a text, which must be a JSON object.
    pub(super) fn parse(text: &'t str) -> Result<Self, DraftError> {
        let mut problems = ProblemCollector::new(text);
        let Some((value, tokens)) = document::parse_with_tokens(text, &mut problems) else {
            let mut problems = problems.finish().into_iter();
            let error = problems.find(|problem| problem.severity == Severity::Error);
            return Err(DraftError::NotJson(
                error.expect("a text that is not parsed has an error"),
            ));
        };
        if value.as_object().is_none() {
            return Err(DraftError::NotAnObject {
                place: message::the_file().into(),
                found: describe(&value),
            });
        }
        Ok(Self {
            text,
            value,
            tokens,
        })
    }

    /// Returns the object at a path, if there is one.
    pub(super) fn object(&self, path: &[&str]) -> Result<Option<&Object<'t>>, DraftError> {
        let found = match self.value(path) {
            None => return Ok(None),
            Some(value) => value,
        };
        match found.as_object() {
            Some(object) => Ok(Some(object)),
            None => Err(DraftError::NotAnObject {
                place: path.join(".").into(),
                found: describe(found),
            }),
        }
    }

    /// Returns the value at a path. If a name is repeated the first one counts, as for the
    /// reader.
    pub(super) fn value(&self, path: &[&str]) -> Option<&ast::Value<'t>> {
        (1..=path.len()).try_fold(&self.value, |value, length| {
            let object = value.as_object()?;
            Some(&object.properties[index_of(object, &path[..length])?].value)
        })
    }

    /// Returns the text with some ranges replaced. The ranges must be in order.
    pub(super) fn splice<'p>(
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

    /// Returns the text with a value replaced.
    pub(super) fn replace_value(&self, old: &ast::Value<'_>, new: &JsonNode) -> String {
        let indent = indentation(self.text, old.start());
        let taken = self.column(old.start()) + 1;
        let new = self.style().format(new, indent, taken);
        self.splice([(old.start()..old.end(), &*new)])
    }

    /// Returns the text without a member and its comma. Comments around the member stay.
    pub(super) fn remove_member(&self, object: &Object<'_>, index: usize) -> String {
        let property = &object.properties[index];
        let first = self.token_from(property.start());
        let after = self.token_from(property.end());
        let parts = match self.comma_from(after) {
            Some(comma) if comma == after => [Some(first..comma + 1), None],
            Some(comma) => [Some(first..after), Some(comma..comma + 1)],
            // It is the last member, so the comma before it goes.
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
        self.splice(cuts.iter().map(|(range, new)| (range.clone(), &**new)))
    }

    /// Returns the range to replace when some tokens are removed, white space included, and the
    /// white space that stays. `member` is the first token of the removed member.
    fn cut(&self, part: Range<usize>, member: usize) -> (Range<usize>, String) {
        let (before, after) = (&self.tokens[part.start - 1], &self.tokens[part.end]);
        let gap = |token: usize| {
            let end = self.tokens[token - 1].range.end;
            &self.text[end..self.tokens[token].range.start]
        };
        // The comma before the member is removed with it, but the line break between them
        // decides about the white space.
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
                // Keep a blank line before the member, with the indentation of the text after it.
                let last = left.rfind(['\n', '\r']).map_or(0, |at| at + 1);
                format!("{}{}", &left[..last], indentation(right, right.len()))
            }
            _ => right.to_owned(),
        };
        // Spaces after a line comment would become part of it.
        let gap = match before.token {
            Token::CommentLine(_) => gap.trim_start_matches(|c| c != '\n' && c != '\r'),
            _ => &gap,
        };
        (before.range.end..after.range.start, gap.to_owned())
    }

    /// Returns the text with a new member.
    pub(super) fn insert_member(
        &self,
        object: &Object<'_>,
        name: &str,
        value: JsonNode,
        position: InsertPosition,
    ) -> String {
        let names = || {
            object
                .properties
                .iter()
                .map(|property| property.name.as_str())
        };
        let before = match position {
            InsertPosition::After(index) => index + 1,
            InsertPosition::InOrder if names().is_sorted_by_key(key_order) => names()
                .take_while(|other| key_order(other) < key_order(name))
                .count(),
            InsertPosition::Last | InsertPosition::InOrder => object.properties.len(),
        };
        // Follow the neighbour: the entries of a section are either all on one line each, or all
        // broken.
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
            self.insert_only(object, &member)
        } else if before == 0 {
            self.insert_first(object, &member)
        } else {
            self.insert_after(object, before - 1, member)
        }
    }

    /// Inserts into an object without members, which may have comments.
    fn insert_only(&self, object: &Object<'_>, member: &NewMember) -> String {
        let style = self.style();
        let close = self.token_from(object.end() - 1);
        let last = &self.tokens[close - 1];
        let gap = last.range.end..self.tokens[close].range.start;
        let after_line = matches!(last.token, Token::CommentLine(_));

        let indent = indentation(self.text, object.start());
        let line = member.one_line();
        let taken = self.column(object.start()) + line.chars().count() + 5;
        // Sections and their entries are on separate lines.
        let outer = self.depth(object) < 2 && style.line_break.is_some();
        let broken = outer || after_line || breaks(&self.text[object.start()..gap.end]) > 0;
        let new = if !broken && (taken <= WIDTH || style.line_break.is_none()) {
            format!(" {line} ")
        } else {
            let inner = format!("{indent}{}", style.indent);
            let line_break = style.line_break.unwrap_or("\n");
            let member = member.format(&style, &inner);
            format!("{line_break}{inner}{member}{line_break}{indent}")
        };
        self.splice([(gap, &*new)])
    }

    /// Inserts before the first member of an object.
    fn insert_first(&self, object: &Object<'_>, member: &NewMember) -> String {
        let (style, at) = (self.style(), object.properties[0].start());
        let indent = indentation(self.text, at);
        let new = match self.is_first_in_line(at) {
            true => {
                let line_break = style.line_break.unwrap_or("\n");
                format!("{},{line_break}{indent}", member.format(&style, indent))
            }
            false => format!("{}, ", member.one_line()),
        };
        self.splice([(at..at, &*new)])
    }

    /// Inserts after a member of an object.
    fn insert_after(&self, object: &Object<'_>, index: usize, member: NewMember) -> String {
        let style = self.style();
        let property = &object.properties[index];
        let after = self.token_from(property.end());
        let comma = self.comma_from(after);
        let (at, in_comment) = match comma {
            Some(comma) => self.end_of_line(comma),
            None => self.end_of_line(after - 1),
        };
        let indent = indentation(self.text, property.start());
        let line = member.one_line();
        let too_long = self.column(at) + line.chars().count() + 2 > WIDTH;
        let lines = breaks(&self.text[object.start()..object.end()]);
        let commented = self.has_comment(object);
        if lines == 0 && too_long && !commented && style.line_break.is_some() {
            return self.insert_and_break(object, index, member);
        }
        let broken = self.is_first_in_line(property.start()) || in_comment;
        let mut new = match broken || (too_long && lines > 0) {
            true => {
                let line_break = style.line_break.unwrap_or("\n");
                format!("{line_break}{indent}{}", member.format(&style, indent))
            }
            false => format!(" {line}"),
        };
        if comma.is_some() {
            new.push(',');
            return self.splice([(at..at, &*new)]);
        }
        let end = property.end();
        self.splice([(end..end, ","), (at..at, &*new)])
    }

    /// Inserts after a member of a one-line object without comments, and breaks the object over
    /// several lines.
    fn insert_and_break(&self, object: &Object<'_>, index: usize, member: NewMember) -> String {
        let members = object.properties.iter().map(|property| {
            let value = JsonNode::copied(&property.value, self.text);
            JsonNode::member(property.name.as_str(), value)
        });
        let mut members: Vec<(String, JsonNode)> = members.collect();
        members.insert(index + 1, (member.name, member.value));
        let indent = indentation(self.text, object.start());
        let taken = self.column(object.start()) + 1;
        let new = self
            .style()
            .format(&JsonNode::Object(members), indent, taken);
        self.splice([(object.start()..object.end(), &*new)])
    }

    /// Returns the index of the first token at or after a byte offset.
    fn token_from(&self, at: usize) -> usize {
        self.tokens.partition_point(|token| token.range.start < at)
    }

    /// Returns the next token if it is a comma, ignoring comments.
    fn comma_from(&self, token: usize) -> Option<usize> {
        let mut tokens = (token..self.tokens.len()).skip_while(|&token| self.is_comment(token));
        tokens.next().filter(|&token| self.is_comma(token))
    }

    /// Returns the previous token if it is a comma, ignoring comments.
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
        (self.token_from(object.start())..self.token_from(object.end()))
            .any(|token| self.is_comment(token))
    }

    /// Returns where to insert after a token: after the comments that end its line, if nothing
    /// but comments follows on the line, or directly after the token. Also returns whether a
    /// line comment ends there, so that a line break is needed.
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
        let is_line_comment = matches!(self.tokens[last].token, Token::CommentLine(_));
        (end(last), is_line_comment)
    }

    /// Returns the number of objects around an object.
    fn depth(&self, object: &Object<'_>) -> usize {
        let until = self.token_from(object.start());
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

/// Where to insert a new member.
#[derive(Clone, Copy)]
pub(super) enum InsertPosition {
    /// After all others.
    Last,
    /// After the member with this index.
    After(usize),
    /// In alphabetical or numerical order, if the others are in order; otherwise last.
    InOrder,
}

/// A member to insert.
struct NewMember {
    /// The key as a JSON string, quotes included.
    name: String,
    value: JsonNode,
    /// Whether to break the value over several lines, if the member is on a separate line.
    broken: bool,
}

impl NewMember {
    fn one_line(&self) -> String {
        format!("{}: {}", self.name, self.value.one_line())
    }

    fn format(&self, style: &JsonStyle, indent: &str) -> String {
        let taken = indent.chars().count() + self.name.chars().count() + 3;
        let value = match self.broken {
            true => style.format_broken(&self.value, indent),
            false => style.format(&self.value, indent, taken),
        };
        format!("{}: {value}", self.name)
    }
}

/// Returns the index of the first member with the last name of a path. Sections and keys are
/// also found in the other spellings that the reader accepts.
pub(super) fn index_of(object: &Object<'_>, path: &[&str]) -> Option<usize> {
    let position = |matches: &dyn Fn(&str) -> bool| {
        let mut properties = object.properties.iter();
        properties.position(|property| matches(property.name.as_str()))
    };
    let name = *path.last()?;
    position(&|found| found == name).or_else(|| match path {
        [_] => position(&|found| found.trim() == name),
        [section, _, _] => {
            let section = Section::named(section)?;
            position(&|found| section.key(found).is_some_and(|key| key.name == name))
        }
        _ => None,
    })
}

/// Converts a value to `serde_json`. A number out of its range becomes a string.
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

/// Returns the number of line breaks.
fn breaks(gap: &str) -> usize {
    let lines = gap.matches('\n').count();
    match lines {
        0 => gap.matches('\r').count(),
        _ => lines,
    }
}
