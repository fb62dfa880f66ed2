//! Scripts of Java programs are forged: whole transitions removed, added and redirected consistently, single fields
//! changed, and the sum made right again. Each mutant must be refused, or be itself a true search of the same program,
//! as the program's graph shows. `cargo xtask mutants` tries 10,000 of them.

use crate::forged::{Leads, Random, State, file, forge, resum, tree, untree};
use crate::further::compiled;
use crate::programs::{run, scratch};
use front::{Front, Reduction, Subject, Wanted};
use java::{Accelerators, EntryPoint, Host, JavaFront, LaunchTarget, Liberties, Library, Naming, Setup};
use lts::Choice;
use script::{Follower, Header, Script};
use search::{Checkpoints, Limits};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;

const LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: false };

/// Programs of `examples/concurrency` with their arguments, small enough to be gone through thousands of times.
const PROGRAMS: [(&str, &str); 6] = [
    ("NestedMonitor", "1 1 1 1"),
    ("ReplicatedWorkers", "1 1"),
    ("DiningPhilosophers", "2 1"),
    ("BoundedBuffer", "1 1 1 1"),
    ("ReadersWriters", "1 1 1"),
    ("SleepingBarber", "1 1 1"),
];

struct Silent;

impl Host for Silent {
    fn write(&mut self, _: i32, _: &[u8]) {}

    fn read(&mut self, _: &mut [u8]) -> usize {
        0
    }
}

fn silent() -> Box<dyn Host> {
    Box::new(Silent)
}

