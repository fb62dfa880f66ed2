//! java.net and the sockets of sun.nio.ch: addresses can be made and compared, and the one name that is known
//! is `localhost`. Everything that would open a socket, a pipe or a selector is refused.

use crate::nothing;
use crate::reflect::word;
use base::Symbol;
use ir::operand::{Dst, Int, Src, Sym};
use ir::{Builder, CallKind, Op};
use vm::{Answer, Args, Context, Registry, Trap, int, member};

const CLOSED: &str = "access denied by jaywalk: programs cannot use the network";

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
    registry.add(lookup, "getHostByAddr([B)Ljava/lang/String;", unknown_host);
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
    registry
        .add(net, "socket0(ZZZZ)I", |_, _| Err(Trap::Refuse("java/net/SocketException", CLOSED.to_string())));
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
    registry.add(poll, "create()I", |_, _| Err(Trap::Refuse("java/io/IOException", CLOSED.to_string())));
    registry.add("sun/nio/ch/IOUtil", "makePipe(Z)J", |_, _| {
        Err(Trap::Refuse("java/io/IOException", CLOSED.to_string()))
    });
}

fn unknown_host(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Err(Trap::Refuse("java/net/UnknownHostException", CLOSED.to_string()))
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
