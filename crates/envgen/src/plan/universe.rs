//! The values that there are of a type: ranges, constants of enums, instances.

use super::{Chooser, Choosing, Pattern, Planned, Planner};
use crate::syntax::{Argument, Literal, Name, Range, Values};
use crate::world::{Operation, Type, simple};
use analysis::ClassId;
use classfile::Kind;
use logic::Span;

/// A value in Java.
pub(super) struct Given {
    pub java: String,
    /// The name with a scope that it is.
    pub local: Option<usize>,
    /// It is null if there is no such value, and then nothing can be done with it.
    pub may_be_missing: bool,
    pub pattern: Pattern,
}

/// A name with a scope.
#[derive(Clone)]
pub(super) struct Local {
    pub name: String,
    pub of: Type,
}

impl Planner<'_, '_> {
    /// Ranges are of types that there are, and have values of them.
    pub(super) fn check_ranges(&mut self) -> Planned<()> {
        for range in &self.spec.ranges {
            if let Values::These(values) = &range.values
                && values.is_empty()
            {
                return Err((range.span, "this range is empty".to_string()));
            }
            if let Some(number) = range.parameter {
                self.check_parameter(range, number)?;
                continue;
            }
            let of = self.type_named(&range.of)?;
            self.range_values(range, &of)?;
        }
        Ok(())
    }

    /// There is such a method or constructor, with so many parameters.
    fn check_parameter(&mut self, range: &Range, number: u32) -> Planned<()> {
        let (class, name) = range.of.text.rsplit_once('.').unwrap_or(("", &range.of.text));
        let mut classes = match class {
            "" => self.world.unit.clone(),
            _ => vec![self.class(&Name { text: class.to_string(), span: range.of.span })?],
        };
        for instance in self.spec.instances.iter().filter(|_| class.is_empty()) {
            classes.push(self.class(instance.made.as_ref().map_or(&instance.class, |(made, _)| made))?);
        }
        let package = self.package.clone();
        let mut most = None;
        for class in classes {
            let methods = self.world.methods(class, package.as_deref());
            let constructors = self.world.constructors(class, package.as_deref());
            for found in [methods, constructors] {
                let found = found.map_err(|error| (range.of.span, error.to_string()))?;
                let named = found.iter().filter(|operation| simple(&operation.name) == name);
                most = most.max(named.map(|operation| operation.parameters.len()).max());
            }
        }
        match most {
            Some(count) if (number as usize) < count => Ok(()),
            Some(count) => {
                let what = format!("{name} has no parameter {number}: there are {count}, counted from 0");
                Err((range.of.span, what))
            }
            None => {
                let what = format!("there is no method {name} that can be called from outside");
                Err((range.of.span, what))
            }
        }
    }

    /// A parameter: what was written for it, or any value of its type. `of_method` is the method and the number
    /// of the parameter.
    pub(super) fn value(
        &mut self,
        given: Option<&Argument>,
        of: &Type,
        of_method: Option<(&Operation, u32)>,
        locals: &[Local],
        span: Span,
    ) -> Planned<Given> {
        let with =
            |java: String, pattern: Pattern| Given { java, local: None, may_be_missing: false, pattern };
        let plain = |java: String| with(java.clone(), Pattern::Constant { java, of: of.clone() });
        match given {
            Some(Argument::Literal(literal, span)) => {
                Ok(plain(literal_of(literal, of).map_err(|what| (*span, what))?))
            }
            Some(Argument::Named(name)) => {
                if let Some(number) = locals.iter().rposition(|local| local.name == name.text) {
                    let given = with(name.text.clone(), Pattern::Local(number));
                    return Ok(Given { local: Some(number), ..given });
                }
                if self.globals.iter().any(|(known, _)| *known == name.text) {
                    return Ok(with(name.text.clone(), Pattern::Global(name.text.clone())));
                }
                self.constant(&name.text, of).map(plain).map_err(|what| (name.span, what))
            }
            Some(Argument::Any { .. } | Argument::Rest(_)) | None => {
                let span = given.map_or(span, Argument::span);
                let range = of_method.and_then(|(method, number)| self.range_of(method, number));
                let choosing = match range {
                    Some(range) => self.range_values(&range, of)?,
                    None => self.universe(of, span)?,
                };
                let stem = range_stem(of, of_method.filter(|_| self.has_range(of_method)));
                Ok(self.chosen(&stem, of, choosing))
            }
        }
    }

    fn has_range(&self, of_method: Option<(&Operation, u32)>) -> bool {
        of_method.is_some_and(|(method, number)| self.range_of(method, number).is_some())
    }

