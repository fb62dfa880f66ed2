//! Going a path again and noting what happens.

use front::Profile;
use lts::{
    Account, Act, Choice, Choices, Depth, Finding, Grain, Listen, Outcome, Path, Picture, Property, Scene,
    Spot, Status, System,
};
use replay::{ReplayOrigin, Repro};
use report::Story;

/// How paths are told.
#[derive(Clone, Debug)]
pub struct Telling {
    /// With how things stood after each scene.
    pub pictures: bool,
    /// What the short form of a path must name; without it, paths have none.
    pub origin: Option<ReplayOrigin>,
    /// The page that will show them.
    pub page: Option<String>,
    /// How much is told of what libraries do.
    pub depth: Depth,
    /// What is told is compared with what really happens.
    pub witness: bool,
}

/// The story of a path, and its short form if it has one.
#[derive(Clone, Debug)]
pub struct Narrated {
    pub story: Story,
    pub repro: Option<Repro>,
}

/// The story of a path that a search found.
pub fn of_path(
    system: &mut dyn System,
    profile: &dyn Profile,
    path: &Path,
    finding: &Finding,
    telling: &Telling,
) -> Narrated {
    // Where properties look on, steps end even where an actor is alone.
    let grain = if system.atoms().is_some() { Grain::Finest } else { Grain::Fine };
    let plain = telling
        .origin
        .and_then(|origin| replay::whole_path(system, path, finding, grain).map(|plain| (origin, plain)));
    let Some((origin, plain)) = plain else {
        let story = narrate(system, profile, path, None, finding.clone(), telling);
        return Narrated { story, repro: None }.explained(telling);
    };
    at_grain(system, grain, |system| {
        // The short form comes first: to tell a path takes longer, and there may be no time for both.
        let repro = replay::shorthand(system, &plain, origin);
        let story = narrate(system, profile, &plain, None, finding.clone(), telling);
        Narrated { story, repro }.explained(telling)
    })
}

impl Narrated {
    /// Says why a path has no short form. Systems without a fingerprint have none at all.
    pub fn explained(mut self, telling: &Telling) -> Narrated {
        if self.repro.is_none() && telling.origin.is_some() {
            let why = "its path could not be gone again in single steps, or not in time";
            self.story.no_replay = Some(why.to_string());
        }
        self
    }
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
    profile: &dyn Profile,
    path: &[Choice],
    round: Option<usize>,
    finding: Finding,
    telling: &Telling,
) -> Story {
    let mut story = Story::untold(finding);
    let pictures = telling.pictures;
    if let Some(narrator) = system.narrator() {
        narrator.set_depth(telling.depth);
        narrator.set_witness(telling.witness);
    }
    let (stem, cycle) = path.split_at(round.unwrap_or(path.len()));
    let Some(((account, first), end)) = listen(system, stem, cycle, Listen::Scenes) else {
        return untold(system, profile, story);
    };
    story.actors = end.actors.iter().map(|view| (view.actor, view.name.clone())).collect();
    (story.account, story.end) = (account, end);
    story.refuted = system.narrator().and_then(|narrator| narrator.refuted());
    story.found = named_again(system, &mut story.finding);
    story.round = round.map(|_| first);
    if pictures {
        // The first pass gave the objects their names, in the order in which the story mentions them.
        if let Some(((account, _), _)) = listen(system, stem, cycle, Listen::Pictures) {
            story.account = account;
        }
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
    for finding in story.found.iter_mut().chain([&mut story.finding]) {
        finding.details = profile.news(std::mem::take(&mut finding.details));
    }
    add_failure(&mut story, profile, pictures);
    clean(&mut story);
    story
}

/// A path that was given up on the way, for want of time.
fn untold(system: &mut dyn System, profile: &dyn Profile, mut story: Story) -> Story {
    if let Some(narrator) = system.narrator() {
        narrator.take();
        narrator.listen(Listen::Off);
    }
    story.finding.details = profile.news(std::mem::take(&mut story.finding.details));
    story.finding.details.push("the way to it is not told: that takes too long".to_string());
    clean(&mut story);
    story
}

/// What happens on the stem and in one round of the cycle, the number of scenes before the cycle, and how
/// things stand in the end. Nothing if it is given up on the way.
fn listen(
    system: &mut dyn System,
    stem: &[Choice],
    cycle: &[Choice],
    how: Listen,
) -> Option<((Account, usize), Picture)> {
    system.start();
    if let Some(narrator) = system.narrator() {
        narrator.listen(how);
    }
    fn go(system: &mut dyn System, path: &[Choice]) -> Option<()> {
        path.iter().all(|&choice| !matches!(system.step(choice), Outcome::Unknown(_))).then_some(())
    }
    let take = |system: &mut dyn System| system.narrator().map_or_else(Account::default, |n| n.take());
    go(system, stem)?;
    let before = (!cycle.is_empty()).then(|| take(system));
    go(system, cycle)?;
    // What threads are in the middle of is forgotten when the account is taken.
    let end = system.narrator().map_or_else(Picture::default, |narrator| narrator.picture());
    let last = take(system);
    let (mut account, round) = match before {
        Some(stem) => (stem, last),
        None => (last, Account::default()),
    };
    let (first, turns, steps) = (account.scenes.len(), account.turns.len() as u32, account.steps);
    let moved = |scene: Scene| Scene { turn: scene.turn + turns, step: scene.step + steps, ..scene };
    account.scenes.extend(round.scenes.into_iter().map(moved));
    account.steps += round.steps;
    account.turns.extend(round.turns);
    account.pictures.extend(round.pictures);
    debug_assert!(
        account.scenes.iter().all(|scene| (scene.turn as usize) < account.turns.len()),
        "a scene stands in a turn that reports can look up"
    );
    Some(((account, first), end))
}

/// How often a state is asked for a race that is the one to be told.
const MAX_RACES: usize = 16;

/// A race was described when nothing of its path had been told. Here its objects have the names that they have
/// in the story, and what the library does is told with its own lines. Returns the former description.
fn named_again(system: &mut dyn System, finding: &mut Finding) -> Option<Finding> {
    if finding.property != Property::RACE {
        return None;
    }
    for _ in 0..MAX_RACES {
        let Status::Flawed(found) = system.choices(&mut Choices::default()) else { return None };
        let mut lines = found.details.iter();
        let mut sites = finding.details.iter().filter(|line| line.starts_with("at "));
        if sites.all(|site| lines.any(|line| line == site)) {
            return Some(std::mem::replace(finding, found));
        }
    }
    None
}

/// Texts of the program may hold anything; on a terminal they must do nothing.
pub(crate) fn cleaned(text: &mut String) {
    *text = report::harmless(text);
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
        let all = text.chars().count();
        text.truncate(end);
        text.push_str(&format!("... ({all} characters)"));
    }
}

