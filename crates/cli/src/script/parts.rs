//! Smaller scripts out of larger ones, and one verdict out of many parts.

use super::{Join, Pack, Split, Trim, open};
use crate::{check, screen};
use ::script::{
    Broken, Header, Part, PartMap, ScriptKind, Style, Subgraph, Subgraphs, Writer, copy, distribute,
    has_long_paths, join as joined, productive, regions, shortest, trim as trimmed, write,
};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes a script whose moves are in memory.
fn keep(file: &Path, header: &Header, subgraphs: &Subgraphs, moves: Vec<u8>) -> Result<(), String> {
    let mut out = Vec::new();
    let written =
        write(&mut out, header, subgraphs, &mut Cursor::new(moves)).and_then(|()| std::fs::write(file, &out));
    written.map_err(|error| format!("{}: cannot be written: {error}", file.display()))
}

/// `jaywalk script pack`.
pub fn pack(asked: &Pack) -> Result<(), String> {
    let named = |what: &dyn std::fmt::Display| format!("{}: {what}", asked.file.display());
    let script = open(&asked.file)?;
    if script.header.kind != ScriptKind::Whole {
        return Err(named(&"is not the script of a whole search"));
    }
    let (header, subgraphs) = (script.header.clone(), script.subgraphs.clone());
    let style = Style::whole(header.takes_all);
    let mut writer = Writer::new(Vec::new(), style).map_err(|error| named(&error))?;
    copy(&mut script.moves().map_err(|broken| named(&broken))?, &mut writer)
        .map_err(|broken| named(&broken))?;
    let (moves, _) = writer.finish().map_err(|error| named(&error))?;
    let small = header.with(ScriptKind::Whole, header.states, header.transitions);
    keep(&asked.out, &small, &subgraphs, moves)
}

/// `jaywalk script trim`.
pub fn trim(asked: &Trim) -> Result<(), String> {
    let named = |what: &dyn std::fmt::Display| format!("{}: {what}", asked.file.display());
    let script = open(&asked.file)?;
    if script.header.kind != ScriptKind::Whole {
        return Err(named(&"is not the script of a whole search"));
    }
    let (header, mut subgraphs) = (script.header.clone(), script.subgraphs.clone());
    let broken = |broken: Broken| named(&broken);
    let kept = productive(&mut script.moves().map_err(broken)?).map_err(broken)?;
    let mut writer = Writer::new(Vec::new(), Style::trimmed()).map_err(|error| named(&error))?;
    trimmed(&mut open(&asked.file)?.moves().map_err(broken)?, &kept, &mut writer).map_err(broken)?;
    let (moves, model) = writer.finish().map_err(|error| named(&error))?;
    let small = header.with(ScriptKind::Trimmed, u64::from(model.states), model.transitions);
    let small = Header { takes_all: true, ..small };
    subgraphs.list.iter_mut().for_each(|subgraph| subgraph.transitions = subgraph.states - 1);
    subgraphs.list.retain(|subgraph: &Subgraph| subgraph.transitions <= model.transitions);
    keep(&asked.out, &small, &subgraphs, moves)
}

