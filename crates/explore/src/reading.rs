//! Sums of what a program is made of, by which it is known whether it still is the same.

use base::{FastHasher, Symbol};
use classfile::Source;
use std::hash::Hasher;

/// The sum of one class of a class path, by its name with slashes; behind a slash, that of all files with such a path,
/// or of their absence.
pub fn source(app: &dyn Source, name: &str) -> Option<u64> {
    if let Some(path) = name.strip_prefix('/') {
        return Some(sum_of_files(app, path));
    }
    app.class_bytes(Symbol::new(name)).ok().flatten().map(|found| sum(&found.bytes))
}

fn sum_of_files(app: &dyn Source, path: &str) -> u64 {
    let addresses = app.urls(path).unwrap_or_default();
    let contents = addresses.iter().filter_map(|address| app.open(address).ok().flatten());
    let mut hash = FastHasher::default();
    contents.for_each(|bytes| hash.write_u64(sum(&bytes)));
    hash.finish()
}

/// The sum of the bytes of a file.
pub fn sum(bytes: &[u8]) -> u64 {
    let mut hash = FastHasher::default();
    hash.write(bytes);
    hash.finish()
}
