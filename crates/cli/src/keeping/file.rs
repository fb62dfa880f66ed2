//! The file of a checkpoint: a line that says what it is, the search's own part with its length, the store, and a sum
//! of all bytes before it.

use super::{InFile, Reading, differences, of_reading};
use lts::Store;
use search::{Checkpoint, Terms};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use store::{Exact, Spill};
use xxhash_rust::xxh3::Xxh3;

/// The first line, with the number of the format.
pub(super) const MAGIC: &[u8] = b"jaywalk checkpoint 3\n";

/// Of the sum at the end.
pub(super) const SUM_BYTES: u64 = 16;

/// Passes on what is written, and sums it up.
struct Summed<W> {
    to: W,
    sum: Xxh3,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.flush()
    }
}

pub(super) fn write(
    file: &Path,
    terms: &Terms,
    checkpoint: &Checkpoint,
    store: &dyn Store,
) -> std::io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".part");
    let mut out = Summed { to: BufWriter::new(File::create(&beside)?), sum: Xxh3::new() };
    out.write_all(MAGIC)?;
    let bytes = checkpoint.to_bytes(terms);
    debug_assert!(
        Checkpoint::from_bytes(&bytes).is_some_and(|(read, _)| read == *terms),
        "a search is taken up by the terms that it was kept with"
    );
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(&bytes)?;
    store.write(&mut out)?;
    let sum = out.sum.digest128();
    out.to.write_all(&sum.to_le_bytes())?;
    out.to.into_inner()?.sync_all()?;
    crate::placing::place(Path::new(&beside), file)
}

/// The file is as it was written, to the last byte. Nothing in it is believed before.
pub(super) fn is_whole(input: &mut (impl Read + Seek)) -> std::io::Result<bool> {
    let length = input.seek(SeekFrom::End(0))?;
    let Some(summed) = length.checked_sub(SUM_BYTES) else { return Ok(false) };
    input.rewind()?;
    let (mut sum, mut buffer) = (Xxh3::new(), vec![0; 1 << 16]);
    let mut body = Read::take(&mut *input, summed);
    loop {
        match body.read(&mut buffer)? {
            0 => break,
            count => sum.update(&buffer[..count]),
        }
    }
    let mut last = [0; SUM_BYTES as usize];
    input.read_exact(&mut last)?;
    input.rewind()?;
    Ok(u128::from_le_bytes(last) == sum.digest128())
}

pub(super) fn read(
    file: &Path,
    terms: &Terms,
    reading: &Reading<'_>,
    spill: Option<Spill>,
) -> Result<InFile, String> {
    let unreadable = |error| format!("cannot be read: {error}");
    let mut input = BufReader::new(File::open(file).map_err(unreadable)?);
    let mut magic = [0; MAGIC.len()];
    if input.read_exact(&mut magic).is_err() || magic != *MAGIC {
        return Err("is no checkpoint of this version of jaywalk".to_string());
    }
    if !is_whole(&mut input).map_err(unreadable)? {
        return Err("is damaged: its bytes are not those that were written".to_string());
    }
    input.seek(SeekFrom::Start(MAGIC.len() as u64)).map_err(unreadable)?;
    let mut length = [0; 8];
    input.read_exact(&mut length).map_err(unreadable)?;
    let mut bytes = Vec::new();
    Read::take(&mut input, u64::from_le_bytes(length)).read_to_end(&mut bytes).map_err(unreadable)?;
    let (kept, checkpoint) =
        Checkpoint::from_bytes(&bytes).ok_or_else(|| "is damaged, or no checkpoint".to_string())?;
    let here = [terms.clone(), reading.again(&of_reading(&kept))].concat();
    if let Some(differences) = differences(&kept, &here) {
        return Err(format!("is for another search{differences}"));
    }
    let states = Exact::read(&mut input, spill).map_err(|error| format!("is damaged: {error}"))?;
    Ok((kept, checkpoint, states))
}
