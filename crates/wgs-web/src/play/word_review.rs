//! The words of a board after the round: which were found and which were missed, how common they
//! are, and which of them to practise.

use leptos::prelude::*;

use super::message::ResultWord;
use super::play_options::COMPUTER;
use super::round_page::word_points;
use super::state::PlayState;
use super::today::today;
use super::word_class::WordClass;
use crate::keyboard::focus;
use crate::text::{language, number, tr, tr_count, tr_with};
use crate::wiktionary::address;

/// The number of words that are shown at first.
const FIRST_SHOWN: usize = 40;

/// Which words are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReviewFilter {
    Missed,
    Found,
    All,
}

impl ReviewFilter {
    const ALL: [Self; 3] = [Self::Missed, Self::Found, Self::All];

    fn key(self) -> &'static str {
        match self {
            Self::Missed => "play.review.missed",
            Self::Found => "play.review.found",
            Self::All => "play.review.all",
        }
    }

    fn accepts(self, word: &ResultWord) -> bool {
        match self {
            Self::Missed => !word.is_found,
            Self::Found => word.is_found,
            Self::All => true,
        }
    }
}

fn is_rare(word: &ResultWord) -> bool {
    word.word.commonness.map(WordClass::from) == Some(WordClass::Rare)
}

/// The list of words with its filters.
#[component]
pub fn WordReview() -> impl IntoView {
    let play = PlayState::here();
    let filter = RwSignal::new(ReviewFilter::Missed);
    let hides_rare = RwSignal::new(false);
    let is_long = RwSignal::new(false);
    let words = move || {
        play.result
            .with(|result| result.as_ref().map_or_else(Vec::new, |it| it.words.clone()))
    };
    let count = move |filter: ReviewFilter| {
        play.result.with(|result| {
            let words = result.as_ref().map_or(&[][..], |result| &result.words);
            words.iter().filter(|word| filter.accepts(word)).count() as u64
        })
    };
    let has_rare = Memo::new(move |_| words().iter().any(is_rare));
    let listed = Memo::new(move |_| {
        let (filter, hides_rare) = (filter.get(), hides_rare.get());
        let mut words = words();
        words.retain(|word| filter.accepts(word) && !(hides_rare && is_rare(word)));
        words
    });
    let shown = move || {
        let most = match is_long.get() {
            true => usize::MAX,
            false => FIRST_SHOWN,
        };
        listed.with(|words| words.iter().take(most).cloned().collect::<Vec<_>>())
    };
    let hidden = move || match is_long.get() {
        true => 0,
        false => listed.with(|words| words.len().saturating_sub(FIRST_SHOWN)),
    };
    let choice = move |of: ReviewFilter| {
        view! {
            <label class="choice">
                <input type="radio" name="review" id=format!("review-{of:?}").to_lowercase()
                    prop:checked=move || filter.get() == of
                    on:change=move |_| filter.set(of)/>
                <span>{move || tr_with(of.key(), &[("n", &number(count(of)))])}</span>
            </label>
        }
    };
    view! {
        <section class="review" aria-labelledby="review-title">
            <h2 id="review-title">{move || tr("play.review")}</h2>
            <div class="review-tools">
                <fieldset class="choices">
                    <legend class="unseen">{move || tr("play.review.show")}</legend>
                    {ReviewFilter::ALL.map(choice)}
                </fieldset>
                <Show when=move || has_rare.get()>
                    <label class="check">
                        <input type="checkbox" id="review-common"
                            prop:checked=move || hides_rare.get()
                            on:change=move |event| hides_rare.set(event_target_checked(&event))/>
                        <span>{move || tr("play.review.hide-rare")}</span>
                    </label>
                </Show>
            </div>
            <PractiseAll words=listed filter/>
            <ul class="review-words" id="review">
                <For each=shown key=|word| word.word.word.clone()
                    children=|word: ResultWord| view! { <ReviewWord word/> }/>
            </ul>
            <Show when=move || listed.with(Vec::is_empty)>
                <p class="hint">{move || tr("play.review.none")}</p>
            </Show>
            <Show when=move || { hidden() > 0 }>
                <button class="link" id="review-more" on:click=move |_| is_long.set(true)>
                    {move || tr_count("play.show-more", hidden() as u64)}
                </button>
            </Show>
        </section>
    }
}

/// Adds words to the practice deck, on the board of this round.
fn practise<'w>(play: PlayState, words: impl IntoIterator<Item = &'w str>) {
    let place = play.round.with_untracked(|round| {
        let setup = round.as_ref().map(|round| &round.setup);
        setup.map(|setup| (setup.game.clone(), setup.board.clone()))
    });
    if let Some((game, board)) = place {
        play.data.update(|data| {
            for word in words {
                data.deck.add(word, &game, &board, today());
            }
        });
    }
}

