//! The text form of replay strings: `1:3kq9-07md-...`. A version, then bytes in base 32 without letters that
//! look alike, in groups of four.

use crate::{Conditions, ReplayOrigin, Repro, Tail};
use lts::Choice;
use std::fmt;

/// Digits and letters without i, l, o and u (Crockford's alphabet).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const VERSION: &str = "1:";
const GROUP: usize = 4;
const CHECKSUM_BYTES: usize = 2;
const ASSERTIONS: u8 = 1;
const RACES: u8 = 2;
const TEMPORAL: u8 = 4;
/// Other things than usual can happen: two numbers follow.
const OTHER: u8 = 8;
/// A machine has to know something beforehand: how many numbers, and these numbers follow.
const NEEDS: u8 = 16;
/// More than this was not written by us.
const MAX_NEEDS: u64 = 1 << 16;
/// A path longer than this was not written by us.
const MAX_STEPS: u64 = 1 << 40;

/// Why a text is no replay string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreadable {
    Version,
    /// A character that cannot be there.
    Character(char),
    /// Something was lost or changed on the way.
    Checksum,
    /// Written by a later version of this program.
    Newer,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Version => write!(f, "it does not begin with {VERSION}"),
            Unreadable::Character(c) => write!(f, "it has the character {c:?}, which no such string has"),
            Unreadable::Checksum => write!(f, "its checksum is wrong: part of it was lost or changed"),
            Unreadable::Newer => write!(f, "it was written by a later version of jaywalk"),
        }
    }
}

/// The text of a path, which [`decode`] reads back.
///
/// The bytes are packed by hand: people copy these strings from one window to another, and a derived codec
/// would make them longer. They must stay as they are, as strings are kept in files and in bug reports.
pub fn encode(repro: &Repro) -> String {
    let conditions = repro.origin.conditions;
    let mut bytes = repro.origin.fingerprint.to_le_bytes().to_vec();
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    let temporal = bit(repro.tail.is_some(), TEMPORAL);
    bytes.push(
        bit(conditions.assertions, ASSERTIONS)
            | bit(conditions.races, RACES)
            | bit(conditions.other.is_some(), OTHER)
            | bit(!repro.needs.is_empty(), NEEDS)
            | temporal,
    );
    for other in conditions.other.into_iter().flatten() {
        number(&mut bytes, other);
    }
    if !repro.needs.is_empty() {
        number(&mut bytes, repro.needs.len() as u64);
    }
    repro.needs.iter().for_each(|need| bytes.extend(need.to_le_bytes()));
    number(&mut bytes, repro.steps);
    if let Some(tail) = repro.tail {
        number(&mut bytes, tail.stem << 1 | u64::from(tail.goes_on));
    }
    for &(gap, choice) in &repro.exceptions {
        number(&mut bytes, gap);
        // Mostly the value is 0: then actor and value are one byte together.
        number(&mut bytes, u64::from(choice.actor) << 1 | u64::from(choice.value != 0));
        if choice.value != 0 {
            number(&mut bytes, u64::from(choice.value));
        }
    }
    let sum = checksum(&bytes);
    bytes.extend(sum);
    let digits = to_digits(&bytes);
    let groups: Vec<String> = digits.chunks(GROUP).map(|group| group.iter().collect()).collect();
    format!("{VERSION}{}", groups.join("-"))
}

