//! `Class.getProtectionDomain`: where a class of the program comes from. Permissions mean nothing any more.

use super::{class_arg, get_ref, set_ref, word};
use base::Symbol;
use ir::operand::{Dst, Int, Src};
use ir::{Builder, CallKind, Op};
use vm::program::Loader;
use vm::{Answer, Args, ClassId, Context, MethodId, Ref, Registry, Trap, member};

const DOMAIN: &str = "Ljava/security/ProtectionDomain;";
const CODE_SOURCE: &str = "java/security/CodeSource";

pub fn register(registry: &mut Registry) {
    let mut add = |name: &str, native| registry.add("java/lang/Class", name, native);
    add(&format!("getProtectionDomain(){DOMAIN}"), get_protection_domain);
    add(&format!("getProtectionDomain0(){DOMAIN}"), crate::nothing);
    add("getClassData()Ljava/lang/Object;", class_data);
}

const DATA: (&str, &str) = ("classData", "Ljava/lang/Object;");

/// Remembers with which domain a loader of the program's own has defined a class. There it stands where a
/// hidden class has its data.
pub(super) fn keep(cx: &mut Context<'_>, mirror: Ref, domain: Ref) -> Result<(), Trap> {
    set_ref(cx, mirror, DATA.0, DATA.1, domain)
}

fn class_data(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    if cx.program().classes[class].hidden { Err(Trap::Original) } else { Ok(0) }
}

fn get_protection_domain(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let loader = get_ref(cx, args.object(0)?, "classLoader", "Ljava/lang/ClassLoader;")?;
    let place = if loader.0 == cx.owners().app_loader { place_of(cx, class) } else { None };
    if let Some(place) = place {
        let place = cx.new_string(&place)?;
        let loader = cx.owners().app_loader;
        return Err(Trap::Call(domain_of_place(cx)?, vec![word(place), u64::from(loader)]));
    }
    if !cx.program().classes[class].hidden {
        let kept = get_ref(cx, args.object(0)?, DATA.0, DATA.1)?;
        if !kept.is_null() {
            return Ok(word(kept));
        }
    }
    let mirrors = cx.known().class;
    let (name, desc) = ("protectionDomain", format!("(){DOMAIN}"));
    if cx.program().declared_method(mirrors, Symbol::new(name), Symbol::new(&desc)).is_some() {
        return Err(cx.tail_call(mirrors, name, &desc, args.words.to_vec()));
    }
    let holder = cx.load("java/lang/Class$Holder")?;
    cx.ensure_initialized(args.thread, holder)?;
    let all = cx.static_field(holder, "allPermDomain", DOMAIN);
    match all {
        Some((record, unit, _)) => Ok(word(cx.get_ref(record, unit)?)),
        None => Ok(0),
    }
}

/// The address of the folder or jar that a class of the class path stands in.
fn place_of(cx: &Context<'_>, class: ClassId) -> Option<String> {
    let c = &cx.program().classes[class];
    if c.loader != Loader::App || c.file.is_none() || cx.owners().app_loader == 0 {
        return None;
    }
    let path = format!("{}.class", c.name.text());
    let url = cx.program().sources.app.urls(&path).ok()?.into_iter().next()?;
    let root = url.strip_suffix(&path)?;
    match root.strip_prefix("jar:") {
        Some(jar) => Some(jar.strip_suffix("!/").unwrap_or(jar).to_string()),
        None => Some(root.to_string()),
    }
}

/// `(place, loader)`: the loader keeps one domain for each place.
fn domain_of_place(cx: &mut Context<'_>) -> Result<MethodId, Trap> {
    let class = cx.known().class;
    let desc = format!("(Ljava/lang/String;Ljava/security/SecureClassLoader;){DOMAIN}");
    cx.adapter("protectionDomain", class, &desc, None, || {
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
