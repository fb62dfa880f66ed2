//! Which files a program may look at: those of the JDK, those that the class path consists of, and those below
//! the folders that the user grants. All others do not even tell whether they exist.

use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use vm::{Assumption, Context, Disk, FileStat, Trap};

/// What the program is kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    Reading,
    /// A link in a granted folder that leads out of it.
    Link,
    Writing,
    /// Pipes and devices are not files that stay as they are.
    Special,
}

/// The first of the numbers that stand for a refusal of ours where the library goes by numbers of errors. The
/// system has none so large.
const FIRST_REFUSAL: i32 = 0x4a00;

impl Closed {
    const ALL: [Closed; 4] = [Closed::Reading, Closed::Link, Closed::Writing, Closed::Special];

    /// The refusal that a number stands for.
    pub fn of(errno: i32) -> Option<Closed> {
        usize::try_from(errno.checked_sub(FIRST_REFUSAL)?).ok().and_then(|at| Closed::ALL.get(at).copied())
    }

    /// What a program is told that asked for this path: what would grant it.
    pub fn text(self, path: &str) -> String {
        let what = match self {
            Closed::Reading => format!("--allow-read {}", folder_of(path)),
            Closed::Link => "--allow-read, for where the link leads".to_string(),
            Closed::Writing => "--allow-write memory".to_string(),
            Closed::Special => "not an ordinary file".to_string(),
        };
        format!("access denied by jaywalk: {what}")
    }
}

/// The folder to grant for a path: the one above it, but never everything.
fn folder_of(path: &str) -> &str {
    match Path::new(path).parent().and_then(Path::to_str) {
        Some("") => ".",
        Some("/") | None => path,
        Some(folder) => folder,
    }
}

/// Numbers of errors on Linux.
pub const EBADF: i32 = 9;
pub const EACCES: i32 = 13;
pub const EISDIR: i32 = 21;

/// Files are read whole and kept; a longer one is not supported.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Why there is no answer about a file.
#[derive(Debug)]
pub enum FileRefusal {
    /// The system says so.
    System(i32),
    /// Jaywalk does.
    Closed(Closed),
    /// It is the program's no more.
    Trap(Trap),
}

impl FileRefusal {
    /// The refusal that a number of an error stands for.
    pub fn of(errno: i32) -> FileRefusal {
        Closed::of(errno).map_or(FileRefusal::System(errno), FileRefusal::Closed)
    }

    pub fn errno(&self) -> i32 {
        match self {
            FileRefusal::System(errno) => *errno,
            FileRefusal::Closed(closed) => FIRST_REFUSAL + *closed as i32,
            FileRefusal::Trap(_) => EACCES,
        }
    }

    /// The exception of `java.io` for it, with the path in its message.
    pub fn not_found(self, path: &str) -> Trap {
        let class = "java/io/FileNotFoundException";
        match self {
            FileRefusal::Trap(trap) => trap,
            FileRefusal::System(errno) => Trap::raise(class, format!("{path} ({})", error_text(errno))),
            FileRefusal::Closed(closed) => Trap::Refuse(class, format!("{path} ({})", closed.text(path))),
        }
    }
}

impl FileRefusal {
    /// The exception of `java.io` for a file that cannot be made.
    pub fn not_made(self, path: &str) -> Trap {
        let class = "java/io/IOException";
        match self {
            FileRefusal::Trap(trap) => trap,
            FileRefusal::System(errno) => Trap::raise(class, error_text(errno)),
            FileRefusal::Closed(closed) => Trap::Refuse(class, closed.text(path)),
        }
    }
}

/// The path of a folder that the program may look into, without links; none if it may not, or is there none.
pub fn real_folder(cx: &mut Context<'_>, path: &Path) -> Option<PathBuf> {
    let real = admit_granted(cx, path, true).ok()?;
    disk(cx).ok()?.facts(&real, true).ok().filter(FileStat::is_folder).map(|_| real)
}

