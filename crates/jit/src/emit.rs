//! A function in the making: where registers are, how operations are counted, and jumps. The ways out are in
//! [`crate::exits`].
//!
//! Registers of the frame are variables of cranelift's while the code runs: those that matter are read when it is
//! entered, and written back where it is left. What is left of the fuel is a variable, too; operations are counted at
//! the ends of blocks and on the ways out.

use crate::exits::Exit;
use crate::plan::Plan;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F64, I8, I32, I64};
use cranelift_codegen::ir::{AbiParam, Block, Function, InstBuilder, MemFlagsData, Signature, Type, Value};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use std::collections::BTreeMap;
use std::mem::offset_of;
use vm::compiled::{Bridge, Mode, Piece};

/// What is written by the code alone, or by the machine in its calls: aligned, and always there.
pub(crate) const OWN: MemFlagsData = MemFlagsData::trusted();
/// The same, and nobody writes it while the code runs.
pub(crate) const FIXED: MemFlagsData = OWN.with_readonly().with_can_move();

pub(crate) struct Emitter<'a, 'f> {
    pub f: FunctionBuilder<'f>,
    pub piece: &'a Piece<'a>,
    pub plan: &'a Plan<'a>,
    convention: CallConv,
    registers: BTreeMap<u16, Variable>,
    left: Variable,
    blocks: BTreeMap<usize, Block>,
    /// The ways out of the present operation so far, by how.
    pub exit: BTreeMap<u32, Block>,
    pub exits: Vec<Exit>,
    pub bridge: Value,
    pub frame: Value,
    /// How many calls may be nested in this one.
    pub depth: Value,
    /// For distances from where the heap begins, if not all of them are good.
    pub mask: Option<Value>,
    pub epoch: Value,
    pub base: Value,
    /// What was read before a loop that does not change it: see [`crate::loops`].
    pub early: BTreeMap<usize, Variable>,
    /// The present operation.
    pub at: usize,
    /// Operations of the present block that have been done and not been counted.
    pub done: i64,
}

/// The signature of machine code.
fn own_signature(convention: CallConv) -> Signature {
    let mut own = signature(convention, &[I64, I64, I64, I64], Some(I64));
    own.returns.push(AbiParam::new(I64));
    own
}

/// Makes the body of `func`.
pub(crate) fn emit(
    func: &mut Function,
    builders: &mut FunctionBuilderContext,
    isa: &dyn TargetIsa,
    piece: &Piece<'_>,
    plan: &Plan<'_>,
) {
    let convention = isa.default_call_conv();
    func.signature = own_signature(convention);
    let mut f = FunctionBuilder::new(func, builders);
    let entry = f.create_block();
    f.append_block_params_for_function_params(entry);
    f.switch_to_block(entry);
    f.seal_block(entry);
    let &[bridge, frame, fuel, depth] = f.block_params(entry) else { unreachable!("it has four parameters") };
    let mut field = |ty, at: usize| f.ins().load(ty, FIXED, bridge, at as i32);
    let base = field(I64, offset_of!(Bridge, heap));
    let mask = (!piece.machine.heap.is_wide()).then(|| field(I64, offset_of!(Bridge, mask)));
    let epoch = field(I32, offset_of!(Bridge, epoch));
    let left = f.declare_var(I64);
    f.def_var(left, fuel);
    let registers = registers(&mut f, piece, plan, frame);
    let blocks: BTreeMap<usize, Block> = plan.blocks.keys().map(|&at| (at, f.create_block())).collect();
    let mut emitter = Emitter {
        f,
        piece,
        plan,
        convention,
        registers,
        left,
        blocks,
        exit: BTreeMap::new(),
        exits: Vec::new(),
        bridge,
        frame,
        depth,
        mask,
        epoch,
        base,
        early: BTreeMap::new(),
        at: piece.at,
        done: 0,
    };
    emitter.declare_early();
    let first = emitter.blocks[&piece.at];
    emitter.f.ins().jump(first, &[]);
    for (&from, &to) in &plan.blocks {
        emitter.block(from, to);
    }
    emitter.ways_out();
    emitter.f.seal_all_blocks();
    emitter.f.finalize(isa.frontend_config());
}

