//! `cargo xtask simulate`: what more nodes than this machine has cores would do with a search.
//!
//! The graph of a search by one process is recorded, with the number of each state by every partition function. From
//! it follow exactly, for any number of nodes, how many states and transitions each has at every level, and which
//! transitions become messages. Time is predicted: a level takes as long as its busiest node, and each level costs the
//! latency of agreeing that it is over. What steps, inserts, messages and bytes cost is measured by the CPU time of one
//! process and of two. Shares and messages are compared with real runs by 2, 4 and 8 processes, and must be the same;
//! so is the CPU time of the busiest process, which need not be.

mod curves;

use crate::bench::{Checked, Checks, thousands};
use std::fmt::Write;
use testkit::case::Case;

const PROGRAM: &str = "examples/concurrency/DiningPhilosophers.java";
const ARGUMENTS: [&str; 2] = ["6", "0"];
/// For what a start costs, and for what steps and inserts do.
const TINY: [&str; 2] = ["2", "0"];
const SMALL: [&str; 2] = ["5", "0"];

/// In the order in which they are recorded.
pub const FUNCTIONS: [&str; 7] = ["global", "local", "local:1", "pc", "pc:1", "pcs", "pcs:1"];

/// What is predicted, and what is run as well.
pub const NODES: [usize; 12] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
const REAL: [usize; 3] = [2, 4, 8];

/// For all nodes to agree that a level is over: two ways through a network of today's data centres.
const LATENCY_SECONDS: f64 = 100e-6;

/// A recorded graph.
struct Graph {
    levels: Vec<u32>,
    keys: Vec<[u64; FUNCTIONS.len()]>,
    transitions: Vec<(u32, u32)>,
}

/// What a number of nodes would do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// Of states: the least and the greatest of a node.
    least: f64,
    most: f64,
    messages: u64,
    /// Of transitions.
    share_of_messages: f64,
    /// CPU seconds of the node with most of them.
    busiest: f64,
    /// How much faster than one.
    pub speedup: f64,
}

/// Seconds of CPU time.
#[derive(Clone, Copy, Debug)]
struct Costs {
    /// A process, before it searches.
    start: f64,
    /// A transition: the step, and looking its state up.
    step: f64,
    /// A state that is new.
    insert: f64,
    /// A state that travels, both sides together, beside its bytes.
    message: f64,
    byte: f64,
    /// So many has a message.
    bytes: f64,
}

pub fn command() -> Result<(), String> {
    let checks = Checks::new()?;
    let program = checks.program(PROGRAM)?;
    let graph = Graph::recorded(&checks, &program, &ARGUMENTS)?;
    let costs = Costs::measured(&checks, &program)?;
    let mut page = head(&graph, costs);
    compare(&checks, &program, costs, &mut page)?;
    let mut all = Vec::new();
    for (at, name) in FUNCTIONS.iter().enumerate() {
        let row: Vec<Predicted> = NODES.iter().map(|&nodes| graph.predict(at, nodes, costs)).collect();
        println!("{name:<8} {}", row.iter().map(|p| format!("{:>7.1}", p.speedup)).collect::<String>());
        all.push(row);
    }
    tail(&all, graph.bound(costs), &mut page);
    let docs = testkit::repo_root().join("docs");
    let write = |name: &str, text: &str| {
        std::fs::write(docs.join(name), text).map_err(|error| format!("docs/{name}: {error}"))
    };
    write("many-nodes.svg", &curves::drawn(&all))?;
    write("many-nodes.md", &page)
}

fn search(checks: &Checks, program: &Case, options: &[&str], arguments: &[&str]) -> Result<Checked, String> {
    checks.check(program, &[&["--reduce", "local"][..], options].concat(), arguments)
}

