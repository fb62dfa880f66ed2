//! What a piece of machine code consists of: the operations that can be reached from where it begins, without those
//! behind operations that are always left to the interpreter.

use crate::loops::{Early, early};
use crate::{MOST_OPERATIONS, MOST_REGISTERS};
use ir::operand::{Dst, Src};
use ir::{Effect, Liveness, Op, flow};
use std::collections::{BTreeMap, BTreeSet};
use vm::compiled::{Mode, Piece};
use vm::program::Code;

pub(crate) struct Plan<'a> {
    /// First operations of blocks, each with the first operation behind the block.
    pub blocks: BTreeMap<usize, usize>,
    /// Registers that are read or written.
    pub used: BTreeSet<u16>,
    /// Registers that are written: ways out write those of them back that matter there.
    pub written: BTreeSet<u16>,
    /// Registers that hold `double` and nothing else.
    pub doubles: BTreeSet<u16>,
    pub live: &'a Liveness,
    /// What is read before loops.
    pub early: Vec<Early>,
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
                | Op::ConstText { .. }
                | Op::CallHandle { .. }
        )
}

/// Shows every register that an operation reads.
pub(crate) fn uses(code: &Code, op: &Op, mut show: impl FnMut(u16)) {
    match called(op) {
        // Constants that are made once are calls that the body does not have.
        Some(row) => code.calls[row].args.iter().for_each(|&register| show(register)),
        None => flow::uses(code.body(), op, show),
    }
}

fn called(op: &Op) -> Option<usize> {
    match *op {
        Op::CallDirect { call, .. }
        | Op::CallStatic { call, .. }
        | Op::CallSpecial { call, .. }
        | Op::CallVirtual { call, .. }
        | Op::CallInterface { call, .. } => Some(call.0 as usize),
        _ => None,
    }
}

impl<'a> Plan<'a> {
    /// `None` if it is too long, or if the interpreter would take over at once.
    pub fn new(piece: &Piece<'a>) -> Option<Plan<'a>> {
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
        reached.retain(|&at| !is_left(&ops[at]));
        let (mut used, mut written) = (BTreeSet::new(), BTreeSet::new());
        for &at in &reached {
            uses(piece.code, &ops[at], |register| {
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
        let live = piece.code.liveness.get_or_init(|| Liveness::of(body));
        let doubles = doubles(piece.code, &reached);
        let early = if piece.mode == Mode::Gated { Vec::new() } else { early(piece.code, &reached) };
        Some(Plan { blocks, used, written, doubles, live, early })
    }
}

/// Registers that `double` operations read or write, and no operation that wants something else in them.
fn doubles(code: &Code, reached: &BTreeSet<usize>) -> BTreeSet<u16> {
    let (mut doubles, mut others) = (BTreeSet::new(), BTreeSet::new());
    for &at in reached {
        let op = code.ops()[at];
        let (own, any) = roles(op);
        let is_call = called(&op).is_some();
        doubles.extend(own.iter().copied());
        let mut other = |register: u16| {
            if !is_call && !own.contains(&register) && !any.contains(&register) {
                others.insert(register);
            }
        };
        uses(code, &op, &mut other);
        op.dst().into_iter().for_each(other);
    }
    doubles.retain(|register| !others.contains(register));
    doubles
}

/// Registers that an operation takes for `double`, and those in which it does not care what is in them. An operation
/// that has a register in two roles may be wrong about the second: then a value is converted once more.
fn roles(op: Op) -> (Vec<u16>, Vec<u16>) {
    let all = |dst: Dst, from: &[Src]| from.iter().map(|src| src.0).chain([dst.0]).collect::<Vec<u16>>();
    match op {
        Op::DAdd { dst, a, b } | Op::DSub { dst, a, b } | Op::DMul { dst, a, b } | Op::DDiv { dst, a, b } => {
            (all(dst, &[a, b]), vec![])
        }
        Op::DNeg { dst, a } => (all(dst, &[a]), vec![]),
        Op::DCmpL { a, b, .. } | Op::DCmpG { a, b, .. } => (vec![a.0, b.0], vec![]),
        Op::I2D { dst, .. } | Op::L2D { dst, .. } | Op::F2D { dst, .. } => (vec![dst.0], vec![]),
        Op::D2I { a, .. } | Op::D2L { a, .. } | Op::D2F { a, .. } => (vec![a.0], vec![]),
        Op::Move { dst, src } => (vec![], all(dst, &[src])),
        Op::ConstWide { dst, .. }
        | Op::Load64 { dst, .. }
        | Op::Get64 { dst, .. }
        | Op::GetBase64 { dst, .. }
        | Op::GetStatic64 { dst, .. } => (vec![], vec![dst.0]),
        Op::Store64 { src, .. } | Op::Put64 { src, .. } | Op::PutStaticQ { src, .. } | Op::Return { src } => {
            (vec![], vec![src.0])
        }
        _ => (vec![], vec![]),
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
