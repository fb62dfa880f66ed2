//! Verification types (JVMS 4.10.1.2) and what may be assigned to what.
//!
//! A long or double is two types side by side, its first half and its end, in local variables as on the
//! stack: whoever overwrites one half destroys the other, and nobody can take hold of half a value.

use crate::Hierarchy;
use base::{Symbol, names};
use classfile::{Kind, descriptor};
use std::fmt;

/// What the verifier knows of one local variable or stack entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    /// Anything; therefore good for nothing.
    Top,
    Int,
    Float,
    Long,
    LongEnd,
    Double,
    DoubleEnd,
    Null,
    /// `this` in a constructor that has not called another one yet.
    UninitThis,
    /// What the `new` at this offset made, before its constructor was called.
    Uninit(u16),
    /// A class or interface; never an array.
    Object(Symbol),
    /// A well-formed array descriptor.
    Array(Symbol),
    /// The return address that the `jsr` at this offset pushed; in old class files only.
    Return(u16),
}

impl Type {
    pub const OBJECT: Type = Type::Object(names::OBJECT);
    pub const THROWABLE: Type = Type::Object(names::THROWABLE);

    /// The type of a class constant's instances; `None` for a malformed array.
    pub fn of_class(name: Symbol) -> Option<Type> {
        match name.bytes().first() {
            Some(b'[') if descriptor::is_field(name.bytes()) => Some(Type::Array(name)),
            Some(b'[') => None,
            _ => Some(Type::Object(name)),
        }
    }

    /// The type of a value described by a field descriptor.
    pub fn of_descriptor(desc: Symbol) -> Option<Type> {
        Type::of_kind(descriptor::field_kind(desc.bytes())?, desc)
    }

    /// As [`Type::of_descriptor`], for a descriptor known to be well formed and of this kind; `None` for
    /// void.
    pub fn of_kind(kind: Kind, desc: Symbol) -> Option<Type> {
        Some(match kind {
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Type::Int,
            Kind::Long => Type::Long,
            Kind::Float => Type::Float,
            Kind::Double => Type::Double,
            Kind::Ref => match desc.bytes() {
                [b'L', name @ .., b';'] => Type::Object(Symbol::from_bytes(name)),
                _ => Type::Array(desc),
            },
            Kind::Void => return None,
        })
    }

    /// The array whose elements are of this type; `None` if they cannot be, or if it has too many dimensions.
    pub fn array_of(self) -> Option<Type> {
        let desc = match self {
            Type::Object(name) => [b"[L", name.bytes(), b";"].concat(),
            Type::Array(desc) => [b"[", desc.bytes()].concat(),
            _ => return None,
        };
        descriptor::is_field(&desc).then(|| Type::Array(Symbol::from_bytes(&desc)))
    }

    /// The end that follows the first half of a long or double.
    pub fn end(self) -> Option<Type> {
        match self {
            Type::Long => Some(Type::LongEnd),
            Type::Double => Some(Type::DoubleEnd),
            _ => None,
        }
    }

    pub fn is_end(self) -> bool {
        matches!(self, Type::LongEnd | Type::DoubleEnd)
    }

    /// An object or array that may be compared and locked, be it initialized or not.
    pub fn is_reference(self) -> bool {
        matches!(self, Type::Null | Type::UninitThis | Type::Uninit(_) | Type::Object(_) | Type::Array(_))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Top => f.write_str("nothing usable"),
            Type::Int => f.write_str("int"),
            Type::Float => f.write_str("float"),
            Type::Long => f.write_str("long"),
            Type::LongEnd => f.write_str("the second half of a long"),
            Type::Double => f.write_str("double"),
            Type::DoubleEnd => f.write_str("the second half of a double"),
            Type::Null => f.write_str("null"),
            Type::UninitThis => f.write_str("uninitialized this"),
            Type::Uninit(at) => write!(f, "the uninitialized object made at {at}"),
            Type::Object(name) | Type::Array(name) => write!(f, "{name}"),
            Type::Return(at) => write!(f, "the return address of the jsr at {at}"),
        }
    }
}

/// The element type of an array of references; `None` if the elements are primitive.
pub(crate) fn reference_element(array: Symbol) -> Option<Type> {
    match array.bytes().get(1..)? {
        [b'L', name @ .., b';'] => Some(Type::Object(Symbol::from_bytes(name))),
        desc @ [b'[', ..] => Some(Type::Array(Symbol::from_bytes(desc))),
        _ => None,
    }
}

