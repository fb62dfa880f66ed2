//! java.lang.String. The text of a string never changes, so that other threads need no thought here.

use super::super::view::{self, LATIN1, char_at, chars, object, part};
use super::{find, found};
use vm::{Answer, Args, Machine, Ref, Registry, Trap, int};

const STRING: &str = "java/lang/String";

pub fn register(registry: &mut Registry) {
    registry.add(STRING, "equals(Ljava/lang/Object;)Z", equals);
    registry.add(STRING, "length()I", |machine, args| Ok(int(length(machine, args.maybe(0)))));
    registry.add(STRING, "charAt(I)C", char_of);
    registry.add(STRING, "substring(I)Ljava/lang/String;", |machine, args| {
        let end = length(machine, args.maybe(0));
        substring(machine, args.maybe(0), args.int(1), end)
    });
    registry.add(STRING, "substring(II)Ljava/lang/String;", |machine, args| {
        substring(machine, args.maybe(0), args.int(1), args.int(2))
    });
    registry.add(STRING, "concat(Ljava/lang/String;)Ljava/lang/String;", concat);
    registry.add(STRING, "startsWith(Ljava/lang/String;I)Z", |machine, args| {
        starts_with(machine, &args, args.int(2))
    });
    registry.add(STRING, "startsWith(Ljava/lang/String;)Z", |machine, args| starts_with(machine, &args, 0));
    registry.add(STRING, "indexOf(I)I", index_of_char);
    registry.add(STRING, "indexOf(Ljava/lang/String;)I", index_of);
}

/// The array under a string, and whether it holds Latin-1.
fn value(machine: &Machine, string: Ref) -> (Ref, bool) {
    let known = machine.known();
    let array = machine.heap.get_ref(string, known.string_value);
    (array, machine.heap.get32(string, known.string_coder) == LATIN1)
}

fn length(machine: &Machine, string: Ref) -> i32 {
    let (array, is_latin1) = value(machine, string);
    (machine.heap.len(array) >> u32::from(!is_latin1)) as i32
}

/// The bytes of a string that is Latin-1; other strings are left to the bytecode.
fn latin1(machine: &Machine, string: Ref) -> Result<&[u8], Trap> {
    let (array, is_latin1) = value(machine, string);
    if is_latin1 { Ok(machine.heap.bytes(array)) } else { Err(Trap::Original) }
}

fn equals(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (one, other) = (args.maybe(0), args.maybe(1));
    if one == other {
        return Ok(1);
    }
    if other.is_null() || machine.heap.class_of(other) != machine.known().string {
        return Ok(0);
    }
    let ((one, one_coder), (other, other_coder)) = (value(machine, one), value(machine, other));
    Ok(u64::from(one_coder == other_coder && machine.heap.bytes(one) == machine.heap.bytes(other)))
}

fn char_of(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (array, is_latin1) = value(machine, args.maybe(0));
    let (bytes, index) = (machine.heap.bytes(array), args.int(1) as u32 as usize);
    let unit = match is_latin1 {
        true => bytes.get(index).map(|&byte| u16::from(byte)),
        false => chars(bytes).get(index).map(|&pair| char_at(pair)),
    };
    unit.map(u64::from).ok_or(Trap::Original)
}

fn substring(machine: &mut Machine, string: Ref, from: i32, to: i32) -> Answer {
    let length = length(machine, string);
    // An empty substring is the literal.
    if from < 0 || to > length || from >= to {
        return Err(Trap::Original);
    }
    if to - from == length {
        return Ok(u64::from(string.0));
    }
    let (array, is_latin1) = value(machine, string);
    if !is_latin1 {
        return Err(Trap::Original);
    }
    let copy = view::copy_bytes(machine, array, from as usize, (to - from) as usize)?;
    Ok(u64::from(view::latin1_over(machine, copy)?.0))
}

fn concat(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (one, other) = (args.maybe(0), object(&args, 1)?);
    let joined = [latin1(machine, one)?, latin1(machine, other)?];
    if joined.iter().any(|text| text.is_empty()) {
        return Err(Trap::Original);
    }
    let joined = joined.concat();
    Ok(u64::from(view::new_latin1(machine, &joined)?.0))
}

fn starts_with(machine: &mut Machine, args: &Args<'_>, from: i32) -> Answer {
    let (text, prefix) = (latin1(machine, args.maybe(0))?, latin1(machine, object(args, 1)?)?);
    Ok(u64::from(part(text, from, prefix.len() as i32).is_ok_and(|place| place == prefix)))
}

fn index_of_char(machine: &mut Machine, args: Args<'_>) -> Answer {
    let text = latin1(machine, args.maybe(0))?;
    let sought = u8::try_from(args.int(1)).ok();
    Ok(found(sought.and_then(|sought| text.iter().position(|&byte| byte == sought))))
}

fn index_of(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (text, sought) = (latin1(machine, args.maybe(0))?, latin1(machine, object(&args, 1)?)?);
    Ok(if sought.is_empty() { 0 } else { found(find(text, sought)) })
}
