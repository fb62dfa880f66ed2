//! Which files a program may look at: those of the JDK, and those below the folders that the user grants. All
//! others do not even tell whether they exist.

use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use vm::{Context, Disk, Facts, Trap};

/// What a refused program is told.
pub const NOT_GRANTED: &str = "access denied by jaywalk: --allow-read";
pub const NO_WRITING: &str = "access denied by jaywalk: programs cannot write files";

/// Numbers of errors on Linux.
pub const EBADF: i32 = 9;
pub const EACCES: i32 = 13;
pub const EISDIR: i32 = 21;

/// Files are read whole and kept; a longer one is not supported.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Why there is no answer about a file.
#[derive(Debug)]
pub enum Refusal {
    /// The system says so.
    System(i32),
    /// Jaywalk does, for this reason.
    Closed(&'static str),
    /// It is the program's no more.
    Trap(Trap),
}

impl Refusal {
    pub fn errno(&self) -> i32 {
        match self {
            Refusal::System(errno) => *errno,
            Refusal::Closed(_) | Refusal::Trap(_) => EACCES,
        }
    }

    /// As `strerror` says it, or Jaywalk's own reason.
    pub fn text(&self) -> String {
        match self {
            Refusal::Closed(reason) => (*reason).to_string(),
            other => error_text(other.errno()),
        }
    }
}

/// What the system calls the error with this number.
pub fn error_text(errno: i32) -> String {
    let text = std::io::Error::from_raw_os_error(errno).to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

/// What is known of a file.
pub fn facts(cx: &mut Context<'_>, path: &[u8], follow: bool) -> Result<Facts, Refusal> {
    let path = admit(cx, path, follow)?;
    disk(cx)?.facts(&path, follow).map_err(Refusal::System)
}

/// The names in a folder.
pub fn names(cx: &mut Context<'_>, path: &[u8]) -> Result<Vec<Vec<u8>>, Refusal> {
    let path = admit(cx, path, true)?;
    let names = disk(cx)?.names(&path).map_err(Refusal::System)?;
    Ok(names.iter().map(|name| name.as_bytes().to_vec()).collect())
}

pub fn real_path(cx: &mut Context<'_>, path: &[u8]) -> Result<Vec<u8>, Refusal> {
    let path = admit(cx, path, true)?;
    let real = disk(cx)?.real_path(&path).map_err(Refusal::System)?;
    Ok(real.as_os_str().as_bytes().to_vec())
}

/// Where a link leads, which may be a place that the program cannot look at.
pub fn link(cx: &mut Context<'_>, path: &[u8]) -> Result<Vec<u8>, Refusal> {
    let path = admit(cx, path, false)?;
    let target = disk(cx)?.link(&path).map_err(Refusal::System)?;
    Ok(target.as_os_str().as_bytes().to_vec())
}

/// The number of a file that is open for reading from now on.
pub fn open(cx: &mut Context<'_>, path: &[u8]) -> Result<usize, Refusal> {
    let path = admit(cx, path, true)?;
    if let Some(number) = cx.files().find(&path) {
        return Ok(number);
    }
    let disk = disk(cx)?;
    let facts = disk.facts(&path, true).map_err(Refusal::System)?;
    match (facts.is_file(), facts.is_folder()) {
        (true, _) => {}
        (false, true) => return Err(Refusal::System(EISDIR)),
        // Pipes and devices are not files that stay as they are.
        (false, false) => return Err(Refusal::Closed("access denied by jaywalk: not an ordinary file")),
    }
    if facts.size > MAX_FILE_BYTES {
        let what = format!(
            "a file of {} bytes: {}; files are read whole, up to {MAX_FILE_BYTES}",
            facts.size,
            path.display()
        );
        return Err(Refusal::Trap(Trap::unsupported(what)));
    }
    let content = disk.read(&path).map_err(Refusal::System)?;
    Ok(cx.files().add(&path, content))
}

fn disk<'a>(cx: &'a mut Context<'_>) -> Result<&'a mut dyn Disk, Refusal> {
    cx.disk().ok_or(Refusal::Closed(NOT_GRANTED))
}

/// The path to use for a file that the program may look at. For a granted one it has no links any more, the
/// last name aside if it is not to be followed.
fn admit(cx: &mut Context<'_>, path: &[u8], follow: bool) -> Result<PathBuf, Refusal> {
    let path = Path::new(&cx.options().working_folder).join(Path::new(std::ffi::OsStr::from_bytes(path)));
    // A JDK may have links in it that lead elsewhere, such as to /etc. It is trusted.
    let is_plain = !path.components().any(|part| part == Component::ParentDir);
    if is_plain && path.starts_with(&cx.options().jdk_home) {
        return Ok(path);
    }
    if cx.options().readable.is_empty() {
        return Err(Refusal::Closed(NOT_GRANTED));
    }
    let readable = cx.options().readable.clone();
    let is_granted = |real: &Path| readable.iter().any(|folder| real.starts_with(folder));
    let disk = disk(cx)?;
    match resolve(disk, &path, follow) {
        Ok(real) if is_granted(&real) => Ok(real),
        Ok(_) => Err(Refusal::Closed(NOT_GRANTED)),
        Err(errno) => match last_existing(disk, &path) {
            Some(real) if is_granted(&real) => Err(Refusal::System(errno)),
            _ => Err(Refusal::Closed(NOT_GRANTED)),
        },
    }
}

fn resolve(disk: &mut dyn Disk, path: &Path, follow: bool) -> Result<PathBuf, i32> {
    match (follow, path.parent(), path.file_name()) {
        (false, Some(parent), Some(name)) => Ok(disk.real_path(parent)?.join(name)),
        _ => disk.real_path(path),
    }
}

/// The nearest folder above a missing file, without links. A link that leads nowhere is there, and is
/// followed in vain.
fn last_existing(disk: &mut dyn Disk, path: &Path) -> Option<PathBuf> {
    let there = path.ancestors().find(|above| disk.facts(above, false).is_ok())?.to_path_buf();
    disk.real_path(&there).ok()
}