/// `isAssignable`. Recurs into the elements of arrays, of which there are at most 255 layers.
pub(crate) fn assignable(from: Type, to: Type, hierarchy: &mut dyn Hierarchy) -> bool {
    if from == to {
        return true;
    }
    match (from, to) {
        (_, Type::Top) => true,
        (Type::Null, Type::Object(_) | Type::Array(_)) => true,
        (Type::Object(from), Type::Object(to)) => to == names::OBJECT || hierarchy.is_assignable(from, to),
        (Type::Array(_), Type::Object(to)) => {
            matches!(to, names::OBJECT | names::CLONEABLE | names::SERIALIZABLE)
        }
        // Arrays of primitives are assignable to their own type alone, which is `from == to` above.
        (Type::Array(from), Type::Array(to)) => match (reference_element(from), reference_element(to)) {
            (Some(from), Some(to)) => assignable(from, to, hierarchy),
            _ => false,
        },
        _ => false,
    }
}

/// The least type we know that both are assignable to. Only the inference for old class files asks for it.
pub(crate) fn merge(a: Type, b: Type, hierarchy: &mut dyn Hierarchy) -> Type {
    if a == b {
        return a;
    }
    match (a, b) {
        (Type::Null, other @ (Type::Object(_) | Type::Array(_))) => other,
        (other @ (Type::Object(_) | Type::Array(_)), Type::Null) => other,
        (Type::Object(a), Type::Object(b)) => Type::Object(hierarchy.common_superclass(a, b)),
        (Type::Array(a), Type::Array(b)) => match (reference_element(a), reference_element(b)) {
            (Some(a), Some(b)) => merge(a, b, hierarchy).array_of().unwrap_or(Type::OBJECT),
            _ => Type::OBJECT,
        },
        (Type::Object(_), Type::Array(_)) | (Type::Array(_), Type::Object(_)) => Type::OBJECT,
        _ => Type::Top,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `B extends A`, `I` is an interface; everything else extends `Object`.
    struct Small;
    impl Hierarchy for Small {
        fn is_assignable(&mut self, from: Symbol, to: Symbol) -> bool {
            to.as_str() == "I" || (from.as_str() == "B" && to.as_str() == "A")
        }
        fn common_superclass(&mut self, a: Symbol, b: Symbol) -> Symbol {
            match (a.as_str(), b.as_str()) {
                ("A", "B") | ("B", "A") => Symbol::new("A"),
                _ => names::OBJECT,
            }
        }
    }

    fn class(name: &str) -> Type {
        Type::of_class(Symbol::new(name)).unwrap()
    }

    #[test]
    fn assignability() {
        let yes = [
            ("B", "A"),
            ("A", "I"),
            ("[LB;", "[LA;"),
            ("[LA;", "[LI;"),
            ("[[I", "[Ljava/lang/Object;"),
            ("[I", "java/io/Serializable"),
            ("[[I", "[Ljava/lang/Cloneable;"),
        ];
        for (from, to) in yes {
            assert!(assignable(class(from), class(to), &mut Small), "{from} to {to}");
        }
        let no = [
            ("A", "B"),
            ("[I", "[J"),
            ("[I", "[Ljava/lang/Object;"),
            ("[I", "I"),
            ("[[I", "[LI;"),
            ("java/lang/Object", "[I"),
            ("[B", "[Z"),
            ("[LA;", "[I"),
        ];
        for (from, to) in no {
            assert!(!assignable(class(from), class(to), &mut Small), "{from} to {to}");
        }
        assert!(assignable(Type::Null, class("[I"), &mut Small));
        assert!(!assignable(Type::Uninit(3), Type::OBJECT, &mut Small));
        assert!(!assignable(Type::Uninit(3), Type::Uninit(4), &mut Small));
        assert!(!assignable(class("A"), Type::Null, &mut Small));
        assert!(assignable(Type::UninitThis, Type::Top, &mut Small));
    }

    #[test]
    fn merging() {
        let cases = [
            ("A", "B", "A"),
            ("A", "I", "java/lang/Object"),
            ("[LA;", "[LB;", "[LA;"),
            ("[I", "[J", "java/lang/Object"),
            ("[[I", "[LA;", "[Ljava/lang/Object;"),
        ];
        for (a, b, expected) in cases {
            assert_eq!(merge(class(a), class(b), &mut Small), class(expected));
        }
        assert_eq!(merge(Type::Int, Type::Float, &mut Small), Type::Top);
        assert_eq!(merge(Type::Null, class("A"), &mut Small), class("A"));
        assert_eq!(merge(Type::Uninit(1), Type::Null, &mut Small), Type::Top);
    }

    #[test]
    fn arrays_have_at_most_255_dimensions() {
        let deepest = class(&format!("{}I", "[".repeat(255)));
        assert_eq!(deepest.array_of(), None);
        assert_eq!(class("A").array_of(), Some(class("[LA;")));
        assert_eq!(Type::of_class(Symbol::new("[V")), None);
    }
}
