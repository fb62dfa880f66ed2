//! `java.lang.Module`: the JDK's modules by name, and what they export and open. There is no module graph:
//! every module reads every other.
//!
//! What a module exports is read from its `module-info.class` (JVMS 4.7.25) when somebody asks.

use super::{get_ref, set_ref, word};
use crate::nothing;
use base::Symbol;
use classfile::ModuleInfo;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use vm::{Answer, Args, Context, Registry, Trap, member};

const MODULE: &str = "java/lang/Module";
const DESCRIPTOR: &str = "Ljava/lang/module/ModuleDescriptor;";
const CATALOG: &str = "jdk/internal/module/ServicesCatalog";

pub fn register(registry: &mut Registry) {
    let mut add = |name: &str, native| registry.add(MODULE, name, native);
    add("implIsExportedOrOpen(Ljava/lang/String;Ljava/lang/Module;Z)Z", is_exported_or_open);
    add("canRead(Ljava/lang/Module;)Z", |_, _| Ok(1));
    add("canUse(Ljava/lang/Class;)Z", |_, _| Ok(1));
    // What the library exports at run time belongs to modules that it makes for proxies.
    add("implAddExportsOrOpens(Ljava/lang/String;Ljava/lang/Module;ZZ)V", nothing);
    add(&format!("getDescriptor(){DESCRIPTOR}"), get_descriptor);
    let other = format!("getServicesCatalogOrNull(Ljava/lang/ClassLoader;)L{CATALOG};");
    registry.add(CATALOG, &other, nothing);
    registry.add(CATALOG, "findServices(Ljava/lang/String;)Ljava/util/List;", find_services);
    let find = "findModule(Ljava/lang/String;)Ljava/lang/Module;";
    registry.add("jdk/internal/loader/BootLoader$PackageHelper", find, find_module);
}

/// The providers in all modules of the JDK. No loader but the boot loader has a catalog.
fn find_services(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let service = Symbol::new(&cx.text(args.object(1)?).replace('.', "/"));
    let providers = cx.providers(service)?;
    let class = cx.load(&format!("{CATALOG}$ServiceProvider"))?;
    let mut made = Vec::new();
    for (module, provider) in providers {
        let object = cx.new_object(class)?;
        let module = cx.named_module(module)?;
        set_ref(cx, object, "module", "Ljava/lang/Module;", module)?;
        let name = cx.literal_text(&provider.text().replace('/', "."))?;
        set_ref(cx, object, "providerName", "Ljava/lang/String;", name)?;
        made.push(object);
    }
    let array = cx.new_object_array(class, &made)?;
    let arrays = cx.load("java/util/Arrays")?;
    cx.ensure_initialized(args.thread, arrays)?;
    Err(cx.tail_call(arrays, "asList", "([Ljava/lang/Object;)Ljava/util/List;", vec![word(array)]))
}

/// `jrt:/java.base`, as `BootLoader.getSystemPackageLocation` answers.
fn find_module(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let location = cx.text(args.object(0)?);
    match location.strip_prefix("jrt:/") {
        Some(name) => Ok(word(cx.named_module(Symbol::new(name))?)),
        None => Ok(0),
    }
}

/// `package, other, open`, behind the receiver.
fn is_exported_or_open(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (module, other) = (args.object(0)?, args.maybe(2));
    let name = get_ref(cx, module, "name", "Ljava/lang/String;")?;
    let is_ours = get_ref(cx, module, "descriptor", DESCRIPTOR)?.is_null();
    // Modules that the library makes at run time, for proxies, export what is in them.
    if name.is_null() || module == other || !is_ours {
        return Ok(1);
    }
    let package = Symbol::new(&cx.text(args.object(1)?).replace('.', "/"));
    let name = cx.text(name);
    let other_name = match other.is_null() {
        true => None,
        false => {
            let name = get_ref(cx, other, "name", "Ljava/lang/String;")?;
            (!name.is_null()).then(|| cx.symbol(name))
        }
    };
    let info = ModuleInfo::read(&module_info(cx, &name)?);
    if info.is_some_and(|info| info.grants(package, other_name, args.boolean(3))) {
        return Ok(1);
    }
    let class = cx.load(MODULE)?;
    let rest = ["isReflectivelyExportedOrOpen", "isReflectivelyExportedOrOpened"];
    let desc = "(Ljava/lang/String;Ljava/lang/Module;Z)Z";
    let found = rest
        .iter()
        .find(|name| cx.program().declared_method(class, Symbol::new(name), Symbol::new(desc)).is_some());
    match found {
        Some(name) => Err(cx.tail_call(class, name, desc, args.words.to_vec())),
        None => Ok(0),
    }
}

fn module_info(cx: &Context<'_>, module: &str) -> Result<Vec<u8>, Trap> {
    let found = cx.program().sources.boot.module_resource(module, "module-info.class");
    let found = found.map_err(|error| Trap::internal(error.to_string()))?;
    Ok(found.map(|bytes| bytes.to_vec()).unwrap_or_default())
}

/// Made by the library from the module's file, when first asked for.
fn get_descriptor(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let module = args.object(0)?;
    let present = get_ref(cx, module, "descriptor", DESCRIPTOR)?;
    let name = get_ref(cx, module, "name", "Ljava/lang/String;")?;
    if !present.is_null() || name.is_null() {
        return Ok(word(present));
    }
    let bytes = module_info(cx, &cx.text(name))?;
    let array = cx.new_bytes(&bytes)?;
    let class = cx.known().object;
    let adapter = cx.adapter("moduleDescriptor", class, &format!("([B){DESCRIPTOR}"), None, || {
        let mut b = Builder::new(&[true]);
        let (buffer, dst) = (b.reg(true), b.reg(true));
        let wrap = member("java/nio/ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;");
        b.call(CallKind::Static, wrap, false, &[0], Some(buffer));
        let read = member(
            "java/lang/module/ModuleDescriptor",
            "read",
            &format!("(Ljava/nio/ByteBuffer;){DESCRIPTOR}"),
        );
        b.call(CallKind::Static, read, false, &[buffer], Some(dst));
        b.emit(Op::Return { src: Src(dst) });
        b
    })?;
    Err(Trap::Call(adapter, vec![word(array)]))
}