/// A text that a program has made is told up to here: nobody reads a message of a megabyte.
const MAX_TEXT: usize = 4000;

fn clean(story: &mut Story) {
    for finding in story.found.iter_mut().chain([&mut story.finding]) {
        cleaned(&mut finding.message);
        finding.details.iter_mut().for_each(cleaned);
    }
    story.actors.iter_mut().for_each(|(_, name)| cleaned(name));
    for scene in &mut story.account.scenes {
        cleaned(&mut scene.what);
        cleaned(&mut scene.object);
        scene.spot.iter_mut().for_each(clean_spot);
    }
    story.account.pictures.iter_mut().chain([&mut story.end]).for_each(clean_picture);
}

fn clean_picture(picture: &mut Picture) {
    let clean_rows = |rows: &mut Vec<(String, String)>| {
        for (name, value) in rows {
            cleaned(name);
            cleaned(value);
        }
    };
    for view in &mut picture.actors {
        cleaned(&mut view.name);
        cleaned(&mut view.doing);
        view.wants.iter_mut().for_each(cleaned);
        view.stack.iter_mut().for_each(clean_spot);
        view.locals.iter_mut().for_each(clean_rows);
    }
    for view in &mut picture.objects {
        cleaned(&mut view.name);
        view.holder.iter_mut().for_each(cleaned);
        clean_rows(&mut view.fields);
    }
}

/// Names in class files may hold almost anything, too.
fn clean_spot(spot: &mut Spot) {
    for part in [&mut spot.unit, &mut spot.procedure, &mut spot.folder, &mut spot.file] {
        cleaned(part);
    }
}

/// What went wrong is the last thing that happens.
fn add_failure(story: &mut Story, profile: &dyn Profile, pictures: bool) {
    if story.finding.property == Property::RACE {
        return add_race(story, profile, pictures);
    }
    let Some((mut what, mut spot)) = profile.deed(&story.finding) else { return };
    let Some(turn) = story.account.turns.last() else { return };
    // What throws is the call that has begun last, or the one that has just ended so.
    let thrown = what.split(':').next().unwrap_or_default();
    let last = story.account.scenes.last().filter(|scene| scene.actor == turn.actor);
    let call = last.and_then(|scene| match scene.act {
        Act::BEGIN => scene.what.strip_suffix(lts::BEGINS),
        _ => scene.what.strip_suffix(thrown)?.strip_suffix(' '),
    });
    if let Some((call, last)) = call.zip(last) {
        what = format!("{call} {what}");
        spot = spot.or_else(|| last.spot.clone());
        story.account.scenes.pop();
        story.account.pictures.pop();
    }
    story.account.scenes.push(Scene {
        actor: turn.actor,
        act: Act::THROW,
        what,
        object: String::new(),
        spot,
        turn: story.account.turns.len() as u32 - 1,
        step: story.account.last_step(),
    });
    if pictures {
        let end = story.end.clone();
        story.account.pictures.push(end);
    }
}

/// Both sides of a race, as the last things of their threads: `T1 writes Account#1.balance = 1`, then where.
fn add_race(story: &mut Story, profile: &dyn Profile, pictures: bool) {
    let mut sides = Vec::new();
    for (i, line) in story.finding.details.iter().enumerate() {
        let own = |(actor, name): &(u32, String)| {
            let rest = line.strip_prefix(name.as_str())?;
            let access = rest.strip_prefix(" writes ").or(rest.strip_prefix(" reads "))?;
            Some((*actor, access.to_string()))
        };
        let Some((actor, access)) = story.actors.iter().find_map(own) else { continue };
        let stack = story.finding.details[i + 1..].iter().take_while(|line| line.starts_with("at "));
        sides.push((actor, access, stack.filter_map(|line| profile.place(line)).next()));
    }
    for (actor, access, spot) in sides {
        let turn = story.account.turns.len().saturating_sub(1) as u32;
        let what = format!("races: {access}");
        let (object, step) = (String::new(), story.account.last_step());
        story.account.scenes.push(Scene { actor, act: Act::THROW, what, object, spot, turn, step });
        if pictures {
            let end = story.end.clone();
            story.account.pictures.push(end);
        }
    }
}
