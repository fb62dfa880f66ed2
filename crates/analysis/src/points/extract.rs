//! The code of one method as statements about references, read from its IR.
//!
//! Registers are used again and again for different things, so within a block every definition is a variable of its
//! own; only what is live at a block's end goes on under the register's name.

mod sites;

use super::stmts::{CallKind, Code, NOWHERE, Scalar, Stmt, Var, array_of};
use base::{FastMap, Symbol, names};
use classfile::Class;
use ir::{Body, Liveness, Op, Sym, flow};

pub(crate) fn extract(class: &Class, body: &Body, is_static: bool) -> Code {
    let mut starts = vec![false; body.ops.len() + 1];
    starts[0] = true;
    let mut is_straight = true;
    // A loop around everything may have given parameters other values.
    let mut jumps_to_start = false;
    for (at, op) in body.ops.iter().enumerate() {
        let leaves = op.target().is_some() || matches!(op, Op::Switch { .. });
        if leaves {
            flow::successors(body, at, |to| {
                starts[to] = true;
                jumps_to_start |= to == 0;
            });
            is_straight = false;
        }
        starts[at + 1] |= leaves || op.ends_block();
    }
    for handler in &body.handlers {
        for at in [handler.start, handler.end, handler.target] {
            starts[usize::from(at)] = true;
        }
        is_straight = false;
    }
    let mut walk = Walk {
        class,
        body,
        live: Liveness::of(body),
        stmts: Vec::new(),
        places: Vec::new(),
        vars: u32::from(body.registers),
        now: FastMap::default(),
        scalars: FastMap::default(),
        first_parameter: u16::from(!is_static),
        is_first: !jumps_to_start,
        filling: Vec::new(),
    };
    for handler in &body.handlers {
        let caught = handler.catch.and_then(|row| match body.syms[usize::from(row)] {
            Sym::Class(name) => Some(name),
            _ => None,
        });
        walk.stmts.push(Stmt::Catch { to: u32::from(handler.dst), class: caught });
    }
    walk.places.resize(walk.stmts.len(), NOWHERE);
    let mut at = 0;
    let mut straight = None;
    while at < body.ops.len() {
        let end = (at + 1..=body.ops.len()).find(|&next| starts[next]).unwrap_or(body.ops.len());
        walk.block(at, end);
        at = end;
        straight.get_or_insert(walk.stmts.len());
    }
    // An exception, or a jump back to the beginning, has come from elsewhere.
    let is_entered = !body.handlers.is_empty() || jumps_to_start;
    let straight = straight.filter(|_| !is_entered).unwrap_or(0);
    walk.places.resize(walk.stmts.len(), NOWHERE);
    Code { stmts: walk.stmts, places: walk.places, vars: walk.vars, is_straight, straight }
}

struct Walk<'a> {
    class: &'a Class,
    body: &'a Body,
    live: Liveness,
    stmts: Vec<Stmt>,
    places: Vec<u32>,
    vars: u32,
    /// The definition of each register in this block.
    now: FastMap<u16, Var>,
    scalars: FastMap<u16, Scalar>,
    first_parameter: u16,
    /// This is the first block, where parameters have their values.
    is_first: bool,
    /// Arrays of this block that are being given their elements.
    filling: Vec<Filling>,
}

/// An array that was made and has got its first elements in order.
struct Filling {
    to: Var,
    /// The statement that makes it.
    at: usize,
    given: u64,
    length: u64,
}

