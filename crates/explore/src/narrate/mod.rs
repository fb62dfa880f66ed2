//! Telling what happens along a path, as the user's own code says it: with names, values, locks and who holds
//! them.
//!
//! While somebody listens, the loop over operations shows each operation here before it is done. An operation
//! that ends its step instead (others can see it, it cannot be done yet, it asks for a value) is shown again
//! when it is tried again; what was noted of the first try is then taken back. What the class library does on
//! behalf of the user's code is told as the user's call: where it begins to be seen and where it returns, which is
//! one scene if nothing happens in between. No scene claims what has not happened yet; [`witness`] compares.

mod calls;
mod changes;
mod contents;
mod inner;
mod locals;
mod moments;
mod names;
mod observe;
mod obstacle;
mod offsets;
mod parts;
mod picture;
mod references;
mod synchronizers;
mod witness;

use super::driver::Subject;
use super::system::Explorer;
use base::{FastMap, FastSet};
use calls::OpenCall;
use lts::{Account, Act, Coverage, Depth, Grain, Listen, Narrate, Picture, Scene, Spot, Turn, Watched};
use moments::Moments;
use names::ObjectNames;
use parts::ScenePart;
use vm::program::{Class, FieldId, Loader, MethodId};
use vm::state::heap::Ref;
use vm::state::thread::{Frame, NOT_STARTED, ThreadId};
use vm::{Pause, TraceLine};
use witness::Witness;

/// Test frameworks, the interfaces to ourselves and classes that the library makes: the class loader of the
/// program has them, and they are nobody's program.
const FRAMEWORKS: [&str; 9] = [
    "jaywalk/runner/",
    "jaywalk/Verify",
    "gov/nasa/jpf/vm/Verify",
    "org/sosy_lab/sv_benchmarks/Verifier",
    "org/junit/",
    "junit/framework/",
    "org/hamcrest/",
    "org/opentest4j/",
    "jdk/proxy",
];

/// A class of the user's own program.
pub(super) fn is_own(class: &Class) -> bool {
    let name = class.name.as_str();
    class.loader == Loader::App
        && !name.ends_with(vm::unit::HOOKS)
        && !FRAMEWORKS.iter().any(|package| name.starts_with(package))
}

/// What has been noted so far, and what is needed to note more.
#[derive(Default)]
pub(crate) struct Narrator {
    names: ObjectNames,
    entries: Vec<SceneEntry>,
    turns: Vec<Turn>,
    progress: FastMap<ThreadId, Progress>,
    /// Fields that the program writes elsewhere than in constructors: reading others tells nothing.
    changing: FastSet<FieldId>,
    with_pictures: bool,
    /// Steps since somebody listens.
    steps: u32,
    /// Scenes of the present step.
    in_step: usize,
    /// How much is told of what the library does.
    depth: Depth,
    /// Accesses of the library so far, and which of them are told: those that were chosen when scenes were taken.
    accesses: usize,
    chosen: Option<FastSet<usize>>,
    /// Threads whose start has been told, and whether there are more.
    threads: usize,
    has_started: bool,
    /// Calls so far.
    calls: u32,
    /// Permits of semaphores that threads have taken, less those that they have given back.
    permits: FastMap<(Ref, ThreadId), i64>,
    /// What really happens, if that is compared, and what came of the last comparison.
    witness: Option<Box<Witness>>,
    refuted: Option<String>,
    /// Lines that threads come to, while somebody watches.
    moments: Option<Moments>,
}

impl Narrator {
    /// A step begins.
    pub fn step_begins(&mut self) {
        self.steps += 1;
    }

    /// There are more threads than there were.
    pub fn threads_started(&mut self) {
        self.has_started = true;
    }
}

/// A thread that spins can do one thing a million times in a step. Of what comes after so many scenes, only
/// the last is kept.
const MAX_IN_STEP: usize = 1000;

/// A scene, or nothing if it was taken back.
struct SceneEntry {
    scene: Option<Scene>,
    picture: Option<Picture>,
    part: ScenePart,
}

/// What a thread is at.
#[derive(Default)]
struct Progress {
    /// The scenes of the operation that was shown last, as long as it may not have been done.
    pending: Vec<usize>,
    /// Calls from the user's code into the library that have not returned, outermost first.
    calls: Vec<OpenCall>,
    /// The depth of the frame of a task that the library has given to the thread.
    task: Option<usize>,
    /// What was thrown last.
    thrown: String,
}

impl Narrate for Explorer {
    fn listen(&mut self, how: Listen) {
        self.driver.gate.narrating = how != Listen::Off;
        let names = match how {
            Listen::Scenes => ObjectNames::default(),
            Listen::Pictures | Listen::Off => std::mem::take(&mut self.driver.narrator.names),
        };
        let changing = if how == Listen::Off { FastSet::default() } else { self.subject().changing_fields() };
        let threads = self.machine.threads.len();
        let was = std::mem::take(&mut self.driver.narrator);
        // Pictures take long: they are made of the scenes that were chosen when nothing but scenes was noted.
        let chosen = was.chosen.filter(|_| how == Listen::Pictures);
        let witness = was.witness.map(|_| Box::default());
        self.driver.narrator = Narrator {
            names,
            changing,
            with_pictures: how == Listen::Pictures,
            depth: was.depth,
            chosen,
            threads,
            witness,
            refuted: was.refuted,
            ..Narrator::default()
        };
    }

