//! Where fields lie in objects and in records of statics.

use super::class::{Class, ClassId, ClassKind, Field, FieldId, statics};
use super::load::{CLASS_CELL, TARGET_CELL};
use super::method::{Method, MethodId, MethodKind};
use super::{Program, annotations};
use crate::state::heap::HEADER_UNITS;
use base::{Symbol, names};
use classfile::{Access, Kind, MethodDesc};

/// What laying out a class told.
pub(super) struct LaidOut {
    /// Units of the reference fields, inherited ones included.
    pub refs: Vec<u16>,
    /// 4-byte cells of the record of statics.
    pub static_cells: u32,
}

/// Cells that the machine adds to classes of the library.
fn added(class: Symbol) -> &'static [(&'static str, Kind)] {
    match class.as_str() {
        "java/lang/Class" => &[(CLASS_CELL, Kind::Int)],
        "java/lang/invoke/ResolvedMethodName" => &[(TARGET_CELL, Kind::Int)],
        "java/lang/invoke/MethodHandle" => &[(TARGET_CELL, Kind::Int)],
        _ => &[],
    }
}

/// Places the fields of a class: wide ones first, so that they stand aligned, and a narrow one in the gap
/// that the superclass left.
pub(super) fn fields(
    program: &mut Program,
    id: ClassId,
    class: &mut Class,
    file: &classfile::Class,
) -> LaidOut {
    let mut unit = HEADER_UNITS;
    let mut refs = Vec::new();
    if let Some(parent) = class.super_class {
        unit = program.classes[parent].instance_units;
        collect_refs(program, parent, &mut refs);
    }
    let mut static_unit = statics::FIRST;
    let mut declared: Vec<Field> = Vec::with_capacity(file.fields.len());
    for (row, field) in file.fields.iter().enumerate() {
        let kind = classfile::descriptor::field_kind(field.desc.bytes()).unwrap_or(Kind::Int);
        declared.push(Field {
            class: id,
            name: field.name,
            desc: field.desc,
            access: field.access,
            kind,
            unit: 0,
            row: Some(row as u16),
        });
    }
    for &(name, kind) in added(file.name) {
        let desc = Symbol::from_bytes(&[kind.letter()]);
        let access = Access(Access::PRIVATE | Access::SYNTHETIC);
        declared.push(Field { class: id, name: Symbol::new(name), desc, access, kind, unit: 0, row: None });
    }
    let mut gap = None;
    if unit % 2 == 1 && declared.iter().any(|f| !f.access.is_static() && f.kind.is_wide()) {
        gap = Some(unit);
        unit += 1;
    }
    for wide in [true, false] {
        for field in declared.iter_mut().filter(|f| f.kind.is_wide() == wide) {
            let next = if field.access.is_static() { &mut static_unit } else { &mut unit };
            match gap.filter(|_| !wide && !field.access.is_static()) {
                Some(free) => {
                    field.unit = free;
                    gap = None;
                }
                None => {
                    field.unit = *next;
                    *next += if wide { 2 } else { 1 };
                }
            }
            if field.kind == Kind::Ref && !field.access.is_static() {
                refs.push(field.unit as u16);
            }
        }
    }
    refs.sort_unstable();
    class.instance_words = unit.div_ceil(2);
    class.instance_units = unit;
    class.fields = declared.into_iter().map(|field| program.fields.push(field)).collect();
    LaidOut { refs, static_cells: static_unit - HEADER_UNITS }
}

fn collect_refs(program: &Program, class: ClassId, refs: &mut Vec<u16>) {
    for &ancestor in &*program.classes[class].ancestors {
        for &field in &*program.classes[ancestor].fields {
            let field = &program.fields[field];
            if field.kind == Kind::Ref && !field.access.is_static() {
                refs.push(field.unit as u16);
            }
        }
    }
}

