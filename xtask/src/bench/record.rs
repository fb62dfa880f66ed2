//! What a bench run leaves behind: a table for the eye and JSON lines for the years.

use super::measure::Sample;
use super::{ENGINES, JAYWALK, MIXED, Measured};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use testkit::jdk::Jdk;

/// A line with what all lines of its run share, and what is its own.
pub fn joined(header: &Value, own: Value) -> Value {
    let mut line = header.as_object().cloned().unwrap_or_default();
    line.extend(own.as_object().cloned().unwrap_or_default());
    Value::Object(line)
}

/// What all lines of one run share.
pub fn header(jdk: &Jdk, runs: usize) -> Value {
    let cores = std::thread::available_parallelism().map_or(0, |n| n.get());
    json!({
        "date": date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())),
        "commit": git(&["rev-parse", "--short=12", "HEAD"]),
        "dirty": !git(&["status", "--porcelain", "--untracked-files=no"]).is_empty(),
        "cpu": cpu_model(),
        "cores": cores,
        "jdk": jdk.version,
        "runs": runs,
    })
}

pub fn describe(header: &Value) -> String {
    let text = |key: &str| header[key].as_str().map_or_else(|| header[key].to_string(), str::to_string);
    let runs =
        if header["runs"] == 1 { "one run".into() } else { format!("medians of {} runs", text("runs")) };
    format!(
        "{}, {} cores, JDK {}, commit {}; {runs}",
        text("cpu"),
        text("cores"),
        text("jdk"),
        text("commit")
    )
}

pub fn table_head() -> String {
    format!(
        "{:<16} {:>11} {:>11} {:>11} {:>11} {:>9} {:>9} {:>13} {:>10} {:>10}",
        "program",
        "-Xint ms",
        "java ms",
        "jaywalk ms",
        "mixed ms",
        "/ -Xint",
        "/ java",
        "Xint/mix CPU",
        "java MB",
        "jaywalk MB"
    )
}

pub fn table_row(measured: &Measured) -> String {
    let ms: Vec<Option<f64>> = measured.engines.iter().map(|e| median_of(e, wall_ms)).collect();
    let mb: Vec<Option<f64>> =
        measured.engines.iter().map(|e| median_of(e, |s| s.peak_bytes as f64 / 1e6)).collect();
    let ratio = |of: usize| Some(ms[JAYWALK]? / ms[of]?);
    let shown = |value: Option<f64>, digits: usize| value.map_or("-".into(), |v| format!("{v:.digits$}"));
    let mut row = format!(
        "{:<16} {:>11} {:>11} {:>11} {:>11} {:>9} {:>9} {:>13} {:>10} {:>10}",
        measured.program,
        shown(ms[0], 1),
        shown(ms[1], 1),
        shown(ms[JAYWALK], 1),
        shown(ms[MIXED], 1),
        shown(ratio(0), 2),
        shown(ratio(1), 2),
        shown(speed_up(measured), 2),
        shown(mb[1], 1),
        shown(mb[JAYWALK], 1)
    );
    for (name, engine) in ENGINES.iter().zip(&measured.engines) {
        if let Err(error) = engine {
            row += &format!("\n    {name}: {error}");
        }
    }
    row
}

/// How many times as fast machine code is as `java -Xint`, in CPU time: the machine may be shared.
fn speed_up(measured: &Measured) -> Option<f64> {
    let cpu = |of: usize| median_of(&measured.engines[of], |s| s.cpu.as_secs_f64());
    Some(cpu(0)? / cpu(MIXED)?)
}

/// Adds one line to the file of all runs.
pub fn append(path: &Path, header: &Value, measured: &Measured) -> Result<(), String> {
    append_line(path, &line(header, measured))
}

