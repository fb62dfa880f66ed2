//! Classes that the program makes at run time: `ClassLoader.defineClass`, proxies, hidden classes.
//!
//! A class is known by its name alone, whoever loads it. Where a second loader defines a class of the same name, the run ends as
//! unsupported. The class table only grows; that a class has been defined *in this state* shows in the loader that its mirror names.

use crate::machine::Machine;
use crate::program::{ClassId, LoadError, Loader};
use crate::state::heap::Ref;
use crate::trap::Trap;
use base::Symbol;
use classfile::Constant;
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
}

impl Machine {
    pub fn define_class(&mut self, definition: Definition, bytes: &[u8]) -> Result<ClassId, Trap> {
        let origin: Arc<str> = match definition.name {
            Some(name) => format!("{name} (defined at run time)").into(),
            None => "a class defined at run time".into(),
        };
        let format_error = |error: classfile::Error| Trap::raise("java/lang/ClassFormatError", error.to_string());
        let max_major = self.program.sources.max_major;
        let mut file = classfile::parse(bytes, &origin, None, max_major).map_err(format_error)?;
        if let Some(name) = definition.name.filter(|&name| name != file.name && !definition.hidden) {
            let what = format!("{name} (wrong name: {})", file.name);
            return Err(Trap::raise("java/lang/NoClassDefFoundError", what));
        }
        if definition.hidden {
            self.made.hidden_classes += 1;
            let hidden = Symbol::new(&format!("{}+0x{:016x}", file.name, self.made.hidden_classes));
            rename(&mut file, hidden);
        } else if let Some(class) = self.program.loaded(file.name) {
            return self.define_again(definition, class, bytes);
        }
        let loader = if definition.loader.is_null() { Loader::Boot } else { Loader::App };
        let class = match self.program.define_file(&mut self.heap, Arc::new(file), loader) {
            Err(LoadError::Invalid(error)) => return Err(format_error(error)),
            other => other?,
        };
        self.program.classes[class].hidden = definition.hidden;
        self.made.defined.insert(class, hash(bytes));
        self.adopt(definition, class)?;
        Ok(class)
    }

    /// The name is taken: by a definition that has been taken back and is now made again, or in earnest.
    fn define_again(&mut self, definition: Definition, class: ClassId, bytes: &[u8]) -> Result<ClassId, Trap> {
        let mirror = self.mirror(class)?;
        let owner = self.heap.get_ref(mirror, self.known().class_loader);
        let name = self.program.classes[class].external_name();
        if owner == definition.loader {
            let what = format!("loader attempted duplicate class definition for {name}.");
            return Err(Trap::raise("java/lang/LinkageError", what));
        }
        if owner.is_null() && self.made.defined.get(&class) == Some(&hash(bytes)) {
            self.adopt(definition, class)?;
            return Ok(class);
        }
        Err(Trap::unsupported(format!("two classes named {name}, of different class loaders")))
    }

    /// Writes loader and module of a class that was defined at run time into its mirror, as part of the state.
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

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = base::FastHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Gives a class another name. What it says of itself by class constants follows; descriptors do not, as for Java's hidden classes.
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
            Constant::Field(member) | Constant::Method(member) | Constant::InterfaceMethod(member) => fix(&mut member.class),
            Constant::MethodHandle(handle) => fix(&mut handle.member.class),
            _ => {}
        }
    }
    for bootstrap in &mut file.bootstraps {
        fix(&mut bootstrap.method.member.class);
    }
}
