//! Checkpoints come back whole or not at all: a few hundred damages, and searches with other terms.

use super::*;
use model::{Model, Walker};
use std::collections::HashMap;
use std::sync::Arc;
use testkit::random::Random;

const NO_LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: true };

/// A ring with shortcuts.
fn model() -> Arc<Model> {
    const STATES: u32 = 3000;
    let line = |i: u32| format!("s{i} -> a:s{} b:s{}", (i + 1) % STATES, i * 7 % STATES);
    let lines: Vec<String> = (0..STATES).map(line).collect();
    let text = lines.join("\n").replacen("s0 ", "s0* ", 1);
    Arc::new(Model::parse(&text).unwrap_or_else(|error| panic!("{error:?}")))
}

fn terms_of(name: &str) -> Terms {
    vec![("program".to_string(), name.to_string()), ("-D".to_string(), "[]".to_string())]
}

/// A program that has read a file and found another one missing.
const READING: Reading<'static> =
    Reading { so_far: &|| READ_SO_FAR.map(named).to_vec(), now: &|name| sum(name) };
const READ_SO_FAR: [(&str, u64); 2] = [("content /a", 7), ("facts /b", 9)];

fn named((name, sum): (&str, u64)) -> (String, u64) {
    (name.to_string(), sum)
}

fn sum(name: &str) -> Option<u64> {
    READ_SO_FAR.iter().find(|(known, _)| *known == name).map(|(_, sum)| *sum)
}

/// A checkpoint of a search that was stopped in its middle.
fn written(file: &Path) -> Vec<u8> {
    let (model, terms) = (model(), terms_of("ring"));
    let mut writer = Writer {
        file,
        terms: &terms,
        reading: &READING,
        read_before: Vec::new(),
        every: Duration::ZERO,
        last: Instant::now(),
        is_whole: &|| true,
        has_complained: false,
    };
    let limits = Limits { states: Some(1500), ..NO_LIMITS };
    let (mut system, mut store) = (Walker::new(model.clone(), 0), Exact::default());
    keeping(&mut system, &mut store, &limits, Some(&mut writer), &mut |_| true);
    assert!(!writer.has_complained);
    std::fs::read(file).expect("a checkpoint")
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("jaywalk-keeping-{name}-{}", std::process::id()))
}

/// Numbers that look random, the same ones every time.
#[test]
fn what_was_written_is_read_and_gone_on_from() {
    let file = scratch("whole");
    written(&file);
    let (_, checkpoint, mut store) = read(&file, &terms_of("ring"), &READING, None).expect("it is whole");
    let model = model();
    let ended =
        resume(&mut Walker::new(model.clone(), 0), &mut store, checkpoint, &NO_LIMITS, None, &mut |_| true)
            .expect("the same model");
    assert_eq!((ended.statistics.states, ended.statistics.transitions), (3000, 6000));
    assert!(ended.is_complete());
    drop(std::fs::remove_file(file));
}

#[test]
fn every_damage_is_refused() {
    let file = scratch("damaged");
    let good = written(&file);
    let mut random = Random(5);
    let mut how: HashMap<usize, u32> = HashMap::new();
    for round in 0..600 {
        let mut bad = good.clone();
        let at = random.below(bad.len());
        let kind = round % 6;
        match kind {
            // Every byte of the head in turn, and bytes anywhere.
            0 => bad[round / 6] ^= 1 << random.below(8),
            1 => bad[at] ^= 1 << random.below(8),
            2 => bad.truncate(at),
            3 => bad.extend((0..=random.below(40)).map(|i| i as u8)),
            4 => {
                let to = (at + 1 + random.below(64)).min(bad.len());
                bad[at..to].fill(0);
            }
            _ => {
                let other = random.below(bad.len());
                bad.swap(at, other);
            }
        }
        if bad == good {
            continue;
        }
        std::fs::write(&file, &bad).expect("it can be written");
        assert!(read(&file, &terms_of("ring"), &READING, None).is_err(), "round {round}, at {at}");
        *how.entry(kind).or_default() += 1;
    }
    assert!((0..6).all(|kind| how.get(&kind).is_some_and(|&count| count > 50)), "{how:?}");
    drop(std::fs::remove_file(file));
}

#[test]
fn another_search_is_refused_with_what_differs() {
    let file = scratch("other");
    written(&file);
    let complaint = read(&file, &terms_of("chain"), &READING, None).err().expect("it is refused");
    assert_eq!(complaint, "is for another search\n  program: there ring, here chain");
    let mut more = terms_of("ring");
    more.push(("--new-flag".to_string(), "on".to_string()));
    let complaint = read(&file, &more, &READING, None).err().expect("it is refused");
    assert_eq!(complaint, "is for another search\n  --new-flag: there -, here on");
    drop(std::fs::remove_file(file));
}

#[test]
fn what_was_read_must_be_as_it_was() {
    let file = scratch("read");
    written(&file);
    let changed = |name: &str| if name == "content /a" { Some(8) } else { sum(name) };
    let gone = |name: &str| if name == "facts /b" { None } else { sum(name) };
    for (now, what) in [(&changed as &dyn Fn(&str) -> Option<u64>, "content /a"), (&gone, "facts /b")] {
        let reading = Reading { so_far: &|| Vec::new(), now };
        let complaint = read(&file, &terms_of("ring"), &reading, None).err().expect("it is refused");
        assert!(complaint.contains(&format!("read: {what}: there 000000000000000")), "{complaint}");
        assert_eq!(complaint.lines().count(), 2, "{complaint}");
    }
    // What was read before is kept on, though the machine has not read it again.
    let (kept, ..) = read(&file, &terms_of("ring"), &READING, None).expect("it is as it was");
    let none = Reading { so_far: &|| Vec::new(), now: &|_| None };
    assert_eq!(none.terms(&of_reading(&kept)).len(), READ_SO_FAR.len());
    std::fs::remove_file(&file).expect("it was there");
}
