//! The result of a round: each player's words and points, the winners, and the missed words.

use wgs_engine::SolvedWord;

use super::hint::best_first;
use super::input::PlayerId;
use super::{Player, Round, less_penalty};

/// The result of a round.
///
/// ```
/// use wgs_engine::{Grid, Lexicon, Rules, Solver};
/// use wgs_engine::spelling::Spelling;
/// use wgs_play::{
///     PlayerId, PlayerSetup, Round, RoundAction, RoundContext, RoundInput, RoundSetup,
///     SolvedBoard,
/// };
///
/// let lexicon = Lexicon::from_text("cat act cats")?;
/// let (grid, rules) = (Grid::rack(4), Rules::boggle());
/// let solver = Solver::new(&lexicon, &grid, &rules);
/// let board = SolvedBoard::new("CATS".parse()?, &mut solver.worker())?;
/// let setup = RoundSetup {
///     players: vec![PlayerSetup::person("Ann"), PlayerSetup::person("Bob")],
///     cancel: true,
///     ..RoundSetup::default()
/// };
/// let mut round = Round::new(setup, board, RoundContext::new(&solver, &Spelling::default()))?;
/// let (ann, bob) = (PlayerId::new(0), PlayerId::new(1));
/// for (player, guess) in [(ann, "cat"), (ann, "act"), (bob, "cat")] {
///     let action = RoundAction::Guess(guess.to_owned());
///     round.handle(RoundInput { time: 0, player, action });
/// }
/// // Both found CAT, so it scores for neither.
/// let result = round.result();
/// assert_eq!((result.standings[0].points, result.standings[1].points), (1, 0));
/// assert_eq!(result.winners, [ann]);
/// assert_eq!(result.missed[0].text, "CATS");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoundResult<'r> {
    /// The words and points of each player, in the order of joining.
    pub standings: Vec<Standing<'r>>,
    /// The players with the most points; empty if no player has any.
    pub winners: Vec<PlayerId>,
    /// The words that no player found, the best first: those that people are likely to know, if
    /// that is known, then by points and length.
    pub missed: Vec<&'r SolvedWord>,
}

/// A player's words and points at the end of a round.
#[derive(Clone, Debug)]
pub struct Standing<'r> {
    /// The player.
    pub player: &'r Player,
    /// The words the player found, best first.
    pub words: Vec<FoundWord<'r>>,
    /// The points the words score together, less penalties.
    pub points: i64,
}

/// A word that a player found.
#[derive(Clone, Copy, Debug)]
pub struct FoundWord<'r> {
    /// The word.
    pub word: &'r SolvedWord,
    /// The points it scores in the end.
    pub points: u64,
    /// Whether it scores nothing because another player found it too.
    pub is_cancelled: bool,
}

impl<'r> RoundResult<'r> {
    pub(super) fn new(round: &'r Round) -> Self {
        let words = round.solved_board().words();
        let mut finders = vec![0; words.len()];
        for player in round.players() {
            for &index in player.found() {
                finders[index] += 1;
            }
        }
        let found_word = |index: usize| {
            let word = &words[index];
            let is_cancelled = round.setup().cancel && finders[index] > 1;
            let points = if is_cancelled { 0 } else { word.score.total };
            FoundWord {
                word,
                points,
                is_cancelled,
            }
        };
        let standing = |player: &'r Player| {
            let found = player.found().iter();
            let mut words: Vec<FoundWord<'r>> = found.map(|&index| found_word(index)).collect();
            words.sort_by_cached_key(|found| best_first(found.word));
            let points = words.iter().map(|word| word.points);
            let points = points.fold(0, u64::saturating_add);
            let points = less_penalty(points, player.penalty());
            Standing {
                player,
                words,
                points,
            }
        };
        let standings: Vec<Standing<'r>> = round.players().iter().map(standing).collect();
        let most = standings.iter().map(|standing| standing.points).max();
        let has_won = |player: &PlayerId| {
            let points = standings[player.index()].points;
            points > 0 && Some(points) == most
        };
        let winners = round.player_ids().filter(has_won).collect();
        let unfound = words.iter().zip(&finders);
        let unfound = unfound.filter(|(_, finders)| **finders == 0);
        let mut missed: Vec<&SolvedWord> = unfound.map(|(word, _)| word).collect();
        round.sort_missed(&mut missed);
        Self {
            standings,
            winners,
            missed,
        }
    }
}
