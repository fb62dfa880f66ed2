//! A specification and the classes it speaks of, put together: which Java each action is, and which automaton each
//! thread follows.

mod calls;
mod pattern;
mod threads;
mod universal;
mod universe;
mod words;

pub use pattern::{ActionPattern, Member, Pattern};

use crate::syntax::{Argument, Instance, Name, SpecError, Specification};
use crate::world::{Type, UnitError, World, simple};
use analysis::ClassId;
use base::Symbol;
use logic::Span;
use logic::regex::Dfa;

/// A program to be written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Environment {
    /// The package in which it stands; empty for none.
    pub package: String,
    /// Its class.
    pub name: String,
    pub objects: Vec<InitialObject>,
    /// Methods that choose a value.
    pub choosers: Vec<Chooser>,
    pub first: Option<Driver>,
    pub threads: Vec<(Driver, u32)>,
    /// What threads do if none is described: as many as the program's first argument says.
    pub universal: Option<Driver>,
    /// What was assumed without being said.
    pub notes: Vec<String>,
    /// What somebody could do to the unit and these threads do not, as sentences.
    pub left_out: Vec<String>,
}

/// An object that is there from the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitialObject {
    pub class: String,
    pub name: String,
    /// How it is made, in Java: one of these ways.
    pub ways: Vec<String>,
    /// Checked exceptions of its constructors.
    pub thrown: Vec<String>,
    /// The class that is made, and for each way its constructor and what that is given.
    pub made: ClassId,
    pub patterns: Vec<(Symbol, Vec<Pattern>)>,
}

/// A method without parameters that gives any value of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chooser {
    pub name: String,
    pub returns: String,
    pub from: Choosing,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choosing {
    /// Whole numbers, both included.
    Between(i64, i64),
    /// Java expressions.
    These(Vec<String>),
    /// What can be reached of a class.
    Reached,
}

/// What a thread does: letters, and in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Driver {
    pub name: String,
    /// The assumption as it was written.
    pub text: String,
    /// Names with a scope, and their types.
    pub locals: Vec<(String, String)>,
    pub letters: Vec<Letter>,
    pub order: Dfa,
}

/// Something that a driver does in one go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// As it was written.
    pub text: String,
    /// The names with a scope that it uses.
    pub uses: Vec<usize>,
    pub deed: Deed,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// One of these is done.
    Do(Vec<JavaAction>),
    /// One of these is done, and a name stands for what it returns.
    Take { local: usize, actions: Vec<JavaAction> },
    /// A name gets a value: one of the values, but none of the others.
    Choose { local: usize, from: Choosing, others: Vec<String> },
}

impl Deed {
    /// The name that gets a value.
    pub fn binds(&self) -> Option<usize> {
        match self {
            Deed::Do(_) => None,
            Deed::Take { local, .. } | Deed::Choose { local, .. } => Some(*local),
        }
    }
}

/// Exceptions that a call may end with and nobody is to blame.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// Classes that are named one by one, by the method or by the specification.
    pub named: Vec<String>,
    /// `Exception` or `Throwable`, which a method declares: what Java would let it throw without is not meant by that.
    pub general: Option<&'static str>,
    /// What is not meant, as far as the named ones leave it.
    pub unchecked: Vec<&'static str>,
}

/// A call or an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JavaAction {
    /// Values that are chosen first: type and Java expression. In `text` they are `$0`, `$1`.
    pub chosen: Vec<(String, String)>,
    /// Which of them are nothing at all if they are null.
    pub must_be_there: Vec<usize>,
    /// The statement, without its semicolon.
    pub text: String,
    /// Exceptions that are taken without a word.
    pub taken: Taken,
    /// What it comes to is returned.
    pub returns: bool,
    /// What is meant by it.
    pub pattern: ActionPattern,
}

impl JavaAction {
    fn of(on: Member, taken: Taken, returns: bool) -> JavaAction {
        let pattern = ActionPattern { on, receiver: None, values: Vec::new() };
        JavaAction { chosen: vec![], must_be_there: vec![], text: String::new(), taken, returns, pattern }
    }
}

/// How many threads do anything in any order, where none is described and no number is given.
pub const USUAL_THREADS: u32 = 2;

