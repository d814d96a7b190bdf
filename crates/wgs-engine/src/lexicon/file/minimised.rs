//! The minimised automaton of a lexicon file: builds it from the trie, checks it, and expands it
//! into the trie again. For the bytes around it, see [`file`](super).

use std::collections::HashMap;
use std::iter;
use std::sync::Arc;

use super::{OpenError, Reader};
use crate::alphabet::Alphabet;
use crate::lexicon::{Lexicon, NO_WORD, Node, WORD};
use crate::solution;

/// Merges equal subtries from the bottom up.
pub(super) struct Minimiser<'l> {
    lexicon: &'l Lexicon,
    known: HashMap<(u32, Vec<u32>), u32>,
    /// The masks of the nodes; children come before their parents.
    pub(super) masks: Vec<u32>,
    /// The children as variable-length numbers: 0 for a new node, and for others their index
    /// plus 1.
    pub(super) edges: Vec<u8>,
}

impl<'l> Minimiser<'l> {
    /// Minimises a lexicon.
    pub(super) fn new(lexicon: &'l Lexicon) -> Self {
        let mut minimiser = Self {
            lexicon,
            known: HashMap::new(),
            masks: Vec::new(),
            edges: Vec::new(),
        };
        minimiser.node(0);
        minimiser
    }

    /// Returns the index of a node, and whether it is new.
    fn node(&mut self, slot: u32) -> (u32, bool) {
        let node = self.lexicon.node(slot);
        let (children, are_new): (Vec<u32>, Vec<bool>) = (0..node.symbols().count_ones())
            .map(|i| self.node(node.first + i))
            .unzip();
        if let Some(&index) = self.known.get(&(node.mask, children.clone())) {
            return (index, false);
        }
        let index = self.masks.len() as u32;
        self.masks.push(node.mask);
        for (&child, &is_new) in children.iter().zip(&are_new) {
            push_varint(if is_new { 0 } else { child + 1 }, &mut self.edges);
        }
        self.known.insert((node.mask, children), index);
        (index, true)
    }
}

