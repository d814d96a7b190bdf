//! What the parts of the solver page share: the board, what is listed and how, and what was
//! found. Every change of a question is asked at once; how, is [`search`](super::search)'s
//! matter.

use std::sync::Arc;

use leptos::prelude::*;
use wgs_config::share_link::Fingerprint;
use wgs_core::Tile;

use super::game_view::{GameView, TileView};
use super::search::Search;
use crate::engine::message::{Judgement, Row, Setting, SolveAsk, Solved, Trouble};
use crate::session::{self, Configuration, Session};
use crate::text::{tr, tr_count, tr_with};

/// What a tile asks of the words that are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    #[default]
    Normal,
    /// Words start here, or at another tile of this mode.
    StartsWith,
    /// Words use this tile, and all others of this mode.
    Contains,
}

impl Mode {
    /// The mode that a click leads to.
    pub fn next(self) -> Self {
        match self {
            Self::Normal => Self::StartsWith,
            Self::StartsWith => Self::Contains,
            Self::Contains => Self::Normal,
        }
    }
}

/// What a click on a tile does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Changes the tile's mode.
    #[default]
    Filter,
    /// Puts the cursor there.
    Type,
    /// Adds the tile to a word.
    Spell,
}

/// What the tiles are coloured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heat {
    /// Nothing.
    #[default]
    Off,
    /// The number of words through them.
    Words,
    /// The points of those words.
    Points,
}

/// A column of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The word.
    Word,
    /// Its score.
    Score,
    /// Its length.
    Length,
}

/// In which order solutions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub column: Column,
    /// From the highest down.
    pub descending: bool,
}

/// The first game that is shown.
const FIRST_GAME: &str = "Boggle (New)";

/// A board to begin with, so that there is something to see.
const FIRST_BOARD: &str = "STNDTEIELARSMRTO";

/// The game to begin with: the usual one, or the first where there is no such game.
fn first_game(configuration: &Configuration) -> String {
    let names = || configuration.catalogue.games().map(|game| game.name());
    let usual = names().find(|name| *name == FIRST_GAME);
    usual
        .or_else(|| names().next())
        .unwrap_or_default()
        .to_owned()
}

/// The largest file that is taken for a dictionary: some ten times the longest list of English
/// words.
const MOST_BYTES: f64 = 32.0 * 1024.0 * 1024.0;

/// The state of the solver page. It is small, and copies mean the same.
#[derive(Clone, Copy)]
pub struct Solver {
    session: Session,
    search: StoredValue<Search, LocalStorage>,
    /// Dictionaries that were asked for at the server, whether they came or not.
    loaded_words: StoredValue<Vec<String>>,
    /// The name of the game.
    pub game: RwSignal<String>,
    /// The name of a dictionary that was brought to be used instead of the game's.
    pub dictionary: RwSignal<Option<String>>,
    /// The words that a link meant, where they have to be brought.
    pub wanted_words: RwSignal<Option<Fingerprint>>,
    /// The board in its notation.
    pub board: RwSignal<String>,
    /// The mode of each tile.
    pub modes: RwSignal<Vec<Mode>>,
    /// Whether every path of a word is listed.
    pub duplicates: RwSignal<bool>,
    /// Whether solutions are shown.
    pub is_shown: RwSignal<bool>,
    /// The regular expression that words must match.
    pub pattern: RwSignal<String>,
    /// In which order solutions are listed.
    pub order: RwSignal<Order>,
    /// The solution that was chosen.
    pub selected: RwSignal<Option<Row>>,
    /// The positions of a word that is being spelled, from 1.
    pub spelled: RwSignal<Vec<u32>>,
    /// What was last said of a word.
    pub judgement: RwSignal<Option<Judgement>>,
    /// What a click on a tile does.
    pub tool: RwSignal<Tool>,
    /// What the tiles are coloured by.
    pub heat: RwSignal<Heat>,
    /// What was found; the last that was, while a search goes on.
    pub solved: RwSignal<Option<Arc<Solved>>>,
    /// Why nothing is found.
    pub trouble: RwSignal<Option<Trouble>>,
    /// Whether a search takes so long that one should know.
    pub is_searching: RwSignal<bool>,
    /// What the page knows of the game.
    pub view: Memo<GameView>,
    /// The tiles of the board; the last that could be read.
    pub tiles: Memo<Vec<Tile>>,
    /// What is wrong in the notation: the character, from 1, and the message.
    pub mistake: Memo<Option<(usize, String)>>,
    /// The solutions in their order.
    pub rows: Memo<Arc<Vec<Row>>>,
}

