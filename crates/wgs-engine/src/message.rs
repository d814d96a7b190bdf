//! Messages for people: a code, named values and an English text. Programs that speak other
//! languages look up the code in a table of their own. What is done about a message is not
//! decided here.
//!
//! [`messages!`](crate::messages) writes the codes and texts of an error type, or of messages
//! without a type, in one place:
//!
//! ```
//! use wgs_engine::{GridError, message::ToMessage};
//!
//! let message = GridError::Twice { x: 1, y: 2 }.to_message();
//! assert_eq!(message.to_string(), "the tile at 1,2 is listed twice");
//! assert_eq!(message.code(), "grid.twice");
//! let german = |code: &str| (code == "grid.twice").then_some("Feld {x},{y} doppelt");
//! assert_eq!(message.translated(&german), "Feld 1,2 doppelt");
//! ```

use std::fmt;

/// The code of a kind of message, its English text, and its values. A change of these fields would
/// change every table of messages, so the struct is exhaustive.
///
/// ```
/// let mut templates = wgs_engine::MESSAGES.iter().copied().flatten();
/// let twice = templates.find(|template| template.code == "grid.twice").unwrap();
/// assert_eq!(twice.english, "the tile at {x},{y} is listed twice");
/// assert_eq!(twice.values, ["x", "y"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageTemplate {
    /// The code, such as `grid.twice`. It never changes.
    pub code: &'static str,
    /// The English text, in which `{name}` stands for a value.
    pub english: &'static str,
    /// The names of the values.
    pub values: &'static [&'static str],
}

/// A message of one kind with its values.
///
/// ```
/// use wgs_engine::message::{Message, ToMessage};
///
/// let message: Message = wgs_engine::notation::parse("CH3T").unwrap_err().to_message();
/// assert_eq!(message.code(), "notation.column");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "SentMessage", into = "SentMessage"))]
pub struct Message {
    template: Template,
    values: Box<[MessageValue]>,
    cause: Option<Box<Message>>,
}

/// The kind of a message. A file can have a problem in every other byte, so messages are small.
#[derive(Clone, Debug)]
enum Template {
    /// One of this program.
    Known(&'static MessageTemplate),
    /// One of another program: its code, its English text, and the names of its values.
    Received(Box<(String, String, Vec<String>)>),
}

/// A value in a message.
///
/// ```
/// use wgs_engine::message::MessageValue;
///
/// assert_eq!(MessageValue::from(7_u64), MessageValue::Number(7));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MessageValue {
    /// A number.
    Number(u64),
    /// A name or another text that is the same in all languages.
    Text(String),
    /// A part with a code of its own.
    Message(Message),
}

/// An error or another type that can be shown as a message.
///
/// ```
/// use wgs_engine::message::ToMessage;
/// use wgs_engine::{Decimal, DecimalError};
///
/// let error: DecimalError = "much".parse::<Decimal>().unwrap_err();
/// assert_eq!(error.to_message().to_string(), error.to_string());
/// ```
pub trait ToMessage {
    /// Returns the message, together with its causes.
    fn to_message(&self) -> Message;
}

impl Template {
    fn code(&self) -> &str {
        match self {
            Self::Known(template) => template.code,
            Self::Received(received) => &received.0,
        }
    }

    fn english(&self) -> &str {
        match self {
            Self::Known(template) => template.english,
            Self::Received(received) => &received.1,
        }
    }

    /// The name of a value by its index.
    fn name(&self, index: usize) -> &str {
        match self {
            Self::Known(template) => template.values[index],
            Self::Received(received) => &received.2[index],
        }
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        (self.code(), self.english()) == (other.code(), other.english())
    }
}

impl Eq for Template {}

impl Message {
    /// Creates a message with its values in the order of the template.
    pub fn new<const N: usize>(
        template: &'static MessageTemplate,
        values: [MessageValue; N],
    ) -> Self {
        debug_assert_eq!(template.values.len(), N, "{}", template.code);
        Self {
            template: Template::Known(template),
            values: Box::new(values),
            cause: None,
        }
    }

    /// Creates a message without a code, such as one of the operating system, which has no
    /// translation.
    pub fn text(text: impl fmt::Display) -> Self {
        const TEMPLATE: &MessageTemplate = &MessageTemplate {
            code: "",
            english: "{text}",
            values: &["text"],
        };
        Self::new(TEMPLATE, [MessageValue::Text(text.to_string())])
    }

