//! Finding classes by name: `Class.forName0`, and what the built-in class loaders do.
//!
//! The machine itself is the boot loader and the application's loader: their Java code for finding and
//! defining classes does not run.

use super::{class_arg, word};
use crate::nothing;
use base::Symbol;
use classfile::descriptor;
use ir::operand::{Imm, Src};
use ir::{Builder, CallKind, Op};
use vm::program::{LoadError, Loader};
use vm::{Answer, Args, ClassId, Context, MethodId, Ref, Registry, Trap, member};

const APP_LOADER: &str = "jdk/internal/loader/ClassLoaders$AppClassLoader";
const FOR_NAME: &str = "(Ljava/lang/String;Ljava/lang/ClassLoader;Z)Ljava/lang/Class;";

pub fn register(registry: &mut Registry) {
    let for_name = "forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;";
    registry.add("java/lang/Class", for_name, for_name_native);
    let mut add = |name, native| registry.add("java/lang/ClassLoader", name, native);
    add("registerNatives()V", nothing);
    add("findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;", find_bootstrap_class);
    add("findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;", find_loaded_class);
    let mut add = |name, native| registry.add("jdk/internal/loader/BuiltinClassLoader", name, native);
    add("loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;", load_class_or_null);
    add("findClassOnClassPathOrNull(Ljava/lang/String;)Ljava/lang/Class;", load_class_or_null);
}

/// Which classes a loader can see without running Java code.
#[derive(Clone, Copy, PartialEq)]
enum Scope {
    Boot,
    App,
    /// A loader of the program's own.
    Other,
}

fn scope(cx: &Context<'_>, loader: Ref) -> Scope {
    if loader.is_null() {
        return Scope::Boot;
    }
    let class = &cx.program().classes[cx.class_of(loader)];
    match class.name.as_str() {
        APP_LOADER => Scope::App,
        name if name.starts_with("jdk/internal/loader/ClassLoaders$") => Scope::Boot,
        _ => Scope::Other,
    }
}

