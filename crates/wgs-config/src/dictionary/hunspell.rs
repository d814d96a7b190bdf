//! Expands the dictionaries of the spelling checker Hunspell into word lists: every stem of a
//! `.dic` file with the prefixes and suffixes that the rules of its `.aff` file allow. It does
//! not check spelling and does not form compounds.
//!
//! The libraries for these files check single words; a game needs the list of all words.
//!
//! A prefix and a suffix combine if both allow it, and a suffix may take a second suffix. The
//! number of words is limited, because rules can multiply, and so is the number of steps, because
//! rules that never apply take time too.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::messages;

/// The most forms that the words of a dictionary may expand to, several times those of the
/// richest known.
pub const MOST_FORMS: usize = 20_000_000;

/// The most bytes of all words together.
const MOST_BYTES: usize = 1 << 28;

/// The most steps for each form that is allowed. A step compares or writes a character, or looks
/// at a flag or a rule.
const STEPS_PER_FORM: usize = 100;

/// Why a dictionary cannot be expanded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum HunspellError {
    /// The affix file names an encoding that is not supported.
    Encoding(String),
    /// The text is not UTF-8.
    NotText(usize),
    /// The rules produce too many words.
    TooManyForms {
        /// The number of forms allowed.
        most: usize,
    },
    /// The rules take too long to apply.
    TooManySteps {
        /// The number of steps allowed.
        most: usize,
    },
}

messages! {
    impl ToMessage for HunspellError {
        Self::Encoding(encoding) => "hunspell.encoding":
            "the encoding {encoding} is not supported; expected UTF-8, ISO8859-1 or ISO8859-15"
            (encoding);
        Self::NotText(line) => "hunspell.not-text":
            "line {line} is not UTF-8 text" (line);
        Self::TooManyForms { most } => "hunspell.too-many-forms":
            "its affix rules produce more than {most} forms, or words of {bytes} bytes"
            (most, bytes = MOST_BYTES);
        Self::TooManySteps { most } => "hunspell.too-many-steps":
            "its affix rules take more than {most} steps to apply" (most);
    }
}

/// How flags are written after a stem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FlagForm {
    /// One character each.
    #[default]
    Character,
    /// Two characters each.
    Long,
    /// Numbers with commas between them.
    Number,
}

/// A flag as a number.
type Flag = u32;

/// A rule that adds a prefix or a suffix.
#[derive(Clone, Debug)]
struct AffixRule {
    /// The letters that the affix replaces.
    strip: String,
    add: String,
    /// The flags of the affix itself, which allow more affixes.
    flags: Arc<[Flag]>,
    condition: Vec<Symbol>,
}

/// One character of a condition.
#[derive(Clone, Debug)]
enum Symbol {
    Any,
    OneOf(Vec<char>),
    NoneOf(Vec<char>),
}

/// The rules with the same flag.
#[derive(Clone, Debug, Default)]
struct Affix {
    is_prefix: bool,
    combines: bool,
    rules: Vec<AffixRule>,
}

/// The rules of an affix file.
#[derive(Clone, Debug, Default)]
struct Rules {
    form: FlagForm,
    /// Flags that are written as the number of a line of the affix file.
    aliases: Vec<Arc<[Flag]>>,
    affixes: HashMap<Flag, Affix>,
    needs_affix: Option<Flag>,
    /// Flags of words that are not words on their own.
    excluded: HashSet<Flag>,
}

/// Returns the words of a dictionary, one to a line, without those that have a capital letter,
/// a digit or a mark such as an apostrophe: they cannot be on a board. `affixes` is the content of
/// the `.aff` file and `stems` that of the `.dic` file; they may expand to at most `most_forms`
/// forms.
pub fn expand(affixes: &[u8], stems: &[u8], most_forms: usize) -> Result<String, HunspellError> {
    let encoding = encoding(affixes)?;
    let rules = Rules::parse(&encoding.decode(affixes)?);
    let mut words = WordCollector::new(most_forms);
    // The first line is the number of stems.
    for line in encoding.decode(stems)?.lines().skip(1) {
        let entry = line.split(['\t', ' ']).next().unwrap_or_default();
        let (stem, flags) = match entry.split_once('/') {
            Some((stem, flags)) if !stem.is_empty() => (stem, rules.flags(flags)),
            _ => (entry, Arc::default()),
        };
        words.spend(1 + flags.len())?;
        if is_playable(stem) && !rules.is_excluded(&flags) {
            rules.expand(stem, &flags, &mut words)?;
        }
    }
    Ok(words.text)
}

