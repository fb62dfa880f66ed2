//! `java.lang.invoke.MethodHandleNatives`: resolving `MemberName`s, in the manner of HotSpot's
//! `MethodHandles::resolve_MemberName`.

use super::{method_of, new_target};
use crate::nothing;
use crate::reflect::{nest_host, reflected_field, reflected_method, set_ref, type_mirror, unit_of, word};
use base::{Symbol, names};
use classfile::{Access, MethodDesc};
use vm::program::{MethodKind, Missing};
use vm::{Answer, Args, ClassId, Context, FieldId, MethodId, Ref, Registry, Trap};

const IS_METHOD: u32 = 0x0001_0000;
const IS_CONSTRUCTOR: u32 = 0x0002_0000;
const IS_FIELD: u32 = 0x0004_0000;
const TRUSTED_FINAL: u32 = 0x0020_0000;
const KIND_SHIFT: u32 = 24;

const GET_FIELD: u32 = 1;
const GET_STATIC: u32 = 2;
const PUT_FIELD: u32 = 3;
const INVOKE_VIRTUAL: u32 = 5;
const INVOKE_STATIC: u32 = 6;
const INVOKE_SPECIAL: u32 = 7;
const INVOKE_INTERFACE: u32 = 9;

pub fn register(registry: &mut Registry) {
    let mut add = |name, native| registry.add("java/lang/invoke/MethodHandleNatives", name, native);
    add("registerNatives()V", nothing);
    add("init(Ljava/lang/invoke/MemberName;Ljava/lang/Object;)V", init);
    add("expand(Ljava/lang/invoke/MemberName;)V", expand);
    add("resolve(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;", resolve);
    add("objectFieldOffset(Ljava/lang/invoke/MemberName;)J", field_offset);
    add("staticFieldOffset(Ljava/lang/invoke/MemberName;)J", field_offset);
    add("staticFieldBase(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;", static_base);
    add("getMemberVMInfo(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;", get_vm_info);
    add("setCallSiteTargetNormal(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V", set_target);
    add("setCallSiteTargetVolatile(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V", set_target);
    add("clearCallSiteContext(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V", nothing);
    // There are no constants to compare with the virtual machine's.
    add("getNamedCon(I[Ljava/lang/Object;)I", nothing);
    add("verifyConstants()Z", |_, _| Ok(1));
}

/// A `MemberName` from a reflected member.
fn init(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (name, reflected) = (args.object(0)?, args.object(1)?);
    let class = &cx.program().classes[cx.class_of(reflected)];
    if class.name.as_str() == "java/lang/reflect/Field" {
        let field = reflected_field(cx, reflected)?;
        set_field(cx, name, field, false)?;
        return Ok(0);
    }
    let method = reflected_method(cx, reflected)?;
    // The class of a polymorphic method is left empty; the library knows what that means.
    if !matches!(cx.program().methods[method].kind, MethodKind::Polymorphic) {
        let class = cx.program().methods[method].class;
        set_method(cx, name, method, class, INVOKE_VIRTUAL)?;
    }
    Ok(0)
}

/// Fills in name and type of a `MemberName` that has its method only.
fn expand(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = args.object(0)?;
    let known = cx.known();
    let (method_unit, name_unit, type_unit) =
        (known.member_method, known.member_simple_name, known.member_type);
    let resolved = cx.get_ref(name, method_unit)?;
    if resolved.is_null() {
        return Err(Trap::raise("java/lang/IllegalArgumentException", "nothing to expand"));
    }
    let method = method_of(cx, resolved)?;
    let (simple, desc) = (cx.program().methods[method].name, cx.program().methods[method].desc);
    let simple = cx.literal(simple)?;
    let parsed = MethodDesc::parse(desc).ok_or_else(|| Trap::forged("a method without a descriptor"))?;
    let params =
        parsed.params.iter().map(|(_, desc)| type_mirror(cx, *desc)).collect::<Result<Vec<Ref>, Trap>>()?;
    let params = cx.new_ref_array(cx.known().classes, &params)?;
    let result = type_mirror(cx, parsed.ret.1)?;
    let both = cx.new_ref_array(cx.known().objects, &[result, params])?;
    cx.put_ref(name, name_unit, simple)?;
    cx.put_ref(name, type_unit, both)?;
    Ok(0)
}

