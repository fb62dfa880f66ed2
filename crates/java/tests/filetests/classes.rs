//! The class files around a filetest's code: names, parents, fields and methods. The code in them is a
//! placeholder that no verifier minds; the test puts the body of the text in its place.

use std::collections::HashMap;
use testkit::filetest::ClassLine;

const MAGIC: u32 = 0xCAFE_BABE;
/// Java 17.
const MAJOR: u16 = 61;
const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const SUPER: u16 = 0x0020;
const INTERFACE: u16 = 0x0200;
const ABSTRACT: u16 = 0x0400;

/// A method that a text has: its name, its descriptor, and whether it has a receiver.
pub struct Declared {
    pub name: String,
    pub desc: String,
    pub is_static: bool,
}

/// The bytes of a class.
pub fn bytes(line: &ClassLine, methods: &[Declared]) -> Vec<u8> {
    let mut pool = Pool::default();
    let (this, parent) = (pool.class(&line.name), pool.class(&line.parent));
    let interfaces: Vec<u16> = line.interfaces.iter().map(|name| pool.class(name)).collect();
    let mut body = Vec::new();
    let kind = if line.is_interface { INTERFACE | ABSTRACT } else { SUPER };
    for number in [PUBLIC | kind, this, parent, interfaces.len() as u16] {
        body.extend(number.to_be_bytes());
    }
    interfaces.iter().for_each(|number| body.extend(number.to_be_bytes()));
    let fields: Vec<_> = line.fields.iter().map(|field| (field, 0)).collect();
    let statics: Vec<_> = line.statics.iter().map(|field| (field, STATIC)).collect();
    body.extend(((fields.len() + statics.len()) as u16).to_be_bytes());
    for ((name, desc), access) in fields.into_iter().chain(statics) {
        let row = [PUBLIC | access, pool.text(name), pool.text(desc), 0];
        row.iter().for_each(|number| body.extend(number.to_be_bytes()));
    }
    body.extend((methods.len() as u16).to_be_bytes());
    methods.iter().for_each(|method| add_method(&mut pool, method, &mut body));
    body.extend(0u16.to_be_bytes());
    let mut out = [MAGIC.to_be_bytes(), u32::from(MAJOR).to_be_bytes()].concat();
    out.extend((pool.rows + 1).to_be_bytes());
    out.extend(pool.bytes);
    out.extend(body);
    out
}

/// Code that ends at once: `aconst_null; athrow` is right for every descriptor.
fn add_method(pool: &mut Pool, method: &Declared, out: &mut Vec<u8>) {
    let access = if method.is_static { STATIC } else { 0 };
    let public = if method.name == "<clinit>" { 0 } else { PUBLIC };
    let row = [public | access, pool.text(&method.name), pool.text(&method.desc), 1, pool.text("Code")];
    row.iter().for_each(|number| out.extend(number.to_be_bytes()));
    let code = [0x01, 0xbf];
    // Stack, locals, length of the code, the code, no handlers, no attributes.
    let max_locals = 2 * method.desc.len() as u16 + 1;
    let mut attribute = [1u16.to_be_bytes(), max_locals.to_be_bytes()].concat();
    attribute.extend((code.len() as u32).to_be_bytes());
    attribute.extend(code);
    attribute.extend([0; 4]);
    out.extend((attribute.len() as u32).to_be_bytes());
    out.extend(attribute);
}

/// The constant pool in the making.
#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    rows: u16,
    texts: HashMap<String, u16>,
}

impl Pool {
    fn text(&mut self, text: &str) -> u16 {
        if let Some(&row) = self.texts.get(text) {
            return row;
        }
        self.bytes.push(1);
        self.bytes.extend((text.len() as u16).to_be_bytes());
        self.bytes.extend(text.as_bytes());
        self.rows += 1;
        self.texts.insert(text.into(), self.rows);
        self.rows
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.text(name);
        self.bytes.push(7);
        self.bytes.extend(name.to_be_bytes());
        self.rows += 1;
        self.rows
    }
}
