//! Files for states on disk.
//!
//! They lose their names as soon as they are open: the system removes them when this process ends, in
//! whatever way it does.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use store::Spill;

/// What the bound is taken for on a computer that does not tell how much memory it has.
const SOME_MEMORY_BYTES: u64 = 2 << 30;

/// Files in this folder, to be used when the states are too many for so much memory.
///
/// # Errors
/// What is wrong with the folder.
pub fn to(folder: &Path, memory_bytes: Option<u64>) -> Result<Spill, String> {
    let place = folder.display().to_string();
    let open = |what: &str| {
        nameless_file(folder, what)
            .map_err(|error| format!("--spill {place}: cannot put states there: {error}"))
    };
    let (numbered, sorted) = (open("numbered")?, open("sorted")?);
    Ok(Spill { numbered, sorted, memory_bytes: memory_bytes.unwrap_or_else(half_of_memory), place })
}

fn nameless_file(folder: &Path, what: &str) -> io::Result<File> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = folder.join(format!("jaywalk-{process}-{count}.{what}"));
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

/// Half of what the computer has.
fn half_of_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kib = line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.map_or(SOME_MEMORY_BYTES, |kib| kib * 1024 / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_no_names() {
        let folder = std::env::temp_dir().join(format!("jaywalk-spilling-{}", std::process::id()));
        assert!(to(&folder, None).err().unwrap().contains("cannot put states there"));
        std::fs::create_dir(&folder).unwrap();
        let spill = to(&folder, None).unwrap();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        assert!(spill.memory_bytes > 1 << 20);
        assert_eq!(to(&folder, Some(7)).unwrap().memory_bytes, 7);
        std::fs::remove_dir(&folder).unwrap();
    }
}
