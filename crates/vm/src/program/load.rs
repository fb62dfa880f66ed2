//! Finding, parsing and linking classes (JVMS 5.3, 5.4): names to [`ClassId`]s.

use super::class::{Class, ClassId, ClassKind, Loader, Shape, ShapeKind, statics};
use super::method::MethodId;
use super::{Program, digest, layout, vtable};
use crate::state::heap::{HEADER_UNITS, HEADER_WORDS, Heap, Ref};
use base::{FastMap, FastSet, Symbol, names};
use classfile::{Access, Image, Kind, Source, descriptor};
use std::sync::Arc;

/// Where classes come from.
#[derive(Clone)]
pub struct Sources {
    pub boot: Arc<Image>,
    pub app: Arc<dyn Source>,
    /// The newest class file version that the JDK reads.
    pub max_major: u16,
    /// Classes of the JDK that the program brings others for: stubs.
    pub replaced: Arc<FastSet<Symbol>>,
}

/// Why a class could not be linked.
#[derive(Debug)]
pub enum LoadError {
    /// No source has it.
    Missing(Symbol),
    /// The file is broken. This is never the program's fault.
    Invalid(classfile::Error),
    /// Well formed alone, but not together with its superclass or interfaces.
    Incompatible(String),
    /// The static area is full.
    Full,
}

/// The cells that the machine adds to a class of the library, to find its own data again.
pub const CLASS_CELL: &str = "$class";
pub const TARGET_CELL: &str = "$target";

/// How deep superclasses and interfaces may be nested; a cycle is found long before.
const MAX_ANCESTORS: usize = 1000;

impl Program {
    /// The pseudo class of static records comes first, then the primitive types.
    pub fn load_primitives(&mut self, heap: &mut Heap) {
        let statics = Class::bare(names::EMPTY, ClassKind::Statics);
        let shape = Shape { kind: ShapeKind::Statics, refs: [].into(), elements_are_refs: false };
        let id = self.add(statics, shape, heap);
        debug_assert_eq!(id, ClassId::STATICS);
        for kind in [
            Kind::Boolean,
            Kind::Byte,
            Kind::Char,
            Kind::Short,
            Kind::Int,
            Kind::Long,
            Kind::Float,
            Kind::Double,
            Kind::Void,
        ] {
            let name = kind.java_name().expect("a primitive kind has a name");
            let mut class = Class::bare(Symbol::new(name), ClassKind::Primitive(kind));
            class.access = Access(Access::PUBLIC | Access::FINAL | Access::ABSTRACT);
            let shape = Shape {
                kind: ShapeKind::Instance { words: HEADER_WORDS },
                refs: [].into(),
                elements_are_refs: false,
            };
            self.add(class, shape, heap);
        }
    }

    /// The primitive type of a kind.
    pub fn primitive(&self, kind: Kind) -> ClassId {
        ClassId(1 + kind as u32 - u32::from(kind == Kind::Void))
    }

    pub(super) fn add(&mut self, class: Class, shape: Shape, heap: &mut Heap) -> ClassId {
        let id = self.classes.next_id();
        if class.kind != ClassKind::Statics && !class.is_primitive() {
            self.by_name.insert(class.name, id);
        }
        if !class.statics.is_null() {
            self.statics_of.insert(class.statics, id);
        }
        heap.shapes.push(shape);
        let kind: &[u8] = if class.is_primitive() { b"primitive" } else { b"class" };
        self.class_tokens.add(id.0, digest(&[kind, class.name.bytes()]));
        self.classes.push(class)
    }

    /// The class with this internal name or array descriptor, loaded and linked if it was not yet.
    pub fn load(&mut self, heap: &mut Heap, name: Symbol) -> Result<ClassId, LoadError> {
        match self.by_name.get(&name) {
            Some(&id) => Ok(id),
            None => self.load_nested(heap, name, &mut Vec::new()),
        }
    }

