//! A round on the screen: understands keys and the mouse, passes them to the judge of the round, and
//! says what to show. It reads no clock and writes nothing; time and events are inputs.

mod control;
#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::Position;
use wgs_config::commonness::Commonness;
use wgs_engine::Cell;
use wgs_play::{
    EndReason, HintKind, IgnoredReason, PlayerId, RoundAction, RoundEvent, RoundHint, RoundPhase,
    ScoreUnit, Verdict,
};

use super::super::round_source::RoundSource;
use super::super::{YOU, word_points};
use super::board_map::BoardMap;
use super::draw::{self, ScreenLayout};
use super::entry::Entry;
use super::palette::{Look, Palette, TileLook};
use super::view::{ClockView, PathView, PlayerLine, ResultView, ScreenView, WindowView, WordLine};
use crate::app::counted;
use crate::terminal::escape;

/// How long the path of a guess is shown, in milliseconds.
const FLASH: u64 = 1200;

/// The most words that are listed while the round is played.
const MAX_FOUND: usize = 500;

/// The mouse while its button is down on a tile.
#[derive(Clone, Copy, Debug)]
struct Drag {
    /// The tile where the button went down.
    first: Cell,
    /// Whether the mouse has reached another tile since.
    has_moved: bool,
    /// Where the mouse was last.
    at: Position,
}

/// The wish of the player when the screen is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenExit {
    /// End the game, or go on after a round of a room.
    Quit,
    /// End the game at once, with Ctrl-C.
    Interrupt,
    /// Play on another board.
    NewBoard,
}

/// The content of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A player must press a key to begin.
    Ready,
    Playing,
    Paused,
    /// Help, during a pause.
    Help,
    /// The others play.
    Watching,
    Ended,
}

/// A list of words at the end of the round.
#[derive(Clone, Debug, Default)]
struct WordList {
    title: String,
    words: Vec<WordLine>,
    paths: Vec<Vec<Cell>>,
    is_missed: bool,
}

/// A round on the screen.
pub(super) struct RoundScreen<S> {
    source: S,
    map: BoardMap,
    palette: Palette,
    title: String,
    subtitle: String,
    /// Whether another board can be played.
    has_more_boards: bool,
    mode: Mode,
    /// When the round began; [`None`] before.
    start: Option<u64>,
    now: u64,
    entry: Entry,
    /// The tiles of the guess that was sent last.
    sent: Vec<Cell>,
    drag: Option<Drag>,
    flash: Option<(PathView, u64)>,
    message: Option<(Look, String)>,
    hint: Option<(HintKind, RoundHint)>,
    scroll: (u16, u16),
    layout: ScreenLayout,
    lists: Vec<WordList>,
    winner: String,
    /// The list that is open, and the selected word of each.
    open: usize,
    selected: [usize; 2],
}

/// The access of a room to its round.
#[cfg(feature = "join")]
impl<S: RoundSource> RoundScreen<S> {
    /// The judge of the round.
    pub(super) fn source(&mut self) -> &mut S {
        &mut self.source
    }

    /// Whether the round has ended.
    pub(super) fn is_ended(&self) -> bool {
        self.mode == Mode::Ended
    }

    /// Shows a message in place of the last one.
    pub(super) fn tell(&mut self, look: Look, text: String) {
        self.message = Some((look, text));
    }
}

impl<S: RoundSource> RoundScreen<S> {
    /// Shows a round that has not begun. A round with a clock waits for a key, unless others play
    /// it too.
    pub(super) fn new(source: S, palette: Palette, title: &str, has_more_boards: bool) -> Self {
        let (view, board) = (source.view(), source.board());
        let tiles = match board.grid.is_full() {
            true => counted(board.board.len() as u64, "tile"),
            false => board.grid.size().to_string(),
        };
        let people = view.players.iter().filter(|it| it.level.is_none());
        let waits = source.limit().is_some() || people.count() > 1;
        let waits = waits && !source.is_shared();
        let no_words = || (Look::Urgent, "There are no words on this board".to_owned());
        let message = (view.words == 0).then(no_words);
        let mut screen = Self {
            map: BoardMap::new(board),
            palette,
            title: escape::line(title).into_owned(),
            subtitle: format!("{tiles}, {}", counted(view.words, "word")),
            has_more_boards,
            mode: Mode::Ready,
            start: None,
            now: 0,
            entry: Entry::default(),
            sent: Vec::new(),
            drag: None,
            flash: None,
            message,
            hint: None,
            scroll: (0, 0),
            layout: ScreenLayout::default(),
            lists: Vec::new(),
            winner: String::new(),
            open: 0,
            selected: [0; 2],
            source,
        };
        if !waits {
            screen.begin();
        }
        screen
    }

