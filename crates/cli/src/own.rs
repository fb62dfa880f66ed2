//! Temporal properties that a program brings along: claims and formulas of a model.

use crate::check::{self, Examined};
use crate::flags::Check;
use crate::fronts;
use front::{Front, Problem, Reduction, Wanted, Wording};
use logic::Logic;
use report::Verdict;
use temporal::{Ready, Spec};

/// What came of a search that has found nothing, with what came of the program's own properties.
///
/// # Errors
/// What is wrong with one of them.
pub fn examined(check: &Check, name: &str, front: &dyn Front, found: Examined) -> Result<Examined, Problem> {
    if found.report.verdict() != Verdict::Safe {
        return Ok(found);
    }
    let mut properties = properties(check, front)?;
    if properties.is_empty() {
        return Ok(found);
    }
    let wanted =
        Wanted { reduction: Reduction::Off, races: false, atoms: &[], onlookers: 0, branching: false };
    let subject = fronts::open(front, 0, wanted, &mut properties)?;
    let judged = check::judge(check, name, &properties, subject, None)?;
    let mut examined = found;
    let report = &mut examined.report;
    (report.stories, report.gaps, report.cuts) = (judged.stories, judged.gaps, judged.cuts);
    report.claims.holds.extend(judged.claims.holds);
    report.figures.add(&judged.figures);
    Ok(examined)
}

fn properties(check: &Check, front: &dyn Front) -> Result<Vec<Ready>, Problem> {
    let own = front.properties();
    let spec = |what| Spec { what, fair: check.temporal.fair, looks_on: false };
    let specs: Vec<Spec> = own
        .iter()
        .map(|property| match &property.what {
            Wording::Ltl(text) => spec(temporal::Statement::Formula(Logic::Ltl, text.clone())),
            Wording::Never(_) => spec(temporal::Statement::Never(property.name.clone())),
        })
        .collect();
    let open = |name: &str| {
        let named = own.iter().find(|property| property.name == name).map(|property| &property.what);
        match named {
            Some(Wording::Never(text)) => Ok(text.clone()),
            _ => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
        }
    };
    temporal::read(&specs, Reduction::Off, &open).map_err(Problem::Input)
}
