//! The five kinds of value that code tells apart (JVMS 2.11.1), and reading them off descriptors (JVMS 4.3).

use std::fmt;

/// The kind of a value on the operand stack or in a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Ty {
    Int = 1,
    Long,
    Float,
    Double,
    Ref,
}

impl Ty {
    /// In the order in which the instruction set lists its variants (`iload`, `lload`, ...).
    pub(crate) const ALL: [Ty; 5] = [Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Ref];

    #[inline]
    pub(crate) fn is_ref(self) -> bool {
        self == Ty::Ref
    }

    #[inline]
    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Ty::Long | Ty::Double)
    }

    /// How many entries it takes in the JVM's counting.
    #[inline]
    pub(crate) fn slots(self) -> u32 {
        1 + u32::from(self.is_wide())
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Ref => "a reference",
        })
    }
}

/// The kind of a field's descriptor; `None` if it is not one.
pub(crate) fn field(desc: &[u8]) -> Option<Ty> {
    match first(desc)? {
        (ty, []) => Some(ty),
        _ => None,
    }
}

/// Shows the parameters of a method descriptor in order and returns what the method returns (inside, `None`
/// is void); `None` if it is not a method descriptor.
pub(crate) fn method(desc: &[u8], mut parameter: impl FnMut(Ty)) -> Option<Option<Ty>> {
    let mut rest = desc.strip_prefix(b"(")?;
    while let Some((ty, after)) = first(rest) {
        parameter(ty);
        rest = after;
    }
    match rest.strip_prefix(b")")? {
        b"V" => Some(None),
        result => field(result).map(Some),
    }
}

#[inline]
fn first(desc: &[u8]) -> Option<(Ty, &[u8])> {
    let (&letter, rest) = desc.split_first()?;
    match letter {
        b'Z' | b'B' | b'C' | b'S' | b'I' => Some((Ty::Int, rest)),
        b'J' => Some((Ty::Long, rest)),
        b'F' => Some((Ty::Float, rest)),
        b'D' => Some((Ty::Double, rest)),
        b'L' => class_name(rest),
        b'[' => {
            let dimensions = rest.iter().take_while(|&&b| b == b'[').count();
            match rest[dimensions..].split_first()? {
                (b'L', rest) => class_name(rest),
                (b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D', rest) => Some((Ty::Ref, rest)),
                _ => None,
            }
        }
        _ => None,
    }
}

#[inline]
fn class_name(rest: &[u8]) -> Option<(Ty, &[u8])> {
    let end = rest.iter().position(|&b| b == b';')?;
    (end > 0).then(|| (Ty::Ref, &rest[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::{Ty, field, method};

    #[test]
    fn descriptors() {
        let mut seen = Vec::new();
        let result = method(b"(I[[JLjava/lang/String;DZ)[I", |ty| seen.push(ty));
        assert_eq!(result, Some(Some(Ty::Ref)));
        assert_eq!(seen, [Ty::Int, Ty::Ref, Ty::Ref, Ty::Double, Ty::Int]);
        assert_eq!(method(b"()V", |_| ()), Some(None));
        for bad in ["", "()", "(V)V", "(I", "I", "(Lx)V", "([)V", "()II", "(L;)V"] {
            assert_eq!(method(bad.as_bytes(), |_| ()), None, "{bad}");
        }
        assert_eq!((field(b"F"), field(b"V"), field(b"FF")), (Some(Ty::Float), None, None));
    }
}
