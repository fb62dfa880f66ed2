//! Interned names: two symbols are equal exactly when their bytes are.
//!
//! The bytes are those of a class file's `CONSTANT_Utf8`, Java's modified UTF-8 (JVMS 4.4.7), so that a
//! string constant with unpaired surrogates survives; names of classes and members are nearly always plain
//! ASCII. The table belongs to the process and only grows: a symbol means the same in every thread, and its
//! text is never freed.

use crate::hash::FastMap;
use std::borrow::Cow;
use std::fmt;
use std::sync::{LazyLock, RwLock};

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

struct Table {
    ids: FastMap<&'static [u8], u32>,
    texts: Vec<&'static [u8]>,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(|| {
    let mut table = Table { ids: FastMap::default(), texts: Vec::new() };
    for (id, text) in names::ALL.iter().enumerate() {
        table.ids.insert(text.as_bytes(), id as u32);
        table.texts.push(text.as_bytes());
    }
    debug_assert_eq!(table.ids.len(), names::ALL.len(), "a name is listed twice");
    RwLock::new(table)
});

impl Symbol {
    pub fn new(text: &str) -> Symbol {
        Symbol::from_bytes(text.as_bytes())
    }

    pub fn from_bytes(bytes: &[u8]) -> Symbol {
        if let Some(&id) = read().ids.get(bytes) {
            return Symbol(id);
        }
        let mut table = TABLE.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&id) = table.ids.get(bytes) {
            return Symbol(id);
        }
        let id = table.texts.len() as u32;
        let text: &'static [u8] = Box::leak(bytes.into());
        table.ids.insert(text, id);
        table.texts.push(text);
        Symbol(id)
    }

    pub fn bytes(self) -> &'static [u8] {
        read().texts[self.0 as usize]
    }

    /// The text; what is not plain UTF-8 (surrogates, encoded zeros) is shown with replacement characters.
    pub fn text(self) -> Cow<'static, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// The text where it is plain UTF-8, and the empty string where it is not: for comparing with known
    /// names.
    pub fn as_str(self) -> &'static str {
        std::str::from_utf8(self.bytes()).unwrap_or("")
    }
}

impl From<&str> for Symbol {
    fn from(text: &str) -> Symbol {
        Symbol::new(text)
    }
}

fn read() -> std::sync::RwLockReadGuard<'static, Table> {
    TABLE.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}

/// Names known to the machine, as constants.
pub mod names {
    use super::Symbol;

    macro_rules! known {
        ($($name:ident = $text:literal,)*) => {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Index { $($name,)* }
            $(pub const $name: Symbol = Symbol(Index::$name as u32);)*
            pub(super) const ALL: &[&str] = &[$($text,)*];
        };
    }

    known! {
        EMPTY = "",
        INIT = "<init>",
        CLINIT = "<clinit>",
        MAIN = "main",
        MAIN_DESC = "([Ljava/lang/String;)V",
        VOID_DESC = "()V",
        OBJECT = "java/lang/Object",
        CLASS = "java/lang/Class",
        STRING = "java/lang/String",
        THREAD = "java/lang/Thread",
        THREAD_GROUP = "java/lang/ThreadGroup",
        THROWABLE = "java/lang/Throwable",
        SYSTEM = "java/lang/System",
        CLONEABLE = "java/lang/Cloneable",
        SERIALIZABLE = "java/io/Serializable",
        METHOD_HANDLE = "java/lang/invoke/MethodHandle",
        VAR_HANDLE = "java/lang/invoke/VarHandle",
        METHOD_TYPE = "java/lang/invoke/MethodType",
        BOOLEAN = "java/lang/Boolean",
        BYTE = "java/lang/Byte",
        CHARACTER = "java/lang/Character",
        SHORT = "java/lang/Short",
        INTEGER = "java/lang/Integer",
        LONG = "java/lang/Long",
        FLOAT = "java/lang/Float",
        DOUBLE = "java/lang/Double",
        VALUE_OF = "valueOf",
        RUN = "run",
        CLONE = "clone",
        TO_STRING = "toString",
    }
}

#[cfg(test)]
mod tests {
    use super::{Symbol, names};

    #[test]
    fn equal_bytes_equal_symbols() {
        assert_eq!(Symbol::new("java/lang/Object"), names::OBJECT);
        assert_eq!(Symbol::new("a"), Symbol::from_bytes(b"a"));
        assert_ne!(Symbol::new("a"), Symbol::new("b"));
        assert_eq!(names::CLINIT.as_str(), "<clinit>");
        let surrogate = [0xED, 0xA0, 0x80];
        assert_eq!(Symbol::from_bytes(&surrogate).bytes(), surrogate);
        assert_eq!(Symbol::from_bytes(&surrogate).as_str(), "");
    }
}
