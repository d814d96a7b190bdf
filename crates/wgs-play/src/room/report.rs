//! A round that has ended: who found which word when, and what it counts. Everything that a page
//! shows afterwards is in it, and a replay of the round too.

use serde::{Deserialize, Serialize};

use crate::level::Level;
use crate::room::member::{MemberId, MemberView};
use crate::room::play::Playing;
use crate::room::settings::{RoomSettings, Scoring};
use crate::round::{EndReason, Finder, ReportWord, Round};

/// A round that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundReport {
    /// The number of the round in the room, from 1, over all matches.
    pub id: u32,
    /// The number of the round in its match, from 1.
    pub number: u32,
    /// The number of rounds in the match.
    pub rounds: u32,
    /// The name of the game.
    pub game: String,
    /// The dictionary, if it is not the game's.
    pub dictionary: Option<String>,
    /// The number of rows and columns, if it is not that of the game's grid.
    pub size: Option<String>,
    /// The board in board notation.
    pub board: String,
    /// The scoring.
    pub scoring: Scoring,
    /// When the round started, in milliseconds since 1970.
    pub started_at: u64,
    /// How long it took, in milliseconds.
    pub played: u64,
    /// Why it ended.
    pub reason: EndReason,
    /// Whether the owner of the room ended it before its time. Such a round changes no ratings.
    pub is_cut_short: bool,
    /// Whether the room was one whose rounds change ratings.
    #[serde(default = "is_rated")]
    pub is_rated: bool,
    /// The players, in the order of joining.
    pub players: Vec<ReportPlayer>,
    /// The players with the most points, as indices; empty if no player has any,
    /// and in a co-operative round.
    pub winners: Vec<u32>,
    /// The points of the team in a co-operative round.
    pub team_points: Option<i64>,
    /// Every word that was found, then the missed words, those that people are likely to know
    /// first.
    pub words: Vec<ReportWord>,
    /// The number of further missed words, which are left out.
    pub more_missed: u64,
    /// The match after this round: everyone who has played in it, the most points first.
    #[serde(default)]
    pub standings: Vec<MatchStanding>,
}

/// Rounds were always rated when the first reports were stored.
fn is_rated() -> bool {
    true
}

/// A player of a match, which may have several rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MatchStanding {
    /// The member, even if they have left; none for a computer player.
    pub member: Option<MemberId>,
    /// The name.
    pub name: String,
    /// The skill of a computer player.
    pub level: Option<Level>,
    /// The points in the match; in co-operative rounds, a person has those of the team.
    pub total: i64,
    /// The number of rounds won.
    pub wins: u32,
}

/// A player of a round that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReportPlayer {
    /// The member; none for a computer player.
    pub member: Option<MemberId>,
    /// The public id of the player's identity.
    pub player: Option<String>,
    /// The name.
    pub name: String,
    /// The skill of a computer player.
    pub level: Option<Level>,
    /// The points in the end.
    pub points: i64,
    /// The points lost to penalties.
    pub penalty: u64,
    /// The number of words found.
    pub words: u64,
    /// The number of words that count because no other player found them, or because shared words
    /// count too.
    pub counted: u64,
}

impl MatchStanding {
    /// Whether this is the standing of a player of a round.
    pub fn is_of(&self, player: &ReportPlayer) -> bool {
        match player.member {
            Some(_) => self.member == player.member,
            None => (self.level, &self.name) == (player.level, &player.name),
        }
    }
}

/// The largest number of missed words in a report.
const MAX_MISSED: usize = 500;

/// The largest number of words that no person found in a report that is stored for a long time.
const MAX_STORED: usize = 100;

/// The source of a report.
pub(super) struct ReportContext<'r> {
    pub(super) playing: &'r Playing,
    pub(super) settings: &'r RoomSettings,
    pub(super) id: u32,
    pub(super) number: u32,
    pub(super) reason: EndReason,
}

