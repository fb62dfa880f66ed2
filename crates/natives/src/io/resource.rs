//! Resources: files beside classes, read out of the JDK image or the class path and handed out as streams
//! over memory.

use base::Symbol;
use classfile::Source;
use vm::program::Loader;
use vm::{Answer, Args, Context, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let by_name = "(Ljava/lang/String;)Ljava/io/InputStream;";
    registry.add("java/lang/Class", &format!("getResourceAsStream{by_name}"), of_class);
    registry.add("java/lang/ClassLoader", &format!("getResourceAsStream{by_name}"), of_loader);
    registry.add("java/lang/ClassLoader", &format!("getSystemResourceAsStream{by_name}"), of_system);
    registry.add("java/lang/Module", &format!("getResourceAsStream{by_name}"), of_loader);
}

/// A name without a leading slash is relative to the class's package.
fn of_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.mirrored(args.object(0)?);
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

fn of_loader(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
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
