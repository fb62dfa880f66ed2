//! `module-info.class`: what a module exports, opens and provides (JVMS 4.7.25). The rest of the file is
//! skipped.

use base::Symbol;

/// A module flag: all packages are open.
const OPEN: u16 = 0x0020;
const NOT_IN_THE_TABLES: usize = 12;

/// What a module's file says about its packages and services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleInfo {
    pub is_open: bool,
    pub exports: Vec<Export>,
    pub opens: Vec<Export>,
    /// Service and provider, by internal names.
    pub provides: Vec<(Symbol, Symbol)>,
}

/// A package, and the modules it is for; none means all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    pub package: Symbol,
    pub to: Vec<Symbol>,
}

impl ModuleInfo {
    /// `None` if the bytes are no module's file.
    pub fn read(bytes: &[u8]) -> Option<ModuleInfo> {
        let mut reader = ModuleReader { bytes, at: 8 };
        let pool = reader.pool()?;
        // Access, this, super, and no interfaces, fields and methods.
        reader.skip(NOT_IN_THE_TABLES)?;
        for _ in 0..reader.number()? {
            let name = pool.text(reader.number()?)?;
            let length = reader.wide()? as usize;
            if name == b"Module" {
                return reader.module(&pool);
            }
            reader.skip(length)?;
        }
        None
    }

    /// Whether the package is exported to a module, or to the unnamed ones; with `open`, whether it is open
    /// to it.
    pub fn grants(&self, package: Symbol, to: Option<Symbol>, open: bool) -> bool {
        let has = |rows: &[Export]| {
            rows.iter().any(|row| {
                let fits = row.to.is_empty() || to.is_some_and(|to| row.to.contains(&to));
                row.package == package && fits
            })
        };
        self.is_open || has(&self.opens) || (!open && has(&self.exports))
    }
}

/// The texts of the constant pool, and what names them.
struct Pool<'a> {
    entries: Vec<PoolEntry<'a>>,
}

enum PoolEntry<'a> {
    Text(&'a [u8]),
    /// A class, module or package: the index of its name.
    Name(u16),
    Other,
}

impl<'a> Pool<'a> {
    fn text(&self, index: u16) -> Option<&'a [u8]> {
        match self.entries.get(usize::from(index))? {
            PoolEntry::Text(text) => Some(text),
            PoolEntry::Name(name) => match self.entries.get(usize::from(*name))? {
                PoolEntry::Text(text) => Some(text),
                _ => None,
            },
            PoolEntry::Other => None,
        }
    }
}

struct ModuleReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ModuleReader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let part = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(part)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.take(count).map(|_| ())
    }

    fn number(&mut self) -> Option<u16> {
        self.take(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
    }

    fn wide(&mut self) -> Option<u32> {
        Some(u32::from(self.number()?) << 16 | u32::from(self.number()?))
    }

    fn symbol(&mut self, pool: &Pool<'a>) -> Option<Symbol> {
        pool.text(self.number()?).map(Symbol::from_bytes)
    }

    fn pool(&mut self) -> Option<Pool<'a>> {
        let count = usize::from(self.number()?);
        let mut entries = vec![PoolEntry::Other];
        while entries.len() < count {
            let entry = match self.take(1)?[0] {
                1 => {
                    let length = usize::from(self.number()?);
                    PoolEntry::Text(self.take(length)?)
                }
                7 | 8 | 16 | 19 | 20 => PoolEntry::Name(self.number()?),
                15 => self.skip(3).map(|()| PoolEntry::Other)?,
                5 | 6 => {
                    self.skip(8)?;
                    entries.push(PoolEntry::Other);
                    PoolEntry::Other
                }
                _ => self.skip(4).map(|()| PoolEntry::Other)?,
            };
            entries.push(entry);
        }
        Some(Pool { entries })
    }

    /// The content of the `Module` attribute.
    fn module(&mut self, pool: &Pool<'a>) -> Option<ModuleInfo> {
        self.number()?;
        let flags = self.number()?;
        self.number()?;
        let requires = usize::from(self.number()?);
        self.skip(requires * 6)?;
        let (exports, opens) = (self.exports(pool)?, self.exports(pool)?);
        let uses = usize::from(self.number()?);
        self.skip(uses * 2)?;
        let mut provides = Vec::new();
        for _ in 0..self.number()? {
            let service = self.symbol(pool)?;
            for _ in 0..self.number()? {
                provides.push((service, self.symbol(pool)?));
            }
        }
        Some(ModuleInfo { is_open: flags & OPEN != 0, exports, opens, provides })
    }

    fn exports(&mut self, pool: &Pool<'a>) -> Option<Vec<Export>> {
        let mut rows = Vec::new();
        for _ in 0..self.number()? {
            let package = self.symbol(pool)?;
            self.number()?;
            let count = self.number()?;
            let to = (0..count).map(|_| self.symbol(pool)).collect::<Option<Vec<Symbol>>>()?;
            rows.push(Export { package, to });
        }
        Some(rows)
    }
}
