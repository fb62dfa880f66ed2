//! Deflating (RFC 1950 and 1951), a piece at a time, with a state that is plain data.
//!
//! Input is gathered, and compressed when there is a good deal of it or the program asks for everything, each
//! time by a compressor that begins anew and ends on a whole byte. So between two calls there is nothing but
//! bytes that wait: input on the one side and output on the other. Any inflater reads the result; it is not
//! byte for byte what zlib would make of it.

use super::pack::{Packer, Unpacker};
use crate::util::adler;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};

/// So much input is compressed at once. More would compress better and wait longer.
const CHUNK_BYTES: usize = 1 << 16;
/// What a compressor may add to a chunk that does not compress, with much to spare.
const SPARE_BYTES: usize = 1 << 10;
/// The compressor's way to say "no header and no trailer".
const RAW_WINDOW: i32 = -15;

/// `Deflater.DEFAULT_COMPRESSION` stands for this level.
const DEFAULT_LEVEL: i32 = 6;

/// How much of what it was given a deflater shall give back: zlib's numbers, which Java passes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flush {
    None,
    Sync,
    Full,
    Finish,
}

impl Flush {
    pub fn of(number: i32) -> Flush {
        match number {
            2 => Flush::Sync,
            3 => Flush::Full,
            4 => Flush::Finish,
            _ => Flush::None,
        }
    }
}

/// The state between two pieces.
#[derive(Clone, Debug)]
pub struct Deflate {
    raw: bool,
    level: i32,
    strategy: i32,
    has_header: bool,
    /// Something has been given since everything was last given back.
    is_dirty: bool,
    is_finished: bool,
    checksum: u32,
    dictionary: Option<u32>,
    /// Not compressed yet.
    waiting: Vec<u8>,
    /// Compressed, and not fetched yet.
    ready: Vec<u8>,
}

/// What came of a piece.
pub struct Piece {
    pub read: usize,
    pub output: Vec<u8>,
    pub finished: bool,
}

impl Deflate {
    pub fn new(level: i32, strategy: i32, raw: bool) -> Deflate {
        Deflate {
            raw,
            level,
            strategy,
            has_header: raw,
            is_dirty: true,
            is_finished: false,
            checksum: 1,
            dictionary: None,
            waiting: Vec::new(),
            ready: Vec::new(),
        }
    }

    pub fn pack(&self) -> Vec<u8> {
        let flags = [self.raw, self.has_header, self.is_dirty, self.is_finished, self.dictionary.is_some()];
        let mut packer = Packer::default();
        for flag in flags {
            packer.number(u32::from(flag));
        }
        for number in
            [self.level as u32, self.strategy as u32, self.checksum, self.dictionary.unwrap_or_default()]
        {
            packer.number(number);
        }
        packer.text(&self.waiting).text(&self.ready);
        packer.bytes
    }

    pub fn unpack(bytes: &[u8]) -> Deflate {
        let mut from = Unpacker { bytes };
        let [raw, has_header, is_dirty, is_finished, has_dictionary] =
            std::array::from_fn(|_| from.number() != 0);
        let (level, strategy, checksum) = (from.number() as i32, from.number() as i32, from.number());
        let dictionary = Some(from.number()).filter(|_| has_dictionary);
        let (waiting, ready) = (from.text().to_vec(), from.text().to_vec());
        Deflate {
            raw,
            level,
            strategy,
            has_header,
            is_dirty,
            is_finished,
            checksum,
            dictionary,
            waiting,
            ready,
        }
    }

    pub fn reset(&mut self) {
        *self = Deflate::new(self.level, self.strategy, self.raw);
    }

    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// A dictionary is a hint that matches may refer to; this compressor makes none that do. The stream says
    /// which one its reader needs. False if it is too late for that.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
        if self.raw {
            return true;
        }
        if self.has_header {
            return false;
        }
        self.checksum = adler(1, dictionary);
        self.dictionary = Some(self.checksum);
        true
    }

    /// What is given from now on is compressed so; what waits is not.
    pub fn set_parameters(&mut self, level: i32, strategy: i32) {
        if !self.waiting.is_empty() && (level, strategy) != (self.level, self.strategy) {
            self.compress(TDEFLFlush::Sync);
        }
        (self.level, self.strategy) = (level, strategy);
    }

    /// Goes on with more input, for as much output as there is room for.
    pub fn go_on(&mut self, input: &[u8], room: usize, flush: Flush) -> Piece {
        self.write_header();
        let mut piece = Piece { read: 0, output: Vec::new(), finished: false };
        loop {
            let count = self.ready.len().min(room - piece.output.len());
            piece.output.extend(self.ready.drain(..count));
            if piece.output.len() == room || self.is_finished {
                break;
            }
            let rest = &input[piece.read..];
            let taken = rest.len().min(CHUNK_BYTES - self.waiting.len());
            self.waiting.extend_from_slice(&rest[..taken]);
            if !self.raw {
                self.checksum = adler(self.checksum, &rest[..taken]);
            }
            piece.read += taken;
            self.is_dirty |= taken > 0;
            let is_all = piece.read == input.len();
            if self.waiting.len() == CHUNK_BYTES && !(is_all && flush == Flush::Finish) {
                self.compress(TDEFLFlush::Sync);
            } else if is_all && !self.flush(flush) {
                break;
            }
        }
        piece.finished = self.is_finished && self.ready.is_empty();
        piece
    }

    /// All input is here. False if there is nothing to do about it.
    fn flush(&mut self, flush: Flush) -> bool {
        match flush {
            Flush::None => false,
            Flush::Sync | Flush::Full => {
                let was_dirty = self.is_dirty;
                if was_dirty {
                    self.compress(TDEFLFlush::Sync);
                    self.is_dirty = false;
                }
                was_dirty
            }
            Flush::Finish => {
                self.compress(TDEFLFlush::Finish);
                if !self.raw {
                    self.ready.extend_from_slice(&self.checksum.to_be_bytes());
                }
                self.is_finished = true;
                true
            }
        }
    }

    fn write_header(&mut self) {
        const HAS_DICTIONARY: u16 = 0x20;
        if self.has_header {
            return;
        }
        self.has_header = true;
        let speed = match (self.strategy, level_of(self.level)) {
            (2.., _) | (_, 0..=1) => 0,
            (_, 2..=5) => 1,
            (_, DEFAULT_LEVEL) => 2,
            _ => 3,
        };
        let mut head = 0x7800 | speed << 6;
        if self.dictionary.is_some() {
            head |= HAS_DICTIONARY;
        }
        head += 31 - head % 31;
        self.ready.extend_from_slice(&head.to_be_bytes());
        if let Some(id) = self.dictionary {
            self.ready.extend_from_slice(&id.to_be_bytes());
            self.checksum = 1;
        }
    }

    /// Compresses what waits.
    fn compress(&mut self, flush: TDEFLFlush) {
        let flags = create_comp_flags_from_zip_params(level_of(self.level), RAW_WINDOW, self.strategy);
        let mut compressor = Box::new(CompressorOxide::new(flags));
        let mut piece = vec![0; CHUNK_BYTES + SPARE_BYTES];
        let mut rest = std::mem::take(&mut self.waiting);
        loop {
            let (status, read, written) = compress(&mut compressor, &rest, &mut piece, flush);
            self.ready.extend_from_slice(&piece[..written]);
            rest.drain(..read);
            let is_done = rest.is_empty() && written < piece.len();
            if is_done || status != TDEFLStatus::Okay {
                break;
            }
        }
    }
}

fn level_of(level: i32) -> i32 {
    if level < 0 { DEFAULT_LEVEL } else { level }
}
