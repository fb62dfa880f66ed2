//! What the loop over operations stands on: the top frame of a thread, and pointers to what it needs of it.
//!
//! The loop reads operations and registers through these pointers and looks at no bound. What that rests on:
//!
//! **Bounds.** Code is made of a [`ir::CheckedBody`] only, and [`Code::relink`] checks every linked operation
//! against it, in every build: each register operand is below the body's number of registers, each jump
//! target is an operation, and control cannot run off the end. `push_frame` makes room for all registers
//! before a frame starts, and so does the quick way in `call!`, which falls back to it; a frame that is made
//! again from a saved state is checked there (`canon/load.rs`). [`Machine::top`] checks the frame that a
//! thread goes on with. Register files never shrink. Tables of a body are indexed with the usual check.
//! [`Method::install`] sees to it that a callee has as many parameters as its descriptor, and [`ir::check`]
//! that a call has as many arguments; the two descriptors are the same, because that is how methods are
//! found.
//!
//! **Aliasing.** The loop holds `&mut self` and three raw pointers: to the running [`Thread`], to the running
//! method's [`Code`] with its operations, and to the frame's registers. None of them points into the
//! `Machine` itself: threads and code are [`Stable`](crate::state::stable), operations and registers are in
//! vectors. All of these own their memory without promising the compiler that nobody else points to it, and
//! the pointers are the allocations' own. So references that a function of `self` makes to a thread or to
//! code do not end them. They must not be *in use together*, and are not: the loop makes references from its
//! pointers for single expressions, or keeps them over calls that do not reach what they point to (`link` in
//! the calls below: selecting a method reads classes, and frames are pushed by way of the thread), and
//! whatever `self` makes ends with the call. A pointer is made anew (`reload!`) after everything that can
//! push or pop frames, which is when registers can move.
//!
//! **Life.** A thread is not removed while one runs, and code is never freed or replaced once it runs.

use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{Code, MethodId, MethodKind};
use crate::state::thread::{Frame, NOT_STARTED, OnExit, Thread, ThreadId, ThreadStatus};
use crate::trap::{Stop, Trap};
use ir::Op;

/// Why a thread stopped running.
#[derive(Debug)]
pub enum Pause {
    /// It has used up its share, or gave it up.
    Fuel,
    /// Its operation cannot be done now.
    Blocked,
    /// Others can see its next operation. Only while exploring.
    Visible,
    /// Its operation needs one of this many values. Only while exploring.
    Asks(u32),
    /// It has no frames left.
    Ended,
    Stopped(Box<Stop>),
}

/// What the top frame needs while it runs.
#[derive(Clone, Copy)]
pub(super) struct Running {
    pub(super) code: *mut Code,
    pub(super) ops: *const Op,
    pub(super) regs: *mut u64,
    /// The first register behind the frame's.
    pub(super) next_base: u32,
}

impl Running {
    /// Pushes the frame of a callee whose arguments are in these registers.
    ///
    /// # Safety
    /// `self` belongs to the top frame of `t`, and `code` to `method`. Behind `next_base` there are as many
    /// registers as the callee has, it has at least as many as there are arguments, and these are registers of
    /// the present frame.
    #[inline(always)]
    pub(super) unsafe fn enter(
        self,
        t: *mut Thread,
        method: MethodId,
        code: *mut Code,
        args: &[u16],
        ret: u16,
        stamp: u32,
    ) -> Running {
        // SAFETY: what the caller promises; `t` and `code` are allocations of their own.
        unsafe {
            let regs = (*t).registers.as_mut_ptr().add(self.next_base as usize);
            for (i, &arg) in args.iter().enumerate() {
                *regs.add(i) = *self.regs.add(usize::from(arg));
            }
            let registers = (*code).body().registers;
            let base = self.next_base;
            (*t).frames.push(Frame { method, pc: 0, base, ret, registers, stamp, exit: OnExit::Nothing });
            Running { code, ops: (*code).first_op(), regs, next_base: base + u32::from(registers) }
        }
    }
}

impl Machine {
    /// Runs a thread for about `fuel` operations. If it is `WATCHED`, the policy is shown each of them.
    pub fn run_thread<P: Policy, const WATCHED: bool>(
        &mut self,
        policy: &mut P,
        thread: ThreadId,
        fuel: u64,
    ) -> Pause {
        let fuel = i64::try_from(fuel).unwrap_or(i64::MAX);
        let mut left = fuel;
        let pause = self.run_loop::<P, WATCHED>(policy, thread, &mut left);
        self.instructions += (fuel - left - std::mem::take(&mut self.charged)) as u64;
        self.is_spent = left <= 0;
        self.count_machine_code();
        pause
    }

    /// What moves of many bytes, and looks at them, have cost beyond their operations: fuel, so that a turn or a step
    /// ends in time, but no operations, so that a path has as many of these however it was executed.
    #[inline]
    pub(super) fn charge_bulk(&mut self) -> i64 {
        if !self.heap.has_bulk() {
            return 0;
        }
        let cost = self.heap.take_bulk();
        self.charged += cost;
        cost
    }

