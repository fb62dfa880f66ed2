//! Calls that are put into class files: at the beginning of methods, and in the place of assignments to fields.
//!
//! Nothing is moved but whole bodies: what is put before a body is a multiple of four bytes long, so jumps and the
//! padding of switches stay as they are, and only tables that name places of the code are shifted (JVMS 4.7). An
//! assignment takes as many bytes as the static call that replaces it, and the same operands.

mod code;
mod tables;

use crate::{Access, Error};
use base::Symbol;
use code::{Body, Prefix};

/// What is put into the classes of a program.
pub trait Weaver {
    /// What is called before a method runs.
    fn hook(&self, class: Symbol, name: Symbol, desc: Symbol, access: Access) -> Option<Hook>;

    /// The static method, its class and its descriptor, that is called in the place of an assignment.
    fn assignment(&self, from: Symbol, of: Assigned) -> Option<(Symbol, Symbol, Symbol)>;
}

/// A field as code names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    pub class: Symbol,
    pub name: Symbol,
    pub desc: Symbol,
    pub is_static: bool,
}

/// A static method that is called before another one, with its receiver and parameters; references are objects to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hook {
    pub class: Symbol,
    pub name: Symbol,
    /// How much it is given.
    pub given: Given,
    /// It answers whether it wants to know what comes out. Then the method is called once more from within itself, and
    /// this static method is told what that returned.
    pub returned: Option<Symbol>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    Nothing,
    /// Its parameters, and the receiver unless it is a constructor, whose receiver is nothing yet.
    Parameters,
}

/// The bytes of a class with all that is put into it; `None` if that is nothing.
///
/// # Errors
/// A class file that ends too soon, or a method that becomes too long.
pub fn weave(bytes: &[u8], origin: &str, weaver: &dyn Weaver) -> Result<Option<Vec<u8>>, Error> {
    let mut weaving = Weaving {
        bytes,
        at: 0,
        origin,
        out: Vec::new(),
        pool: Pool::default(),
        weaver,
        woven: false,
        is_interface: false,
    };
    weaving.all()?;
    let Weaving { out, woven, .. } = weaving;
    Ok(woven.then_some(out))
}

/// Constants: where those of the file are, and new ones.
#[derive(Default)]
struct Pool {
    /// By number: the tag and where the entry's content begins.
    entries: Vec<(u8, usize)>,
    added: Vec<u8>,
    count: u16,
}

struct Weaving<'a> {
    bytes: &'a [u8],
    at: usize,
    origin: &'a str,
    /// What stands behind the constants.
    out: Vec<u8>,
    pool: Pool,
    weaver: &'a dyn Weaver,
    woven: bool,
    is_interface: bool,
}

type Woven<T> = Result<T, Error>;

