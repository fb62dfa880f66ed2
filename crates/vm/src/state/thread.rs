//! Threads: a stack of frames over one register file each, and what the thread is doing.
//!
//! Frames are journaled like objects: a frame that runs for the first time in an epoch is copied into the
//! journal first.

use super::heap::Ref;
use super::journal::{Journal, NO_FRAME};
use crate::program::{ClassId, MethodId};

base::dense_id! {
    /// A thread of the program under execution, in order of creation.
    ThreadId
}

/// Frames a thread may have before it gets a `StackOverflowError`. Java's default stack of 1 MiB holds
/// between ten and twenty thousand interpreted frames.
pub const MAX_FRAMES: usize = 12_000;
/// Registers all frames of a thread may have together.
pub const MAX_REGISTERS: usize = 1 << 19;
/// A frame that has been pushed but whose first operation has not been prepared: an initializer waiting for
/// its superclass.
pub const NOT_STARTED: u32 = u32::MAX;

/// One activation of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub method: MethodId,
    /// While the frame is not on top, its pending call; while its thread is stopped, the next operation.
    pub pc: u32,
    /// Its first register in the thread's register file.
    pub base: u32,
    /// The register of the caller that gets the result.
    pub ret: u16,
    pub registers: u16,
    /// The epoch in which it was last journaled.
    pub stamp: u32,
    pub exit: OnExit,
}

/// What is to be done when a frame ends, normally or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OnExit {
    Nothing,
    /// Leave the monitor of a synchronized method.
    Unlock(Ref),
    /// Finish the initialization of a class.
    Initialized(ClassId),
    /// Nothing, but the operation of the frame below is tried again, as after an initialization: the frame
    /// was pushed to load a class.
    Loaded,
    /// Forget the thread's [`Limit`], which this call keeps.
    Unlimited,
}

impl OnExit {
    /// The operation of the frame below has not been done: it is tried again when this frame is gone.
    pub fn is_retried(self) -> bool {
        matches!(self, OnExit::Initialized(_) | OnExit::Loaded)
    }
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadStatus {
    Runnable,
    /// At a monitor that another thread holds.
    Locking(Ref),
    /// In `Object.wait`, not yet notified. `until_ns` is the end of a timed wait.
    Waiting {
        on: Ref,
        until_ns: Option<u64>,
    },
    /// Notified, interrupted or timed out; it must take the monitor again before it can return from `wait`.
    Relocking(Ref),
    Sleeping {
        until_ns: u64,
    },
    Parked {
        until_ns: Option<u64>,
    },
    /// At a class that another thread initializes.
    Initializing(ClassId),
    Ended,
}

impl ThreadStatus {
    /// When a timed wait is over.
    pub fn until_ns(mut self) -> Option<u64> {
        self.until_mut().copied()
    }

    pub fn until_mut(&mut self) -> Option<&mut u64> {
        match self {
            ThreadStatus::Waiting { until_ns, .. } | ThreadStatus::Parked { until_ns } => until_ns.as_mut(),
            ThreadStatus::Sleeping { until_ns } => Some(until_ns),
            _ => None,
        }
    }
}

/// A thread's last look at the clock, see [`crate::time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLook {
    /// Where it was: a hash over the stack.
    pub place: u32,
    /// And with which values in the thread's hands; 0 if the clock has moved since.
    pub hands: u32,
    pub depth: u32,
    /// Time has passed here early already: once more would be no short wait.
    pub spent: bool,
    /// The look before was the same.
    pub polls: bool,
    /// And nobody else took a step in between.
    pub is_alone: bool,
    /// Somebody has since.
    pub disturbed: bool,
}

/// A call that waits no longer than a while: when it looked at the clock first, see [`crate::time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The frame of the call, which has [`OnExit::Unlimited`].
    pub frame: u32,
    pub since_ns: u64,
    /// What had passed since then when it looked last.
    pub passed_ns: u64,
    /// How far the clock is behind for this call: what others' short waits together took beyond a short while.
    pub lag_ns: u64,
}

