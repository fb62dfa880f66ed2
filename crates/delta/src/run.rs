//! The loop over operations, for a set of states. What single values mean is `ir::scalar`'s; what happens here is
//! taking a set apart where its states differ in what an operation needs to know for all of them.

use crate::engine::{Cannot, Engine, Finish, Watch};
use crate::heap::units_of;
use crate::value::DeltaValue;
use ir::operand::{Dst, Src};
use ir::scalar::{self, word};
use ir::{Op, scalar::word::*};
use vm::program::{Code, statics};
use vm::state::heap::HEADER_UNITS;
use vm::{ClassId, Machine};

/// Operations that an execution may take before the machine has to do it: it computes for long, or for ever.
const MOST_OPERATIONS: u64 = 10_000_000;

/// What comes after an operation.
pub(crate) enum Flow {
    On,
    /// The operation has split the set, or changed what it needs: once more.
    Again,
    To(usize),
    /// Another frame is on top.
    Moved,
    Ended(Finish),
}

pub(crate) type StepResult = Result<Flow, Cannot>;

impl<P: Clone + Default> Engine<P> {
    /// Executes until the method that was called first has ended, for the states that are then left in the set.
    ///
    /// # Errors
    /// What the engine cannot do, for these states.
    pub fn run(&mut self, machine: &Machine, mut watch: Option<&mut dyn Watch>) -> Result<Finish, Cannot> {
        let before = self.operations;
        let ended = loop {
            let Some(frame) = self.frames.last() else {
                break Err(self.cannot(machine, "an execution without a frame"));
            };
            let (method, base, mut pc) = (frame.method, frame.base, frame.pc);
            let Some(code) = machine.program.methods[method].code() else { break Err(Cannot::Yet) };
            let depth = self.frames.len();
            let flow = loop {
                self.operations += 1;
                if let Some(watch) = &mut watch {
                    watch.note(machine, method, pc as u32, depth);
                }
                let op = code.ops()[pc];
                match self.operation(machine, code, op, base, pc) {
                    Ok(Flow::On) => pc += 1,
                    Ok(Flow::To(to)) => pc = to,
                    Ok(Flow::Again) => {}
                    other => break other,
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = pc;
                }
                if self.operations > MOST_OPERATIONS {
                    break Err(self.cannot(machine, "an execution of many operations"));
                }
            };
            match flow {
                Ok(Flow::Ended(end)) => break self.is_over(machine, end),
                Ok(_) => {}
                Err(cannot) => break Err(cannot),
            }
        };
        self.executed += self.operations.saturating_sub(before);
        ended
    }

    fn is_over(&mut self, machine: &Machine, end: Finish) -> Result<Finish, Cannot> {
        match self.held.is_empty() || matches!(end, Finish::Asks(..)) {
            true => Ok(end),
            false => Err(self.cannot(machine, "a monitor that is still held")),
        }
    }

    /// What the engine cannot do, here.
    pub fn cannot(&self, machine: &Machine, what: impl Into<String>) -> Cannot {
        Cannot::Ever { what: what.into(), place: self.place(machine) }
    }

    /// The method and the line where the present states stand.
    pub fn place(&self, machine: &Machine) -> String {
        self.frames.last().map_or_else(String::new, |frame| {
            let method = &machine.program.methods[frame.method];
            let class = &machine.program.classes[method.class];
            let line = method.code().and_then(|code| code.body().line_of(frame.pc));
            let line = line.map_or_else(String::new, |line| format!(":{line}"));
            format!("{}.{}{line}", class.external_name(), method.name)
        })
    }

    #[inline(always)]
    pub(crate) fn get(&self, base: usize, register: Src) -> &DeltaValue {
        &self.registers[base + usize::from(register.0)]
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, base: usize, register: Dst, value: DeltaValue) {
        self.registers[base + usize::from(register.0)] = value;
    }

    /// The one word of a register, once the set is such that it has one.
    pub(crate) fn same(&mut self, base: usize, register: Src) -> Option<u64> {
        let value = self.get(base, register).clone();
        match self.mask.only(&value) {
            Some(word) => {
                self.registers[base + usize::from(register.0)] = DeltaValue::Same(word);
                Some(word)
            }
            None => {
                self.split_by(|state| value.at(state));
                None
            }
        }
    }