/// Whether a word is in the practice deck and not learned yet, as a reactive value.
fn is_practised(play: PlayState, word: &str) -> bool {
    play.data
        .with(|data| data.deck.card(word).is_some_and(|card| card.due.is_some()))
}

/// The button that adds the missed words of the list to the practice deck, without rare ones: they
/// can be added one by one.
#[component]
fn PractiseAll(words: Memo<Vec<ResultWord>>, filter: RwSignal<ReviewFilter>) -> impl IntoView {
    let play = PlayState::here();
    let added = RwSignal::new(None::<u64>);
    let new = Memo::new(move |_| {
        words.with(|words| {
            let words = words.iter().filter(|word| !word.is_found && !is_rare(word));
            let words = words.map(|word| word.word.word.clone());
            words
                .filter(|word| !is_practised(play, word))
                .collect::<Vec<_>>()
        })
    });
    let press = move |_| {
        let words = new.get_untracked();
        practise(play, words.iter().map(String::as_str));
        let text = tr_count("play.review.practised", words.len() as u64);
        play.session.announce(text);
        added.set(Some(words.len() as u64));
        // The button is gone.
        request_animation_frame(|| focus("practise-link"));
    };
    view! {
        <div class="review-practise" class:is-hidden=move || filter.get() == ReviewFilter::Found>
            <Show when=move || !new.with(Vec::is_empty)>
                <button id="practise-all" on:click=press>
                    {move || tr_count("play.review.practise-all", new.with(Vec::len) as u64)}
                </button>
            </Show>
            {move || added.get().map(|n| view! {
                <a id="practise-link" href="#/practice">{tr_count("play.review.practised", n)}</a>
            })}
        </div>
    }
}

/// A word of the list: its points, how common it is, who found it; buttons to see its path, to
/// practise it and to look it up.
#[component]
fn ReviewWord(word: ResultWord) -> impl IntoView {
    let play = PlayState::here();
    let text = word.word.word.clone();
    let is_selected = {
        let text = text.clone();
        Memo::new(move |_| {
            play.selected
                .with(|selected| selected.as_ref().is_some_and(|it| it.word == text))
        })
    };
    let is_in_deck = {
        let text = text.clone();
        Memo::new(move |_| is_practised(play, &text))
    };
    let select = {
        let view = word.word.clone();
        move |_| play.selected.set(Some(view.clone()))
    };
    let toggle = {
        let text = text.clone();
        move |_| match is_in_deck.get_untracked() {
            true => {
                play.data.update(|data| {
                    data.deck.remove(&text);
                });
            }
            false => practise(play, [text.as_str()]),
        }
    };
    let notes = {
        let (class, finders) = (word.word.commonness, word.found_by.clone());
        move || {
            let name = |name: &String| match name.as_str() {
                COMPUTER => tr("play.review.computer"),
                name => name.to_owned(),
            };
            let finders: Vec<String> = finders.iter().map(name).collect();
            let by = (!finders.is_empty())
                .then(|| tr_with("play.review.found-by", &[("names", &finders.join(", "))]));
            let parts: Vec<String> = class
                .map(|class| WordClass::from(class).name())
                .into_iter()
                .chain(by)
                .collect();
            parts.join(" · ")
        }
    };
    let (practise_text, link_text, link_word) = (text.clone(), text.clone(), text.clone());
    view! {
        <li class="review-word" class:is-found=word.is_found
            class:is-selected=move || is_selected.get()>
            <button class="review-select" on:click=select
                aria-pressed=move || is_selected.get().to_string()>
                <span class="review-mark" aria-hidden="true">
                    {if word.is_found { "✓" } else { "" }}
                </span>
                <b>{text.clone()}</b>
                <span class="review-points">{word_points(word.word.points)}</span>
                <span class="review-notes">{notes}</span>
            </button>
            <button class="quiet review-add" on:click=toggle
                class:is-added=move || is_in_deck.get()
                aria-pressed=move || is_in_deck.get().to_string()
                title=move || tr("play.review.practise")
                aria-label=move || tr_with("play.review.practise-word", &[("word", &practise_text)])>
                <span aria-hidden="true">{move || if is_in_deck.get() { "✓" } else { "+" }}</span>
            </button>
            <a class="review-link" target="_blank" rel="external noopener noreferrer"
                title="Wiktionary"
                aria-label=move || tr_with("explorer.look-up", &[("word", &link_text)])
                href=move || address(&link_word, language())>
                <span aria-hidden="true">"↗"</span>
            </a>
        </li>
    }
}