fn push_varint(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The minimised automaton of a file. Children come before their parents.
pub(super) struct Minimised {
    masks: Vec<u32>,
    /// For each node, where its children start in `children`. The last entry is the end.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Minimised {
    pub(super) fn read(reader: &mut Reader<'_>, count: u32) -> Result<Self, OpenError> {
        let Some(bytes) = (count as usize).checked_mul(4) else {
            return Err(reader.truncated());
        };
        let masks: Vec<u32> = reader
            .take(bytes)?
            .chunks_exact(4)
            .map(|mask| u32::from_le_bytes(mask.try_into().expect("chunks of four")))
            .collect();
        let mut starts = Vec::with_capacity(masks.len() + 1);
        let mut children = Vec::with_capacity(masks.len() * 2);
        let late = OpenError::Invalid("a child does not come before its parent");
        // The nodes that are not yet the child of a parent to which they are new.
        let mut waiting: Vec<u32> = Vec::new();
        for (index, mask) in (0..).zip(&masks) {
            let start = children.len();
            starts.push(start as u32);
            let mut new = 0;
            for _ in 0..(mask & !WORD).count_ones() {
                let number = reader.varint()?;
                if number > index {
                    return Err(late);
                }
                new += usize::from(number == 0);
                children.push(number);
            }
            let Some(first) = waiting.len().checked_sub(new) else {
                return Err(late);
            };
            let mut new_children = waiting.drain(first..);
            for child in &mut children[start..] {
                *child = match *child {
                    0 => new_children.next().expect("as many as there are zeros"),
                    number => number - 1,
                };
            }
            drop(new_children);
            waiting.push(index);
        }
        starts.push(children.len() as u32);
        if !reader.rest.is_empty() {
            return Err(OpenError::Invalid("there are bytes after the automaton"));
        }
        Ok(Self {
            masks,
            starts,
            children,
        })
    }

    fn children(&self, node: usize) -> &[u32] {
        &self.children[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Checks that the automaton has the stated numbers of words and trie nodes, and only symbols
    /// of the alphabet. Returns the size of the subtree below each node.
    pub(super) fn check(
        &self,
        words: u32,
        slots: u32,
        alphabet: &Alphabet,
    ) -> Result<Vec<SubtreeSize>, OpenError> {
        let symbols = match alphabet.is_simple() {
            true => (1 << alphabet.len()) - 1,
            false => !WORD,
        };
        let mut below: Vec<SubtreeSize> = Vec::with_capacity(self.masks.len());
        for (node, &mask) in self.masks.iter().enumerate() {
            let children = self.children(node);
            let mut sum = SubtreeSize {
                words: mask >> 31,
                slots: children.len() as u32,
                depth: 0,
            };
            for &child in children {
                let child = below[child as usize];
                sum.words = sum.words.saturating_add(child.words);
                sum.slots = sum.slots.saturating_add(child.slots);
                sum.depth = sum.depth.max(child.depth + 1);
            }
            if sum.depth > MAX_DEPTH {
                return Err(OpenError::Invalid("its words are too long"));
            }
            if mask & !WORD & !symbols != 0 {
                return Err(OpenError::Invalid("a symbol belongs to no letter"));
            }
            if mask == 0 && node + 1 != self.masks.len() {
                return Err(OpenError::Invalid("some letters do not lead to a word"));
            }
            below.push(sum);
        }
        let (Some(root), Some(mask)) = (below.last(), self.masks.last()) else {
            return Err(OpenError::Invalid("it has no nodes"));
        };
        if mask & WORD != 0 {
            return Err(OpenError::Invalid("it contains an empty word"));
        }
        if root.words != words || root.slots.checked_add(1) != Some(slots) {
            return Err(OpenError::Invalid(
                "it does not have the stated numbers of words and nodes",
            ));
        }
        Ok(below)
    }

    /// Returns the number of letters of the longest word. Checks that every word consists of
    /// whole letters.
    ///
    /// Words with equal endings share nodes, but the ending may start within a letter of several
    /// symbols in one word and between letters in another. So each node is visited once for each
    /// partial letter that can come before it. Each of these visits arrives by a spelling of its
    /// own, and so does each step to a child: there are fewer of them than slots of the trie.
    pub(super) fn longest(&self, alphabet: &Alphabet) -> Result<LongestWord, OpenError> {
        let Some(codes) = CodeTrie::new(alphabet) else {
            return Err(OpenError::Invalid("the codes of its letters are too long"));
        };
        let root = self.masks.len() - 1;
        let mut arrivals = Arrivals::new(self.masks.len());
        arrivals.add(root, CodeTrie::BOUNDARY, 0);
        let mut longest = 0;
        // Children come before their parents, so a node comes after all that lead to it.
        for node in (0..=root).rev() {
            let (first, others) = arrivals.take(node);
            for (partial, letters) in first.into_iter().chain(others) {
                longest = longest.max(letters);
                for (symbol, &child) in bits(self.masks[node] & !WORD).zip(self.children(node)) {
                    let Some(after) = codes.after(partial, symbol) else {
                        return Err(OpenError::Invalid("a symbol belongs to no letter"));
                    };
                    let is_whole = after == CodeTrie::BOUNDARY;
                    if !is_whole && self.masks[child as usize] & WORD != 0 {
                        return Err(OpenError::Invalid("a word ends within a letter"));
                    }
                    arrivals.add(child as usize, after, letters + u32::from(is_whole));
                }
            }
        }
        Ok(LongestWord {
            letters: longest,
            #[cfg(test)]
            steps: arrivals.steps,
        })
    }

    /// Expands the automaton into the trie.
    ///
    /// When a node is met again, its descendants are already in the trie. They are copied, and
    /// their links are adjusted by the distance. Leaves, almost half of all nodes, have none.
    pub(super) fn expand(&self, slots: usize, below: &[SubtreeSize]) -> (Arc<[Node]>, Arc<[u32]>) {
        // Written where they stay: turning vectors into these would copy megabytes.
        let mut shared_nodes: Arc<[Node]> = iter::repeat_n(Node::default(), slots).collect();
        let mut shared_ranks: Arc<[u32]> = iter::repeat_n(NO_WORD, slots).collect();
        let nodes = Arc::get_mut(&mut shared_nodes).expect("not shared yet");
        let ranks = Arc::get_mut(&mut shared_ranks).expect("not shared yet");
        let root = self.masks.len() - 1;
        nodes[0] = Node {
            mask: self.masks[root],
            first: 1,
        };
        // The number of slots that are filled.
        let mut end = 1;
        let mut first_seen: Vec<Option<(u32, u32)>> = vec![None; self.masks.len()];
        // A node, and the rank of the first word after it.
        let mut pending = vec![(root as u32, 0)];
        while let Some((node, rank)) = pending.pop() {
            let first = end as u32;
            let node = node as usize;
            if let Some((old_first, old_rank)) = first_seen[node] {
                let (away, up) = (first - old_first, rank - old_rank);
                let old = old_first as usize;
                let count = below[node].slots as usize;
                let (old_nodes, new_nodes) = nodes.split_at_mut(end);
                let copies = new_nodes[..count].iter_mut().zip(&old_nodes[old..]);
                for (copy, node) in copies {
                    copy.mask = node.mask;
                    copy.first = node.first + away;
                }
                let (old_ranks, new_ranks) = ranks.split_at_mut(end);
                let copies = new_ranks[..count].iter_mut().zip(&old_ranks[old..]);
                for (copy, &rank) in copies {
                    *copy = if rank == NO_WORD { NO_WORD } else { rank + up };
                }
                end += count;
                continue;
            }
            first_seen[node] = Some((first, rank));
            let children = self.children(node);
            let mut next = first + children.len() as u32;
            let mut rank = rank;
            let from = pending.len();
            for (&child, slot) in children.iter().zip(end..) {
                let mask = self.masks[child as usize];
                nodes[slot] = Node { mask, first: next };
                if mask & WORD != 0 {
                    ranks[slot] = rank;
                }
                if mask & !WORD != 0 {
                    pending.push((child, rank + (mask >> 31)));
                }
                let below = below[child as usize];
                next += below.slots;
                rank += below.words;
            }
            end += children.len();
            // The last one pushed is taken first, so push the first in alphabetical order last.
            pending[from..].reverse();
        }
        (shared_nodes, shared_ranks)
    }
}

/// The largest number of symbols of a word. Every letter of the longest word may take several.
const MAX_DEPTH: u32 = 2048;

/// The size of the subtree at a node of the trie.
#[derive(Clone, Copy)]
pub(super) struct SubtreeSize {
    /// The number of words, including one that ends at the node.
    words: u32,
    /// The number of descendants.
    slots: u32,
    /// The length of the longest path downwards.
    pub(super) depth: u32,
}

fn bits(mask: u32) -> impl Iterator<Item = u8> {
    solution::bits(mask.into()).map(|bit| bit as u8)
}

/// The longest word of an automaton.
pub(super) struct LongestWord {
    /// Its number of letters.
    pub(super) letters: u32,
    /// The number of steps from a node to a child that were needed to find it.
    #[cfg(test)]
    steps: usize,
}

/// A partial letter before a node, and the largest number of whole letters before it.
type Arrival = (u32, u32);

/// For each node, the partial letters that can come before it. Almost every node has only one,
/// so any others are kept separately.
struct Arrivals {
    first: Vec<Option<Arrival>>,
    /// Empty until a node has two partial letters. Partial letters may occur several times.
    others: Vec<Vec<Arrival>>,
    #[cfg(test)]
    steps: usize,
}

impl Arrivals {
    fn new(nodes: usize) -> Self {
        Self {
            first: vec![None; nodes],
            others: Vec::new(),
            #[cfg(test)]
            steps: 0,
        }
    }

    fn add(&mut self, node: usize, partial: u32, letters: u32) {
        #[cfg(test)]
        {
            self.steps += 1;
        }
        match &mut self.first[node] {
            first @ None => *first = Some((partial, letters)),
            Some((first, most)) if *first == partial => *most = letters.max(*most),
            Some(_) => {
                if self.others.is_empty() {
                    self.others.resize_with(self.first.len(), Vec::new);
                }
                self.others[node].push((partial, letters));
            }
        }
    }

    /// Returns the different partial letters before a node.
    fn take(&mut self, node: usize) -> (Option<Arrival>, Vec<Arrival>) {
        let mut others = self
            .others
            .get_mut(node)
            .map(std::mem::take)
            .unwrap_or_default();
        others.sort_unstable();
        // The last one of several has the most letters.
        others.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 = next.1;
            }
            is_same
        });
        (self.first[node], others)
    }
}

