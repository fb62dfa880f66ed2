//! A sum of 128 bits, keyed: of files, of components, of states.
//!
//! Whoever wrote a script may have written the program as well. A state is known by its fingerprint alone, so it must
//! be hard to make two states with one fingerprint: the key is the consumer's, and is chosen when certification begins.

use std::io::{Read, Result, Write};

/// Odd constants of 64 bits without structure: fractional parts of square roots of primes.
const LANES: [u64; 2] = [0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F];

/// A sum that grows by words.
#[derive(Clone, Copy, Debug)]
pub struct Digest {
    lanes: [u64; 2],
}

/// Both halves of a product, one over the other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a).wrapping_mul(u128::from(b));
    (wide as u64) ^ ((wide >> 64) as u64)
}

impl Digest {
    pub fn keyed(key: u128) -> Digest {
        let (low, high) = (key as u64, (key >> 64) as u64);
        let lane = |i: usize, own: u64, other: u64| fold(own ^ LANES[i], LANES[1 - i]) ^ other;
        Digest { lanes: [lane(0, low, high), lane(1, high, low)] }
    }

    #[inline]
    pub fn word(&mut self, word: u64) {
        let [a, b] = self.lanes;
        // A product with zero would forget what was before: the sums beside it do not.
        self.lanes = [
            fold(a ^ word, LANES[0]).wrapping_add(b),
            fold(b.rotate_left(23) ^ word, LANES[1]).wrapping_add(a.rotate_left(41)),
        ];
    }

    pub fn finish(mut self) -> [u64; 2] {
        self.word(0);
        self.word(0);
        self.lanes
    }
}

/// Sums up bytes as they go by.
pub struct Summing<T> {
    pub inner: T,
    digest: Digest,
    part: [u8; 8],
    length: u64,
}

impl<T> Summing<T> {
    pub fn new(inner: T) -> Summing<T> {
        Summing { inner, digest: Digest::keyed(0), part: [0; 8], length: 0 }
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let at = (self.length % 8) as usize;
            self.part[at] = byte;
            self.length += 1;
            if at == 7 {
                self.digest.word(u64::from_le_bytes(self.part));
                self.part = [0; 8];
            }
        }
    }

    /// The sum of all bytes so far.
    pub fn sum(&self) -> u128 {
        let mut digest = self.digest;
        digest.word(u64::from_le_bytes(self.part));
        digest.word(self.length);
        let [low, high] = digest.finish();
        u128::from(low) | u128::from(high) << 64
    }
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let count = self.inner.write(bytes)?;
        self.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.inner.read(buffer)?;
        self.add(&buffer[..count]);
        Ok(count)
    }
}

/// The sum of some bytes.
pub fn sum_of(bytes: &[u8]) -> u128 {
    let mut summing = Summing::new(std::io::sink());
    summing.add(bytes);
    summing.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_counts() {
        let bytes: Vec<u8> = (0..100).collect();
        let sum = sum_of(&bytes);
        for at in 0..bytes.len() * 8 {
            let mut other = bytes.clone();
            other[at / 8] ^= 1 << (at % 8);
            assert_ne!(sum_of(&other), sum, "bit {at}");
        }
        assert_ne!(sum_of(&bytes[..99]), sum);
        assert_ne!(sum_of(&[0]), sum_of(&[0, 0]));
    }

    #[test]
    fn keys_count() {
        let sum = |key: u128| {
            let mut digest = Digest::keyed(key);
            digest.word(7);
            digest.finish()
        };
        assert_ne!(sum(0), sum(1));
        assert_ne!(sum(0), sum(1 << 64));
    }
}