/// The part of a thread that is small enough to be journaled whole.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadState {
    pub status: ThreadStatus,
    /// The `java.lang.Thread`.
    pub object: Ref,
    pub daemon: bool,
    /// The permit of `LockSupport`.
    pub permit: bool,
    /// How often the monitor was held when `wait` gave it up.
    pub held: u32,
    /// The wait ended by `notify`, not by time or interruption.
    pub notified: bool,
    /// Order of arrival in a wait set.
    pub wait_order: u64,
    /// Its timed wait is a long one: it is over only when nothing else can go on.
    pub is_patient: bool,
    /// Its last look at the clock, while it is in the method that looked.
    pub look: Option<ClockLook>,
    /// The timed call that it is in.
    pub limit: Option<Limit>,
    /// An exception escaped the thread's `run`.
    pub uncaught: bool,
    /// Stopped right before an operation that others can see, or at one that it could not do: the operation
    /// is done next.
    pub at_visible: bool,
    /// The operation wants one of this many values.
    pub asks: Option<u32>,
    /// The value it got.
    pub answer: Option<u32>,
    /// Atomic blocks that it is in: while there are any, only waiting gives others their turn.
    pub atomic: u32,
    /// How the thread's first frame ended.
    pub result: Option<Result<u64, Ref>>,
}

#[derive(Clone)]
pub struct Thread {
    pub id: ThreadId,
    pub frames: Vec<Frame>,
    pub registers: Vec<u64>,
    pub state: ThreadState,
    pub stamp: u32,
}

impl Thread {
    pub fn new(id: ThreadId, object: Ref, daemon: bool, epoch: u32) -> Thread {
        let state = ThreadState {
            status: ThreadStatus::Runnable,
            object,
            daemon,
            permit: false,
            held: 0,
            notified: false,
            wait_order: 0,
            is_patient: false,
            look: None,
            limit: None,
            uncaught: false,
            at_visible: false,
            asks: None,
            answer: None,
            atomic: 0,
            result: None,
        };
        Thread { id, frames: Vec::new(), registers: vec![0; 256], state, stamp: epoch }
    }

    /// The state for writing, journaled.
    pub(crate) fn change(&mut self, epoch: u32, journal: &mut Journal) -> &mut ThreadState {
        if self.stamp != epoch {
            journal.changed.thread(self.id, NO_FRAME);
            journal.thread(self.id, &self.state);
            self.stamp = epoch;
        }
        &mut self.state
    }

    /// Called when the top frame is about to run: after this it is in the journal as it was.
    #[inline]
    pub(crate) fn touch_frame(&mut self, epoch: u32, journal: &mut Journal) {
        if let Some(top) = self.frames.last()
            && top.stamp != epoch
        {
            self.save_frame(self.frames.len() - 1, epoch, journal);
        }
    }

    /// The frame for writing, which need not be on top, journaled.
    pub(crate) fn change_frame(&mut self, index: usize, epoch: u32, journal: &mut Journal) -> &mut Frame {
        if self.frames[index].stamp != epoch {
            self.save_frame(index, epoch, journal);
        }
        &mut self.frames[index]
    }

    #[cold]
    fn save_frame(&mut self, index: usize, epoch: u32, journal: &mut Journal) {
        let depth = self.frames.len();
        let frame = self.frames[index];
        let (from, to) = (frame.base as usize, frame.base as usize + usize::from(frame.registers));
        journal.changed.thread(self.id, index as u32);
        journal.frame(self.id, index as u32, depth as u32, &frame, &self.registers[from..to]);
        self.frames[index].stamp = epoch;
    }

    /// The undoing of `save_frame`.
    pub(crate) fn restore_frame(&mut self, index: u32, depth: u32, frame: Frame, registers: &[u64]) {
        let index = index as usize;
        if self.frames.len() <= index {
            self.frames.resize(index + 1, frame);
        }
        self.frames[index] = frame;
        self.frames.truncate(depth as usize);
        self.registers[frame.base as usize..frame.base as usize + registers.len()].copy_from_slice(registers);
    }

    /// The registers of the top frame, and what lies behind them.
    #[inline]
    pub(crate) fn own_registers(&self) -> &[u64] {
        let base = self.frames.last().map_or(0, |frame| frame.base as usize);
        &self.registers[base..]
    }

    /// True while the thread has not ended.
    #[inline]
    pub fn alive(&self) -> bool {
        self.state.status != ThreadStatus::Ended
    }
}
