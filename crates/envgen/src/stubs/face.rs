//! What a unit touches of the classes that stubs replace.

use super::StubError;
use crate::world::{World, in_java};
use analysis::points::Entry;
use analysis::{ClassId, MethodId};
use base::{FastSet, Symbol, names};
use classfile::{Access, Constant, MemberRef, MethodDesc, descriptor};

/// Both what has to be written, and what is to be asked of the analysis.
pub(super) struct Face {
    /// The classes to be replaced, in the order in which they were found.
    pub classes: Vec<ClassId>,
    /// Methods of these classes that are written.
    pub entries: Vec<Entry>,
    /// Fields that are written: owner, name, descriptor.
    pub fields: Vec<MemberRef>,
    pub made: Vec<ClassId>,
    pub named: FastSet<Symbol>,
    pub open_fields: FastSet<MemberRef>,
}

struct Finder<'f, 'w, 'a> {
    world: &'f mut World<'a>,
    is_stub: &'w dyn Fn(Symbol) -> bool,
    face: Face,
    /// How many of `classes` have been followed.
    followed: usize,
}

pub(super) fn face(
    world: &mut World<'_>,
    unit: &FastSet<Symbol>,
    is_stub: &dyn Fn(Symbol) -> bool,
    made: &[String],
) -> Result<Face, StubError> {
    let face = Face {
        classes: Vec::new(),
        entries: Vec::new(),
        fields: Vec::new(),
        made: Vec::new(),
        named: FastSet::default(),
        open_fields: FastSet::default(),
    };
    let mut finder = Finder { world, is_stub, face, followed: 0 };
    for class in finder.world.unit.clone() {
        finder.unit_class(class)?;
    }
    for name in made {
        finder.made_outside(name)?;
    }
    loop {
        let before = (finder.face.classes.len(), finder.face.entries.len());
        finder.follow()?;
        finder.obligations()?;
        if before == (finder.face.classes.len(), finder.face.entries.len()) {
            break;
        }
    }
    finder.check(unit)?;
    Ok(finder.face)
}

