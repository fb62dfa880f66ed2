//! A long stack of words of which only the top is in use: what lies deep is packed until somebody comes back to it.
//!
//! Paths of a search are millions of steps long, what is kept for each step reads much like what is kept for the one
//! before, and a search goes back and forth at the end of its path. Packing is by a table that foretells a word from
//! the few before it; what is kept is where the word differs.

/// Words that are packed together.
const SEGMENT: usize = 1 << 12;
/// Words that are never packed: going back and forth that far costs nothing.
const AT_HAND: usize = 2 * SEGMENT;
/// Words above those that are there before some are packed, so that few are moved each time. All of them fit into a
/// list that has grown by doubling, with room for a step to spare.
const AT_ONCE: usize = SEGMENT + SEGMENT / 2;
/// Entries of the table that foretells, as a power of two.
const TABLE_BITS: u32 = 11;

#[derive(Default)]
pub struct Pile {
    /// The words on top.
    hot: Vec<u64>,
    /// Those below, `SEGMENT` of them in each piece.
    cold: Vec<Box<[u8]>>,
    cold_bytes: usize,
}

impl Pile {
    /// How many words there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.below() + self.hot.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many words are packed.
    #[inline]
    fn below(&self) -> usize {
        self.cold.len() * SEGMENT
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let pieces = self.cold.capacity() * size_of::<Box<[u8]>>();
        (self.hot.capacity() * size_of::<u64>() + pieces + self.cold_bytes) as u64
    }

    #[inline]
    pub fn push(&mut self, word: u64) {
        self.hot.push(word);
    }

    #[inline]
    pub fn extend(&mut self, words: &[u64]) {
        self.hot.extend_from_slice(words);
    }

    /// The words that are at hand, the last ones: all that were put there since [`Pile::settle`], and whatever was
    /// [reached](Pile::reach).
    #[inline]
    pub fn at_hand(&self) -> &[u64] {
        &self.hot
    }

    /// The same, to be changed.
    pub fn at_hand_mut(&mut self) -> &mut [u64] {
        &mut self.hot
    }

    /// The words from a place on are at hand.
    pub fn is_at_hand(&self, place: usize) -> bool {
        (self.below()..=self.len()).contains(&place)
    }

    /// The words from a place on, which must be at hand.
    #[inline]
    pub fn since(&self, place: usize) -> &[u64] {
        assert!(self.is_at_hand(place), "words that are looked at are at hand");
        &self.hot[place - self.below()..]
    }

    /// The last so many words are at hand after this, or all if there are fewer.
    #[inline]
    pub fn reach(&mut self, words: usize) {
        while self.hot.len() < words && self.unpack_last() {}
    }

    /// Only the first so many words stay.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        while length < self.below() && self.drop_or_unpack(length) {}
        self.hot.truncate(length - self.below());
    }

    pub fn clear(&mut self) {
        self.hot.clear();
        self.cold.clear();
        self.cold_bytes = 0;
    }

    /// Packs what lies deep. What was put there since the last time stays at hand until the next.
    #[inline]
    pub fn settle(&mut self) {
        if self.hot.len() >= AT_HAND + AT_ONCE {
            self.pack();
        }
    }

    #[cold]
    fn pack(&mut self) {
        let pieces = (self.hot.len() - AT_HAND) / SEGMENT;
        for piece in self.hot[..pieces * SEGMENT].chunks_exact(SEGMENT) {
            let packed = packed(piece);
            self.cold_bytes += packed.len();
            self.cold.push(packed);
        }
        self.hot.drain(..pieces * SEGMENT);
    }

    /// The last packed piece comes back to hand. False if there is none.
    #[cold]
    fn unpack_last(&mut self) -> bool {
        let Some(piece) = self.cold.pop() else { return false };
        self.cold_bytes -= piece.len();
        let mut words = Vec::with_capacity(AT_HAND + AT_ONCE);
        unpack(&piece, &mut words);
        debug_assert_eq!(words.len(), SEGMENT, "what was packed comes back whole");
        words.extend_from_slice(&self.hot);
        self.hot = words;
        true
    }

    /// The last packed piece goes, or comes back to hand if some of it stays.
    #[cold]
    fn drop_or_unpack(&mut self, length: usize) -> bool {
        self.hot.clear();
        match length <= self.below() - SEGMENT {
            true => {
                let gone = self.cold.pop();
                self.cold_bytes -= gone.as_ref().map_or(0, |piece| piece.len());
                gone.is_some()
            }
            false => self.unpack_last(),
        }
    }
}

/// Foretells words. Packing and unpacking ask it the same, so it need not be right.
struct Oracle {
    table: Box<[u64; 1 << TABLE_BITS]>,
    before: u64,
}

impl Oracle {
    fn new() -> Oracle {
        Oracle { table: Box::new([0; 1 << TABLE_BITS]), before: 0 }
    }

    #[inline]
    fn place(&self) -> usize {
        (self.before.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - TABLE_BITS)) as usize
    }

    /// What it foretold, at this place, and the word that came.
    #[inline]
    fn came(&mut self, place: usize, word: u64) {
        self.table[place] = word;
        // Three words or so count; older ones are shifted out.
        self.before = (self.before << 21) ^ word.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 20;
    }
}

