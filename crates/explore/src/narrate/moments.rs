//! Moments: each line of the program's own code that a thread comes to, for whoever wants to stand there, as in a
//! debugger. Lines are noted for all of a path; how things stood is shown of those that were asked for.

use super::super::driver::Subject;
use super::Narrator;
use lts::{Moment, Picture, Watched};
use vm::TraceLine;
use vm::program::MethodId;
use vm::state::thread::{NOT_STARTED, ThreadId};

/// A path with more lines than this is watched up to here.
const MAX_MOMENTS: usize = 1_000_000;

/// What is noted while somebody watches.
#[derive(Default)]
pub(super) struct Moments {
    list: Vec<Moment>,
    /// The numbers of those that are to be shown, the next one last.
    wanted: Vec<usize>,
    pictures: Vec<Picture>,
    /// Where the last one was: the thread, how many frames it had, and the line.
    last: Option<(ThreadId, usize, MethodId, u16)>,
}

impl Moments {
    /// Shows those with these numbers, which ascend.
    pub fn showing(mut wanted: Vec<usize>) -> Moments {
        wanted.reverse();
        Moments { wanted, ..Moments::default() }
    }

    pub fn watched(self) -> Watched {
        Watched { moments: self.list, pictures: self.pictures }
    }
}

impl Narrator {
    pub(super) fn watch(&mut self, pictured: Vec<usize>) {
        // Those of scenes are not wanted beside.
        self.with_pictures = false;
        self.moments = Some(Moments::showing(pictured));
    }

    pub(super) fn watched(&mut self) -> Watched {
        self.moments.take().map_or_else(Watched::default, Moments::watched)
    }
}

impl Subject<'_> {
    /// The thread is about to do an operation: if that is of another line than the last one was, it is a moment.
    pub(super) fn note_moment(&mut self, thread: ThreadId) {
        let frames = &self.threads[thread].frames;
        let Some(&frame) = frames.last().filter(|frame| frame.pc != NOT_STARTED) else { return };
        if !self.is_users(frame.method) {
            return;
        }
        let code = self.program.methods[frame.method].code();
        let bytecode = code.and_then(|code| code.body().bytecode.get(frame.pc as usize).copied());
        let place = TraceLine { method: frame.method, bytecode: bytecode.map(u32::from) };
        let Some(line) = self.line_of(place) else { return };
        let here = (thread, frames.len(), frame.method, line);
        let depth = frames.iter().filter(|frame| self.is_users(frame.method)).count();
        let spot = match &self.driver.narrator.moments {
            Some(moments) if moments.last != Some(here) && moments.list.len() < MAX_MOMENTS => {
                self.spot_of(place)
            }
            _ => return,
        };
        let Some(moments) = &mut self.driver.narrator.moments else { return };
        moments.last = Some(here);
        moments.list.push(Moment { actor: thread.0, spot, depth });
        let is_wanted = moments.wanted.last() == Some(&(moments.list.len() - 1));
        if is_wanted {
            moments.wanted.pop();
            let picture = self.picture();
            if let Some(moments) = &mut self.driver.narrator.moments {
                moments.pictures.push(picture);
            }
        }
    }
}
