//! The steps of inflating: each does what it can with the input and the room that are left, and leaves the
//! rest in the state.

use super::{Inflate, Phase};
use crate::zip::huffman::{DISTANCES, Fit, Huffman, LENGTHS, MAX_BITS, code_for_lengths};

const END_OF_BLOCK: u16 = 256;

/// One piece's work. While it lasts, output is appended to the window.
pub(super) struct BlockDecoder<'a> {
    state: &'a mut Inflate,
    input: &'a [u8],
    pub read: usize,
    room: usize,
    codes: Option<(Huffman, Huffman)>,
}

/// `false`: it cannot go on now.
type Step = Result<bool, &'static str>;

impl<'a> BlockDecoder<'a> {
    pub fn new(state: &'a mut Inflate, input: &'a [u8], room: usize) -> BlockDecoder<'a> {
        BlockDecoder { state, input, read: 0, room, codes: None }
    }

    /// Goes as far as it can.
    pub fn run(&mut self) -> Result<(), &'static str> {
        while self.step()? {}
        Ok(())
    }

    fn step(&mut self) -> Step {
        match self.state.phase {
            Phase::Header => self.header(),
            Phase::DictionaryId => self.dictionary_id(),
            Phase::BlockHead => self.block_head(),
            Phase::StoredHead => self.stored_head(),
            Phase::Stored => self.stored(),
            Phase::TableHead => self.table_head(),
            Phase::CodeLengths => self.code_lengths(),
            Phase::Lengths => self.all_lengths(),
            Phase::Symbol => self.symbol(),
            Phase::Literal => self.literal(),
            Phase::LengthRest => self.length_rest(),
            Phase::Distance => self.distance(),
            Phase::DistanceRest => self.distance_rest(),
            Phase::Copy => self.copy(),
            Phase::Trailer => self.trailer(),
            Phase::NeedsDictionary | Phase::Done | Phase::Bad => Ok(false),
        }
    }

    fn pull(&mut self) -> bool {
        let Some(&byte) = self.input.get(self.read) else { return false };
        self.read += 1;
        self.state.hold |= u32::from(byte) << self.state.held;
        self.state.held += 8;
        true
    }

    /// Makes sure that so many bits are held, 24 at most.
    fn need(&mut self, count: u32) -> bool {
        while self.state.held < count {
            if !self.pull() {
                return false;
            }
        }
        true
    }

    /// Takes bits that are held.
    fn take(&mut self, count: u32) -> u32 {
        let bits = self.state.hold & ((1 << count) - 1);
        self.state.hold >>= count;
        self.state.held -= count;
        bits
    }

    fn go(&mut self, phase: Phase) -> Step {
        self.state.phase = phase;
        Ok(true)
    }

    fn header(&mut self) -> Step {
        const DEFLATED: u32 = 8;
        const HAS_DICTIONARY: u32 = 0x2000;
        if !self.need(16) {
            return Ok(false);
        }
        let head = self.state.hold & 0xFFFF;
        if !((head & 0xFF) * 256 + (head >> 8)).is_multiple_of(31) {
            return Err("incorrect header check");
        }
        if head & 0xF != DEFLATED {
            return Err("unknown compression method");
        }
        if (head >> 4 & 0xF) + 8 > 15 {
            return Err("invalid window size");
        }
        self.take(16);
        self.state.count = 0;
        self.go(if head & HAS_DICTIONARY != 0 { Phase::DictionaryId } else { Phase::BlockHead })
    }

    /// Four bytes, the highest first; `count` says how many are in `distance` already.
    fn four_bytes(&mut self) -> Option<u32> {
        while self.state.count < 4 {
            if !self.need(8) {
                return None;
            }
            self.state.distance = self.state.distance << 8 | self.take(8);
            self.state.count += 1;
        }
        self.state.count = 0;
        Some(std::mem::take(&mut self.state.distance))
    }

    fn dictionary_id(&mut self) -> Step {
        let Some(id) = self.four_bytes() else { return Ok(false) };
        self.state.checksum = id;
        self.go(Phase::NeedsDictionary)
    }

    fn block_head(&mut self) -> Step {
        if self.state.is_last {
            let odd = self.state.held % 8;
            self.take(odd);
            self.state.count = 0;
            self.state.distance = 0;
            return self.go(if self.state.raw { Phase::Done } else { Phase::Trailer });
        }
        if !self.need(3) {
            return Ok(false);
        }
        self.state.is_last = self.take(1) == 1;
        match self.take(2) {
            0 => {
                let odd = self.state.held % 8;
                self.take(odd);
                self.state.count = 0;
                self.go(Phase::StoredHead)
            }
            1 => {
                self.state.sizes = [288, 30, 0];
                let fixed = [(144, 8), (112, 9), (24, 7), (8, 8), (30, 5)];
                self.state.lengths =
                    fixed.iter().flat_map(|&(count, bits)| std::iter::repeat_n(bits, count)).collect();
                self.codes = None;
                self.go(Phase::Symbol)
            }
            2 => self.go(Phase::TableHead),
            _ => Err("invalid block type"),
        }
    }

    fn stored_head(&mut self) -> Step {
        // Sixteen bits at once: more than the hold has room for would be lost.
        if self.state.count == 0 {
            if !self.need(16) {
                return Ok(false);
            }
            self.state.count = self.take(16) + 1;
        }
        if !self.need(16) {
            return Ok(false);
        }
        let length = self.state.count - 1;
        if self.take(16) != length ^ 0xFFFF {
            return Err("invalid stored block lengths");
        }
        self.state.count = length;
        self.go(Phase::Stored)
    }

    fn stored(&mut self) -> Step {
        while self.state.count > 0 {
            if self.state.held == 0 {
                self.copy_input();
            }
            if self.state.count > 0 {
                if self.room == 0 || !self.need(8) {
                    return Ok(false);
                }
                let byte = self.take(8) as u8;
                self.put(byte);
                self.state.count -= 1;
            }
        }
        self.go(Phase::BlockHead)
    }

    /// As much of a stored block as is there, at once.
    fn copy_input(&mut self) {
        let rest = &self.input[self.read..];
        let count = rest.len().min(self.room).min(self.state.count as usize);
        self.state.window.extend_from_slice(&rest[..count]);
        self.read += count;
        self.room -= count;
        self.state.count -= count as u32;
    }

    fn put(&mut self, byte: u8) {
        self.state.window.push(byte);
        self.room -= 1;
    }

    fn table_head(&mut self) -> Step {
        if !self.need(14) {
            return Ok(false);
        }
        self.state.sizes = [self.take(5) + 257, self.take(5) + 1, self.take(4) + 4];
        if self.state.sizes[0] > 286 || self.state.sizes[1] > 30 {
            return Err("too many length or distance symbols");
        }
        self.state.code_lengths.clear();
        self.state.lengths.clear();
        self.go(Phase::CodeLengths)
    }

    fn code_lengths(&mut self) -> Step {
        while self.state.code_lengths.len() < self.state.sizes[2] as usize {
            if !self.need(3) {
                return Ok(false);
            }
            let length = self.take(3) as u8;
            self.state.code_lengths.push(length);
        }
        match code_for_lengths(&self.state.code_lengths).1 {
            // No code at all: zlib reads zeros then, a bit each, and complains at the end.
            Fit::Whole | Fit::Incomplete { longest: 0 } => self.go(Phase::Lengths),
            _ => Err("invalid code lengths set"),
        }
    }

    fn all_lengths(&mut self) -> Step {
        let (code, _) = code_for_lengths(&self.state.code_lengths);
        let total = (self.state.sizes[0] + self.state.sizes[1]) as usize;
        while self.state.lengths.len() < total {
            let next = if code.symbols.is_empty() { Some((0, 1)) } else { self.peek(&code)? };
            let Some((symbol, bits)) = next else { return Ok(false) };
            let (value, times, extra) = match symbol {
                16 => (self.state.lengths.last().copied(), 3, 2),
                17 => (Some(0), 3, 3),
                18 => (Some(0), 11, 7),
                plain => (Some(plain as u8), 1, 0),
            };
            if !self.need(bits + extra) {
                return Ok(false);
            }
            self.take(bits);
            let times = times + self.take(extra) as usize;
            let value = value.ok_or("invalid bit length repeat")?;
            if self.state.lengths.len() + times > total {
                return Err("invalid bit length repeat");
            }
            self.state.lengths.extend(std::iter::repeat_n(value, times));
        }
        if self.state.lengths[usize::from(END_OF_BLOCK)] == 0 {
            return Err("invalid code -- missing end-of-block");
        }
        self.codes = None;
        self.check_codes()?;
        self.go(Phase::Symbol)
    }

    /// Only a single code of one bit may leave others unused.
    fn check_codes(&self) -> Result<(), &'static str> {
        let (literals, distances) = self.state.lengths.split_at(self.state.sizes[0] as usize);
        let is_good = |lengths: &[u8]| match Huffman::new(lengths).1 {
            Fit::Whole => true,
            Fit::Incomplete { longest } => longest <= 1,
            Fit::Crowded => false,
        };
        match (is_good(literals), is_good(distances)) {
            (false, _) => Err("invalid literal/lengths set"),
            (_, false) => Err("invalid distances set"),
            _ => Ok(()),
        }
    }

    /// The next symbol and the length of its code. `None` if it takes more bits than there are; an error if
    /// no code begins so.
    fn peek(&mut self, code: &Huffman) -> Result<Option<(u16, u32)>, &'static str> {
        let (mut value, mut first, mut index) = (0_u32, 0_u32, 0_u32);
        for bits in 1..=MAX_BITS as u32 {
            if !self.need(bits) {
                return Ok(None);
            }
            value |= self.state.hold >> (bits - 1) & 1;
            let count = u32::from(code.counts[bits as usize]);
            if value < first + count {
                return Ok(Some((code.symbols[(index + value - first) as usize], bits)));
            }
            index += count;
            first = (first + count) << 1;
            value <<= 1;
            if index as usize == code.symbols.len() {
                break;
            }
        }
        Err("")
    }

    /// The next symbol of the block's codes, taken: of literals or of distances.
    fn next(&mut self, of_distances: bool) -> Result<Option<u16>, &'static str> {
        let codes = match self.codes.take() {
            Some(codes) => codes,
            None => {
                let (literals, distances) = self.state.lengths.split_at(self.state.sizes[0] as usize);
                (Huffman::new(literals).0, Huffman::new(distances).0)
            }
        };
        let found = self.peek(if of_distances { &codes.1 } else { &codes.0 });
        self.codes = Some(codes);
        Ok(found?.map(|(symbol, bits)| {
            self.take(bits);
            symbol
        }))
    }

    fn symbol(&mut self) -> Step {
        let found = self.next(false).map_err(|_| "invalid literal/length code")?;
        let Some(symbol) = found else { return Ok(false) };
        self.state.count = u32::from(symbol);
        match symbol {
            0..END_OF_BLOCK => self.go(Phase::Literal),
            END_OF_BLOCK => {
                self.state.count = 0;
                self.state.distance = 0;
                self.go(Phase::BlockHead)
            }
            _ if usize::from(symbol) - 257 < LENGTHS.len() => self.go(Phase::LengthRest),
            _ => Err("invalid literal/length code"),
        }
    }

    fn literal(&mut self) -> Step {
        if self.room == 0 {
            return Ok(false);
        }
        let byte = self.state.count as u8;
        self.put(byte);
        self.go(Phase::Symbol)
    }

    fn length_rest(&mut self) -> Step {
        let (base, bits) = LENGTHS[self.state.count as usize - 257];
        if !self.need(u32::from(bits)) {
            return Ok(false);
        }
        self.state.count = u32::from(base) + self.take(u32::from(bits));
        self.go(Phase::Distance)
    }

    fn distance(&mut self) -> Step {
        let found = self.next(true).map_err(|_| "invalid distance code")?;
        let Some(symbol) = found else { return Ok(false) };
        if usize::from(symbol) >= DISTANCES.len() {
            return Err("invalid distance code");
        }
        self.state.distance = u32::from(symbol);
        self.go(Phase::DistanceRest)
    }

    fn distance_rest(&mut self) -> Step {
        let (base, bits) = DISTANCES[self.state.distance as usize];
        if !self.need(u32::from(bits)) {
            return Ok(false);
        }
        self.state.distance = u32::from(base) + self.take(u32::from(bits));
        if self.state.distance as usize > self.state.window.len() {
            return Err("invalid distance too far back");
        }
        self.go(Phase::Copy)
    }

    fn copy(&mut self) -> Step {
        while self.state.count > 0 {
            if self.room == 0 {
                return Ok(false);
            }
            let from = self.state.window.len() - self.state.distance as usize;
            let byte = self.state.window[from];
            self.put(byte);
            self.state.count -= 1;
        }
        self.go(Phase::Symbol)
    }

    /// The checksum that everything should have. It is compared when the last output has been counted.
    fn trailer(&mut self) -> Step {
        let Some(expected) = self.four_bytes() else { return Ok(false) };
        self.state.distance = expected;
        self.go(Phase::Done)
    }
}
