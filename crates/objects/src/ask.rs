//! What the user wrote, resolved against the class: how objects are made, which calls there are, with which
//! values. Whatever does not fit is said with what there is.

mod domain;

use crate::call::{Call, Callee, Calls, Construction};
use crate::matching::Matching;
use crate::members::{
    Candidate, is_of_every_object, offered, parameters, shown, shown_class, type_name, types,
};
use crate::text::{converted, distance, taken_apart};
use crate::value::{Value, bounded};
use base::{Symbol, names};
use classfile::Kind;
use domain::{domain, written};
use vm::{ClassId, Machine};

/// What was asked for.
pub struct ExploreRequest<'a> {
    pub class: ClassId,
    /// `Cls(1, true)`: how each object is made.
    pub new: &'a [String],
    /// `add(int)`, `put(int, 7)`, `clear`. None for all public methods with small parameters.
    pub calls: &'a [String],
    /// The numbers of parameters, both ends included.
    pub values: (i64, i64),
    /// References may also be null.
    pub with_null: bool,
    /// The name of a method that must always give true.
    pub invariant: Option<&'a str>,
    /// The class that must do the same, and how its objects are made.
    pub same_as: Option<(ClassId, Option<&'a str>)>,
    /// Classes of exceptions that are as they should be.
    pub expected: &'a [ClassId],
    pub matching: Matched<'a>,
}

/// By what structures are compared, as the user wrote it.
#[derive(Clone, Copy)]
pub enum Matched<'a> {
    Exact,
    Shape,
    /// Names of methods that give a number or a truth value.
    Methods(&'a [&'a str]),
}

/// All calls, and the methods for which none could be made up.
///
/// # Errors
/// What does not fit, and what would.
pub fn ask(machine: &mut Machine, asked: &ExploreRequest<'_>) -> Result<(Calls, Vec<String>), String> {
    let throwable = machine.known().throwable;
    if let Some(&other) = asked.expected.iter().find(|&&it| !machine.program.is_subclass(it, throwable)) {
        return Err(format!(
            "--expect: {} is no exception: nobody can throw it",
            shown_class(machine, other)
        ));
    }
    let mut calls = Calls { expected: asked.expected.to_vec(), ..Calls::default() };
    let none = [String::new()];
    let new = if asked.new.is_empty() { &none[..] } else { asked.new };
    let letters = ('a'..='z').map(String::from).chain((27..).map(|number| format!("o{number}")));
    for (text, name) in new.iter().zip(letters) {
        let name = if new.len() == 1 { "o".to_string() } else { name };
        calls.objects.push(made(machine, asked.class, text, name)?);
    }
    if let Some((class, text)) = asked.same_as {
        for i in 0..calls.objects.len() {
            let name = format!("{}2", calls.objects[i].name);
            calls.twins.push(made(machine, class, text.unwrap_or_default(), name)?);
        }
    }
    let offered = offered(machine, asked.class);
    let mut left_out = Vec::new();
    match asked.calls {
        [] => made_up(machine, asked, &offered, &mut calls, &mut left_out)?,
        given => {
            for text in given {
                let (name, items) = taken_apart(text)?;
                let found = chosen(machine, asked.class, &offered, name, items.as_deref())?;
                add(machine, asked, found, items.as_deref(), &mut calls)
                    .map_err(|why| format!("--call '{text}': {why}"))?;
            }
        }
    }
    if calls.list.is_empty() {
        let what = "no call could be made up from its public methods; give some with --call";
        return Err(format!("{}: {what}", shown_class(machine, asked.class)));
    }
    if let Some(name) = asked.invariant {
        calls.invariant = Some(invariant(machine, asked.class, &offered, name)?);
    }
    calls.matching = match asked.matching {
        Matched::Exact => Matching::Exact,
        Matched::Shape => Matching::Shape,
        Matched::Methods(names) => {
            let found = names.iter().map(|name| matched(machine, asked.class, &offered, name));
            Matching::Methods(found.collect::<Result<_, _>>()?)
        }
    };
    Ok((calls, left_out))
}

/// Calls of every public method whose parameters have small values.
fn made_up(
    machine: &mut Machine,
    asked: &ExploreRequest<'_>,
    offered: &[Candidate],
    calls: &mut Calls,
    left_out: &mut Vec<String>,
) -> Result<(), String> {
    let has_public = offered.iter().any(|candidate| candidate.is_public);
    for candidate in offered.iter().filter(|c| c.is_public || !has_public) {
        let is_general = asked.invariant.is_some_and(|name| candidate.target.name.as_str() == name)
            || is_of_every_object(candidate);
        if is_general {
            continue;
        }
        let is_callable = !candidate.is_lazy
            && candidate
                .parameters
                .iter()
                .all(|&desc| domain(machine, asked, calls, desc).is_ok_and(|d| d.is_some()));
        match is_callable {
            true => add(machine, asked, candidate, None, calls)?,
            false => left_out.push(shown(candidate)),
        }
    }
    Ok(())
}

