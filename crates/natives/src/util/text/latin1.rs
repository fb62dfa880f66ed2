//! java.lang.StringLatin1.

use super::super::view::{self, both, elements, object, part, span};
use super::{find, found, hash};
use vm::{Answer, Args, Context, Registry, Trap, int};

const LATIN1: &str = "java/lang/StringLatin1";

pub fn register(registry: &mut Registry) {
    registry.add(LATIN1, "equals([B[B)Z", equals);
    registry.add(LATIN1, "hashCode([B)I", hash_code);
    registry.add(LATIN1, "indexOfChar([BIII)I", index_of_char);
    registry.add(LATIN1, "indexOf([B[B)I", index_of);
    registry.add(LATIN1, "indexOf([BI[BII)I", index_of_from);
    registry.add(LATIN1, "lastIndexOf([BII)I", last_index_of_char);
    registry.add(LATIN1, "compareTo([B[B)I", compare);
    registry.add(LATIN1, "compareTo([B[BII)I", compare_parts);
    registry.add(LATIN1, "inflate([BI[CII)V", inflate);
    registry.add(LATIN1, "inflate([BI[BII)V", inflate);
    registry.add("java/lang/StringUTF16", "inflate([BI[BII)V", inflate);
    registry.add(LATIN1, "newString([BII)Ljava/lang/String;", new_string);
}

fn equals(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (one, other) = both(cx, &args, 0, 1)?;
    Ok(u64::from(one == other))
}

fn hash_code(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(hash(elements(cx, &args, 0)?.iter().map(|&byte| u16::from(byte))))
}

/// Value, character, from, to.
fn index_of_char(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (byte, from, to) = (args.int(1) as u8, args.int(2), args.int(3));
    if from >= to {
        return Ok(int(-1));
    }
    let index = span(cx, &args, 0, (from, to - from), 1)?.iter().position(|&b| b == byte);
    Ok(found(index.map(|index| index + from as usize)))
}

fn index_of(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (text, sought) = both(cx, &args, 0, 1)?;
    Ok(if sought.is_empty() { 0 } else { found(find(text, sought)) })
}

/// Value and its length, what is sought and its length, from.
fn index_of_from(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let from = args.int(4);
    let (text, sought) = both(cx, &args, 0, 2)?;
    let sought = part(sought, 0, args.int(3))?;
    if sought.is_empty() || from > args.int(1) {
        return Err(Trap::Original);
    }
    let text = part(text, from, args.int(1) - from)?;
    Ok(found(find(text, sought).map(|index| index + from as usize)))
}

/// Value, character, the last index that counts.
fn last_index_of_char(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let text = elements(cx, &args, 0)?;
    let Ok(byte) = u8::try_from(args.int(1)) else { return Ok(int(-1)) };
    let count = args.int(2).saturating_add(1).clamp(0, text.len() as i32);
    Ok(found(part(text, 0, count)?.iter().rposition(|&b| b == byte)))
}

fn compare(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (one, other) = both(cx, &args, 0, 1)?;
    Ok(order(one, other))
}

fn compare_parts(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (one, other) = both(cx, &args, 0, 1)?;
    Ok(order(part(one, 0, args.int(2))?, part(other, 0, args.int(3))?))
}

fn order(one: &[u8], other: &[u8]) -> u64 {
    let differing = one.iter().zip(other).find(|(a, b)| a != b);
    int(match differing {
        Some((&a, &b)) => i32::from(a) - i32::from(b),
        None => one.len() as i32 - other.len() as i32,
    })
}

/// Bytes and from, characters and from, how many. The characters are in an array of chars, or in pairs of
/// bytes.
fn inflate(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let target = cx.writing_alone(object(&args, 2)?)?;
    let bytes = span(cx, &args, 0, (args.int(1), args.int(4)), 1)?;
    let pairs: Vec<u8> = bytes.iter().flat_map(|&byte| [byte, 0]).collect();
    view::write(cx, target, args.int(3), 2, &pairs)?;
    Ok(0)
}

/// Value, from, how many.
fn new_string(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, count) = (args.int(1), args.int(2));
    let bytes = span(cx, &args, 0, (from, count), 1)?;
    // An empty string is the literal.
    if bytes.is_empty() {
        return Err(Trap::Original);
    }
    let array = cx.reading_alone(object(&args, 0)?)?;
    let value = view::copy_bytes(cx, array, from as usize, count as usize)?;
    Ok(u64::from(view::latin1_over(cx, value)?.0))
}
