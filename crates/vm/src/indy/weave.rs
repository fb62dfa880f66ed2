//! The adapter of a combined handle, from its text: the edits are undone from the last to the first, which
//! turns the arguments that the handle is called with into those of what is done in the end; then that is
//! done, and the result is edited from the first to the last.

use super::combined::{COMBINED, VALUES};
use super::ends;
use super::handle::invoke_exact;
use super::types::{Cast, OBJECT, adapt, kind_of, parse, zero};
use crate::synth::{finish_with, member, param_kinds};
use crate::trap::Trap;
use base::Symbol;
use classfile::{Kind, MethodDesc, descriptor};
use ir::operand::{Dst, Int, Src, Sym};
use ir::{Builder, CallKind, CheckedBody, Op};

/// What code needs to know of a bound value.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundValue {
    /// A method handle of this type.
    Handle(Symbol),
    /// A `MethodType`.
    Type(Symbol),
    /// An access mode of variable handles.
    Access(usize),
    Other,
}

/// A value in a register.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub reg: u16,
    pub desc: Symbol,
}

pub(super) struct Weaver<'a> {
    pub b: Builder,
    /// The register of the array of bound values.
    pub values: u16,
    pub parts: &'a [BoundValue],
    pub args: Vec<Value>,
    /// What is done to the result, in order.
    returns: Vec<Return>,
}

enum Return {
    /// The bound handle takes the result, after these.
    Filter(usize, Vec<Value>),
    /// The result is dropped; zero of this kind takes its place.
    Zero(Kind),
}

pub(super) fn weave(text: &str, own: &MethodDesc, parts: &[BoundValue]) -> Result<CheckedBody, Trap> {
    let mut b = Builder::new(&[&[true], &param_kinds(&own.params)[..]].concat());
    let values = b.reg(true);
    let sym = Sym(b.sym(ir::Sym::Field(member(COMBINED, VALUES.0, VALUES.1))));
    if !parts.is_empty() {
        b.emit(Op::GetField { dst: Dst(values), obj: Src(0), sym });
    }
    let args = own
        .params
        .iter()
        .enumerate()
        .map(|(i, (_, desc))| Value { reg: i as u16 + 1, desc: *desc })
        .collect();
    let mut weaver = Weaver { b, values, parts, args, returns: Vec::new() };
    let (end, edits) =
        text.split_once('|').map_or((text, Vec::new()), |(end, rest)| (end, rest.split('|').collect()));
    // Edits that bind a value take the last values, one each.
    let binding = edits.iter().filter(|edit| binds(edit)).count();
    let mut next = parts.len();
    if binding > next {
        return Err(strange(text));
    }
    for edit in edits.iter().rev() {
        let index = match binds(edit) {
            true => {
                next -= 1;
                next
            }
            false => 0,
        };
        weaver.undo(edit, index)?;
    }
    let cast = if end == "cast" { Cast::Explicit } else { Cast::AsType };
    let mut result = ends::end(&mut weaver, end)?;
    result = weaver.edit_result(result)?;
    let reg = adapt(&mut weaver.b, result.reg, result.desc, own.ret.1, cast);
    finish_with(&mut weaver.b, reg, own.ret.1);
    weaver.b.try_finish().map_err(Trap::internal)
}

pub(super) fn strange(text: &str) -> Trap {
    Trap::unsupported(format!("a method handle of the form {text}"))
}

fn binds(edit: &str) -> bool {
    !matches!(edit.split(' ').next(), Some("add" | "dup" | "spread" | "permute" | "zero"))
}

