//! Files that programs write, which are nowhere but in the machine (`--allow-write memory`): which calls go on in the
//! kernel's layer (`kernel/src/jaywalk/kernel/Layer.java`), and what the layer asks of the disk below it.
//!
//! The JDK's own files and those of the class path are not the program's to write, and are read as ever.

use super::access::{self, FileRefusal};
use super::descriptor::Descriptor;
use super::dispatcher::{self, unix_exception};
use super::files::path_of;
use super::kernel::{forward, is_number};
use crate::reflect::{get_ref, word};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use vm::{Answer, Args, Context, FileStat, Native, Ref, Registry, START_OF_TIME_MS, Trap, int};

/// Where temporary files go, as the property `java.io.tmpdir` says: a folder that is there for whoever may write.
const TEMPORARY: &str = "/tmp";
/// A folder that everybody may look into and its owner write.
const FOLDER_MODE: u32 = 0o040_755;

pub fn register(registry: &mut Registry) {
    let host = "jaywalk/kernel/Host";
    registry.add(host, "descriptor(Ljava/lang/Object;)Ljava/io/FileDescriptor;", |cx, args| {
        Ok(word(get_ref(cx, args.object(0)?, "fd", "Ljava/io/FileDescriptor;")?))
    });
    registry.add(host, "place(Ljava/lang/String;)Ljava/lang/String;", |cx, args| {
        let path = cx.text(args.object(0)?);
        placed(cx, path.as_bytes())
    });
    registry.add(host, "path(J)Ljava/lang/String;", |cx, args| {
        let path = dispatcher::path(cx, &args)?;
        placed(cx, &path)
    });
    registry.add(host, "mode(Ljava/lang/String;)I", |cx, args| {
        let facts = facts(cx, &args)?;
        Ok(int(facts.map_or_else(|refusal| -refusal.errno(), |facts| facts.mode as i32)))
    });
    registry.add(host, "length(Ljava/lang/String;)J", |cx, args| {
        Ok(facts(cx, &args)?.map_or(0, |facts| facts.size))
    });
    registry.add(host, "modified(Ljava/lang/String;)J", |cx, args| {
        let modified = facts(cx, &args)?.map_or((0, 0), |facts| facts.modified);
        Ok((modified.0 * 1000 + modified.1 / 1_000_000) as u64)
    });
    registry.add(host, "content(Ljava/lang/String;)[B", content);
    registry.add(host, "names(Ljava/lang/String;)[Ljava/lang/String;", names);
    registry.add(host, "start()J", |_, _| Ok(START_OF_TIME_MS));
    registry.add(host, "unix(I)Ljava/lang/Exception;", |cx, args| {
        Err(unix_exception(cx, FileRefusal::of(args.int(0))))
    });
    registry.add(host, "notFound(Ljava/lang/String;I)Ljava/lang/Exception;", |cx, args| {
        let path = cx.text(args.object(0)?);
        Err(FileRefusal::of(args.int(1)).not_found(&path))
    });
    registry.add(host, "inputOutput(Ljava/lang/String;I)Ljava/lang/Exception;", |cx, args| {
        let path = cx.text(args.object(0)?);
        Err(FileRefusal::of(args.int(1)).not_made(&path))
    });
    registry.add(host, "fill(Ljava/lang/Object;IJJI)V", fill);
    registry.add(host, "listing([B)J", |cx, args| {
        let names = cx.reading(args.object(0)?)?;
        let names = cx.bytes(names).to_vec();
        super::folder::listed(cx, &names)
    });
    registry.add(host, "map([BJ)J", map);
}

/// The path is one that the layer decides about.
fn is_layered(cx: &Context<'_>, path: &[u8]) -> bool {
    let options = cx.options();
    if !options.writes_memory {
        return false;
    }
    let path = Path::new(&options.working_folder).join(Path::new(std::ffi::OsStr::from_bytes(path)));
    let fixed =
        [Path::new(&options.jdk_home)].into_iter().chain(options.loadable.iter().map(PathBuf::as_path));
    !fixed.into_iter().any(|place| path.starts_with(place))
}

/// `this, path, ...`.
pub fn by_text(cx: &mut Context<'_>, args: Args<'_>, other: Native) -> Answer {
    let path = cx.text(args.object(1)?);
    if is_layered(cx, path.as_bytes()) { forward(cx, args) } else { other(cx, args) }
}

/// `this, file, ...`.
pub fn by_file(cx: &mut Context<'_>, args: Args<'_>, other: Native) -> Answer {
    let path = path_of(cx, args.object(1)?)?;
    if is_layered(cx, path.as_bytes()) { forward(cx, args) } else { other(cx, args) }
}