/// `member, caller, mode, speculative`: the same `MemberName`, now with its declaring class, flags and
/// target.
fn resolve(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (name, caller, speculative) = (args.object(0)?, args.maybe(1), args.boolean(3));
    match resolve_member(cx, name, caller) {
        Ok(()) => Ok(word(name)),
        Err(Trap::Raise(..)) if speculative => Ok(0),
        Err(trap) => Err(trap),
    }
}

fn resolve_member(cx: &mut Context<'_>, name: Ref, caller: Ref) -> Result<(), Trap> {
    let known = cx.known();
    let (flags_unit, class_unit) = (known.member_flags, known.member_class);
    let (name_unit, type_unit) = (known.member_simple_name, known.member_type);
    let flags = cx.get32(name, flags_unit)?;
    let owner = cx.get_ref(name, class_unit)?;
    let (text, kind_type) = (cx.get_ref(name, name_unit)?, cx.get_ref(name, type_unit)?);
    if owner.is_null() || text.is_null() || kind_type.is_null() {
        return Err(Trap::raise("java/lang/IllegalArgumentException", "nothing to resolve"));
    }
    let class = cx.mirrored(owner)?;
    let (simple, desc) = (cx.symbol(text), cx.type_descriptor(kind_type)?);
    let kind = flags >> KIND_SHIFT & 0xF;
    if flags & IS_FIELD != 0 {
        let field = cx.program().resolve_field(class, simple, desc)?;
        let f = &cx.program().fields[field];
        let (holder, access) = (f.class, f.access);
        let what = format!("field {}.{simple}", cx.program().classes[holder].external_name());
        check_static(&what, access, kind)?;
        check_access(cx, holder, access, what, caller)?;
        return set_field(cx, name, field, kind >= PUT_FIELD);
    }
    let method = find_method(cx, class, simple, desc, kind)?;
    let m = &cx.program().methods[method];
    if matches!(m.kind, MethodKind::Polymorphic) {
        return Err(missing(cx, class, simple, desc));
    }
    let (holder, access) = (m.class, m.access);
    let what = format!("method {}", cx.program().describe_method(holder, simple, desc));
    // An array's `clone` is public.
    if cx.program().classes[class].element().is_none() {
        check_access(cx, holder, access, what, caller)?;
    }
    set_method(cx, name, method, class, kind)
}

fn find_method(
    cx: &mut Context<'_>,
    class: ClassId,
    name: Symbol,
    desc: Symbol,
    kind: u32,
) -> Result<MethodId, Trap> {
    let object = cx.known().object;
    let holder = if cx.program().classes[class].element().is_some() { object } else { class };
    let found = match name == names::INIT {
        true => cx.program().declared_method(holder, name, desc),
        false => cx.program().find_method(holder, name, desc).or_else(|| {
            let is_interface = cx.program().classes[holder].is_interface();
            is_interface.then(|| cx.program().declared_method(object, name, desc)).flatten()
        }),
    };
    let method = found.ok_or_else(|| missing(cx, class, name, desc))?;
    let described = format!("method {}", cx.program().describe_method(class, name, desc));
    check_static(&described, cx.program().methods[method].access, kind)?;
    Ok(method)
}

fn missing(cx: &Context<'_>, class: ClassId, name: Symbol, desc: Symbol) -> Trap {
    Missing::Method(cx.program().describe_method(class, name, desc)).into()
}

/// A member must be static exactly if the reference says so.
fn check_static(what: &str, access: Access, kind: u32) -> Result<(), Trap> {
    let wants_static = matches!(kind, GET_STATIC | 4 | INVOKE_STATIC);
    match access.is_static() == wants_static {
        true => Ok(()),
        false => {
            let expected = if wants_static { "static" } else { "non-static" };
            let what = format!("Expected {expected} {what}");
            Err(Trap::raise("java/lang/IncompatibleClassChangeError", what))
        }
    }
}

/// Whether the caller may see a member of `owner` (JVMS 5.4.4). Without a caller everything is seen.
fn check_access(
    cx: &mut Context<'_>,
    owner: ClassId,
    access: Access,
    what: String,
    caller: Ref,
) -> Result<(), Trap> {
    if caller.is_null() || access.has(Access::PUBLIC) {
        return Ok(());
    }
    let caller = cx.mirrored(caller)?;
    let (from, to) = (&cx.program().classes[caller], &cx.program().classes[owner]);
    let same_package = from.package() == to.package() && from.loader == to.loader;
    let inherits = access.has(Access::PROTECTED) && cx.program().is_subclass(caller, owner);
    let caller_name = from.external_name();
    let sees = match access.is_private() {
        true => nest_host(cx, caller)? == nest_host(cx, owner)?,
        false => same_package || inherits,
    };
    if sees {
        return Ok(());
    }
    let kind = match (access.is_private(), access.has(Access::PROTECTED)) {
        (true, _) => "private ",
        (_, true) => "protected ",
        _ => "",
    };
    Err(Trap::raise(
        "java/lang/IllegalAccessError",
        format!("class {caller_name} tried to access {kind}{what}"),
    ))
}

