//! How a run that breaks a property is told: its stem as any path, its loop in the lines behind.

use lts::{Choice, Finding, Path, Scene, System};
use report::Story;

/// Goes a run again and notes what happens. A cycle is what is repeated for ever; an empty one is the last state.
pub fn tell(system: &mut dyn System, mut finding: Finding, stem: &Path, cycle: Option<&[Choice]>) -> Story {
    let preemptions = search::preemptions(system, stem);
    let (scenes, repeated) = replay(system, stem, cycle.unwrap_or(&[]));
    let name = |system: &mut dyn System, actor: u32| {
        system.narrator().map_or(String::new(), |narrator| narrator.actor(actor))
    };
    if cycle.is_some() {
        match repeated.is_empty() {
            true => finding.details.push("and then it stays as it is for ever: nobody goes on".to_string()),
            false => finding.details.push("and then again and again:".to_string()),
        }
    }
    let names: Vec<String> = repeated.iter().map(|scene| name(system, scene.actor)).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (scene, name) in repeated.iter().zip(&names) {
        let pad = " ".repeat(longest - name.chars().count());
        finding
            .details
            .push(format!("  {name}{pad}  {:<40} {}", scene.what, scene.place).trim_end().to_string());
    }
    let mut actors: Vec<u32> = scenes.iter().map(|scene| scene.actor).collect();
    actors.sort_unstable();
    actors.dedup();
    let actors = actors.into_iter().map(|actor| (actor, name(system, actor))).collect();
    Story { finding, scenes, actors, preemptions, is_fewest: false }
}

fn replay(system: &mut dyn System, stem: &Path, cycle: &[Choice]) -> (Vec<Scene>, Vec<Scene>) {
    system.start();
    if let Some(narrator) = system.narrator() {
        narrator.listen(true);
    }
    let mut go = |path: &[Choice]| {
        for &choice in path {
            system.step(choice);
        }
        system.narrator().map_or(Vec::new(), |narrator| narrator.take())
    };
    let scenes = (go(stem), go(cycle));
    if let Some(narrator) = system.narrator() {
        narrator.listen(false);
    }
    scenes
}
