//! Addresses of resources (URLs): what the built-in class loaders find, and what is behind an address.
//!
//! The library's own way would open jars and folders itself. Here `classfile` has them open already, so the
//! loaders' search and the connections' streams are ours; the URL objects between them are the library's.

use super::resource::{invalid, stream};
use crate::reflect::{get_ref, set_int, set_ref, word};
use classfile::Source;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use vm::{Answer, Args, Machine, MethodId, Ref, Registry, Trap, member};

const STRING: &str = "Ljava/lang/String;";
const BOOT_LOADER: &str = "jdk/internal/loader/ClassLoaders$BootClassLoader";
const APP_LOADER: &str = "jdk/internal/loader/ClassLoaders$AppClassLoader";

pub fn register(registry: &mut Registry) {
    let loader = "jdk/internal/loader/BuiltinClassLoader";
    registry.add(loader, "findResource(Ljava/lang/String;)Ljava/net/URL;", find_resource);
    registry.add(loader, "findResources(Ljava/lang/String;)Ljava/util/Enumeration;", find_resources);
    registry.add(loader, "findResource(Ljava/lang/String;Ljava/lang/String;)Ljava/net/URL;", find_in_module);
    registry.add(
        loader,
        "findResourceAsStream(Ljava/lang/String;Ljava/lang/String;)Ljava/io/InputStream;",
        open_in_module,
    );
    for connection in ["jar/JarURLConnection", "file/FileURLConnection", "jrt/JavaRuntimeURLConnection"] {
        let class = format!("sun/net/www/protocol/{connection}");
        registry.add(&class, "connect()V", connect);
        registry.add(&class, "getInputStream()Ljava/io/InputStream;", open_stream);
        registry.add(&class, "getContentLength()I", length);
        registry.add(&class, "getContentLengthLong()J", length);
    }
    // It would open the image a second time.
    registry.add("sun/net/www/protocol/jrt/JavaRuntimeURLConnection", "<clinit>()V", crate::nothing);
}

/// `loader, name`.
fn find_resource(machine: &mut Machine, args: Args<'_>) -> Answer {
    let name = machine.text(args.object(1)?);
    match addresses(machine, &args, &name)?.first() {
        Some(address) => Ok(word(url(machine, &args, address)?)),
        None => Ok(0),
    }
}

/// `loader, name`.
fn find_resources(machine: &mut Machine, args: Args<'_>) -> Answer {
    let mut urls = Vec::new();
    let name = machine.text(args.object(1)?);
    for address in addresses(machine, &args, &name)? {
        urls.push(url(machine, &args, &address)?);
    }
    let array = machine.load("[Ljava/net/URL;")?;
    let array = machine.new_ref_array(array, &urls)?;
    Err(Trap::Call(enumerate(machine)?, vec![word(array)]))
}

/// `loader, module, name`.
fn find_in_module(machine: &mut Machine, args: Args<'_>) -> Answer {
    match address_in_module(machine, &args)? {
        Some(address) => Ok(word(url(machine, &args, &address)?)),
        None => Ok(0),
    }
}

/// `loader, module, name`.
fn open_in_module(machine: &mut Machine, args: Args<'_>) -> Answer {
    match address_in_module(machine, &args)? {
        Some(address) => {
            let bytes = read(machine, &address)?;
            stream(machine, &bytes)
        }
        None => Ok(0),
    }
}

/// A null for the module means what is in none: the class path.
fn address_in_module(machine: &Machine, args: &Args<'_>) -> Result<Option<String>, Trap> {
    let name = machine.text(args.object(2)?);
    if args.maybe(1).is_null() {
        return Ok(addresses(machine, args, &name)?.into_iter().next());
    }
    let module = machine.text(args.object(1)?);
    machine.program.sources.boot.module_url(&module, &name).map_err(invalid)
}