/// `jaywalk script split`.
pub fn split(asked: &Split) -> Result<(), String> {
    let named = |what: &dyn std::fmt::Display| format!("{}: {what}", asked.file.display());
    let script = open(&asked.file)?;
    let is_trimmed = match &script.header.kind {
        ScriptKind::Whole => false,
        ScriptKind::Trimmed => true,
        ScriptKind::Part(_) => return Err(named(&"is a part already")),
    };
    if !script.header.takes_all {
        let why =
            "leaves out steps that commute, for reasons that no part has whole; record it with --reduce full";
        return Err(named(&why));
    }
    let (header, of) = (script.header.clone(), script.sum);
    let list =
        regions(&script.subgraphs, header.states, header.transitions, asked.parts as usize, is_trimmed);
    let begun = std::time::Instant::now();
    let make = &mut |_, _, _: &[lts::Choice]| {
        Writer::new(Vec::new(), Style::part(is_trimmed)).map_err(|error| Broken(error.to_string()))
    };
    let pieces = distribute(&mut script.moves().map_err(|broken| named(&broken))?, &list, make);
    let mut pieces = pieces.map_err(|broken| named(&broken))?;
    if !is_trimmed && has_long_paths(&pieces) {
        let firsts: Vec<u64> = pieces.iter().map(|piece| piece.first).collect();
        let again = open(&asked.file)?.moves().and_then(|mut moves| shortest(&mut moves, &firsts));
        let paths = again.map_err(|broken| named(&broken))?;
        pieces.iter_mut().zip(paths).for_each(|(piece, path)| piece.path = path);
    }
    let (count, whole) = (pieces.len() as u32, header.states);
    let size = |states: u64, moves: u64| if is_trimmed { states } else { moves };
    let all = size(header.states, header.transitions).max(1);
    let largest = pieces.iter().map(|piece| size(piece.states, piece.transitions)).max().unwrap_or(0);
    let steps: usize = pieces.iter().map(|piece| piece.path.len()).sum();
    let longest = pieces.iter().map(|piece| piece.path.len()).max().unwrap_or(0);
    screen::print(&format!(
        "{count} parts, the largest {:.1}% of all {}, paths to them {:.0} steps on the average and {longest} at \
            most, {:.2} s\n",
        100.0 * largest as f64 / all as f64,
        if is_trimmed { "states" } else { "transitions" },
        steps as f64 / f64::from(count),
        begun.elapsed().as_secs_f64(),
    ));
    if asked.dry_run {
        return Ok(());
    }
    let base = asked.out.clone().unwrap_or_else(|| asked.file.clone());
    for (index, piece) in (0..).zip(pieces) {
        let (path, first) = (piece.path, piece.first);
        let (moves, model) = piece.sink.finish().map_err(|error| named(&error))?;
        let part = Part { of, index, count, path, first, whole, is_trimmed };
        let mut file = base.clone().into_os_string();
        file.push(format!(".{}", index + 1));
        let part = header.with(ScriptKind::Part(part), u64::from(model.states), model.transitions);
        keep(&PathBuf::from(file), &part, &Subgraphs::default(), moves)?;
    }
    Ok(())
}

/// `jaywalk script join`.
pub fn join(asked: &Join) -> Result<ExitCode, String> {
    let read = |file: &PathBuf| {
        let named = |what: &dyn std::fmt::Display| format!("{}: {what}", file.display());
        let bytes = std::fs::read(file).map_err(|error| named(&format!("cannot be read: {error}")))?;
        PartMap::from_bytes(&bytes).map_err(|broken| named(&broken))
    };
    let maps: Vec<PartMap> = asked.maps.iter().map(read).collect::<Result<_, _>>()?;
    let whole = joined(&maps).map_err(|broken| format!("the parts do not certify the program: {broken}"))?;
    if !whole.findings.is_empty() {
        whole.findings.iter().for_each(|finding| screen::print(&format!("FAIL  {finding}\n")));
        return Ok(ExitCode::from(check::VIOLATION));
    }
    let how = if maps.first().is_some_and(|map| map.is_trusted) {
        "trusted, not authenticated"
    } else {
        "certified"
    };
    let of = maps.first().map_or(0, |map| map.of);
    screen::print(&format!(
        "PASS  {how}: {} states, {} moves in {} parts of script {of:032x}, {} fingerprints compared\n",
        whole.states,
        whole.moves,
        maps.len(),
        whole.compared,
    ));
    if whole.ends == 0 {
        screen::print(
            "  warning: no path of the program comes to an end, and no part can tell whether all threads can go on; \
             certify it in one piece, which looks closer\n",
        );
    }
    if !whole.seeks_livelocks {
        screen::print(
            "  not looked for: livelocks and partial deadlocks, which no part can tell; \
             certify --part I/N of the whole script does, and certify --workers N\n",
        );
    }
    Ok(ExitCode::SUCCESS)
}