    fn take(&mut self) -> Account {
        self.subject().take_account()
    }

    fn picture(&mut self) -> Picture {
        self.subject().picture()
    }

    fn watch(&mut self, pictured: Vec<usize>) {
        self.driver.narrator.watch(pictured);
    }

    fn watched(&mut self) -> Watched {
        self.driver.narrator.watched()
    }

    fn actor(&self, actor: u32) -> String {
        self.machine.thread_label(ThreadId(actor))
    }

    fn set_depth(&mut self, depth: Depth) {
        self.driver.narrator.depth = depth;
    }

    fn set_witness(&mut self, is_there: bool) {
        self.driver.narrator.witness = is_there.then(Box::default);
    }

    fn refuted(&mut self) -> Option<String> {
        self.driver.narrator.refuted.take()
    }

    fn set_grain(&mut self, grain: Grain) -> Grain {
        let gate = &mut self.driver.gate;
        let was = match (gate.plain, gate.alone, gate.counted) {
            (_, _, Some(finest)) => Grain::Counted { finest },
            (_, true, None) => Grain::Finest,
            (true, false, None) => Grain::Fine,
            (false, false, None) => Grain::Search,
        };
        (gate.counted, gate.plain, gate.alone) = match grain {
            Grain::Counted { finest } => (Some(finest), gate.plain, gate.alone),
            Grain::Search => (None, false, false),
            Grain::Fine => (None, true, false),
            Grain::Finest => (None, true, true),
        };
        was
    }

    fn waiting(&self, out: &mut Vec<u32>) {
        let machine = &self.machine;
        let waits = |id: &ThreadId| {
            let thread = &machine.threads[*id];
            let is_missed = !thread.state.daemon && !machine.is_enabled(*id) && !machine.is_timed(*id);
            thread.alive() && (is_missed || self.is_overdue(*id))
        };
        out.extend(machine.threads.iter().map(|(id, _)| id).filter(waits).map(|id| id.0));
    }

    fn coverage(&self) -> Coverage {
        self.covered()
    }
}

impl Explorer {
    /// A step of this thread begins.
    pub(super) fn tell(&mut self, thread: ThreadId) {
        let mut subject = self.subject();
        subject.driver.narrator.in_step = 0;
        if subject.threads[thread].state.at_visible {
            subject.take_back(thread);
        }
        subject.attest_step(thread);
        let last = subject.driver.narrator.turns.last().map(|turn| ThreadId(turn.actor));
        if last != Some(thread) {
            let preempts = last.is_some_and(|last| subject.is_enabled(last));
            subject.driver.narrator.turns.push(Turn { actor: thread.0, preempts });
        }
    }

    /// A step of this thread has ended.
    pub(super) fn tell_pause(&mut self, thread: ThreadId, pause: &Pause) {
        match pause {
            Pause::Blocked => self.tell_blocked(thread),
            Pause::Ended => self.tell_ended(thread),
            _ => {}
        }
    }

    /// The thread could not do its operation, or waits in the middle of it.
    fn tell_blocked(&mut self, thread: ThreadId) {
        let mut subject = self.subject();
        subject.note_starts(thread);
        subject.note_obstacle(thread);
    }

    /// The thread has come to its end.
    fn tell_ended(&mut self, thread: ThreadId) {
        let mut subject = self.subject();
        subject.note_starts(thread);
        subject.note_end_of_task(thread);
        subject.attest_end(thread);
        subject.note(thread, Act::END, String::new(), "ends".to_string());
    }
}

