//! java.lang.StringUTF16. Characters are pairs of bytes, the low one first.

use super::super::view::{self, both, char_at, chars, elements, object, part, span};
use super::{found, hash};
use vm::{Answer, Args, Context, Registry, Trap, int};

const UTF16: &str = "java/lang/StringUTF16";

pub fn register(registry: &mut Registry) {
    registry.add(UTF16, "equals([B[B)Z", |cx, args| {
        let (one, other) = both(cx, &args, 0, 1)?;
        Ok(u64::from(one == other))
    });
    registry.add(UTF16, "hashCode([B)I", |cx, args| {
        Ok(hash(chars(elements(cx, &args, 0)?).iter().map(|&pair| char_at(pair))))
    });
    registry.add(UTF16, "compress([CI[BII)I", compress);
    registry.add(UTF16, "compress([BI[BII)I", compress);
    registry.add(UTF16, "getChars([BII[CI)V", get_chars);
    registry.add(UTF16, "toBytes([CII)[B", to_bytes);
    registry.add(UTF16, "compareValues([B[BII)I", compare);
    registry.add(UTF16, "indexOfChar([BIII)I", index_of_char);
    registry.add(UTF16, "indexOfCharUnsafe([BIII)I", index_of_char);
}

/// Characters and from, bytes and from, how many. If a character does not fit, what is answered depends on
/// the version.
fn compress(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (target, count) = (cx.writing_alone(object(&args, 2)?)?, args.int(4));
    let source = chars(span(cx, &args, 0, (args.int(1), count), 2)?);
    if source.iter().any(|pair| pair[1] != 0) {
        return Err(Trap::Original);
    }
    let bytes: Vec<u8> = source.iter().map(|pair| pair[0]).collect();
    view::write(cx, target, args.int(3), 1, &bytes)?;
    Ok(int(count))
}

/// Value, from, to, chars and from.
fn get_chars(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, to) = (args.int(1), args.int(2));
    if from >= to {
        return Ok(0);
    }
    let target = cx.writing_alone(object(&args, 3)?)?;
    let bytes = chars(span(cx, &args, 0, (from, to - from), 2)?).as_flattened().to_vec();
    view::write(cx, target, args.int(4), 2, &bytes)?;
    Ok(0)
}

/// Chars, from, how many.
fn to_bytes(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let source = cx.reading_alone(object(&args, 0)?)?;
    let (from, count) = (args.int(1), args.int(2));
    span(cx, &args, 0, (from, count), 2)?;
    Ok(u64::from(view::copy_bytes(cx, source, from as usize * 2, count as usize * 2)?.0))
}

/// Two values and their lengths.
fn compare(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (one, other) = both(cx, &args, 0, 1)?;
    let (one, other) = (part(chars(one), 0, args.int(2))?, part(chars(other), 0, args.int(3))?);
    let differing = one.iter().zip(other).find(|(a, b)| a != b);
    Ok(int(match differing {
        Some((&a, &b)) => i32::from(char_at(a)) - i32::from(char_at(b)),
        None => one.len() as i32 - other.len() as i32,
    }))
}

/// Value, character, from, to.
fn index_of_char(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, to) = (args.int(2), args.int(3));
    let Ok(sought) = u16::try_from(args.int(1)) else { return Err(Trap::Original) };
    if from >= to {
        return Err(Trap::Original);
    }
    let text = chars(span(cx, &args, 0, (from, to - from), 2)?);
    let index = text.iter().position(|&pair| char_at(pair) == sought);
    Ok(found(index.map(|index| index + from as usize)))
}
