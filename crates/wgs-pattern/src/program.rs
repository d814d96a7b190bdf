//! A pattern as a list of instructions. [`matcher`](super::matcher) runs it.

use super::parser::{Assertion, Greed, GroupId, Look, Node, Parsed};
use super::{Mistake, PatternProblem as Problem};

/// The number of instructions that a pattern may have.
const MOST_INSTRUCTIONS: usize = 20_000;

/// A letter: the number of its character or, above these, of its text in [`LongLetters`].
pub(super) type LetterCode = u32;

/// The first code that does not stand for a character.
const FIRST_LONG: LetterCode = 0x11_0000;

/// Letters of several characters, such as those with several accents.
#[derive(Clone, Debug, Default)]
pub(super) struct LongLetters(Vec<String>);

impl LongLetters {
    /// Returns the code of a letter. A letter of several characters is added to the list.
    pub(super) fn code(&mut self, letter: &str) -> LetterCode {
        let mut chars = letter.chars();
        if let (Some(first), None) = (chars.next(), chars.next()) {
            return first.into();
        }
        let known = self.0.iter().position(|other| other == letter);
        let index = known.unwrap_or_else(|| {
            self.0.push(letter.to_owned());
            self.0.len() - 1
        });
        FIRST_LONG + index as LetterCode
    }

    /// The number of letters.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets all letters but the first ones.
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Returns whether a letter is of a kind. A letter of several characters is like its first.
    pub(super) fn is_of_kind(&self, code: LetterCode, kind: LetterKind) -> bool {
        let character = char::from_u32(code).or_else(|| {
            let text = self.0.get((code - FIRST_LONG) as usize)?;
            text.chars().next()
        });
        character.is_some_and(|character| kind.contains(character))
    }
}

/// The meaning of `\w`, `\d` and `\s`.
#[derive(Clone, Copy, Debug)]
pub(super) enum LetterKind {
    WordLetter,
    Digit,
    Space,
}

impl LetterKind {
    fn contains(self, character: char) -> bool {
        match self {
            Self::WordLetter => character.is_alphanumeric() || character == '_',
            Self::Digit => character.is_numeric(),
            Self::Space => character.is_whitespace(),
        }
    }
}

/// A list of letters in brackets.
#[derive(Clone, Debug)]
pub(super) struct Class {
    is_negated: bool,
    items: Vec<ClassItem>,
    /// Whether each ASCII character is one of the items; nearly all words are of these.
    ascii: u128,
}

#[derive(Clone, Debug)]
pub(super) enum ClassItem {
    Letter(LetterCode),
    /// The range as it was typed, in upper or lower case.
    Range(char, char),
    /// A kind of letters, or all others.
    Kind(LetterKind, bool),
}

impl Class {
    pub(super) fn new(is_negated: bool, items: Vec<ClassItem>) -> Self {
        let none = LongLetters::default();
        let mut ascii = 0;
        for code in 0..128 {
            let is_item = items.iter().any(|item| item.contains(code, &none));
            ascii |= u128::from(is_item) << code;
        }
        Self {
            is_negated,
            items,
            ascii,
        }
    }

    /// Returns whether a folded letter is in the class.
    pub(super) fn contains(&self, code: LetterCode, long_letters: &LongLetters) -> bool {
        let is_item = match code {
            0..128 => self.ascii >> code & 1 == 1,
            _ => self
                .items
                .iter()
                .any(|item| item.contains(code, long_letters)),
        };
        is_item != self.is_negated
    }
}

impl ClassItem {
    fn contains(&self, code: LetterCode, long_letters: &LongLetters) -> bool {
        match self {
            Self::Letter(letter) => *letter == code,
            Self::Kind(kind, expected) => long_letters.is_of_kind(code, *kind) == *expected,
            Self::Range(from, to) => char::from_u32(code).is_some_and(|character| {
                let mut upper = character.to_uppercase();
                let capital = upper.next().filter(|_| upper.next().is_none());
                [Some(character), capital]
                    .into_iter()
                    .flatten()
                    .any(|character| (*from..=*to).contains(&character))
            }),
        }
    }
}

/// A step of a search.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Letter(LetterCode),
    AnyLetter,
    Class(usize),
    Assertion(Assertion),
    /// Continue here, or there if this fails.
    Fork(usize, usize),
    Jump(usize),
    /// Remember the place, for a group or to notice an empty repeat.
    Remember(usize),
    /// Continue there if nothing was matched since the place was remembered.
    JumpIfEmpty(usize, usize),
    /// The text between two remembered places.
    Reference(usize, usize),
    /// The instructions up to this index must match, or must not; none of them is tried in
    /// another way later.
    Inside(Inside, usize),
    /// The end of the pattern, or of the instructions inside.
    End,
}

/// The purpose of matching the instructions inside.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inside {
    Atomic,
    Look(Look),
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) classes: Vec<Class>,
    pub(super) long_letters: LongLetters,
    /// The number of places to remember: two for each group, one for each loop.
    pub(super) places: usize,
}

