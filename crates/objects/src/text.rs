//! Reading what the user wrote for a call: its name, and types or literals in its brackets.

use crate::value::{Value, numbers};
use base::Symbol;
use classfile::Kind;

/// What kind of box a parameter of a reference type takes, if it takes one. `usual` is that of parameters which take
/// any.
pub(crate) fn box_for(desc: Symbol, usual: Kind) -> Option<Kind> {
    Some(match desc.as_str() {
        "Ljava/lang/Object;" | "Ljava/lang/Comparable;" | "Ljava/io/Serializable;" => usual,
        "Ljava/lang/Number;" if usual != Kind::Boolean && usual != Kind::Char => usual,
        "Ljava/lang/Integer;" => Kind::Int,
        "Ljava/lang/Long;" => Kind::Long,
        "Ljava/lang/Short;" => Kind::Short,
        "Ljava/lang/Byte;" => Kind::Byte,
        "Ljava/lang/Character;" => Kind::Char,
        "Ljava/lang/Boolean;" => Kind::Boolean,
        "Ljava/lang/Float;" => Kind::Float,
        "Ljava/lang/Double;" => Kind::Double,
        _ => return None,
    })
}

/// A literal of a parameter's type; `None` if the text is none.
pub(crate) fn literal(text: &str, desc: Symbol) -> Option<Value> {
    let kind = desc.bytes().first().copied().and_then(Kind::from_letter)?;
    let boxed = |usual: Kind, n: i64| match kind {
        Kind::Ref => box_for(desc, usual).map(|kind| Value::Boxed(kind, n)),
        _ => Some(Value::Number(kind, n)),
    };
    if let Some(inside) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let element = desc.as_str().strip_prefix('[').map(Symbol::new)?;
        let items = if inside.trim().is_empty() { Vec::new() } else { split(inside) };
        let elements = items.iter().map(|item| literal(item, element));
        return Some(Value::Array(desc, elements.collect::<Option<Vec<Value>>>()?));
    }
    if text == "null" {
        return (kind == Kind::Ref).then_some(Value::Null);
    }
    if let Some(quoted) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return takes_text(desc).then(|| Value::Text(quoted.to_string()));
    }
    if let Some(letter) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        let mut letters = letter.chars();
        let unit = letters.next().filter(|_| letters.next().is_none())?;
        return boxed(Kind::Char, i64::from(u32::from(unit)))
            .filter(|value| matches!(kind, Kind::Char | Kind::Int) || is_box(value, Kind::Char));
    }
    match text {
        "true" | "false" => {
            let value = boxed(Kind::Boolean, i64::from(text == "true"));
            value.filter(|value| kind == Kind::Boolean || is_box(value, Kind::Boolean))
        }
        _ => {
            let digits = text.strip_suffix(['L', 'l']);
            let number: i64 = digits.unwrap_or(text).parse().ok()?;
            let usual = if digits.is_some() { Kind::Long } else { Kind::Int };
            let value =
                boxed(usual, number).filter(|it| kind != Kind::Boolean && !is_box(it, Kind::Boolean))?;
            let (Value::Number(kind, n) | Value::Boxed(kind, n)) = value else { return None };
            let is_wide = matches!(kind, Kind::Long | Kind::Float | Kind::Double);
            if digits.is_some() && !is_wide {
                return None;
            }
            numbers(kind, (n, n)).is_ok().then_some(value)
        }
    }
}

fn is_box(value: &Value, of: Kind) -> bool {
    matches!(value, Value::Boxed(kind, _) if *kind == of)
}

/// How far a literal is from the type of a parameter that takes it, as Java has it when it chooses among
/// constructors: what is nearer is meant. What Java would not give it to is farthest.
pub(crate) fn distance(text: &str, desc: Symbol) -> u32 {
    /// Each is widened to those behind it.
    const NUMBERS: [&str; 5] = ["C", "I", "J", "F", "D"];
    let is_number = text.trim_start_matches('-').starts_with(|letter: char| letter.is_ascii_digit());
    let (first, boxed) = match text {
        "true" | "false" => (NUMBERS.len(), "Ljava/lang/Boolean;"),
        _ if is_number && text.ends_with(['L', 'l']) => (2, "Ljava/lang/Long;"),
        _ if is_number => (1, "Ljava/lang/Integer;"),
        _ if text.starts_with('\'') => (0, "Ljava/lang/Character;"),
        // A class is nearer than what is above it.
        _ => return general(desc).unwrap_or(0),
    };
    let place = NUMBERS.iter().position(|&letter| letter == desc.as_str());
    match (place.map(|at| at.checked_sub(first)), desc.as_str()) {
        (Some(Some(steps)), _) => steps as u32,
        (None, "Z") => 0,
        (None, name) if name == boxed => FARTHEST - 3,
        (None, "Ljava/lang/CharSequence;") => FARTHEST,
        _ => general(desc).unwrap_or(FARTHEST),
    }
}

/// Farther than all that Java would choose.
const FARTHEST: u32 = 10;

/// How far everything is from a class or an interface above many.
fn general(desc: Symbol) -> Option<u32> {
    match desc.as_str() {
        "Ljava/lang/Object;" => Some(FARTHEST - 1),
        "Ljava/lang/Comparable;"
        | "Ljava/io/Serializable;"
        | "Ljava/lang/Number;"
        | "Ljava/lang/CharSequence;" => Some(FARTHEST - 2),
        _ => None,
    }
}

/// A parameter that takes strings.
pub(crate) fn takes_text(desc: Symbol) -> bool {
    const TYPES: [&str; 5] = [
        "java/lang/String",
        "java/lang/CharSequence",
        "java/lang/Object",
        "java/lang/Comparable",
        "java/io/Serializable",
    ];
    let name = desc.as_str().strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    name.is_some_and(|name| TYPES.contains(&name))
}

/// A value for a parameter of another type.
pub(crate) fn converted(value: &Value, desc: Symbol) -> Option<Value> {
    let kind = desc.bytes().first().copied().and_then(Kind::from_letter)?;
    match (value, kind) {
        (Value::Number(from, n), Kind::Ref) => box_for(desc, *from).map(|kind| Value::Boxed(kind, *n)),
        (Value::Boxed(from, n), Kind::Ref) => box_for(desc, *from).map(|kind| Value::Boxed(kind, *n)),
        (Value::Number(_, n) | Value::Boxed(_, n), kind) => Some(Value::Number(kind, *n)),
        (Value::Text(_), Kind::Ref) => takes_text(desc).then(|| value.clone()),
        (Value::Array(from, _), Kind::Ref) => {
            let takes = *from == desc || desc.as_str() == "Ljava/lang/Object;";
            takes.then(|| value.clone())
        }
        (other, Kind::Ref) => Some(other.clone()),
        _ => None,
    }
}

/// A name and what stands in its brackets, if there are any.
pub(crate) fn taken_apart(text: &str) -> Result<(&str, Option<Vec<&str>>), String> {
    let text = text.trim();
    let Some((name, rest)) = text.split_once('(') else { return Ok((text, None)) };
    let inside = rest
        .strip_suffix(')')
        .ok_or_else(|| format!("'{text}': a bracket is open; write 'name(int, Object)'"))?;
    let items = match inside.trim() {
        "" => Vec::new(),
        inside => split(inside),
    };
    Ok((name.trim(), Some(items)))
}

/// The parts between commas, those within quotes and braces aside.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quote, mut braces) = (Vec::new(), 0, None, 0);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, '{') => braces += 1,
            (None, '}') => braces -= 1,
            (None, ',') if braces == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}
