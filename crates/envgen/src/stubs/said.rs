//! What a method does that no stub shows, and code that cannot be looked into.

use super::source::Writer;
use crate::world::in_java;
use analysis::MethodId;
use analysis::points::{Blind, Effects, Origin};
use base::{Symbol, names};
use classfile::{Access, Error};
use std::collections::BTreeSet;

impl Writer<'_, '_, '_> {
    /// Code that is not the JDK's and cannot be looked into may do anything.
    pub fn is_universal(&self, method: MethodId, effects: &Effects) -> bool {
        let file = self.world.hierarchy.file(self.world.hierarchy.class_of(method));
        let is_native = self.world.hierarchy.method(method).access.has(Access::NATIVE);
        is_native || file.module.is_none() && effects.blind.contains(&Blind::Reflection)
    }

    /// Whatever can be named is written with anything.
    pub fn universal(&mut self) -> Result<Effects, Error> {
        let mut effects = Effects::default();
        for class in self.world.unit.clone() {
            let file = self.world.hierarchy.file(class);
            for field in &file.fields {
                let member = classfile::MemberRef { class: file.name, name: field.name, desc: field.desc };
                if field.access.has(Access::FINAL) || field.access.has(Access::SYNTHETIC) {
                    continue;
                }
                let mut written = analysis::points::Written {
                    field: member,
                    on: BTreeSet::new(),
                    values: BTreeSet::new(),
                    scalars: [analysis::points::Scalar::Unknown].into(),
                    at_birth: false,
                };
                if !field.access.is_static() {
                    written.on.insert(Origin::Outside(file.name));
                }
                if let Some(of) = super::face::class_of(field.desc) {
                    written.values.extend([Origin::Null, Origin::Outside(of)]);
                }
                effects.writes.push(written);
            }
        }
        for &field in self.face.fields.iter().filter(|field| !self.has(**field, Access::FINAL)) {
            let on = if self.has(field, Access::STATIC) { None } else { Some(Origin::Outside(field.class)) };
            let of = super::face::class_of(field.desc);
            effects.writes.push(analysis::points::Written {
                field,
                on: on.into_iter().collect(),
                values: of.into_iter().flat_map(|of| [Origin::Null, Origin::Outside(of)]).collect(),
                scalars: [analysis::points::Scalar::Unknown].into(),
                at_birth: false,
            });
        }
        Ok(effects)
    }

    /// What the method does that no stub shows, as a comment and as notes.
    pub fn describe(&mut self, effects: Option<&Effects>) -> Result<(), Error> {
        let Some(effects) = effects else {
            self.out.comment("Its code cannot be looked into: it may do anything.");
            return Ok(());
        };
        let mut hidden = Vec::new();
        for class in &effects.starts {
            hidden.push(format!("start a thread of {}", in_java(*class)));
            self.note(in_java(*class), "start threads of");
        }
        if effects.waits {
            hidden.push("wait for something".to_string());
            self.note("for something".to_string(), "wait");
        }
        let face = self.face;
        let is_array = |class: Symbol| class.bytes().first() == Some(&b'[');
        for &class in effects.changes.iter().filter(|&&class| is_array(class) || face.named.contains(&class))
        {
            let name = if is_array(class) { self.type_java(class)? } else { in_java(class) };
            hidden.push(format!("change a {name} of the unit"));
            self.note(name, "change objects that the unit has of");
        }
        let locks: Vec<Origin> =
            effects.locks.iter().copied().filter(|&lock| self.is_of_unit(lock)).collect();
        for lock in locks {
            hidden.push("take a monitor of the unit".to_string());
            self.note(self.origin_words(lock), "take the monitor of");
        }
        hidden.sort();
        hidden.dedup();
        if hidden.len() > HIDDEN_MAX {
            let more = hidden.len() - HIDDEN_MAX;
            hidden.truncate(HIDDEN_MAX);
            hidden.push(format!("{more} things more"));
        }
        if !hidden.is_empty() {
            self.out.comment(&format!("Not shown: it may {}.", hidden.join(", ")));
        }
        Ok(())
    }

    /// The unit may have such an object, and no stub takes its monitor.
    fn is_of_unit(&self, origin: Origin) -> bool {
        match origin {
            Origin::Outside(of) => self.face.named.contains(&of),
            Origin::Given { .. } => true,
            Origin::New(of) => of == names::CLASS,
            _ => false,
        }
    }

    fn origin_words(&self, origin: Origin) -> String {
        match origin {
            Origin::Given { entry, .. } => {
                let method = self.face.entries[entry as usize].method;
                format!("what {} was given", self.world.hierarchy.method(method).name)
            }
            Origin::Outside(of) => format!("a {}", in_java(of)),
            Origin::New(_) => "a class".to_string(),
            _ => "an object".to_string(),
        }
    }
}

/// How much of what is not shown a comment lists.
const HIDDEN_MAX: usize = 4;