    /// The type that a field descriptor names, primitives included.
    pub fn load_descriptor(&mut self, heap: &mut Heap, desc: Symbol) -> Result<ClassId, LoadError> {
        match descriptor::class_of(desc) {
            Some(name) => self.load(heap, name),
            None => Kind::from_letter(desc.bytes().first().copied().unwrap_or(0))
                .map(|kind| self.primitive(kind))
                .ok_or(LoadError::Missing(desc)),
        }
    }

    fn load_nested(
        &mut self,
        heap: &mut Heap,
        name: Symbol,
        under_way: &mut Vec<Symbol>,
    ) -> Result<ClassId, LoadError> {
        if let Some(&id) = self.by_name.get(&name) {
            return Ok(id);
        }
        if name.bytes().first() == Some(&b'[') {
            let element = descriptor::element_of(name).ok_or(LoadError::Missing(name))?;
            let element = self.load_descriptor(heap, element)?;
            return self.array_of(heap, element);
        }
        let (found, loader) = match self.find(name) {
            Err(LoadError::Missing(_)) if self.registry.provides(name) => return self.provide(heap, name),
            found => found?,
        };
        let file = classfile::parse(&found.bytes, &found.origin, found.module, self.sources.max_major)
            .map_err(LoadError::Invalid)?;
        if file.name != name {
            return Err(LoadError::Invalid(wrong_name(&found.origin, name, file.name)));
        }
        if under_way.contains(&name) || under_way.len() > MAX_ANCESTORS {
            return Err(LoadError::Invalid(classfile::Error::new(
                found.origin.clone(),
                format!("class {name} is its own superclass or superinterface"),
            )));
        }
        under_way.push(name);
        let id = self.define(heap, Arc::new(file), loader, under_way);
        under_way.pop();
        id
    }

    /// Links a class that comes from no source. Its name must not be taken.
    pub(crate) fn define_file(
        &mut self,
        heap: &mut Heap,
        file: Arc<classfile::Class>,
        loader: Loader,
    ) -> Result<ClassId, LoadError> {
        debug_assert!(!self.by_name.contains_key(&file.name));
        let mut under_way = vec![file.name];
        self.define(heap, file, loader, &mut under_way)
    }

    fn find(&self, name: Symbol) -> Result<(classfile::FoundClass<'_>, Loader), LoadError> {
        if let Some(bytes) = self.registry.embedded(name) {
            let module = Some(Symbol::new("java.base"));
            let found = classfile::FoundClass { bytes: bytes.into(), origin: "jaywalk".into(), module };
            return Ok((found, Loader::Boot));
        }
        if self.sources.replaced.contains(&name)
            && let Some(found) = self.sources.app.class_bytes(name).map_err(LoadError::Invalid)?
        {
            return Ok((found, Loader::App));
        }
        if let Some(found) = self.sources.boot.class_bytes(name).map_err(LoadError::Invalid)? {
            return Ok((found, Loader::Boot));
        }
        match self.sources.app.class_bytes(name).map_err(LoadError::Invalid)? {
            Some(found) => Ok((found, Loader::App)),
            None => Err(LoadError::Missing(name)),
        }
    }

