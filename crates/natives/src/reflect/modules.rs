//! `java.lang.Module`: the JDK's modules by name, and what they export and open. There is no module graph: every module reads every other.
//!
//! What a module exports is read from its `module-info.class` (JVMS 4.7.25) when somebody asks.

use super::{get_ref, word};
use crate::nothing;
use base::Symbol;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use vm::{Answer, Args, Machine, Registry, Trap, member};

const MODULE: &str = "java/lang/Module";
const DESCRIPTOR: &str = "Ljava/lang/module/ModuleDescriptor;";
/// A module flag: all packages are open.
const OPEN: u16 = 0x0020;

pub fn register(registry: &mut Registry) {
    let mut add = |name: &str, native| registry.add(MODULE, name, native);
    add("implIsExportedOrOpen(Ljava/lang/String;Ljava/lang/Module;Z)Z", is_exported_or_open);
    add("canRead(Ljava/lang/Module;)Z", |_, _| Ok(1));
    add("canUse(Ljava/lang/Class;)Z", |_, _| Ok(1));
    // What the library exports at run time belongs to modules that it makes for proxies.
    add("implAddExportsOrOpens(Ljava/lang/String;Ljava/lang/Module;ZZ)V", nothing);
    add(&format!("getDescriptor(){DESCRIPTOR}"), get_descriptor);
    let find = "findModule(Ljava/lang/String;)Ljava/lang/Module;";
    registry.add("jdk/internal/loader/BootLoader$PackageHelper", find, find_module);
}

/// `jrt:/java.base`, as `BootLoader.getSystemPackageLocation` answers.
fn find_module(machine: &mut Machine, args: Args<'_>) -> Answer {
    let location = machine.text(args.object(0)?);
    match location.strip_prefix("jrt:/") {
        Some(name) => Ok(word(machine.named_module(Symbol::new(name))?)),
        None => Ok(0),
    }
}

/// `package, other, open`, behind the receiver.
fn is_exported_or_open(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (module, other) = (args.object(0)?, args.maybe(2));
    let name = get_ref(machine, module, "name", "Ljava/lang/String;")?;
    let is_ours = get_ref(machine, module, "descriptor", DESCRIPTOR)?.is_null();
    // Modules that the library makes at run time, for proxies, export what is in them.
    if name.is_null() || module == other || !is_ours {
        return Ok(1);
    }
    let (name, package) = (machine.text(name), machine.text(args.object(1)?).replace('.', "/"));
    let other_name = match other.is_null() {
        true => None,
        false => {
            let name = get_ref(machine, other, "name", "Ljava/lang/String;")?;
            (!name.is_null()).then(|| machine.text(name))
        }
    };
    let bytes = module_info(machine, &name)?;
    let grants = Info::read(&bytes).is_some_and(|info| info.grants(&package, other_name.as_deref(), args.boolean(3)));
    if grants {
        return Ok(1);
    }
    let class = machine.load(MODULE)?;
    let rest = ["isReflectivelyExportedOrOpen", "isReflectivelyExportedOrOpened"];
    let desc = "(Ljava/lang/String;Ljava/lang/Module;Z)Z";
    let found = rest.iter().find(|name| {
        machine.program.declared_method(class, Symbol::new(name), Symbol::new(desc)).is_some()
    });
    match found {
        Some(name) => Err(machine.tail_call(class, name, desc, args.words.to_vec())),
        None => Ok(0),
    }
}

fn module_info(machine: &Machine, module: &str) -> Result<Vec<u8>, Trap> {
    let found = machine.program.sources.boot.module_resource(module, "module-info.class");
    let found = found.map_err(|error| Trap::internal(error.to_string()))?;
    Ok(found.map(|bytes| bytes.to_vec()).unwrap_or_default())
}