    /// Adds the cause, which follows after a colon.
    pub fn because(mut self, cause: Self) -> Self {
        self.cause = Some(Box::new(cause));
        self
    }

    /// Returns the message without its cause, as [`Error`](std::error::Error)s print themselves.
    pub fn without_cause(mut self) -> Self {
        self.cause = None;
        self
    }

    /// Returns the message with every text among its values changed, for example from the
    /// notation of boards to that of a language.
    pub fn map_texts(mut self, change: &dyn Fn(&str) -> String) -> Self {
        for value in &mut self.values {
            *value = match std::mem::replace(value, MessageValue::Number(0)) {
                MessageValue::Number(number) => MessageValue::Number(number),
                MessageValue::Text(text) => MessageValue::Text(change(&text)),
                MessageValue::Message(message) => MessageValue::Message(message.map_texts(change)),
            };
        }
        self
    }

    /// The code; empty if there is none.
    pub fn code(&self) -> &str {
        self.template.code()
    }

    /// The values by name, in English.
    pub fn values(&self) -> impl Iterator<Item = (String, String)> {
        let values = self.values.iter().enumerate();
        values.map(|(index, value)| {
            let value = match value {
                MessageValue::Number(number) => number.to_string(),
                MessageValue::Text(text) => text.clone(),
                MessageValue::Message(message) => message.to_string(),
            };
            (self.template.name(index).to_owned(), value)
        })
    }

    /// Creates a message that another program has sent, with its English text.
    pub fn received(
        code: String,
        english: String,
        values: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let english = [("english".to_owned(), english)];
        let values = values.into_iter().chain(english);
        let (names, values): (Vec<String>, Vec<String>) = values.unzip();
        Self {
            template: Template::Received(Box::new((code, "{english}".to_owned(), names))),
            values: values.into_iter().map(MessageValue::Text).collect(),
            cause: None,
        }
    }

    /// Returns the message in another language, in which `text_of` returns the text of a code.
    /// What has no text there stays English.
    pub fn translated<'t>(&self, text_of: &dyn Fn(&str) -> Option<&'t str>) -> String {
        let mut text = String::new();
        let written = self.write(&mut text, text_of);
        written.expect("writing to a string cannot fail");
        text
    }

    fn write<'t>(
        &self,
        out: &mut dyn fmt::Write,
        text_of: &dyn Fn(&str) -> Option<&'t str>,
    ) -> fmt::Result {
        let translation = text_of(self.code());
        let mut text = translation.unwrap_or(self.template.english());
        // Braces that do not enclose the name of a value stand for themselves.
        while let Some((before, rest)) = text.split_once('{') {
            out.write_str(before)?;
            let value = rest.split_once('}').and_then(|(name, after)| {
                let mut indices = 0..self.values.len();
                let index = indices.find(|&index| self.template.name(index) == name)?;
                Some((&self.values[index], after))
            });
            let Some((value, after)) = value else {
                out.write_char('{')?;
                text = rest;
                continue;
            };
            match value {
                MessageValue::Number(number) => write!(out, "{number}")?,
                MessageValue::Text(value) => out.write_str(value)?,
                MessageValue::Message(message) => message.write(out, text_of)?,
            }
            text = after;
        }
        out.write_str(text)?;
        match &self.cause {
            // The details of a foreign library would be English in the middle of a translation.
            Some(cause) if translation.is_none() || !cause.code().is_empty() => {
                out.write_str(": ")?;
                cause.write(out, text_of)
            }
            _ => Ok(()),
        }
    }
}

/// A message as it is sent to another program.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SentMessage {
    code: String,
    english: String,
    values: Vec<(String, MessageValue)>,
    cause: Option<Box<Message>>,
}

#[cfg(feature = "serde")]
impl From<Message> for SentMessage {
    fn from(message: Message) -> Self {
        let Message {
            template,
            values,
            cause,
        } = message;
        let values = values.into_iter().enumerate();
        Self {
            values: values
                .map(|(index, value)| (template.name(index).to_owned(), value))
                .collect(),
            code: template.code().to_owned(),
            english: template.english().to_owned(),
            cause,
        }
    }
}

