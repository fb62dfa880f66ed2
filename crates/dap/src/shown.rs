//! What there is to see at one moment: threads, frames, variables, and simple expressions over them.
//!
//! Values come as texts. One that is the name of an object can be opened.

use lts::{ActorView, ObjectView, Picture};

/// What a number for variables stands for, as long as nobody moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Opened {
    Locals {
        actor: u32,
        frame: usize,
    },
    /// Every object that is shown.
    Objects,
    Object(String),
    /// The elements of an array that is shown as a text.
    Elements(String),
}

/// A variable: its name and its value.
pub(crate) type Variable = (String, String);

pub(crate) fn actor(picture: &Picture, actor: u32) -> Option<&ActorView> {
    picture.actors.iter().find(|view| view.actor == actor)
}

fn object<'a>(picture: &'a Picture, name: &str) -> Option<&'a ObjectView> {
    picture.objects.iter().find(|object| object.name == name)
}

/// What opens when somebody clicks on this value.
pub(crate) fn behind(picture: &Picture, value: &str) -> Option<Opened> {
    match object(picture, value) {
        Some(object) => Some(Opened::Object(object.name.clone())),
        None => (!elements(value).is_empty()).then(|| Opened::Elements(value.to_string())),
    }
}

pub(crate) fn variables(picture: &Picture, opened: &Opened) -> Vec<Variable> {
    match opened {
        Opened::Locals { actor: who, frame } => {
            let locals = actor(picture, *who).and_then(|view| view.locals.get(*frame));
            locals.cloned().unwrap_or_default()
        }
        Opened::Objects => picture.objects.iter().map(|o| (o.name.clone(), summary(o))).collect(),
        Opened::Object(name) => object(picture, name).map(fields).unwrap_or_default(),
        Opened::Elements(value) => {
            elements(value).into_iter().enumerate().map(|(i, element)| (format!("[{i}]"), element)).collect()
        }
    }
}

fn fields(object: &ObjectView) -> Vec<Variable> {
    let holder = object.holder.iter().map(|holder| ("held by".to_string(), holder.clone()));
    object.fields.iter().cloned().chain(holder).collect()
}

fn summary(object: &ObjectView) -> String {
    let fields: Vec<String> =
        fields(object).into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{{{}}}", fields.join(", "))
}

/// The parts of a text such as `[1, [2, 3], "a, b"]`; none if it is not one.
fn elements(value: &str) -> Vec<String> {
    let Some(inner) = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return Vec::new();
    };
    let (mut parts, mut part, mut depth, mut quoted, mut escaped) =
        (Vec::new(), String::new(), 0, false, false);
    for c in inner.chars() {
        match c {
            '"' if !escaped => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(std::mem::take(&mut part).trim().to_string());
                continue;
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        part.push(c);
    }
    if !part.trim().is_empty() {
        parts.push(part.trim().to_string());
    }
    parts
}

/// Comparisons, longer ones first.
const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// The value of `name`, `name.field[2]`, or of two of them that are compared.
pub(crate) fn evaluate(picture: &Picture, who: u32, frame: usize, text: &str) -> Result<String, String> {
    let found = COMPARISONS.iter().filter_map(|sign| text.find(sign).map(|at| (at, *sign)));
    let Some((at, sign)) = found.min_by_key(|(at, sign)| (*at, std::cmp::Reverse(sign.len()))) else {
        return term(picture, who, frame, text.trim());
    };
    let left = term(picture, who, frame, text[..at].trim())?;
    let right = term(picture, who, frame, text[at + sign.len()..].trim())?;
    compared(&left, sign, &right).map(|holds| holds.to_string())
}

fn compared(left: &str, sign: &str, right: &str) -> Result<bool, String> {
    let order = match (left.parse::<f64>(), right.parse::<f64>()) {
        (Ok(left), Ok(right)) => left.partial_cmp(&right),
        _ if sign == "==" || sign == "!=" => Some(left.cmp(right)),
        _ => return Err(format!("{left} and {right} cannot be compared by {sign}")),
    };
    Ok(match sign {
        "==" => order.is_some_and(std::cmp::Ordering::is_eq),
        "!=" => !order.is_some_and(std::cmp::Ordering::is_eq),
        "<" => order.is_some_and(std::cmp::Ordering::is_lt),
        "<=" => order.is_some_and(std::cmp::Ordering::is_le),
        ">" => order.is_some_and(std::cmp::Ordering::is_gt),
        _ => order.is_some_and(std::cmp::Ordering::is_ge),
    })
}

