//! What variables can point to: objects by where they are made, and those that the unit brings along.

use super::sets::{WORD, members};
use crate::hierarchy::{ClassHierarchy, ClassId, MethodId};
use base::{BitSet, FastMap, Symbol, names};
use classfile::{Access, Error, HandleRef};

base::dense_id! {
    /// An abstract object.
    ObjectId
}

/// Of the receivers that the unit makes, one is looked at, and all others stand together: what is given to one and
/// comes out of another is then seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Half {
    /// Receivers are not told apart.
    Both,
    This,
    Others,
}

/// What an abstract object stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    Null,
    /// Made by the environment, at this statement of a method, in a context.
    Site {
        method: MethodId,
        at: u32,
        context: Option<ObjectId>,
    },
    /// All objects of a class that the environment makes.
    Class(Symbol),
    /// An object that the unit gives for a parameter of an entry, and that is no object of a stub's class.
    Given {
        entry: u32,
        parameter: u16,
        half: Half,
    },
    /// An object that the unit has, of a class or one below it.
    Outside(Symbol),
    /// An object of a stub's class, or of the unit's classes below it, that the unit makes.
    UnitMade {
        class: ClassId,
        half: Half,
    },
    Lambda {
        method: MethodId,
        at: u32,
    },
    /// An array without elements.
    Empty(Symbol),
    /// Something that code of the JDK has made or found which nobody looks into: of a class or one below it. What is
    /// put into it may come out of it again.
    Foreign {
        of: Symbol,
        /// For whom, where objects are told apart, and in which context.
        by: Option<(MethodId, Option<ObjectId>)>,
    },
    /// The same by way of a name, a handle or native code of the program: it may be anything at all.
    Unknown(Symbol),
}

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub kind: ObjectKind,
    /// The class, or an array's descriptor; for what the unit has, a bound.
    pub of: Symbol,
    pub class: Option<ClassId>,
    /// How many contexts are in it.
    pub depth: u8,
    pub lambda: Option<(Symbol, HandleRef)>,
}

impl Object {
    /// The unit has it, and nobody knows what it holds.
    pub fn is_open(&self) -> bool {
        matches!(self.kind, ObjectKind::Given { .. } | ObjectKind::Outside(_) | ObjectKind::Unknown(_))
    }

    /// It may be of a class below.
    pub fn is_bound(&self) -> bool {
        self.is_open() || self.is_hidden() || matches!(self.kind, ObjectKind::UnitMade { .. })
    }

    /// Nobody has seen where it comes from.
    pub fn is_hidden(&self) -> bool {
        matches!(self.kind, ObjectKind::Foreign { .. } | ObjectKind::Unknown(_))
    }
}

/// All objects that there are, and which of them are of which class.
#[derive(Default)]
pub(crate) struct Objects {
    pub all: Vec<Object>,
    /// The kind does not always tell the class: what one statement copies may be arrays of several.
    ids: FastMap<(ObjectKind, Symbol), u32>,
    filters: FastMap<Symbol, u32>,
    tables: Vec<Filter>,
    /// Objects that were asked whose they are, and those that are not the JDK's.
    known: BitSet,
    own: BitSet,
}

/// What lets through what may be of a class.
struct Filter {
    of: Symbol,
    class: Option<ClassId>,
    /// Objects that were looked at, and those of them that pass.
    known: BitSet,
    passing: BitSet,
}

/// No filter at all.
pub(crate) const ANY: u32 = u32::MAX;
/// The filter that lets through what is the program's own, or the unit's.
pub(crate) const OWN: u32 = u32::MAX - 1;

impl Objects {
    pub fn object(
        &mut self,
        hierarchy: &mut ClassHierarchy<'_>,
        kind: ObjectKind,
        of: Symbol,
    ) -> Result<u32, Error> {
        if let Some(&known) = self.ids.get(&(kind, of)) {
            return Ok(known);
        }
        let is_array = of.bytes().first() == Some(&b'[');
        let class = if is_array { None } else { hierarchy.class(of)? };
        let depth = match kind {
            ObjectKind::Site { context: Some(context), .. }
            | ObjectKind::Foreign { by: Some((_, Some(context))), .. } => {
                self.all[context.0 as usize].depth + 1
            }
            _ => 0,
        };
        let id = self.all.len() as u32;
        self.all.push(Object { kind, of, class, depth, lambda: None });
        self.ids.insert((kind, of), id);
        Ok(id)
    }

