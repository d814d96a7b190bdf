//! The rounds of a room: dealing a board, counting down, guesses, and the end.

use wgs_engine::Cell;

use super::Room;
use super::attendance::numbered_name;
use super::deal_problem::DealProblem;
use super::event::RoomEvent;
use super::input::{DealtBoard, RatingChange};
use super::member::MemberId;
use super::output::{RoomAnswer, RoomError, RoomOutput};
use super::report::{ReportContext, RoundReport};
use super::settings::{Dealing, Scoring};
use super::view::{PhaseView, RunningRound, SeatView};
use crate::round::Round;
use crate::round::WordView;
use crate::round::{EndReason, RoundEvent};
use crate::round::{PlayerId, RoundAction, RoundInput};
use crate::round::{PlayerSetup, RoundGoal, RoundSetup};

/// The time between the deal and the start of a round, in milliseconds.
const COUNTDOWN: u64 = 5_000;

/// The time that a dealer has to choose letters, in milliseconds. Then the server deals.
const DEALER_TIME: u64 = 60_000;

/// The interval at which computer players find words, in milliseconds.
const COMPUTER_INTERVAL: u64 = 1_000;

/// What a room is doing.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    Waiting,
    Dealing(Deal),
    Countdown {
        starts_at: u64,
        board: Box<DealtBoard>,
        dealer: Option<MemberId>,
    },
    Playing(Box<Playing>),
}

/// A board that is being dealt.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    /// The number of the deal.
    deal: u64,
    /// The member who chooses the letters.
    dealer: Option<MemberId>,
    /// Until when the dealer can choose; [`None`] if the host has been asked for a board.
    until: Option<u64>,
    /// The letters that the dealer chose.
    letters: Option<String>,
}

/// A running round.
#[derive(Clone, Debug)]
pub(super) struct Playing {
    pub(super) round: Round,
    /// Who plays, in the order of the round's players.
    pub(super) seats: Vec<Seat>,
    pub(super) started_at: u64,
    /// Whether the owner ended it.
    pub(super) is_cut_short: bool,
    text: String,
}

/// A player of a running round.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    /// The member, even if they have left; [`None`] for a computer player.
    pub(super) member: Option<MemberId>,
    /// The public id of the member's identity.
    pub(super) player: Option<String>,
}

impl Room {
    /// The number of the next or the running round in its match, from 1.
    fn round_number(&self) -> u32 {
        self.state.rounds_played + 1
    }

    /// The members who would play now: those who do not only watch, and are connected or ready.
    fn players(&self) -> impl Iterator<Item = MemberId> {
        let members = self.state.members.iter().map(|member| &member.view);
        let playing = members.filter(|it| !it.is_spectator && (it.is_connected || it.is_ready));
        playing.map(|member| member.member)
    }

    /// Starts the next round if everyone is ready for it.
    pub(super) fn check_ready(&mut self, out: &mut Vec<RoomOutput>) {
        let mut awaited = self.state.members.iter().filter(|it| self.is_awaited(it));
        let is_ready = awaited.all(|member| member.view.is_ready);
        let mut players = self.state.members.iter().map(|member| &member.view);
        let has_players = players.any(|it| it.is_ready && it.is_connected);
        if is_ready && has_players && !self.is_busy() {
            // Too few players: they are ready, and wait for others.
            let _ = self.start(out);
        }
    }

    /// Starts the next round.
    pub(super) fn start(&mut self, out: &mut Vec<RoomOutput>) -> Result<(), RoomError> {
        self.check_waiting()?;
        let people = self.players().count();
        let is_dealt = self.state.settings.dealing == Dealing::Member;
        let is_enough = match is_dealt {
            true => people >= 2,
            false => people >= 1 && people + self.state.settings.computers.len() >= 2,
        };
        if !is_enough {
            return Err(RoomError::TooFewPlayers);
        }
        if self.state.rounds_played >= self.state.settings.rounds {
            self.start_match(out);
        }
        let dealer = is_dealt.then(|| {
            let turn = self.state.member_deals as usize % people;
            self.players().nth(turn)
        });
        self.deal(dealer.flatten(), out);
        Ok(())
    }

    /// Sets all totals to 0.
    fn start_match(&mut self, out: &mut Vec<RoomOutput>) {
        self.state.rounds_played = 0;
        for member in self.member_ids().collect::<Vec<_>>() {
            if let Some(found) = self.member_mut(member) {
                found.view.total = 0;
                found.view.wins = 0;
            }
            self.tell_member(member, out);
        }
    }

