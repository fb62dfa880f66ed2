//! Arguments of natives that stand for methods with bytecode. Whatever is unusual, such as null, an index out
//! of bounds or a full heap, is left to the bytecode ([`Trap::Original`]): exceptions and their stack traces
//! are then Java's own.

use vm::state::heap::HEADER_BYTES;
use vm::{Args, ClassId, Context, Ref, Trap};

pub const LATIN1: u32 = 0;

/// An object that is there.
pub fn object(args: &Args<'_>, index: usize) -> Result<Ref, Trap> {
    match args.maybe(index) {
        Ref::NULL => Err(Trap::Original),
        object => Ok(object),
    }
}

/// The elements of an array as bytes of memory.
pub fn elements<'a>(cx: &'a Context<'_>, args: &Args<'_>, index: usize) -> Result<&'a [u8], Trap> {
    Ok(cx.heap.bytes(object(args, index)?))
}

/// `count` elements from `from` on.
pub fn part<T>(elements: &[T], from: i32, count: i32) -> Result<&[T], Trap> {
    let range = usize::try_from(from).ok().zip(usize::try_from(count).ok());
    range.and_then(|(from, count)| elements.get(from..)?.get(..count)).ok_or(Trap::Original)
}

/// Elements of two bytes.
pub fn chars(bytes: &[u8]) -> &[[u8; 2]] {
    bytes.as_chunks().0
}

pub fn char_at(pair: [u8; 2]) -> u16 {
    u16::from_le_bytes(pair)
}

/// Writes elements of `width` bytes each into an array from index `at` on.
pub fn write(cx: &mut Context<'_>, array: Ref, at: i32, width: u64, bytes: &[u8]) -> Result<(), Trap> {
    let at = u64::try_from(at).map_err(|_| Trap::Original)?;
    let place = cx.heap.poke_bytes(array, u64::from(HEADER_BYTES) + at * width, bytes.len() as u64);
    place.ok_or(Trap::Original)?.copy_from_slice(bytes);
    Ok(())
}

/// Objects that threads share are left to the bytecode while all interleavings are explored: a native is one
/// step, the bytecode is many.
pub fn unshared(cx: &Context<'_>, object: Ref) -> Result<Ref, Trap> {
    match cx.is_exploring() && cx.heap.is_shared(object) {
        true => Err(Trap::Original),
        false => Ok(object),
    }
}

/// A new array; the bytecode, which can collect garbage first, is to try again if there is no room.
pub fn new_array(cx: &mut Context<'_>, class: ClassId, len: usize) -> Result<Ref, Trap> {
    let len = i32::try_from(len).map_err(|_| Trap::Original)?;
    cx.new_array(class, len).map_err(|_| Trap::Original)
}

/// A new array with bytes of another from `from` on.
pub fn copy_bytes(cx: &mut Context<'_>, array: Ref, from: usize, count: usize) -> Result<Ref, Trap> {
    let copy = new_array(cx, cx.known().bytes, count)?;
    cx.heap.copy_bytes(array, from, copy, 0, count);
    Ok(copy)
}

/// A string over an array of Latin-1 bytes.
pub fn latin1_over(cx: &mut Context<'_>, value: Ref) -> Result<Ref, Trap> {
    let string = cx.new_object(cx.known().string).map_err(|_| Trap::Original)?;
    let (value_unit, coder_unit) = (cx.known().string_value, cx.known().string_coder);
    cx.heap.put_ref(string, value_unit, value);
    cx.heap.put32(string, coder_unit, LATIN1);
    Ok(string)
}

/// A new string.
pub fn new_latin1(cx: &mut Context<'_>, bytes: &[u8]) -> Result<Ref, Trap> {
    let value = new_array(cx, cx.known().bytes, bytes.len())?;
    cx.heap.bytes_mut(value).copy_from_slice(bytes);
    latin1_over(cx, value)
}
