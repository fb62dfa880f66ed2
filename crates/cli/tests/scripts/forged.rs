//! Real scripts of random models are forged: single fields, and whole transitions removed, added and redirected
//! consistently, with the sum made right again. Each mutant must be refused, or be itself a true search of the same
//! model, as its graph shows. `JAYWALK_MUTANTS` for more of them.

use lts::{Choice, Store, System};
use model::{Model, Walker};
use script::{
    Broken, Deviation, Follower, Header, Memory, MoveSource, Packing, PartMap, Recorder, Script, ScriptEvent,
    ScriptKind, Sink, Style, Subgraphs, To, Trusted, Writer, distribute, join, regions, shortest, sum_of,
    trust, write,
};
use search::Limits;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};
use testkit::random;

pub const LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: false };

pub struct Random(random::Random);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(random::Random(seed))
    }

    pub fn below(&mut self, below: usize) -> usize {
        self.0.below(below.max(1))
    }

    pub fn model(&mut self) -> Arc<Model> {
        let count = 2 + self.below(30);
        let line = |random: &mut Random, state: usize| {
            let steps: String = (0..random.below(5))
                .map(|_| format!(" {}:s{}", ["A", "B", "C"][random.below(3)], random.below(count)))
                .collect();
            format!("s{state}{} ->{steps}\n", if state == 0 { "*" } else { "" })
        };
        let text: String = (0..count).map(|state| line(self, state)).collect();
        Arc::new(Model::parse(&text).expect("a model"))
    }
}

pub fn walker(model: &Arc<Model>) -> Walker {
    Walker::new(model.clone(), model.initial[0])
}

/// Memory that a recorder can write to, and others can look at.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The file of a model's script.
pub fn recorded(model: &Arc<Model>) -> Vec<u8> {
    recorded_as(model, Packing::Now)
}

fn recorded_as(model: &Arc<Model>, packing: Packing) -> Vec<u8> {
    let shared = Shared::default();
    let begin = {
        let shared = shared.clone();
        Box::new(move || {
            shared.0.lock().unwrap().clear();
            Ok(Box::new(shared.clone()) as Box<dyn Write + Send>)
        })
    };
    let mut recorder = Recorder::new(Box::new(store::Exact::default()), true, packing, begin);
    let (ended, known) = search::recorded(&mut walker(model), &mut recorder, &LIMITS, &mut |_| true);
    assert!(ended.is_complete());
    let recorded = recorder.finish().unwrap();
    assert_eq!(
        (recorded.states, recorded.transitions),
        (ended.statistics.states, ended.statistics.transitions)
    );
    let header = Header {
        kind: ScriptKind::Whole,
        takes_all: true,
        is_loose: packing == Packing::Later,
        states: recorded.states,
        transitions: recorded.transitions,
        terms: vec![("a".to_string(), "b".to_string())],
        words: vec!["model".to_string()],
        sources: vec![("s".to_string(), 7)],
        meetings: Vec::new(),
        extent: known.extent,
        learnt: known.learnt,
    };
    let moves = shared.0.lock().unwrap().clone();
    file(&header, &recorded.subgraphs, moves)
}

pub fn file(header: &Header, subgraphs: &Subgraphs, moves: Vec<u8>) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out, header, subgraphs, &mut Cursor::new(moves)).unwrap();
    out
}

/// Goes along with a script; why it does not certify, if it does not.
fn certified(model: &Arc<Model>, bytes: &[u8]) -> Result<(), String> {
    let script = Script::open(Cursor::new(bytes.to_vec())).map_err(|broken| broken.to_string())?;
    let mut system = walker(model);
    script.header.acquaint(&mut system, &mut || true).map_err(|_| "unacquainted".to_string())?;
    let source = script.moves().map_err(|broken: Broken| broken.to_string())?;
    let mut follower = Follower::new(Box::new(source), 3, &[], None);
    let ended = search::depth_first(&mut system, &mut follower, &LIMITS, &mut |_| true);
    match (follower.deviation(), ended.is_complete()) {
        (None, true) => Ok(()),
        (Some(Deviation { what, .. }), _) => Err(what.name().to_string()),
        (None, false) => Err("cut".to_string()),
    }
}