/// A variable for each register, with what the frame has in it if that matters.
fn registers(
    f: &mut FunctionBuilder<'_>,
    piece: &Piece<'_>,
    plan: &Plan<'_>,
    frame: Value,
) -> BTreeMap<u16, Variable> {
    let mut registers = BTreeMap::new();
    for &register in &plan.used {
        let ty = if plan.doubles.contains(&register) { F64 } else { I64 };
        let variable = f.declare_var(ty);
        let value = match (plan.live.live_before(piece.at).contains(register), ty) {
            (true, _) => f.ins().load(ty, OWN, frame, i32::from(register) * 8),
            (false, F64) => f.ins().f64const(0.0),
            (false, _) => f.ins().iconst(I64, 0),
        };
        f.def_var(variable, value);
        registers.insert(register, variable);
    }
    registers
}

pub(crate) fn signature(convention: CallConv, params: &[Type], result: Option<Type>) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params.extend(params.iter().map(|&ty| AbiParam::new(ty)));
    signature.returns.extend(result.map(AbiParam::new));
    signature
}

impl Emitter<'_, '_> {
    fn block(&mut self, from: usize, to: usize) {
        let block = self.blocks[&from];
        self.f.switch_to_block(block);
        self.done = 0;
        for at in from..to {
            self.at = at;
            self.exit.clear();
            let op = self.piece.code.ops()[at];
            if !self.operation(op) {
                return;
            }
            self.done += 1;
        }
        self.at = to - 1;
        self.count();
        self.enter_loops(to);
        let next = self.blocks[&to];
        self.f.ins().jump(next, &[]);
    }

    pub fn is_gated(&self) -> bool {
        self.piece.mode == Mode::Gated
    }

    pub fn is_plain(&self) -> bool {
        self.piece.mode == Mode::Plain
    }

    // ---- registers

    /// What is in a register, as whichever type its variable has.
    pub fn raw(&mut self, register: u16) -> Value {
        let variable = self.registers[&register];
        self.f.use_var(variable)
    }

    pub fn is_double(&self, register: u16) -> bool {
        self.plan.doubles.contains(&register)
    }

    pub fn get(&mut self, register: u16) -> Value {
        let value = self.raw(register);
        match self.is_double(register) {
            true => self.f.ins().bitcast(I64, MemFlagsData::new(), value),
            false => value,
        }
    }

    pub fn set(&mut self, register: u16, word: Value) {
        let word = match self.is_double(register) {
            true => self.f.ins().bitcast(F64, MemFlagsData::new(), word),
            false => word,
        };
        self.set_raw(register, word);
    }

    pub fn set_raw(&mut self, register: u16, value: Value) {
        let variable = self.registers[&register];
        self.f.def_var(variable, value);
    }

    pub fn int(&mut self, register: u16) -> Value {
        let word = self.get(register);
        self.f.ins().ireduce(I32, word)
    }

    pub fn set_int(&mut self, register: u16, value: Value) {
        let word = self.f.ins().uextend(I64, value);
        self.set(register, word);
    }

    // ---- numbers

    pub fn const32(&mut self, value: i32) -> Value {
        self.f.ins().iconst(I32, i64::from(value as u32))
    }

    pub fn const64(&mut self, value: i64) -> Value {
        self.f.ins().iconst(I64, value)
    }

    pub fn is_zero(&mut self, value: Value) -> Value {
        let ty = self.f.func.dfg.value_type(value);
        let zero = self.f.ins().iconst(ty, 0);
        self.f.ins().icmp(IntCC::Equal, value, zero)
    }

    pub fn truth(&mut self, condition: Value) -> Value {
        debug_assert_eq!(self.f.func.dfg.value_type(condition), I8);
        self.f.ins().uextend(I32, condition)
    }

    // ---- the bridge

    /// A field of the bridge.
    pub fn ask(&mut self, ty: Type, at: usize) -> Value {
        let bridge = self.bridge;
        self.f.ins().load(ty, OWN, bridge, at as i32)
    }

    /// One that stays as it is.
    pub fn ask_fixed(&mut self, ty: Type, at: usize) -> Value {
        let bridge = self.bridge;
        self.f.ins().load(ty, FIXED, bridge, at as i32)
    }

    pub fn tell(&mut self, at: usize, value: Value) {
        let bridge = self.bridge;
        self.f.ins().store(OWN, value, bridge, at as i32);
    }

