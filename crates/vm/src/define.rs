//! Classes that the program makes at run time: `ClassLoader.defineClass`, proxies, hidden classes.
//!
//! A class is known by its name alone, whoever loads it. Where a second loader defines a class of the same
//! name, the run ends as unsupported. The class table only grows; that a class has been defined *in this
//! state* shows in the module that its mirror names: a loader would not do, since that of the boot loader's
//! classes is null.

use crate::machine::Machine;
use crate::native::{Answer, Args, Context};
use crate::program::{ClassId, LoadError, Loader, MethodId};
use crate::state::heap::Ref;
use crate::state::thread::{OnExit, ThreadId};
use crate::synth::member;
use crate::trap::Trap;
use base::Symbol;
use classfile::Constant;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use std::hash::Hasher;
use std::sync::Arc;

/// Who defines a class, and as what.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The class loader, null for the boot loader.
    pub loader: Ref,
    /// The name it must have, if the caller cares.
    pub name: Option<Symbol>,
    /// The class on whose behalf it is defined; it gives the package and the module.
    pub host: Option<ClassId>,
    /// It cannot be found by name, and its own name gets a number.
    pub hidden: bool,
    /// The class whose nest it joins.
    pub nest_host: Option<ClassId>,
}

impl Machine {
    /// Defines a class. May ask the loader for its superclasses first, and is then to be tried again.
    pub fn define_class(
        &mut self,
        thread: ThreadId,
        definition: Definition,
        bytes: &[u8],
    ) -> Result<ClassId, Trap> {
        let origin: Arc<str> = match definition.name {
            Some(name) => format!("{name} (defined at run time)").into(),
            None => "a class defined at run time".into(),
        };
        let format_error =
            |error: classfile::Error| Trap::raise("java/lang/ClassFormatError", error.to_string());
        let max_major = self.program.sources.max_major;
        let mut file = classfile::parse(bytes, &origin, None, max_major).map_err(format_error)?;
        if let Some(name) = definition.name.filter(|&name| name != file.name && !definition.hidden) {
            let what = format!("{name} (wrong name: {})", file.name);
            return Err(Trap::raise("java/lang/NoClassDefFoundError", what));
        }
        if definition.hidden {
            if let Some(class) = self.hidden_again(definition, file.name, bytes)? {
                return Ok(class);
            }
            let number = hash(bytes).wrapping_add(self.hidden_from(file.name, bytes).len() as u64);
            let hidden = Symbol::new(&format!("{}+0x{number:016x}", file.name));
            rename(&mut file, hidden);
        } else if let Some(class) = self.program.loaded(file.name) {
            return self.define_again(definition, class, bytes);
        }
        let loader = if definition.loader.is_null() { Loader::Boot } else { Loader::App };
        let class = match self.program.define_file(&mut self.heap, Arc::new(file), loader) {
            Err(LoadError::Invalid(error)) => return Err(format_error(error)),
            Err(LoadError::Missing(name)) => {
                return Err(self.ask_this_loader(thread, definition.loader, name.text().into_owned()));
            }
            other => other?,
        };
        self.program.classes[class].hidden = definition.hidden;
        self.program.classes[class].nest_host = definition.nest_host;
        // The library's own accessors do what no verifier would let pass.
        let magic = self.program.loaded(Symbol::new("jdk/internal/reflect/MagicAccessorImpl"));
        self.program.classes[class].verified |=
            magic.is_some_and(|magic| self.program.is_subclass(class, magic));
        self.made.defined.insert(class, hash(bytes));
        self.adopt(definition, class)?;
        Ok(class)
    }

    /// A hidden class from these bytes whose definition has been taken back: it is used again, so that equal
    /// states stay equal.
    fn hidden_again(
        &mut self,
        definition: Definition,
        name: Symbol,
        bytes: &[u8],
    ) -> Result<Option<ClassId>, Trap> {
        for class in self.hidden_from(name, bytes) {
            if !self.is_defined_here(class)? {
                self.adopt(definition, class)?;
                return Ok(Some(class));
            }
        }
        Ok(None)
    }

    /// The hidden classes that were made of these bytes, the first one first.
    fn hidden_from(&self, name: Symbol, bytes: &[u8]) -> Vec<ClassId> {
        let (hash, start) = (hash(bytes), format!("{name}+0x"));
        let is_such = |class: ClassId| self.program.classes[class].name.text().starts_with(&start);
        let made = self.made.defined.iter().filter(|&(&class, &its)| its == hash && is_such(class));
        let mut same: Vec<ClassId> = made.map(|(&class, _)| class).collect();
        same.sort_unstable();
        same
    }

    /// The name is taken: by a definition that has been taken back and is now made again, or in earnest.
    fn define_again(
        &mut self,
        definition: Definition,
        class: ClassId,
        bytes: &[u8],
    ) -> Result<ClassId, Trap> {
        if !self.is_defined_here(class)? && self.made.defined.get(&class) == Some(&hash(bytes)) {
            self.adopt(definition, class)?;
            return Ok(class);
        }
        let mirror = self.mirror(class)?;
        let owner = self.heap.get_ref(mirror, self.known().class_loader);
        let name = self.program.classes[class].external_name();
        if owner == definition.loader {
            let what = format!("loader attempted duplicate class definition for {name}.");
            return Err(Trap::raise("java/lang/LinkageError", what));
        }
        Err(Trap::unsupported(format!("two classes named {name}, of different class loaders")))
    }

