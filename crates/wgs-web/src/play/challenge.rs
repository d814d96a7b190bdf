//! Challenges: a link with the board, the rules and the result of a round. A friend plays on the
//! same board and compares.

use leptos::prelude::*;
use wgs_config::Draft;
use wgs_config::share_link::SharedDictionary;
use wgs_play::Challenge;

use super::message::{MakeChallenge, StartRound};
use super::play_options::YOU;
use super::room::identity;
use super::round_clock::minutes;
use super::round_origin::RoundOrigin;
use super::round_start::NextRound;
use super::saved_round;
use super::share::{ShareOutcome, page_address, share};
use super::start_page::level_name;
use super::state::{PlayScreen, PlayState, round_address};
use crate::engine::request::{GameChoice, RequestError, ShareDictionary};
use crate::engine_text::tr_message;
use crate::page;
use crate::session::ParsedConfiguration;
use crate::text::{tr, tr_count, tr_with};

/// Makes a link of the round that has ended. `on_link` receives its address.
fn make(play: PlayState, name: String, on_link: impl FnOnce(String) + 'static) {
    let Some(setup) = play
        .round
        .with_untracked(|round| round.as_ref().map(|round| round.setup.clone()))
    else {
        return;
    };
    let text = play
        .session
        .configuration
        .with_untracked(|known| known.text.to_string());
    let carried = wgs_config::share_link::configuration_to_carry(&Draft::new(text), &setup.game);
    let configuration = match carried {
        Ok(configuration) => configuration,
        Err(error) => return play.session.show_error(tr_message(&error)),
    };
    let choice = GameChoice {
        game: setup.game,
        dictionary: setup.dictionary,
        ..GameChoice::default()
    };
    let on_dictionary = move |dictionary: Result<SharedDictionary, RequestError>| match dictionary {
        Ok(dictionary) => play.ask(
            MakeChallenge {
                name,
                dictionary,
                configuration,
            },
            move |fragment| on_link(format!("{}#{fragment}", page_address(play.session))),
        ),
        Err(error) => play.session.show_error(error.text()),
    };
    play.session
        .engine
        .with_value(|engine| engine.send(ShareDictionary { choice }, on_dictionary));
}

/// Makes and shares a link, at the end of a round.
#[component]
pub fn ChallengeForm() -> impl IntoView {
    let play = PlayState::here();
    let name = RwSignal::new(identity::name());
    let link = RwSignal::new(None::<String>);
    let outcome = RwSignal::new(None::<ShareOutcome>);
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let written = name.get_untracked().trim().to_owned();
        identity::set_name(&written);
        let written = match written.as_str() {
            "" => tr("play.challenge.somebody"),
            _ => written,
        };
        make(play, written, move |address| {
            link.set(Some(address.clone()));
            leptos::task::spawn_local(async move {
                let text = format!("{}\n{address}", tr("play.challenge.text"));
                let result = share(&text).await;
                if let Some(said) = result.text() {
                    play.session.announce(said);
                }
                outcome.set(Some(result));
            });
        });
    };
    view! {
        <details class="card challenge-form">
            <summary>{move || tr("play.challenge")}</summary>
            <p class="hint">{move || tr("play.challenge.what")}</p>
            <form class="challenge-fields" on:submit=send>
                <label class="field grow">
                    <span>{move || tr("play.challenge.name")}</span>
                    <input id="challenge-name" maxlength="40" autocomplete="nickname"
                        prop:value=move || name.get()
                        on:input=move |event| name.set(event_target_value(&event))/>
                </label>
                <button id="challenge-make">{move || tr("play.challenge.make")}</button>
            </form>
            {move || link.get().map(|address| view! {
                <label class="field">
                    <span id="challenge-link-label">{move || match outcome.get() {
                        Some(ShareOutcome::Copied) => tr("play.challenge.copied"),
                        Some(ShareOutcome::Refused) => tr("play.share.by-hand"),
                        _ => tr("play.challenge.link"),
                    }}</span>
                    <input id="challenge-link" readonly prop:value=address
                        on:focus=|event| {
                            let input: web_sys::HtmlInputElement = event_target(&event);
                            input.select();
                        }/>
                </label>
            })}
        </details>
    }
}