    /// Links a parsed class: hierarchy, layout, methods, dispatch table.
    fn define(
        &mut self,
        heap: &mut Heap,
        file: Arc<classfile::Class>,
        loader: Loader,
        under_way: &mut Vec<Symbol>,
    ) -> Result<ClassId, LoadError> {
        let super_class = match file.super_name {
            Some(name) => Some(self.load_nested(heap, name, under_way)?),
            None => None,
        };
        let interfaces: Box<[ClassId]> = file
            .interfaces
            .iter()
            .map(|&name| self.load_nested(heap, name, under_way))
            .collect::<Result<_, _>>()?;
        self.check_parents(&file, super_class, &interfaces)?;
        let id = self.classes.next_id();
        let mut class = Class::bare(file.name, ClassKind::Object);
        class.access = file.access;
        class.super_class = super_class;
        class.loader = loader;
        class.is_kernel = loader == Loader::Boot && self.registry.embedded(file.name).is_some();
        class.verified = loader == Loader::Boot;
        class.base_init = false;
        class.ancestors = self.ancestors(id, super_class);
        class.all_interfaces = self.all_interfaces(super_class, &interfaces);
        class.interfaces = interfaces;
        class.is_reference = super_class.is_some_and(|s| self.classes[s].is_reference)
            || file.name.as_str() == "java/lang/ref/Reference";
        class.file = Some(file.clone());
        let laid_out = layout::fields(self, id, &mut class, &file);
        let shape = Shape {
            kind: ShapeKind::Instance { words: class.instance_words },
            refs: laid_out.refs.into(),
            elements_are_refs: false,
        };
        let what = digest(&[b"statics", class.name.bytes()]);
        class.statics =
            heap.alloc_static(ClassId::STATICS, laid_out.static_cells, what).map_err(|_| LoadError::Full)?;
        self.add_methods(id, &mut class, &file);
        self.leave_out_assertions(heap, &class, &file);
        class.trivial_init = self.is_trivial(&class, &file);
        if class.trivial_init {
            // True in every state, and so no change of one: it must not be undone.
            heap.set_constant(class.statics, statics::STATE, statics::DONE);
        }
        let table = vtable::build(self, id, &class);
        class.vtable = table;
        Ok(self.add(class, shape, heap))
    }

    /// A class whose initializer is left out has no assertions, rather than all of them.
    fn leave_out_assertions(&self, heap: &mut Heap, class: &Class, file: &classfile::Class) {
        let has_initializer = file.methods.iter().any(|method| method.name == names::CLINIT);
        let flag =
            class.fields.iter().find(|&&field| self.fields[field].name.as_str() == "$assertionsDisabled");
        if let Some(&flag) = flag.filter(|_| has_initializer && class.clinit.is_none()) {
            heap.set_constant(class.statics, self.fields[flag].unit, 1);
        }
    }

    fn check_parents(
        &self,
        file: &classfile::Class,
        super_class: Option<ClassId>,
        interfaces: &[ClassId],
    ) -> Result<(), LoadError> {
        let external = |name: Symbol| name.text().replace('/', ".");
        match super_class {
            None if file.name != names::OBJECT => {
                return Err(LoadError::Invalid(classfile::Error::new(
                    file.origin.clone(),
                    format!("class {} has no superclass", file.name),
                )));
            }
            Some(parent) if self.classes[parent].is_interface() => {
                return Err(LoadError::Incompatible(format!(
                    "class {} has interface {} as super class",
                    external(file.name),
                    self.classes[parent].external_name()
                )));
            }
            Some(parent) if self.classes[parent].access.has(Access::FINAL) => {
                return Err(LoadError::Incompatible(format!(
                    "class {} cannot inherit from final class {}",
                    external(file.name),
                    self.classes[parent].external_name()
                )));
            }
            _ => {}
        }
        match interfaces.iter().find(|&&i| !self.classes[i].is_interface()) {
            Some(&wrong) => Err(LoadError::Incompatible(format!(
                "class {} cannot implement {}, because it is not an interface",
                external(file.name),
                self.classes[wrong].external_name()
            ))),
            None => Ok(()),
        }
    }

    pub(super) fn ancestors(&self, id: ClassId, super_class: Option<ClassId>) -> Box<[ClassId]> {
        let above = super_class.map_or(&[][..], |s| &self.classes[s].ancestors);
        above.iter().copied().chain([id]).collect()
    }

