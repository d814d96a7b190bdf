//! Practising missed words: each comes back on the board on which it was missed.

use leptos::prelude::*;
use wgs_engine::letter::letters;
use wgs_play::{Date, PlayerSetup, PracticeCard, RoundSetup, WordView};

use super::message::{FindWord, StartRound, send};
use super::play_board::PlayBoard;
use super::play_options::YOU;
use super::round_origin::RoundOrigin;
use super::spelling_input::SpellingInput;
use super::state::PlayState;
use super::today::{date_text, today};
use crate::text::{language, tr, tr_count, tr_with};
use crate::wiktionary::address;

/// How a word was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    is_known: bool,
    /// When the word comes back; [`None`] once it is learned.
    due: Option<Date>,
}

/// The state of the page.
#[derive(Clone, Copy)]
struct PracticeState {
    play: PlayState,
    /// The word that is asked.
    word: RwSignal<Option<WordView>>,
    /// How it was answered.
    answer: RwSignal<Option<Answer>>,
    /// The number of the last guess that was looked at.
    guess: RwSignal<u64>,
}

impl PracticeState {
    /// Asks the next word that is due.
    fn next(self) {
        self.word.set(None);
        self.answer.set(None);
        self.guess.set(0);
        let play = self.play;
        play.entry.reset();
        play.selected.set(None);
        let next = play.data.with_untracked(|data| {
            let next = data.deck.due(today()).next();
            next.map(|(word, card)| (word.to_owned(), card.clone()))
        });
        if let Some((word, card)) = next {
            self.ask(word, &card);
        }
    }

    fn ask(self, word: String, card: &PracticeCard) {
        let play = self.play;
        let setup = RoundSetup {
            game: card.game.clone(),
            board: card.board.clone(),
            players: vec![PlayerSetup::person(YOU)],
            ..RoundSetup::default()
        };
        let request = StartRound {
            setup,
            difficulty: None,
            daily: None,
        };
        let forgotten = word.clone();
        play.session.engine.with_value(|engine| {
            send(engine, request, move |reply| match reply {
                Ok(reply) => {
                    play.begin(RoundOrigin::Practice, reply);
                    play.ask(FindWord { word: word.clone() }, move |found| match found {
                        Some(found) => self.word.set(Some(found)),
                        None => self.forget(&word),
                    });
                }
                // The game or its dictionary is gone.
                Err(error) => {
                    play.session.show_error(error.text());
                    self.forget(&forgotten);
                }
            });
        });
    }

    /// Removes a word that is not on its board any more.
    fn forget(self, word: &str) {
        self.play.data.update(|data| {
            data.deck.remove(word);
        });
        self.next();
    }

    /// Notes whether the player knew the word, and shows its path.
    fn settle(self, is_known: bool) {
        let Some(word) = self.word.get_untracked() else {
            return;
        };
        if self.answer.with_untracked(Option::is_some) {
            return;
        }
        let mut due = None;
        self.play.data.update(|data| {
            due = data.deck.answer(&word.word, is_known, today());
        });
        let answer = Answer { is_known, due };
        self.play.session.announce(answer_text(&word.word, &answer));
        self.answer.set(Some(answer));
        self.play.entry.clear();
        self.play.selected.set(Some(word));
    }

    /// Looks whether the last guess was the word, or another one of this board that is due.
    fn judge(self) {
        let (Some(outcome), Some(asked)) =
            (self.play.entry.outcome.get(), self.word.get_untracked())
        else {
            return;
        };
        if outcome.number == self.guess.get_untracked() {
            return;
        }
        self.guess.set(outcome.number);
        let word = outcome.guess.to_uppercase();
        let data = self.play.data;
        if word == asked.word {
            self.settle(true);
        } else if data.with_untracked(|it| it.deck.is_due_with(&word, &asked.word, today())) {
            self.play.ask(FindWord { word }, move |found| {
                if found.is_some() {
                    self.word.set(found);
                    self.settle(true);
                }
            });
        }
    }
}

/// The result of asking a word, in a sentence.
fn answer_text(word: &str, answer: &Answer) -> String {
    let key = match (answer.is_known, answer.due) {
        (false, _) => "play.practice.shown",
        (true, Some(_)) => "play.practice.right",
        (true, None) => "play.practice.learned",
    };
    let date = answer.due.map(date_text).unwrap_or_default();
    tr_with(key, &[("word", word), ("date", &date)])
}

/// The page on which words are practised.
#[component]
pub fn PracticePage() -> impl IntoView {
    let play = PlayState::here();
    let state = PracticeState {
        play,
        word: RwSignal::new(None),
        answer: RwSignal::new(None),
        guess: RwSignal::new(0),
    };
    state.next();
    Effect::new(move |_| state.judge());
    let due = move || play.data.due(today()) as u64;
    let is_asking = move || state.word.with(Option::is_some);
    view! {
        <div class="after practice">
            <div class="after-head">
                <h1>{move || tr("play.practice")}</h1>
                <a class="button quiet" id="practice-leave" href=move || play.back.get()>{move || tr("play.back")}</a>
            </div>
            <p class="hint" id="practice-due">{move || tr_count("play.practice.due", due())}</p>
            {move || match is_asking() {
                true => view! { <Question state/> }.into_any(),
                false => view! { <NothingDue/> }.into_any(),
            }}
            <Deck/>
        </div>
    }
}

