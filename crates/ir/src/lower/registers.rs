//! Hands out registers: parameters first, then one for each pair of local variable or stack depth and kind
//! class, when first asked for.

use super::{Malformed, ROWS_MAX, malformed};
use crate::descriptor::Ty;
use base::BitSet;

const NONE: u16 = u16::MAX;

pub(super) struct Registers {
    pub refs: BitSet,
    /// By local variable slot: the register for primitive values, then the one for references.
    locals: Vec<[u16; 2]>,
    /// By depth of the operand stack (entries, not slots), likewise.
    homes: Vec<[u16; 2]>,
    /// For each register the stack depth whose home it is, or `NONE` for local variables.
    depth: Vec<u16>,
    /// How many entries of the abstract stack name the register.
    held: Vec<u32>,
}

impl Registers {
    pub(super) fn new(params: &[Ty], max_locals: u16) -> Result<Self, Malformed> {
        let mut registers = Registers {
            refs: BitSet::new(),
            locals: vec![[NONE; 2]; usize::from(max_locals)],
            homes: Vec::new(),
            depth: Vec::with_capacity(params.len() + 8),
            held: Vec::with_capacity(params.len() + 8),
        };
        let mut slot = 0;
        for ty in params {
            let wanted = slot + ty.slots() as usize;
            if wanted > registers.locals.len() {
                return Err(malformed(
                    0,
                    format!("max_locals is {max_locals}, too small for the parameters"),
                ));
            }
            let register = registers.make(ty.is_ref(), NONE).map_err(|what| malformed(0, what))?;
            registers.locals[slot][usize::from(ty.is_ref())] = register;
            slot = wanted;
        }
        Ok(registers)
    }

    /// The registers of local variables, by slot: for values that are no references, and for references.
    pub(super) fn locals(&self) -> Vec<[Option<u16>; 2]> {
        let there = |register: u16| (register != NONE).then_some(register);
        self.locals.iter().map(|pair| pair.map(there)).collect()
    }

    pub(super) fn count(&self) -> u16 {
        self.depth.len() as u16
    }

    /// The register of a local variable; the slot is below `max_locals`.
    #[inline]
    pub(super) fn local(&mut self, slot: u16, is_ref: bool) -> Result<u16, &'static str> {
        let register = self.locals[usize::from(slot)][usize::from(is_ref)];
        if register != NONE {
            return Ok(register);
        }
        let register = self.make(is_ref, NONE)?;
        self.locals[usize::from(slot)][usize::from(is_ref)] = register;
        Ok(register)
    }

    /// The home register of a stack depth.
    #[inline]
    pub(super) fn home(&mut self, depth: usize, is_ref: bool) -> Result<u16, &'static str> {
        if depth >= self.homes.len() {
            self.homes.resize(depth + 1, [NONE; 2]);
        }
        let register = self.homes[depth][usize::from(is_ref)];
        if register != NONE {
            return Ok(register);
        }
        let register = self.make(is_ref, depth as u16)?;
        self.homes[depth][usize::from(is_ref)] = register;
        Ok(register)
    }

    /// A home register that no entry of the stack names, of this depth if possible.
    #[inline]
    pub(super) fn free(&mut self, depth: usize, is_ref: bool) -> Result<u16, &'static str> {
        let mut depth = depth;
        loop {
            let register = self.home(depth, is_ref)?;
            if self.held[usize::from(register)] == 0 {
                return Ok(register);
            }
            depth += 1;
        }
    }

    /// The depth that the register is home of.
    #[inline]
    pub(super) fn depth(&self, register: u16) -> Option<usize> {
        Some(self.depth[usize::from(register)]).filter(|&depth| depth != NONE).map(usize::from)
    }

    #[inline]
    pub(super) fn held(&self, register: u16) -> u32 {
        self.held[usize::from(register)]
    }

    #[inline]
    pub(super) fn hold(&mut self, register: u16, times: u32) {
        self.held[usize::from(register)] += times;
    }

    #[inline]
    pub(super) fn release(&mut self, register: u16, times: u32) {
        debug_assert!(self.held[usize::from(register)] >= times, "released more often than held");
        self.held[usize::from(register)] -= times;
    }

    fn make(&mut self, is_ref: bool, depth: u16) -> Result<u16, &'static str> {
        let register = self.depth.len();
        if register >= ROWS_MAX {
            return Err("method too large: more than 65535 registers");
        }
        self.depth.push(depth);
        self.held.push(0);
        if is_ref {
            self.refs.insert(register);
        }
        Ok(register as u16)
    }
}
