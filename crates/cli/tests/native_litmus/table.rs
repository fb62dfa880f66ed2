//! The table of litmus programs as text; what its parts mean stands at its head.

/// A program of two threads.
#[derive(Clone, Default)]
pub struct Program {
    pub name: String,
    pub natives: Vec<String>,
    pub hand: Option<String>,
    pub is_costly: bool,
    shared: String,
    other: String,
    hand_other: Option<String>,
    call: String,
    end: String,
    kinds: Vec<(String, String)>,
}

#[derive(Default)]
pub struct Table {
    pub programs: Vec<Program>,
    /// Beginnings of natives that have no program, each with a reason.
    reasons: Vec<(String, String)>,
}

impl Table {
    /// # Panics
    /// If a line is none of those that the table's head tells.
    pub fn parse(text: &str) -> Table {
        let mut table = Table::default();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (key, rest) = line.split_once(": ").unwrap_or_else(|| panic!("what is this? {line}"));
            if let Some(prefix) = key.strip_prefix("- ") {
                table.reasons.push((prefix.to_string(), rest.to_string()));
            } else if key == "name" {
                table.programs.push(Program { name: rest.to_string(), ..Program::default() });
            } else {
                let program = table.programs.last_mut().unwrap_or_else(|| panic!("no program yet: {line}"));
                program.set(key, rest);
            }
        }
        table.programs = table.programs.iter().flat_map(Program::of_each_kind).collect();
        table
    }

    pub fn knows(&self, native: &str) -> bool {
        let has_program = |program: &Program| program.natives.iter().any(|own| native.starts_with(own));
        self.programs.iter().any(has_program)
            || self.reasons.iter().any(|(prefix, _)| native.starts_with(prefix.as_str()))
    }
}

impl Program {
    fn set(&mut self, key: &str, rest: &str) {
        let text = rest.to_string();
        match key {
            "native" => self.natives.push(text),
            "shared" => self.shared = text,
            "other" => self.other = text,
            "call" => self.call = text,
            "hand" => self.hand = Some(text),
            "hand-other" => self.hand_other = Some(text),
            "end" => self.end = text,
            "cost" => self.is_costly = rest == "high",
            "for" => {
                let pairs = rest.split(", ").filter_map(|pair| pair.split_once(' '));
                self.kinds = pairs.map(|(kind, letter)| (kind.to_string(), letter.to_string())).collect();
            }
            _ => panic!("{}: what is {key}?", self.name),
        }
    }

    fn of_each_kind(&self) -> Vec<Program> {
        let of = |(i, (kind, letter)): (usize, &(String, String))| {
            let put = |text: &String| text.replace("TYPE", kind).replace("LETTER", letter);
            Program {
                name: format!("{}_{kind}", self.name),
                natives: self.natives.iter().map(put).collect(),
                hand: self.hand.as_ref().map(put),
                // One of a kind is enough for every day.
                is_costly: self.is_costly || i > 0,
                shared: put(&self.shared),
                other: put(&self.other),
                hand_other: self.hand_other.as_ref().map(put),
                call: put(&self.call),
                end: put(&self.end),
                kinds: Vec::new(),
            }
        };
        match self.kinds.is_empty() {
            true => vec![self.clone()],
            false => self.kinds.iter().enumerate().map(of).collect(),
        }
    }

    pub fn java(&self) -> String {
        self.text(&self.name, &self.other, &self.call)
    }

    pub fn java_by_hand(&self, name: &str) -> Option<String> {
        let other = self.hand_other.as_ref().unwrap_or(&self.other);
        self.hand.as_ref().map(|hand| self.text(name, other, hand))
    }

    fn text(&self, name: &str, other: &str, call: &str) -> String {
        let (shared, end) = (&self.shared, if self.end.is_empty() { "null" } else { &self.end });
        format!(
            "package {name};
public class Main {{
  {shared}
  static void other() throws Throwable {{ {other} }}
  static Object call() throws Throwable {{ {call} }}
  public static void main(String[] args) throws Throwable {{
    Thread thread = new Thread(() -> {{ try {{ other(); }} catch (Throwable e) {{ throw new Error(e); }} }});
    thread.start();
    Object got = call();
    thread.join();
    System.out.println(java.util.Arrays.deepToString(new Object[] {{got, {end}}}));
  }}
}}
"
        )
    }
}
