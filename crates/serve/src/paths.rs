//! The paths that were taken so far, and what is asked about them.
//!
//! Paths never change: whoever takes another choice gets
//! a new one, so going back is asking for the one before.

use crate::http::{Request, Response};
use front::Profile;
use lts::{Act, Choice, Depth, Finding, Listen, Path, Picture, Property, Scene, System};
use replay::{Arrival, Guide, ReplayOrigin, Repro};
use report::{LivePath, PathEnd, Report, SourceTexts, Story, harmless};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Of more ways to go on than this, the first are shown.
const MAX_WAYS: usize = 60;
/// An answer that would take longer is cut.
const PATIENCE: Duration = Duration::from_secs(5);
/// How far one goes on at once.
const MAX_ONWARD: usize = 5000;
/// A path with more choices is not told.
const MAX_STEPS: usize = 100_000;
/// Choices of all paths that are kept; the oldest paths go first.
const MAX_KEPT: usize = 4_000_000;

/// What only the one who opened the program knows.
pub struct Scenery {
    /// The program, as the user calls it.
    pub name: String,
    /// The source files that a story names.
    pub sources: Box<dyn Fn(&Report) -> SourceTexts>,
    /// The command that goes a path again.
    pub command: Box<dyn Fn(&Repro) -> String>,
    /// The user wants to end.
    pub is_over: Box<dyn Fn() -> bool>,
}

/// Where the first path comes from.
#[derive(Clone, Debug, Default)]
pub struct First {
    pub path: Path,
    /// What it leads to, where that takes more than to go it.
    pub finding: Option<Finding>,
    /// Of a run that goes on for ever, the number of choices before its loop.
    pub round: Option<usize>,
}

/// Answers what the page asks.
pub struct PathServer {
    guide: Guide,
    profile: Box<dyn Profile>,
    scenery: Scenery,
    depth: Depth,
    /// What replay strings must name; without it, paths have none.
    origin: Option<ReplayOrigin>,
    paths: BTreeMap<usize, First>,
    next: usize,
}

/// Why something is not answered.
type ErrorPage = Response;

fn refused(why: &str) -> ErrorPage {
    Response::refusal(400, why)
}

impl PathServer {
    pub fn new(
        system: Box<dyn System>,
        profile: Box<dyn Profile>,
        scenery: Scenery,
        depth: Depth,
        origin: Option<ReplayOrigin>,
        first: First,
    ) -> PathServer {
        let paths = BTreeMap::from([(0, first)]);
        PathServer { guide: Guide::new(system), profile, scenery, depth, origin, paths, next: 1 }
    }

    /// Answers one request. `what` is what comes behind the address.
    pub fn answer(&mut self, what: &str, request: &Request) -> Response {
        let answer = match (request.method.as_str(), what) {
            ("GET", "") => self.live(0).map(|(live, sources)| Response::page(live.page(&sources))),
            (_, "") => Err(Response::refusal(405, "the page is only to be read")),
            ("POST", "story" | "choices" | "take" | "onward") => self.asked(what, request),
            (_, "story" | "choices" | "take" | "onward") => Err(Response::refusal(405, "this wants POST")),
            _ => Err(Response::refusal(404, "there is nothing here")),
        };
        answer.unwrap_or_else(|refused| refused)
    }

    fn asked(&mut self, what: &str, request: &Request) -> Result<Response, ErrorPage> {
        // Other pages can send forms without asking; they cannot send this.
        if request.header("content-type") != Some("application/json") {
            return Err(refused("the request is no JSON"));
        }
        let body: Value =
            serde_json::from_slice(&request.body).map_err(|_| refused("the request is no JSON"))?;
        let walk = number(&body, "walk")?;
        if what == "story" {
            return self.told(walk);
        }
        let path = self.path_up_to(walk, number(&body, "end")?)?;
        let is_single = body["single"] == json!(true);
        let next = match what {
            "choices" => return self.ways(walk, &path, is_single),
            "take" => {
                let choice = Choice { actor: small(&body, "actor")?, value: small(&body, "value")? };
                self.taken(&path, choice, is_single)?
            }
            _ => {
                let mut has_time = patience(&self.scenery);
                self.guide.go_on(&path, MAX_ONWARD, &mut has_time)
            }
        };
        let next = self.keep(next);
        self.told(next)
    }