/// What the system calls the error with this number.
pub fn error_text(errno: i32) -> String {
    let text = std::io::Error::from_raw_os_error(errno).to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

/// What is known of a file.
pub fn facts(cx: &mut Context<'_>, path: &[u8], follow: bool) -> Result<FileStat, FileRefusal> {
    let path = admit(cx, path, follow)?;
    disk(cx)?.facts(&path, follow).map_err(FileRefusal::System)
}

/// The names in a folder.
pub fn names(cx: &mut Context<'_>, path: &[u8]) -> Result<Vec<Vec<u8>>, FileRefusal> {
    let path = admit(cx, path, true)?;
    let names = disk(cx)?.names(&path).map_err(FileRefusal::System)?;
    Ok(names.iter().map(|name| name.as_bytes().to_vec()).collect())
}

pub fn real_path(cx: &mut Context<'_>, path: &[u8]) -> Result<Vec<u8>, FileRefusal> {
    let path = admit(cx, path, true)?;
    let real = disk(cx)?.real_path(&path).map_err(FileRefusal::System)?;
    Ok(real.as_os_str().as_bytes().to_vec())
}

/// Where a link leads, which may be a place that the program cannot look at.
pub fn link(cx: &mut Context<'_>, path: &[u8]) -> Result<Vec<u8>, FileRefusal> {
    let path = admit(cx, path, false)?;
    let target = disk(cx)?.link(&path).map_err(FileRefusal::System)?;
    Ok(target.as_os_str().as_bytes().to_vec())
}

/// The number of a file that is open for reading from now on.
pub fn open(cx: &mut Context<'_>, path: &[u8]) -> Result<usize, FileRefusal> {
    let path = admit(cx, path, true)?;
    if let Some(number) = cx.files().find(&path) {
        return Ok(number);
    }
    let disk = disk(cx)?;
    let facts = disk.facts(&path, true).map_err(FileRefusal::System)?;
    match (facts.is_file(), facts.is_folder()) {
        (true, _) => {}
        (false, true) => return Err(FileRefusal::System(EISDIR)),
        (false, false) => return Err(FileRefusal::Closed(Closed::Special)),
    }
    if facts.size > MAX_FILE_BYTES {
        let what = format!(
            "a file of {} bytes: {}; files are read whole, up to {MAX_FILE_BYTES}",
            facts.size,
            path.display()
        );
        return Err(FileRefusal::Trap(Trap::unsupported(what)));
    }
    let content = disk.read(&path).map_err(FileRefusal::System)?;
    Ok(cx.files().add(&path, content))
}

fn disk<'a>(cx: &'a mut Context<'_>) -> Result<&'a mut dyn Disk, FileRefusal> {
    cx.disk().ok_or(FileRefusal::Closed(Closed::Reading))
}

/// The path to use for a file that the program may look at. For a granted one it has no links any more, the
/// last name aside if it is not to be followed.
fn admit(cx: &mut Context<'_>, path: &[u8], follow: bool) -> Result<PathBuf, FileRefusal> {
    let path = Path::new(&cx.options().working_folder).join(Path::new(std::ffi::OsStr::from_bytes(path)));
    // A JDK may have links in it that lead elsewhere, such as to /etc. It is trusted.
    let is_plain = !path.components().any(|part| part == Component::ParentDir);
    if is_plain && path.starts_with(&cx.options().jdk_home) {
        return Ok(path);
    }
    let admitted = admit_granted(cx, &path, follow);
    if matches!(admitted, Err(FileRefusal::Closed(_))) {
        cx.assume(Assumption::ClosedFiles);
    }
    admitted
}

fn admit_granted(cx: &mut Context<'_>, path: &Path, follow: bool) -> Result<PathBuf, FileRefusal> {
    let readable = [cx.options().readable.as_slice(), cx.options().loadable.as_slice()].concat();
    if readable.is_empty() {
        return Err(FileRefusal::Closed(Closed::Reading));
    }
    let is_granted = |real: &Path| readable.iter().any(|folder| real.starts_with(folder));
    let disk = disk(cx)?;
    let resolved = resolve(disk, path, follow);
    let there = if resolved.is_err() { last_existing(disk, path) } else { None };
    let mut closed = || {
        let folder = path.parent().and_then(|folder| disk.real_path(folder).ok());
        let is_link = folder.is_some_and(|folder| is_granted(&folder));
        Err(FileRefusal::Closed(if is_link { Closed::Link } else { Closed::Reading }))
    };
    match resolved {
        Ok(real) if is_granted(&real) => Ok(real),
        Ok(_) => closed(),
        Err(errno) => match there {
            Some(real) if is_granted(&real) => Err(FileRefusal::System(errno)),
            _ => closed(),
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
