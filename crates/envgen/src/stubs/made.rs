//! What is in the objects that the environment makes, where the unit looks into their fields: when it gets one, any of
//! what the code behind the stubs ever writes there.

use super::face::class_of;
use super::source::Writer;
use crate::world::in_java;
use analysis::ClassId;
use analysis::points::{Effects, Half, Origin, Scalar};
use base::{FastSet, Symbol};
use classfile::{Access, Error, MemberRef};
use std::collections::BTreeSet;

/// The method that clones an object of a stub.
pub(super) const COPY: &str = "jaywalkCopy";

/// What a field may hold: references, or other values.
type Held = (BTreeSet<Origin>, BTreeSet<Scalar>);

impl Writer<'_, '_, '_> {
    /// Gives the fields of an object that is being made their values.
    pub fn fill(&mut self, class: ClassId) -> Result<(), Error> {
        self.making = Some(class);
        for field in self.fields_of(class) {
            let (references, scalars) = self.held(field);
            let mut values = match class_of(field.desc) {
                Some(_) => self.expressions(&references, field.desc)?,
                None => self.scalars(&scalars, field.desc),
            };
            if self.is_beyond() {
                let more = match class_of(field.desc) {
                    Some(_) => self.anything(field.desc)?,
                    None => self.scalars(&[Scalar::Unknown].into(), field.desc),
                };
                values.extend(more.into_iter().filter(|value| !value.contains("cannotBeShown")));
            }
            values.dedup();
            if !values.is_empty() {
                let (of, value) = (self.type_java(field.desc)?, self.chosen(&values));
                self.out.line(&format!("this.{} = ({of}) ({value});", field.name));
            }
        }
        self.making = None;
        Ok(())
    }

    /// The environment clones objects of the class that the unit made: with all that stubs remember of them.
    pub fn copying(&mut self, class: ClassId) {
        let name = self.world.hierarchy.file(class).name;
        if !self.answer.is_some_and(|answer| answer.cloned.contains(&name)) {
            return;
        }
        self.out.line("");
        self.out.open(&format!("public Object {COPY}()"));
        self.out.line("try { return super.clone(); }");
        self.out.line("catch (CloneNotSupportedException never) { throw new AssertionError(never); }");
        self.out.close();
    }

    /// Fields of the class itself that each object has and the unit names.
    fn fields_of(&self, class: ClassId) -> Vec<MemberRef> {
        let name = self.world.hierarchy.file(class).name;
        let is_own = |field: &&MemberRef| field.class == name && !self.has(**field, Access::STATIC);
        self.face.fields.iter().filter(is_own).copied().collect()
    }

    /// Everything that is written to a field by anybody, and what it has before, if that can be seen. What came in as a
    /// parameter is what was ever given for it.
    fn held(&self, field: MemberRef) -> Held {
        let (mut references, mut scalars) = Held::default();
        let Some(answer) = self.answer else { return (references, scalars) };
        for (entry, effects) in answer.entries.iter().enumerate() {
            for written in effects.writes.iter().filter(|written| written.field == field) {
                references
                    .extend(written.values.iter().map(|&value| self.as_others_know(entry as u32, value)));
                scalars.extend(written.scalars.iter().map(|&value| match value {
                    Scalar::Parameter(_) => Scalar::Unknown,
                    value => value,
                }));
            }
        }
        let is_written = !references.is_empty() || !scalars.is_empty();
        if is_written && !self.is_filled(field) {
            references.insert(Origin::Null);
            scalars.insert(Scalar::Constant(0));
        }
        (references, scalars)
    }

    /// A value of an entry, as others know it.
    fn as_others_know(&self, entry: u32, value: Origin) -> Origin {
        let of = self.world.hierarchy.class_of(self.face.entries[entry as usize].method);
        match value {
            Origin::Given { entry, parameter, .. } => Origin::Given { entry, parameter, half: Half::Both },
            Origin::CopyOfGiven { entry, parameter, .. } => {
                Origin::CopyOfGiven { entry, parameter, half: Half::Both }
            }
            Origin::Parameter(parameter) => Origin::Given { entry, parameter, half: Half::Both },
            Origin::This => Origin::Outside(self.world.hierarchy.file(of).name),
            value => value,
        }
    }

    /// What the unit gives and comes to be in such a field has to be kept.
    pub fn needed_for_fields(&mut self) {
        let mut needed = Vec::new();
        for &field in &self.face.fields {
            for origin in self.held(field).0 {
                if let Origin::Given { entry, parameter, half }
                | Origin::CopyOfGiven { entry, parameter, half } = origin
                {
                    needed.push((entry, parameter, half));
                }
            }
        }
        self.needed.extend(needed);
    }

    /// Some method is such that it may do anything.
    fn is_beyond(&self) -> bool {
        let Some(answer) = self.answer else { return true };
        let mut all = self.face.entries.iter().zip(&answer.entries);
        all.any(|(entry, effects): (_, &Effects)| self.is_universal(entry.method, effects))
    }

    /// An object of the class has to be made for the one that is being made, and so on without end.
    pub fn is_endless(&mut self, class: ClassId) -> Result<bool, Error> {
        let Some(making) = self.making else { return Ok(false) };
        let (mut seen, mut pending) = (FastSet::default(), vec![class]);
        while let Some(next) = pending.pop() {
            if next == making {
                return Ok(true);
            }
            if !seen.insert(next) {
                continue;
            }
            for above in self.world.hierarchy.ancestors(next).to_vec() {
                for field in self.fields_of(above) {
                    for origin in self.held(field).0 {
                        if let Origin::New(of) = origin {
                            pending.extend(self.stub_of(of)?);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// Nobody ever finds the field empty.
    pub fn is_filled(&self, field: MemberRef) -> bool {
        self.answer.is_some_and(|answer| answer.filled.contains(&field))
    }

    pub fn is_enum(&self, class: Symbol) -> bool {
        let mut files = self.face.classes.iter().map(|&class| self.world.hierarchy.file(class));
        files.any(|file| file.name == class && file.access.has(Access::ENUM))
    }

    /// A field of a stub is declared so.
    pub fn has(&self, field: MemberRef, access: u16) -> bool {
        let files = self.face.classes.iter().map(|&class| self.world.hierarchy.file(class));
        let mut fields = files.filter(|file| file.name == field.class).flat_map(|file| file.fields.iter());
        fields.any(|known| known.name == field.name && known.desc == field.desc && known.access.has(access))
    }

    /// What is said of objects that come back with what the unit has done to them.
    pub fn note_changed(&mut self, class: Symbol) {
        let is_fixed = |field: MemberRef| self.has(field, Access::FINAL) || self.has(field, Access::STATIC);
        let is_changed = |field: &MemberRef| field.class == class && !is_fixed(*field);
        if self.face.fields.iter().any(is_changed) {
            self.note(format!("a {} that the unit has changed and dropped", in_java(class)), "give back");
        }
    }
}