    /// The first choices of a path.
    fn path_up_to(&self, walk: usize, end: usize) -> Result<Path, ErrorPage> {
        let kept = self.kept(walk)?;
        match kept.path.get(..end) {
            Some(path) => Ok(path.to_vec()),
            None => Err(refused("the path is not that long")),
        }
    }

    fn kept(&self, walk: usize) -> Result<&First, ErrorPage> {
        self.paths.get(&walk).ok_or_else(|| {
            Response::refusal(404, "this path is not there, or was forgotten: load the page again")
        })
    }

    fn keep(&mut self, path: Path) -> usize {
        let number = self.next;
        self.next += 1;
        self.paths.insert(number, First { path, ..First::default() });
        let mut all: usize = self.paths.values().map(|kept| kept.path.len()).sum();
        while all > MAX_KEPT {
            // The first is that of the page, and the last is asked for now.
            let Some(oldest) = self.paths.keys().copied().find(|&key| key != 0 && key != number) else {
                break;
            };
            all -= self.paths.remove(&oldest).map_or(0, |kept| kept.path.len());
        }
        number
    }

    fn taken(&mut self, path: &[Choice], choice: Choice, is_single: bool) -> Result<Path, ErrorPage> {
        if !self.guide.go(path).choices.list.contains(&choice) {
            return Err(refused("that cannot happen here"));
        }
        Ok(self.after(path, choice, is_single))
    }

    fn after(&mut self, path: &[Choice], choice: Choice, is_single: bool) -> Path {
        if is_single {
            return [path, &[choice]].concat();
        }
        let mut has_time = patience(&self.scenery);
        self.guide.take(path, choice, self.depth, &mut has_time)
    }

    fn told(&mut self, walk: usize) -> Result<Response, ErrorPage> {
        self.live(walk).map(|(live, sources)| Response::json(live.json(&sources)))
    }

    /// What can happen at the end of the path, and what comes of it.
    fn ways(&mut self, walk: usize, path: &[Choice], is_single: bool) -> Result<Response, ErrorPage> {
        let on_path = self.kept(walk)?.path.get(path.len()).copied();
        let arrival = self.guide.go(path);
        let begun = Instant::now();
        let shown: Vec<Choice> = arrival.choices.list.iter().copied().take(MAX_WAYS).collect();
        let mut ways = Vec::new();
        for &choice in &shown {
            let way = match begun.elapsed() < PATIENCE {
                true => self.foreseen(path, choice, is_single),
                false => json!({"what": format!("value {}", choice.value)}),
            };
            ways.push(self.named(way, choice, on_path == Some(choice)));
        }
        let more = arrival.choices.list.len() - shown.len();
        let body = json!({"choices": ways, "isInput": arrival.choices.is_input, "more": more});
        Ok(Response::json(body.to_string()))
    }

    fn named(&mut self, mut way: Value, choice: Choice, is_here: bool) -> Value {
        let name =
            self.guide.system().narrator().map_or(String::new(), |narrator| narrator.actor(choice.actor));
        way["actor"] = json!(choice.actor);
        way["value"] = json!(choice.value);
        way["name"] = json!(harmless(&name));
        way["here"] = json!(is_here);
        way
    }

    /// What comes of a choice, in a line.
    fn foreseen(&mut self, path: &[Choice], choice: Choice, is_single: bool) -> Value {
        let taken = self.after(path, choice, is_single);
        let (account, arrival) = self.guide.tell(&taken, self.depth);
        let new = account.scenes.iter().find(|scene| scene.step as usize >= path.len());
        let what = match new {
            Some(scene) => harmless(&scene.what),
            None if choice.value == 0 => "goes on".to_string(),
            None => format!("goes on (value {})", choice.value),
        };
        let place = new.and_then(|scene| scene.spot.as_ref()).map(|spot| harmless(&spot.short()));
        json!({"what": what, "place": place, "ends": ends(&arrival)})
    }

