//! java.util.Arrays and jdk.internal.util.ArraysSupport.

use super::view::{self, both, chars, elements, object, part};
use vm::state::heap::HEADER_BYTES;
use vm::{Answer, Args, Context, Native, Readable, Ref, Registry, Trap, int};

const ARRAYS: &str = "java/util/Arrays";
const SUPPORT: &str = "jdk/internal/util/ArraysSupport";
const OBJECTS: &str = "[Ljava/lang/Object;";

pub fn register(registry: &mut Registry) {
    // Not for floating point, where numbers can be equal that differ in their bits.
    for kind in ["[Z", "[B", "[C", "[S", "[I", "[J"] {
        registry.add(ARRAYS, &format!("equals({kind}{kind})Z"), equals);
        registry.add(SUPPORT, &format!("mismatch({kind}{kind}I)I"), mismatch);
        registry.add(SUPPORT, &format!("mismatch({kind}I{kind}II)I"), mismatch_parts);
    }
    registry.add(
        SUPPORT,
        "vectorizedMismatch(Ljava/lang/Object;JLjava/lang/Object;JII)I",
        vectorized_mismatch,
    );
    let hashes: [(&str, Native); 6] = [
        ("[Z", |cx, args| hash_code(cx, &args, |b: [u8; 1]| if b[0] != 0 { 1231 } else { 1237 })),
        ("[B", |cx, args| hash_code(cx, &args, |b: [u8; 1]| i32::from(b[0] as i8))),
        ("[C", |cx, args| hash_code(cx, &args, |b| i32::from(u16::from_le_bytes(b)))),
        ("[S", |cx, args| hash_code(cx, &args, |b| i32::from(i16::from_le_bytes(b)))),
        ("[I", |cx, args| hash_code(cx, &args, i32::from_le_bytes)),
        ("[J", |cx, args| {
            hash_code(cx, &args, |b| (i64::from_le_bytes(b) ^ (i64::from_le_bytes(b) >> 32)) as i32)
        }),
    ];
    for (kind, native) in hashes {
        registry.add(ARRAYS, &format!("hashCode({kind})I"), native);
    }
    registry.add(SUPPORT, "vectorizedHashCode(Ljava/lang/Object;IIII)I", vectorized_hash);
    for (kind, element) in [
        ("[Z", "Z"),
        ("[B", "B"),
        ("[C", "C"),
        ("[S", "S"),
        ("[I", "I"),
        ("[J", "J"),
        ("[F", "F"),
        ("[D", "D"),
    ] {
        registry.add(ARRAYS, &format!("fill({kind}{element})V"), fill);
        registry.add(ARRAYS, &format!("fill({kind}II{element})V"), fill_part);
    }
    for kind in ["[Z", "[B", "[C", "[S", "[I", "[J", "[F", "[D", OBJECTS] {
        registry.add(ARRAYS, &format!("copyOf({kind}I){kind}"), copy);
        registry.add(ARRAYS, &format!("copyOfRange({kind}II){kind}"), copy_range);
    }
}

/// The exponent of an element's size in bytes.
fn shift(cx: &Context<'_>, array: Ref) -> Result<u32, Trap> {
    cx.element_shift(cx.class_of(array)).ok_or(Trap::Original)
}

fn equals(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (one, other) = (args.maybe(0), args.maybe(1));
    if one == other || one.is_null() || other.is_null() {
        return Ok(u64::from(one == other));
    }
    let (one, other) = both(cx, &args, 0, 1)?;
    Ok(u64::from(one == other))
}

/// Two arrays and how many elements to compare.
fn mismatch(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    first_difference(cx, (object(&args, 0)?, 0), (object(&args, 1)?, 0), args.int(2))
}

/// An array and from, another and from, how many.
fn mismatch_parts(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    first_difference(cx, (object(&args, 0)?, args.int(1)), (object(&args, 2)?, args.int(3)), args.int(4))
}

fn first_difference(cx: &mut Context<'_>, one: (Ref, i32), other: (Ref, i32), count: i32) -> Answer {
    let shift = shift(cx, one.0)?;
    let arrays = [cx.reading_alone(one.0)?, cx.reading_alone(other.0)?];
    let bytes = |array: Readable, from: i32| {
        let (from, count) = (i64::from(from) << shift, i64::from(count) << shift);
        cx.part(array, u64::try_from(from).ok()?, u64::try_from(count).ok()?)
    };
    let (one, other) = (bytes(arrays[0], one.1), bytes(arrays[1], other.1));
    let (one, other) = one.zip(other).ok_or(Trap::Original)?;
    Ok(int(differing(one, other).map_or(-1, |at| (at >> shift) as i32)))
}

fn differing(one: &[u8], other: &[u8]) -> Option<usize> {
    if one == other { None } else { one.iter().zip(other).position(|(a, b)| a != b) }
}