/// A literal, or a way from a variable through fields and elements.
fn term(picture: &Picture, who: u32, frame: usize, text: &str) -> Result<String, String> {
    let is_literal = text.parse::<f64>().is_ok()
        || ["true", "false", "null"].contains(&text)
        || (text.len() > 1 && text.starts_with(['"', '\'']) && text.ends_with(['"', '\'']));
    if is_literal {
        return Ok(text.to_string());
    }
    let spaced = text.replace('[', ".[");
    let mut parts = spaced.split('.').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let mut value = root(picture, who, frame, first).ok_or_else(|| format!("there is no {first} here"))?;
    for part in parts {
        value = within(picture, &value, part).ok_or_else(|| format!("{value} has no {part}"))?;
    }
    Ok(value)
}

/// A variable, a field of `this`, a class with static fields or one of them, or the name of an object.
fn root(picture: &Picture, who: u32, frame: usize, name: &str) -> Option<String> {
    let view = actor(picture, who);
    let no_locals = Vec::new();
    let locals = view.and_then(|view| view.locals.get(frame)).unwrap_or(&no_locals);
    let named = |wanted: &str| locals.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
    let of_this = || named("this").and_then(|this| within(picture, &this, name));
    let of_class = || {
        let unit = &view?.stack.get(frame)?.unit;
        within(picture, unit.rsplit(['.', '$']).next()?, name)
    };
    let of_object = || object(picture, name).map(|object| object.name.clone());
    // A thread that has ended is in no class; static fields are there all the same.
    let classes = || picture.objects.iter().filter(|object| !object.name.contains('#'));
    let of_any_class = || classes().find_map(|class| within(picture, &class.name, name));
    named(name).or_else(of_this).or_else(of_class).or_else(of_object).or_else(of_any_class)
}

/// A field of an object, or an element or the length of an array.
fn within(picture: &Picture, value: &str, part: &str) -> Option<String> {
    let index = part.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Some(index) = index {
        return elements(value).get(index.trim().parse::<usize>().ok()?).cloned();
    }
    if part == "length" && value.starts_with('[') {
        return Some(elements(value).len().to_string());
    }
    let fields = fields(object(picture, value)?);
    fields.into_iter().find(|(name, _)| name == part).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lts::Spot;

    fn picture() -> Picture {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        let spot = Spot {
            unit: "shop.Bank".into(),
            procedure: "pay".into(),
            folder: "shop".into(),
            file: "Bank.java".into(),
            line: 3,
        };
        let view = ActorView {
            actor: 1,
            name: "T".into(),
            doing: "can go on".into(),
            is_alive: true,
            wants: None,
            held_by: None,
            stack: vec![spot],
            locals: vec![vec![pair("this", "Bank#1"), pair("n", "3"), pair("names", "[\"a, b\", \"c\"]")]],
        };
        let object =
            |name: &str, fields: Vec<Variable>| ObjectView { name: name.into(), holder: None, fields };
        Picture {
            actors: vec![view],
            objects: vec![
                object("Bank", vec![pair("total", "7")]),
                object("Bank#1", vec![pair("account", "Account#1")]),
                object("Account#1", vec![pair("balance", "100")]),
            ],
        }
    }

    #[test]
    fn expressions_lead_through_fields_and_elements() {
        let picture = picture();
        let value = |text: &str| evaluate(&picture, 1, 0, text);
        for (text, expected) in [
            ("n", "3"),
            ("this.account.balance", "100"),
            ("account.balance >= 100", "true"),
            ("total", "7"),
            ("Bank.total != 7", "false"),
            ("names[0]", "\"a, b\""),
            ("names.length", "2"),
            ("n == 3", "true"),
            ("n<2", "false"),
            ("Account#1.balance", "100"),
        ] {
            assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(value("nothing"), Err("there is no nothing here".to_string()));
        assert_eq!(value("n.x"), Err("3 has no x".to_string()));
        assert!(value("this < n").is_err());
        assert!(evaluate(&picture, 9, 9, "").is_err());
    }
}
