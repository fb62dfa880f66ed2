//! Stack traces: taking them, and telling what their entries mean.

use crate::machine::Machine;
use crate::program::{Loader, MethodId, MethodKind, Program};
use crate::state::heap::Ref;
use crate::state::thread::{NOT_STARTED, ThreadId, ThreadStatus};
use crate::trap::Trap;
use base::names;
use ir::Op;

/// HotSpot's `MaxJavaStackTraceDepth`.
const MAX_DEPTH: usize = 1024;

/// Frames of a trace that belong to the operation that makes it.
const SHALLOW: usize = 64;
/// In place of a bytecode offset: the method is native.
const NATIVE: u32 = u32::MAX;

/// One line of a stack trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceLine {
    pub method: MethodId,
    /// The bytecode offset, `None` in native methods.
    pub bytecode: Option<u32>,
}

impl TraceLine {
    fn pack(self, program: &Program) -> u64 {
        debug_assert_ne!(self.bytecode, Some(NATIVE), "no bytecode is that long");
        let word =
            u64::from(program.method_token(self.method)) << 32 | u64::from(self.bytecode.unwrap_or(NATIVE));
        debug_assert_eq!(
            TraceLine::unpack(word, program),
            self,
            "a line of a stack trace is read as it was written"
        );
        word
    }

    fn unpack(word: u64, program: &Program) -> TraceLine {
        let bytecode = word as u32;
        let method = program.method_of_token((word >> 32) as u32);
        TraceLine { method, bytecode: (bytecode != NATIVE).then_some(bytecode) }
    }
}

impl Machine {
    /// Where a thread is, innermost first. Hidden frames are left out.
    pub fn places(&self, thread: ThreadId) -> Vec<TraceLine> {
        self.frames_shown(thread).collect()
    }