/// A half byte says how many bytes of a word follow: less than this, of what differs from the foretold word, else, this
/// subtracted, of the word itself.
const PLAIN: u8 = 9;

/// Half bytes for two words, then their bytes.
fn packed(words: &[u64]) -> Box<[u8]> {
    let mut oracle = Oracle::new();
    // Room for the longest: all eight bytes of a word are written, and what comes next begins behind those that count.
    let mut out = vec![0; words.len().div_ceil(2) * (1 + 2 * size_of::<u64>())];
    let mut end = 0;
    for pair in words.chunks(2) {
        let codes_at = end;
        end += 1;
        let mut codes = 0;
        for (shift, &word) in [0, 4].into_iter().zip(pair) {
            let place = oracle.place();
            let differs = word ^ oracle.table[place];
            oracle.came(place, word);
            let (length, plain) = (bytes_of(differs), bytes_of(word));
            let (code, length, word) = match plain < length && plain + PLAIN < 16 {
                true => (plain + PLAIN, plain, word),
                false => (length, length, differs),
            };
            codes |= code << shift;
            out[end..end + size_of::<u64>()].copy_from_slice(&word.to_le_bytes());
            end += usize::from(length);
        }
        out[codes_at] = codes;
    }
    out[..end].into()
}

/// The reverse; what is no packed piece gives fewer words.
fn unpack(mut piece: &[u8], out: &mut Vec<u64>) {
    let mut oracle = Oracle::new();
    while let Some((&codes, rest)) = piece.split_first() {
        piece = rest;
        for code in [codes & 15, codes >> 4] {
            let length = if code < PLAIN { code } else { code - PLAIN };
            let Some(word) = first_bytes(piece, usize::from(length)) else { return };
            piece = &piece[usize::from(length)..];
            let place = oracle.place();
            let foretold = if code < PLAIN { oracle.table[place] } else { 0 };
            let word = word ^ foretold;
            oracle.came(place, word);
            out.push(word);
        }
    }
}

/// The number that so many bytes are. `None` if there are fewer.
#[inline]
fn first_bytes(bytes: &[u8], length: usize) -> Option<u64> {
    if let (Some(word), 0..8) = (bytes.first_chunk(), length) {
        return Some(u64::from_le_bytes(*word) & ((1 << (8 * length)) - 1));
    }
    let mut word = [0; 8];
    word[..length].copy_from_slice(bytes.get(..length)?);
    Some(u64::from_le_bytes(word))
}

/// How many bytes a word takes without the zeros above them.
#[inline]
fn bytes_of(word: u64) -> u8 {
    (u64::BITS - word.leading_zeros()).div_ceil(8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look like those of a path: mostly what came a while ago, with small changes.
    fn like_a_path(seed: u64) -> impl FnMut() -> u64 {
        let (mut n, mut random) = (0u64, seed | 1);
        move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            n += 1;
            match random % 16 {
                0 => random,
                1 => random >> 32,
                2 => n,
                3 => u64::MAX - n,
                _ => (n % 23) * 0x0100_0001,
            }
        }
    }

    #[test]
    fn it_is_a_stack_however_deep() {
        for seed in 1..20 {
            let (mut next, mut pile, mut plain) = (like_a_path(seed), Pile::default(), Vec::new());
            let mut deepest = 0;
            for round in 0..200u64 {
                let more = next() % (3 * SEGMENT as u64);
                for _ in 0..more {
                    let word = next();
                    pile.push(word);
                    plain.push(word);
                }
                pile.settle();
                deepest = deepest.max(pile.cold.len());
                let back = if round % 7 == 6 { plain.len() as u64 } else { 2 * SEGMENT as u64 };
                let length = plain.len() - (next() % (back + 1)).min(plain.len() as u64) as usize;
                if round % 3 == 0 {
                    pile.reach(plain.len() - length);
                    assert_eq!(pile.since(length), &plain[length..], "seed {seed}, round {round}");
                }
                pile.truncate(length);
                plain.truncate(length);
                assert_eq!(pile.len(), plain.len());
                let at_hand = pile.at_hand();
                assert_eq!(at_hand, &plain[plain.len() - at_hand.len()..], "seed {seed}, round {round}");
            }
            assert!(deepest > 2, "something was packed");
            pile.reach(usize::MAX);
            assert_eq!(pile.since(0), plain);
            assert_eq!(pile.cold_bytes, 0);
        }
    }

    #[test]
    fn what_repeats_takes_little() {
        let mut pile = Pile::default();
        for n in 0..1_000_000u64 {
            pile.extend(&[n % 5, 0xABCD_0000_1234, n / 64]);
            pile.settle();
        }
        assert!(pile.bytes() < 3 * 1_000_000 * 2, "{}", pile.bytes());
    }

    #[test]
    #[should_panic(expected = "are at hand")]
    fn what_was_packed_has_to_be_reached_first() {
        let mut pile = Pile::default();
        pile.extend(&[1; AT_HAND + AT_ONCE]);
        pile.settle();
        pile.since(0);
    }

    #[test]
    fn bytes_that_were_never_packed_give_no_panic() {
        let mut next = like_a_path(7);
        for _ in 0..1000 {
            let bytes: Vec<u8> = (0..next() % 50).map(|_| next() as u8).collect();
            unpack(&bytes, &mut Vec::new());
        }
    }
}
