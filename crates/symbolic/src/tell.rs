//! A trace as a story: what changes with each step, and where it goes round.

use lts::{Account, Act, ActorView, Finding, ObjectView, Picture, Property, Scene, Turn};
use report::Story;
use sym::{Question, SymbolicModel, SymbolicSpec, Trace, VariableKind};

/// Whoever moves in a system that is a relation.
const SYSTEM: u32 = 0;

/// The story of a specification that fails.
pub fn tell(model: &SymbolicModel, spec: &SymbolicSpec, trace: &Trace) -> Story {
    let (property, why) = match spec.question {
        Question::Invariant(_) => (Property::INVARIANT, "does not hold in every state"),
        _ => (Property::TEMPORAL, "fails"),
    };
    let place = if spec.place.is_empty() { String::new() } else { format!(" ({})", spec.place) };
    let finding = Finding { property, message: format!("{} {why}{place}", spec.name), details: Vec::new() };
    let mut story = Story::untold(finding);
    story.actors = vec![(SYSTEM, "system".to_string())];
    (story.account, story.round) = account(model, trace);
    story.end = picture(model, trace);
    story
}

fn account(model: &SymbolicModel, trace: &Trace) -> (Account, Option<usize>) {
    let mut account = Account { turns: vec![Turn { actor: SYSTEM, preempts: false }], ..Account::default() };
    let mut round = None;
    for number in 0..trace.states.len() {
        if trace.loop_from == Some(number) {
            round = Some(account.scenes.len());
        }
        let values = trace.values(model, number);
        let before = number.checked_sub(1).map(|before| trace.values(model, before));
        let changed = values.iter().enumerate().filter(|(i, (_, value))| {
            before.as_ref().and_then(|before| before.get(*i)).is_none_or(|(_, old)| old != value)
        });
        let texts: Vec<String> = changed.map(|(_, (name, value))| format!("{name} = {value}")).collect();
        let what = if texts.is_empty() { "nothing changes".to_string() } else { texts.join(", ") };
        let what = format!("state {}: {what}", number + 1);
        account.scenes.push(scene(what));
    }
    if let Some(from) = trace.loop_from {
        account.scenes.push(scene(format!("and on with state {}", from + 1)));
    }
    (account, round)
}

fn scene(what: String) -> Scene {
    Scene { actor: SYSTEM, act: Act::CALL, what, object: String::new(), spot: None, turn: 0, step: 0 }
}

/// How things stand in the last state.
fn picture(model: &SymbolicModel, trace: &Trace) -> Picture {
    let Some(last) = trace.states.last() else { return Picture::default() };
    let states = model.variables.iter().filter(|variable| variable.kind == VariableKind::State);
    let fields = states.map(|variable| (variable.name.clone(), variable.value(last).to_string())).collect();
    let actor = ActorView {
        actor: SYSTEM,
        name: "system".to_string(),
        doing: "runs".to_string(),
        is_alive: true,
        wants: None,
        held_by: None,
        stack: Vec::new(),
        locals: Vec::new(),
    };
    let object = ObjectView { name: "the last state".to_string(), holder: None, fields };
    Picture { actors: vec![actor], objects: vec![object] }
}
