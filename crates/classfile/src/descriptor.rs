//! Descriptors and names (JVMS 4.2, 4.3): what they mean, and whether they are well formed.
//!
//! Everything works on bytes in modified UTF-8: the characters with a meaning here are all ASCII.

use base::Symbol;
use std::ops::Range;

/// An array may not have more dimensions (JVMS 4.3.2).
const MAX_DIMENSIONS: usize = 255;
/// The arguments of a method, its receiver included, may not take more slots (JVMS 4.3.3).
pub const MAX_ARGUMENT_SLOTS: u16 = 255;

/// What a value is, as far as its descriptor tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// An object or an array.
    Ref,
    /// Only ever the result of a method.
    Void,
}

impl Kind {
    /// How many local variables or stack entries a value takes.
    #[inline]
    pub const fn slots(self) -> u16 {
        match self {
            Kind::Long | Kind::Double => 2,
            Kind::Void => 0,
            _ => 1,
        }
    }

    #[inline]
    pub const fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// The kinds that the machine computes with as `int`.
    #[inline]
    pub const fn is_int_like(self) -> bool {
        matches!(self, Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int)
    }

    /// The first letter of a descriptor of this kind; `L` for all references.
    pub const fn letter(self) -> u8 {
        match self {
            Kind::Boolean => b'Z',
            Kind::Byte => b'B',
            Kind::Char => b'C',
            Kind::Short => b'S',
            Kind::Int => b'I',
            Kind::Long => b'J',
            Kind::Float => b'F',
            Kind::Double => b'D',
            Kind::Ref => b'L',
            Kind::Void => b'V',
        }
    }

    /// The kind whose descriptors begin with `letter`; both `L` and `[` are references.
    pub const fn from_letter(letter: u8) -> Option<Kind> {
        Some(match letter {
            b'Z' => Kind::Boolean,
            b'B' => Kind::Byte,
            b'C' => Kind::Char,
            b'S' => Kind::Short,
            b'I' => Kind::Int,
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            b'L' | b'[' => Kind::Ref,
            b'V' => Kind::Void,
            _ => return None,
        })
    }

    /// The name of a primitive type in Java source: `int`, `void`; `None` for references.
    pub const fn java_name(self) -> Option<&'static str> {
        Some(match self {
            Kind::Boolean => "boolean",
            Kind::Byte => "byte",
            Kind::Char => "char",
            Kind::Short => "short",
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            Kind::Void => "void",
            Kind::Ref => return None,
        })
    }
}

/// A method descriptor taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodDesc {
    /// Each parameter's kind and descriptor.
    pub params: Vec<(Kind, Symbol)>,
    pub ret: (Kind, Symbol),
}

impl MethodDesc {
    /// `None` if `desc` is no method descriptor.
    pub fn parse(desc: Symbol) -> Option<MethodDesc> {
        let bytes = desc.bytes();
        let mut params = Vec::new();
        let (kind, range) =
            scan_method(bytes, |kind, range| params.push((kind, Symbol::from_bytes(&bytes[range]))))?;
        Some(MethodDesc { params, ret: (kind, Symbol::from_bytes(&bytes[range])) })
    }

    /// Slots of the parameters, without a receiver.
    pub fn slots(&self) -> u16 {
        self.params.iter().map(|(kind, _)| kind.slots()).sum()
    }
}

/// The kind of a field descriptor; `None` if it is not one.
pub fn field_kind(desc: &[u8]) -> Option<Kind> {
    match scan_field(desc)? {
        (kind, length) if length == desc.len() => Some(kind),
        _ => None,
    }
}

pub fn is_field(desc: &[u8]) -> bool {
    field_kind(desc).is_some()
}

pub fn is_method(desc: &[u8]) -> bool {
    scan_method(desc, |_, _| ()).is_some()
}

/// Slots that the parameters of a method take, without a receiver; `None` if `desc` is no method descriptor.
pub fn parameter_slots(desc: &[u8]) -> Option<u16> {
    let mut slots = 0;
    scan_method(desc, |kind, _| slots += kind.slots())?;
    Some(slots)
}

/// The kind of a method's result; `None` if `desc` is no method descriptor.
pub fn return_kind(desc: &[u8]) -> Option<Kind> {
    scan_method(desc, |_, _| ()).map(|(kind, _)| kind)
}

/// The class that a reference's descriptor names, as a constant pool would: `Lfoo/Bar;` gives `foo/Bar`, `[I`
/// stays `[I`. `None` for primitives.
pub fn class_of(desc: Symbol) -> Option<Symbol> {
    match desc.bytes() {
        [b'L', name @ .., b';'] => Some(Symbol::from_bytes(name)),
        [b'[', ..] => Some(desc),
        _ => None,
    }
}

/// The descriptor of a class named as in a constant pool: `foo/Bar` gives `Lfoo/Bar;`, `[I` stays `[I`.
pub fn of_class(name: Symbol) -> Symbol {
    match name.bytes() {
        [b'[', ..] => name,
        plain => Symbol::from_bytes(&[b"L", plain, b";"].concat()),
    }
}

/// The descriptor of an array's elements: `[[I` gives `[I`. `None` if `array` is no array.
pub fn element_of(array: Symbol) -> Option<Symbol> {
    array.bytes().strip_prefix(b"[").map(Symbol::from_bytes)
}

/// True for the name of a class or interface (`java/lang/Object`), not of an array.
pub fn is_class_name(name: &[u8]) -> bool {
    let mut previous = b'/';
    for &byte in name {
        if matches!(byte, b'.' | b';' | b'[') || (byte == b'/' && previous == b'/') {
            return false;
        }
        previous = byte;
    }
    previous != b'/'
}