    /// Whether to jump, for the states that go on.
    #[inline(always)]
    fn decide(&mut self, a: &DeltaValue, b: &DeltaValue, holds: impl Fn(u64, u64) -> bool) -> bool {
        match (a, b) {
            (DeltaValue::Same(a), DeltaValue::Same(b)) => holds(*a, *b),
            _ => self.divide(|state| holds(a.at(state), b.at(state))),
        }
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each operation")]
    #[inline(always)]
    fn operation(&mut self, machine: &Machine, code: &Code, op: Op, base: usize, pc: usize) -> StepResult {
        macro_rules! one {
            ($dst:expr, $a:expr, $get:ident, $set:ident, $f:path) => {{
                let value = self.mask.map(self.get(base, $a), |a| $set($f($get(a))));
                self.set(base, $dst, value);
            }};
        }
        macro_rules! two {
            ($dst:expr, $a:expr, $b:expr, $ga:ident, $gb:ident, $set:ident, $f:path) => {{
                let (a, b) = (self.get(base, $a), self.get(base, $b));
                let value = self.mask.map2(a, b, |a, b| $set($f($ga(a), $gb(b))));
                self.set(base, $dst, value);
            }};
        }
        macro_rules! with {
            ($dst:expr, $a:expr, $k:expr, $get:ident, $set:ident, $f:path) => {{
                let value = self.mask.map(self.get(base, $a), |a| $set($f($get(a), $k)));
                self.set(base, $dst, value);
            }};
        }
        macro_rules! division {
            ($dst:expr, $a:expr, $b:expr, $get:ident, $set:ident, $f:path) => {{
                let (a, b) = (self.get(base, $a).clone(), self.get(base, $b).clone());
                if self.decide(&b, &DeltaValue::ZERO, |b, _| $get(b) == 0) {
                    return self.raise(machine, "java/lang/ArithmeticException");
                }
                let value = self.mask.map2(&a, &b, |a, b| $f($get(a), $get(b)).map_or(0, $set));
                self.set(base, $dst, value);
            }};
        }
        macro_rules! branch {
            ($a:expr, $b:expr, $to:expr, $get:ident, $f:path) => {{
                let (a, b) = (self.get(base, $a).clone(), self.get(base, $b).clone());
                if self.decide(&a, &b, |a, b| $f($get(a), $get(b))) {
                    return Ok(Flow::To(usize::from($to.0)));
                }
            }};
        }
        macro_rules! branch_k {
            ($a:expr, $k:expr, $to:expr, $f:path) => {{
                let (a, k) = (self.get(base, $a).clone(), i32::from($k.0));
                if self.decide(&a, &DeltaValue::ZERO, |a, _| $f(int(a), k)) {
                    return Ok(Flow::To(usize::from($to.0)));
                }
            }};
        }
        macro_rules! same {
            ($src:expr) => {
                match self.same(base, $src) {
                    Some(word) => word,
                    None => return Ok(Flow::Again),
                }
            };
        }
        match op {
            Op::Nop {} => {}
            Op::Move { dst, src } => {
                let value = self.get(base, src).clone();
                self.set(base, dst, value);
            }
            Op::Const { dst, value } => self.set(base, dst, DeltaValue::Same(of_int(value.0))),
            Op::ConstWide { dst, value } => {
                self.set(base, dst, DeltaValue::Same(code.body().wides[value.0 as usize]));
            }
            Op::ConstRef { dst, handle } => self.set(base, dst, DeltaValue::Same(u64::from(handle.0))),

            Op::IAdd { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::iadd),
            Op::ISub { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::isub),
            Op::IMul { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::imul),
            Op::IDiv { dst, a, b } => division!(dst, a, b, int, of_int, scalar::idiv),
            Op::IRem { dst, a, b } => division!(dst, a, b, int, of_int, scalar::irem),
            Op::INeg { dst, a } => one!(dst, a, int, of_int, scalar::ineg),
            Op::IAnd { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::iand),
            Op::IOr { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::ior),
            Op::IXor { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::ixor),
            Op::IShl { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::ishl),
            Op::IShr { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::ishr),
            Op::IUshr { dst, a, b } => two!(dst, a, b, int, int, of_int, scalar::iushr),
            Op::IAddK { dst, a, k } => with!(dst, a, i32::from(k.0), int, of_int, scalar::iadd),
            Op::IMulK { dst, a, k } => with!(dst, a, i32::from(k.0), int, of_int, scalar::imul),
            Op::IAndK { dst, a, k } => with!(dst, a, i32::from(k.0), int, of_int, scalar::iand),
            Op::IShlK { dst, a, k } => with!(dst, a, i32::from(k.0), int, of_int, scalar::ishl),
            Op::IShrK { dst, a, k } => with!(dst, a, i32::from(k.0), int, of_int, scalar::ishr),
            Op::IUshrK { dst, a, k } => with!(dst, a, i32::from(k.0), int, of_int, scalar::iushr),
            Op::LAdd { dst, a, b } => two!(dst, a, b, long, long, of_long, scalar::ladd),
            Op::LSub { dst, a, b } => two!(dst, a, b, long, long, of_long, scalar::lsub),
            Op::LMul { dst, a, b } => two!(dst, a, b, long, long, of_long, scalar::lmul),
            Op::LDiv { dst, a, b } => division!(dst, a, b, long, of_long, scalar::ldiv),
            Op::LRem { dst, a, b } => division!(dst, a, b, long, of_long, scalar::lrem),
            Op::LNeg { dst, a } => one!(dst, a, long, of_long, scalar::lneg),
            Op::LAnd { dst, a, b } => two!(dst, a, b, long, long, of_long, scalar::land),
            Op::LOr { dst, a, b } => two!(dst, a, b, long, long, of_long, scalar::lor),
            Op::LXor { dst, a, b } => two!(dst, a, b, long, long, of_long, scalar::lxor),
            Op::LShl { dst, a, b } => two!(dst, a, b, long, int, of_long, scalar::lshl),
            Op::LShr { dst, a, b } => two!(dst, a, b, long, int, of_long, scalar::lshr),
            Op::LUshr { dst, a, b } => two!(dst, a, b, long, int, of_long, scalar::lushr),
            Op::LAddK { dst, a, k } => with!(dst, a, i64::from(k.0), long, of_long, scalar::ladd),
            Op::LShlK { dst, a, k } => with!(dst, a, i32::from(k.0), long, of_long, scalar::lshl),
            Op::LShrK { dst, a, k } => with!(dst, a, i32::from(k.0), long, of_long, scalar::lshr),
            Op::LUshrK { dst, a, k } => with!(dst, a, i32::from(k.0), long, of_long, scalar::lushr),

            Op::FAdd { dst, a, b } => two!(dst, a, b, float, float, of_float, scalar::fadd),
            Op::FSub { dst, a, b } => two!(dst, a, b, float, float, of_float, scalar::fsub),
            Op::FMul { dst, a, b } => two!(dst, a, b, float, float, of_float, scalar::fmul),
            Op::FDiv { dst, a, b } => two!(dst, a, b, float, float, of_float, scalar::fdiv),
            Op::FRem { dst, a, b } => two!(dst, a, b, float, float, of_float, scalar::frem),
            Op::FNeg { dst, a } => one!(dst, a, float, of_float, scalar::fneg),
            Op::DAdd { dst, a, b } => two!(dst, a, b, double, double, of_double, scalar::dadd),
            Op::DSub { dst, a, b } => two!(dst, a, b, double, double, of_double, scalar::dsub),
            Op::DMul { dst, a, b } => two!(dst, a, b, double, double, of_double, scalar::dmul),
            Op::DDiv { dst, a, b } => two!(dst, a, b, double, double, of_double, scalar::ddiv),
            Op::DRem { dst, a, b } => two!(dst, a, b, double, double, of_double, scalar::drem),
            Op::DNeg { dst, a } => one!(dst, a, double, of_double, scalar::dneg),

            Op::I2L { dst, a } => one!(dst, a, int, of_long, scalar::i2l),
            Op::I2F { dst, a } => one!(dst, a, int, of_float, scalar::i2f),
            Op::I2D { dst, a } => one!(dst, a, int, of_double, scalar::i2d),
            Op::L2I { dst, a } => one!(dst, a, long, of_int, scalar::l2i),
            Op::L2F { dst, a } => one!(dst, a, long, of_float, scalar::l2f),
            Op::L2D { dst, a } => one!(dst, a, long, of_double, scalar::l2d),
            Op::F2I { dst, a } => one!(dst, a, float, of_int, scalar::f2i),
            Op::F2L { dst, a } => one!(dst, a, float, of_long, scalar::f2l),
            Op::F2D { dst, a } => one!(dst, a, float, of_double, scalar::f2d),
            Op::D2I { dst, a } => one!(dst, a, double, of_int, scalar::d2i),
            Op::D2L { dst, a } => one!(dst, a, double, of_long, scalar::d2l),
            Op::D2F { dst, a } => one!(dst, a, double, of_float, scalar::d2f),
            Op::I2B { dst, a } => one!(dst, a, int, of_int, scalar::i2b),
            Op::I2C { dst, a } => one!(dst, a, int, of_int, scalar::i2c),
            Op::I2S { dst, a } => one!(dst, a, int, of_int, scalar::i2s),
            Op::LCmp { dst, a, b } => two!(dst, a, b, long, long, of_int, scalar::lcmp),
            Op::FCmpL { dst, a, b } => two!(dst, a, b, float, float, of_int, scalar::fcmpl),
            Op::FCmpG { dst, a, b } => two!(dst, a, b, float, float, of_int, scalar::fcmpg),
            Op::DCmpL { dst, a, b } => two!(dst, a, b, double, double, of_int, scalar::dcmpl),
            Op::DCmpG { dst, a, b } => two!(dst, a, b, double, double, of_int, scalar::dcmpg),

            Op::Goto { to } => return Ok(Flow::To(usize::from(to.0))),
            Op::IfIEq { a, b, to } => branch!(a, b, to, int, scalar::ieq),
            Op::IfINe { a, b, to } => branch!(a, b, to, int, scalar::ine),
            Op::IfILt { a, b, to } => branch!(a, b, to, int, scalar::ilt),
            Op::IfIGe { a, b, to } => branch!(a, b, to, int, scalar::ige),
            Op::IfIGt { a, b, to } => branch!(a, b, to, int, scalar::igt),
            Op::IfILe { a, b, to } => branch!(a, b, to, int, scalar::ile),
            Op::IfIEqK { a, k, to } => branch_k!(a, k, to, scalar::ieq),
            Op::IfINeK { a, k, to } => branch_k!(a, k, to, scalar::ine),
            Op::IfILtK { a, k, to } => branch_k!(a, k, to, scalar::ilt),
            Op::IfIGeK { a, k, to } => branch_k!(a, k, to, scalar::ige),
            Op::IfIGtK { a, k, to } => branch_k!(a, k, to, scalar::igt),
            Op::IfILeK { a, k, to } => branch_k!(a, k, to, scalar::ile),
            Op::IfLEq { a, b, to } => branch!(a, b, to, long, scalar::leq),
            Op::IfLNe { a, b, to } => branch!(a, b, to, long, scalar::lne),
            Op::IfLLt { a, b, to } => branch!(a, b, to, long, scalar::llt),
            Op::IfLGe { a, b, to } => branch!(a, b, to, long, scalar::lge),
            Op::IfLGt { a, b, to } => branch!(a, b, to, long, scalar::lgt),
            Op::IfLLe { a, b, to } => branch!(a, b, to, long, scalar::lle),
            Op::Switch { on, table } => {
                let (on, table) = (self.get(base, on).clone(), &code.body().tables[table.0 as usize]);
                let to = |state: u32| u64::from(table.find(int(on.at(state))));
                self.split_by(to);
                return Ok(Flow::To(to(self.mask.first()) as usize));
            }
            Op::Return { src } => {
                let value = self.get(base, src).clone();
                return Ok(self.leave(value));
            }
            Op::ReturnVoid {} => return Ok(self.leave(DeltaValue::ZERO)),
            Op::Throw { src } => {
                let exception = same!(src) as u32;
                return match exception {
                    0 => self.raise(machine, "java/lang/NullPointerException"),
                    _ => self.throw(machine, exception, pc),
                };
            }

            Op::Get32 { dst, obj, off } => return self.get_field(machine, base, dst, obj, off.0, false),
            Op::Get64 { dst, obj, off } => return self.get_field(machine, base, dst, obj, off.0, true),
            Op::PutRef { obj, src, off } | Op::Put32 { obj, src, off } => {
                let value = self.mask.map(self.get(base, src), |word| word & 0xFFFF_FFFF);
                return self.put_field(machine, base, obj, off.0, value, false);
            }
            Op::Put64 { obj, src, off } => {
                let value = self.get(base, src).clone();
                return self.put_field(machine, base, obj, off.0, value, true);
            }
            Op::PutNarrow { kind, obj, src, off } => {
                let cut = |value: u64| word::of_int(scalar::narrow(kind, int(value)));
                let value = self.mask.map(self.get(base, src), cut);
                return self.put_field(machine, base, obj, off.0, value, false);
            }
            Op::GetBase32 { dst, at } => {
                self.set(base, dst, DeltaValue::Same(u64::from(machine.heap.get32_at(at.0))));
            }
            Op::GetBase64 { dst, at } => self.set(base, dst, DeltaValue::Same(machine.heap.get64_at(at.0))),
            Op::GetStatic32 { dst, link } | Op::GetStatic64 { dst, link } => {
                let link = code.statics[link.0 as usize];
                if machine.heap.get32(link.record, statics::STATE) != statics::DONE {
                    return Err(Cannot::Yet);
                }
                let word = match matches!(op, Op::GetStatic64 { .. }) {
                    true => machine.heap.get64(link.record, link.unit),
                    false => u64::from(machine.heap.get32(link.record, link.unit)),
                };
                self.set(base, dst, DeltaValue::Same(word));
            }
            Op::PutStaticQ { .. } => return Err(self.cannot(machine, "a static field that is written")),
            Op::NewBase { dst, class } | Op::NewQ { dst, class } => {
                let class = ClassId(class.0);
                if matches!(op, Op::NewQ { .. }) && !machine.is_initialized(class) {
                    return Err(Cannot::Yet);
                }
                let object = self.heap.allocate(machine, class, 0);
                self.set(base, dst, DeltaValue::Same(u64::from(object)));
            }
            Op::NewArray { kind, dst, len } => {
                let class = machine.primitive_array(kind);
                return self.new_array(machine, base, dst, len, class);
            }
            Op::ANewArrayQ { dst, len, sym } => {
                return self.new_array(machine, base, dst, len, code.classes[usize::from(sym.0)]);
            }
            Op::MultiNewArray { .. } => {
                return Err(self.cannot(machine, "an array of several dimensions that is made"));
            }
            Op::ArrayLength { dst, arr } => return self.array_length(machine, base, dst, arr),
            Op::LoadB { dst, arr, at }
            | Op::LoadC { dst, arr, at }
            | Op::LoadS { dst, arr, at }
            | Op::Load32 { dst, arr, at }
            | Op::LoadRef { dst, arr, at }
            | Op::Load64 { dst, arr, at } => return self.load_element(machine, base, dst, arr, at),
            Op::StoreB { arr, at, src }
            | Op::Store16 { arr, at, src }
            | Op::Store32 { arr, at, src }
            | Op::Store64 { arr, at, src }
            | Op::StoreRef { arr, at, src } => return self.store(machine, base, op, (arr, at, src)),
            Op::CheckCastQ { src, sym } => {
                let class = code.classes[usize::from(sym.0)];
                let value = self.get(base, src).clone();
                let fits = |word: u64| {
                    word == 0 || machine.program.is_subclass(self.heap.class_of(machine, word as u32), class)
                };
                let (yes, no) = self.mask.divided(|state| fits(value.at(state)));
                return match (yes.is_empty(), no.is_empty()) {
                    (_, true) => Ok(Flow::On),
                    (true, _) => self.raise(machine, "java/lang/ClassCastException"),
                    _ => {
                        self.split(yes, no);
                        Ok(Flow::Again)
                    }
                };
            }
            Op::InstanceOfQ { dst, src, sym } => {
                let class = code.classes[usize::from(sym.0)];
                let is = |word: u64| {
                    let is = word != 0
                        && machine.program.is_subclass(self.heap.class_of(machine, word as u32), class);
                    u64::from(is)
                };
                let value = self.mask.map(self.get(base, src), is);
                self.set(base, dst, value);
            }
            Op::NullCheck { src } => return self.null_check(machine, base, src),
            Op::MonitorEnter { obj } => {
                let object = same!(obj) as u32;
                if object == 0 {
                    return self.raise(machine, "java/lang/NullPointerException");
                }
                self.held.push(object);
            }
            Op::MonitorExit { obj } => {
                let object = same!(obj) as u32;
                if !self.release(object) {
                    return Err(self.cannot(machine, "a monitor that is not held"));
                }
            }
            Op::CallDirect { dst, call } => {
                let link = &code.calls[call.0 as usize];
                return self.call(machine, base, link.method, &link.args, dst);
            }
            Op::CallStatic { dst, call } => {
                let link = &code.calls[call.0 as usize];
                if !machine.is_initialized(machine.program.methods[link.method].class) {
                    return Err(Cannot::Yet);
                }
                return self.call(machine, base, link.method, &link.args, dst);
            }
            Op::CallSpecial { dst, call } => {
                let link = &code.calls[call.0 as usize];
                return match self.null_check(machine, base, Src(link.args[0])) {
                    Ok(Flow::On) => self.call(machine, base, link.method, &link.args, dst),
                    other => other,
                };
            }
            Op::CallVirtual { dst, call } | Op::CallInterface { dst, call } => {
                return self.call_selected(machine, base, &code.calls[call.0 as usize], dst);
            }
            Op::CallHandle { .. } => return Err(self.cannot(machine, "a call of a method handle")),

            Op::Ldc { .. }
            | Op::ConstText { .. }
            | Op::New { .. }
            | Op::GetField { .. }
            | Op::PutField { .. }
            | Op::GetStatic { .. }
            | Op::PutStatic { .. }
            | Op::CheckCast { .. }
            | Op::InstanceOf { .. }
            | Op::ANewArray { .. }
            | Op::InvokeStatic { .. }
            | Op::InvokeSpecial { .. }
            | Op::InvokeVirtual { .. }
            | Op::InvokeInterface { .. }
            | Op::InvokeDynamic { .. } => return Err(Cannot::Yet),
        }
        Ok(Flow::On)
    }

    /// Only states in which a reference is not null go on; in the others that is an exception.
    pub(crate) fn null_check(&mut self, machine: &Machine, base: usize, register: Src) -> StepResult {
        let value = self.get(base, register).clone();
        match self.decide(&value, &DeltaValue::ZERO, |word, _| word as u32 != 0) {
            true => Ok(Flow::On),
            false => self.raise(machine, "java/lang/NullPointerException"),
        }
    }

    fn get_field(
        &mut self,
        machine: &Machine,
        base: usize,
        dst: Dst,
        obj: Src,
        off: u16,
        is_wide: bool,
    ) -> StepResult {
        let read = |engine: &Self, reference: u32| {
            let (object, unit) = (vm::Ref(reference), u32::from(off));
            debug_assert!(engine.heap.is_base(reference));
            match is_wide {
                true => machine.heap.get64(object, unit),
                false => u64::from(machine.heap.get32(object, unit)),
            }
        };
        let slot = usize::from(off) - HEADER_UNITS as usize;
        if let DeltaValue::Same(word) = *self.get(base, obj) {
            let reference = word as u32;
            let value = match reference {
                0 => return self.raise(machine, "java/lang/NullPointerException"),
                _ if self.heap.is_base(reference) => DeltaValue::Same(read(self, reference)),
                _ => self.heap.object(reference).slots[slot].clone(),
            };
            self.set(base, dst, value);
            return Ok(Flow::On);
        }
        match self.null_check(machine, base, obj) {
            Ok(Flow::On) => {}
            other => return other,
        }
        let objects = self.get(base, obj).clone();
        let value = self.mask.each(|state| {
            let reference = objects.at(state) as u32;
            match self.heap.is_base(reference) {
                true => read(self, reference),
                false => self.heap.object(reference).slots[slot].at(state),
            }
        });
        self.set(base, dst, value);
        Ok(Flow::On)
    }

    fn put_field(
        &mut self,
        machine: &Machine,
        base: usize,
        obj: Src,
        off: u16,
        value: DeltaValue,
        is_wide: bool,
    ) -> StepResult {
        let Some(word) = self.same(base, obj) else { return Ok(Flow::Again) };
        let reference = word as u32;
        if reference == 0 {
            return self.raise(machine, "java/lang/NullPointerException");
        }
        let unit = u32::from(off);
        if !self.heap.is_base(reference) {
            debug_assert!(unit - HEADER_UNITS < units_of(machine, self.heap.object(reference).class, 0));
            self.heap.write(reference, (unit - HEADER_UNITS) as usize, value);
            return Ok(Flow::On);
        }
        let object = vm::Ref(reference);
        let present = match is_wide {
            true => machine.heap.get64(object, unit),
            false => u64::from(machine.heap.get32(object, unit)),
        };
        let known = machine.known();
        // A string of the base that remembers its hash is still the same.
        let is_memory = machine.heap.class_of(object) == known.string
            && (unit == known.string_hash || unit == known.string_hash_is_zero);
        match is_memory || self.mask.only(&value) == Some(present) {
            true => Ok(Flow::On),
            false => Err(self.cannot(machine, "an object that was there before all others is written")),
        }
    }
}
