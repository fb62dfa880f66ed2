//! java.lang.System: clocks, array copies, standard streams.

use crate::util::loops::{self, Moved};
use classfile::Kind;
use vm::{Answer, Args, ClassId, Context, Ref, Registry, START_OF_TIME_MS, Trap, Use};

pub fn register(registry: &mut Registry) {
    let system = "java/lang/System";
    registry.add(system, "registerNatives()V", crate::nothing);
    registry.add(system, "currentTimeMillis()J", |m, a| {
        Ok(START_OF_TIME_MS + m.look_at_clock(a.thread)? / 1_000_000)
    });
    registry.add(system, "nanoTime()J", |m, a| m.look_at_clock(a.thread));
    registry.add(system, "identityHashCode(Ljava/lang/Object;)I", |m, a| {
        Ok(super::object::identity_hash(m, a.maybe(0)))
    });
    registry.add(system, "arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V", array_copy);
    registry.add(system, "setIn0(Ljava/io/InputStream;)V", |m, a| {
        set_stream(m, a, "in", "Ljava/io/InputStream;")
    });
    registry.add(system, "setOut0(Ljava/io/PrintStream;)V", |m, a| {
        set_stream(m, a, "out", "Ljava/io/PrintStream;")
    });
    registry.add(system, "setErr0(Ljava/io/PrintStream;)V", |m, a| {
        set_stream(m, a, "err", "Ljava/io/PrintStream;")
    });
    registry.add(
        "java/util/Properties",
        "put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        put_property,
    );
    registry.add(system, "mapLibraryName(Ljava/lang/String;)Ljava/lang/String;", map_library_name);
}

fn map_library_name(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = format!("lib{}.so", cx.text(args.object(0)?));
    Ok(u64::from(cx.new_string(&name)?.0))
}

/// While a program is explored, the common pool is there before `main`: a property for it comes too late.
fn put_property(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    const COMMON_POOL: &str = "java.util.concurrent.ForkJoinPool.common.";
    let text = |cx: &Context<'_>, object: Ref| {
        let is_string = !object.is_null() && cx.class_of(object) == cx.known().string;
        is_string.then(|| cx.text(object))
    };
    if cx.is_exploring()
        && let Some(key) = text(cx, args.maybe(1)).filter(|key| key.starts_with(COMMON_POOL))
    {
        let value = text(cx, args.maybe(2)).unwrap_or_default();
        if !cx.options().properties.contains(&(key.clone(), value.clone())) {
            let what = format!(
                "the property {key} is set by the program, but the common pool is made before main; set it with \
                    -D{key}={value}"
            );
            return Err(Trap::unsupported(what));
        }
    }
    Err(Trap::Original)
}

/// `System.in`, `out` and `err` are final for everybody but these methods.
fn set_stream(cx: &mut Context<'_>, args: Args<'_>, name: &str, desc: &str) -> Answer {
    let system = cx.load("java/lang/System")?;
    let field = cx.static_field(system, name, desc);
    let (record, unit, _) = field.ok_or_else(|| Trap::internal("System has no standard streams"))?;
    cx.put_ref(record, unit, args.maybe(0))?;
    Ok(0)
}

fn array_copy(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, to) = (args.object(0)?, args.object(2)?);
    let (from_at, to_at, count) = (args.int(1), args.int(3), args.int(4));
    let (from_class, to_class) = (cx.class_of(from), cx.class_of(to));
    let shift = element_shift(cx, from_class, to_class)?;
    check_bounds(cx, from, from_at, to, to_at, count)?;
    if count == 0 {
        return Ok(0);
    }
    let (source, target) = (cx.reading(from)?, cx.writing(to)?);
    let elements = |class: ClassId| cx.program().classes[class].element();
    let (from_element, to_element) = (elements(from_class), elements(to_class));
    let needs_checks = match (from_element, to_element) {
        (Some(from), Some(to)) => !cx.program().is_subclass(from, to),
        _ => false,
    };
    let seen = [cx.is_divisible(from, 0, Use::Read), cx.is_divisible(to, 0, Use::Write)];
    // One access alone is one operation.
    if seen == [true, true] || (count > 1 && seen != [false, false]) {
        let moved = match (needs_checks, loops::kind_of_elements(cx, from)) {
            (true, _) => Moved::Checked(store_checked),
            (false, Kind::Ref) => Moved::Reference,
            (false, kind) => Moved::Number(kind),
        };
        return Err(loops::copy(cx, &args, moved));
    }
    if needs_checks {
        return copy_checked(cx, args);
    }
    let bytes = |n: i32| (n as usize) << shift;
    cx.copy(source, bytes(from_at), target, bytes(to_at), bytes(count))?;
    Ok(0)
}

