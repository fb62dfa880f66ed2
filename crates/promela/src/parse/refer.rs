//! References to variables.

use super::{Parser, Read};
use crate::error::{Pos, wrong};
use crate::scope::VariableType;
use crate::syntax::{Expr, Index, Scalar, VarRef};

/// What a reference stands for: one value, or all values of a record.
pub(super) struct Reference {
    pub place: VarRef,
    pub shape: VariableType,
    /// A whole array was named.
    pub length: Option<u32>,
    pub pos: Pos,
}

impl Parser {
    /// A variable, with indices and fields.
    pub(super) fn reference(&mut self) -> Read<Reference> {
        let (name, pos) = self.name("a variable")?;
        let Some(variable) = self.scopes.find(&name).cloned() else {
            return wrong(pos, format!("{name} is not declared"));
        };
        let place = VarRef {
            is_local: variable.is_local,
            base: variable.base,
            steps: Vec::new(),
            scalar: Scalar::Int,
        };
        let mut reference = Reference { place, shape: variable.shape, length: variable.length, pos };
        loop {
            if self.is("[") {
                let Some(length) = reference.length.take() else {
                    return wrong(self.pos(), "this is no array");
                };
                self.take();
                let value = self.deeper(Parser::expr)?;
                self.want("]")?;
                let stride = self.scopes.size(reference.shape);
                reference.place.steps.push(Index { value, length, stride });
            } else if self.is(".") && reference.length.is_none() {
                let VariableType::Record(record) = reference.shape else {
                    return wrong(self.pos(), "this has no fields");
                };
                self.take();
                let (name, pos) = self.name("a field")?;
                let record = &self.scopes.records[record];
                let Some(field) = record.fields.iter().find(|field| field.name == name) else {
                    return wrong(pos, format!("{} has no field {name}", record.name));
                };
                reference.place.base += field.offset;
                (reference.shape, reference.length) = (field.shape, field.length);
            } else {
                break;
            }
        }
        if let VariableType::Scalar(scalar) = reference.shape {
            reference.place.scalar = scalar;
        }
        Ok(reference)
    }

    /// A reference to one value.
    pub(super) fn place(&mut self) -> Read<VarRef> {
        let reference = self.reference()?;
        match reference.shape {
            VariableType::Scalar(_) => self.single(reference),
            VariableType::Record(_) => wrong(reference.pos, "this is a record: name one of its fields"),
        }
    }

    fn single(&self, reference: Reference) -> Read<VarRef> {
        match reference.length {
            Some(_) => wrong(reference.pos, "this is an array: give an index"),
            None => Ok(reference.place),
        }
    }

    /// A reference to a channel.
    pub(super) fn chan(&mut self) -> Read<VarRef> {
        let pos = self.pos();
        let place = self.place()?;
        self.as_chan(place, pos)
    }

    pub(super) fn as_chan(&self, place: VarRef, pos: Pos) -> Read<VarRef> {
        match place.scalar {
            Scalar::Chan => Ok(place),
            _ => wrong(pos, "this is no channel"),
        }
    }

    /// All single values of a reference, in order.
    pub(super) fn leaves(&self, reference: Reference) -> Read<Vec<VarRef>> {
        let mut out = Vec::new();
        if reference.length.is_some() {
            return wrong(reference.pos, "this is an array: give an index");
        }
        self.unfold(reference.place, reference.shape, None, &mut out);
        Ok(out)
    }

    fn unfold(&self, place: VarRef, shape: VariableType, length: Option<u32>, out: &mut Vec<VarRef>) {
        let stride = self.scopes.size(shape);
        for i in 0..length.unwrap_or(1) {
            let mut place = place.clone();
            place.base += i * stride;
            match shape {
                VariableType::Scalar(scalar) => out.push(VarRef { scalar, ..place }),
                VariableType::Record(record) => {
                    for field in &self.scopes.records[record].fields {
                        let inner = VarRef { base: place.base + field.offset, ..place.clone() };
                        self.unfold(inner, field.shape, field.length, out);
                    }
                }
            }
        }
    }

    /// Arguments of a message or a process: records stand for all of their values.
    pub(super) fn argument(&mut self, out: &mut Vec<Expr>) -> Read<()> {
        let is_record = match &self.peek().tok {
            crate::token::Tok::Name(name) => self
                .scopes
                .find(name)
                .is_some_and(|variable| matches!(variable.shape, VariableType::Record(_))),
            _ => false,
        };
        if !is_record {
            out.push(self.deeper(Parser::expr)?);
            return Ok(());
        }
        let reference = self.reference()?;
        if let VariableType::Scalar(_) = reference.shape {
            let place = self.single(reference)?;
            self.pending = Some(Expr::Load(place));
            out.push(self.deeper(Parser::expr)?);
            return Ok(());
        }
        out.extend(self.leaves(reference)?.into_iter().map(Expr::Load));
        Ok(())
    }
}
