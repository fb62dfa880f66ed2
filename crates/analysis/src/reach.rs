//! Which methods can run, by rapid type analysis: from the roots along calls, where a virtual call reaches
//! the methods of those classes alone of which an object is made in a method that is reached.

use crate::hierarchy::{ClassHierarchy, ClassId, MethodId};
use crate::machine;
use crate::uses::{Use, uses};
use base::{FastMap, FastSet, Symbol, names};
use classfile::{Access, Error, MemberRef, descriptor};

/// What ends the graph: methods that the machine brings itself. Their bytecode, if they have any, never runs.
pub type Scope<'a> = &'a dyn Fn(MemberRef) -> bool;

/// The reached part of a hierarchy.
pub struct Reach<'a> {
    pub hierarchy: ClassHierarchy<'a>,
    is_ours: Scope<'a>,
    /// Each reached method with the one that first reached it; roots have none.
    reached: FastMap<MethodId, Option<MethodId>>,
    order: Vec<MethodId>,
    initialized: FastSet<ClassId>,
    made: FastSet<ClassId>,
    /// The classes of `made` that are below a class, itself included.
    made_below: FastMap<ClassId, Vec<ClassId>>,
    /// Names that are called virtually on a class, with the first caller.
    selectors: FastMap<ClassId, Vec<Selector>>,
    known_selectors: FastSet<(ClassId, Symbol, Symbol)>,
    /// How many of `order` have been followed.
    followed: usize,
    /// Calls that are not followed yet.
    held: Vec<(MemberRef, Option<MethodId>)>,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// Without the virtual calls of `Object`'s own methods. Whoever puts something into a map calls
    /// `hashCode`, and with it that of every class of which there is an object: all programs look alike
    /// from there on.
    Near,
    Whole,
}

#[derive(Clone, Copy)]
struct Selector {
    name: Symbol,
    desc: Symbol,
    caller: Option<MethodId>,
}

