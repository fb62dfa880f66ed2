//! `cargo xtask bench`: measurements, each beside a reference of the same run. This file is `bench run`: how
//! long `jaywalk run` takes, beside `java -Xint` and `java` in the same run.
//!
//! Machines differ and are noisy, so what counts are the ratios. The engines take turns, round by round, so
//! that a slow minute of the machine falls on all of them.

mod aodv;
mod checks;
mod collapse;
mod dist;
mod env;
mod measure;
mod models;
mod objects;
mod real;
mod record;
mod script;
mod search;
mod spin;

pub use checks::{Checked, Checks};
use measure::Sample;
pub use record::thousands;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::case::Case;
use testkit::compile::{Entry, compile_all};
use testkit::header::Header;
use testkit::jdk::{Jdk, clean_environment};

const DEFAULT_RUNS: usize = 5;

/// For one run of one program on one engine.
const RUN_TIMEOUT: Duration = Duration::from_secs(300);

/// In the order of the columns. The first two are the reference.
const ENGINES: [&str; 4] = ["java -Xint", "java", "jaywalk", "jaywalk --mixed hot"];
const JAYWALK: usize = 2;
const MIXED: usize = 3;

/// All samples of one program: one list per engine, or why that engine has none.
pub struct Measured {
    pub program: String,
    pub engines: [Result<Vec<Sample>, String>; ENGINES.len()],
}

struct Setting {
    jdk: Jdk,
    jaywalk: PathBuf,
    target: PathBuf,
    runs: usize,
}

pub fn command(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        ["run", rest @ ..] => run(rest),
        ["collapse"] => collapse::command(),
        ["search"] => search::command(),
        ["real"] => real::command(),
        ["script", wanted @ ..] => script::command(wanted),
        ["aodv"] => aodv::command(),
        ["objects", wanted @ ..] => objects::command(wanted),
        ["dist", rest @ ..] => dist::command(rest),
        ["models"] => models::command(),
        ["env"] => env::command(),
        _ => {
            let all = "bench run, bench collapse, bench search, bench real, bench objects, bench aodv, \
                       bench script, bench models, bench dist, bench env";
            Err(format!("{all}; not `{}`", arguments.join(" ")))
        }
    }
}

fn target() -> Result<PathBuf, String> {
    Ok(PathBuf::from(crate::metadata()?["target_directory"].as_str().ok_or("no target directory")?))
}

fn run(arguments: &[&str]) -> Result<(), String> {
    let (runs, wanted) = parse(arguments)?;
    let programs = programs(&testkit::repo_root().join("bench/programs"), &wanted)?;
    let target = PathBuf::from(crate::metadata()?["target_directory"].as_str().ok_or("no target directory")?);
    build()?;
    let jaywalk = target.join("release/jaywalk");
    let setting = Setting { jdk: Jdk::find()?, jaywalk, target: target.join("bench"), runs };
    compile_all(&setting.jdk, &setting.target, &programs)?;

    let header = record::header(&setting.jdk, setting.runs);
    println!("{}\n\n{}", record::describe(&header), record::table_head());
    let mut failed = 0;
    for program in &programs {
        let measured = measure(&setting, program)?;
        println!("{}", record::table_row(&measured));
        record::append(&testkit::repo_root().join("bench/runs/run.jsonl"), &header, &measured)?;
        failed += usize::from(measured.engines.iter().any(Result::is_err));
    }
    if failed > 0 { Err(format!("{failed} programs could not be measured on every engine")) } else { Ok(()) }
}

fn parse<'a>(arguments: &[&'a str]) -> Result<(usize, Vec<&'a str>), String> {
    match arguments {
        ["--runs", runs, programs @ ..] => match runs.parse() {
            Ok(runs) if runs > 0 => Ok((runs, programs.to_vec())),
            _ => Err(format!("--runs takes a number above 0, not `{runs}`")),
        },
        [option, ..] if option.starts_with('-') => Err(format!("unknown option `{option}`")),
        programs => Ok((DEFAULT_RUNS, programs.to_vec())),
    }
}

fn programs(folder: &Path, wanted: &[&str]) -> Result<Vec<Case>, String> {
    let mut out = Vec::new();
    for path in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
        let path = path.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_wanted = wanted.is_empty() || wanted.contains(&name.as_str());
        if is_wanted && path.extension().is_some_and(|extension| extension == "java") {
            let source = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            // A benchmark without a header is a benchmark without arguments.
            let header = if source.starts_with("//@") { Header::parse(&source)? } else { Header::default() };
            out.push(Case { name, path, source, header });
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    let missing = wanted.iter().find(|name| !out.iter().any(|case| case.name == **name));
    match missing {
        Some(name) => Err(format!("no program {name} in {}", folder.display())),
        None => Ok(out),
    }
}

fn build() -> Result<(), String> {
    let status = crate::cargo()
        .args(["build", "--release", "--quiet", "--package", "cli"])
        .status()
        .map_err(|e| format!("cargo build: {e}"))?;
    if status.success() { Ok(()) } else { Err("jaywalk does not build".into()) }
}

fn measure(setting: &Setting, program: &Case) -> Result<Measured, String> {
    let entry = Entry::of(&setting.target, &setting.jdk, program);
    if let Some(errors) = entry.errors() {
        return Err(format!("{} does not compile:\n{errors}", program.name));
    }
    let mut engines: [Result<Vec<Sample>, String>; ENGINES.len()] = std::array::from_fn(|_| Ok(Vec::new()));
    for _ in 0..setting.runs {
        for (index, samples) in engines.iter_mut().enumerate() {
            let Ok(taken) = samples else { continue };
            let mut command = engine(setting, index);
            command.args(&program.header.options).arg("-cp").arg(entry.classes());
            command.arg(program.main_class()).args(&program.header.args);
            match measure::sample(&mut command, &setting.target, RUN_TIMEOUT) {
                Ok(sample) => taken.push(sample),
                Err(error) => *samples = Err(error),
            }
        }
    }
    compare_outputs(&mut engines);
    Ok(Measured { program: program.name.clone(), engines })
}

fn engine(setting: &Setting, index: usize) -> Command {
    if index == JAYWALK || index == MIXED {
        let mut command = Command::new(&setting.jaywalk);
        clean_environment(&mut command);
        command.arg("run").arg("--jdk").arg(&setting.jdk.home);
        if index == MIXED {
            command.args(["--mixed", "hot"]);
        }
        return command;
    }
    let mut command = setting.jdk.java();
    if ENGINES[index] == "java -Xint" {
        command.arg("-Xint");
    }
    command
}

/// A fast wrong answer is no measurement.
fn compare_outputs(engines: &mut [Result<Vec<Sample>, String>; ENGINES.len()]) {
    let expected = engines[0].as_ref().ok().and_then(|samples| samples.first()).map(|s| s.output.clone());
    let Some(expected) = expected else { return };
    for samples in engines.iter_mut() {
        if samples.as_ref().is_ok_and(|taken| taken.iter().any(|sample| sample.output != expected)) {
            *samples = Err("output differs".into());
        }
    }
}
