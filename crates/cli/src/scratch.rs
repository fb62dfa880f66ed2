//! A folder for one run, removed at its end.

use std::path::{Path, PathBuf};

pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn new() -> std::io::Result<Scratch> {
        let path = std::env::temp_dir().join(format!("jaywalk-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A leftover in the temporary folder is not worth a message.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