impl Program {
    /// Makes the methods of a class, with natives and intrinsics from the registry.
    pub(super) fn add_methods(&mut self, id: ClassId, class: &mut Class, file: &classfile::Class) {
        let natives = self.registry.clone();
        let natives = natives.of_class(file.name);
        let polymorphic = file.name == names::METHOD_HANDLE || file.name == names::VAR_HANDLE;
        let mut methods = Vec::with_capacity(file.methods.len());
        for (row, declared) in file.methods.iter().enumerate() {
            let mut method = Method::declared(id, declared.access, declared.name, declared.desc);
            method.row = Some(row as u16);
            let native = natives.and_then(|n| n.get(&(declared.name, declared.desc)).copied());
            let varargs_native = declared.access.has(Access::NATIVE | Access::VARARGS);
            method.kind = match native {
                Some(native) => MethodKind::Native(native),
                None if polymorphic && varargs_native => MethodKind::Polymorphic,
                None if declared.access.has(Access::NATIVE) => MethodKind::Unsupported,
                None if declared.code.is_some() => MethodKind::Bytecode,
                None => MethodKind::Abstract,
            };
            method.hidden = class.is_kernel
                || class.loader == super::Loader::Boot && annotations::is_hidden(file, declared);
            // An initializer that a native stands for is left out.
            let runs = native.is_none();
            let method_id = self.push_method(file.name, method, b"declared");
            if declared.name == names::CLINIT && declared.access.is_static() && runs {
                class.clinit = Some(method_id);
            }
            class.method_index.insert((declared.name, declared.desc), method_id);
            methods.push(method_id);
        }
        class.methods = methods.into();
    }

    /// The bytecode of a method that a native stands for, as a method of its own; one without code if there
    /// is none.
    pub fn original(&mut self, method: MethodId) -> MethodId {
        if let Some(&known) = self.originals.get(&method) {
            return known;
        }
        let m = &self.methods[method];
        let row = m.row;
        let has_code = self.classes[m.class]
            .file
            .as_ref()
            .zip(row)
            .is_some_and(|(f, r)| f.methods[usize::from(r)].code.is_some());
        let mut original = Method::declared(m.class, m.access, m.name, m.desc);
        original.row = row;
        original.hidden = m.hidden;
        original.kind = if has_code { MethodKind::Bytecode } else { MethodKind::Unsupported };
        let id = self.push_method(self.classes[original.class].name, original, b"original");
        self.originals.insert(method, id);
        id
    }

    /// Adds a method that stands in no class file.
    pub fn add_synthesized(&mut self, method: Method, body: ir::CheckedBody) -> MethodId {
        self.add_made(self.classes[method.class].name, method, body)
    }

    /// The same for a method of a class with this name, which need not be there yet.
    fn add_made(&mut self, owner: Symbol, mut method: Method, body: ir::CheckedBody) -> MethodId {
        let is_late = self.method_tokens.is_late(self.methods.next_id().0);
        let what = if is_late { ir::print("", &body) } else { String::new() };
        method.install(super::Code::new(body));
        method.hidden = true;
        self.push_method(owner, method, what.as_bytes())
    }

    /// Adds a class that stands in no class file: final, with public fields and the given methods, whose
    /// `class` is set here.
    pub fn add_synthesized_class(
        &mut self,
        heap: &mut crate::state::heap::Heap,
        name: Symbol,
        super_class: ClassId,
        interfaces: &[ClassId],
        fields: &[(Symbol, Symbol)],
        methods: Vec<(Method, ir::CheckedBody)>,
    ) -> ClassId {
        let id = self.classes.next_id();
        let mut class = Class::bare(name, ClassKind::Object);
        class.access = Access(Access::FINAL | Access::SYNTHETIC);
        class.super_class = Some(super_class);
        class.interfaces = interfaces.into();
        class.ancestors = self.ancestors(id, Some(super_class));
        class.all_interfaces = self.all_interfaces(Some(super_class), interfaces);
        // In the package of its superclass it overrides what is visible only there.
        class.loader = match class.package() == self.classes[super_class].package() {
            true => self.classes[super_class].loader,
            false => super::Loader::App,
        };
        class.hidden = true;
        let mut unit = self.classes[super_class].instance_units;
        let mut refs = Vec::new();
        collect_refs(self, super_class, &mut refs);
        let mut placed: Vec<FieldId> = Vec::new();
        for &(field, desc) in fields {
            let kind = classfile::descriptor::field_kind(desc.bytes()).unwrap_or(Kind::Int);
            let access = Access(Access::FINAL);
            placed.push(self.fields.push(Field {
                class: id,
                name: field,
                desc,
                access,
                kind,
                unit,
                row: None,
            }));
            if kind == Kind::Ref {
                refs.push(unit as u16);
            }
            unit += if kind.is_wide() { 2 } else { 1 };
        }
        class.fields = placed.into();
        class.instance_units = unit;
        class.instance_words = unit.div_ceil(2);
        let mut ids: Vec<MethodId> = Vec::new();
        for (mut method, body) in methods {
            method.class = id;
            let key = (method.name, method.desc);
            let method_id = self.add_made(name, method, body);
            class.method_index.insert(key, method_id);
            ids.push(method_id);
        }
        class.methods = ids.into();
        class.vtable = super::vtable::build(self, id, &class);
        let shape = super::Shape {
            kind: super::ShapeKind::Instance { words: class.instance_words },
            refs: refs.into(),
            elements_are_refs: false,
        };
        self.add(class, shape, heap)
    }
}

