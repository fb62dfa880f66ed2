//! One conversation with an editor: where on the path it stands, what it stops at, and how it moves.

use crate::launch::Launch;
use crate::protocol::{Incoming, Outbox, write_message};
use crate::shown::{self, Opened};
use lts::{Moment, Picture, Spot};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// A path whose moments can be looked at in any order.
pub trait Tape {
    /// Every line that an actor comes to, in the order of the path.
    fn moments(&self) -> &[Moment];
    /// How things stand at a moment; behind the last one, at the end of the path.
    fn picture(&mut self, number: usize) -> &Picture;
    /// These will be looked at soon.
    fn prepare(&mut self, _numbers: &[usize]) {}
    /// What the path ends with.
    fn ending(&self) -> &str;
    /// Who takes its last step, which need not come to a line.
    fn last_actor(&self) -> Option<u32>;
    /// The file that a place is in, by its whole name.
    fn source(&self, spot: &Spot) -> Option<String>;
}

/// Opens the path that the arguments of `launch` or `attach` name. An error is told to the user.
pub type Opener<'a> = &'a mut dyn FnMut(&Launch) -> Result<Box<dyn Tape>, String>;

/// Where the user wants to stop.
#[derive(Clone, Debug)]
pub(crate) struct Breakpoint {
    pub line: u32,
    pub condition: Option<String>,
}

pub(crate) struct Session {
    pub tape: Box<dyn Tape>,
    /// The moment at which it stands; behind the last one it is the end.
    pub at: usize,
    /// By the name of the file.
    pub breakpoints: BTreeMap<String, Vec<Breakpoint>>,
    /// What numbers for variables stand for, until somebody moves.
    pub opened: Vec<Opened>,
}

/// Talks until the other side has enough.
///
/// # Errors
/// What comes is no message, or nobody listens any more.
pub fn serve(input: impl BufRead, mut output: impl Write, open: Opener<'_>) -> io::Result<()> {
    let mut reader = Incoming::new(input);
    let mut outbox = Outbox::default();
    let mut session: Option<Session> = None;
    while let Some(request) = reader.next_message()? {
        let goes_on = answer(&mut session, &request, &mut outbox, open);
        for message in outbox.messages.drain(..) {
            write_message(&mut output, &message)?;
        }
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Answers one request. False if it was the last one.
fn answer(session: &mut Option<Session>, request: &Value, outbox: &mut Outbox, open: Opener<'_>) -> bool {
    let arguments = &request["arguments"];
    match (request["command"].as_str().unwrap_or_default(), session) {
        ("initialize", _) => outbox.response(request, Ok(capabilities())),
        ("launch" | "attach", session) => match Launch::read(arguments).and_then(|launch| open(&launch)) {
            Ok(tape) => {
                *session = Some(Session { tape, at: 0, breakpoints: BTreeMap::new(), opened: Vec::new() });
                outbox.response(request, Ok(json!({})));
                outbox.event("initialized", json!({}));
            }
            Err(what) => outbox.response(request, Err(what)),
        },
        ("disconnect" | "terminate", session) => {
            outbox.response(request, Ok(json!({})));
            if session.take().is_some() {
                outbox.event("terminated", json!({}));
            }
            return request["command"] != "disconnect";
        }
        (command, Some(session)) => {
            let result = session.perform(command, arguments);
            outbox.response(request, result.map(|done| done.body));
            if let Some(stop) = session.stop_for(command) {
                outbox.event("stopped", stop);
            }
        }
        (command, None) => {
            let what = format!("{command}: there is no path yet; launch with a replay string first");
            outbox.response(request, Err(what));
        }
    }
    true
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsConditionalBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "supportsSteppingGranularity": true,
    })
}

/// What a request came to.
pub(crate) struct Performed {
    pub body: Value,
}

/// In which direction to look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    On,
    Back,
}

impl Session {
    /// The number behind the last moment: the end.
    pub fn end(&self) -> usize {
        self.tape.moments().len()
    }

    /// Who acts here; at the end, who acted last.
    pub fn actor_here(&self) -> u32 {
        let here = self.tape.moments().get(self.at).map(|moment| moment.actor);
        here.or_else(|| self.tape.last_actor()).unwrap_or(0)
    }

    pub fn move_to(&mut self, at: usize) {
        self.at = at.min(self.end());
        self.opened.clear();
    }

    /// The next moment in this direction that `wants` accepts, or at which a breakpoint is.
    pub fn seek(&mut self, way: Direction, wants: impl Fn(&Moment) -> bool) -> usize {
        let numbers: Vec<usize> = match way {
            Direction::On => (self.at + 1..self.end()).collect(),
            Direction::Back => (0..self.at.min(self.end())).rev().collect(),
        };
        for number in numbers {
            let moment = &self.tape.moments()[number];
            if wants(moment) || self.is_broken_at(number) {
                return number;
            }
        }
        if way == Direction::On { self.end() } else { 0 }
    }

    /// A breakpoint stops at this moment.
    pub fn is_broken_at(&mut self, number: usize) -> bool {
        let Some(moment) = self.tape.moments().get(number) else { return false };
        let (actor, line) = (moment.actor, moment.spot.line);
        let Some(here) = self.breakpoints.get(&moment.spot.file) else { return false };
        let here: Vec<Breakpoint> = here.iter().filter(|point| point.line == line).cloned().collect();
        here.iter().any(|point| match &point.condition {
            None => true,
            Some(condition) => {
                let value = shown::evaluate(self.tape.picture(number), actor, 0, condition);
                // A condition that means nothing here stops: better once too often than never.
                !matches!(value.as_deref(), Ok("false"))
            }
        })
    }

    /// What is told when a request has moved to another moment.
    fn stop_for(&mut self, command: &str) -> Option<Value> {
        let is_end = self.at == self.end();
        let reason = match command {
            "configurationDone" => "entry",
            _ if MOVES.contains(&command) && is_end => "exception",
            "continue" | "reverseContinue" if self.is_broken_at(self.at) => "breakpoint",
            "pause" => "pause",
            _ if MOVES.contains(&command) => "step",
            _ => return None,
        };
        let mut body = json!({
            "reason": reason, "threadId": thread_id(self.actor_here()), "allThreadsStopped": true,
            "preserveFocusHint": false,
        });
        if is_end {
            body["text"] = self.tape.ending().into();
            body["description"] = "the end of the path".into();
        }
        Some(body)
    }
}

/// Requests that go to another moment.
pub(crate) const MOVES: [&str; 6] = ["continue", "reverseContinue", "next", "stepIn", "stepOut", "stepBack"];

/// Editors may take 0 for no thread.
pub(crate) fn thread_id(actor: u32) -> u64 {
    u64::from(actor) + 1
}

pub(crate) fn actor_of(id: &Value) -> Option<u32> {
    id.as_u64().and_then(|id| u32::try_from(id.checked_sub(1)?).ok())
}
