//! A folder for one run, removed at its end. Nobody else can know its name before, or look into it.

use std::fs::DirBuilder;
use std::hash::{BuildHasher, RandomState};
use std::io::{Error, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

pub struct Scratch {
    path: PathBuf,
}

/// Names that are tried.
const MAX_TRIES: usize = 16;
/// For the owner alone.
const PRIVATE: u32 = 0o700;

impl Scratch {
    pub fn new() -> std::io::Result<Scratch> {
        for _ in 0..MAX_TRIES {
            // Each of these has keys from the system's own source of random numbers.
            let parts = [RandomState::new().hash_one(0), RandomState::new().hash_one(1)];
            let path = std::env::temp_dir().join(format!("jaywalk-{:016x}{:016x}", parts[0], parts[1]));
            // A folder that is there already is somebody else's, whatever it looks like.
            match DirBuilder::new().mode(PRIVATE).create(&path) {
                Ok(()) => return Ok(Scratch { path }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::from(ErrorKind::AlreadyExists))
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

/// Makes a folder, and those above it.
///
/// # Errors
/// Why it cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), front::Problem> {
    std::fs::create_dir_all(folder)
        .map_err(|error| front::Problem::Input(format!("{}: cannot be made: {error}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn two_folders_have_different_names_and_are_private() {
        let [one, two] = [0, 1].map(|_| Scratch::new().unwrap());
        assert_ne!(one.path(), two.path());
        assert_eq!(std::fs::metadata(one.path()).unwrap().permissions().mode() & 0o777, PRIVATE);
        let path = one.path().to_path_buf();
        drop(one);
        assert!(!path.exists());
    }
}
