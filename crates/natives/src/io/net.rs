//! java.net and the sockets of sun.nio.ch: addresses can be made and compared, and the one name that is known
//! is `localhost`. Sockets are the kernel's, see [`super::kernel`], and reach no further than this machine.

use super::kernel::forward;
use crate::nothing;
use crate::reflect::word;
use base::Symbol;
use ir::operand::{Dst, Int, Src, Sym};
use ir::{Builder, CallKind, Op};
use vm::{Answer, Args, Context, Registry, Trap, Use, int, member};

const CLOSED: &str = "access denied by jaywalk: programs can use no network but 127.0.0.1";
/// Ports that are given to who asks for none: as `Socket.java` of the kernel does.
const FIRST_EPHEMERAL_PORT: u64 = 49_152;
const LAST_PORT: u64 = 65_535;

pub fn register(registry: &mut Registry) {
    for class in ["InetAddress", "Inet4Address", "Inet6Address", "NetworkInterface"] {
        registry.add(&format!("java/net/{class}"), "init()V", nothing);
    }
    registry.add("java/net/InetAddress", "isIPv4Available()Z", |_, _| Ok(1));
    registry.add("java/net/InetAddress", "isIPv6Supported()Z", nothing);
    registry.add("java/net/InetAddressImplFactory", "isIPv6Supported()Z", nothing);
    let lookup = "java/net/Inet4AddressImpl";
    registry
        .add(lookup, "getLocalHostName()Ljava/lang/String;", |cx, _| Ok(word(cx.new_string("localhost")?)));
    registry.add(lookup, "lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;", find_host);
    registry.add(lookup, "getHostByAddr([B)Ljava/lang/String;", find_name);
    registry.add(lookup, "isReachable0([BI[BI)Z", nothing);
    // There are no interfaces to find.
    let interfaces = "java/net/NetworkInterface";
    registry.add(interfaces, "getAll()[Ljava/net/NetworkInterface;", nothing);
    registry.add(interfaces, "getByName0(Ljava/lang/String;)Ljava/net/NetworkInterface;", nothing);
    registry.add(interfaces, "getByIndex0(I)Ljava/net/NetworkInterface;", nothing);
    registry.add(interfaces, "getByInetAddress0(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;", nothing);
    registry.add(interfaces, "boundInetAddress0(Ljava/net/InetAddress;)Z", nothing);
    registry.add("sun/net/spi/DefaultProxySelector", "init()Z", nothing);
    registry.add(
        "sun/net/spi/DefaultProxySelector",
        "getSystemProxies(Ljava/lang/String;Ljava/lang/String;)[Ljava/net/Proxy;",
        nothing,
    );
    registry.add("sun/net/PortConfig", "getLower0()I", |_, _| Ok(FIRST_EPHEMERAL_PORT));
    registry.add("sun/net/PortConfig", "getUpper0()I", |_, _| Ok(LAST_PORT));
    sockets(registry);
}

fn sockets(registry: &mut Registry) {
    let net = "sun/nio/ch/Net";
    registry.add(net, "initIDs()V", nothing);
    for name in [
        "isIPv6Available0",
        "isReusePortAvailable0",
        "shouldShutdownWriteBeforeClose0",
        "shouldSetBothIPv4AndIPv6Options0",
        "canIPv6SocketJoinIPv4Group0",
        "canJoin6WithIPv4Group0",
        "canUseIPv6OptionsWithIPv4LocalAddress0",
    ] {
        registry.add(net, &format!("{name}()Z"), nothing);
    }
    registry.add(net, "isExclusiveBindAvailable()I", |_, _| Ok(int(-1)));
    // Constants of Linux's <poll.h>.
    registry.add(net, "pollinValue()S", |_, _| Ok(1));
    for name in ["polloutValue()S", "pollconnValue()S"] {
        registry.add(net, name, |_, _| Ok(4));
    }
    registry.add(net, "pollerrValue()S", |_, _| Ok(8));
    registry.add(net, "pollhupValue()S", |_, _| Ok(16));
    registry.add(net, "pollnvalValue()S", |_, _| Ok(32));
    for name in [
        "socket0(ZZZZ)I",
        "bind0(Ljava/io/FileDescriptor;ZZLjava/net/InetAddress;I)V",
        "listen(Ljava/io/FileDescriptor;I)V",
        "connect0(ZLjava/io/FileDescriptor;Ljava/net/InetAddress;I)I",
        "accept(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I",
        "shutdown(Ljava/io/FileDescriptor;I)V",
        "localPort(Ljava/io/FileDescriptor;)I",
        "localInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;",
        "remotePort(Ljava/io/FileDescriptor;)I",
        "remoteInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;",
        "getIntOption0(Ljava/io/FileDescriptor;ZII)I",
        "setIntOption0(Ljava/io/FileDescriptor;ZIIIZ)V",
        "poll(Ljava/io/FileDescriptor;IJ)I",
        "pollConnect(Ljava/io/FileDescriptor;J)Z",
        "available(Ljava/io/FileDescriptor;)I",
        "sendOOB(Ljava/io/FileDescriptor;B)I",
        "discardOOB(Ljava/io/FileDescriptor;)Z",
    ] {
        registry.add(net, name, forward);
    }
    for class in ["SocketDispatcher", "DatagramDispatcher"] {
        let class = format!("sun/nio/ch/{class}");
        for name in ["read0", "write0"] {
            registry.add(&class, &format!("{name}(Ljava/io/FileDescriptor;JI)I"), forward);
        }
        for name in ["readv0", "writev0"] {
            registry.add(&class, &format!("{name}(Ljava/io/FileDescriptor;JI)J"), forward);
        }
    }
    for name in ["tryRead", "tryWrite"] {
        let desc = "(Ljava/io/FileDescriptor;[BII)I";
        registry.add("sun/nio/ch/NioSocketImpl", &format!("{name}{desc}"), transfer);
    }
    datagrams(registry);
    others(registry);
}