/// The codes of an alphabet as a trie. Its nodes are partial letters.
struct CodeTrie {
    /// For each partial letter and symbol, the partial letter with the symbol appended.
    next: Vec<[Option<u32>; 32]>,
}

impl CodeTrie {
    /// The root: no symbol of a letter, at a boundary between letters.
    const BOUNDARY: u32 = 0;

    /// The largest number of partial letters. No alphabet of this crate has more.
    const MAX_PARTIALS: usize = Alphabet::MAX_LETTERS;

    fn new(alphabet: &Alphabet) -> Option<Self> {
        let mut next = vec![[None; 32]];
        for (letter, _) in alphabet.letters() {
            let mut partial = Self::BOUNDARY as usize;
            let (last, first) = alphabet
                .code(letter)
                .split_last()
                .expect("codes are not empty");
            for &symbol in first {
                let added = next.len() as u32;
                let child = next[partial][usize::from(symbol)].get_or_insert(added);
                partial = *child as usize;
                if partial == next.len() {
                    next.push([None; 32]);
                }
                if next.len() > Self::MAX_PARTIALS {
                    return None;
                }
            }
            next[partial][usize::from(*last)] = Some(Self::BOUNDARY);
        }
        Some(Self { next })
    }

    /// Returns the partial letter with a symbol appended, if it starts a letter or is one.
    fn after(&self, partial: u32, symbol: u8) -> Option<u32> {
        self.next[partial as usize][usize::from(symbol)]
    }
}