    /// The range of one parameter: `Buffer.put(0)`.
    fn range_of(&self, method: &Operation, number: u32) -> Option<Range> {
        let owner = self.java(method.class);
        let is_meant = |range: &&Range| {
            let (class, name) = range.of.text.rsplit_once('.').unwrap_or(("", &range.of.text));
            range.parameter == Some(number)
                && name == simple(&method.name)
                && (class.is_empty() || class == owner || class == simple(&owner))
        };
        self.spec.ranges.iter().find(is_meant).cloned()
    }

    fn range_values(&self, range: &Range, of: &Type) -> Planned<Choosing> {
        match &range.values {
            Values::Between(low, high) => {
                literal_of(&Literal::Whole(*low), of).map_err(|what| (range.span, what))?;
                literal_of(&Literal::Whole(*high), of).map_err(|what| (range.span, what))?;
                Ok(Choosing::Between(*low, *high))
            }
            Values::These(values) => {
                let java = |literal: &Literal| match literal {
                    Literal::Constant(text) => match self.globals.iter().any(|(known, _)| known == text) {
                        true => Ok(text.clone()),
                        false => self.constant(text, of),
                    },
                    literal => literal_of(literal, of),
                };
                let all: Result<Vec<String>, String> = values.iter().map(java).collect();
                all.map(Choosing::These).map_err(|what| (range.span, what))
            }
        }
    }

    /// All values of a type.
    pub(super) fn universe(&mut self, of: &Type, span: Span) -> Planned<Choosing> {
        let range = self.spec.ranges.clone().into_iter().filter(|range| range.parameter.is_none());
        let mut listed = Vec::new();
        for range in range {
            if self.type_named(&range.of)?.java == of.java {
                match self.range_values(&range, of)? {
                    Choosing::These(values) => listed.extend(values),
                    // No reference is between two numbers but those of boxes, which are listed by their numbers.
                    between => return Ok(between),
                }
            }
        }
        if !listed.is_empty() && of.class.is_none() {
            return Ok(Choosing::These(listed));
        }
        match of.class {
            None => self.usual(of, span),
            Some(class) => self.instances(class, of, listed, span),
        }
    }

    /// Instances of a class, whatever the range has, and constants if it is an enum.
    fn instances(
        &mut self,
        class: ClassId,
        of: &Type,
        mut listed: Vec<String>,
        span: Span,
    ) -> Planned<Choosing> {
        let makes = self.world.unit_makes(class).map_err(|error| (span, error.to_string()))?;
        if listed.is_empty() {
            listed = self.world.enum_constants(class);
        }
        // A range is all there is.
        if !listed.is_empty() {
            return Ok(Choosing::These(listed));
        }
        let known: Vec<String> = self
            .globals
            .iter()
            .filter(|&&(_, made)| self.world.is_below(made, class))
            .map(|(name, _)| name.clone())
            .collect();
        if self.world.is_users(class) && makes {
            return Ok(Choosing::Reached);
        }
        if !known.is_empty() {
            return Ok(Choosing::These(known));
        }
        if of.java == "java.lang.String" || of.java == "java.lang.Object" {
            self.assume(of, "\"a\" and \"b\"");
            return Ok(Choosing::These(vec!["\"a\"".to_string(), "\"b\"".to_string()]));
        }
        let name = simple(&of.java);
        Err((span, format!("there is no {name} to choose: add one to 'instances', or a range to 'values'")))
    }

    /// Values of a primitive type of which no range is given.
    fn usual(&mut self, of: &Type, span: Span) -> Planned<Choosing> {
        let these =
            |values: &[&str]| Choosing::These(values.iter().map(|value| (*value).to_string()).collect());
        let (choosing, words) = match of.kind {
            Kind::Boolean => return Ok(these(&["false", "true"])),
            Kind::Byte | Kind::Short | Kind::Int | Kind::Long => (Choosing::Between(0, 2), "0..2"),
            Kind::Char => (Choosing::Between(97, 98), "'a'..'b'"),
            Kind::Float | Kind::Double => (these(&["0", "1"]), "0 and 1"),
            Kind::Ref | Kind::Void => {
                let what = format!("{} has no values here: add a range to 'values'", of.java);
                return Err((span, what));
            }
        };
        self.assume(of, words);
        Ok(choosing)
    }

    fn assume(&mut self, of: &Type, words: &str) {
        let note = format!("the values of {} are {words}, as no range is given", of.java);
        if !self.plan.notes.contains(&note) {
            self.plan.notes.push(note);
        }
    }

    /// A constant that was named: of an enum, or any static field.
    fn constant(&self, text: &str, of: &Type) -> Result<String, String> {
        if text.contains('.') {
            return Ok(text.to_string());
        }
        let constants = of.class.map(|class| self.world.enum_constants(class)).unwrap_or_default();
        let found = constants.into_iter().find(|constant| simple(constant) == text);
        found.ok_or_else(|| {
            format!(
                "{text} is neither an instance nor a constant; instances are named in 'instances' or by 'for'"
            )
        })
    }

