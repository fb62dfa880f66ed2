//! The file: a first line, the description, the Subgraphs table, the moves, and a sum over all of it. See
//! docs/script-format.md.

use crate::digest::Summing;
use crate::event::Broken;
use crate::header::Header;
use crate::loose::LooseReader;
use crate::moves::FileMoves;
use crate::read::Reader;
use crate::style::Style;
use crate::subgraphs::Subgraphs;
use std::io::{Read, Result, Seek, SeekFrom, Write};

/// The first line, with the number of the format.
pub const MAGIC: &[u8] = b"jaywalk script 4\n";
/// Of the sum at the end.
const SUM_BYTES: u64 = 16;
/// A description is not longer than this.
const LONGEST: u64 = 1 << 26;

/// A script that was opened: everything but its moves.
pub struct Script<F> {
    pub header: Header,
    pub subgraphs: Subgraphs,
    /// The sum over its bytes.
    pub sum: u128,
    pub sizes: Sizes,
    input: F,
    moves_at: u64,
}

/// How many bytes the parts of a file take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    pub header: u64,
    pub subgraphs: u64,
    pub moves: u64,
    pub file: u64,
}

/// Writes a whole file. `moves` are what a [`crate::Writer`] wrote.
///
/// # Errors
/// Not every place can be written to, or read from.
pub fn write(
    out: &mut dyn Write,
    header: &Header,
    subgraphs: &Subgraphs,
    moves: &mut (impl Read + Seek),
) -> Result<()> {
    let mut out = Summing::new(out);
    out.write_all(MAGIC)?;
    for section in [header.to_bytes(), subgraphs.to_bytes()] {
        if section.len() as u64 > LONGEST {
            return Err(std::io::Error::other("its description is longer than a script's may be"));
        }
        // All at once: a stream of unknown length would get tables of many megabytes.
        let pressed = zstd::bulk::compress(&section, 19)?;
        out.write_all(&(pressed.len() as u64).to_le_bytes())?;
        out.write_all(&pressed)?;
    }
    let length = moves.seek(SeekFrom::End(0))?;
    moves.rewind()?;
    out.write_all(&length.to_le_bytes())?;
    std::io::copy(moves, &mut out)?;
    let sum = out.sum();
    out.inner.write_all(&sum.to_le_bytes())
}

impl<F: Read + Seek> Script<F> {
    /// Opens a script. Its sum is compared first, and nothing in it is believed before.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(mut input: F) -> std::result::Result<Script<F>, Broken> {
        let unreadable = |error: std::io::Error| Broken(format!("cannot be read: {error}"));
        let length = input.seek(SeekFrom::End(0)).map_err(unreadable)?;
        input.rewind().map_err(unreadable)?;
        let mut magic = [0; MAGIC.len()];
        if input.read_exact(&mut magic).is_err() || magic != *MAGIC {
            return Err(Broken::because("is no script of this version of jaywalk"));
        }
        let sum = sum_of(&mut input, length).map_err(unreadable)?;
        let sum =
            sum.ok_or_else(|| Broken::because("is damaged: its bytes are not those that were written"))?;
        let mut at = MAGIC.len() as u64;
        let header = section(&mut input, &mut at, length)?;
        let subgraphs = section(&mut input, &mut at, length)?;
        let moves = length_at(&mut input, &mut at, length)?;
        if at + moves + SUM_BYTES != length {
            return Err(Broken::because("is damaged: its parts are not as long as it says"));
        }
        let sizes = Sizes { header: header.pressed, subgraphs: subgraphs.pressed, moves, file: length };
        let header = Header::from_bytes(&header.bytes)?;
        let subgraphs = Subgraphs::from_bytes(&subgraphs.bytes, &header)?;
        Ok(Script { header, subgraphs, sum, sizes, input, moves_at: at })
    }

    /// Its moves.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn moves(mut self) -> std::result::Result<FileMoves<std::io::Take<F>>, Broken> {
        self.input
            .seek(SeekFrom::Start(self.moves_at))
            .map_err(|error| Broken(format!("cannot be read: {error}")))?;
        let style = Style::of(&self.header);
        let Header { states, transitions, takes_all, is_loose, .. } = self.header;
        let input = self.input.take(self.sizes.moves);
        Ok(match is_loose {
            true => FileMoves::Loose(Box::new(LooseReader::new(input, takes_all, (states, transitions))?)),
            false => FileMoves::Packed(Box::new(Reader::new(input, style, states, transitions)?)),
        })
    }
}

/// Bytes as moves are pressed.
///
/// # Errors
/// There is no memory for it.
pub fn pressed(bytes: &[u8]) -> Result<Vec<u8>> {
    zstd::bulk::compress(bytes, 1)
}

/// The bytes that were pressed.
///
/// # Errors
/// They were not.
pub fn unpressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    zstd::Decoder::new(bytes)?.take(LONGEST).read_to_end(&mut out)?;
    Ok(out)
}

/// The sum over a file, if it is the one that stands at its end.
fn sum_of(input: &mut (impl Read + Seek), length: u64) -> Result<Option<u128>> {
    let Some(summed) = length.checked_sub(SUM_BYTES) else { return Ok(None) };
    input.rewind()?;
    let mut body = Summing::new(Read::take(&mut *input, summed));
    let mut buffer = vec![0; 1 << 16];
    while body.read(&mut buffer)? > 0 {}
    let sum = body.sum();
    let mut last = [0; SUM_BYTES as usize];
    input.read_exact(&mut last)?;
    input.seek(SeekFrom::Start(MAGIC.len() as u64))?;
    Ok((u128::from_le_bytes(last) == sum).then_some(sum))
}

struct Section {
    bytes: Vec<u8>,
    pressed: u64,
}

fn length_at(input: &mut impl Read, at: &mut u64, length: u64) -> std::result::Result<u64, Broken> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes).map_err(|_| Broken::because("is cut off"))?;
    *at += 8;
    let wanted = u64::from_le_bytes(bytes);
    let left = length.saturating_sub(*at).saturating_sub(SUM_BYTES);
    (wanted <= left)
        .then_some(wanted)
        .ok_or_else(|| Broken::because("is damaged: a part is longer than the file"))
}

fn section(input: &mut impl Read, at: &mut u64, length: u64) -> std::result::Result<Section, Broken> {
    let pressed = length_at(input, at, length)?;
    *at += pressed;
    let damaged = |error: std::io::Error| Broken(format!("is damaged: {error}"));
    let mut raw = Vec::new();
    Read::take(&mut *input, pressed).read_to_end(&mut raw).map_err(damaged)?;
    let mut bytes = Vec::new();
    let unpressed = zstd::Decoder::new(&raw[..]).map_err(damaged)?;
    unpressed.take(LONGEST + 1).read_to_end(&mut bytes).map_err(damaged)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Broken::because("has a description that is longer than a script's may be"));
    }
    Ok(Section { bytes, pressed })
}
