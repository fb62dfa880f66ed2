//! Bits that flip: `Verify.getBitFlip(value, n)` is the value with any `n` of its bits the other way round.

use super::pick::{Generator, pick};
use vm::{Answer, Args, Context, Registry, Trap, int};

/// More flips than this at once are not tried: there are too many ways.
const MAX_FLIPS: i32 = 7;

pub fn register(registry: &mut Registry, class: &str) {
    registry.add(class, "getBitFlip(JII)J", |m, a| flipped(m, &a, a.long(0) as u64, a.int(1), a.int(2)));
    registry.add(class, "getBitFlip(JI)J", |m, a| flipped(m, &a, a.long(0) as u64, a.int(1), 64));
    registry.add(class, "getBitFlip(II)I", |m, a| {
        flipped(m, &a, u64::from(a.int(0) as u32), a.int(1), 32).map(|bits| int(bits as i32))
    });
    registry.add(class, "getBitFlip(SI)S", |m, a| {
        flipped(m, &a, u64::from(a.int(0) as u16), a.int(1), 16).map(|bits| int(i32::from(bits as i16)))
    });
    registry.add(class, "getBitFlip(CI)C", |m, a| {
        flipped(m, &a, u64::from(a.int(0) as u16), a.int(1), 16).map(|bits| int(i32::from(bits as u16)))
    });
    registry.add(class, "getBitFlip(BI)B", |m, a| {
        flipped(m, &a, u64::from(a.int(0) as u8), a.int(1), 8).map(|bits| int(i32::from(bits as i8)))
    });
}

fn flipped(cx: &mut Context<'_>, args: &Args<'_>, value: u64, flips: i32, length: i32) -> Answer {
    if !(1..=64).contains(&length) || !(0..=MAX_FLIPS.min(length)).contains(&flips) {
        let what = format!(
            "Verify.getBitFlip: {flips} of {length} bits; at most {MAX_FLIPS} of at most 64 can be flipped"
        );
        return Err(Trap::raise("java/lang/IllegalArgumentException", what));
    }
    let (flips, length) = (flips as u64, length as u64);
    let which = pick(cx, args, Generator::Verify, ways(length, flips))?;
    Ok(value ^ mask(which, length, flips))
}

/// In how many ways `flips` of `length` bits can be chosen.
fn ways(length: u64, flips: u64) -> u64 {
    // Each product of neighbours is a binomial number itself, so the divisions leave no rest.
    (0..flips).fold(1, |product, i| product * length.saturating_sub(i) / (i + 1))
}

/// The bits of one of these ways, counted from the low bits.
fn mask(mut which: u64, length: u64, mut flips: u64) -> u64 {
    let mut mask = 0;
    for bit in (0..length).rev() {
        let without = ways(bit, flips);
        if flips > 0 && which >= without {
            which -= without;
            flips -= 1;
            mask |= 1 << bit;
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_another_mask_with_as_many_bits() {
        for (length, flips) in [(8, 0), (8, 1), (8, 2), (5, 5), (32, 3), (64, 1)] {
            let count = ways(length, flips);
            let masks: std::collections::BTreeSet<u64> = (0..count).map(|i| mask(i, length, flips)).collect();
            assert_eq!(masks.len() as u64, count);
            assert!(masks.iter().all(|mask| u64::from(mask.count_ones()) == flips));
            assert!(masks.iter().all(|mask| length == 64 || mask >> length == 0));
        }
        assert_eq!(ways(64, 7), 621_216_192);
    }
}
