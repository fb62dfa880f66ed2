//! Classes by name, their hierarchy, and finding methods in it (JVMS 5.4.3.3, 5.4.3.4, 5.4.6).

use base::{FastMap, IdVec, Symbol};
use classfile::{Access, Error, MemberRef, Source};

base::dense_id! {
    /// A class that has been looked up.
    ClassId
}
base::dense_id! {
    /// A declared method.
    MethodId
}

/// The classes of some sources, each read when it is first asked for. A class that is nowhere is `None`:
/// programs that never get there run without it.
pub struct ClassHierarchy<'a> {
    sources: Vec<&'a dyn Source>,
    max_major: u16,
    by_name: FastMap<Symbol, Option<ClassId>>,
    pub(crate) classes: IdVec<ClassId, Class>,
    methods: IdVec<MethodId, (ClassId, usize)>,
}

pub(crate) struct Class {
    pub file: classfile::Class,
    pub super_class: Option<ClassId>,
    /// Itself and everything above it, interfaces included, nearest superclasses first.
    pub ancestors: Vec<ClassId>,
    methods: FastMap<(Symbol, Symbol), MethodId>,
}

impl<'a> ClassHierarchy<'a> {
    /// Earlier sources win. `max_major` is the newest class file version that is read.
    pub fn new(sources: Vec<&'a dyn Source>, max_major: u16) -> ClassHierarchy<'a> {
        let (by_name, classes, methods) = (FastMap::default(), IdVec::new(), IdVec::new());
        ClassHierarchy { sources, max_major, by_name, classes, methods }
    }

    pub fn class(&mut self, name: Symbol) -> Result<Option<ClassId>, Error> {
        if let Some(&known) = self.by_name.get(&name) {
            return Ok(known);
        }
        // Until it is complete the class counts as missing, so that a class above itself comes to an end.
        self.by_name.insert(name, None);
        let mut found = None;
        for source in &self.sources {
            if let Some(bytes) = source.class_bytes(name)? {
                found = Some(classfile::parse(&bytes.bytes, &bytes.origin, bytes.module, self.max_major)?);
                break;
            }
        }
        let Some(file) = found else { return Ok(None) };
        let id = self.add(file)?;
        self.by_name.insert(name, Some(id));
        Ok(Some(id))
    }

    fn add(&mut self, file: classfile::Class) -> Result<ClassId, Error> {
        let super_class = match file.super_name {
            Some(name) => self.class(name)?,
            None => None,
        };
        let mut parents: Vec<ClassId> = super_class.into_iter().collect();
        for &name in &file.interfaces {
            parents.extend(self.class(name)?);
        }
        let id = self.classes.next_id();
        let mut ancestors = vec![id];
        for parent in parents {
            let above = &self.classes[parent].ancestors;
            let fresh: Vec<ClassId> = above.iter().copied().filter(|a| !ancestors.contains(a)).collect();
            ancestors.extend(fresh);
        }
        let mut methods = FastMap::default();
        for (row, method) in file.methods.iter().enumerate() {
            methods.insert((method.name, method.desc), self.methods.push((id, row)));
        }
        Ok(self.classes.push(Class { file, super_class, ancestors, methods }))
    }

    pub fn file(&self, class: ClassId) -> &classfile::Class {
        &self.classes[class].file
    }

    /// The class and everything above it, interfaces included, nearest superclasses first.
    pub fn ancestors(&self, class: ClassId) -> &[ClassId] {
        &self.classes[class].ancestors
    }

    pub fn class_of(&self, method: MethodId) -> ClassId {
        self.methods[method].0
    }

    pub fn method(&self, method: MethodId) -> &classfile::Method {
        let (class, row) = self.methods[method];
        &self.classes[class].file.methods[row]
    }

    /// The method under its full name.
    pub fn member(&self, method: MethodId) -> MemberRef {
        let declared = self.method(method);
        MemberRef { class: self.file(self.class_of(method)).name, name: declared.name, desc: declared.desc }
    }

    pub fn declared(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<MethodId> {
        self.classes[class].methods.get(&(name, desc)).copied()
    }

    /// All methods that a class declares, in the order of its file.
    pub fn methods_of(&self, class: ClassId) -> Vec<MethodId> {
        let c = &self.classes[class];
        c.file.methods.iter().filter_map(|m| self.declared(class, m.name, m.desc)).collect()
    }

    /// What the name means when it is looked up in `class`: superclasses first, then superinterfaces.
    pub fn resolve(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<MethodId> {
        let inherited = self.superclasses(class).find_map(|c| self.declared(c, name, desc));
        inherited.or_else(|| self.classes[class].ancestors.iter().find_map(|&c| self.declared(c, name, desc)))
    }

    /// What a virtual call can run on an object of `class`. Of several default methods the most specific one
    /// would be right; all are given.
    pub fn dispatch(&self, class: ClassId, name: Symbol, desc: Symbol) -> Vec<MethodId> {
        let is_instance = |&method: &MethodId| !self.method(method).access.is_static();
        let inherited =
            self.superclasses(class).find_map(|c| self.declared(c, name, desc).filter(is_instance));
        let of_interfaces = || {
            let ancestors = self.classes[class].ancestors.iter();
            ancestors.filter_map(|&c| self.declared(c, name, desc)).filter(is_instance).collect()
        };
        let found: Vec<MethodId> = inherited.map_or_else(of_interfaces, |method| vec![method]);
        found.into_iter().filter(|&method| !self.method(method).access.has(Access::ABSTRACT)).collect()
    }

    fn superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |&c| self.classes[c].super_class)
    }
}
