//! `cargo xtask bench dist`: one search by several processes, beside the same search by one, in the same run.
//!
//! The tables of the work that the search follows, for one example: partition functions, classes that change hands, and
//! what keeps messages back; then how much faster several processes are. On a machine that others use as well, or that
//! has fewer cores than there are processes, wall time says little. So there is also a speed by CPU time: that of one
//! process by that of the busiest of several. It is what they gain if each has a core and none waits for others.

use super::checks::{Checked, Checks};
use super::record::{append_line, describe, header, joined, rounded};
use serde_json::{Value, json};
use testkit::case::Case;

struct Subject {
    program: &'static str,
    /// The first of these with enough states is taken.
    arguments: &'static [&'static [&'static str]],
    least_states: f64,
}

const PHILOSOPHERS: &str = "examples/concurrency/DiningPhilosophers.java";
const BUFFER: &str = "examples/concurrency/BoundedBuffer.java";

/// For the tables.
const TABLED: &[&str] = &["4", "0"];

/// For speed: large ones are measured on a machine that has nothing else to do (`--large`).
const SMALL: [Subject; 2] = [
    Subject { program: PHILOSOPHERS, arguments: &[&["5", "0"]], least_states: 0.0 },
    Subject { program: BUFFER, arguments: &[&["1", "2", "2", "0"]], least_states: 0.0 },
];
const LARGE: [Subject; 2] = [
    Subject { program: PHILOSOPHERS, arguments: &[&["7", "0"], &["8", "0"]], least_states: 5e6 },
    Subject {
        program: BUFFER,
        arguments: &[&["2", "2", "3", "0"], &["3", "2", "3", "0"], &["2", "3", "3", "0"]],
        least_states: 5e6,
    },
];

/// So many processes have the tables.
const TABLE_PROCESSES: [&str; 3] = ["2", "4", "8"];
const PROCESSES: [&str; 4] = ["1", "2", "4", "8"];

const PARTITIONS: [&str; 7] = ["global", "local", "local:1", "pc", "pc:1", "pcs", "pcs:1"];
const BALANCES: [&str; 3] = ["equal:100", "one:1000", "all:1000"];
const OPTIMISATIONS: [(&str, &str); 8] = [
    ("none", "0"),
    ("all", "0"),
    ("256", "0"),
    ("16384", "0"),
    ("none", "1"),
    ("all", "1"),
    ("16384", "1"),
    ("16384", "2"),
];

pub fn command(arguments: &[&str]) -> Result<(), String> {
    let (subjects, has_tables) = match arguments {
        [] => (&SMALL, true),
        ["--large"] => (&LARGE, true),
        ["--speed"] => (&SMALL, false),
        ["--large", "--speed"] => (&LARGE, false),
        other => return Err(format!("bench dist [--large] [--speed], not `{}`", other.join(" "))),
    };
    let checks = Checks::new()?;
    let head = header(&checks.jdk, 1);
    println!("{}\n", describe(&head));
    let bench = Bench { checks, head };
    if has_tables {
        bench.tables()?;
    }
    for subject in subjects {
        bench.speed(subject)?;
    }
    Ok(())
}

struct Bench {
    checks: Checks,
    head: Value,
}

impl Bench {
    fn tables(&self) -> Result<(), String> {
        let program = self.checks.program(PHILOSOPHERS)?;
        let one = self.search(&program, TABLED, &["--search", "bfs"])?;
        println!("{} {}: {}", program.name, TABLED.join(" "), row(&one, None));
        for processes in TABLE_PROCESSES {
            let mut settings: Vec<(&str, Vec<&str>)> = Vec::new();
            settings.extend(PARTITIONS.map(|partition| ("static", vec!["--partition", partition])));
            for balance in BALANCES {
                let both = |partition| ("dynamic", vec!["--balance", balance, "--partition", partition]);
                settings.extend(PARTITIONS.map(both));
            }
            let each =
                |(siblings, ahead)| ("optimisations", vec!["--siblings", siblings, "--lookahead", ahead]);
            settings.extend(OPTIMISATIONS.map(each));
            println!("\nby {processes} processes");
            for (table, options) in settings {
                let whole = [&["--processes", processes][..], &options].concat();
                let many = self.search(&program, TABLED, &whole)?;
                self.compare(&one, &many, &whole)?;
                println!("  {:<40} {}", options.join(" "), row(&many, Some(&one)));
                self.keep(table, &program, TABLED, &whole, &many, &one)?;
            }
        }
        Ok(())
    }

