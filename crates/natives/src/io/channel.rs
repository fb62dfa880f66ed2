//! sun.nio.ch: channels of files that are open for reading, and of the standard streams.

use super::access::{Closed, EBADF, error_text};
use super::descriptor::Descriptor;
use super::kernel::{self, forward, forward_or};
use crate::nothing;
use crate::reflect::{get_ref, set_int};
use vm::{Answer, Args, Context, Registry, Trap, int};

/// What natives of channels answer where the system would be asked for something it does not have:
/// `IOStatus.EOF` and `UNSUPPORTED`.
const END: i32 = -1;
const UNSUPPORTED: i32 = -4;
/// What parts of files are mapped by.
const PAGE_BYTES: u64 = 4096;
/// An element of the array that scattered reads get: an address and a length.
const VECTOR_BYTES: u64 = 16;

pub fn register(registry: &mut Registry) {
    for class in ["FileDispatcherImpl", "UnixFileDispatcherImpl", "UnixDispatcher"] {
        dispatcher(registry, &format!("sun/nio/ch/{class}"));
    }
    let channel = "sun/nio/ch/FileChannelImpl";
    registry.add(channel, "initIDs()J", |_, _| Ok(PAGE_BYTES));
    registry.add(channel, "maxDirectTransferSize0()I", |_, _| Ok(int(i32::MAX)));
    registry.add(channel, "map0(IJJZ)J", map_own);
    registry.add(channel, "unmap0(JJ)I", unmap);
    registry.add(
        channel,
        "transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J",
        no_direct_transfer,
    );
    // How much memory buffers have taken is counted for all threads together; exploring, nobody counts.
    for name in ["reserveMemory(JJ)V", "unreserveMemory(JJ)V"] {
        registry.add(
            "java/nio/Bits",
            name,
            |cx, _| if cx.is_exploring() { Ok(0) } else { Err(Trap::Original) },
        );
    }
    registry.add("java/nio/Bits", "pageSize()I", |_, _| Ok(PAGE_BYTES));
    let util = "sun/nio/ch/IOUtil";
    registry.add(util, "initIDs()V", nothing);
    registry.add(util, "iovMax()I", |_, _| Ok(1024));
    registry.add(util, "writevMax()J", |_, _| Ok(i32::MAX as u64));
    registry.add(util, "fdLimit()I", |_, _| Ok(1024));
    registry.add(util, "fdVal(Ljava/io/FileDescriptor;)I", |m, a| {
        Ok(int(Descriptor::of_object(m, a.object(0)?)?.fd))
    });
    registry.add(util, "setfdVal(Ljava/io/FileDescriptor;I)V", |m, a| {
        set_int(m, a.object(0)?, "fd", "I", a.int(1)).map(|()| 0)
    });
    for name in [
        "configureBlocking(Ljava/io/FileDescriptor;Z)V",
        "makePipe(Z)J",
        "write1(IB)I",
        "drain(I)Z",
        "drain1(I)I",
    ] {
        registry.add(util, name, forward);
    }
    // Whoever closes a descriptor wakes those who wait for it; all that is asked of a thread is that it is one.
    let thread = "sun/nio/ch/NativeThread";
    for name in ["init()V", "signal(J)V", "signal0(J)V"] {
        registry.add(thread, name, nothing);
    }
    for name in ["current()J", "current0()J"] {
        registry.add(thread, name, |_, _| Ok(1));
    }
    registry.add(thread, "supportPendingSignals0()Z", nothing);
}