/// Made by the library from the module's file, when first asked for.
fn get_descriptor(machine: &mut Machine, args: Args<'_>) -> Answer {
    let module = args.object(0)?;
    let present = get_ref(machine, module, "descriptor", DESCRIPTOR)?;
    let name = get_ref(machine, module, "name", "Ljava/lang/String;")?;
    if !present.is_null() || name.is_null() {
        return Ok(word(present));
    }
    let bytes = module_info(machine, &machine.text(name))?;
    let array = machine.new_bytes(&bytes)?;
    let class = machine.known().object;
    let adapter = machine.adapter("moduleDescriptor", class, &format!("([B){DESCRIPTOR}"), None, || {
        let mut b = Builder::new(&[true]);
        let (buffer, dst) = (b.reg(true), b.reg(true));
        let wrap = member("java/nio/ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;");
        b.call(CallKind::Static, wrap, false, &[0], Some(buffer));
        let read = member("java/lang/module/ModuleDescriptor", "read", &format!("(Ljava/nio/ByteBuffer;){DESCRIPTOR}"));
        b.call(CallKind::Static, read, false, &[buffer], Some(dst));
        b.emit(Op::Return { src: Src(dst) });
        b
    })?;
    Err(Trap::Call(adapter, vec![word(array)]))
}

/// What a module's file says about its packages.
struct Info<'a> {
    is_open: bool,
    /// Package, and the modules it is for; none means all.
    exports: Vec<(&'a [u8], Vec<&'a [u8]>)>,
    opens: Vec<(&'a [u8], Vec<&'a [u8]>)>,
}

impl<'a> Info<'a> {
    fn grants(&self, package: &str, to: Option<&str>, open: bool) -> bool {
        let rows = |rows: &[(&[u8], Vec<&[u8]>)]| {
            rows.iter().any(|(name, targets)| {
                let fits = targets.is_empty() || targets.iter().any(|target| Some(*target) == to.map(str::as_bytes));
                *name == package.as_bytes() && fits
            })
        };
        self.is_open || rows(&self.opens) || (!open && rows(&self.exports))
    }

    fn read(bytes: &'a [u8]) -> Option<Info<'a>> {
        let mut reader = Reader { bytes, at: 8 };
        let pool = reader.pool()?;
        let text = |index: u16| match pool.get(usize::from(index)) {
            Some(Entry::Text(text)) => Some(*text),
            Some(Entry::Name(name)) => match pool.get(usize::from(*name)) {
                Some(Entry::Text(text)) => Some(*text),
                _ => None,
            },
            _ => None,
        };
        // Access, this, super, and no interfaces, fields and methods.
        reader.skip(12)?;
        for _ in 0..reader.number()? {
            let name = text(reader.number()?)?;
            let length = reader.wide()? as usize;
            if name != b"Module" {
                reader.skip(length)?;
                continue;
            }
            reader.number()?;
            let flags = reader.number()?;
            reader.number()?;
            let requires = usize::from(reader.number()?);
            reader.skip(requires * 6)?;
            let mut tables = [Vec::new(), Vec::new()];
            for table in &mut tables {
                for _ in 0..reader.number()? {
                    let package = text(reader.number()?)?;
                    reader.number()?;
                    let count = reader.number()?;
                    let targets = (0..count).map(|_| text(reader.number()?)).collect::<Option<Vec<&[u8]>>>()?;
                    table.push((package, targets));
                }
            }
            let [exports, opens] = tables;
            return Some(Info { is_open: flags & OPEN != 0, exports, opens });
        }
        None
    }
}

enum Entry<'a> {
    Text(&'a [u8]),
    /// A class, module or package: the index of its name.
    Name(u16),
    Other,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
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

    fn pool(&mut self) -> Option<Vec<Entry<'a>>> {
        let count = usize::from(self.number()?);
        let mut pool = vec![Entry::Other];
        while pool.len() < count {
            let tag = self.take(1)?[0];
            let entry = match tag {
                1 => {
                    let length = usize::from(self.number()?);
                    Entry::Text(self.take(length)?)
                }
                7 | 8 | 16 | 19 | 20 => Entry::Name(self.number()?),
                15 => self.skip(3).map(|()| Entry::Other)?,
                5 | 6 => {
                    self.skip(8)?;
                    pool.push(Entry::Other);
                    Entry::Other
                }
                _ => self.skip(4).map(|()| Entry::Other)?,
            };
            pool.push(entry);
        }
        Some(pool)
    }
}