    /// The filter that lets through what may be of a class.
    pub fn filter(&mut self, hierarchy: &mut ClassHierarchy<'_>, of: Symbol) -> Result<u32, Error> {
        if of == names::OBJECT {
            return Ok(ANY);
        }
        if let Some(&known) = self.filters.get(&of) {
            return Ok(known);
        }
        let class = if of.bytes().first() == Some(&b'[') { None } else { hierarchy.class(of)? };
        let id = self.tables.len() as u32;
        self.tables.push(Filter { of, class, known: BitSet::new(), passing: BitSet::new() });
        self.filters.insert(of, id);
        Ok(id)
    }

    pub fn passes(&mut self, hierarchy: &ClassHierarchy<'_>, filter: u32, object: u32) -> bool {
        self.passing(hierarchy, filter, object / WORD, 1 << (object % WORD)) != 0
    }

    /// Which objects pass, of those that are given as the bits of a word.
    #[inline]
    pub fn passing(&mut self, hierarchy: &ClassHierarchy<'_>, filter: u32, at: u32, bits: u64) -> u64 {
        if filter == ANY {
            return bits;
        }
        if filter == OWN {
            let fresh = self.known.insert_word(at as usize, bits);
            for object in members(at, fresh) {
                if is_own(hierarchy, &self.all[object as usize]) {
                    self.own.insert(object as usize);
                }
            }
            return bits & self.own.words().get(at as usize).copied().unwrap_or(0);
        }
        let table = &mut self.tables[filter as usize];
        let fresh = table.known.insert_word(at as usize, bits);
        for object in members(at, fresh) {
            if may_be(hierarchy, &self.all[object as usize], table.of, table.class) {
                table.passing.insert(object as usize);
            }
        }
        bits & table.passing.words().get(at as usize).copied().unwrap_or(0)
    }
}

/// The object is none that the JDK has made for itself: the program or the unit has made it, or may have.
fn is_own(hierarchy: &ClassHierarchy<'_>, object: &Object) -> bool {
    let is_program = |class: ClassId| hierarchy.file(class).module.is_none();
    match object.kind {
        ObjectKind::Given { .. } | ObjectKind::Outside(_) | ObjectKind::UnitMade { .. } => true,
        ObjectKind::Lambda { method, .. } => is_program(hierarchy.class_of(method)),
        ObjectKind::Site { .. } | ObjectKind::Class(_) => object.class.is_some_and(is_program),
        _ => false,
    }
}

/// The object may be of the class or array.
fn may_be(hierarchy: &ClassHierarchy<'_>, object: &Object, of: Symbol, class: Option<ClassId>) -> bool {
    let is_array = |name: Symbol| name.bytes().first() == Some(&b'[');
    if object.kind == ObjectKind::Null {
        return true;
    }
    match (is_array(object.of), is_array(of)) {
        (true, true) => {
            let is_plain = |name: Symbol| name.bytes().len() == 2;
            return if is_plain(object.of) || is_plain(of) {
                object.of == of || object.of.bytes().len() > 2 && of.bytes().len() > 2
            } else {
                true
            };
        }
        (true, false) => return of == names::CLONEABLE || of == names::SERIALIZABLE || of == names::OBJECT,
        (false, true) => return (object.is_open() || object.is_hidden()) && object.of == names::OBJECT,
        (false, false) => {}
    }
    let (Some(own), Some(wanted)) = (object.class, class) else { return true };
    // A lambda may have further interfaces, which its call site does not tell: they ask for no further methods.
    let is_marker = || {
        let file = hierarchy.file(wanted);
        file.access.is_interface() && !file.methods.iter().any(|method| method.access.is_abstract())
    };
    if matches!(object.kind, ObjectKind::Lambda { .. }) && is_marker() {
        return true;
    }
    if hierarchy.ancestors(own).contains(&wanted) {
        return true;
    }
    // What is only bounded may be of a class below, or of an interface that the bound does not have.
    let is_interface = |class: ClassId| hierarchy.file(class).access.is_interface();
    // Objects of the program's classes come from the program, and those of classes that only their own package knows
    // from there.
    let file = hierarchy.file(wanted);
    let is_public = file.module.is_some() && file.access.has(Access::PUBLIC);
    if matches!(object.kind, ObjectKind::Foreign { .. }) && !is_public {
        return false;
    }
    // Of a class that nobody extends there is only what stands below its interfaces already.
    let is_final = hierarchy.file(wanted).access.has(Access::FINAL);
    object.is_bound()
        && (hierarchy.ancestors(wanted).contains(&own)
            || is_interface(wanted)
            || is_interface(own) && !is_final)
}
