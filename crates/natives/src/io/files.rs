//! java.io.UnixFileSystem: what can be asked about files. Of those that are closed to programs, nothing is
//! told.

use super::access;
use super::layer::{by_file, by_text};
use base::Symbol;
use vm::{Answer, Args, Context, FileStat, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let files = "java/io/UnixFileSystem";
    registry.add(files, "initIDs()V", crate::nothing);
    registry.add(files, "canonicalize0(Ljava/lang/String;)Ljava/lang/String;", |cx, args| {
        by_text(cx, args, canonicalize)
    });
    registry.add(files, "getBooleanAttributes0(Ljava/io/File;)I", |cx, args| by_file(cx, args, attributes));
    for name in ["checkAccess", "checkAccess0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;I)Z"), |cx, args| by_file(cx, args, check_access));
    }
    for name in ["getLength", "getLength0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)J"), |cx, args| by_file(cx, args, length));
    }
    for name in ["getLastModifiedTime", "getLastModifiedTime0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)J"), |cx, args| by_file(cx, args, modified));
    }
    for name in ["list", "list0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)[Ljava/lang/String;"), |cx, args| {
            by_file(cx, args, list)
        });
    }
    registry.add(files, "getNameMax0(Ljava/lang/String;)J", |_, _| Ok(LONGEST_NAME));
}

/// `NAME_MAX` on Linux.
const LONGEST_NAME: u64 = 255;

/// Without links for a file that the program may look at. Other paths stay as they are, `.` and `..` aside:
/// their links are nobody's business.
fn canonicalize(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let path = cx.text(args.object(1)?);
    if let Ok(real) = access::real_path(cx, path.as_bytes()) {
        return Ok(u64::from(cx.new_string(&String::from_utf8_lossy(&real))?.0));
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            plain => parts.push(plain),
        }
    }
    let path = format!("/{}", parts.join("/"));
    Ok(u64::from(cx.new_string(&path)?.0))
}

pub(super) fn path_of(cx: &mut Context<'_>, file: Ref) -> Result<String, Trap> {
    let class = cx.class_of(file);
    let field = cx.program().resolve_field(class, Symbol::new("path"), Symbol::new("Ljava/lang/String;"))?;
    let path = cx.get_ref(file, cx.program().fields[field].unit)?;
    Ok(cx.text(path))
}

/// What is known of the file that is argument 1, if it is open to programs.
fn facts(cx: &mut Context<'_>, args: &Args<'_>) -> Result<Option<FileStat>, Trap> {
    let path = path_of(cx, args.object(1)?)?;
    Ok(access::facts(cx, path.as_bytes(), true).ok())
}

fn attributes(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    /// `FileSystem.BA_EXISTS`, `BA_REGULAR` and `BA_DIRECTORY`.
    const EXISTS: u64 = 1;
    const REGULAR: u64 = 2;
    const FOLDER: u64 = 4;
    Ok(facts(cx, &args)?.map_or(0, |facts| match (facts.is_file(), facts.is_folder()) {
        (true, _) => EXISTS | REGULAR,
        (_, true) => EXISTS | FOLDER,
        _ => EXISTS,
    }))
}

fn check_access(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    /// `FileSystem.ACCESS_READ` and `ACCESS_EXECUTE`, which for a folder is looking into it.
    const READ: i32 = 4;
    const EXECUTE: i32 = 1;
    let found = facts(cx, &args)?;
    Ok(u64::from(found.is_some_and(|facts| match args.int(2) {
        READ => true,
        EXECUTE => facts.is_folder(),
        _ => false,
    })))
}

fn length(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(facts(cx, &args)?.map_or(0, |facts| facts.size))
}

/// Milliseconds since 1970.
fn modified(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let facts = facts(cx, &args)?;
    Ok(facts.map_or(0, |facts| facts.modified.0 * 1000 + facts.modified.1 / 1_000_000) as u64)
}

/// Null for what is no folder.
fn list(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let path = path_of(cx, args.object(1)?)?;
    let Ok(names) = access::names(cx, path.as_bytes()) else { return Ok(0) };
    let names = names
        .iter()
        .map(|name| cx.new_string(&String::from_utf8_lossy(name)))
        .collect::<Result<Vec<Ref>, Trap>>()?;
    let class = cx.known().strings;
    Ok(u64::from(cx.new_ref_array(class, &names)?.0))
}