pub fn append_line(path: &Path, line: &Value) -> Result<(), String> {
    let told = |e: std::io::Error| format!("{}: {e}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path).map_err(told)?;
    writeln!(file, "{line}").map_err(told)
}

fn line(header: &Value, measured: &Measured) -> Value {
    let mut line = header.as_object().cloned().unwrap_or_default();
    line.insert("program".into(), json!(measured.program));
    let mut engines = Map::new();
    for (name, engine) in ENGINES.iter().zip(&measured.engines) {
        let numbers = match engine {
            Err(error) => json!({ "error": error }),
            Ok(samples) => json!({
                "wall_ms": median_of(engine, wall_ms).map(rounded),
                "cpu_ms": median_of(engine, |s| s.cpu.as_secs_f64() * 1e3).map(rounded),
                "peak_bytes": median_of(engine, |s| s.peak_bytes as f64).map(|bytes| bytes as u64),
                "all_wall_ms": samples.iter().map(|s| rounded(wall_ms(s))).collect::<Vec<_>>(),
                "all_peak_bytes": samples.iter().map(|s| s.peak_bytes).collect::<Vec<_>>(),
            }),
        };
        engines.insert(name.to_string(), numbers);
    }
    line.insert("engines".into(), Value::Object(engines));
    let ms = |of: usize| median_of(&measured.engines[of], wall_ms);
    for (key, of) in [("jaywalk_by_xint", 0), ("jaywalk_by_java", 1)] {
        let ratio = ms(JAYWALK).zip(ms(of)).map(|(own, reference)| rounded(own / reference));
        line.insert(key.into(), json!(ratio));
    }
    line.insert("mixed_over_xint_cpu".into(), json!(speed_up(measured).map(rounded)));
    Value::Object(line)
}

fn wall_ms(sample: &Sample) -> f64 {
    sample.wall.as_secs_f64() * 1e3
}

pub fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// `12,345`.
pub fn thousands(number: f64) -> String {
    report::grouped(number.round() as u64)
}

fn median_of(engine: &Result<Vec<Sample>, String>, of: impl Fn(&Sample) -> f64) -> Option<f64> {
    let mut values: Vec<f64> = engine.as_ref().ok()?.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

fn git(arguments: &[&str]) -> String {
    let output = Command::new("git").current_dir(testkit::repo_root()).args(arguments).output();
    let good = output.ok().filter(|output| output.status.success());
    good.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()).unwrap_or_default()
}

fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or("unknown", |(_, name)| name.trim()).to_string()
}

/// Seconds since 1970 as `2024-02-29T12:00:00Z`, by the civil calendar's 400-year cycle.
fn date(seconds: u64) -> String {
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    // Counting from 0000-03-01 puts the leap day last in its year.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn samples(ms: &[u64]) -> Result<Vec<Sample>, String> {
        let sample = |ms: &u64| Sample {
            wall: Duration::from_millis(*ms),
            cpu: Duration::ZERO,
            peak_bytes: 1000,
            output: Vec::new(),
        };
        Ok(ms.iter().map(sample).collect())
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_826_245), "2000-02-29T12:10:45Z");
        assert_eq!(date(1_735_689_599), "2024-12-31T23:59:59Z");
    }

    #[test]
    fn a_line_has_the_reference_beside_the_result() {
        let engines = [samples(&[30, 10, 20]), samples(&[5, 5, 5]), samples(&[40, 60]), samples(&[1])];
        let line = line(&json!({"cores": 2}), &Measured { program: "P".into(), engines });
        assert_eq!(line["engines"]["java -Xint"]["wall_ms"], 20.0);
        assert_eq!(line["engines"]["jaywalk"]["all_wall_ms"], json!([40.0, 60.0]));
        assert_eq!((&line["jaywalk_by_xint"], &line["jaywalk_by_java"]), (&json!(2.5), &json!(10.0)));
        assert_eq!(line["cores"], 2);
    }

    #[test]
    fn a_failed_engine_has_its_reason() {
        let engines = [samples(&[10]), samples(&[5]), Err("exit code 3: unsupported".into()), samples(&[1])];
        let measured = Measured { program: "P".into(), engines };
        assert!(table_row(&measured).ends_with("jaywalk: exit code 3: unsupported"));
        assert_eq!(line(&json!({}), &measured)["jaywalk_by_java"], Value::Null);
    }
}