impl Weaver<'_> {
    /// A bound value.
    pub fn part(&mut self, index: usize) -> u16 {
        let (at, dst) = (self.b.reg(false), self.b.reg(true));
        self.b.emit(Op::Const { dst: Dst(at), value: Int(index as i32) });
        self.b.emit(Op::LoadRef { dst: Dst(dst), arr: Src(self.values), at: Src(at) });
        dst
    }

    /// The type of a bound handle.
    pub fn part_type(&self, index: usize) -> Result<MethodDesc, Trap> {
        match self.parts.get(index) {
            Some(BoundValue::Handle(desc) | BoundValue::Type(desc)) => parse(*desc),
            _ => Err(Trap::forged("a method handle was expected among bound values")),
        }
    }

    /// Calls a bound handle.
    pub fn call_part(&mut self, index: usize, args: &[Value], cast: Cast) -> Result<Value, Trap> {
        let Some(BoundValue::Handle(desc)) = self.parts.get(index).copied() else {
            return Err(Trap::forged("a method handle was expected among bound values"));
        };
        let parsed = parse(desc)?;
        if parsed.params.len() != args.len() {
            return Err(Trap::forged(format!("a bound handle of type {desc} gets {} arguments", args.len())));
        }
        let mut registers = vec![self.part(index)];
        for (arg, (_, to)) in args.iter().zip(&parsed.params) {
            registers.push(adapt(&mut self.b, arg.reg, arg.desc, *to, cast));
        }
        let reg = invoke_exact(&mut self.b, desc, &registers);
        Ok(Value { reg, desc: parsed.ret.1 })
    }

    /// Undoes one edit: from the arguments after it to those before it. `index` is the value it bound.
    fn undo(&mut self, edit: &str, index: usize) -> Result<(), Trap> {
        let words: Vec<&str> = edit.split(' ').collect();
        let number = |i: usize| words.get(i).and_then(|word| word.parse::<usize>().ok());
        let numbers = |from: usize| (from..words.len()).filter_map(number).collect::<Vec<usize>>();
        // Position 0 of a form is the handle itself.
        let at = number(1).and_then(|n| n.checked_sub(1));
        match (words[0], at) {
            ("bind", Some(at)) => self.undo_bind(at, index, words.get(2).copied())?,
            ("add", Some(at)) => {
                self.args.remove(at);
            }
            ("dup", Some(source)) => {
                let to = number(2).and_then(|n| n.checked_sub(1)).ok_or_else(|| strange(edit))?;
                let copy = self.args[if source < to { source } else { source - 1 }];
                self.args.insert(to, copy);
            }
            ("spread", Some(at)) => self.undo_spread(at, words[2], number(3).unwrap_or(0)),
            ("collect" | "fold", Some(at)) => self.undo_combine(at, index, words[0] == "fold")?,
            ("fold_at", Some(at)) => {
                let positions = numbers(2);
                let is_void = self.part_type(index)?.ret.0 == Kind::Void;
                let shift = |k: usize| if !is_void && k > at { k - 1 } else { k };
                let args: Vec<Value> = positions.iter().map(|&k| self.args[shift(k)]).collect();
                let value = self.call_part(index, &args, Cast::AsType)?;
                if !is_void {
                    self.args.insert(at, value);
                }
            }
            ("filter", Some(at)) => self.args[at] = self.call_part(index, &[self.args[at]], Cast::AsType)?,
            ("filter_at", Some(at)) => {
                let args: Vec<Value> = numbers(2).iter().map(|&k| self.args[k]).collect();
                self.args[at] = self.call_part(index, &args, Cast::AsType)?;
            }
            ("filter_each", _) => {
                for position in numbers(1) {
                    self.args[position - 1] =
                        self.call_part(index, &[self.args[position - 1]], Cast::AsType)?;
                }
            }
            ("permute", _) => self.args = numbers(1).iter().map(|&from| self.args[from]).collect(),
            ("return", _) => self.returns.push(Return::Filter(index, Vec::new())),
            ("collect_return", _) => {
                let more = self.part_type(index)?.params.len().saturating_sub(1);
                let extra = self.args.split_off(self.args.len() - more);
                self.returns.push(Return::Filter(index, extra));
            }
            ("zero", _) => {
                let kind = words.get(1).and_then(|word| Kind::from_letter(word.bytes().next()?));
                self.returns.push(Return::Zero(kind.unwrap_or(Kind::Void)));
            }
            _ => return Err(strange(edit)),
        }
        Ok(())
    }

    fn undo_bind(&mut self, at: usize, index: usize, primitive: Option<&str>) -> Result<(), Trap> {
        let reg = self.part(index);
        let object = Value { reg, desc: Symbol::new(OBJECT) };
        let value = match primitive.and_then(|word| Kind::from_letter(word.bytes().next()?)) {
            Some(kind) => unboxed(&mut self.b, reg, kind),
            None => object,
        };
        self.args.insert(at, value);
        Ok(())
    }

    /// One array in place of its elements.
    fn undo_spread(&mut self, at: usize, array: &str, count: usize) {
        let array_value = self.args.remove(at);
        let check =
            member("java/lang/invoke/MethodHandleImpl", "checkSpreadArgument", "(Ljava/lang/Object;I)V");
        let len = self.b.reg(false);
        self.b.emit(Op::Const { dst: Dst(len), value: Int(count as i32) });
        self.b.call(CallKind::Static, check, false, &[array_value.reg, len], None);
        let element = descriptor::element_of(Symbol::new(array)).unwrap_or(Symbol::new(OBJECT));
        for i in 0..count {
            let (index, dst) = (self.b.reg(false), self.b.reg(kind_of(element) == Kind::Ref));
            self.b.emit(Op::Const { dst: Dst(index), value: Int(i as i32) });
            let (dst, arr, index) = (Dst(dst), Src(array_value.reg), Src(index));
            self.b.emit(match kind_of(element) {
                Kind::Boolean | Kind::Byte => Op::LoadB { dst, arr, at: index },
                Kind::Char => Op::LoadC { dst, arr, at: index },
                Kind::Short => Op::LoadS { dst, arr, at: index },
                Kind::Long | Kind::Double => Op::Load64 { dst, arr, at: index },
                Kind::Ref => Op::LoadRef { dst, arr, at: index },
                Kind::Int | Kind::Float | Kind::Void => Op::Load32 { dst, arr, at: index },
            });
            self.args.insert(at + i, Value { reg: dst.0, desc: element });
        }
    }

    /// The bound handle is called with the arguments from `at` on; they go on behind its result, or not.
    fn undo_combine(&mut self, at: usize, index: usize, keep: bool) -> Result<(), Trap> {
        let count = self.part_type(index)?.params.len();
        if at + count > self.args.len() {
            return Err(Trap::forged("a combined handle with too few arguments"));
        }
        let args: Vec<Value> = match keep {
            true => self.args[at..at + count].to_vec(),
            false => self.args.drain(at..at + count).collect(),
        };
        let value = self.call_part(index, &args, Cast::AsType)?;
        if kind_of(value.desc) != Kind::Void {
            self.args.insert(at, value);
        }
        Ok(())
    }

    fn edit_result(&mut self, mut result: Value) -> Result<Value, Trap> {
        // They were found from the last to the first.
        for edit in std::mem::take(&mut self.returns).into_iter().rev() {
            result = match edit {
                Return::Zero(kind) => {
                    let desc = if kind == Kind::Ref {
                        Symbol::new(OBJECT)
                    } else {
                        Symbol::from_bytes(&[kind.letter()])
                    };
                    Value { reg: zero(&mut self.b, kind), desc }
                }
                Return::Filter(index, mut args) => {
                    if kind_of(result.desc) != Kind::Void {
                        args.push(result);
                    }
                    self.call_part(index, &args, Cast::AsType)?
                }
            };
        }
        Ok(result)
    }
}

/// The value of a box that is known to be of this kind.
pub(super) fn unboxed(b: &mut Builder, reg: u16, kind: Kind) -> Value {
    let desc = Symbol::from_bytes(&[kind.letter()]);
    let Some((class, _, value)) = crate::synth::box_members(kind) else { return Value { reg, desc } };
    crate::synth::cast(b, reg, descriptor::of_class(class));
    let dst = b.reg(false);
    b.call(CallKind::Virtual, value, false, &[reg], Some(dst));
    Value { reg: dst, desc }
}
