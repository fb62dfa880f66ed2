//! Memory outside of objects, copying and filling, fences, and numbers of the machine.

use super::{CheckedLocation, UNSAFE, bulk, place};
use crate::nothing;
use vm::{Answer, Args, Context, Registry, Trap, Use, int};

/// For this address, the callers of these natives throw an `OutOfMemoryError`.
const NO_ROOM: u64 = 0;

pub(super) fn register(registry: &mut Registry) {
    registry.add(UNSAFE, "allocateMemory0(J)J", allocate);
    registry.add(UNSAFE, "reallocateMemory0(JJ)J", reallocate);
    registry.add(UNSAFE, "freeMemory0(J)V", free);
    registry.add(UNSAFE, "setMemory0(Ljava/lang/Object;JJB)V", fill);
    registry.add(UNSAFE, "copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V", copy);
    registry.add(UNSAFE, "copySwapMemory0(Ljava/lang/Object;JLjava/lang/Object;JJJ)V", copy_swapped);
    for fence in ["loadFence()V", "storeFence()V", "fullFence()V"] {
        registry.add(UNSAFE, fence, nothing);
    }
    registry.add(UNSAFE, "getLoadAverage0([DI)I", load_average);
}

fn allocate(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(cx.allocate_memory(args.long(1) as u64).unwrap_or(NO_ROOM))
}

fn reallocate(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (old, bytes) = (args.long(1) as u64, args.long(2) as u64);
    let source = cx.spot_in_memory(old, Use::Write)?.ok_or_else(|| not_allocated(old))?;
    let kept = cx.memory_left(old).unwrap_or(0).min(bytes);
    let mut content = cx.peek_bytes(source, kept).unwrap_or_default().to_vec();
    let Ok(length) = i32::try_from(bytes) else { return Ok(NO_ROOM) };
    content.resize(length as usize, 0);
    let Some(new) = cx.allocate_filled(&content) else { return Ok(NO_ROOM) };
    cx.free_memory(old)?;
    Ok(new)
}

fn free(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = args.long(1) as u64;
    match cx.free_memory(address)? {
        true => Ok(0),
        false => Err(not_allocated(address)),
    }
}

fn not_allocated(address: u64) -> Trap {
    Trap::unsupported(format!("giving back memory at address {address}, where nothing is allocated"))
}

fn fill(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (count, value) = (args.long(3) as u64, args.int(4) as u8);
    if count == 0 {
        return Ok(0);
    }
    let at = place(cx, &args, 1, Use::Write)?;
    let unit = bulk::unit_bytes(&[at.0.byte(), count]);
    if count > unit && cx.is_divisible(at.0.object(), 0, Use::Write) {
        return Err(bulk::fill(cx, &args, unit));
    }
    cx.fill_bytes(at.0, count, value).ok_or_else(|| at.outside(cx))?;
    Ok(0)
}

fn copy(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let count = args.long(5) as u64;
    if count > 0 {
        let (from, to) = (place(cx, &args, 1, Use::Read)?, place(cx, &args, 3, Use::Write)?);
        let unit = bulk::unit_bytes(&[from.0.byte(), to.0.byte(), count]);
        if is_seen(cx, from, to, count > unit) {
            let is_upward = from.0.object() != to.0.object() || from.0.byte() >= to.0.byte();
            return Err(bulk::copy(cx, &args, unit, is_upward));
        }
        move_bytes(cx, from, to, count)?;
    }
    Ok(0)
}

/// Others can come in between: if there are several units, or reading and writing are two things to see.
fn is_seen(cx: &mut Context<'_>, from: CheckedLocation, to: CheckedLocation, are_several: bool) -> bool {
    let read = cx.is_divisible(from.0.object(), 0, Use::Read);
    let written = cx.is_divisible(to.0.object(), 0, Use::Write);
    if are_several { read || written } else { read && written }
}

fn copy_swapped(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (count, element) = (args.long(5) as u64, args.long(6) as usize);
    if count == 0 || element == 0 {
        return Ok(0);
    }
    let (from, to) = (place(cx, &args, 1, Use::Read)?, place(cx, &args, 3, Use::Write)?);
    let mut bytes = taken(cx, from, count)?;
    for element in bytes.chunks_mut(element) {
        element.reverse();
    }
    give(cx, to, &bytes)?;
    Ok(0)
}

fn move_bytes(
    cx: &mut Context<'_>,
    from: CheckedLocation,
    to: CheckedLocation,
    count: u64,
) -> Result<(), Trap> {
    let bytes = taken(cx, from, count)?;
    give(cx, to, &bytes)
}

fn taken(cx: &Context<'_>, from: CheckedLocation, count: u64) -> Result<Vec<u8>, Trap> {
    let bytes = cx.peek_bytes(from.0, count);
    bytes.map(<[u8]>::to_vec).ok_or_else(|| from.outside(cx))
}

fn give(cx: &mut Context<'_>, to: CheckedLocation, bytes: &[u8]) -> Result<(), Trap> {
    cx.poke_bytes(to.0, bytes).ok_or_else(|| to.outside(cx))
}

/// Not available, as the documentation allows.
fn load_average(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Ok(int(-1))
}
