//! Damage for tests of bad input: the same for the same seed.

use crate::random::SplitMix;

/// One to four changes to `bytes`, each of the kind that breaks parsers.
pub fn mutate(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut random = SplitMix(seed);
    let mut out = bytes.to_vec();
    for _ in 0..=random.below(4) {
        if out.is_empty() {
            break;
        }
        let at = random.below(out.len());
        change(&mut random, &mut out, at);
    }
    out
}

/// Changes one of `bytes`, of which there must be some.
pub fn nudge(bytes: &mut [u8], random: &mut SplitMix) {
    let at = random.below(bytes.len());
    match random.below(4) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => bytes[at] = bytes[at].wrapping_add(1),
        _ => bytes[at] = bytes[random.below(bytes.len())],
    }
}

fn change(random: &mut SplitMix, out: &mut Vec<u8>, at: usize) {
    const TELLING: [u16; 8] = [0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0x8000, 0xFFFF];
    match random.below(7) {
        0 => out[at] ^= 1 << random.below(8),
        1 => out[at] = random.below(256) as u8,
        2 if at + 1 < out.len() => {
            out[at..at + 2].copy_from_slice(&TELLING[random.below(TELLING.len())].to_be_bytes());
        }
        3 if at + 1 < out.len() => {
            let nudged = u16::from_be_bytes([out[at], out[at + 1]]).wrapping_add(1);
            out[at..at + 2].copy_from_slice(&nudged.to_be_bytes());
        }
        4 => {
            let end = (at + 1 + random.below(16)).min(out.len());
            out.drain(at..end);
        }
        5 => {
            let end = (at + 1 + random.below(16)).min(out.len());
            let copy = out[at..end].to_vec();
            out.splice(at..at, copy);
        }
        _ => out[at] = out[at].wrapping_add(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_does_the_same_damage() {
        let bytes: Vec<u8> = (0..200).collect();
        assert_eq!(mutate(&bytes, 7), mutate(&bytes, 7));
        let damaged = (0..100).filter(|&seed| mutate(&bytes, seed) != bytes).count();
        assert!(damaged > 90, "{damaged}");
        assert_eq!(mutate(&[], 1), []);
    }
}
