//! Objects of the evaluator, and what is a kind of what.

use super::{Eval, Thrown};
use ir::Sym;
use ir::operand::Kind;
use std::collections::HashMap;

/// What a handle stands for.
pub(super) enum Object {
    Instance {
        class: String,
        fields: HashMap<String, u64>,
    },
    /// Its class begins with `[`.
    Array {
        class: String,
        items: Vec<u64>,
    },
}

impl Object {
    pub(super) fn instance(class: &str) -> Object {
        Object::Instance { class: class.into(), fields: HashMap::new() }
    }
}

/// Classes of the library that tests meet, each with the one above it.
const LIBRARY: &[(&str, &str)] = &[
    ("java/lang/ArithmeticException", "java/lang/RuntimeException"),
    ("java/lang/ArrayIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"),
    ("java/lang/ArrayStoreException", "java/lang/RuntimeException"),
    ("java/lang/ClassCastException", "java/lang/RuntimeException"),
    ("java/lang/Error", "java/lang/Throwable"),
    ("java/lang/Exception", "java/lang/Throwable"),
    ("java/lang/ExceptionInInitializerError", "java/lang/LinkageError"),
    ("java/lang/IllegalArgumentException", "java/lang/RuntimeException"),
    ("java/lang/IllegalMonitorStateException", "java/lang/RuntimeException"),
    ("java/lang/IllegalStateException", "java/lang/RuntimeException"),
    ("java/lang/IndexOutOfBoundsException", "java/lang/RuntimeException"),
    ("java/lang/LinkageError", "java/lang/Error"),
    ("java/lang/NegativeArraySizeException", "java/lang/RuntimeException"),
    ("java/lang/NullPointerException", "java/lang/RuntimeException"),
    ("java/lang/RuntimeException", "java/lang/Exception"),
    ("java/lang/StackOverflowError", "java/lang/VirtualMachineError"),
    ("java/lang/String", "java/lang/CharSequence"),
    ("java/lang/VirtualMachineError", "java/lang/Error"),
];

impl Eval<'_> {
    pub(super) fn make(&mut self, object: Object) -> u64 {
        self.heap.push(object);
        self.heap.len() as u64
    }

    pub(super) fn throw(&mut self, class: &str) -> Thrown {
        self.make(Object::instance(class)) as u32
    }

    /// The handle in a register, unless it is null.
    pub(super) fn object(&mut self, word: u64) -> Result<u32, Thrown> {
        match word as u32 {
            0 => Err(self.throw("java/lang/NullPointerException")),
            handle => Ok(handle),
        }
    }

    pub(super) fn class_of(&self, handle: u32) -> &str {
        match &self.heap[handle as usize - 1] {
            Object::Instance { class, .. } | Object::Array { class, .. } => class,
        }
    }

    pub(super) fn field(&self, handle: u32, name: &str) -> u64 {
        match &self.heap[handle as usize - 1] {
            Object::Instance { fields, .. } => fields.get(name).copied().unwrap_or(0),
            Object::Array { .. } => panic!("a field of an array"),
        }
    }

    pub(super) fn set_field(&mut self, handle: u32, name: &str, value: u64) {
        match &mut self.heap[handle as usize - 1] {
            Object::Instance { fields, .. } => fields.insert(name.into(), value),
            Object::Array { .. } => panic!("a field of an array"),
        };
    }

    pub(super) fn items(&mut self, handle: u32) -> &mut Vec<u64> {
        match &mut self.heap[handle as usize - 1] {
            Object::Array { items, .. } => items,
            Object::Instance { class, .. } => panic!("{class} is no array"),
        }
    }

    pub(super) fn array(&mut self, element: &str, len: i32) -> Result<u64, Thrown> {
        match usize::try_from(len) {
            Ok(len) => Ok(self.make(Object::Array { class: format!("[{element}"), items: vec![0; len] })),
            Err(_) => Err(self.throw("java/lang/NegativeArraySizeException")),
        }
    }

    pub(super) fn multi(&mut self, class: &str, lens: &[i32]) -> Result<u64, Thrown> {
        if lens.iter().any(|&len| len < 0) {
            return Err(self.throw("java/lang/NegativeArraySizeException"));
        }
        let (element, rest) = (&class[1..], &lens[1..]);
        let array = self.array(element, lens[0])?;
        for at in 0..if rest.is_empty() { 0 } else { lens[0] } {
            let row = self.multi(element, rest)?;
            self.items(array as u32)[at as usize] = row;
        }
        Ok(array)
    }

    pub(super) fn element(&mut self, array: u64, index: i32) -> Result<&mut u64, Thrown> {
        let array = self.object(array)?;
        let len = self.items(array).len();
        match usize::try_from(index) {
            Ok(index) if index < len => Ok(&mut self.items(array)[index]),
            _ => Err(self.throw("java/lang/ArrayIndexOutOfBoundsException")),
        }
    }

    /// A literal: equal ones are one object.
    pub(super) fn constant(&mut self, sym: Sym) -> u64 {
        if let Some(&known) = self.constants.get(&sym) {
            return known;
        }
        let class = match sym {
            Sym::String(_) => "java/lang/String",
            Sym::Class(_) => "java/lang/Class",
            other => panic!("not in the evaluator: {other:?}"),
        };
        let made = self.make(Object::instance(class));
        self.constants.insert(sym, made);
        made
    }

    pub(super) fn is_a(&self, handle: u32, class: &str) -> bool {
        self.is_below(self.class_of(handle), class)
    }

    /// `class` is `above`, or extends or implements it (JVMS instanceof).
    pub(super) fn is_below(&self, class: &str, above: &str) -> bool {
        if class == above || above == "java/lang/Object" {
            return true;
        }
        if let Some(element) = class.strip_prefix('[') {
            let plain = |name: &str| name.trim_start_matches('L').trim_end_matches(';').to_owned();
            let is_reference = |name: &str| name.starts_with(['[', 'L']);
            return ["java/lang/Cloneable", "java/io/Serializable"].contains(&above)
                || above.strip_prefix('[').is_some_and(|above| {
                    is_reference(element)
                        && is_reference(above)
                        && self.is_below(&plain(element), &plain(above))
                });
        }
        self.parents(class).iter().any(|parent| self.is_below(parent, above))
    }

    /// The class above and the interfaces, in this order.
    pub(super) fn parents(&self, class: &str) -> Vec<String> {
        if let Some(line) = self.classes.iter().find(|line| line.name == class) {
            return [&line.parent].into_iter().chain(&line.interfaces).cloned().collect();
        }
        LIBRARY.iter().filter(|(name, _)| *name == class).map(|(_, above)| (*above).to_owned()).collect()
    }
}

/// The descriptor of a class that an operation names.
pub(super) fn descriptor(class: &str) -> String {
    if class.starts_with('[') { class.into() } else { format!("L{class};") }
}

pub(super) fn letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "Z",
        Kind::Byte => "B",
        Kind::Char => "C",
        Kind::Short => "S",
        Kind::Int => "I",
        Kind::Long => "J",
        Kind::Float => "F",
        Kind::Double => "D",
    }
}
