//! The ways to a structure: from the beginning, out of its form, or by its calls once more.

use crate::form;
use crate::judge::{self, stopped, trapped};
use crate::system::{Objects, Ran, unsupported};
use lts::{CompId, Outcome, Pool};
use vm::Ref;

/// How the machine comes back to a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// It is made out of its form; calls are undone.
    Undo,
    /// Its calls are made once more.
    Redo,
}

impl Objects {
    /// The base with the classes that calls need initialized, and the objects made.
    pub(crate) fn begin(&mut self) -> Result<(), Outcome> {
        self.settle_thread();
        self.machine.forget_changes();
        if std::mem::take(&mut self.is_stale) {
            if let Some(why) = self.entangled_initializers() {
                self.is_stale = true;
                return Err(unsupported(why));
            }
            self.machine.forget_path_to(None);
            self.machine.begin_epoch();
            for class in self.early.clone() {
                // One that cannot be initialized fails where it is needed.
                let _ = self.machine.initialize_now(self.main, class);
                self.settle_thread();
            }
            self.keep_constants();
            let _ = self.machine.deepen(0);
        }
        self.machine.forget_path();
        self.roots.clear();
        for at in 0..self.makers.len() {
            let made = self.calls.objects.iter().chain(&self.calls.twins).nth(at).cloned();
            let Some(made) = made else { continue };
            let mut words = Vec::new();
            for value in made.values.iter().filter(|value| value.is_passed()) {
                words.push(value.word(&mut self.machine, &self.roots).map_err(trapped)?);
            }
            let class = self.machine.program.classes[made.class].external_name();
            match self.run(self.makers[at], &words) {
                Ran::Returned(word) => self.roots.push(Ref(word as u32)),
                Ran::Threw(exception) => {
                    let finding = judge::thrown(&self.machine, &format!("new {class}"), exception);
                    return Err(Outcome::Violated(finding));
                }
                Ran::Stopped(stop) => return Err(stopped(stop)),
                Ran::Waits | Ran::Endless | Ran::Calls(_) => {
                    let what = format!("the constructor of {class} comes to no end");
                    return Err(unsupported(what));
                }
            }
        }
        self.look_at_base(crate::beside::MAKING)
    }

    /// The main thread has nothing to do.
    pub(crate) fn settle_thread(&mut self) {
        let idle = self.idle.clone();
        let thread = &mut self.machine.threads[self.main];
        thread.stamp = 0;
        thread.frames.clear();
        thread.state = idle;
        self.machine.counters = self.counters;
    }

    /// Makes the calls once more that lead to a structure.
    pub(crate) fn redo(&mut self, state: CompId) -> Result<(), Outcome> {
        let mut path = Vec::new();
        let mut at = state;
        while let Some(&(from, call)) = self.ways.get(&at).filter(|(from, _)| *from != at) {
            path.push(call);
            at = from;
        }
        // What is made once more was counted before.
        let tally = self.tally.clone();
        let done = self
            .begin()
            .and_then(|()| path.iter().rev().try_for_each(|&call| self.judged_call(call as usize)));
        self.tally = tally;
        done
    }

    /// Makes a structure out of its form.
    pub(crate) fn make(&mut self, form: &[u8]) -> Result<(), Outcome> {
        self.leave();
        let count = self.makers.len();
        self.roots = self.forms.make(&mut self.machine, form, count).map_err(unsupported)?;
        Ok(())
    }

    /// Nothing is left of what was made and called: the base alone.
    pub(crate) fn leave(&mut self) {
        self.settle_thread();
        self.machine.forget_path();
        // Nobody asks what was written since: it would be a list of all writes of the exploration.
        self.machine.forget_changes();
    }

    pub(crate) fn loaded(&mut self, pool: &dyn Pool, state: CompId) -> Result<(), Outcome> {
        let (mut words, mut bytes) = std::mem::take(&mut self.scratch);
        words.clear();
        match &self.names {
            None => {
                pool.words(state, &mut words);
            }
            Some(names) => names.form(state, &mut words),
        }
        let read = form::from_words(&words, &mut bytes);
        self.words.clone_from(&words);
        let made = match self.back {
            Back::Redo => self.redo(state),
            Back::Undo => read.map_err(unsupported).and_then(|()| self.make(&bytes)),
        };
        self.scratch = (words, bytes);
        made?;
        match (cfg!(debug_assertions) || self.back == Back::Redo) && self.has_other_form()? {
            true => Err(unsupported("calls that do not lead to the same structure each time".to_string())),
            false => Ok(()),
        }
    }
}
