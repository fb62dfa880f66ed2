//! jaywalk.kernel: Java classes of our own that stand for the operating system, see `kernel/README.md`. A
//! native method of the JDK goes on as a call of the method that has its name there.

use super::descriptor::{Descriptor, unit};
use crate::reflect::word;
use base::Symbol;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use vm::{Answer, Args, Context, MethodId, Registry, Trap, int, member};

const PACKAGE: &str = "jaywalk/kernel/";
const CLOSED: &str = "access denied by jaywalk: programs can use no network but 127.0.0.1";
/// Numbers of descriptors from here on are the kernel's: `Table.FIRST`.
const FIRST: i32 = 1 << 20;

macro_rules! class {
    ($name:literal) => {
        (
            concat!("jaywalk/kernel/", $name),
            include_bytes!(concat!("../../kernel/classes/jaywalk/kernel/", $name, ".class")),
        )
    };
}

const CLASSES: [(&str, &[u8]); 51] = [
    class!("Bytes"),
    class!("Counter"),
    class!("DatagramChannelImpl"),
    class!("DatagramDispatcher"),
    class!("Dispatcher"),
    class!("EPoll"),
    class!("Ended"),
    class!("Entry"),
    class!("Errno"),
    class!("EventFD"),
    class!("FileDescriptor"),
    class!("FileInputStream"),
    class!("FileOutputStream"),
    class!("FileStream"),
    class!("Filling"),
    class!("Filling$Chooser"),
    class!("Host"),
    class!("IOUtil"),
    class!("Interest"),
    class!("Interned"),
    class!("Json"),
    class!("Json$Choice"),
    class!("Json$Numeral"),
    class!("Layer"),
    class!("Layer$Place"),
    class!("LinuxNativeDispatcher"),
    class!("Net"),
    class!("NioSocketImpl"),
    class!("Node"),
    class!("OpenFile"),
    class!("Options"),
    class!("Pipe"),
    class!("Poll"),
    class!("RandomAccessFile"),
    class!("Socket"),
    class!("Socket$Option"),
    class!("SocketDispatcher"),
    class!("Table"),
    class!("Table$Slot"),
    class!("Tcp"),
    class!("Transfer"),
    class!("Udp"),
    class!("Udp$Datagram"),
    class!("UnixCopyFile"),
    class!("UnixFileSystem"),
    class!("UnixNativeDispatcher"),
    class!("Verify"),
    class!("Verify$Asking"),
    class!("Verify$Attributes"),
    class!("Verify$Setting"),
    class!("Waiter"),
];

pub fn register(registry: &mut Registry) {
    for (name, bytes) in CLASSES {
        registry.embed(name, bytes);
    }
    let host = "jaywalk/kernel/Host";
    registry.add(host, "number(Ljava/io/FileDescriptor;)I", |cx, args| {
        Ok(int(Descriptor::of_object(cx, args.object(0)?)?.fd))
    });
    registry.add(host, "setNumber(Ljava/io/FileDescriptor;I)V", set_number);
    registry.add(host, "load(JI)[B", load);
    registry.add(host, "store(J[BII)V", store);
    registry.add(host, "unsupported(Ljava/lang/String;)Ljava/lang/Error;", |cx, args| {
        Err(Trap::unsupported(cx.text(args.object(0)?)))
    });
    registry.add(host, "refusal(Ljava/lang/String;)Ljava/lang/Exception;", refusal);
}

/// The call goes on in the kernel: in the class that is named like the method's own, or in `Dispatcher`.
pub fn forward(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let adapter = adapter(cx, args.method)?;
    Err(Trap::Call(adapter, args.words.to_vec()))
}

/// The number of a descriptor that is the kernel's.
pub fn is_number(number: i32) -> bool {
    number >= FIRST
}

/// The same where the descriptor that is the first argument is the kernel's.
pub fn forward_or(cx: &mut Context<'_>, args: Args<'_>, other: vm::Native) -> Answer {
    match is_number(Descriptor::of_object(cx, args.object(0)?)?.fd) {
        true => forward(cx, args),
        false => other(cx, args),
    }
}

