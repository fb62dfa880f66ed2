//! Arguments of natives that stand for methods with bytecode. Whatever is unusual, such as null, an index out
//! of bounds or a full heap, is left to the bytecode ([`Trap::Original`]): exceptions and their stack traces
//! are then Java's own.

use vm::{Args, ClassId, Context, Readable, Ref, Trap, Writable};

pub const LATIN1: u32 = 0;

/// An object that is there.
pub fn object(args: &Args<'_>, index: usize) -> Result<Ref, Trap> {
    match args.maybe(index) {
        Ref::NULL => Err(Trap::Original),
        object => Ok(object),
    }
}

/// The elements of an array as bytes of memory, where nobody can come in between.
pub fn elements<'a>(cx: &'a mut Context<'_>, args: &Args<'_>, index: usize) -> Result<&'a [u8], Trap> {
    let array = cx.reading_alone(object(args, index)?)?;
    Ok(cx.bytes(array))
}

/// Of these, `count` elements of `width` bytes from `from` on.
pub fn span<'a>(
    cx: &'a mut Context<'_>,
    args: &Args<'_>,
    index: usize,
    (from, count): (i32, i32),
    width: u64,
) -> Result<&'a [u8], Trap> {
    let array = cx.reading_alone(object(args, index)?)?;
    let (from, count) = u64::try_from(from).ok().zip(u64::try_from(count).ok()).ok_or(Trap::Original)?;
    cx.part(array, from * width, count * width).ok_or(Trap::Original)
}

/// The same for the arrays of two arguments.
pub fn both<'a>(
    cx: &'a mut Context<'_>,
    args: &Args<'_>,
    one: usize,
    other: usize,
) -> Result<(&'a [u8], &'a [u8]), Trap> {
    let (one, other) = (object(args, one)?, object(args, other)?);
    let (one, other) = (cx.reading_alone(one)?, cx.reading_alone(other)?);
    Ok((cx.bytes(one), cx.bytes(other)))
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
pub fn write(cx: &mut Context<'_>, array: Writable, at: i32, width: u64, bytes: &[u8]) -> Result<(), Trap> {
    let at = u64::try_from(at).map_err(|_| Trap::Original)?;
    let place = cx.part_mut(array, at * width, bytes.len() as u64);
    place.ok_or(Trap::Original)?.copy_from_slice(bytes);
    Ok(())
}

/// Objects that threads share are left to the bytecode while all interleavings are explored: a native is one
/// step, the bytecode is many.
pub fn unshared(cx: &Context<'_>, object: Ref) -> Result<Ref, Trap> {
    match cx.is_exploring() && cx.is_shared(object) {
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
pub fn copy_bytes(cx: &mut Context<'_>, array: Readable, from: usize, count: usize) -> Result<Ref, Trap> {
    let copy = new_array(cx, cx.known().bytes, count)?;
    cx.own_copy(array, from, copy, 0, count)?;
    Ok(copy)
}

/// A string over an array of Latin-1 bytes.
pub fn latin1_over(cx: &mut Context<'_>, value: Ref) -> Result<Ref, Trap> {
    let string = cx.new_object(cx.known().string).map_err(|_| Trap::Original)?;
    let (value_unit, coder_unit) = (cx.known().string_value, cx.known().string_coder);
    cx.own_put_ref(string, value_unit, value);
    cx.own_put32(string, coder_unit, LATIN1);
    Ok(string)
}

/// A new string.
pub fn new_latin1(cx: &mut Context<'_>, bytes: &[u8]) -> Result<Ref, Trap> {
    let value = new_array(cx, cx.known().bytes, bytes.len())?;
    cx.own_bytes(value).copy_from_slice(bytes);
    latin1_over(cx, value)
}
