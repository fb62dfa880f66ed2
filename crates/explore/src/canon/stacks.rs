//! Components of frames that did not run since they were encoded, and of threads that did nothing.
//!
//! A step changes the top of one stack. Whatever lies below, and all other stacks, have the components that they
//! had if the objects that they refer to have the same names. So each frame is kept with these objects: a walk
//! names them, in the order in which encoding the frame would, and compares.

use super::Canon;
use super::memo::{Component, Memo};
use crate::ghost::State;
use base::Id;
use lts::Pool;
use vm::state::heap::Ref;
use vm::state::journal::Changed;
use vm::state::thread::ThreadId;

#[derive(Default)]
pub(super) struct Stacks {
    threads: Vec<Stack>,
}

/// What is known of a thread: its lowest frames, as far as they have not changed.
#[derive(Default)]
struct Stack {
    frames: Vec<KnownFrame>,
    /// The component of the thread, if nothing of it has changed.
    own: Option<Component>,
    /// What the frames refer to above the base, frame by frame, each with the name that it had; behind that what
    /// the thread itself does.
    refs: Vec<(Ref, u32)>,
}

struct KnownFrame {
    component: Component,
    /// Where its references end.
    end: u32,
}

impl Stacks {
    /// Frames that may have changed are no longer known. What is live in a frame depends on the one above it.
    pub fn invalidate(&mut self, changed: &Changed) {
        for &thread in &changed.threads {
            if let Some(stack) = self.threads.get_mut(thread.index()) {
                stack.keep(changed.lowest(thread).saturating_sub(1));
            }
        }
    }

    pub fn forget(&mut self) {
        self.threads.clear();
    }

    pub fn truncate(&mut self, threads: usize) {
        self.threads.truncate(threads);
    }

    pub fn forget_thread(&mut self, thread: usize) {
        if let Some(stack) = self.threads.get_mut(thread) {
            stack.keep(0);
        }
    }
}

impl Stack {
    /// Only the lowest frames stay known.
    fn keep(&mut self, frames: usize) {
        self.own = None;
        self.frames.truncate(frames);
        self.refs.truncate(self.frames.last().map_or(0, |frame| frame.end as usize));
    }

    fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.frames[index - 1].end as usize }
    }
}

impl Canon {
    /// A thread as one component: its state, and its frames, of which `memo` has those below `lowest`.
    pub(super) fn stack(
        &mut self,
        machine: State<'_>,
        thread: ThreadId,
        rank: usize,
        lowest: usize,
        memo: &mut Memo,
        pool: &mut dyn Pool,
    ) {
        let depth = machine.threads[thread].frames.len();
        // What is live in a frame depends on whether there is one above it.
        let lowest = if memo.set_depth(rank, depth) { lowest } else { lowest.saturating_sub(1) };
        let mut kept = self.take_stack(thread);
        let mut is_same = kept.frames.len() == depth;
        for index in lowest..depth {
            if let Some(component) = self.same_frame(machine, &kept, index) {
                memo.frame_as(rank, index, component);
                continue;
            }
            is_same = false;
            self.begin_words();
            self.held.clear();
            self.frame(machine, thread, index);
            memo.frame(rank, index, self.encoded(super::FRAME), pool);
            self.keep_frame(&mut kept, index, memo.frame_component(rank, index));
        }
        let own = kept.own.filter(|_| is_same);
        match own.filter(|_| self.has_names(machine, &kept.refs[kept.start(depth)..])) {
            Some(component) => memo.thread_as(rank, component),
            None => {
                self.begin_words();
                self.held.clear();
                self.thread(machine, thread);
                self.words.extend(memo.frames(rank));
                memo.thread(rank, self.encoded(super::THREAD), pool);
                self.keep_thread(&mut kept, depth, memo.thread_component(rank));
            }
        }
        self.put_stack(thread, kept);
    }

    /// The component of a frame that is the same as when it was encoded last. Names what it refers to, in any case.
    fn same_frame(&mut self, machine: State<'_>, kept: &Stack, index: usize) -> Option<Component> {
        let frame = kept.frames.get(index)?;
        let is_same = self.has_names(machine, &kept.refs[kept.start(index)..frame.end as usize]);
        is_same.then_some(frame.component)
    }

    /// Names objects; true if all have the names that they had.
    fn has_names(&mut self, machine: State<'_>, refs: &[(Ref, u32)]) -> bool {
        self.begin_words();
        refs.iter().fold(true, |same, &(object, name)| self.name(machine, object) == name && same)
    }

    /// A frame has been encoded.
    fn keep_frame(&mut self, kept: &mut Stack, index: usize, component: Component) {
        if self.is_strange || !self.uses_cache || kept.frames.len() < index {
            return;
        }
        kept.own = None;
        if let Some(frame) = kept.frames.get_mut(index) {
            // It refers to the same objects as before, by other names.
            frame.component = component;
            let (start, end) = (kept.start(index), kept.frames[index].end as usize);
            kept.refs[start..end].copy_from_slice(&self.held);
            return;
        }
        kept.refs.truncate(kept.start(index));
        kept.refs.extend_from_slice(&self.held);
        kept.frames.push(KnownFrame { component, end: kept.refs.len() as u32 });
    }

    /// So has a thread.
    fn keep_thread(&mut self, kept: &mut Stack, depth: usize, component: Component) {
        if self.is_strange || !self.uses_cache || kept.frames.len() != depth {
            return;
        }
        kept.refs.truncate(kept.start(depth));
        kept.refs.extend_from_slice(&self.held);
        kept.own = Some(component);
    }

    fn take_stack(&mut self, thread: ThreadId) -> Stack {
        if !self.uses_cache {
            return Stack::default();
        }
        let threads = &mut self.cache.stacks.threads;
        if threads.len() <= thread.index() {
            threads.resize_with(thread.index() + 1, Stack::default);
        }
        std::mem::take(&mut threads[thread.index()])
    }

    fn put_stack(&mut self, thread: ThreadId, stack: Stack) {
        if self.uses_cache {
            self.cache.stacks.threads[thread.index()] = stack;
        }
    }

    /// The name of what a frame or a thread refers to.
    pub(super) fn name_held(&mut self, machine: State<'_>, object: Ref) -> u32 {
        let name = self.name(machine, object);
        if name & super::NUMBERED != 0 && !self.held.contains(&(object, name)) {
            self.held.push((object, name));
        }
        name
    }
}