/// Returns whether a word has only lower-case letters, or letters without case.
pub fn is_playable(word: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && !c.is_uppercase();
    !word.is_empty() && word.chars().all(is_letter)
}

/// The encoding of a dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    /// ISO 8859-1: every byte is the character with that number.
    Latin1,
    /// ISO 8859-15: the same, except for eight characters, of which seven are letters.
    Latin9,
}

fn encoding(affixes: &[u8]) -> Result<Encoding, HunspellError> {
    let text = String::from_utf8_lossy(affixes);
    let set = text.lines().find_map(|line| {
        let line = line.trim_start_matches('\u{feff}');
        line.strip_prefix("SET")
            .filter(|rest| rest.starts_with(char::is_whitespace))
    });
    let Some(set) = set.map(|set| set.trim().to_ascii_uppercase()) else {
        return Ok(Encoding::Latin1);
    };
    match set.replace(['-', '_'], "").as_str() {
        "UTF8" => Ok(Encoding::Utf8),
        "ISO88591" => Ok(Encoding::Latin1),
        "ISO885915" => Ok(Encoding::Latin9),
        _ => Err(HunspellError::Encoding(set)),
    }
}

impl Encoding {
    fn decode(self, bytes: &[u8]) -> Result<String, HunspellError> {
        match self {
            Self::Utf8 => {
                let text = str::from_utf8(bytes).map_err(|error| {
                    let before = &bytes[..error.valid_up_to()];
                    let breaks = before.iter().filter(|&&byte| byte == b'\n').count();
                    HunspellError::NotText(breaks + 1)
                })?;
                Ok(text.trim_start_matches('\u{feff}').to_owned())
            }
            Self::Latin1 => Ok(bytes.iter().copied().map(char::from).collect()),
            Self::Latin9 => {
                let decode = |&byte: &u8| match byte {
                    0xA6 => 'Š',
                    0xA8 => 'š',
                    0xB4 => 'Ž',
                    0xB8 => 'ž',
                    0xBC => 'Œ',
                    0xBD => 'œ',
                    0xBE => 'Ÿ',
                    byte => char::from(byte),
                };
                Ok(bytes.iter().map(decode).collect())
            }
        }
    }
}

/// Collects words within limits. A word may occur several times.
struct WordCollector {
    text: String,
    /// The number of forms so far, with those that cannot be on a board.
    forms: usize,
    most_forms: usize,
    /// The number of steps so far.
    steps: usize,
    most_steps: usize,
}

impl WordCollector {
    fn new(most_forms: usize) -> Self {
        Self {
            text: String::new(),
            forms: 0,
            most_forms,
            steps: 0,
            most_steps: most_forms.saturating_mul(STEPS_PER_FORM),
        }
    }

    /// Counts some steps.
    fn spend(&mut self, steps: usize) -> Result<(), HunspellError> {
        self.steps = self.steps.saturating_add(steps);
        let most = self.most_steps;
        match self.steps > most {
            true => Err(HunspellError::TooManySteps { most }),
            false => Ok(()),
        }
    }

    fn push(&mut self, word: &str) -> Result<(), HunspellError> {
        self.forms += 1;
        if self.forms > self.most_forms || self.text.len() + word.len() > MOST_BYTES {
            let most = self.most_forms;
            return Err(HunspellError::TooManyForms { most });
        }
        if !is_playable(word) {
            return Ok(());
        }
        self.text.push_str(word);
        self.text.push('\n');
        Ok(())
    }
}