fn addresses(machine: &Machine, args: &Args<'_>, name: &str) -> Result<Vec<String>, Trap> {
    let loader = machine.program.classes[machine.heap.class_of(args.object(0)?)].name;
    let sources = &machine.program.sources;
    match loader.as_str() {
        BOOT_LOADER => sources.boot.urls(name).map_err(invalid),
        APP_LOADER => sources.app.urls(name).map_err(invalid),
        _ => Ok(Vec::new()),
    }
}

/// A `java.net.URL` as its constructor would make it from this text.
fn url(machine: &mut Machine, args: &Args<'_>, address: &str) -> Result<Ref, Trap> {
    let (protocol, file) =
        address.split_once(':').ok_or_else(|| Trap::internal("an address without a protocol"))?;
    let handler_class = machine.load(&format!("sun/net/www/protocol/{protocol}/Handler"))?;
    let url_class = machine.load("java/net/URL")?;
    for class in [url_class, handler_class] {
        machine.ensure_initialized(args.thread, class)?;
    }
    let object = machine.new_object(url_class)?;
    // Neither a handler's constructor nor its superclass's has anything to do.
    let handler = machine.new_object(handler_class)?;
    set_ref(machine, object, "handler", "Ljava/net/URLStreamHandler;", handler)?;
    for (field, value) in [("protocol", protocol), ("host", ""), ("file", file), ("path", file)] {
        let value = machine.new_string(value)?;
        set_ref(machine, object, field, STRING, value)?;
    }
    // The parser of these two sees an authority that is empty, and that of jar addresses sees none.
    if protocol != "jar" {
        let empty = machine.new_string("")?;
        set_ref(machine, object, "authority", STRING, empty)?;
    }
    for (field, none) in [("port", -1), ("hashCode", -1)] {
        set_int(machine, object, field, "I", none)?;
    }
    Ok(object)
}

/// A method from an array to an `Enumeration` of its elements.
fn enumerate(machine: &mut Machine) -> Result<MethodId, Trap> {
    let class = machine.known().class;
    machine.adapter("enumerate", class, "([Ljava/lang/Object;)Ljava/util/Enumeration;", None, || {
        let mut b = Builder::new(&[true]);
        let (list, result) = (b.reg(true), b.reg(true));
        let as_list = member("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;");
        let enumeration =
            member("java/util/Collections", "enumeration", "(Ljava/util/Collection;)Ljava/util/Enumeration;");
        b.call(CallKind::Static, as_list, false, &[0], Some(list));
        b.call(CallKind::Static, enumeration, false, &[list], Some(result));
        b.emit(Op::Return { src: Src(result) });
        b
    })
}

/// What is behind the address of a `URLConnection`. Files that are not on the class path are closed to
/// programs.
fn content(machine: &Machine, args: &Args<'_>) -> Result<Vec<u8>, Trap> {
    let url = get_ref(machine, args.object(0)?, "url", "Ljava/net/URL;")?;
    let part = |name| Ok::<String, Trap>(machine.text(get_ref(machine, url, name, STRING)?));
    read(machine, &format!("{}:{}", part("protocol")?, part("file")?))
}

fn read(machine: &Machine, address: &str) -> Result<Vec<u8>, Trap> {
    let sources = &machine.program.sources;
    let found = match address.starts_with("jrt:") {
        true => sources.boot.open(address),
        false => sources.app.open(address),
    };
    found.map_err(invalid)?.ok_or_else(|| Trap::raise("java/io/FileNotFoundException", address))
}

fn connect(machine: &mut Machine, args: Args<'_>) -> Answer {
    content(machine, &args).map(|_| 0)
}

fn open_stream(machine: &mut Machine, args: Args<'_>) -> Answer {
    let bytes = content(machine, &args)?;
    stream(machine, &bytes)
}

fn length(machine: &mut Machine, args: Args<'_>) -> Answer {
    Ok(content(machine, &args)?.len() as u64)
}
