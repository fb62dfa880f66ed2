//! java.lang.Throwable, StackTraceElement and the messages of NullPointerException.

use base::Symbol;
use vm::program::Loader;
use vm::{Answer, Args, Context, Ref, Registry, TraceLine, Trap};

pub fn register(registry: &mut Registry) {
    registry.add("java/lang/Throwable", "fillInStackTrace(I)Ljava/lang/Throwable;", fill_in);
    let element = "java/lang/StackTraceElement";
    registry.add(
        element,
        "initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V",
        init_from_throwable,
    );
    registry.add(
        element,
        "initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V",
        init_from_backtrace,
    );
    // What is dropped from the text is decided where the element is made, without a module system to ask.
    registry.add(element, "computeFormat()V", crate::nothing);
    registry.add("java/lang/NullPointerException", "getExtendedNPEMessage()Ljava/lang/String;", null_message);
}

fn fill_in(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let exception = args.object(0)?;
    let unit = cx.known().throwable_trace;
    cx.put_ref(exception, unit, Ref::NULL)?;
    let throwable = cx.known().throwable;
    if let Some((record, from, _)) =
        cx.static_field(throwable, "UNASSIGNED_STACK", "[Ljava/lang/StackTraceElement;")
    {
        let unassigned = cx.get_ref(record, from)?;
        cx.put_ref(exception, unit, unassigned)?;
    }
    cx.fill_in_trace(args.thread, exception)?;
    Ok(u64::from(exception.0))
}

fn init_from_throwable(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let exception = args.object(1)?;
    let backtrace = cx.get_ref(exception, cx.known().throwable_backtrace)?;
    init(cx, args.object(0)?, backtrace)
}

fn init_from_backtrace(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    init(cx, args.object(0)?, args.object(1)?)
}

fn init(cx: &mut Context<'_>, elements: Ref, backtrace: Ref) -> Answer {
    let places = cx.backtrace(backtrace);
    for (i, place) in places.into_iter().enumerate().take(cx.array_len(elements)? as usize) {
        let element = cx.load_ref(elements, i as u32)?;
        fill_element(cx, element, place)?;
    }
    Ok(0)
}

/// A new `StackTraceElement` for a place.
pub fn element(cx: &mut Context<'_>, place: TraceLine) -> Result<Ref, Trap> {
    let element = cx.new_object(cx.known().stack_trace_element)?;
    fill_element(cx, element, place)?;
    Ok(element)
}

/// `StackTraceElement.format`: the built-in loaders' names and the version of the JDK's own modules are not
/// shown.
const BUILTIN_CLASS_LOADER: u32 = 1;
const JDK_NON_UPGRADEABLE_MODULE: u32 = 2;
/// `StackTraceElement.lineNumber` of a native method.
const NATIVE_LINE: u32 = -2i32 as u32;

pub(crate) fn fill_element(cx: &mut Context<'_>, element: Ref, place: TraceLine) -> Result<(), Trap> {
    let method = &cx.program().methods[place.method];
    let (class_id, method_name) = (method.class, method.name);
    let class = &cx.program().classes[class_id];
    let (is_boot, module, file) = (class.loader == Loader::Boot, class.module(), class.source_file());
    let class_name = class.external_name();
    let line = match place.bytecode {
        None => NATIVE_LINE,
        Some(_) => cx.line_of(place).map_or(-1i32 as u32, u32::from),
    };
    let version = cx.options().jdk_version.clone();
    let strings = [
        ("declaringClass", Some(class_name)),
        ("methodName", Some(method_name.to_string())),
        ("fileName", file.map(|f| f.to_string())),
        ("classLoaderName", (!is_boot).then(|| "app".to_string())),
        ("moduleName", module.map(|m| m.to_string())),
        ("moduleVersion", module.map(|_| version)),
    ];
    let class = cx.known().stack_trace_element;
    for (name, text) in strings {
        let value = match text {
            Some(text) => cx.literal_text(&text)?,
            None => Ref::NULL,
        };
        put(cx, element, class, name, "Ljava/lang/String;", value.0)?;
    }
    let mirror = cx.mirror(class_id)?;
    put(cx, element, class, "declaringClassObject", "Ljava/lang/Class;", mirror.0)?;
    put(cx, element, class, "lineNumber", "I", line)?;
    let format = BUILTIN_CLASS_LOADER | if is_boot { JDK_NON_UPGRADEABLE_MODULE } else { 0 };
    put(cx, element, class, "format", "B", format)
}

fn put(
    cx: &mut Context<'_>,
    object: Ref,
    class: vm::ClassId,
    name: &str,
    desc: &str,
    value: u32,
) -> Result<(), Trap> {
    let field = cx.program().resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
    let unit = cx.program().fields[field].unit;
    match desc.starts_with('L') {
        true => cx.put_ref(object, unit, Ref(value)),
        false => cx.put32(object, unit, value),
    }
}

fn null_message(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let exception = args.object(0)?;
    let backtrace = cx.get_ref(exception, cx.known().throwable_backtrace)?;
    let message = cx.backtrace(backtrace).first().and_then(|&place| cx.null_message(place));
    match message {
        Some(text) => Ok(u64::from(cx.new_string(&text)?.0)),
        None => Ok(0),
    }
}
