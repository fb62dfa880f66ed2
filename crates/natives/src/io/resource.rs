//! Resources: files beside classes, read out of the JDK image or the class path and handed out as streams
//! over memory.

use crate::reflect::get_ref;
use base::Symbol;
use classfile::Source;
use vm::program::Loader;
use vm::{Answer, Args, Context, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let by_name = "(Ljava/lang/String;)Ljava/io/InputStream;";
    registry.add("java/lang/Class", &format!("getResourceAsStream{by_name}"), of_class);
    registry.add("java/lang/ClassLoader", &format!("getResourceAsStream{by_name}"), of_loader);
    registry.add("java/lang/ClassLoader", &format!("getSystemResourceAsStream{by_name}"), of_system);
    registry.add("java/lang/Module", &format!("getResourceAsStream{by_name}"), of_module);
}

/// A name without a leading slash is relative to the class's package.
fn of_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let loader = get_ref(cx, args.object(0)?, "classLoader", "Ljava/lang/ClassLoader;")?;
    if !is_builtin(cx, loader) {
        return Err(Trap::Original);
    }
    let class = cx.mirrored(args.object(0)?)?;
    let name = cx.text(args.object(1)?);
    let class = &cx.program().classes[class];
    let path = match name.strip_prefix('/') {
        Some(absolute) => absolute.to_string(),
        None if class.package().is_empty() => name,
        None => format!("{}/{name}", class.package()),
    };
    let module = class.module();
    let own = match (class.loader, module) {
        (Loader::Boot, Some(module)) => {
            cx.program().sources.boot.module_resource(module.as_str(), &path).map_err(invalid)?
        }
        _ => None,
    };
    match own.map(|bytes| bytes.into_owned()) {
        Some(bytes) => stream(cx, &bytes),
        None => find(cx, &path),
    }
}

/// A loader of the program's own has its own way to find things.
fn of_loader(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match is_builtin(cx, args.object(0)?) {
        true => of_module(cx, args),
        false => Err(Trap::Original),
    }
}

/// One of the loaders whose search is ours. The boot loader may be null.
fn is_builtin(cx: &Context<'_>, loader: Ref) -> bool {
    let builtin = cx.program().loaded(Symbol::new("jdk/internal/loader/BuiltinClassLoader"));
    loader.is_null() || builtin.is_some_and(|builtin| cx.program().is_subclass(cx.class_of(loader), builtin))
}

fn of_module(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(1)?);
    find(cx, &name)
}

fn of_system(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(0)?);
    find(cx, &name)
}

pub(super) fn invalid(error: classfile::Error) -> Trap {
    Trap::Stop(Box::new(vm::Stop::Invalid(error)))
}

/// The library first, then the class path; null if neither has it.
fn find(cx: &mut Context<'_>, path: &str) -> Answer {
    let sources = &cx.program().sources;
    let found = match sources.boot.resource(path).map_err(invalid)? {
        Some(bytes) => Some(bytes),
        None => sources.app.resource(path).map_err(invalid)?,
    };
    match found {
        Some(bytes) => stream(cx, &bytes),
        None => Ok(0),
    }
}

/// A `ByteArrayInputStream` over the bytes.
pub(super) fn stream(cx: &mut Context<'_>, bytes: &[u8]) -> Answer {
    let class = cx.load("java/io/ByteArrayInputStream")?;
    let array = cx.new_bytes(bytes)?;
    let object = cx.new_object(class)?;
    for (name, desc, value) in [("buf", "[B", array.0), ("count", "I", bytes.len() as u32)] {
        let field = cx.program().resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
        let unit = cx.program().fields[field].unit;
        cx.own_put32(object, unit, value);
    }
    Ok(u64::from(object.0))
}
