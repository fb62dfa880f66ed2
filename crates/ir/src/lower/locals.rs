//! Checks that every local variable is set, with the kind that it is read as, on all paths to where it is
//! read (JVMS 4.10.2.2): a register never holds what another activation left behind.
//!
//! Lowering notes each access as an [`Event`]; here they are replayed over one byte for each variable and
//! block until nothing changes.

use super::scan::{Block, Event};
use super::{Lowered, Lowering, block_at, covers, malformed};
use crate::descriptor::Ty;

/// The state of a variable: unset or not the same on all paths, or a [`Ty`] as number.
const UNSET: u8 = 0;

/// A slot that no event names.
const UNUSED: u16 = u16::MAX;

pub(super) fn check(lowering: &Lowering) -> Lowered {
    if lowering.events.is_empty() {
        return Ok(());
    }
    let mut check = Check::new(lowering);
    let mut at = 0;
    while at < check.dirty.len() {
        if !std::mem::take(&mut check.dirty[at]) {
            at += 1;
            continue;
        }
        check.resume = at + 1;
        check.replay(&lowering.blocks[at], at)?;
        at = check.resume;
    }
    Ok(())
}

struct Check<'a> {
    lowering: &'a Lowering<'a>,
    /// The used slots, renumbered without gaps: a large `max_locals` costs nothing.
    dense: Vec<u16>,
    width: usize,
    /// For each block the states of the variables at its beginning.
    entry: Vec<u8>,
    seen: Vec<bool>,
    dirty: Vec<bool>,
    resume: usize,
    /// The states while a block is replayed.
    state: Vec<u8>,
    /// What they have in common at all points of the block where an exception could leave it.
    thrown: Vec<u8>,
}

impl<'a> Check<'a> {
    fn new(lowering: &'a Lowering) -> Self {
        let mut dense = vec![UNUSED; usize::from(lowering.code.max_locals) + 1];
        let mut width = 0;
        for event in &lowering.events {
            let index = &mut dense[usize::from(event.slot)];
            if *index == UNUSED {
                *index = width;
                width += 1;
            }
        }
        let width = usize::from(width);
        let blocks = lowering.blocks.len();
        let mut check = Check {
            lowering,
            dense,
            width,
            entry: vec![UNSET; blocks * width],
            seen: vec![false; blocks],
            dirty: vec![false; blocks],
            resume: 0,
            state: vec![UNSET; width],
            thrown: vec![UNSET; width],
        };
        let mut slot = 0;
        for ty in &lowering.params {
            if let Some(index) = check.index(slot) {
                check.entry[index] = *ty as u8;
            }
            slot += ty.slots() as usize;
        }
        (check.seen[0], check.dirty[0]) = (true, true);
        check
    }

    fn index(&self, slot: usize) -> Option<usize> {
        Some(self.dense[slot]).filter(|&index| index != UNUSED).map(usize::from)
    }

    fn replay(&mut self, block: &Block, at: usize) -> Lowered {
        let lowering = self.lowering;
        self.state.copy_from_slice(&self.entry[at * self.width..][..self.width]);
        let handlers = &lowering.code.handlers;
        let guarded = handlers.iter().any(|handler| covers(handler, block));
        if guarded {
            self.thrown.copy_from_slice(&self.state);
        }
        for event in &lowering.events[block.events.start as usize..block.events.end as usize] {
            if event.store {
                // What the last instruction stores, no exception of this block can see.
                self.store(event, guarded && event.pc != block.last);
            } else {
                self.load(event)?;
            }
        }
        for &next in &lowering.successors[block.next.start as usize..block.next.end as usize] {
            self.meet(usize::from(next), false);
        }
        if guarded {
            for handler in handlers.iter().filter(|handler| covers(handler, block)) {
                self.meet(block_at(&lowering.blocks, usize::from(handler.target)), true);
            }
        }
        Ok(())
    }

    fn load(&self, event: &Event) -> Lowered {
        let slot = usize::from(event.slot);
        let state = self.index(slot).map_or(UNSET, |index| self.state[index]);
        if state == event.ty as u8 {
            return Ok(());
        }
        let found = Ty::ALL.iter().find(|&&ty| ty as u8 == state);
        let found = found.map_or("not set on every path".into(), |ty| format!("{ty}"));
        Err(malformed(event.pc, format!("local variable {slot} is read as {}, but it is {found}", event.ty)))
    }

    fn store(&mut self, event: &Event, visible: bool) {
        let slot = usize::from(event.slot);
        self.set(slot, event.ty as u8, visible);
        if event.ty.is_wide() {
            self.set(slot + 1, UNSET, visible);
        }
        if let Some(before) = slot.checked_sub(1) {
            let wide = self.index(before).map(|index| self.state[index]);
            if wide.is_some_and(|state| state == Ty::Long as u8 || state == Ty::Double as u8) {
                self.set(before, UNSET, visible);
            }
        }
    }

    fn set(&mut self, slot: usize, state: u8, visible: bool) {
        let Some(index) = self.index(slot) else { return };
        self.state[index] = state;
        if visible && self.thrown[index] != state {
            self.thrown[index] = UNSET;
        }
    }

    /// Control goes to block `to`: what is not the same as before is unset there.
    fn meet(&mut self, to: usize, thrown: bool) {
        let from = if thrown { &self.thrown } else { &self.state };
        let entry = &mut self.entry[to * self.width..][..self.width];
        let mut changed = false;
        if !self.seen[to] {
            self.seen[to] = true;
            entry.copy_from_slice(from);
            changed = true;
        } else {
            for (mine, theirs) in entry.iter_mut().zip(from) {
                if *mine != *theirs && *mine != UNSET {
                    *mine = UNSET;
                    changed = true;
                }
            }
        }
        if changed {
            self.dirty[to] = true;
            self.resume = self.resume.min(to);
        }
    }
}