    /// Calls a function of the machine, by its place in [`vm::compiled::Doors`], with the bridge and these arguments.
    pub fn door(&mut self, at: usize, args: &[Value], result: Option<Type>) -> Option<Value> {
        let doors = self.ask_fixed(I64, offset_of!(Bridge, doors));
        let door = self.f.ins().load(I64, FIXED, doors, at as i32);
        let mut all = vec![self.bridge];
        all.extend_from_slice(args);
        let types: Vec<Type> = all.iter().map(|&arg| self.f.func.dfg.value_type(arg)).collect();
        let signature = signature(self.convention, &types, result);
        let signature = self.f.import_signature(signature);
        let call = self.f.ins().call_indirect(signature, door, &all);
        self.f.inst_results(call).first().copied()
    }

    /// The same for one that answers.
    pub fn question(&mut self, at: usize, args: &[Value]) -> Value {
        match self.door(at, args, Some(I32)) {
            Some(answer) => answer,
            None => self.const32(0),
        }
    }

    /// Calls machine code with the registers of its frame: what it returns, and what is left.
    pub fn enter(&mut self, entry: Value, registers: Value, left: Value) -> (Value, Value) {
        let signature = self.f.import_signature(own_signature(self.convention));
        let one = self.const64(1);
        let depth = self.f.ins().isub(self.depth, one);
        let args = [self.bridge, registers, left, depth];
        let call = self.f.ins().call_indirect(signature, entry, &args);
        let results = self.f.inst_results(call);
        (results[0], results[1])
    }

    // ---- counting

    /// What is left at the beginning of the block.
    pub fn left(&mut self) -> Value {
        self.f.use_var(self.left)
    }

    /// What is left when so many operations are done.
    pub fn left_after(&mut self, done: i64) -> Value {
        let left = self.left();
        self.f.ins().iadd_imm_s(left, -done)
    }

    /// Counts the operations of the block that have been done.
    fn count(&mut self) {
        if self.done != 0 {
            let left = self.left_after(self.done);
            self.f.def_var(self.left, left);
        }
        self.done = 0;
    }

    /// This is left behind the present operation.
    pub fn recount(&mut self, left: Value) {
        self.f.def_var(self.left, left);
        // It is counted when the operation has ended.
        self.done = -1;
    }

    // ---- jumps

    /// Control goes to `to`: the present operation is a jump, and done.
    pub fn jump(&mut self, to: usize) {
        self.done += 1;
        self.count();
        self.go(to);
    }

    /// Control goes to `to` if a condition holds, else to the next operation.
    pub fn branch(&mut self, condition: Value, to: usize) {
        self.done += 1;
        self.count();
        let (taken, passed) = (self.f.create_block(), self.f.create_block());
        self.f.ins().brif(condition, taken, &[], passed, &[]);
        for (way, to) in [(taken, to), (passed, self.at + 1)] {
            self.f.switch_to_block(way);
            self.f.seal_block(way);
            self.go(to);
        }
    }

    /// As the interpreter: who jumps back without fuel goes no further.
    fn go(&mut self, to: usize) {
        let target = self.blocks[&to];
        self.enter_loops(to);
        if to > self.at {
            self.f.ins().jump(target, &[]);
            return;
        }
        let left = self.left();
        let none = self.const64(0);
        let is_empty = self.f.ins().icmp(IntCC::SignedLessThanOrEqual, left, none);
        let out = self.starve_at(to, left);
        self.f.ins().brif(is_empty, out, &[], target, &[]);
    }

    /// A switch on an `int`.
    pub fn switch(&mut self, on: Value, cases: &[(i32, usize)], default: usize) {
        self.done += 1;
        self.count();
        let mut ways: BTreeMap<usize, Block> = BTreeMap::new();
        for to in cases.iter().map(|&(_, to)| to).chain([default]) {
            ways.entry(to).or_insert_with(|| self.f.create_block());
        }
        let mut switch = cranelift_frontend::Switch::new();
        for &(key, to) in cases {
            switch.set_entry(u128::from(key as u32), ways[&to]);
        }
        let wide = self.f.ins().uextend(I64, on);
        switch.emit(&mut self.f, wide, ways[&default]);
        for (to, way) in ways {
            self.f.switch_to_block(way);
            self.go(to);
        }
    }
}

/// The place of a function of the machine.
macro_rules! door {
    ($name:ident) => {
        std::mem::offset_of!(vm::compiled::Doors, $name)
    };
}
pub(crate) use door;
