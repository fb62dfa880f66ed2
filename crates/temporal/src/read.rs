//! Reading properties, and joining their atoms to the propositions of a system.

use crate::{Spec, Statement};
use front::Reduction;
use logic::buchi::Automaton;
use logic::{Formula, Logic, Parsed};
use wrap::Invariant;

/// A property that has been read, with what is decided about it before the program is.
pub struct Ready {
    pub parsed: Parsed,
    pub fair: bool,
    /// Atom `i` is proposition `atoms[i]` of the system.
    pub atoms: Vec<u32>,
    /// What must not happen, where that is given in place of a formula.
    pub never: Option<Automaton>,
    /// An invariant that ends no steps.
    pub looks_on: bool,
}

impl Ready {
    /// The property in words.
    pub fn describe(&self) -> String {
        let fair = if self.fair { ", fair runs only" } else { "" };
        if self.never.is_some() {
            return format!("never {}{fair}", self.parsed.text);
        }
        if self.parsed.logic == Logic::State {
            return self.parsed.text.trim().to_string();
        }
        format!("{}  ({}{fair})", self.parsed.text.trim(), self.parsed.logic.name())
    }
}

impl Ready {
    /// The property as one of every single state, if it is one. Its atoms must have been joined to a system's.
    pub fn invariant(&self) -> Option<Invariant> {
        (self.parsed.logic == Logic::State).then(|| Invariant {
            text: self.describe(),
            formula: self.parsed.formula.clone(),
            atoms: self.atoms.clone(),
            names: self.parsed.names(),
        })
    }
}

/// Reads the properties. `open` gives the text of a file that one of them names; `reduction` is how the
/// system will be searched, and properties that could tell are refused.
///
/// # Errors
/// What is wrong with one of them, with the spot.
pub fn read(
    properties: &[Spec],
    reduction: Reduction,
    open: &dyn Fn(&str) -> std::io::Result<String>,
) -> Result<Vec<Ready>, String> {
    let mut ready = Vec::new();
    for property in properties {
        let (logic, text) = match &property.what {
            Statement::Formula(logic, text) => (*logic, text),
            Statement::Never(file) => {
                ready.push(never(file, property.fair, reduction, open)?);
                continue;
            }
        };
        let option = logic.option();
        let parsed = logic::parse(logic, text).map_err(|e| format!("{option}: {e}"))?;
        if property.fair && logic == Logic::Mu {
            return Err("--fair is about paths, and the mu-calculus (--mu) has none".to_string());
        }
        if reduction != Reduction::Off
            && let Some(&span) = parsed.nexts.first()
        {
            let what = "this looks at the next state, and the reduction leaves states out; use --reduce off";
            return Err(format!("{option}: {}", logic::ParseError::new(&parsed.text, span, what)));
        }
        let (fair, looks_on) = (property.fair, property.looks_on);
        ready.push(Ready { parsed, fair, atoms: Vec::new(), never: None, looks_on });
    }
    Ok(ready)
}

/// Reads the automaton of what must not happen. It may count states, so nothing may be left out.
fn never(
    file: &str,
    fair: bool,
    reduction: Reduction,
    open: &dyn Fn(&str) -> std::io::Result<String>,
) -> Result<Ready, String> {
    if reduction != Reduction::Off {
        let why = "an automaton may count states, and the reduction leaves some out";
        return Err(format!("--never {file}: {why}; use --reduce off"));
    }
    let text = open(file).map_err(|error| format!("{file}: cannot be read: {error}"))?;
    let (automaton, atoms) = logic::hoa::read(&text).map_err(|error| format!("{file}: {error}"))?;
    let span = logic::Span { start: 0, end: file.len() };
    let atoms = atoms.into_iter().map(|text| logic::AtomText { text, span }).collect();
    let parsed = Parsed {
        logic: Logic::Ltl,
        text: file.to_string(),
        formula: Formula::False,
        atoms,
        nexts: Vec::new(),
    };
    Ok(Ready { parsed, fair, atoms: Vec::new(), never: Some(automaton), looks_on: false })
}

/// The atoms of all properties, one behind the other, as they are written.
pub fn atoms(properties: &[Ready]) -> Vec<&str> {
    properties.iter().flat_map(|property| property.parsed.atoms.iter().map(|atom| &*atom.text)).collect()
}

/// Some of them speak of what can still become of a state, and not only of runs.
pub fn are_branching(properties: &[Ready]) -> bool {
    properties.iter().any(|property| {
        property.never.is_none() && !matches!(property.parsed.logic, Logic::Ltl | Logic::State)
    })
}

/// Atom `i` of [`atoms`] is proposition `numbers[i]` of the system.
pub fn bind(properties: &mut [Ready], numbers: &[u32]) {
    assert_eq!(numbers.len(), atoms(properties).len(), "a front gives every atom a number");
    let mut rest = numbers;
    for property in properties {
        let (own, others) = rest.split_at(property.parsed.atoms.len());
        property.atoms = own.to_vec();
        rest = others;
    }
}

/// That atom `number` of [`atoms`] means nothing, with the spot. `part` is the part of the atom at fault.
pub fn atom_error(properties: &[Ready], number: usize, part: Option<(usize, usize)>, what: String) -> String {
    let mut before = 0;
    for property in properties {
        let own = property.parsed.atoms.len();
        if number - before < own {
            return property.atom_error(number - before, part, what);
        }
        before += own;
    }
    what
}

impl Ready {
    fn atom_error(&self, number: usize, part: Option<(usize, usize)>, what: String) -> String {
        if self.never.is_some() && part.is_some() {
            let atom = &self.parsed.atoms[number].text;
            return format!("{}: in the atom \"{atom}\": {what}", self.parsed.text);
        }
        let part = part.map(|(start, end)| logic::Span { start, end });
        let error = self.parsed.atom_error(number, part, what);
        format!("{}: {error}", self.parsed.logic.option())
    }
}
