//! The Hanoi Omega-Automata format, version 1: writing Büchi automata, and reading Büchi and generalized
//! Büchi automata.

mod lex;
mod read;

pub use read::{HoaError, read};

use crate::buchi::{Automaton, Cube};
use std::fmt::Write;

/// The automaton as text. `atoms` are the names of its atoms.
pub fn write(automaton: &Automaton, atoms: &[String], name: &str) -> String {
    let mut text = String::from("HOA: v1\n");
    let quoted = |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let names: String = atoms.iter().map(|atom| format!(" {}", quoted(atom))).collect();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "name: {}\nStates: {}\nStart: {}\nAP: {}{names}\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n",
        quoted(name),
        automaton.states.len(),
        automaton.initial,
        atoms.len()
    );
    text.push_str("properties: trans-labels explicit-labels state-acc\n--BODY--\n");
    for (number, state) in automaton.states.iter().enumerate() {
        let _ = writeln!(text, "State: {number}{}", if state.accepting { " {0}" } else { "" });
        for &(label, to) in &state.arrows {
            let _ = writeln!(text, "[{}] {to}", label_text(label));
        }
    }
    text.push_str("--END--\n");
    text
}

fn label_text(label: Cube) -> String {
    let literals: Vec<String> = (0..u64::BITS)
        .filter_map(|atom| match (label.holds >> atom & 1, label.fails >> atom & 1) {
            (1, _) => Some(atom.to_string()),
            (_, 1) => Some(format!("!{atom}")),
            _ => None,
        })
        .collect();
    if literals.is_empty() { "t".to_string() } else { literals.join("&") }
}