impl RoundReport {
    pub(super) fn new(context: &ReportContext<'_>) -> Self {
        let &ReportContext {
            playing,
            settings,
            id,
            number,
            reason,
        } = context;
        let round = &playing.round;
        let result = round.result();
        let mut players: Vec<ReportPlayer> = Vec::new();
        for (standing, seat) in result.standings.iter().zip(&playing.seats) {
            let counted = standing.words.iter().filter(|word| !word.is_cancelled);
            players.push(ReportPlayer {
                member: seat.member,
                player: seat.player.clone(),
                name: standing.player.name.clone(),
                level: standing.player.level,
                points: standing.points,
                penalty: standing.player.penalty(),
                words: standing.words.len() as u64,
                counted: counted.count() as u64,
            });
        }
        let is_team = settings.scoring == Scoring::Cooperative;
        let people = players.iter().filter(|player| player.member.is_some());
        let team_points = people.map(|player| player.points);
        let team_points = team_points.fold(0, i64::saturating_add);
        let winners = result.winners.iter().map(|winner| winner.index() as u32);
        let winners = if is_team {
            Vec::new()
        } else {
            winners.collect()
        };
        let more_missed = result.missed.len().saturating_sub(MAX_MISSED) as u64;
        let missed = result.missed.iter().take(MAX_MISSED);
        let mut words = found_words(round);
        words.extend(missed.map(|word| ReportWord::new(round, word, Vec::new())));
        Self {
            id,
            number,
            rounds: settings.rounds,
            game: settings.game.clone(),
            dictionary: settings.dictionary.clone(),
            size: settings.size.clone(),
            board: round.setup().board.clone(),
            scoring: settings.scoring,
            started_at: playing.started_at,
            played: round.view().played,
            reason,
            is_cut_short: playing.is_cut_short,
            is_rated: settings.is_rated,
            players,
            winners,
            team_points: is_team.then_some(team_points),
            words,
            more_missed,
            standings: Vec::new(),
        }
    }

    /// Returns the report as it is stored for a long time: with all words that people found, and a
    /// hundred others, because the board tells the rest. A large board and six computer players would take
    /// 700 kB otherwise.
    #[must_use]
    pub fn compacted(mut self) -> Self {
        let people: Vec<bool> = self.players.iter().map(|it| it.level.is_none()).collect();
        let is_person = |finder: &Finder| people.get(finder.player as usize) == Some(&true);
        let before = self.words.len();
        let mut others = 0;
        self.words.retain(|word| {
            let is_found = word.finders.iter().any(is_person);
            others += usize::from(!is_found);
            is_found || others <= MAX_STORED
        });
        self.more_missed += (before - self.words.len()) as u64;
        self
    }

    /// Adds this round to the match. `before` are the standings after the round before, and
    /// `views` are the members as they are now, whose totals include this round.
    pub(super) fn add_standings(&mut self, before: &[MatchStanding], views: &[MemberView]) {
        let mut standings = before.to_vec();
        for (player, index) in self.players.iter().zip(0..) {
            let found = standings
                .iter()
                .position(|it| it.is_of(player))
                .unwrap_or_else(|| {
                    standings.push(MatchStanding {
                        member: player.member,
                        name: String::new(),
                        level: player.level,
                        total: 0,
                        wins: 0,
                    });
                    standings.len() - 1
                });
            let standing = &mut standings[found];
            let is_member = |it: &&MemberView| Some(it.member) == player.member;
            match views.iter().find(is_member) {
                Some(view) => {
                    standing.name.clone_from(&view.name);
                    (standing.total, standing.wins) = (view.total, view.wins);
                }
                None => {
                    standing.name.clone_from(&player.name);
                    let points = self.points_for_total(player);
                    standing.total = standing.total.saturating_add(points);
                    standing.wins += u32::from(self.winners.contains(&index));
                }
            }
        }
        standings.sort_by_key(|it| (std::cmp::Reverse(it.total), std::cmp::Reverse(it.wins)));
        self.standings = standings;
    }