/// `address of a path, ...`.
pub fn by_address(cx: &mut Context<'_>, args: Args<'_>, other: Native) -> Answer {
    if !cx.options().writes_memory {
        return other(cx, args);
    }
    let path = dispatcher::path(cx, &args)?;
    if is_layered(cx, &path) { forward(cx, args) } else { other(cx, args) }
}

/// `stream, ...`: the number in its descriptor tells.
pub fn by_stream(cx: &mut Context<'_>, args: Args<'_>, other: Native) -> Answer {
    let descriptor = get_ref(cx, args.object(0)?, "fd", "Ljava/io/FileDescriptor;")?;
    let is_layered = !descriptor.is_null() && is_number(Descriptor::of_object(cx, descriptor)?.fd);
    if is_layered { forward(cx, args) } else { other(cx, args) }
}

/// `number, ...`.
pub fn by_number(cx: &mut Context<'_>, args: Args<'_>, other: Native) -> Answer {
    if is_number(args.int(0)) { forward(cx, args) } else { other(cx, args) }
}

/// A path as the layer has it, as a Java string.
fn placed(cx: &mut Context<'_>, path: &[u8]) -> Answer {
    let plain =
        plain(Path::new(&cx.options().working_folder).join(Path::new(std::ffi::OsStr::from_bytes(path))));
    let above = plain.ancestors().find_map(|above| Some((above, access::real_folder(cx, above)?)));
    let placed = match above {
        Some((above, real)) => plain.strip_prefix(above).map(|rest| real.join(rest)).unwrap_or(real),
        None => plain.clone(),
    };
    // A path that ends where it began has a slash at its end otherwise.
    let text = plain_text(&placed);
    Ok(word(cx.new_string(&text)?))
}

fn plain_text(path: &Path) -> String {
    let text = path.to_string_lossy();
    match text.strip_suffix('/') {
        Some(rest) if !rest.is_empty() => rest.to_string(),
        _ => text.into_owned(),
    }
}

/// Without dots. Links that `..` would have to be seen beyond are those of the disk, and are not followed.
fn plain(path: PathBuf) -> PathBuf {
    let mut plain = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::Normal(name) => plain.push(name),
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
        }
    }
    plain
}

/// What the disk has at a path. The folders in which a program begins, and in which temporary files are, are there even
/// if what is in them is closed.
fn facts(cx: &mut Context<'_>, args: &Args<'_>) -> Result<Result<FileStat, FileRefusal>, Trap> {
    let path = cx.text(args.object(0)?);
    let place = Path::new(&path);
    let is_given =
        Path::new(TEMPORARY).starts_with(place) || Path::new(&cx.options().working_folder).starts_with(place);
    if is_given && access::real_folder(cx, place).is_none() {
        return Ok(Ok(FileStat { mode: FOLDER_MODE, ..FileStat::default() }));
    }
    Ok(access::facts(cx, path.as_bytes(), true))
}

fn content(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let path = cx.text(args.object(0)?);
    let number = access::open(cx, path.as_bytes()).map_err(|refusal| refusal.not_found(&path))?;
    let content = cx.files().get(number).map(|file| file.content).unwrap_or_default();
    Ok(word(cx.new_bytes(&content)?))
}

fn names(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let path = cx.text(args.object(0)?);
    let names = access::names(cx, path.as_bytes()).unwrap_or_default();
    let names = names.iter().map(|name| cx.new_string(&String::from_utf8_lossy(name)));
    let names = names.collect::<Result<Vec<Ref>, Trap>>()?;
    let class = cx.known().strings;
    Ok(word(cx.new_ref_array(class, &names)?))
}

/// `attributes, mode, length, milliseconds, number`.
fn fill(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let millis = args.long(3);
    let time = (millis.div_euclid(1000), millis.rem_euclid(1000) * 1_000_000);
    let facts = FileStat {
        mode: args.int(1) as u32,
        size: args.long(2) as u64,
        inode: u64::from(args.int(4) as u32),
        links: 1,
        accessed: time,
        modified: time,
        changed: time,
        ..FileStat::default()
    };
    dispatcher::fill(cx, args.object(0)?, &facts)
}

/// `bytes, length`.
fn map(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bytes = cx.reading(args.object(0)?)?;
    let mut bytes = cx.bytes(bytes).to_vec();
    bytes.resize((args.long(1) as usize).max(1), 0);
    cx.allocate_filled(&bytes).ok_or_else(|| Trap::raise("java/lang/OutOfMemoryError", "Map failed"))
}
