//! The structures that `Verify.stopIfVisited` has seen: canonical forms, kept whole, so that no two are ever
//! mistaken for each other.

use base::FastHasher;
use std::hash::Hasher;

/// Canonical forms in a compact writing, one behind the other, and a table to find them in.
#[derive(Default)]
pub(crate) struct Structures {
    bytes: Vec<u8>,
    rows: Vec<Row>,
    /// Open addressing: a row's number and one, 0 where there is none. Its length is a power of two, or 0.
    table: Vec<u32>,
    /// The form that is being looked up.
    form: Vec<u8>,
    /// The greatest number of visits before one, and one: 0 if there was none.
    depths: usize,
}

struct Row {
    /// Its form ends where the next one begins.
    start: u64,
    /// The least number of visits before it on any path.
    depth: u32,
}

impl Structures {
    /// True if the structure is new, or was never reached so early.
    pub fn visit(&mut self, words: &[u32], depth: u32) -> bool {
        self.depths = self.depths.max(depth as usize + 1);
        let mut form = std::mem::take(&mut self.form);
        form.clear();
        words.iter().for_each(|&word| write_word(word, &mut form));
        // The table is kept at most half full.
        if (self.rows.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let mut at = self.slot(&form);
        let goes_on = loop {
            match self.table[at] {
                0 => {
                    self.rows.push(Row { start: self.bytes.len() as u64, depth });
                    self.bytes.extend_from_slice(&form);
                    self.table[at] = u32::try_from(self.rows.len()).expect("fewer than 2^32 structures");
                    break true;
                }
                row if self.form_of(row as usize - 1) == form => {
                    let known = &mut self.rows[row as usize - 1].depth;
                    let earlier = depth < *known;
                    *known = depth.min(*known);
                    break earlier;
                }
                _ => at = (at + 1) & (self.table.len() - 1),
            }
        };
        self.form = form;
        goes_on
    }

    /// How many structures there are by the number of visits before them, for each number that there was:
    /// their sum is all of them.
    pub fn by_depth(&self) -> Vec<u64> {
        let mut counts = vec![0; self.depths];
        for row in &self.rows {
            counts[row.depth as usize] += 1;
        }
        counts
    }

    fn form_of(&self, row: usize) -> &[u8] {
        let end = self.rows.get(row + 1).map_or(self.bytes.len(), |next| next.start as usize);
        &self.bytes[self.rows[row].start as usize..end]
    }

    /// Where the search for a form begins.
    fn slot(&self, form: &[u8]) -> usize {
        let mut hasher = FastHasher::default();
        hasher.write(form);
        hasher.finish() as usize & (self.table.len() - 1)
    }

    fn grow(&mut self) {
        /// The size of the first table.
        const LEAST: usize = 1024;
        self.table = vec![0; (self.table.len() * 2).max(LEAST)];
        for row in 0..self.rows.len() {
            let mut at = self.slot(self.form_of(row));
            while self.table[at] != 0 {
                at = (at + 1) & (self.table.len() - 1);
            }
            self.table[at] = row as u32 + 1;
        }
    }
}

/// Seven bits a byte. The highest bit of a word marks numbers of objects, which are small but for it: it goes
/// last.
fn write_word(word: u32, out: &mut Vec<u8>) {
    let mut rest = word.rotate_left(1);
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_kept_apart() {
        let mut structures = Structures::default();
        for n in 0..5000u32 {
            assert!(structures.visit(&[n, n / 3, 1 << 31 | n], 1), "{n}");
        }
        for n in 0..5000u32 {
            assert!(!structures.visit(&[n, n / 3, 1 << 31 | n], 1), "{n}");
        }
        assert_eq!(structures.by_depth(), [0, 5000]);
    }

    #[test]
    fn only_an_earlier_visit_goes_on() {
        let mut structures = Structures::default();
        let goes_on: Vec<bool> =
            [3, 4, 3, 1, 2, 0, 0].iter().map(|&depth| structures.visit(&[7], depth)).collect();
        assert_eq!(goes_on, [true, false, false, true, false, true, false]);
        assert_eq!(structures.by_depth(), [1, 0, 0, 0, 0]);
    }
}
