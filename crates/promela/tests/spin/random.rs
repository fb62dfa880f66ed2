//! Random models: small, finite, and with everything that decides what a state is.

use std::fmt::Write;

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
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
    text: String,
    labels: u32,
    /// Labels that were made in this process.
    made: Vec<u32>,
    gotos: Vec<String>,
    indent: usize,
}

/// The text of a model.
pub fn model(random: &mut Random) -> String {
    let mut text = String::from("mtype = { red, green };\nbyte x, y = 1;\nbit b;\nbyte a[2];\nmtype m;\n");
    text += "chan q = [1] of { byte };\nchan w = [2] of { mtype, bit };\nchan r = [0] of { byte };\n";
    let processes = 2 + random.below(2);
    for number in 0..processes {
        let copies = if processes == 2 && random.below(4) == 0 { "[2] " } else { "" };
        let provided = if random.below(8) == 0 { " provided (y < 3)" } else { "" };
        let _ = write!(text, "active {copies}proctype P{number}(){provided} {{\n\tbyte k; bit l;\n");
        let mut maker =
            Maker { random, text: String::new(), labels: 0, made: Vec::new(), gotos: Vec::new(), indent: 1 };
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
        text += &body;
        text += "}\n";
    }
    text
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

    fn condition(&mut self) -> &'static str {
        self.random.one_of(&[
            "x == 0",
            "x == 1",
            "y < 2",
            "b",
            "!b",
            "k == 0",
            "k > 0",
            "l",
            "m == red",
            "a[0] == a[1]",
            "nempty(q)",
            "nfull(w)",
            "len(q) == 1",
            "w?[red, 1]",
            "x + k == 1",
            "_nr_pr > 1",
            "(b -> x : k) == 0",
            "true",
        ])
    }

    fn simple(&mut self, place: Where) -> String {
        let quiet = [
            "x = (x + 1) % 3",
            "y = 2 - x % 2",
            "b = 1 - b",
            "k = (k + 1) % 2",
            "l = !l",
            "a[l] = k",
            "m = red",
            "m = green",
            "skip",
            "k = x",
            "a[1 - l] = x % 2",
            "printf(\"%d\\n\", x)",
        ];
        if place.in_d_step {
            return self.random.one_of(&quiet).to_string();
        }
        match self.random.below(8) {
            0..=2 => self.random.one_of(&quiet).to_string(),
            3..=5 => self
                .random
                .one_of(&[
                    "q!k",
                    "q?k",
                    "q!1",
                    "q?1",
                    "q??0",
                    "w!red, l",
                    "w?m, l",
                    "w??eval(m), l",
                    "w!!m(1)",
                    "r!k",
                    "r!0",
                    "r?k",
                    "r?1",
                    "r?eval(k)",
                    "q?<k>",
                    "w?red, _",
                    "r!x",
                    "q?_",
                ])
                .to_string(),
            6 => self.condition().to_string(),
            _ => self.random.one_of(&["timeout", "assert(x < 3)", "assert(k != 2 || b)", "skip"]).to_string(),
        }
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
        let choice = if place.depth >= 3 { self.random.below(6) } else { self.random.below(14) };
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
                self.block("d_step {", Where { in_d_step: true, in_loop: false, ..deeper }, "}");
            }
            12 => self.block("{", deeper, "}"),
            13 if !place.in_d_step && !place.is_first => {
                self.block("{", deeper, "} unless {");
                self.text += "\n";
                let escape = self.random.one_of(&["b", "q?k", "r?k", "x == 2", "r?1"]);
                self.line(escape);
                self.text += ";\n";
                self.sequence(Where { is_first: false, ..deeper }, 1);
                self.line("}");
            }
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
                (_, 0, false) => self.simple(place),
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
