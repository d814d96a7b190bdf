//! Compares words with a pattern: a backtracking search with a limit on its steps.

use wgs_engine::letter;

use super::parser::{Assertion, Look};
use super::program::{Inside, Instruction, LetterCode, LetterKind, LongLetters};
use super::{Pattern, TooManySteps};

/// The steps that a matcher may always take: a fraction of a second.
const FIRST_STEPS: u64 = 20_000_000;

/// The steps that each word adds. Ordinary patterns need fewer than 100 for a word.
const STEPS_PER_WORD: u64 = 1_000;

/// A place that was not reached.
const NOWHERE: usize = usize::MAX;

/// Compares words with a [`Pattern`].
#[derive(Clone, Debug)]
pub struct PatternMatcher<'p> {
    pattern: &'p Pattern,
    steps_left: u64,
    /// The letters of the word.
    letters: Vec<LetterCode>,
    long_letters: LongLetters,
    /// The remembered places.
    places: Vec<usize>,
    /// The steps to take when an instruction fails, the last first.
    undo: Vec<Undo>,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    /// Continue with an instruction at a place of the word.
    Try { next: usize, at: usize },
    /// Restore the place that was remembered before.
    Restore { place: usize, at: usize },
}

/// The search has no steps left.
struct OutOfSteps;

impl<'p> PatternMatcher<'p> {
    pub(super) fn new(pattern: &'p Pattern) -> Self {
        Self {
            pattern,
            steps_left: FIRST_STEPS,
            letters: Vec::new(),
            long_letters: pattern.program.long_letters.clone(),
            places: Vec::new(),
            undo: Vec::new(),
        }
    }

    /// Returns whether the pattern matches anywhere in a word.
    pub fn is_match(&mut self, word: &str) -> Result<bool, TooManySteps> {
        self.read(word);
        self.steps_left = self.steps_left.saturating_add(STEPS_PER_WORD);
        self.undo.clear();
        self.places.clear();
        self.places.resize(self.pattern.program.places, NOWHERE);
        for start in 0..=self.letters.len() {
            match self.run(0, start, None) {
                Ok(Some(_)) => return Ok(true),
                Ok(None) => {}
                Err(OutOfSteps) => {
                    let word = word.to_owned();
                    return Err(TooManySteps { word });
                }
            }
        }
        Ok(false)
    }

    /// Reads the letters of a word.
    fn read(&mut self, word: &str) {
        self.letters.clear();
        let spelling = &self.pattern.spelling;
        if word.is_ascii() && spelling.is_plain() {
            let letters = word.bytes().map(|byte| byte.to_ascii_lowercase());
            self.letters.extend(letters.map(LetterCode::from));
            return;
        }
        self.long_letters
            .truncate(self.pattern.program.long_letters.len());
        let read = spelling.read(word);
        for letter in letter::letters(&letter::fold(&read)) {
            self.letters.push(self.long_letters.code(letter));
        }
    }

    /// Runs instructions from a place of the word to their end, which must be at `goal` if there
    /// is one. Returns the place where the match ends.
    fn run(
        &mut self,
        start: usize,
        mut at: usize,
        goal: Option<usize>,
    ) -> Result<Option<usize>, OutOfSteps> {
        let program = &self.pattern.program;
        let undone = self.undo.len();
        let mut next = start;
        loop {
            self.steps_left = self.steps_left.checked_sub(1).ok_or(OutOfSteps)?;
            let letter = self.letters.get(at).copied();
            let instruction = &program.instructions[next];
            next += 1;
            let is_met = match *instruction {
                Instruction::Letter(code) => {
                    at += 1;
                    letter == Some(code)
                }
                Instruction::AnyLetter => {
                    at += 1;
                    letter.is_some()
                }
                Instruction::Class(class) => {
                    at += 1;
                    let class = &program.classes[class];
                    letter.is_some_and(|letter| class.contains(letter, &self.long_letters))
                }
                Instruction::Assertion(assertion) => self.holds(assertion, at),
                Instruction::Fork(first, second) => {
                    self.undo.push(Undo::Try { next: second, at });
                    next = first;
                    true
                }
                Instruction::Jump(to) => {
                    next = to;
                    true
                }
                Instruction::Remember(place) => {
                    let before = std::mem::replace(&mut self.places[place], at);
                    self.undo.push(Undo::Restore { place, at: before });
                    true
                }
                Instruction::JumpIfEmpty(place, to) => {
                    if self.places[place] == at {
                        next = to;
                    }
                    true
                }
                Instruction::Reference(start, end) => {
                    match (self.places[start], self.places[end]) {
                        (start, end) if start <= end && end != NOWHERE => {
                            let (from, length) = (at, end - start);
                            at += length;
                            self.letters.get(from..at) == self.letters.get(start..end)
                        }
                        _ => false,
                    }
                }
                Instruction::Inside(inside, end) => {
                    let first = next;
                    next = end;
                    match inside {
                        Inside::Atomic => match self.run(first, at, None)? {
                            Some(end) => {
                                at = end;
                                true
                            }
                            None => false,
                        },
                        Inside::Look(look) => self.looks(look, first, at)?,
                    }
                }
                Instruction::End => {
                    if goal.is_none_or(|goal| goal == at) {
                        self.settle(undone);
                        return Ok(Some(at));
                    }
                    false
                }
            };
            if !is_met {
                match self.back(undone) {
                    Some(place) => (next, at) = place,
                    None => return Ok(None),
                }
            }
        }
    }

    /// Undoes the last steps up to one that can be continued in another way.
    fn back(&mut self, undone: usize) -> Option<(usize, usize)> {
        while self.undo.len() > undone {
            match self.undo.pop()? {
                Undo::Try { next, at } => return Some((next, at)),
                Undo::Restore { place, at } => self.places[place] = at,
            }
        }
        None
    }

    /// Gives up all other ways to match since there were `undone` steps.
    fn settle(&mut self, undone: usize) {
        let mut kept = undone;
        for index in undone..self.undo.len() {
            if let Undo::Restore { .. } = self.undo[index] {
                self.undo[kept] = self.undo[index];
                kept += 1;
            }
        }
        self.undo.truncate(kept);
    }

    /// Returns whether the instructions from `first` match at a place, ahead or behind.
    fn looks(&mut self, look: Look, first: usize, at: usize) -> Result<bool, OutOfSteps> {
        let undone = self.undo.len();
        let mut is_found = false;
        if look.is_behind {
            for start in (0..=at).rev() {
                is_found = self.run(first, start, Some(at))?.is_some();
                if is_found {
                    break;
                }
            }
        } else {
            is_found = self.run(first, at, None)?.is_some();
        }
        if look.is_negative {
            // Groups inside remember nothing.
            while self.back(undone).is_some() {}
        }
        Ok(is_found != look.is_negative)
    }

    fn holds(&self, assertion: Assertion, at: usize) -> bool {
        let is_in_word = |index: Option<usize>| {
            let letter = index.and_then(|index| self.letters.get(index));
            letter
                .is_some_and(|&letter| self.long_letters.is_of_kind(letter, LetterKind::WordLetter))
        };
        let is_boundary = || is_in_word(at.checked_sub(1)) != is_in_word(Some(at));
        match assertion {
            Assertion::Start => at == 0,
            Assertion::End => at == self.letters.len(),
            Assertion::Boundary => is_boundary(),
            Assertion::NoBoundary => !is_boundary(),
        }
    }
}
