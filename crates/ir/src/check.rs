//! Structural sanity of a [`Body`]. Engines read registers, tables and symbols without looking whether they
//! exist: they may, because they run nothing but a [`CheckedBody`], which can only be made here, in every
//! build.
//!
//! Not checked: that a register is written before it is read. Frames begin zeroed, so that is no danger to an
//! engine.

use crate::body::{Body, CallShape, Handler, SwitchKeys, SwitchTable, Sym};
use crate::descriptor::{self, Ty};
use crate::op::Op;
use crate::operand::{self, Call, Dst, Kind, OperandVisitor, Src, Table, Target, Wide};

/// A body that has passed [`check`]. It can be read, and it cannot be changed any more.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedBody(Body);

impl std::ops::Deref for CheckedBody {
    type Target = Body;

    #[inline(always)]
    fn deref(&self) -> &Body {
        &self.0
    }
}

impl CheckedBody {
    /// `Ok` if a linked operation fits into the body like its own: its registers exist and are of the right
    /// kind. Rows of tables that the machine keeps beside the body are the machine's to check.
    pub fn admits(&self, op: &Op) -> Result<(), String> {
        operation(self, op).map_err(|what| format!("{}: {what}", op.mnemonic()))
    }

    /// The body as it was before it was checked, to be changed and checked again.
    pub fn into_body(self) -> Body {
        self.0
    }
}

/// The body, if every number in it names something, every register is used with its own kind, and control
/// cannot run off the end.
pub fn check(body: Body) -> Result<CheckedBody, String> {
    examine(&body)?;
    Ok(CheckedBody(body))
}

fn examine(body: &Body) -> Result<(), String> {
    frame(body)?;
    for (row, call) in body.calls.iter().enumerate() {
        shape(body, call).map_err(|what| format!("call {row}: {what}"))?;
    }
    for (row, entry) in body.tables.iter().enumerate() {
        table(body, entry).map_err(|what| format!("table {row}: {what}"))?;
    }
    for (at, op) in body.ops.iter().enumerate() {
        operation(body, op).map_err(|what| format!("operation {at} ({}): {what}", op.mnemonic()))?;
    }
    for (row, entry) in body.handlers.iter().enumerate() {
        handler(body, entry).map_err(|what| format!("handler {row}: {what}"))?;
    }
    Ok(())
}

fn frame(body: &Body) -> Result<(), String> {
    demand(body.params <= body.registers, || "more parameters than registers".into())?;
    let last_ref = body.refs.iter().last();
    demand(last_ref.is_none_or(|r| r < usize::from(body.registers)), || {
        "a reference register is too high".into()
    })?;
    demand(body.ops.last().is_some_and(Op::ends_block), || "control runs off the end".into())?;
    demand(body.ops.len() <= usize::from(u16::MAX), || "more than 65535 operations".into())?;
    demand(body.bytecode.len() == body.ops.len(), || "not one bytecode offset for each operation".into())?;
    let ascending = body.lines.is_sorted_by(|a, b| a.0 < b.0);
    let in_range = body.lines.last().is_none_or(|row| usize::from(row.0) < body.ops.len());
    demand(ascending && in_range, || "the lines do not ascend within the operations".into())
}

fn shape(body: &Body, call: &CallShape) -> Result<(), String> {
    sym(body, call.sym)?;
    call.args.iter().try_for_each(|&register| in_frame(body, register))
}

fn table(body: &Body, table: &SwitchTable) -> Result<(), String> {
    let count = table.targets.len();
    let keys_fit = match &table.keys {
        SwitchKeys::From(low) => i64::from(*low) + count as i64 - 1 <= i64::from(i32::MAX),
        SwitchKeys::Sorted(keys) => keys.len() == count && keys.is_sorted_by(|a, b| a < b),
    };
    demand(keys_fit, || "keys and targets do not fit together".into())?;
    table.targets.iter().chain([&table.default]).try_for_each(|&to| target(body, to))
}

fn handler(body: &Body, handler: &Handler) -> Result<(), String> {
    let range = handler.start < handler.end && usize::from(handler.end) <= body.ops.len();
    demand(range, || format!("{}..{} is no range of operations", handler.start, handler.end))?;
    target(body, handler.target)?;
    in_frame(body, handler.dst)?;
    is(body, handler.dst, true)?;
    let Some(row) = handler.catch else { return Ok(()) };
    demand(matches!(sym(body, row)?, Sym::Class(_)), || "only classes can be caught".into())
}

fn operation(body: &Body, op: &Op) -> Result<(), String> {
    let mut ranges = Ranges { body, may_drop: op.waits(), linked: op.is_linked(), result: Ok(()) };
    op.operands(&mut ranges);
    ranges.result?;
    kinds(body, op)
}

/// Every number of an operation names something.
struct Ranges<'a> {
    body: &'a Body,
    may_drop: bool,
    /// Symbols and calls are rows of the machine's own tables.
    linked: bool,
    result: Result<(), String>,
}