fn opened(classes: &Path, name: &str, arguments: &[&str]) -> Subject {
    let setup = Setup {
        jdk: Some(testkit::jdk::Jdk::find().expect("a JDK").home.clone()),
        class_path: vec![classes.to_path_buf()],
        target: LaunchTarget::Class(name.to_string()),
        assertions: true,
        heap_bytes: 1 << 32,
        processors: 3,
        max_instructions: None,
        properties: Vec::new(),
        is_explored: true,
        allow_read: Vec::new(),
        writes_memory: false,
        mixed: java::Mixed::Off,
        replaced: Vec::new(),
        unit: None,
    };
    let front = JavaFront {
        setup,
        scratch: classes.to_path_buf(),
        entry: EntryPoint::Main(arguments.iter().map(|word| (*word).to_string()).collect()),
        naming: Naming::default(),
        accelerators: Accelerators { base: 1024, ..Accelerators::default() },
        liberties: Liberties::default(),
        library: Library::Atomic,
        observes_output: false,
        environment: Vec::new(),
        watched: Vec::new(),
        host: silent,
        booted: None,
    };
    let wanted =
        Wanted { reduction: Reduction::Local, races: false, atoms: &[], onlookers: 0, branching: false };
    front.open(0, &wanted).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

/// The program's graph: of each state its choices, and where they lead. The first is the initial one.
type Graph = Vec<Vec<(Choice, Option<usize>)>>;

fn graph(classes: &Path, name: &str, arguments: &[&str], header: &Header) -> Graph {
    let mut subject = opened(classes, name, arguments);
    header
        .acquaint(&mut *subject.system, &mut || true)
        .unwrap_or_else(|_| panic!("{name} is another program"));
    let mut store = store::Exact::default();
    let (record, ended) =
        search::record(&mut *subject.system, &mut store, &LIMITS, Checkpoints::default(), &mut |_| true)
            .expect("no checkpoint");
    assert!(ended.is_complete());
    let numbers: BTreeMap<u64, usize> =
        record.states.iter().enumerate().map(|(at, state)| (state.state.0, at)).collect();
    let mut graph: Graph = vec![Vec::new(); record.states.len()];
    for step in &record.steps {
        graph[numbers[&step.from.0]].push((step.choice, numbers.get(&step.to.0).copied()));
    }
    // A state's steps are noted when they are over: here they stand in the order of the choices.
    graph.iter_mut().for_each(|steps| steps.sort_by_key(|(choice, _)| (choice.actor, choice.value)));
    graph
}

/// Every state has all its choices, and they lead where the script says.
fn is_true(graph: &Graph, states: &[State]) -> bool {
    let mut stands: Vec<Option<usize>> = vec![None; states.len()];
    stands[0] = Some(0);
    let mut claims = Vec::new();
    for (at, state) in states.iter().enumerate() {
        let Some(here) = stands[at] else { return false };
        let steps = &graph[here];
        if steps.len() != state.choices.len() || state.moves.len() != steps.len() {
            return false;
        }
        for (choice, leads) in state.choices.iter().zip(&state.moves) {
            let Some((_, to)) = steps.iter().find(|(other, _)| other == choice) else { return false };
            match *leads {
                Leads::New(next) => stands[next] = *to,
                Leads::Seen(seen) => claims.push((seen, *to)),
                Leads::Pruned => return false,
            }
        }
    }
    claims.into_iter().all(|(seen, to)| to.is_some() && stands[seen] == to)
}

/// Goes along with a script; why it does not certify, if it does not.
fn certified(subject: &mut Subject, bytes: &[u8]) -> Result<(), String> {
    let script = Script::open(Cursor::new(bytes.to_vec())).map_err(|broken| broken.to_string())?;
    let system = &mut *subject.system;
    system.start();
    system.learn(&script.header.learnt);
    let source = script.moves().map_err(|broken| broken.to_string())?;
    let links = system.gauges().map_or(&[] as &[_], |gauges| gauges.links());
    let mut follower = Follower::new(Box::new(source), 5, links, None);
    let ended = search::depth_first_from(system, &mut follower, Vec::new(), &LIMITS, &mut |_| true);
    match (follower.deviation(), ended.is_complete()) {
        (Some(deviation), _) => Err(deviation.what.name().to_string()),
        (None, false) => Err("cut".to_string()),
        (None, true) if !ended.found.is_empty() => Err("violated".to_string()),
        (None, true) => Ok(()),
    }
}

fn count() -> usize {
    std::env::var("JAYWALK_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(400)
}

struct Recorded {
    classes: std::path::PathBuf,
    bytes: Vec<u8>,
}

fn recorded(name: &str, arguments: &[&str]) -> Recorded {
    let source = testkit::repo_root().join(format!("examples/concurrency/{name}.java"));
    let text = std::fs::read_to_string(source).expect("an example");
    let classes = compiled(&format!("mutants-{name}"), "", &[(name, &text)]);
    let script = scratch(&format!("mutants-{name}"));
    let place = classes.display().to_string();
    let words = [&["--reduce", "local", "--script", &script, "-cp", &place, name], arguments].concat();
    let ran = run("check", &words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    Recorded { classes, bytes: std::fs::read(&script).expect("a script") }
}

#[test]
fn forged_scripts_of_java_programs_are_refused_or_true() {
    let mut random = Random::seeded(11);
    let mut tally = BTreeMap::<String, usize>::new();
    for (name, arguments) in PROGRAMS {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let Recorded { classes, bytes } = recorded(name, &arguments);
        let header = Script::open(Cursor::new(bytes.clone())).expect("a script").header;
        let graph = graph(&classes, name, &arguments, &header);
        assert_eq!(graph.len() as u64, header.states, "{name}");
        let mut subject = opened(&classes, name, &arguments);
        assert!(header.acquaint(&mut *subject.system, &mut || true).is_ok());
        let states = tree(&bytes);
        assert!(is_true(&graph, &states), "{name}");
        assert_eq!(certified(&mut subject, &bytes), Ok(()), "{name}");
        let begun = std::time::Instant::now();
        for _ in 0..count() / PROGRAMS.len() {
            let mut forged = states.clone();
            (0..1 + random.below(2)).for_each(|_| forge(&mut random, &mut forged));
            let mutant = untree(&bytes, &forged);
            let why = match certified(&mut subject, &mutant) {
                Ok(()) => {
                    assert!(is_true(&graph, &tree(&mutant)), "{name}: a false search is certified");
                    "certified, and true".to_string()
                }
                Err(why) => why,
            };
            *tally.entry(why).or_default() += 1;
        }
        println!("{name}: {} states, {:.0} s", header.states, begun.elapsed().as_secs_f64());
    }
    println!("mutants of Java scripts: {tally:?}");
    let certified = tally.get("certified, and true").copied().unwrap_or(0);
    assert!(tally.len() > 4 && certified * 3 < tally.values().sum::<usize>(), "{tally:?}");
}

/// The first state of a part is the same whether a machine goes there or loads it. How long both take is printed: a
/// part has thousands of moves.
#[test]
fn a_part_could_begin_by_loading() {
    const STEPS: usize = 37;
    const TIMES: usize = 200;
    let (name, arguments) = ("ReplicatedWorkers", ["2", "1"]);
    let classes = recorded(name, &arguments).classes;
    let mut subject = opened(&classes, name, &arguments);
    let (system, mut pool) = (&mut *subject.system, store::Exact::default());
    let (mut choices, mut path, mut state) = (lts::Choices::default(), Vec::new(), Vec::new());
    // Twice, so that the machine knows all that it meets on the way.
    for _ in 0..2 {
        let mut random = Random::seeded(13);
        path.clear();
        system.start();
        while path.len() < STEPS && system.choices(&mut choices) == lts::Status::Live {
            let choice = choices.list[random.below(choices.list.len())];
            path.push(choice);
            assert_eq!(system.step(choice), lts::Outcome::Next);
        }
    }
    system.save(&mut pool, &mut state);
    assert!(path.len() > STEPS / 2, "{} steps", path.len());
    // Others can only make it slower.
    let least = |once: &mut dyn FnMut()| {
        let time = |_| {
            let begun = std::time::Instant::now();
            once();
            begun.elapsed()
        };
        (0..TIMES).map(time).min().unwrap_or_default()
    };
    let by_path = least(&mut || {
        system.start();
        assert!(path.iter().all(|&choice| script::go(system, choice)));
    });
    let by_loading = least(&mut || {
        system.start();
        assert_eq!(system.load(&pool, &state), Ok(()));
    });
    let mut again = Vec::new();
    system.save(&mut pool, &mut again);
    assert_eq!(again, state);
    println!("{} steps take {by_path:?}, loading {by_loading:?}", path.len());
}

/// One field of the description, changed.
fn changed(random: &mut Random, header: &Header) -> Header {
    let mut header = header.clone();
    let one = |random: &mut Random, length: usize| (length > 0).then(|| random.below(length));
    match random.below(10) {
        0 => header.states = header.states.wrapping_add(random.below(3) as u64).wrapping_sub(1),
        1 => header.transitions = header.transitions.wrapping_add(random.below(3) as u64).wrapping_sub(1),
        2 => header.takes_all ^= true,
        3 => header.is_loose ^= true,
        4 => header.extent = header.extent.wrapping_add(random.below(3) as u64).wrapping_sub(1),
        5 => {
            let at = random.below(header.terms.len());
            header.terms[at].1.push('x');
        }
        6 => {
            let at = random.below(header.words.len());
            header.words[at] = ["", "x", "--trust", "--allow-read"][random.below(4)].to_string();
        }
        7 => {
            let at = random.below(header.sources.len());
            header.sources[at].1 ^= 1 << random.below(64);
        }
        8 => {
            if let Some(at) = one(random, header.meetings.len()) {
                let path = &mut header.meetings[at].rest;
                match random.below(2) {
                    0 => path.truncate(path.len().saturating_sub(1)),
                    _ => path.push(Choice { actor: random.below(4) as u32, value: random.below(2) as u32 }),
                }
            }
        }
        _ => match one(random, header.learnt.len()) {
            Some(at) => {
                header.learnt.remove(at);
            }
            None => header.learnt.push(random.below(100) as u32),
        },
    }
    header
}

/// Through the command line: a field is changed, or a byte is, and the sum is made right. Whatever is certified has all
/// states of the program.
#[test]
fn forged_fields_and_bytes_of_java_scripts_certify_nothing_else() {
    let mut random = Random::seeded(12);
    let (name, arguments) = ("NestedMonitor", "");
    let Recorded { classes, bytes } = recorded(name, &arguments.split_whitespace().collect::<Vec<_>>());
    let script = Script::open(Cursor::new(bytes.clone())).expect("a script");
    let (header, subgraphs) = (script.header.clone(), script.subgraphs.clone());
    let moves = bytes[bytes.len() - 16 - script.sizes.moves as usize..bytes.len() - 16].to_vec();
    let mutant = scratch("mutants-fields");
    let mut codes = BTreeMap::<i32, usize>::new();
    for turn in 0..count() / 20 {
        let forged = match turn % 2 {
            0 => file(&changed(&mut random, &header), &subgraphs, moves.clone()),
            _ => {
                let mut forged = bytes.clone();
                let at = random.below(forged.len() - 16);
                forged[at] ^= 1 << random.below(8);
                resum(&mut forged);
                forged
            }
        };
        std::fs::write(&mutant, &forged).expect("it can be written");
        let place = classes.display().to_string();
        let (named, unnamed) = (["-cp", &place, &mutant, name], [mutant.as_str()]);
        let ran = run("certify", if turn % 4 < 2 { &named[..] } else { &unnamed[..] });
        let code = ran.code.unwrap_or(-1);
        let (states, out) = (format!("{} states", header.states), ran.out.replace(',', ""));
        assert!([0, 2, 3].contains(&code), "turn {turn}: {}{}", ran.out, ran.err);
        assert!(code != 0 || out.contains(&states), "turn {turn}: {}", ran.out);
        *codes.entry(code).or_default() += 1;
    }
    println!("{codes:?}");
    assert!(codes[&2] > codes.get(&0).copied().unwrap_or(0), "{codes:?}");
}
