//! The one error of this room: which file, what is wrong with it, and where.

use std::fmt;
use std::sync::Arc;

/// Something that could not be read. It is always the input's fault, never the program under test's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The file as the user knows it; empty where no single file is at fault.
    pub file: Arc<str>,
    /// Where in the file, counted in bytes from its beginning.
    pub offset: Option<u64>,
    pub what: String,
}

impl Error {
    pub fn new(file: impl Into<Arc<str>>, what: impl Into<String>) -> Error {
        Error { file: file.into(), offset: None, what: what.into() }
    }

    pub fn at(file: impl Into<Arc<str>>, offset: u64, what: impl Into<String>) -> Error {
        Error { file: file.into(), offset: Some(offset), what: what.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}: ", self.file)?;
        }
        f.write_str(&self.what)?;
        match self.offset {
            Some(offset) => write!(f, " (at byte {offset})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::Error;

    #[test]
    fn names_file_fault_and_place() {
        assert_eq!(Error::at("A.class", 8, "bad tag").to_string(), "A.class: bad tag (at byte 8)");
        assert_eq!(Error::new("a.jar", "not a jar").to_string(), "a.jar: not a jar");
        assert_eq!(Error::new("", "no JDK found").to_string(), "no JDK found");
    }
}
