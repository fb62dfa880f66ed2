//! How a script and a program do not fit, in the program's own terms.

use front::Subject;
use lts::{Choice, Choices, Finding, Path, Property, System};
use script::{Deviation, Header};

/// So many of the last things that happened before a deviation are told.
const SCENES: usize = 12;

/// What deviates, at which state, after which path, in the program's own terms.
pub fn told(deviation: Deviation, mut subject: Subject, header: &Header, is_stopped: fn() -> bool) -> String {
    let Deviation { what, path, state } = deviation;
    let system = &mut *subject.system;
    // The machine that has come to know the program gives the steps their ends.
    let _ = header.acquaint(system, &mut || !is_stopped());
    let path = possible(system, &path);
    let finding =
        Finding { property: Property::named("script"), message: String::new(), details: Vec::new() };
    let telling =
        story::Telling { pictures: false, origin: None, page: None, depth: lts::Depth::Crux, witness: false };
    let story = story::narrate(system, &*subject.profile, &path, None, finding, &telling);
    let mut who = |choice: Choice| {
        let actor = story.end.actors.iter().find(|view| view.actor == choice.actor);
        let at =
            actor.and_then(|view| view.stack.first()).map_or(String::new(), |spot| format!(" at {spot}"));
        let name = actor.map_or_else(|| format!("thread number {}", choice.actor), |view| view.name.clone());
        let value = if choice.value == 0 { String::new() } else { format!(", way {}", choice.value) };
        format!("{name}{at}{value}")
    };
    let mut lines = vec![format!("does not fit: {}", what.told(&mut who))];
    lines.push(format!("  in state {state}, after {} steps", path.len()));
    let scenes = &story.account.scenes;
    let name = |actor: u32| {
        story.actors.iter().find(|(other, _)| *other == actor).map_or(String::new(), |(_, name)| name.clone())
    };
    for scene in &scenes[scenes.len().saturating_sub(SCENES)..] {
        let at = scene.spot.as_ref().map_or(String::new(), |spot| format!("  {spot}"));
        lines.push(format!("    {}: {}{at}", name(scene.actor), scene.what));
    }
    lines.join("\n")
}

/// As much of a path as the machine can go.
fn possible(system: &mut dyn System, path: &[Choice]) -> Path {
    system.start();
    let mut choices = Choices::default();
    let can = |choice: &&Choice| {
        system.choices(&mut choices);
        choices.list.contains(choice) && system.step(**choice) == lts::Outcome::Next
    };
    path.iter().take_while(can).copied().collect()
}
