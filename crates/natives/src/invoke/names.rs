//! `java.lang.invoke.MethodHandleNatives`: resolving `MemberName`s, in the manner of HotSpot's
//! `MethodHandles::resolve_MemberName`.

use crate::nothing;
use crate::reflect::{nest_host, reflected_field, reflected_method, set_ref, type_mirror, word};
use base::{Symbol, names};
use classfile::{Access, MethodDesc};
use vm::program::{MethodKind, Missing};
use vm::{Answer, Args, ClassId, FieldId, Machine, MethodId, Ref, Registry, Trap};

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
fn init(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (name, reflected) = (args.object(0)?, args.object(1)?);
    let class = &machine.program.classes[machine.heap.class_of(reflected)];
    if class.name.as_str() == "java/lang/reflect/Field" {
        let field = reflected_field(machine, reflected)?;
        set_field(machine, name, field, false)?;
        return Ok(0);
    }
    let method = reflected_method(machine, reflected)?;
    // The class of a polymorphic method is left empty; the library knows what that means.
    if !matches!(machine.program.methods[method].kind, MethodKind::Polymorphic) {
        let class = machine.program.methods[method].class;
        set_method(machine, name, method, class, INVOKE_VIRTUAL)?;
    }
    Ok(0)
}

/// Fills in name and type of a `MemberName` that has its method only.
fn expand(machine: &mut Machine, args: Args<'_>) -> Answer {
    let name = args.object(0)?;
    let known = machine.known();
    let (method_unit, cell, name_unit, type_unit) =
        (known.member_method, known.resolved_target, known.member_simple_name, known.member_type);
    let resolved = machine.heap.get_ref(name, method_unit);
    if resolved.is_null() {
        return Err(Trap::raise("java/lang/IllegalArgumentException", "nothing to expand"));
    }
    let method = MethodId(machine.heap.get32(resolved, cell).wrapping_sub(1));
    let (simple, desc) = (machine.program.methods[method].name, machine.program.methods[method].desc);
    let simple = machine.literal(simple)?;
    machine.heap.put_ref(name, name_unit, simple);
    let parsed = MethodDesc::parse(desc).ok_or_else(|| Trap::internal("a method without a descriptor"))?;
    let params = parsed
        .params
        .iter()
        .map(|(_, desc)| type_mirror(machine, *desc))
        .collect::<Result<Vec<Ref>, Trap>>()?;
    let params = machine.new_ref_array(machine.known().classes, &params)?;
    let result = type_mirror(machine, parsed.ret.1)?;
    let both = machine.new_ref_array(machine.known().objects, &[result, params])?;
    machine.heap.put_ref(name, type_unit, both);
    Ok(0)
}

/// `member, caller, mode, speculative`: the same `MemberName`, now with its declaring class, flags and
/// target.
fn resolve(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (name, caller, speculative) = (args.object(0)?, args.maybe(1), args.boolean(3));
    match resolve_member(machine, name, caller) {
        Ok(()) => Ok(word(name)),
        Err(Trap::Raise(..)) if speculative => Ok(0),
        Err(trap) => Err(trap),
    }
}

fn resolve_member(machine: &mut Machine, name: Ref, caller: Ref) -> Result<(), Trap> {
    let known = machine.known();
    let flags = machine.heap.get32(name, known.member_flags);
    let (owner, text, kind_type) = (
        machine.heap.get_ref(name, known.member_class),
        machine.heap.get_ref(name, known.member_simple_name),
        machine.heap.get_ref(name, known.member_type),
    );
    if owner.is_null() || text.is_null() || kind_type.is_null() {
        return Err(Trap::raise("java/lang/IllegalArgumentException", "nothing to resolve"));
    }
    let class = machine.mirrored(owner);
    let (simple, desc) = (machine.symbol(text), machine.type_descriptor(kind_type)?);
    let kind = flags >> KIND_SHIFT & 0xF;
    if flags & IS_FIELD != 0 {
        let field = machine.program.resolve_field(class, simple, desc)?;
        let f = &machine.program.fields[field];
        let (holder, access) = (f.class, f.access);
        let what = format!("field {}.{simple}", machine.program.classes[holder].external_name());
        check_static(&what, access, kind)?;
        check_access(machine, holder, access, what, caller)?;
        return set_field(machine, name, field, kind >= PUT_FIELD);
    }
    let method = find_method(machine, class, simple, desc, kind)?;
    let m = &machine.program.methods[method];
    if matches!(m.kind, MethodKind::Polymorphic) {
        return Err(missing(machine, class, simple, desc));
    }
    let (holder, access) = (m.class, m.access);
    let what = format!("method {}", machine.program.describe_method(holder, simple, desc));
    // An array's `clone` is public.
    if machine.program.classes[class].element().is_none() {
        check_access(machine, holder, access, what, caller)?;
    }
    set_method(machine, name, method, class, kind)
}

fn find_method(
    machine: &mut Machine,
    class: ClassId,
    name: Symbol,
    desc: Symbol,
    kind: u32,
) -> Result<MethodId, Trap> {
    let object = machine.known().object;
    let holder = if machine.program.classes[class].element().is_some() { object } else { class };
    let found = match name == names::INIT {
        true => machine.program.declared_method(holder, name, desc),
        false => machine.program.find_method(holder, name, desc).or_else(|| {
            let is_interface = machine.program.classes[holder].is_interface();
            is_interface.then(|| machine.program.declared_method(object, name, desc)).flatten()
        }),
    };
    let method = found.ok_or_else(|| missing(machine, class, name, desc))?;
    let described = format!("method {}", machine.program.describe_method(class, name, desc));
    check_static(&described, machine.program.methods[method].access, kind)?;
    Ok(method)
}

