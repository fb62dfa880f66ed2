//! java.io.UnixFileSystem: what can be asked about files. Of those that are closed to programs, nothing is told.

use super::descriptor::is_readable;
use base::Symbol;
use vm::{Answer, Args, Machine, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let files = "java/io/UnixFileSystem";
    registry.add(files, "initIDs()V", crate::nothing);
    registry.add(files, "canonicalize0(Ljava/lang/String;)Ljava/lang/String;", canonicalize);
    registry.add(files, "getBooleanAttributes0(Ljava/io/File;)I", attributes);
    for name in ["checkAccess", "checkAccess0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;I)Z"), check_access);
    }
    for name in ["getLength", "getLength0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)J"), length);
    }
    for name in ["getLastModifiedTime", "getLastModifiedTime0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)J"), crate::nothing);
    }
    for name in ["list", "list0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)[Ljava/lang/String;"), crate::nothing);
    }
    for name in ["createDirectory", "createDirectory0", "delete0", "setReadOnly", "setReadOnly0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)Z"), crate::nothing);
    }
    registry.add(files, "rename0(Ljava/io/File;Ljava/io/File;)Z", crate::nothing);
    for name in ["createFileExclusively", "createFileExclusively0"] {
        registry.add(files, &format!("{name}(Ljava/lang/String;)Z"), refuse);
    }
}

/// Paths stay as they are, `.` and `..` aside: links are nobody's business.
fn canonicalize(machine: &mut Machine, args: Args<'_>) -> Answer {
    let path = machine.text(args.object(1)?);
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
    Ok(u64::from(machine.new_string(&path)?.0))
}

fn path_of(machine: &Machine, file: Ref) -> Result<String, Trap> {
    let class = machine.heap.class_of(file);
    let field =
        machine.program.resolve_field(class, Symbol::new("path"), Symbol::new("Ljava/lang/String;"))?;
    Ok(machine.text(machine.heap.get_ref(file, machine.program.fields[field].unit)))
}

/// The content of a file that is open to programs.
fn content(machine: &mut Machine, file: Ref) -> Result<Option<Vec<u8>>, Trap> {
    let path = path_of(machine, file)?;
    Ok(match is_readable(machine, &path) {
        true => machine.host.file(&path),
        false => None,
    })
}

fn attributes(machine: &mut Machine, args: Args<'_>) -> Answer {
    /// `FileSystem.BA_EXISTS` and `BA_REGULAR`.
    const EXISTS: u64 = 1;
    const REGULAR: u64 = 2;
    let found = content(machine, args.object(1)?)?;
    Ok(found.map_or(0, |_| EXISTS | REGULAR))
}

fn check_access(machine: &mut Machine, args: Args<'_>) -> Answer {
    /// `FileSystem.ACCESS_READ`.
    const READ: i32 = 4;
    let found = content(machine, args.object(1)?)?;
    Ok(u64::from(found.is_some() && args.int(2) == READ))
}

fn length(machine: &mut Machine, args: Args<'_>) -> Answer {
    let found = content(machine, args.object(1)?)?;
    Ok(found.map_or(0, |content| content.len() as u64))
}

fn refuse(_: &mut Machine, _: Args<'_>) -> Answer {
    Err(Trap::raise("java/io/IOException", "Permission denied"))
}