    /// Brings the top frame to where its next operation can run. `Err` with the reason if it cannot.
    pub(super) fn top(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
    ) -> Result<(Running, usize), Pause> {
        loop {
            let epoch = self.heap.epoch;
            let t = &mut *self.threads[thread];
            t.touch_frame(epoch, &mut self.heap.journal);
            let Some(&frame) = t.frames.last() else {
                self.change_thread(thread).status = ThreadStatus::Ended;
                return Err(Pause::Ended);
            };
            if frame.pc == NOT_STARTED {
                if let Err(trap) = self.start_initializer(policy, thread)
                    && let Some(pause) = self.handle(policy, thread, trap)
                {
                    return Err(pause);
                }
                continue;
            }
            policy.moves_to(self, thread, self.threads[thread].frames.len() - 1, frame.method);
            let MethodKind::Code(code) = &self.program.methods[frame.method].kind else {
                return Err(Pause::Stopped(Box::new(Stop::Internal("a frame without code".into()))));
            };
            let registers = &mut self.threads[thread].registers;
            let end = frame.base as usize + usize::from(frame.registers);
            let fits = frame.registers == code.body.registers
                && (frame.pc as usize) < code.ops().len()
                && end <= registers.len();
            if !fits {
                return Err(Pause::Stopped(Box::new(Stop::Internal(
                    "a frame that its code does not fit".into(),
                ))));
            }
            let running = Running {
                ops: code.first_op(),
                code: code.as_ptr(),
                // SAFETY: all registers of the frame are there, as was just seen.
                regs: unsafe { registers.as_mut_ptr().add(frame.base as usize) },
                next_base: end as u32,
            };
            return Ok((running, frame.pc as usize));
        }
    }

    /// Pops the top frame, and makes `now` what its caller needs. The caller's frame, if there is one.
    ///
    /// # Safety
    /// `t` is a thread of this machine whose top frame is `left`, and the register that it returns to is one of
    /// its caller's.
    #[inline(always)]
    pub(super) unsafe fn back_to_caller(
        &mut self,
        t: *mut Thread,
        left: Frame,
        value: u64,
        now: &mut Running,
    ) -> Option<Frame> {
        // SAFETY: what the caller promises; `t` is an allocation of its own.
        unsafe {
            (*t).frames.pop();
            (*t).touch_frame(self.heap.epoch, &mut self.heap.journal);
            let caller = *(*t).frames.last()?;
            now.regs = (*t).registers.as_mut_ptr().add(caller.base as usize);
            if left.ret != u16::MAX {
                *now.regs.add(usize::from(left.ret)) = value;
            }
            if let MethodKind::Code(code) = &self.program.methods[caller.method].kind {
                (now.code, now.ops) = (code.as_ptr(), code.first_op());
            }
            now.next_base = left.base;
            Some(caller)
        }
    }

    /// What becomes of a trap: `None` if the thread goes on at its top frame.
    pub(super) fn handle(&mut self, policy: &mut dyn Policy, thread: ThreadId, trap: Trap) -> Option<Pause> {
        let thrown = match trap {
            Trap::Throw(exception) => {
                self.heap.notes.spoil();
                Ok(exception)
            }
            Trap::Raise(class, message) => {
                self.heap.notes.spoil();
                self.exception_of(thread, class, message)
            }
            Trap::Refuse(class, message) => {
                self.heap.notes.spoil();
                self.make_refusal(thread, class, &message)
            }
            other => Err(other),
        };
        let from_native = self.in_native.take().is_some();
        let outcome = match thrown {
            Ok(exception) => policy
                .unwinding(self, thread, exception, from_native)
                .and_then(|()| self.unwind(thread, exception)),
            Err(trap) => Err(trap),
        };
        match outcome {
            Ok(()) | Err(Trap::Again) => None,
            Err(Trap::Wait) => Some(Pause::Blocked),
            Err(Trap::Visible) => Some(Pause::Visible),
            Err(Trap::Ask(count)) => Some(Pause::Asks(count)),
            Err(Trap::Yield(_)) => Some(Pause::Fuel),
            Err(Trap::Stop(mut stop)) => {
                if let Stop::Unsupported { at, stack, .. } = &mut *stop
                    && at.is_empty()
                {
                    *at = self.user_position(thread);
                    *stack = self.describe_stack(thread);
                }
                Some(Pause::Stopped(stop))
            }
            Err(Trap::Throw(_) | Trap::Raise(..) | Trap::Refuse(..)) => {
                Some(Pause::Stopped(Box::new(Stop::Internal("an exception could not be thrown".into()))))
            }
            Err(Trap::Call(..) | Trap::Original) => {
                Some(Pause::Stopped(Box::new(Stop::Internal("a call outside a native".into()))))
            }
        }
    }
}

pub(super) fn out_of_bounds(index: i32, len: u32) -> Trap {
    Trap::raise(
        "java/lang/ArrayIndexOutOfBoundsException",
        format!("Index {index} out of bounds for length {len}"),
    )
}
