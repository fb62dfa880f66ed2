//! Environments of which nothing is said: threads that do anything that the unit offers, in any order.

use super::calls::put;
use super::threads::{Building, driver};
use super::universe::Local;
use super::{ActionPattern, Deed, Driver, JavaAction, Letter, Member, Planned, Planner, Taken};
use crate::offers::{Offers, listed};
use crate::syntax::{Action, Argument, Call, Name};
use crate::world::{FieldOf, Operation, Type};
use analysis::ClassId;
use classfile::Kind;
use logic::Span;
use logic::regex::Regex;

impl Planner<'_, '_> {
    /// Anything that the unit offers, in any order.
    pub(super) fn universal(&mut self) -> Planned<Driver> {
        let span = self.spec.unit.first().map_or(Span { start: 0, end: 0 }, |name| name.span);
        let mut building = Building::default();
        let mut all = Vec::new();
        let (mut handed_out, mut not_public) = (Vec::new(), Vec::new());
        for class in self.world.visible() {
            let offers = self.world.offers(class).map_err(|error| (span, error.to_string()))?;
            self.uses(class, &offers, span, &mut building, &mut all);
            self.taking(class, &offers, span, &mut building, &mut all);
            let java = self.java(class);
            let of = crate::world::simple(&java);
            handed_out.extend(offers.handed_out.iter().map(|(class, by)| format!("{class} by {of}.{by}")));
            not_public.extend(offers.not_public.iter().map(|name| format!("{of}.{name}")));
            self.plan.left_out.extend(offers.left_out);
        }
        if all.is_empty() {
            return Err((span, "the unit offers nothing that an environment could do".to_string()));
        }
        self.elements(span, &mut building, &mut all);
        self.say(&handed_out, &not_public);
        let regex = Regex::Repeat { of: Box::new(Regex::Choice(all)), min: 0, max: None };
        let order = regex.automaton().map_err(|large| (span, large.to_string()))?;
        Ok(driver("Client", "anything that the unit offers, in any order", building, order))
    }

    /// Calls and assignments.
    fn uses(
        &mut self,
        class: ClassId,
        offers: &Offers,
        span: Span,
        building: &mut Building,
        all: &mut Vec<Regex>,
    ) {
        let java = self.java(class);
        let calls = offers.methods.iter().map(|method| Action::Call(any_call(&java, method, span)));
        let assignments = offers.fields.iter().map(|field| Action::Assign {
            target: Name { text: format!("{java}.{}", field.name), span },
            value: Argument::Any { class: None, span },
        });
        let texts = offers.methods.iter().map(|method| format!("{java}.{}", method.shown()));
        let texts = texts.chain(offers.fields.iter().map(|field| format!("{java}.{} = *", field.name)));
        for (text, action) in texts.zip(calls.chain(assignments)) {
            match self.action(&action, &[]) {
                Ok(resolved) => all.push(building.done(text, resolved, None)),
                Err((_, what)) => self.plan.left_out.push(format!("{text} is never done: {what}")),
            }
        }
    }

    /// Arrays that come out of the unit: a thread keeps one of each type.
    fn taking(
        &mut self,
        class: ClassId,
        offers: &Offers,
        span: Span,
        building: &mut Building,
        all: &mut Vec<Regex>,
    ) {
        let java = self.java(class);
        for method in offers.methods.iter().filter(|method| method.returns.java.ends_with("[]")) {
            let number = self.kept(&method.returns, building);
            let local = building.locals[number].clone();
            // Where nothing can be called with, that has been said.
            if let Ok(resolved) = self.call(&any_call(&java, method, span), &[], Some(&local)) {
                let text = format!("{} = {java}.{}", local.name, method.shown());
                all.push(building.done(text, resolved, Some(number)));
            }
        }
        for field in &offers.arrays {
            let number = self.kept(&field.of, building);
            let text = format!("{} = {java}.{}", building.locals[number].name, field.name);
            if let Ok(action) = self.reading(field, span) {
                let deed = Deed::Take { local: number, actions: vec![action] };
                all.push(building.letter(Letter { text, uses: vec![], deed }));
            }
        }
    }

    /// The name for an array of a type that a thread has got.
    fn kept(&mut self, of: &Type, building: &mut Building) -> usize {
        if let Some(known) = building.locals.iter().position(|local| local.of == *of) {
            return known;
        }
        let stem: String = of.java.replace("[]", "s").chars().filter(|c| c.is_alphanumeric()).collect();
        let mut name = format!("kept{}{}", stem[..1].to_uppercase(), &stem[1..]);
        while self.globals.iter().any(|(known, _)| *known == name)
            || building.locals.iter().any(|local| local.name == name)
        {
            name.push('_');
        }
        building.locals.push(Local { name, of: of.clone() });
        building.locals.len() - 1
    }