impl Costs {
    fn measured(checks: &Checks, program: &Case) -> Result<Costs, String> {
        let alone =
            |arguments: &[&str]| checks.check(program, &["--reduce", "local", "--processes", "1"], arguments);
        let (tiny, small, one) = (alone(&TINY)?, alone(&SMALL)?, alone(&ARGUMENTS)?);
        let start = tiny.cpu.as_secs_f64();
        let (step, insert) = of_two(&small, &one, start);
        // States that travel whole have many more bytes: what is more is what bytes cost.
        let two = |transfer: &str| {
            search(
                checks,
                program,
                &["--processes", "2", "--siblings", "none", "--transfer", transfer],
                &ARGUMENTS,
            )
        };
        let (few, many) = (two("components")?, two("state")?);
        let (sent, more) = (few.sum_over_nodes("sent_bytes"), many.sum_over_nodes("sent_bytes"));
        let byte = (many.cpu.as_secs_f64() - few.cpu.as_secs_f64()).max(0.0) / (more - sent).max(1.0);
        let messages = few.sum_over_nodes("messages").max(1.0);
        let travel = (few.cpu.as_secs_f64() - one.cpu.as_secs_f64() - start - byte * sent).max(0.0);
        Ok(Costs { start, step, insert, message: travel / messages, byte, bytes: sent / messages })
    }

    /// What it costs that a state travels.
    fn travel(self) -> f64 {
        self.message + self.byte * self.bytes
    }
}

/// What steps and inserts cost, from two searches with different numbers of transitions for each state.
fn of_two(small: &Checked, large: &Checked, start: f64) -> (f64, f64) {
    let known = |checked: &Checked| {
        let seconds = (checked.cpu.as_secs_f64() - start).max(0.0);
        (checked.number("transitions"), checked.number("states"), seconds)
    };
    let ((t, s, seconds), (more_t, more_s, more_seconds)) = (known(small), known(large));
    let both = t * more_s - more_t * s;
    let step = (seconds * more_s - more_seconds * s) / both;
    let insert = (t * more_seconds - more_t * seconds) / both;
    // On a noisy machine one of them may come out below nothing: then the other is all.
    if step >= 0.0 && insert >= 0.0 { (step, insert) } else { (more_seconds / more_t.max(1.0), 0.0) }
}

impl Graph {
    /// The graph of a search by one process.
    fn recorded(checks: &Checks, program: &Case, arguments: &[&str]) -> Result<Graph, String> {
        let file = checks.target.join("graph");
        let name = file.to_string_lossy().into_owned();
        let one = search(checks, program, &["--processes", "1", "--record-graph", &name], arguments)?;
        let bytes = std::fs::read(&file).map_err(|error| format!("{name}: {error}"))?;
        let graph = Graph::read(&bytes).ok_or_else(|| format!("{name}: is no graph"))?;
        match graph.levels.len() as f64 == one.number("states") {
            true => Ok(graph),
            false => Err(format!("{} states were recorded of {}", graph.levels.len(), one.number("states"))),
        }
    }

    fn read(bytes: &[u8]) -> Option<Graph> {
        let (mut rest, mut graph) = (bytes, Graph { levels: vec![], keys: vec![], transitions: vec![] });
        while let Some((kind, after)) = rest.split_first() {
            rest = match kind {
                b'S' => {
                    let (level, mut after) = after.split_first_chunk::<4>()?;
                    let mut keys = [0; FUNCTIONS.len()];
                    for key in &mut keys {
                        let (number, more) = after.split_first_chunk::<8>()?;
                        (*key, after) = (u64::from_le_bytes(*number), more);
                    }
                    graph.levels.push(u32::from_le_bytes(*level));
                    graph.keys.push(keys);
                    after
                }
                b'T' => {
                    let (from, after) = after.split_first_chunk::<4>()?;
                    let (to, after) = after.split_first_chunk::<4>()?;
                    graph.transitions.push((u32::from_le_bytes(*from), u32::from_le_bytes(*to)));
                    after
                }
                _ => return None,
            };
        }
        let count = graph.levels.len() as u32;
        graph.transitions.iter().all(|(from, to)| *from < count && *to < count).then_some(graph)
    }

    /// What one node takes.
    fn alone(&self, costs: Costs) -> f64 {
        self.transitions.len() as f64 * costs.step + self.levels.len() as f64 * costs.insert
    }

    /// How much faster than one any number of nodes can be, if all that they do took no time.
    fn bound(&self, costs: Costs) -> f64 {
        let levels = self.levels.iter().max().map_or(0, |level| *level as usize + 1);
        self.alone(costs) / (levels as f64 * LATENCY_SECONDS).max(1e-9)
    }

