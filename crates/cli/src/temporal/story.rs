//! How a run that breaks a property is told: its stem as any path, its loop in the lines behind.

use lts::{Account, Choice, Finding, Listen, Path, Picture, System};
use report::Story;

/// Goes a run again and notes what happens. A cycle is what is repeated for ever; an empty one is the last state.
pub fn tell(system: &mut dyn System, mut finding: Finding, stem: &Path, cycle: Option<&[Choice]>) -> Story {
    let preemptions = search::preemptions(system, stem);
    let (account, end) = replay(system, stem, cycle.unwrap_or(&[]));
    let (account, repeated) = account;
    if cycle.is_some() {
        match repeated.scenes.is_empty() {
            true => finding.details.push("and then it stays as it is for ever: nobody goes on".to_string()),
            false => finding.details.push("and then again and again:".to_string()),
        }
    }
    let mut story = Story::untold(finding);
    story.actors = end.actors.iter().map(|view| (view.actor, view.name.clone())).collect();
    // Every column of the table has a heading, whatever the machine can show of its actors.
    for scene in account.scenes.iter().chain(&repeated.scenes) {
        if !story.actors.iter().any(|(actor, _)| *actor == scene.actor) {
            let name = system.narrator().map_or(String::new(), |narrator| narrator.actor(scene.actor));
            story.actors.push((scene.actor, name));
        }
    }
    let names: Vec<String> =
        repeated.scenes.iter().map(|scene| story.actor(scene.actor).to_string()).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (scene, name) in repeated.scenes.iter().zip(&names) {
        let pad = " ".repeat(longest - name.chars().count());
        let place = scene.spot.as_ref().map_or(String::new(), |spot| format!("{}:{}", spot.file, spot.line));
        let line = format!("  {name}{pad}  {:<40} {place}", scene.what);
        story.finding.details.push(line.trim_end().to_string());
    }
    (story.account, story.end) = (account, end);
    story.preemptions = preemptions;
    story
}

/// What happens on the stem and in one round of the cycle, and how things stand then.
fn replay(system: &mut dyn System, stem: &Path, cycle: &[Choice]) -> ((Account, Account), Picture) {
    system.start();
    if let Some(narrator) = system.narrator() {
        narrator.listen(Listen::Scenes);
    }
    let mut go = |path: &[Choice]| {
        for &choice in path {
            system.step(choice);
        }
        system.narrator().map_or_else(Account::default, |narrator| narrator.take())
    };
    let accounts = (go(stem), go(cycle));
    let Some(narrator) = system.narrator() else { return (accounts, Picture::default()) };
    let end = narrator.picture();
    narrator.listen(Listen::Off);
    (accounts, end)
}
