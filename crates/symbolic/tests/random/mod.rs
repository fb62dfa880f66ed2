//! Random SMV models: a few small variables, assignments and constraints of all kinds, formulas of all kinds. Every
//! second one has modules within modules, an array, an enumeration of numbers and names, and signed words.

mod wide;

use std::fmt::Write;
use testkit::random;

/// Where it stands, and whether the model is one of those with more in it.
pub struct Random(random::Random, bool);

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Bool,
    Symbol,
    Number,
    Word,
}

const HEAD: &str = "MODULE main\nVAR p : boolean; q : boolean; s : {a, b, c}; n : -1..2; w : word[2];\n";

const NAMES: [(&str, Kind); 6] = [
    ("p", Kind::Bool),
    ("q", Kind::Bool),
    ("m.r", Kind::Bool),
    ("s", Kind::Symbol),
    ("n", Kind::Number),
    ("w", Kind::Word),
];

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(random::Random::new(seed), seed % 2 == 1)
    }

    fn below(&mut self, below: usize) -> usize {
        self.0.below(below)
    }

    fn of(&mut self, all: &[&str]) -> String {
        all[self.below(all.len())].to_string()
    }

    /// A model: some of its variables are assigned, others only constrained.
    pub fn model(&mut self) -> String {
        let mut text = String::from("MODULE part(x)\nVAR r : boolean;\n");
        if self.below(2) == 0 {
            let value = self.of(&["x", "!x", "r xor x", "case x : !r; TRUE : {TRUE, FALSE}; esac"]);
            let _ = writeln!(text, "ASSIGN next(r) := {value};");
        }
        text.push_str(if self.1 { wide::HEAD } else { HEAD });
        let with_input = self.below(3) == 0;
        if with_input {
            text.push_str("IVAR i : boolean;\n");
        }
        text.push_str("FROZENVAR f : boolean;\n");
        let argument = self.of(if self.1 {
            &["p", "!q", "s = 2", "ar[0] = 1", "f"]
        } else {
            &["p", "q", "!p", "n = 1", "f"]
        });
        let part = if self.1 { "middle" } else { "part" };
        let _ = writeln!(text, "VAR m : {part}({argument});");
        let define = self.boolean(2, false, false);
        let _ = writeln!(text, "DEFINE d := {define};");
        text.push_str("ASSIGN\n");
        for (name, kind) in if self.1 { wide::NAMES } else { NAMES } {
            if name != "m.r" && self.below(4) > 0 {
                let value = self.value(kind, 1, false, false);
                let _ = writeln!(text, "  init({name}) := {value};");
            }
            if name != "m.r" && self.below(5) > 0 {
                let value = self.choice(kind, with_input);
                let _ = writeln!(text, "  next({name}) := {value};");
            }
        }
        for (word, most, next) in
            [("INIT", 2, false), ("INVAR", 4, false), ("TRANS", 3, true), ("JUSTICE", 3, false)]
        {
            if self.below(most) == 0 {
                let formula = self.boolean(2, next, false);
                let other = if self.1 { "ar[1] = 0" } else { "n = 0" };
                let formula = if word == "INVAR" { format!("({formula}) | p | {other}") } else { formula };
                let _ = writeln!(text, "{word} {formula};");
            }
        }
        if self.below(5) == 0 {
            let (first, second) = (self.boolean(1, false, false), self.boolean(1, false, false));
            let _ = writeln!(text, "COMPASSION ({first}, {second});");
        }
        let invariant = self.boolean(2, false, false);
        let _ = writeln!(text, "INVARSPEC {invariant};");
        for _ in 0..2 {
            let (ctl, ltl) = (self.ctl(3), self.ltl(3));
            let _ = writeln!(text, "CTLSPEC {ctl};\nLTLSPEC {ltl};");
        }
        text
    }

    /// What a variable becomes: one value, one of several, or different ones in different states.
    fn choice(&mut self, kind: Kind, with_input: bool) -> String {
        match self.below(4) {
            0 => self.value(kind, 2, true, with_input),
            1 => format!(
                "{{{}, {}}}",
                self.value(kind, 1, false, with_input),
                self.value(kind, 1, false, false)
            ),
            2 => format!("{} union {}", self.value(kind, 0, false, false), self.value(kind, 1, false, false)),
            _ => {
                let condition = self.boolean(1, false, with_input);
                let (then, otherwise) = (self.choice(kind, with_input), self.value(kind, 1, false, false));
                format!("case {condition} : {then}; TRUE : {otherwise}; esac")
            }
        }
    }

    fn value(&mut self, kind: Kind, size: usize, next: bool, with_input: bool) -> String {
        match kind {
            Kind::Bool => {
                let next = next && self.below(6) == 0;
                self.boolean(size, next, with_input)
            }
            _ if self.1 => self.of(wide::values(kind)),
            Kind::Symbol => self.of(&["a", "b", "c", "s"]),
            Kind::Number => {
                self.of(&["-1", "0", "2", "n", "1 - n", "n / 2", "n mod 2", "(p ? 1 : n)", "max(n, 0)"])
            }
            Kind::Word => self.of(&[
                "0ud2_0",
                "0ud2_3",
                "w",
                "w + 0ud2_1",
                "-w",
                "w * w",
                "!w",
                "w << 1",
                "word1(p) :: word1(q)",
            ]),
        }
    }

    fn boolean(&mut self, size: usize, next: bool, with_input: bool) -> String {
        if size > 0 && self.below(4) > 0 {
            let op = self.of(&["&", "|", "->", "<->", "xor"]);
            let left = self.boolean(size - 1, next, with_input);
            return format!("({left} {op} {})", self.boolean(size - 1, next, with_input));
        }
        let atom = match self.below(if with_input { 13 } else { 12 }) {
            at @ (0..=2 | 4 | 8) if self.1 => self.of(wide::ATOMS[at % wide::ATOMS.len()]),
            0 => self.of(&["s = a", "s != b", "s in {a, c}"]),
            1 => self.of(&["n < 1", "n = -1", "n in 0..2", "n * n > 1", "n + 1 >= 2"]),
            2 => self.of(&["w = 0ud2_1", "w > 0ud2_1", "w[1:1] = 0ub1_1", "toint(w) = 3"]),
            3 => "f".to_string(),
            4 => "m.r".to_string(),
            5 => "TRUE".to_string(),
            6 | 7 => "q".to_string(),
            8 => "count(p, q, f) = 2".to_string(),
            12 => "i".to_string(),
            _ => "p".to_string(),
        };
        let atom = if next && atom != "i" && self.below(2) == 0 {
            format!("next({atom})")
        } else {
            format!("({atom})")
        };
        if self.below(3) == 0 { format!("!{atom}") } else { atom }
    }

    fn ctl(&mut self, size: usize) -> String {
        if size == 0 {
            return self.boolean(1, false, false);
        }
        match self.below(6) {
            0 => format!("!({})", self.ctl(size - 1)),
            1 => format!("({}) & ({})", self.ctl(size - 1), self.ctl(size / 2)),
            2 => format!("{} [({}) U ({})]", self.of(&["E", "A"]), self.ctl(size - 1), self.ctl(size / 2)),
            3 => format!("({}) -> ({})", self.ctl(size / 2), self.ctl(size - 1)),
            _ => format!("{} ({})", self.of(&["AG", "AF", "AX", "EG", "EF", "EX"]), self.ctl(size - 1)),
        }
    }

    fn ltl(&mut self, size: usize) -> String {
        if size == 0 {
            return self.boolean(1, false, false);
        }
        match self.below(6) {
            0 => format!("!({})", self.ltl(size - 1)),
            1 => format!("({}) | ({})", self.ltl(size - 1), self.ltl(size / 2)),
            2 => format!("(({}) {} ({}))", self.ltl(size - 1), self.of(&["U", "V"]), self.ltl(size / 2)),
            _ => format!("{} ({})", self.of(&["G", "F", "X"]), self.ltl(size - 1)),
        }
    }
}