/// Adds the calls of a method with all values, on every object.
fn add(
    machine: &mut Machine,
    asked: &ExploreRequest<'_>,
    candidate: &Candidate,
    items: Option<&[&str]>,
    calls: &mut Calls,
) -> Result<(), String> {
    let mut lists = vec![Vec::new()];
    for (at, &desc) in candidate.parameters.iter().enumerate() {
        let fixed = items.and_then(|items| written(machine, items[at], desc));
        let values = match fixed {
            Some(value) => vec![value],
            None => domain(machine, asked, calls, desc)?.ok_or_else(|| {
                let what = type_name(desc.as_str());
                format!(
                    "there are no small values of type {what}; give a value in its place, or write a driver"
                )
            })?,
        };
        if values.is_empty() {
            return Err(format!("none of the objects is of type {}", type_name(desc.as_str())));
        }
        let more = lists.len() as u64 * values.len() as u64 * calls.objects.len() as u64;
        bounded(more + calls.list.len() as u64)?;
        let longer = lists.iter().flat_map(|list: &Vec<Value>| {
            values.iter().map(move |value| list.iter().cloned().chain([value.clone()]).collect())
        });
        lists = longer.collect();
    }
    for receiver in 0..calls.objects.len() {
        for values in &lists {
            let twin = twin(machine, asked, candidate, values)?;
            let call = Call { receiver, method: candidate.target.clone(), values: values.clone(), twin };
            calls.list.push(call);
        }
    }
    Ok(())
}

/// The same call of the class that must do the same.
fn twin(
    machine: &Machine,
    asked: &ExploreRequest<'_>,
    candidate: &Candidate,
    values: &[Value],
) -> Result<Option<(Callee, Vec<Value>)>, String> {
    let Some((class, _)) = asked.same_as else { return Ok(None) };
    let offered = offered(machine, class);
    let fits = |other: &&Candidate| {
        other.target.name == candidate.target.name && other.parameters.len() == candidate.parameters.len()
    };
    let mut others: Vec<&Candidate> = offered.iter().filter(fits).collect();
    if let Some(same) = others.iter().position(|other| other.parameters == candidate.parameters) {
        others = vec![others[same]];
    }
    let converted = |other: &&Candidate| {
        let values = values.iter().zip(&other.parameters).map(|(value, &desc)| converted(value, desc));
        Some((other.target.clone(), values.collect::<Option<Vec<Value>>>()?))
    };
    let found: Vec<_> = others.iter().filter_map(converted).collect();
    match &found[..] {
        [one] => Ok(Some(one.clone())),
        [] => Err(format!("{} has no {} to compare with", shown_class(machine, class), shown(candidate))),
        _ => Err(format!("{} has several methods like {}", shown_class(machine, class), shown(candidate))),
    }
}

/// The one method that is meant.
fn chosen<'a>(
    machine: &mut Machine,
    class: ClassId,
    offered: &'a [Candidate],
    name: &str,
    items: Option<&[&str]>,
) -> Result<&'a Candidate, String> {
    let named: Vec<&Candidate> = offered.iter().filter(|c| c.target.name.as_str() == name).collect();
    if named.is_empty() {
        let mut names: Vec<&str> = offered.iter().map(|candidate| candidate.target.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        return Err(format!(
            "{} has no method {name} to call; it has {}",
            shown_class(machine, class),
            names.join(", ")
        ));
    }
    let all = || named.iter().map(|candidate| shown(candidate)).collect::<Vec<_>>().join(", ");
    let mut fits = |candidate: &&&Candidate| match items {
        None => true,
        Some(items) => accepts(machine, &candidate.parameters, items),
    };
    let fitting: Vec<&&Candidate> = named.iter().filter(&mut fits).collect();
    match fitting[..] {
        [one] => Ok(one),
        [] => Err(format!(
            "no {name} of {} takes ({}); it has {}",
            shown_class(machine, class),
            items.unwrap_or_default().join(", "),
            all()
        )),
        _ => Err(format!(
            "several methods could be meant by {name}: {}; write the types of the parameters",
            all()
        )),
    }
}

/// Each item is the parameter's type, or a literal of it.
fn accepts(machine: &mut Machine, parameters: &[Symbol], items: &[&str]) -> bool {
    let fits = |(&desc, &item): (&Symbol, &&str)| {
        let name = type_name(desc.as_str());
        let simple = name.rsplit(['.', '$']).next().unwrap_or_default();
        item == name || item == simple || written(machine, item, desc).is_some()
    };
    parameters.len() == items.len() && parameters.iter().zip(items).all(fits)
}