impl Walk<'_> {
    fn block(&mut self, start: usize, end: usize) {
        self.now.clear();
        self.scalars.clear();
        self.filling.clear();
        let is_guarded = self
            .body
            .handlers
            .iter()
            .any(|handler| usize::from(handler.start) < end && start < usize::from(handler.end));
        for at in start..end {
            self.op(&self.body.ops[at]);
            self.places.resize(self.stmts.len(), at as u32);
            // A handler may look at any register at any moment.
            if is_guarded
                && let Some(register) = self.body.ops[at].dst().filter(|&register| self.is_ref(register))
            {
                let from = self.read(register);
                self.stmts.push(Stmt::Copy { from, to: u32::from(register) });
            }
        }
        self.is_first = false;
        let mut next = Vec::new();
        flow::successors(self.body, end - 1, |to| next.push(to));
        let mut leaving: Vec<(u16, Var)> = self.now.iter().map(|(&register, &var)| (register, var)).collect();
        leaving.sort_unstable();
        for (register, from) in leaving {
            if from != u32::from(register)
                && next.iter().any(|&to| self.live.live_before(to).contains(register))
            {
                self.stmts.push(Stmt::Copy { from, to: u32::from(register) });
            }
        }
    }

    fn is_ref(&self, register: u16) -> bool {
        self.body.refs.contains(usize::from(register))
    }

    fn read(&self, register: u16) -> Var {
        self.now.get(&register).copied().unwrap_or(u32::from(register))
    }

    fn define(&mut self, register: u16) -> Var {
        let var = self.vars;
        self.vars += 1;
        self.now.insert(register, var);
        var
    }

    fn scalar(&self, register: u16) -> Scalar {
        match self.scalars.get(&register) {
            Some(&known) => known,
            None if self.is_first && register < self.body.params && register >= self.first_parameter => {
                Scalar::Parameter(register - self.first_parameter)
            }
            None => Scalar::Unknown,
        }
    }

    fn sym(&self, row: ir::operand::Sym) -> Sym {
        self.body.syms[usize::from(row.0)]
    }

    fn op(&mut self, op: &Op) {
        match *op {
            Op::Move { dst, src } if self.is_ref(dst.0) => {
                let from = self.read(src.0);
                self.now.insert(dst.0, from);
            }
            Op::Move { dst, src } => {
                let value = self.scalar(src.0);
                self.scalars.insert(dst.0, value);
            }
            Op::Const { dst, .. } if self.is_ref(dst.0) => {
                let to = self.define(dst.0);
                self.stmts.push(Stmt::Null { to });
            }
            Op::Const { dst, value } => {
                self.scalars.insert(dst.0, Scalar::Constant(u64::from(value.0 as u32)));
            }
            Op::ConstWide { dst, value } => {
                self.scalars.insert(dst.0, Scalar::Constant(self.body.wides[value.0 as usize]));
            }
            Op::Ldc { dst, sym } if self.is_ref(dst.0) => self.constant(dst.0, self.sym(sym)),
            Op::New { dst, sym } => {
                if let Sym::Class(class) = self.sym(sym) {
                    self.stmts.push(Stmt::Touch(class));
                    let to = self.define(dst.0);
                    self.stmts.push(Stmt::New { to, class });
                }
            }
            Op::NewArray { .. } | Op::ANewArray { .. } => self.array(op),
            Op::MultiNewArray { dst, call } => self.many_arrays(dst.0, call),
            Op::CheckCast { src, sym } => {
                if let Sym::Class(class) = self.sym(sym) {
                    let from = self.read(src.0);
                    let to = self.define(src.0);
                    self.stmts.push(Stmt::Cast { from, to, class });
                }
            }
            Op::LoadRef { .. }
            | Op::StoreRef { .. }
            | Op::StoreB { .. }
            | Op::Store16 { .. }
            | Op::Store32 { .. }
            | Op::Store64 { .. } => self.element(op),
            Op::MonitorEnter { obj } => self.stmts.push(Stmt::Lock { object: self.read(obj.0) }),
            Op::Return { src } if self.is_ref(src.0) => {
                self.stmts.push(Stmt::Return { from: self.read(src.0) });
            }
            Op::Return { src } => self.stmts.push(Stmt::ReturnScalar { value: self.scalar(src.0) }),
            Op::Throw { src } => self.stmts.push(Stmt::Throw { from: self.read(src.0) }),
            Op::GetField { .. } | Op::PutField { .. } | Op::GetStatic { .. } | Op::PutStatic { .. } => {
                self.field(op);
            }
            Op::InvokeStatic { dst, call } => self.call(CallKind::Static, dst.0, call),
            Op::InvokeSpecial { dst, call } => self.call(CallKind::Special, dst.0, call),
            Op::InvokeVirtual { dst, call } | Op::InvokeInterface { dst, call } => {
                self.call(CallKind::Virtual, dst.0, call);
            }
            Op::InvokeDynamic { dst, call } => self.dynamic(dst.0, call),
            ref other => {
                if let Some(register) = other.dst() {
                    self.scalars.insert(register, Scalar::Unknown);
                }
            }
        }
    }

    fn element(&mut self, op: &Op) {
        match *op {
            Op::LoadRef { dst, arr, .. } => {
                let base = self.read(arr.0);
                let to = self.define(dst.0);
                self.stmts.push(Stmt::LoadElement { to, base });
            }
            Op::StoreRef { arr, at, src, .. } => {
                let base = self.read(arr.0);
                self.stmts.push(Stmt::StoreElement { base, from: self.read(src.0) });
                self.fill(base, self.scalar(at.0));
            }
            Op::StoreB { arr, .. }
            | Op::Store16 { arr, .. }
            | Op::Store32 { arr, .. }
            | Op::Store64 { arr, .. } => {
                self.stmts.push(Stmt::StoreScalarElement { base: self.read(arr.0) });
            }
            _ => {}
        }
    }

    /// An element is given to an array. It is filled with the last one, if nobody has got it before.
    fn fill(&mut self, array: Var, index: Scalar) {
        let Some(place) = self.filling.iter().position(|one| one.to == array) else { return };
        let one = &mut self.filling[place];
        if index != Scalar::Constant(one.given) {
            self.filling.swap_remove(place);
            return;
        }
        one.given += 1;
        if one.given < one.length {
            return;
        }
        let Filling { to, at, .. } = self.filling.swap_remove(place);
        if let Stmt::New { class, .. } = self.stmts[at]
            && !self.stmts[at..].iter().any(|stmt| super::filled::lets_out(stmt, to))
        {
            self.stmts[at] = Stmt::NewFilled { to, class };
        }
    }

    fn array(&mut self, op: &Op) {
        match *op {
            Op::NewArray { dst, kind, .. } => {
                let to = self.define(dst.0);
                let letter = match kind {
                    ir::operand::Kind::Boolean => "[Z",
                    ir::operand::Kind::Byte => "[B",
                    ir::operand::Kind::Char => "[C",
                    ir::operand::Kind::Short => "[S",
                    ir::operand::Kind::Int => "[I",
                    ir::operand::Kind::Long => "[J",
                    ir::operand::Kind::Float => "[F",
                    ir::operand::Kind::Double => "[D",
                };
                self.stmts.push(Stmt::New { to, class: Symbol::new(letter) });
            }
            Op::ANewArray { dst, len, sym } => {
                if let Sym::Class(element) = self.sym(sym) {
                    let length = self.scalar(len.0);
                    let is_empty = length == Scalar::Constant(0);
                    let (to, class) = (self.define(dst.0), array_of(element));
                    if let Scalar::Constant(length) = length {
                        self.filling.push(Filling { to, at: self.stmts.len(), given: 0, length });
                    }
                    self.stmts.push(if is_empty {
                        Stmt::NewEmpty { to, class }
                    } else {
                        Stmt::New { to, class }
                    });
                }
            }
            _ => {}
        }
    }

    fn constant(&mut self, register: u16, sym: Sym) {
        let to = self.define(register);
        let class = match sym {
            Sym::String(_) => names::STRING,
            Sym::Class(name) => {
                self.stmts.push(Stmt::Literal(name));
                names::CLASS
            }
            Sym::MethodType(_) => names::METHOD_TYPE,
            Sym::Handle(_) => names::METHOD_HANDLE,
            _ => return self.stmts.push(Stmt::Dynamic { to: Some(to), class: None, args: [].into() }),
        };
        self.stmts.push(Stmt::New { to, class });
    }

    /// Arrays in arrays, as far as lengths are given.
    fn many_arrays(&mut self, register: u16, call: ir::operand::Call) {
        let shape = &self.body.calls[call.0 as usize];
        let Sym::Class(mut class) = self.body.syms[usize::from(shape.sym)] else { return };
        let mut outer: Option<Var> = None;
        for _ in 0..shape.args.len() {
            let to = self.vars;
            self.vars += 1;
            self.stmts.push(Stmt::New { to, class });
            match outer {
                Some(base) => self.stmts.push(Stmt::StoreElement { base, from: to }),
                None => {
                    self.now.insert(register, to);
                }
            }
            outer = Some(to);
            match classfile::descriptor::element_of(class) {
                Some(element) => class = element,
                None => break,
            }
        }
    }

    fn field(&mut self, op: &Op) {
        match *op {
            Op::GetField { dst, obj, sym } => {
                let Sym::Field(field) = self.sym(sym) else { return };
                let base = self.read(obj.0);
                match self.is_ref(dst.0) {
                    true => {
                        let to = self.define(dst.0);
                        self.stmts.push(Stmt::Load { to, base, field });
                    }
                    false => {
                        self.scalars.insert(dst.0, Scalar::Unknown);
                    }
                }
            }
            Op::PutField { obj, src, sym } => {
                let Sym::Field(field) = self.sym(sym) else { return };
                let base = self.read(obj.0);
                self.stmts.push(match self.is_ref(src.0) {
                    true => Stmt::Store { base, field, from: self.read(src.0) },
                    false => Stmt::StoreScalar { base, field, value: self.scalar(src.0) },
                });
            }
            Op::GetStatic { dst, sym } => {
                let Sym::Field(field) = self.sym(sym) else { return };
                self.stmts.push(Stmt::Touch(field.class));
                match self.is_ref(dst.0) {
                    true => {
                        let to = self.define(dst.0);
                        self.stmts.push(Stmt::LoadStatic { to, field });
                    }
                    false => {
                        self.scalars.insert(dst.0, Scalar::Unknown);
                    }
                }
            }
            Op::PutStatic { src, sym } => {
                let Sym::Field(field) = self.sym(sym) else { return };
                self.stmts.push(Stmt::Touch(field.class));
                self.stmts.push(match self.is_ref(src.0) {
                    true => Stmt::StoreStatic { field, from: self.read(src.0) },
                    false => Stmt::StoreStaticScalar { field, value: self.scalar(src.0) },
                });
            }
            _ => {}
        }
    }
}