    /// Waits for the dealer's letters, or asks the host for a board.
    fn deal(&mut self, dealer: Option<MemberId>, out: &mut Vec<RoomOutput>) {
        self.state.deals += 1;
        let deal = self.state.deals;
        let until = dealer.map(|_| self.state.at.saturating_add(DEALER_TIME));
        self.phase = Phase::Dealing(Deal {
            deal,
            dealer,
            until,
            letters: None,
        });
        let number = self.round_number();
        self.tell(out, RoomEvent::Dealing { number, dealer });
        if dealer.is_none() {
            self.ask_for_board(None, out);
        }
    }

    /// Asks the host for a board.
    fn ask_for_board(&mut self, letters: Option<String>, out: &mut Vec<RoomOutput>) {
        let number = self.round_number();
        if let Phase::Dealing(deal) = &mut self.phase {
            let is_chosen = deal.until.take().is_some();
            deal.letters = letters.clone();
            let deal = deal.deal;
            if is_chosen {
                // The next player deals the next board, even if this one let the time pass.
                self.state.member_deals = self.state.member_deals.wrapping_add(1);
                let dealer = None;
                self.tell(out, RoomEvent::Dealing { number, dealer });
            }
            let settings = Box::new(self.state.settings.clone());
            out.push(RoomOutput::Deal {
                deal,
                settings,
                letters,
            });
        }
    }

    /// Asks a host that has just loaded the room for the board that another host was asked for.
    pub(super) fn deal_again(&mut self, out: &mut Vec<RoomOutput>) {
        let Phase::Dealing(deal) = &mut self.phase else {
            return;
        };
        if deal.until.is_none() {
            self.state.deals += 1;
            deal.deal = self.state.deals;
            let letters = deal.letters.clone();
            self.ask_for_board(letters, out);
        }
    }

    /// A dealer deals.
    pub(super) fn deal_letters(
        &mut self,
        member: MemberId,
        letters: Option<String>,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        match &self.phase {
            Phase::Dealing(Deal {
                dealer: Some(dealer),
                until: Some(_),
                ..
            }) if *dealer == member => {
                self.ask_for_board(letters, out);
                Ok(())
            }
            _ => Err(RoomError::NotDealer),
        }
    }

    /// The server deals for a dealer who has left.
    pub(super) fn replace_dealer(&mut self, member: MemberId, out: &mut Vec<RoomOutput>) {
        if let Phase::Dealing(deal) = &self.phase
            && deal.dealer == Some(member)
            && deal.until.is_some()
        {
            self.ask_for_board(None, out);
        }
    }

    pub(super) fn take_board(
        &mut self,
        deal: u64,
        board: Box<DealtBoard>,
        out: &mut Vec<RoomOutput>,
    ) -> bool {
        let dealer = match &self.phase {
            Phase::Dealing(found) if found.deal == deal && found.until.is_none() => found.dealer,
            _ => return false,
        };
        let starts_at = self.state.at.saturating_add(COUNTDOWN);
        self.phase = Phase::Countdown {
            starts_at,
            board,
            dealer,
        };
        let number = self.round_number();
        self.tell(out, RoomEvent::Countdown { number, starts_at });
        true
    }

    pub(super) fn fail_deal(
        &mut self,
        deal: u64,
        problem: DealProblem,
        out: &mut Vec<RoomOutput>,
    ) -> bool {
        let Phase::Dealing(found) = &self.phase else {
            return false;
        };
        if found.deal != deal {
            return false;
        }
        if found.dealer.is_some() && found.until.is_none() {
            // The player who chose the letters chooses again.
            self.state.member_deals = self.state.member_deals.wrapping_sub(1);
        }
        self.phase = Phase::Waiting;
        self.tell(out, RoomEvent::DealFailed(problem));
        self.clear_ready(out);
        true
    }