impl Program {
    /// Adds a class that stands in no class file and has nothing but the static methods that natives stand
    /// for.
    pub(super) fn provide(
        &mut self,
        heap: &mut crate::state::heap::Heap,
        name: Symbol,
    ) -> Result<ClassId, super::LoadError> {
        let object = self.load(heap, names::OBJECT)?;
        let id = self.add_synthesized_class(heap, name, object, &[], &[], Vec::new());
        self.classes[id].access = Access(Access::PUBLIC);
        let registry = self.registry.clone();
        let mut natives: Vec<_> = registry.of_class(name).into_iter().flatten().collect();
        natives.sort_unstable_by_key(|(key, _)| **key);
        for (&(method, desc), &native) in natives {
            let access = Access(Access::PUBLIC | Access::STATIC | Access::NATIVE);
            let mut declared = Method::declared(id, access, method, desc);
            declared.kind = MethodKind::Native(native);
            let declared = self.push_method(name, declared, b"declared");
            self.classes[id].method_index.insert((method, desc), declared);
        }
        Ok(id)
    }

    /// Adds a class that has nothing but one static field.
    pub(crate) fn add_cell(
        &mut self,
        heap: &mut crate::state::heap::Heap,
        class: Symbol,
        field: &str,
        desc: &str,
    ) -> Result<ClassId, super::LoadError> {
        let object = self.load(heap, names::OBJECT)?;
        let id = self.add_synthesized_class(heap, class, object, &[], &[], Vec::new());
        let desc = Symbol::new(desc);
        let kind = classfile::descriptor::field_kind(desc.bytes()).unwrap_or(Kind::Ref);
        let cells = statics::FIRST - HEADER_UNITS + if kind.is_wide() { 2 } else { 1 };
        let what = super::digest(&[b"statics", class.bytes()]);
        let record = heap.alloc_static(ClassId::STATICS, cells, what).map_err(|_| super::LoadError::Full)?;
        heap.set_constant(record, statics::STATE, statics::DONE);
        let access = Access(Access::STATIC | Access::SYNTHETIC);
        let (name, unit) = (Symbol::new(field), statics::FIRST);
        let field = self.fields.push(Field { class: id, name, desc, access, kind, unit, row: None });
        self.classes[id].statics = record;
        self.classes[id].fields = [field].into();
        Ok(id)
    }
}

impl Method {
    /// A method with this signature and no code yet.
    pub fn declared(class: ClassId, access: Access, name: Symbol, desc: Symbol) -> Method {
        let parsed = MethodDesc::parse(desc);
        debug_assert!(parsed.is_some(), "descriptors are checked when a class is parsed: {desc}");
        let parsed = parsed.unwrap_or(MethodDesc { params: Vec::new(), ret: (Kind::Void, names::EMPTY) });
        let receiver = (!access.is_static()).then_some(Kind::Ref);
        Method {
            class,
            name,
            desc,
            access,
            params: receiver.into_iter().chain(parsed.params.iter().map(|(kind, _)| *kind)).collect(),
            ret: parsed.ret.0,
            kind: MethodKind::Abstract,
            vrow: None,
            row: None,
            hidden: false,
            watched: false,
            shown_as: None,
        }
    }
}