    fn frames_shown(&self, thread: ThreadId) -> impl Iterator<Item = TraceLine> + '_ {
        let is_kernel = |method: MethodId| self.program.classes[self.program.methods[method].class].is_kernel;
        let native = self.in_native.filter(|&method| !is_kernel(method));
        let native = native.into_iter().map(|method| TraceLine { method, bytecode: None });
        let frames = self.threads[thread].frames.iter().rev().filter(|f| f.pc != NOT_STARTED).filter_map(
            move |frame| {
                let method = &self.program.methods[frame.method];
                if let Some(shown) = method.shown_as {
                    return Some(TraceLine { method: shown, bytecode: None });
                }
                if method.hidden {
                    return None;
                }
                let bytecode = method.code().and_then(|c| c.body.bytecode.get(frame.pc as usize).copied());
                Some(TraceLine { method: frame.method, bytecode: bytecode.map(u32::from) })
            },
        );
        native.chain(frames)
    }

    /// `Throwable.fillInStackTrace`: the frames of the exception's own construction do not count.
    pub fn fill_in_trace(&mut self, thread: ThreadId, exception: Ref) -> Result<(), Trap> {
        let class = self.heap.class_of(exception);
        let is_filling = |p: &TraceLine| self.program.methods[p.method].name.as_str() == "fillInStackTrace";
        let is_construction = |p: &TraceLine| {
            let m = &self.program.methods[p.method];
            m.name == names::INIT && self.program.is_subclass(class, m.class)
        };
        // Of a deep stack the outermost frames are not even looked at: who lets it overflow does so again and again.
        let words: Vec<u64> = self
            .frames_shown(thread)
            .skip_while(is_filling)
            .skip_while(is_construction)
            .take(MAX_DEPTH)
            .map(|p| p.pack(&self.program))
            // A refusal stays one.
            .chain(self.is_marked(exception).then_some(crate::refused::MARK))
            .collect();
        let known = self.known();
        let (longs, backtrace, depth) = (known.longs, known.throwable_backtrace, known.throwable_depth);
        let array = self.new_array(longs, words.len() as i32)?;
        for (i, word) in words.iter().enumerate() {
            self.heap.store(array, i as u32, *word);
        }
        self.heap.put_ref(exception, backtrace, array);
        let places = words.iter().filter(|&&word| word != crate::refused::MARK).count();
        self.heap.put32(exception, depth, places as u32);
        self.heap.add_operations(words.len().saturating_sub(SHALLOW) as u64);
        Ok(())
    }

    /// The places in a backtrace that `fill_in_trace` took.
    pub fn backtrace(&self, array: Ref) -> Vec<TraceLine> {
        match array {
            Ref::NULL => Vec::new(),
            // The field that has it is of type `Object`, and anybody may have written to it.
            _ if self.heap.class_of(array) != self.known().longs => Vec::new(),
            _ => {
                let words = (0..self.heap.len(array)).map(|i| self.heap.load(array, i));
                words
                    .filter(|&word| word != crate::refused::MARK)
                    .map(|word| TraceLine::unpack(word, &self.program))
                    .filter(|place| place.method != MethodId::NONE)
                    .collect()
            }
        }
    }

    /// The native method in which a thread waits that is not running.
    pub fn waits_in(&self, thread: ThreadId) -> Option<MethodId> {
        let t = &self.threads[thread];
        if matches!(t.state.status, ThreadStatus::Runnable | ThreadStatus::Ended | ThreadStatus::Locking(_)) {
            return None;
        }
        let frame = t.frames.last().filter(|f| f.pc != NOT_STARTED)?;
        let code = self.program.methods[frame.method].code()?;
        let (Op::CallDirect { call, .. }
        | Op::CallStatic { call, .. }
        | Op::CallSpecial { call, .. }
        | Op::CallVirtual { call, .. }) = *code.ops().get(frame.pc as usize)?
        else {
            return None;
        };
        let link = &code.calls[call.0 as usize];
        let target = if link.seen_method == MethodId::NONE { link.method } else { link.seen_method };
        matches!(self.program.methods[target].kind, MethodKind::Native(_)).then_some(target)
    }

    /// A native method is running.
    pub fn is_in_native(&self) -> bool {
        self.in_native.is_some()
    }

    /// Why the operation at a place found null, as a `NullPointerException` tells it.
    pub fn null_message(&self, place: TraceLine) -> Option<String> {
        let method = &self.program.methods[place.method];
        let file = self.program.classes[method.class].file.as_ref()?;
        verify::null_message(file, file.methods.get(usize::from(method.row?))?, place.bytecode?)
    }

    /// The source line of a place.
    pub fn line_of(&self, place: TraceLine) -> Option<u16> {
        let offset = place.bytecode?;
        let method = &self.program.methods[place.method];
        let file = self.program.classes[method.class].file.as_ref()?;
        let code = file.methods.get(usize::from(method.row?))?.code.as_ref()?;
        let before = code.lines.iter().filter(|(start, _)| u32::from(*start) <= offset);
        before.max_by_key(|(start, _)| *start).map(|(_, line)| *line)
    }

    /// `at pkg.Cls.method(File.java:42)`, without the `at`.
    pub fn describe(&self, place: TraceLine) -> String {
        let method = &self.program.methods[place.method];
        let class = &self.program.classes[method.class];
        let module = match class.loader {
            Loader::Boot => class.module().map(|m| format!("{m}/")).unwrap_or_default(),
            Loader::App => String::new(),
        };
        format!("{module}{}.{}({})", class.external_name(), method.name, self.position(place))
    }

    pub(crate) fn position(&self, place: TraceLine) -> String {
        let file = self.program.classes[self.program.methods[place.method].class].source_file();
        match (place.bytecode, file, self.line_of(place)) {
            (None, _, _) => "Native Method".to_string(),
            (_, Some(file), Some(line)) => format!("{file}:{line}"),
            (_, Some(file), None) => file.to_string(),
            (_, None, _) => "Unknown Source".to_string(),
        }
    }

    /// Where the user's own code is, for messages: the innermost line that is not the library's, or else the
    /// innermost place.
    pub fn user_position(&self, thread: ThreadId) -> String {
        let places = self.places(thread);
        let is_app =
            |p: &TraceLine| self.program.classes[self.program.methods[p.method].class].loader == Loader::App;
        let place = places.iter().find(|p| p.bytecode.is_some() && is_app(p)).or(places.first());
        place.map_or("the start of the thread".to_string(), |&p| self.position(p))
    }

    /// The whole stack of a thread, a line each.
    pub fn describe_stack(&self, thread: ThreadId) -> Vec<String> {
        self.places(thread).into_iter().map(|p| self.describe(p)).collect()
    }
}
