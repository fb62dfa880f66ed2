//! Streams in pieces of random sizes, with the library's one-shot functions as the oracle. Each state is
//! packed and unpacked between pieces.

use super::deflate::{Deflate, Flush};
use super::inflate::Inflate;
use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};
use miniz_oxide::inflate::{decompress_to_vec, decompress_to_vec_zlib};
use testkit::random;

/// A plain generator: the same numbers in every run.
struct Random(random::Random);

impl Random {
    fn seeded(seed: u64) -> Random {
        Random(random::Random(seed))
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    /// Bytes with repetitions near and far, and with noise.
    fn text(&mut self, length: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < length {
            match self.below(3) {
                0 if !text.is_empty() => {
                    let (distance, count) = (1 + self.below(text.len().min(40_000)), 3 + self.below(300));
                    for _ in 0..count {
                        text.push(text[text.len() - distance]);
                    }
                }
                1 => text.extend((0..self.below(20)).map(|_| b'a' + self.0.0 as u8 % 4)),
                _ => {
                    for _ in 0..self.below(40) {
                        let byte = self.below(256) as u8;
                        text.push(byte);
                    }
                }
            }
        }
        text.truncate(length);
        text
    }
}

/// Inflates in pieces. What was wrong, if something was.
fn inflated(raw: bool, stream: &[u8], random: &mut Random) -> Result<(Vec<u8>, usize), String> {
    let (mut state, mut output, mut read, mut idle) = (Inflate::new(raw), Vec::new(), 0, 0);
    loop {
        let given = random.below(700).min(stream.len() - read);
        let room = random.below(3000);
        let piece = state.go_on(&stream[read..read + given], room);
        assert!(piece.output.len() <= room && piece.read <= given);
        read += piece.read;
        output.extend_from_slice(&piece.output);
        if let Some(wrong) = piece.wrong {
            return Err(wrong);
        }
        if piece.finished {
            return Ok((output, read));
        }
        idle = if piece.read + piece.output.len() > 0 { 0 } else { idle + 1 };
        if idle > 50 {
            return Err("no end".to_string());
        }
        state = Inflate::unpack(&state.pack());
    }
}

#[test]
fn inflates_what_others_deflate() {
    let mut random = Random::seeded(1);
    for round in 0..120 {
        let length = [0, 1, 300, 5_000, 100_000][round % 5];
        let text = random.text(length);
        let level = (round % 11) as u8;
        let mut stream = compress_to_vec_zlib(&text, level);
        let end = stream.len();
        stream.extend_from_slice(b"behind");
        assert_eq!(inflated(false, &stream, &mut random), Ok((text.clone(), end)), "round {round}");
        let raw = compress_to_vec(&text, level);
        assert_eq!(inflated(true, &raw, &mut random), Ok((text, raw.len())), "round {round}");
    }
}

#[test]
fn damaged_streams_are_refused_or_read_alike() {
    let mut random = Random::seeded(2);
    let mut refused = 0;
    for round in 0..3000 {
        let length = random.below(400);
        let text = random.text(length);
        let mut stream = compress_to_vec_zlib(&text, (round % 11) as u8);
        for _ in 0..1 + random.below(3) {
            let (at, bit) = (random.below(stream.len()), random.below(8));
            stream[at] ^= 1 << bit;
        }
        let expected = decompress_to_vec_zlib(&stream);
        match inflated(false, &stream, &mut random) {
            Ok((output, _)) => assert_eq!(Some(output), expected.ok(), "round {round}"),
            Err(_) => refused += 1,
        }
        if let Ok(output) = decompress_to_vec(&stream) {
            assert_eq!(
                inflated(true, &stream, &mut random).map(|(output, _)| output),
                Ok(output),
                "round {round}"
            );
        }
    }
    assert!(refused > 2000, "{refused}");
}

/// Deflates in pieces.
fn deflated(state: &mut Deflate, text: &[u8], random: &mut Random) -> Vec<u8> {
    let (mut output, mut read) = (Vec::new(), 0);
    loop {
        let given = random.below(90_000).min(text.len() - read);
        let is_all = read + given == text.len();
        let flush = match (is_all, random.below(4)) {
            (true, _) => Flush::Finish,
            (_, 0) => Flush::Sync,
            (_, 1) => Flush::Full,
            _ => Flush::None,
        };
        let room = random.below(5000);
        let piece = state.go_on(&text[read..read + given], room, flush);
        assert!(piece.output.len() <= room && piece.read <= given);
        read += piece.read;
        output.extend_from_slice(&piece.output);
        if piece.finished {
            return output;
        }
        *state = Deflate::unpack(&state.pack());
    }
}

#[test]
fn others_inflate_what_we_deflate() {
    let mut random = Random::seeded(3);
    for round in 0..60 {
        let text = random.text([0, 1, 2000, 65_536, 200_000][round % 5]);
        let (level, strategy) = (round as i32 % 11 - 1, round as i32 % 3);
        let mut state = Deflate::new(level, strategy, false);
        let stream = deflated(&mut state, &text, &mut random);
        assert_eq!(decompress_to_vec_zlib(&stream).unwrap(), text, "round {round}");
        assert_eq!(inflated(false, &stream, &mut random).unwrap().0, text);
        state.reset();
        assert_eq!(decompress_to_vec_zlib(&deflated(&mut state, &text, &mut random)).unwrap(), text);
        let mut state = Deflate::new(level, strategy, true);
        let stream = deflated(&mut state, &text, &mut random);
        assert_eq!(decompress_to_vec(&stream).unwrap(), text, "round {round}");
    }
}

#[test]
fn a_dictionary_is_asked_for() {
    let mut deflate = Deflate::new(-1, 0, false);
    assert!(deflate.set_dictionary(b"some words"));
    let stream = deflate.go_on(b"words", 100, Flush::Finish).output;
    assert!(!deflate.set_dictionary(b"too late"));
    let mut inflate = Inflate::new(false);
    assert!(!inflate.set_dictionary(b"too early"));
    let piece = inflate.go_on(&stream, 100);
    assert!(piece.needs_dictionary && !inflate.set_dictionary(b"other words"));
    assert!(inflate.set_dictionary(b"some words"));
    let rest = inflate.go_on(&stream[piece.read..], 100);
    assert!(rest.finished && rest.output == b"words");
}