/// The word that is asked: its length and first letter, and the board to spell it on.
#[component]
fn Question(state: PracticeState) -> impl IntoView {
    let play = state.play;
    let input = SpellingInput::new(play);
    let clue = move || {
        state.word.get().map(|word| {
            let letters = || letters(&word.word);
            let end = |letter: Option<&str>| letter.unwrap_or_default().to_owned();
            tr_with(
                "play.practice.clue",
                &[
                    ("length", &letters().count().to_string()),
                    ("points", &tr_count("solver.points", word.points)),
                    ("first", &end(letters().next())),
                    ("last", &end(letters().last())),
                ],
            )
        })
    };
    let is_answered = move || state.answer.with(Option::is_some);
    let has_word = move || !play.entry.is_empty();
    let line = move || {
        if let (Some(answer), Some(word)) = (state.answer.get(), state.word.get()) {
            let class = if answer.is_known {
                "outcome is-good"
            } else {
                "outcome"
            };
            let mark = if answer.is_known { "✓ " } else { "" };
            return view! {
                <span class=class>{mark}{answer_text(&word.word, &answer)}</span>
            }
            .into_any();
        }
        let spelled = play.entry.word();
        if !spelled.is_empty() {
            return view! { <span class="played-word">{spelled}</span> }.into_any();
        }
        match play.entry.outcome.get() {
            Some(outcome) => {
                let text = match outcome.counts {
                    true => tr_with(
                        "play.practice.other",
                        &[("word", &outcome.guess.to_uppercase())],
                    ),
                    false => outcome.text(),
                };
                view! { <span class="outcome is-bad">"✗ "{text}</span> }.into_any()
            }
            None => view! { <span class="hint">{tr("play.how")}</span> }.into_any(),
        }
    };
    let link = move || state.word.get().map(|word| address(&word.word, language()));
    view! {
        <section class="practice-word" aria-label=move || tr("play.practice.question")>
            <p class="clue" id="practice-clue">{clue}</p>
            <div class="word-line-play" id="practice-line">{line}</div>
            <div class="practice-board"><PlayBoard input/></div>
            <div class="round-tools">
                <Show when=move || !is_answered() fallback=move || view! {
                    <a class="button" target="_blank" rel="external noopener noreferrer" href=link>
                        "Wiktionary"
                    </a>
                    <button class="primary" id="practice-next" on:click=move |_| state.next()>
                        {move || tr("play.practice.next")}
                    </button>
                }>
                    <button id="practice-show" on:click=move |_| state.settle(false)>
                        {move || tr("play.practice.show")}
                    </button>
                    <button id="practice-delete" disabled=move || !has_word()
                        on:click=move |_| input.delete()>{move || tr("play.delete")}</button>
                    <button class="primary" id="practice-enter" disabled=move || !has_word()
                        on:click=move |_| play.submit()>{move || tr("play.enter")}</button>
                </Show>
            </div>
        </section>
    }
}

/// The page when no word is due.
#[component]
fn NothingDue() -> impl IntoView {
    let play = PlayState::here();
    let text = move || {
        play.data.with(|data| match data.deck.next_due() {
            Some(date) if date > today() => {
                tr_with("play.practice.next-due", &[("date", &date_text(date))])
            }
            Some(_) => String::new(),
            None => tr("play.practice.empty"),
        })
    };
    view! { <p id="practice-done">{text}</p> }
}

/// All words of the deck. They are hidden at first, because they would give the answers away.
#[component]
fn Deck() -> impl IntoView {
    let play = PlayState::here();
    let cards = move || {
        play.data.with(|data| {
            let cards = data.deck.cards();
            cards
                .map(|(word, card)| (word.to_owned(), card.due))
                .collect::<Vec<_>>()
        })
    };
    let row = move |(word, due): (String, Option<Date>)| {
        let when = match due {
            Some(date) if date <= today() => tr("play.practice.today"),
            Some(date) => date_text(date),
            None => tr("play.practice.is-learned"),
        };
        let label = tr_with("play.practice.remove", &[("word", &word)]);
        let removed = word.clone();
        view! {
            <li>
                <b>{word}</b><span class="hint">{when}</span>
                <button class="quiet" aria-label=label on:click=move |_| {
                    play.data.update(|data| {
                        data.deck.remove(&removed);
                    });
                }>"×"</button>
            </li>
        }
    };
    view! {
        <Show when=move || { !cards().is_empty() }>
            <details class="card deck">
                <summary>{move || tr_count("play.practice.deck", cards().len() as u64)}</summary>
                <ul class="deck-words">{move || cards().into_iter().map(row).collect_view()}</ul>
            </details>
        </Show>
    }
}

/// Ends the practice: its round is forgotten.
pub fn leave(play: PlayState) {
    if play
        .origin
        .with_untracked(|origin| *origin == RoundOrigin::Practice)
    {
        play.round.set(None);
        play.origin.set(RoundOrigin::default());
        play.entry.reset();
        play.selected.set(None);
    }
}
