//! Who answers inside a worker: keeps the configuration, the words and the opened games from
//! question to question. How questions get here is [`line`](super::line)'s matter, so all of
//! it runs outside browsers too.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::Arc;

use wgs_app::listing::ListedWords;
use wgs_app::{LoadedDictionary, LoadedGame};
use wgs_config::dictionary::DictionaryError;
use wgs_config::share_link::{Fingerprint, SharedDictionary};
use wgs_config::{Catalogue, DictionarySource};

use super::message::{
    Answer, Ask, Checked, CreateAsk, Created, Judgement, Setting, SharedWords, SolveAsk, Solved,
    Trouble, Words,
};
use super::opened::Opened;

/// Milliseconds from any point on.
pub type Clock = fn() -> f64;

/// Makes of a regular expression what tells whether a word matches, in any case, or says what
/// is wrong with it. A page asks its browser, which has one anyway.
pub type Matching = fn(&str) -> Result<Matcher, String>;

/// Tells whether a word matches.
pub type Matcher = Box<dyn Fn(&str) -> bool>;

/// Answers questions, one after the other.
pub struct Clerk {
    clock: Clock,
    matching: Matching,
    catalogue: Arc<Catalogue>,
    brought: HashMap<String, Vec<u8>>,
    lexicons: HashMap<DictionarySource, Arc<LoadedDictionary>>,
    games: HashMap<Setting, Opened>,
    found: ListedWords,
}

/// The name of words that no dictionary of the configuration has.
const UNNAMED: &str = "";

impl Clerk {
    /// A clerk that knows the embedded games.
    pub fn new(clock: Clock, matching: Matching) -> Self {
        Self {
            clock,
            matching,
            catalogue: Arc::new(Catalogue::embedded()),
            brought: HashMap::new(),
            lexicons: HashMap::new(),
            games: HashMap::new(),
            found: ListedWords::default(),
        }
    }

    /// Answers a question.
    pub fn answer(&mut self, ask: Ask) -> Answer {
        match ask {
            Ask::Configure(text) => Answer::Configured(self.configure(&text)),
            Ask::Bring { name, content } => Answer::Brought(self.bring(name, content)),
            Ask::Solve(ask) => Answer::Solved(self.solve(&ask).map(Box::new)),
            Ask::Judge {
                setting,
                board,
                word,
            } => Answer::Judged(self.judge(&setting, &board, &word)),
            Ask::CheckBoard { setting, board } => Answer::Checked(self.check(&setting, &board)),
            Ask::Share(setting) => Answer::Shared(self.share(&setting)),
            Ask::Create(ask) => Answer::Created(self.create(&ask)),
        }
    }

    fn configure(&mut self, text: &str) -> Result<(), String> {
        let (catalogue, _) = Catalogue::parse(text).map_err(|problems| match problems.first() {
            Some(problem) => problem.to_string(),
            None => String::new(),
        })?;
        self.catalogue = Arc::new(catalogue);
        self.games.clear();
        // Other dictionaries may have these names now.
        self.lexicons.clear();
        Ok(())
    }

    fn bring(&mut self, name: String, content: Vec<u8>) -> Result<Words, String> {
        let named = self.catalogue.dictionaries().get(&name);
        let source = named.cloned();
        let source = source.unwrap_or_else(|| DictionarySource::File(name.clone().into()));
        let given = |_: &Path| Ok(content.clone());
        let lexicon = source
            .load_with(&given)
            .map_err(|error| error.to_string())?;
        let words = Words::from(Fingerprint::of(&lexicon));
        // Others that were brought under this name before are not meant any more.
        self.lexicons.clear();
        let loaded = LoadedDictionary::new(source.clone(), lexicon);
        self.lexicons.insert(source, Arc::new(loaded));
        self.games.clear();
        self.brought.insert(name, content);
        Ok(words)
    }

