//! An adaptive binary range coder: a bit that was foreseen costs next to nothing.
//!
//! The coder is that of Martin (1979) with carries as in LZMA. Every bit has a [`Bit`] of its own, which learns how
//! often it is set; writer and reader change theirs alike. A reader never fails: what is behind the end of the bytes
//! reads as zeros, and whoever wants to know asks [`Decoder::is_over`].

use std::io::Read;

/// Bits of a probability.
const SCALE: u32 = 15;
/// How fast a probability follows what happens.
const SPEED: u32 = 5;
/// The range is filled up from below this.
const LEAST: u32 = 1 << 24;

/// How likely a bit is clear.
#[derive(Clone, Copy, Debug)]
pub struct Bit(u16);

impl Default for Bit {
    fn default() -> Bit {
        Bit(1 << (SCALE - 1))
    }
}

impl Bit {
    #[inline]
    fn learn(&mut self, is_set: bool) {
        match is_set {
            false => self.0 += ((1 << SCALE) - self.0) >> SPEED,
            true => self.0 -= self.0 >> SPEED,
        }
    }
}

/// Numbers of any size: how many bits they have, then the bits, of which the first few are learnt.
#[derive(Clone, Debug)]
pub struct Number {
    sizes: [Bit; 64],
    tops: [[Bit; 8]; 33],
}

/// So many bits behind the first are learnt.
const LEARNT: u32 = 3;

impl Default for Number {
    fn default() -> Number {
        Number { sizes: [Bit::default(); 64], tops: [[Bit::default(); 8]; 33] }
    }
}

/// What writes and what reads have in common: the same calls in the same order.
pub trait Coder {
    /// A bit: the one that is given, or the one that is read.
    fn bit(&mut self, bit: &mut Bit, is_set: bool) -> bool;

    /// A bit that is set with this likelihood, in parts of 2^16.
    fn mixed(&mut self, likely: u16, is_set: bool) -> bool;

    /// A bit that is as often set as not.
    fn plain(&mut self, is_set: bool) -> bool;

    /// A number below 2^32.
    fn number(&mut self, model: &mut Number, value: u32) -> u32 {
        let wide = u64::from(value) + 1;
        let mut size = 63 - wide.leading_zeros();
        // The number of bits as a walk down a tree of six levels.
        let mut node = 1usize;
        for level in (0..6).rev() {
            let is_set = self.bit(&mut model.sizes[node & 63], size >> level & 1 == 1);
            node = node << 1 | usize::from(is_set);
        }
        size = (node as u32 & 63).min(32);
        let mut result = 1u64;
        let mut top = 1usize;
        for level in (0..size).rev() {
            let is_set = wide >> level & 1 == 1;
            let is_learnt = size - level <= LEARNT;
            let is_set = match is_learnt {
                true => self.bit(&mut model.tops[size as usize][top & 7], is_set),
                false => self.plain(is_set),
            };
            top = top << 1 | usize::from(is_set);
            result = result << 1 | u64::from(is_set);
        }
        (result - 1).min(u64::from(u32::MAX)) as u32
    }
}

/// Writes bits to memory.
pub struct Encoder {
    low: u64,
    range: u32,
    cache: u8,
    pending: u64,
    /// Bytes that are finished, for who takes them away.
    pub out: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { low: 0, range: u32::MAX, cache: 0, pending: 1, out: Vec::new() }
    }
}

impl Encoder {
    fn shift(&mut self) {
        if self.low < 0xFF00_0000 || self.low > 0xFFFF_FFFF {
            let carry = (self.low >> 32) as u8;
            let mut byte = self.cache;
            while self.pending > 0 {
                self.out.push(byte.wrapping_add(carry));
                byte = 0xFF;
                self.pending -= 1;
            }
            self.cache = (self.low >> 24) as u8;
        }
        self.pending += 1;
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    #[inline]
    fn fill(&mut self) {
        while self.range < LEAST {
            self.range <<= 8;
            self.shift();
        }
    }

    /// Nothing comes any more.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.out
    }
}

impl Coder for Encoder {
    #[inline]
    fn bit(&mut self, bit: &mut Bit, is_set: bool) -> bool {
        let bound = (self.range >> SCALE) * u32::from(bit.0);
        match is_set {
            false => self.range = bound,
            true => {
                self.low += u64::from(bound);
                self.range -= bound;
            }
        }
        bit.learn(is_set);
        self.fill();
        is_set
    }

    #[inline]
    fn mixed(&mut self, likely: u16, is_set: bool) -> bool {
        let bound = (self.range >> 16) * u32::from(likely);
        match is_set {
            true => self.range = bound,
            false => {
                self.low += u64::from(bound);
                self.range -= bound;
            }
        }
        self.fill();
        is_set
    }

