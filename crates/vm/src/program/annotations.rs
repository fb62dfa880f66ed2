//! The few annotations of the library that mean something to a virtual machine (JVMS 4.7.16).

use classfile::{Class, Constant, Method};

/// Frames of such methods are left out of stack traces.
const HIDDEN: [&str; 2] = ["Ljdk/internal/vm/annotation/Hidden;", "Ljava/lang/invoke/LambdaForm$Hidden;"];

pub(super) fn is_hidden(class: &Class, method: &Method) -> bool {
    method.annotations.visible.is_some() && HIDDEN.iter().any(|name| has_annotation(class, method, name))
}

/// The method carries the annotation with this descriptor.
pub fn has_annotation(class: &Class, method: &Method, name: &str) -> bool {
    annotations(class, method.annotations.visible.as_deref()).iter().any(|found| found.name == name)
}

/// An annotation, as far as it is of interest here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The descriptor of its type.
    pub name: String,
    /// Elements whose values are classes: name and descriptor.
    pub classes: Vec<(String, String)>,
    /// Elements whose values are `int`s.
    pub ints: Vec<(String, i32)>,
}

/// The annotations in the raw content of a `RuntimeVisibleAnnotations` attribute, up to where it is
/// malformed.
pub fn annotations(class: &Class, raw: Option<&[u8]>) -> Vec<Annotation> {
    let Some(bytes) = raw else { return Vec::new() };
    let mut reader = AnnotationReader { class, bytes, at: 0 };
    let count = reader.number().unwrap_or(0);
    (0..count).map_while(|_| reader.annotation()).collect()
}

/// The annotations of all parameters, out of the raw content of a `RuntimeVisibleParameterAnnotations`
/// attribute.
pub fn parameter_annotations(class: &Class, raw: Option<&[u8]>) -> Vec<Annotation> {
    let Some((&parameters, _)) = raw.and_then(|bytes| bytes.split_first()) else { return Vec::new() };
    let mut reader = AnnotationReader { class, bytes: raw.unwrap_or_default(), at: 1 };
    let mut found = Vec::new();
    for _ in 0..parameters {
        let count = reader.number().unwrap_or(0);
        found.extend((0..count).map_while(|_| reader.annotation()));
    }
    found
}

struct AnnotationReader<'a> {
    class: &'a Class,
    bytes: &'a [u8],
    at: usize,
}

impl AnnotationReader<'_> {
    fn number(&mut self) -> Option<u16> {
        let pair = self.bytes.get(self.at..self.at + 2)?;
        self.at += 2;
        Some(u16::from_be_bytes([pair[0], pair[1]]))
    }

    fn text(&mut self) -> Option<String> {
        match self.class.constants.get(usize::from(self.number()?)) {
            Some(Constant::Utf8(text)) => Some(text.to_string()),
            _ => Some(String::new()),
        }
    }

    fn annotation(&mut self) -> Option<Annotation> {
        let mut found = Annotation { name: self.text()?, classes: Vec::new(), ints: Vec::new() };
        for _ in 0..self.number()? {
            let name = self.text()?;
            match self.value()? {
                Value::Class(desc) => found.classes.push((name, desc)),
                Value::Int(number) => found.ints.push((name, number)),
                Value::Other => {}
            }
        }
        Some(found)
    }

    fn value(&mut self) -> Option<Value> {
        let tag = *self.bytes.get(self.at)?;
        self.at += 1;
        match tag {
            b'c' => return Some(Value::Class(self.text()?)),
            b'I' => {
                return match self.class.constants.get(usize::from(self.number()?)) {
                    Some(Constant::Integer(number)) => Some(Value::Int(*number)),
                    _ => Some(Value::Other),
                };
            }
            b'e' => {
                self.number()?;
                self.number()?;
            }
            b'@' => {
                self.annotation()?;
            }
            b'[' => {
                for _ in 0..self.number()? {
                    self.value()?;
                }
            }
            _ => {
                self.number()?;
            }
        }
        Some(Value::Other)
    }
}

/// The value of an element, as far as it is of interest here.
enum Value {
    /// Its descriptor.
    Class(String),
    Int(i32),
    Other,
}