    pub(super) fn all_interfaces(&self, super_class: Option<ClassId>, direct: &[ClassId]) -> Box<[ClassId]> {
        let mut all: Vec<ClassId> = direct.to_vec();
        for &parent in direct.iter().chain(super_class.iter()) {
            all.extend_from_slice(&self.classes[parent].all_interfaces);
        }
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    /// Nothing would run if the class were initialized, and no constant has to be made.
    fn is_trivial(&self, class: &Class, file: &classfile::Class) -> bool {
        let parents_are =
            class.super_class.iter().chain(&*class.interfaces).all(|&p| self.classes[p].trivial_init);
        class.clinit.is_none() && parents_are && file.fields.iter().all(|field| field.constant.is_none())
    }

    /// The class of arrays with this element.
    pub fn array_of(&mut self, heap: &mut Heap, element: ClassId) -> Result<ClassId, LoadError> {
        if let Some(array) = self.classes[element].array {
            return Ok(array);
        }
        let object = self.load(heap, names::OBJECT)?;
        let cloneable = self.load(heap, names::CLONEABLE)?;
        let serializable = self.load(heap, names::SERIALIZABLE)?;
        let kind = match self.classes[element].kind {
            ClassKind::Primitive(kind) => kind,
            _ => Kind::Ref,
        };
        let name = match kind {
            Kind::Ref => {
                Symbol::from_bytes(&[b"[", descriptor::of_class(self.classes[element].name).bytes()].concat())
            }
            primitive => Symbol::from_bytes(&[b'[', primitive.letter()]),
        };
        let id = self.classes.next_id();
        let mut class = Class::bare(name, ClassKind::Array { element });
        let visible = self.classes[element].access.0 & Access::PUBLIC;
        class.access = Access(visible | Access::FINAL | Access::ABSTRACT);
        class.super_class = Some(object);
        class.interfaces = [cloneable, serializable].into();
        class.ancestors = self.ancestors(id, Some(object));
        class.all_interfaces = self.all_interfaces(Some(object), &[cloneable, serializable]);
        class.vtable = self.classes[object].vtable.clone();
        class.loader = self.classes[element].loader;
        let shift = match kind {
            Kind::Boolean | Kind::Byte => 0,
            Kind::Char | Kind::Short => 1,
            Kind::Long | Kind::Double => 3,
            _ => 2,
        };
        let shape =
            Shape { kind: ShapeKind::Array { shift }, refs: [].into(), elements_are_refs: kind == Kind::Ref };
        let added = self.add(class, shape, heap);
        self.classes[element].array = Some(added);
        Ok(added)
    }
}

/// A class stands in a file that is named otherwise. Mostly the class path begins in a package's folder and
/// not above it.
fn wrong_name(origin: &Arc<str>, sought: Symbol, found: Symbol) -> classfile::Error {
    let [sought, found] = [sought, found].map(|name| name.text().replace('/', "."));
    let hint = match found.ends_with(&format!(".{sought}")) {
        true => "give its full name, and the folder above its packages with -cp",
        false => "a file must be named like its class",
    };
    classfile::Error::new(origin.clone(), format!("holds class {found} and not {sought}; {hint}"))
}

impl Class {
    /// A class with nothing in it yet.
    pub(crate) fn bare(name: Symbol, kind: ClassKind) -> Class {
        Class {
            name,
            kind,
            access: Access(Access::PUBLIC),
            super_class: None,
            interfaces: [].into(),
            ancestors: [].into(),
            all_interfaces: [].into(),
            loader: Loader::Boot,
            file: None,
            fields: [].into(),
            methods: [].into(),
            instance_words: HEADER_WORDS,
            instance_units: HEADER_UNITS,
            vtable: [].into(),
            statics: Ref::NULL,
            clinit: None,
            trivial_init: true,
            base_init: true,
            mirror: Ref::NULL,
            array: None,
            verified: true,
            is_reference: false,
            is_kernel: false,
            hidden: false,
            nest_host: None,
            method_index: FastMap::<(Symbol, Symbol), MethodId>::default(),
        }
    }
}