#[cfg(test)]
mod tests {
    use smol_str::SmolStr;

    use super::super::{FILE_VERSION, MAGIC, check_size, expansion_limit, write_alphabet};
    use super::*;

    /// Returns a file with all words of two letters, in an alphabet whose codes are all the
    /// binary numbers of some bits.
    ///
    /// No nodes are shared between the copies of the second letter, so that each of many nodes can
    /// come after each of many partial letters. The trie has `2 * 4^bits` nodes, the file less
    /// than `40 * bits * 2^bits` bytes.
    fn file_with_many_partial_letters(bits: u32) -> Vec<u8> {
        let letters = 1 << bits;
        let names = (0..letters).map(|index| char::from_u32(0x4e00 + index).unwrap());
        let code = |index: u32| {
            (0..bits)
                .rev()
                .map(|bit| (index >> bit & 1) as u8)
                .collect()
        };
        let alphabet = Alphabet::from_parts(
            names.map(|name| SmolStr::from(name.to_string())).collect(),
            (0..letters).map(code).collect(),
        )
        .unwrap();
        // The first node is where a word ends; then a chain for each first letter, whose nodes
        // have the one before as both children; then a tree with the chains as leaves.
        let mut masks = vec![WORD];
        let mut edges = Vec::new();
        let mut level = Vec::new();
        for _ in 0..letters {
            edges.extend([1, 1]);
            masks.push(3);
            for _ in 1..bits {
                push_varint(masks.len() as u32, &mut edges);
                push_varint(masks.len() as u32, &mut edges);
                masks.push(3);
            }
            level.push(masks.len() as u32 - 1);
        }
        while level.len() > 1 {
            let parents = level.chunks(2).map(|pair| {
                pair.iter()
                    .for_each(|child| push_varint(child + 1, &mut edges));
                masks.push(3);
                masks.len() as u32 - 1
            });
            level = parents.collect();
        }
        let words = letters * letters;
        let slots = (letters - 1) * 2 + letters * (letters - 1) * 2 + 1;
        let mut body = Vec::new();
        for number in [words, slots, masks.len() as u32, 2] {
            body.extend(number.to_le_bytes());
        }
        write_alphabet(&alphabet, &mut body);
        body.extend(masks.iter().flat_map(|mask| mask.to_le_bytes()));
        body.extend(edges);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FILE_VERSION.to_le_bytes());
        bytes.extend(xxhash_rust::xxh3::xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Returns the number of steps that it takes to find the longest word of a file.
    fn steps_to_longest(bytes: &[u8]) -> usize {
        let mut reader = Reader::open(bytes).unwrap();
        reader.check_sum().unwrap();
        let [_, slots, minimised, longest] = [(); 4].map(|()| reader.u32().unwrap());
        check_size(slots, longest, Lexicon::MAX_NODES).unwrap();
        let alphabet = super::super::read_alphabet(&mut reader).unwrap();
        let automaton = Minimised::read(&mut reader, minimised).unwrap();
        let found = automaton.longest(&alphabet).unwrap();
        assert_eq!(found.letters, longest);
        found.steps
    }

    #[test]
    fn the_longest_word_is_found_in_fewer_steps_than_the_trie_has_nodes() {
        for bits in 5..=10 {
            let bytes = file_with_many_partial_letters(bits);
            let lexicon = Lexicon::from_bytes(&bytes).unwrap();
            assert_eq!(lexicon.len(), 1 << (2 * bits));
            let steps = steps_to_longest(&bytes);
            assert!(
                steps <= lexicon.node_count(),
                "{bits} bits: {steps} steps, {} nodes",
                lexicon.node_count()
            );
            assert!(lexicon.node_count() <= expansion_limit(bytes.len()));
            // Minimised again, it is the same set of words.
            assert_eq!(Lexicon::from_bytes(&lexicon.to_bytes()).unwrap(), lexicon);
        }
    }

    #[test]
    fn the_longest_word_of_many_letters_is_that_of_the_trie() {
        let words: Vec<String> = (0..4_000u32)
            .map(|number| {
                let letter = |index| char::from_u32(0x4e00 + index).unwrap();
                let digits = [number % 97, number / 7 % 89, number / 61, number % 13];
                let length = number as usize % 4 + 1;
                digits[..length].iter().copied().map(letter).collect()
            })
            .collect();
        let lexicon = Lexicon::from_words(&words).unwrap();
        let steps = steps_to_longest(&lexicon.to_bytes());
        assert!(steps <= lexicon.node_count(), "{steps}");
        assert_eq!(lexicon.longest(), 4);
        assert_eq!(Lexicon::from_bytes(&lexicon.to_bytes()).unwrap(), lexicon);
    }
}
