//! Names that a specification gives and that Java takes for something else.

use super::{Planned, Planner};
use crate::syntax::Name;

/// What Java does not take as a name (JLS 3.9).
const KEYWORDS: [&str; 54] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "true",
    "false",
    "void",
    "volatile",
    "while",
    "_",
];

/// What Java does not take as the name of a class, beside.
const NOT_FOR_CLASSES: [&str; 5] = ["record", "sealed", "permits", "var", "yield"];

/// Classes that drivers use.
const CLASSES: [&str; 9] =
    ["Verify", "Thread", "Runnable", "Override", "String", "Integer", "Throwable", "AssertionError", "First"];

/// Names that drivers use themselves.
const OWN: [&str; 5] = ["at", "candidates", "candidate", "candidateCount", "expected"];

/// The name can be that of an object in Java; `is_local` if it has a scope.
pub(super) fn check(name: &Name, is_local: bool) -> Planned<()> {
    let text = name.text.as_str();
    let number = text.strip_prefix("chosen").or_else(|| text.strip_prefix("row"));
    let is_chosen = number.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    if KEYWORDS.contains(&text) {
        return Err((name.span, format!("{text} is a word of Java: take another name")));
    }
    let is_own =
        matches!(text, "candidates" | "candidate" | "candidateCount") || is_local && OWN.contains(&text);
    match is_own || is_chosen || is_local && text == "unexpected" {
        true => Err((name.span, format!("the drivers have a {text} of their own: take another name"))),
        false => Ok(()),
    }
}

impl Planner<'_, '_> {
    /// The name can be that of a thread's class.
    pub(super) fn check_class_name(&mut self, name: &Name) -> Planned<()> {
        let text = name.text.as_str();
        if KEYWORDS.contains(&text) || NOT_FOR_CLASSES.contains(&text) {
            return Err((name.span, format!("{text} is a word of Java: take another name")));
        }
        if CLASSES.contains(&text) || text == self.plan.name {
            return Err((name.span, format!("the drivers have a {text} of their own: take another name")));
        }
        let known = self.world.find(text).map_err(|error| (name.span, error.to_string()))?;
        match known.is_some_and(|class| self.world.is_users(class)) {
            true => Err((name.span, format!("{text} is the name of a class: take another name"))),
            false => Ok(()),
        }
    }
}
