//! The text form of replay strings: `1:3kq9-07md-...`. A version, then bytes in base 32 without letters that
//! look alike, in groups of four.

use super::{Flags, Repro, Run};
use java::Liberties;
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
/// Other things than usual can happen: a number says which, another how long a long wait is.
const LIBERTIES: u8 = 8;
const SPURIOUS: u64 = 1;
const WEAK: u64 = 2;
const RANDOM: u64 = 4;
/// A path longer than this was not written by us.
const MAX_STEPS: u64 = 1 << 40;

/// Why a text is no replay string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    Version,
    /// A character that cannot be there.
    Character(char),
    /// Something was lost or changed on the way.
    Checksum,
    /// Written by a later version of this program.
    Newer,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Version => write!(f, "it does not begin with {VERSION}"),
            Broken::Character(c) => write!(f, "it has the character {c:?}, which no such string has"),
            Broken::Checksum => write!(f, "its checksum is wrong: part of it was lost or changed"),
            Broken::Newer => write!(f, "it was written by a later version of jaywalk"),
        }
    }
}

impl Repro {
    pub fn encode(&self) -> String {
        let mut bytes = self.fingerprint.to_le_bytes().to_vec();
        let bit = |on: bool, bit: u8| if on { bit } else { 0 };
        let temporal = bit(self.run.is_some(), TEMPORAL);
        let liberties = self.flags.liberties;
        let unusual = bit(liberties != Liberties::default(), LIBERTIES);
        bytes
            .push(bit(self.flags.assertions, ASSERTIONS) | bit(self.flags.races, RACES) | temporal | unusual);
        if unusual != 0 {
            number(&mut bytes, packed(liberties));
            // All waits being short is none of the lengths that can be given.
            number(&mut bytes, liberties.patience_ns.wrapping_add(1));
        }
        number(&mut bytes, self.steps);
        if let Some(run) = self.run {
            number(&mut bytes, run.stem << 1 | u64::from(run.goes_on));
        }
        for &(gap, choice) in &self.exceptions {
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

    pub fn decode(text: &str) -> Result<Repro, Broken> {
        let digits = text.trim().strip_prefix(VERSION).ok_or(Broken::Version)?;
        let mut bytes = from_digits(digits)?;
        let sum = bytes.split_off(bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(Broken::Checksum)?);
        if sum != checksum(&bytes) {
            return Err(Broken::Checksum);
        }
        let mut rest = &bytes[..];
        let fingerprint = rest.split_off(..4).ok_or(Broken::Checksum)?;
        let flags = *rest.split_off_first().ok_or(Broken::Checksum)?;
        if flags & !(ASSERTIONS | RACES | TEMPORAL | LIBERTIES) != 0 {
            return Err(Broken::Newer);
        }
        let mut next = || read_number(&mut rest);
        let liberties = match flags & LIBERTIES != 0 {
            true => {
                let (bits, patience) = (next().flatten(), next().flatten());
                unpacked(bits.ok_or(Broken::Checksum)?, patience.ok_or(Broken::Checksum)?)?
            }
            false => Liberties::default(),
        };
        let steps = next().flatten().filter(|&steps| steps <= MAX_STEPS).ok_or(Broken::Checksum)?;
        let run = match flags & TEMPORAL != 0 {
            true => {
                let packed = next().flatten().filter(|&packed| packed >> 1 <= steps);
                packed.map(|packed| Run { stem: packed >> 1, goes_on: packed & 1 == 1 })
            }
            false => None,
        };
        if run.is_none() && flags & TEMPORAL != 0 {
            return Err(Broken::Checksum);
        }
        let mut exceptions = Vec::new();
        while let Some(gap) = next() {
            let gap = gap.ok_or(Broken::Checksum)?;
            let packed = next().flatten().ok_or(Broken::Checksum)?;
            let value = if packed & 1 == 1 { next().flatten().ok_or(Broken::Checksum)? } else { 0 };
            let narrow = |wide: u64| u32::try_from(wide).map_err(|_| Broken::Checksum);
            exceptions.push((gap, Choice { actor: narrow(packed >> 1)?, value: narrow(value)? }));
        }
        let fingerprint = fingerprint.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        let flags = Flags { assertions: flags & ASSERTIONS != 0, races: flags & RACES != 0, liberties };
        Ok(Repro { fingerprint, flags, steps, run, exceptions })
    }
}

fn packed(liberties: Liberties) -> u64 {
    let bit = |on: bool, bit: u64| if on { bit } else { 0 };
    bit(liberties.spurious_wakeups, SPURIOUS) | bit(liberties.weak_cas, WEAK) | bit(liberties.random, RANDOM)
}

fn unpacked(bits: u64, patience: u64) -> Result<Liberties, Broken> {
    if bits & !(SPURIOUS | WEAK | RANDOM) != 0 {
        return Err(Broken::Newer);
    }
    Ok(Liberties {
        patience_ns: patience.wrapping_sub(1),
        spurious_wakeups: bits & SPURIOUS != 0,
        weak_cas: bits & WEAK != 0,
        random: bits & RANDOM != 0,
    })
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

fn from_digits(text: &str) -> Result<Vec<u8>, Broken> {
    let (mut held, mut bits, mut bytes) = (0_u32, 0, Vec::new());
    for c in text.chars().filter(|c| *c != '-') {
        let digit = match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        };
        let value = ALPHABET.iter().position(|&a| char::from(a) == digit).ok_or(Broken::Character(c))?;
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

    fn sample() -> Repro {
        let choice = |actor, value| Choice { actor, value };
        Repro {
            fingerprint: 0xDEAD_BEEF,
            flags: Flags { assertions: true, races: false, liberties: Liberties::default() },
            steps: 1234,
            run: None,
            exceptions: vec![(3, choice(1, 0)), (200, choice(2, 7)), (0, choice(0, 1_000_000))],
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = sample().encode();
        assert!(text.len() < 50, "{text}");
        assert_eq!(Repro::decode(&text), Ok(sample()));
        assert_eq!(Repro::decode(&format!(" {} ", text.to_uppercase())), Ok(sample()));
        for (stem, goes_on) in [(0, true), (1000, true), (1234, true), (1234, false)] {
            let run = Repro { run: Some(Run { stem, goes_on }), ..sample() };
            assert_eq!(Repro::decode(&run.encode()), Ok(run));
        }
        for patience_ns in [0, 1_500_000_000, u64::MAX] {
            let liberties = Liberties { patience_ns, weak_cas: true, ..Liberties::default() };
            let unusual = Repro { flags: Flags { liberties, ..sample().flags }, ..sample() };
            assert_eq!(Repro::decode(&unusual.encode()), Ok(unusual));
        }
        let late = Repro { run: Some(Run { stem: 1235, goes_on: true }), ..sample() };
        assert_eq!(Repro::decode(&late.encode()), Err(Broken::Checksum));
    }

    #[test]
    fn every_changed_character_is_noticed() {
        let text = sample().encode();
        for (at, c) in text.char_indices().skip(VERSION.len()).filter(|(_, c)| *c != '-') {
            for other in ALPHABET.iter().map(|&a| char::from(a)).filter(|&other| other != c) {
                let mut changed: Vec<char> = text.chars().collect();
                changed[at] = other;
                let changed: String = changed.into_iter().collect();
                // The last digit has bits to spare.
                let read = Repro::decode(&changed);
                assert!(read.is_err() || (at == text.len() - 1 && read == Ok(sample())), "{changed}");
            }
        }
        for end in 0..text.len() {
            assert!(Repro::decode(&text[..end]).is_err() || end == text.len());
        }
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(Repro::decode("2:abcd"), Err(Broken::Version));
        assert_eq!(Repro::decode("1:ab!d"), Err(Broken::Character('!')));
        assert_eq!(Repro::decode("1:"), Err(Broken::Checksum));
    }
}
