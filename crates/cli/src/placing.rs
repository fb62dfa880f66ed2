//! A finished file takes the place of the one that was there, so that under its name there is only ever a whole one.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::Path;

/// Puts a file that was made beside another one in its place. A link stays one, and what it leads to is replaced; a
/// device or a pipe is written to, since whoever names one does not want it to be gone.
///
/// # Errors
/// Not every place can be written to.
pub fn place(made: &Path, file: &Path) -> Result<()> {
    let to = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let is_special = std::fs::metadata(&to).is_ok_and(|there| !there.is_file() && !there.is_dir());
    if !is_special {
        match std::fs::rename(made, &to) {
            // What a link leads to may lie on another disk.
            Err(error) if error.kind() == ErrorKind::CrossesDevices => {}
            done => return done,
        }
    }
    let mut out = OpenOptions::new().write(true).create(true).truncate(true).open(&to)?;
    std::io::copy(&mut File::open(made)?, &mut out)?;
    std::fs::remove_file(made)
}