    /// Starts a round whose countdown is over.
    fn start_round(
        &mut self,
        board: DealtBoard,
        started_at: u64,
        dealer: Option<MemberId>,
        out: &mut Vec<RoomOutput>,
    ) {
        let people: Vec<MemberId> = self.players().filter(|it| Some(*it) != dealer).collect();
        let settings = &self.state.settings;
        let mut seats = Vec::new();
        let mut players: Vec<PlayerSetup> = Vec::new();
        for member in people.iter().filter_map(|member| self.member(*member)) {
            players.push(PlayerSetup::person(&member.view.name));
            seats.push(Seat {
                member: Some(member.view.member),
                player: member.view.player.clone(),
            });
        }
        for level in &settings.computers {
            let is_taken = |name: &str| players.iter().any(|player| player.name == name);
            let name = numbered_name("Computer", is_taken);
            players.push(PlayerSetup::computer(&name, *level));
            seats.push(Seat {
                member: None,
                player: None,
            });
        }
        let setup = RoundSetup {
            game: settings.game.clone(),
            board: board.text.clone(),
            size: settings.size.clone(),
            dictionary: settings.dictionary.clone(),
            players,
            limit: Some(u64::from(settings.seconds) * 1000),
            goal: match settings.scoring {
                Scoring::Cooperative => RoundGoal::FindEverything,
                Scoring::Classic | Scoring::Individual => RoundGoal::Points,
            },
            cancel: settings.scoring == Scoring::Classic,
            is_shared: settings.scoring == Scoring::Cooperative,
            penalty: settings.penalty,
            seed: board.seed,
            ..RoundSetup::default()
        };
        for member in &people {
            if let Some(found) = self.member_mut(*member) {
                found.has_played = true;
            }
        }
        // Everyone may have left in the countdown.
        let Ok(round) = Round::new(setup, board.solved, board.context) else {
            self.stop_countdown(out);
            return;
        };
        self.phase = Phase::Playing(Box::new(Playing {
            round,
            seats,
            started_at,
            is_cut_short: false,
            text: board.text,
        }));
        if let PhaseView::Playing { round } = self.phase_view() {
            self.tell(out, RoomEvent::Started { round });
        }
    }

    fn stop_countdown(&mut self, out: &mut Vec<RoomOutput>) {
        self.phase = Phase::Waiting;
        self.tell(out, RoomEvent::CountdownStopped);
        self.clear_ready(out);
    }

    pub(super) fn advance_play(&mut self, out: &mut Vec<RoomOutput>) {
        let at = self.state.at;
        match &self.phase {
            Phase::Dealing(Deal {
                until: Some(until), ..
            }) if *until <= at => self.ask_for_board(None, out),
            Phase::Countdown { starts_at, .. } if *starts_at <= at => {
                let phase = std::mem::replace(&mut self.phase, Phase::Waiting);
                if let Phase::Countdown {
                    starts_at,
                    board,
                    dealer,
                } = phase
                {
                    self.start_round(*board, starts_at, dealer, out);
                }
            }
            _ => {}
        }
        if let Phase::Playing(_) = &self.phase {
            // No player acts.
            let _ = self.play(PlayerId::default(), RoundAction::Tick, out);
        }
    }

    /// Moves what lies ahead to a clock that is behind by this time.
    pub(super) fn shift_play(&mut self, behind: u64) {
        match &mut self.phase {
            Phase::Waiting => {}
            Phase::Dealing(deal) => {
                deal.until = deal.until.map(|until| until.saturating_sub(behind));
            }
            Phase::Countdown { starts_at, .. } => *starts_at = starts_at.saturating_sub(behind),
            Phase::Playing(playing) => {
                playing.started_at = playing.started_at.saturating_sub(behind);
            }
        }
    }

    pub(super) fn next_play_time(&self) -> Option<u64> {
        match &self.phase {
            Phase::Waiting => None,
            Phase::Dealing(deal) => deal.until,
            Phase::Countdown { starts_at, .. } => Some(*starts_at),
            Phase::Playing(playing) => {
                let has_computer = playing.seats.iter().any(|seat| seat.member.is_none());
                let end = playing.ends_at();
                let next = self.state.at.saturating_add(COMPUTER_INTERVAL);
                Some(if has_computer { end.min(next) } else { end })
            }
        }
    }

    /// The place of a member in the running round.
    pub(super) fn seat_of(&self, member: MemberId) -> Option<PlayerId> {
        let Phase::Playing(playing) = &self.phase else {
            return None;
        };
        let mut seats = playing.seats.iter();
        seats
            .position(|seat| seat.member == Some(member))
            .map(PlayerId::new)
    }

