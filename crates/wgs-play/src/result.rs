//! What a round adds up to: everybody's words and points, who won, and what was missed.

use crate::round::{Player, Round, Seat};
use crate::scrabblet::HandWord;

/// What a round adds up to.
///
/// ```
/// use wgs_play::{Round, RoundOptions};
/// use wgs_play::scrabblet::Hand;
/// use wgs_core::{Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat act cats")?;
/// let (grid, rules) = (Grid::rack(4), Rules::boggle());
/// let solver = Solver::new(&lexicon, &grid, &rules);
/// let hand = Hand::new("CATS".parse()?, &mut solver.worker())?;
/// let options = RoundOptions { cancel: true, ..RoundOptions::default() };
/// let mut round = Round::new(hand, &solver, options);
/// let (ann, bob) = (round.join("Ann"), round.join("Bob"));
/// for (seat, guess) in [(ann, "cat"), (ann, "act"), (bob, "cat")] {
///     assert!(round.guess(seat, guess).counts());
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
    /// What each player has, by their seats.
    pub standings: Vec<Standing<'r>>,
    /// Who has the most points; nobody if nobody has any.
    pub winners: Vec<Seat>,
    /// The words that nobody found, the best first.
    pub missed: Vec<&'r HandWord>,
}

/// What a player has in the end.
#[derive(Clone, Debug)]
pub struct Standing<'r> {
    /// Who.
    pub player: &'r Player,
    /// The words, the best first.
    pub words: Vec<FoundWord<'r>>,
    /// What they score.
    pub points: u64,
}

/// A word that a player found.
#[derive(Clone, Copy, Debug)]
pub struct FoundWord<'r> {
    /// The word.
    pub word: &'r HandWord,
    /// What it scores in the end.
    pub points: u64,
    /// Whether it scores nothing because another player has it too.
    pub is_cancelled: bool,
}

impl<'r> RoundResult<'r> {
    pub(super) fn new(round: &'r Round) -> Self {
        let words = round.hand().words();
        let mut finders = vec![0; words.len()];
        for player in round.players() {
            for &place in player.found() {
                finders[place] += 1;
            }
        }
        let found_word = |place: usize| {
            let word = &words[place];
            let is_cancelled = round.options().cancel && finders[place] > 1;
            let points = if is_cancelled { 0 } else { word.score.total };
            FoundWord {
                word,
                points,
                is_cancelled,
            }
        };
        let standing = |player: &'r Player| {
            let found = player.found().iter();
            let mut words: Vec<FoundWord<'r>> = found.map(|&place| found_word(place)).collect();
            words.sort_by(|a, b| best_first(a.word, b.word));
            let points = words.iter().map(|word| word.points);
            let points = points.fold(0, u64::saturating_add);
            Standing {
                player,
                words,
                points,
            }
        };
        let standings: Vec<Standing<'r>> = round.players().iter().map(standing).collect();
        let most = standings.iter().map(|standing| standing.points).max();
        let has_won = |seat: &Seat| {
            let points = standings[seat.index()].points;
            points > 0 && Some(points) == most
        };
        let winners = round.seats().filter(has_won).collect();
        let unfound = words.iter().zip(&finders);
        let unfound = unfound.filter(|(_, finders)| **finders == 0);
        let mut missed: Vec<&HandWord> = unfound.map(|(word, _)| word).collect();
        missed.sort_by(|a, b| best_first(a, b));
        Self {
            standings,
            winners,
            missed,
        }
    }
}

/// Words of more points first, then those of more letters, then by the alphabet.
fn best_first(a: &HandWord, b: &HandWord) -> std::cmp::Ordering {
    let key = |word: &HandWord| {
        (
            std::cmp::Reverse((word.score.total, word.score.length)),
            word.word,
        )
    };
    key(a).cmp(&key(b))
}