    /// The number of words that the people of a team found together, without those that only
    /// computer players found; [`None`] if the round was not co-operative.
    pub fn team_words(&self) -> Option<usize> {
        self.team_points?;
        let is_person = |finder: &Finder| {
            let player = self.players.get(finder.player as usize);
            player.is_some_and(|player| player.level.is_none())
        };
        let words = self.words.iter();
        let found = words.filter(|word| word.finders.iter().any(is_person));
        Some(found.count())
    }

    /// What a round adds to the total of a player: in a co-operative round, each person gets the
    /// points of the team.
    pub(super) fn points_for_total(&self, player: &ReportPlayer) -> i64 {
        let team = self.team_points.filter(|_| player.level.is_none());
        team.unwrap_or(player.points)
    }

    /// The players whose ratings change, as indices and public ids: those with an identity, if
    /// there are two of them, they played against each other to the end, and one of them found a
    /// word.
    pub fn rated_players(&self) -> Vec<(usize, &str)> {
        let players = self.players.iter().enumerate();
        let known: Vec<(usize, &str)> = players
            .filter_map(|(index, player)| Some((index, player.player.as_deref()?)))
            .collect();
        let has_words = known
            .iter()
            .any(|(index, _)| self.players[*index].words > 0);
        let is_match = self.scoring != Scoring::Cooperative && !self.is_cut_short;
        match known.len() >= 2 && has_words && is_match && self.is_rated {
            true => known,
            false => Vec::new(),
        }
    }
}

/// The words that were found, in the order of their first finding.
fn found_words(round: &Round) -> Vec<ReportWord> {
    let words = round.solved_board().words();
    let mut finders: Vec<Vec<Finder>> = vec![Vec::new(); words.len()];
    for (player, id) in round.players().iter().zip(0..) {
        for (&word, &time) in player.found().iter().zip(player.times()) {
            finders[word].push(Finder { player: id, time });
        }
    }
    let found = words.iter().zip(finders);
    let found = found.filter(|(_, finders)| !finders.is_empty());
    let mut found: Vec<ReportWord> = found
        .map(|(word, mut finders)| {
            finders.sort_by_key(|finder| (finder.time, finder.player));
            ReportWord::new(round, word, finders)
        })
        .collect();
    found.sort_by(|a, b| {
        let first = |word: &ReportWord| word.finders.first().map(|finder| finder.time);
        (first(a), &a.word).cmp(&(first(b), &b.word))
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_report_has_all_words_of_people_and_a_hundred_others() {
        let word = |number: usize, finders: &[u32]| {
            let finders = finders
                .iter()
                .map(|player| format!(r#"{{"player":{player},"time":1}}"#));
            let finders: Vec<String> = finders.collect();
            let finders = finders.join(",");
            format!(
                r#"{{"word":"W{number}","points":1,"path":[0],"commonness":null,
                    "finders":[{finders}],"is_cancelled":false}}"#
            )
        };
        let player = |member: &str, level: &str| {
            format!(
                r#"{{"member":{member},"player":null,"name":"A","level":{level},"points":1,
                    "penalty":0,"words":1,"counted":1}}"#
            )
        };
        let players = [player("1", "null"), player("null", "\"easy\"")].join(",");
        let finders: [&[u32]; 3] = [&[0, 1], &[1], &[]];
        let words = (0..900).map(|number| word(number, finders[number / 300]));
        let words: Vec<String> = words.collect();
        let text = format!(
            r#"{{"id":1,"number":1,"rounds":1,"game":"G","dictionary":null,"size":null,
                "board":"A","scoring":"classic","started_at":0,"played":1,"reason":"time-up",
                "is_cut_short":false,"players":[{players}],"winners":[],"team_points":null,
                "words":[{}],"more_missed":7}}"#,
            words.join(",")
        );
        let report: RoundReport = serde_json::from_str(&text).unwrap();
        let stored = report.clone().compacted();
        assert_eq!(stored.words[..], report.words[..400]);
        assert_eq!(stored.more_missed, 507);
        assert_eq!(stored.players, report.players);
        // Older reports are read as they are.
        assert_eq!(stored.clone().compacted(), stored);
    }
}
