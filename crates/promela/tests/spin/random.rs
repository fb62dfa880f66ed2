//! Random models: small, finite, and with everything that decides what a state is. Those of odd numbers have all of the
//! language: records, channels of channels, processes that are started with arguments, inlines, loops that count.

use super::words;
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

/// What may stand where a statement is being made.
#[derive(Clone, Copy)]
struct Where {
    depth: u32,
    in_d_step: bool,
    in_atomic: bool,
    in_loop: bool,
    /// Labels may stand here: not before the first statement of anything.
    is_first: bool,
}

struct Maker<'a> {
    random: &'a mut Random,
    is_wide: bool,
    text: String,
    labels: u32,
    /// Labels that were made in this process.
    made: Vec<u32>,
    gotos: Vec<String>,
    indent: usize,
}

/// The text of a model.
pub fn model(random: &mut Random, is_wide: bool) -> String {
    let mut text = String::from(words::HEAD);
    if is_wide {
        text += words::WIDE_HEAD;
        text += if random.below(3) == 0 { "#define WHO _last\n" } else { "#define WHO 0\n" };
    }
    let processes = 2 + random.below(2);
    let has_init = is_wide && random.below(3) == 0;
    for number in 0..processes {
        let copies = if processes == 2 && random.below(4) == 0 { "[2] " } else { "" };
        let provided = if random.below(8) == 0 { " provided (y < 3)" } else { "" };
        let active = if has_init && number > 0 { String::new() } else { format!("active {copies}") };
        let parameters = if active.is_empty() { "byte p; chan o; Msg arg" } else { "" };
        let _ = write!(text, "{active}proctype P{number}({parameters}){provided} {{\n\tbyte k; bit l;\n");
        if is_wide {
            let with_chan = if random.below(3) == 0 { words::LOCAL_CHAN } else { words::LOCAL_ALIAS };
            text += words::WIDE_LOCALS;
            text += with_chan;
            text += "BEG:\tskip;\n";
        }
        text += &body(random, is_wide);
        // Others refer to the first process, so that it must stay.
        text += if is_wide && number == 0 { ";\nend_stay:\tfalse\n}\n" } else { "}\n" };
    }
    if has_init {
        text += &starting(random, processes);
    }
    text
}

/// A first process that starts the others.
fn starting(random: &mut Random, processes: u32) -> String {
    let mut runs = Vec::new();
    for number in 1..processes {
        let chan = random.one_of(&["q", "qa[0]", "e0"]);
        runs.push(format!("run P{number}({}, {chan}, note)", random.below(3)));
    }
    let runs = runs.join("; ");
    let waiting = if random.below(2) == 0 { "; _nr_pr == 2 -> x = 2" } else { "" };
    match random.below(2) {
        0 => format!("init {{ Msg note; note.v = 1; atomic {{ {runs} }}{waiting} }}\n"),
        _ => format!("init {{ Msg note; note.f = 1; {runs}{waiting} }}\n"),
    }
}

/// The statements of a process.
fn body(random: &mut Random, is_wide: bool) -> String {
    let text = String::new();
    let mut maker =
        Maker { random, is_wide, text, labels: 0, made: Vec::new(), gotos: Vec::new(), indent: 1 };
    let top = Where { depth: 0, in_d_step: false, in_atomic: false, in_loop: false, is_first: true };
    let length = 2 + maker.random.below(3);
    maker.sequence(top, length);
    let mut body = maker.text.clone();
    for goto in maker.gotos.clone() {
        let label = match maker.made.is_empty() {
            true => "skip".to_string(),
            false => {
                let at = maker.random.below(maker.made.len() as u32) as usize;
                format!("goto L{}", maker.made[at])
            }
        };
        body = body.replacen(&goto, &label, 1);
    }
    body
}