impl Solver {
    /// Begins with a board.
    pub fn new(session: Session) -> Self {
        let first = session.configuration.with_untracked(first_game);
        let game = RwSignal::new(first);
        let board = RwSignal::new(FIRST_BOARD.to_owned());
        let solved = RwSignal::new(None::<Arc<Solved>>);
        let order = RwSignal::new(Order {
            column: Column::Score,
            descending: true,
        });
        let view = Memo::new(move |_| {
            let configuration = session.configuration;
            configuration.with(|known| game.with(|game| GameView::new(&known.catalogue, game)))
        });
        let read = Memo::new(move |_| view.with(|view| board.with(|board| view.read(board))));
        let tiles = Memo::new(move |old: Option<&Vec<Tile>>| match read.get() {
            Ok(tiles) => tiles,
            Err(_) => old.cloned().unwrap_or_default(),
        });
        let mistake = Memo::new(move |_| {
            let error = read.get().err()?;
            Some((error.column, error.problem.to_string()))
        });
        let rows = Memo::new(move |_| {
            let mut rows = solved.with(|solved| match solved {
                Some(solved) => solved.rows.clone(),
                None => Vec::new(),
            });
            arrange(&mut rows, order.get());
            Arc::new(rows)
        });
        let solver = Self {
            session,
            search: StoredValue::new_local(Search::default()),
            loaded_words: StoredValue::new(Vec::new()),
            game,
            dictionary: RwSignal::new(None),
            wanted_words: RwSignal::new(None),
            board,
            modes: RwSignal::new(Vec::new()),
            duplicates: RwSignal::new(false),
            is_shown: RwSignal::new(true),
            pattern: RwSignal::new(String::new()),
            order,
            selected: RwSignal::new(None),
            spelled: RwSignal::new(Vec::new()),
            judgement: RwSignal::new(None),
            tool: RwSignal::new(Tool::default()),
            heat: RwSignal::new(Heat::default()),
            solved,
            trouble: RwSignal::new(None),
            is_searching: RwSignal::new(false),
            view,
            tiles,
            mistake,
            rows,
        };
        Effect::new(move |_| {
            session.configuration.track();
            let ask = solver.question();
            if mistake.with(Option::is_none) {
                solver.search.with_value(|search| search.ask(ask, solver));
            }
        });
        // A game that was there, and that another configuration lacks, gives way to its first.
        Effect::new(move |was_known: Option<bool>| {
            session.configuration.with(|configuration| {
                let is_known = || {
                    let is_game = |game: &String| configuration.catalogue.game(game).is_ok();
                    game.with_untracked(is_game)
                };
                if was_known == Some(true) && !is_known() {
                    solver.choose_game(first_game(configuration));
                }
                is_known()
            })
        });
        // A path drawn over other letters than it was found on would be wrong.
        Effect::new(move |_| {
            board.track();
            game.track();
            solver.selected.set(None);
            solver.spelled.set(Vec::new());
            solver.judgement.set(None);
        });
        solver
    }

    /// The solver of the page that asks.
    pub fn here() -> Self {
        expect_context()
    }

    /// The session it belongs to.
    pub fn session(self) -> Session {
        self.session
    }

    /// Which game is played with which words.
    pub fn setting(self) -> Setting {
        Setting {
            game: self.game.get(),
            dictionary: self.dictionary.get(),
        }
    }

    /// What is asked of the engine now.
    pub fn question(self) -> SolveAsk {
        let (cells, modes) = (self.view.with(GameView::cells), self.modes.get());
        let of_mode = |wanted: Mode| {
            let modes = modes.iter().take(cells).zip(1..);
            let positions = modes.filter(|(mode, _)| **mode == wanted);
            positions.map(|(_, position)| position).collect()
        };
        SolveAsk {
            setting: self.setting(),
            board: self.board.get(),
            duplicates: self.duplicates.get(),
            pattern: Some(self.pattern.get()).filter(|pattern| !pattern.is_empty()),
            starts_with: of_mode(Mode::StartsWith),
            contains: of_mode(Mode::Contains),
        }
    }

