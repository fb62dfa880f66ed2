//! The Java text of a program that is any client of a class.
//!
//! Its arguments are the way (`apart` or `whole`), a client (`0,2/1`), and maybe a line: a run that comes to
//! just this history fails. Threads note what had ended when a call begins, and what it came to when it ends;
//! each note is one operation, so that every order of beginnings and ends is a run. As wholes, a call and
//! its notes are one atomic block. The main thread sleeps for longer than anything waits, which is over when
//! nothing else can go on: so it sees calls that block for ever.

/// The program's class.
pub const NAME: &str = "LinearizeClient";
/// What a call comes to that returns nothing.
pub(crate) const DONE: &str = "done";

/// How calls are interleaved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interleaving {
    /// Operation by operation.
    Apart,
    /// As one operation each, up to where they block.
    Whole,
}

impl Interleaving {
    pub fn argument(self) -> &'static str {
        match self {
            Interleaving::Apart => "apart",
            Interleaving::Whole => "whole",
        }
    }
}

/// What the program is made of: Java expressions on the object `o`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The package in which it stands, so that it can use what is not public; none for the library's.
    pub package: Option<String>,
    /// The package of the class, whose names it uses.
    pub imported: String,
    pub object: String,
    /// Called one after the other before the threads begin.
    pub first: Vec<String>,
    pub operations: Vec<String>,
    /// Evaluated one after the other when no thread can go on.
    pub observers: Vec<String>,
    /// Members of the class that the expressions use.
    pub members: String,
}

/// The text of the class [`NAME`].
pub fn source(plan: &Plan) -> String {
    let package = plan.package.as_ref().map_or(String::new(), |name| format!("package {name};\n"));
    let imported = match plan.imported.is_empty() {
        true => String::new(),
        false => format!("import {}.*;\n", plan.imported),
    };
    let list = |calls: &[String]| {
        let one =
            |(index, call): (usize, &String)| format!("            case {index}: return of(() -> {call});\n");
        calls.iter().enumerate().map(one).collect::<String>()
    };
    let count = |calls: &[String]| calls.len().to_string();
    let parts = [
        ("PACKAGE", package),
        ("IMPORTED", imported),
        ("DONE", DONE.to_string()),
        ("MEMBERS", plan.members.clone()),
        ("OBJECT", plan.object.clone()),
        ("FIRST", list(&plan.first)),
        ("FIRST_COUNT", count(&plan.first)),
        ("OPERATIONS", list(&plan.operations)),
        ("OBSERVERS", list(&plan.observers)),
        ("OBSERVER_COUNT", count(&plan.observers)),
    ];
    parts.iter().fold(TEXT.to_string(), |text, (name, part)| text.replace(&format!("@@{name}@@"), part))
}

const TEXT: &str = include_str!("LinearizeClient.java.in");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_are_put_in() {
        let plan = Plan {
            package: Some("a.b".to_string()),
            imported: "a.b".to_string(),
            object: "new Queue<Integer>(2)".to_string(),
            first: vec!["o.put(0)".to_string()],
            operations: vec!["o.put(1)".to_string(), "o.take()".to_string()],
            observers: vec!["o.size()".to_string()],
            members: "static int n;".to_string(),
        };
        let text = source(&plan);
        for part in ["package a.b;", "import a.b.*;", "var o = new Queue<Integer>(2);", "static int n;"] {
            assert!(text.contains(part), "{part}");
        }
        for part in ["case 0: return of(() -> o.put(0));", "case 1: return of(() -> o.take());", "o.size()"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("@@"), "a place is left:\n{text}");
    }
}
