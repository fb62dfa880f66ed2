//! java.lang.String. The text of a string never changes, so that other threads need no thought here.

use super::super::view::{self, char_at, object};
use super::{find, found};
use vm::{Answer, Args, Context, Readable, Ref, Registry, Trap, int};

const STRING: &str = "java/lang/String";

pub fn register(registry: &mut Registry) {
    registry.add(STRING, "equals(Ljava/lang/Object;)Z", equals);
    registry.add(STRING, "length()I", |cx, args| Ok(int(length(cx, args.maybe(0))?)));
    registry.add(STRING, "charAt(I)C", char_of);
    registry.add(STRING, "substring(I)Ljava/lang/String;", |cx, args| {
        let end = length(cx, args.maybe(0))?;
        substring(cx, args.maybe(0), args.int(1), end)
    });
    registry.add(STRING, "substring(II)Ljava/lang/String;", |cx, args| {
        substring(cx, args.maybe(0), args.int(1), args.int(2))
    });
    registry.add(STRING, "concat(Ljava/lang/String;)Ljava/lang/String;", concat);
    registry.add(STRING, "startsWith(Ljava/lang/String;I)Z", |cx, args| starts_with(cx, &args, args.int(2)));
    registry.add(STRING, "startsWith(Ljava/lang/String;)Z", |cx, args| starts_with(cx, &args, 0));
    registry.add(STRING, "indexOf(I)I", index_of_char);
    registry.add(STRING, "indexOf(Ljava/lang/String;)I", index_of);
}

/// The array under a string, and whether it holds Latin-1.
fn value(cx: &Context<'_>, string: Ref) -> Result<(Readable, bool), Trap> {
    Ok((cx.string_value(string)?, cx.is_latin1(string)))
}

fn length(cx: &Context<'_>, string: Ref) -> Result<i32, Trap> {
    let (array, is_latin1) = value(cx, string)?;
    Ok((cx.byte_len(array) >> u32::from(!is_latin1)) as i32)
}

/// The bytes of a string that is Latin-1; other strings are left to the bytecode.
fn latin1<'a>(cx: &'a Context<'_>, string: Ref) -> Result<&'a [u8], Trap> {
    let (array, is_latin1) = value(cx, string)?;
    if is_latin1 { Ok(cx.bytes(array)) } else { Err(Trap::Original) }
}

fn equals(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (one, other) = (args.maybe(0), args.maybe(1));
    if one == other {
        return Ok(1);
    }
    if other.is_null() || cx.class_of(other) != cx.known().string {
        return Ok(0);
    }
    let ((one, one_coder), (other, other_coder)) = (value(cx, one)?, value(cx, other)?);
    let may_be = one_coder == other_coder && cx.byte_len(one) == cx.byte_len(other);
    Ok(u64::from(may_be && cx.bytes(one) == cx.bytes(other)))
}

fn char_of(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (array, is_latin1) = value(cx, args.maybe(0))?;
    let index = u64::from(args.int(1) as u32);
    let unit = match is_latin1 {
        true => cx.part(array, index, 1).map(|byte| u16::from(byte[0])),
        false => cx.part(array, index * 2, 2).map(|pair| char_at([pair[0], pair[1]])),
    };
    unit.map(u64::from).ok_or(Trap::Original)
}

fn substring(cx: &mut Context<'_>, string: Ref, from: i32, to: i32) -> Answer {
    let length = length(cx, string)?;
    // An empty substring is the literal.
    if from < 0 || to > length || from >= to {
        return Err(Trap::Original);
    }
    if to - from == length {
        return Ok(u64::from(string.0));
    }
    let (array, is_latin1) = value(cx, string)?;
    if !is_latin1 {
        return Err(Trap::Original);
    }
    let copy = view::copy_bytes(cx, array, from as usize, (to - from) as usize)?;
    Ok(u64::from(view::latin1_over(cx, copy)?.0))
}

fn concat(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (one, other) = (args.maybe(0), object(&args, 1)?);
    let joined = [latin1(cx, one)?, latin1(cx, other)?];
    if joined.iter().any(|text| text.is_empty()) {
        return Err(Trap::Original);
    }
    let joined = joined.concat();
    Ok(u64::from(view::new_latin1(cx, &joined)?.0))
}

fn starts_with(cx: &mut Context<'_>, args: &Args<'_>, from: i32) -> Answer {
    let ((text, is_latin1), prefix) = (value(cx, args.maybe(0))?, latin1(cx, object(args, 1)?)?);
    if !is_latin1 {
        return Err(Trap::Original);
    }
    let place = u64::try_from(from).ok().and_then(|from| cx.part(text, from, prefix.len() as u64));
    Ok(u64::from(place.is_some_and(|place| place == prefix)))
}

fn index_of_char(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let text = latin1(cx, args.maybe(0))?;
    let sought = u8::try_from(args.int(1)).ok();
    Ok(found(sought.and_then(|sought| text.iter().position(|&byte| byte == sought))))
}

fn index_of(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (text, sought) = (latin1(cx, args.maybe(0))?, latin1(cx, object(&args, 1)?)?);
    Ok(if sought.is_empty() { 0 } else { found(find(text, sought)) })
}
