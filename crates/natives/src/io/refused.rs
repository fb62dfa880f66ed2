//! Natives that would write to a disk: refused as if permission were missing, with the reason.

use super::access::{Closed, Refusal};
use super::dispatcher::unix_exception;
use vm::{Answer, Args, Context, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let unix = "sun/nio/fs/UnixNativeDispatcher";
    for name in [
        "link0(JJ)V",
        "unlink0(J)V",
        "unlinkat0(IJI)V",
        "mknod0(JIJ)V",
        "rename0(JJ)V",
        "renameat0(IJIJ)V",
        "mkdir0(JI)V",
        "rmdir0(J)V",
        "symlink0(JJ)V",
        "chown0(JII)V",
        "lchown0(JII)V",
        "fchown(III)V",
        "fchown0(III)V",
        "chmod0(JI)V",
        "fchmod(II)V",
        "fchmod0(II)V",
        "fchmodat0(IJII)V",
        "utimes0(JJJ)V",
        "lutimes0(JJJ)V",
        "futimes(IJJ)V",
        "futimens(IJJ)V",
        "futimens0(IJJ)V",
        "utimensat0(IJJJI)V",
    ] {
        registry.add(unix, name, |cx, _| Err(unix_exception(cx, Refusal::Closed(Closed::Writing))));
    }
    let files = "java/io/UnixFileSystem";
    for name in ["createFileExclusively", "createFileExclusively0"] {
        registry.add(files, &format!("{name}(Ljava/lang/String;)Z"), |_, _| {
            Err(Trap::Refuse("java/io/IOException", Closed::Writing.text("")))
        });
    }
    // These tell that nothing was done.
    for name in ["createDirectory", "createDirectory0", "delete0", "setReadOnly", "setReadOnly0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;)Z"), crate::nothing);
    }
    registry.add(files, "rename0(Ljava/io/File;Ljava/io/File;)Z", crate::nothing);
    for name in ["setPermission", "setPermission0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;IZZ)Z"), crate::nothing);
    }
    for name in ["setLastModifiedTime", "setLastModifiedTime0"] {
        registry.add(files, &format!("{name}(Ljava/io/File;J)Z"), crate::nothing);
    }
    let random = "java/io/RandomAccessFile";
    registry.add(random, "write0(I)V", read_only);
    for name in ["writeBytes", "writeBytes0"] {
        registry.add(random, &format!("{name}([BII)V"), read_only);
    }
    for name in ["setLength", "setLength0"] {
        registry.add(random, &format!("{name}(J)V"), |_, _| {
            Err(Trap::raise("java/io/IOException", "Invalid argument"))
        });
    }
    registry.add("java/io/FileOutputStream", "open0(Ljava/lang/String;Z)V", open_for_writing);
}

/// What the system says about writing to a file that was opened for reading.
fn read_only(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Err(Trap::raise("java/io/IOException", "Bad file descriptor"))
}

/// `this, path, ...`.
pub(super) fn open_for_writing(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(1)?);
    Err(Refusal::Closed(Closed::Writing).not_found(&name))
}
