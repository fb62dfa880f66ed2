//! Threads of a specification, as letters and the automaton of their order.

use super::calls::Resolved;
use super::universe::Local;
use super::{Deed, Driver, Letter, Pattern, Planned, Planner};
use crate::syntax::{Action, Behaviour, Call, Expr, Name, ThreadSpec};
use logic::Span;
use logic::regex::Regex;

/// A thread's letters, while its expression is read.
#[derive(Default)]
pub(super) struct Building {
    letters: Vec<Letter>,
    /// All names with a scope.
    pub locals: Vec<Local>,
    /// Those whose scope is open, as places in `locals`.
    open: Vec<usize>,
    /// Definitions that are being read.
    within: Vec<String>,
}

impl Building {
    /// The letter with this meaning, each once.
    pub fn letter(&mut self, letter: Letter) -> Regex {
        let known = self.letters.iter().position(|other| *other == letter);
        let number = known.unwrap_or_else(|| {
            self.letters.push(letter);
            self.letters.len() - 1
        });
        Regex::Letter(number as u32)
    }

    fn visible(&self) -> Vec<Local> {
        self.open.iter().map(|&number| self.locals[number].clone()).collect()
    }

    /// The letter that does an action.
    pub fn done(&mut self, text: String, resolved: Resolved, into: Option<usize>) -> Regex {
        let mut uses: Vec<usize> = resolved.uses.iter().map(|&number| self.open[number]).collect();
        uses.sort_unstable();
        uses.dedup();
        let mut actions = resolved.actions;
        for pattern in actions.iter_mut().flat_map(|action| action.pattern.all()) {
            if let Pattern::Local(number) = pattern {
                *number = self.open[*number];
            }
        }
        let deed = match into {
            None => Deed::Do(actions),
            Some(local) => Deed::Take { local, actions },
        };
        self.letter(Letter { text, uses, deed })
    }
}

impl Planner<'_, '_> {
    pub(super) fn thread(&mut self, thread: &ThreadSpec) -> Planned<Driver> {
        let name = &thread.name;
        self.check_class_name(name)?;
        if self.plan.threads.iter().any(|(driver, _)| driver.name == name.text) || name.text == "First" {
            return Err((name.span, format!("there is a thread {} already", name.text)));
        }
        match &thread.behaviour {
            Behaviour::Regular(expr) => self.regular(&name.text, expr, &thread.text),
            Behaviour::Temporal { formula, actions, span } => {
                self.temporal(&name.text, formula, actions, &thread.text, *span)
            }
        }
    }

    pub(super) fn regular(&mut self, name: &str, expr: &Expr, text: &str) -> Planned<Driver> {
        let mut building = Building::default();
        let regex = self.expr(expr, &mut building)?;
        let order = regex.automaton().map_err(|large| (span_of(expr), large.to_string()))?;
        Ok(driver(name, text, building, order))
    }

    fn expr(&mut self, expr: &Expr, building: &mut Building) -> Planned<Regex> {
        Ok(match expr {
            Expr::Action(action) => self.atom(action, building)?,
            Expr::Sequence(parts) => Regex::Sequence(self.parts(parts, building)?),
            Expr::Choice(parts) => Regex::Choice(self.parts(parts, building)?),
            Expr::Repeat { of, min, max } => {
                Regex::Repeat { of: Box::new(self.expr(of, building)?), min: *min, max: *max }
            }
            Expr::Bind { class, name, others, from, body } => {
                self.scope((class, name), others, from.as_ref(), body, building)?
            }
        })
    }

    fn parts(&mut self, parts: &[Expr], building: &mut Building) -> Planned<Vec<Regex>> {
        parts.iter().map(|part| self.expr(part, building)).collect()
    }

    /// An action, or what a word is defined as.
    fn atom(&mut self, action: &Action, building: &mut Building) -> Planned<Regex> {
        if let Action::Word(name) = action
            && let Some(definition) = self.spec.definitions.iter().find(|known| known.name.text == name.text)
        {
            if building.within.contains(&name.text) {
                return Err((name.span, format!("{} is defined by itself", name.text)));
            }
            building.within.push(name.text.clone());
            let meaning = self.expr(&definition.meaning, building)?;
            building.within.pop();
            return Ok(meaning);
        }
        let resolved = self.action(action, &building.visible())?;
        let text = self.written(action);
        Ok(building.done(text, resolved, None))
    }

