//! Java's modified UTF-8 (JVMS 4.4.7) to UTF-16 and back.
//!
//! It differs from UTF-8 in two ways: zero is written in two bytes, and what lies beyond the basic plane is
//! written as two surrogates of three bytes each. So every string of UTF-16 units, paired or not, has exactly
//! one form.

/// Stands for bytes that begin no character.
const REPLACEMENT: u16 = 0xFFFD;

/// The UTF-16 units of `bytes`. Malformed bytes become U+FFFD, one for each byte that cannot be read.
pub fn decode(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        if (1..0x80).contains(&first) {
            units.push(u16::from(first));
            rest = after;
            continue;
        }
        let (unit, length) = character(rest).unwrap_or((REPLACEMENT, 1));
        units.push(unit);
        rest = &rest[length..];
    }
    units
}

/// The one modified UTF-8 form of `units`.
pub fn encode(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for &unit in units {
        match unit {
            1..0x80 => bytes.push(unit as u8),
            0 | 0x80..0x800 => bytes.extend([0xC0 | (unit >> 6) as u8, tail(unit)]),
            _ => bytes.extend([0xE0 | (unit >> 12) as u8, tail(unit >> 6), tail(unit)]),
        }
    }
    bytes
}

/// True if `bytes` could stand in a class file: no zero bytes, no four-byte forms, nothing cut short.
pub fn is_valid(bytes: &[u8]) -> bool {
    // Nearly every name is plain ASCII; this loop has no early exit so that the compiler makes it wide.
    if bytes.iter().fold(true, |plain, &byte| plain & (byte.wrapping_sub(1) < 0x7F)) {
        return true;
    }
    let mut rest = bytes;
    while !rest.is_empty() {
        match character(rest) {
            Some((_, length)) => rest = &rest[length..],
            None => return false,
        }
    }
    true
}

/// The character at the beginning of `bytes`, and how many bytes it takes.
fn character(bytes: &[u8]) -> Option<(u16, usize)> {
    let continuation = |at: usize| match bytes.get(at) {
        Some(&byte) if byte & 0xC0 == 0x80 => Some(u16::from(byte & 0x3F)),
        _ => None,
    };
    let first = *bytes.first()?;
    match first {
        1..=0x7F => Some((u16::from(first), 1)),
        0xC0..=0xDF => Some((u16::from(first & 0x1F) << 6 | continuation(1)?, 2)),
        0xE0..=0xEF => Some((u16::from(first & 0x0F) << 12 | continuation(1)? << 6 | continuation(2)?, 3)),
        _ => None,
    }
}

/// A continuation byte with the lowest six bits of `unit`.
fn tail(unit: u16) -> u8 {
    0x80 | (unit & 0x3F) as u8
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, is_valid};

    #[test]
    fn every_unit_survives() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        let bytes = encode(&all);
        assert!(is_valid(&bytes) && !bytes.contains(&0));
        assert_eq!(decode(&bytes), all);
    }

    #[test]
    fn malformed_bytes_are_replaced() {
        assert_eq!(decode(b"a\xFFb\0"), [97, 0xFFFD, 98, 0xFFFD]);
        assert_eq!(decode(&[0xE2, 0x82]), [0xFFFD, 0xFFFD]);
        assert_eq!(decode(&[0xC3]), [0xFFFD]);
        for bad in [&b"a\0"[..], b"\x80", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x98\x80", b"\xC3a"] {
            assert!(!is_valid(bad), "{bad:x?}");
        }
    }
}
