//! Small natives of several packages that start-up and common library code meet: access control, performance
//! counters, time zone, vectors, continuations.

use crate::nothing;
use vm::{Answer, Args, Context, Registry, Trap, int};

const ACCESS: &str = "java/security/AccessController";
const PERF: &str = "jdk/internal/perf/Perf";
const CONTINUATION: &str = "jdk/internal/vm/Continuation";
const VECTOR: &str = "jdk/internal/vm/vector/VectorSupport";
const SCOPED: &str = "jdk/internal/misc/ScopedMemoryAccess";
const THREADED_SEEDS: &str = "sun/security/provider/SeedGenerator$ThreadedSeedGenerator";
const TIME_ZONE: &str = "java/util/TimeZone";

pub fn register(registry: &mut Registry) {
    // Everything is allowed: there is no context to look at.
    registry.add(ACCESS, "getStackAccessControlContext()Ljava/security/AccessControlContext;", nothing);
    registry.add(ACCESS, "getInheritedAccessControlContext()Ljava/security/AccessControlContext;", nothing);
    registry.add(ACCESS, "getProtectionDomain(Ljava/lang/Class;)Ljava/security/ProtectionDomain;", nothing);
    registry.add(ACCESS, "ensureMaterializedForStackWalk(Ljava/lang/Object;)V", nothing);
    registry.add(PERF, "registerNatives()V", nothing);
    registry.add(PERF, "createLong(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;", create_long);
    registry.add(PERF, "createByteArray(Ljava/lang/String;II[BI)Ljava/nio/ByteBuffer;", create_byte_array);
    registry.add(PERF, "detach(Ljava/nio/ByteBuffer;)V", nothing);
    registry.add(PERF, "highResCounter()J", |cx, args| cx.look_at_clock(args.thread));
    registry.add(PERF, "highResFrequency()J", |_, _| Ok(1_000_000_000));
    registry
        .add(TIME_ZONE, "getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;", |cx, _| text(cx, "UTC"));
    registry.add(TIME_ZONE, "getSystemGMTOffsetID()Ljava/lang/String;", |cx, _| text(cx, "GMT"));
    registry.add("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8()Z", |_, _| Ok(1));
    registry.add("java/lang/Thread", "getNextThreadIdOffset()J", next_thread_id);
    registry.add("sun/security/provider/SeedGenerator", "getSystemEntropy()[B", entropy);
    registry.add(THREADED_SEEDS, "<init>()V", nothing);
    registry.add(THREADED_SEEDS, "getSeedBytes([B)V", seed_bytes);
    // Not supported: virtual threads are then made of platform threads.
    registry.add("jdk/internal/vm/ContinuationSupport", "isSupported0()Z", nothing);
    for name in ["registerNatives()V", "pin()V", "unpin()V"] {
        registry.add(CONTINUATION, name, nothing);
    }
    registry.add("jdk/internal/vm/ForeignLinkerSupport", "isSupported0()Z", nothing);
    registry.add("jdk/internal/vm/VMSupport", "getVMTemporaryDirectory()Ljava/lang/String;", |cx, _| {
        text(cx, "/tmp")
    });
    registry.add("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled()Z", nothing);
    registry.add(VECTOR, "registerNatives()I", nothing);
    registry.add(VECTOR, "getMaxLaneCount(Ljava/lang/Class;)I", |_, _| Ok(int(-1)));
    registry.add(VECTOR, "getCPUFeatures()Ljava/lang/String;", |cx, _| text(cx, ""));
    registry.add(SCOPED, "registerNatives()V", nothing);
    // True: no other thread is in the midst of an access, since accesses are single operations.
    registry.add(
        SCOPED,
        "closeScope0(Ljdk/internal/misc/ScopedMemoryAccess$Scope;\
            Ljdk/internal/misc/ScopedMemoryAccess$Scope$ScopedAccessError;)Z",
        |_, _| Ok(1),
    );
    registry.add(
        SCOPED,
        "closeScope0(Ljdk/internal/foreign/MemorySessionImpl;\
            Ljdk/internal/misc/ScopedMemoryAccess$ScopedAccessError;)V",
        nothing,
    );
}

/// The address of the number of the next thread, which newer JDKs keep where the machine could reach it as
/// well.
fn next_thread_id(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    /// Behind `Thread.PRIMORDIAL_TID`.
    const FIRST: u64 = 4;
    let address = cx.allocate_filled(&FIRST.to_le_bytes());
    address.ok_or(Trap::Raise("java/lang/OutOfMemoryError", None))
}

/// What seeds `SecureRandom`: bytecode that would look at the clock, the network and the temporary folder.
/// Runs are to be repeatable.
fn entropy(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    /// As long as a SHA-1 digest, which the bytecode answers.
    const SEED: &[u8; 20] = b"the same seed always";
    Ok(u64::from(cx.new_bytes(SEED)?.0))
}

/// What seeds `SecureRandom` where there is no device of random bytes. The bytecode has a thread of its own count how
/// often it comes round before a time is over: a search would follow every such number.
fn seed_bytes(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    const SEED: i32 = 0x5A;
    let arrays = cx.load("java/util/Arrays")?;
    cx.ensure_initialized(args.thread, arrays)?;
    let fill: Trap = cx.tail_call(arrays, "fill", "([BB)V", vec![u64::from(args.maybe(1).0), int(SEED)]);
    Err(fill)
}

fn text(cx: &mut Context<'_>, text: &str) -> Answer {
    Ok(u64::from(cx.new_string(text)?.0))
}

fn create_long(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    const LONG_BYTES: i32 = 8;
    counter(cx, args, LONG_BYTES)
}

fn create_byte_array(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    counter(cx, args, args.int(5))
}

/// A counter is an ordinary buffer that nobody outside of the program reads.
fn counter(cx: &mut Context<'_>, args: Args<'_>, bytes: i32) -> Answer {
    let class = cx.load("java/nio/ByteBuffer")?;
    cx.ensure_initialized(args.thread, class)?;
    let call: Trap = cx.tail_call(class, "allocate", "(I)Ljava/nio/ByteBuffer;", vec![int(bytes)]);
    Err(call)
}
