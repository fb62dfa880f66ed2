//! Types of records.

use super::{Parser, Read};
use crate::error::wrong;
use crate::scope::{Field, Record, Variable, VariableType};
use crate::syntax::Init;
use base::FastMap;
use std::rc::Rc;

impl Parser {
    pub(super) fn typedef(&mut self) -> Read<()> {
        self.take();
        let (name, pos) = self.name("the name of a type")?;
        if self.record(&name).is_some() {
            return wrong(pos, format!("{name} is there twice"));
        }
        self.want("{")?;
        // Fields are read as variables of a process of which nothing else is known.
        self.scopes.locals = vec![FastMap::default()];
        (self.scopes.local_size, self.at_beginning) = (0, true);
        self.scopes.local_slots.clear();
        let mut fields: Vec<Field> = Vec::new();
        while !self.is("}") {
            let outer = std::mem::take(&mut self.inits);
            let before: Vec<Rc<str>> = self.scopes.locals[0].keys().cloned().collect();
            self.declaration()?;
            let inits = std::mem::replace(&mut self.inits, outer);
            let mut new: Vec<Field> = Vec::new();
            for (name, variable) in self.scopes.locals[0].iter().filter(|(name, _)| !before.contains(name)) {
                let Variable { shape, length, base: offset, names, .. } = *variable;
                new.push(Field { name: name.clone(), shape, length, offset, names, inits: Vec::new() });
            }
            new.sort_by_key(|field| field.offset);
            for init in inits {
                place_init(init, &mut new);
            }
            fields.extend(new);
            if !self.eat(";") {
                break;
            }
            while self.eat(";") {}
        }
        self.want("}")?;
        self.scopes.locals.clear();
        self.scopes.local_slots.clear();
        if fields.is_empty() {
            return wrong(pos, "a record has fields");
        }
        self.scopes.records.push(Record { name, fields, size: self.scopes.local_size });
        Ok(())
    }
}

/// Gives an init to the field that it is for, counted from the field's first value.
fn place_init(mut init: Init, fields: &mut [Field]) {
    let (Init::Set { base, .. } | Init::List { base, .. } | Init::Chan { base, .. }) = &mut init;
    let at = *base;
    if let Some(field) = fields.iter_mut().rev().find(|field| field.offset <= at) {
        // Inits of records inside are made again for every variable.
        if let VariableType::Record(_) = field.shape {
            return;
        }
        *base = at - field.offset;
        field.inits.push(init);
    }
}