    fn plain(&mut self, is_set: bool) -> bool {
        self.range >>= 1;
        if is_set {
            self.low += u64::from(self.range);
        }
        self.fill();
        is_set
    }
}

/// Reads what an [`Encoder`] wrote.
pub struct Decoder<R> {
    input: R,
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    range: u32,
    code: u32,
    /// Bytes that were wanted when there were none left.
    missing: u32,
    fault: Option<std::io::Error>,
}

/// An encoder writes so many bytes at its end that a reader does not need all of them.
const SLACK: u32 = 4;

impl<R: Read> Decoder<R> {
    pub fn new(input: R) -> Decoder<R> {
        let buffer = vec![0; 1 << 16].into_boxed_slice();
        let mut decoder =
            Decoder { input, buffer, at: 0, end: 0, range: u32::MAX, code: 0, missing: 0, fault: None };
        for _ in 0..5 {
            decoder.code = decoder.code << 8 | u32::from(decoder.byte());
        }
        decoder
    }

    fn byte(&mut self) -> u8 {
        if self.at == self.end {
            self.at = 0;
            self.end = match self.input.read(&mut self.buffer) {
                Ok(count) => count,
                Err(error) => {
                    self.fault.get_or_insert(error);
                    0
                }
            };
            if self.end == 0 {
                self.missing += 1;
                return 0;
            }
        }
        self.at += 1;
        self.buffer[self.at - 1]
    }

    #[inline]
    fn fill(&mut self) {
        while self.range < LEAST {
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(self.byte());
        }
    }

    /// More was read than there is.
    pub fn is_over(&self) -> bool {
        self.missing > SLACK
    }

    /// Why bytes could not be read, once.
    pub fn fault(&mut self) -> Option<std::io::Error> {
        self.fault.take()
    }

    /// All bytes have been read.
    pub fn is_at_end(&mut self) -> bool {
        self.at == self.end && matches!(self.input.read(&mut self.buffer), Ok(0))
    }
}

impl<R: Read> Coder for Decoder<R> {
    #[inline]
    fn bit(&mut self, bit: &mut Bit, _: bool) -> bool {
        let bound = (self.range >> SCALE) * u32::from(bit.0);
        let is_set = self.code >= bound;
        match is_set {
            false => self.range = bound,
            true => {
                self.code -= bound;
                self.range -= bound;
            }
        }
        bit.learn(is_set);
        self.fill();
        is_set
    }

    #[inline]
    fn mixed(&mut self, likely: u16, _: bool) -> bool {
        let bound = (self.range >> 16) * u32::from(likely);
        let is_set = self.code < bound;
        match is_set {
            true => self.range = bound,
            false => {
                self.code -= bound;
                self.range -= bound;
            }
        }
        self.fill();
        is_set
    }

    fn plain(&mut self, _: bool) -> bool {
        self.range >>= 1;
        let is_set = self.code >= self.range;
        if is_set {
            self.code -= self.range;
        }
        self.fill();
        is_set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let bits: Vec<bool> = (0..200_000u32)
            .map(|n| n % 97 == 0 || n.wrapping_mul(2_654_435_761) >> 31 == 1 && n % 5 == 0)
            .collect();
        let numbers: Vec<u32> = (0..32).flat_map(|n| [0, 1 << n, (1u32 << n) - 1, u32::MAX - n]).collect();
        let mut encoder = Encoder::default();
        let go = |coder: &mut dyn FnMut(&mut Bit, &mut Number, usize)| {
            let (mut bit, mut number) = (Bit::default(), Number::default());
            (0..bits.len()).for_each(|i| coder(&mut bit, &mut number, i));
        };
        go(&mut |bit, number, i| {
            encoder.bit(bit, bits[i]);
            encoder.number(number, numbers[i % numbers.len()]);
            encoder.plain(i % 3 == 0);
        });
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes[..]);
        go(&mut |bit, number, i| {
            assert_eq!(decoder.bit(bit, false), bits[i]);
            assert_eq!(decoder.number(number, 0), numbers[i % numbers.len()]);
            assert_eq!(decoder.plain(false), i % 3 == 0);
        });
        assert!(!decoder.is_over() && decoder.is_at_end());
    }

    #[test]
    fn what_is_foreseen_costs_nothing() {
        let mut encoder = Encoder::default();
        let mut bit = Bit::default();
        (0..1_000_000).for_each(|_| {
            encoder.bit(&mut bit, false);
        });
        assert!(encoder.finish().len() < 400);
    }
}
