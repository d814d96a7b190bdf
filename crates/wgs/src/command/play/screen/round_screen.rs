//! A round on the screen: understands keys and the mouse, passes them to the round, and says what
//! to show. It reads no clock and writes nothing; time and events are inputs.

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use wgs_core::Cell;
use wgs_play::{
    EndReason, HintKind, IgnoredReason, PlayerId, Round, RoundAction, RoundEvent, RoundHint,
    RoundInput, RoundPhase, TurnOrder, Verdict,
};

use super::super::YOU;
use super::board_map::BoardMap;
use super::draw::{self, ScreenLayout};
use super::entry::{Entry, Tap};
use super::palette::{Look, Palette, TileLook};
use super::view::{ClockView, PathView, PlayerLine, ResultView, ScreenView, WindowView, WordLine};
use crate::app::counted;
use crate::terminal::escape;

/// How long the path of a guess is shown, in milliseconds.
const FLASH: u64 = 1200;

/// The most words that are listed while the round is played.
const MAX_FOUND: usize = 500;

/// The number of a computer's words that are shown.
const LATEST: usize = 3;

/// The columns and lines that an arrow key scrolls a large board by.
const SCROLL_STEP: (u16, u16) = (8, 4);

/// What the player wants to do when the screen is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenExit {
    /// End the game.
    Quit,
    /// End the game at once, with Ctrl-C.
    Interrupt,
    /// Play on another board.
    NewBoard,
}

/// What the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A player must press a key to begin.
    Ready,
    Playing,
    Paused,
    /// Help, during a pause.
    Help,
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
pub(super) struct RoundScreen<'r> {
    round: &'r mut Round,
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
    /// The tile where the mouse button went down, and whether it has left it since.
    drag: Option<(Cell, bool)>,
    flash: Option<(PathView, u64)>,
    message: Option<(Look, String)>,
    hint: Option<(HintKind, RoundHint)>,
    scroll: (u16, u16),
    layout: ScreenLayout,
    lists: Vec<WordList>,
    /// The list that is open, and the selected word of each.
    open: usize,
    selected: [usize; 2],
}