    /// The words of a game, and how they are understood.
    fn lexicon(&mut self, setting: &Setting) -> Result<Arc<LoadedDictionary>, Trouble> {
        let other = |error: &dyn std::fmt::Display| Trouble::Other(error.to_string());
        let game = self.catalogue.game(&setting.game);
        let game = game.map_err(|error| other(&error))?;
        let named = setting.dictionary.as_deref().or(game.dictionary_name());
        let name = named.unwrap_or(UNNAMED);
        let source = match named {
            Some(name) => self.catalogue.dictionaries().get(name).cloned(),
            None => Some(DictionarySource::Embedded),
        };
        let missing = || Trouble::WordsMissing(name.to_owned());
        let source = match (source, self.brought.contains_key(name)) {
            (Some(source), _) => source,
            (None, true) => DictionarySource::File(name.into()),
            (None, false) => return Err(missing()),
        };
        let content = self.brought.get(name);
        if source.file().is_some() && content.is_none() {
            return Err(missing());
        }
        let source = game.apply_spelling(source);
        if let Some(known) = self.lexicons.get(&source) {
            return Ok(known.clone());
        }
        let given = |_: &Path| -> Result<Vec<u8>, DictionaryError> {
            Ok(content.cloned().unwrap_or_default())
        };
        let lexicon = source.load_with(&given).map_err(|error| other(&error))?;
        let loaded = Arc::new(LoadedDictionary::new(source.clone(), lexicon));
        self.lexicons.insert(source, loaded.clone());
        Ok(loaded)
    }

