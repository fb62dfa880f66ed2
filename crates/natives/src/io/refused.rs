//! Natives that would write to a disk: refused as if permission were missing, with the reason, unless programs write to
//! the layer in memory.

use super::access::{Closed, EACCES, FileRefusal};
use super::dispatcher::unix_exception;
use super::kernel::forward;
use super::layer::{by_address, by_file, by_number, by_stream, by_text};
use vm::{Answer, Args, Context, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let unix = "sun/nio/fs/UnixNativeDispatcher";
    for name in [
        "link0(JJ)V",
        "unlinkat0(IJI)V",
        "mknod0(JIJ)V",
        "renameat0(IJIJ)V",
        "symlink0(JJ)V",
        "chown0(JII)V",
        "lchown0(JII)V",
        "fchown(III)V",
        "fchown0(III)V",
        "fchmodat0(IJII)V",
        "lutimes0(JJJ)V",
    ] {
        registry.add(unix, name, not_in_layer);
    }
    // Those that the layer knows.
    for name in ["unlink0(J)V", "rename0(JJ)V", "mkdir0(JI)V", "rmdir0(J)V", "chmod0(JI)V", "utimes0(JJJ)V"] {
        registry.add(unix, name, |cx, args| by_address(cx, args, closed));
    }
    for name in ["fchmod(II)V", "fchmod0(II)V", "futimes(IJJ)V", "futimens(IJJ)V", "futimens0(IJJ)V"] {
        registry.add(unix, name, |cx, args| by_number(cx, args, closed));
    }
    // A folder that is open would come first, but the library is told that there is no such ability.
    registry.add(unix, "utimensat0(IJJJI)V", |cx, args| {
        if cx.options().writes_memory { forward(cx, args) } else { closed(cx, args) }
    });
    // Nothing can be open that could be copied to, if it is not the layer's.
    registry.add("sun/nio/fs/UnixCopyFile", "transfer(IIJ)V", forward);
    registry.add("sun/nio/fs/UnixFileSystem", "bufferedCopy0(IIJIJ)V", forward);
    registry.add("sun/nio/fs/LinuxNativeDispatcher", "directCopy0(IIJ)I", forward);
    registry.add("sun/nio/fs/LinuxNativeDispatcher", "posix_fadvise(IJJI)I", crate::nothing);
    let files = "java/io/UnixFileSystem";
    for name in ["createFileExclusively", "createFileExclusively0"] {
        registry.add(files, &format!("{name}(Ljava/lang/String;)Z"), |cx, args| {
            by_text(cx, args, |cx, _| Err(refusal(cx).not_made("")))
        });
    }
    // These tell that nothing was done.
    for name in ["createDirectory", "createDirectory0", "delete0", "setReadOnly", "setReadOnly0"] {
        registry
            .add(files, &format!("{name}(Ljava/io/File;)Z"), |cx, args| by_file(cx, args, crate::nothing));
    }
    registry
        .add(files, "rename0(Ljava/io/File;Ljava/io/File;)Z", |cx, args| by_file(cx, args, crate::nothing));
    for name in ["setPermission", "setPermission0"] {
        registry
            .add(files, &format!("{name}(Ljava/io/File;IZZ)Z"), |cx, args| by_file(cx, args, crate::nothing));
    }
    for name in ["setLastModifiedTime", "setLastModifiedTime0"] {
        registry
            .add(files, &format!("{name}(Ljava/io/File;J)Z"), |cx, args| by_file(cx, args, crate::nothing));
    }
    let random = "java/io/RandomAccessFile";
    registry.add(random, "write0(I)V", |cx, args| by_stream(cx, args, read_only));
    for name in ["writeBytes", "writeBytes0"] {
        registry.add(random, &format!("{name}([BII)V"), |cx, args| by_stream(cx, args, read_only));
    }
    for name in ["setLength", "setLength0"] {
        registry.add(random, &format!("{name}(J)V"), |cx, args| {
            by_stream(cx, args, |_, _| Err(Trap::raise("java/io/IOException", "Invalid argument")))
        });
    }
    registry.add("java/io/FileOutputStream", "open0(Ljava/lang/String;Z)V", |cx, args| {
        by_text(cx, args, open_for_writing)
    });
}

/// Where there is a layer, only the JDK's own files and those of the class path come here.
fn closed(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let refusal = refusal(cx);
    Err(unix_exception(cx, refusal))
}

fn refusal(cx: &Context<'_>) -> FileRefusal {
    if cx.options().writes_memory {
        FileRefusal::System(EACCES)
    } else {
        FileRefusal::Closed(Closed::Writing)
    }
}

/// Links, owners and special files are nothing that the layer has.
fn not_in_layer(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if cx.options().writes_memory {
        let name = cx.program().methods[args.method].name;
        return Err(Trap::unsupported(format!("{name} of a file in memory")));
    }
    closed(cx, args)
}

/// What the system says about writing to a file that was opened for reading.
fn read_only(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Err(Trap::raise("java/io/IOException", "Bad file descriptor"))
}

/// `this, path, ...`.
pub(super) fn open_for_writing(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(1)?);
    Err(refusal(cx).not_found(&name))
}
