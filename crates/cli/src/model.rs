//! `jaywalk model`: temporal properties of a small system that is written as text; `jaywalk automaton`: the
//! automaton of a formula.

use crate::flags::{Automaton, Model};
use crate::temporal::{self, Property};
use crate::{run, screen};
use check::Walker;
use logic::Logic;
use report::{Detail, Report, Verdict};
use search::Limits;
use std::process::ExitCode;

const NO_LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: false };

pub fn model(model: Model) -> ExitCode {
    match check(&model) {
        Ok(report) => {
            screen::print(&report::console(&report, screen::look(Detail::Brief)));
            let code = ExitCode::from(crate::check::exit_code(&report));
            let written = model
                .json
                .as_deref()
                .map_or(Ok(()), |file| crate::reports::write(file, &report::json(&report)));
            written.map_or_else(|error| error, |()| code)
        }
        Err(wrong) => run::complain(&wrong, run::BAD_INPUT),
    }
}

/// Checks the model from each of its initial states.
fn check(asked: &Model) -> Result<Report, String> {
    let file = asked.file.display();
    let text =
        std::fs::read_to_string(&asked.file).map_err(|error| format!("{file}: cannot be read: {error}"))?;
    let model = check::Model::parse(&text).map_err(|error| format!("{file}:{error}"))?;
    let properties: Vec<Property> = asked.temporal.properties();
    if properties.is_empty() {
        return Err("give a property: --ltl, --ctl, --ctlstar, --mu or --never".to_string());
    }
    let mut ready = temporal::read(&properties, java::Reduction::Off)?;
    for property in &mut ready {
        for (number, atom) in property.parsed.atoms.iter().enumerate() {
            let known = model.atoms.iter().position(|name| *name == atom.text);
            let known = known.ok_or_else(|| {
                let what = format!("no state of {file} has this; it has: {}", model.atoms.join(", "));
                format!(
                    "{}: {}",
                    property.parsed.logic.option(),
                    property.parsed.atom_error(number, None, what)
                )
            })?;
            property.atoms.push(known as u32);
        }
    }
    let mut whole: Option<Report> = None;
    for &from in &model.initial {
        let mut walker = Walker::new(&model, from);
        let report = temporal::check(&file.to_string(), &ready, &mut walker, &NO_LIMITS, None, &mut |_| true);
        if report.verdict() != Verdict::Safe {
            return Ok(report);
        }
        match &mut whole {
            None => whole = Some(report),
            Some(whole) => crate::check::figures(&mut whole.figures, &report.figures),
        }
    }
    whole.ok_or_else(|| format!("{file}: there is nowhere to begin"))
}

/// Prints the automaton that accepts what the formula allows.
pub fn automaton(asked: Automaton) -> ExitCode {
    let parsed = match logic::parse(Logic::Ltl, &asked.formula) {
        Ok(parsed) => parsed,
        Err(error) => return run::complain(&error.to_string(), run::BAD_INPUT),
    };
    match logic::buchi::translate(&parsed.formula) {
        Ok(automaton) => {
            crate::screen::print(&logic::hoa::write(&automaton, &parsed.names(), &parsed.text));
            ExitCode::SUCCESS
        }
        Err(error) => run::complain(&error.to_string(), run::BAD_INPUT),
    }
}
