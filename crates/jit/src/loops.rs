//! Loops that write nothing to the heap: what they read of places that stay the same can be read once, before them.

use crate::emit::Emitter;
use crate::plan::uses;
use cranelift_codegen::ir::types::{F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Type, Value};
use ir::{Effect, Op, flow};
use std::collections::{BTreeMap, BTreeSet};
use vm::program::Code;

/// A read that is done before a loop.
pub(crate) struct Early {
    /// The operation that reads.
    pub at: usize,
    /// The operations of the loop.
    pub ops: BTreeSet<usize>,
}

/// The reads of these operations that can be done before loops; each before the largest loop that it can.
pub(crate) fn early(code: &Code, reached: &BTreeSet<usize>) -> Vec<Early> {
    let mut loops: Vec<BTreeSet<usize>> = loops(code, reached)
        .into_values()
        .filter(|ops| ops.iter().all(|&at| is_still(code.ops()[at])))
        .collect();
    loops.sort_by_key(|ops| std::cmp::Reverse(ops.len()));
    let written: Vec<BTreeSet<u16>> =
        loops.iter().map(|ops| ops.iter().filter_map(|&at| code.ops()[at].dst()).collect()).collect();
    let mut all = Vec::new();
    for &at in reached.iter().filter(|&&at| is_read(code.ops()[at])) {
        let stays = |written: &BTreeSet<u16>| {
            let mut stays = true;
            uses(code, &code.ops()[at], |register| stays &= !written.contains(&register));
            stays
        };
        let found = loops.iter().zip(&written).find(|(ops, written)| ops.contains(&at) && stays(written));
        if let Some((ops, _)) = found {
            all.push(Early { at, ops: ops.clone() });
        }
    }
    all
}

/// The operation changes no object.
fn is_still(op: Op) -> bool {
    use Effect::{Allocates, Calls, Monitors, WritesElement, WritesField, WritesStatic};
    let effects = op.effects();
    ![Allocates, Calls, Monitors, WritesElement, WritesField, WritesStatic].iter().any(|&e| effects.has(e))
}

fn is_read(op: Op) -> bool {
    matches!(
        op,
        Op::LoadRef { .. }
            | Op::Load32 { .. }
            | Op::Load64 { .. }
            | Op::Get32 { .. }
            | Op::Get64 { .. }
            | Op::GetBase32 { .. }
            | Op::GetBase64 { .. }
    )
}

/// The operations of each loop, by the operation that is jumped back to.
fn loops(code: &Code, reached: &BTreeSet<usize>) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut backward = Vec::new();
    for &at in reached {
        flow::successors(code.body(), at, |to| {
            before.entry(to).or_default().push(at);
            if to <= at && reached.contains(&to) {
                backward.push((at, to));
            }
        });
    }
    let mut loops: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (from, head) in backward {
        let ops = loops.entry(head).or_default();
        ops.insert(head);
        let mut pending = vec![from];
        while let Some(at) = pending.pop() {
            if ops.insert(at) {
                pending.extend(before.get(&at).into_iter().flatten());
            }
        }
    }
    loops
}

impl Emitter<'_, '_> {
    pub fn declare_early(&mut self) {
        for early in &self.plan.early {
            let ty = self.type_of_read(early.at);
            let variable = self.f.declare_var(ty);
            self.early.insert(early.at, variable);
            if early.ops.contains(&self.piece.at) {
                self.read_early(early.at);
            } else {
                let nothing = if ty == F64 { self.f.ins().f64const(0.0) } else { self.f.ins().iconst(ty, 0) };
                self.f.def_var(variable, nothing);
            }
        }
    }

    /// Reads what operation `at` will read, wherever that is: whether it is there at all is seen to by the operation.
    fn read_early(&mut self, at: usize) {
        let value = self.speculate(at);
        self.f.def_var(self.early[&at], value);
    }

    /// What the present operation would read, if it was read before the loop.
    pub fn early(&mut self) -> Option<Value> {
        let variable = *self.early.get(&self.at)?;
        Some(self.f.use_var(variable))
    }

    /// Control goes from the present operation to `to`, perhaps into loops that write nothing to the heap: what they
    /// read of places that stay the same is read now.
    pub fn enter_loops(&mut self, to: usize) {
        let plan = self.plan;
        for early in plan.early.iter().filter(|early| early.ops.contains(&to)) {
            if !early.ops.contains(&self.at) {
                self.read_early(early.at);
            }
        }
    }

    /// The type of what operation `at` reads.
    fn type_of_read(&self, at: usize) -> Type {
        match self.piece.code.ops()[at] {
            Op::Load64 { dst, .. } | Op::Get64 { dst, .. } | Op::GetBase64 { dst, .. } => {
                self.type_for(I64, dst)
            }
            _ => I32,
        }
    }

    /// What operation `at` reads with the registers as they are. It may be nothing that is there: addresses are good
    /// whatever they are made of.
    fn speculate(&mut self, at: usize) -> Value {
        let ty = self.type_of_read(at);
        match self.piece.code.ops()[at] {
            Op::Load32 { arr, at, .. } | Op::Load64 { arr, at, .. } | Op::LoadRef { arr, at, .. } => {
                let (array, index) = (self.int(arr.0), self.int(at.0));
                self.read_element(ty, array, index)
            }
            Op::Get32 { obj, off, .. } | Op::Get64 { obj, off, .. } => {
                let object = self.int(obj.0);
                self.read_at(ty, object, i32::from(off.0) * 4)
            }
            Op::GetBase32 { at, .. } | Op::GetBase64 { at, .. } => self.read_base(ty, at.0),
            other => unreachable!("{} is read where it stands", other.mnemonic()),
        }
    }
}