impl Maker<'_> {
    fn line(&mut self, text: &str) {
        let _ = write!(self.text, "{}{text}", "\t".repeat(self.indent));
    }

    fn sequence(&mut self, place: Where, length: u32) {
        for i in 0..length {
            self.statement(Where { is_first: place.is_first && i == 0, ..place });
            self.text += if i + 1 < length { ";\n" } else { "\n" };
        }
    }

    /// One of the words, or of those of wide models.
    fn chosen(&mut self, narrow: &[&'static str], wide: &[&'static str]) -> &'static str {
        match self.is_wide && self.random.below(2) == 0 {
            true => self.random.one_of(wide),
            false => self.random.one_of(narrow),
        }
    }

    fn condition(&mut self) -> &'static str {
        self.chosen(&words::CONDITIONS, &words::WIDE_CONDITIONS)
    }

    fn simple(&mut self, place: Where) -> String {
        let chosen = match self.random.below(8) {
            _ if place.in_d_step => self.chosen(&words::DEEDS, &words::WIDE_DEEDS),
            0..=2 => self.chosen(&words::DEEDS, &words::WIDE_DEEDS),
            3..=5 => self.chosen(&words::MESSAGES, &words::WIDE_MESSAGES),
            6 => self.condition(),
            _ => self.random.one_of(&["timeout", "assert(x < 3)", "assert(k != 2 || b)", "skip"]),
        };
        chosen.to_string()
    }

    /// Loops that count, values that are selected, inlines, jumps within a `d_step`, escapes of escapes.
    fn wide(&mut self, place: Where) {
        let deed = self.random.one_of(&words::DEEDS);
        let other = self.random.one_of(&words::WIDE_DEEDS);
        self.labels += 1;
        let label = self.labels;
        let text = match self.random.below(10) {
            0 => format!("for (i : 0 .. 1) {{ {deed} }}"),
            1 => format!("for (i in a) {{ a[i] = (a[i] + 1) % 2; {deed} }}"),
            2 if !place.in_d_step => format!("select (k : 0 .. 2); {deed}"),
            3 => format!("step(k, {}, a[1])", self.random.below(3)),
            4 => format!("twice({})", self.random.one_of(&["b", "ga[l].v", "la[b]", "ms.f"])),
            5 if !place.in_d_step => {
                format!(
                    "d_step {{ {deed}; if :: x > 0 -> goto D{label} :: else fi; {other}; D{label}: y = 1 }}"
                )
            }
            6 if !place.in_d_step && !place.is_first => {
                format!("{{ {{ {deed}; {other}; b = 0 }} unless {{ x == 2 -> {deed} }} }} unless {{ l }}")
            }
            7 if !place.in_d_step && !place.in_atomic => {
                let message = self.random.one_of(&words::MESSAGES);
                format!("atomic {{ {deed}; {message}; {other} }}")
            }
            8 if !place.in_d_step => format!("do :: x < 2 -> x++; {deed} :: break od"),
            _ => format!("if :: {deed} :: {other}; skip fi"),
        };
        self.line(&text);
    }

    fn statement(&mut self, place: Where) {
        let may_label = !place.is_first && !place.in_d_step;
        if may_label && self.random.below(4) == 0 {
            self.labels += 1;
            self.made.push(self.labels);
            let name = match self.random.below(5) {
                0 => format!("end{0}: L{0}: ", self.labels),
                _ => format!("L{}: ", self.labels),
            };
            self.text += &name;
        }
        let deeper = Where { depth: place.depth + 1, is_first: true, ..place };
        let kinds = if self.is_wide { 18 } else { 14 };
        let choice = if place.depth >= 3 { self.random.below(6) } else { self.random.below(kinds) };
        match choice {
            0..=4 => {
                let simple = self.simple(place);
                self.line(&simple);
            }
            5 if place.in_loop => self.line("break"),
            5 if !place.in_d_step => {
                let mark = format!("<goto {}>", self.gotos.len());
                self.gotos.push(mark.clone());
                self.line(&mark);
            }
            6..=9 => self.alternatives(deeper, choice >= 8 && !place.in_d_step),
            10 if !place.in_d_step && !place.in_atomic => {
                self.block("atomic {", Where { in_atomic: true, ..deeper }, "}")
            }
            11 if !place.in_d_step => {
                let open = format!("d_step {{ {}", self.random.one_of(&words::D_STEP_GUARDS));
                self.block(&open, Where { in_d_step: true, in_loop: false, ..deeper }, "}");
            }
            12 => self.block("{", deeper, "}"),
            13 if !place.in_d_step && !place.is_first => {
                self.block("{", deeper, "} unless {");
                self.text += "\n";
                let escape =
                    self.random.one_of(&["b", "q?k", "r?k", "x == 2", "r?1", "w??red, l", "timeout"]);
                self.line(escape);
                self.text += ";\n";
                self.sequence(Where { is_first: false, ..deeper }, 1);
                self.line("}");
            }
            14.. => self.wide(place),
            _ => self.line("skip"),
        }
    }

    fn block(&mut self, open: &str, place: Where, close: &str) {
        self.line(open);
        self.text += "\n";
        self.indent += 1;
        let length = 1 + self.random.below(3);
        self.sequence(place, length);
        self.indent -= 1;
        self.line(close);
    }

    fn alternatives(&mut self, place: Where, is_loop: bool) {
        self.line(if is_loop { "do\n" } else { "if\n" });
        let place = Where { in_loop: place.in_loop || is_loop, ..place };
        let options = 1 + self.random.below(3);
        let has_else = place.in_d_step || self.random.below(2) == 0;
        for i in 0..options + u32::from(has_else) {
            self.line(":: ");
            let guard = match (i == options, self.random.below(3), place.in_d_step) {
                (true, ..) => "else".to_string(),
                // SPIN seldom takes an `else` beside messages.
                (_, 0, false) if !has_else || self.random.below(6) == 0 => self.simple(place),
                _ => self.condition().to_string(),
            };
            self.text += &guard;
            if self.random.below(4) == 0 && !(is_loop && i == options) {
                self.text += "\n";
                continue;
            }
            self.text += " ->\n";
            self.indent += 1;
            let length = 1 + self.random.below(2);
            self.sequence(Where { is_first: false, ..place }, length);
            if is_loop && i == options {
                self.text += ";\tbreak\n";
            }
            self.indent -= 1;
        }
        self.line(if is_loop { "od" } else { "fi" });
    }
}