    /// An action as it was written.
    fn written(&self, action: &Action) -> String {
        let span = match action {
            Action::Assign { target, value } => Span { start: target.span.start, end: value.span().end },
            other => other.span(),
        };
        let text = self.text.get(span.start..span.end).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn scope(
        &mut self,
        (class, name): (&Name, &Name),
        others: &[Name],
        from: Option<&Call>,
        body: &Expr,
        building: &mut Building,
    ) -> Planned<Regex> {
        let of = self.type_named(class)?;
        super::words::check(name, true)?;
        let is_taken = |known: &str| known == name.text;
        if self.globals.iter().any(|(known, _)| is_taken(known))
            || building.open.iter().any(|&number| is_taken(&building.locals[number].name))
        {
            return Err((name.span, format!("{} is the name of something else here", name.text)));
        }
        let visible = building.visible();
        let local = Local { name: name.text.clone(), of: of.clone() };
        // Two scopes beside each other may use a name, if it is of one type.
        let same = building.locals.iter().position(|known| known.name == local.name && known.of == local.of);
        if same.is_none() && building.locals.iter().any(|known| known.name == local.name) {
            return Err((name.span, format!("{} has another type elsewhere in this thread", name.text)));
        }
        let number = same.unwrap_or_else(|| {
            building.locals.push(local.clone());
            building.locals.len() - 1
        });
        let bound = match from {
            Some(call) => {
                let resolved = self.call(call, &visible, Some(&local))?;
                let text = self.text.get(class.span.start..call.span.end).unwrap_or_default().to_string();
                building.done(text, resolved, Some(number))
            }
            None => {
                let from = self.universe(&of, class.span)?;
                let (names, uses) = self.others(others, building)?;
                let text = format!("{} {}", class.text, name.text);
                building.letter(Letter {
                    text,
                    uses,
                    deed: Deed::Choose { local: number, from, others: names },
                })
            }
        };
        building.open.push(number);
        let body = self.expr(body, building)?;
        building.open.pop();
        Ok(Regex::Sequence(vec![bound, body]))
    }

    /// The instances that a new name must not stand for.
    fn others(&self, others: &[Name], building: &Building) -> Planned<(Vec<String>, Vec<usize>)> {
        let (mut names, mut uses) = (Vec::new(), Vec::new());
        for other in others {
            let open = building.open.iter().find(|&&number| building.locals[number].name == other.text);
            let is_global = self.globals.iter().any(|(known, _)| *known == other.text);
            if open.is_none() && !is_global {
                return Err((other.span, format!("{} is no instance that is named here", other.text)));
            }
            uses.extend(open.copied());
            names.push(other.text.clone());
        }
        Ok((names, uses))
    }

    fn temporal(
        &mut self,
        name: &str,
        formula: &logic::Formula,
        actions: &[Action],
        text: &str,
        span: Span,
    ) -> Planned<Driver> {
        let mut building = Building::default();
        let mut methods: Vec<(String, Vec<crate::world::Operation>)> = Vec::new();
        for action in actions {
            let action = match action {
                Action::Word(word) => self.defined(word)?,
                other => other.clone(),
            };
            let resolved = self.action(&action, &[])?;
            let written = match &action {
                Action::Word(word) => word.text.clone(),
                other => self.written(other).trim_matches('"').to_string(),
            };
            for (other, known) in &methods {
                if resolved.methods.iter().any(|method| known.contains(method)) || *other == written {
                    let what = format!(
                        "a call may be both {other} and {written}: define one of them, and use it for both"
                    );
                    return Err((action.span(), what));
                }
            }
            methods.push((written.clone(), resolved.methods));
            // Letters have the numbers of the atoms, so none of them is left out.
            building.letters.push(Letter { text: written, uses: vec![], deed: Deed::Do(resolved.actions) });
        }
        let automaton = logic::buchi::translate(formula).map_err(|large| (span, large.to_string()))?;
        let order = logic::buchi::beginnings(&automaton, actions.len() as u32)
            .map_err(|large| (span, large.to_string()))?;
        if order.states.is_empty() {
            return Err((span, "nothing that this thread could do satisfies the formula".to_string()));
        }
        if can_go_on_for_ever(&order) {
            self.plan.notes.push(format!(
                "thread {name}: what the formula wants in the end is not enforced; a run may put it off for ever"
            ));
        }
        Ok(driver(name, text, building, order))
    }

    /// A word of a formula: what it is defined as, if that is one action.
    fn defined(&self, word: &Name) -> Planned<Action> {
        match self.spec.definitions.iter().find(|known| known.name.text == word.text) {
            None => Ok(Action::Word(word.clone())),
            Some(definition) => match &definition.meaning {
                Expr::Action(action) => Ok(action.clone()),
                _ => Err((word.span, format!("{} is more than one action, and an atom is one", word.text))),
            },
        }
    }
}

/// There is a way to do something again and again without ever being where one may stop.
fn can_go_on_for_ever(order: &logic::regex::Dfa) -> bool {
    let mut endless: Vec<bool> = order.states.iter().map(|state| !state.is_final).collect();
    loop {
        let before = endless.clone();
        for (number, state) in order.states.iter().enumerate() {
            endless[number] &= state.arrows.iter().any(|&(_, to)| before[to as usize]);
        }
        if endless == before {
            return endless.contains(&true);
        }
    }
}

pub(super) fn driver(name: &str, text: &str, building: Building, order: logic::regex::Dfa) -> Driver {
    let locals = building.locals.into_iter().map(|local| (local.name, local.of.java)).collect();
    Driver { name: name.to_string(), text: text.to_string(), locals, letters: building.letters, order }
}

fn span_of(expr: &Expr) -> Span {
    match expr {
        Expr::Action(action) => action.span(),
        Expr::Sequence(parts) | Expr::Choice(parts) => {
            parts.first().map_or(Span { start: 0, end: 0 }, span_of)
        }
        Expr::Repeat { of, .. } => span_of(of),
        Expr::Bind { class, .. } => class.span,
    }
}
