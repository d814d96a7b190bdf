//! Parses a pattern into a tree. [`program`](super::program) compiles the tree.

use wgs_engine::letter;
use wgs_engine::spelling::Spelling;

use super::program::{Class, ClassItem, LetterCode, LetterKind, LongLetters};
use super::{Mistake, PatternProblem as Problem};

/// The largest number in a quantifier.
pub(super) const MOST_REPEATS: u32 = 1_000;

/// The number of groups that may be inside each other.
pub(super) const MOST_DEPTH: usize = 50;

/// A parsed pattern.
pub(super) struct Parsed {
    pub(super) root: Node,
    /// The number of groups.
    pub(super) groups: usize,
    /// The names of groups, with their numbers.
    pub(super) names: Vec<(String, usize)>,
    /// The letters of several characters.
    pub(super) long_letters: LongLetters,
}

/// A part of a pattern.
pub(super) enum Node {
    Letter(LetterCode),
    AnyLetter,
    Class(Class),
    Assertion(Assertion),
    /// The text that a group matched; the index of the reference, for its errors.
    Reference(GroupId, usize),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    /// A group with its number, counted from 0.
    Group(usize, Box<Node>),
    Look(Look, Box<Node>),
    Atomic(Box<Node>),
    Repeat {
        node: Box<Node>,
        least: u32,
        most: Option<u32>,
        greed: Greed,
    },
}

/// A condition on a place in the word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Assertion {
    Start,
    End,
    Boundary,
    NoBoundary,
}

/// A group that a pattern refers to.
pub(super) enum GroupId {
    /// Its number, counted from 1.
    Number(usize),
    Name(String),
}

/// The direction in which an assertion looks, and whether it expects a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) is_behind: bool,
    pub(super) is_negative: bool,
}

/// How many repeats a quantifier prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greed {
    Greedy,
    Lazy,
    Possessive,
}

/// Parses the letters of a pattern.
pub(super) fn parse(tokens: &[&str], spelling: &Spelling) -> Result<Parsed, Mistake> {
    let mut parser = Parser {
        tokens,
        spelling,
        at: 0,
        depth: 0,
        groups: 0,
        names: Vec::new(),
        long_letters: LongLetters::default(),
    };
    let root = parser.choice()?;
    if parser.at < tokens.len() {
        return parser.mistake(parser.at, Problem::UnopenedGroup);
    }
    Ok(Parsed {
        root,
        groups: parser.groups,
        names: parser.names,
        long_letters: parser.long_letters,
    })
}

struct Parser<'t> {
    tokens: &'t [&'t str],
    spelling: &'t Spelling,
    /// The index of the next token.
    at: usize,
    /// The number of groups around it.
    depth: usize,
    groups: usize,
    names: Vec<(String, usize)>,
    long_letters: LongLetters,
}

type Parse<T> = Result<T, Mistake>;

impl<'t> Parser<'t> {
    fn mistake<T>(&self, index: usize, problem: Problem) -> Parse<T> {
        Err(Mistake { index, problem })
    }

