//! What `Verify` keeps across paths, and what it tells about objects and the world.

use vm::{Answer, Args, Context, Registry, START_OF_TIME_MS, int};

/// What a key without a value gives.
const NO_VALUE: i32 = -1;

pub fn register(registry: &mut Registry, class: &str) {
    registry.add(class, "getCounter(I)I", |m, a| {
        Ok(int(m.across()?.counters.get(&a.int(0)).copied().unwrap_or(0)))
    });
    registry.add(class, "setCounter(II)V", |m, a| set_counter(m, a.int(0), a.int(1)));
    registry.add(class, "resetCounter(I)V", |m, a| set_counter(m, a.int(0), 0));
    registry.add(class, "incrementCounter(I)I", increment_counter);
    registry.add(class, "putValue(Ljava/lang/String;I)V", put_value);
    registry.add(class, "getValue(Ljava/lang/String;)I", get_value);
    registry.add(class, "setBitInBitSet(IIZ)V", set_bit);
    registry.add(class, "getBitInBitSet(II)Z", |m, a| {
        Ok(u64::from(m.across()?.bits.contains(&(a.int(0), a.int(1)))))
    });
    registry.add(class, "isShared(Ljava/lang/Object;)Z", is_shared);
    registry.add(class, "setShared(Ljava/lang/Object;Z)V", set_shared);
    registry.add(class, "currentTimeMillis()J", |m, a| {
        Ok(START_OF_TIME_MS + m.look_at_clock(a.thread)? / 1_000_000)
    });
}

fn set_counter(cx: &mut Context<'_>, id: i32, value: i32) -> Answer {
    cx.across()?.counters.insert(id, value);
    Ok(0)
}

fn increment_counter(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let across = cx.across()?;
    let counter = across.counters.entry(args.int(0)).or_default();
    *counter = counter.wrapping_add(1);
    Ok(int(*counter))
}

fn put_value(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let key = cx.symbol(args.object(0)?);
    cx.across()?.values.insert(key, args.int(1));
    Ok(0)
}

fn get_value(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let key = cx.symbol(args.object(0)?);
    Ok(int(cx.across()?.values.get(&key).copied().unwrap_or(NO_VALUE)))
}

fn set_bit(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bit = (args.int(0), args.int(1));
    match args.boolean(2) {
        true => cx.across()?.bits.insert(bit),
        false => cx.across()?.bits.remove(&bit),
    };
    Ok(0)
}

fn is_shared(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    Ok(u64::from(cx.is_exploring() && cx.is_shared(object)))
}

/// What is shared stays so: that it is not could only be a mistake.
fn set_shared(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    if cx.is_exploring() && args.boolean(1) {
        cx.share(object);
    }
    Ok(0)
}
