//! The fast proof search for grids.
//!
//! It forces the faces of cells one after the other, from those with the most neighbours to those
//! with the fewest; the last four cells, usually the corners, are never forced. Each list of
//! terms is bounded in one pass, for every choice of the next two cells and of two of the last four.
//! Choices below the cutoff are left out, together with the terms that only they contain.
//! In the lists of the next cell the other two of the last four have lanes. When only the last four cells
//! are open, the bound is the sum of all terms of each board.

use wgs_engine::search::Meter;
use wgs_engine::{Budget, Stopped, Worker};

use super::class::{Class, FaceSet};
use super::game::ProofGame;
use super::lane_bound::BoundTable;
use super::lane_sum::{Lanes, WIDTH, bits};
use super::outcome::{Outcome, Survivors};
use super::plain::PlainProver;
use super::prover::ProverOptions;
use super::term_generator::{CellUsage, SplitClass, TermGenerator, WordTree};
use super::term_list::{FIELD_BITS, MAX_FACES, MAX_FIELDS, Points, TermFilter, TermList};

/// The number of cells that are never forced.
const LAST: usize = 4;

/// Values of fields as masks, by cell.
type Values = [u32; ProofGame::MAX_CELLS];

/// For each value of a field, the values of another one as a mask. Value 0 is a cell that a term
/// does not use, so entry 0 has every value that goes with any other, and bit 0 is set where another bit is.
type Pairs = [u32; MAX_FACES + 1];

/// Proves classes of grids.
pub(super) struct LaneProver<'g> {
    game: &'g ProofGame,
    options: ProverOptions,
    worker: Worker,
    plain: PlainProver<'g>,
    tree: WordTree,
    cutoff: Points,
    most_points: u64,
    /// The points of the words that each face is in.
    weights: Vec<u64>,
    table: BoundTable,
    lists: Vec<TermList>,
    scratch: Vec<(u64, Points)>,
    shared: Option<SharedTerms>,
}

/// A class, and the part of it that is left to search.
struct Node<'n> {
    class: &'n Class,
    /// The values of each cell that may reach the cutoff.
    alive: Values,
    /// The cells from the lowest field to the highest.
    fields: &'n [usize],
    /// The pairs that are left of the two highest fields: for each value of the highest, those of
    /// the next.
    top_pairs: Pairs,
    depth: usize,
}

/// Terms that several classes have.
struct SharedTerms {
    /// The classes they belong to, without the cell they do not use.
    classes: Vec<Class>,
    list: TermList,
    table: BoundTable,
}

impl SharedTerms {
    fn new() -> Self {
        Self {
            classes: Vec::new(),
            list: TermList::default(),
            table: BoundTable::new(),
        }
    }
}

/// The choices of a node that may reach the cutoff with one value of its highest field.
struct Branch {
    /// The value of the highest field.
    value: usize,
    /// The values of the next field.
    next: u32,
    /// The pairs that are left of the next field and the one below it.
    top_pairs: Pairs,
    /// The pairs that are left of the two lowest fields, whose values are the lanes: for each value
    /// of field 1, those of field 0.
    lane_pairs: Pairs,
}

impl<'g> LaneProver<'g> {
    /// Creates a prover, if the search works for the game.
    pub(super) fn new(game: &'g ProofGame, options: ProverOptions) -> Option<Self> {
        let grid = game.solver().grid();
        let rules = game.solver().rules();
        let is_served = !grid.reuses_tiles()
            && rules.required_cells.is_empty()
            && game.faces().len() <= MAX_FACES;
        let cutoff = Points::try_from(game.cutoff()).ok().filter(|_| is_served)?;
        let mut weights = vec![0; game.faces().len()];
        for spelling in &game.spellings {
            for &face in &spelling.faces {
                weights[usize::from(face)] += spelling.points;
            }
        }
        let points = game.spellings.iter().map(|spelling| spelling.points);
        Some(Self {
            worker: game.solver().worker(),
            plain: PlainProver::new(game),
            tree: WordTree::new(&game.spellings),
            cutoff,
            weights,
            most_points: points.max().unwrap_or(0) + u64::from(rules.pangram_bonus),
            table: BoundTable::new(),
            lists: Vec::new(),
            scratch: Vec::new(),
            shared: None,
            options,
            game,
        })
    }

