//! Going a path again and noting what happens.

use lts::{Account, Act, Choice, Finding, Grain, Listen, Path, Picture, Property, Scene, Spot, System};
use replay::{Conditions, Repro};
use report::Story;

/// Packages of test frameworks: an assertion fails inside of them, but that is not where it stands.
const FRAMEWORKS: [&str; 5] =
    ["jaywalk.runner.", "org.junit.", "junit.framework.", "org.hamcrest.", "org.opentest4j."];

/// What a story is to have beside its scenes.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How things stood after each scene.
    pub pictures: bool,
    pub fingerprint: u32,
    pub conditions: Conditions,
}

/// The story of a path that a search found, and its short form.
pub fn of_path(
    system: &mut dyn System,
    path: &Path,
    finding: &Finding,
    wanted: Wanted,
) -> (Story, Option<Repro>) {
    let Some(plain) = replay::whole_path(system, path, finding, Grain::Fine) else {
        return (narrate(system, path, None, finding.clone(), wanted.pictures), None);
    };
    at_grain(system, Grain::Fine, |system| {
        let story = narrate(system, &plain, None, finding.clone(), wanted.pictures);
        (story, Some(replay::shorthand(system, &plain, wanted.fingerprint, wanted.conditions)))
    })
}

/// Does something while steps end elsewhere than in the search.
pub fn at_grain<T>(system: &mut dyn System, grain: Grain, act: impl FnOnce(&mut dyn System) -> T) -> T {
    let was = system.narrator().map(|narrator| narrator.set_grain(grain));
    let result = act(system);
    if let (Some(was), Some(narrator)) = (was, system.narrator()) {
        narrator.set_grain(was);
    }
    result
}

/// Goes a path and notes what happens. Of a run that goes on for ever, `round` is the number of choices
/// before its loop.
pub fn narrate(
    system: &mut dyn System,
    path: &[Choice],
    round: Option<usize>,
    finding: Finding,
    pictures: bool,
) -> Story {
    let mut story = Story::untold(finding);
    let (stem, cycle) = path.split_at(round.unwrap_or(path.len()));
    let ((account, first), end) = listen(system, stem, cycle, Listen::Scenes);
    story.actors = end.actors.iter().map(|view| (view.actor, view.name.clone())).collect();
    (story.account, story.end) = (account, end);
    story.round = round.map(|_| first);
    if pictures {
        // The first pass gave the objects their names, in the order in which the story mentions them.
        story.account = listen(system, stem, cycle, Listen::Pictures).0.0;
    }
    // Every column of the table has a heading, whatever the machine can show of its actors.
    for scene in &story.account.scenes {
        if !story.actors.iter().any(|(actor, _)| *actor == scene.actor) {
            let name = system.narrator().map_or(String::new(), |narrator| narrator.actor(scene.actor));
            story.actors.push((scene.actor, name));
        }
    }
    if let Some(narrator) = system.narrator() {
        narrator.listen(Listen::Off);
    }
    story.finding.details = without_runner(std::mem::take(&mut story.finding.details));
    add_failure(&mut story, pictures);
    clean(&mut story);
    story
}

/// What happens on the stem and in one round of the cycle, the number of scenes before the cycle, and how
/// things stand in the end.
fn listen(
    system: &mut dyn System,
    stem: &[Choice],
    cycle: &[Choice],
    how: Listen,
) -> ((Account, usize), Picture) {
    system.start();
    if let Some(narrator) = system.narrator() {
        narrator.listen(how);
    }
    let mut go = |path: &[Choice]| {
        for &choice in path {
            system.step(choice);
        }
        system.narrator().map_or_else(Account::default, |narrator| narrator.take())
    };
    let (mut account, round) = (go(stem), go(cycle));
    let (first, turns) = (account.scenes.len(), account.turns.len() as u32);
    account.scenes.extend(round.scenes.into_iter().map(|scene| Scene { turn: scene.turn + turns, ..scene }));
    account.turns.extend(round.turns);
    account.pictures.extend(round.pictures);
    let end = system.narrator().map_or_else(Picture::default, |narrator| narrator.picture());
    ((account, first), end)
}

/// Leaves out of stack traces how our runner calls a test: by reflection, which is no news.
fn without_runner(details: Vec<String>) -> Vec<String> {
    let is_ours = |line: &str| line.trim_start().starts_with("at jaywalk.runner.");
    let leads_there = |line: &str| {
        let line = line.trim_start();
        ["at java.base/jdk.internal.reflect.", "at java.base/java.lang.reflect."]
            .iter()
            .any(|p| line.starts_with(p))
    };
    let mut kept: Vec<String> = Vec::new();
    let mut in_runner = false;
    for line in details {
        let is_frame = line.trim_start().starts_with("at ");
        if is_ours(&line) && !in_runner {
            in_runner = true;
            while kept.last().is_some_and(|last| leads_there(last)) {
                kept.pop();
            }
        }
        in_runner &= is_frame;
        if !in_runner {
            kept.push(line);
        }
    }
    kept
}

