//! `cargo xtask fuzz`: random programs through the built binary, against the interpreter in `oracle`.

use oracle::engine::Engine;
use oracle::fuzz::{Defect, Plan, Tally, fuzz};
use oracle::generate::{Feature, Size, generate};
use oracle::settings::{self, SETTINGS, Setting};
use oracle::{properties, real};
use std::collections::BTreeMap;
use std::path::PathBuf;

const USAGE: &str = "usage: cargo xtask fuzz [OPTION VALUE]...

  --programs N       how many [300]
  --seed N           the first seed; each program has the next one [1]
  --settings NAMES   some (the usual one, the plain one, two that change), all, or names with commas [some]
  --features NAMES   what programs are made of; all, or names with commas [all]
  --without NAMES    and what not
  --real N           run each case of tests/cases/litmus N times on java, with random delays: whatever comes of it,
                     the check must have it too
  --random-real N    the same for random programs, against the interpreter
  --endless N        N random programs whose threads may run for ever: deadlocks, partial deadlocks, livelocks
  --temporal N       N random programs with random formulas, against an explicit graph
  --bin FILE         the binary [target/release/jaywalk]
  --folder FOLDER    where programs and classes go [target/fuzz]
";

pub fn command(words: &[&str]) -> Result<(), String> {
    let asked = Asked::parse(words)?;
    let jdk = testkit::jdk::Jdk::find()?;
    let api = testkit::repo_root().join("api/src");
    std::fs::create_dir_all(&asked.folder).map_err(|e| format!("{}: {e}", asked.folder.display()))?;
    let engine = Engine::new(asked.jaywalk, jdk.home, api, asked.folder);
    match asked.what {
        What::Programs => programs(&engine, &asked.plan),
        What::Endless(count) => endless(&engine, asked.plan.first_seed, count),
        What::Temporal(count) => temporal(&engine, asked.plan.first_seed, count),
        What::Real(runs) => litmus(&engine, runs, asked.plan.first_seed),
        What::RandomReal(runs) => random_real(&engine, &asked.plan, runs),
    }
}

/// What is compared with what.
enum What {
    Programs,
    Temporal(u64),
    Endless(u64),
    Real(u64),
    RandomReal(u64),
}

struct Asked {
    what: What,
    plan: Plan,
    jaywalk: PathBuf,
    folder: PathBuf,
}

impl Asked {
    fn parse(words: &[&str]) -> Result<Asked, String> {
        let root = testkit::repo_root();
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let plan = Plan {
            first_seed: 1,
            programs: 300,
            features: Feature::ALL.to_vec(),
            size: Size::SMALL,
            settings: Box::new(settings::rotating),
        };
        let (jaywalk, folder) = (target.join("release/jaywalk"), target.join("fuzz"));
        let mut asked = Asked { what: What::Programs, plan, jaywalk, folder };
        for pair in words.chunks(2) {
            let [key, value] = pair else { return Err(USAGE.to_string()) };
            asked.set(key, value)?;
        }
        Ok(asked)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{key} needs a number, not {value}"));
        match key {
            "--programs" => self.plan.programs = number()?,
            "--seed" => self.plan.first_seed = number()?,
            "--real" => self.what = What::Real(number()?),
            "--random-real" => self.what = What::RandomReal(number()?),
            "--endless" => self.what = What::Endless(number()?),
            "--temporal" => self.what = What::Temporal(number()?),
            "--settings" => self.plan.settings = ways(value)?,
            "--features" => self.plan.features = features(value)?,
            "--without" => {
                let without = features(value)?;
                self.plan.features.retain(|feature| !without.contains(feature));
            }
            "--bin" => self.jaywalk = PathBuf::from(value),
            "--folder" => self.folder = PathBuf::from(value),
            _ => return Err(USAGE.to_string()),
        }
        Ok(())
    }
}

fn verdict(defects: usize) -> Result<(), String> {
    if defects > 0 { Err(format!("{defects} programs differ")) } else { Ok(()) }
}