    pub(super) fn prove(&mut self, class: &Class, budget: &Budget) -> Result<Outcome, Stopped> {
        self.worker.set_budget(budget.clone());
        let mut survivors = Survivors::default();
        self.prove_class(class, budget, &mut survivors)?;
        Ok(survivors.finish(self.game))
    }

    fn prove_class(
        &mut self,
        class: &Class,
        budget: &Budget,
        survivors: &mut Survivors,
    ) -> Result<(), Stopped> {
        let fields = self.fields(class);
        if fields.len() <= LAST {
            return survivors.join(self.plain.prove(class, budget)?, self.game);
        }
        let first = fields[fields.len() - 1];
        let parts = self.game.split(class, first);
        let low = u64::BITS.saturating_sub(fields.len() as u32 * FIELD_BITS);
        if fields.len() > MAX_FIELDS || self.most_points >> low != 0 {
            // Its keys would not fit.
            for part in parts {
                self.prove_class(&part, budget, survivors)?;
            }
            return Ok(());
        }
        let mut meter = Meter::new(budget);
        let split = SplitClass {
            class,
            parts: &parts,
            fields: &fields,
        };
        // Terms without the last fixed cell are the same in the classes that follow.
        let mut order = self.game.order().iter().rev().copied();
        let fixed = order.find(|&cell| class.sets()[cell].len() == 1);
        // Those of the class before may take hundreds of megabytes.
        self.lists.clear();
        let shared = self.shared_terms(&split, fixed, &mut meter)?;
        let own = match (&shared, fixed) {
            (None, _) => None,
            (Some(_), None) => Some(TermList::default()),
            (Some(shared), Some(cell)) => {
                let most = self
                    .options
                    .max_terms
                    .saturating_sub(shared.list.all().len());
                self.terms(&split, CellUsage::With(cell), most, &mut meter)?
            }
        };
        let (Some(shared), Some(own)) = (shared, own) else {
            // There are too many terms to keep them in memory.
            for part in parts {
                self.prove_class(&part, budget, survivors)?;
            }
            return Ok(());
        };
        let node = Node {
            class,
            alive: values(class),
            fields: &fields,
            top_pairs: [u32::MAX; MAX_FACES + 1],
            depth: 0,
        };
        let lanes = self.lanes(&node, true);
        let ahead = self.ahead(&fields, usize::MAX);
        self.table.fill(own.all(), fields.len() - 1, ahead, lanes);
        self.table.add(&shared.table);
        let searched = self.descend(&node, &parts, &[&shared.list, &own], survivors, &mut meter);
        self.shared = Some(shared);
        searched
    }

