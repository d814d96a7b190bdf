//! The record that is selected: its large board with words and paths, its figures, and the command
//! that finds it again.

use std::sync::Arc;

use leptos::prelude::*;
use wgs_app::reply::RecordReply;
use wgs_config::share_link::ShareLink;
use wgs_engine::{BoardSize, Count};
use wgs_play::{RoundSetup, WordView};
use wgs_records::record::Record;

use super::record_list::{RecordGroup, RecordId, RecordList};
use super::record_text::{
    climbs_text, command, goal_name, letters_text, rollable_text, size_text, value_text,
};
use super::small_board::{sized_view, tiles_of};
use crate::board::path::positions;
use crate::keyboard::focus_in_place;
use crate::play::message::{FindRecordWords, StartRound, send};
use crate::play::result_page::SelectedWord;
use crate::play::round_origin::RoundOrigin;
use crate::play::round_start::NextRound;
use crate::play::share::CopyButton;
use crate::play::shown_board::{ShownBoard, ShownBoardView};
use crate::play::state::PlayState;
use crate::play::today::date_text;
use crate::text::{number, tr, tr_count, tr_with};

/// The number of words that are shown at first, and with each press of the button for more.
const FIRST_SHOWN: usize = 24;
const MORE_SHOWN: usize = 360;

/// The words of the record's board.
#[derive(Clone, Debug, PartialEq)]
enum RecordWords {
    /// They are not known yet.
    None,
    /// All words, the best ones first.
    Found(Arc<[WordView]>),
    /// The page does not have the dictionary, the rules or the grid.
    Unknown,
}

/// The record that is selected.
#[derive(Clone, Copy)]
struct Selection {
    play: PlayState,
    reply: Memo<Option<Arc<RecordReply>>>,
    words: RwSignal<RecordWords>,
    /// Whether the engine looks for the words. Those of the last record are dimmed meanwhile.
    is_searching: RwSignal<bool>,
    word: RwSignal<Option<WordView>>,
    shown: RwSignal<usize>,
}

/// Brings the board of the selected record into view, and tells screen readers about it.
pub fn show_stage() {
    let Some(title) = document().get_element_by_id("record-title") else {
        return;
    };
    let bounds = title.get_bounding_client_rect();
    let height = window().inner_height().ok().and_then(|it| it.as_f64());
    let is_in_view = bounds.top() >= 0.0 && bounds.bottom() <= height.unwrap_or(0.0);
    if !is_in_view && let Some(stage) = title.closest(".record-stage").ok().flatten() {
        stage.scroll_into_view();
        focus_in_place("record-title");
    }
}

impl Selection {
    fn new(play: PlayState, list: RecordList) -> Self {
        let selection = Self {
            play,
            reply: list.selected,
            words: RwSignal::new(RecordWords::None),
            is_searching: RwSignal::new(true),
            word: RwSignal::new(None),
            shown: RwSignal::new(FIRST_SHOWN),
        };
        // Only for another board: news about the climbs change nothing.
        let board = Memo::new(move |_| {
            let record = &list.selected.get()?.record;
            Some((RecordId::of(record), record.board.clone()))
        });
        Effect::new(move |last: Option<bool>| {
            let is_configured = play.session.is_configured.get();
            if board.get().is_some() && is_configured {
                selection.search();
                if last == Some(true) {
                    selection.announce();
                }
            }
            is_configured
        });
        selection
    }

    /// Looks for the words of the board.
    fn search(self) {
        self.word.set(None);
        self.is_searching.set(true);
        let Some(reply) = self.reply.get_untracked() else {
            return;
        };
        if reply.record.board.is_empty() {
            return self.show(RecordWords::Unknown);
        }
        let record = serde_json::to_string(&reply.record).expect("a record has text keys");
        let id = RecordId::of(&reply.record);
        self.play.session.engine.with_value(|engine| {
            send(engine, FindRecordWords { record }, move |words| {
                // Another record may have been selected since.
                let is_shown = self.reply.try_get_untracked().flatten();
                let is_shown = is_shown.is_some_and(|it| RecordId::of(&it.record) == id);
                if is_shown {
                    self.show(match words {
                        Ok(Some(words)) => RecordWords::Found(words.into()),
                        Ok(None) | Err(_) => RecordWords::Unknown,
                    });
                }
            });
        });
    }

    fn show(self, words: RecordWords) {
        self.shown.set(FIRST_SHOWN);
        self.words.set(words);
        self.is_searching.set(false);
    }

    fn announce(self) {
        let text = self.reply.get_untracked().map(|reply| {
            let record = &reply.record;
            let value = value_text(record.goal, record.value());
            format!("{}, {}: {value}", record.game, goal_name(record.goal))
        });
        self.play.session.announce(text.unwrap_or_default());
    }

