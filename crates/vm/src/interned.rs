//! Which string stands for all equal ones, where that differs from path to path.
//!
//! `String.intern` gives the string that came first: a constant that some code has used before, or a string that was
//! interned before, or else the very string that it is called on. Of most texts nobody ever interns a new string; then
//! the constant of the static area stands for all, and code is linked to it for good. A text of which a program does
//! has a *cell*: an object of the static area that holds the string of the present path, or null as long as
//! neither a constant nor a new string with that text has come by. A cell is written once on a path, like any shared
//! field: through the gate, the journal and the barrier, so it is a part of states and gone back with.
//!
//! A constant may have been used on other paths before its text got a cell. What was seen there is not enough: the
//! search begins again ([`Policy::learns`]), with a cell from the start.

use crate::liberties::Assumption;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{MethodKind, digest};
use crate::state::heap::Ref;
use crate::trap::{Stop, Trap};
use base::{FastMap, Symbol};
use ir::Op;
use std::collections::BTreeSet;

/// The class of cells, one of the kernel's, and its field.
const CELL: &str = "jaywalk/kernel/Interned";
const FIELD: &str = "string";

/// Known for good, like what is linked; what cells hold is the state's.
#[derive(Clone, Default)]
pub(crate) struct Interned {
    cells: FastMap<Symbol, Ref>,
    /// Digests of texts that are to have a cell as soon as they are met.
    expected: BTreeSet<u64>,
    /// Those of them that a search has learnt, in the order of their digests.
    learnt: BTreeSet<u64>,
    /// Digests of texts with cells whose constants were used since somebody last asked.
    constants: BTreeSet<u64>,
}

fn digest_of(text: Symbol) -> u64 {
    digest(&[b"interned", text.bytes()])
}

impl Machine {
    /// `String.intern`.
    pub(crate) fn intern(&mut self, policy: &mut dyn Policy, string: Ref) -> Result<Ref, Trap> {
        let text = self.symbol(string);
        if self.heap.epoch == 0 {
            return Ok(*self.literals.entry(text).or_insert(string));
        }
        let constant = self.literals.get(&text).copied();
        let is_everywhere = constant.is_some_and(|constant| !self.heap.is_late(constant));
        if is_everywhere || !policy.interns() {
            if constant != Some(string) {
                self.assume(Assumption::InternedCopies);
            }
            return self.literal(text);
        }
        let had_cell = self.interned.cells.contains_key(&text);
        let cell = self.make_cell(text)?;
        if let (false, Some(constant)) = (had_cell, constant) {
            self.interned.learnt.insert(digest_of(text));
            self.unlink(constant);
            policy.learns();
            // Nobody knows which of the two came first on this path: it is gone again.
            return Err(Trap::Stop(Box::new(Stop::Pruned)));
        }
        self.settle(policy, cell, string)
    }

    /// The string that stands for a constant with this text.
    pub(crate) fn constant(&mut self, policy: &mut dyn Policy, text: Symbol) -> Result<Ref, Trap> {
        let Some(cell) = self.cell(text)? else { return self.literal(text) };
        let own = self.literal(text)?;
        // Steps end here because of the cell, whichever string that comes to.
        self.interned.constants.insert(digest_of(text));
        self.settle(policy, cell, own)
    }

    /// The same for a text whose cell, if it has one, is not empty: nothing is done that others could see.
    pub(crate) fn settled_constant(&mut self, text: Symbol) -> Result<Ref, Trap> {
        self.constant(&mut crate::policy::Free, text)
    }

    /// The cell of a text, if it has one or is to have one.
    pub(crate) fn cell(&mut self, text: Symbol) -> Result<Option<Ref>, Trap> {
        if let Some(&cell) = self.interned.cells.get(&text) {
            return Ok(Some(cell));
        }
        let known = self.literals.get(&text);
        let is_everywhere = known.is_some_and(|&constant| !self.heap.is_late(constant));
        if is_everywhere || self.interned.expected.is_empty() || self.heap.epoch == 0 {
            return Ok(None);
        }
        let is_expected = self.interned.expected.contains(&digest_of(text));
        if is_expected { self.make_cell(text).map(Some) } else { Ok(None) }
    }

    fn make_cell(&mut self, text: Symbol) -> Result<Ref, Trap> {
        if let Some(&cell) = self.interned.cells.get(&text) {
            return Ok(cell);
        }
        let class = self.load(CELL)?;
        let cell = self.heap.alloc_static(class, 0, digest(&[b"cell ", text.bytes()]))?;
        self.interned.cells.insert(text, cell);
        Ok(cell)
    }

    /// What is in a cell; if nothing is, this string from now on.
    fn settle(&mut self, policy: &mut dyn Policy, cell: Ref, string: Ref) -> Result<Ref, Trap> {
        let class = self.heap.class_of(cell);
        let field =
            self.program.resolve_field(class, Symbol::new(FIELD), Symbol::new("Ljava/lang/String;"))?;
        let unit = self.program.fields[field].unit;
        let is_empty = self.heap.get_ref(cell, unit).is_null();
        policy.gate_access(self, cell, unit, is_empty)?;
        if is_empty {
            self.heap.put_ref(cell, unit, string);
        } else if self.heap.get_ref(cell, unit) != string {
            // A real table would have let go of it if nobody else had it any more.
            self.assume(Assumption::NeverCollected);
        }
        Ok(self.heap.get_ref(cell, unit))
    }

    /// What cells hold.
    pub(crate) fn interned_strings(&self) -> Vec<Ref> {
        let mut strings = Vec::new();
        self.interned
            .cells
            .values()
            .for_each(|&cell| self.heap.each_ref(cell, |string| strings.push(string)));
        strings
    }

    /// Operations that were linked to a constant are named ones again.
    fn unlink(&mut self, constant: Ref) {
        let links = |op: &Op| matches!(op, Op::ConstRef { handle, .. } if handle.0 == constant.0);
        for method in self.program.methods.values_mut() {
            if let MethodKind::Code(code) = &mut method.kind {
                code.unlink(links);
            }
        }
        self.forget_entries();
    }

    /// Digests of the texts that a search has learnt to be interned.
    pub fn learnt_texts(&self) -> impl Iterator<Item = u64> + '_ {
        self.interned.learnt.iter().copied()
    }

    /// The texts with these digests are interned on some path.
    pub fn expect_texts(&mut self, digests: &[u64], is_learnt: bool) {
        for &digest in digests {
            self.interned.expected.insert(digest);
            if is_learnt {
                self.interned.learnt.insert(digest);
            }
            let late = |(text, constant): (&Symbol, &Ref)| {
                let is_it = digest_of(*text) == digest && self.heap.is_late(*constant);
                (is_it && !self.interned.cells.contains_key(text)).then_some(*constant)
            };
            if let Some(constant) = self.literals.iter().find_map(late) {
                self.unlink(constant);
            }
        }
    }

    /// Digests of the texts with cells whose constants were used, since the last call.
    pub fn take_constants(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.interned.constants).into_iter().collect()
    }
}