fn missing(machine: &Machine, class: ClassId, name: Symbol, desc: Symbol) -> Trap {
    Missing::Method(machine.program.describe_method(class, name, desc)).into()
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
    machine: &mut Machine,
    owner: ClassId,
    access: Access,
    what: String,
    caller: Ref,
) -> Result<(), Trap> {
    if caller.is_null() || access.has(Access::PUBLIC) {
        return Ok(());
    }
    let caller = machine.mirrored(caller);
    let (from, to) = (&machine.program.classes[caller], &machine.program.classes[owner]);
    let same_package = from.package() == to.package() && from.loader == to.loader;
    let inherits = access.has(Access::PROTECTED) && machine.program.is_subclass(caller, owner);
    let caller_name = from.external_name();
    let sees = match access.is_private() {
        true => nest_host(machine, caller)? == nest_host(machine, owner)?,
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

fn set_field(machine: &mut Machine, name: Ref, field: FieldId, is_setter: bool) -> Result<(), Trap> {
    let f = &machine.program.fields[field];
    let (class, access) = (f.class, f.access);
    let c = &machine.program.classes[class];
    let is_record = c.file.as_ref().is_some_and(|file| file.record.is_some());
    let trusted = access.has(Access::FINAL) && (access.is_static() || c.hidden || is_record);
    let kind = if access.is_static() { GET_STATIC } else { GET_FIELD } + if is_setter { 2 } else { 0 };
    let flags = u32::from(access.0) | IS_FIELD | kind << KIND_SHIFT | if trusted { TRUSTED_FINAL } else { 0 };
    set_name(machine, name, class, flags)
}

fn set_method(
    machine: &mut Machine,
    name: Ref,
    method: MethodId,
    resolved: ClassId,
    asked: u32,
) -> Result<(), Trap> {
    let m = &machine.program.methods[method];
    let (holder, access) = (m.class, m.access);
    let owner = &machine.program.classes[holder];
    let is_bound = access.is_private() || access.has(Access::FINAL) || owner.access.has(Access::FINAL);
    let is_init = m.name == names::INIT;
    let mut class = holder;
    let kind = if access.is_static() {
        INVOKE_STATIC
    } else if is_init || is_bound || asked == INVOKE_SPECIAL {
        INVOKE_SPECIAL
    } else if owner.is_interface() && machine.program.classes[resolved].is_interface() {
        INVOKE_INTERFACE
    } else {
        // An interface's method that a class inherits without implementing it is called as the class's own.
        class = if owner.is_interface() { resolved } else { holder };
        INVOKE_VIRTUAL
    };
    let what = if is_init { IS_CONSTRUCTOR } else { IS_METHOD };
    set_name(machine, name, class, u32::from(access.0) | what | kind << KIND_SHIFT)?;
    let known = machine.known();
    let (target_class, target_cell, unit) =
        (known.resolved_method_name, known.resolved_target, known.member_method);
    let target = machine.new_object(target_class)?;
    machine.heap.put32(target, target_cell, method.0 + 1);
    machine.heap.put_ref(name, unit, target);
    let mirror = machine.mirror(holder)?;
    // Only newer versions have the field.
    match set_ref(machine, target, "vmholder", "Ljava/lang/Class;", mirror) {
        Ok(()) | Err(Trap::Raise(..)) => Ok(()),
        Err(trap) => Err(trap),
    }
}

fn set_name(machine: &mut Machine, name: Ref, class: ClassId, flags: u32) -> Result<(), Trap> {
    let mirror = machine.mirror(class)?;
    let known = machine.known();
    let (class_unit, flags_unit) = (known.member_class, known.member_flags);
    machine.heap.put_ref(name, class_unit, mirror);
    machine.heap.put32(name, flags_unit, flags);
    Ok(())
}

fn named_field(machine: &mut Machine, name: Ref) -> Result<FieldId, Trap> {
    let (_, member) = machine.member_of(name)?;
    let class = machine.load_class(member.class)?;
    Ok(machine.program.resolve_field(class, member.name, member.desc)?)
}

/// In the terms of `Unsafe`: bytes from the start of the object, or of the record of statics.
fn field_offset(machine: &mut Machine, args: Args<'_>) -> Answer {
    let field = named_field(machine, args.object(0)?)?;
    Ok(u64::from(machine.program.fields[field].unit) * 4)
}

fn static_base(machine: &mut Machine, args: Args<'_>) -> Answer {
    let field = named_field(machine, args.object(0)?)?;
    Ok(word(machine.program.classes[machine.program.fields[field].class].statics))
}

/// `{index, target}`; nobody but assertions looks at them.
fn get_vm_info(machine: &mut Machine, args: Args<'_>) -> Answer {
    let index = machine.new_box(classfile::Kind::Long, 0)?;
    let name = args.object(0)?;
    let target = machine.heap.get_ref(name, machine.known().member_class);
    Ok(word(machine.new_ref_array(machine.known().objects, &[index, target])?))
}

fn set_target(machine: &mut Machine, args: Args<'_>) -> Answer {
    set_ref(machine, args.object(0)?, "target", "Ljava/lang/invoke/MethodHandle;", args.object(1)?)?;
    Ok(0)
}
