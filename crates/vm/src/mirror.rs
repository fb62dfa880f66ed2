//! `java.lang.Class` objects: one for each class, in the static area, made when first asked for.

use crate::machine::Machine;
use crate::program::{ClassId, Loader, digest};
use crate::state::heap::Ref;
use crate::trap::Trap;
use base::Symbol;

/// Objects of the library that the fields of every `Class` point to; null until boot has made them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Owners {
    pub boot_module: u32,
    pub app_module: u32,
    pub app_loader: u32,
}

impl Machine {
    /// The `java.lang.Class` of a class.
    pub fn mirror(&mut self, class: ClassId) -> Result<Ref, Trap> {
        let present = self.program.classes[class].mirror;
        if !present.is_null() {
            return Ok(present);
        }
        let element = self.program.classes[class].element();
        let component = match element {
            Some(element) => self.mirror(element)?,
            None => Ref::NULL,
        };
        let known = self.known();
        let (class_class, cell, component_unit) = (known.class, known.class_cell, known.class_component);
        let (c, token) = (&self.program.classes[class], self.program.class_token(class));
        let kind: &[u8] = if c.is_primitive() { b"primitive" } else { b"mirror" };
        let mirror = self.heap.alloc_static(class_class, 0, digest(&[kind, c.name.bytes()]))?;
        self.heap.set_constant(mirror, cell, token);
        self.heap.set_constant(mirror, component_unit, component.0);
        self.program.classes[class].mirror = mirror;
        self.set_owner(class);
        Ok(mirror)
    }

    /// Writes module and loader of a class into its mirror; an array has those of its elements. The loader of
    /// a class that the program defined is a state's affair (see [`crate::define`]).
    fn set_owner(&mut self, class: ClassId) {
        if self.made.defined.contains_key(&class) {
            return;
        }
        let c = &self.program.classes[class];
        let (mirror, owners) = (c.mirror, self.made.owners);
        let (module_unit, loader_unit) = (self.known().class_module, self.known().class_loader);
        let (module, loader) = match (c.element(), c.loader) {
            (Some(element), _) => {
                let element = self.program.classes[element].mirror;
                (self.heap.get32(element, module_unit), self.heap.get32(element, loader_unit))
            }
            (None, Loader::Boot) => {
                let name = c.module().or_else(|| c.is_primitive().then(|| Symbol::new("java.base")));
                let named =
                    name.filter(|_| owners.boot_module != 0).and_then(|name| self.named_module(name).ok());
                (named.map_or(owners.boot_module, |module| module.0), 0)
            }
            (None, Loader::App) => (owners.app_module, owners.app_loader),
        };
        self.heap.set_constant(mirror, module_unit, module);
        self.heap.set_constant(mirror, loader_unit, loader);
    }

    /// The `java.lang.Module` of a module of the JDK. It has a name and nothing else.
    pub fn named_module(&mut self, name: Symbol) -> Result<Ref, Trap> {
        if let Some(&module) = self.made.modules.get(&name) {
            return Ok(module);
        }
        let class = self.load("java/lang/Module")?;
        let field =
            self.program.resolve_field(class, Symbol::new("name"), Symbol::new("Ljava/lang/String;"))?;
        let unit = self.program.fields[field].unit;
        let text = self.literal(name)?;
        let module = self.heap.alloc_static(class, 0, digest(&[b"module", name.bytes()]))?;
        self.heap.set_constant(module, unit, text.0);
        self.made.modules.insert(name, module);
        Ok(module)
    }

    /// The modules and the class loader that mirrors show from now on; those that exist are put right.
    pub fn set_owners(&mut self, owners: Owners) {
        self.made.owners = owners;
        let with_mirror: Vec<ClassId> =
            self.program.classes.iter().filter(|(_, c)| !c.mirror.is_null()).map(|(id, _)| id).collect();
        for class in with_mirror {
            self.set_owner(class);
        }
    }

    pub fn owners(&self) -> Owners {
        self.made.owners
    }

    /// The class that a `java.lang.Class` stands for. Some natives take any object where the library gives them a
    /// class: another object has no such field.
    pub fn mirrored(&self, mirror: Ref) -> Result<ClassId, Trap> {
        if mirror.is_null() {
            return Err(Trap::null_pointer());
        }
        let is_mirror = self.heap.class_of(mirror) == self.known().class;
        let token = is_mirror.then(|| self.heap.get32(mirror, self.known().class_cell));
        let class = token.and_then(|token| self.program.class_of_token(token));
        class
            .filter(|&class| class != ClassId::STATICS && self.program.classes.get(class).is_some())
            .ok_or_else(|| Trap::forged("an object that stands for no class in the place of a class"))
    }
}
