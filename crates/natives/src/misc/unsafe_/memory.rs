//! Memory outside of objects, copying and filling, fences, and numbers of the machine.

use super::{Place, UNSAFE, Use, outside, place};
use crate::nothing;
use vm::{Answer, Args, Machine, Registry, Trap, int};

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

fn allocate(machine: &mut Machine, args: Args<'_>) -> Answer {
    Ok(machine.allocate_memory(args.long(1) as u64).unwrap_or(NO_ROOM))
}

fn reallocate(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (old, bytes) = (args.long(1) as u64, args.long(2) as u64);
    let (source, byte) = machine.locate_memory(old).ok_or_else(|| not_allocated(old))?;
    let Some(new) = machine.allocate_memory(bytes) else { return Ok(NO_ROOM) };
    let kept = machine.memory_left(old).unwrap_or(0).min(bytes);
    let from = Place { object: source, byte };
    if let Some((object, byte)) = machine.locate_memory(new) {
        move_bytes(machine, from, Place { object, byte }, kept)?;
    }
    machine.free_memory(old);
    Ok(new)
}

fn free(machine: &mut Machine, args: Args<'_>) -> Answer {
    let address = args.long(1) as u64;
    match machine.free_memory(address) {
        true => Ok(0),
        false => Err(not_allocated(address)),
    }
}

fn not_allocated(address: u64) -> Trap {
    Trap::unsupported(format!("giving back memory at address {address}, where nothing is allocated"))
}

fn fill(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (count, value) = (args.long(3) as u64, args.int(4) as u8);
    if count == 0 {
        return Ok(0);
    }
    let at = place(machine, &args, 1, Use::Write)?;
    match machine.heap.poke_bytes(at.object, at.byte, count) {
        Some(bytes) => bytes.fill(value),
        None => return Err(outside(machine, at)),
    }
    Ok(0)
}

fn copy(machine: &mut Machine, args: Args<'_>) -> Answer {
    let count = args.long(5) as u64;
    if count > 0 {
        let (from, to) = (place(machine, &args, 1, Use::Read)?, place(machine, &args, 3, Use::Write)?);
        move_bytes(machine, from, to, count)?;
    }
    Ok(0)
}

fn copy_swapped(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (count, element) = (args.long(5) as u64, args.long(6) as usize);
    if count == 0 || element == 0 {
        return Ok(0);
    }
    let (from, to) = (place(machine, &args, 1, Use::Read)?, place(machine, &args, 3, Use::Write)?);
    let mut bytes = taken(machine, from, count)?;
    for element in bytes.chunks_mut(element) {
        element.reverse();
    }
    give(machine, to, &bytes)?;
    Ok(0)
}

fn move_bytes(machine: &mut Machine, from: Place, to: Place, count: u64) -> Result<(), Trap> {
    let bytes = taken(machine, from, count)?;
    give(machine, to, &bytes)
}

fn taken(machine: &Machine, from: Place, count: u64) -> Result<Vec<u8>, Trap> {
    let bytes = machine.heap.peek_bytes(from.object, from.byte, count);
    bytes.map(<[u8]>::to_vec).ok_or_else(|| outside(machine, from))
}

fn give(machine: &mut Machine, to: Place, bytes: &[u8]) -> Result<(), Trap> {
    match machine.heap.poke_bytes(to.object, to.byte, bytes.len() as u64) {
        Some(place) => place.copy_from_slice(bytes),
        None => return Err(outside(machine, to)),
    }
    Ok(())
}

/// Not available, as the documentation allows.
fn load_average(_: &mut Machine, _: Args<'_>) -> Answer {
    Ok(int(-1))
}