    /// Takes in what was found.
    pub fn found(self, found: Result<Box<Solved>, Trouble>) {
        match found {
            Ok(solved) => {
                let (words, points) = (solved.words, solved.points);
                let listed = solved.rows.len() as u64;
                self.trouble.set(None);
                let solved: Arc<Solved> = Arc::from(solved);
                self.selected.update(|selected| {
                    if selected
                        .as_ref()
                        .is_some_and(|row| !solved.rows.contains(row))
                    {
                        *selected = None;
                    }
                });
                self.solved.set(Some(solved));
                let count = tr_count("solver.words", words);
                let points = tr_count("solver.points", points);
                let said = [("words", count.as_str()), ("points", points.as_str())];
                let mut text = tr_with("solver.announce", &said);
                if listed != words {
                    text = format!("{text}. {}", tr_count("solver.listed", listed));
                }
                self.session.announce(text);
            }
            Err(Trouble::WordsMissing(name)) => {
                self.trouble.set(Some(Trouble::WordsMissing(name.clone())));
                self.solved.set(None);
                self.load_words(name);
            }
            Err(trouble) => {
                if let Trouble::Other(_) = trouble {
                    self.solved.set(None);
                }
                self.trouble.set(Some(trouble));
            }
        }
    }

    /// Loads words that the page lacks from the server, if it came from one, once.
    fn load_words(self, name: String) {
        if self
            .loaded_words
            .with_value(|loaded| loaded.contains(&name))
        {
            return;
        }
        let Some(api) = self.session.host.with_untracked(|host| host.api.clone()) else {
            return;
        };
        self.loaded_words
            .update_value(|loaded| loaded.push(name.clone()));
        let address = format!("{api}dictionaries/{}", js_sys::encode_uri_component(&name));
        leptos::task::spawn_local(async move {
            let loaded = match session::load(&address).await {
                Ok(response) => match response.array_buffer() {
                    Ok(buffer) => session::bytes_of(buffer).await,
                    Err(_) => return,
                },
                Err(error) => return self.session.notice.set(Some(error)),
            };
            match loaded {
                Ok(bytes) => self.bring(name, bytes, false),
                Err(error) => self.session.notice.set(Some(error)),
            }
        });
    }

    /// Asks the same once more.
    pub fn ask_again(self) {
        let ask = untrack(|| self.question());
        self.search.with_value(|search| search.ask(ask, self));
    }

    /// Gives up a search that takes too long.
    pub fn stop(self) {
        self.search.with_value(|search| search.stop(self));
    }

    /// Takes the words of a file: for the dictionary that is missing, else instead of the
    /// game's.
    pub fn bring_file(self, file: web_sys::File) {
        if file.size() > MOST_BYTES {
            return self.session.notice.set(Some(tr("solver.too-large")));
        }
        leptos::task::spawn_local(async move {
            match session::bytes_of(file.array_buffer()).await {
                Ok(bytes) => {
                    let missing = untrack(|| self.missing_words());
                    let is_own = missing.is_none();
                    self.bring(missing.unwrap_or_else(|| file.name()), bytes, is_own);
                }
                Err(error) => self.session.notice.set(Some(error)),
            }
        });
    }

    /// Takes words under a name, and uses them: instead of the game's if `is_own`, else because
    /// they were missing.
    pub fn bring(self, name: String, content: Vec<u8>, is_own: bool) {
        let told = name.clone();
        self.session
            .bring(&name, content, move |words| match words {
                Ok(words) => {
                    let wanted = self.wanted_words.get_untracked();
                    if wanted.is_some_and(|wanted| wanted != words.clone().into()) {
                        let text = tr_with("solver.other-words", &[("name", &told)]);
                        self.session.notice.set(Some(text));
                    }
                    self.wanted_words.set(None);
                    match is_own {
                        true => self.dictionary.set(Some(told)),
                        false => self.trouble.set(None),
                    }
                    self.ask_again();
                }
                Err(error) => self.session.notice.set(Some(error)),
            });
    }

