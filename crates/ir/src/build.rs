//! Makes bodies by hand: adapters for lambdas, string concatenation, record methods, and tests.

use crate::operand::{self, Call, Dst, Src, Table, Target, Wide};
use crate::{Body, CallShape, CheckedBody, Handler, Op, SwitchKeys, SwitchTable, Sym};
use base::{BitSet, Symbol};
use classfile::{DynamicRef, MemberRef};

/// A body in the making. Too many registers, symbols or operations, a jump to a label that has no place, or
/// whatever [`crate::check`] refuses, is the maker's fault and shows in [`Builder::finish`].
pub struct Builder {
    body: Body,
    /// Where each label stands.
    labels: Vec<Option<u16>>,
    /// Operations, tables and handlers whose targets are still label numbers.
    jumps: Vec<usize>,
}

/// A place in the code, perhaps not reached yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(u16);

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    Static,
    Special,
    Virtual,
    Interface,
}

impl Builder {
    /// One register for each parameter; true for references.
    pub fn new(params: &[bool]) -> Builder {
        let body = Body {
            params: 0,
            registers: 0,
            refs: BitSet::new(),
            ops: Vec::new(),
            syms: Vec::new(),
            calls: Vec::new(),
            wides: Vec::new(),
            tables: Vec::new(),
            handlers: Vec::new(),
            bytecode: Vec::new(),
            lines: Vec::new(),
        };
        let mut builder = Builder { body, labels: Vec::new(), jumps: Vec::new() };
        for &is_ref in params {
            builder.reg(is_ref);
        }
        builder.body.params = builder.body.registers;
        builder
    }

    /// A new register.
    pub fn reg(&mut self, is_ref: bool) -> u16 {
        let register = self.body.registers;
        // The last number stands for "none": a body that needs it does not pass the check.
        self.body.registers = register.saturating_add(1);
        if is_ref {
            self.body.refs.insert(usize::from(register));
        }
        register
    }

    /// The row of a symbol; equal symbols share one.
    pub fn sym(&mut self, sym: Sym) -> u16 {
        row(&mut self.body.syms, sym) as u16
    }

    /// The row of a wide constant.
    pub fn wide(&mut self, value: u64) -> Wide {
        Wide(row(&mut self.body.wides, value) as u32)
    }

    /// Adds an operation and returns its number. Jumps are easier with [`Builder::jump`].
    pub fn emit(&mut self, op: Op) -> usize {
        self.body.ops.push(op);
        self.body.bytecode.push(0);
        self.body.ops.len() - 1
    }

    /// Calls a method. `args` begin with the receiver; without `dst` the result is dropped.
    pub fn call(
        &mut self,
        kind: CallKind,
        member: MemberRef,
        interface: bool,
        args: &[u16],
        dst: Option<u16>,
    ) -> usize {
        let call = self.shape(Sym::Method { member, interface }, args);
        let dst = dst.map_or(Dst::NONE, Dst);
        self.emit(match kind {
            CallKind::Static => Op::InvokeStatic { dst, call },
            CallKind::Special => Op::InvokeSpecial { dst, call },
            CallKind::Virtual => Op::InvokeVirtual { dst, call },
            CallKind::Interface => Op::InvokeInterface { dst, call },
        })
    }

    pub fn call_dynamic(&mut self, site: DynamicRef, args: &[u16], dst: Option<u16>) -> usize {
        let call = self.shape(Sym::CallSite(site), args);
        self.emit(Op::InvokeDynamic { dst: dst.map_or(Dst::NONE, Dst), call })
    }

    /// The row of a new call, for operations that are emitted as they are.
    pub fn shape(&mut self, sym: Sym, args: &[u16]) -> Call {
        let sym = self.sym(sym);
        self.body.calls.push(CallShape { sym, args: args.into() });
        Call(self.body.calls.len() as u32 - 1)
    }

