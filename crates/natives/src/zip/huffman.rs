//! Huffman codes of deflate streams (RFC 1951, section 3.2): canonical, given by the lengths of the codes
//! alone.

/// The longest code, in bits.
pub const MAX_BITS: usize = 15;

/// The lengths of matches by symbol from 257 on: what they begin with, and how many further bits say the
/// rest.
pub const LENGTHS: [(u16, u8); 29] = {
    let mut table = [(0, 0); 29];
    let (mut i, mut base) = (0, 3);
    while i < 28 {
        let bits = if i < 8 { 0 } else { (i / 4 - 1) as u8 };
        table[i] = (base, bits);
        base += 1 << bits;
        i += 1;
    }
    table[28] = (258, 0);
    table
};
/// The same for distances.
pub const DISTANCES: [(u16, u8); 30] = {
    let mut table = [(0, 0); 30];
    let (mut i, mut base) = (0, 1_u32);
    while i < 30 {
        let bits = if i < 4 { 0 } else { (i / 2 - 1) as u8 };
        table[i] = (base as u16, bits);
        base += 1 << bits;
        i += 1;
    }
    table
};
/// The order in which the lengths of the codes for lengths are given.
const CODE_ORDER: [u8; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// A code: how many codes there are of each length, and their symbols in the order of the codes.
pub struct Huffman {
    pub counts: [u16; MAX_BITS + 1],
    pub symbols: Vec<u16>,
}

/// How well the lengths fill the space of codes.
#[derive(Debug, PartialEq, Eq)]
pub enum Fit {
    Whole,
    /// Some bit strings mean nothing. A single code of one bit may be such.
    Incomplete {
        longest: usize,
    },
    /// There are more codes than fit.
    Crowded,
}

impl Huffman {
    pub fn new(lengths: &[u8]) -> (Huffman, Fit) {
        let mut counts = [0; MAX_BITS + 1];
        for &length in lengths {
            counts[usize::from(length)] += 1;
        }
        let mut starts = [0; MAX_BITS + 2];
        for bits in 1..=MAX_BITS {
            starts[bits + 1] = starts[bits] + usize::from(counts[bits]);
        }
        let mut symbols = vec![0; starts[MAX_BITS + 1]];
        for (symbol, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
            let place = &mut starts[usize::from(length)];
            symbols[*place] = symbol as u16;
            *place += 1;
        }
        counts[0] = 0;
        let fit = fit(&counts);
        (Huffman { counts, symbols }, fit)
    }
}

fn fit(counts: &[u16; MAX_BITS + 1]) -> Fit {
    let mut left = 1_i32;
    for &count in &counts[1..] {
        left = (left << 1) - i32::from(count);
        if left < 0 {
            return Fit::Crowded;
        }
    }
    match left {
        0 => Fit::Whole,
        _ => Fit::Incomplete { longest: (1..=MAX_BITS).rev().find(|&bits| counts[bits] > 0).unwrap_or(0) },
    }
}

/// The code in which the lengths of all codes are given, from its own lengths.
pub fn code_for_lengths(given: &[u8]) -> (Huffman, Fit) {
    let mut lengths = [0; CODE_ORDER.len()];
    for (&place, &length) in CODE_ORDER.iter().zip(given) {
        lengths[usize::from(place)] = length;
    }
    Huffman::new(&lengths)
}