    fn check_seat(&self, member: MemberId) -> Result<PlayerId, RoomError> {
        match &self.phase {
            Phase::Playing(_) => self.seat_of(member).ok_or(RoomError::NotPlaying),
            _ => Err(RoomError::NoRound),
        }
    }

    pub(super) fn guess(
        &mut self,
        member: MemberId,
        text: String,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(RoomAnswer, bool), RoomError> {
        let seat = self.check_seat(member)?;
        self.play(seat, RoundAction::Guess(text), out)
    }

    pub(super) fn guess_path(
        &mut self,
        member: MemberId,
        path: Vec<Cell>,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(RoomAnswer, bool), RoomError> {
        let seat = self.check_seat(member)?;
        self.play(seat, RoundAction::GuessPath(path), out)
    }

    pub(super) fn finish(
        &mut self,
        member: MemberId,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        let seat = self.check_seat(member)?;
        self.play(seat, RoundAction::Finish, out).map(drop)
    }

    /// Ends the part of a player who has left the room.
    pub(super) fn finish_seat(&mut self, member: MemberId, out: &mut Vec<RoomOutput>) {
        // A member who has no place, or has already finished, changes nothing.
        let _ = self.finish(member, out);
    }

    /// Ends the round, or stops what leads to it.
    pub(super) fn end_round(&mut self, out: &mut Vec<RoomOutput>) -> Result<(), RoomError> {
        match &self.phase {
            Phase::Waiting => Err(RoomError::NoRound),
            Phase::Dealing(_) | Phase::Countdown { .. } => {
                self.stop_countdown(out);
                Ok(())
            }
            // People are the first players of a round, so the first one is a person.
            Phase::Playing(_) => {
                if let Phase::Playing(playing) = &mut self.phase {
                    playing.is_cut_short = true;
                }
                self.play(PlayerId::default(), RoundAction::End, out)
                    .map(drop)
            }
        }
    }

    /// Gives an input to the running round, and tells everyone what follows.
    fn play(
        &mut self,
        player: PlayerId,
        action: RoundAction,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(RoomAnswer, bool), RoomError> {
        let at = self.state.at;
        let Phase::Playing(playing) = &mut self.phase else {
            return Err(RoomError::NoRound);
        };
        let is_finish = action == RoundAction::Finish;
        let events = playing.round.handle(RoundInput {
            time: at.saturating_sub(playing.started_at),
            player,
            action,
        });
        let mut answer = Ok((RoomAnswer::Done, false));
        // Several words of one computer player are one event.
        let mut changed: Vec<PlayerId> = Vec::new();
        let mut team_words: Vec<(PlayerId, WordView)> = Vec::new();
        let mut end = None;
        for event in events {
            match event {
                RoundEvent::Judged {
                    player,
                    guess,
                    verdict,
                    penalty,
                } => {
                    let word = verdict
                        .counts()
                        .then(|| playing.last_word(player))
                        .flatten();
                    let is_changed = word.is_some() || penalty > 0;
                    if is_changed {
                        changed.push(player);
                    }
                    if let Some(word) = word.clone().filter(|_| playing.round.setup().is_shared) {
                        team_words.push((player, word));
                    }
                    let judged = RoomAnswer::Judged {
                        guess,
                        verdict,
                        penalty,
                        word,
                    };
                    answer = Ok((judged, is_changed));
                }
                RoundEvent::ComputerFound { player, .. } if !changed.contains(&player) => {
                    changed.push(player);
                }
                RoundEvent::Ended { reason } => end = Some(reason),
                RoundEvent::Ignored { reason } => answer = Err(RoomError::Ignored(reason)),
                _ => {}
            }
        }
        if is_finish && answer.is_ok() {
            changed.push(player);
        }
        let changed: Vec<(u32, SeatView)> = changed
            .into_iter()
            .map(|player| (player.index() as u32, playing.seat_view(player)))
            .collect();
        for (player, word) in team_words {
            let seat = player.index() as u32;
            self.tell(out, RoomEvent::TeamWord { seat, word });
        }
        for (seat, view) in changed {
            self.tell(out, RoomEvent::Seat { seat, view });
        }
        if let Some(reason) = end {
            self.report_round(reason, out);
        }
        answer
    }

    /// Reports a round that has ended, and waits for the next one.
    fn report_round(&mut self, reason: EndReason, out: &mut Vec<RoomOutput>) {
        let phase = std::mem::replace(&mut self.phase, Phase::Waiting);
        let Phase::Playing(playing) = phase else {
            return;
        };
        let mut report = RoundReport::new(&ReportContext {
            playing: &playing,
            settings: &self.state.settings,
            id: self.state.rounds_ended + 1,
            number: self.round_number(),
            reason,
        });
        self.state.rounds_ended += 1;
        self.state.rounds_played += 1;
        for (player, index) in report.players.iter().zip(0..) {
            let found = player.member.and_then(|member| self.member_mut(member));
            if let Some(member) = found {
                let points = report.points_for_total(player);
                member.view.total = member.view.total.saturating_add(points);
                member.view.wins += u32::from(report.winners.contains(&index));
            }
        }
        for member in &mut self.state.members {
            member.view.is_ready = false;
        }
        let members = self.member_views();
        // The last report is that of the round before, unless a match begins.
        let before = self.state.report.take().filter(|_| report.number > 1);
        let before = before.map_or_else(Vec::new, |before| before.standings);
        report.add_standings(&before, &members);
        self.state.report = Some(report.clone());
        self.state.ratings = Vec::new();
        let report = Box::new(report);
        let ended = RoomEvent::Ended {
            report: report.clone(),
            members,
        };
        self.tell(out, ended);
        out.push(RoomOutput::RoundOver { report });
    }

    pub(super) fn take_ratings(
        &mut self,
        changes: Vec<RatingChange>,
        out: &mut Vec<RoomOutput>,
    ) -> bool {
        self.state.ratings = changes.clone();
        self.tell(out, RoomEvent::Rated { changes });
        true
    }

    pub(super) fn phase_view(&self) -> PhaseView {
        let number = self.round_number();
        match &self.phase {
            Phase::Waiting => PhaseView::Waiting,
            Phase::Dealing(deal) => PhaseView::Dealing {
                number,
                dealer: deal.dealer.filter(|_| deal.until.is_some()),
            },
            Phase::Countdown { starts_at, .. } => PhaseView::Countdown {
                number,
                starts_at: *starts_at,
            },
            Phase::Playing(playing) => PhaseView::Playing {
                round: playing.view(number),
            },
        }
    }

    /// The place of a member in the running round, the words they may see, and who found them.
    pub(super) fn words_of(&self, member: MemberId) -> (Option<u32>, Vec<WordView>, Vec<u32>) {
        let Phase::Playing(playing) = &self.phase else {
            return Default::default();
        };
        let seat = self.seat_of(member);
        let round = &playing.round;
        let number = seat.map(|seat| seat.index() as u32);
        if !round.setup().is_shared {
            let words = seat.map(|seat| round.word_views(seat));
            return (number, words.unwrap_or_default(), Vec::new());
        }
        let mut words: Vec<(WordView, u32)> = Vec::new();
        for player in round.player_ids() {
            let is_person = playing.seats[player.index()].member.is_some();
            let found = is_person.then(|| round.word_views(player));
            let found = found.into_iter().flatten();
            words.extend(found.map(|word| (word, player.index() as u32)));
        }
        words.sort_by_key(|(word, player)| (word.time, *player));
        let (words, finders) = words.into_iter().unzip();
        (number, words, finders)
    }
}

impl Playing {
    fn ends_at(&self) -> u64 {
        let limit = self.round.setup().limit.unwrap_or_default();
        self.started_at.saturating_add(limit)
    }

    fn last_word(&self, player: PlayerId) -> Option<WordView> {
        self.round.word_views(player).pop()
    }

    fn seat_view(&self, player: PlayerId) -> SeatView {
        let found = self.round.player(player);
        SeatView {
            member: self.seats[player.index()].member,
            name: found.map_or_else(String::new, |player| player.name.clone()),
            level: found.and_then(|player| player.level),
            words: found.map_or(0, |player| player.found().len() as u64),
            points: self.round.points(player),
            is_finished: found.is_some_and(|player| player.is_finished()),
        }
    }

    fn view(&self, number: u32) -> RunningRound {
        let setup = self.round.setup();
        let board = self.round.solved_board();
        RunningRound {
            number,
            game: setup.game.clone(),
            size: setup.size.clone(),
            board: self.text.clone(),
            started_at: self.started_at,
            ends_at: self.ends_at(),
            words: board.words().len() as u64,
            points: board.points(),
            seats: self
                .round
                .player_ids()
                .map(|it| self.seat_view(it))
                .collect(),
        }
    }
}
