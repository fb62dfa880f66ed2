//! What happens, in words: messages that go from process to process, and what processes do between them.

use crate::machine::{Machine, Watch};
use crate::syntax::{Expr, Op, Pattern, Scalar, Slot, VarRef};
use crate::system::Model;
use crate::trail::Trail;
use base::FastMap;
use lts::{
    Account, Act, ActorView, Choice, Coverage, Listen, Narrate, ObjectView, Outcome, Picture, Scene, Spot,
    Turn,
};

const SEND: Act = Act::named("send");
const RECEIVE: Act = Act::named("receive");
const CHECK: Act = Act::named("check");

#[derive(Default)]
pub(crate) struct Teller {
    how: Option<Listen>,
    account: Account,
    /// What processes are called that have done something, by their numbers: at the end they may be gone.
    names: FastMap<usize, String>,
}

impl Teller {
    pub(crate) fn is_on(&self) -> bool {
        self.how.is_some()
    }

    pub(crate) fn restart(&mut self) {
        self.account = Account::default();
    }

    pub(crate) fn listen(&mut self, model: &mut Model, choice: Choice) -> Outcome {
        self.account.steps += 1;
        let trail = model.trail.clone();
        let mut notes = NoteTaker { account: &mut self.account, names: &mut self.names, trail };
        let outcome = model.step_watched(choice, &mut notes);
        if self.how == Some(Listen::Pictures) {
            let picture = picture(&model.machine);
            self.account.pictures.resize(self.account.scenes.len(), picture);
        }
        outcome
    }
}

struct NoteTaker<'a> {
    account: &'a mut Account,
    names: &'a mut FastMap<usize, String>,
    trail: Trail,
}

impl NoteTaker<'_> {
    fn add(&mut self, actor: usize, act: Act, what: String, object: String, spot: Spot) {
        let actor = actor as u32;
        if self.account.turns.last().is_none_or(|turn| turn.actor != actor) {
            self.account.turns.push(Turn { actor, preempts: false });
        }
        let turn = self.account.turns.len() as u32 - 1;
        let step = self.account.last_step();
        self.account.scenes.push(Scene { actor, act, what, object, spot: Some(spot), turn, step });
    }
}

impl Watch for NoteTaker<'_> {
    fn about_to(
        &mut self,
        machine: &Machine,
        pid: usize,
        statement: usize,
        receiver: Option<(usize, usize)>,
    ) {
        let number = |pid: usize, statement: usize| {
            let process = &machine.program.processes[machine.proctype(pid)];
            let is_inner = process.automat.within[statement] > 0;
            (!is_inner).then_some(process.first + statement as u32)
        };
        // To SPIN, a deterministic step that begins with a message is one statement.
        let outer = |(pid, statement): (usize, usize)| {
            let within = machine.program.processes[machine.proctype(pid)].automat.within[statement];
            (pid, within.checked_sub(1).map_or(statement, |outer| outer as usize))
        };
        for (pid, statement) in [(pid, statement)].into_iter().chain(receiver.map(outer)) {
            let process = &machine.program.processes[machine.proctype(pid)];
            self.names.insert(pid, format!("{} {pid}", process.name));
            if let Some(number) = number(pid, statement) {
                self.trail.add(pid, number);
            }
        }
        let (what, act, object) = told(machine, pid, statement);
        if what.is_empty() {
            return;
        }
        self.add(pid, act, what, object.clone(), spot(machine, pid, statement));
        if let Some((other, received)) = receiver {
            let process = &machine.program.processes[machine.proctype(other)];
            let what = process.automat.statements[received].text.to_string();
            self.add(other, RECEIVE, what, object, spot(machine, other, received));
        }
    }
}

fn spot(machine: &Machine, pid: usize, statement: usize) -> Spot {
    let program = &machine.program;
    let process = &program.processes[machine.proctype(pid)];
    let pos = process.automat.statements[statement].pos;
    let path = program.sources.name(pos).replace('\\', "/");
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", &path));
    Spot {
        unit: file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_string(),
        procedure: process.name.to_string(),
        folder: folder.to_string(),
        file: file.to_string(),
        line: pos.line,
    }
}

