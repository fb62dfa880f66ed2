//! Random models that go round: processes are graphs of labelled states, so that most of them have cycles, and SPIN
//! takes nearly all of them.

use std::fmt::Write;
use testkit::random;

pub struct Random(random::Random);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(random::Random(seed))
    }

    pub fn below(&mut self, n: u32) -> u32 {
        self.0.below(n as usize) as u32
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u32) as usize]
    }
}

/// What a model is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    Accepting,
    Progress,
    Formula,
    Claim,
}

const CONDITIONS: [&str; 10] = [
    "x == 0",
    "x < 2",
    "b",
    "!b",
    "y == x",
    "len(q) == 0",
    "nfull(q)",
    "_nr_pr > 1",
    "q?[1]",
    "(b -> x : y) == 1",
];
const DEEDS: [&str; 8] = [
    "x = (x + 1) % 3",
    "b = 1 - b",
    "y = 1 - y",
    "x = 0",
    "y = x % 2",
    "b = 0",
    "skip",
    "d_step { x = y; y = 0 }",
];
const MESSAGES: [&str; 9] =
    ["q!1", "q?_", "q!x", "q?x", "r!y", "r?y", "r?1", "q?<y>", "d_step { r?y; x = 2 - y }"];

/// The text of a model.
pub fn model(random: &mut Random, about: About) -> String {
    let mut text = String::from("byte x, y;\nbit b;\nchan q = [1] of { byte };\nchan r = [0] of { byte };\n");
    let processes = 2 + random.below(2);
    for number in 0..processes {
        let copies = if processes == 2 && random.below(5) == 0 { "[2] " } else { "" };
        let provided = if random.below(6) == 0 { " provided (x < 2)" } else { "" };
        let _ = writeln!(text, "active {copies}proctype P{number}(){provided} {{");
        let states = 2 + random.below(3);
        for state in 0..states {
            self::state(random, &mut text, state, states, about);
        }
        text += "E:\tskip\n}\n";
    }
    match about {
        About::Formula => text += &formula(random),
        About::Claim => text += &claim(random),
        About::Accepting | About::Progress => {}
    }
    text
}

/// One state: its labels, and where it leads.
fn state(random: &mut Random, text: &mut String, state: u32, states: u32, about: About) {
    let marks: &[&str] = match about {
        About::Accepting => &["accept", "end", "end", ""],
        About::Progress => &["progress", "end", "end", ""],
        About::Formula | About::Claim => &["end", "end", ""],
    };
    let mark = random.one_of(marks);
    if !mark.is_empty() {
        let _ = writeln!(text, "{mark}_{state}:");
    }
    let _ = writeln!(text, "L{state}:\tif");
    let options = 1 + random.below(3);
    let is_quiet = random.below(2) == 0;
    for _ in 0..options {
        let guard = match random.below(if is_quiet { 2 } else { 4 }) {
            0 => random.one_of(&CONDITIONS),
            1 => random.one_of(&DEEDS),
            _ => random.one_of(&MESSAGES),
        };
        let deed = random.one_of(&DEEDS);
        let to = random.below(states + 1);
        let to = if to == states { "E".to_string() } else { format!("L{to}") };
        let _ = match random.below(6) {
            0 => writeln!(text, "\t:: {guard} -> goto {to}"),
            1 => writeln!(text, "\t:: atomic {{ {guard}; {deed} }}; goto {to}"),
            2 => writeln!(
                text,
                "\t:: atomic {{ {guard}; if :: {deed} :: {} fi; {} }}; goto {to}",
                random.one_of(&DEEDS),
                random.one_of(&DEEDS)
            ),
            3 if random.below(4) == 0 => writeln!(text, "\t:: timeout -> {deed}; goto {to}"),
            4 if random.below(3) == 0 => {
                writeln!(text, "\t:: {guard} -> {{ {deed}; {deed} }} unless {{ x == 2 }}; goto {to}")
            }
            _ => writeln!(text, "\t:: {guard} -> {deed}; goto {to}"),
        };
    }
    if is_quiet && random.below(2) == 0 {
        let _ = writeln!(text, "\t:: else -> goto L{}", random.below(states));
    }
    text.push_str("\tfi;\n");
}

fn atom(random: &mut Random) -> &'static str {
    random.one_of(&[
        "(x == 1)",
        "(b)",
        "(x < 2)",
        "(y == 1)",
        "(len(q) == 1)",
        "(P0@L1)",
        "(P1@L0)",
        "(x == 2)",
        "(_last == 0)",
        "(_nr_pr < 2)",
        "(q?[1])",
        "(P0[0]@E)",
    ])
}

fn formula(random: &mut Random) -> String {
    let (p, q, r) = (atom(random), atom(random), atom(random));
    let all = [
        format!("[] {p}"),
        format!("<> {p}"),
        format!("[] <> {p}"),
        format!("<> [] {p}"),
        format!("[] ({p} -> <> {q})"),
        format!("{p} U {q}"),
        format!("!({p} U {q})"),
        format!("[] ({p} -> ({q} U {r}))"),
        format!("([] <> {p}) -> ([] <> {q})"),
        format!("<> ({p} && <> [] {q})"),
        format!("({p} W {q}) || [] {r}"),
    ];
    let chosen = &all[random.below(all.len() as u32) as usize];
    format!("ltl f {{ {chosen} }}\n")
}

fn claim(random: &mut Random) -> String {
    let (p, q, r) = (atom(random), atom(random), atom(random));
    let all = [
        format!("S:\tdo\n\t:: {p} -> goto accept\n\t:: true\n\tod;\naccept:\tdo\n\t:: {q}\n\tod"),
        format!(
            "S:\tif\n\t:: {p} -> goto accept\n\t:: else -> goto S\n\tfi;\n\
             accept:\tif\n\t:: {q} -> goto S\n\t:: {r} -> goto accept\n\tfi"
        ),
        format!("do\n\t:: {p} -> break\n\t:: else\n\tod"),
        format!("do\n\t:: {p} && {q} -> break\n\t:: true\n\tod;\naccept:\tdo\n\t:: !{r}\n\tod"),
        format!("{p}; {q}; {r}"),
        format!("S:\tdo\n\t:: assert({p})\n\tod"),
        format!("byte i;\n\tdo\n\t:: i < 2 && {p} -> i++\n\t:: i == 2 -> break\n\t:: else\n\tod"),
        format!(
            "byte old = 1;\nS:\tdo\n\t:: {p} -> old = x; goto accept\n\t:: true\n\tod;\n\
                 accept:\tdo\n\t:: x >= old && {q}\n\t:: x < old -> goto S\n\tod"
        ),
        format!(
            "bit was[2];\n\tdo\n\t:: atomic {{ {p} -> was[b] = 1 }}\n\t:: was[0] && was[1] -> break\n\
                 \t:: true\n\tod;\naccept:\tdo\n\t:: !{r}\n\tod"
        ),
    ];
    let chosen = &all[random.below(all.len() as u32) as usize];
    format!("never {{\n{chosen}\n}}\n")
}
