//! Values of types: numbers of a range, texts, constants, arrays, and objects that there are.

use super::ExploreRequest;
use crate::call::{Calls, Construction};
use crate::text::{box_for, literal};
use crate::value::{Value, bounded, numbers, size};
use base::Symbol;
use classfile::{Access, Kind};
use vm::Machine;

/// The most elements of an array that is made up.
const MAX_ELEMENTS: usize = 2;

/// Small values of a parameter's type; `None` if it has none.
pub(super) fn domain(
    machine: &mut Machine,
    asked: &ExploreRequest<'_>,
    calls: &Calls,
    desc: Symbol,
) -> Result<Option<Vec<Value>>, String> {
    let kind = desc.bytes().first().copied().and_then(Kind::from_letter).unwrap_or(Kind::Void);
    if kind != Kind::Ref {
        let numbers = numbers(kind, asked.values)?;
        return Ok(Some(numbers.into_iter().map(|n| Value::Number(kind, n)).collect()));
    }
    let mut values = match (box_for(desc, Kind::Int), desc.as_str()) {
        (Some(kind), _) => numbers(kind, asked.values)?.into_iter().map(|n| Value::Boxed(kind, n)).collect(),
        (_, "Ljava/lang/String;" | "Ljava/lang/CharSequence;") => {
            bounded(size(asked.values))?;
            (asked.values.0..=asked.values.1).map(|n| Value::Text(n.to_string())).collect()
        }
        (_, name) if name.starts_with('[') => arrays_of(machine, asked, calls, desc)?,
        _ => {
            let constants = constants_of(machine, desc);
            if constants.is_empty() { objects_of(machine, calls, desc) } else { constants }
        }
    };
    if values.is_empty() {
        return Ok(None);
    }
    values.extend(asked.with_null.then_some(Value::Null));
    Ok(Some(values))
}

/// Arrays of every length up to [`MAX_ELEMENTS`], with small values in them.
fn arrays_of(
    machine: &mut Machine,
    asked: &ExploreRequest<'_>,
    calls: &Calls,
    desc: Symbol,
) -> Result<Vec<Value>, String> {
    let element = Symbol::new(&desc.as_str()[1..]);
    let Some(values) = domain(machine, asked, calls, element)? else { return Ok(Vec::new()) };
    if values.iter().any(|value| matches!(value, Value::Object(_))) {
        return Ok(Vec::new());
    }
    let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
    let mut longest = lists.clone();
    for _ in 0..MAX_ELEMENTS {
        bounded(longest.len() as u64 * values.len() as u64 + lists.len() as u64)?;
        let longer = longest.iter().flat_map(|list| {
            values.iter().map(move |value| list.iter().cloned().chain([value.clone()]).collect())
        });
        longest = longer.collect();
        lists.extend(longest.iter().cloned());
    }
    Ok(lists.into_iter().map(|list| Value::Array(desc, list)).collect())
}

/// The constants of an enum class, in their order.
fn constants_of(machine: &mut Machine, desc: Symbol) -> Vec<Value> {
    let name = desc.as_str().strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or_default();
    let Ok(class) = machine.load(name) else { return Vec::new() };
    let class = &machine.program.classes[class];
    if !class.access.has(Access::ENUM) {
        return Vec::new();
    }
    let fields = class.fields.iter().map(|&field| &machine.program.fields[field]);
    let constants = fields.filter(|field| field.access.has(Access::ENUM) && field.access.is_static());
    constants.map(|field| Value::Constant { class: class.name, name: field.name }).collect()
}

/// What stands in the place of a type: a literal, or the name of an enum's constant.
pub(super) fn written(machine: &mut Machine, text: &str, desc: Symbol) -> Option<Value> {
    literal(text, desc).or_else(|| {
        let simple = text.rsplit('.').next().unwrap_or(text);
        let is_it = |value: &Value| matches!(value, Value::Constant { name, .. } if name.as_str() == simple);
        constants_of(machine, desc).into_iter().find(is_it)
    })
}

/// Those of the objects that a parameter takes.
fn objects_of(machine: &mut Machine, calls: &Calls, desc: Symbol) -> Vec<Value> {
    let name = desc.as_str().trim_start_matches('L').trim_end_matches(';').to_string();
    let Ok(class) = machine.load(&name) else { return Vec::new() };
    let is_one = |made: &Construction| machine.program.is_subclass(made.class, class);
    let numbered = calls.objects.iter().enumerate().filter(|(_, made)| is_one(made));
    numbered.map(|(at, _)| Value::Object(at)).collect()
}