/// The path of a text that [`encode`] has written.
///
/// # Errors
/// Why the text is none of those.
pub fn decode(text: &str) -> Result<Repro, Unreadable> {
    let digits = text.trim().strip_prefix(VERSION).ok_or(Unreadable::Version)?;
    let mut bytes = from_digits(digits)?;
    let sum = bytes.split_off(bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(Unreadable::Checksum)?);
    if sum != checksum(&bytes) {
        return Err(Unreadable::Checksum);
    }
    let mut rest = &bytes[..];
    let fingerprint = rest.split_off(..4).ok_or(Unreadable::Checksum)?;
    let flags = *rest.split_off_first().ok_or(Unreadable::Checksum)?;
    if flags & !(ASSERTIONS | RACES | TEMPORAL | OTHER | NEEDS) != 0 {
        return Err(Unreadable::Newer);
    }
    let mut next = || read_number(&mut rest);
    let other = match flags & OTHER != 0 {
        true => {
            let mut one = || next().flatten().ok_or(Unreadable::Checksum);
            Some([one()?, one()?])
        }
        false => None,
    };
    let needs = if flags & NEEDS != 0 { read_needs(&mut rest)? } else { Vec::new() };
    let mut next = || read_number(&mut rest);
    let steps = next().flatten().filter(|&steps| steps <= MAX_STEPS).ok_or(Unreadable::Checksum)?;
    let tail = match flags & TEMPORAL != 0 {
        true => {
            let packed = next().flatten().filter(|&packed| packed >> 1 <= steps);
            packed.map(|packed| Tail { stem: packed >> 1, goes_on: packed & 1 == 1 })
        }
        false => None,
    };
    if tail.is_none() && flags & TEMPORAL != 0 {
        return Err(Unreadable::Checksum);
    }
    let mut exceptions = Vec::new();
    while let Some(gap) = next() {
        let gap = gap.ok_or(Unreadable::Checksum)?;
        let packed = next().flatten().ok_or(Unreadable::Checksum)?;
        let value = if packed & 1 == 1 { next().flatten().ok_or(Unreadable::Checksum)? } else { 0 };
        let narrow = |wide: u64| u32::try_from(wide).map_err(|_| Unreadable::Checksum);
        exceptions.push((gap, Choice { actor: narrow(packed >> 1)?, value: narrow(value)? }));
    }
    let fingerprint = fingerprint.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    let conditions = Conditions { assertions: flags & ASSERTIONS != 0, races: flags & RACES != 0, other };
    Ok(Repro { origin: ReplayOrigin { fingerprint, conditions }, steps, tail, exceptions, needs })
}

fn read_needs(rest: &mut &[u8]) -> Result<Vec<u64>, Unreadable> {
    let count = read_number(rest).flatten().filter(|&count| count <= MAX_NEEDS);
    let word = |rest: &mut &[u8]| {
        let bytes = rest.split_off(..8).ok_or(Unreadable::Checksum)?;
        Ok(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    };
    (0..count.ok_or(Unreadable::Checksum)?).map(|_| word(rest)).collect()
}

/// Seven bits at a time, the lowest first; the highest bit says that more follow.
fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// `None` at the end, `Some(None)` if the end comes too early or the number is too large.
fn read_number(bytes: &mut &[u8]) -> Option<Option<u64>> {
    let mut result: u64 = 0;
    let mut shift = 0;
    loop {
        let Some(&byte) = bytes.split_off_first() else { return (shift > 0).then_some(None) };
        if shift > 56 {
            return Some(None);
        }
        result |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return Some(Some(result));
        }
    }
}

/// A Fletcher sum, with a start that tells a string of zeros from nothing.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let (mut low, mut high) = (0xA7_u32, 0x1D_u32);
    for &byte in bytes {
        low = (low + u32::from(byte)) % 255;
        high = (high + low) % 255;
    }
    [low as u8, high as u8]
}

fn to_digits(bytes: &[u8]) -> Vec<char> {
    let (mut held, mut bits, mut digits) = (0_u32, 0, Vec::new());
    for &byte in bytes {
        held = held << 8 | u32::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            digits.push(char::from(ALPHABET[(held >> bits) as usize & 31]));
        }
    }
    if bits > 0 {
        digits.push(char::from(ALPHABET[(held << (5 - bits)) as usize & 31]));
    }
    digits
}