impl Ranges<'_> {
    fn note(&mut self, result: Result<(), String>) {
        if self.result.is_ok() {
            self.result = result;
        }
    }
}

impl OperandVisitor for Ranges<'_> {
    fn dst(&mut self, register: Dst) {
        if register != Dst::NONE || !self.may_drop {
            self.note(in_frame(self.body, register.0));
        }
    }
    fn src(&mut self, register: Src) {
        self.note(in_frame(self.body, register.0));
    }
    fn wide(&mut self, row: Wide) {
        let count = self.body.wides.len();
        self.note(demand((row.0 as usize) < count, || format!("there is no wide constant {}", row.0)));
    }
    fn target(&mut self, to: Target) {
        self.note(target(self.body, to.0));
    }
    fn sym(&mut self, row: operand::Sym) {
        if !self.linked {
            self.note(sym(self.body, row.0).map(|_| ()));
        }
    }
    fn call(&mut self, row: Call) {
        let count = self.body.calls.len();
        let exists = self.linked || (row.0 as usize) < count;
        self.note(demand(exists, || format!("there is no call {}", row.0)));
    }
    fn table(&mut self, row: Table) {
        let count = self.body.tables.len();
        self.note(demand((row.0 as usize) < count, || format!("there is no table {}", row.0)));
    }
    fn number(&mut self, _: i64) {}
    fn kind(&mut self, _: Kind) {}
}

/// Every register is used with its own kind. All ranges have been checked.
fn kinds(body: &Body, op: &Op) -> Result<(), String> {
    let reference = |register: u16| is(body, register, true);
    let primitive = |register: u16| is(body, register, false);
    let same = |a: u16, b: u16| is(body, b, body.refs.contains(usize::from(a)));
    let or_null = |register: u16, value: i32| if value == 0 { Ok(()) } else { primitive(register) };
    match *op {
        Op::Return { .. } | Op::GetStatic32 { .. } | Op::GetBase32 { .. } | Op::PutStaticQ { .. } => Ok(()),
        Op::Move { dst, src } => same(dst.0, src.0),
        Op::Const { dst, value } => or_null(dst.0, value.0),
        Op::Ldc { dst, sym } | Op::ConstText { dst, sym } => loaded(body, dst.0, sym),
        Op::IfIEq { a, b, .. } | Op::IfINe { a, b, .. } => same(a.0, b.0),
        Op::IfIEqK { a, k, .. } | Op::IfINeK { a, k, .. } => or_null(a.0, i32::from(k.0)),
        Op::Throw { src } | Op::NullCheck { src } | Op::CheckCastQ { src, .. } => reference(src.0),
        Op::MonitorEnter { obj } | Op::MonitorExit { obj } => reference(obj.0),
        Op::CheckCast { src, sym } => class(body, sym).and_then(|()| reference(src.0)),
        Op::New { dst, sym } => class(body, sym).and_then(|()| reference(dst.0)),
        Op::ConstRef { dst, .. } | Op::NewQ { dst, .. } | Op::NewBase { dst, .. } => reference(dst.0),
        Op::InstanceOf { dst, src, sym } => {
            class(body, sym)?;
            primitive(dst.0).and_then(|()| reference(src.0))
        }
        Op::InstanceOfQ { dst, src, .. } => primitive(dst.0).and_then(|()| reference(src.0)),
        Op::ArrayLength { dst, arr } => primitive(dst.0).and_then(|()| reference(arr.0)),
        Op::NewArray { dst, len, .. } | Op::ANewArrayQ { dst, len, .. } => {
            reference(dst.0).and_then(|()| primitive(len.0))
        }
        Op::ANewArray { dst, len, sym } => {
            class(body, sym)?;
            reference(dst.0).and_then(|()| primitive(len.0))
        }
        Op::GetField { dst, obj, sym } => {
            reference(obj.0)?;
            is(body, dst.0, field(body, sym)?)
        }
        Op::PutField { obj, src, sym } => {
            reference(obj.0)?;
            is(body, src.0, field(body, sym)?)
        }
        Op::GetStatic { dst, sym } => is(body, dst.0, field(body, sym)?),
        Op::PutStatic { src, sym } => is(body, src.0, field(body, sym)?),
        Op::Get32 { obj, .. } => reference(obj.0),
        Op::Get64 { dst, obj, .. } => reference(obj.0).and_then(|()| primitive(dst.0)),
        Op::Put32 { obj, src, .. } | Op::Put64 { obj, src, .. } | Op::PutNarrow { obj, src, .. } => {
            reference(obj.0).and_then(|()| primitive(src.0))
        }
        Op::PutRef { obj, src, .. } => reference(obj.0).and_then(|()| reference(src.0)),
        Op::LoadB { dst, arr, at }
        | Op::LoadC { dst, arr, at }
        | Op::LoadS { dst, arr, at }
        | Op::Load32 { dst, arr, at }
        | Op::Load64 { dst, arr, at } => element(body, arr.0, at.0).and_then(|()| primitive(dst.0)),
        Op::LoadRef { dst, arr, at } => element(body, arr.0, at.0).and_then(|()| reference(dst.0)),
        Op::StoreB { arr, at, src }
        | Op::Store16 { arr, at, src }
        | Op::Store32 { arr, at, src }
        | Op::Store64 { arr, at, src } => element(body, arr.0, at.0).and_then(|()| primitive(src.0)),
        Op::StoreRef { arr, at, src } => element(body, arr.0, at.0).and_then(|()| reference(src.0)),
        Op::MultiNewArray { dst, call } => {
            let call = &body.calls[call.0 as usize];
            class(body, operand::Sym(call.sym))?;
            demand(!call.args.is_empty(), || "an array needs a length".into())?;
            call.args.iter().try_for_each(|&register| primitive(register))?;
            reference(dst.0)
        }
        Op::InvokeStatic { dst, call } | Op::InvokeDynamic { dst, call } => {
            let dynamic = matches!(op, Op::InvokeDynamic { .. });
            invoke(body, dst, call, false, dynamic)
        }
        Op::InvokeSpecial { dst, call }
        | Op::InvokeVirtual { dst, call }
        | Op::InvokeInterface { dst, call } => invoke(body, dst, call, true, false),
        // The machine knows what its own calls take.
        Op::CallDirect { .. }
        | Op::CallStatic { .. }
        | Op::CallSpecial { .. }
        | Op::CallVirtual { .. }
        | Op::CallInterface { .. }
        | Op::CallHandle { .. } => Ok(()),
        // Everything else computes with primitive values.
        _ => all_primitive(body, op),
    }
}