    /// Whether there are words to choose from, as a reactive value.
    fn has_words(self) -> bool {
        matches!(&*self.words.read(), RecordWords::Found(words) if !words.is_empty())
    }

    /// Something about the record, as a reactive value.
    fn of<T>(self, of: impl Fn(&Record) -> T) -> Option<T> {
        self.reply
            .with(|reply| reply.as_ref().map(|reply| of(&reply.record)))
    }

    /// The board as it is shown.
    fn board(self) -> ShownBoard {
        let view = Memo::new(move |_| {
            let catalogue = self
                .play
                .session
                .configuration
                .with(|it| it.catalogue.clone());
            let of = |record: &Record| (record.game.clone(), record.size());
            let (game, size) = self.of(of).unwrap_or((String::new(), BoardSize::square(4)));
            sized_view(&catalogue, &game, size)
        });
        let text = Memo::new(move |_| self.of(|record| record.board.clone()).unwrap_or_default());
        let tiles = Memo::new(move |_| view.with(|view| tiles_of(view, &text.get())));
        let arrangement = Memo::new(move |_| {
            let tiles = tiles.with(Vec::len);
            view.with(|view| view.arrangement.with_tiles(tiles))
        });
        let path = move || {
            self.word
                .with(|word| word.as_ref().map(|word| positions(&word.path)))
        };
        ShownBoard {
            view,
            text: text.into(),
            tiles,
            arrangement,
            path: Signal::derive(move || path().unwrap_or_default()),
            word: self.word.into(),
            numbers: Signal::stored(Vec::new()),
            is_hidden: Signal::stored(false),
            label: "record.board",
        }
    }

    /// Whether the board is on the game's own grid, as a reactive value.
    fn is_own_size(self) -> bool {
        let catalogue = self
            .play
            .session
            .configuration
            .with(|it| it.catalogue.clone());
        let of = |record: &Record| {
            let game = catalogue.game(&record.game).ok()?;
            Some(game.grid()?.size() == record.size())
        };
        self.of(of).flatten().unwrap_or(false)
    }

    /// The address of the board in the solver, as a reactive value.
    fn solver_address(self) -> String {
        let is_own_size = self.is_own_size();
        let link = self.of(|record| ShareLink {
            game: record.game.clone(),
            board: record.board.clone(),
            size: (!is_own_size).then(|| record.size().to_string()),
            ..ShareLink::default()
        });
        let link = link.and_then(|link| link.encode().ok());
        format!("solver.html#{}", link.unwrap_or_default())
    }

    /// Starts a round on the board, with the options that were chosen last.
    fn start_round(self) {
        let Some(reply) = self.reply.get_untracked() else {
            return;
        };
        let setup = RoundSetup {
            game: reply.record.game.clone(),
            board: reply.record.board.clone(),
            ..self.play.options.get_untracked().setup(0)
        };
        let request = StartRound {
            setup,
            difficulty: None,
            daily: None,
        };
        let round = NextRound::New(RoundOrigin::Dealt, request);
        self.play.load_round(round);
    }
}

/// The stage on which the selected record stands.
#[component]
pub fn SelectedRecord() -> impl IntoView {
    let (play, list) = (PlayState::here(), RecordList::here());
    let selection = Selection::new(play, list);
    let board = selection.board();
    let title = move || selection.of(|record| goal_name(record.goal));
    let place = move || {
        selection.of(|record| {
            let group = RecordGroup {
                game: record.game.clone(),
                size: record.size(),
            };
            format!("{} · {}", record.game, size_text(&group))
        })
    };
    let value = move || selection.of(|record| value_text(record.goal, record.value()));
    let count = move || list.listed.with(Vec::len);
    view! {
        <div class="record-board">
            <ShownBoardView board input=None/>
            <div class="record-word" class:is-hidden=move || !selection.has_words()>
                <SelectedWord word=selection.word/>
            </div>
        </div>
        <section class="record-about" aria-labelledby="record-title">
            <div class="record-head">
                <div>
                    <p class="hint">{place}</p>
                    <h2 id="record-title" tabindex="-1">{title}</h2>
                </div>
                <div class="record-steps" class:is-hidden=move || { count() < 2 }>
                    <button id="record-previous" aria-label=move || tr("record.previous")
                        on:click=move |_| list.step(-1)><span aria-hidden="true">"‹"</span></button>
                    <button id="record-next" aria-label=move || tr("record.next")
                        on:click=move |_| list.step(1)><span aria-hidden="true">"›"</span></button>
                </div>
            </div>
            <p class="record-total" id="record-value">{value}</p>
            <Facts selection/>
            <Words selection/>
            <Links selection/>
            <Origin selection/>
        </section>
    }
}