/// Opens the challenge that came with the address. An error is a text.
fn open(play: PlayState) -> Result<Challenge, String> {
    let challenge = Challenge::decode(&page::fragment()).map_err(|error| {
        let problem = tr_message(&error);
        tr_with("link.wrong", &[("problem", &problem)])
    })?;
    if let Some(rules) = &challenge.share.configuration {
        let configuration = ParsedConfiguration::new(rules);
        let configuration = configuration.ok_or_else(|| tr("link.rules"))?;
        play.session.apply_shared(configuration);
    }
    Ok(challenge)
}

/// Starts a round on the board of a challenge, or goes on with the one that was begun.
fn accept(play: PlayState, challenge: &Challenge) {
    let setup = challenge.setup(YOU);
    let origin = RoundOrigin::Challenge(page::fragment());
    let kept = saved_round::find(&setup.game, &origin);
    if let Some(kept) = kept.filter(|kept| kept.ended.is_none()) {
        return page::go(&round_address(kept.id));
    }
    let start = move |dictionary: Option<String>| {
        let mut setup = setup;
        setup.dictionary = dictionary;
        let request = StartRound {
            setup,
            difficulty: None,
            daily: None,
        };
        play.load_round(NextRound::New(origin, request));
    };
    match &challenge.share.dictionary {
        SharedDictionary::OfTheGame => start(None),
        SharedDictionary::Named { name, .. } => start(Some(name.clone())),
        SharedDictionary::Carried { name, words } => {
            let provided = name.clone();
            let words = words.clone().into_bytes();
            play.session
                .provide(name, words, move |loaded| match loaded {
                    Ok(_) => start(Some(provided)),
                    Err(error) => play.session.show_error(error.text()),
                });
        }
    }
}

/// The description of a challenge before its round starts. The board is not shown yet.
#[component]
pub fn ChallengePage() -> impl IntoView {
    let play = PlayState::here();
    let challenge = match untrack(|| open(play)) {
        Ok(challenge) => challenge,
        Err(problem) => {
            play.session.show_error(problem);
            play.show_screen(PlayScreen::Start);
            return ().into_any();
        }
    };
    let name = move |challenge: &Challenge| {
        let result = challenge.result.as_ref();
        result.map_or_else(
            || tr("play.challenge.somebody"),
            |result| result.name.clone(),
        )
    };
    let title = {
        let challenge = challenge.clone();
        move || tr_with("play.challenge.title", &[("name", &name(&challenge))])
    };
    let rules = {
        let challenge = challenge.clone();
        move || {
            let clock = match challenge.limit {
                Some(limit) => minutes(limit),
                None => tr("play.daily.no-clock"),
            };
            let levels = challenge.levels.iter().map(|level| level_name(*level));
            let mut parts = vec![challenge.share.game.clone(), clock];
            parts.extend(levels);
            parts.join(" · ")
        }
    };
    let target = {
        let challenge = challenge.clone();
        move || {
            challenge.result.as_ref().map(|result| {
                tr_with(
                    "play.challenge.target",
                    &[
                        ("name", &result.name),
                        ("words", &tr_count("solver.words", result.words)),
                        (
                            "points",
                            &tr_count("solver.points", result.points.max(0) as u64),
                        ),
                    ],
                )
            })
        }
    };
    view! {
        <div class="after challenge-page">
            <h1>{title}</h1>
            <p class="hint">{rules}</p>
            <p class="challenge-target" id="challenge-target">{target}</p>
            <button class="primary start-button" id="challenge-accept"
                disabled=move || play.next.is_dealing.get()
                on:click=move |_| accept(play, &challenge)>
                {move || tr("play.challenge.accept")}
            </button>
            <p><a class="button quiet" href="#">{move || tr("play.challenge.decline")}</a></p>
        </div>
    }
    .into_any()
}