/// True for what a `CONSTANT_Class` may name: a class, an interface or an array.
pub fn is_class_or_array(name: &[u8]) -> bool {
    match name.first() {
        Some(b'[') => is_field(name),
        _ => is_class_name(name),
    }
}

/// True for the name of a field or of anything else that is not qualified.
pub fn is_field_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.iter().any(|byte| matches!(byte, b'.' | b';' | b'[' | b'/'))
}

/// True for the name of a method, `<init>` and `<clinit>` included.
pub fn is_method_name(name: &[u8]) -> bool {
    match name {
        b"<init>" | b"<clinit>" => true,
        _ => is_field_name(name) && !name.iter().any(|byte| matches!(byte, b'<' | b'>')),
    }
}

/// The kind of the field descriptor at the beginning of `bytes`, and its length.
fn scan_field(bytes: &[u8]) -> Option<(Kind, usize)> {
    let dimensions = bytes.iter().take_while(|&&byte| byte == b'[').count();
    let (&letter, rest) = bytes[dimensions..].split_first()?;
    if dimensions > MAX_DIMENSIONS {
        return None;
    }
    let mut length = dimensions + 1;
    let mut kind = Kind::from_letter(letter)?;
    match kind {
        Kind::Void => return None,
        Kind::Ref => {
            let end = rest.iter().position(|&byte| byte == b';')?;
            if !is_class_name(&rest[..end]) {
                return None;
            }
            length += end + 1;
        }
        _ => {}
    }
    if dimensions > 0 {
        kind = Kind::Ref;
    }
    Some((kind, length))
}

/// Shows every parameter to `param`; the result's kind and place, or `None` if `desc` is no method
/// descriptor.
fn scan_method(desc: &[u8], mut param: impl FnMut(Kind, Range<usize>)) -> Option<(Kind, Range<usize>)> {
    let mut at = 1;
    let mut slots = 0;
    if desc.first() != Some(&b'(') {
        return None;
    }
    while *desc.get(at)? != b')' {
        let (kind, length) = scan_field(&desc[at..])?;
        slots += kind.slots();
        if slots > MAX_ARGUMENT_SLOTS {
            return None;
        }
        param(kind, at..at + length);
        at += length;
    }
    let result = at + 1..desc.len();
    match &desc[result.clone()] {
        b"V" => Some((Kind::Void, result)),
        bytes => Some((field_kind(bytes)?, result)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_descriptors() {
        let good: [(&str, Kind); 6] = [
            ("I", Kind::Int),
            ("J", Kind::Long),
            ("Z", Kind::Boolean),
            ("Ljava/lang/String;", Kind::Ref),
            ("[I", Kind::Ref),
            ("[[La;", Kind::Ref),
        ];
        for (desc, kind) in good {
            assert_eq!(field_kind(desc.as_bytes()), Some(kind), "{desc}");
        }
        for bad in
            ["", "V", "[", "[V", "L;", "La", "La.b;", "La//b;", "L/a;", "La/;", "II", "Q", "()V", "L[I;"]
        {
            assert!(!is_field(bad.as_bytes()), "{bad}");
        }
        let deep = |dimensions| format!("{}I", "[".repeat(dimensions));
        assert!(is_field(deep(255).as_bytes()) && !is_field(deep(256).as_bytes()));
    }

    #[test]
    fn method_descriptors() {
        let desc = MethodDesc::parse(Symbol::new("(IJ[DLjava/lang/Object;)[B")).unwrap();
        let params: Vec<_> = desc.params.iter().map(|(kind, desc)| (*kind, desc.as_str())).collect();
        let expected =
            [(Kind::Int, "I"), (Kind::Long, "J"), (Kind::Ref, "[D"), (Kind::Ref, "Ljava/lang/Object;")];
        assert_eq!(params, expected);
        assert_eq!((desc.ret.0, desc.ret.1.as_str(), desc.slots()), (Kind::Ref, "[B", 5));
        assert_eq!(MethodDesc::parse(Symbol::new("()V")).unwrap().ret.0, Kind::Void);
        for bad in ["", "(", "()", "(V)V", "(I", "(I)", "I", "()VV", "(I)IJ", "(La)V", ")V"] {
            assert!(!is_method(bad.as_bytes()), "{bad}");
        }
        let wide = |count| format!("({})V", "J".repeat(count));
        assert_eq!(parameter_slots(wide(127).as_bytes()), Some(254));
        assert_eq!(parameter_slots(wide(128).as_bytes()), None);
    }

    #[test]
    fn classes_and_descriptors() {
        let pairs = [("Lfoo/Bar;", "foo/Bar"), ("[I", "[I"), ("[La;", "[La;")];
        for (desc, class) in pairs {
            assert_eq!(class_of(Symbol::new(desc)), Some(Symbol::new(class)));
            assert_eq!(of_class(Symbol::new(class)), Symbol::new(desc));
        }
        assert_eq!(class_of(Symbol::new("I")), None);
        assert_eq!(element_of(Symbol::new("[[I")), Some(Symbol::new("[I")));
        assert_eq!(element_of(Symbol::new("I")), None);
    }

    #[test]
    fn names() {
        for good in ["a", "java/lang/Object", "a-b", "é/ü"] {
            assert!(is_class_name(good.as_bytes()), "{good}");
        }
        for bad in ["", "/", "a/", "/a", "a//b", "a.b", "a;", "[I"] {
            assert!(!is_class_name(bad.as_bytes()), "{bad}");
        }
        assert!(is_class_or_array(b"[I") && !is_class_or_array(b"[") && !is_class_or_array(b"[X"));
        assert!(is_field_name(b"<x>") && !is_field_name(b"") && !is_field_name(b"a/b"));
        assert!(is_method_name(b"<init>") && is_method_name(b"run") && !is_method_name(b"<x>"));
    }
}