    /// Its definition has not been taken back.
    fn is_defined_here(&mut self, class: ClassId) -> Result<bool, Trap> {
        let mirror = self.mirror(class)?;
        Ok(!self.heap.get_ref(mirror, self.known().class_module).is_null())
    }

    /// A class that a class names is missing. If the program's own loader defined that class, the loader is
    /// asked for the other, in a frame after which the operation is tried again; else the class is
    /// missing for good.
    pub fn ask_loader(&mut self, thread: ThreadId, class: ClassId, missing: String) -> Trap {
        if !self.made.defined.contains_key(&class) {
            return Trap::raise("java/lang/NoClassDefFoundError", missing);
        }
        let loader = match self.mirror(class) {
            Ok(mirror) => self.heap.get_ref(mirror, self.known().class_loader),
            Err(trap) => return trap,
        };
        self.ask_this_loader(thread, loader, missing)
    }

    /// The same where the loader is known.
    pub fn ask_this_loader(&mut self, thread: ThreadId, loader: Ref, missing: String) -> Trap {
        if loader.is_null() || loader.0 == self.made.owners.app_loader {
            return Trap::raise("java/lang/NoClassDefFoundError", missing);
        }
        let pushed = self.asker().and_then(|asker| {
            let external = self.new_string(&missing.replace('/', "."))?;
            let internal = self.new_string(&missing)?;
            let words = [loader, external, internal].map(|object| u64::from(object.0));
            self.push_frame(thread, asker, &words, u16::MAX, OnExit::Loaded)
        });
        pushed.err().unwrap_or(Trap::Again)
    }

    /// `(loader, name, internal name)`: loads a class, and turns the exception of a missing one into an
    /// error.
    fn asker(&mut self) -> Result<MethodId, Trap> {
        const ERROR: &str = "java/lang/NoClassDefFoundError";
        const MISSING: &str = "java/lang/ClassNotFoundException";
        let check = self.builtin("checkLoaded", "(Ljava/lang/String;)V", check_loaded)?;
        let class = self.known().class;
        let desc = "(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/String;)V";
        self.adapter("askLoader", class, desc, None, || {
            let mut b = Builder::new(&[true, true, true]);
            let (caught, thrown, error) = (b.label(), b.reg(true), b.reg(true));
            let start = b.next_op();
            let load = member("java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
            b.call(CallKind::Virtual, load, false, &[0, 1], None);
            b.handler(start, caught, thrown, Some(Symbol::new(MISSING)));
            b.call(CallKind::Static, check, false, &[2], None);
            b.emit(Op::ReturnVoid {});
            b.place(caught);
            b.new_object(Symbol::new(ERROR), member(ERROR, "<init>", "(Ljava/lang/String;)V"), &[2], error);
            let cause =
                member("java/lang/Throwable", "initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;");
            b.call(CallKind::Virtual, cause, false, &[error, thrown], None);
            b.emit(Op::Throw { src: Src(error) });
            b
        })
    }

    /// Writes loader and module of a class that was defined at run time into its mirror, as part of the
    /// state.
    fn adopt(&mut self, definition: Definition, class: ClassId) -> Result<(), Trap> {
        let mirror = self.mirror(class)?;
        let (module_unit, loader_unit) = (self.known().class_module, self.known().class_loader);
        let module = match definition.host {
            Some(host) => {
                let host = self.mirror(host)?;
                self.heap.get_ref(host, module_unit)
            }
            None => self.module_of_loader(definition.loader)?,
        };
        self.heap.put_ref(mirror, module_unit, module);
        self.heap.put_ref(mirror, loader_unit, definition.loader);
        Ok(())
    }

    /// The unnamed module of a class loader.
    fn module_of_loader(&mut self, loader: Ref) -> Result<Ref, Trap> {
        if loader.is_null() {
            return Ok(Ref(self.made.owners.boot_module));
        }
        let class = self.heap.class_of(loader);
        let names = (Symbol::new("unnamedModule"), Symbol::new("Ljava/lang/Module;"));
        let field = self.program.resolve_field(class, names.0, names.1)?;
        Ok(self.heap.get_ref(loader, self.program.fields[field].unit))
    }
}

/// A loader that answered without defining the class would be asked for ever.
fn check_loaded(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let name = machine.symbol(args.object(0)?);
    match machine.program.loaded(name) {
        Some(_) => Ok(0),
        None => Err(Trap::raise("java/lang/NoClassDefFoundError", name.text())),
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = base::FastHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Gives a class another name. What it says of itself by class constants follows; descriptors do not, as for
/// Java's hidden classes.
fn rename(file: &mut classfile::Class, new: Symbol) {
    let old = std::mem::replace(&mut file.name, new);
    let fix = |name: &mut Symbol| {
        if *name == old {
            *name = new;
        }
    };
    for constant in &mut file.constants {
        match constant {
            Constant::Class(name) => fix(name),
            Constant::Field(member) | Constant::Method(member) | Constant::InterfaceMethod(member) => {
                fix(&mut member.class)
            }
            Constant::MethodHandle(handle) => fix(&mut handle.member.class),
            _ => {}
        }
    }
    for bootstrap in &mut file.bootstraps {
        fix(&mut bootstrap.method.member.class);
    }
}