/// Texts of the program could hold what moves a terminal's cursor or changes its title.
fn clean(story: &mut Story) {
    let cleaned = |text: &mut String| {
        if text.chars().any(char::is_control) {
            *text = text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
        }
    };
    cleaned(&mut story.finding.message);
    story.finding.details.iter_mut().for_each(cleaned);
    story.actors.iter_mut().for_each(|(_, name)| cleaned(name));
    for scene in &mut story.account.scenes {
        cleaned(&mut scene.what);
        cleaned(&mut scene.object);
    }
    for view in &mut story.end.actors {
        cleaned(&mut view.name);
        cleaned(&mut view.doing);
        view.wants.iter_mut().for_each(cleaned);
    }
}

/// What went wrong is the last thing that happens.
fn add_failure(story: &mut Story, pictures: bool) {
    if story.finding.property == Property::RACE {
        return add_race(story, pictures);
    }
    let finding = &story.finding;
    if !matches!(finding.property, Property::ASSERTION | Property::EXCEPTION) {
        return;
    }
    let Some(turn) = story.account.turns.last() else { return };
    let text = finding.message.rsplit_once(" in thread ").map_or(&*finding.message, |(text, _)| text);
    let class = text.split([':', ' ']).next().unwrap_or(text);
    let simple = class.rsplit('.').next().unwrap_or(class);
    story.account.scenes.push(Scene {
        actor: turn.actor,
        act: Act::THROW,
        what: format!("throws {simple}{}", &text[class.len()..]),
        object: String::new(),
        spot: finding.details.iter().find_map(|line| spot(line)),
        turn: story.account.turns.len() as u32 - 1,
    });
    if pictures {
        let end = story.end.clone();
        story.account.pictures.push(end);
    }
}

/// Both sides of a race, as the last things of their threads: `T1 writes Account#1.balance = 1`, then where.
fn add_race(story: &mut Story, pictures: bool) {
    let mut sides = Vec::new();
    for (i, line) in story.finding.details.iter().enumerate() {
        let own = |(actor, name): &(u32, String)| {
            let rest = line.strip_prefix(name.as_str())?;
            let access = rest.strip_prefix(" writes ").or(rest.strip_prefix(" reads "))?;
            Some((*actor, access.to_string()))
        };
        let Some((actor, access)) = story.actors.iter().find_map(own) else { continue };
        let stack = story.finding.details[i + 1..].iter().take_while(|line| line.starts_with("at "));
        sides.push((actor, access, stack.filter_map(|line| spot(line)).next()));
    }
    for (actor, access, spot) in sides {
        let turn = story.account.turns.len().saturating_sub(1) as u32;
        let what = format!("races: {access}");
        story.account.scenes.push(Scene { actor, act: Act::THROW, what, object: String::new(), spot, turn });
        if pictures {
            let end = story.end.clone();
            story.account.pictures.push(end);
        }
    }
}

/// The place that a line of a stack trace names, if it is the program's: `at pkg.Cls.method(File.java:42)`.
fn spot(line: &str) -> Option<Spot> {
    let (name, place) = line.trim().strip_prefix("at ")?.strip_suffix(')')?.split_once('(')?;
    // Classes of the JDK are named with their module.
    if name.contains('/') || FRAMEWORKS.iter().any(|package| name.starts_with(package)) {
        return None;
    }
    let (class, method) = name.rsplit_once('.')?;
    let package = class.rsplit_once('.').map_or("", |(package, _)| package);
    let (file, number) = place.split_once(':')?;
    let line = number.parse().ok()?;
    Some(Spot {
        unit: class.to_string(),
        procedure: method.to_string(),
        folder: package.replace('.', "/"),
        file: file.to_string(),
        line,
    })
}

#[cfg(test)]
mod tests {
    use super::{spot, without_runner};

    #[test]
    fn a_test_is_called_by_nobody() {
        let lines = [
            "at a.BTest.c(BTest.java:3)",
            "at java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)",
            "at java.base/java.lang.reflect.Method.invoke(Method.java:569)",
            "at jaywalk.runner.Calls.call(Unknown Source)",
            "at jaywalk.runner.OneTest.main(Unknown Source)",
            "Caused by: x",
            "at a.D.e(D.java:5)",
        ];
        let kept = without_runner(lines.map(str::to_string).to_vec());
        assert_eq!(kept, [lines[0], lines[5], lines[6]]);
    }

    #[test]
    fn lines_of_stack_traces_are_places() {
        let found = spot("at a.b.Bank.pay(Bank.java:17)").unwrap();
        assert_eq!((found.source().as_str(), found.line), ("a/b/Bank.java", 17));
        assert_eq!(spot("at java.base/java.lang.Thread.run(Thread.java:840)"), None);
        assert_eq!(spot("Caused by: x"), None);
    }
}