#[cfg(feature = "serde")]
impl From<SentMessage> for Message {
    fn from(sent: SentMessage) -> Self {
        let (names, values): (Vec<String>, Vec<MessageValue>) = sent.values.into_iter().unzip();
        Self {
            template: Template::Received(Box::new((sent.code, sent.english, names))),
            values: values.into(),
            cause: sent.cause,
        }
    }
}

/// An empty text.
impl Default for Message {
    fn default() -> Self {
        Self::text("")
    }
}

/// Writes the message in English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|_| None)
    }
}

impl ToMessage for Message {
    fn to_message(&self) -> Message {
        self.clone()
    }
}

impl From<&MessageValue> for MessageValue {
    fn from(value: &MessageValue) -> Self {
        value.clone()
    }
}

impl From<&Message> for MessageValue {
    fn from(message: &Message) -> Self {
        Self::Message(message.clone())
    }
}

impl From<Message> for MessageValue {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

/// Nothing, or a message.
impl From<Option<Message>> for MessageValue {
    fn from(message: Option<Message>) -> Self {
        message.map_or_else(|| Self::Text(String::new()), Self::Message)
    }
}

macro_rules! values {
    ($($variant:ident: $($type:ty),*;)*) => {$($(
        impl From<$type> for MessageValue {
            fn from(value: $type) -> Self {
                values!(@$variant value)
            }
        }
    )*)*};
    (@Number $value:ident) => { Self::Number($value.to_owned() as u64) };
    (@Text $value:ident) => { Self::Text($value.to_string()) };
}

values! {
    Number: usize, &usize, u64, &u64, u32, &u32, u8;
    Text: &str, &&str, &String, char, &char;
}

impl From<String> for MessageValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Returns a name or a text in quotation marks.
pub fn quoted(text: impl fmt::Debug) -> MessageValue {
    MessageValue::Text(format!("{text:?}"))
}

crate::messages! {
    fn or(others, last) => "list.or": "{others} or {last}";
    fn and(others, last) => "list.and": "{others} and {last}";
}

/// Lists texts as `A, B or C`.
pub fn alternatives<T: AsRef<str>>(texts: &[T]) -> MessageValue {
    list(texts, |others, last| or(others, last))
}

/// Lists texts as `A, B and C`.
pub fn conjunction<T: AsRef<str>>(texts: &[T]) -> MessageValue {
    list(texts, |others, last| and(others, last))
}

fn list<T: AsRef<str>>(texts: &[T], join: fn(String, &str) -> Message) -> MessageValue {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    match texts.as_slice() {
        [] => MessageValue::from(""),
        [only] => MessageValue::from(*only),
        [others @ .., last] => join(others.join(", "), last).into(),
    }
}

/// Writes the codes, English texts and values of messages, and collects them in a constant
/// `MESSAGES`.
///
/// For an error type, it implements [`ToMessage`](crate::message::ToMessage). A value is a field
/// with its name, or an expression. `because` adds the cause of an error. What has no text of its
/// own follows after `else`:
///
/// ```
/// use wgs_engine::message::{ToMessage, quoted};
/// use wgs_engine::notation::NotationError;
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("{}", self.to_message())]
/// enum NameError {
///     TooLong(String, usize),
///     Notation(NotationError),
/// }
///
/// wgs_engine::messages! {
///     impl ToMessage for NameError {
///         Self::TooLong(name, most) => "name.too-long": "{name} has more than {most} letters"
///             (name = quoted(name), most);
///     } else {
///         Self::Notation(error) => error.to_message(),
///     }
/// }
///
/// let error = NameError::TooLong("Ann".to_owned(), 2);
/// assert_eq!(error.to_string(), r#""Ann" has more than 2 letters"#);
/// assert_eq!(NameError::MESSAGES[0].values, ["name", "most"]);
/// ```
///
/// For messages without a type, it defines a function each, which takes the values:
///
/// ```
/// wgs_engine::messages! {
///     /// A name is missing.
///     fn missing(name) => "name.missing": "there is no {name}";
/// }
///
/// assert_eq!(missing("Ann").to_string(), "there is no Ann");
/// assert_eq!(MESSAGES[0].code, "name.missing");
/// ```
#[macro_export]
macro_rules! messages {
    (
        impl ToMessage for $type:ty {
            $(
                $(#[$attribute:meta])*
                $pattern:pat $(if $guard:expr)? => $code:literal: $english:literal
                $(($($name:ident $(= $value:expr)?),+))? $(because $cause:expr)?;
            )*
        }
        $(else { $($other:tt)* })?
    ) => {
        impl $type {
            pub(crate) const MESSAGES: &'static [$crate::message::MessageTemplate] = &[$(
                $crate::message::MessageTemplate {
                    code: $code,
                    english: $english,
                    values: &[$($(stringify!($name)),+)?],
                },
            )*];
        }

        impl $crate::message::ToMessage for $type {
            fn to_message(&self) -> $crate::message::Message {
                match self {
                    $(
                        $(#[$attribute])*
                        $pattern $(if $guard)? => {
                            const TEMPLATE: &$crate::message::MessageTemplate =
                                &$crate::message::MessageTemplate {
                                    code: $code,
                                    english: $english,
                                    values: &[$($(stringify!($name)),+)?],
                                };
                            let message = $crate::message::Message::new(
                                TEMPLATE,
                                [$($($crate::messages!(@value $name $(= $value)?)),+)?],
                            );
                            $(
                                let cause = $crate::message::ToMessage::to_message($cause);
                                let message = message.because(cause);
                            )?
                            message
                        }
                    )*
                    $($($other)*)?
                }
            }
        }
    };
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $function:ident($($name:ident),*) => $code:literal: $english:literal;
    )*) => {
        /// The messages of this file.
        pub(crate) const MESSAGES: &[$crate::message::MessageTemplate] = &[$(
            $crate::message::MessageTemplate {
                code: $code,
                english: $english,
                values: &[$(stringify!($name)),*],
            },
        )*];

        $(
            $(#[$attribute])*
            $visibility fn $function(
                $($name: impl Into<$crate::message::MessageValue>),*
            ) -> $crate::message::Message {
                const TEMPLATE: &$crate::message::MessageTemplate =
                    &$crate::message::MessageTemplate {
                        code: $code,
                        english: $english,
                        values: &[$(stringify!($name)),*],
                    };
                $crate::message::Message::new(TEMPLATE, [$($name.into()),*])
            }
        )*
    };
    (@value $name:ident) => { $crate::message::MessageValue::from($name) };
    (@value $name:ident = $value:expr) => { $crate::message::MessageValue::from($value) };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::messages! {
        fn outer(name, inner) => "test.outer": "{name} {inner}, {x} {2,5} {";
        fn inner(name) => "test.inner": "in {name}";
    }

    const GERMAN: &dyn Fn(&str) -> Option<&'static str> = &|code| match code {
        "test.outer" => Some("{inner}: {name}"),
        "list.or" => Some("{others} oder {last}"),
        _ => None,
    };

    #[test]
    fn values_with_braces_are_not_filled_in_again() {
        let message = outer("{inner}", inner("{name}"));
        assert_eq!(message.to_string(), "{inner} in {name}, {x} {2,5} {");
        assert_eq!(message.translated(GERMAN), "in {name}: {inner}");
        assert_eq!(MESSAGES[0].values, ["name", "inner"]);
    }

    #[test]
    fn a_cause_without_a_code_is_not_part_of_a_translation() {
        let message = |cause| outer("a", "b").because(cause);
        let foreign = message(Message::text("io {name}"));
        assert_eq!(foreign.to_string(), "a b, {x} {2,5} {: io {name}");
        assert_eq!(foreign.translated(GERMAN), "b: a");
        let own = message(inner("c"));
        assert_eq!(own.translated(GERMAN), "b: a: in c");
        assert_eq!(own.without_cause(), outer("a", "b"));
    }

    #[test]
    fn a_list_ends_with_or() {
        for (texts, english, german) in [
            (&[][..], "", ""),
            (&["A"], "A", "A"),
            (&["A", "B", "C"], "A, B or C", "A, B oder C"),
        ] {
            let message = inner(alternatives(texts));
            assert_eq!(message.to_string(), format!("in {english}"));
            assert_eq!(message.translated(GERMAN), format!("in {german}"));
        }
    }

    #[test]
    fn the_texts_among_the_values_can_be_changed() {
        let message = outer("ij", inner("ij")).map_texts(&|text| text.replace("ij", "ĳ"));
        assert_eq!(message, outer("ĳ", inner("ĳ")));
    }
}