    /// What so many nodes would do, with nothing that keeps messages back.
    fn predict(&self, function: usize, nodes: usize, costs: Costs) -> Predicted {
        let owner: Vec<u32> = self.keys.iter().map(|keys| (keys[function] % nodes as u64) as u32).collect();
        let mut states = vec![0u64; nodes];
        owner.iter().for_each(|owner| states[*owner as usize] += 1);
        let levels = self.levels.iter().max().map_or(0, |level| *level as usize + 1);
        let mut work = vec![vec![0.0; nodes]; levels];
        let mut messages = 0;
        for (state, owner) in owner.iter().enumerate() {
            // A state is new at the level before its own, when the first transition leads to it.
            work[(self.levels[state] as usize).saturating_sub(1)][*owner as usize] += costs.insert;
        }
        for &(from, to) in &self.transitions {
            let level = self.levels[from as usize] as usize;
            let (sender, receiver) = (owner[from as usize] as usize, owner[to as usize] as usize);
            work[level][sender] += costs.step;
            if sender != receiver {
                messages += 1;
                work[level][sender] += costs.travel() / 2.0;
                work[level][receiver] += costs.travel() / 2.0;
            }
        }
        let busiest = |level: &Vec<f64>| level.iter().copied().fold(0.0, f64::max);
        let seconds: f64 = work.iter().map(|level| busiest(level) + LATENCY_SECONDS).sum();
        let alone = self.alone(costs);
        let of_node = |node: usize| work.iter().map(|level| level[node]).sum::<f64>();
        let share = |states: Option<&u64>| *states.unwrap_or(&0) as f64 / self.levels.len().max(1) as f64;
        Predicted {
            least: share(states.iter().min()),
            most: share(states.iter().max()),
            messages,
            share_of_messages: messages as f64 / self.transitions.len().max(1) as f64,
            busiest: (0..nodes).map(of_node).fold(0.0, f64::max),
            speedup: alone / seconds,
        }
    }
}

fn head(graph: &Graph, costs: Costs) -> String {
    let levels = graph.levels.iter().max().map_or(0, |level| level + 1);
    format!(
        "# Many nodes\n\nWritten by `cargo xtask simulate`. What more nodes than a machine has cores would do \
         with one search: `{PROGRAM} {}`, `--reduce local`, {} states, {} transitions, {levels} levels.\n\n\
         The graph of the search is recorded, with the number of every state by each partition function. Shares and \
         messages follow from it exactly, without `--siblings` and `--lookahead`. Time is predicted: a level takes as \
         long as its busiest node, and {:.0} microseconds to agree that it is over, which is assumed for two ways \
         through a network. Measured by CPU time: a step {:.2} microseconds, a new state {:.2}, a message {:.2}, both \
         sides together, and {:.1} nanoseconds for each of its {:.0} bytes; {:.2} seconds for the start of a \
         process.\n",
        ARGUMENTS.join(" "),
        thousands(graph.levels.len() as f64),
        thousands(graph.transitions.len() as f64),
        LATENCY_SECONDS * 1e6,
        costs.step * 1e6,
        costs.insert * 1e6,
        costs.message * 1e6,
        costs.byte * 1e9,
        costs.bytes,
        costs.start,
    )
}

/// Real runs, which must have the same shares and messages.
fn compare(checks: &Checks, program: &Case, costs: Costs, page: &mut String) -> Result<(), String> {
    let graph = Graph::recorded(checks, program, &SMALL)?;
    let _ = write!(
        page,
        "\n## Beside real runs\n\nBy the same costs and the graph of a smaller search (`{}`, {} states), which \
         is really made by 2, 4 and 8 processes. Shares of states and messages are compared and are the same, to the \
         last one. CPU seconds are those of the process with most of them; the machine has two cores and had other \
         things to do, so wall time says nothing.\n\n\
         | function | processes | shares of states | messages by transitions | CPU s, predicted | CPU s, measured |\n\
         |---|---|---|---|---|---|\n",
        SMALL.join(" "),
        thousands(graph.levels.len() as f64),
    );
    for (at, name) in FUNCTIONS.iter().enumerate() {
        for nodes in REAL {
            let predicted = graph.predict(at, nodes, costs);
            let count = nodes.to_string();
            let options = ["--processes", &count, "--siblings", "none", "--partition", name];
            let real = search(checks, program, &options, &SMALL)?;
            let messages = real.sum_over_nodes("messages");
            if messages != predicted.messages as f64 {
                return Err(format!("{name} by {nodes}: {messages} messages, not {}", predicted.messages));
            }
            let most = real.over_nodes("states").fold(0.0, f64::max) / real.number("states").max(1.0);
            if (most - predicted.most).abs() > 1e-9 {
                return Err(format!(
                    "{name} by {nodes}: the greatest share is {most}, not {}",
                    predicted.most
                ));
            }
            let cpu = costs.start + predicted.busiest;
            let busiest = real.over_nodes("cpu_seconds").fold(0.0, f64::max);
            let row = format!(
                "| `{name}` | {nodes} | {:.1} to {:.1} % | {:.1} % | {cpu:.2} | {:.2} |\n",
                predicted.least * 100.0,
                predicted.most * 100.0,
                predicted.share_of_messages * 100.0,
                busiest
            );
            print!("{row}");
            page.push_str(&row);
        }
    }
    Ok(())
}