/// The class with the name that `Class.getName` would tell, or `None` if the loader has none. Errors are
/// those of linking it.
fn find(cx: &mut Context<'_>, name: &str, scope: Scope) -> Result<Option<ClassId>, Trap> {
    let internal = Symbol::new(&name.replace('.', "/"));
    if name.contains('/') || !descriptor::is_class_or_array(internal.bytes()) {
        return Ok(None);
    }
    match cx.find_class(internal) {
        Ok(class) => {
            let seen = is_visible(cx, class, scope)?;
            Ok(seen.then_some(class))
        }
        Err(LoadError::Missing(missing)) if is_element(internal, missing) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A class that some loader of the program's own defined is seen by that loader only.
fn is_visible(cx: &mut Context<'_>, class: ClassId, scope: Scope) -> Result<bool, Trap> {
    let mut inner = class;
    while let Some(element) = cx.program().classes[inner].element() {
        inner = element;
    }
    let c = &cx.program().classes[inner];
    if c.hidden || (scope == Scope::Boot && c.loader != Loader::Boot) {
        return Ok(false);
    }
    let mirror = cx.mirror(inner)?;
    let owner = cx.get_ref(mirror, cx.known().class_loader)?;
    Ok(owner.is_null() || owner.0 == cx.owners().app_loader)
}

/// `missing` is the very class that was asked for, or the element of the array that was.
fn is_element(name: Symbol, missing: Symbol) -> bool {
    let dimensions = name.bytes().iter().take_while(|&&b| b == b'[').count();
    name == missing || descriptor::class_of(Symbol::from_bytes(&name.bytes()[dimensions..])) == Some(missing)
}

fn for_name_native(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (name, initialize, loader) = (args.object(0)?, args.boolean(1), args.maybe(2));
    let text = cx.text(name);
    let scope = scope(cx, loader);
    let found = match scope {
        Scope::Other => None,
        known => find(cx, &text, known)?,
    };
    match found {
        Some(class) => {
            if initialize {
                cx.ensure_initialized(args.thread, class)?;
            }
            Ok(word(cx.mirror(class)?))
        }
        None if text.starts_with('[') => {
            // The loader is asked for the element, for the exception that it throws.
            let element =
                text.trim_start_matches('[').strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
            match element.filter(|_| !loader.is_null()) {
                Some(element) => {
                    let words = vec![word(cx.new_string(element)?), word(loader), 0];
                    Err(Trap::Call(ask_loader(cx, args.method)?, words))
                }
                None => Err(Trap::raise("java/lang/ClassNotFoundException", text)),
            }
        }
        None if loader.is_null() => Err(Trap::raise("java/lang/ClassNotFoundException", text)),
        // The loader's own code runs, if only for the exception that it throws.
        None => {
            let words = vec![word(name), word(loader), u64::from(initialize)];
            Err(Trap::Call(ask_loader(cx, args.method)?, words))
        }
    }
}

/// A method that asks a class loader for a class, shown in stack traces as `Class.forName0`.
fn ask_loader(cx: &mut Context<'_>, shown_as: MethodId) -> Result<MethodId, Trap> {
    let initialize = cx.builtin("initialize", "(Ljava/lang/Class;)V", initialize)?;
    let missing = cx.builtin("classMissing", "(Ljava/lang/String;)V", class_missing)?;
    let class = cx.known().class;
    cx.adapter("forName0", class, FOR_NAME, Some(shown_as), || {
        let mut b = Builder::new(&[true, true, false]);
        let found = b.reg(true);
        let (is_there, done) = (b.label(), b.label());
        let load = member("java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
        b.call(CallKind::Virtual, load, false, &[1, 0], Some(found));
        b.jump(is_there, |to| Op::IfINeK { a: Src(found), k: Imm(0), to });
        b.call(CallKind::Static, missing, false, &[0], None);
        b.place(is_there);
        b.jump(done, |to| Op::IfIEqK { a: Src(2), k: Imm(0), to });
        b.call(CallKind::Static, initialize, false, &[found], None);
        b.place(done);
        b.emit(Op::Return { src: Src(found) });
        b
    })
}

fn initialize(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    cx.ensure_initialized(args.thread, class)?;
    Ok(0)
}

/// A method that initializes a class and returns it, for natives that have already done what must not be done
/// twice.
pub(super) fn initialize_and_return(cx: &mut Context<'_>) -> Result<MethodId, Trap> {
    let initialize = cx.builtin("initialize", "(Ljava/lang/Class;)V", initialize)?;
    let class = cx.known().class;
    cx.adapter("initialize", class, "(Ljava/lang/Class;)Ljava/lang/Class;", None, || {
        let mut b = Builder::new(&[true]);
        b.call(CallKind::Static, initialize, false, &[0], None);
        b.emit(Op::Return { src: Src(0) });
        b
    })
}

fn class_missing(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Err(Trap::raise("java/lang/ClassNotFoundException", cx.text(args.object(0)?)))
}

fn find_bootstrap_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(0)?);
    answer(cx, &name, Scope::Boot)
}

fn load_class_or_null(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let scope = scope(cx, args.object(0)?);
    let name = cx.text(args.object(1)?);
    match name.starts_with('[') {
        true => Ok(0),
        false => answer(cx, &name, scope),
    }
}

fn answer(cx: &mut Context<'_>, name: &str, scope: Scope) -> Answer {
    match find(cx, name, scope)? {
        Some(class) => Ok(word(cx.mirror(class)?)),
        None => Ok(0),
    }
}

/// Only what this very loader has defined so far.
fn find_loaded_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let loader = args.object(0)?;
    let name = Symbol::new(&cx.text(args.object(1)?).replace('.', "/"));
    let Some(class) = cx.program().loaded(name).filter(|&class| !cx.program().classes[class].hidden) else {
        return Ok(0);
    };
    let mirror = cx.mirror(class)?;
    let owner = cx.get_ref(mirror, cx.known().class_loader)?;
    Ok(if owner == loader { word(mirror) } else { 0 })
}
