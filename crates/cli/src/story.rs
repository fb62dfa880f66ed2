//! From the path that a search found to the story that a report tells.

use crate::repro::{self, Flags, Repro};
use lts::{Account, Act, Finding, Listen, Path, Picture, Property, Scene, Spot, System};
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
    pub flags: Flags,
}

/// The story of a path that a search found, and its short form.
pub fn of_path(
    system: &mut dyn System,
    path: &Path,
    finding: &Finding,
    wanted: Wanted,
) -> (Story, Option<Repro>) {
    let plain = repro::whole(system, path, finding);
    let was_fine = system.narrator().is_some_and(|narrator| narrator.set_fine(plain.is_some()));
    let told = plain.as_ref().unwrap_or(path);
    let story = narrate(system, told, finding.clone(), wanted.pictures);
    let short = plain.as_ref().map(|path| Repro::of(system, path, wanted.fingerprint, wanted.flags));
    if let Some(narrator) = system.narrator() {
        narrator.set_fine(was_fine);
    }
    (story, short)
}

/// Goes a path and notes what happens.
pub fn narrate(system: &mut dyn System, path: &Path, finding: Finding, pictures: bool) -> Story {
    let mut story = Story::untold(finding);
    let (account, end) = listen(system, path, Listen::Scenes);
    story.actors = end.actors.iter().map(|view| (view.actor, view.name.clone())).collect();
    (story.account, story.end) = (account, end);
    if pictures {
        // The first pass gave the objects their names, in the order in which the story mentions them.
        story.account = listen(system, path, Listen::Pictures).0;
    }
    if let Some(narrator) = system.narrator() {
        narrator.listen(Listen::Off);
    }
    story.finding.details = without_runner(std::mem::take(&mut story.finding.details));
    add_failure(&mut story, pictures);
    clean(&mut story);
    story
}

fn listen(system: &mut dyn System, path: &Path, how: Listen) -> (Account, Picture) {
    system.start();
    if let Some(narrator) = system.narrator() {
        narrator.listen(how);
    }
    for &choice in path {
        system.step(choice);
    }
    system.narrator().map_or_else(Default::default, |narrator| (narrator.take(), narrator.picture()))
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
    if story.finding.property == Property::Race {
        return add_race(story, pictures);
    }
    let finding = &story.finding;
    if !matches!(finding.property, Property::Assertion | Property::Exception) {
        return;
    }
    let Some(turn) = story.account.turns.last() else { return };
    let text = finding.message.rsplit_once(" in thread ").map_or(&*finding.message, |(text, _)| text);
    let class = text.split([':', ' ']).next().unwrap_or(text);
    let simple = class.rsplit('.').next().unwrap_or(class);
    story.account.scenes.push(Scene {
        actor: turn.actor,
        act: Act::Throw,
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
        story.account.scenes.push(Scene { actor, act: Act::Throw, what, object: String::new(), spot, turn });
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
    let (file, number) = place.split_once(':')?;
    let line = number.parse().ok()?;
    Some(Spot { class: class.to_string(), method: method.to_string(), file: file.to_string(), line })
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