/// How an object is made: `Cls(1)`, or nothing for the constructor without parameters.
fn made(machine: &mut Machine, class: ClassId, text: &str, name: String) -> Result<Construction, String> {
    let shown = shown_class(machine, class);
    let access = machine.program.classes[class].access;
    if access.is_abstract() || access.is_interface() {
        let what = if access.is_interface() { "an interface" } else { "abstract" };
        return Err(format!("{shown} is {what}: there are no objects of it; name a class that extends it"));
    }
    let constructors: Vec<(Symbol, Vec<Symbol>)> = machine.program.classes[class]
        .methods
        .iter()
        .map(|&method| &machine.program.methods[method])
        .filter(|method| method.name == names::INIT && !method.access.is_private())
        .filter_map(|method| Some((method.desc, parameters(method.desc)?)))
        .collect();
    let simple = shown.rsplit(['.', '$']).next().unwrap_or_default().to_string();
    let list = || {
        let list = constructors.iter().map(|(_, parameters)| format!("{simple}({})", types(parameters)));
        list.collect::<Vec<_>>().join(", ")
    };
    let (called, items) = match text {
        "" => (simple.as_str(), Vec::new()),
        text => {
            let (called, items) = taken_apart(text)?;
            (called, items.unwrap_or_default())
        }
    };
    let is_named = called == simple || called == shown || called.replace('$', ".") == shown.replace('$', ".");
    if !is_named {
        return Err(format!("--new '{text}': the class is {simple}; write --new '{simple}(...)'"));
    }
    let mut fitting: Vec<(Symbol, Vec<Value>, Vec<u32>)> = Vec::new();
    for (desc, parameters) in constructors.iter().filter(|(_, it)| it.len() == items.len()) {
        let values = items.iter().zip(parameters).map(|(item, &desc)| written(machine, item, desc));
        let far = items.iter().zip(parameters).map(|(item, &desc)| distance(item, desc)).collect();
        fitting.extend(values.collect::<Option<Vec<Value>>>().map(|values| (*desc, values, far)));
    }
    let is_nearer = |one: &[u32], other: &[u32]| one != other && one.iter().zip(other).all(|(a, b)| a <= b);
    let meant = (0..fitting.len()).find(|&at| {
        let others = fitting.iter().enumerate().filter(|&(other, _)| other != at);
        others.into_iter().all(|(_, other)| is_nearer(&fitting[at].2, &other.2))
    });
    if let Some((desc, values, _)) = meant.map(|at| fitting.swap_remove(at)) {
        let is_overloaded = constructors.iter().filter(|(_, it)| it.len() == items.len()).count() > 1;
        return Ok(Construction { class, desc, values, name, is_overloaded });
    }
    if !fitting.is_empty() {
        let could: Vec<Vec<Symbol>> = fitting.iter().filter_map(|(desc, ..)| parameters(*desc)).collect();
        let could: Vec<String> = could.iter().map(|it| format!("{simple}({})", types(it))).collect();
        return Err(format!("--new '{text}': several constructors could be meant: {}", could.join(", ")));
    }
    Err(match (constructors.is_empty(), text) {
        (true, _) => {
            format!("{shown} has no constructor that can be called; is it made by a factory? write a driver")
        }
        (_, "") => format!("{shown} has no constructor without parameters; give one with --new: {}", list()),
        _ => format!("--new '{text}': no constructor takes these values; there are {}", list()),
    })
}

/// A method by whose answers structures are compared.
fn matched(machine: &Machine, class: ClassId, offered: &[Candidate], name: &str) -> Result<Callee, String> {
    let name = name.trim_end_matches("()");
    let found = offered.iter().find(|c| c.target.name.as_str() == name && c.parameters.is_empty());
    let shown = shown_class(machine, class);
    let found = found.ok_or_else(|| format!("--match: {shown} has no method {name}() without parameters"))?;
    match found.target.returns {
        Kind::Void | Kind::Ref => Err(format!("--match: {name}() must give a number or a truth value")),
        _ => Ok(found.target.clone()),
    }
}

/// The method that must always give true.
fn invariant(machine: &Machine, class: ClassId, offered: &[Candidate], name: &str) -> Result<Callee, String> {
    let found = offered.iter().find(|c| c.target.name.as_str() == name && c.parameters.is_empty());
    let found = found.ok_or_else(|| {
        format!(
            "--invariant {name}: {} has no method {name}() without parameters",
            shown_class(machine, class)
        )
    })?;
    match found.target.returns {
        Kind::Boolean => Ok(found.target.clone()),
        _ => Err(format!("--invariant {name}: {name}() must give a boolean")),
    }
}