fn trusted(model: &Arc<Model>, source: &mut dyn MoveSource) -> Trusted {
    let mut system = walker(model);
    system.start();
    trust(&mut system, source, Vec::new(), (true, true), None, &mut |_, _| true)
}

/// A script as a tree: states with their choices and where these lead.
#[derive(Clone)]
pub struct State {
    pub choices: Vec<Choice>,
    pub sign: u32,
    pub moves: Vec<Leads>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Leads {
    New(usize),
    Seen(usize),
    Pruned,
}

impl Leads {
    /// The same, by somebody who has been there.
    fn seen(self) -> Leads {
        if let Leads::New(state) = self { Leads::Seen(state) } else { self }
    }
}

pub fn tree(bytes: &[u8]) -> Vec<State> {
    let mut source = Script::open(Cursor::new(bytes.to_vec())).unwrap().moves().unwrap();
    let list = source.first().unwrap();
    let state = |choices: &[Choice], sign: u32| State { choices: choices.to_vec(), sign, moves: Vec::new() };
    let mut states = vec![state(source.list(list), 0)];
    let mut stack = if list == 0 { Vec::new() } else { vec![0] };
    while let Some(event) = source.next().unwrap() {
        let ScriptEvent::Move { to, .. } = event else {
            stack.pop();
            continue;
        };
        let top = *stack.last().unwrap();
        match to {
            To::New(list) => {
                let new = states.len();
                states[top].moves.push(Leads::New(new));
                states.push(state(source.list(list), source.sign()));
                if list != 0 {
                    stack.push(new);
                }
            }
            To::Seen(seen) => states[top].moves.push(Leads::Seen(seen as usize)),
            _ => states[top].moves.push(Leads::Pruned),
        }
    }
    states
}

/// The tree as a script again: states are numbered as they come, and those that are gone are taken for the first.
pub fn untree(bytes: &[u8], states: &[State]) -> Vec<u8> {
    let mut numbers = vec![None; states.len()];
    let mut count = 0u32;
    let mut order = |at: usize| {
        numbers[at] = Some(count);
        count += 1;
    };
    fn visit(states: &[State], at: usize, order: &mut impl FnMut(usize)) {
        order(at);
        for leads in &states[at].moves {
            if let Leads::New(next) = leads {
                visit(states, *next, order);
            }
        }
    }
    visit(states, 0, &mut order);
    let mut writer = Writer::new(Vec::new(), Style::whole(true)).unwrap();
    writer.first(&states[0].choices, 0);
    fn put(
        states: &[State],
        numbers: &[Option<u32>],
        at: usize,
        writer: &mut Writer<Vec<u8>>,
        met: &mut u32,
    ) {
        for (index, leads) in (0..).zip(&states[at].moves) {
            match *leads {
                Leads::New(next) => {
                    *met += 1;
                    writer.go(index, To::New(0), &states[next].choices, states[next].sign);
                    put(states, numbers, next, writer, met);
                }
                // Nobody can name a state that is still to come.
                Leads::Seen(seen) => {
                    let to = numbers[seen].filter(|number| number < met).unwrap_or(0);
                    writer.go(index, To::Seen(to), &[], 0);
                }
                Leads::Pruned => writer.go(index, To::Pruned, &[], 0),
            }
        }
        if !states[at].choices.is_empty() {
            writer.back();
        }
    }
    put(states, &numbers, 0, &mut writer, &mut 1);
    let (moves, model) = writer.finish().unwrap();
    let header = Script::open(Cursor::new(bytes.to_vec())).unwrap().header;
    let header = header.with(ScriptKind::Whole, u64::from(model.states), model.transitions);
    file(&header, &Subgraphs::default(), moves)
}

/// The script is a true search of the model, as its graph says: every state has all its choices, and they lead where
/// the script says.
pub fn is_true(model: &Model, bytes: &[u8]) -> bool {
    let states = tree(bytes);
    let mut stands: Vec<Option<u32>> = vec![None; states.len()];
    stands[0] = Some(model.initial[0]);
    let mut claims = Vec::new();
    for (at, state) in states.iter().enumerate() {
        let Some(here) = stands[at] else { return false };
        let steps = &model.steps[here as usize];
        let own: Vec<Choice> = (0..).zip(steps).map(|(value, &(actor, _))| Choice { actor, value }).collect();
        if own != state.choices || state.moves.len() != own.len() {
            return false;
        }
        for (leads, &(_, to)) in state.moves.iter().zip(steps) {
            match *leads {
                Leads::New(next) => stands[next] = Some(to),
                Leads::Seen(seen) => claims.push((seen, to)),
                Leads::Pruned => return false,
            }
        }
    }
    claims.into_iter().all(|(seen, to)| stands[seen] == Some(to))
}

/// Changes a tree in one of the ways in which somebody could want to deceive.
pub fn forge(random: &mut Random, states: &mut Vec<State>) {
    let at = random.below(states.len());
    let length = states[at].moves.len();
    let other = random.below(states.len());
    // Signs only help to foresee, and prove nothing.
    if random.below(4) == 0 {
        states[other].sign = random.below(1 << 31) as u32;
    }
    match (random.below(9), length) {
        // A state that was met before is called new, and explored once more: that is true, if long-winded.
        (7, 1..) => {
            let index = random.below(length);
            if let Leads::Seen(seen) = states[at].moves[index] {
                let mut again = states[seen].clone();
                again.moves.iter_mut().for_each(|leads| *leads = leads.seen());
                states[at].moves[index] = Leads::New(states.len());
                states.push(again);
            }
        }
        // A transition more, to a state that is made up.
        (8, 1..) => {
            let choice = Choice { actor: random.below(4) as u32, value: random.below(6) as u32 };
            if !states[at].choices.contains(&choice) {
                let made_up =
                    State { choices: Vec::new(), sign: random.below(1 << 31) as u32, moves: Vec::new() };
                states[at].choices.push(choice);
                let leads = Leads::New(states.len());
                states[at].moves.push(leads);
                states.push(made_up);
            }
        }
        // A transition more.
        (0, _) | (_, 0) => {
            let choice = Choice { actor: random.below(4) as u32, value: random.below(6) as u32 };
            if !states[at].choices.contains(&choice) {
                let place = random.below(length + 1);
                states[at].choices.insert(place, choice);
                states[at].moves.insert(place, Leads::Seen(other));
            }
        }
        // One less, with all that is behind it.
        (1, _) => {
            let index = random.below(length);
            states[at].choices.remove(index);
            states[at].moves.remove(index);
        }
        // One that leads elsewhere: what was new there is left out.
        (2 | 3, _) => {
            let index = random.below(length);
            states[at].moves[index] = Leads::Seen(other);
        }
        (4, _) => {
            let index = random.below(length);
            states[at].moves[index] = Leads::Pruned;
        }
        // Two in another order.
        (5, _) => {
            let (a, b) = (random.below(length), random.below(length));
            states[at].choices.swap(a, b);
            states[at].moves.swap(a, b);
        }
        // A state that is said to have no choices.
        _ => {
            states[at].choices.clear();
            states[at].moves.clear();
        }
    }
}

/// The sum at the end is made right again.
pub fn resum(bytes: &mut [u8]) {
    let at = bytes.len() - 16;
    let sum = sum_of(&bytes[..at]);
    bytes[at..].copy_from_slice(&sum.to_le_bytes());
}

pub fn count() -> usize {
    std::env::var("JAYWALK_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(400)
}

#[test]
fn true_scripts_certify() {
    let mut random = Random::seeded(1);
    for _ in 0..50 {
        let model = random.model();
        let bytes = recorded(&model);
        assert_eq!(certified(&model, &bytes), Ok(()));
        assert!(is_true(&model, &bytes));
        assert_eq!(certified(&model, &untree(&bytes, &tree(&bytes))), Ok(()));
    }
}

/// Loose scripts say the same as packed ones, certify, and are packed to the very same bytes.
#[test]
fn loose_scripts_are_the_same() {
    let mut random = Random::seeded(8);
    for _ in 0..50 {
        let model = random.model();
        let (packed, loose) = (recorded(&model), recorded_as(&model, Packing::Later));
        assert_eq!(certified(&model, &loose), Ok(()));
        assert!(is_true(&model, &loose));
        let script = Script::open(Cursor::new(loose)).unwrap();
        let (header, subgraphs) = (script.header.clone(), script.subgraphs.clone());
        let mut writer = Writer::new(Vec::new(), Style::whole(true)).unwrap();
        script::copy(&mut script.moves().unwrap(), &mut writer).unwrap();
        let header = header.with(ScriptKind::Whole, header.states, header.transitions);
        assert_eq!(file(&header, &subgraphs, writer.finish().unwrap().0), packed);
    }
}

/// Bytes of moves are changed where nothing is pressed over them, and the sum is made right again.
#[test]
fn forged_loose_moves_are_refused_or_true() {
    let mut random = Random::seeded(9);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..count() / 4 {
        let model = random.model();
        let bytes = recorded_as(&model, Packing::Later);
        let script = Script::open(Cursor::new(bytes.clone())).unwrap();
        let (header, subgraphs) = (script.header.clone(), script.subgraphs.clone());
        let from = bytes.len() - 16 - script.sizes.moves as usize;
        let plain = script::unpressed(&bytes[from..bytes.len() - 16]).unwrap();
        for _ in 0..4 {
            let mut moves = plain.clone();
            let at = random.below(moves.len());
            match random.below(4) {
                0 => moves.truncate(at),
                1 => moves.insert(at, random.below(256) as u8),
                2 => {
                    moves.remove(at);
                }
                _ => moves[at] = random.below(256) as u8,
            }
            let mutant = file(&header, &subgraphs, script::pressed(&moves).unwrap());
            match certified(&model, &mutant) {
                Ok(()) => {
                    accepted += 1;
                    assert!(is_true(&model, &mutant), "{model:?}");
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > accepted, "{refused} refused, {accepted} accepted");
}

#[test]
fn forged_transitions_are_refused_or_true() {
    let mut random = Random::seeded(2);
    let (mut refused, mut accepted) = (0, 0);
    let mut reasons = std::collections::BTreeMap::<String, usize>::new();
    while refused + accepted < count() {
        let model = random.model();
        let bytes = recorded(&model);
        for _ in 0..20 {
            let mut states = tree(&bytes);
            (0..1 + random.below(2)).for_each(|_| forge(&mut random, &mut states));
            let mutant = untree(&bytes, &states);
            match certified(&model, &mutant) {
                Ok(()) => {
                    accepted += 1;
                    assert!(is_true(&model, &mutant), "{model:?}");
                }
                Err(why) => {
                    refused += 1;
                    *reasons.entry(why).or_default() += 1;
                }
            }
        }
    }
    for reason in ["nonexistent", "left out", "not seen", "out of turn", "end of a path"] {
        assert!(reasons.contains_key(reason), "{reasons:?}");
    }
    assert!(refused > accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

#[test]
fn forged_bytes_are_refused_or_true() {
    let mut random = Random::seeded(3);
    for _ in 0..count() / 10 {
        let model = random.model();
        let bytes = recorded(&model);
        for _ in 0..10 {
            let mut mutant = bytes.clone();
            match random.below(4) {
                0 => mutant.truncate(random.below(bytes.len())),
                1 => {
                    let at = random.below(bytes.len());
                    mutant.insert(at, random.below(256) as u8);
                }
                2 => {
                    let (a, b) = (random.below(bytes.len()), random.below(bytes.len()));
                    mutant.swap(a, b);
                }
                _ => {
                    let at = random.below(bytes.len());
                    mutant[at] ^= 1 << random.below(8);
                }
            }
            if mutant != bytes {
                assert!(certified(&model, &mutant).is_err(), "damage is found by the sum");
            }
            if mutant.len() > 40 {
                resum(&mut mutant);
                if certified(&model, &mutant).is_ok() {
                    assert!(is_true(&model, &mutant));
                }
            }
        }
    }
}

#[test]
fn fields_of_the_description_are_not_believed() {
    let mut random = Random::seeded(4);
    for _ in 0..25 {
        let model = random.model();
        let bytes = recorded(&model);
        let script = Script::open(Cursor::new(bytes.clone())).unwrap();
        let (header, subgraphs) = (script.header.clone(), script.subgraphs.clone());
        let from = bytes.len() - 16 - script.sizes.moves as usize;
        let moves = bytes[from..bytes.len() - 16].to_vec();
        assert_eq!(certified(&model, &file(&header, &subgraphs, moves.clone())), Ok(()));
        let others = [
            Header { states: header.states + 1, ..header.clone() },
            Header { transitions: header.transitions + 1, ..header.clone() },
            Header { transitions: header.transitions.wrapping_sub(1), ..header.clone() },
            Header { extent: header.extent + 1, ..header.clone() },
            Header { takes_all: false, ..header.clone() },
        ];
        for other in others {
            let mutant = file(&other, &subgraphs, moves.clone());
            if let Ok(()) = certified(&model, &mutant) {
                assert!(is_true(&model, &mutant), "{other:?}");
            }
        }
    }
}

/// The maps of a script in parts.
fn maps(model: &Arc<Model>, bytes: &[u8], parts: usize) -> Result<Vec<PartMap>, String> {
    let script = Script::open(Cursor::new(bytes.to_vec())).map_err(|broken| broken.to_string())?;
    let (header, sum) = (script.header.clone(), script.sum);
    let list = regions(&script.subgraphs, header.states, header.transitions, parts, false);
    let mut source = script.moves().map_err(|broken| broken.to_string())?;
    let mut pieces = distribute(&mut source, &list, &mut |_, _, _| Ok(Memory::default()))
        .map_err(|broken| broken.to_string())?;
    // Any path to the first state of a part will do.
    let firsts: Vec<u64> = pieces.iter().map(|piece| piece.first).collect();
    let again = Script::open(Cursor::new(bytes.to_vec())).and_then(Script::moves);
    let paths =
        again.and_then(|mut moves| shortest(&mut moves, &firsts)).map_err(|broken| broken.to_string())?;
    for (piece, path) in pieces.iter_mut().zip(paths) {
        assert!(path.len() <= piece.path.len());
        if bytes.len().is_multiple_of(2) {
            piece.path = path;
        }
    }
    let count = pieces.len() as u32;
    let mut maps = Vec::new();
    for (index, piece) in (0..).zip(pieces) {
        let mut system = walker(model);
        let states = piece.states;
        // Nobody goes a way that is not there.
        system.start();
        if !piece.path.iter().all(|&choice| script::go(&mut system, choice)) {
            return Err("nonexistent".to_string());
        }
        let mut follower =
            Follower::new(Box::new(piece.sink), 3, &[], Some((piece.first, piece.path.clone())));
        let ended = search::depth_first_from(&mut system, &mut follower, piece.path, &LIMITS, &mut |_| true);
        if let Some(deviation) = follower.deviation() {
            return Err(deviation.what.name().to_string());
        }
        assert!(ended.is_complete() && follower.states() == states);
        let (met, moves) = (follower.met(), follower.moves());
        maps.push(PartMap {
            of: sum,
            index,
            count,
            whole: header.states,
            key: 3,
            common: header.common(3),
            states,
            moves,
            met,
            ..PartMap::default()
        });
    }
    Ok(maps)
}

#[test]
fn parts_certify_what_the_whole_does() {
    let mut random = Random::seeded(5);
    let (mut divided, mut refused) = (0, 0);
    for _ in 0..count() / 5 {
        let model = random.model();
        let bytes = recorded(&model);
        let parts = 1 + random.below(6);
        let maps = maps(&model, &bytes, parts).unwrap();
        divided += usize::from(maps.len() > 1);
        let read: Vec<PartMap> =
            maps.iter().map(|map| PartMap::from_bytes(&map.to_bytes()).unwrap()).collect();
        assert_eq!(read, maps);
        let whole = join(&read).unwrap();
        let script = Script::open(Cursor::new(bytes)).unwrap();
        assert_eq!((whole.states, whole.moves), (script.header.states, script.header.transitions));
        assert!(join(&read[1..]).is_err() && join(&[&read[..], &read[..1]].concat()).is_err());
        let mut wrong = read.clone();
        let at = random.below(wrong.len());
        if let Some((_, print)) = wrong[at].met.others.first_mut() {
            print[0] ^= 1;
            assert!(join(&wrong).is_err());
            refused += 1;
        }
        // Parts whose descriptions differ name states, or end steps, in ways of their own.
        let mut other = read.clone();
        other[at].common ^= 1 << random.below(128);
        assert_eq!(join(&other).is_ok(), other.len() == 1);
    }
    assert!(divided > 5 && refused > 5, "{divided} divided, {refused} refused");
}

/// A forged script with the table of the true one, as far as it fits.
pub fn forged_with_table(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut states = tree(bytes);
    forge(random, &mut states);
    let mutant = untree(bytes, &states);
    let script = Script::open(Cursor::new(mutant.clone())).unwrap();
    let header = script.header.clone();
    let mut table = Script::open(Cursor::new(bytes.to_vec())).unwrap().subgraphs;
    table.list.retain(|entry| {
        entry.root + entry.states <= header.states && entry.transitions <= header.transitions
    });
    let moves = mutant[mutant.len() - 16 - script.sizes.moves as usize..mutant.len() - 16].to_vec();
    file(&header, &table, moves)
}

#[test]
fn forged_scripts_in_parts_are_refused_or_true() {
    let mut random = Random::seeded(6);
    let mut refused = 0;
    for _ in 0..count() / 5 {
        let model = random.model();
        let bytes = recorded(&model);
        let mutant = forged_with_table(&mut random, &bytes);
        let joined =
            maps(&model, &mutant, 4).and_then(|maps| join(&maps).map_err(|broken| broken.to_string()));
        match joined {
            Ok(_) => assert!(is_true(&model, &mutant)),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn trust_visits_every_state_once() {
    let mut random = Random::seeded(7);
    for _ in 0..50 {
        let model = random.model();
        let bytes = recorded(&model);
        let header = Script::open(Cursor::new(bytes.clone())).unwrap().header;
        let mut source = Script::open(Cursor::new(bytes.clone())).unwrap().moves().unwrap();
        let whole = trusted(&model, &mut source);
        let mut first = Script::open(Cursor::new(bytes.clone())).unwrap().moves().unwrap();
        let kept = script::productive(&mut first).unwrap();
        let mut second = Script::open(Cursor::new(bytes)).unwrap().moves().unwrap();
        let mut small = Memory::default();
        script::trim(&mut second, &kept, &mut small).unwrap();
        let trimmed = trusted(&model, &mut small);
        for trusted in [whole, trimmed] {
            assert_eq!((trusted.states, trusted.transitions), (header.states, header.states - 1));
            assert!(trusted.deviation.is_none() && trusted.found.is_empty());
        }
    }
}