impl<'r> RoundScreen<'r> {
    /// Shows a round that has not begun. A round with a clock waits for a key.
    pub(super) fn new(
        round: &'r mut Round,
        palette: Palette,
        title: &str,
        has_more_boards: bool,
    ) -> Self {
        let words = round.solved_board().words().len() as u64;
        let (columns, rows) = round.grid().size();
        let tiles = match round.grid().is_full() {
            true => counted(round.solved_board().board().len() as u64, "tile"),
            false => format!("{columns}x{rows}"),
        };
        let people = round.players().iter().filter(|it| it.level.is_none());
        let waits = round.setup().limit.is_some() || people.count() > 1;
        let mut screen = Self {
            map: BoardMap::new(round),
            palette,
            title: escape::line(title).into_owned(),
            subtitle: format!("{tiles}, {}", counted(words, "word")),
            has_more_boards,
            mode: Mode::Ready,
            start: None,
            now: 0,
            entry: Entry::default(),
            drag: None,
            flash: None,
            message: None,
            hint: None,
            scroll: (0, 0),
            layout: ScreenLayout::default(),
            lists: Vec::new(),
            open: 0,
            selected: [0; 2],
            round,
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

    /// The person who plays now.
    fn player(&self) -> PlayerId {
        self.round.view().turn
    }

    /// Passes an action of the player to the round.
    fn act(&mut self, action: RoundAction) {
        let start = self.start.unwrap_or(self.now);
        let events = self.round.handle(RoundInput {
            time: self.now - start,
            player: self.player(),
            action,
        });
        for event in events {
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
                    IgnoredReason::Ended => return,
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
                let message = format!("✓ {word}: {}", counted(*points, "point"));
                (Look::Good, message, TileLook::Accepted, path.clone())
            }
            verdict => {
                let mut message = format!("✗ {guess} {}", escape::line(&verdict.to_string()));
                if penalty > 0 {
                    message += &format!("; you lose {}", counted(penalty, "point"));
                }
                let path = self.entry.path().to_vec();
                (Look::Bad, message, TileLook::Rejected, path)
            }
        };
        self.message = Some((look, message));
        let path = PathView {
            cells: path,
            look: tile_look,
        };
        self.flash = Some((path, self.now + FLASH));
        self.entry = Entry::default();
        // The numbers of a hint change with each word.
        if verdict.counts()
            && let Some((kind, _)) = self.hint
        {
            let hint = self.round.hint(self.player(), kind);
            self.hint = hint.map(|hint| (kind, hint));
        }
    }

    /// Understands a key, the mouse or another event.
    pub(super) fn handle(&mut self, event: &Event) -> Option<ScreenExit> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => {
                self.use_mouse(*mouse);
                None
            }
            Event::Paste(text) if self.mode == Mode::Playing => {
                let letters = text.chars().filter(|c| c.is_alphabetic());
                let typed = self.text() + &letters.collect::<String>();
                self.entry.set_text(typed, self.round);
                None
            }
            _ => None,
        }
    }

    fn press(&mut self, key: KeyEvent) -> Option<ScreenExit> {
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if has_control && key.code == KeyCode::Char('c') {
            return Some(ScreenExit::Interrupt);
        }
        let is_confirmed = matches!(key.code, KeyCode::Enter | KeyCode::Char(' '));
        let ends = has_control && key.code == KeyCode::Char('d');
        match self.mode {
            Mode::Ready if is_confirmed => self.begin(),
            Mode::Ready if ends || key.code == KeyCode::Esc => return Some(ScreenExit::Quit),
            Mode::Ready => {}
            Mode::Paused | Mode::Help if ends => self.finish(),
            Mode::Paused | Mode::Help => self.resume(),
            Mode::Playing => self.press_while_playing(key, has_control),
            Mode::Ended => return self.press_at_the_end(key, ends),
        }
        None
    }

    fn press_while_playing(&mut self, key: KeyEvent, has_control: bool) {
        match key.code {
            KeyCode::Char('d') if has_control => self.finish(),
            KeyCode::Char('p') if has_control => self.pause(Mode::Paused),
            KeyCode::Char('u' | 'w') if has_control => self.entry = Entry::default(),
            KeyCode::Char('h') if has_control => self.entry.remove_last(self.round),
            KeyCode::Char(_) if has_control => {}
            KeyCode::F(1) | KeyCode::Char('?') => self.pause(Mode::Help),
            KeyCode::Enter | KeyCode::Char(' ') => self.guess(),
            KeyCode::Char(letter) if !letter.is_control() => {
                let mut typed = self.text();
                typed.push(letter);
                self.entry.set_text(typed, self.round);
                self.message = None;
            }
            KeyCode::Backspace => self.entry.remove_last(self.round),
            KeyCode::Esc => self.entry = Entry::default(),
            KeyCode::Tab => self.ask_for_hint(),
            KeyCode::Left => self.scroll_board(-1, 0),
            KeyCode::Right => self.scroll_board(1, 0),
            KeyCode::Up => self.scroll_board(0, -1),
            KeyCode::Down => self.scroll_board(0, 1),
            _ => {}
        }
    }

    fn press_at_the_end(&mut self, key: KeyEvent, ends: bool) -> Option<ScreenExit> {
        let page = self
            .layout
            .list
            .map_or(1, |(list, _)| list.height.max(2) - 1);
        let page = isize::try_from(page).unwrap_or(1);
        match key.code {
            _ if ends => return Some(ScreenExit::Quit),
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q') => return Some(ScreenExit::Quit),
            KeyCode::Char('n') if self.has_more_boards => return Some(ScreenExit::NewBoard),
            KeyCode::Up | KeyCode::Char('k') => self.select(-1),
            KeyCode::Down | KeyCode::Char('j') => self.select(1),
            KeyCode::PageUp => self.select(-page),
            KeyCode::PageDown => self.select(page),
            KeyCode::Home => self.select(isize::MIN),
            KeyCode::End => self.select(isize::MAX),
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Left | KeyCode::Right => {
                self.open = (self.open + 1) % self.lists.len().max(1);
            }
            _ => {}
        }
        None
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
        if self.round.phase() == RoundPhase::Paused {
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

    /// Ends the turn of the player, and the round if nobody else plays.
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

    fn scroll_board(&mut self, right: i32, down: i32) {
        let Some(plan) = &self.layout.board else {
            return;
        };
        let moved = |scroll: u16, direction: i32, step: u16, most: u16| {
            let scroll = i32::from(scroll.min(most)) + direction * i32::from(step);
            scroll.clamp(0, i32::from(most)) as u16
        };
        self.scroll = (
            moved(self.scroll.0, right, SCROLL_STEP.0, plan.max_scroll.0),
            moved(self.scroll.1, down, SCROLL_STEP.1, plan.max_scroll.1),
        );
    }

    fn use_mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let pressed = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        match self.mode {
            Mode::Ready if pressed => self.begin(),
            Mode::Paused | Mode::Help if pressed => self.resume(),
            Mode::Playing => self.use_mouse_on_board(mouse.kind, at),
            Mode::Ended => self.use_mouse_on_lists(mouse.kind, at),
            _ => {}
        }
    }

    fn use_mouse_on_board(&mut self, kind: MouseEventKind, at: Position) {
        let plan = self.layout.board;
        let cell = plan.and_then(|plan| self.map.cell_at(&plan, at));
        match kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.drag = cell.map(|cell| (cell, false));
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                if let (Some((first, has_moved)), Some(cell)) = (self.drag, cell)
                    && (has_moved || cell != first)
                {
                    if !has_moved {
                        self.entry.start_path(first);
                        self.drag = Some((first, true));
                    }
                    self.entry.drag_to(cell, self.round.grid());
                    self.message = None;
                }
            }
            MouseEventKind::Up(MouseButton::Left) => match self.drag.take() {
                Some((_, true)) => self.guess(),
                Some((first, false)) if cell == Some(first) => {
                    self.message = None;
                    if self.entry.tap(first, self.round.grid()) == Tap::Complete {
                        self.guess();
                    }
                }
                _ => {}
            },
            MouseEventKind::Down(_) => self.entry = Entry::default(),
            MouseEventKind::ScrollUp => self.scroll_board(0, -1),
            MouseEventKind::ScrollDown => self.scroll_board(0, 1),
            MouseEventKind::ScrollLeft => self.scroll_board(-1, 0),
            MouseEventKind::ScrollRight => self.scroll_board(1, 0),
            _ => {}
        }
    }

    fn use_mouse_on_lists(&mut self, kind: MouseEventKind, at: Position) {
        match kind {
            MouseEventKind::ScrollUp => self.select(-3),
            MouseEventKind::ScrollDown => self.select(3),
            MouseEventKind::Down(MouseButton::Left) => {
                if self.layout.tabs.is_some_and(|tabs| tabs.contains(at)) {
                    self.open = (self.open + 1) % self.lists.len().max(1);
                } else if let Some((list, first)) = self.layout.list
                    && list.contains(at)
                {
                    let index = first + usize::from(at.y - list.y);
                    self.select(index as isize - self.selected[self.open] as isize);
                }
            }
            _ => {}
        }
    }

    /// Moves the selection of the open list.
    fn select(&mut self, by: isize) {
        let Some(list) = self.lists.get(self.open) else {
            return;
        };
        let selected = &mut self.selected[self.open];
        let moved = selected.saturating_add_signed(by);
        *selected = moved.min(list.words.len().saturating_sub(1));
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
            EndReason::AllFound => Some((Look::Good, "You found all the words".to_owned())),
            EndReason::Finished => None,
        };
        let result = self.round.result();
        let line = |word: &str, points: String| WordLine {
            word: escape::line(word).into_owned(),
            points,
        };
        let missed = WordList {
            title: format!("Missed {}", result.missed.len()),
            words: result
                .missed
                .iter()
                .map(|word| line(&word.text, word.score.total.to_string()))
                .collect(),
            paths: result.missed.iter().map(|word| word.path.clone()).collect(),
            is_missed: true,
        };
        let mut found = WordList::default();
        for standing in &result.standings {
            for word in &standing.words {
                let points = match word.is_cancelled {
                    true => "-".to_owned(),
                    false => word.points.to_string(),
                };
                // Alone, it is clear who found a word.
                let points = match result.standings.len() {
                    1 => points,
                    _ => format!("{} {points}", escape::line(&standing.player.name)),
                };
                found.words.push(line(&word.word.text, points));
                found.paths.push(word.word.path.clone());
            }
        }
        found.title = format!("Found {}", found.words.len());
        self.open = usize::from(missed.words.is_empty());
        self.lists = vec![missed, found];
    }

    /// What the screen shows.
    pub(super) fn view(&self) -> ScreenView {
        let round = self.round.view();
        let is_ended = self.mode == Mode::Ended;
        let (path, tile_numbers) = self.shown_path();
        let mut players: Vec<PlayerLine> = Vec::new();
        for (player, id) in round.players.iter().zip(self.round.player_ids()) {
            let rank = player.rank.map(|rank| match rank.next {
                Some(next) => {
                    let missing = rank.next_points as i64 - player.points;
                    format!("{}, {missing} to {}", rank.rank.name(), next.name())
                }
                None => rank.rank.name().to_owned(),
            });
            let words: Vec<_> = self.round.found(id).collect();
            let is_computer = player.level.is_some();
            let latest = words.iter().rev().take(LATEST).filter(|_| is_computer);
            let line = PlayerLine {
                name: escape::line(&player.name).into_owned(),
                level: player.level.map(|level| level.to_string()),
                points: player.points,
                words: player.words,
                share: (player.points.max(0) as u64 * 1000) / round.points.max(1),
                rank: rank.filter(|_| !is_computer),
                latest: latest.map(|word| word.text.clone()).collect(),
            };
            // Others are hidden while somebody's turn lasts.
            if id == round.turn && !is_ended {
                players.insert(0, line);
            } else if is_ended || self.round.setup().turns == TurnOrder::Together {
                players.push(line);
            }
        }
        let found: Vec<_> = self.round.found(round.turn).collect();
        let found = found.iter().rev().take(MAX_FOUND).map(|word| WordLine {
            word: escape::line(&word.text).into_owned(),
            points: word.score.total.to_string(),
        });
        let is_hidden = matches!(self.mode, Mode::Ready | Mode::Paused | Mode::Help);
        ScreenView {
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            clock: ClockView {
                time: round.remaining.unwrap_or(round.played),
                limit: self.round.setup().limit,
                is_paused: matches!(self.mode, Mode::Paused | Mode::Help),
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
                let name = &self.round.players()[self.player().index()].name;
                let begin = "Press Enter or click to begin.";
                let begin = match name.as_str() {
                    YOU => begin.to_owned(),
                    name => format!("{}: press Enter or click to begin.", escape::line(name)),
                };
                let rule = match self.round.grid().is_full() {
                    true => "Spell words with the tiles",
                    false => "Spell words with tiles that touch",
                };
                let uses = match self.round.grid().reuses_tiles() {
                    true => "each as often as you like",
                    false => "each at most once",
                };
                let min = counted(self.round.rules().min_word_length, "letter");
                let rule = format!("{rule}, {uses}. Words have at least {min}.");
                ("Ready?", vec![rule, String::new(), begin])
            }
            Mode::Paused => ("Paused", lines(&["Press any key to go on."])),
            Mode::Help => (
                "Help",
                lines(&[
                    "Type a word, or click its tiles, or drag over them.",
                    "",
                    "Enter      enter the word; or click its last tile",
                    "Backspace  take back a letter or tile",
                    "Esc        start the word again; or click the right button",
                    "Tab        a hint; each is more exact than the one before",
                    "Arrows     move a board that is larger than the window",
                    "Ctrl-P     pause",
                    "Ctrl-D     end the round and show its words",
                    "Ctrl-C     leave the game",
                    "",
                    "Press any key to go on.",
                ]),
            ),
            Mode::Playing | Mode::Ended => return None,
        };
        Some(WindowView {
            title: title.to_owned(),
            lines,
        })
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        match self.mode {
            Mode::Ready => vec![("Enter", "begin"), ("Esc", "leave")],
            Mode::Playing => vec![
                ("Enter", "guess"),
                ("Tab", "hint"),
                ("Esc", "clear"),
                ("^P", "pause"),
                ("^D", "end"),
                ("F1", "help"),
            ],
            Mode::Paused | Mode::Help => vec![("any key", "go on"), ("^D", "end")],
            Mode::Ended => {
                let mut keys = vec![("↑↓", "select"), ("Tab", "missed/found")];
                if self.has_more_boards {
                    keys.push(("n", "new board"));
                }
                keys.push(("q", "leave"));
                keys
            }
        }
    }

    fn result_view(&self) -> ResultView {
        let headline = super::super::summary::winner(&self.round.result(), self.round);
        let headline = match &self.message {
            Some((_, message)) => format!("{message}. {headline}"),
            None => headline,
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

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::super::test_round::test_round;
    use super::*;

    const PALETTE: Palette = Palette { has_colours: true };

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn control(letter: char) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
    }

    fn mouse(kind: MouseEventKind, (column, row): (u16, u16)) -> Event {
        Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })
    }

    /// Draws the screen, so that the mouse finds things, and returns it as text.
    fn draw(screen: &mut RoundScreen<'_>) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    /// The middle of a tile on the screen.
    fn middle(screen: &RoundScreen<'_>, cell: usize) -> (u16, u16) {
        let plan = screen.layout.board.unwrap();
        let (x, y) = plan.corner(screen.map.tile(Cell::new(cell)).unwrap());
        (x as u16 + plan.tile.0 / 2, y as u16 + plan.tile.1 / 2)
    }

    fn type_word(screen: &mut RoundScreen<'_>, word: &str) {
        for letter in word.chars() {
            screen.handle(&key(KeyCode::Char(letter)));
        }
        screen.handle(&key(KeyCode::Enter));
    }

    fn message(screen: &RoundScreen<'_>) -> &str {
        screen.message.as_ref().map_or("", |(_, text)| text)
    }

    #[test]
    fn words_are_typed_and_their_paths_light_up() {
        let mut round = test_round("Boggle (New)", "CATS............");
        let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
        for letter in ['c', 'a', 'x'] {
            screen.handle(&key(KeyCode::Char(letter)));
        }
        let view = screen.view();
        let path = view.path.unwrap();
        assert_eq!(path.cells, [0, 1].map(Cell::new));
        assert_eq!((view.entry.as_str(), view.pathless), ("cax", 1));
        screen.handle(&key(KeyCode::Backspace));
        type_word(&mut screen, "ts");
        assert_eq!(message(&screen), "✓ CATS: 1 point");
        let path = screen.view().path.unwrap();
        assert_eq!((path.cells.len(), path.look), (4, TileLook::Accepted));
        screen.tick(FLASH + 1);
        assert_eq!(screen.view().path, None);
        type_word(&mut screen, "cats");
        assert_eq!(message(&screen), "✗ cats was already found");
    }

    #[test]
    fn words_are_clicked_and_dragged() {
        let mut round = test_round("Boggle (New)", "CATS............");
        let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
        draw(&mut screen);
        let left = MouseButton::Left;
        let click = |screen: &mut RoundScreen<'_>, cell: usize| {
            let at = middle(screen, cell);
            screen.handle(&mouse(MouseEventKind::Down(left), at));
            screen.handle(&mouse(MouseEventKind::Up(left), at));
        };
        for cell in [0, 1, 2, 2] {
            click(&mut screen, cell);
        }
        assert_eq!(message(&screen), "✓ CAT: 1 point");
        // Over a tile too far, and back again.
        let drag = [1, 0, 1, 2, 3, 2];
        let at = middle(&screen, 0);
        screen.handle(&mouse(MouseEventKind::Down(left), at));
        for cell in drag {
            let at = middle(&screen, cell);
            screen.handle(&mouse(MouseEventKind::Drag(left), at));
        }
        assert_eq!(screen.view().entry, "CAT");
        let at = middle(&screen, 3);
        screen.handle(&mouse(MouseEventKind::Drag(left), at));
        screen.handle(&mouse(MouseEventKind::Up(left), at));
        assert_eq!(message(&screen), "✓ CATS: 1 point");
        // The right button starts again.
        click(&mut screen, 0);
        assert_eq!(screen.view().entry, "C");
        let at = middle(&screen, 0);
        screen.handle(&mouse(MouseEventKind::Down(MouseButton::Right), at));
        assert_eq!(screen.view().entry, "");
        // A typed start is continued by a click.
        screen.handle(&key(KeyCode::Char('s')));
        click(&mut screen, 2);
        assert_eq!(screen.view().entry, "ST");
    }

    #[test]
    fn a_tile_that_may_be_used_again_is_clicked_again() {
        let mut round = test_round("Scrabblet", "LOT");
        let mut screen = RoundScreen::new(&mut round, PALETTE, "Scrabblet", true);
        draw(&mut screen);
        for cell in [0, 1, 1, 2] {
            let at = middle(&screen, cell);
            screen.handle(&mouse(MouseEventKind::Down(MouseButton::Left), at));
            screen.handle(&mouse(MouseEventKind::Up(MouseButton::Left), at));
        }
        assert_eq!(screen.view().entry, "LOOT");
        screen.handle(&key(KeyCode::Enter));
        assert_eq!(message(&screen), "✓ LOOT: 4 points");
    }

    #[test]
    fn a_pause_hides_the_board() {
        let mut round = test_round("Boggle (New)", "CATS............");
        let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
        assert!(draw(&mut screen).contains(" C "));
        screen.handle(&control('p'));
        let shown = draw(&mut screen);
        assert!(
            shown.contains("Paused") && !shown.contains(" C "),
            "{shown}"
        );
        screen.handle(&key(KeyCode::Enter));
        assert!(draw(&mut screen).contains(" C "));
        screen.handle(&key(KeyCode::F(1)));
        assert!(draw(&mut screen).contains("Backspace"));
    }

    #[test]
    fn each_hint_is_more_exact_than_the_one_before() {
        let mut round = test_round("Boggle (New)", "CATS............");
        let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
        for (title, text) in [
            ("1 of 4", "on a tile"),
            ("2 of 4", "letters:"),
            ("3 of 4", "CA\u{a0}"),
            ("4 of 4", "is on the board"),
        ] {
            screen.handle(&key(KeyCode::Tab));
            let hint = screen.view().hint.unwrap();
            assert!(hint.0.contains(title) && hint.1.contains(text), "{hint:?}");
        }
        assert_eq!(screen.view().path.unwrap().look, TileLook::Hinted);
    }

    #[test]
    fn the_end_lists_missed_words_with_their_paths() {
        let mut round = test_round("Boggle (New)", "CATS............");
        let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
        type_word(&mut screen, "cat");
        screen.handle(&control('d'));
        let shown = draw(&mut screen);
        assert!(
            shown.contains("▸ CATS") && shown.contains("Found 1"),
            "{shown}"
        );
        assert_eq!(
            screen.view().path.unwrap().cells,
            [0, 1, 2, 3].map(Cell::new)
        );
        screen.handle(&key(KeyCode::Tab));
        let shown = draw(&mut screen);
        assert!(shown.contains("▸ CAT "), "{shown}");
        assert_eq!(screen.view().path.unwrap().cells.len(), 3);
        assert_eq!(
            screen.handle(&key(KeyCode::Char('n'))),
            Some(ScreenExit::NewBoard)
        );
        assert_eq!(
            screen.handle(&key(KeyCode::Char('q'))),
            Some(ScreenExit::Quit)
        );
        assert_eq!(screen.handle(&control('c')), Some(ScreenExit::Interrupt));
    }

    #[test]
    fn no_sequence_of_events_panics() {
        let mut round = test_round("Boggle (New)", "CATS............");
        let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
        let codes = [
            KeyCode::Enter,
            KeyCode::Tab,
            KeyCode::Esc,
            KeyCode::Backspace,
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::PageDown,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::F(1),
            KeyCode::Char('c'),
            KeyCode::Char('a'),
            KeyCode::Char('t'),
            KeyCode::Char('é'),
        ];
        let mut random = wgs_lab::Random::stream(7, 0);
        for step in 0..5_000 {
            let event = match random.below(10) {
                0 => mouse(
                    MouseEventKind::Down(MouseButton::Left),
                    (random.below(90) as u16, random.below(30) as u16),
                ),
                1 => mouse(
                    MouseEventKind::Drag(MouseButton::Left),
                    (random.below(90) as u16, random.below(30) as u16),
                ),
                2 => mouse(
                    MouseEventKind::Up(MouseButton::Left),
                    (random.below(90) as u16, random.below(30) as u16),
                ),
                3 => mouse(MouseEventKind::ScrollDown, (1, 1)),
                4 => control(['p', 'u', 'h', 'x'][random.below(4)]),
                // The round ends late.
                5 if step > 4_000 => control('d'),
                _ => key(codes[random.below(codes.len())]),
            };
            screen.tick(step * 10);
            screen.handle(&event);
            draw(&mut screen);
        }
    }
}
