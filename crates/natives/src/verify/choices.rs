//! Choices of `Verify`: numbers, booleans, elements of lists, objects.

use super::pick::{Generator, pick, property};
use vm::{Answer, Args, Context, Ref, Registry, Touch, Trap, int};

pub fn register(registry: &mut Registry, class: &str) {
    registry.add(class, "getBoolean()Z", |m, a| choose(m, &a, 2));
    registry.add(class, "randomBool()Z", |m, a| choose(m, &a, 2));
    registry.add(class, "getBoolean(Z)Z", |m, a| Ok(choose(m, &a, 2)? ^ u64::from(!a.boolean(0))));
    registry.add(class, "getInt(II)I", get_int);
    registry.add(class, "random(I)I", random);
    registry.add(class, "getIntFromList([I)I", from_list::<u32>);
    registry.add(class, "getFloatFromList([F)F", from_list::<u32>);
    registry.add(class, "getLongFromList([J)J", from_list::<u64>);
    registry.add(class, "getDoubleFromList([D)D", from_list::<u64>);
    registry.add(class, "getInt(Ljava/lang/String;)I", get_int_by_key);
    registry.add(class, "getDouble(Ljava/lang/String;)D", get_double_by_key);
    // Older names.
    registry.add(class, "getIntFromSet([I)I", from_list::<u32>);
    registry.add(class, "getLongFromSet([J)J", from_list::<u64>);
    registry.add(class, "getFloatFromSet([F)F", from_list::<u32>);
    registry.add(class, "getDoubleFromSet([D)D", from_list::<u64>);
    registry.add(class, "randomObject(Ljava/lang/String;)Ljava/lang/Object;", |m, a| {
        let name = m.text(a.object(0)?);
        object_named(m, &a, &name, false)
    });
    registry.add(class, "getObject(Ljava/lang/String;)Ljava/lang/Object;", get_object);
    registry.add(class, "any(Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;", any);
    registry.add(class, "anyKnown(Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;", any_known);
}

fn choose(cx: &mut Context<'_>, args: &Args<'_>, count: u64) -> Answer {
    pick(cx, args, Generator::Verify, count)
}

fn empty(call: &str) -> Trap {
    Trap::raise("java/lang/IllegalArgumentException", format!("Verify.{call}: a choice with an empty range"))
}

fn get_int(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    between(cx, &args, args.int(0), args.int(1))
}

pub fn between(cx: &mut Context<'_>, args: &Args<'_>, min: i32, max: i32) -> Answer {
    if min > max {
        return Err(empty(&format!("getInt({min}, {max})")));
    }
    let count = (i64::from(max) - i64::from(min) + 1) as u64;
    let which = choose(cx, args, count)?;
    Ok(int((i64::from(min) + which as i64) as i32))
}

fn random(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match u64::try_from(args.int(0)) {
        Ok(max) => choose(cx, &args, max + 1),
        Err(_) => Err(empty(&format!("random({})", args.int(0)))),
    }
}

fn from_list<T: vm::state::heap::Element + Into<u64>>(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let list = args.object(0)?;
    let count = cx.array_len(list)?;
    if count == 0 {
        let name = cx.program().methods[args.method].name;
        return Err(empty(&format!("{name}()")));
    }
    // The gate is asked first: an answer is given once.
    cx.reading(list)?;
    let which = choose(cx, &args, u64::from(count))?;
    Ok(cx.load_element::<T>(list, which as u32)?.into())
}

/// The numbers of the property `key.values`.
fn listed<T: std::str::FromStr>(cx: &Context<'_>, key: &str) -> Option<Result<Vec<T>, Trap>> {
    let text = property(cx, &format!("{key}.values"))?;
    let number = |item: &str| item.trim().parse().map_err(|_| bad_property(&format!("{key}.values"), &text));
    Some(text.split([',', ':']).map(number).collect())
}

fn bad_property(key: &str, text: &str) -> Trap {
    Trap::raise(
        "java/lang/NumberFormatException",
        format!("property {key}: \"{text}\" is not what was expected"),
    )
}

fn unknown_key(call: &str, key: &str) -> Trap {
    Trap::unsupported(format!("Verify.{call}(\"{key}\") without its values: give -D{key}.values=1,2,3"))
}

