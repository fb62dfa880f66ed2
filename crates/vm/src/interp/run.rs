//! The loop over operations. It reads them and the registers through raw pointers and looks at no bound; what
//! that rests on stands in [`super::top`].

use super::stretch::Handed;
use super::top::{Pause, out_of_bounds};
use super::witness::Witness;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{ClassId, Code, MethodKind, statics};
use crate::state::heap::Ref;
use crate::state::thread::{MAX_FRAMES, OnExit, Thread, ThreadId};
use crate::trap::Trap;
use ir::operand::{Src, Target};
use ir::{Effect, Op, scalar};

impl Machine {
    // The register macros open their own unsafe blocks, and are used inside others as well; why they are
    // sound is said once, above.
    #[allow(unused_unsafe, clippy::undocumented_unsafe_blocks)]
    pub(super) fn run_loop<P: Policy, const WATCHED: bool>(
        &mut self,
        policy: &mut P,
        thread: ThreadId,
        left: &mut i64,
    ) -> Pause {
        let t: *mut Thread = self.threads[thread].as_ptr();
        let epoch = self.heap.epoch;
        // The operation that a step begins with is the one it stopped before.
        let mut is_first = policy.is_exploring() && self.threads[thread].state.at_visible;
        policy.begin(is_first);
        let (mut now, mut pc) = match self.top(policy, thread) {
            Ok(top) => top,
            Err(pause) => return pause,
        };
        // It may have been the beginning of an initializer.
        is_first &= policy.is_open();
        let mut witness = Witness::new();
        let is_mixed = !WATCHED && self.is_mixed();

        // While exploring: ends the step before an access that others can see.
        macro_rules! gate {
            ($stops:expr) => {
                if policy.is_exploring() && $stops {
                    save_pc!(pc - 1);
                    *left += 1;
                    return Pause::Visible;
                }
            };
        }
        // While exploring: tells what of an object the operation looks at. Accesses tell it to the gate.
        macro_rules! note {
            ($what:ident, $object:expr) => {
                if policy.is_exploring() {
                    let object = $object;
                    self.heap.notes.$what(object);
                }
            };
        }
        macro_rules! reload {
            () => {
                match self.top(policy, thread) {
                    Ok(top) => (now, pc) = top,
                    Err(pause) => return pause,
                }
            };
        }
        // SAFETY of the register macros: see the head of the file.
        macro_rules! get {
            ($r:expr) => {
                unsafe { *now.regs.add(usize::from($r.0)) }
            };
        }
        macro_rules! set {
            ($r:expr, $value:expr) => {{
                let value: u64 = $value;
                debug_assert!($r.0 < unsafe { (&(*now.code).body).registers }, "register {}", $r.0);
                unsafe { *now.regs.add(usize::from($r.0)) = value }
            }};
        }
        // One macro to read and one to write a register, for every kind of value.
        macro_rules! kinds {
            ($d:tt $($get:ident $set:ident $of:ident $kind:ty;)*) => { $(
                macro_rules! $get {
                    ($d r:expr) => { scalar::word::$get(get!($d r)) };
                }
                macro_rules! $set {
                    ($d r:expr, $d value:expr) => {{
                        let value: $kind = $d value;
                        set!($d r, scalar::word::$of(value))
                    }};
                }
            )* };
        }
        kinds! { $
            int set_int of_int i32;
            long set_long of_long i64;
            float set_float of_float f32;
            double set_double of_double f64;
        }
        // Writes the number of the present operation into the frame, for whoever looks at it from outside.
        macro_rules! save_pc {
            ($pc:expr) => {
                // SAFETY: `t` is this machine's thread, and a running thread has a frame.
                unsafe {
                    if let Some(top) = (*t).frames.last_mut() {
                        top.pc = $pc as u32;
                    }
                }
            };
        }
        // For traps of operations that have saved their number: a frame may have been pushed since.
        macro_rules! trapped {
            ($trap:expr) => {{
                let trap: Trap = $trap;
                witness.traps(&trap);
                match self.handle(policy, thread, trap) {
                    None => {
                        // Errors of deep stacks take their time.
                        *left -= self.charge_bulk();
                        reload!();
                        continue;
                    }
                    Some(pause) => {
                        // What is tried again counts when it is done: a path has as many operations however
                        // it is cut into steps.
                        *left += i64::from(matches!(pause, Pause::Visible | Pause::Asks(_)));
                        return pause;
                    }
                }
            }};
        }
        macro_rules! trap {
            ($trap:expr) => {{
                save_pc!(pc - 1);
                trapped!($trap)
            }};
        }
        macro_rules! attempt {
            ($result:expr) => {{
                save_pc!(pc - 1);
                match $result {
                    Ok(value) => value,
                    Err(trap) => trapped!(trap),
                }
            }};
        }
        // The operation has been rewritten: run what stands there now. It counts once, so that a path takes
        // as many operations when it is gone again.
        macro_rules! relinked {
            ($result:expr) => {{
                save_pc!(pc - 1);
                match $result {
                    Ok(()) => {
                        pc -= 1;
                        *left += 1;
                        // It is still the operation that the step began with.
                        is_first = policy.is_first_again();
                    }
                    Err(trap) => trapped!(trap),
                }
            }};
        }
        macro_rules! object {
            ($r:expr) => {{
                let object = Ref(get!($r) as u32);
                if object.is_null() {
                    trap!(Trap::null_pointer());
                }
                object
            }};
        }
        // Machine code goes on from here, where there is any.
        macro_rules! hand_over {
            () => {
                if is_mixed {
                    match self.hand_over(policy, thread, pc, left) {
                        Handed::Not => {}
                        Handed::Back => {
                            witness = Witness::new();
                            reload!();
                        }
                        Handed::Starved => return Pause::Fuel,
                        Handed::Visible => return Pause::Visible,
                        Handed::Paused(pause) => return pause,
                    }
                }
            };
        }
        macro_rules! jump {
            ($to:expr) => {{
                let to = usize::from($to.0);
                let is_back = to < pc;
                if is_back && *left <= 0 {
                    save_pc!(to);
                    return Pause::Fuel;
                }
                pc = to;
                if is_back {
                    hand_over!();
                }
            }};
        }
        macro_rules! branch {
            ($condition:expr, $to:expr) => {
                if $condition {
                    jump!($to);
                }
            };
        }
        macro_rules! element {
            ($arr:expr, $at:expr, $is_write:expr) => {{
                let array = object!($arr);
                let (index, len) = (get!($at) as u32, self.heap.len(array));
                if index >= len {
                    trap!(out_of_bounds(index as i32, len));
                }
                gate!(policy.stops_access(self, array, 0, $is_write));
                (array, index)
            }};
        }
        macro_rules! static_field {
            ($link:expr, $is_write:expr) => {{
                // SAFETY: linking made the row.
                let link = unsafe { (&(*now.code).statics)[$link.0 as usize] };
                if self.heap.get32(link.record, statics::STATE) != statics::DONE {
                    attempt!(self.ensure_initialized(policy, thread, link.class));
                }
                gate!(policy.stops_access(self, link.record, link.unit, $is_write));
                link
            }};
        }
        // The class that a linked operation names.
        macro_rules! class {
            ($sym:expr) => {
                // SAFETY: the row is checked with the body.
                unsafe { (&(*now.code).classes)[usize::from($sym.0)] }
            };
        }
        macro_rules! division {
            ($dst:expr, $set:ident, $result:expr) => {
                match $result {
                    Some(value) => $set!($dst, value),
                    None => trap!(Trap::raise("java/lang/ArithmeticException", "/ by zero")),
                }
            };
        }
        // Collects first if it is time to, so that what the operation allocates cannot be lost.
        macro_rules! allocate {
            ($dst:expr, $result:expr) => {{
                witness.does(Effect::Allocates);
                if self.collection_is_due() {
                    save_pc!(pc - 1);
                    self.collect();
                }
                let object = match $result {
                    Ok(object) => object,
                    Err(_) => {
                        save_pc!(pc - 1);
                        self.collect();
                        attempt!($result)
                    }
                };
                *left -= self.charge_bulk();
                set!($dst, u64::from(object.0));
            }};
        }
        // Calls a method with arguments from these registers.
        macro_rules! call {
            ($target:expr, $args:expr, $dst:expr) => {{
                let target = $target;
                let args: &[u16] = $args;
                witness.does(Effect::Calls);
                gate!(self.program.methods[target].watched && !policy.is_open());
                // SAFETY: `args` lives in the code of the running method, which is never freed; `t` as above;
                // the registers of the new frame lie behind those of the present one and have been
                // checked to be there.
                unsafe {
                    let room = (*t).frames.len() < MAX_FRAMES && *left > 0;
                    match &self.program.methods[target].kind {
                        MethodKind::Code(code)
                            if room
                                && !code.synchronized
                                && (*t).registers.len()
                                    >= now.next_base as usize + usize::from(code.body.registers) =>
                        {
                            let code: *mut Code = code.as_ptr();
                            save_pc!(pc - 1);
                            now = now.enter(t, target, code, args, $dst.0, epoch);
                            policy.moves_to(self, thread, (*t).frames.len() - 1, target);
                            pc = 0;
                            hand_over!();
                        }
                        _ => {
                            save_pc!(pc - 1);
                            if *left <= 0 {
                                return Pause::Fuel;
                            }
                            match self.call_slowly(policy, thread, target, args, $dst.0) {
                                Ok(true) => reload!(),
                                Ok(false) => *left -= self.charge_bulk(),
                                Err(Trap::Yield(value)) => {
                                    if $dst.0 != u16::MAX {
                                        set!($dst, value);
                                    }
                                    if policy.gives_way(self, thread) {
                                        save_pc!(pc);
                                        return Pause::Fuel;
                                    }
                                }
                                Err(trap) => trapped!(trap),
                            }
                        }
                    }
                }
            }};
        }
        // What a call is linked to.
        macro_rules! link {
            ($call:expr) => {
                // SAFETY: the row is checked with the body, and code is never freed. Nobody else holds the link
                // while it is written.
                unsafe { &mut (&mut (*now.code).calls)[$call.0 as usize] }
            };
        }
        // Calls the method of the receiver's class, which is looked for where it is not the one seen before.
        macro_rules! call_selected {
            ($dst:expr, $call:expr, |$class:ident, $method:ident| $selected:expr) => {{
                let link = link!($call);
                let receiver = object!(Src(link.args[0]));
                note!(class, receiver);
                let $class = self.heap.class_of(receiver);
                if $class != link.seen_class {
                    let $method = link.method;
                    match $selected {
                        Ok(method) => (link.seen_class, link.seen_method) = ($class, method),
                        Err(trap) => trap!(trap),
                    }
                }
                call!(link.seen_method, &link.args, $dst);
            }};
        }
        macro_rules! leave {
            ($value:expr) => {{
                let value: u64 = $value;
                gate!(policy.stops_return(self, thread));
                // SAFETY: `t` as above; the caller's registers have room for all of its operands.
                unsafe {
                    let frame = match (*t).frames.last() {
                        Some(frame) => *frame,
                        None => return Pause::Ended,
                    };
                    if frame.exit != OnExit::Nothing || (*t).frames.len() == 1 {
                        save_pc!(pc - 1);
                        match self.leave_slowly(thread, value) {
                            Ok(()) => reload!(),
                            Err(trap) => trapped!(trap),
                        }
                        continue;
                    }
                    if let Some(caller) = self.back_to_caller(t, frame, value, &mut now) {
                        pc = caller.pc as usize + 1;
                        policy.moves_to(self, thread, (*t).frames.len() - 1, caller.method);
                    }
                }
            }};
        }

        // A method begins that nobody has called by an operation.
        if pc == 0 && !is_first {
            hand_over!();
        }
        loop {
            // SAFETY: jump targets are in range and code ends with an operation that does not go on, see the
            // head of the file.
            let op = unsafe { *now.ops.add(pc) };
            pc += 1;
            *left -= 1;
            witness.begin(op, &self.heap, policy.is_exploring());
            policy.begin(std::mem::take(&mut is_first));
            if WATCHED {
                save_pc!(pc - 1);
                if policy.stops_before(self, thread, op) {
                    *left += 1;
                    return Pause::Visible;
                }
            }
            match op {
                Op::Nop {} => {}
                Op::Move { dst, src } => set!(dst, get!(src)),
                Op::Const { dst, value } => set_int!(dst, value.0),
                // SAFETY: the table's rows are checked with the body.
                Op::ConstWide { dst, value } => {
                    set!(dst, unsafe { (*now.code).body().wides[value.0 as usize] })
                }
                Op::ConstRef { dst, handle } => set!(dst, u64::from(handle.0)),
                Op::ConstText { dst, sym } => {
                    let string = attempt!(self.constant_here(policy, thread, sym));
                    set!(dst, u64::from(string.0));
                }

                Op::IAdd { dst, a, b } => set_int!(dst, scalar::iadd(int!(a), int!(b))),
                Op::ISub { dst, a, b } => set_int!(dst, scalar::isub(int!(a), int!(b))),
                Op::IMul { dst, a, b } => set_int!(dst, scalar::imul(int!(a), int!(b))),
                Op::IDiv { dst, a, b } => division!(dst, set_int, scalar::idiv(int!(a), int!(b))),
                Op::IRem { dst, a, b } => division!(dst, set_int, scalar::irem(int!(a), int!(b))),
                Op::INeg { dst, a } => set_int!(dst, scalar::ineg(int!(a))),
                Op::IAnd { dst, a, b } => set_int!(dst, scalar::iand(int!(a), int!(b))),
                Op::IOr { dst, a, b } => set_int!(dst, scalar::ior(int!(a), int!(b))),
                Op::IXor { dst, a, b } => set_int!(dst, scalar::ixor(int!(a), int!(b))),
                Op::IShl { dst, a, b } => set_int!(dst, scalar::ishl(int!(a), int!(b))),
                Op::IShr { dst, a, b } => set_int!(dst, scalar::ishr(int!(a), int!(b))),
                Op::IUshr { dst, a, b } => set_int!(dst, scalar::iushr(int!(a), int!(b))),
                Op::IAddK { dst, a, k } => set_int!(dst, scalar::iadd(int!(a), i32::from(k.0))),
                Op::IMulK { dst, a, k } => set_int!(dst, scalar::imul(int!(a), i32::from(k.0))),
                Op::IAndK { dst, a, k } => set_int!(dst, scalar::iand(int!(a), i32::from(k.0))),
                Op::IShlK { dst, a, k } => set_int!(dst, scalar::ishl(int!(a), i32::from(k.0))),
                Op::IShrK { dst, a, k } => set_int!(dst, scalar::ishr(int!(a), i32::from(k.0))),
                Op::IUshrK { dst, a, k } => set_int!(dst, scalar::iushr(int!(a), i32::from(k.0))),
                Op::LAdd { dst, a, b } => set_long!(dst, scalar::ladd(long!(a), long!(b))),
                Op::LSub { dst, a, b } => set_long!(dst, scalar::lsub(long!(a), long!(b))),
                Op::LMul { dst, a, b } => set_long!(dst, scalar::lmul(long!(a), long!(b))),
                Op::LDiv { dst, a, b } => division!(dst, set_long, scalar::ldiv(long!(a), long!(b))),
                Op::LRem { dst, a, b } => division!(dst, set_long, scalar::lrem(long!(a), long!(b))),
                Op::LNeg { dst, a } => set_long!(dst, scalar::lneg(long!(a))),
                Op::LAnd { dst, a, b } => set_long!(dst, scalar::land(long!(a), long!(b))),
                Op::LOr { dst, a, b } => set_long!(dst, scalar::lor(long!(a), long!(b))),
                Op::LXor { dst, a, b } => set_long!(dst, scalar::lxor(long!(a), long!(b))),
                Op::LShl { dst, a, b } => set_long!(dst, scalar::lshl(long!(a), int!(b))),
                Op::LShr { dst, a, b } => set_long!(dst, scalar::lshr(long!(a), int!(b))),
                Op::LUshr { dst, a, b } => set_long!(dst, scalar::lushr(long!(a), int!(b))),
                Op::LAddK { dst, a, k } => set_long!(dst, scalar::ladd(long!(a), i64::from(k.0))),
                Op::LShlK { dst, a, k } => set_long!(dst, scalar::lshl(long!(a), i32::from(k.0))),
                Op::LShrK { dst, a, k } => set_long!(dst, scalar::lshr(long!(a), i32::from(k.0))),
                Op::LUshrK { dst, a, k } => set_long!(dst, scalar::lushr(long!(a), i32::from(k.0))),

                Op::FAdd { dst, a, b } => set_float!(dst, scalar::fadd(float!(a), float!(b))),
                Op::FSub { dst, a, b } => set_float!(dst, scalar::fsub(float!(a), float!(b))),
                Op::FMul { dst, a, b } => set_float!(dst, scalar::fmul(float!(a), float!(b))),
                Op::FDiv { dst, a, b } => set_float!(dst, scalar::fdiv(float!(a), float!(b))),
                Op::FRem { dst, a, b } => set_float!(dst, scalar::frem(float!(a), float!(b))),
                Op::FNeg { dst, a } => set_float!(dst, scalar::fneg(float!(a))),
                Op::DAdd { dst, a, b } => set_double!(dst, scalar::dadd(double!(a), double!(b))),
                Op::DSub { dst, a, b } => set_double!(dst, scalar::dsub(double!(a), double!(b))),
                Op::DMul { dst, a, b } => set_double!(dst, scalar::dmul(double!(a), double!(b))),
                Op::DDiv { dst, a, b } => set_double!(dst, scalar::ddiv(double!(a), double!(b))),
                Op::DRem { dst, a, b } => set_double!(dst, scalar::drem(double!(a), double!(b))),
                Op::DNeg { dst, a } => set_double!(dst, scalar::dneg(double!(a))),

                Op::I2L { dst, a } => set_long!(dst, scalar::i2l(int!(a))),
                Op::I2F { dst, a } => set_float!(dst, scalar::i2f(int!(a))),
                Op::I2D { dst, a } => set_double!(dst, scalar::i2d(int!(a))),
                Op::L2I { dst, a } => set_int!(dst, scalar::l2i(long!(a))),
                Op::L2F { dst, a } => set_float!(dst, scalar::l2f(long!(a))),
                Op::L2D { dst, a } => set_double!(dst, scalar::l2d(long!(a))),
                Op::F2I { dst, a } => set_int!(dst, scalar::f2i(float!(a))),
                Op::F2L { dst, a } => set_long!(dst, scalar::f2l(float!(a))),
                Op::F2D { dst, a } => set_double!(dst, scalar::f2d(float!(a))),
                Op::D2I { dst, a } => set_int!(dst, scalar::d2i(double!(a))),
                Op::D2L { dst, a } => set_long!(dst, scalar::d2l(double!(a))),
                Op::D2F { dst, a } => set_float!(dst, scalar::d2f(double!(a))),
                Op::I2B { dst, a } => set_int!(dst, scalar::i2b(int!(a))),
                Op::I2C { dst, a } => set_int!(dst, scalar::i2c(int!(a))),
                Op::I2S { dst, a } => set_int!(dst, scalar::i2s(int!(a))),
                Op::LCmp { dst, a, b } => set_int!(dst, scalar::lcmp(long!(a), long!(b))),
                Op::FCmpL { dst, a, b } => set_int!(dst, scalar::fcmpl(float!(a), float!(b))),
                Op::FCmpG { dst, a, b } => set_int!(dst, scalar::fcmpg(float!(a), float!(b))),
                Op::DCmpL { dst, a, b } => set_int!(dst, scalar::dcmpl(double!(a), double!(b))),
                Op::DCmpG { dst, a, b } => set_int!(dst, scalar::dcmpg(double!(a), double!(b))),

                Op::Goto { to } => jump!(to),
                Op::IfIEq { a, b, to } => branch!(scalar::ieq(int!(a), int!(b)), to),
                Op::IfINe { a, b, to } => branch!(scalar::ine(int!(a), int!(b)), to),
                Op::IfILt { a, b, to } => branch!(scalar::ilt(int!(a), int!(b)), to),
                Op::IfIGe { a, b, to } => branch!(scalar::ige(int!(a), int!(b)), to),
                Op::IfIGt { a, b, to } => branch!(scalar::igt(int!(a), int!(b)), to),
                Op::IfILe { a, b, to } => branch!(scalar::ile(int!(a), int!(b)), to),
                Op::IfIEqK { a, k, to } => branch!(scalar::ieq(int!(a), i32::from(k.0)), to),
                Op::IfINeK { a, k, to } => branch!(scalar::ine(int!(a), i32::from(k.0)), to),
                Op::IfILtK { a, k, to } => branch!(scalar::ilt(int!(a), i32::from(k.0)), to),
                Op::IfIGeK { a, k, to } => branch!(scalar::ige(int!(a), i32::from(k.0)), to),
                Op::IfIGtK { a, k, to } => branch!(scalar::igt(int!(a), i32::from(k.0)), to),
                Op::IfILeK { a, k, to } => branch!(scalar::ile(int!(a), i32::from(k.0)), to),
                Op::IfLEq { a, b, to } => branch!(scalar::leq(long!(a), long!(b)), to),
                Op::IfLNe { a, b, to } => branch!(scalar::lne(long!(a), long!(b)), to),
                Op::IfLLt { a, b, to } => branch!(scalar::llt(long!(a), long!(b)), to),
                Op::IfLGe { a, b, to } => branch!(scalar::lge(long!(a), long!(b)), to),
                Op::IfLGt { a, b, to } => branch!(scalar::lgt(long!(a), long!(b)), to),
                Op::IfLLe { a, b, to } => branch!(scalar::lle(long!(a), long!(b)), to),
                Op::Switch { on, table } => {
                    // SAFETY: the row is checked with the body.
                    let to = unsafe { (*now.code).body().tables[table.0 as usize].find(int!(on)) };
                    jump!(Target(to));
                }
                Op::Return { src } => leave!(get!(src)),
                Op::ReturnVoid {} => leave!(0),
                Op::Throw { src } => {
                    let exception = object!(src);
                    trap!(Trap::Throw(exception));
                }

                Op::Get32 { dst, obj, off } => {
                    let object = object!(obj);
                    gate!(policy.stops_access(self, object, u32::from(off.0), false));
                    set!(dst, u64::from(self.heap.get32(object, u32::from(off.0))));
                }
                Op::Get64 { dst, obj, off } => {
                    let object = object!(obj);
                    gate!(policy.stops_access(self, object, u32::from(off.0), false));
                    set!(dst, self.heap.get64(object, u32::from(off.0)));
                }
                Op::PutRef { obj, src, off } => {
                    let object = object!(obj);
                    gate!(policy.stops_access(self, object, u32::from(off.0), true));
                    self.heap.put_ref(object, u32::from(off.0), Ref(get!(src) as u32));
                }
                Op::Put32 { obj, src, off } => {
                    let object = object!(obj);
                    gate!(policy.stops_access(self, object, u32::from(off.0), true));
                    self.heap.put32(object, u32::from(off.0), get!(src) as u32);
                }
                Op::Put64 { obj, src, off } => {
                    let object = object!(obj);
                    gate!(policy.stops_access(self, object, u32::from(off.0), true));
                    self.heap.put64(object, u32::from(off.0), get!(src));
                }
                Op::PutNarrow { kind, obj, src, off } => {
                    let object = object!(obj);
                    gate!(policy.stops_access(self, object, u32::from(off.0), true));
                    self.heap.put32(object, u32::from(off.0), scalar::narrow(kind, int!(src)) as u32);
                }
                Op::GetBase32 { dst, at } => {
                    gate!(policy.stops_static(self, at.0, false));
                    set!(dst, u64::from(self.heap.get32_at(at.0)));
                }
                Op::GetBase64 { dst, at } => {
                    gate!(policy.stops_static(self, at.0, false));
                    set!(dst, self.heap.get64_at(at.0));
                }
                Op::GetStatic32 { dst, link } => {
                    let link = static_field!(link, false);
                    set!(dst, u64::from(self.heap.get32(link.record, link.unit)));
                }
                Op::GetStatic64 { dst, link } => {
                    let link = static_field!(link, false);
                    set!(dst, self.heap.get64(link.record, link.unit));
                }
                Op::PutStaticQ { src, link } => {
                    let link = static_field!(link, true);
                    self.put_static(link, get!(src));
                }
                Op::NewBase { dst, class } => {
                    allocate!(dst, self.new_object(ClassId(class.0)));
                }
                Op::NewQ { dst, class } => {
                    let class = ClassId(class.0);
                    attempt!(self.ensure_initialized(policy, thread, class));
                    allocate!(dst, self.new_object(class));
                }
                Op::NewArray { kind, dst, len } => {
                    let class = self.primitive_array(kind);
                    allocate!(dst, self.new_array(class, int!(len)));
                }
                Op::ANewArrayQ { dst, len, sym } => {
                    let class = class!(sym);
                    allocate!(dst, self.new_array(class, int!(len)));
                }
                Op::MultiNewArray { dst, call } => {
                    let lens: Vec<i32> = link!(call).args.iter().map(|&r| int!(Src(r))).collect();
                    let class = attempt!(self.link_multi_array(thread, call));
                    allocate!(dst, self.new_multi_array(class, &lens));
                }
                Op::ArrayLength { dst, arr } => {
                    let array = object!(arr);
                    note!(content, array);
                    set!(dst, u64::from(self.heap.len(array)));
                }
                Op::LoadB { dst, arr, at } => {
                    let (array, index) = element!(arr, at, false);
                    set_int!(dst, i32::from(self.heap.load::<i8>(array, index)));
                }
                Op::LoadC { dst, arr, at } => {
                    let (array, index) = element!(arr, at, false);
                    set_int!(dst, i32::from(self.heap.load::<u16>(array, index)));
                }
                Op::LoadS { dst, arr, at } => {
                    let (array, index) = element!(arr, at, false);
                    set_int!(dst, i32::from(self.heap.load::<i16>(array, index)));
                }
                Op::Load32 { dst, arr, at } | Op::LoadRef { dst, arr, at } => {
                    let (array, index) = element!(arr, at, false);
                    set!(dst, u64::from(self.heap.load::<u32>(array, index)));
                }
                Op::Load64 { dst, arr, at } => {
                    let (array, index) = element!(arr, at, false);
                    set!(dst, self.heap.load::<u64>(array, index));
                }
                Op::StoreB { arr, at, src } => {
                    let (array, index) = element!(arr, at, true);
                    self.store_byte(array, index, int!(src));
                }
                Op::Store16 { arr, at, src } => {
                    let (array, index) = element!(arr, at, true);
                    self.heap.store::<u16>(array, index, scalar::i2c(int!(src)) as u16);
                }
                Op::Store32 { arr, at, src } => {
                    let (array, index) = element!(arr, at, true);
                    self.heap.store::<u32>(array, index, get!(src) as u32);
                }
                Op::Store64 { arr, at, src } => {
                    let (array, index) = element!(arr, at, true);
                    self.heap.store::<u64>(array, index, get!(src));
                }
                Op::StoreRef { arr, at, src } => {
                    let (array, index) = element!(arr, at, true);
                    let value = Ref(get!(src) as u32);
                    if !value.is_null() && self.heap.class_of(array) != self.known().objects {
                        note!(class, value);
                        attempt!(self.check_store(array, value));
                    }
                    self.heap.store_ref(array, index, value);
                }
                Op::CheckCastQ { src, sym } => {
                    let object = Ref(get!(src) as u32);
                    let class = class!(sym);
                    note!(class, object);
                    if !object.is_null() && self.heap.class_of(object) != class {
                        attempt!(self.check_cast(object, class));
                    }
                }
                Op::InstanceOfQ { dst, src, sym } => {
                    let object = Ref(get!(src) as u32);
                    let class = class!(sym);
                    note!(class, object);
                    set_int!(dst, i32::from(!object.is_null() && self.is_instance(object, class)));
                }
                Op::NullCheck { src } => {
                    object!(src);
                }
                Op::MonitorEnter { obj } => {
                    let object = object!(obj);
                    note!(content, object);
                    gate!(policy.stops_monitor(self, object));
                    attempt!(self.lock(thread, object));
                }
                Op::MonitorExit { obj } => {
                    let object = object!(obj);
                    attempt!(self.leave(thread, object));
                }
                Op::CallDirect { dst, call } => {
                    let link = link!(call);
                    call!(link.method, &link.args, dst);
                }
                Op::CallStatic { dst, call } => {
                    let link = link!(call);
                    let class = self.program.methods[link.method].class;
                    note!(content, self.program.classes[class].statics);
                    if !self.is_initialized(class) {
                        attempt!(self.ensure_initialized(policy, thread, class));
                    }
                    call!(link.method, &link.args, dst);
                }
                Op::CallSpecial { dst, call } => {
                    let link = link!(call);
                    object!(Src(link.args[0]));
                    call!(link.method, &link.args, dst);
                }
                Op::CallVirtual { dst, call } => call_selected!(dst, call, |class, method| {
                    let selected = self.program.select_virtual(class, method);
                    selected.ok_or_else(|| self.no_implementation(class, method))
                }),
                Op::CallInterface { dst, call } => {
                    call_selected!(dst, call, |class, method| self.select_for_interface(class, method))
                }
                Op::CallHandle { dst, call } => {
                    save_pc!(pc - 1);
                    if *left <= 0 {
                        return Pause::Fuel;
                    }
                    match self.call_polymorphic(policy, thread, call, dst.0) {
                        Ok(true) => reload!(),
                        Ok(false) => *left -= self.charge_bulk(),
                        Err(trap) => trapped!(trap),
                    }
                }
                ir::named_op!() => relinked!(self.link(thread, pc - 1, op)),
            }
        }
    }
}
