//! Arguments of calls: small values, as Java text and as words of the machine.

use base::Symbol;
use classfile::Kind;
use vm::{Machine, Ref, Trap};

/// An argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A number, a character or a truth value, by the kind of its parameter.
    Number(Kind, i64),
    /// The same in a box, as `valueOf` gives it.
    Boxed(Kind, i64),
    Text(String),
    /// One of the objects that are explored.
    Object(usize),
    /// A constant of an enum class.
    Constant {
        class: Symbol,
        name: Symbol,
    },
    /// A new array each time. The descriptor of its type, and its elements.
    Array(Symbol, Vec<Value>),
    Null,
}

impl Value {
    /// As Java writes it. Objects are called by their names.
    pub fn java(&self, names: &[String]) -> String {
        match self {
            Value::Number(Kind::Boolean, n) | Value::Boxed(Kind::Boolean, n) => (*n != 0).to_string(),
            Value::Number(Kind::Char, n) | Value::Boxed(Kind::Char, n) => character(*n as u16),
            Value::Number(Kind::Long, n) | Value::Boxed(Kind::Long, n) => format!("{n}L"),
            Value::Number(Kind::Float, n) | Value::Boxed(Kind::Float, n) => format!("{n}f"),
            Value::Number(Kind::Double, n) | Value::Boxed(Kind::Double, n) => format!("{n}.0"),
            Value::Number(kind @ (Kind::Byte | Kind::Short), n)
            | Value::Boxed(kind @ (Kind::Byte | Kind::Short), n) => {
                format!("({}) {n}", kind.java_name().unwrap_or_default())
            }
            Value::Number(_, n) | Value::Boxed(_, n) => n.to_string(),
            Value::Text(text) => {
                let letters: String = text.encode_utf16().map(|unit| letter(unit, '"')).collect();
                format!("\"{letters}\"")
            }
            Value::Object(at) => names.get(*at).cloned().unwrap_or_default(),
            Value::Constant { class, name } => format!("{}.{name}", class.as_str().replace(['/', '$'], ".")),
            Value::Array(desc, elements) => {
                let elements: Vec<String> = elements.iter().map(|element| element.java(names)).collect();
                let class = vm::program::external_type(desc.as_str()).replace('$', ".");
                format!("new {class} {{{}}}", elements.join(", "))
            }
            Value::Null => "null".to_string(),
        }
    }

    /// It comes in a register: what does not is made by the adapter of the call.
    pub(crate) fn is_passed(&self) -> bool {
        !matches!(self, Value::Constant { .. } | Value::Array(..))
    }

    /// The word that a register holds for it. Boxes are made by who is called: here they are still numbers.
    pub(crate) fn word(&self, machine: &mut Machine, objects: &[Ref]) -> Result<u64, Trap> {
        Ok(match self {
            Value::Number(kind, n) | Value::Boxed(kind, n) => bits(*kind, *n),
            // A literal: the same object each time, as in a line of Java.
            Value::Text(text) => u64::from(machine.literal_text(text)?.0),
            Value::Object(at) => u64::from(objects[*at].0),
            Value::Null | Value::Constant { .. } | Value::Array(..) => 0,
        })
    }
}

/// A number of a kind as a register has it.
pub(crate) fn bits(kind: Kind, n: i64) -> u64 {
    match kind {
        Kind::Long => n as u64,
        Kind::Float => u64::from((n as f32).to_bits()),
        Kind::Double => (n as f64).to_bits(),
        // All others are computed with as `int`.
        _ => u64::from(n as i32 as u32),
    }
}

fn character(unit: u16) -> String {
    format!("'{}'", letter(unit, '\''))
}

/// A character between the quotes of a literal. The end of a line has a name of its own: the compiler reads what is
/// written as a number as if the character itself stood there.
fn letter(unit: u16, quote: char) -> String {
    match char::from_u32(u32::from(unit)) {
        Some('\n') => "\\n".to_string(),
        Some('\r') => "\\r".to_string(),
        Some(letter) if letter == quote || letter == '\\' => format!("\\{letter}"),
        Some(letter) if letter.is_ascii_graphic() || letter == ' ' => letter.to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

/// More calls than this come from a range that nobody can have meant.
pub(crate) const MAX_CALLS: usize = 100_000;

/// Refuses what has more values, or leads to more calls, than there may be: before they are made.
pub(crate) fn bounded(count: u64) -> Result<(), String> {
    match count <= MAX_CALLS as u64 {
        true => Ok(()),
        false => Err(format!("more than {MAX_CALLS} calls; give a smaller range with --values")),
    }
}

/// How many numbers a range has.
pub(crate) fn size((least, most): (i64, i64)) -> u64 {
    most.abs_diff(least).saturating_add(1)
}

/// The values of a range that a number of this kind can have. Truth values are both, whatever the range.
pub(crate) fn numbers(kind: Kind, range: (i64, i64)) -> Result<Vec<i64>, String> {
    let (least, most) = match kind {
        Kind::Boolean => return Ok(vec![0, 1]),
        Kind::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Kind::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Kind::Char => (0, i64::from(u16::MAX)),
        Kind::Long => (i64::MIN, i64::MAX),
        _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
    };
    match (least..=most).contains(&range.0) && (least..=most).contains(&range.1) {
        true => bounded(size(range)).map(|()| (range.0..=range.1).collect()),
        false => {
            let name = kind.java_name().unwrap_or_default();
            Err(format!(
                "--values {}..{}: a parameter of type {name} takes {least} to {most}",
                range.0, range.1
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_java() {
        let names = vec!["set".to_string()];
        let java = |value: Value| value.java(&names);
        assert_eq!(java(Value::Number(Kind::Boolean, 1)), "true");
        assert_eq!(java(Value::Number(Kind::Char, 97)), "'a'");
        assert_eq!(java(Value::Number(Kind::Char, 0)), "'\\u0000'");
        let odd: String = [10, 13, 39, 92, 34, 32].map(|unit| java(Value::Number(Kind::Char, unit))).concat();
        assert_eq!(odd, r#"'\n''\r''\'''\\''"'' '"#);
        let text = Value::Text("a\n\u{1}\u{e9}'\u{1f600}".into());
        assert_eq!(java(text), r#""a\n\u0001\u00e9'\ud83d\ude00""#);
        assert_eq!(java(Value::Boxed(Kind::Long, -3)), "-3L");
        assert_eq!(java(Value::Number(Kind::Byte, 7)), "(byte) 7");
        assert_eq!(java(Value::Text("a\"b".into())), "\"a\\\"b\"");
        assert_eq!(java(Value::Object(0)), "set");
    }

    #[test]
    fn ranges_must_fit_their_type() {
        assert_eq!(numbers(Kind::Boolean, (5, 9)), Ok(vec![0, 1]));
        assert_eq!(numbers(Kind::Int, (-1, 1)), Ok(vec![-1, 0, 1]));
        assert!(numbers(Kind::Long, (i64::MIN, i64::MAX)).is_err());
        assert!(numbers(Kind::Byte, (0, 128)).is_err() && numbers(Kind::Char, (-1, 0)).is_err());
    }
}
