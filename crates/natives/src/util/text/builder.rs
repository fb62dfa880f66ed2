//! java.lang.StringBuilder, while it holds Latin-1.

use super::super::view::{self, LATIN1, object, unshared};
use vm::{Answer, Args, Context, Ref, Registry, Trap};

const BUILDER: &str = "java/lang/StringBuilder";

/// Builders that grow beyond this are left to the bytecode, which knows the largest array.
const MOST_BYTES: usize = 1 << 26;

pub fn register(registry: &mut Registry) {
    registry.add(BUILDER, "append(Ljava/lang/String;)Ljava/lang/StringBuilder;", append_string);
    registry.add(BUILDER, "append(C)Ljava/lang/StringBuilder;", append_char);
    registry.add(BUILDER, "append(I)Ljava/lang/StringBuilder;", |cx, args| {
        append_text(cx, &args, args.int(1).to_string().as_bytes())
    });
    registry.add(BUILDER, "append(J)Ljava/lang/StringBuilder;", |cx, args| {
        append_text(cx, &args, args.long(1).to_string().as_bytes())
    });
    registry.add(BUILDER, "toString()Ljava/lang/String;", to_string);
    for class in [BUILDER, "java/lang/AbstractStringBuilder"] {
        registry.add(class, "charAt(I)C", char_at);
        registry.add(class, "setCharAt(IC)V", set_char_at);
    }
}

/// The builder, its array and how much of it is used, if it holds Latin-1.
///
/// The array of a builder that one thread alone has is its own too.
fn parts(cx: &Context<'_>, args: &Args<'_>) -> Result<(Ref, Ref, usize), Trap> {
    let builder = unshared(cx, args.maybe(0))?;
    let known = cx.known();
    let array = cx.private_ref(builder, known.builder_value);
    if array.is_null() || cx.private32(builder, known.builder_coder) != LATIN1 {
        return Err(Trap::Original);
    }
    let array = unshared(cx, array)?;
    let count = cx.private32(builder, known.builder_count) as usize;
    // Threads that share a builder can bring it into any state.
    if count > cx.array_len(array)? as usize { Err(Trap::Original) } else { Ok((builder, array, count)) }
}

/// Makes room for `more` bytes and counts them; the array and where they go.
fn extend(cx: &mut Context<'_>, args: &Args<'_>, more: usize) -> Result<(Ref, usize), Trap> {
    let (builder, mut array, count) = parts(cx, args)?;
    let (needed, capacity) = (count + more, cx.array_len(array)? as usize);
    if needed > capacity {
        // As `AbstractStringBuilder.newCapacity` has it: programs can ask for the capacity.
        let larger = capacity + (needed - capacity).max(capacity + 2);
        if larger > MOST_BYTES {
            return Err(Trap::Original);
        }
        let new = view::new_array(cx, cx.known().bytes, larger)?;
        let old = cx.reading_alone(array)?;
        cx.own_copy(old, 0, new, 0, count)?;
        let unit = cx.known().builder_value;
        cx.own_put_ref(builder, unit, new);
        array = new;
    }
    let unit = cx.known().builder_count;
    cx.own_put32(builder, unit, needed as u32);
    Ok((array, count))
}

fn append_string(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let text = object(&args, 1)?;
    let value = cx.string_value(text)?;
    if !cx.is_latin1(text) {
        return Err(Trap::Original);
    }
    let len = cx.byte_len(value);
    let (array, at) = extend(cx, &args, len)?;
    cx.own_copy(value, 0, array, at, len)?;
    Ok(args.words[0])
}

fn append_char(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let Ok(byte) = u8::try_from(args.int(1)) else { return Err(Trap::Original) };
    let (array, at) = extend(cx, &args, 1)?;
    cx.own_bytes_at(array, at, &[byte]);
    Ok(args.words[0])
}

fn append_text(cx: &mut Context<'_>, args: &Args<'_>, text: &[u8]) -> Answer {
    let (array, at) = extend(cx, args, text.len())?;
    cx.own_bytes_at(array, at, text);
    Ok(args.words[0])
}

fn to_string(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (_, array, count) = parts(cx, &args)?;
    // An empty string is the literal.
    if count == 0 {
        return Err(Trap::Original);
    }
    let value = cx.reading_alone(array)?;
    let value = view::copy_bytes(cx, value, 0, count)?;
    Ok(u64::from(view::latin1_over(cx, value)?.0))
}

fn char_at(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (_, array, count) = parts(cx, &args)?;
    let index = args.int(1) as u32;
    if index as usize >= count {
        return Err(Trap::Original);
    }
    Ok(u64::from(cx.own_load::<u8>(array, index)))
}

fn set_char_at(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (_, array, count) = parts(cx, &args)?;
    let index = args.int(1) as u32;
    let Ok(byte) = u8::try_from(args.int(2)) else { return Err(Trap::Original) };
    if index as usize >= count {
        return Err(Trap::Original);
    }
    cx.own_bytes_at(array, index as usize, &[byte]);
    Ok(0)
}