    /// The dictionary whose words are not here, if that is what is missing.
    pub fn missing_words(self) -> Option<String> {
        self.trouble.with(|trouble| match trouble {
            Some(Trouble::WordsMissing(name)) => Some(name.clone()),
            _ => None,
        })
    }

    /// The name of the dictionary in use.
    pub fn dictionary_name(self) -> String {
        if let Some(name) = self.dictionary.get() {
            return name;
        }
        self.session.configuration.with(|configuration| {
            let game = self.game.with(|game| {
                let game = configuration.catalogue.game(game).ok()?;
                game.dictionary_name().map(str::to_owned)
            });
            game.unwrap_or_else(|| tr("solver.built-in"))
        })
    }

    /// Plays another game. The board stays, as far as it fits.
    pub fn choose_game(self, name: String) {
        self.modes.set(Vec::new());
        self.game.set(name);
    }

    /// Something of what was found, if anything was.
    pub fn said<T: Default>(self, of: impl FnOnce(&Solved) -> T) -> T {
        self.solved
            .with(|solved| solved.as_ref().map(|solved| of(solved)).unwrap_or_default())
    }

    /// The tile on a cell.
    pub fn tile(self, cell: usize) -> TileView {
        let tile = self
            .tiles
            .with(|tiles| tiles.get(cell).cloned().unwrap_or_default());
        self.view.with(|view| view.tile(&tile))
    }

    /// Changes the tile on a cell.
    pub fn change_tile(self, cell: usize, change: impl FnOnce(&mut Tile)) {
        let mut tiles = self.tiles.get_untracked();
        if tiles.len() <= cell {
            tiles.resize(cell + 1, Tile::EMPTY);
        }
        change(&mut tiles[cell]);
        self.board
            .set(self.view.with_untracked(|view| view.write(tiles)));
    }

    /// The mode of a cell.
    pub fn mode(self, cell: usize) -> Mode {
        self.modes
            .with(|modes| modes.get(cell).copied().unwrap_or_default())
    }

    /// Changes the mode of a cell to the next.
    pub fn turn_mode(self, cell: usize) {
        self.modes.update(|modes| {
            if modes.len() <= cell {
                modes.resize(cell + 1, Mode::Normal);
            }
            modes[cell] = modes[cell].next();
        });
        let mode = match untrack(|| self.mode(cell)) {
            Mode::Normal => "tile.normal",
            Mode::StartsWith => "tile.starts-with",
            Mode::Contains => "tile.contains",
        };
        self.session.announce(tr(mode));
    }

    /// The positions that are drawn over the board, from 1: of a word that is being spelled,
    /// else of the solution that was chosen.
    pub fn drawn(self) -> Vec<u32> {
        let spelled = self.spelled.get();
        match spelled.is_empty() {
            false => spelled,
            true => self
                .selected
                .with(|row| row.as_ref().map(|row| row.positions.clone()))
                .unwrap_or_default(),
        }
    }

    /// The letters along a path.
    pub fn letters(self, positions: &[u32]) -> String {
        let face = |position: &u32| self.tile(*position as usize - 1).face;
        positions
            .iter()
            .map(face)
            .collect::<String>()
            .to_uppercase()
    }

    /// Forgets what is drawn; if nothing is, the modes of the tiles.
    pub fn clear(self) {
        if untrack(|| self.drawn().is_empty()) {
            self.modes.set(Vec::new());
        }
        self.spelled.set(Vec::new());
        self.selected.set(None);
        self.judgement.set(None);
    }
}

/// Brings solutions into an order. Equals stay in alphabetical order.
fn arrange(rows: &mut [Row], order: Order) {
    rows.sort_by(|a, b| {
        let unequal = match order.column {
            Column::Word => a.word.cmp(&b.word),
            Column::Score => a.score.cmp(&b.score),
            Column::Length => a.length.cmp(&b.length),
        };
        let unequal = match order.descending {
            true => unequal.reverse(),
            false => unequal,
        };
        unequal.then_with(|| a.word.cmp(&b.word))
    });
}