fn dispatcher(registry: &mut Registry, class: &str) {
    let mut add = |name: &str, native| registry.add(class, name, native);
    for name in ["init()V", "init0()V"] {
        add(name, nothing);
    }
    add("closeIntFD(I)V", |cx, args| match kernel::is_number(args.int(0)) {
        true => forward(cx, args),
        false => Ok(0),
    });
    for name in ["close0", "preClose0"] {
        add(&format!("{name}(Ljava/io/FileDescriptor;)V"), |cx, args| forward_or(cx, args, nothing));
    }
    add("read0(Ljava/io/FileDescriptor;JI)I", |cx, args| forward_or(cx, args, read));
    add("pread0(Ljava/io/FileDescriptor;JIJ)I", |cx, args| forward_or(cx, args, read_at));
    add("pwrite0(Ljava/io/FileDescriptor;JIJ)I", |cx, args| forward_or(cx, args, bad));
    add("truncate0(Ljava/io/FileDescriptor;J)I", |cx, args| forward_or(cx, args, bad));
    add("readv0(Ljava/io/FileDescriptor;JI)J", |cx, args| forward_or(cx, args, read_scattered));
    add("write0(Ljava/io/FileDescriptor;JI)I", |cx, args| forward_or(cx, args, write));
    add("writev0(Ljava/io/FileDescriptor;JI)J", |cx, args| forward_or(cx, args, write_gathered));
    add("seek0(Ljava/io/FileDescriptor;J)J", |cx, args| forward_or(cx, args, seek));
    add("size0(Ljava/io/FileDescriptor;)J", |cx, args| {
        forward_or(cx, args, |m, a| Ok(opened(m, &a)?.length(m)))
    });
    add("available0(Ljava/io/FileDescriptor;)I", |cx, args| {
        forward_or(cx, args, |m, a| Ok(opened(m, &a)?.remaining(m)?.min(i32::MAX as u64)))
    });
    add("isOther0(Ljava/io/FileDescriptor;)Z", |cx, args| {
        forward_or(cx, args, |m, a| Ok(u64::from(!opened(m, &a)?.is_file())))
    });
    add("force0(Ljava/io/FileDescriptor;Z)I", nothing);
    add("allocationGranularity0()J", |_, _| Ok(PAGE_BYTES));
    add("map0(Ljava/io/FileDescriptor;IJJZ)J", |cx, args| forward_or(cx, args, map));
    add("unmap0(JJ)I", unmap);
    for name in ["transferTo0", "transferFrom0"] {
        add(&format!("{name}(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J"), no_direct_transfer);
        add(&format!("{name}(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;JJZ)J"), no_direct_transfer);
    }
    add("canTransferToFromOverlappedMap0()Z", |_, _| Ok(1));
}

fn opened(cx: &mut Context<'_>, args: &Args<'_>) -> Result<Descriptor, Trap> {
    let descriptor = Descriptor::of_object(cx, args.object(0)?)?;
    match descriptor.fd {
        -1 => Err(Trap::raise("java/io/IOException", error_text(EBADF))),
        _ => {
            descriptor.gate(cx)?;
            Ok(descriptor)
        }
    }
}

/// What the system says about writing to what was opened for reading.
fn bad(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Err(Trap::raise("java/io/IOException", error_text(EBADF)))
}

fn put(cx: &mut Context<'_>, address: u64, bytes: &[u8]) -> Result<(), Trap> {
    let done = cx.write_memory(address, bytes)?;
    done.ok_or_else(|| Trap::unsupported(format!("reading into memory at address {address}")))
}

fn get(cx: &mut Context<'_>, address: u64, count: u64) -> Result<Vec<u8>, Trap> {
    cx.read_memory(address, count)?
        .ok_or_else(|| Trap::unsupported(format!("writing from memory at address {address}")))
}

/// `descriptor, address, count`.
fn read(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = opened(cx, &args)?;
    let count = read_into(cx, descriptor, args.long(1) as u64, args.int(2).max(0) as usize)?;
    Ok(int(if count == 0 && args.int(2) > 0 { END } else { count as i32 }))
}

fn read_into(
    cx: &mut Context<'_>,
    descriptor: Descriptor,
    address: u64,
    count: usize,
) -> Result<usize, Trap> {
    let mut buffer = vec![0; count];
    let read = descriptor.read(cx, &mut buffer)?;
    if read > 0 {
        put(cx, address, &buffer[..read])?;
    }
    Ok(read)
}

