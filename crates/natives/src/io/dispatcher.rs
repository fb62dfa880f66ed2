//! sun.nio.fs.UnixNativeDispatcher: what `java.nio.file` asks about files.
//!
//! Paths come as addresses of bytes that end with a zero. Errors go as a `UnixException` with the system's
//! number, which the library makes exceptions of; where Jaywalk itself refuses, that has a number, too.

use super::access::{self, Closed, FileRefusal};
use super::descriptor::FIRST_FILE;
use super::layer::{by_address, by_number};
use crate::nothing;
use crate::reflect::{get_int, set_int, set_ref, unit_of, word};
use vm::{Answer, Args, Context, FileStat, Ref, Registry, Trap, int};

const UNIX: &str = "sun/nio/fs/UnixNativeDispatcher";

pub fn register(registry: &mut Registry) {
    let mut add = |name: &str, native| registry.add(UNIX, name, native);
    // None of the system's newer abilities: the library then goes the plain ways.
    add("init()I", nothing);
    add("fchmodatNoFollowSupported0()Z", nothing);
    add("getcwd()[B", working_folder);
    add("strerror(I)[B", error_text);
    add("open0(JII)I", |cx, args| by_address(cx, args, open));
    add("close0(I)V", |cx, args| by_number(cx, args, nothing));
    add("stat0(JLsun/nio/fs/UnixFileAttributes;)V", |m, a| {
        by_address(m, a, |cx, args| attributes(cx, args, true))
    });
    add("lstat0(JLsun/nio/fs/UnixFileAttributes;)V", |m, a| {
        by_address(m, a, |cx, args| attributes(cx, args, false))
    });
    for name in ["fstat", "fstat0"] {
        add(&format!("{name}(ILsun/nio/fs/UnixFileAttributes;)V"), |cx, args| {
            by_number(cx, args, attributes_of_open)
        });
    }
    add("stat0(JLsun/nio/fs/UnixFileAttributes;)I", |cx, args| by_address(cx, args, attributes_or_error));
    add("stat1(J)I", |cx, args| by_address(cx, args, mode_or_zero));
    add("exists0(J)Z", |cx, args| by_address(cx, args, exists));
    add("access0(JI)V", |cx, args| by_address(cx, args, check_access));
    add("access0(JI)I", |cx, args| by_address(cx, args, access_or_error));
    add("realpath0(J)[B", |m, a| by_address(m, a, |cx, args| bytes(cx, args, access::real_path)));
    add("readlink0(J)[B", |m, a| bytes(m, a, access::link));
    // Names of users and groups are in files that are closed; the library shows numbers then.
    add("getpwuid(I)[B", nothing);
    add("getgrgid(I)[B", nothing);
    registry.add("sun/nio/fs/LinuxNativeDispatcher", "init()V", nothing);
    let translate = "translateToIOException(Ljava/lang/String;Ljava/lang/String;)Ljava/io/IOException;";
    registry.add("sun/nio/fs/UnixException", translate, as_io_exception);
}

/// The same as the property `user.dir`.
fn working_folder(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let folder = cx.options().working_folder.clone();
    Ok(word(cx.new_bytes(folder.as_bytes())?))
}

fn error_text(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let text = match Closed::of(args.int(0)) {
        Some(closed) => closed.text(""),
        None => access::error_text(args.int(0)),
    };
    Ok(word(cx.new_bytes(text.as_bytes())?))
}

/// The path whose address is argument 0.
pub(super) fn path(cx: &mut Context<'_>, args: &Args<'_>) -> Result<Vec<u8>, Trap> {
    let address = args.long(0) as u64;
    let left = cx.memory_left(address).unwrap_or(0);
    let text = cx.read_memory(address, left)?;
    let end = |bytes: &[u8]| bytes.iter().position(|&byte| byte == 0);
    let text = text.and_then(|bytes| Some(bytes[..end(&bytes)?].to_vec()));
    text.ok_or_else(|| Trap::forged(format!("no path at address {address}")))
}

/// The exception that the library expects from its natives.
pub(super) fn unix_exception(cx: &mut Context<'_>, refusal: FileRefusal) -> Trap {
    let made = || -> Result<Ref, Trap> {
        let class = cx.load("sun/nio/fs/UnixException")?;
        let exception = cx.new_object(class)?;
        set_int(cx, exception, "errno", "I", refusal.errno())?;
        match refusal {
            FileRefusal::Trap(trap) => Err(trap),
            _ => Ok(exception),
        }
    };
    made().map_or_else(|trap| trap, Trap::Throw)
}

/// `path, flags, mode`: a number for an open file.
fn open(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    /// Flags that ask for more than reading: `O_WRONLY`, `O_RDWR`, `O_CREAT`, `O_TRUNC`, `O_APPEND`.
    const WRITING: i32 = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000;
    let path = path(cx, &args)?;
    let opened = match args.int(1) & WRITING {
        0 => access::open(cx, &path),
        _ => Err(FileRefusal::Closed(Closed::Writing)),
    };
    match opened {
        Ok(number) => Ok(int(FIRST_FILE + number as i32)),
        Err(refusal) => Err(unix_exception(cx, refusal)),
    }
}