fn tail(all: &[Vec<Predicted>], bound: f64, page: &mut String) {
    page.push_str(
        "\n## What would come of more\n\n![how much faster than one](many-nodes.svg)\n\n\
         How much faster than one node:\n\n| nodes |",
    );
    for name in FUNCTIONS {
        let _ = write!(page, " `{name}` |");
    }
    let _ = write!(page, "\n|---|{}\n", "---|".repeat(FUNCTIONS.len()));
    for (at, nodes) in NODES.iter().enumerate() {
        let _ = write!(page, "| {nodes} |");
        for row in all {
            let _ = write!(page, " {:.1} |", row[at].speedup);
        }
        page.push('\n');
    }
    page.push_str(
        "\nThe greatest share of a node, and the share of transitions that are messages:\n\n| nodes |",
    );
    for name in FUNCTIONS {
        let _ = write!(page, " `{name}` |");
    }
    let _ = write!(page, "\n|---|{}\n", "---|".repeat(FUNCTIONS.len()));
    for (at, nodes) in NODES.iter().enumerate() {
        let _ = write!(page, "| {nodes} |");
        for row in all {
            let _ =
                write!(page, " {:.1} %, {:.0} % |", row[at].most * 100.0, row[at].share_of_messages * 100.0);
        }
        page.push('\n');
    }
    says(all, bound, page);
}

/// What the numbers say, in words.
fn says(all: &[Vec<Predicted>], bound: f64, page: &mut String) {
    page.push_str("\nWhat they say:\n\n");
    let (mut best, mut fastest) = ("", 0.0);
    for (name, row) in FUNCTIONS.iter().zip(all) {
        let said = PanReport::of(row);
        if said.speedup > fastest {
            (best, fastest) = (*name, said.speedup);
        }
        let _ = writeln!(
            page,
            "- `{name}` is at best {:.1} times as fast as one node, with {} nodes. {}; with {} nodes the largest has \
             {:.0} times an even share.",
            said.speedup,
            said.nodes,
            match said.half {
                0 => "Two nodes are not worth one".to_string(),
                half => format!("Up to {half} nodes it makes at least half of what so many could"),
            },
            NODES[NODES.len() - 1],
            said.unevenness,
        );
    }
    let _ = writeln!(
        page,
        "\nSo `{best}` goes furthest. With any function and any number of nodes the search is at most {bound:.0} times \
         as fast, since each level costs the latency of agreeing: that is the price of levels, which are what makes \
         paths shortest and verdicts the same. Where a curve stays below that, it is because a level has too few \
         states for so many nodes, or because one node has more of them than the others; and what messages cost is \
         lost from the first two nodes on."
    );
}

/// What one function comes to.
struct PanReport {
    speedup: f64,
    nodes: usize,
    /// Up to so many nodes, each does at least half of what it would alone.
    half: usize,
    /// With the most nodes, the greatest share by an even one.
    unevenness: f64,
}

impl PanReport {
    fn of(row: &[Predicted]) -> PanReport {
        let (mut speedup, mut nodes, mut half) = (0.0, 0, 0);
        for (predicted, &count) in row.iter().zip(&NODES) {
            if predicted.speedup > speedup {
                (speedup, nodes) = (predicted.speedup, count);
            }
            if predicted.speedup >= count as f64 / 2.0 {
                half = count;
            }
        }
        let unevenness = row.last().map_or(1.0, |last| last.most * NODES[NODES.len() - 1] as f64);
        PanReport { speedup, nodes, half, unevenness }
    }
}
