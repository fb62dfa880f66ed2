//! A Promela model as a front.

use crate::claim::{self, ACCEPTING, Claim, NON_PROGRESS};
use crate::error::{Kind, Pos, Refusal, Sources, wrong};
use crate::machine::Machine;
use crate::parse::{VisibleNames, parse_all, parse_atom};
use crate::preprocess::{Include, Preprocessor};
use crate::program::{self, Program};
use crate::syntax::{Expr, Unit};
use crate::system::{Model, Proposition, Questions, words};
use crate::token::lex;
use crate::trail::Trail;
use ::front::{Claims, Front, OwnProperty, Problem, Profile, Subject, Wanted, Wording};
use std::sync::Arc;

/// What is chosen so that no claim is looked at.
const NO_CLAIM: &str = "none";

pub struct PromelaFront {
    unit: Unit,
    known: VisibleNames,
    sources: Sources,
    program: Program,
    /// Claims of the model, with their names and places.
    claims: Vec<(String, Pos, Claim)>,
    /// The only claim that is looked at, by its name.
    chosen: Option<String>,
    /// Cycles without progress are looked for.
    progress: bool,
    /// The path that was told last.
    trail: Trail,
}

fn problem(sources: &Sources, refusal: &Refusal) -> Problem {
    match refusal.kind {
        Kind::Wrong => Problem::Input(sources.show(refusal)),
        Kind::Unsupported => {
            let at = sources.place(refusal.pos);
            Problem::Unsupported { what: refusal.what.clone(), at, stack: Vec::new() }
        }
    }
}

impl PromelaFront {
    /// The model that a text describes; `name` is what the user calls it, and `include` gives what it includes.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(name: &str, text: &str, include: Include<'_>) -> Result<PromelaFront, Problem> {
        let mut preprocessor = Preprocessor::new(include);
        let read = preprocessor.run(name, text).and_then(|tokens| {
            let (unit, known) = parse_all(tokens)?;
            let program = Program::of(&unit, preprocessor.sources.clone())?;
            if let Some((trouble, pos)) = Machine::new(Arc::new(program.clone())).wrong_beginning() {
                return wrong(pos, format!("the value that this begins with: {}", words(trouble)));
            }
            let mut claims = Vec::new();
            for own in &unit.claims {
                let claim = claim::never(&program::claim(&own.body, own.pos)?, own, program.has_accept)?;
                claims.push((own.name.clone(), own.pos, claim));
            }
            Ok((unit, known, program, claims))
        });
        let sources = preprocessor.sources;
        let (unit, known, program, claims) = read.map_err(|refusal| problem(&sources, &refusal))?;
        Ok(PromelaFront {
            unit,
            known,
            sources,
            program,
            claims,
            chosen: None,
            progress: false,
            trail: Trail::default(),
        })
    }

    /// Looks for cycles without progress, too.
    pub fn look_for_progress(&mut self) {
        self.progress = true;
    }

    /// Looks at one claim or formula of the model alone, or at none.
    ///
    /// # Errors
    /// If the model has none of this name; those that it has are told.
    pub fn choose(&mut self, name: &str) -> Result<(), Problem> {
        let claims = self.claims.iter().map(|(name, ..)| &**name);
        let names: Vec<&str> = claims.chain(self.unit.formulas.iter().map(|own| &*own.name)).collect();
        if name == NO_CLAIM || names.contains(&name) {
            self.chosen = Some(name.to_string());
            return Ok(());
        }
        let known = if names.is_empty() { "none".to_string() } else { names.join(", ") };
        Err(Problem::Input(format!("the model has no claim {name}; it has {known}")))
    }

    fn is_chosen(&self, name: &str) -> bool {
        self.chosen.as_ref().is_none_or(|chosen| chosen == name)
    }

    pub(crate) fn program(&self) -> Arc<Program> {
        Arc::new(self.program.clone())
    }

    fn proposition(&self, number: usize, text: &str, unit: &mut Unit) -> Result<Proposition, Problem> {
        if text == ACCEPTING {
            return Ok(Proposition::Accepting);
        }
        if text == NON_PROGRESS {
            return Ok(Proposition::Holds(Expr::NonProgress));
        }
        if let Some(meaning) = self.claims.iter().find_map(|(_, _, claim)| claim.meanings.get(text)) {
            return Ok(Proposition::Holds(meaning.clone()));
        }
        let read = parse_atom(lex(text, 0), &self.known, unit);
        read.map(Proposition::Holds).map_err(|Refusal { pos, what, .. }| {
            let from = text.chars().take(pos.column as usize - 1).map(char::len_utf8).sum::<usize>();
            let word = text[from..].chars().take_while(|c| c.is_alphanumeric() || *c == '_');
            let length = word.map(char::len_utf8).sum::<usize>();
            Problem::Atom { number, part: (length > 0).then_some((from, from + length)), what }
        })
    }
}

impl Front for PromelaFront {
    fn open(&self, _beginning: usize, wanted: &Wanted<'_>) -> Result<Subject, Problem> {
        let mut unit = self.unit.clone();
        let mut asked = Questions::default();
        for (number, text) in wanted.atoms.iter().enumerate() {
            let proposition = self.proposition(number, text, &mut unit)?;
            asked.propositions.push((proposition, text.to_string()));
        }
        let program = Program::of(&unit, self.sources.clone());
        let program = Arc::new(program.map_err(|refusal| problem(&self.sources, &refusal))?);
        Ok(Subject {
            atoms: (0..asked.propositions.len() as u32).collect(),
            system: Box::new(Model::new(program.clone(), Arc::new(asked), self.trail.clone())),
            fingerprint: None,
            profile: Box::new(Text { program, progress: self.progress, is_chosen: self.chosen.is_some() }),
        })
    }

    fn trail(&self) -> Option<String> {
        self.trail.text()
    }

    fn properties(&self) -> Vec<OwnProperty> {
        let mut own = Vec::new();
        let never = |name: String, claim: &Claim| OwnProperty {
            what: Wording::Never(logic::hoa::write(&claim.automaton, &claim.atoms, &name)),
            name,
        };
        for (_, pos, claim) in self.claims.iter().filter(|(name, ..)| self.is_chosen(name)) {
            own.push(never(format!("what the claim at {} accepts", self.sources.place(*pos)), claim));
        }
        if self.claims.is_empty() && self.program.has_accept && self.chosen.is_none() {
            own.push(never("a cycle through accept labels".to_string(), &claim::acceptance()));
        }
        if self.progress {
            own.push(never("a cycle without progress".to_string(), &claim::non_progress()));
        }
        for formula in self.unit.formulas.iter().filter(|own| self.is_chosen(&own.name)) {
            own.push(OwnProperty { name: formula.name.clone(), what: Wording::Ltl(formula.text.clone()) });
        }
        own
    }
}

struct Text {
    program: Arc<Program>,
    progress: bool,
    is_chosen: bool,
}

impl Profile for Text {
    fn claims(&self, _is_complete: bool) -> Claims {
        let checked =
            ["invalid end states", "assertions", "indices, divisions, channels and numbers of processes"];
        let checked = checked.iter().map(|text| text.to_string()).collect();
        let mut claims = Claims { checked, movers: Some("process"), ..Claims::default() };
        if self.program.has_progress && !self.progress {
            claims.unchecked.push("cycles without progress (--progress)".to_string());
        }
        if self.is_chosen {
            claims.unchecked.push("other claims of the model (without --claim)".to_string());
        }
        if self.program.has_priorities {
            claims.rests_on.push("priorities of processes are ignored: anybody may go first".to_string());
        }
        claims
    }
}