/// The plan of a specification. `name` is the class to be written; `file` and `text` are those of the specification.
///
/// # Errors
/// What is wrong first, and where.
pub fn plan(
    (file, text): (&str, &str),
    spec: &Specification,
    world: &mut World<'_>,
    name: &str,
) -> Result<Environment, SpecError> {
    let package = world.package();
    let plan = Environment {
        package: package.clone().unwrap_or_default(),
        name: name.to_string(),
        ..Environment::default()
    };
    let mut planner = Planner { world, spec, text, package, plan, globals: Vec::new() };
    let result = planner.all();
    result.map_err(|(span, what)| SpecError::new(file, text, span, what))?;
    Ok(planner.plan)
}

struct Planner<'a, 'w> {
    world: &'a mut World<'w>,
    spec: &'a Specification,
    text: &'a str,
    package: Option<String>,
    plan: Environment,
    /// Objects that are there from the beginning: name and class.
    globals: Vec<(String, ClassId)>,
}

/// How an object is made: in Java, what its constructors throw, and what these are given.
type Ways = (Vec<String>, Vec<String>, Vec<(Symbol, Vec<Pattern>)>);

type Planned<T> = Result<T, (Span, String)>;

impl Planner<'_, '_> {
    fn all(&mut self) -> Planned<()> {
        for name in self.spec.imports.iter().filter(|name| !name.text.ends_with(".*")) {
            self.class(name)?;
        }
        self.check_ranges()?;
        for instance in &self.spec.instances {
            self.instance(instance)?;
        }
        if self.spec.instances.is_empty() {
            self.usual_instances()?;
        }
        if let Some(first) = &self.spec.first {
            self.plan.first = Some(self.regular("First", first, "")?);
        }
        for thread in &self.spec.threads {
            let driver = self.thread(thread)?;
            self.plan.threads.push((driver, thread.count));
        }
        if self.spec.threads.is_empty() {
            self.plan.universal = Some(self.universal()?);
            self.plan.notes.push(format!(
                "no thread is described: {USUAL_THREADS} threads do anything that the unit offers, in any order; \
                 another number is the program's argument"
            ));
        }
        Ok(())
    }

    fn instance(&mut self, instance: &Instance) -> Planned<()> {
        let class = self.class(&instance.class)?;
        let (made, arguments) = match &instance.made {
            None => (class, None),
            Some((name, arguments)) => (self.class(name)?, Some(arguments.as_slice())),
        };
        let span = instance.made.as_ref().map_or(instance.class.span, |(name, _)| name.span);
        if !self.world.is_below(made, class) {
            let what = format!("{} is no {}", self.java(made), self.java(class));
            return Err((span, what));
        }
        let (ways, thrown, patterns) = self.ways(made, arguments, span)?;
        let names: Vec<Name> = match instance.names.is_empty() {
            false => instance.names.clone(),
            true => (0..instance.count).map(|_| Name { text: self.fresh(class), span }).collect(),
        };
        // One by one, so that those without a name get different ones.
        let unnamed = instance.names.is_empty();
        for name in names {
            if !unnamed {
                words::check(&name, false)?;
            }
            let text = if unnamed { self.fresh(class) } else { name.text };
            if self.globals.iter().any(|(known, _)| *known == text) {
                return Err((name.span, format!("there is an instance {text} already")));
            }
            self.globals.push((text.clone(), class));
            let object = InitialObject {
                class: self.java(class),
                name: text,
                ways: ways.clone(),
                thrown: thrown.clone(),
                made,
                patterns: patterns.clone(),
            };
            self.plan.objects.push(object);
        }
        Ok(())
    }

    /// A name for an object of a class that nobody has yet.
    fn fresh(&self, class: ClassId) -> String {
        let java = self.java(class);
        let mut stem = simple(&java).to_string();
        if let Some(first) = stem.chars().next() {
            stem.replace_range(..first.len_utf8(), &first.to_lowercase().to_string());
        }
        let is_free = |name: &String| self.globals.iter().all(|(known, _)| known != name);
        (1..).map(|number| format!("{stem}{number}")).find(is_free).unwrap_or(stem)
    }

