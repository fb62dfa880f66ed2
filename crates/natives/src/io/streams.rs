//! java.io.FileInputStream, FileOutputStream and RandomAccessFile. Only standard output and error can be
//! written to, beside files of the layer in memory.

use super::descriptor::Descriptor;
use super::layer::{by_stream, by_text};
use super::refused::open_for_writing;
use crate::util::loops;
use vm::{Answer, Args, Context, Ref, Registry, Trap, Use};

pub fn register(registry: &mut Registry) {
    let input = "java/io/FileInputStream";
    registry.add(input, "initIDs()V", crate::nothing);
    registry.add(input, "open0(Ljava/lang/String;)V", |cx, args| by_text(cx, args, open));
    registry.add(input, "available0()I", |cx, args| by_stream(cx, args, available));
    registry.add(input, "length0()J", |cx, args| by_stream(cx, args, length));
    registry.add(input, "position0()J", |cx, args| by_stream(cx, args, position));
    registry.add(input, "skip0(J)J", |cx, args| by_stream(cx, args, skip));
    registry.add(input, "read0()I", |cx, args| by_stream(cx, args, read_one));
    registry.add(input, "readBytes([BII)I", |cx, args| by_stream(cx, args, read_bytes));
    registry.add(input, "isRegularFile0(Ljava/io/FileDescriptor;)Z", |m, a| {
        Ok(u64::from(Descriptor::of_object(m, a.object(1)?)?.is_file()))
    });
    let output = "java/io/FileOutputStream";
    registry.add(output, "initIDs()V", crate::nothing);
    registry.add(output, "write(IZ)V", |cx, args| by_stream(cx, args, write_one));
    registry.add(output, "writeBytes([BIIZ)V", |cx, args| by_stream(cx, args, write_bytes));
    let random = "java/io/RandomAccessFile";
    registry.add(random, "initIDs()V", crate::nothing);
    registry.add(random, "open0(Ljava/lang/String;I)V", |cx, args| by_text(cx, args, open_random));
    registry.add(random, "getFilePointer()J", |cx, args| by_stream(cx, args, position));
    registry.add(random, "length()J", |cx, args| by_stream(cx, args, length));
    registry.add(random, "length0()J", |cx, args| by_stream(cx, args, length));
    registry.add(random, "read0()I", |cx, args| by_stream(cx, args, read_one));
    registry.add(random, "readBytes([BII)I", |cx, args| by_stream(cx, args, read_bytes));
    registry.add(random, "readBytes0([BII)I", |cx, args| by_stream(cx, args, read_bytes));
    registry.add(random, "seek0(J)V", |cx, args| by_stream(cx, args, seek));
    registry.add("java/io/Console", "istty()Z", crate::nothing);
    registry.add("java/io/Console", "encoding()Ljava/lang/String;", crate::nothing);
    registry.add("java/io/ObjectStreamClass", "initNative()V", crate::nothing);
    registry.add(
        "java/io/ObjectStreamClass",
        "hasStaticInitializer(Ljava/lang/Class;)Z",
        has_static_initializer,
    );
}

fn has_static_initializer(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.mirrored(args.object(0)?)?;
    Ok(u64::from(cx.program().classes[class].clinit.is_some()))
}

fn open(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let path = cx.text(args.object(1)?);
    Descriptor::open(cx, args.object(0)?, &path).map(|()| 0)
}

/// Reading only, on the disk: everything else is refused as if permission were missing.
fn open_random(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    /// `RandomAccessFile.O_RDONLY`.
    const READ_ONLY: i32 = 1;
    match args.int(2) {
        READ_ONLY => open(cx, args),
        _ => open_for_writing(cx, args),
    }
}

fn length(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    Ok(descriptor.length(cx))
}

fn available(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(Descriptor::of(cx, args.object(0)?)?.remaining(cx)?.min(i32::MAX as u64))
}

fn position(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    descriptor.position(cx)
}

fn seek(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    if args.long(1) < 0 {
        return Err(Trap::raise("java/io/IOException", "Negative seek offset"));
    }
    descriptor.seek(cx, args.long(1) as u64)?;
    Ok(0)
}

fn skip(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    let from = descriptor.position(cx)?;
    let to = from.saturating_add_signed(args.long(1));
    descriptor.seek(cx, to)?;
    Ok(to.wrapping_sub(from))
}

fn write_one(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    descriptor.write(cx, &[args.int(1) as u8])?;
    Ok(0)
}

fn write_bytes(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    let array = args.object(1)?;
    let range = range_of(cx, array, args.int(2), args.int(3))?;
    if range.len() > 1 && cx.is_divisible(array, 0, Use::Read) {
        return Err(loops::over_copy(cx, &args, 1, args.int(2), args.int(3)));
    }
    let content = cx.reading(array)?;
    let bytes = cx.bytes(content)[range].to_vec();
    cx.write_outside(descriptor.fd, &bytes);
    Ok(0)
}

/// -1 at the end.
const END: u64 = u32::MAX as u64;

fn read_one(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    let mut byte = [0];
    match descriptor.read(cx, &mut byte)? {
        0 => Ok(END),
        _ => Ok(u64::from(byte[0])),
    }
}

fn read_bytes(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of(cx, args.object(0)?)?;
    let array = args.object(1)?;
    let range = range_of(cx, array, args.int(2), args.int(3))?;
    if range.is_empty() {
        return Ok(0);
    }
    let target = cx.writing(array)?;
    let mut buffer = vec![0; range.len()];
    let read = descriptor.read(cx, &mut buffer)?;
    if read == 0 {
        return Ok(END);
    }
    if let Some(place) = cx.part_mut(target, range.start as u64, read as u64) {
        place.copy_from_slice(&buffer[..read]);
    }
    Ok(read as u64)
}

fn range_of(cx: &Context<'_>, array: Ref, at: i32, count: i32) -> Result<std::ops::Range<usize>, Trap> {
    let len = cx.array_len(array)?;
    match at >= 0 && count >= 0 && at as u64 + count as u64 <= u64::from(len) {
        true => Ok(at as usize..at as usize + count as usize),
        false => Err(Trap::Raise("java/lang/IndexOutOfBoundsException", None)),
    }
}
