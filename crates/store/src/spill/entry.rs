//! What stands in the files: pairs with their places, twelve bytes each.
//!
//! Eight bits of a hash are where a place leaves room for them. So a part of a file that a damaged disk gives
//! back as zeros, or as what was there before, is not taken for what was written.

use crate::slots::SHARD_BITS;
use std::io;

pub const ENTRY: usize = 12;

/// A pair, and its place in the shard.
pub type SpilledPair = (u64, u32);

const PLACE_BITS: u32 = 32 - SHARD_BITS;

pub fn write((pair, place): SpilledPair, out: &mut Vec<u8>) {
    out.extend_from_slice(&pair.to_le_bytes());
    out.extend_from_slice(&(place | check(pair, place)).to_le_bytes());
}

/// # Errors
/// These bytes are none that `write` wrote.
pub fn read(bytes: &[u8; ENTRY]) -> io::Result<SpilledPair> {
    let [a, b, c, d, e, f, g, h, last @ ..] = *bytes;
    let (pair, last) = (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes(last));
    let place = last & ((1 << PLACE_BITS) - 1);
    if place | check(pair, place) == last { Ok((pair, place)) } else { Err(damaged()) }
}

pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it holds something else than was written")
}

/// Bits above those of the place. The hash of zeros must not be zero.
fn check(pair: u64, place: u32) -> u32 {
    let hash = base::hash_words([!pair, u64::from(place)]);
    ((hash >> 56) as u32) << PLACE_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_zeros_are_none() {
        let mut bytes = Vec::new();
        for entry in [(0, 0), (u64::MAX, (1 << 24) - 2), (7 << 32 | 9, 12_345)] {
            bytes.clear();
            write(entry, &mut bytes);
            assert_eq!(read(bytes.as_slice().try_into().unwrap()).unwrap(), entry);
        }
        assert!(read(&[0; ENTRY]).is_err());
    }
}
