//! What the unit gave and has dropped: code behind stubs may still have it, so stubs keep it where they find it again.

use super::face::class_of;
use super::source::Writer;
use analysis::points::Precision;
use analysis::{ClassId, MethodId};
use base::{FastSet, Symbol, names};
use classfile::{Access, Error, MethodDesc, descriptor};

/// Of which classes stubs hand out any object that there is. That is known when all have been written once, and
/// needed when they are written: they are written twice.
#[derive(Default)]
pub(super) struct Sought {
    /// As the first writing has found it: of what the unit brings along, by types, and of what it makes of stubs.
    classes: FastSet<Symbol>,
    made: FastSet<Symbol>,
    pub found: FastSet<Symbol>,
    pub found_made: FastSet<Symbol>,
    /// Code that cannot be looked into may have kept everything.
    pub is_all: bool,
}

impl Sought {
    pub fn is_for(&self, of: Symbol) -> bool {
        self.is_all || self.classes.contains(&of)
    }

    /// The first writing is over.
    pub fn settle(&mut self) {
        self.classes = std::mem::take(&mut self.found);
        self.made = std::mem::take(&mut self.found_made);
    }
}

impl Writer<'_, '_, '_> {
    /// What a method is given is held where stubs hand out any object of such a class: what is known by its type
    /// alone, and what the unit makes of the classes of stubs. Of these, constructors hold all but those whose only
    /// stubs are interfaces.
    pub fn hold(&mut self, method: MethodId) -> Result<(), Error> {
        let member = self.world.hierarchy.member(method);
        let desc = MethodDesc::parse(member.desc);
        for (number, (_, of)) in desc.iter().flat_map(|desc| &desc.params).enumerate() {
            if let Some(of) = class_of(*of)
                && (self.is_held_by_type(of) || self.leads_to_asked(of)? || self.may_be_of_interface(of)?)
            {
                self.out.line(&format!("jaywalkstubs.Stubs.hold(p{number});"));
            }
        }
        let owner = self.world.hierarchy.class_of(method);
        let is_static = self.world.hierarchy.method(method).access.is_static();
        let is_first = member.name == names::INIT || self.world.hierarchy.file(owner).access.is_interface();
        if is_first && !is_static && (self.sought.is_all || self.sought.made.contains(&member.class)) {
            self.out.line("jaywalkstubs.Stubs.hold(this);");
        }
        Ok(())
    }

    /// Of the type nothing else is known of what the unit gave.
    fn is_held_by_type(&self, of: Symbol) -> bool {
        self.sought.is_all || self.precision == Precision::Types && self.sought.is_for(of)
    }

    /// What is asked for may be in an array, a field or a collection that the unit gives, of which no more is known.
    fn leads_to_asked(&mut self, of: Symbol) -> Result<bool, Error> {
        if let Some(element) = descriptor::element_of(of).and_then(class_of) {
            return Ok(self.sought.is_for(element));
        }
        let Some(class) = self.class_at(of)? else { return Ok(false) };
        let hierarchy = &self.world.hierarchy;
        let file = hierarchy.file(class);
        if file.module.is_some() {
            return Ok(self.sought.is_for(names::OBJECT) && !file.access.has(Access::FINAL));
        }
        let is_below = |&&below: &&ClassId| hierarchy.ancestors(below).contains(&class);
        let classes = self.world.unit.iter().filter(is_below).chain([&class]);
        let mut fields = classes.flat_map(|&class| &hierarchy.file(class).fields);
        Ok(fields.any(|field| class_of(field.desc).is_some_and(|of| self.sought.is_for(of))))
    }

    /// What the unit gives for such a parameter may be of an interface that is a stub, and of which objects are asked
    /// for.
    fn may_be_of_interface(&mut self, of: Symbol) -> Result<bool, Error> {
        let made: Vec<Symbol> = self.sought.made.iter().copied().collect();
        for name in made {
            let (Some(made), Some(of)) = (self.world.hierarchy.class(name)?, self.class_at(of)?) else {
                continue;
            };
            let hierarchy = &self.world.hierarchy;
            let is = |class: ClassId, above: ClassId| hierarchy.ancestors(class).contains(&above);
            let is_units = || self.world.unit.iter().any(|&class| is(class, made) && is(class, of));
            if hierarchy.file(made).access.is_interface() && (is(made, of) || is_units()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The class, if it is no array.
    fn class_at(&mut self, of: Symbol) -> Result<Option<ClassId>, Error> {
        if super::arrays::is_array(of) { Ok(None) } else { self.world.hierarchy.class(of) }
    }
}