impl Weaving<'_> {
    fn wrong(&self, what: &str) -> Error {
        Error::new(self.origin, format!("{what} at byte {}", self.at))
    }

    fn take(&mut self, count: usize) -> Woven<&[u8]> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else { return Err(self.wrong("the class file ends too soon")) };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn u1(&mut self) -> Woven<u8> {
        Ok(self.take(1)?[0])
    }

    fn u2(&mut self) -> Woven<u16> {
        let two = self.take(2)?;
        Ok(u16::from_be_bytes([two[0], two[1]]))
    }

    fn u4(&mut self) -> Woven<u32> {
        let four = self.take(4)?;
        Ok(u32::from_be_bytes([four[0], four[1], four[2], four[3]]))
    }

    /// Copies bytes as they are.
    fn copy(&mut self, count: usize) -> Woven<()> {
        let taken = self.take(count)?.to_vec();
        self.out.extend(taken);
        Ok(())
    }

    fn all(&mut self) -> Woven<()> {
        self.take(8)?;
        let count = self.u2()?;
        self.constants(count)?;
        let pool_end = self.at;
        let begin = self.at;
        self.is_interface = Access(self.u2()?).is_interface();
        let this = self.u2()?;
        let class = self.class(this)?;
        self.take(2)?;
        let interfaces = self.u2()?;
        self.take(2 * usize::from(interfaces))?;
        self.out.extend_from_slice(&self.bytes[begin..self.at]);
        self.fields()?;
        self.methods(class)?;
        let rest = self.bytes.len() - self.at;
        self.copy(rest)?;
        let mut whole = self.bytes[..8].to_vec();
        whole.extend(self.pool.count.to_be_bytes());
        whole.extend_from_slice(&self.bytes[10..pool_end]);
        whole.append(&mut self.pool.added);
        whole.append(&mut self.out);
        self.out = whole;
        Ok(())
    }

    fn constants(&mut self, count: u16) -> Woven<()> {
        self.pool.count = count;
        self.pool.entries = vec![(0, 0)];
        while self.pool.entries.len() < usize::from(count) {
            let tag = self.u1()?;
            self.pool.entries.push((tag, self.at));
            let length = match tag {
                1 => usize::from(self.u2()?),
                3 | 4 | 9..=12 | 17 | 18 => 4,
                5 | 6 => {
                    self.pool.entries.push((0, 0));
                    8
                }
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                _ => return Err(self.wrong("an unknown constant")),
            };
            self.take(length)?;
        }
        Ok(())
    }

    /// Two numbers of a constant.
    fn entry(&self, number: u16, tag: u8) -> Woven<[u16; 2]> {
        let found = self.pool.entries.get(usize::from(number)).filter(|&&(of, _)| of == tag);
        let Some(&(_, at)) = found else { return Err(self.wrong("a constant of another kind")) };
        let word = |at: usize| u16::from_be_bytes([self.bytes[at], *self.bytes.get(at + 1).unwrap_or(&0)]);
        Ok([word(at), if tag >= 9 { word(at + 2) } else { 0 }])
    }

    fn text(&self, number: u16) -> Woven<Symbol> {
        let [length, _] = self.entry(number, 1)?;
        let at = self.pool.entries[usize::from(number)].1 + 2;
        Ok(Symbol::from_bytes(&self.bytes[at..at + usize::from(length)]))
    }

    fn class(&self, number: u16) -> Woven<Symbol> {
        self.text(self.entry(number, 7)?[0])
    }

    fn field(&self, number: u16, is_static: bool) -> Woven<Assigned> {
        let [class, member] = self.entry(number, 9)?;
        let [name, desc] = self.entry(member, 12)?;
        Ok(Assigned { class: self.class(class)?, name: self.text(name)?, desc: self.text(desc)?, is_static })
    }

    fn add(&mut self, tag: u8, content: &[u8]) -> Woven<u16> {
        let number = self.pool.count;
        let Some(next) = number.checked_add(1) else { return Err(self.wrong("no room for constants")) };
        self.pool.count = next;
        self.pool.added.push(tag);
        self.pool.added.extend_from_slice(content);
        Ok(number)
    }

    fn add_text(&mut self, text: Symbol) -> Woven<u16> {
        let mut content = (text.bytes().len() as u16).to_be_bytes().to_vec();
        content.extend_from_slice(text.bytes());
        self.add(1, &content)
    }

    /// A method by its names.
    fn add_method(&mut self, class: Symbol, name: Symbol, desc: Symbol, of_interface: bool) -> Woven<u16> {
        let pair = |a: u16, b: u16| [a.to_be_bytes(), b.to_be_bytes()].concat();
        let text = self.add_text(class)?;
        let owner = self.add(7, &text.to_be_bytes())?;
        let (name, desc) = (self.add_text(name)?, self.add_text(desc)?);
        let member = self.add(12, &pair(name, desc))?;
        self.add(if of_interface { 11 } else { 10 }, &pair(owner, member))
    }

    fn fields(&mut self) -> Woven<()> {
        let begin = self.at;
        for _ in 0..self.u2()? {
            self.take(6)?;
            self.skip_attributes()?;
        }
        self.out.extend_from_slice(&self.bytes[begin..self.at]);
        Ok(())
    }

    fn skip_attributes(&mut self) -> Woven<()> {
        for _ in 0..self.u2()? {
            self.take(2)?;
            let length = self.u4()? as usize;
            self.take(length)?;
        }
        Ok(())
    }

    fn methods(&mut self, class: Symbol) -> Woven<()> {
        let count = self.u2()?;
        self.out.extend(count.to_be_bytes());
        for _ in 0..count {
            let begin = self.at;
            let access = Access(self.u2()?);
            let (name, desc) = (self.u2()?, self.u2()?);
            let attributes = self.u2()?;
            self.out.extend_from_slice(&self.bytes[begin..self.at]);
            let (name, desc) = (self.text(name)?, self.text(desc)?);
            for _ in 0..attributes {
                let begin = self.at;
                let of = self.u2()?;
                let length = self.u4()? as usize;
                if self.text(of)?.as_str() == "Code" {
                    self.out.extend(of.to_be_bytes());
                    self.code(Body { class, name, desc, access })?;
                } else {
                    self.take(length)?;
                    self.out.extend_from_slice(&self.bytes[begin..self.at]);
                }
            }
        }
        Ok(())
    }

    /// A `Code` attribute behind its length.
    fn code(&mut self, body: Body) -> Woven<()> {
        let hook = self.weaver.hook(body.class, body.name, body.desc, body.access);
        let prefix = match hook {
            Some(hook) => self.prefix(body, hook)?,
            None => Prefix::default(),
        };
        let shift = prefix.bytes.len() as u16;
        let (max_stack, max_locals) = (self.u2()?, self.u2()?);
        let length = self.u4()? as usize;
        let mut code = self.take(length)?.to_vec();
        self.replace_assignments(body.class, &mut code)?;
        if code.len() + prefix.bytes.len() > usize::from(u16::MAX) {
            return Err(self.wrong("a method becomes too long"));
        }
        let begin = self.out.len();
        self.out.extend(0u32.to_be_bytes());
        self.out.extend(max_stack.max(prefix.stack).to_be_bytes());
        self.out.extend(max_locals.to_be_bytes());
        self.out.extend(((prefix.bytes.len() + code.len()) as u32).to_be_bytes());
        self.out.extend_from_slice(&prefix.bytes);
        self.out.append(&mut code);
        let handlers = self.u2()?;
        self.out.extend(handlers.to_be_bytes());
        for _ in 0..handlers {
            for _ in 0..3 {
                let place = self.u2()?;
                self.out.extend(place.wrapping_add(shift).to_be_bytes());
            }
            self.copy(2)?;
        }
        self.tables(shift, prefix.target)?;
        let length = (self.out.len() - begin - 4) as u32;
        self.out[begin..begin + 4].copy_from_slice(&length.to_be_bytes());
        Ok(())
    }
}