/// `descriptor, address, count, position`; the file's own position stays.
fn read_at(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = opened(cx, &args)?;
    let count = args.int(2).max(0) as usize;
    let content = descriptor.content(cx).unwrap_or_default();
    let rest = content.get(args.long(3) as usize..).unwrap_or_default();
    if rest.is_empty() && count > 0 {
        return Ok(int(END));
    }
    let count = count.min(rest.len());
    if count > 0 {
        put(cx, args.long(1) as u64, &rest[..count])?;
    }
    Ok(int(count as i32))
}

/// The pieces that an array of addresses and lengths names: `descriptor, address, count`.
fn pieces(cx: &mut Context<'_>, args: &Args<'_>) -> Result<Vec<(u64, u64)>, Trap> {
    let count = args.int(2).max(0) as u64;
    if count == 0 {
        return Ok(Vec::new());
    }
    let bytes = get(cx, args.long(1) as u64, count * VECTOR_BYTES)?;
    let words: Vec<u64> =
        bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(std::array::from_fn(|i| word[i]))).collect();
    Ok(words.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
}

fn read_scattered(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = opened(cx, &args)?;
    let (mut wanted, mut total) = (0, 0);
    for (address, length) in pieces(cx, &args)? {
        wanted += length;
        let read = read_into(cx, descriptor, address, length as usize)? as u64;
        total += read;
        if read < length {
            break;
        }
    }
    Ok(if total == 0 && wanted > 0 { i64::from(END) as u64 } else { total })
}

/// `descriptor, address, count`: only standard output and error are open for writing.
fn write(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = opened(cx, &args)?;
    let bytes = get(cx, args.long(1) as u64, args.int(2).max(0) as u64)?;
    descriptor.write(cx, &bytes)?;
    Ok(bytes.len() as u64)
}

fn write_gathered(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = opened(cx, &args)?;
    let mut total = 0;
    for (address, length) in pieces(cx, &args)? {
        let bytes = get(cx, address, length)?;
        descriptor.write(cx, &bytes)?;
        total += length;
    }
    Ok(total)
}

/// `descriptor, position`; a negative one only asks.
fn seek(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = opened(cx, &args)?;
    if args.long(1) >= 0 {
        descriptor.seek(cx, args.long(1) as u64)?;
    }
    descriptor.position(cx)
}

/// `descriptor, how, position, length, synchronized`: a copy of a part of the file, which cannot change.
fn map(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = opened(cx, &args)?;
    map_part(cx, descriptor, args.int(1), args.long(2) as u64, args.long(3) as u64)
}

/// `channel, how, position, length, synchronized`.
fn map_own(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = get_ref(cx, args.object(0)?, "fd", "Ljava/io/FileDescriptor;")?;
    let descriptor = Descriptor::of_object(cx, object)?;
    if kernel::is_number(descriptor.fd) {
        return Err(Trap::unsupported("a file in memory that is mapped"));
    }
    map_part(cx, descriptor, args.int(1), args.long(2) as u64, args.long(3) as u64)
}

fn map_part(cx: &mut Context<'_>, descriptor: Descriptor, how: i32, position: u64, length: u64) -> Answer {
    /// `MAP_RO`; for the others the channel would have to be open for writing.
    const READ_ONLY: i32 = 0;
    if how != READ_ONLY {
        return Err(Trap::Refuse("java/io/IOException", Closed::Writing.text("")));
    }
    let content = descriptor.content(cx).unwrap_or_default();
    let rest = content.get(position as usize..).unwrap_or_default();
    let part = &rest[..rest.len().min(length as usize)];
    let address = cx
        .allocate_memory(length.max(1))
        .ok_or_else(|| Trap::raise("java/lang/OutOfMemoryError", "Map failed"))?;
    if !part.is_empty() {
        put(cx, address, part)?;
    }
    Ok(address)
}

fn unmap(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.free_memory(args.long(0) as u64)?;
    Ok(0)
}

fn no_direct_transfer(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Ok(i64::from(UNSUPPORTED) as u64)
}
