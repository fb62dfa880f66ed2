//! Stubs: classes around a unit, in which only what the unit can see of them is left (document 002).
//!
//! [`face`] finds what the unit touches of the classes that are to be replaced, the analysis of `analysis::points`
//! tells what their code may do to the unit, and [`source`] writes that down as Java: whatever may happen is a choice.

mod arrays;
mod bodies;
mod face;
mod fields;
mod hold;
mod made;
mod said;
mod source;
mod values;

use crate::syntax::{Instance, Range, Specification, Values};
use crate::world::{World, belongs, in_java};
use analysis::points::{self, Precision, Question, Solution, Unsolved};
use base::{FastSet, Symbol};
use classfile::Error;

/// What is to be replaced, and how closely it is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct StubWish {
    /// Classes, and packages with `.*`.
    pub patterns: Vec<String>,
    pub precision: Precision,
    pub callbacks: Callbacks,
}

/// Whose calls of the unit stubs show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callbacks {
    /// Those of classes that are not the JDK's: a framework's calls are the drivers'.
    Own,
    All,
    None,
}

/// Sources to be compiled and put in the place of classes.
#[derive(Clone, Debug, Default)]
pub struct Stubs {
    pub files: Vec<StubFile>,
    /// What stubs do not show, and what was taken for granted.
    pub notes: Vec<String>,
    /// What was replaced, by name.
    pub classes: Vec<String>,
    /// How much code was looked at.
    pub methods: usize,
    pub objects: usize,
}

#[derive(Clone, Debug)]
pub struct StubFile {
    /// `javax/swing/JButton`.
    pub class: String,
    /// The JDK's module that it belongs to.
    pub module: Option<String>,
    pub text: String,
}

/// Why there are no stubs.
#[derive(Debug)]
pub enum StubError {
    /// The pattern with this number is about this class of the unit.
    OfUnit(usize, String),
    /// The pattern with this number names nothing.
    Nothing(usize),
    /// The pattern with this number names a class that Java itself rests on.
    Ground(usize, String),
    /// The first is not replaced, but the second, which is above it.
    Above(String, String),
    /// The first is replaced, but not the second, its parent, which keeps what its constructor is given.
    Parent(String, String),
    Class(Error),
}

impl From<Error> for StubError {
    fn from(error: Error) -> StubError {
        StubError::Class(error)
    }
}

/// How many steps of the analysis may be taken before a coarser way is: about a second of work.
const BUDGET: u64 = 10_000_000;

/// The same for the coarsest way, behind which there is none.
const LAST_BUDGET: u64 = 100_000_000;

/// Steps of the analysis by nodes and edges after which looking for cycles pays. With receivers as contexts it cost
/// more than it saved.
const COLLAPSE_AFTER: u64 = 6;

/// Classes that no program is without: what stubs are written in stands on them.
const GROUND: [&str; 6] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/Throwable",
    "java/util/List",
];

/// The name of the class with what all stubs need, and its text.
pub const SHARED: (&str, &str) = ("jaywalkstubs/Stubs", include_str!("stubs/Stubs.java"));

/// Makes the stubs of a unit.
///
/// # Errors
/// Classes of the unit among those to be replaced, patterns that name nothing, classes that cannot be read.
pub fn stubs(world: &mut World<'_>, wish: &StubWish, spec: &Specification) -> Result<Stubs, StubError> {
    let ranges = &spec.ranges;
    check(world, wish)?;
    let unit: FastSet<Symbol> = world.unit.iter().map(|&class| world.hierarchy.file(class).name).collect();
    let patterns = wish.patterns.clone();
    let is_stub = move |name: Symbol| patterns.iter().any(|pattern| belongs(name, pattern));
    let face = face::face(world, &unit, &is_stub, &made_by_drivers(spec))?;
    let mut made = Stubs::default();
    for (number, pattern) in wish.patterns.iter().enumerate() {
        let is_used = face.classes.iter().any(|&class| belongs(world.hierarchy.file(class).name, pattern));
        if !is_used && !pattern.ends_with(".*") && world.find(pattern)?.is_none() {
            return Err(StubError::Nothing(number));
        }
        if !is_used {
            made.notes.push(format!("the unit uses nothing of {pattern}, so no stub is made"));
        }
    }
    let (answer, precision) = analyse(world, &face, unit, &is_stub, wish.precision, &mut made.notes)?;
    if let Some(answer) = &answer {
        made.methods = answer.methods;
        made.objects = answer.objects;
    }
    source::write(world, &face, answer.as_ref(), wish, precision, ranges, &mut made)?;
    Ok(made)
}

