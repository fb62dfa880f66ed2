//! From how a search ended to the report about it.

use crate::claims::{self, Reach};
use crate::narrate::{Narrated, Telling, cleaned, of_path};
use crate::stranded::{ENDLESS, STRANDED, Stranding, UNKNOWN, never_ends};
use front::{Profile, Tally};
use lts::{Gap, Store, System};
use replay::Repro;
use report::{Figures, NodeFigures, Report, StoreFigures, Story, Walks};
use search::{Found, FoundBy, SearchResult, Statistics, Surprises, Why};

/// Of more findings than this only what they are is told, not how they come about.
const MAX_TOLD: usize = 20;

/// What was searched, and what a report says of it that no search decides.
pub struct Searched<'a> {
    /// What the user calls the program.
    pub name: &'a str,
    pub profile: &'a dyn Profile,
    /// What was counted while it was searched: telling a path begins anew, and forgets it.
    pub tally: Tally,
    pub telling: Telling,
    /// One machine searched alone.
    pub alone: bool,
    /// No way to a finding has fewer preemptions.
    pub is_fewest: bool,
    /// Who can never go on while others run for ever, see [`crate::stranded`].
    pub stranded: Stranding,
    pub store_figures: StoreFigures,
    /// What each node did, if there were several.
    pub nodes: Vec<NodeFigures>,
}

/// The report of a search, its stories included, and the short form of each story that has one.
pub fn account(
    searched: Searched<'_>,
    mut ended: SearchResult,
    system: &mut dyn System,
    store: &dyn Store,
) -> (Report, Vec<Option<Repro>>) {
    let reach = Reach { alone: searched.alone, is_complete: ended.is_complete() };
    let Searched { name, profile, tally, telling, is_fewest, store_figures, stranded, nodes, .. } = searched;
    let statistics = &ended.statistics;
    let figures = Figures {
        states: statistics.states,
        transitions: statistics.transitions,
        instructions: statistics.instructions,
        seconds: statistics.elapsed.as_secs_f64(),
        store_bytes: match nodes.is_empty() {
            true => store.bytes(),
            false => nodes.iter().map(|node| node.bytes).sum(),
        },
        peak_bytes: 0,
        store: store_figures,
        max_depth: statistics.max_depth as u64,
        path_bytes: statistics.path_bytes,
        restarts: statistics.restarts,
        repeated: statistics.repeated,
        beliefs: statistics.beliefs,
        walks: Walks {
            made: statistics.walks,
            steps: statistics.walked,
            found: ended.found_by == FoundBy::Walk,
        },
        structures_by_depth: tally.structures_by_depth,
        accelerated: [tally.accelerated, commuted(statistics)].concat(),
        garbage: tally.garbage,
        nodes,
    };
    let mut claims = claims::claims(system, profile, reach, &figures);
    let stranded = cut_by(stranded, never_ends(&ended), &mut claims.warnings);
    let (mut stories, mut repros) = (Vec::new(), Vec::new());
    for found in &ended.found {
        let narrated = match stories.len() < MAX_TOLD {
            true => {
                let narrated = told(found, system, profile, &telling);
                Narrated { story: Story { is_fewest, ..narrated.story }, ..narrated }
            }
            false => {
                let no_replay = Some(format!("only the first {MAX_TOLD} findings are told"));
                let story = Story { no_replay, ..Story::untold(found.finding.clone()) };
                Narrated { story, repro: None }
            }
        };
        stories.push(narrated.story);
        repros.push(narrated.repro);
    }
    debug_assert_eq!(stories.len(), ended.found.len(), "a finding and its story have one number");
    let cuts = ended.cut.iter().map(|&why| reason(why, store)).chain(stranded).collect();
    let name = name.to_string();
    tell_once(&mut ended.gaps);
    (Report { name, stories, gaps: ended.gaps, cuts, figures, claims, outputs: tally.outputs }, repros)
}

/// Why nothing is said of threads that wait in vain, if that is a reason to claim nothing.
fn cut_by(stranded: Stranding, is_endless: bool, warnings: &mut Vec<String>) -> Option<String> {
    match stranded {
        Stranding::Some(who) => return Some(who),
        Stranding::Unknown if is_endless => return Some(STRANDED.to_string()),
        Stranding::Unknown | Stranding::Untried => warnings.push(UNKNOWN.to_string()),
        Stranding::None => warnings.extend(is_endless.then(|| ENDLESS.to_string())),
    }
    None
}

/// How often it was of use that steps commute.
fn commuted(statistics: &Statistics) -> Vec<(&'static str, u64)> {
    let mut counts = vec![("ordered", statistics.ordered), ("spun", statistics.spun)];
    if statistics.executions > 0 {
        counts.extend([
            ("executions", statistics.executions),
            ("reversed", statistics.reversed),
            ("backtracks", statistics.backtracks),
            ("inexact", statistics.inexact),
        ]);
    }
    counts
}

/// What keeps several paths from being gone is told once.
fn tell_once(gaps: &mut Vec<Gap>) {
    let mut told: Vec<String> = Vec::new();
    gaps.retain(|gap| {
        let is_new = !told.contains(&gap.what);
        told.push(gap.what.clone());
        is_new
    });
    for gap in gaps {
        cleaned(&mut gap.what);
        cleaned(&mut gap.place);
    }
}

fn told(found: &Found, system: &mut dyn System, profile: &dyn Profile, telling: &Telling) -> Narrated {
    let Surprises { preemptions, early } = search::surprises(system, &found.path);
    let Narrated { story, repro } = of_path(system, profile, &found.path, &found.finding, telling);
    Narrated { story: Story { preemptions, early, view: telling.page.clone(), ..story }, repro }
}

/// Why a search was cut, with what the store has to say about it.
fn reason(why: Why, store: &dyn Store) -> String {
    let more = match why {
        Why::Store => store.fault(),
        Why::Memory => store.figures().on_disk.and_then(|disk| disk.unwritten),
        _ => None,
    };
    more.map_or_else(|| why.name().to_string(), |more| format!("{}: {more}", why.name()))
}
