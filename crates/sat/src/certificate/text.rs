//! Certificates as text: which model and which specification, and a clause on each line.
//!
//! ```text
//! jaywalk invariant 1
//! model examples/models/ring.smv
//! digest 00c0ffee00c0ffee
//! spec 2 AG safe
//! -token1:0 -token2:0
//! end 1
//! ```
//!
//! A literal is a bit of a variable, `name:bit`, with a minus if it must not hold. Nothing in it is believed: the model
//! is compared with its digest, and the clauses are checked.

use super::Certificate;
use crate::{Asks, StateCube};
use sym::{Bit, SymbolicModel, SymbolicSpec, Variable};

const HEAD: &str = "jaywalk invariant 1";

/// What a file with a certificate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateFile {
    /// The file of the model, as the user named it.
    pub model: String,
    /// Of the model's text.
    pub digest: u64,
    /// The number of the specification among the model's, from one on.
    pub spec: usize,
    pub spec_name: String,
    /// With the number of the line.
    clauses: Vec<(usize, Vec<WrittenLiteral>)>,
}

/// Whether it is negated, the variable, the bit of it.
type WrittenLiteral = (bool, String, u32);

impl CertificateFile {
    /// The text is meant to be one; whether it is, parsing tells.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("jaywalk invariant")
    }

    /// The text for a certificate of a specification.
    pub fn write(
        certificate: &Certificate,
        (model, digest): (&str, u64),
        symbolic: &SymbolicModel,
        number: usize,
    ) -> String {
        let spec = &symbolic.specs[number];
        let name = spec.name.replace(['\n', '\r'], " ");
        let mut text = format!("{HEAD}\nmodel {model}\ndigest {digest:016x}\nspec {} {name}\n", number + 1);
        let asks = Asks::of(symbolic, spec);
        let reduced = asks.as_ref().map_or(symbolic, |asks| asks.reachability().0);
        for cube in &certificate.cubes {
            let literals: Vec<String> =
                cube.iter().map(|&(bit, value)| literal(&reduced.variables, bit, value)).collect();
            text.push_str(&literals.join(" "));
            text.push('\n');
        }
        text.push_str(&format!("end {}\n", certificate.cubes.len()));
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong with it, with the line.
    pub fn parse(text: &str) -> Result<CertificateFile, String> {
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
        let mut head = |what: &str| match lines.next() {
            Some((_, line)) if line.starts_with(what) => Ok(line[what.len()..].trim().to_string()),
            Some((number, _)) => Err(format!("line {number}: `{what}` is expected here")),
            None => Err(format!("the file ends where `{what}` is expected")),
        };
        let rest = head(HEAD)?;
        if !rest.is_empty() {
            return Err(format!("line 1: this is not version 1 of the format: `{rest}`"));
        }
        let model = head("model ")?;
        let digest =
            u64::from_str_radix(&head("digest ")?, 16).map_err(|error| format!("line 3: {error}"))?;
        let spec = head("spec ")?;
        let (number, spec_name) = spec.split_once(' ').unwrap_or((&spec, ""));
        let number: usize = number.parse().map_err(|error| format!("line 4: {error}"))?;
        let mut clauses = Vec::new();
        for (at, line) in lines.by_ref() {
            if let Some(count) = line.strip_prefix("end ") {
                if count.parse() != Ok(clauses.len()) {
                    return Err(format!("line {at}: there are {} clauses and not {count}", clauses.len()));
                }
                if let Some((at, _)) = lines.next() {
                    return Err(format!("line {at}: nothing may come behind the end"));
                }
                let spec_name = spec_name.to_string();
                return Ok(CertificateFile { model, digest, spec: number, spec_name, clauses });
            }
            let literals: Result<Vec<_>, String> = line.split_whitespace().map(parse_literal).collect();
            clauses.push((at, literals.map_err(|error| format!("line {at}: {error}"))?));
        }
        Err("the file has no end: it was cut".to_string())
    }

    /// The clauses, as bits of a model.
    ///
    /// # Errors
    /// The line whose variable the model has not.
    pub fn certificate(&self, model: &SymbolicModel, spec: &SymbolicSpec) -> Result<Certificate, String> {
        let asks = Asks::of(model, spec).ok_or("no invariant can show this specification")?;
        let variables = &asks.reachability().0.variables;
        let mut cubes = Vec::new();
        for (line, clause) in &self.clauses {
            let mut cube: StateCube = Vec::new();
            for (negated, name, bit) in clause {
                let variable = variables
                    .iter()
                    .find(|variable| variable.name == *name && *bit < variable.domain.bits())
                    .ok_or_else(|| format!("line {line}: the model has no bit {bit} of `{name}`"))?;
                cube.push((Bit(variable.first.0 + bit), *negated));
            }
            cube.sort_unstable();
            cubes.push(cube);
        }
        Ok(Certificate { cubes })
    }
}

/// A clause has the opposite of what its cube has.
fn literal(variables: &[Variable], bit: Bit, value: bool) -> String {
    let at = variables.partition_point(|variable| variable.first <= bit).saturating_sub(1);
    // Variables of one value have no bits, and stand at the same place as the one after them.
    let own = variables[..=at].iter().rev().find(|variable| variable.bits().any(|one| one == bit));
    let sign = if value { "-" } else { "" };
    match own {
        Some(variable) => format!("{sign}{}:{}", variable.name, bit.0 - variable.first.0),
        None => format!("{sign}?:{}", bit.0),
    }
}

fn parse_literal(text: &str) -> Result<WrittenLiteral, String> {
    let (negated, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (name, bit) = rest.rsplit_once(':').ok_or_else(|| format!("`{text}` is no `name:bit`"))?;
    let bit = bit.parse().map_err(|_| format!("`{text}`: the bit is a number"))?;
    Ok((negated, name.to_string(), bit))
}