fn from_digits(text: &str) -> Result<Vec<u8>, Unreadable> {
    let (mut held, mut bits, mut bytes) = (0_u32, 0, Vec::new());
    for c in text.chars().filter(|c| *c != '-') {
        let digit = match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        };
        let value = ALPHABET.iter().position(|&a| char::from(a) == digit).ok_or(Unreadable::Character(c))?;
        held = held << 5 | value as u32;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::SplitMix;

    fn sample() -> Repro {
        let choice = |actor, value| Choice { actor, value };
        Repro {
            origin: ReplayOrigin {
                fingerprint: 0xDEAD_BEEF,
                conditions: Conditions { assertions: true, races: false, other: None },
            },
            steps: 1234,
            tail: None,
            exceptions: vec![(3, choice(1, 0)), (200, choice(2, 7)), (0, choice(0, 1_000_000))],
            needs: Vec::new(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = encode(&sample());
        assert!(text.len() < 50, "{text}");
        assert_eq!(decode(&text), Ok(sample()));
        assert_eq!(decode(&format!(" {} ", text.to_uppercase())), Ok(sample()));
        for (stem, goes_on) in [(0, true), (1000, true), (1234, true), (1234, false)] {
            let run = Repro { tail: Some(Tail { stem, goes_on }), ..sample() };
            assert_eq!(decode(&encode(&run)), Ok(run));
        }
        for other in [[0, 0], [7, 1_500_000_001]] {
            let conditions = Conditions { other: Some(other), ..sample().origin.conditions };
            let unusual = Repro { origin: ReplayOrigin { conditions, ..sample().origin }, ..sample() };
            assert_eq!(decode(&encode(&unusual)), Ok(unusual));
        }
        let late = Repro { tail: Some(Tail { stem: 1235, goes_on: true }), ..sample() };
        assert_eq!(decode(&encode(&late)), Err(Unreadable::Checksum));
    }

    /// A path as long and as odd as chance has it, its numbers of every length.
    fn random_path(random: &mut SplitMix) -> Repro {
        let mut number = |most_bits: u64| random.next_word() >> (64 - random.next_word() % most_bits - 1);
        let steps = number(40);
        let tail = Tail { stem: number(40).min(steps), goes_on: number(1) == 1 };
        let mut exceptions = Vec::new();
        for _ in 0..number(5) {
            let choice = Choice { actor: number(32) as u32, value: number(32) as u32 * number(1) as u32 };
            exceptions.push((number(40), choice));
        }
        let needs = (0..number(2)).map(|_| number(64)).collect();
        let other = (number(1) == 1).then(|| [number(5), number(50)]);
        let conditions = Conditions { assertions: number(1) == 1, races: number(1) == 1, other };
        Repro {
            origin: ReplayOrigin { fingerprint: number(32) as u32, conditions },
            steps,
            tail: (number(1) == 1).then_some(tail),
            exceptions,
            needs,
        }
    }

    #[test]
    fn every_path_is_read_back() {
        let mut random = SplitMix(11);
        let (mut with_tail, mut with_values, mut with_needs) = (0, 0, 0);
        for round in 0..20_000 {
            let path = random_path(&mut random);
            with_tail += u32::from(path.tail.is_some());
            with_values += u32::from(path.exceptions.iter().any(|(_, choice)| choice.value > 1));
            with_needs += u32::from(!path.needs.is_empty());
            let text = encode(&path);
            assert_eq!(decode(&text).as_ref(), Ok(&path), "round {round}: {text}");
            assert_eq!(encode(&decode(&text).unwrap()), text, "round {round}");
        }
        // The generator really makes what the codec has branches for.
        assert!(with_tail.min(with_values).min(with_needs) > 1000, "{with_tail} {with_values} {with_needs}");
    }

    /// Strings are kept in files and in bug reports: what an older version wrote must be read, and written
    /// the same.
    #[test]
    fn strings_stay_as_they_are() {
        let loops = Repro { tail: Some(Tail { stem: 1000, goes_on: true }), ..sample() };
        for (path, text) in [(sample(), WRITTEN[0]), (loops, WRITTEN[1])] {
            assert_eq!(encode(&path), text);
            assert_eq!(decode(text), Ok(path));
        }
    }

    const WRITTEN: [&str; 2] =
        ["1:xyza-vqg1-t84g-60p8-042g-e001-r223-t7nf", "1:xyza-vqg5-t84x-23r3-0b40-2187-000w-111x-0f5g"];

    #[test]
    fn every_changed_character_is_noticed() {
        let text = encode(&sample());
        for (at, c) in text.char_indices().skip(VERSION.len()).filter(|(_, c)| *c != '-') {
            for other in ALPHABET.iter().map(|&a| char::from(a)).filter(|&other| other != c) {
                let mut changed: Vec<char> = text.chars().collect();
                changed[at] = other;
                let changed: String = changed.into_iter().collect();
                // The last digit has bits to spare.
                let read = decode(&changed);
                assert!(read.is_err() || (at == text.len() - 1 && read == Ok(sample())), "{changed}");
            }
        }
        for end in 0..text.len() {
            assert!(decode(&text[..end]).is_err() || end == text.len());
        }
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(decode("2:abcd"), Err(Unreadable::Version));
        assert_eq!(decode("1:ab!d"), Err(Unreadable::Character('!')));
        assert_eq!(decode("1:"), Err(Unreadable::Checksum));
    }
}
