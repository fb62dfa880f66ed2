//! Memory outside of objects, copying and filling, fences, and numbers of the machine.

use super::{Place, UNSAFE, Use, outside, place};
use crate::nothing;
use vm::{Answer, Args, Context, Registry, Trap, int};

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
    let (source, byte) = cx.locate_memory(old).ok_or_else(|| not_allocated(old))?;
    let Some(new) = cx.allocate_memory(bytes) else { return Ok(NO_ROOM) };
    let kept = cx.memory_left(old).unwrap_or(0).min(bytes);
    let from = Place { object: source, byte };
    if let Some((object, byte)) = cx.locate_memory(new) {
        move_bytes(cx, from, Place { object, byte }, kept)?;
    }
    cx.free_memory(old);
    Ok(new)
}

fn free(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = args.long(1) as u64;
    match cx.free_memory(address) {
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
    match cx.heap.poke_bytes(at.object, at.byte, count) {
        Some(bytes) => bytes.fill(value),
        None => return Err(outside(cx, at)),
    }
    Ok(0)
}

fn copy(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let count = args.long(5) as u64;
    if count > 0 {
        let (from, to) = (place(cx, &args, 1, Use::Read)?, place(cx, &args, 3, Use::Write)?);
        move_bytes(cx, from, to, count)?;
    }
    Ok(0)
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

fn move_bytes(cx: &mut Context<'_>, from: Place, to: Place, count: u64) -> Result<(), Trap> {
    let bytes = taken(cx, from, count)?;
    give(cx, to, &bytes)
}

fn taken(cx: &Context<'_>, from: Place, count: u64) -> Result<Vec<u8>, Trap> {
    let bytes = cx.heap.peek_bytes(from.object, from.byte, count);
    bytes.map(<[u8]>::to_vec).ok_or_else(|| outside(cx, from))
}

fn give(cx: &mut Context<'_>, to: Place, bytes: &[u8]) -> Result<(), Trap> {
    match cx.heap.poke_bytes(to.object, to.byte, bytes.len() as u64) {
        Some(place) => place.copy_from_slice(bytes),
        None => return Err(outside(cx, to)),
    }
    Ok(())
}

/// Not available, as the documentation allows.
fn load_average(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Ok(int(-1))
}