impl<'a> Reach<'a> {
    pub fn new(hierarchy: ClassHierarchy<'a>, is_ours: Scope<'a>) -> Reach<'a> {
        Reach {
            hierarchy,
            is_ours,
            reached: FastMap::default(),
            order: Vec::new(),
            initialized: FastSet::default(),
            made: FastSet::default(),
            made_below: FastMap::default(),
            selectors: FastMap::default(),
            known_selectors: FastSet::default(),
            followed: 0,
            held: Vec::new(),
        }
    }

    /// Adds what is there without any program: the library's start, and what the machine makes. What has been
    /// followed before this is the program's own part.
    pub fn add_machine(&mut self) -> Result<(), Error> {
        for name in machine::MADE {
            self.apply(Use::Initialize(Symbol::new(name)), None)?;
            self.apply(Use::Make(Symbol::new(name)), None)?;
        }
        for (class, name, desc) in machine::BOOT_ROOTS {
            let root = machine::member(Symbol::new(class), name, desc);
            self.apply(Use::Initialize(root.class), None)?;
            self.apply(Use::Call(root), None)?;
        }
        Ok(())
    }

    /// Adds a class of the program: all its methods can run, and objects of it can be there.
    pub fn add_class(&mut self, name: Symbol) -> Result<(), Error> {
        let Some(class) = self.hierarchy.class(name)? else { return Ok(()) };
        self.initialize(class, None);
        if !self.hierarchy.file(class).access.is_abstract() {
            self.make(class, None);
        }
        for method in self.hierarchy.methods_of(class) {
            self.reach(method, None);
        }
        Ok(())
    }

    /// Follows what was added to its end.
    pub fn run(&mut self, breadth: Breadth) -> Result<(), Error> {
        if breadth == Breadth::Whole {
            for (member, by) in std::mem::take(&mut self.held) {
                self.apply(Use::Dispatch(member), by)?;
            }
        }
        while let Some(&method) = self.order.get(self.followed) {
            self.followed += 1;
            for found in self.uses_of(method)? {
                match found {
                    Use::Dispatch(member) if breadth == Breadth::Near && member.class == names::OBJECT => {
                        self.held.push((member, Some(method)));
                    }
                    found => self.apply(found, Some(method))?,
                }
            }
        }
        Ok(())
    }

    /// All reached methods, in the order in which they were found.
    pub fn methods(&self) -> &[MethodId] {
        &self.order
    }

    /// How a method is reached: itself, then its caller, up to a root.
    pub fn path_to(&self, method: MethodId) -> Vec<MethodId> {
        std::iter::successors(Some(method), |m| self.reached.get(m).copied().flatten()).collect()
    }

    fn uses_of(&self, method: MethodId) -> Result<Vec<Use>, Error> {
        let member = self.hierarchy.member(method);
        let declared = self.hierarchy.method(method);
        if declared.access.has(Access::NATIVE) || (self.is_ours)(member) {
            let made = made_by(member.desc).map(Use::Make);
            return Ok(made.into_iter().chain(machine::upcalls(member).map(Use::Dispatch)).collect());
        }
        if declared.code.is_none() || machine::never_runs(member) {
            return Ok(Vec::new());
        }
        let file = self.hierarchy.file(self.hierarchy.class_of(method));
        let body = ir::lower(file, declared).map_err(|malformed| {
            Error::new(file.origin.to_string(), format!("{}{}: {malformed}", declared.name, declared.desc))
        })?;
        let mut found = uses(file, &body);
        found.retain(|found| !machine::never_uses(file.name, found.class()));
        Ok(found)
    }

    fn apply(&mut self, found: Use, by: Option<MethodId>) -> Result<(), Error> {
        match found {
            Use::Initialize(name) => {
                if let Some(class) = self.class(name)? {
                    self.initialize(class, by);
                }
            }
            Use::Make(name) => {
                if let Some(class) = self.class(name)? {
                    self.make(class, by);
                }
            }
            Use::Call(member) => {
                if let Some(class) = self.class(member.class)?
                    && let Some(method) = self.hierarchy.resolve(class, member.name, member.desc)
                {
                    self.reach(method, by);
                }
            }
            Use::Dispatch(member) => {
                if let Some(class) = self.class(member.class)? {
                    self.dispatch(class, member, by);
                }
            }
        }
        Ok(())
    }

    /// An array's class is `Object`.
    fn class(&mut self, name: Symbol) -> Result<Option<ClassId>, Error> {
        let is_array = name.bytes().first() == Some(&b'[');
        self.hierarchy.class(if is_array { names::OBJECT } else { name })
    }

    fn reach(&mut self, method: MethodId, by: Option<MethodId>) {
        self.reached.entry(method).or_insert_with(|| {
            self.order.push(method);
            by
        });
    }

    fn initialize(&mut self, class: ClassId, by: Option<MethodId>) {
        let mut at = Some(class);
        while let Some(class) = at.filter(|&class| self.initialized.insert(class)) {
            if let Some(initializer) = self.hierarchy.declared(class, names::CLINIT, names::VOID_DESC) {
                self.reach(initializer, by);
            }
            at = self.hierarchy.classes[class].super_class;
        }
    }

    /// There are objects of a class now: all virtual calls that can meet one reach its methods.
    fn make(&mut self, class: ClassId, by: Option<MethodId>) {
        if !self.made.insert(class) {
            return;
        }
        for above in self.hierarchy.classes[class].ancestors.clone() {
            self.made_below.entry(above).or_default().push(class);
            for selector in self.selectors.get(&above).cloned().unwrap_or_default() {
                self.meet(class, selector, by);
            }
        }
    }

    /// There is a virtual call now: it reaches the methods of all objects that it can meet.
    fn dispatch(&mut self, class: ClassId, member: MemberRef, by: Option<MethodId>) {
        if !self.known_selectors.insert((class, member.name, member.desc)) {
            return;
        }
        // A private method is not overridden, whatever the objects are; and a polymorphic one is found
        // nowhere else.
        let resolved = self.hierarchy.resolve(class, member.name, member.desc);
        let polymorphic = || self.hierarchy.declared(class, member.name, Symbol::new(POLYMORPHIC_DESC));
        if let Some(method) =
            resolved.filter(|&m| self.hierarchy.method(m).access.is_private()).or_else(polymorphic)
        {
            return self.reach(method, by);
        }
        let selector = Selector { name: member.name, desc: member.desc, caller: by };
        self.selectors.entry(class).or_default().push(selector);
        for below in self.made_below.get(&class).cloned().unwrap_or_default() {
            self.meet(below, selector, by);
        }
    }

    fn meet(&mut self, class: ClassId, selector: Selector, by: Option<MethodId>) {
        for method in self.hierarchy.dispatch(class, selector.name, selector.desc) {
            self.reach(method, selector.caller.or(by));
        }
    }
}

/// Signature-polymorphic methods are declared with it and called with any other.
const POLYMORPHIC_DESC: &str = "([Ljava/lang/Object;)Ljava/lang/Object;";

/// The class of the objects that a native method returns, or of the elements of its array.
fn made_by(desc: Symbol) -> Option<Symbol> {
    let bytes = desc.bytes();
    let result = &bytes[bytes.iter().position(|&b| b == b')')? + 1..];
    let element = &result[result.iter().take_while(|&&b| b == b'[').count()..];
    descriptor::class_of(Symbol::from_bytes(element))
}