    fn reading(&mut self, field: &FieldOf, span: Span) -> Planned<JavaAction> {
        let mut action = JavaAction::of(Member::Element, Taken::default(), true);
        let object = match field.is_static {
            true => self.java(field.class),
            false => {
                let of = self.world.type_of_class(field.class);
                let given = self.value(None, &of, None, &[], span)?;
                put(&mut action, &of, given)
            }
        };
        action.text = format!("{object}.{}", field.name);
        Ok(action)
    }

    /// Assignments to elements of the arrays that threads have got.
    fn elements(&mut self, span: Span, building: &mut Building, all: &mut Vec<Regex>) {
        for number in 0..building.locals.len() {
            let Local { name, of } = building.locals[number].clone();
            let text = format!("{name}[*] = *");
            match self.element(&name, &of, span) {
                Ok(action) => {
                    let deed = Deed::Do(vec![action]);
                    all.push(building.letter(Letter { text, uses: vec![number], deed }));
                    self.plan.notes.push(format!(
                        "arrays {} that the unit hands out are written: a thread keeps one at a time",
                        of.java
                    ));
                }
                Err(what) => self.plan.left_out.push(format!("{text} is never done: {what}")),
            }
        }
    }

    fn element(&mut self, array: &str, of: &Type, span: Span) -> Result<JavaAction, String> {
        let inner = of.java.trim_end_matches("[]");
        let deepness = (of.java.len() - inner.len()) / 2;
        let element = self.world.named_type(inner).map_err(|error| error.to_string())?;
        let element = element.ok_or_else(|| format!("there is no class {inner}"))?;
        let value = self.value(None, &element, None, &[], span).map_err(|(_, what)| what)?;
        let mut taken = Taken::default();
        if element.kind == Kind::Ref {
            taken.named.push("java.lang.ArrayStoreException".to_string());
        }
        let mut action = JavaAction::of(Member::Element, taken, false);
        let value = put(&mut action, &element, value);
        let place = |array: &str| format!("{array}[Verify.getInt(0, {array}.length - 1)]");
        let mut text = String::new();
        let mut at = array.to_string();
        for depth in 1..deepness {
            let row = format!("row{depth}");
            let dimensions = "[]".repeat(deepness - depth);
            text += &format!(
                "if ({at} != null && {at}.length > 0) {{ {inner}{dimensions} {row} = {}; ",
                place(&at)
            );
            at = row;
        }
        text += &format!("if ({at} != null && {at}.length > 0) {} = {value}", place(&at));
        if deepness > 1 {
            text += &format!("; {}", "}".repeat(deepness - 1));
        }
        action.text = text;
        Ok(action)
    }

    fn say(&mut self, handed_out: &[String], not_public: &[String]) {
        if !not_public.is_empty() {
            self.plan.notes.push(format!(
                "code of the unit's package uses it too, so what is not public is used ({})",
                listed(not_public)
            ));
        }
        if !handed_out.is_empty() {
            self.plan.left_out.push(format!(
                "objects that the unit hands out and that are not its own are left alone ({})",
                listed(handed_out)
            ));
        }
        self.plan.left_out.push(
            "nobody outside the unit takes the monitors of its objects, notifies or waits for them"
                .to_string(),
        );
    }
}

/// A method with any parameters of its types.
fn any_call(java: &str, method: &Operation, span: Span) -> Call {
    let any = |of: &Type| Argument::Any { class: Some(Name { text: of.java.clone(), span }), span };
    Call {
        method: Name { text: format!("{java}.{}", method.name), span },
        arguments: Some(method.parameters.iter().map(any).collect()),
        span,
    }
}

impl Driver {
    /// Leaves out what no call or assignment of the unit's own members is: nobody can see that from outside.
    pub(crate) fn watched(&self, is_seen: &dyn Fn(&ActionPattern) -> bool) -> (Driver, Vec<String>) {
        let mut driver = self.clone();
        let mut unseen = Vec::new();
        for (number, letter) in driver.letters.iter_mut().enumerate() {
            let is_watched = match &letter.deed {
                Deed::Do(actions) => actions.iter().all(|action| is_seen(&action.pattern)),
                Deed::Take { .. } | Deed::Choose { .. } => false,
            };
            if is_watched {
                continue;
            }
            if letter.deed.binds().is_none() {
                unseen.push(letter.text.clone());
            }
            (letter.deed, letter.uses) = (Deed::Do(Vec::new()), Vec::new());
            for state in &mut driver.order.states {
                state.arrows.retain(|&(of, _)| of as usize != number);
            }
        }
        driver.locals.clear();
        (driver, unseen)
    }
}
