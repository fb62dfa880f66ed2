//! Names and what they stand for.

use crate::error::{Pos, Refusal, wrong};
use crate::syntax::{Init, Scalar, Slot};
use base::FastMap;
use std::rc::Rc;

/// Words that a process or the system may have.
pub const MAX_WORDS: u32 = 1 << 20;

/// What a variable or a field is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableType {
    Scalar(Scalar),
    Record(usize),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Rc<str>,
    pub shape: VariableType,
    pub length: Option<u32>,
    pub offset: u32,
    pub names: u32,
    /// How it begins in every variable of the type; `base` is to be added.
    pub inits: Vec<Init>,
}

#[derive(Clone, Debug, Default)]
pub struct Record {
    pub name: Rc<str>,
    pub fields: Vec<Field>,
    pub size: u32,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub is_local: bool,
    pub base: u32,
    pub shape: VariableType,
    pub length: Option<u32>,
    /// The kind of its names, if it is an mtype.
    pub names: u32,
    /// The channel type that it begins with, for loops over a channel's messages.
    pub chan: Option<u32>,
}

/// The names that can be seen, innermost scope last, and the values that they have taken so far.
#[derive(Debug, Default)]
pub struct Scopes {
    pub globals: FastMap<Rc<str>, Variable>,
    pub locals: Vec<FastMap<Rc<str>, Variable>>,
    /// Values of the system, and of the process that is being read.
    pub global_size: u32,
    pub local_size: u32,
    pub slots: Vec<Slot>,
    pub local_slots: Vec<Slot>,
    pub records: Vec<Record>,
}

impl Scopes {
    pub fn in_process(&self) -> bool {
        !self.locals.is_empty()
    }

    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.locals.iter().rev().find_map(|scope| scope.get(name)).or_else(|| self.globals.get(name))
    }

    pub fn size(&self, shape: VariableType) -> u32 {
        match shape {
            VariableType::Scalar(_) => 1,
            VariableType::Record(record) => self.records[record].size,
        }
    }

    /// Gives a variable its values.
    pub fn declare(&mut self, name: &Rc<str>, mut variable: Variable, pos: Pos) -> Result<Variable, Refusal> {
        let count = variable.length.unwrap_or(1);
        let words = u64::from(self.size(variable.shape)) * u64::from(count);
        let is_local = self.in_process();
        let size = if is_local { &mut self.local_size } else { &mut self.global_size };
        if words + u64::from(*size) > u64::from(MAX_WORDS) {
            return wrong(pos, format!("{name} does not fit: more than {MAX_WORDS} values"));
        }
        variable.base = *size;
        variable.is_local = is_local;
        *size += words as u32;
        let scope = match self.locals.last_mut() {
            Some(scope) => scope,
            None => &mut self.globals,
        };
        if scope.insert(name.clone(), variable.clone()).is_some() {
            return wrong(pos, format!("{name} is declared twice"));
        }
        let mut slots = Vec::new();
        self.name_slots(name, variable.shape, variable.length, variable.base, variable.names, &mut slots);
        if is_local {
            self.local_slots.extend(slots)
        } else {
            self.slots.extend(slots)
        }
        Ok(variable)
    }

    /// Names of all values of a variable.
    fn name_slots(
        &self,
        name: &str,
        shape: VariableType,
        length: Option<u32>,
        base: u32,
        names: u32,
        out: &mut Vec<Slot>,
    ) {
        let stride = self.size(shape);
        for i in 0..length.unwrap_or(1) {
            let name = if length.is_some() { format!("{name}[{i}]") } else { name.to_string() };
            let base = base + i * stride;
            match shape {
                VariableType::Scalar(scalar) => out.push(Slot { name, base, scalar, names }),
                VariableType::Record(record) => {
                    for field in &self.records[record].fields {
                        let name = format!("{name}.{}", field.name);
                        self.name_slots(
                            &name,
                            field.shape,
                            field.length,
                            base + field.offset,
                            field.names,
                            out,
                        );
                    }
                }
            }
        }
    }

    /// How the fields of a variable begin.
    pub fn field_inits(&self, shape: VariableType, length: Option<u32>, base: u32) -> Vec<Init> {
        let VariableType::Record(record) = shape else { return Vec::new() };
        let record = &self.records[record];
        let mut inits = Vec::new();
        for i in 0..length.unwrap_or(1) {
            let base = base + i * record.size;
            for field in &record.fields {
                inits.extend(self.field_inits(field.shape, field.length, base + field.offset));
                inits.extend(field.inits.iter().map(|init| moved(init, base + field.offset)));
            }
        }
        inits
    }
}

fn moved(init: &Init, by: u32) -> Init {
    let mut init = init.clone();
    match &mut init {
        Init::Set { base, .. } | Init::List { base, .. } | Init::Chan { base, .. } => *base += by,
    }
    init
}
