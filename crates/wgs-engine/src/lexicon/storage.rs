//! The memory of a lexicon's tables, which its clones share: a vector, or a part of a file that lies
//! in memory as a whole.
//!
//! An engine reads a table through a pointer and a length, whoever owns the memory: an `enum` of
//! owners would add a branch to every access. Without borrowing, opening 267,751 words would copy
//! 7 MB, which takes longer than all the rest. That is the gain from the unsafe blocks. Their
//! checked twin is [`decode`], which copies: machines and files whose bytes cannot be borrowed use
//! it.

#![expect(unsafe_code, reason = "the memory of a table may be a part of a file")]

use std::fmt;
use std::ops::Deref;
use std::slice;
use std::sync::Arc;

use super::Node;

/// The content of a file that lies in memory as a whole, such as a vector or a mapped file.
pub type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// An entry of a table, as files store it.
///
/// # Safety
///
/// Every sequence of `size_of::<Self>()` bytes must be a valid value. On little-endian machines
/// it must be the value that [`Self::decode`] returns for these bytes.
pub(super) unsafe trait Entry: Copy + Send + Sync + 'static {
    /// Returns the value of some bytes, as many as an entry has.
    fn decode(bytes: &[u8]) -> Self;
}

// SAFETY: any four bytes are a number, and little-endian machines store the lowest byte first.
unsafe impl Entry for u32 {
    fn decode(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.try_into().expect("four bytes"))
    }
}

// SAFETY: a node is two numbers of four bytes, in the order of its fields (`repr(C)`), which fill
// its eight bytes.
unsafe impl Entry for Node {
    fn decode(bytes: &[u8]) -> Self {
        Self {
            mask: u32::decode(&bytes[..4]),
            first: u32::decode(&bytes[4..]),
        }
    }
}

const _: () = assert!(size_of::<Node>() == 8);

/// A table that the clones of a lexicon share.
pub(super) struct Table<T> {
    /// The first entry. The owner keeps `len` entries from here alive and unchanged.
    start: *const T,
    len: usize,
    owner: Owner<T>,
}

enum Owner<T> {
    Vector(Arc<Vec<T>>),
    Bytes(SharedBytes),
}

// SAFETY: a table gives out only shared references to its entries, like an `Arc<[T]>`, and entries
// and owners can be shared between threads.
unsafe impl<T: Send + Sync> Send for Table<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Table<T> {}

impl<T> Deref for Table<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the fields are private and never change, and each constructor takes them from
        // a slice in memory that the owner keeps.
        unsafe { slice::from_raw_parts(self.start, self.len) }
    }
}

impl<T> From<Vec<T>> for Table<T> {
    fn from(entries: Vec<T>) -> Self {
        let entries = Arc::new(entries);
        Self {
            start: entries.as_ptr(),
            len: entries.len(),
            // The heap memory of the vector stays where it is, because nothing can change a
            // vector in an `Arc` that is never unwrapped.
            owner: Owner::Vector(entries),
        }
    }
}

impl<T: Entry> Table<T> {
    /// Returns the table in some bytes of a file. Borrows them if it can, and else copies them.
    pub(super) fn shared(file: &SharedBytes, bytes: &[u8]) -> Self {
        let (part, whole) = (bytes.as_ptr_range(), (**file).as_ref().as_ptr_range());
        let is_part = whole.start <= part.start && part.end <= whole.end;
        match borrow(bytes) {
            Some(entries) if is_part => Self {
                start: entries.as_ptr(),
                len: entries.len(),
                // The entries are a part of what the file lends for as long as it lives. Nobody
                // can change it meanwhile, because it is in an `Arc`.
                owner: Owner::Bytes(file.clone()),
            },
            _ => decode(bytes).into(),
        }
    }
}

/// Returns bytes as entries, if they are aligned and this machine stores numbers like a file.
fn borrow<T: Entry>(bytes: &[u8]) -> Option<&[T]> {
    // SAFETY: any bytes are valid entries, as `Entry` promises.
    let (before, entries, after) = unsafe { bytes.align_to() };
    let is_whole = before.is_empty() && after.is_empty();
    (cfg!(target_endian = "little") && is_whole).then_some(entries)
}

/// Copies entries from the bytes of a file. This works on any machine.
pub(super) fn decode<T: Entry>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(T::decode).collect()
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        let owner = match &self.owner {
            Owner::Vector(entries) => Owner::Vector(entries.clone()),
            Owner::Bytes(bytes) => Owner::Bytes(bytes.clone()),
        };
        Self { owner, ..*self }
    }
}

impl<T: PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len) || **self == **other
    }
}

impl<T: Eq> Eq for Table<T> {}

impl<T> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entries", self.len)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    /// Bytes that start at an address with this remainder modulo 8.
    fn bytes_at(remainder: usize, content: &[u8]) -> (Vec<u8>, Range<usize>) {
        let mut bytes = vec![0; content.len() + 16];
        let start = (remainder + 8 - bytes.as_ptr().addr() % 8) % 8;
        bytes[start..start + content.len()].copy_from_slice(content);
        (bytes, start..start + content.len())
    }

    #[test]
    fn a_table_is_the_same_whether_its_bytes_are_borrowed_or_copied() {
        let content: Vec<u8> = (0..40).collect();
        let expected: Vec<Node> = decode(&content);
        assert_eq!(expected[0].mask, 0x0302_0100);
        assert_eq!(expected[4].first, 0x2726_2524);
        for remainder in 0..8 {
            let (bytes, range) = bytes_at(remainder, &content);
            let file: SharedBytes = Arc::new(bytes);
            let table: Table<Node> = Table::shared(&file, &(*file).as_ref()[range]);
            assert_eq!(*table, expected[..], "{remainder}");
            let is_borrowed = matches!(table.owner, Owner::Bytes(_));
            let can_borrow = remainder == 0 && cfg!(target_endian = "little");
            assert_eq!(is_borrowed, can_borrow, "{remainder}");
            // The table outlives the last other owner of the file.
            let clone = table.clone();
            drop((file, table));
            assert_eq!(*clone, expected[..], "{remainder}");
        }
    }

    #[test]
    fn bytes_of_something_other_than_the_file_are_copied() {
        let file: SharedBytes = Arc::new(vec![1; 8]);
        let elsewhere = vec![2; 8];
        let table: Table<u32> = Table::shared(&file, &elsewhere);
        drop(elsewhere);
        assert_eq!(*table, [0x0202_0202; 2]);
    }
}