    fn open(&mut self, setting: &Setting) -> Result<&mut Opened, Trouble> {
        if !self.games.contains_key(setting) {
            let dictionary = self.lexicon(setting)?;
            let catalogue = self.catalogue.clone();
            let game = LoadedGame::new(catalogue, &setting.game, dictionary, None, "solve");
            let game = game.map_err(|error| Trouble::Other(error.to_string()))?;
            let checker = game.board_checker().and_then(Result::ok);
            let opened = Opened {
                game,
                checker,
                last: None,
            };
            self.games.insert(setting.clone(), opened);
        }
        match self.games.entry(setting.clone()) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(_) => unreachable!("it was just opened"),
        }
    }

    fn solve(&mut self, ask: &SolveAsk) -> Result<Solved, Trouble> {
        let pattern = ask.pattern.as_deref().filter(|pattern| !pattern.is_empty());
        let matcher = pattern.map(self.matching).transpose();
        let matcher = matcher.map_err(Trouble::Pattern)?;
        let mut found = std::mem::take(&mut self.found);
        let solved = self
            .open(&ask.setting)
            .and_then(|opened| opened.solve(ask, matcher.as_ref(), &mut found));
        self.found = found;
        solved
    }

    fn judge(&mut self, setting: &Setting, board: &str, word: &str) -> Result<Judgement, String> {
        let opened = self.open(setting).map_err(|trouble| trouble.to_string())?;
        opened.judge(board, word)
    }

    fn check(&mut self, setting: &Setting, board: &str) -> Result<Checked, String> {
        let opened = self.open(setting).map_err(|trouble| trouble.to_string())?;
        opened.check(board)
    }

    fn share(&mut self, setting: &Setting) -> Result<SharedWords, String> {
        let told = |trouble: Trouble| trouble.to_string();
        let dictionary = self.lexicon(setting).map_err(told)?;
        let game = self.catalogue.game(&setting.game);
        let game = game.map_err(|error| error.to_string())?;
        let name = setting.dictionary.as_deref().or(game.dictionary_name());
        let name = name.unwrap_or(UNNAMED);
        let source = match self.catalogue.dictionaries().get(name) {
            Some(source) => source.clone(),
            None if self.brought.contains_key(name) => DictionarySource::File(name.into()),
            None => DictionarySource::Embedded,
        };
        Ok(SharedDictionary::new(name, &source, dictionary.lexicon()).into())
    }

    fn create(&mut self, ask: &CreateAsk) -> Result<Created, String> {
        let clock = self.clock;
        let opened = self
            .open(&ask.setting)
            .map_err(|trouble| trouble.to_string())?;
        opened.create(ask, clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clerk() -> Clerk {
        Clerk::new(
            || 0.0,
            |pattern| match pattern {
                "(" => Err("not closed".to_owned()),
                pattern => {
                    let pattern = pattern.to_uppercase();
                    Ok(Box::new(move |word| word.contains(&pattern)))
                }
            },
        )
    }

    fn setting() -> Setting {
        Setting {
            game: "Boggle (New)".to_owned(),
            dictionary: None,
        }
    }

    fn ask(board: &str) -> SolveAsk {
        SolveAsk {
            setting: setting(),
            board: board.to_owned(),
            ..SolveAsk::default()
        }
    }

    fn solved(clerk: &mut Clerk, ask: SolveAsk) -> Result<Box<Solved>, Trouble> {
        match clerk.answer(Ask::Solve(ask)) {
            Answer::Solved(solved) => solved,
            other => panic!("{other:?}"),
        }
    }

    const BOARD: &str = "STNDTEIELARSMRTO";

    #[test]
    fn the_summaries_are_of_the_whole_board_whatever_is_listed() {
        let mut clerk = clerk();
        let all = solved(&mut clerk, ask(BOARD)).unwrap();
        assert_eq!(all.rows.len() as u64, all.words);
        assert_eq!(all.is_valid, Some(true));
        assert_eq!(all.tiles.len(), 16);
        assert_eq!(
            all.summary_2,
            format!("{} words, {} points", all.words, all.points)
        );
        let (words, points) = all.tiles[0];
        assert_eq!(all.tool_tips[0], format!("{words} words, {points} points"));

        let some = SolveAsk {
            pattern: Some("rs".to_owned()),
            starts_with: vec![10],
            contains: vec![12],
            ..ask(BOARD)
        };
        let some = solved(&mut clerk, some).unwrap();
        assert!(!some.rows.is_empty() && some.rows.len() < all.rows.len());
        for row in &some.rows {
            assert!(row.word.contains("RS"), "{row:?}");
            assert!(
                row.positions[0] == 10 && row.positions.contains(&12),
                "{row:?}"
            );
        }
        assert_eq!(
            Solved {
                rows: Vec::new(),
                ..*some
            },
            Solved {
                rows: Vec::new(),
                ..*all
            }
        );
    }

    #[test]
    fn a_bad_pattern_is_told_as_one() {
        let bad = SolveAsk {
            pattern: Some("(".to_owned()),
            ..ask(BOARD)
        };
        let trouble = solved(&mut clerk(), bad).unwrap_err();
        assert_eq!(trouble, Trouble::Pattern("not closed".to_owned()));
    }

    #[test]
    fn words_of_a_file_are_missing_until_they_are_brought() {
        let mut clerk = clerk();
        let mine = SolveAsk {
            setting: Setting {
                dictionary: Some("mine.txt".to_owned()),
                ..setting()
            },
            ..ask("CATS")
        };
        let missing = Trouble::WordsMissing("mine.txt".to_owned());
        assert_eq!(solved(&mut clerk, mine.clone()).unwrap_err(), missing);
        let brought = clerk.answer(Ask::Bring {
            name: "mine.txt".to_owned(),
            content: b"cat\nsat\nzebra".to_vec(),
        });
        assert!(
            matches!(brought, Answer::Brought(Ok(Words { count: 3, .. }))),
            "{brought:?}"
        );
        let rows = solved(&mut clerk, mine.clone()).unwrap().rows;
        let words: Vec<&str> = rows.iter().map(|row| row.word.as_str()).collect();
        assert_eq!(words, ["CAT"]);
        let shared = clerk.answer(Ask::Share(mine.setting));
        let words = SharedWords::Carried("mine.txt".to_owned(), "CAT\nSAT\nZEBRA".to_owned());
        assert_eq!(shared, Answer::Shared(Ok(words)));
    }

    #[test]
    fn a_word_gets_the_reason_why_it_is_not_there() {
        let mut clerk = clerk();
        for (word, says) in [
            ("rats", "counts: 1 point"),
            (
                "at",
                "is too short: it counts for 2 letters, but 3 are needed",
            ),
            ("rtxyz", "is not in the dictionary"),
            (
                "zebra",
                "is a word, but needs letters that are not on the board: Z, B",
            ),
            ("toad", "is a word, but has no path on the board"),
        ] {
            let ask = Ask::Judge {
                setting: setting(),
                board: BOARD.to_owned(),
                word: word.to_owned(),
            };
            match clerk.answer(ask) {
                Answer::Judged(Ok(judgement)) => {
                    assert_eq!(judgement.says, says, "{word}");
                    assert_eq!(judgement.positions.is_some(), says.starts_with("counts"));
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_board_is_created_as_wanted() {
        let mut clerk = clerk();
        let ask = CreateAsk {
            setting: setting(),
            min_words: 120,
            min_points: 0,
            seed: 7,
            number: 0,
            milliseconds: 1,
        };
        let created = match clerk.answer(Ask::Create(ask)) {
            Answer::Created(Ok(created)) => created,
            other => panic!("{other:?}"),
        };
        assert!(created.is_met && created.words >= 120, "{created:?}");
        let found = solved(&mut clerk, super::tests::ask(&created.board)).unwrap();
        assert_eq!((found.words, found.points), (created.words, created.points));
    }
}