impl Subject<'_> {
    fn take_account(&mut self) -> Account {
        let threads: Vec<ThreadId> = self.driver.narrator.progress.keys().copied().collect();
        for thread in threads {
            if self.threads[thread].state.at_visible {
                self.take_back(thread);
            }
        }
        if let Some(turn) = self.driver.narrator.turns.last().copied() {
            self.note_starts(ThreadId(turn.actor));
        }
        self.finish_picture();
        let narrator = &mut self.driver.narrator;
        if !narrator.with_pictures {
            narrator.chosen = Some(parts::choose(&mut narrator.entries, &narrator.turns, narrator.depth));
        }
        let mut entries = parts::join(std::mem::take(&mut narrator.entries));
        for (scene, _) in &mut entries {
            narrator.names.settle(&mut scene.what);
            narrator.names.settle(&mut scene.object);
        }
        let (turns, steps) = (std::mem::take(&mut narrator.turns), std::mem::take(&mut narrator.steps));
        let mut account = Account { turns, steps, ..Account::default() };
        for (scene, picture) in entries {
            account.scenes.push(scene);
            account.pictures.extend(picture);
        }
        narrator.progress.clear();
        self.compare_with_witness(&account);
        account
    }

    /// Notes something that happens now. Its number is for taking it back.
    fn note(&mut self, thread: ThreadId, act: Act, object: String, what: String) -> usize {
        let spot = self.spot(thread);
        self.note_at(thread, spot, act, object, what)
    }

    fn note_at(
        &mut self,
        thread: ThreadId,
        spot: Option<Spot>,
        act: Act,
        object: String,
        what: String,
    ) -> usize {
        self.note_part(thread, spot, act, object, what, ScenePart::Whole)
    }

    fn note_part(
        &mut self,
        thread: ThreadId,
        spot: Option<Spot>,
        act: Act,
        object: String,
        what: String,
        part: ScenePart,
    ) -> usize {
        self.finish_picture();
        let turn = self.driver.narrator.turns.len().saturating_sub(1) as u32;
        self.driver.narrator.in_step += 1;
        let step = self.driver.narrator.steps.saturating_sub(1);
        let mut scene = Scene { actor: thread.0, act, what, object, spot, turn, step };
        if self.driver.narrator.in_step > MAX_IN_STEP {
            self.driver.narrator.entries.pop();
            scene.what += " (after more than is told here)";
        }
        self.driver.narrator.entries.push(SceneEntry { scene: Some(scene), picture: None, part });
        self.driver.narrator.entries.len() - 1
    }

    /// How things stand before the next scene is how they stand after the last one.
    fn finish_picture(&mut self) {
        if !self.driver.narrator.with_pictures || self.driver.narrator.entries.is_empty() {
            return;
        }
        let picture = self.picture();
        if let Some(last) = self.driver.narrator.entries.iter_mut().rev().find(|entry| entry.scene.is_some())
        {
            last.picture = Some(picture);
        }
    }

    /// What was noted of the thread's operation has not happened.
    fn take_back(&mut self, thread: ThreadId) {
        let narrator = &mut self.driver.narrator;
        let Some(progress) = narrator.progress.get_mut(&thread) else { return };
        for index in std::mem::take(&mut progress.pending) {
            narrator.entries[index].scene = None;
            for call in progress.calls.iter_mut().filter(|call| call.scene == Some(index)) {
                call.scene = None;
            }
        }
    }

    /// There are threads beside the first, or have been: what one does may explain what another does.
    fn is_told(&self) -> bool {
        self.driver.gate.several || self.threads.len() > 1
    }

    /// Threads that have been started since somebody looked.
    fn note_starts(&mut self, thread: ThreadId) {
        if !std::mem::take(&mut self.driver.narrator.has_started) {
            return;
        }
        let all = self.threads.len();
        let known = std::mem::replace(&mut self.driver.narrator.threads, all);
        let call = self.driver.narrator.progress.get(&thread).and_then(|progress| progress.calls.last());
        let call = call.filter(|call| !call.is_start()).map(|call| call.serial);
        if call.is_some() {
            self.note_call(thread, true);
        }
        for started in known..all {
            let name = self.thread_label(ThreadId(started as u32));
            self.attest(thread, format!("start {name}"));
            let spot = self.spot(thread);
            let part = call.map_or(ScenePart::Whole, ScenePart::Start);
            self.note_part(thread, spot, Act::START, String::new(), format!("start {name}"), part);
        }
    }

    pub(crate) fn is_users(&self, method: MethodId) -> bool {
        let method = &self.program.methods[method];
        !method.hidden && is_own(&self.program.classes[method.class])
    }

    /// The number of frames up to the innermost one of the user's code; 0 if there is none.
    fn users_depth(&self, thread: ThreadId) -> usize {
        let frames = &self.threads[thread].frames;
        let is_users = |f: &Frame| self.is_users(f.method) || self.is_reference(f.method);
        frames.iter().rposition(|f| f.pc != NOT_STARTED && is_users(f)).map_or(0, |i| i + 1)
    }

    /// Where the user's own code is.
    fn spot(&self, thread: ThreadId) -> Option<Spot> {
        let innermost =
            self.users_depth(thread).checked_sub(1).map(|i| self.threads[thread].frames[i].method);
        if let Some(reference) = innermost.filter(|&method| self.is_reference(method)) {
            return self.place_of_reference(reference).map(|place| self.spot_of(place));
        }
        self.places(thread).into_iter().find(|place| self.is_users(place.method)).map(|p| self.spot_of(p))
    }

    fn spot_of(&self, place: TraceLine) -> Spot {
        let method = &self.program.methods[place.method];
        let class = &self.program.classes[method.class];
        let unit = class.external_name();
        let folder = unit.rsplit_once('.').map_or(String::new(), |(package, _)| package.replace('.', "/"));
        Spot {
            unit,
            procedure: method.name.to_string(),
            folder,
            file: class.source_file().map_or(String::new(), |file| file.to_string()),
            line: self.line_of(place).map_or(0, u32::from),
        }
    }
}
