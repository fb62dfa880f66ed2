//! `jaywalk explore --driver`: a program that goes over structures in rounds.

use super::{Explore, ways};
use crate::progress::ProgressLine;
use crate::{retelling, run};
use front::Problem;
use java::{ClassId, Session};
use lts::Cause;
use objects::{Chosen, DeltaDriver, Driven};
use report::{Explored, Sequence};
use search::Progress;

pub(super) fn answer(
    asked: &Explore,
    session: Session,
    class: ClassId,
) -> Result<(Explored, Option<Cause>), Problem> {
    let name = session.machine.program.classes[class].external_name();
    let mut checked = vec!["uncaught exceptions".to_string()];
    checked.extend(run::assertions(&asked.machine, true).then(|| "assertions".to_string()));
    let limits = ways::limits(asked);
    let bounds = ways::bounds(asked, &limits);
    let main = session.main_thread();
    let driver = DeltaDriver::new(session.machine, main, class, &asked.arguments);
    let mut driver = driver.map_err(Problem::Input)?;
    let mut line = ProgressLine::new(limits).titled(&name);
    let driven = driver.drive(&bounds, asked.delta, &mut |driven| {
        line.show(&Progress {
            states: driven.structures,
            transitions: driven.executions,
            depth: driven.by_round.len(),
            frontier: 0,
            bytes: driven.bytes,
            elapsed: driven.elapsed,
            share: None,
        })
    });
    line.clear();
    let worst = driven.gaps.iter().map(|gap| gap.cause).find(|&cause| cause != Cause::Unsupported);
    let mut answer = Explored { class: name, is_driver: true, checked, ..told(asked, &driven) };
    answer.cuts.extend(driver.beside().iter().map(|beside| beside.sentence().to_string()));
    Ok((answer, worst))
}

fn told(asked: &Explore, driven: &Driven) -> Explored {
    let place = |place: &str| if place.is_empty() { String::new() } else { format!(" at {place}") };
    let gaps = driven.gaps.iter();
    let gaps = gaps.map(|gap| format!("{}: {}{}", gap.cause.name(), gap.what, place(&gap.place)));
    let cut = driven.cut.map(|cut| ways::cut_name(cut).to_string());
    let sequence = |(finding, rounds): &(lts::Finding, Vec<Vec<Chosen>>)| Sequence {
        property: finding.property.name(),
        message: finding.message.clone(),
        details: finding.details.clone(),
        java: rounds.iter().zip(1..).map(|(round, number)| round_of(number, round)).collect(),
    };
    Explored {
        length: driven.rounds,
        is_closed: driven.is_closed,
        structures: driven.structures,
        expanded: driven.expanded,
        executions: driven.executions,
        by_length: driven.by_round.clone(),
        runs: driven.runs,
        splits: driven.splits,
        singly: driven.singly,
        digest: asked.digest.then_some(driven.digest),
        instructions: driven.instructions,
        seconds: driven.elapsed.as_secs_f64(),
        peak_bytes: retelling::peak_bytes(),
        found: driven.found.iter().map(sequence).collect(),
        cuts: gaps.chain(cut).collect(),
        rests_on: vec![
            "one thread".to_string(),
            "structures compared as what can be reached from what is merged, up to renaming".to_string(),
            "the clock stands still between rounds".to_string(),
        ],
        ..Explored::default()
    }
}

/// The choices of a round as a line.
fn round_of(number: usize, round: &[Chosen]) -> String {
    let chosen = |chosen: &Chosen| {
        let Chosen { place, value, count } = chosen;
        format!("{place}: value {} of {count}", value + 1)
    };
    let all: Vec<String> = round.iter().map(chosen).collect();
    format!("round {number}: {}", if all.is_empty() { "no choice".to_string() } else { all.join("; ") })
}
