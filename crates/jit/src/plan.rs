//! What a piece of machine code consists of: the operations that can be reached from where it begins, without those
//! behind operations that are always left to the interpreter.

use crate::{MOST_OPERATIONS, MOST_REGISTERS};
use ir::{Effect, Op, flow};
use std::collections::{BTreeMap, BTreeSet};
use vm::compiled::Piece;

pub(crate) struct Plan {
    /// First operations of blocks, each with the first operation behind the block.
    pub blocks: BTreeMap<usize, usize>,
    /// Registers that are read or written.
    pub used: BTreeSet<u16>,
    /// Registers that are written: every way out writes them back.
    pub written: BTreeSet<u16>,
}

/// The operation is always the interpreter's.
pub(crate) fn is_left(op: &Op) -> bool {
    op.effects().has(Effect::Links)
        || matches!(
            op,
            Op::FRem { .. }
                | Op::DRem { .. }
                | Op::Throw { .. }
                | Op::MonitorEnter { .. }
                | Op::MonitorExit { .. }
                | Op::CallHandle { .. }
        )
}

impl Plan {
    /// `None` if it is too long, or if the interpreter would take over at once.
    pub fn new(piece: &Piece<'_>) -> Option<Plan> {
        let (body, ops) = (piece.code.body(), piece.code.ops());
        if is_left(&ops[piece.at]) {
            return None;
        }
        let mut reached = BTreeSet::new();
        let mut leaders = BTreeSet::from([piece.at]);
        let mut pending = vec![piece.at];
        while let Some(at) = pending.pop() {
            if !reached.insert(at) {
                continue;
            }
            if reached.len() > MOST_OPERATIONS {
                return None;
            }
            if is_left(&ops[at]) {
                continue;
            }
            let branches = ops[at].target().is_some() || matches!(ops[at], Op::Switch { .. });
            flow::successors(body, at, |to| {
                pending.push(to);
                if branches {
                    leaders.insert(to);
                }
            });
        }
        let (mut used, mut written) = (BTreeSet::new(), BTreeSet::new());
        for &at in reached.iter().filter(|&&at| !is_left(&ops[at])) {
            flow::uses(body, &ops[at], |register| {
                used.insert(register);
            });
            if let Some(register) = ops[at].dst() {
                used.insert(register);
                written.insert(register);
            }
        }
        if used.len() > MOST_REGISTERS {
            return None;
        }
        let blocks = leaders.iter().map(|&leader| (leader, end_of(leader, &leaders, ops))).collect();
        Some(Plan { blocks, used, written })
    }
}

/// The first operation behind the block that begins here.
fn end_of(leader: usize, leaders: &BTreeSet<usize>, ops: &[Op]) -> usize {
    let mut at = leader;
    loop {
        let ends = is_left(&ops[at]) || ops[at].target().is_some() || ops[at].ends_block();
        at += 1;
        if ends || leaders.contains(&at) {
            return at;
        }
    }
}
