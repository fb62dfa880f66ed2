//! `Class.getProtectionDomain`: where a class of the program comes from. Permissions mean nothing any more.

use super::{class_arg, word};
use base::Symbol;
use ir::operand::{Dst, Int, Src};
use ir::{Builder, CallKind, Op};
use vm::program::Loader;
use vm::{Answer, Args, ClassId, Machine, MethodId, Registry, Trap, member};

const DOMAIN: &str = "Ljava/security/ProtectionDomain;";
const CODE_SOURCE: &str = "java/security/CodeSource";

pub fn register(registry: &mut Registry) {
    let mut add = |name: &str, native| registry.add("java/lang/Class", name, native);
    add(&format!("getProtectionDomain(){DOMAIN}"), get_protection_domain);
    add(&format!("getProtectionDomain0(){DOMAIN}"), crate::nothing);
}

fn get_protection_domain(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    if let Some(place) = place_of(machine, class) {
        let place = machine.new_string(&place)?;
        let loader = machine.owners().app_loader;
        return Err(Trap::Call(domain_of_place(machine)?, vec![word(place), u64::from(loader)]));
    }
    let mirrors = machine.known().class;
    let (name, desc) = ("protectionDomain", format!("(){DOMAIN}"));
    if machine.program.declared_method(mirrors, Symbol::new(name), Symbol::new(&desc)).is_some() {
        return Err(machine.tail_call(mirrors, name, &desc, args.words.to_vec()));
    }
    let holder = machine.load("java/lang/Class$Holder")?;
    machine.ensure_initialized(args.thread, holder)?;
    let all = machine.static_field(holder, "allPermDomain", DOMAIN);
    Ok(all.map_or(0, |(record, unit, _)| word(machine.heap.get_ref(record, unit))))
}

/// The address of the folder or jar that a class of the class path stands in.
fn place_of(machine: &Machine, class: ClassId) -> Option<String> {
    let c = &machine.program.classes[class];
    if c.loader != Loader::App || c.file.is_none() || machine.owners().app_loader == 0 {
        return None;
    }
    let path = format!("{}.class", c.name.text());
    let url = machine.program.sources.app.urls(&path).ok()?.into_iter().next()?;
    let root = url.strip_suffix(&path)?;
    match root.strip_prefix("jar:") {
        Some(jar) => Some(jar.strip_suffix("!/").unwrap_or(jar).to_string()),
        None => Some(root.to_string()),
    }
}

/// `(place, loader)`: the loader keeps one domain for each place.
fn domain_of_place(machine: &mut Machine) -> Result<MethodId, Trap> {
    let class = machine.known().class;
    let desc = format!("(Ljava/lang/String;Ljava/security/SecureClassLoader;){DOMAIN}");
    machine.adapter("protectionDomain", class, &desc, None, || {
        let mut b = Builder::new(&[true, true]);
        let (url, none, source, dst) = (b.reg(true), b.reg(true), b.reg(true), b.reg(true));
        b.new_object(
            Symbol::new("java/net/URL"),
            member("java/net/URL", "<init>", "(Ljava/lang/String;)V"),
            &[0],
            url,
        );
        b.emit(Op::Const { dst: Dst(none), value: Int(0) });
        let init = member(CODE_SOURCE, "<init>", "(Ljava/net/URL;[Ljava/security/cert/Certificate;)V");
        b.new_object(Symbol::new(CODE_SOURCE), init, &[url, none], source);
        let find = format!("(L{CODE_SOURCE};){DOMAIN}");
        let find = member("java/security/SecureClassLoader", "getProtectionDomain", &find);
        b.call(CallKind::Special, find, false, &[1, source], Some(dst));
        b.emit(Op::Return { src: Src(dst) });
        b
    })
}
