//! Inflating (RFC 1950 and 1951), a piece at a time, with a state that is plain data.
//!
//! It stops wherever input ends or the room for output does, having taken no byte more than it needs, and
//! goes on from there. A library's inflater keeps its state to itself; ours must be saved, compared and taken
//! back with the machine's. What is wrong with a stream is said in the words that Java programs know.

mod decoder;

use super::pack::{Packer, Unpacker};
use crate::util::adler;
use decoder::BlockDecoder;

/// How far back a match can reach.
const WINDOW_BYTES: usize = 1 << 15;
/// What comes next. The numbers are what a state is packed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
enum Phase {
    Header,
    DictionaryId,
    NeedsDictionary,
    BlockHead,
    StoredHead,
    Stored,
    TableHead,
    CodeLengths,
    Lengths,
    Symbol,
    Literal,
    LengthRest,
    Distance,
    DistanceRest,
    Copy,
    Trailer,
    Done,
    Bad,
}

const PHASES: [Phase; 18] = [
    Phase::Header,
    Phase::DictionaryId,
    Phase::NeedsDictionary,
    Phase::BlockHead,
    Phase::StoredHead,
    Phase::Stored,
    Phase::TableHead,
    Phase::CodeLengths,
    Phase::Lengths,
    Phase::Symbol,
    Phase::Literal,
    Phase::LengthRest,
    Phase::Distance,
    Phase::DistanceRest,
    Phase::Copy,
    Phase::Trailer,
    Phase::Done,
    Phase::Bad,
];

/// The state between two pieces.
#[derive(Clone, Debug)]
pub struct Inflate {
    /// Without header and trailer.
    raw: bool,
    phase: Phase,
    is_last: bool,
    /// Bits that were read and not used, the next one lowest.
    hold: u32,
    held: u32,
    /// Bytes or symbols: of a stored block, of a match; a literal while it waits for room.
    count: u32,
    /// Of a match, or the symbol for it; in the end the checksum that is expected.
    distance: u32,
    /// How many lengths of codes there are for literals, for distances and for lengths themselves.
    sizes: [u32; 3],
    /// Lengths of codes, as far as they are known.
    code_lengths: Vec<u8>,
    lengths: Vec<u8>,
    checksum: u32,
    /// What was wrong, if something was.
    wrong: String,
    /// The last bytes that were put out.
    window: Vec<u8>,
}

/// What came of a piece.
pub struct Piece {
    pub read: usize,
    pub output: Vec<u8>,
    pub finished: bool,
    pub needs_dictionary: bool,
    pub wrong: Option<String>,
}

impl Inflate {
    pub fn new(raw: bool) -> Inflate {
        Inflate {
            raw,
            phase: if raw { Phase::BlockHead } else { Phase::Header },
            is_last: false,
            hold: 0,
            held: 0,
            count: 0,
            distance: 0,
            sizes: [0; 3],
            code_lengths: Vec::new(),
            lengths: Vec::new(),
            checksum: u32::from(!raw),
            wrong: String::new(),
            window: Vec::new(),
        }
    }

    pub fn pack(&self) -> Vec<u8> {
        let mut packer = Packer::default();
        for number in [
            u32::from(self.raw),
            self.phase as u32,
            u32::from(self.is_last),
            self.hold,
            self.held,
            self.count,
            self.distance,
            self.sizes[0],
            self.sizes[1],
            self.sizes[2],
            self.checksum,
        ] {
            packer.number(number);
        }
        packer.text(&self.code_lengths).text(&self.lengths).text(self.wrong.as_bytes()).text(&self.window);
        packer.bytes
    }

    pub fn unpack(bytes: &[u8]) -> Inflate {
        let mut from = Unpacker { bytes };
        Inflate {
            raw: from.number() != 0,
            phase: PHASES.get(from.number() as usize).copied().unwrap_or(Phase::Bad),
            is_last: from.number() != 0,
            hold: from.number(),
            held: from.number(),
            count: from.number(),
            distance: from.number(),
            sizes: [from.number(), from.number(), from.number()],
            checksum: from.number(),
            code_lengths: from.text().to_vec(),
            lengths: from.text().to_vec(),
            wrong: String::from_utf8_lossy(from.text()).into_owned(),
            window: from.text().to_vec(),
        }
    }

    pub fn reset(&mut self) {
        *self = Inflate::new(self.raw);
    }

    /// The checksum so far, or that of the dictionary that is needed.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Gives the dictionary that a stream asks for. False if it is the wrong one, or none is asked for.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
        if !self.raw {
            if self.phase != Phase::NeedsDictionary || adler(1, dictionary) != self.checksum {
                return false;
            }
            self.checksum = 1;
            self.phase = Phase::BlockHead;
        }
        self.window.extend_from_slice(dictionary);
        self.forget_old();
        true
    }

    fn forget_old(&mut self) {
        let old = self.window.len().saturating_sub(WINDOW_BYTES);
        self.window.drain(..old);
    }

    /// Goes on with more input, for as much output as there is room for.
    pub fn go_on(&mut self, input: &[u8], room: usize) -> Piece {
        let before = self.window.len();
        let mut run = BlockDecoder::new(self, input, room);
        let went = run.run();
        let read = run.read;
        if let Err(wrong) = went {
            self.phase = Phase::Bad;
            self.wrong = wrong.to_string();
        }
        let output = self.window[before..].to_vec();
        if !self.raw && !output.is_empty() {
            self.checksum = adler(self.checksum, &output);
        }
        if self.phase == Phase::Done && !self.raw && self.distance != self.checksum {
            self.phase = Phase::Bad;
            self.wrong = "incorrect data check".to_string();
        }
        self.forget_old();
        Piece {
            read,
            output,
            finished: self.phase == Phase::Done,
            needs_dictionary: self.phase == Phase::NeedsDictionary,
            wrong: (self.phase == Phase::Bad).then(|| self.wrong.clone()),
        }
    }
}
