//! Class loaders, modules and native libraries: what the library asks of the machine about them.

use super::{nest_host, set_ref, word};
use crate::nothing;
use base::Symbol;
use vm::{Answer, Args, ClassId, Context, Definition, Ref, Registry, Trap};

/// Flags of `ClassLoader.defineClass0` (`MethodHandles.Lookup.ClassOption` and `ClassFileAssembler`).
const NESTMATE_CLASS: i32 = 1;
const HIDDEN_CLASS: i32 = 2;

pub fn register(registry: &mut Registry) {
    let mut add = |name, native| registry.add("java/lang/ClassLoader", name, native);
    add("retrieveDirectives()Ljava/lang/AssertionStatusDirectives;", retrieve_directives);
    add(
        "defineClass1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;\
            Ljava/lang/String;)Ljava/lang/Class;",
        define_class1,
    );
    add(
        "defineClass0(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;\
            [BIILjava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;",
        define_class0,
    );
    let unsafe_define = "defineClass0(Ljava/lang/String;[BIILjava/lang/ClassLoader;\
        Ljava/security/ProtectionDomain;)Ljava/lang/Class;";
    registry.add("jdk/internal/misc/Unsafe", unsafe_define, unsafe_define_class);
    let mut add = |name, native| registry.add("java/lang/Module", name, native);
    add(
        "defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V",
        nothing,
    );
    add("addReads0(Ljava/lang/Module;Ljava/lang/Module;)V", nothing);
    add("addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V", nothing);
    add("addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V", nothing);
    add("addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V", nothing);
    let mut add = |name, native| registry.add("jdk/internal/loader/BootLoader", name, native);
    add("setBootLoaderUnnamedModule0(Ljava/lang/Module;)V", nothing);
    add("getSystemPackageLocation(Ljava/lang/String;)Ljava/lang/String;", get_system_package_location);
    add("getSystemPackageNames()[Ljava/lang/String;", get_system_package_names);
    // The libraries behind the JDK's own native methods are this crate.
    add("loadLibrary(Ljava/lang/String;)V", nothing);
    let mut add = |name, native| registry.add("jdk/internal/loader/NativeLibraries", name, native);
    add("findBuiltinLib(Ljava/lang/String;)Ljava/lang/String;", nothing);
    add("load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZZ)Z", load_library);
    add("load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZ)Z", load_library);
    add("unload(Ljava/lang/String;ZZJ)V", nothing);
    add("unload(Ljava/lang/String;ZJ)V", nothing);
    let find = "findEntry0(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;)J";
    registry.add("jdk/internal/loader/NativeLibraries", find, nothing);
    registry.add("jdk/internal/loader/NativeLibrary", "findEntry0(JLjava/lang/String;)J", nothing);
}

/// The program's assertions are all on or all off.
fn retrieve_directives(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let class = cx.load("java/lang/AssertionStatusDirectives")?;
    let object = cx.new_object(class)?;
    for name in ["classes", "packages"] {
        let none = cx.new_array(cx.known().strings, 0)?;
        set_ref(cx, object, name, "[Ljava/lang/String;", none)?;
    }
    for name in ["classEnabled", "packageEnabled"] {
        let none = cx.new_array(cx.known().booleans, 0)?;
        set_ref(cx, object, name, "[Z", none)?;
    }
    let assertions = cx.options().assertions;
    super::set_int(cx, object, "deflt", "Z", i32::from(assertions))?;
    Ok(word(object))
}

/// `loader, name, bytes, offset, length, domain, source`.
fn define_class1(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bytes = part(cx, args.object(2)?, args.int(3), args.int(4))?;
    let definition = Definition {
        loader: args.maybe(0),
        name: internal_name(cx, args.maybe(1)),
        host: None,
        hidden: false,
        nest_host: None,
    };
    let class = cx.define_class(args.thread, definition, &bytes)?;
    let mirror = cx.mirror(class)?;
    super::domain::keep(cx, mirror, args.maybe(5))?;
    Ok(word(mirror))
}

/// `name, bytes, offset, length, loader, domain` behind the receiver.
fn unsafe_define_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bytes = part(cx, args.object(2)?, args.int(3), args.int(4))?;
    let definition = Definition {
        loader: args.maybe(5),
        name: internal_name(cx, args.maybe(1)),
        host: None,
        hidden: false,
        nest_host: None,
    };
    let class = cx.define_class(args.thread, definition, &bytes)?;
    Ok(word(cx.mirror(class)?))
}

/// `loader, lookup, name, bytes, offset, length, domain, initialize, flags, data`: what `Lookup.defineClass`
/// and `Lookup.defineHiddenClass` come down to.
fn define_class0(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let lookup = cx.mirrored(args.object(1)?)?;
    let flags = args.int(8);
    let nest = nest_host(cx, lookup)?;
    let bytes = part(cx, args.object(3)?, args.int(4), args.int(5))?;
    let definition = Definition {
        loader: args.maybe(0),
        name: internal_name(cx, args.maybe(2)),
        host: Some(lookup),
        hidden: flags & HIDDEN_CLASS != 0,
        nest_host: (flags & NESTMATE_CLASS != 0).then_some(nest),
    };
    let class: ClassId = cx.define_class(args.thread, definition, &bytes)?;
    let mirror = cx.mirror(class)?;
    set_ref(cx, mirror, "classData", "Ljava/lang/Object;", args.maybe(9))?;
    match args.boolean(7) {
        // The class is there now; what is left can be done again.
        true => {
            let initialize = super::lookup::initialize_and_return(cx)?;
            Err(Trap::Call(initialize, vec![word(mirror)]))
        }
        false => Ok(word(mirror)),
    }
}

fn internal_name(cx: &Context<'_>, name: Ref) -> Option<Symbol> {
    (!name.is_null()).then(|| Symbol::new(&cx.text(name).replace('.', "/")))
}

fn part(cx: &mut Context<'_>, array: Ref, offset: i32, length: i32) -> Result<Vec<u8>, Trap> {
    let all = cx.reading(array)?;
    let all = cx.bytes(all);
    let (from, len) = (offset as usize, length as usize);
    match offset >= 0 && length >= 0 && from + len <= all.len() {
        true => Ok(all[from..from + len].to_vec()),
        false => Err(Trap::Raise("java/lang/ArrayIndexOutOfBoundsException", None)),
    }
}

/// Where a package of the boot loader comes from: the image, for all that has been loaded from it.
fn get_system_package_location(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let package = cx.text(args.object(0)?);
    let found = cx
        .program()
        .classes
        .values()
        .find(|class| class.module().is_some() && class.package() == package)
        .and_then(|class| class.module());
    match found {
        Some(module) => Ok(word(cx.new_string(&format!("jrt:/{module}"))?)),
        None => Ok(0),
    }
}

fn get_system_package_names(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let mut names: Vec<String> = cx
        .program()
        .classes
        .values()
        .filter(|c| c.module().is_some())
        .map(|c| c.package().to_string())
        .collect();
    names.sort_unstable();
    names.dedup();
    let strings = names.iter().map(|name| cx.new_string(name)).collect::<Result<Vec<Ref>, Trap>>()?;
    Ok(word(cx.new_ref_array(cx.known().strings, &strings)?))
}

fn load_library(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(1)?);
    Err(Trap::unsupported(format!("the native library {name}")))
}