/// Sockets of Unix, options of Linux, and selectors.
fn others(registry: &mut Registry) {
    let local = "sun/nio/ch/UnixDomainSockets";
    registry.add(local, "init()Z", |_, _| Ok(1));
    registry
        .add(local, "socket0()I", |_, _| Err(Trap::Refuse("java/net/SocketException", CLOSED.to_string())));
    // It would load a native library of its own.
    let options = "jdk/net/LinuxSocketOptions";
    registry.add(options, "<clinit>()V", nothing);
    for name in ["quickAckSupported0", "keepAliveOptionsSupported0", "incomingNapiIdSupported0"] {
        registry.add(options, &format!("{name}()Z"), nothing);
    }
    // The layout of an event is asked for before a selector is opened.
    let poll = "sun/nio/ch/EPoll";
    registry.add(poll, "eventSize()I", |_, _| Ok(12));
    registry.add(poll, "eventsOffset()I", nothing);
    registry.add(poll, "dataOffset()I", |_, _| Ok(4));
    for name in ["create()I", "ctl(IIII)I", "wait(IJII)I"] {
        registry.add(poll, name, forward);
    }
    for name in ["eventfd0()I", "set0(I)I"] {
        registry.add("sun/nio/ch/EventFD", name, forward);
    }
}

/// `this, descriptor, array, from, count`: the bytecode goes through memory outside of objects, which others could
/// know. Exploring, it is one operation with the array, if nobody can tell.
fn transfer(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let is_read = cx.program().methods[args.method].name.as_str() == "tryRead";
    let used = if is_read { Use::Write } else { Use::Read };
    match cx.is_exploring() && !cx.is_divisible(args.object(2)?, 0, used) {
        true => forward(cx, args),
        false => Err(Trap::Original),
    }
}

fn datagrams(registry: &mut Registry) {
    let two = "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;)V";
    for class in ["DatagramDispatcher", "FileDispatcherImpl"] {
        registry.add(&format!("sun/nio/ch/{class}"), &format!("dup0{two}"), forward);
    }
    registry.add("java/net/DatagramPacket", "init()V", nothing);
    let channel = "sun/nio/ch/DatagramChannelImpl";
    registry.add(channel, "disconnect0(Ljava/io/FileDescriptor;Z)V", forward);
    registry.add(channel, "receive0(Ljava/io/FileDescriptor;JIJZ)I", forward);
    registry.add(channel, "send0(Ljava/io/FileDescriptor;JIJI)I", forward);
    // The layout of Linux's sockaddr_in and sockaddr_in6.
    let address = "sun/nio/ch/NativeSocketAddress";
    registry.add(address, "AFINET()I", |_, _| Ok(2));
    registry.add(address, "AFINET6()I", |_, _| Ok(10));
    registry.add(address, "sizeofSockAddr4()I", |_, _| Ok(16));
    registry.add(address, "sizeofSockAddr6()I", |_, _| Ok(28));
    registry.add(address, "sizeofFamily()I", |_, _| Ok(2));
    registry.add(address, "offsetFamily()I", nothing);
    registry.add(address, "offsetSin4Port()I", |_, _| Ok(2));
    registry.add(address, "offsetSin4Addr()I", |_, _| Ok(4));
    registry.add(address, "offsetSin6Port()I", |_, _| Ok(2));
    registry.add(address, "offsetSin6Addr()I", |_, _| Ok(8));
    registry.add(address, "offsetSin6ScopeId()I", |_, _| Ok(24));
    registry.add(address, "offsetSin6FlowInfo()I", |_, _| Ok(4));
}

/// `this, address`: its name.
fn find_name(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = cx.reading(args.object(1)?)?;
    match cx.bytes(address) {
        [127, 0, 0, 1] => Ok(word(cx.new_string("localhost")?)),
        // Nobody has given the others names.
        [127, ..] => Err(Trap::Raise("java/net/UnknownHostException", None)),
        _ => Err(Trap::Refuse("java/net/UnknownHostException", CLOSED.to_string())),
    }
}

/// `this, name`: an array of addresses.
fn find_host(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(1)?);
    if name != "localhost" {
        return Err(Trap::Refuse("java/net/UnknownHostException", format!("{name}: {CLOSED}")));
    }
    let class = cx.load("java/net/InetAddress")?;
    let desc = "(Ljava/lang/String;[B)[Ljava/net/InetAddress;";
    let made = cx.adapter("addresses", class, desc, None, || {
        let mut b = Builder::new(&[true, true]);
        let (address, one, at, array) = (b.reg(true), b.reg(false), b.reg(false), b.reg(true));
        let by_address =
            member("java/net/InetAddress", "getByAddress", "(Ljava/lang/String;[B)Ljava/net/InetAddress;");
        b.call(CallKind::Static, by_address, false, &[0, 1], Some(address));
        b.emit(Op::Const { dst: Dst(one), value: Int(1) });
        b.emit(Op::Const { dst: Dst(at), value: Int(0) });
        let sym = Sym(b.sym(ir::Sym::Class(Symbol::new("java/net/InetAddress"))));
        b.emit(Op::ANewArray { dst: Dst(array), len: Src(one), sym });
        b.emit(Op::StoreRef { arr: Src(array), at: Src(at), src: Src(address) });
        b.emit(Op::Return { src: Src(array) });
        b
    })?;
    let loopback = cx.new_bytes(&[127, 0, 0, 1])?;
    Err(Trap::Call(made, vec![args.words[1], word(loopback)]))
}