/// A statement in words, with values.
fn told(machine: &Machine, pid: usize, number: usize) -> (String, Act, String) {
    let process = &machine.program.processes[machine.proctype(pid)];
    let statement = &process.automat.statements[number];
    let text = statement.text.to_string();
    match &statement.op {
        Op::Else => ("else".to_string(), CHECK, String::new()),
        // What is not written as a statement is none: jumps, and where alternatives meet.
        Op::Skip if ["skip", "true", "1"].contains(&&*text) => (text, CHECK, String::new()),
        Op::Skip | Op::DStep(_) | Op::Event { .. } => (String::new(), CHECK, String::new()),
        Op::Condition(Expr::Run { .. }) => (text, Act::START, String::new()),
        Op::Condition(_) | Op::Assert(_) => (text, CHECK, String::new()),
        Op::Assign(_, expr) => {
            let value = machine.shown(expr, pid);
            let what = match expr {
                Expr::Const(_) | Expr::Run { .. } => text,
                _ => format!("{text}  [{value}]"),
            };
            (what, Act::WRITE, String::new())
        }
        Op::Send { chan, arguments, .. } => {
            let values: Vec<i32> = arguments.iter().map(|argument| machine.peek(argument, pid)).collect();
            let values = match machine.chan_of(chan, pid) {
                Some(chan) => machine.message_sent(machine.messages(chan).0, &values),
                None => Vec::new(),
            };
            let (chan, values) = (machine.chan_named(chan, pid), values.join(", "));
            (format!("{text}  [send {values} to {chan}]"), SEND, format!("{chan}: {values}"))
        }
        Op::Receive { chan, patterns, is_random, keeps } => {
            let name = machine.chan_named(chan, pid);
            let Some(values) = machine.received(chan, patterns, *is_random, pid) else {
                return (text, RECEIVE, String::new());
            };
            let values = values.join(", ");
            match keeps {
                true => (format!("{text}  [look at {values} in {name}]"), CHECK, String::new()),
                false => {
                    (format!("{text}  [receive {values} from {name}]"), RECEIVE, format!("{name}: {values}"))
                }
            }
        }
        Op::Print { format, arguments } => {
            (format!("prints {:?}", machine.printed(format, arguments, pid)), Act::OUTPUT, String::new())
        }
        Op::End => ("ends".to_string(), Act::END, String::new()),
    }
}

impl Machine {
    fn named_value(&self, value: i32, scalar: Scalar, names: u32) -> String {
        let known = self.program.mtypes.get(names as usize);
        let name = known.and_then(|names| names.get((value as usize).wrapping_sub(1)));
        match (scalar, name) {
            (Scalar::Mtype, Some(name)) => name.to_string(),
            _ => value.to_string(),
        }
    }

    /// The value of an expression, by its name if it has one.
    pub(crate) fn shown(&self, expr: &Expr, pid: usize) -> String {
        let value = self.peek(expr, pid);
        let is_named = matches!(expr, Expr::Load(place) if place.scalar == Scalar::Mtype);
        self.named_value(value, if is_named { Scalar::Mtype } else { Scalar::Int }, 0)
    }

    fn message_shown(&self, kind: usize, message: &[i32]) -> Vec<String> {
        let fields = &self.program.chans[kind].fields;
        message.iter().zip(fields).map(|(&value, &scalar)| self.named_value(value, scalar, 0)).collect()
    }

    fn chan_of(&self, chan: &VarRef, pid: usize) -> Option<usize> {
        let chan = usize::try_from(self.peek(&Expr::Load(chan.clone()), pid) - 1).ok()?;
        (chan < self.chan_count()).then_some(chan)
    }

    /// The channel by the name of a variable of the system that holds it, if there is one.
    fn chan_named(&self, chan: &VarRef, pid: usize) -> String {
        self.chan_of(chan, pid).map_or_else(String::new, |chan| self.chan_name(chan))
    }

    /// The name of the first variable that holds a channel: of the system, or else of a process.
    fn chan_name(&self, chan: usize) -> String {
        let number = chan as i32 + 1;
        let is_it = |slot: &&Slot, pid| slot.scalar == Scalar::Chan && self.value(pid, slot.base) == number;
        if let Some(slot) = self.program.slots.iter().find(|slot| is_it(slot, None)) {
            return slot.name.clone();
        }
        let own = (0..self.count()).find_map(|pid| {
            let process = &self.program.processes[self.proctype(pid)];
            let slot = process.slots.iter().find(|slot| is_it(slot, Some(pid)))?;
            Some(format!("{} of {} {pid}", slot.name, process.name))
        });
        own.unwrap_or_else(|| format!("channel {number}"))
    }

    /// A value as it is shown: a channel by its name, an mtype by its own.
    fn slot_shown(&self, slot: &Slot, value: i32) -> String {
        match (slot.scalar, usize::try_from(value - 1)) {
            (Scalar::Chan, Ok(chan)) if chan < self.chan_count() => self.chan_name(chan),
            (Scalar::Chan, _) => "none".to_string(),
            _ => self.named_value(value, slot.scalar, slot.names),
        }
    }

    /// The message that is received.
    fn received(
        &self,
        chan: &VarRef,
        patterns: &[Pattern],
        is_random: bool,
        pid: usize,
    ) -> Option<Vec<String>> {
        let chan = self.chan_of(chan, pid)?;
        let slot = self.matches(chan, patterns, is_random, pid)?;
        let (kind, messages) = self.messages(chan);
        messages.get(slot).map(|message| self.message_shown(kind, message))
    }