/// Two bases with offsets as for `Unsafe`, how many elements, the exponent of their size. All elements are
/// compared, so that the number of those left over, which is answered inverted, is 0.
fn vectorized_mismatch(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (count, shift) = (args.int(4), args.int(5) as u32);
    let arrays = [cx.reading_alone(object(&args, 0)?)?, cx.reading_alone(object(&args, 2)?)?];
    let bytes = |array: Readable, offset: i64| {
        let from = (offset as u64).checked_sub(u64::from(HEADER_BYTES))?;
        cx.part(array, from, u64::try_from(i64::from(count) << shift).ok()?)
    };
    let (one, other) = (bytes(arrays[0], args.long(1)), bytes(arrays[1], args.long(3)));
    let (one, other) = one.zip(other).ok_or(Trap::Original)?;
    Ok(int(differing(one, other).map_or(!0, |at| (at >> shift) as i32)))
}

fn hash_of<const N: usize>(bytes: &[u8], start: i32, value: impl Fn([u8; N]) -> i32) -> u64 {
    let hash = bytes
        .as_chunks()
        .0
        .iter()
        .fold(start, |hash, &element| hash.wrapping_mul(31).wrapping_add(value(element)));
    int(hash)
}

fn hash_code<const N: usize>(
    cx: &mut Context<'_>,
    args: &Args<'_>,
    value: impl Fn([u8; N]) -> i32,
) -> Answer {
    Ok(hash_of(elements(cx, args, 0)?, 1, value))
}

/// Array, from, how many, the hash so far, and what the elements are, by the numbers of `newarray`.
fn vectorized_hash(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bytes = elements(cx, &args, 0)?;
    let (from, count, start) = (args.int(1), args.int(2), args.int(3));
    match args.int(4) {
        // Booleans stand for unsigned bytes, chars may be pairs of bytes.
        4 => Ok(hash_of(part(bytes, from, count)?, start, |b: [u8; 1]| i32::from(b[0]))),
        5 => Ok(hash_of(part(chars(bytes), from, count)?.as_flattened(), start, |b| {
            i32::from(u16::from_le_bytes(b))
        })),
        8 => Ok(hash_of(part(bytes, from, count)?, start, |b: [u8; 1]| i32::from(b[0] as i8))),
        9 => Ok(hash_of(part(chars(bytes), from, count)?.as_flattened(), start, |b| {
            i32::from(i16::from_le_bytes(b))
        })),
        10 => Ok(hash_of(
            part(bytes.as_chunks::<4>().0, from, count)?.as_flattened(),
            start,
            i32::from_le_bytes,
        )),
        _ => Err(Trap::Original),
    }
}

fn fill(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let count = cx.array_len(object(&args, 0)?)?;
    fill_with(cx, &args, 0, count as i32, args.words[1])
}

/// Array, from, to, value.
fn fill_part(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, to) = (args.int(1), args.int(2));
    if from > to {
        return Err(Trap::Original);
    }
    fill_with(cx, &args, from, to - from, args.words[3])
}

fn fill_with(cx: &mut Context<'_>, args: &Args<'_>, from: i32, count: i32, value: u64) -> Answer {
    let array = cx.writing_alone(object(args, 0)?)?;
    let shift = shift(cx, array.object())?;
    let (from, count) = (u64::try_from(from).map_err(|_| Trap::Original)?, count as u64);
    let place = cx.part_mut(array, from << shift, count << shift);
    let place = place.ok_or(Trap::Original)?;
    match shift {
        0 => place.fill(value as u8),
        1 => place.as_chunks_mut::<2>().0.fill((value as u16).to_le_bytes()),
        2 => place.as_chunks_mut::<4>().0.fill((value as u32).to_le_bytes()),
        _ => place.as_chunks_mut::<8>().0.fill(value.to_le_bytes()),
    }
    Ok(0)
}

fn copy(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    copy_part(cx, &args, 0, args.int(1))
}

/// Array, from, to.
fn copy_range(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, to) = (args.int(1), args.int(2));
    if from > to {
        return Err(Trap::Original);
    }
    copy_part(cx, &args, from, to.wrapping_sub(from))
}

/// A copy of the same class, with zeros where the original ends.
fn copy_part(cx: &mut Context<'_>, args: &Args<'_>, from: i32, count: i32) -> Answer {
    let array = cx.reading_alone(object(args, 0)?)?;
    let shift = shift(cx, array.object())?;
    let (from, count) = usize::try_from(from).ok().zip(usize::try_from(count).ok()).ok_or(Trap::Original)?;
    let kept = (cx.array_len(array.object())? as usize).checked_sub(from).ok_or(Trap::Original)?.min(count);
    let class = cx.class_of(array.object());
    let new = view::new_array(cx, class, count)?;
    cx.own_copy(array, from << shift, new, 0, kept << shift)?;
    Ok(u64::from(new.0))
}