fn programs(engine: &Engine, plan: &Plan) -> Result<(), String> {
    let mut defects = 0;
    let tally = fuzz(engine, plan, |defect| {
        defects += 1;
        tell(engine, defect);
    })?;
    summary(&tally, defects);
    println!("  taken up again: {}", counts(&engine.resumed.borrow()));
    verdict(defects)
}

fn endless(engine: &Engine, first: u64, count: u64) -> Result<(), String> {
    let mut defects = 0;
    let count = oracle::endless::compare(engine, first..first + count, |told| {
        defects += 1;
        println!("{told}");
    })?;
    println!("{count:?}");
    verdict(defects)
}

fn temporal(engine: &Engine, first: u64, count: u64) -> Result<(), String> {
    let mut defects = 0;
    let tally = properties::compare(engine, first..first + count, |told| {
        defects += 1;
        println!("{told}");
    })?;
    tally.iter().for_each(|(what, count)| println!("  {what}: {count}"));
    verdict(defects)
}

fn litmus(engine: &Engine, runs: u64, seed: u64) -> Result<(), String> {
    let folder = testkit::repo_root().join("tests/cases/litmus");
    let files = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    let mut defects = 0;
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        // An exit would end the JVM that all runs are in, and with options a check means something else.
        if text.contains("System.exit") || text.contains("//@ options:") {
            continue;
        }
        defects += usize::from(observed(&name, real::refuted(engine, &name, &text, runs, seed)?));
    }
    verdict(defects)
}

fn random_real(engine: &Engine, plan: &Plan, runs: u64) -> Result<(), String> {
    let mut defects = 0;
    for seed in plan.first_seed..plan.first_seed + plan.programs {
        let (program, _) = generate(seed, &plan.features, plan.size);
        let name = format!("P{seed}");
        let found = real::refuted_program(engine, &name, &program, runs, seed)?;
        defects += usize::from(observed(&name, found));
    }
    verdict(defects)
}

/// Whether java did what it should not.
fn observed(name: &str, (missing, seen): (Vec<String>, usize)) -> bool {
    println!("{name}: java came to {seen} different ends");
    missing.iter().for_each(|outcome| println!("  and this is not among those of the check: {outcome}"));
    !missing.is_empty()
}

fn features(names: &str) -> Result<Vec<Feature>, String> {
    match names {
        "all" => Ok(Feature::ALL.to_vec()),
        _ => {
            let known = || Feature::ALL.map(Feature::name).join(" ");
            let find = |name| {
                Feature::named(name).ok_or_else(|| format!("no feature {name}; there are {}", known()))
            };
            names.split(',').map(find).collect()
        }
    }
}

type Ways = Box<dyn Fn(u64) -> Vec<&'static Setting>>;

fn ways(names: &str) -> Result<Ways, String> {
    Ok(match names {
        "some" => Box::new(settings::rotating),
        "all" => Box::new(|_| SETTINGS.iter().collect()),
        _ => {
            let all = SETTINGS.iter().chain(settings::PROCESSES);
            let known: Vec<&str> = all.map(|setting| setting.name).collect();
            let find = |name| {
                settings::named(name)
                    .ok_or_else(|| format!("no setting {name}; there are {}", known.join(" ")))
            };
            let chosen: Vec<&'static Setting> = names.split(',').map(find).collect::<Result<_, _>>()?;
            Box::new(move |_| chosen.clone())
        }
    })
}

fn tell(engine: &Engine, defect: &Defect) {
    let command = engine.command(&format!("P{}", defect.seed), defect.setting);
    println!("seed {} differs with setting {}", defect.seed, defect.setting.name);
    println!("{}\n{}{}\n", defect.difference, defect.text, testkit::process::shown(&command));
}

fn counts(of: &BTreeMap<&'static str, u64>) -> String {
    of.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

fn summary(tally: &Tally, defects: usize) {
    let features: Vec<String> =
        tally.by_feature.iter().map(|(feature, count)| format!("{} {count}", feature.name())).collect();
    println!(
        "{} programs, {} with findings, {} outputs; {} more were too large; {defects} differ",
        tally.programs, tally.with_findings, tally.outputs, tally.too_large
    );
    println!("  compared: {}", counts(&tally.compared));
    println!("  cut: {}", counts(&tally.cut));
    println!("  made of: {}", features.join(", "));
}