    /// Returns the next token, or an empty text at the end.
    fn peek(&self) -> &'t str {
        self.tokens.get(self.at).copied().unwrap_or_default()
    }

    /// Takes the next token; an empty text at the end.
    fn next(&mut self) -> &'t str {
        let token = self.peek();
        self.at += usize::from(!token.is_empty());
        token
    }

    /// Takes the next token if it is this one.
    fn take(&mut self, token: &str) -> bool {
        let is_next = self.peek() == token;
        self.at += usize::from(is_next);
        is_next
    }

    fn choice(&mut self) -> Parse<Node> {
        let mut branches = vec![self.sequence()?];
        while self.take("|") {
            branches.push(self.sequence()?);
        }
        Ok(Node::Choice(branches))
    }

    fn sequence(&mut self) -> Parse<Node> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), "" | "|" | ")") {
            let node = self.atom()?;
            nodes.push(self.quantified(node)?);
        }
        Ok(Node::Sequence(nodes))
    }

    fn atom(&mut self) -> Parse<Node> {
        let index = self.at;
        Ok(match self.next() {
            "(" => self.group(index)?,
            "[" => Node::Class(self.class(index)?),
            "\\" => self.escape(index)?,
            "." => Node::AnyLetter,
            "^" => Node::Assertion(Assertion::Start),
            "$" => Node::Assertion(Assertion::End),
            token @ ("*" | "+" | "?" | "{") => {
                return self.mistake(index, Problem::NothingToRepeat(token.to_owned()));
            }
            token => self.literal(token),
        })
    }

    /// Returns the letters that a character stands for: usually one.
    fn literal(&mut self, token: &str) -> Node {
        let mut codes = self.codes(token);
        match codes.len() {
            1 => Node::Letter(codes.remove(0)),
            _ => Node::Sequence(codes.into_iter().map(Node::Letter).collect()),
        }
    }

    fn codes(&mut self, token: &str) -> Vec<LetterCode> {
        let read = self.spelling.read(token);
        let folded = letter::fold(&read);
        let letters = letter::letters(&folded);
        letters.map(|text| self.long_letters.code(text)).collect()
    }

    /// Parses the quantifier after a node, if there is one.
    fn quantified(&mut self, node: Node) -> Parse<Node> {
        let (least, most) = match self.peek() {
            "*" => (0, None),
            "+" => (1, None),
            "?" => (0, Some(1)),
            "{" => self.braces()?,
            _ => return Ok(node),
        };
        self.at += 1;
        let greed = match self.peek() {
            "?" => Greed::Lazy,
            "+" => Greed::Possessive,
            _ => Greed::Greedy,
        };
        self.at += usize::from(greed != Greed::Greedy);
        if let token @ ("*" | "+" | "?" | "{") = self.peek() {
            return self.mistake(self.at, Problem::RepeatedQuantifier(token.to_owned()));
        }
        Ok(Node::Repeat {
            node: Box::new(node),
            least,
            most,
            greed,
        })
    }

    /// Parses the numbers in braces, up to the closing brace.
    fn braces(&mut self) -> Parse<(u32, Option<u32>)> {
        let index = self.at;
        self.at += 1;
        let least = self.number(MOST_REPEATS);
        let (least, most) = match self.take(",") {
            true => (least, self.number(MOST_REPEATS)),
            false => (least, least),
        };
        if self.peek() != "}" || (least, most) == (None, None) {
            return self.mistake(index, Problem::InvalidRepeat);
        }
        match (least.unwrap_or(0), most) {
            (least, most) if least.max(most.unwrap_or(0)) > MOST_REPEATS => {
                self.mistake(index, Problem::TooManyRepeats)
            }
            (least, Some(most)) if least > most => {
                self.mistake(index, Problem::ReversedRepeat(least, most))
            }
            range => Ok(range),
        }
    }

    /// Parses a number, if there is one. A number above `most` is returned as `most + 1`.
    fn number(&mut self, most: u32) -> Option<u32> {
        let mut number = None;
        while let Ok(digit @ 0..=9) = self.peek().parse::<u32>() {
            self.at += 1;
            number = Some((number.unwrap_or(0) * 10 + digit).min(most + 1));
        }
        number
    }

    /// Parses a group after its opening parenthesis.
    fn group(&mut self, index: usize) -> Parse<Node> {
        if self.depth == MOST_DEPTH {
            return self.mistake(index, Problem::TooDeep);
        }
        if !self.take("?") {
            return self.numbered_group(index);
        }
        let start = self.at;
        match self.next() {
            ":" => self.body(index),
            ">" => Ok(Node::Atomic(Box::new(self.body(index)?))),
            token @ ("=" | "!" | "<") if token != "<" || matches!(self.peek(), "=" | "!") => {
                let is_behind = token == "<";
                let token = if is_behind { self.next() } else { token };
                let look = Look {
                    is_behind,
                    is_negative: token == "!",
                };
                Ok(Node::Look(look, Box::new(self.body(index)?)))
            }
            "<" => self.named_group(index, ">"),
            "'" => self.named_group(index, "'"),
            "P" if self.take("<") => self.named_group(index, ">"),
            "P" if self.take("=") => {
                let name = self.name(")")?;
                Ok(Node::Reference(GroupId::Name(name), index))
            }
            // Case never matters, and a word is a single line.
            "i" | "m" | "s" => {
                while matches!(self.peek(), "i" | "m" | "s") {
                    self.at += 1;
                }
                match self.next() {
                    ")" => Ok(Node::Sequence(Vec::new())),
                    ":" => self.body(index),
                    _ => self.mistake(index, Problem::UnknownGroup),
                }
            }
            "" => self.mistake(index, Problem::OpenGroup),
            _ => self.mistake(start - 1, Problem::UnknownGroup),
        }
    }

    fn numbered_group(&mut self, index: usize) -> Parse<Node> {
        let number = self.groups;
        self.groups += 1;
        Ok(Node::Group(number, Box::new(self.body(index)?)))
    }

    fn named_group(&mut self, index: usize, end: &str) -> Parse<Node> {
        let start = self.at;
        let name = self.name(end)?;
        if self.names.iter().any(|(other, _)| *other == name) {
            return self.mistake(start, Problem::RepeatedName(name));
        }
        self.names.push((name, self.groups));
        self.numbered_group(index)
    }

    /// Parses the inside of a group, and its end.
    fn body(&mut self, index: usize) -> Parse<Node> {
        self.depth += 1;
        let node = self.choice()?;
        self.depth -= 1;
        match self.take(")") {
            true => Ok(node),
            false => self.mistake(index, Problem::OpenGroup),
        }
    }

    /// Parses the name of a group, and the token after it.
    fn name(&mut self, end: &str) -> Parse<String> {
        let start = self.at;
        let is_in_name = |token: &str| token == "_" || token.chars().all(char::is_alphanumeric);
        while !self.peek().is_empty() && is_in_name(self.peek()) {
            self.at += 1;
        }
        let name = self.tokens[start..self.at].concat();
        match self.take(end) && name.starts_with(|c: char| !c.is_numeric()) {
            true => Ok(name),
            false => self.mistake(start, Problem::InvalidName),
        }
    }

    /// Parses an escape after its backslash.
    fn escape(&mut self, index: usize) -> Parse<Node> {
        if let Some(item) = class_escape(self.peek()) {
            self.at += 1;
            return Ok(Node::Class(Class::new(false, vec![item])));
        }
        if self.peek() != "0"
            && let Some(number) = self.number(MOST_REPEATS)
        {
            return Ok(Node::Reference(GroupId::Number(number as usize), index));
        }
        Ok(Node::Assertion(match self.peek() {
            "A" => Assertion::Start,
            "z" | "Z" => Assertion::End,
            "b" => Assertion::Boundary,
            "B" => Assertion::NoBoundary,
            "g" => return self.reference(index),
            "k" => {
                self.at += 1;
                let end = match self.next() {
                    "<" => ">",
                    "{" => "}",
                    "'" => "'",
                    _ => return self.mistake(index, Problem::InvalidName),
                };
                let name = self.name(end)?;
                return Ok(Node::Reference(GroupId::Name(name), index));
            }
            _ => {
                let character = self.escaped_character(index)?;
                return Ok(self.literal(&character));
            }
        }))
        .inspect(|_| self.at += 1)
    }

    /// Parses `\g1`, `\g{1}`, `\g{-1}` or `\g{name}` from the `g`.
    fn reference(&mut self, index: usize) -> Parse<Node> {
        self.at += 1;
        let has_braces = self.take("{");
        let is_relative = self.take("-");
        let id = match self.number(MOST_REPEATS) {
            Some(number) => {
                let number = number as usize;
                if has_braces && !self.take("}") {
                    return self.mistake(index, Problem::InvalidName);
                }
                match is_relative {
                    true if number == 0 || number > self.groups => {
                        let name = format!("-{number}");
                        return self.mistake(index, Problem::NoSuchGroup(name));
                    }
                    true => GroupId::Number(self.groups + 1 - number),
                    false => GroupId::Number(number),
                }
            }
            None if has_braces && !is_relative => GroupId::Name(self.name("}")?),
            None => return self.mistake(index, Problem::InvalidName),
        };
        Ok(Node::Reference(id, index))
    }

    /// Parses an escape that stands for a character, after its backslash.
    fn escaped_character(&mut self, index: usize) -> Parse<String> {
        match self.next() {
            "" => self.mistake(index, Problem::UnfinishedEscape),
            "x" => {
                let has_braces = self.take("{");
                let start = self.at;
                let most = if has_braces { 6 } else { 2 };
                let is_digit = |token: &str| token.starts_with(|c: char| c.is_ascii_hexdigit());
                while self.at < start + most && is_digit(self.peek()) {
                    self.at += 1;
                }
                let digits = self.tokens[start..self.at].concat();
                let is_closed = if has_braces {
                    self.take("}")
                } else {
                    digits.len() == 2
                };
                let number = u32::from_str_radix(&digits, 16).ok();
                match number.and_then(char::from_u32).filter(|_| is_closed) {
                    Some(character) => Ok(character.to_string()),
                    None => self.mistake(index, Problem::InvalidNumber),
                }
            }
            token if token.starts_with(char::is_alphanumeric) => {
                self.mistake(index, Problem::UnknownEscape(token.to_owned()))
            }
            token => Ok(token.to_owned()),
        }
    }

    /// Parses a list of letters after its opening bracket.
    fn class(&mut self, index: usize) -> Parse<Class> {
        let is_negated = self.take("^");
        let mut items = Vec::new();
        let first = self.at;
        loop {
            let start = self.at;
            match self.peek() {
                "" => return self.mistake(index, Problem::OpenClass),
                // A bracket that comes first stands for itself.
                "]" if start > first => break,
                "[" if self.tokens.get(start + 1) == Some(&":") => {
                    return self.mistake(start, Problem::ClassName);
                }
                _ => {}
            }
            let Some(from) = self.class_character(&mut items)? else {
                continue;
            };
            let is_range =
                self.peek() == "-" && !matches!(self.tokens.get(self.at + 1), None | Some(&"]"));
            if !is_range {
                match self.codes(&from)[..] {
                    [code] => items.push(ClassItem::Letter(code)),
                    _ => return self.mistake(start, Problem::NotALetter(from)),
                }
                continue;
            }
            self.at += 1;
            let Some(to) = self.class_character(&mut items)? else {
                // The hyphen before a class such as \w stands for itself.
                for text in [&from, "-"] {
                    items.extend(self.codes(text).into_iter().map(ClassItem::Letter));
                }
                continue;
            };
            match (single(&from), single(&to)) {
                (Some(a), Some(b)) if a <= b => items.push(ClassItem::Range(a, b)),
                (Some(_), Some(_)) => {
                    return self.mistake(start, Problem::ReversedRange(from, to));
                }
                _ => return self.mistake(start, Problem::NotALetter(from + "-" + &to)),
            }
        }
        self.at += 1;
        Ok(Class::new(is_negated, items))
    }

    /// Parses a character in brackets; `None` for an escape such as `\w`, which is added to the
    /// items.
    fn class_character(&mut self, items: &mut Vec<ClassItem>) -> Parse<Option<String>> {
        let index = self.at;
        if !self.take("\\") {
            return Ok(Some(self.next().to_owned()));
        }
        if let Some(item) = class_escape(self.peek()) {
            self.at += 1;
            items.push(item);
            return Ok(None);
        }
        self.escaped_character(index).map(Some)
    }
}

/// Returns the meaning of the letter of an escape such as `\w`.
fn class_escape(token: &str) -> Option<ClassItem> {
    Some(match token {
        "w" => ClassItem::Kind(LetterKind::WordLetter, true),
        "W" => ClassItem::Kind(LetterKind::WordLetter, false),
        "d" => ClassItem::Kind(LetterKind::Digit, true),
        "D" => ClassItem::Kind(LetterKind::Digit, false),
        "s" => ClassItem::Kind(LetterKind::Space, true),
        "S" => ClassItem::Kind(LetterKind::Space, false),
        _ => return None,
    })
}

/// Returns the only character of a text.
fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
