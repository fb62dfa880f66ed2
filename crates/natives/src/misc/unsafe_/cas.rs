//! Compare and set, and other reads and writes in one step. Most of these have bytecode that loops over
//! others; here they are one operation.

use super::{UNSAFE, place};
use vm::{Answer, Args, Assumption, Context, Native, Registry, Use, int};

const MODES: [&str; 3] = ["", "Acquire", "Release"];
const WEAK_MODES: [&str; 4] = ["", "Acquire", "Release", "Plain"];

pub(super) fn register(registry: &mut Registry) {
    let object = "Ljava/lang/Object;";
    let kinds: [(&str, &str, Native, Native, Native, Native); 3] = [
        ("Int", "I", set32, |m, a| weakly(m, a, set32), exchange32, swap32),
        (
            "Reference",
            object,
            set_reference,
            |m, a| weakly(m, a, set_reference),
            exchange_reference,
            swap_reference,
        ),
        ("Long", "J", set64, |m, a| weakly(m, a, set64), exchange64, swap64),
    ];
    for (kind, desc, set, weak, exchange, swap) in kinds {
        registry.add(UNSAFE, &format!("compareAndSet{kind}({object}J{desc}{desc})Z"), set);
        for mode in WEAK_MODES {
            registry.add(UNSAFE, &format!("weakCompareAndSet{kind}{mode}({object}J{desc}{desc})Z"), weak);
        }
        for mode in MODES {
            registry.add(
                UNSAFE,
                &format!("compareAndExchange{kind}{mode}({object}J{desc}{desc}){desc}"),
                exchange,
            );
            registry.add(UNSAFE, &format!("getAndSet{kind}{mode}({object}J{desc}){desc}"), swap);
        }
    }
    for mode in MODES {
        registry.add(UNSAFE, &format!("getAndAddInt{mode}({object}JI)I"), add32);
        registry.add(UNSAFE, &format!("getAndAddLong{mode}({object}JJ)J"), add64);
    }
    // The bytecode of these writes the four bytes around the value, which is not how a field's cell is laid
    // out.
    registry.add(UNSAFE, "compareAndExchangeByte(Ljava/lang/Object;JBB)B", exchange8);
    registry.add(UNSAFE, "compareAndExchangeShort(Ljava/lang/Object;JSS)S", exchange16);
}

/// A weak one may fail for no reason, if that is explored.
fn weakly(cx: &mut Context<'_>, args: Args<'_>, set: Native) -> Answer {
    if !cx.liberties().weak_cas {
        cx.assume(Assumption::NoWeakFailures);
        return set(cx, args);
    }
    // Others see it as they see one that succeeds.
    place(cx, &args, 1, Use::Write)?;
    if cx.ask(args.thread, 2)? == 0 {
        return set(cx, args);
    }
    if cx.is_narrating() {
        cx.note_choice("the weak compare-and-set fails for no reason");
    }
    Ok(0)
}

fn set32(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(u64::from(exchange32(cx, args)? as u32 == args.int(3) as u32))
}

fn set64(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(u64::from(exchange64(cx, args)? == args.long(3) as u64))
}

fn exchange32(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u32 = at.read(cx)?;
    if old == args.int(3) as u32 {
        at.write(cx, args.int(4) as u32)?;
    }
    Ok(u64::from(old))
}

fn exchange64(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u64 = at.read(cx)?;
    if old == args.long(3) as u64 {
        at.write(cx, args.long(4) as u64)?;
    }
    Ok(old)
}

fn set_reference(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(u64::from(exchange_reference(cx, args)? as u32 == args.maybe(3).0))
}

fn exchange_reference(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old = at.read_reference(cx)?;
    if old == args.maybe(3) {
        at.write_reference(cx, args.thread, args.maybe(4))?;
    }
    Ok(u64::from(old.0))
}

fn swap_reference(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old = at.read_reference(cx)?;
    at.write_reference(cx, args.thread, args.maybe(3))?;
    Ok(u64::from(old.0))
}

fn exchange8(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u8 = at.read(cx)?;
    if old == args.int(3) as u8 {
        at.write8(cx, args.int(4) as u8)?;
    }
    Ok(int(i32::from(old as i8)))
}

fn exchange16(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u16 = at.read(cx)?;
    if old == args.int(3) as u16 {
        at.write16(cx, args.int(4) as u16)?;
    }
    Ok(int(i32::from(old as i16)))
}

fn swap32(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u32 = at.read(cx)?;
    at.write(cx, args.int(3) as u32)?;
    Ok(u64::from(old))
}

fn swap64(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u64 = at.read(cx)?;
    at.write(cx, args.long(3) as u64)?;
    Ok(old)
}

fn add32(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u32 = at.read(cx)?;
    at.write(cx, old.wrapping_add(args.int(3) as u32))?;
    Ok(u64::from(old))
}

fn add64(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let at = place(cx, &args, 1, Use::Write)?;
    let old: u64 = at.read(cx)?;
    at.write(cx, old.wrapping_add(args.long(3) as u64))?;
    Ok(old)
}
