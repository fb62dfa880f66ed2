//! Bits that are foreseen in several contexts at once.
//!
//! Every context has a probability of its own, which follows what happens: fast at first, slowly later. They are added
//! up in the logistic domain with weights that learn which contexts are to be listened to (Mahoney, Adaptive Weighing
//! of Context Models, 2005). Everything is done in whole numbers, so that every machine reads what another one wrote.

use crate::coder::Coder;
use std::sync::LazyLock;

/// Bits of the table of probabilities.
const LARGE: u32 = 16;
const SMALL: u32 = 14;
/// Logarithms of odds have so many parts of one, and are not beyond this many of them.
const ONE: f64 = 256.0;
const LIMIT: i32 = 3071;
/// A probability follows by at least one part of this.
const SLOWEST: u32 = 63;
/// Contexts of one bit.
pub const MOST: usize = 4;
/// A weight of one.
const WEIGHT: i32 = 1 << 16;
/// How fast weights learn: one part of two to this.
const PACE: u32 = 14;

/// A word onto a hash.
#[inline]
pub fn onto(hash: u64, word: u64) -> u64 {
    let mixed = (hash.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 32
}

/// A hash of a few words.
#[inline]
pub fn hash<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0x2545_F491_4F6C_DD1D, onto)
}

/// Probabilities by context, and the weights of each kind of bit.
pub struct Mixer {
    bits: u32,
    /// 22 bits of how likely a bit is set, and ten of how often that was learnt; all but the highest bit as it is, so
    /// that zero means one half.
    slots: Box<[u32]>,
    weights: Vec<[i32; MOST]>,
    tables: &'static Tables,
}

/// What never changes.
struct Tables {
    /// By twelve bits of a probability.
    logarithms: Vec<i16>,
    /// By the logarithm of the odds, sixteen bits.
    probabilities: Vec<u16>,
    /// How fast a probability follows, by how often it was learnt.
    paces: Vec<u32>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let logarithm = |p: u32| {
        let p = (f64::from(p) + 0.5) / 4096.0;
        (ONE * (p / (1.0 - p)).ln()).round() as i16
    };
    let probability = |odds: i32| {
        let p = 65536.0 / (1.0 + (-f64::from(odds) / ONE).exp());
        (p.round() as u32).clamp(8, 65528) as u16
    };
    Tables {
        logarithms: (0..4096).map(logarithm).collect(),
        probabilities: (-LIMIT..=LIMIT).map(probability).collect(),
        paces: (0..=SLOWEST).map(|times| 655_360 / (10 * times + 16)).collect(),
    }
});

const HALF: u32 = 1 << 31;

impl Mixer {
    /// So many kinds of bits are there.
    pub fn new(kinds: usize, is_small: bool) -> Mixer {
        let bits = if is_small { SMALL } else { LARGE };
        Mixer {
            bits,
            slots: vec![0; 1 << bits].into_boxed_slice(),
            weights: vec![[WEIGHT / 2; MOST]; kinds],
            tables: &TABLES,
        }
    }

    /// A bit of a kind, foreseen in these contexts.
    #[inline]
    pub fn bit<const N: usize>(
        &mut self,
        coder: &mut impl Coder,
        kind: usize,
        contexts: [u64; N],
        is_set: bool,
    ) -> bool {
        let tables = self.tables;
        let at = contexts.map(|context| (context >> (64 - self.bits)) as usize);
        let inputs = at.map(|at| i32::from(tables.logarithms[((self.slots[at] ^ HALF) >> 20) as usize]));
        let weights = &mut self.weights[kind];
        let sum: i64 = inputs.iter().zip(&*weights).map(|(x, w)| i64::from(*x) * i64::from(*w)).sum();
        let odds = (sum >> 16).clamp(-i64::from(LIMIT), i64::from(LIMIT)) as i32;
        let likely = tables.probabilities[(odds + LIMIT) as usize];
        let is_set = coder.mixed(likely, is_set);
        let error = i32::from(is_set) * 65536 - i32::from(likely);
        for (x, w) in inputs.iter().zip(weights) {
            *w += (x * error) >> PACE;
        }
        for at in at {
            let slot = self.slots[at] ^ HALF;
            let (p, times) = (i64::from(slot >> 10), slot & 1023);
            let goal = i64::from(is_set) * ((1 << 22) - 1);
            let p = p + (((goal - p) * i64::from(tables.paces[times as usize])) >> 16);
            self.slots[at] = ((p as u32) << 10 | (times + 1).min(SLOWEST)) ^ HALF;
        }
        is_set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coder::{Decoder, Encoder};

    #[test]
    fn what_was_mixed_is_read_back() {
        let bits: Vec<bool> = (0..100_000u64).map(|n| hash([n % 37, n % 11]) >> 63 == 1).collect();
        let contexts =
            |n: usize| [hash([1, n as u64 % 37]), hash([2, n as u64 % 11]), hash([3, n as u64 % 407])];
        let mut encoder = Encoder::default();
        let mut mixer = Mixer::new(2, true);
        for (n, bit) in bits.iter().enumerate() {
            mixer.bit(&mut encoder, n % 2, contexts(n), *bit);
        }
        let bytes = encoder.finish();
        assert!(bytes.len() < 1500, "the last context knows it all: {}", bytes.len());
        let mut decoder = Decoder::new(&bytes[..]);
        let mut mixer = Mixer::new(2, true);
        for (n, bit) in bits.iter().enumerate() {
            assert_eq!(mixer.bit(&mut decoder, n % 2, contexts(n), false), *bit);
        }
        assert!(!decoder.is_over() && decoder.is_at_end());
    }

    /// A script that one machine writes another one reads: the tables are made of logarithms, and must not differ.
    #[test]
    fn tables_are_the_same_everywhere() {
        let logarithms = TABLES.logarithms.iter().fold(0, |sum, x| onto(sum, *x as u64));
        let probabilities = TABLES.probabilities.iter().fold(0, |sum, p| onto(sum, u64::from(*p)));
        assert_eq!((logarithms, probabilities), (15_143_914_613_175_573_842, 4_533_645_854_542_887_291));
    }
}
