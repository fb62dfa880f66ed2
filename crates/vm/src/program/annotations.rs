//! The few annotations of the library that mean something to a virtual machine (JVMS 4.7.16).

use classfile::{Class, Constant, Method};

/// Frames of such methods are left out of stack traces.
const HIDDEN: [&str; 2] = ["Ljdk/internal/vm/annotation/Hidden;", "Ljava/lang/invoke/LambdaForm$Hidden;"];

pub(super) fn is_hidden(class: &Class, method: &Method) -> bool {
    method.annotations.visible.is_some() && HIDDEN.iter().any(|name| has_annotation(class, method, name))
}

/// The method carries the annotation with this descriptor.
pub fn has_annotation(class: &Class, method: &Method, name: &str) -> bool {
    let Some(bytes) = method.annotations.visible.as_deref() else { return false };
    let mut reader = Reader { class, bytes, at: 0 };
    let count = reader.number().unwrap_or(0);
    (0..count).map_while(|_| reader.annotation()).any(|found| found == name)
}

struct Reader<'a> {
    class: &'a Class,
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<u16> {
        let pair = self.bytes.get(self.at..self.at + 2)?;
        self.at += 2;
        Some(u16::from_be_bytes([pair[0], pair[1]]))
    }

    /// Reads one annotation; its type.
    fn annotation(&mut self) -> Option<&'static str> {
        let name = match self.class.constants.get(usize::from(self.number()?)) {
            Some(Constant::Utf8(name)) => name.as_str(),
            _ => "",
        };
        for _ in 0..self.number()? {
            self.number()?;
            self.value()?;
        }
        Some(name)
    }

    fn value(&mut self) -> Option<()> {
        let tag = *self.bytes.get(self.at)?;
        self.at += 1;
        match tag {
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
        Some(())
    }
}