    /// The expression that chooses: a single value as it is, otherwise a method that is made for it.
    fn chosen(&mut self, stem: &str, of: &Type, from: Choosing) -> Given {
        let may_be_missing = from == Choosing::Reached;
        let pattern = Pattern::From { from: from.clone(), of: of.clone() };
        let java = match &from {
            Choosing::These(one) if one.len() == 1 => cast(&one[0], of),
            _ => format!("{}()", self.chooser(stem, of, from)),
        };
        Given { java, local: None, may_be_missing, pattern }
    }

    fn chooser(&mut self, stem: &str, of: &Type, from: Choosing) -> String {
        let from = match from {
            Choosing::These(values) => Choosing::These(values.iter().map(|value| cast(value, of)).collect()),
            other => other,
        };
        let mut name = format!("any{stem}");
        loop {
            match self.plan.choosers.iter().find(|chooser| chooser.name == name) {
                Some(known) if known.from == from && known.returns == of.java => return name,
                Some(_) => name.push('_'),
                None => break,
            }
        }
        self.plan.choosers.push(Chooser { name: name.clone(), returns: of.java.clone(), from });
        name
    }
}

/// What a method that chooses is called, behind `any`.
fn range_stem(of: &Type, of_method: Option<(&Operation, u32)>) -> String {
    let capital = |name: &str| {
        let mut chars = name.chars();
        chars.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str())
    };
    let stem = capital(&simple(&of.java).replace("[]", "s"));
    match of_method {
        None => stem,
        Some((method, number)) => format!("{}{}{number}", capital(simple(&method.name)), stem),
    }
}

/// A constant where a value of a type is wanted.
fn cast(java: &str, of: &Type) -> String {
    match of.kind {
        Kind::Byte | Kind::Short | Kind::Char | Kind::Float | Kind::Long if !java.starts_with('(') => {
            format!("({}) {java}", of.java)
        }
        _ => java.to_string(),
    }
}

/// A literal as a value of a type.
pub(super) fn literal_of(literal: &Literal, of: &Type) -> Result<String, String> {
    let wrong = || Err(format!("{} is no {}", literal.java(), of.java));
    let fits = |low: i64, high: i64, number: i64| (low..=high).contains(&number);
    match (literal, of.kind) {
        (Literal::Whole(number), kind) => {
            let is_one = match kind {
                Kind::Byte => fits(i8::MIN.into(), i8::MAX.into(), *number),
                Kind::Short => fits(i16::MIN.into(), i16::MAX.into(), *number),
                Kind::Char => fits(0, u16::MAX.into(), *number),
                Kind::Int => fits(i32::MIN.into(), i32::MAX.into(), *number),
                Kind::Long | Kind::Float | Kind::Double => true,
                Kind::Ref => {
                    takes(of, &["Integer", "Long", "Short", "Byte", "Number", "Object", "Comparable"])
                }
                Kind::Boolean | Kind::Void => false,
            };
            if is_one { Ok(boxed(literal, of)) } else { wrong() }
        }
        (Literal::Fraction(_), Kind::Float | Kind::Double) => Ok(cast(&literal.java(), of)),
        (Literal::Truth(_), Kind::Boolean) | (Literal::Character(_), Kind::Char | Kind::Int) => {
            Ok(literal.java())
        }
        (Literal::Null, Kind::Ref) => Ok("null".to_string()),
        (Literal::Text(_), Kind::Ref) if takes(of, &["String", "CharSequence", "Object", "Comparable"]) => {
            Ok(literal.java())
        }
        (Literal::Fraction(_), Kind::Ref) if takes(of, &["Double", "Number", "Object"]) => Ok(literal.java()),
        (Literal::Truth(_), Kind::Ref) if takes(of, &["Boolean", "Object"]) => Ok(literal.java()),
        (Literal::Character(_), Kind::Ref) if takes(of, &["Character", "Object"]) => Ok(literal.java()),
        _ => wrong(),
    }
}

fn takes(of: &Type, names: &[&str]) -> bool {
    of.java.strip_prefix("java.lang.").is_some_and(|name| names.contains(&name))
}

/// A whole number where a type is wanted; boxes of other types than `Integer` need the primitive first.
fn boxed(literal: &Literal, of: &Type) -> String {
    match of.java.as_str() {
        "java.lang.Long" => format!("(Long) (long) {}", literal.java()),
        "java.lang.Short" => format!("(Short) (short) {}", literal.java()),
        "java.lang.Byte" => format!("(Byte) (byte) {}", literal.java()),
        _ => cast(&literal.java(), of),
    }
}