impl Program {
    pub(super) fn compile(parsed: Parsed) -> Result<Self, Mistake> {
        let mut compiler = Compiler {
            instructions: Vec::new(),
            classes: Vec::new(),
            groups: parsed.groups,
            places: parsed.groups * 2,
            names: parsed.names,
            nodes: 0,
        };
        compiler.node(&parsed.root)?;
        compiler.instructions.push(Instruction::End);
        Ok(Self {
            instructions: compiler.instructions,
            classes: compiler.classes,
            long_letters: parsed.long_letters,
            places: compiler.places,
        })
    }
}

struct Compiler {
    instructions: Vec<Instruction>,
    classes: Vec<Class>,
    groups: usize,
    names: Vec<(String, usize)>,
    places: usize,
    /// The number of nodes that were compiled; a repeated node counts each time.
    nodes: usize,
}

impl Compiler {
    fn next(&self) -> usize {
        self.instructions.len()
    }

    /// Adds an instruction and returns its index, by which it can be replaced.
    fn push(&mut self, instruction: Instruction) -> usize {
        self.instructions.push(instruction);
        self.next() - 1
    }

    fn node(&mut self, node: &Node) -> Result<(), Mistake> {
        self.nodes += 1;
        if self.nodes.max(self.next()) > MOST_INSTRUCTIONS {
            let problem = Problem::TooLarge;
            return Err(Mistake { index: 0, problem });
        }
        match node {
            Node::Letter(code) => {
                self.push(Instruction::Letter(*code));
            }
            Node::AnyLetter => {
                self.push(Instruction::AnyLetter);
            }
            Node::Class(class) => {
                self.classes.push(class.clone());
                self.push(Instruction::Class(self.classes.len() - 1));
            }
            Node::Assertion(assertion) => {
                self.push(Instruction::Assertion(*assertion));
            }
            Node::Reference(group, index) => {
                let group = self.group(group, *index)?;
                self.push(Instruction::Reference(group * 2, group * 2 + 1));
            }
            Node::Sequence(nodes) => {
                for node in nodes {
                    self.node(node)?;
                }
            }
            Node::Choice(branches) => self.choice(branches)?,
            Node::Group(number, node) => {
                self.push(Instruction::Remember(number * 2));
                self.node(node)?;
                self.push(Instruction::Remember(number * 2 + 1));
            }
            Node::Look(look, node) => self.inside(Inside::Look(*look), node)?,
            Node::Atomic(node) => self.inside(Inside::Atomic, node)?,
            Node::Repeat {
                node,
                least,
                most,
                greed: Greed::Possessive,
            } => {
                let inside = self.push(Instruction::End);
                self.repeat(node, *least, *most, Greed::Greedy)?;
                self.end_inside(inside, Inside::Atomic);
            }
            Node::Repeat {
                node,
                least,
                most,
                greed,
            } => self.repeat(node, *least, *most, *greed)?,
        }
        Ok(())
    }

    /// Returns the number of a group, counted from 0.
    fn group(&self, group: &GroupId, index: usize) -> Result<usize, Mistake> {
        let (found, name) = match group {
            GroupId::Number(number) => {
                let found = number.checked_sub(1).filter(|number| *number < self.groups);
                (found, number.to_string())
            }
            GroupId::Name(name) => {
                let found = self.names.iter().find(|(other, _)| other == name);
                (found.map(|(_, number)| *number), name.clone())
            }
        };
        found.ok_or(Mistake {
            index,
            problem: Problem::NoSuchGroup(name),
        })
    }

    fn choice(&mut self, branches: &[Node]) -> Result<(), Mistake> {
        let mut jumps = Vec::new();
        for (number, branch) in branches.iter().enumerate() {
            if number + 1 == branches.len() {
                self.node(branch)?;
                break;
            }
            let fork = self.push(Instruction::End);
            self.node(branch)?;
            jumps.push(self.push(Instruction::End));
            self.instructions[fork] = Instruction::Fork(fork + 1, self.next());
        }
        for jump in jumps {
            self.instructions[jump] = Instruction::Jump(self.next());
        }
        Ok(())
    }

    fn inside(&mut self, inside: Inside, node: &Node) -> Result<(), Mistake> {
        let start = self.push(Instruction::End);
        self.node(node)?;
        self.end_inside(start, inside);
        Ok(())
    }

    fn end_inside(&mut self, start: usize, inside: Inside) {
        self.push(Instruction::End);
        self.instructions[start] = Instruction::Inside(inside, self.next());
    }

    fn repeat(
        &mut self,
        node: &Node,
        least: u32,
        most: Option<u32>,
        greed: Greed,
    ) -> Result<(), Mistake> {
        let fork = |more: usize, end: usize| match greed {
            Greed::Lazy => Instruction::Fork(end, more),
            _ => Instruction::Fork(more, end),
        };
        for _ in 0..least {
            self.node(node)?;
        }
        let Some(most) = most else {
            // Each round must match something, or the loop would never end.
            let place = self.places;
            self.places += 1;
            let start = self.push(Instruction::End);
            self.push(Instruction::Remember(place));
            self.node(node)?;
            let end = self.next() + 2;
            self.push(Instruction::JumpIfEmpty(place, end));
            self.push(Instruction::Jump(start));
            self.instructions[start] = fork(start + 1, end);
            return Ok(());
        };
        let mut forks = Vec::new();
        for _ in least..most {
            forks.push(self.push(Instruction::End));
            self.node(node)?;
        }
        for start in forks {
            self.instructions[start] = fork(start + 1, self.next());
        }
        Ok(())
    }
}
