//! A function in the making: where registers are, how operations are counted, and the ways out.
//!
//! Registers of the frame are variables of cranelift's while the code runs, read when it is entered and written back
//! where it is left, where it calls and where it returns. What is left of the fuel is a variable, too; operations are
//! counted at the ends of blocks and on the ways out.

use crate::plan::Plan;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Function, InstBuilder, MemFlagsData, Signature, Type, Value,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use std::collections::BTreeMap;
use std::mem::offset_of;
use vm::compiled::{Bridge, LEFT, Piece, STARVED};

/// What is written by the code alone, or by the machine in its calls: aligned, and always there.
pub(crate) const OWN: MemFlagsData = MemFlagsData::trusted();

pub(crate) struct Emitter<'a, 'f> {
    pub f: FunctionBuilder<'f>,
    pub piece: &'a Piece<'a>,
    plan: &'a Plan,
    convention: CallConv,
    registers: BTreeMap<u16, Variable>,
    left: Variable,
    blocks: BTreeMap<usize, Block>,
    /// Writes registers back and ends: its parameters are where, how, and what is left.
    exit: Block,
    /// Ends as a callee did, which has told the rest: its parameter is how.
    bail: Block,
    pub bridge: Value,
    frame: Value,
    pub base: Value,
    pub mask: Value,
    pub epoch: Value,
    /// The present operation.
    pub at: usize,
    /// Operations of the present block that have been done and not been counted.
    done: i64,
}

/// Makes the body of `func`.
pub(crate) fn emit(
    func: &mut Function,
    builders: &mut FunctionBuilderContext,
    isa: &dyn TargetIsa,
    piece: &Piece<'_>,
    plan: &Plan,
) {
    let convention = isa.default_call_conv();
    func.signature = signature(convention, &[I64, I64], Some(I32));
    let mut f = FunctionBuilder::new(func, builders);
    let entry = f.create_block();
    f.append_block_params_for_function_params(entry);
    f.switch_to_block(entry);
    let (bridge, frame) = (f.block_params(entry)[0], f.block_params(entry)[1]);
    let mut field = |ty, at: usize| f.ins().load(ty, OWN, bridge, at as i32);
    let base = field(I64, offset_of!(Bridge, heap));
    let mask = field(I64, offset_of!(Bridge, mask));
    let epoch = field(I32, offset_of!(Bridge, epoch));
    let fuel = field(I64, offset_of!(Bridge, left));
    let left = f.declare_var(I64);
    f.def_var(left, fuel);
    let mut registers = BTreeMap::new();
    for &register in &plan.used {
        let variable = f.declare_var(I64);
        let value = f.ins().load(I64, OWN, frame, i32::from(register) * 8);
        f.def_var(variable, value);
        registers.insert(register, variable);
    }
    let blocks: BTreeMap<usize, Block> = plan.blocks.keys().map(|&at| (at, f.create_block())).collect();
    let (exit, bail) = (f.create_block(), f.create_block());
    for (block, ty) in [(exit, I32), (exit, I32), (exit, I64), (bail, I32)] {
        f.append_block_param(block, ty);
    }
    f.ins().jump(blocks[&piece.at], &[]);
    let mut emitter = Emitter {
        f,
        piece,
        plan,
        convention,
        registers,
        left,
        blocks,
        exit,
        bail,
        bridge,
        frame,
        base,
        mask,
        epoch,
        at: piece.at,
        done: 0,
    };
    for (&from, &to) in &plan.blocks {
        emitter.block(from, to);
    }
    emitter.ways_out();
    emitter.f.seal_all_blocks();
    emitter.f.finalize(isa.frontend_config());
}