    /// One object of each class of the unit, where nothing is said about instances.
    fn usual_instances(&mut self) -> Planned<()> {
        for class in self.world.visible() {
            let file = self.world.hierarchy.file(class);
            if file.access.is_abstract() || file.access.is_interface() {
                continue;
            }
            let span = self.spec.unit.first().map_or(Span { start: 0, end: 0 }, |name| name.span);
            let Ok((ways, thrown, patterns)) = self.ways(class, None, span) else {
                self.plan.notes.push(format!("no instance of {} is made", self.java(class)));
                continue;
            };
            let name = self.fresh(class);
            self.plan.notes.push(format!("one instance of {} is made, {name}", self.java(class)));
            self.globals.push((name.clone(), class));
            let java = self.java(class);
            self.plan.objects.push(InitialObject { class: java, name, ways, thrown, made: class, patterns });
        }
        Ok(())
    }

    /// How objects of a class are made, with these arguments or with any.
    fn ways(&mut self, class: ClassId, arguments: Option<&[Argument]>, span: Span) -> Planned<Ways> {
        let java = self.java(class);
        let file = self.world.hierarchy.file(class);
        if file.access.is_abstract() || file.access.is_interface() {
            return Err((span, format!("{java} is abstract: say which class is made, = new CLASS(...)")));
        }
        let package = self.package.clone();
        let all =
            self.world.constructors(class, package.as_deref()).map_err(|error| (span, error.to_string()))?;
        if all.is_empty() {
            return Err((span, format!("{java} has no constructor that can be called from outside")));
        }
        // Without a word, the constructor with the fewest parameters.
        let fewest = all.iter().map(|of| of.parameters.len()).min().unwrap_or(0);
        let meant = match arguments {
            None => all.into_iter().filter(|of| of.parameters.len() == fewest).take(1).collect(),
            Some(arguments) => self.fitting(all, arguments, &[], &format!("constructor of {java}"), span)?,
        };
        let (mut ways, mut thrown, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
        for constructor in meant {
            let (mut values, mut given_to) = (Vec::new(), Vec::new());
            for (number, of) in constructor.parameters.iter().enumerate() {
                let given = arguments.and_then(|arguments| arguments.get(number));
                let value = self.value(given, of, None, &[], span)?;
                values.push(value.java);
                given_to.push(value.pattern);
            }
            ways.push(format!("new {java}({})", values.join(", ")));
            patterns.push((constructor.desc, given_to));
            thrown.extend(
                constructor.thrown.iter().filter(|name| !thrown.contains(*name)).cloned().collect::<Vec<_>>(),
            );
        }
        Ok((ways, thrown, patterns))
    }

    fn java(&self, class: ClassId) -> String {
        self.world.type_of_class(class).java
    }

    fn class(&mut self, name: &Name) -> Planned<ClassId> {
        match self.world.find(&name.text) {
            Ok(Some(class)) => Ok(class),
            Ok(None) => {
                Err((name.span, format!("there is no class {}; give its package, or import it", name.text)))
            }
            Err(error) => Err((name.span, error.to_string())),
        }
    }

    fn type_named(&mut self, name: &Name) -> Planned<Type> {
        match self.world.named_type(&name.text) {
            Ok(Some(found)) => Ok(found),
            Ok(None) => {
                Err((name.span, format!("there is no type {}; give its package, or import it", name.text)))
            }
            Err(error) => Err((name.span, error.to_string())),
        }
    }
}

/// Opens the classes of a specification.
///
/// # Errors
/// A part of the unit that names no class, or a class that cannot be read.
pub fn world<'a>(
    (file, text): (&str, &str),
    spec: &Specification,
    hierarchy: analysis::ClassHierarchy<'a>,
    listed: &[Symbol],
) -> Result<World<'a>, SpecError> {
    if spec.unit.is_empty() {
        let span = Span { start: 0, end: 0 };
        return Err(SpecError::new(
            file,
            text,
            span,
            "which classes are the unit? begin with: unit CLASS, package.*;",
        ));
    }
    let texts = |names: &[Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>();
    World::new(hierarchy, listed, &texts(&spec.unit), &texts(&spec.imports)).map_err(
        |problem| match problem {
            UnitError::Nothing(number) => {
                let name = &spec.unit[number];
                let what = format!(
                    "there is no class {} on the class path, nor beside this file; give its place with -cp",
                    name.text
                );
                SpecError::new(file, text, name.span, what)
            }
            UnitError::Class(error) => SpecError::new(file, text, spec.unit[0].span, error.to_string()),
        },
    )
}