/// The element size as a shift, if the arrays fit together.
fn element_shift(cx: &Context<'_>, from: ClassId, to: ClassId) -> Result<u32, Trap> {
    let classes = &cx.program().classes;
    let mismatch = |what: String| Err(Trap::raise("java/lang/ArrayStoreException", what));
    let kind = |class: ClassId| match classes[class].element() {
        Some(element) if classes[element].is_primitive() => format!("{}[]", classes[element].name),
        _ => "object array[]".to_string(),
    };
    if classes[from].element().is_none() {
        return mismatch(format!("arraycopy: source type {} is not an array", classes[from].external_name()));
    }
    if classes[to].element().is_none() {
        return mismatch(format!(
            "arraycopy: destination type {} is not an array",
            classes[to].external_name()
        ));
    }
    let (from_kind, to_kind) = (kind(from), kind(to));
    if from_kind != to_kind {
        let what = format!("arraycopy: type mismatch: can not copy {from_kind} into {to_kind}");
        return mismatch(what);
    }
    Ok(cx.element_shift(from).unwrap_or(0))
}

fn check_bounds(
    cx: &Context<'_>,
    from: Ref,
    from_at: i32,
    to: Ref,
    to_at: i32,
    count: i32,
) -> Result<(), Trap> {
    let raise = |what: String| {
        Err(Trap::raise("java/lang/ArrayIndexOutOfBoundsException", format!("arraycopy: {what}")))
    };
    let name = |array: Ref| {
        let class = &cx.program().classes[cx.class_of(array)];
        let element = class.element().map(|e| &cx.program().classes[e]);
        let element =
            element.filter(|e| e.is_primitive()).map_or("object array".to_string(), |e| e.name.to_string());
        format!("{element}[{}]", cx.array_len(array).unwrap_or(0))
    };
    if from_at < 0 {
        return raise(format!("source index {from_at} out of bounds for {}", name(from)));
    }
    if to_at < 0 {
        return raise(format!("destination index {to_at} out of bounds for {}", name(to)));
    }
    if count < 0 {
        return raise(format!("length {count} is negative"));
    }
    let end = |at: i32| i64::from(at) + i64::from(count);
    if end(from_at) > i64::from(cx.array_len(from)?) {
        return raise(format!("last source index {} out of bounds for {}", end(from_at), name(from)));
    }
    if end(to_at) > i64::from(cx.array_len(to)?) {
        return raise(format!("last destination index {} out of bounds for {}", end(to_at), name(to)));
    }
    Ok(())
}

/// Copies element by element until one does not fit. The arrays cannot be the same.
fn copy_checked(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, to) = (args.maybe(0), args.maybe(2));
    let (from_at, to_at) = (args.int(1) as u32, args.int(3) as u32);
    for i in 0..args.int(4) as u32 {
        let value = cx.load_ref(from, from_at + i)?;
        store_if_fit(cx, from, to, to_at + i, value)?;
    }
    Ok(0)
}

fn store_if_fit(cx: &mut Context<'_>, from: Ref, to: Ref, at: u32, value: Ref) -> Result<(), Trap> {
    if !value.is_null() && cx.check_store(to, value).is_err() {
        let what = mismatch(cx, from, to);
        return Err(Trap::raise("java/lang/ArrayStoreException", what));
    }
    cx.store_ref(to, at, value)
}

/// `from, to, at, value`.
fn store_checked(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    store_if_fit(cx, args.object(0)?, args.object(1)?, args.int(2) as u32, args.maybe(3))?;
    Ok(0)
}

/// Why an element of one array does not go into another.
fn mismatch(cx: &Context<'_>, from: Ref, to: Ref) -> String {
    let element = |array: Ref| cx.program().classes[cx.class_of(array)].element();
    let name =
        |element: Option<ClassId>| element.map_or(String::new(), |e| cx.program().classes[e].external_name());
    let (from, to) = (element(from), element(to));
    let could_fit = matches!((from, to), (Some(from), Some(to)) if cx.program().is_subclass(to, from));
    match could_fit {
        true => format!(
            "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the \
                destination array, {}",
            name(from),
            name(to)
        ),
        false => format!("arraycopy: type mismatch: can not copy {}[] into {}[]", name(from), name(to)),
    }
}
