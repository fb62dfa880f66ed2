//! What a place that holds classes can do, and the reading of plain files that all of them share.

use crate::{Error, mutf8};
use base::Symbol;
use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// Nothing bigger is read into memory. No compiler writes such a class, but a damaged or hostile jar can
/// promise one.
pub(crate) const MAX_FILE_BYTES: u64 = 256 << 20;

/// A place that holds classes and other files by name.
pub trait Source: Send + Sync {
    /// The bytes of the class with this internal name; `None` if it is not here.
    fn class_bytes(&self, name: Symbol) -> Result<Option<FoundClass<'_>>, Error>;

    /// A file by its path inside this place, such as `META-INF/services/x.Y`; `None` if it is not here.
    fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error>;

    /// The addresses of all files with this path, as `ClassLoader.getResources` lists them. A place in memory
    /// has none.
    fn urls(&self, _path: &str) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    /// The file at such an address; `None` if it is not here.
    fn open(&self, _url: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(None)
    }

    /// The paths of files that were asked for, if somebody keeps account of it, see [`crate::Noted`].
    fn asked(&self) -> Vec<String> {
        Vec::new()
    }

    /// The place in words, for messages.
    fn describe(&self) -> String;
}

/// A class file's bytes, which a mapped image lends without copying.
#[derive(Debug)]
pub struct FoundClass<'a> {
    pub bytes: Cow<'a, [u8]>,
    /// As [`crate::Class::origin`].
    pub origin: Arc<str>,
    /// As [`crate::Class::module`].
    pub module: Option<Symbol>,
}

/// The path of a class below the root of a folder or jar. `None` if the name cannot be a path there: unpaired
/// surrogates, or parts that would lead somewhere else.
pub(crate) fn class_path_of(name: Symbol) -> Option<String> {
    let text = match std::str::from_utf8(name.bytes()) {
        Ok(text) => text.to_owned(),
        Err(_) => String::from_utf16(&mutf8::decode(name.bytes())).ok()?,
    };
    is_inside(&text).then(|| text + ".class")
}

/// True if `path`, taken from some root, stays below it.
pub(crate) fn is_inside(path: &str) -> bool {
    let strange = |part: &str| matches!(part, "" | "." | "..");
    !path.contains(['\0', '\\']) && !path.split('/').any(strange)
}

/// A whole file; `None` if there is none.
pub(crate) fn read_file(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let name = || path.to_string_lossy().into_owned();
    let cannot = |error: io::Error| Error::new(name(), format!("cannot be read: {error}"));
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(cannot(error)),
    };
    // A pipe would block and a folder cannot be read; neither is what the user meant.
    if !meta.is_file() {
        return Err(Error::new(name(), "cannot be read: it is not a file"));
    }
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(cannot(error)),
    };
    read_bounded(file, meta.len()).map(Some).map_err(cannot)
}

/// Reads to the end, trusting `promised` for the first allocation only within reason.
pub(crate) fn read_bounded(from: impl Read, promised: u64) -> io::Result<Vec<u8>> {
    const FIRST_BYTES: u64 = 1 << 20;
    let mut bytes = Vec::with_capacity(promised.min(FIRST_BYTES) as usize);
    from.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MAX_FILE_BYTES {
        true => Err(io::Error::other(format!("it is longer than {MAX_FILE_BYTES} bytes"))),
        false => Ok(bytes),
    }
}

pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        assert_eq!(class_path_of(Symbol::new("a/B$C")).as_deref(), Some("a/B$C.class"));
        for bad in ["../a", "/a", "a//b", "a/../b", "", "a/.", "a\\b", "a\0"] {
            assert_eq!(class_path_of(Symbol::new(bad)), None, "{bad:?}");
        }
        // U+1F600 as two surrogates, and then one of them alone.
        let face = Symbol::from_bytes(&[0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]);
        assert_eq!(class_path_of(face).as_deref(), Some("\u{1F600}.class"));
        assert_eq!(class_path_of(Symbol::from_bytes(&[0xED, 0xA0, 0xBD])), None);
    }

    #[test]
    fn lying_lengths_allocate_little() {
        let bytes = read_bounded(&b"abc"[..], u64::MAX).unwrap();
        assert_eq!(bytes, b"abc");
        assert!(read_bounded(io::repeat(0), 0).is_err());
    }
}