    fn speed(&self, subject: &Subject) -> Result<(), String> {
        let program = self.checks.program(subject.program)?;
        let mut found = None;
        for &arguments in subject.arguments {
            let one = self.search(&program, arguments, &["--search", "bfs"])?;
            println!("\n{} {}: {}", program.name, arguments.join(" "), row(&one, None));
            if one.number("states") >= subject.least_states {
                found = Some((arguments, one));
                break;
            }
        }
        let Some((arguments, one)) = found else {
            return Err(format!("{}: none of its sizes has enough states", program.name));
        };
        for processes in PROCESSES {
            let options = ["--processes", processes];
            let many = self.search(&program, arguments, &options)?;
            self.compare(&one, &many, &options)?;
            println!("  {:<40} {}", options.join(" "), row(&many, Some(&one)));
            self.keep("speed", &program, arguments, &options, &many, &one)?;
        }
        Ok(())
    }

    fn search(&self, program: &Case, arguments: &[&str], options: &[&str]) -> Result<Checked, String> {
        let options = [&["--reduce", "local"][..], options].concat();
        self.checks.check(program, &options, arguments)
    }

    /// A search that comes to something else is not worth a measurement.
    fn compare(&self, one: &Checked, many: &Checked, options: &[&str]) -> Result<(), String> {
        let is_same = ["states", "transitions"].iter().all(|key| one.figures[*key] == many.figures[*key]);
        let is_same = is_same && one.figures["verdict"] == many.figures["verdict"];
        if is_same { Ok(()) } else { Err(format!("{}: not what one process comes to", options.join(" "))) }
    }

    fn keep(
        &self,
        table: &str,
        program: &Case,
        arguments: &[&str],
        options: &[&str],
        many: &Checked,
        one: &Checked,
    ) -> Result<(), String> {
        let file = testkit::repo_root().join("bench/runs/dist.jsonl");
        let memory = range(many, "share_of_memory");
        let line = json!({
            "table": table, "program": program.name, "arguments": arguments, "options": options,
            "states": many.number("states"), "transitions": many.number("transitions"),
            "seconds": many.number("seconds"), "cpu_seconds": rounded(many.cpu.as_secs_f64()),
            "one_seconds": one.number("seconds"), "one_cpu_seconds": rounded(one.cpu.as_secs_f64()),
            "busiest_cpu_seconds": rounded(busiest(many)),
            "speed_by_cpu": rounded(one.cpu.as_secs_f64() / busiest(many)),
            "cpu_by_one": rounded(many.cpu.as_secs_f64() / one.cpu.as_secs_f64()),
            "wall_by_one": rounded(many.number("seconds") / one.number("seconds")),
            "shares_of_states": range(many, "share_of_states"), "share_of_messages": rounded(messages(many)),
            "bytes_per_state": rounded(many.sum_over_nodes("sent_bytes") / many.number("states")),
            "moved": many.sum_over_nodes("moved"), "discarded": many.sum_over_nodes("discarded"),
            "relayed": many.sum_over_nodes("relayed"), "left_out": many.sum_over_nodes("left_out"),
            "shares_of_memory": [memory[0], memory[1]],
        });
        append_line(&file, &joined(&self.head, line))
    }
}

fn messages(checked: &Checked) -> f64 {
    checked.sum_over_nodes("messages") / checked.number("transitions").max(1.0)
}

/// The CPU time of the process that computed most.
fn busiest(checked: &Checked) -> f64 {
    checked.over_nodes("cpu_seconds").fold(0.01, f64::max)
}

/// The least and the greatest share of a node.
fn range(checked: &Checked, key: &str) -> [f64; 2] {
    checked.over_nodes(key).fold([1.0, 0.0], |[least, most], share| [share.min(least), share.max(most)])
}

fn row(checked: &Checked, one: Option<&Checked>) -> String {
    let cpu = checked.cpu.as_secs_f64();
    let whole = format!(
        "{:>9} states {:>7.2} s, {cpu:>7.2} s CPU",
        checked.number("states"),
        checked.number("seconds")
    );
    let Some(one) = one else { return whole };
    let [least, most] = range(checked, "share_of_states");
    format!(
        "{whole} ({:.2} times that of one; {:.2} times as fast by the busiest), shares {:.0} to {:.0} %, \
         {:.0} % messages, {:.1} bytes a state",
        cpu / one.cpu.as_secs_f64(),
        one.cpu.as_secs_f64() / busiest(checked),
        least * 100.0,
        most * 100.0,
        messages(checked) * 100.0,
        checked.sum_over_nodes("sent_bytes") / checked.number("states").max(1.0)
    )
}