/// A method that calls the kernel's and stands in stack traces as the native one.
fn adapter(cx: &mut Context<'_>, native: MethodId) -> Result<MethodId, Trap> {
    let method = &cx.program().methods[native];
    let (name, class) = (method.name, cx.program().classes[method.class].name);
    // The kernel's methods are static.
    let desc = match method.is_static() {
        true => method.desc,
        false => Symbol::new(&method.desc.as_str().replacen('(', "(Ljava/lang/Object;", 1)),
    };
    let simple = class.as_str().rsplit('/').next().unwrap_or_default();
    let simple = match simple {
        "FileDispatcherImpl" | "UnixFileDispatcherImpl" | "UnixDispatcher" => "Dispatcher",
        other => other,
    };
    // A class that others cannot name is an object to them.
    let desc = Symbol::new(&desc.as_str().replace("Lsun/nio/fs/UnixFileAttributes;", "Ljava/lang/Object;"));
    let target = member(&format!("{PACKAGE}{simple}"), named(name.as_str(), desc.as_str()), desc.as_str());
    let (params, returns) = shapes(desc);
    let kernel = cx.load(&format!("{PACKAGE}{simple}"))?;
    let key = format!("kernel {class}.{name}{desc}");
    cx.adapter(&key, kernel, desc.as_str(), Some(native), || {
        let mut b = Builder::new(&params);
        let arguments: Vec<u16> = (0..params.len() as u16).collect();
        let result = returns.map(|is_ref| b.reg(is_ref));
        b.call(CallKind::Static, target, false, &arguments, result);
        match result {
            Some(result) => b.emit(Op::Return { src: Src(result) }),
            None => b.emit(Op::ReturnVoid {}),
        };
        b
    })
}

/// The name of a native in the kernel: there are two pairs that differ in what they return alone.
fn named<'a>(name: &'a str, desc: &str) -> &'a str {
    match (name, desc.ends_with(")I")) {
        ("stat0", true) => "statOrError",
        ("access0", true) => "accessOrError",
        _ => name,
    }
}

/// Which parameters are references, and whether the result is one, if there is a result.
fn shapes(desc: Symbol) -> (Vec<bool>, Option<bool>) {
    let is_ref = |kind: classfile::Kind| kind == classfile::Kind::Ref;
    let Some(parsed) = classfile::descriptor::MethodDesc::parse(desc) else { return (Vec::new(), None) };
    let params = parsed.params.iter().map(|&(kind, _)| is_ref(kind)).collect();
    (params, (parsed.ret.0 != classfile::Kind::Void).then_some(is_ref(parsed.ret.0)))
}

fn set_number(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    let at = unit(cx, object, "fd", "I")?;
    cx.put32(object, at, args.int(1) as u32)?;
    Ok(0)
}

/// `address, count`.
fn load(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (address, count) = (args.long(0) as u64, args.int(1).max(0) as u64);
    let bytes = match count {
        0 => Vec::new(),
        _ => cx
            .read_memory(address, count)?
            .ok_or_else(|| Trap::unsupported(format!("writing from memory at address {address}")))?,
    };
    Ok(word(cx.new_bytes(&bytes)?))
}

/// `address, array, from, count`.
fn store(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (address, from, count) = (args.long(0) as u64, args.int(2).max(0) as u64, args.int(3).max(0) as u64);
    if count == 0 {
        return Ok(0);
    }
    let array = cx.reading(args.object(1)?)?;
    let bytes = cx.part(array, from, count).map(<[u8]>::to_vec);
    let bytes = bytes.ok_or_else(|| Trap::internal("the kernel writes more than it has"))?;
    let done = cx.write_memory(address, &bytes)?;
    done.map(|()| 0).ok_or_else(|| Trap::unsupported(format!("reading into memory at address {address}")))
}

/// An exception for an address that is not inside of the machine.
fn refusal(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = cx.text(args.object(0)?);
    let message = format!("{address}: {CLOSED}");
    Ok(word(cx.make_refusal(args.thread, "java/net/SocketException", &message)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::access::{EACCES, EBADF, EISDIR};
    use classfile::Constant;

    /// A constant of one of the kernel's classes, as the compiler has written it down.
    fn constant(class: &str, field: &str) -> i32 {
        let name = format!("{PACKAGE}{class}");
        let (_, bytes) = CLASSES.iter().find(|(known, _)| *known == name).expect("a class of the kernel");
        let class = classfile::parse(bytes, &"kernel".into(), None, u16::MAX).expect("it is whole");
        let field = class.fields.iter().find(|known| known.name.as_str() == field).expect("a field of it");
        match class.constants[usize::from(field.constant.expect("it has a value"))] {
            Constant::Integer(value) => value,
            _ => panic!("{name}.{} is no number", field.name),
        }
    }

    #[test]
    fn numbers_are_those_of_the_java_side() {
        assert_eq!(constant("Table", "FIRST"), FIRST);
        for (name, number) in [("EBADF", EBADF), ("EACCES", EACCES), ("EISDIR", EISDIR)] {
            assert_eq!(constant("Errno", name), number, "{name}");
        }
    }
}
