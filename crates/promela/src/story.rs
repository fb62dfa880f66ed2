//! What happens, in words: messages that go from process to process, and what processes do between them.

use crate::machine::{Failure, Machine, Move, Watch};
use crate::syntax::{Expr, Op, Place, Scalar};
use crate::system::Model;
use lts::{Account, Act, ActorView, Coverage, Listen, Narrate, ObjectView, Picture, Scene, Spot, Turn};

const SEND: Act = Act::named("send");
const RECEIVE: Act = Act::named("receive");
const CHECK: Act = Act::named("check");

#[derive(Default)]
pub(crate) struct Telling {
    how: Option<Listen>,
    account: Account,
}

impl Telling {
    pub(crate) fn is_on(&self) -> bool {
        self.how.is_some()
    }

    pub(crate) fn restart(&mut self) {
        self.account = Account::default();
    }

    pub(crate) fn listen(&mut self, machine: &mut Machine, made: Move) -> Result<bool, Failure> {
        self.account.steps += 1;
        let mut notes = Notes { account: &mut self.account };
        let done = machine.make(made, &mut notes);
        if self.how == Some(Listen::Pictures) {
            let picture = picture(machine);
            self.account.pictures.resize(self.account.scenes.len(), picture);
        }
        done
    }
}

struct Notes<'a> {
    account: &'a mut Account,
}

impl Notes<'_> {
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

impl Watch for Notes<'_> {
    fn about_to(
        &mut self,
        machine: &Machine,
        pid: usize,
        statement: usize,
        receiver: Option<(usize, usize)>,
    ) {
        let (what, act, object) = told(machine, pid, statement);
        if what.is_empty() {
            return;
        }
        self.add(pid, act, what, object.clone(), spot(machine, pid, statement));
        if let Some((other, received)) = receiver {
            let (what, ..) = told(machine, other, received);
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
        unit: process.name.to_string(),
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
    let before = |sign: char| text.split(sign).next().unwrap_or_default().trim().to_string();
    match &statement.op {
        Op::Skip | Op::Else | Op::DStep(_) => (String::new(), CHECK, String::new()),
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
                Some(chan) => machine.message_shown(machine.messages(chan).0, &values),
                None => Vec::new(),
            };
            let chan = before('!');
            (format!("{text}  [send {} to {chan}]", values.join(", ")), SEND, chan)
        }
        Op::Receive { chan, .. } => {
            let name = before('?');
            let what = match machine.oldest(chan, pid) {
                Some(values) => format!("{text}  [receive {} from {name}]", values.join(", ")),
                None => text,
            };
            (what, RECEIVE, name)
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

    fn chan_of(&self, chan: &Place, pid: usize) -> Option<usize> {
        let chan = usize::try_from(self.peek(&Expr::Load(chan.clone()), pid) - 1).ok()?;
        (chan < self.chan_count()).then_some(chan)
    }

    fn oldest(&self, chan: &Place, pid: usize) -> Option<Vec<String>> {
        let (kind, messages) = self.messages(self.chan_of(chan, pid)?);
        messages.first().map(|message| self.message_shown(kind, message))
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
        let shown = |slot: &crate::syntax::Slot| {
            (slot.name.clone(), machine.named_value(values[slot.base as usize], slot.scalar, slot.names))
        };
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
    let slots = program.slots.iter();
    let fields = slots
        .map(|slot| {
            let value = machine.value(None, slot.base);
            (slot.name.clone(), machine.named_value(value, slot.scalar, slot.names))
        })
        .collect();
    let mut objects = vec![ObjectView { name: "variables".to_string(), holder: None, fields }];
    for chan in 0..machine.chan_count() {
        let (kind, messages) = machine.messages(chan);
        let fields = messages.iter().enumerate();
        let fields =
            fields.map(|(i, m)| (i.to_string(), machine.message_shown(kind, m).join(", "))).collect();
        objects.push(ObjectView { name: format!("channel {}", chan + 1), holder: None, fields });
    }
    Picture { actors: (0..machine.count()).map(view).collect(), objects }
}

fn spot_at(machine: &Machine, pid: usize) -> Spot {
    spot(machine, pid, machine.location(pid))
}

impl Narrate for Model {
    fn listen(&mut self, how: Listen) {
        self.telling.how = (how != Listen::Off).then_some(how);
    }

    fn take(&mut self) -> Account {
        std::mem::take(&mut self.telling.account)
    }

    fn picture(&mut self) -> Picture {
        picture(&self.machine)
    }

    fn actor(&self, actor: u32) -> String {
        self.name(actor as usize)
    }

    fn coverage(&self) -> Coverage {
        Coverage { most_actors: self.machine.most, ..Coverage::default() }
    }
}