fn signature(convention: CallConv, params: &[Type], result: Option<Type>) -> Signature {
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
            let op = self.piece.code.ops()[at];
            if !self.operation(op) {
                return;
            }
            self.done += 1;
        }
        self.at = to - 1;
        self.count();
        let next = self.blocks[&to];
        self.f.ins().jump(next, &[]);
    }

    fn ways_out(&mut self) {
        let (exit, bail) = (self.exit, self.bail);
        self.f.switch_to_block(exit);
        self.f.set_cold_block(exit);
        let params = self.f.block_params(exit).to_vec();
        let (pc, how, left) = (params[0], params[1], params[2]);
        self.write_back();
        self.tell(offset_of!(Bridge, pc), pc);
        self.tell(offset_of!(Bridge, left), left);
        self.f.ins().return_(&[how]);
        self.f.switch_to_block(bail);
        self.f.set_cold_block(bail);
        let how = self.f.block_params(bail)[0];
        self.f.ins().return_(&[how]);
    }

    // ---- registers

    pub fn get(&mut self, register: u16) -> Value {
        let variable = self.registers[&register];
        self.f.use_var(variable)
    }

    pub fn set(&mut self, register: u16, word: Value) {
        let variable = self.registers[&register];
        self.f.def_var(variable, word);
    }

    pub fn int(&mut self, register: u16) -> Value {
        let word = self.get(register);
        self.f.ins().ireduce(I32, word)
    }

    pub fn set_int(&mut self, register: u16, value: Value) {
        let word = self.f.ins().uextend(I64, value);
        self.set(register, word);
    }

    /// Writes every register that may have been changed to the frame.
    pub fn write_back(&mut self) {
        for &register in &self.plan.written {
            let variable = self.registers[&register];
            let value = self.f.use_var(variable);
            let frame = self.frame;
            self.f.ins().store(OWN, value, frame, i32::from(register) * 8);
        }
    }

    // ---- numbers

    pub fn const32(&mut self, value: i32) -> Value {
        self.f.ins().iconst(I32, i64::from(value as u32))
    }

    pub fn const64(&mut self, value: i64) -> Value {
        self.f.ins().iconst(I64, value)
    }

    // ---- the bridge

    /// A field of the bridge.
    pub fn ask(&mut self, ty: Type, at: usize) -> Value {
        let bridge = self.bridge;
        self.f.ins().load(ty, OWN, bridge, at as i32)
    }

    pub fn tell(&mut self, at: usize, value: Value) {
        let bridge = self.bridge;
        self.f.ins().store(OWN, value, bridge, at as i32);
    }

    /// Calls a function of the machine, by its place in [`vm::compiled::Doors`], with the bridge and these arguments.
    pub fn door(&mut self, at: usize, args: &[Value], result: Option<Type>) -> Option<Value> {
        let door = self.ask(I64, offset_of!(Bridge, doors) + at);
        self.through(door, args, result)
    }

    /// Calls a function by its address.
    pub fn through(&mut self, address: Value, args: &[Value], result: Option<Type>) -> Option<Value> {
        let mut all = vec![self.bridge];
        all.extend_from_slice(args);
        let types: Vec<Type> = all.iter().map(|&arg| self.f.func.dfg.value_type(arg)).collect();
        let signature = signature(self.convention, &types, result);
        let signature = self.f.import_signature(signature);
        let call = self.f.ins().call_indirect(signature, address, &all);
        self.f.inst_results(call).first().copied()
    }

    /// The same for one that answers.
    pub fn question(&mut self, at: usize, args: &[Value]) -> Value {
        match self.door(at, args, Some(I32)) {
            Some(answer) => answer,
            None => self.const32(0),
        }
    }

    // ---- counting, and ways out

    /// What is left before the present operation.
    fn left_now(&mut self) -> Value {
        let left = self.f.use_var(self.left);
        if self.done == 0 {
            return left;
        }
        let done = self.const64(self.done);
        self.f.ins().isub(left, done)
    }

    /// What is left when the present operation is done.
    pub fn left_behind(&mut self) -> Value {
        let left = self.left_now();
        let one = self.const64(1);
        self.f.ins().isub(left, one)
    }

    /// Counts the operations of the block that have been done.
    fn count(&mut self) {
        let left = self.left_now();
        self.f.def_var(self.left, left);
        self.done = 0;
    }

    /// The fuel is what the bridge says, and that counts the present operation.
    pub fn recount(&mut self) {
        let left = self.ask(I64, offset_of!(Bridge, left));
        self.f.def_var(self.left, left);
        // It is counted again when the operation has ended.
        self.done = -1;
    }

    /// The interpreter goes on with the present operation.
    pub fn leave(&mut self) {
        self.leave_as(LEFT);
    }

    fn leave_as(&mut self, how: u32) {
        let left = self.left_now();
        let pc = self.const32(self.at as i32);
        let how = self.const32(how as i32);
        self.leave_at(pc, how, left);
    }

    fn leave_at(&mut self, pc: Value, how: Value, left: Value) {
        let exit = self.exit;
        self.f.ins().jump(exit, &[BlockArg::Value(pc), BlockArg::Value(how), BlockArg::Value(left)]);
    }

    /// The interpreter goes on with the present operation if a condition holds.
    pub fn leave_if(&mut self, condition: Value) {
        self.leave_if_as(condition, LEFT);
    }

    pub fn leave_if_as(&mut self, condition: Value, how: u32) {
        self.rarely(condition, |emitter, _| emitter.leave_as(how));
    }

    /// Leaves in a way that a value tells, unless it is 0.
    pub fn leave_by(&mut self, how: Value) {
        self.rarely(how, |emitter, _| {
            let left = emitter.left_now();
            let pc = emitter.const32(emitter.at as i32);
            emitter.leave_at(pc, how, left);
        });
    }

    /// Ends as a callee did, unless that is 0.
    pub fn bail_by(&mut self, how: Value) {
        let bail = self.bail;
        self.rarely(how, |emitter, _| {
            emitter.f.ins().jump(bail, &[BlockArg::Value(how)]);
        });
    }

    /// Does something if a condition holds, which is not expected. What it does ends the code, or comes back by a jump
    /// to the block that it is given.
    pub fn rarely(&mut self, condition: Value, then: impl FnOnce(&mut Self, Block)) {
        let (rare, next) = (self.f.create_block(), self.f.create_block());
        self.f.ins().brif(condition, rare, &[], next, &[]);
        self.f.switch_to_block(rare);
        self.f.set_cold_block(rare);
        then(self, next);
        self.f.switch_to_block(next);
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
        let next = self.blocks[&(self.at + 1)];
        let taken = self.way(to);
        self.f.ins().brif(condition, taken, &[], next, &[]);
        self.fill_way(taken, to);
    }

    /// A block that leads to an operation, for jumps that may be backward.
    fn way(&mut self, to: usize) -> Block {
        if to > self.at { self.blocks[&to] } else { self.f.create_block() }
    }

    fn fill_way(&mut self, way: Block, to: usize) {
        if to <= self.at {
            self.f.switch_to_block(way);
            self.go(to);
        }
    }

    /// As the interpreter: who jumps back without fuel goes no further.
    fn go(&mut self, to: usize) {
        let target = self.blocks[&to];
        if to > self.at {
            self.f.ins().jump(target, &[]);
            return;
        }
        let left = self.f.use_var(self.left);
        let none = self.const64(0);
        let is_empty = self.f.ins().icmp(IntCC::SignedLessThanOrEqual, left, none);
        let (pc, how) = (self.const32(to as i32), self.const32(STARVED as i32));
        let exit = self.exit;
        let out = [BlockArg::Value(pc), BlockArg::Value(how), BlockArg::Value(left)];
        self.f.ins().brif(is_empty, exit, &out, target, &[]);
    }

    /// A switch on an `int`.
    pub fn switch(&mut self, on: Value, cases: &[(i32, usize)], default: usize) {
        self.done += 1;
        self.count();
        let mut ways: BTreeMap<usize, Block> = BTreeMap::new();
        for to in cases.iter().map(|&(_, to)| to).chain([default]) {
            ways.entry(to).or_insert_with(|| self.way(to));
        }
        let mut switch = cranelift_frontend::Switch::new();
        for &(key, to) in cases {
            switch.set_entry(u128::from(key as u32), ways[&to]);
        }
        let wide = self.f.ins().uextend(I64, on);
        switch.emit(&mut self.f, wide, ways[&default]);
        for (to, way) in ways {
            self.fill_way(way, to);
        }
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
}

/// The place of a function of the machine.
macro_rules! door {
    ($name:ident) => {
        std::mem::offset_of!(vm::compiled::Doors, $name)
    };
}
pub(crate) use door;