/// Classes of which drivers make objects.
fn made_by_drivers(spec: &Specification) -> Vec<String> {
    let made =
        |instance: &Instance| instance.made.as_ref().map_or(&instance.class, |(name, _)| name).text.clone();
    spec.instances.iter().map(made).collect()
}

fn check(world: &World<'_>, wish: &StubWish) -> Result<(), StubError> {
    for (number, pattern) in wish.patterns.iter().enumerate() {
        if let Some(name) = GROUND.iter().find(|name| belongs(Symbol::new(name), pattern)) {
            return Err(StubError::Ground(number, in_java(Symbol::new(name))));
        }
        for &class in &world.unit {
            let name = world.hierarchy.file(class).name;
            if belongs(name, pattern) {
                return Err(StubError::OfUnit(number, in_java(name)));
            }
        }
    }
    Ok(())
}

/// The analysis as precise as it was asked for, or as the budget allows.
fn analyse(
    world: &mut World<'_>,
    face: &face::Face,
    unit: FastSet<Symbol>,
    is_stub: &dyn Fn(Symbol) -> bool,
    wanted: Precision,
    notes: &mut Vec<String>,
) -> Result<(Option<Solution>, Precision), StubError> {
    let ways: &[Precision] = match wanted {
        Precision::Types => &[Precision::Types],
        Precision::Sites => &[Precision::Sites, Precision::Types],
        Precision::Receiver => &[Precision::Receiver, Precision::Sites, Precision::Types],
    };
    for &precision in ways {
        let question = Question {
            unit: unit.clone(),
            is_stub,
            entries: face.entries.clone(),
            made: face.made.clone(),
            named: face.named.clone(),
            open_fields: face.open_fields.clone(),
            precision,
            budget: if precision == Precision::Types { LAST_BUDGET } else { BUDGET },
            collapse_after: if precision == Precision::Receiver { u64::MAX } else { COLLAPSE_AFTER },
        };
        match points::ask(&mut world.hierarchy, &question) {
            Ok(answer) => return Ok((Some(answer), precision)),
            Err(Unsolved::Class(error)) => return Err(error.into()),
            Err(Unsolved::TooLarge(size)) => notes.push(format!(
                "the code behind the stubs is too large for '{}' ({} methods): less precisely, then",
                words(precision),
                size.methods
            )),
        }
    }
    notes.push("the code behind the stubs is too large to be looked at: they may do anything".to_string());
    Ok((None, Precision::Types))
}

pub(crate) fn words(precision: Precision) -> &'static str {
    match precision {
        Precision::Types => "types",
        Precision::Sites => "sites",
        Precision::Receiver => "receiver",
    }
}

/// The range of a type, if the specification has one, as Java.
fn range_of(ranges: &[Range], java: &str) -> Option<Vec<String>> {
    let simple = crate::world::simple(java);
    let range = ranges
        .iter()
        .find(|range| range.parameter.is_none() && (range.of.text == java || range.of.text == simple))?;
    Some(match &range.values {
        Values::Between(low, high) => (*low..=*high).map(|number| number.to_string()).collect(),
        Values::These(values) => values.iter().map(crate::syntax::Literal::java).collect(),
    })
}