fn set_field(cx: &mut Context<'_>, name: Ref, field: FieldId, is_setter: bool) -> Result<(), Trap> {
    let f = &cx.program().fields[field];
    let (class, access) = (f.class, f.access);
    let c = &cx.program().classes[class];
    let is_record = c.file.as_ref().is_some_and(|file| file.record.is_some());
    let trusted = access.has(Access::FINAL) && (access.is_static() || c.hidden || is_record);
    let kind = if access.is_static() { GET_STATIC } else { GET_FIELD } + if is_setter { 2 } else { 0 };
    let flags = u32::from(access.0) | IS_FIELD | kind << KIND_SHIFT | if trusted { TRUSTED_FINAL } else { 0 };
    set_name(cx, name, class, flags)
}

fn set_method(
    cx: &mut Context<'_>,
    name: Ref,
    method: MethodId,
    resolved: ClassId,
    asked: u32,
) -> Result<(), Trap> {
    let m = &cx.program().methods[method];
    let (holder, access) = (m.class, m.access);
    let owner = &cx.program().classes[holder];
    let is_bound = access.is_private() || access.has(Access::FINAL) || owner.access.has(Access::FINAL);
    let is_init = m.name == names::INIT;
    let mut class = holder;
    let kind = if access.is_static() {
        INVOKE_STATIC
    } else if is_init || is_bound || asked == INVOKE_SPECIAL {
        INVOKE_SPECIAL
    } else if owner.is_interface() && cx.program().classes[resolved].is_interface() {
        INVOKE_INTERFACE
    } else {
        // An interface's method that a class inherits without implementing it is called as the class's own.
        class = if owner.is_interface() { resolved } else { holder };
        INVOKE_VIRTUAL
    };
    let what = if is_init { IS_CONSTRUCTOR } else { IS_METHOD };
    set_name(cx, name, class, u32::from(access.0) | what | kind << KIND_SHIFT)?;
    let known = cx.known();
    let (target_class, unit) = (known.resolved_method_name, known.member_method);
    let target = new_target(cx, method)?;
    let mirror = cx.mirror(holder)?;
    // Only newer versions have the field.
    if let Ok(unit) = unit_of(cx, target_class, "vmholder", "Ljava/lang/Class;") {
        cx.own_put_ref(target, unit, mirror);
    }
    cx.put_ref(name, unit, target)
}

fn set_name(cx: &mut Context<'_>, name: Ref, class: ClassId, flags: u32) -> Result<(), Trap> {
    let mirror = cx.mirror(class)?;
    let known = cx.known();
    let (class_unit, flags_unit) = (known.member_class, known.member_flags);
    cx.put_ref(name, class_unit, mirror)?;
    cx.put32(name, flags_unit, flags)
}

fn named_field(cx: &mut Context<'_>, name: Ref) -> Result<FieldId, Trap> {
    let (_, member) = cx.member_of(name)?;
    let class = cx.load_class(member.class)?;
    Ok(cx.program().resolve_field(class, member.name, member.desc)?)
}

/// In the terms of `Unsafe`: bytes from the start of the object, or of the record of statics.
fn field_offset(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let field = named_field(cx, args.object(0)?)?;
    Ok(u64::from(cx.program().fields[field].unit) * 4)
}

fn static_base(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let field = named_field(cx, args.object(0)?)?;
    Ok(word(cx.program().classes[cx.program().fields[field].class].statics))
}

/// `{index, target}`; nobody but assertions looks at them.
fn get_vm_info(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let index = cx.new_box(classfile::Kind::Long, 0)?;
    let name = args.object(0)?;
    let target = cx.get_ref(name, cx.known().member_class)?;
    Ok(word(cx.new_ref_array(cx.known().objects, &[index, target])?))
}

fn set_target(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    set_ref(cx, args.object(0)?, "target", "Ljava/lang/invoke/MethodHandle;", args.object(1)?)?;
    Ok(0)
}
