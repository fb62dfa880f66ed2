//! `cargo xtask bench env`: how long the code behind stubs is looked at, and how long drivers take to be written, for
//! the tutor of an autopilot with all of AWT and Swing around it. Compilers are not measured. All on one core.

use super::record;
use analysis::ClassHierarchy;
use base::Symbol;
use classfile::{ClassPath, Image};
use envgen::{Callbacks, Precision, Specification, StubWish, World};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;
use testkit::jdk::Jdk;

/// Seconds that the analysis may take, and the drivers.
const ANALYSIS_MOST: f64 = 10.0;
const DRIVERS_MOST: f64 = 1.0;

const PRECISIONS: [(&str, Precision); 3] =
    [("types", Precision::Types), ("sites", Precision::Sites), ("receiver", Precision::Receiver)];

pub fn command() -> Result<(), String> {
    let root = testkit::repo_root();
    let jdk = Jdk::find()?;
    let target = super::target()?.join("bench/env");
    let example = root.join("examples/environment/autopilot");
    compile(&jdk, &example, &target)?;
    let home = classfile::Jdk::find(Some(&jdk.home)).map_err(|e| e.to_string())?;
    let image = Image::open(&home.home).map_err(|e| e.to_string())?;
    let path = ClassPath::open(std::slice::from_ref(&target)).map_err(|e| e.to_string())?;
    let listed = path.classes().map_err(|e| e.to_string())?;
    let file = example.join("Autopilot.env");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let spec = envgen::parse("Autopilot.env", &text).map_err(|e| e.to_string())?;
    let header = record::header(&jdk, 1);
    println!("{}\n", record::describe(&header));
    println!("| precision | wall s | CPU s | at most | methods | objects | fell back | drivers s |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut late = 0;
    for (name, precision) in PRECISIONS {
        let hierarchy = ClassHierarchy::new(vec![&image, &path], home.max_class_major());
        let row = measure((&text, &spec), hierarchy, &listed, precision)?;
        late += usize::from(row.analysis.1 > ANALYSIS_MOST || row.drivers > DRIVERS_MOST);
        println!(
            "| {name} | {:.2} | {:.2} | {ANALYSIS_MOST:.0} | {} | {} | {} | {:.3} |",
            row.analysis.0, row.analysis.1, row.methods, row.objects, row.fell_back, row.drivers
        );
        let own = json!({
            "unit": "Autopilot", "precision": name, "analysis_wall_s": row.analysis.0,
            "analysis_cpu_s": row.analysis.1, "methods": row.methods, "objects": row.objects,
            "fell_back": row.fell_back, "drivers_s": row.drivers,
        });
        append(&root.join("bench/runs/env.jsonl"), &record::joined(&header, own).to_string())?;
    }
    if late == 0 { Ok(()) } else { Err(format!("{late} of them took too long")) }
}

fn compile(jdk: &Jdk, example: &Path, target: &Path) -> Result<(), String> {
    drop(std::fs::remove_dir_all(target));
    std::fs::create_dir_all(target).map_err(|e| format!("{}: {e}", target.display()))?;
    let entries = std::fs::read_dir(example).map_err(|e| format!("{}: {e}", example.display()))?;
    let sources = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "java"));
    let done = jdk.javac().args(["-nowarn", "-d"]).arg(target).args(sources).output();
    let done = done.map_err(|e| format!("javac: {e}"))?;
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

/// What was measured: wall and processor time of the analysis, in seconds.
struct Row {
    analysis: (f64, f64),
    drivers: f64,
    methods: usize,
    objects: usize,
    /// How many times a coarser way was taken.
    fell_back: usize,
}

fn measure(
    (text, spec): (&str, &Specification),
    hierarchy: ClassHierarchy<'_>,
    listed: &[Symbol],
    precision: Precision,
) -> Result<Row, String> {
    let mut world: World<'_> =
        envgen::world(("Autopilot.env", text), spec, hierarchy, listed).map_err(|e| e.to_string())?;
    let begun = Instant::now();
    let plan = envgen::plan(("Autopilot.env", text), spec, &mut world, "AutopilotEnvironment")
        .map_err(|e| e.to_string())?;
    let written = envgen::emit(&plan, "Autopilot.env");
    let drivers = begun.elapsed().as_secs_f64();
    assert!(written.contains("class Pilot"), "the drivers are there");
    let patterns = spec.stubs.iter().map(|name| name.text.clone()).collect();
    let wish = StubWish { patterns, precision, callbacks: Callbacks::Own };
    let (begun, before) = (Instant::now(), cpu_seconds());
    let stubs = envgen::stubs(&mut world, &wish, spec).map_err(|e| format!("{e:?}"))?;
    let analysis = (begun.elapsed().as_secs_f64(), cpu_seconds() - before);
    let fell_back = stubs.notes.iter().filter(|note| note.contains("less precisely, then")).count();
    Ok(Row { analysis, drivers, methods: stubs.methods, objects: stubs.objects, fell_back })
}

/// What this process has used of processors.
fn cpu_seconds() -> f64 {
    // `/proc/self/stat` counts in hundredths, behind the name in parentheses: fields 14 and 15.
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<f64> = rest.split_whitespace().skip(11).take(2).filter_map(|n| n.parse().ok()).collect();
    fields.iter().sum::<f64>() / 100.0
}

fn append(path: &Path, line: &str) -> Result<(), String> {
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(file, "{line}").map_err(|e| format!("{}: {e}", path.display()))
}