impl Rules {
    fn parse(text: &str) -> Self {
        let mut rules = Self::default();
        // Flags cannot be read before their form is known.
        for line in text.lines() {
            if let Some(form) = line.strip_prefix("FLAG") {
                rules.form = match form.trim() {
                    "long" => FlagForm::Long,
                    "num" => FlagForm::Number,
                    _ => FlagForm::Character,
                };
            }
        }
        let mut has_aliases = false;
        for line in text.lines() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            match fields.as_slice() {
                // The first line is the number of aliases.
                ["AF", _, ..] if !std::mem::replace(&mut has_aliases, true) => {}
                ["AF", flags, ..] => rules.aliases.push(rules.written_flags(flags).into()),
                ["NEEDAFFIX" | "PSEUDOROOT", flag, ..] => {
                    rules.needs_affix = rules.written_flags(flag).first().copied();
                }
                ["FORBIDDENWORD" | "ONLYINCOMPOUND", flag, ..] => {
                    let flag = rules.written_flags(flag);
                    rules.excluded.extend(flag);
                }
                ["PFX" | "SFX", flag, combines @ ("Y" | "N"), count]
                    if count.bytes().all(|byte| byte.is_ascii_digit()) =>
                {
                    if let Some(&flag) = rules.written_flags(flag).first() {
                        let affix = rules.affixes.entry(flag).or_default();
                        affix.is_prefix = fields[0] == "PFX";
                        affix.combines = *combines == "Y";
                    }
                }
                ["PFX" | "SFX", flag, strip, add, rest @ ..] => {
                    let is_prefix = fields[0] == "PFX";
                    let condition = rest.first().copied().unwrap_or(".");
                    let rule = rules.rule(strip, add, condition);
                    if let Some(&flag) = rules.written_flags(flag).first() {
                        let affix = rules.affixes.entry(flag).or_default();
                        affix.is_prefix = is_prefix;
                        affix.rules.push(rule);
                    }
                }
                _ => {}
            }
        }
        rules
    }

    fn rule(&self, strip: &str, add: &str, condition: &str) -> AffixRule {
        let plain = |text: &str| match text {
            "0" => String::new(),
            text => text.to_owned(),
        };
        let (add, flags) = match add.split_once('/') {
            Some((add, flags)) => (add, self.flags(flags)),
            None => (add, Arc::default()),
        };
        AffixRule {
            strip: plain(strip),
            add: plain(add),
            flags,
            condition: parse_condition(condition),
        }
    }

    /// Reads flags, which may be the number of an alias.
    fn flags(&self, text: &str) -> Arc<[Flag]> {
        let alias = text
            .parse::<usize>()
            .ok()
            .filter(|_| !self.aliases.is_empty());
        match alias.and_then(|alias| self.aliases.get(alias.checked_sub(1)?)) {
            Some(flags) => flags.clone(),
            None => self.written_flags(text).into(),
        }
    }

    fn written_flags(&self, text: &str) -> Vec<Flag> {
        match self.form {
            FlagForm::Character => text.chars().map(Flag::from).collect(),
            FlagForm::Long => {
                let chars: Vec<char> = text.chars().collect();
                let flag = |pair: &[char]| {
                    let second = pair.get(1).map_or(0, |&c| Flag::from(c));
                    Flag::from(pair[0]) << 16 ^ second
                };
                chars.chunks(2).map(flag).collect()
            }
            FlagForm::Number => {
                let numbers = text.split(',');
                numbers
                    .filter_map(|number| number.trim().parse().ok())
                    .collect()
            }
        }
    }

    fn is_excluded(&self, flags: &[Flag]) -> bool {
        flags.iter().any(|flag| self.excluded.contains(flag))
    }

    fn needs_affix(&self, flags: &[Flag]) -> bool {
        self.needs_affix.is_some_and(|it| flags.contains(&it))
    }

    /// Collects a stem and all its forms.
    fn expand(
        &self,
        stem: &str,
        flags: &[Flag],
        words: &mut WordCollector,
    ) -> Result<(), HunspellError> {
        if !self.needs_affix(flags) {
            words.push(stem)?;
        }
        let prefixes = self.affixes(flags, true, words)?;
        for affix in &prefixes {
            for rule in &affix.rules {
                if let Some(word) = self.apply(rule, affix, stem, words)?
                    && !self.needs_affix(&rule.flags)
                {
                    words.push(&word)?;
                }
            }
        }
        for affix in self.affixes(flags, false, words)? {
            for rule in &affix.rules {
                let Some(word) = self.apply(rule, affix, stem, words)? else {
                    continue;
                };
                let more = self.affixes(&rule.flags, true, words)?;
                let all = || prefixes.iter().chain(&more).copied();
                if !self.needs_affix(&rule.flags) {
                    words.push(&word)?;
                    if affix.combines {
                        self.add_prefixes(all(), &word, words)?;
                    }
                }
                for second in self.affixes(&rule.flags, false, words)? {
                    for rule in &second.rules {
                        let Some(word) = self.apply(rule, second, &word, words)? else {
                            continue;
                        };
                        words.push(&word)?;
                        if affix.combines && second.combines {
                            self.add_prefixes(all(), &word, words)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the prefixes or the suffixes among flags.
    fn affixes(
        &self,
        flags: &[Flag],
        is_prefix: bool,
        words: &mut WordCollector,
    ) -> Result<Vec<&Affix>, HunspellError> {
        words.spend(flags.len())?;
        let affixes = flags.iter().filter_map(|flag| self.affixes.get(flag));
        Ok(affixes
            .filter(|affix| affix.is_prefix == is_prefix)
            .collect())
    }

    /// Collects a word with each of the prefixes that combine with suffixes.
    fn add_prefixes<'r>(
        &self,
        prefixes: impl Iterator<Item = &'r Affix>,
        word: &str,
        words: &mut WordCollector,
    ) -> Result<(), HunspellError> {
        for affix in prefixes {
            words.spend(1)?;
            for rule in affix.rules.iter().filter(|_| affix.combines) {
                if let Some(word) = self.apply(rule, affix, word, words)? {
                    words.push(&word)?;
                }
            }
        }
        Ok(())
    }

    /// Returns a word with an affix, if the rule allows it and the result is not excluded.
    fn apply(
        &self,
        rule: &AffixRule,
        affix: &Affix,
        word: &str,
        words: &mut WordCollector,
    ) -> Result<Option<String>, HunspellError> {
        words.spend(1)?;
        let rest = match affix.is_prefix {
            true => word.strip_prefix(rule.strip.as_str()),
            false => word.strip_suffix(rule.strip.as_str()),
        };
        let Some(rest) = rest else {
            return Ok(None);
        };
        words.spend(rule.strip.len())?;
        let is_match = match affix.is_prefix {
            true => matches(rule.condition.iter(), word.chars(), words)?,
            false => matches(rule.condition.iter().rev(), word.chars().rev(), words)?,
        };
        if !is_match {
            return Ok(None);
        }
        words.spend(rule.flags.len() + rest.len() + rule.add.len())?;
        if self.is_excluded(&rule.flags) {
            return Ok(None);
        }
        Ok(Some(match affix.is_prefix {
            true => format!("{}{rest}", rule.add),
            false => format!("{rest}{}", rule.add),
        }))
    }
}

/// Returns whether characters match a condition, from one end of both.
fn matches<'s>(
    condition: impl Iterator<Item = &'s Symbol>,
    mut chars: impl Iterator<Item = char>,
    words: &mut WordCollector,
) -> Result<bool, HunspellError> {
    for symbol in condition {
        words.spend(symbol.steps())?;
        if !chars.next().is_some_and(|c| symbol.matches(c)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Parses a condition such as `[^aeiou]y`; `.` allows every word that is long enough.
fn parse_condition(text: &str) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        symbols.push(match c {
            '.' => Symbol::Any,
            '[' => {
                let set: Vec<char> = chars.by_ref().take_while(|&c| c != ']').collect();
                match set.split_first() {
                    Some((&'^', others)) => Symbol::NoneOf(others.to_vec()),
                    _ => Symbol::OneOf(set),
                }
            }
            c => Symbol::OneOf(vec![c]),
        });
    }
    match symbols.as_slice() {
        [Symbol::Any] => Vec::new(),
        _ => symbols,
    }
}

impl Symbol {
    /// Returns the number of characters that a comparison looks at.
    fn steps(&self) -> usize {
        match self {
            Self::Any => 1,
            Self::OneOf(set) | Self::NoneOf(set) => set.len(),
        }
    }

    fn matches(&self, c: char) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(set) => set.contains(&c),
            Self::NoneOf(set) => !set.contains(&c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(affixes: &str, stems: &str) -> Vec<String> {
        let stems = format!("0\n{stems}");
        let text = expand(affixes.as_bytes(), stems.as_bytes(), MOST_FORMS).unwrap();
        let mut words: Vec<String> = text.lines().map(str::to_owned).collect();
        words.sort();
        words.dedup();
        words
    }

    #[test]
    fn stems_take_the_affixes_that_their_flags_and_conditions_allow() {
        let affixes = "SET UTF-8\n\
            PFX R Y 1\nPFX R 0 re .\n\
            SFX S Y 3\nSFX S y ies [^aeiou]y\nSFX S 0 s [aeiou]y\nSFX S 0 s [^y]\n\
            SFX N N 1\nSFX N 0 ness .\n";
        assert_eq!(
            words(affixes, "try/RS"),
            ["retries", "retry", "tries", "try"]
        );
        assert_eq!(words(affixes, "play/S"), ["play", "plays"]);
        // A suffix that does not combine has no prefix.
        assert_eq!(words(affixes, "sad/RN"), ["resad", "sad", "sadness"]);
        assert_eq!(
            words(affixes, "cat\tpo:noun\ndog/S po:noun"),
            ["cat", "dog", "dogs"]
        );
    }

    #[test]
    fn all_forms_of_flags_are_read() {
        let rule = |form: &str, flag: &str| {
            format!("SET UTF-8\nFLAG {form}\nSFX {flag} Y 1\nSFX {flag} 0 s .\n")
        };
        assert_eq!(words(&rule("long", "Aa"), "cat/XxAa"), ["cat", "cats"]);
        assert_eq!(words(&rule("num", "41"), "cat/7,41"), ["cat", "cats"]);
        assert_eq!(words(&rule("UTF-8", "é"), "cat/é"), ["cat", "cats"]);
        let aliases = "SET UTF-8\nAF 2\nAF X\nAF XS\nSFX S Y 1\nSFX S 0 s .\n";
        assert_eq!(words(aliases, "cat/2\ndog/1"), ["cat", "cats", "dog"]);
    }

    #[test]
    fn suffixes_may_take_a_second_suffix() {
        let affixes = "SET UTF-8\nNEEDAFFIX X\n\
            SFX A Y 1\nSFX A 0 er/S .\nSFX S Y 1\nSFX S 0 s .\n";
        assert_eq!(words(affixes, "work/A"), ["work", "worker", "workers"]);
        assert_eq!(words(affixes, "work/XA"), ["worker", "workers"]);
    }

    #[test]
    fn words_that_cannot_be_on_a_board_are_left_out() {
        let affixes = "SET UTF-8\nFORBIDDENWORD !\nPFX L Y 1\nPFX L 0 l' [aeiou]\n";
        let stems = "arbre/L\nParis\naujourd'hui\narc-en-ciel\n3e\nmaux/!\nété";
        assert_eq!(words(affixes, stems), ["arbre", "été"]);
    }

    #[test]
    fn the_encoding_is_that_of_the_affix_file() {
        let text = expand(b"SET ISO8859-15\n", b"1\n\xbduvre\n", MOST_FORMS).unwrap();
        assert_eq!(text, "œuvre\n");
        let text = expand(b"# none\n", b"1\n\xe9t\xe9\n", MOST_FORMS).unwrap();
        assert_eq!(text, "été\n");
        assert_eq!(
            expand(b"SET KOI8-R\n", b"", MOST_FORMS).unwrap_err(),
            HunspellError::Encoding("KOI8-R".to_owned())
        );
        let broken = expand(b"SET UTF-8\n", b"1\n\xff\n", MOST_FORMS);
        assert_eq!(broken.unwrap_err(), HunspellError::NotText(2));
    }

    /// Returns the error for a dictionary with these parts, each repeated.
    fn refused(rule: &str, stem: &str) -> Option<HunspellError> {
        let affixes = format!("SET UTF-8\nAF 1\nAF {}\n{rule}", "A".repeat(3_000));
        let stems = format!("0\n{stem}");
        expand(affixes.as_bytes(), stems.as_bytes(), 10_000).err()
    }

    #[test]
    fn rules_and_flags_that_multiply_without_forms_are_limited() {
        let most = 10_000 * STEPS_PER_FORM;
        let limit = Some(HunspellError::TooManySteps { most });
        let rules = |rule: &str| format!("SFX A Y 3000\n{}", rule.repeat(3_000));
        let stem = |flags: &str| format!("cat/{flags}\n").repeat(3_000);
        // Rules that strip or require letters that no stem has.
        assert_eq!(refused(&rules("SFX A x s .\n"), &stem("A")), limit);
        assert_eq!(refused(&rules("SFX A 0 s x\n"), &stem("A")), limit);
        // A long condition, flags without rules, and aliases of many flags.
        let condition = format!("SFX A 0 s [{}]\n", "x".repeat(3_000));
        assert_eq!(refused(&condition, &stem("A")), limit);
        assert_eq!(refused("", &stem(&"B".repeat(3_000))), limit);
        assert_eq!(refused("", &stem("1")), limit);
        // Forms that cannot be on a board, of a long stem.
        let stem = format!("{}/A\n", "cat".repeat(1_000));
        assert_eq!(refused(&rules("SFX A 0 's .\n"), &stem), limit);
        // As in real dictionaries: some rules for each stem, of which few apply.
        let stems = "cat/A\n".repeat(300);
        let rules = "SFX A y ies [^aeiou]y\n".repeat(40) + "SFX A 0 s [^y]\n";
        assert_eq!(refused(&format!("SFX A Y 41\n{rules}"), &stems), None);
    }
}