    /// Finds terms of a class. Returns [`None`] if there are more than `most`.
    fn terms(
        &self,
        split: &SplitClass<'_>,
        usage: CellUsage,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<TermList>, Stopped> {
        let generator = TermGenerator::new(self.game, &self.tree, split, usage, most, meter);
        let buckets = generator.run();
        meter.result()?;
        if buckets.is_incomplete {
            return Ok(None);
        }
        let mut list = TermList::default();
        let mut spare = Vec::new();
        for mut packed in buckets.packed {
            list.add_packed(&mut packed, &mut spare, buckets.low);
        }
        Ok(Some(list))
    }

    /// Returns the terms of a class that do not use its last fixed cell, or [`None`] if there are too
    /// many.
    fn shared_terms(
        &mut self,
        split: &SplitClass<'_>,
        fixed: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<SharedTerms>, Stopped> {
        let without = |class: &Class| match fixed {
            Some(cell) => class.with(cell, FaceSet::EMPTY),
            None => class.clone(),
        };
        let classes: Vec<Class> = split.parts.iter().map(without).collect();
        let mut shared = self.shared.take().unwrap_or_else(SharedTerms::new);
        if shared.classes == classes {
            return Ok(Some(shared));
        }
        // Free the old list first.
        shared.list = TermList::default();
        let usage = fixed.map_or(CellUsage::Any, CellUsage::Without);
        let Some(list) = self.terms(split, usage, self.options.max_terms, meter)? else {
            return Ok(None);
        };
        shared.list = list;
        let node = Node {
            class: split.class,
            alive: values(split.class),
            fields: split.fields,
            top_pairs: [u32::MAX; MAX_FACES + 1],
            depth: 0,
        };
        let lanes = self.lanes(&node, true);
        shared.table.fill(
            shared.list.all(),
            split.fields.len() - 1,
            self.ahead(split.fields, usize::MAX),
            lanes,
        );
        shared.classes = classes;
        Ok(Some(shared))
    }

    /// Returns the open cells from the lowest field to the highest. The last four are pairs of
    /// cells that are far apart.
    fn fields(&self, class: &Class) -> Vec<usize> {
        let order = self.game.order().iter().copied();
        let mut open: Vec<usize> = order.filter(|&cell| class.sets()[cell].len() > 1).collect();
        open.reverse();
        if open.len() >= LAST {
            let distance = self.distances(open[0]);
            let far = (1..LAST)
                .rev()
                .max_by_key(|&at| (distance[open[at]], LAST - at));
            open.swap(1, far.unwrap_or(1));
        }
        open
    }

    /// Returns the lanes of a node.
    fn lanes(&self, node: &Node<'_>, is_grouped: bool) -> Lanes {
        let groups = |index: usize| {
            let mut groups: Vec<u32> = bits(node.alive[node.fields[index]])
                .map(|value| 1 << value)
                .collect();
            let weight = |group: u32| {
                bits(group)
                    .map(|value| self.weights[value - 1])
                    .sum::<u64>()
            };
            while is_grouped && groups.len() > WIDTH {
                groups.sort_by_key(|&group| std::cmp::Reverse(weight(group)));
                let lightest = groups.pop().unwrap_or_default();
                if let Some(last) = groups.last_mut() {
                    *last |= lightest;
                }
            }
            groups
        };
        Lanes::new(groups(1), groups(0))
    }

    /// Returns how many cells ahead a list is bounded.
    fn ahead(&self, fields: &[usize], terms: usize) -> usize {
        match fields.len() > LAST && terms >= self.options.three_ahead {
            true => 3,
            false => 2,
        }
    }

    /// Returns the number of steps from a cell to each cell.
    fn distances(&self, from: usize) -> Vec<usize> {
        let grid = self.game.solver().grid();
        let mut distances = vec![usize::MAX; grid.len()];
        distances[from] = 0;
        let mut reached = vec![from];
        let mut at = 0;
        while let Some(&cell) = reached.get(at) {
            for next in grid.neighbours(wgs_engine::Cell::new(cell)) {
                if distances[next.index()] == usize::MAX {
                    distances[next.index()] = distances[cell] + 1;
                    reached.push(next.index());
                }
            }
            at += 1;
        }
        distances
    }

    fn take_list(&mut self, depth: usize) -> TermList {
        while self.lists.len() <= depth {
            self.lists.push(TermList::default());
        }
        std::mem::take(&mut self.lists[depth])
    }

    fn search(
        &mut self,
        node: &Node<'_>,
        list: TermList,
        survivors: &mut Survivors,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stopped> {
        if !meter.spend_holding(list.all().len() as u32 / 4 + 100, || list.bytes()) {
            return meter.result();
        }
        let top = node.fields.len() - 1;
        let lanes = self.lanes(node, top + 1 > LAST + 1);
        let ahead = self.ahead(node.fields, list.all().len());
        self.table.fill(list.all(), top, ahead, lanes);
        if top + 1 == LAST {
            self.score(node, survivors)?;
        } else {
            let parts = self.game.split(node.class, node.fields[top]);
            self.descend(node, &parts, &[&list], survivors, meter)?;
        }
        self.lists[node.depth] = list;
        Ok(())
    }

    /// Searches the parts of a node whose bounds are in the table.
    fn descend(
        &mut self,
        node: &Node<'_>,
        parts: &[Class],
        lists: &[&TermList],
        survivors: &mut Survivors,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stopped> {
        let top = node.fields.len() - 1;
        let cell = node.fields[top];
        let branches: Vec<(&Class, Branch)> = parts
            .iter()
            .filter_map(|part| {
                let value = part.sets()[cell].only()? + 1;
                let branch = self.branch(node, value, &values(part), survivors)?;
                Some((part, branch))
            })
            .collect();
        for (part, branch) in branches {
            let Some(alive) = alive_in(node, part, &branch) else {
                continue;
            };
            let filter = TermFilter {
                fields: (0..top)
                    .map(|index| (index, alive[node.fields[index]] | 1))
                    .filter(|&(index, mask)| mask != node.alive[node.fields[index]] | 1)
                    .collect(),
                pairs: branch.lane_pairs,
                first: top - 1,
                top_pairs: branch.top_pairs,
            };
            let mask = (1 << (top as u32 * FIELD_BITS)) - 1;
            let mut next = self.take_list(node.depth + 1);
            let lists = lists.iter().map(|list| list.all());
            let lists = lists.flat_map(|terms| [terms.with(top, 0), terms.with(top, branch.value)]);
            next.set_merged(&lists.collect::<Vec<_>>(), mask, &filter);
            let mut fields = node.fields[..top].to_vec();
            let is_exchanged = next.all().len() < self.options.exchanged_below;
            if is_exchanged {
                next.exchange_pairs(&mut self.scratch);
                fields.swap(0, 2);
                fields.swap(1, 3);
            }
            let child = Node {
                class: part,
                alive,
                fields: &fields,
                top_pairs: match is_exchanged && top < LAST + 2 {
                    true => [u32::MAX; MAX_FACES + 1],
                    false => branch.top_pairs,
                },
                depth: node.depth + 1,
            };
            self.search(&child, next, survivors, meter)?;
        }
        Ok(())
    }

    /// Fixes the highest field to `value`. Returns the choices of the other fields whose bound reaches
    /// the cutoff, or [`None`] if none does. `choices` are those to consider.
    fn branch(
        &self,
        node: &Node<'_>,
        value: usize,
        choices: &Values,
        survivors: &mut Survivors,
    ) -> Option<Branch> {
        let top = node.fields.len() - 1;
        let alive = |index: usize| node.alive[node.fields[index]] & choices[node.fields[index]];
        let table = &self.table;
        if alive(top) >> value & 1 == 0 {
            return None;
        }
        let mut base = vec![0; table.lanes.len];
        add(&mut base, [table.part([0; 3]), table.part([value, 0, 0])]);
        let thirds = match table.ahead() {
            2 => 0,
            _ => alive(top - 2),
        };
        // The sum that a value of the third field adds with any value of the second one.
        let mut added = vec![0; table.lanes.len * (MAX_FACES + 1)];
        let mut added_largest = [0; MAX_FACES + 1];
        for third in bits(thirds) {
            let sum = &mut added[third * table.lanes.len..][..table.lanes.len];
            let parts = [[0, 0, third], [value, 0, third]].map(|values| table.part(values));
            added_largest[third] = add(sum, parts);
        }
        let mut sum = vec![0; table.lanes.len];
        let mut total = vec![0; table.lanes.len];
        let mut best = vec![0; table.lanes.len];
        let mut next = 0;
        let mut top_pairs = [0; MAX_FACES + 1];
        let mut bound = 0;
        for second in bits(alive(top - 1) & node.top_pairs[value]) {
            let values = [[0, second, 0], [value, second, 0]];
            let parts = values.map(|values| table.part(values));
            let largest = add(&mut sum, [&base, parts[0], parts[1]]);
            if table.ahead() == 2 {
                bound = bound.max(largest);
                if largest >= self.cutoff {
                    next |= 1 << second;
                    top_pairs[second] = u32::MAX;
                    raise(&mut best, &sum);
                }
                continue;
            }
            for third in bits(thirds) {
                let values = [[0, second, third], [value, second, third]];
                let largests = values.map(|values| table.largest(values));
                let largest = largests
                    .iter()
                    .fold(largest, |sum, &points| sum.saturating_add(points));
                let largest = largest.saturating_add(added_largest[third]);
                if largest < self.cutoff {
                    bound = bound.max(largest);
                    continue;
                }
                let parts = values.map(|values| table.part(values));
                let added = &added[third * table.lanes.len..][..table.lanes.len];
                let largest = add(&mut total, [&sum, added, parts[0], parts[1]]);
                bound = bound.max(largest);
                if largest >= self.cutoff {
                    next |= 1 << second;
                    top_pairs[second] |= 1 << third | 1;
                    top_pairs[0] |= 1 << third | 1;
                    raise(&mut best, &total);
                }
            }
        }
        if table.ahead() == 2 {
            top_pairs[0] = u32::MAX;
        }
        // Lanes below the cutoff are left out too.
        survivors.cut(u64::from(bound.unsigned_abs()).min(self.game.cutoff() - 1));
        (next != 0).then(|| Branch {
            value,
            next,
            top_pairs,
            lane_pairs: self.lane_pairs(&best),
        })
    }

    /// Returns the values of the two lowest fields whose lanes reach the cutoff.
    fn lane_pairs(&self, best: &[Points]) -> [u32; MAX_FACES + 1] {
        let lanes = &self.table.lanes;
        let mut pairs = [0; MAX_FACES + 1];
        for (&row, best) in lanes.rows.iter().zip(best.chunks_exact(lanes.stride)) {
            let columns = lanes.columns.iter().zip(best);
            let columns = columns.filter(|(_, points)| **points >= self.cutoff);
            let columns = columns.fold(0, |mask, (&column, _)| mask | column);
            for value in bits(row) {
                pairs[value] = columns | u32::from(columns != 0);
            }
            pairs[0] |= columns | 1;
        }
        pairs
    }

    /// Scores the boards of a class whose last cells only are open, if they may reach the cutoff.
    fn score(&mut self, node: &Node<'_>, survivors: &mut Survivors) -> Result<(), Stopped> {
        let values = bits(node.alive[node.fields[LAST - 1]]);
        let branches: Vec<Branch> = values
            .filter_map(|value| self.branch(node, value, &node.alive, survivors))
            .collect();
        let mut total = vec![0; self.table.lanes.len];
        for branch in branches {
            for second in bits(branch.next) {
                let value = branch.value;
                let parts = [[0, 0], [value, 0], [0, second], [value, second]];
                let table = &self.table;
                add(
                    &mut total,
                    parts.map(|[first, second]| table.part([first, second, 0])),
                );
                for (row, &columns) in self.lane_pairs(&total).iter().enumerate().skip(1) {
                    for column in bits(columns & !1) {
                        self.score_board(node, [column, row, second, value], survivors)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn score_board(
        &mut self,
        node: &Node<'_>,
        values: [usize; LAST],
        survivors: &mut Survivors,
    ) -> Result<(), Stopped> {
        let mut class = node.class.clone();
        for (&cell, value) in node.fields.iter().zip(values) {
            class = class.with(cell, FaceSet::one(value - 1));
        }
        let faces = class.only().expect("every cell has one face");
        let points = self.worker.score(&self.game.board(&faces))?.points;
        match points >= self.game.cutoff() {
            true => survivors.add(faces, points, self.game)?,
            false => survivors.cut(points),
        }
        Ok(())
    }
}

/// Returns the faces of each cell as values of fields.
fn values(class: &Class) -> Values {
    let mut values = [0; ProofGame::MAX_CELLS];
    for (values, set) in values.iter_mut().zip(class.sets()) {
        *values = (set.mask() as u32) << 1;
    }
    values
}

/// Returns the choices of a node that remain in one of its parts, or [`None`] if none does.
fn alive_in(node: &Node<'_>, part: &Class, branch: &Branch) -> Option<Values> {
    let mut alive = values(part);
    for (values, before) in alive.iter_mut().zip(&node.alive) {
        *values &= before;
    }
    let top = node.fields.len() - 1;
    alive[node.fields[top]] = 1 << branch.value;
    alive[node.fields[top - 1]] &= branch.next;
    alive[node.fields[top - 2]] &= branch.top_pairs[0];
    alive[node.fields[0]] &= branch.lane_pairs[0];
    let rows = (1..=MAX_FACES).filter(|&row| branch.lane_pairs[row] != 0);
    alive[node.fields[1]] &= rows.fold(0, |mask, row| mask | 1 << row);
    let is_open = node.fields.iter().all(|&cell| alive[cell] != 0);
    is_open.then_some(alive)
}

/// Writes the sum of lanes, and returns the largest.
fn add<const N: usize>(out: &mut [Points], parts: [&[Points]; N]) -> Points {
    let len = out.len();
    let parts = parts.map(|part| &part[..len]);
    let mut largest = 0;
    for i in 0..len {
        let sum = parts
            .iter()
            .fold(0, |sum: Points, part| sum.saturating_add(part[i]));
        out[i] = sum;
        largest = largest.max(sum);
    }
    largest
}

/// Raises lanes to those of a sum.
fn raise(best: &mut [Points], sum: &[Points]) {
    for (best, &sum) in best.iter_mut().zip(sum) {
        *best = sum.max(*best);
    }
}