impl Finder<'_, '_, '_> {
    fn unit_class(&mut self, class: ClassId) -> Result<(), StubError> {
        let file = self.world.hierarchy.file(class);
        let constants = file.constants.to_vec();
        let descs: Vec<Symbol> =
            file.fields.iter().map(|field| field.desc).chain(file.methods.iter().map(|m| m.desc)).collect();
        let parents: Vec<Symbol> =
            file.super_name.into_iter().chain(file.interfaces.iter().copied()).collect();
        for constant in constants {
            match constant {
                Constant::Class(name) => self.name(name)?,
                Constant::Field(member) => self.field(member)?,
                Constant::Method(member) | Constant::InterfaceMethod(member) => self.method(member)?,
                Constant::MethodHandle(handle) => {
                    self.name(handle.member.class)?;
                    if handle.kind as u8 >= classfile::HandleKind::InvokeVirtual as u8 {
                        self.method(handle.member)?;
                    }
                }
                Constant::NameAndType { desc, .. } | Constant::MethodType(desc) => self.descriptor(desc)?,
                Constant::InvokeDynamic(site) => {
                    self.descriptor(site.desc)?;
                    self.functional(site.desc, site.name)?;
                }
                _ => {}
            }
        }
        for desc in descs {
            self.descriptor(desc)?;
        }
        for parent in parents {
            self.name(parent)?;
            if (self.is_stub)(parent) {
                self.make(parent)?;
            }
        }
        self.overridden(class)
    }

    /// A lambda is an object of the interface that its call site returns, and has this method of it.
    fn functional(&mut self, desc: Symbol, name: Symbol) -> Result<(), StubError> {
        let returned = MethodDesc::parse(desc).and_then(|desc| class_of(desc.ret.1));
        let Some(interface) = returned.map(|of| self.world.hierarchy.class(of)).transpose()?.flatten() else {
            return Ok(());
        };
        for above in self.world.hierarchy.ancestors(interface).to_vec() {
            for method in self.world.hierarchy.methods_of(above) {
                let declared = self.world.hierarchy.method(method);
                if declared.name == name && declared.access.is_abstract() {
                    self.entry(method)?;
                }
            }
        }
        Ok(())
    }

    /// Drivers make objects of a class, in whatever way.
    fn made_outside(&mut self, name: &str) -> Result<(), StubError> {
        let Some(class) = self.world.find(name)? else { return Ok(()) };
        let name = self.world.hierarchy.file(class).name;
        if !(self.is_stub)(name) {
            return Ok(());
        }
        self.touch(name)?;
        self.make(name)?;
        for method in self.world.hierarchy.methods_of(class) {
            if self.world.hierarchy.method(method).name == names::INIT {
                self.entry(method)?;
            }
        }
        Ok(())
    }

    /// The unit's code says this name.
    fn name(&mut self, name: Symbol) -> Result<(), StubError> {
        let text = name.as_str();
        let name = match text.strip_prefix('[') {
            None => name,
            Some(_) => {
                let element = text.trim_start_matches('[');
                match element.strip_prefix('L') {
                    Some(element) => Symbol::new(element.trim_end_matches(';')),
                    None => return Ok(()),
                }
            }
        };
        self.face.named.insert(name);
        self.touch(name)
    }

    fn descriptor(&mut self, desc: Symbol) -> Result<(), StubError> {
        for part in desc.as_str().split(';') {
            if let Some(at) = part.find('L') {
                self.name(Symbol::new(&part[at + 1..]))?;
            }
        }
        Ok(())
    }

    fn touch(&mut self, name: Symbol) -> Result<(), StubError> {
        if !(self.is_stub)(name) {
            return Ok(());
        }
        if let Some(class) = self.world.hierarchy.class(name)? {
            let is_annotation = self.world.hierarchy.file(class).access.has(0x2000);
            if !is_annotation && !self.face.classes.contains(&class) {
                self.face.classes.push(class);
                self.initializer(class)?;
            }
        }
        Ok(())
    }

    /// What is done when the class is used first is an entry as well. Those of the JDK leave the unit alone.
    fn initializer(&mut self, class: ClassId) -> Result<(), StubError> {
        let file = self.world.hierarchy.file(class);
        let is_first = |method: &&classfile::Method| method.name == names::CLINIT;
        if file.module.is_some() {
            return Ok(());
        }
        match file.methods.iter().find(is_first).map(|method| (method.name, method.desc)) {
            Some((name, desc)) => match self.world.hierarchy.declared(class, name, desc) {
                Some(method) => self.entry(method),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    fn make(&mut self, name: Symbol) -> Result<(), StubError> {
        if let Some(class) = self.world.hierarchy.class(name)?
            && !self.face.made.contains(&class)
        {
            self.face.made.push(class);
        }
        Ok(())
    }

    fn field(&mut self, member: MemberRef) -> Result<(), StubError> {
        self.name(member.class)?;
        let Some(class) = self.world.hierarchy.class(member.class)? else { return Ok(()) };
        for &above in self.world.hierarchy.ancestors(class) {
            let file = self.world.hierarchy.file(above);
            if file.fields.iter().any(|field| field.name == member.name && field.desc == member.desc) {
                let declared = MemberRef { class: file.name, ..member };
                if (self.is_stub)(declared.class) && self.face.open_fields.insert(declared) {
                    self.face.fields.push(declared);
                    self.touch(declared.class)?;
                    self.descriptor(declared.desc)?;
                }
                break;
            }
        }
        Ok(())
    }

    fn method(&mut self, member: MemberRef) -> Result<(), StubError> {
        if member.class.bytes().first() == Some(&b'[') {
            return Ok(());
        }
        self.name(member.class)?;
        let Some(class) = self.world.hierarchy.class(member.class)? else { return Ok(()) };
        if member.name == names::INIT && (self.is_stub)(member.class) {
            self.make(member.class)?;
        }
        if let Some(method) = self.world.hierarchy.resolve(class, member.name, member.desc) {
            self.entry(method)?;
        }
        Ok(())
    }

    fn entry(&mut self, method: MethodId) -> Result<(), StubError> {
        let on = self.world.hierarchy.class_of(method);
        let owner = self.world.hierarchy.file(on).name;
        if !(self.is_stub)(owner) || self.face.entries.iter().any(|known| known.method == method) {
            return Ok(());
        }
        self.face.entries.push(Entry { method, on, is_exact: false });
        self.touch(owner)?;
        let declared = self.world.hierarchy.method(method);
        let (desc, thrown) = (declared.desc, declared.exceptions.to_vec());
        for name in thrown {
            self.touch(name)?;
        }
        for part in desc.as_str().split(';') {
            if let Some(at) = part.find('L') {
                self.touch(Symbol::new(&part[at + 1..]))?;
            }
        }
        Ok(())
    }

    /// Methods that the unit has in place of those of a stub: whoever calls them must find them there.
    fn overridden(&mut self, class: ClassId) -> Result<(), StubError> {
        let own: Vec<(Symbol, Symbol)> = self
            .world
            .hierarchy
            .file(class)
            .methods
            .iter()
            .filter(|method| !method.access.is_static() && !method.access.is_private())
            .filter(|method| method.name != names::INIT)
            .map(|method| (method.name, method.desc))
            .collect();
        for above in self.world.hierarchy.ancestors(class).to_vec() {
            for &(name, desc) in &own {
                if let Some(method) = self.world.hierarchy.declared(above, name, desc) {
                    self.entry(method)?;
                }
            }
        }
        Ok(())
    }

    /// Classes above a stub are stubs too, if they are to be replaced.
    fn follow(&mut self) -> Result<(), StubError> {
        while let Some(&class) = self.face.classes.get(self.followed) {
            self.followed += 1;
            let name = self.world.hierarchy.file(class).super_name;
            if let Some(name) = name {
                self.touch(name)?;
            }
            // A nested class stands in its outer one.
            if let Some((outer, _)) = self.world.hierarchy.file(class).name.as_str().rsplit_once('$') {
                self.touch(Symbol::new(outer))?;
            }
        }
        Ok(())
    }

    /// What a class must have because of the interfaces that are left to it.
    fn obligations(&mut self) -> Result<(), StubError> {
        for class in self.face.classes.clone() {
            if self.world.hierarchy.file(class).access.is_interface() {
                continue;
            }
            for interface in kept_interfaces(self.world, &self.face, self.is_stub, class)? {
                for above in self.world.hierarchy.ancestors(interface).to_vec() {
                    self.implement(class, above)?;
                }
            }
            self.implement_parents(class)?;
            self.usual(class)?;
        }
        Ok(())
    }

    /// What every object has is called by everybody, under the name that `Object` has for it, or a class above that
    /// stays.
    fn usual(&mut self, class: ClassId) -> Result<(), StubError> {
        if self.world.hierarchy.file(class).module.is_some() {
            return Ok(());
        }
        for above in self.world.hierarchy.ancestors(class).to_vec() {
            if (self.is_stub)(self.world.hierarchy.file(above).name) {
                continue;
            }
            for method in self.world.hierarchy.methods_of(above) {
                let declared = self.world.hierarchy.method(method);
                let (name, desc, access) = (declared.name, declared.desc, declared.access);
                if access.is_static() || access.is_private() || name == names::INIT {
                    continue;
                }
                if let Some(own) = self.world.hierarchy.resolve(class, name, desc) {
                    self.entry(own)?;
                }
            }
        }
        Ok(())
    }

    /// Abstract methods of classes above that stay.
    fn implement_parents(&mut self, class: ClassId) -> Result<(), StubError> {
        for above in self.world.hierarchy.ancestors(class).to_vec() {
            let file = self.world.hierarchy.file(above);
            if file.access.is_abstract() && !file.access.is_interface() && !(self.is_stub)(file.name) {
                self.implement(class, above)?;
            }
        }
        Ok(())
    }

    fn implement(&mut self, class: ClassId, interface: ClassId) -> Result<(), StubError> {
        let name = self.world.hierarchy.file(interface).name;
        let is_whole = !(self.is_stub)(name);
        for method in self.world.hierarchy.methods_of(interface) {
            let declared = self.world.hierarchy.method(method);
            let is_written = is_whole || self.face.entries.iter().any(|entry| entry.method == method);
            if !declared.access.is_abstract() || !is_written {
                continue;
            }
            let (name, desc) = (declared.name, declared.desc);
            if let Some(own) = self.world.hierarchy.resolve(class, name, desc) {
                self.entry(own)?;
            }
        }
        Ok(())
    }

    /// No class that stays may stand below one that is replaced.
    fn check(&mut self, unit: &FastSet<Symbol>) -> Result<(), StubError> {
        let mut named: Vec<Symbol> = self.face.named.iter().copied().collect();
        // A class between two stubs would be real, and miss what its parent has no more.
        for &class in &self.face.classes {
            let above = self.world.hierarchy.ancestors(class).iter();
            let classes = above.map(|&above| self.world.hierarchy.file(above));
            named.extend(classes.filter(|file| !file.access.is_interface()).map(|file| file.name));
        }
        named.sort_by_key(|name| name.as_str());
        for name in named {
            if unit.contains(&name) || (self.is_stub)(name) {
                continue;
            }
            let Some(class) = self.world.hierarchy.class(name)? else { continue };
            for &above in self.world.hierarchy.ancestors(class) {
                let above = self.world.hierarchy.file(above);
                if (self.is_stub)(above.name) && !above.access.has(Access::INTERFACE) {
                    return Err(StubError::Above(in_java(name), in_java(above.name)));
                }
            }
        }
        Ok(())
    }
}

/// The interfaces of a stub that the unit knows; the others are left out.
pub(super) fn kept_interfaces(
    world: &mut World<'_>,
    face: &Face,
    is_stub: &dyn Fn(Symbol) -> bool,
    class: ClassId,
) -> Result<Vec<ClassId>, StubError> {
    let mut kept = Vec::new();
    let above = world.hierarchy.file(class).super_name;
    let inherited = match above.map(|name| world.hierarchy.class(name)).transpose()?.flatten() {
        Some(above) => world.hierarchy.ancestors(above).to_vec(),
        None => Vec::new(),
    };
    for &interface in &world.hierarchy.ancestors(class)[1..] {
        let file = world.hierarchy.file(interface);
        if !file.access.is_interface() || inherited.contains(&interface) {
            continue;
        }
        let name = file.name;
        let is_known =
            if is_stub(name) { face.classes.contains(&interface) } else { face.named.contains(&name) };
        if is_known {
            kept.push(interface);
        }
    }
    Ok(kept)
}

/// The class that a reference's descriptor names.
pub(super) fn class_of(desc: Symbol) -> Option<Symbol> {
    descriptor::class_of(desc)
}