    /// `new` and the call of a constructor.
    pub fn new_object(&mut self, class: Symbol, init: MemberRef, args: &[u16], dst: u16) {
        let sym = operand::Sym(self.sym(Sym::Class(class)));
        self.emit(Op::New { dst: Dst(dst), sym });
        let args: Vec<u16> = [&[dst], args].concat();
        self.call(CallKind::Special, init, false, &args, None);
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u16 - 1)
    }

    /// The label stands before the next operation.
    pub fn place(&mut self, label: Label) {
        let slot = &mut self.labels[usize::from(label.0)];
        debug_assert!(slot.is_none(), "a label stands in one place");
        *slot = Some(self.body.ops.len() as u16);
    }

    /// Adds a jump: `jump(label, |to| Op::Goto { to })`.
    pub fn jump(&mut self, label: Label, make: impl FnOnce(Target) -> Op) -> usize {
        let op = self.emit(make(Target(label.0)));
        self.jumps.push(op);
        op
    }

    /// A switch with one label for each key.
    pub fn switch(&mut self, on: u16, keys: SwitchKeys, labels: &[Label], default: Label) -> usize {
        let targets = labels.iter().map(|label| label.0).collect();
        self.body.tables.push(SwitchTable { keys, targets, default: default.0 });
        self.emit(Op::Switch { on: Src(on), table: Table(self.body.tables.len() as u32 - 1) })
    }

    /// Guards the operations from `start` up to the one that comes next. Inner handlers are added before
    /// outer ones.
    pub fn handler(&mut self, start: usize, target: Label, dst: u16, catch: Option<Symbol>) {
        let catch = catch.map(|name| self.sym(Sym::Class(name)));
        let end = self.next_op() as u16;
        self.body.handlers.push(Handler { start: start as u16, end, target: target.0, dst, catch });
    }

    /// The number of the next operation.
    pub fn next_op(&self) -> usize {
        self.body.ops.len()
    }

    /// The next operation and those after it belong to this source line.
    pub fn line(&mut self, line: u16) {
        let first = self.body.ops.len() as u16;
        self.body.lines.retain(|&(op, _)| op != first);
        self.body.lines.push((first, line));
    }

    /// The finished body.
    ///
    /// # Panics
    /// If the body does not pass [`crate::check`]: a fault of jaywalk itself. Where the parts come from a
    /// program, use [`Builder::try_finish`].
    pub fn finish(self) -> CheckedBody {
        self.try_finish().unwrap_or_else(|what| panic!("a body was built wrongly: {what}"))
    }

    pub fn try_finish(mut self) -> Result<CheckedBody, String> {
        let labels = &self.labels;
        let place = |to: &mut u16| {
            let label = labels.get(usize::from(*to)).copied().flatten();
            *to = label.ok_or_else(|| format!("label {to} has no place"))?;
            Ok::<(), String>(())
        };
        for &op in &self.jumps {
            self.body.ops[op].target_mut().map_or(Ok(()), |target| place(&mut target.0))?;
        }
        for table in &mut self.body.tables {
            table.targets.iter_mut().chain([&mut table.default]).try_for_each(place)?;
        }
        for handler in &mut self.body.handlers {
            place(&mut handler.target)?;
        }
        // Numbers are 16 bits wide; whatever was cut off when it was handed out is caught here.
        if self.body.syms.len() > usize::from(u16::MAX) || self.labels.len() > usize::from(u16::MAX) {
            return Err("more than 65535 symbols or labels".into());
        }
        crate::check(self.body)
    }
}

fn row<T: PartialEq>(rows: &mut Vec<T>, item: T) -> usize {
    rows.iter().position(|other| *other == item).unwrap_or_else(|| {
        rows.push(item);
        rows.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operand::{Imm, Int};

    #[test]
    fn a_loop_with_a_handler() {
        let mut b = Builder::new(&[false, true]);
        let (sum, caught) = (b.reg(false), b.reg(true));
        let (again, out, failed) = (b.label(), b.label(), b.label());
        let start = b.emit(Op::Const { dst: Dst(sum), value: Int(0) });
        b.place(again);
        b.jump(out, |to| Op::IfILeK { a: Src(0), k: Imm(0), to });
        b.emit(Op::IAdd { dst: Dst(sum), a: Src(sum), b: Src(0) });
        b.emit(Op::IAddK { dst: Dst(0), a: Src(0), k: Imm(-1) });
        b.jump(again, |to| Op::Goto { to });
        b.handler(start, failed, caught, None);
        b.place(out);
        b.emit(Op::Return { src: Src(sum) });
        b.place(failed);
        b.emit(Op::Throw { src: Src(caught) });
        let body = b.finish();
        assert_eq!(body.ops[1].target(), Some(Target(5)));
        assert_eq!(body.ops[4].target(), Some(Target(1)));
        assert_eq!(body.handlers, [Handler { start: 0, end: 5, target: 6, dst: caught, catch: None }]);
    }

    #[test]
    fn symbols_are_shared_and_faults_found() {
        let mut b = Builder::new(&[]);
        let name = Symbol::new("A");
        assert_eq!(b.sym(Sym::Class(name)), b.sym(Sym::Class(name)));
        assert_ne!(b.sym(Sym::Class(name)), b.sym(Sym::String(name)));
        assert_eq!(b.wide(7), b.wide(7));
        let nowhere = b.label();
        b.jump(nowhere, |to| Op::Goto { to });
        assert_eq!(b.try_finish().unwrap_err(), "label 0 has no place");
        let mut b = Builder::new(&[true]);
        b.emit(Op::INeg { dst: Dst(0), a: Src(0) });
        b.emit(Op::ReturnVoid {});
        assert!(b.try_finish().unwrap_err().contains("must not hold references"));
    }
}
