//! Addresses of resources (URLs): what the built-in class loaders find, and what is behind an address.
//!
//! The library's own loaders would open jars and folders themselves. Here `classfile` has them open already, so
//! the loaders' search is ours, and the image's connections are; the URL objects, and what `file:` and `jar:`
//! lead to, are the library's.

use super::resource::{invalid, stream};
use crate::reflect::{get_ref, set_int, set_ref, word};
use classfile::Source;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use vm::{Answer, Args, Context, MethodId, Ref, Registry, Trap, member};

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
    let image = "sun/net/www/protocol/jrt/JavaRuntimeURLConnection";
    registry.add(image, "connect()V", connect);
    registry.add(image, "getInputStream()Ljava/io/InputStream;", open_stream);
    registry.add(image, "getContentLength()I", length);
    registry.add(image, "getContentLengthLong()J", length);
    // It would open the image a second time.
    registry.add(image, "<clinit>()V", crate::nothing);
    // There is no map of the image that the library could share; it makes one of its own.
    let buffer = "jdk/internal/jimage/NativeImageBuffer";
    registry.add(buffer, "<clinit>()V", crate::nothing);
    registry.add(buffer, "getNativeMap(Ljava/lang/String;)Ljava/nio/ByteBuffer;", crate::nothing);
}

/// `loader, name`.
fn find_resource(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(1)?);
    match addresses(cx, &args, &name)?.first() {
        Some(address) => Ok(word(url(cx, &args, address)?)),
        None => Ok(0),
    }
}

/// `loader, name`.
fn find_resources(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let mut urls = Vec::new();
    let name = cx.text(args.object(1)?);
    for address in addresses(cx, &args, &name)? {
        urls.push(url(cx, &args, &address)?);
    }
    let array = cx.load("[Ljava/net/URL;")?;
    let array = cx.new_ref_array(array, &urls)?;
    Err(Trap::Call(enumerate(cx)?, vec![word(array)]))
}

/// `loader, module, name`.
fn find_in_module(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match address_in_module(cx, &args)? {
        Some(address) => Ok(word(url(cx, &args, &address)?)),
        None => Ok(0),
    }
}

/// `loader, module, name`.
fn open_in_module(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match address_in_module(cx, &args)? {
        Some(address) => {
            let bytes = read(cx, &address)?;
            stream(cx, &bytes)
        }
        None => Ok(0),
    }
}

/// A null for the module means what is in none: the class path.
fn address_in_module(cx: &Context<'_>, args: &Args<'_>) -> Result<Option<String>, Trap> {
    let name = cx.text(args.object(2)?);
    if args.maybe(1).is_null() {
        return Ok(addresses(cx, args, &name)?.into_iter().next());
    }
    let module = cx.text(args.object(1)?);
    cx.program().sources.boot.module_url(&module, &name).map_err(invalid)
}

fn addresses(cx: &Context<'_>, args: &Args<'_>, name: &str) -> Result<Vec<String>, Trap> {
    let loader = cx.program().classes[cx.class_of(args.object(0)?)].name;
    let sources = &cx.program().sources;
    match loader.as_str() {
        BOOT_LOADER => sources.boot.urls(name).map_err(invalid),
        APP_LOADER => sources.app.urls(name).map_err(invalid),
        _ => Ok(Vec::new()),
    }
}

/// A `java.net.URL` as its constructor would make it from this text.
fn url(cx: &mut Context<'_>, args: &Args<'_>, address: &str) -> Result<Ref, Trap> {
    let (protocol, file) =
        address.split_once(':').ok_or_else(|| Trap::forged("an address without a protocol"))?;
    let handler_class = cx.load(&format!("sun/net/www/protocol/{protocol}/Handler"))?;
    let url_class = cx.load("java/net/URL")?;
    for class in [url_class, handler_class] {
        cx.ensure_initialized(args.thread, class)?;
    }
    let object = cx.new_object(url_class)?;
    // Neither a handler's constructor nor its superclass's has anything to do.
    let handler = cx.new_object(handler_class)?;
    set_ref(cx, object, "handler", "Ljava/net/URLStreamHandler;", handler)?;
    for (field, value) in [("protocol", protocol), ("host", ""), ("file", file), ("path", file)] {
        let value = cx.new_string(value)?;
        set_ref(cx, object, field, STRING, value)?;
    }
    // The parser of these two sees an authority that is empty, and that of jar addresses sees none.
    if protocol != "jar" {
        let empty = cx.new_string("")?;
        set_ref(cx, object, "authority", STRING, empty)?;
    }
    for (field, none) in [("port", -1), ("hashCode", -1)] {
        set_int(cx, object, field, "I", none)?;
    }
    Ok(object)
}

/// A method from an array to an `Enumeration` of its elements.
fn enumerate(cx: &mut Context<'_>) -> Result<MethodId, Trap> {
    let class = cx.known().class;
    cx.adapter("enumerate", class, "([Ljava/lang/Object;)Ljava/util/Enumeration;", None, || {
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

/// What is behind the address of a connection to the image.
fn content(cx: &mut Context<'_>, args: &Args<'_>) -> Result<Vec<u8>, Trap> {
    let url = get_ref(cx, args.object(0)?, "url", "Ljava/net/URL;")?;
    let (protocol, file) = (get_ref(cx, url, "protocol", STRING)?, get_ref(cx, url, "file", STRING)?);
    read(cx, &format!("{}:{}", cx.text(protocol), cx.text(file)))
}

fn read(cx: &Context<'_>, address: &str) -> Result<Vec<u8>, Trap> {
    let sources = &cx.program().sources;
    let found = match address.starts_with("jrt:") {
        true => sources.boot.open(address),
        false => sources.app.open(address),
    };
    found.map_err(invalid)?.ok_or_else(|| Trap::raise("java/io/FileNotFoundException", address))
}

fn connect(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    content(cx, &args).map(|_| 0)
}

fn open_stream(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bytes = content(cx, &args)?;
    stream(cx, &bytes)
}

fn length(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(content(cx, &args)?.len() as u64)
}