/// The figures of the record, its game and its dictionary.
#[component]
fn Facts(selection: Selection) -> impl IntoView {
    let fact = |key: &'static str, value: String| {
        view! { <div><dt>{tr(key)}</dt><dd>{value}</dd></div> }
    };
    let facts = move || {
        let reply = selection.reply.get()?;
        let record = &reply.record;
        // What the goal counts stands above.
        let other = match record.goal.count() {
            Count::Words => fact("record.points", number(record.points)),
            _ => fact("record.words", number(record.words)),
        };
        Some(view! {
            {other}
            {fact("record.letters", match rollable_text(record) {
                Some(rollable) => format!("{}; {rollable}", letters_text(&record.letters)),
                None => letters_text(&record.letters),
            })}
            {fact("record.dictionary", record.dictionary.clone())}
            {fact("record.climbs", climbs_text(reply.met, reply.climbs))}
        })
    };
    view! { <dl class="record-list">{facts}</dl> }
}

/// The words of the board. Choosing one draws its path.
#[component]
fn Words(selection: Selection) -> impl IntoView {
    let Selection {
        words,
        is_searching,
        word,
        shown,
        ..
    } = selection;
    let found = move || match words.get() {
        RecordWords::Found(words) => words.iter().take(shown.get()).cloned().collect(),
        RecordWords::None | RecordWords::Unknown => Vec::new(),
    };
    let hidden = Memo::new(move |_| match &*words.read() {
        RecordWords::Found(words) => words.len().saturating_sub(shown.get()),
        RecordWords::None | RecordWords::Unknown => 0,
    });
    let chip = move |it: WordView| {
        let is_chosen = {
            let text = it.word.clone();
            Memo::new(move |_| word.with(|word| word.as_ref().is_some_and(|it| it.word == text)))
        };
        let (text, points) = (it.word.clone(), number(it.points));
        view! {
            <li>
                <button class="found-word" aria-pressed=move || is_chosen.get().to_string()
                    on:click=move |_| word.set(Some(it.clone()))>
                    <span>{text}</span><span class="found-points">{points}</span>
                </button>
            </li>
        }
    };
    view! {
        <div class="record-words" aria-busy=move || is_searching.get().to_string()>
            <ul class="found-words" id="record-words" aria-label=move || tr("play.review")>
                <For each=found key=word_key children=chip/>
            </ul>
            <Show when=move || words.get() == RecordWords::Unknown>
                <p class="hint" id="record-unknown">{move || selection.of(|record| {
                    tr_with("record.unknown", &[("dictionary", &record.dictionary)])
                })}</p>
            </Show>
            <Show when=move || { hidden.get() > 0 }>
                <button class="link" id="record-more"
                    on:click=move |_| shown.update(|shown| *shown += MORE_SHOWN)>
                    {move || tr_count("play.show-more", hidden.get().min(MORE_SHOWN) as u64)}
                </button>
            </Show>
        </div>
    }
}

/// The key of a word among those of all records: the same word may be on the boards of two.
fn word_key(word: &WordView) -> (String, u64, Vec<u32>) {
    (word.word.clone(), word.points, positions(&word.path))
}

/// The actions on the board, if the page has its dictionary.
#[component]
fn Links(selection: Selection) -> impl IntoView {
    let is_known = move || matches!(*selection.words.read(), RecordWords::Found(_));
    view! {
        <div class="card-buttons record-links" class:is-hidden=move || !is_known()>
            <a class="button" id="record-solve" href=move || selection.solver_address()>
                {move || tr("record.solve")}
            </a>
            <Show when=move || selection.is_own_size()>
                <button id="record-play" disabled=move || selection.play.next.is_dealing.get()
                    on:click=move |_| selection.start_round()>{move || tr("record.play")}</button>
            </Show>
        </div>
    }
}

/// Where the record comes from, and the command that finds it again.
#[component]
fn Origin(selection: Selection) -> impl IntoView {
    let line = Memo::new(move |_| {
        let catalogue = selection
            .play
            .session
            .configuration
            .with(|it| it.catalogue.clone());
        selection
            .of(|record| command(record, &catalogue))
            .unwrap_or_default()
    });
    let found = move || {
        selection.of(|record| {
            let date = record
                .date
                .parse()
                .map_or_else(|_| record.date.clone(), date_text);
            let values = [("date", &*date), ("version", &record.version)];
            tr_with("record.found", &values)
        })
    };
    let seed = move || {
        selection.of(|record| {
            let (seed, hash) = (record.seed.to_string(), record.dictionary_hash.to_string());
            tr_with("record.seed", &[("seed", &seed), ("hash", &hash)])
        })
    };
    view! {
        <details class="record-origin">
            <summary>{move || tr("record.again")}</summary>
            <div class="record-command">
                <code id="record-command">{move || line.get()}</code>
                <CopyButton id="record-copy" text=line.into()/>
            </div>
            <p class="hint">{found}</p>
            <p class="hint">{seed}</p>
        </details>
    }
}