    /// Lets time pass. `now` only goes forward, in milliseconds.
    pub(super) fn tick(&mut self, now: u64) {
        self.now = now;
        if self.start.is_some() && self.mode != Mode::Ended {
            self.act(RoundAction::Tick);
        }
        if self.mode == Mode::Playing
            && let Some(reason) = self.source.watching()
        {
            self.mode = Mode::Watching;
            self.entry = Entry::default();
            self.message = Some((Look::Text, reason.to_owned()));
        }
    }

    /// Draws the screen.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let view = self.view();
        self.layout = draw::screen(&view, &self.map, self.palette, frame.buffer_mut());
        // A path that has left the screen comes into view with the next frame.
        if let (Some(plan), Some(path)) = (&self.layout.board, &view.path) {
            let cell = match self.mode {
                Mode::Ended => path.cells.first(),
                _ if self.entry.is_empty() => None,
                _ => path.cells.last(),
            };
            if let Some(cell) = cell {
                self.scroll = self.map.scroll_to(plan, *cell, self.scroll);
            }
        }
    }

    /// Passes an action of the player to the judge.
    fn act(&mut self, action: RoundAction) {
        let start = self.start.unwrap_or(self.now);
        for event in self.source.act(self.now - start, action) {
            self.take(event);
        }
    }

    fn take(&mut self, event: RoundEvent) {
        match event {
            RoundEvent::Judged {
                guess,
                verdict,
                penalty,
                ..
            } => self.take_verdict(&guess, &verdict, penalty),
            RoundEvent::HintGiven { hint, .. } => {
                let kind = match &hint {
                    RoundHint::Tiles(_) => HintKind::Tiles,
                    RoundHint::Lengths(_) => HintKind::Lengths,
                    RoundHint::Starts(_) => HintKind::Starts,
                    RoundHint::Path { .. } => HintKind::Path,
                };
                self.hint = Some((kind, hint));
            }
            RoundEvent::TurnEnded { .. } => {
                self.mode = Mode::Ready;
                self.entry = Entry::default();
                self.hint = None;
                self.message = None;
                self.flash = None;
            }
            RoundEvent::Ended { reason } => self.show_result(reason),
            RoundEvent::Ignored { reason } => {
                let text = match reason {
                    IgnoredReason::NoWordsLeft => "You found all the words",
                    IgnoredReason::TooLong => "This is too long for a word",
                    IgnoredReason::Ended if !self.source.is_shared() => return,
                    _ => "Not now",
                };
                self.message = Some((Look::Bad, text.to_owned()));
            }
            _ => {}
        }
    }

    fn take_verdict(&mut self, guess: &str, verdict: &Verdict, penalty: u64) {
        let guess = escape::line(guess);
        let (look, message, tile_look, path) = match verdict {
            Verdict::Counts { word, points, path } => {
                let word = escape::line(word);
                let message = match self.source.board().unit() {
                    ScoreUnit::Points => format!("✓ {word}: {}", counted(*points, "point")),
                    ScoreUnit::Words => format!("✓ {word}"),
                };
                (Look::Good, message, TileLook::Accepted, path.clone())
            }
            verdict => {
                let mut message = format!("✗ {guess} {}", escape::line(&verdict.to_string()));
                if penalty > 0 {
                    let unit = self.source.board().unit().name();
                    message += &format!("; you lose {}", counted(penalty, unit));
                }
                let path = match self.source.is_shared() {
                    true => std::mem::take(&mut self.sent),
                    false => self.entry.path().to_vec(),
                };
                (Look::Bad, message, TileLook::Rejected, path)
            }
        };
        self.message = Some((look, message));
        let path = PathView {
            cells: path,
            look: tile_look,
        };
        self.flash = Some((path, self.now + FLASH));
        if !self.source.is_shared() {
            self.entry = Entry::default();
        }
        // The numbers of a hint change with each word.
        if verdict.counts()
            && let Some((kind, _)) = self.hint
        {
            self.hint = self.source.hint(kind).map(|hint| (kind, hint));
        }
    }

    /// The word that is being entered, as text.
    fn text(&self) -> String {
        match self.entry.typed() {
            Some(text) => text.to_owned(),
            None => {
                let tiles = self.entry.path().iter();
                let tiles = tiles.filter_map(|cell| self.map.tile(*cell));
                tiles.map(|tile| tile.letters.as_str()).collect()
            }
        }
    }

    fn begin(&mut self) {
        self.mode = Mode::Playing;
        if self.start.is_none() {
            self.start = Some(self.now);
        }
        if self.source.view().phase == RoundPhase::Paused {
            self.act(RoundAction::Resume);
        }
    }

    fn pause(&mut self, mode: Mode) {
        self.mode = mode;
        self.act(RoundAction::Pause);
    }

    fn resume(&mut self) {
        self.mode = Mode::Playing;
        self.act(RoundAction::Resume);
    }

    /// Ends the turn of the player, and the round if no other person plays.
    fn finish(&mut self) {
        self.act(RoundAction::Finish);
    }

    fn guess(&mut self) {
        if self.entry.is_empty() {
            return;
        }
        let action = match self.entry.typed() {
            Some(text) => RoundAction::Guess(text.to_owned()),
            None => RoundAction::GuessPath(self.entry.path().to_vec()),
        };
        if self.source.is_shared() {
            // The verdict takes a moment, in which the next word can be typed.
            self.message = Some((Look::Faint, format!("… {}", escape::line(&self.text()))));
            self.sent = self.entry.path().to_vec();
            self.entry = Entry::default();
        }
        self.act(action);
    }

    /// Gives the next hint: each is more exact than the one before.
    fn ask_for_hint(&mut self) {
        let kind = match self.hint {
            None => HintKind::Tiles,
            Some((HintKind::Tiles, _)) => HintKind::Lengths,
            Some((HintKind::Lengths, _)) => HintKind::Starts,
            Some((HintKind::Starts | HintKind::Path, _)) => HintKind::Path,
        };
        self.message = None;
        self.act(RoundAction::Hint(kind));
    }

    /// Shows the end of the round.
    fn show_result(&mut self, reason: EndReason) {
        self.mode = Mode::Ended;
        self.entry = Entry::default();
        self.hint = None;
        self.flash = None;
        self.drag = None;
        self.message = match reason {
            EndReason::TimeUp => Some((Look::Urgent, "Time is up".to_owned())),
            EndReason::AllFound if self.source.is_shared() => {
                Some((Look::Good, "All words are found".to_owned()))
            }
            EndReason::AllFound => Some((Look::Good, "You found all the words".to_owned())),
            EndReason::Finished => None,
        };
        let (summary, unit) = (self.source.summary(), self.source.board().unit());
        let line = |word: &str, points: String| WordLine {
            word: escape::line(word).into_owned(),
            points,
        };
        let all_missed = summary.missed.len() as u64 + summary.more_missed;
        let missed = WordList {
            title: format!("Missed {all_missed}"),
            words: summary
                .missed
                .iter()
                .map(|word| {
                    let points = word_points(word.points, unit);
                    let points = match word.commonness {
                        Some(Commonness::Rare) => format!("rare  {points}"),
                        _ => points,
                    };
                    line(&word.word, points)
                })
                .collect(),
            paths: summary.missed.into_iter().map(|word| word.path).collect(),
            is_missed: true,
        };
        let mut found = WordList::default();
        let is_alone = summary.standings.len() == 1;
        for standing in summary.standings {
            for word in standing.words {
                let points = match word.is_cancelled {
                    true => "-".to_owned(),
                    false => word_points(word.points, unit),
                };
                // Alone, it is clear who found a word.
                let points = match is_alone {
                    true => points,
                    false => format!("{} {points}", escape::line(&standing.name)),
                };
                found.words.push(line(&word.word, points));
                found.paths.push(word.path);
            }
        }
        self.winner = summary.winner;
        found.title = format!("Found {}", found.words.len());
        self.open = usize::from(missed.words.is_empty());
        self.lists = vec![missed, found];
    }

    /// The content of the screen.
    pub(super) fn view(&self) -> ScreenView {
        let (round, unit) = (self.source.view(), self.source.board().unit());
        let is_ended = self.mode == Mode::Ended;
        let (path, tile_numbers) = self.shown_path();
        let mut players: Vec<PlayerLine> = Vec::new();
        for (player, id) in round.players.iter().zip((0..).map(PlayerId::new)) {
            let rank = player.rank.map(|rank| match rank.next {
                Some(next) => {
                    let missing = rank.next_points as i64 - player.points;
                    format!("{}, {missing} to {}", rank.rank.name(), next.name())
                }
                None => rank.rank.name().to_owned(),
            });
            let is_computer = player.level.is_some();
            let is_done = player.is_finished && self.source.is_shared() && !is_ended;
            let line = PlayerLine {
                name: escape::line(&player.name).into_owned(),
                note: match player.level {
                    Some(level) => Some(level.to_string()),
                    None => is_done.then(|| "finished".to_owned()),
                },
                is_computer,
                points: player.points,
                unit,
                words: player.words,
                share: (player.points.max(0) as u64 * 1000) / round.points.max(1),
                rank: rank.filter(|_| !is_computer),
                last_length: player.last_length,
            };
            // Others are hidden while a player's turn lasts.
            if id == round.turn && !is_ended {
                players.insert(0, line);
            } else if is_ended || self.source.shows_others() {
                players.push(line);
            }
        }
        let found = self.source.words(round.turn).into_iter().rev();
        let found = found.take(MAX_FOUND).map(|word| WordLine {
            word: escape::line(&word.word).into_owned(),
            points: word_points(word.points, unit),
        });
        let is_hidden = matches!(self.mode, Mode::Ready | Mode::Paused | Mode::Help);
        ScreenView {
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            clock: ClockView {
                time: round.remaining.unwrap_or(round.played),
                limit: self.source.limit(),
                is_paused: matches!(self.mode, Mode::Paused | Mode::Help)
                    && !self.source.is_shared(),
            },
            path,
            tile_numbers,
            entry: escape::line(&self.text()).into_owned(),
            pathless: self.entry.pathless(),
            message: self.message.clone(),
            players,
            found: match self.mode {
                Mode::Ready => Vec::new(),
                _ => found.collect(),
            },
            words: round.words,
            hint: self.hint.as_ref().and_then(|(_, hint)| hint_text(hint)),
            window: self.window(),
            result: is_ended.then(|| self.result_view()),
            is_board_hidden: is_hidden,
            keys: self.keys(),
            scroll: self.scroll,
        }
    }

    /// The path that is shown, and the numbers of a hint by cell.
    fn shown_path(&self) -> (Option<PathView>, Vec<u32>) {
        let numbers = match &self.hint {
            Some((_, RoundHint::Tiles(tiles))) => tiles.iter().map(|tile| tile.words).collect(),
            _ => Vec::new(),
        };
        let shown = |cells: Vec<Cell>, look| Some(PathView { cells, look });
        if self.mode == Mode::Ended {
            let list = self.lists.get(self.open);
            let path = list.and_then(|list| {
                let cells = list.paths.get(self.selected[self.open])?.clone();
                shown(
                    cells,
                    match list.is_missed {
                        true => TileLook::Hinted,
                        false => TileLook::Path,
                    },
                )
            });
            return (path, numbers);
        }
        if !self.entry.path().is_empty() {
            return (shown(self.entry.path().to_vec(), TileLook::Path), numbers);
        }
        if let Some((path, until)) = &self.flash
            && self.now < *until
        {
            return (Some(path.clone()), numbers);
        }
        let hinted = match &self.hint {
            Some((_, RoundHint::Path { path, .. })) => shown(path.clone(), TileLook::Hinted),
            _ => None,
        };
        (hinted, numbers)
    }

    fn window(&self) -> Option<WindowView> {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        let (title, lines): (&str, Vec<String>) = match self.mode {
            Mode::Ready => {
                let view = self.source.view();
                let player = view.players.get(view.turn.index());
                let name = player.map_or(YOU, |player| &player.name);
                let begin = "Press Enter or click to begin.";
                let begin = match name {
                    YOU => begin.to_owned(),
                    name => format!("{}: press Enter or click to begin.", escape::line(name)),
                };
                let board = self.source.board();
                let rule = match board.grid.is_full() {
                    true => "Spell words with the tiles",
                    false => "Spell words with tiles that touch",
                };
                let uses = match board.grid.reuses_tiles() {
                    true => "each as often as you like",
                    false => "each at most once",
                };
                let min = counted(board.rules.min_word_length, "letter");
                let rule = format!("{rule}, {uses}. Words have at least {min}.");
                ("Ready?", vec![rule, String::new(), begin])
            }
            Mode::Paused => ("Paused", lines(&["Press any key to go on."])),
            Mode::Help => {
                let is_shared = self.source.is_shared();
                let own = |line: &'static str| (!is_shared).then_some(line);
                let end = match is_shared {
                    true => "Ctrl-D     finish the round; the others go on",
                    false => "Ctrl-D     end the round and show its words",
                };
                let text = [
                    Some("Type a word, or click its tiles, or drag over them."),
                    Some(""),
                    Some("Enter      enter the word; or click its last tile"),
                    Some("Backspace  take back a letter or tile"),
                    Some("Esc        start the word again; or click the right button"),
                    own("Tab        a hint; each is more exact than the one before"),
                    Some("Arrows     move a board that is larger than the window"),
                    own("Ctrl-P     pause"),
                    Some(end),
                    Some("Ctrl-C     leave the game"),
                    Some(""),
                    Some("Press any key to go on."),
                ];
                let text: Vec<&str> = text.into_iter().flatten().collect();
                ("Help", lines(&text))
            }
            Mode::Playing | Mode::Watching | Mode::Ended => return None,
        };
        Some(WindowView {
            title: title.to_owned(),
            lines,
        })
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        match self.mode {
            Mode::Ready => vec![("Enter", "begin"), ("Esc", "leave")],
            Mode::Playing if self.source.is_shared() => vec![
                ("Enter", "guess"),
                ("Esc", "clear"),
                ("^D", "finish"),
                ("F1", "help"),
                ("^C", "leave"),
            ],
            Mode::Watching => vec![("^C", "leave")],
            Mode::Playing => vec![
                ("Enter", "guess"),
                ("Tab", "hint"),
                ("Esc", "clear"),
                ("^P", "pause"),
                ("^D", "end"),
                ("F1", "help"),
            ],
            Mode::Help if self.source.is_shared() => vec![("any key", "go on"), ("^D", "finish")],
            Mode::Paused | Mode::Help => vec![("any key", "go on"), ("^D", "end")],
            Mode::Ended => {
                let mut keys = vec![("↑↓", "select"), ("Tab", "missed/found")];
                if self.source.is_shared() {
                    keys.push(("Enter", "go on"));
                    return keys;
                }
                if self.has_more_boards {
                    keys.push(("n", "new board"));
                }
                keys.push(("q", "leave"));
                keys
            }
        }
    }

    fn result_view(&self) -> ResultView {
        let headline = match &self.message {
            Some((_, message)) => format!("{message}. {}", self.winner),
            None => self.winner.clone(),
        };
        let open = self.lists.get(self.open);
        ResultView {
            headline: escape::line(&headline).into_owned(),
            lists: self.lists.iter().map(|list| list.title.clone()).collect(),
            open: self.open,
            words: open.map(|list| list.words.clone()).unwrap_or_default(),
            selected: self.selected[self.open],
        }
    }
}

/// The title and the text of a hint.
fn hint_text(hint: &RoundHint) -> Option<(String, String)> {
    let (title, text) = match hint {
        RoundHint::Tiles(_) => (
            "Hint 1 of 4: tiles",
            "The number on a tile says how many of the words left use it.".to_owned(),
        ),
        RoundHint::Lengths(lengths) => {
            let lengths = lengths.iter();
            let lengths = lengths.map(|it| format!("{} letters:\u{a0}{}", it.length, it.words));
            (
                "Hint 2 of 4: lengths",
                lengths.collect::<Vec<_>>().join("  "),
            )
        }
        RoundHint::Starts(starts) => {
            let starts = starts.iter();
            let starts = starts.map(|it| format!("{}\u{a0}{}", escape::line(&it.start), it.words));
            (
                "Hint 3 of 4: first letters",
                starts.collect::<Vec<_>>().join("  "),
            )
        }
        RoundHint::Path { word, .. } => (
            "Hint 4 of 4: a word",
            format!("{} is on the board.", escape::line(word)),
        ),
    };
    Some((title.to_owned(), text))
}
