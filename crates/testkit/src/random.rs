//! Numbers that look like chance and follow from a seed alone: the one place from which the tests of all rooms have
//! them. An oracle has its own, as it shares nothing with what it judges.

/// Spreads near seeds: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Random systems from seeds. A linear congruential generator (Knuth's MMIX): small, fast, the same on every machine.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// For seeds that are near each other, as those of a loop are.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(SPREAD) | 1)
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The low bits of such a generator repeat soon.
        (self.0 >> 33) as usize % limit
    }
}

/// Where all bits of a number count (SplitMix64, Steele, Lea and Flood 2014).
#[derive(Debug, Clone)]
pub struct SplitMix(pub u64);

impl SplitMix {
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(SPREAD);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_word() % limit as u64) as usize
    }
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    // Known values: systems of a seed that a failure names must be those of every later version.
    let mut random = Random::new(1);
    assert_eq!([random.below(1000), random.below(1000), random.below(1000)], [944, 678, 829]);
    // The first word of SplitMix64 for the seed 0, as its authors give it.
    assert_eq!(SplitMix(0).next_word(), 0xE220_A839_7B1D_CDAF);
    assert!((0..1000).all(|_| random.below(7) < 7));
}