fn all_primitive(body: &Body, op: &Op) -> Result<(), String> {
    let mut result = Ok(());
    crate::flow::uses(body, op, |register| {
        if result.is_ok() {
            result = is(body, register, false);
        }
    });
    result?;
    op.dst().map_or(Ok(()), |dst| is(body, dst, false))
}

fn element(body: &Body, arr: u16, at: u16) -> Result<(), String> {
    is(body, arr, true)?;
    is(body, at, false)
}

fn loaded(body: &Body, dst: u16, row: operand::Sym) -> Result<(), String> {
    let is_ref = match sym(body, row.0)? {
        Sym::Class(_) | Sym::String(_) | Sym::MethodType(_) | Sym::Handle(_) => true,
        Sym::Dynamic(dynamic) => {
            descriptor::field(dynamic.desc.bytes()).ok_or("the constant's descriptor is malformed")?.is_ref()
        }
        _ => return Err(format!("symbol {} is no constant", row.0)),
    };
    is(body, dst, is_ref)
}

/// Whether the field holds a reference.
fn field(body: &Body, row: operand::Sym) -> Result<bool, String> {
    let Sym::Field(member) = sym(body, row.0)? else { return Err(format!("symbol {} is no field", row.0)) };
    let ty = descriptor::field(member.desc.bytes());
    ty.map(Ty::is_ref).ok_or_else(|| "the field's descriptor is malformed".into())
}

fn class(body: &Body, row: operand::Sym) -> Result<(), String> {
    demand(matches!(sym(body, row.0)?, Sym::Class(_)), || format!("symbol {} is no class", row.0))
}

fn invoke(body: &Body, dst: Dst, call: Call, receiver: bool, dynamic: bool) -> Result<(), String> {
    let call = &body.calls[call.0 as usize];
    let desc = match sym(body, call.sym)? {
        Sym::CallSite(site) if dynamic => site.desc,
        Sym::Method { member, .. } if !dynamic => member.desc,
        _ => return Err(format!("symbol {} cannot be called like this", call.sym)),
    };
    let mut wanted = Vec::with_capacity(call.args.len());
    wanted.extend(receiver.then_some(true));
    let returns = descriptor::method(desc.bytes(), |ty| wanted.push(ty.is_ref()));
    let returns = returns.ok_or_else(|| format!("{desc} is not a method descriptor"))?;
    demand(wanted.len() == call.args.len(), || {
        format!("{} arguments for {} parameters", call.args.len(), wanted.len())
    })?;
    call.args.iter().zip(wanted).try_for_each(|(&register, is_ref)| is(body, register, is_ref))?;
    match returns {
        _ if dst == Dst::NONE => Ok(()),
        Some(ty) => is(body, dst.0, ty.is_ref()),
        None => Err("a void method has no result".into()),
    }
}

fn sym(body: &Body, row: u16) -> Result<Sym, String> {
    body.syms.get(usize::from(row)).copied().ok_or_else(|| format!("there is no symbol {row}"))
}

fn target(body: &Body, to: u16) -> Result<(), String> {
    demand(usize::from(to) < body.ops.len(), || format!("there is no operation {to}"))
}

fn in_frame(body: &Body, register: u16) -> Result<(), String> {
    demand(register < body.registers, || format!("there is no register {register}"))
}

fn is(body: &Body, register: u16, is_ref: bool) -> Result<(), String> {
    demand(body.refs.contains(usize::from(register)) == is_ref, || {
        format!("register {register} must {} references", if is_ref { "hold" } else { "not hold" })
    })
}

fn demand(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
