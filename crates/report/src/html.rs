//! One page that needs nothing else: the counterexample to walk through, with the source beside it.
//!
//! The page is fixed; what it shows is a JSON object inside it. Texts of the program are in that object only,
//! where `<` is written as an escape, and the page's script puts them in place as text. Nothing the program
//! says can become markup.

use crate::console::{count, numbers, ranges};
use crate::cycle::wait_cycle;
use crate::plot::{message, senders, short_texts};
use crate::{Report, Story, Verdict};
use lts::{ActorView, ObjectView, Picture, Spot};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const STYLE: &str = include_str!("../page/page.css");
/// In the order in which they run.
const SCRIPTS: [&str; 6] = [
    include_str!("../page/page.js"),
    include_str!("../page/rows.js"),
    include_str!("../page/source.js"),
    include_str!("../page/tools.js"),
    include_str!("../page/choices.js"),
    include_str!("../page/main.js"),
];
/// More findings than this are left to `--json`.
const MAX_STORIES: usize = 100;

/// Source files by their names below the root of the sources: `pkg/Bank.java`.
pub type SourceTexts = BTreeMap<String, SourceText>;

/// A source file that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceText {
    /// Where it is, from where the check was started.
    pub path: String,
    pub text: String,
}

/// A state space that is small enough to be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateGraph {
    pub states: Vec<GraphState>,
    /// From, to, who moves, and whether the first finding goes this way.
    pub edges: Vec<(usize, usize, String, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphState {
    /// Steps from the first state.
    pub depth: usize,
    pub kind: StateKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateKind {
    Inner,
    End,
    Bad,
}

/// The page of one check.
pub fn html(report: &Report, sources: &SourceTexts, graph: Option<&StateGraph>) -> String {
    page(&report.name, data(report, &stories(std::slice::from_ref(report)), sources, graph), "")
}

/// The page of several: all their findings, with an index. Its head is that of the first that has something to show.
pub fn html_of(reports: &[Report], sources: &SourceTexts, graph: Option<&StateGraph>) -> Option<String> {
    let failed = reports.iter().filter(|report| report.verdict() == Verdict::Violation).count();
    let shown = reports.iter().find(|report| !report.stories.is_empty()).or(reports.first())?;
    let name = match failed {
        0 | 1 => shown.name.clone(),
        _ => format!("{failed} of {}", count(reports.len() as u64, "test")),
    };
    Some(page(&name, data(shown, &stories(reports), sources, graph), ""))
}

/// All findings, each with the name of what was checked.
fn stories(reports: &[Report]) -> Vec<Value> {
    let all = reports.iter().flat_map(|report| report.stories.iter().map(move |story| (report, story)));
    let told = all.take(MAX_STORIES).map(|(report, story)| {
        let mut told = tell(story, false);
        (told["program"], told["numbers"]) = (json!(report.name), json!(numbers(report)));
        if report.claims.movers.is_some() {
            told["preemptions"] = Value::Null;
        }
        told
    });
    told.collect()
}

/// `policy` is what the page may do beyond showing what it came with.
pub(crate) fn page(name: &str, data: Value, policy: &str) -> String {
    let data = data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028");
    let script = SCRIPTS.concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'{policy}\">\n\
         <title>{} - jaywalk</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header></header>\n\
         <nav></nav>\n<section id=\"timeline\"></section>\n<section id=\"choices\"></section>\n<main>\n\
         <section id=\"lanes\"></section>\n<div id=\"side\"><section id=\"source\"></section><section \
         id=\"state\"></section></div>\n</main>\n\
         <section id=\"graph\"></section>\n\
         <script type=\"application/json\" \
         id=\"data\">{data}</script>\n<script>\n{script}</script>\n</body>\n</html>\n",
        escaped(name)
    )
}

/// A text as HTML.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML has no way to write these; a page needs none of them.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

pub(crate) fn data(
    report: &Report,
    stories: &[Value],
    sources: &SourceTexts,
    graph: Option<&StateGraph>,
) -> Value {
    let word = match report.verdict() {
        Verdict::Safe => "PASS",
        Verdict::Violation => "FAIL",
        Verdict::Inconclusive => "INCONCLUSIVE",
    };
    let claims = &report.claims;
    let unreached: Vec<String> =
        claims.unreached.iter().map(|file| format!("{}:{}", file.source, ranges(&file.lines))).collect();
    let gaps: Vec<String> =
        report.gaps.iter().map(|gap| format!("{}: {} {}", gap.cause.name(), gap.what, gap.place)).collect();
    let texts: BTreeMap<&str, &str> =
        sources.iter().map(|(name, source)| (name.as_str(), source.text.as_str())).collect();
    json!({
        "name": report.name,
        "mover": report.claims.movers.unwrap_or("thread"),
        "verdict": report.verdict().name(),
        "word": word,
        "numbers": numbers(report),
        "stories": stories,
        "sources": texts,
        "claims": [
            ("not supported", gaps), ("cut", report.cuts.clone()), ("checked", claims.checked.clone()),
            ("not checked", claims.unchecked.clone()), ("rests on", claims.rests_on.clone()),
            ("never reached", unreached), ("warnings", claims.warnings.clone()),
        ],
        "graph": graph.map(draw),
    })
}

fn draw(graph: &StateGraph) -> Value {
    let kind = |kind: StateKind| match kind {
        StateKind::Inner => "",
        StateKind::End => "end",
        StateKind::Bad => "bad",
    };
    let states: Vec<Value> =
        graph.states.iter().map(|state| json!({"depth": state.depth, "kind": kind(state.kind)})).collect();
    json!({"states": states, "edges": graph.edges})
}

/// Values that come again and again are written once.
#[derive(Default)]
struct Table {
    rows: Vec<Value>,
    numbers: BTreeMap<String, usize>,
}

impl Table {
    fn row(&mut self, value: Value) -> usize {
        *self.numbers.entry(value.to_string()).or_insert_with(|| {
            self.rows.push(value);
            self.rows.len() - 1
        })
    }
}

/// A story; with a lane for `everybody`, or for those alone of whom something is told.
pub(crate) fn tell(story: &Story, everybody: bool) -> Value {
    let lanes: Vec<u32> = story
        .actors
        .iter()
        .map(|(actor, _)| *actor)
        .filter(|actor| everybody || story.account.scenes.iter().any(|scene| scene.actor == *actor))
        .collect();
    let lane = |actor: u32| lanes.iter().position(|a| *a == actor);
    let texts = short_texts(&story.account.scenes);
    let files: BTreeSet<String> =
        story.account.scenes.iter().filter_map(|scene| scene.spot.as_ref()).map(Spot::source).collect();
    let place = |spot: &Spot| if files.len() > 1 { spot.short() } else { format!(":{}", spot.line) };
    let (mut threads, mut objects) = (Table::default(), Table::default());
    let senders = senders(&story.account.scenes);
    let mut steps = Vec::new();
    for (i, scene) in story.account.scenes.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &story.account.scenes[i]);
        let switched = before.is_some_and(|before| {
            before.actor != scene.actor
                && story.account.turns.get(before.turn as usize + 1).is_some_and(|turn| turn.preempts)
        });
        let none = Picture::default();
        let picture = story.account.pictures.get(i).unwrap_or(&none);
        let rows: Vec<usize> = picture
            .actors
            .iter()
            .filter_map(|view| {
                Some(threads.row(thread(view, lane(view.actor)?, view.held_by.and_then(lane))))
            })
            .collect();
        let things: Vec<usize> = picture.objects.iter().map(|view| objects.row(object(view))).collect();
        let spot = scene.spot.as_ref();
        let sent = senders.get(&i).map(|&sent| &story.account.scenes[sent]);
        steps.push(json!({
            "from": sent.and_then(|sent| lane(sent.actor)), "message": sent.map(|sent| message(&sent.object)),
            "t": lane(scene.actor), "act": scene.act.name(), "what": texts[i], "switched": switched,
            "place": spot.map(place), "at": spot.map(|s| format!("at {s}")), "source": spot.map(Spot::source),
            "line": spot.map(|s| s.line), "threads": rows, "objects": things,
        }));
    }
    json!({
        "property": story.finding.property.name(),
        "message": story.finding.message,
        "details": story.finding.details,
        "cycle": wait_cycle(&story.end),
        "replay": story.replay,
        "noReplay": story.no_replay,
        "preemptions": count(u64::from(story.preemptions), "preemption"),
        "threads": lanes.iter().map(|&actor| story.actor(actor)).collect::<Vec<_>>(),
        "steps": steps,
        "round": story.round,
        "threadViews": threads.rows,
        "objectViews": objects.rows,
    })
}

fn thread(view: &ActorView, lane: usize, held_by: Option<usize>) -> Value {
    let top = view.stack.first();
    let stack: Vec<Value> = view
        .stack
        .iter()
        .enumerate()
        .map(|(i, spot)| {
            let locals = view.locals.get(i).map_or(&[][..], Vec::as_slice);
            json!({"at": spot.to_string(), "method": spot.whole_name(), "locals": locals})
        })
        .collect();
    json!({
        "t": lane, "name": view.name, "doing": view.doing, "alive": view.is_alive, "stack": stack,
        "source": top.map(Spot::source), "line": top.map(|spot| spot.line), "wants": view.wants, "heldBy": held_by,
    })
}

fn object(view: &ObjectView) -> Value {
    json!({"name": view.name, "holder": view.holder, "fields": view.fields})
}
