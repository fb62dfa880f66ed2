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
            .filter(|_| matches!(kind, Kind::Char | Kind::Int | Kind::Ref));
    }
    match text {
        "true" | "false" => {
            let is_truth = kind == Kind::Boolean || kind == Kind::Ref;
            boxed(Kind::Boolean, i64::from(text == "true")).filter(|_| is_truth)
        }
        _ => {
            let number: i64 = text.trim_end_matches(['L', 'l']).parse().ok()?;
            let value = boxed(Kind::Int, number).filter(|_| kind != Kind::Boolean)?;
            let (Value::Number(kind, n) | Value::Boxed(kind, n)) = value else { return None };
            numbers(kind, (n, n)).is_ok().then_some(value)
        }
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
