//! What there is to do to certify along a script: to follow all of it, or parts.

use crate::streaming::Unread;
use lts::Path;
use script::{
    Ahead, Broken, Memory, MoveSource, Region, Script, ScriptKind, Sounded, distribute, has_long_paths,
    regions,
};
use std::io::{Read, Seek};

/// Each worker gets so many parts, so that none is left alone with a large one. A part costs next to nothing to begin,
/// as its first state is loaded as it comes.
const PARTS_EACH: usize = 16;

/// One thing to do: moves, and where they begin.
pub struct ScriptTask {
    pub source: Box<dyn MoveSource>,
    /// The number of its first state in the whole, and the way there; nothing if it is the whole.
    pub part: Option<(u64, Path)>,
    pub index: u32,
    /// How much there is to do, where several do it.
    pub size: u64,
}

/// What there is to do.
pub struct ScriptTasks<R: Read> {
    pub list: Vec<ScriptTask>,
    pub of: u128,
    pub count: u32,
    pub whole: u64,
    /// The ways to components that are never left, where the whole script was read beforehand.
    pub bottoms: Option<Vec<Path>>,
    /// A script that several workers follow while it is read, in the place of a list.
    pub unread: Option<Unread<R>>,
}

/// How a script is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Division {
    /// Of so many parts only one, counted from 1: which, and how many.
    pub part: Option<(u32, u32)>,
    pub workers: usize,
    /// The script is believed.
    pub trusts: bool,
}

/// Takes a script apart as it is asked for.
///
/// # Errors
/// What is wrong with the script, or why it cannot be divided like that.
pub fn tasks<R: Read + Seek + Send + 'static>(
    asked: Division,
    script: Script<R>,
) -> Result<ScriptTasks<R>, Broken> {
    let (header, sum) = (script.header.clone(), script.sum);
    let whole = header.states;
    if let ScriptKind::Part(part) = &header.kind {
        if asked.part.is_some() || asked.workers > 1 {
            return Err(Broken::because("is a part already: leave out --part and --workers"));
        }
        let (of, count, whole) = (part.of, part.count, part.whole);
        let list = vec![alone(script, Some((part.first, part.path.clone())), part.index)?];
        return Ok(ScriptTasks { list, of, count, whole, bottoms: None, unread: None });
    }
    let count = match asked.part {
        Some((_, count)) => count as usize,
        None if asked.workers > 1 => asked.workers * PARTS_EACH,
        None => {
            let list = vec![alone(script, None, 0)?];
            return Ok(ScriptTasks { list, of: sum, count: 1, whole, bottoms: None, unread: None });
        }
    };
    if !header.takes_all && !asked.trusts {
        return Err(Broken::because(
            "leaves out steps that commute, for reasons that no part has whole; \
             certify it by one worker, or record it with --reduce full",
        ));
    }
    let regions = regions(&script.subgraphs, whole, header.transitions, count, asked.trusts);
    let count = regions.len() as u32;
    let Some((wanted, _)) = asked.part else {
        let unread = Some(Unread { source: script.moves()?, regions });
        return Ok(ScriptTasks { list: Vec::new(), of: sum, count, whole, bottoms: None, unread });
    };
    let (task, bottoms) = one_of(script, &regions, wanted)?;
    Ok(ScriptTasks { list: vec![task], of: sum, count, whole, bottoms, unread: None })
}

/// All moves of a file.
fn alone<R: Read + Seek + Send + 'static>(
    script: Script<R>,
    part: Option<(u64, Path)>,
    index: u32,
) -> Result<ScriptTask, Broken> {
    Ok(ScriptTask { source: Box::new(Ahead::new(script.moves()?)?), part, index, size: 0 })
}

/// One of several parts, counted from 1. With it, if it is the first: the ways to components of the whole that are
/// never left.
fn one_of<R: Read + Seek + Send>(
    script: Script<R>,
    regions: &[Region],
    wanted: u32,
) -> Result<(ScriptTask, Option<Vec<Path>>), Broken> {
    let is_whole = script.header.kind == ScriptKind::Whole;
    let takes_all = script.header.takes_all;
    let mut source = Sounded::new(script.moves()?);
    let mut pieces = distribute(&mut source, regions, &mut |_, _, _| Ok(Memory::default()))?;
    if is_whole && takes_all && has_long_paths(&pieces) {
        let firsts: Vec<u64> = pieces.iter().map(|piece| piece.first).collect();
        let paths = source.shortest(&firsts)?;
        pieces.iter_mut().zip(paths).for_each(|(piece, path)| piece.path = path);
    }
    let Some((index, piece)) = (0..).zip(pieces).find(|(index, _)| index + 1 == wanted) else {
        return Err(Broken(format!("has no more than {} parts", regions.len())));
    };
    let part = Some((piece.first, piece.path));
    let task = ScriptTask { source: Box::new(piece.sink), size: 0, part, index };
    // A trimmed script does not say where runs come back to.
    let is_told = is_whole && index == 0;
    Ok((task, is_told.then_some(source.bottoms.found)))
}