    /// The story of a path, and the sources that it names.
    fn live(&mut self, walk: usize) -> Result<(LivePath, SourceTexts), ErrorPage> {
        let First { path, finding, round } = self.kept(walk)?.clone();
        if path.len() > MAX_STEPS {
            return Err(refused("the path is too long to be told: go back"));
        }
        let mut arrival = self.guide.go(&path);
        arrival.finding = finding.or(arrival.finding);
        let (ending, finding) = outcome(&arrival);
        let telling =
            story::Telling { pictures: true, origin: None, page: None, depth: self.depth, witness: false };
        let mut story = story::narrate(self.guide.system(), &*self.profile, &path, round, finding, &telling);
        self.add_beginning(&mut story);
        story.preemptions = story.account.turns.iter().filter(|turn| turn.preempts).count() as u32;
        // The short form has no loops.
        let origin = self.origin.filter(|_| round.is_none());
        let repro = origin.and_then(|origin| self.guide.shorthand(&path, origin));
        story.replay = repro.map(|repro| (self.scenery.command)(&repro));
        let steps = path.len();
        let report = named_in(&self.scenery.name, &story);
        let sources = (self.scenery.sources)(&report);
        Ok((LivePath { name: self.scenery.name.clone(), walk, steps, ending, story }, sources))
    }

    /// A first row, from which everything can still happen.
    fn add_beginning(&mut self, story: &mut Story) {
        self.guide.system().start();
        // Objects keep the names that they have in the story.
        if let Some(narrator) = self.guide.system().narrator() {
            narrator.listen(Listen::Pictures);
        }
        let picture = self.guide.picture();
        if let Some(narrator) = self.guide.system().narrator() {
            narrator.listen(Listen::Off);
        }
        let actor = story.account.scenes.first().map_or(0, |scene| scene.actor);
        if story.actors.is_empty() {
            let name = self.guide.system().narrator().map_or(String::new(), |narrator| narrator.actor(actor));
            story.actors.push((actor, harmless(&name)));
        }
        let (what, object) = ("the program begins".to_string(), String::new());
        let scene = Scene { actor, act: Act::named("beginning"), what, object, spot: None, turn: 0, step: 0 };
        story.account.scenes.insert(0, scene);
        story.account.pictures.insert(0, picture);
        let none = Picture::default();
        story.account.pictures.resize(story.account.scenes.len(), none);
        story.round = story.round.map(|first| first + 1);
    }
}

/// For so long something is tried.
fn patience(scenery: &Scenery) -> impl FnMut() -> bool + use<'_> {
    let begun = Instant::now();
    move || begun.elapsed() < PATIENCE && !(scenery.is_over)()
}

fn named_in(name: &str, story: &Story) -> Report {
    Report {
        name: name.to_string(),
        stories: vec![story.clone()],
        gaps: Vec::new(),
        cuts: Vec::new(),
        figures: report::Figures::default(),
        claims: report::Claims::default(),
        outputs: None,
    }
}

fn number(body: &Value, key: &str) -> Result<usize, ErrorPage> {
    let number = body[key].as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| refused(&format!("{key}: a number is wanted")))
}

fn small(body: &Value, key: &str) -> Result<u32, ErrorPage> {
    number(body, key)
        .and_then(|number| u32::try_from(number).map_err(|_| refused(&format!("{key}: is too large"))))
}

/// What a path has come to, in words.
fn outcome(arrival: &Arrival) -> (PathEnd, Finding) {
    let told = |property: Property, message: String| Finding { property, message, details: Vec::new() };
    let path = Property::named("path");
    match (&arrival.finding, &arrival.gap) {
        (Some(finding), _) => (PathEnd::Wrong, finding.clone()),
        (None, Some(gap)) => {
            (PathEnd::Unknown, told(path, format!("{}: {} {}", gap.cause.name(), gap.what, gap.place)))
        }
        (None, None) if arrival.choices.list.is_empty() => {
            (PathEnd::Done, told(path, "the path has come to its end, and nothing is wrong".to_string()))
        }
        (None, None) => {
            (PathEnd::Open, told(path, "nothing is wrong so far, and the path can go on".to_string()))
        }
    }
}

/// What a path ends with, if it does.
fn ends(arrival: &Arrival) -> Option<String> {
    match outcome(arrival) {
        (PathEnd::Open, _) => None,
        (PathEnd::Done, _) => Some("the end".to_string()),
        (PathEnd::Wrong, finding) => {
            Some(harmless(&format!("{}: {}", finding.property.name(), finding.message)))
        }
        (PathEnd::Unknown, finding) => Some(harmless(&finding.message)),
    }
}
