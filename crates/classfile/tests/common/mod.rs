//! What the tests of this room share: the JDKs of the machine, temporary folders, and small jars.

#![allow(dead_code)] // Every test file uses its own part of this.

use classfile::{Image, Jdk};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use zip::write::SimpleFileOptions;

pub const JDK_17: &str = "/usr/lib/jvm/java-17-openjdk-amd64";
pub const JDK_25: &str = "/usr/lib/jvm/temurin-25-jdk-amd64";

/// A JDK with its image; `None`, with a note, if this machine does not have it.
pub fn jdk(home: &str) -> Option<(Jdk, Image)> {
    if !Path::new(home).exists() {
        println!("skipped: there is no JDK at {home}");
        return None;
    }
    let jdk = Jdk::at(Path::new(home)).unwrap();
    let image = Image::open(&jdk.home).unwrap();
    Some((jdk, image))
}

/// The JDK that tests compile with.
pub fn any_jdk() -> Jdk {
    Jdk::find(None).or_else(|_| Jdk::at(Path::new(JDK_17))).expect("the tests need a JDK")
}

/// A folder that goes away with this value.
pub struct TempDir(PathBuf);

impl TempDir {
    pub fn new() -> TempDir {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("classfile-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        TempDir(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn join(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Writes a file, with the folders above it.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Writes a jar with these entries.
    pub fn jar(&self, path: &str, entries: &[(&str, &[u8])]) -> PathBuf {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, content) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        self.write(path, zip.finish().unwrap().into_inner())
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