fn get_int_by_key(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let key = cx.text(args.object(0)?);
    if let Some(values) = listed::<i32>(cx, &key) {
        let values = values?;
        let which = choose(cx, &args, values.len() as u64)?;
        return Ok(int(values[which as usize]));
    }
    let bound = |name: &str| {
        let key = format!("{key}.{name}");
        let text = property(cx, &key).ok_or_else(|| unknown_key("getInt", &key))?;
        text.trim().parse().map_err(|_| bad_property(&key, &text))
    };
    let (min, max) = (bound("min")?, bound("max")?);
    between(cx, &args, min, max)
}

fn get_double_by_key(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let key = cx.text(args.object(0)?);
    match listed::<f64>(cx, &key) {
        Some(values) => {
            let values = values?;
            let which = choose(cx, &args, values.len() as u64)?;
            Ok(values[which as usize].to_bits())
        }
        None => Err(unknown_key("getDouble", &key)),
    }
}

/// Any object of the class that the property `key.type` names, and null if `key.include_null` is true.
fn get_object(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let key = cx.text(args.object(0)?);
    let Some(name) = property(cx, &format!("{key}.type")) else {
        let what = format!("Verify.getObject(\"{key}\") without its class: give -D{key}.type=pkg.Cls");
        return Err(Trap::unsupported(what));
    };
    let with_null = property(cx, &format!("{key}.include_null")).is_some_and(|text| text.trim() == "true");
    object_named(cx, &args, name.trim(), with_null)
}

/// Any object of the class that the program can reach, and perhaps null; null if there is none.
fn object_named(cx: &mut Context<'_>, args: &Args<'_>, name: &str, with_null: bool) -> Answer {
    if !cx.is_exploring() {
        let call = cx.program().methods[args.method].name;
        return Err(Trap::unsupported(format!("Verify.{call} of a program that is not checked but run")));
    }
    let class = cx.load(&name.replace('.', "/"))?;
    // Whatever others make or drop changes the answer.
    cx.look_at_objects();
    cx.gate_always(Touch::Anything)?;
    let mut objects = cx.objects_of(class);
    if with_null && !objects.is_empty() {
        objects.push(Ref::NULL);
    }
    one_of(cx, args, &objects)
}

/// Any object of the class that the program can reach, but none of the others; null if there is none.
fn any(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.look_at_objects();
    any_known(cx, args)
}

/// The same, where it does not matter what threads have made and not shown to anybody yet: environments, which could
/// not know of that. Steps end where they do without it.
fn any_known(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if !cx.is_exploring() {
        return Err(Trap::unsupported("Verify.any of a program that is not checked but run"));
    }
    let class = cx.mirrored(args.object(0)?)?;
    let others = args.maybe(1);
    let count = if others.is_null() { 0 } else { cx.array_len(others)? };
    let mut excluded = Vec::with_capacity(count as usize);
    for place in 0..count {
        excluded.push(Ref(cx.load_element::<u32>(others, place)?));
    }
    cx.gate_always(Touch::Anything)?;
    let mut objects = cx.objects_of(class);
    objects.retain(|object| !excluded.contains(object) && !is_of_environment(cx, *object));
    one_of(cx, &args, &objects)
}

/// The end of the name of what drivers of environments implement (room `envgen`).
const DRIVER: &str = "$JaywalkDriver";

/// A thread of an environment, or what it runs: no code around a unit has them.
fn is_of_environment(cx: &Context<'_>, object: Ref) -> bool {
    let is_driver = |object: Ref| {
        let class = &cx.program().classes[cx.class_of(object)];
        class.file.as_ref().is_some_and(|file| file.interfaces.iter().any(|of| of.as_str().ends_with(DRIVER)))
    };
    is_driver(object) || cx.task_of(object).is_some_and(is_driver)
}

fn one_of(cx: &mut Context<'_>, args: &Args<'_>, objects: &[Ref]) -> Answer {
    if objects.is_empty() {
        return Ok(u64::from(Ref::NULL.0));
    }
    let chosen = objects[choose(cx, args, objects.len() as u64)? as usize];
    if !chosen.is_null() {
        // Another thread may be alone with it so far.
        cx.share(chosen);
    }
    Ok(u64::from(chosen.0))
}