fn looked(
    cx: &mut Context<'_>,
    args: &Args<'_>,
    follow: bool,
) -> Result<Result<FileStat, FileRefusal>, Trap> {
    let path = path(cx, args)?;
    Ok(access::facts(cx, &path, follow))
}

/// `path, attributes`.
fn attributes(cx: &mut Context<'_>, args: Args<'_>, follow: bool) -> Answer {
    match looked(cx, &args, follow)? {
        Ok(facts) => fill(cx, args.object(1)?, &facts),
        Err(refusal) => Err(unix_exception(cx, refusal)),
    }
}

/// `number of an open file, attributes`.
fn attributes_of_open(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let opened = usize::try_from(args.int(0) - FIRST_FILE).ok().and_then(|number| cx.files().get(number));
    let path = opened.map(|file| file.path);
    let facts = match (path, cx.disk()) {
        (Some(path), Some(disk)) => disk.facts(&path, true).map_err(FileRefusal::System),
        _ => Err(FileRefusal::System(access::EBADF)),
    };
    match facts {
        Ok(facts) => fill(cx, args.object(1)?, &facts),
        Err(refusal) => Err(unix_exception(cx, refusal)),
    }
}

/// `path, attributes`: 0, or the number of the error.
fn attributes_or_error(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match looked(cx, &args, true)? {
        Ok(facts) => fill(cx, args.object(1)?, &facts),
        Err(refusal) => Ok(int(refusal.errno())),
    }
}

fn mode_or_zero(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let looked = looked(cx, &args, true)?;
    Ok(u64::from(looked.map_or(0, |facts| facts.mode)))
}

fn exists(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(u64::from(looked(cx, &args, true)?.is_ok()))
}

/// `path, what`: reading only, and looking into a folder.
fn accessible(cx: &mut Context<'_>, args: &Args<'_>) -> Result<Result<(), FileRefusal>, Trap> {
    /// `W_OK` and `X_OK`.
    const WRITE: i32 = 2;
    const EXECUTE: i32 = 1;
    let facts = match looked(cx, args, true)? {
        Ok(facts) => facts,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let wants = args.int(1);
    Ok(match wants & WRITE != 0 || (wants & EXECUTE != 0 && !facts.is_folder()) {
        true => Err(FileRefusal::Closed(Closed::Writing)),
        false => Ok(()),
    })
}

fn check_access(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    accessible(cx, &args)?.map(|()| 0).map_err(|refusal| unix_exception(cx, refusal))
}

fn access_or_error(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(accessible(cx, &args)?.map_or_else(|refusal| int(refusal.errno()), |()| 0))
}

fn bytes(
    cx: &mut Context<'_>,
    args: Args<'_>,
    ask: fn(&mut Context<'_>, &[u8]) -> Result<Vec<u8>, FileRefusal>,
) -> Answer {
    let path = path(cx, &args)?;
    match ask(cx, &path) {
        Ok(bytes) => Ok(word(cx.new_bytes(&bytes)?)),
        Err(refusal) => Err(unix_exception(cx, refusal)),
    }
}

/// Writes what is known into a `UnixFileAttributes`.
pub(super) fn fill(cx: &mut Context<'_>, attributes: Ref, facts: &FileStat) -> Answer {
    let ints = [
        ("st_mode", facts.mode),
        ("st_nlink", facts.links as u32),
        ("st_uid", facts.user),
        ("st_gid", facts.group),
    ];
    for (name, value) in ints {
        set_int(cx, attributes, name, "I", value as i32)?;
    }
    let class = cx.class_of(attributes);
    let longs = [
        ("st_ino", facts.inode),
        ("st_dev", facts.device),
        ("st_size", facts.size),
        ("st_atime_sec", facts.accessed.0 as u64),
        ("st_atime_nsec", facts.accessed.1 as u64),
        ("st_mtime_sec", facts.modified.0 as u64),
        ("st_mtime_nsec", facts.modified.1 as u64),
        ("st_ctime_sec", facts.changed.0 as u64),
        ("st_ctime_nsec", facts.changed.1 as u64),
    ];
    for (name, value) in longs {
        let unit = unit_of(cx, class, name, "J")?;
        cx.put64(attributes, unit, value)?;
    }
    Ok(0)
}

/// `this, file, other file`: a refusal of ours, with what would grant it. Everything else is the library's to
/// translate.
fn as_io_exception(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let errno = get_int(cx, args.object(0)?, "errno", "I")?;
    let Some(closed) = Closed::of(errno) else { return Err(Trap::Original) };
    let path = if args.maybe(1).is_null() { String::new() } else { cx.text(args.maybe(1)) };
    let class = "java/nio/file/AccessDeniedException";
    let exception = cx.make_refusal(args.thread, class, &closed.text(&path))?;
    for (field, at) in [("file", 1), ("other", 2)] {
        set_ref(cx, exception, field, "Ljava/lang/String;", args.maybe(at))?;
    }
    Ok(word(exception))
}