    /// The message as the channel will have it.
    fn message_sent(&self, kind: usize, values: &[i32]) -> Vec<String> {
        let fields = &self.program.chans[kind].fields;
        let message: Vec<i32> =
            values.iter().zip(fields).map(|(&value, scalar)| scalar.clip(value)).collect();
        self.message_shown(kind, &message)
    }

    /// What `printf` prints.
    pub fn printed(&self, format: &str, arguments: &[Expr], pid: usize) -> String {
        let mut out = String::new();
        let mut arguments = arguments.iter();
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some('n') => out.push('\n'),
                    Some('t') => out.push('\t'),
                    Some(other) => out.push(other),
                    None => out.push('\\'),
                },
                '%' => {
                    let kind = chars.by_ref().find(|c| !c.is_ascii_digit() && *c != '-').unwrap_or('%');
                    if kind == '%' {
                        out.push('%');
                        continue;
                    }
                    let Some(argument) = arguments.next() else { continue };
                    let value = self.peek(argument, pid);
                    match kind {
                        'c' => out.push(char::from(value as u8)),
                        'x' => out.push_str(&format!("{value:x}")),
                        'o' => out.push_str(&format!("{value:o}")),
                        'u' => out.push_str(&(value as u32).to_string()),
                        'e' => out.push_str(&self.named_value(value, Scalar::Mtype, 0)),
                        _ => out.push_str(&value.to_string()),
                    }
                }
                other => out.push(other),
            }
        }
        out
    }
}

impl Machine {
    /// What a process is about, where somebody looks at the state.
    pub(crate) fn doing(&self, pid: usize) -> String {
        let process = &self.program.processes[self.proctype(pid)];
        let location = &process.automat.locations[self.location(pid)];
        let text = |number: u32| &*process.automat.statements[number as usize].text;
        let mut texts: Vec<&str> = location.transitions.iter().map(|found| text(found.statement)).collect();
        texts.retain(|text| !text.is_empty());
        texts.dedup();
        match (location.marks.end, texts.is_empty()) {
            (true, _) => "may end here".to_string(),
            (false, true) => "waits".to_string(),
            (false, false) => format!("waits for {}", texts.join(", or ")),
        }
    }
}

/// How things stand: processes with their variables, and what is shared.
fn picture(machine: &Machine) -> Picture {
    let program = &machine.program;
    let view = |pid: usize| {
        let process = &program.processes[machine.proctype(pid)];
        let values = machine.variables(pid);
        let shown = |slot: &Slot| (slot.name.clone(), machine.slot_shown(slot, values[slot.base as usize]));
        ActorView {
            actor: pid as u32,
            name: format!("{} {pid}", process.name),
            doing: machine.doing(pid),
            is_alive: true,
            wants: None,
            held_by: None,
            stack: vec![spot_at(machine, pid)],
            locals: vec![process.slots.iter().map(shown).collect()],
        }
    };
    let shown = |slot: &Slot| (slot.name.clone(), machine.slot_shown(slot, machine.value(None, slot.base)));
    // A channel is shown by itself, under the name of its variable.
    let fields = program.slots.iter().map(shown).filter(|(name, value)| name != value).collect();
    let mut objects = vec![ObjectView { name: "variables".to_string(), holder: None, fields }];
    for chan in 0..machine.chan_count() {
        let (kind, messages) = machine.messages(chan);
        let fields = messages.iter().enumerate();
        let fields =
            fields.map(|(i, m)| (i.to_string(), machine.message_shown(kind, m).join(", "))).collect();
        objects.push(ObjectView { name: machine.chan_name(chan), holder: None, fields });
    }
    Picture { actors: (0..machine.count()).map(view).collect(), objects }
}

fn spot_at(machine: &Machine, pid: usize) -> Spot {
    spot(machine, pid, machine.location(pid))
}

impl Narrate for Model {
    fn listen(&mut self, how: Listen) {
        self.telling.how = (how != Listen::Off).then_some(how);
        if how != Listen::Off {
            self.trail.restart();
        }
    }

    fn take(&mut self) -> Account {
        self.trail.divide();
        std::mem::take(&mut self.telling.account)
    }

    fn picture(&mut self) -> Picture {
        picture(&self.machine)
    }

    fn actor(&self, actor: u32) -> String {
        let pid = actor as usize;
        match self.telling.names.get(&pid) {
            Some(name) if pid >= self.machine.count() => name.clone(),
            _ => self.name(pid),
        }
    }

    fn coverage(&self) -> Coverage {
        Coverage { most_actors: self.machine.most, ..Coverage::default() }
    }
}
