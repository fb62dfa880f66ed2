//! What keeps a thread from going on, in words: whose lock, how many permits, which task.

use super::super::driver::Subject;
use lts::Act;
use vm::program::statics;
use vm::state::monitor::Lock;
use vm::state::thread::{ThreadId, ThreadStatus};

/// What keeps a thread from going on.
pub(super) struct Obstacle {
    pub act: Act,
    pub text: String,
    pub wants: Option<String>,
    pub held_by: Option<ThreadId>,
}

impl Subject<'_> {
    /// The thread stopped in the middle of an operation.
    pub(super) fn note_obstacle(&mut self, thread: ThreadId) {
        let Some(obstacle) = self.obstacle(thread) else { return };
        if obstacle.act == Act::BLOCKED {
            self.take_back(thread);
        } else if let Some(progress) = self.driver.narrator.progress.get_mut(&thread) {
            progress.pending.clear();
        }
        // Waiting in a loop of the library is told once.
        let mut before = self.driver.narrator.entries.iter().rev().filter_map(|entry| entry.scene.as_ref());
        let is_told = before.find(|scene| scene.actor == thread.0).is_some_and(|s| s.what == obstacle.text);
        if !is_told {
            self.attest(thread, obstacle.text.clone());
            self.note(thread, obstacle.act, obstacle.wants.unwrap_or_default(), obstacle.text);
        }
    }

    /// Why a thread does not go on; nothing if it could.
    pub(super) fn obstacle(&mut self, thread: ThreadId) -> Option<Obstacle> {
        let plain = |act, text: &str| Obstacle { act, text: text.to_string(), wants: None, held_by: None };
        Some(match self.threads[thread].state.status {
            ThreadStatus::Runnable | ThreadStatus::Ended => return None,
            ThreadStatus::Locking(on) | ThreadStatus::Relocking(on) => {
                let holder = Lock::decode(self.heap.lock(on)).map(|lock| lock.owner);
                let wants = self.name_object(on);
                self.waits_for(wants, holder)
            }
            ThreadStatus::Waiting { on, .. }
                if self.program.is_subclass(self.heap.class_of(on), self.known().thread) =>
            {
                let name = self.name_of_thread(on);
                let text = format!("waits for {name} to end");
                Obstacle { act: Act::BLOCKED, text, wants: Some(name), held_by: self.thread_of(on) }
            }
            ThreadStatus::Waiting { on, .. } if self.is_kernel(on) => {
                let what = self.kernel_wait(on).unwrap_or_default();
                plain(Act::WAIT, &format!("waits for {what}"))
            }
            ThreadStatus::Waiting { on, .. } => {
                let name = self.name_object(on);
                let text = format!("waits to be notified on {name}");
                Obstacle { act: Act::WAIT, text, wants: Some(name), held_by: None }
            }
            ThreadStatus::Sleeping { .. } => plain(Act::WAIT, "sleeps"),
            ThreadStatus::Parked { .. } => self.parked(thread),
            ThreadStatus::Initializing(class) => {
                let record = self.program.classes[class].statics;
                let number = self.heap.get32(record, statics::THREAD);
                let holder = self.threads.iter().map(|(id, _)| id).find(|id| id.0 == number);
                let name = format!("the initialization of {}", self.simple_name(class));
                self.waits_for(name, holder)
            }
        })
    }

    /// Who has something: one that has ended will not give it back.
    pub(super) fn holder_label(&self, holder: ThreadId) -> String {
        let has_ended = self.threads[holder].state.status == ThreadStatus::Ended;
        format!("{}{}", self.thread_label(holder), if has_ended { ", which has ended" } else { "" })
    }

    pub(super) fn waits_for(&self, wants: String, holder: Option<ThreadId>) -> Obstacle {
        let held = holder.map_or(String::new(), |owner| format!(" (held by {})", self.holder_label(owner)));
        let text = format!("waits for {wants}{held}");
        Obstacle { act: Act::BLOCKED, text, wants: Some(wants), held_by: holder }
    }

    /// A thread that is parked waits for what the user's code has called.
    fn parked(&mut self, thread: ThreadId) -> Obstacle {
        match self.open_call(thread).cloned() {
            Some(call) if !self.program.methods[call.method].is_static() => {
                self.waits_in(thread, &call).unwrap_or_else(|| {
                    let name = self.name_object(call.receiver());
                    waits(format!("waits in {name}.{}", self.program.methods[call.method].name), name, None)
                })
            }
            _ => self.idle(thread).unwrap_or_else(|| Obstacle {
                act: Act::WAIT,
                text: "is parked".to_string(),
                wants: None,
                held_by: None,
            }),
        }
    }
}

/// Waiting for something of which nobody can say who has it, or for something that a thread has to do.
pub(super) fn waits(text: String, wants: String, held_by: Option<ThreadId>) -> Obstacle {
    Obstacle { act: Act::WAIT, text, wants: Some(wants), held_by }
}
