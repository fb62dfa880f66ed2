//! What `Unsafe` tells of classes: offsets, scales, initialization, and making instances without a
//! constructor.

use super::UNSAFE;
use vm::program::{ClassKind, Field, external_type};
use vm::state::heap::HEADER_BYTES;
use vm::{Answer, Args, Context, Ref, Registry, Trap, int};

/// Of the machine that Java code sees; the usual ones of a PC.
const PAGE_BYTES: u32 = 4096;
const ADDRESS_BYTES: u32 = 8;

pub(super) fn register(registry: &mut Registry) {
    registry.add(UNSAFE, "registerNatives()V", set_constants);
    registry.add(UNSAFE, "arrayBaseOffset0(Ljava/lang/Class;)I", array_base);
    registry.add(UNSAFE, "arrayIndexScale0(Ljava/lang/Class;)I", array_scale);
    registry.add(UNSAFE, "objectFieldOffset0(Ljava/lang/reflect/Field;)J", field_offset);
    registry.add(UNSAFE, "objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J", named_field_offset);
    registry.add(UNSAFE, "staticFieldOffset0(Ljava/lang/reflect/Field;)J", static_offset);
    registry.add(UNSAFE, "staticFieldBase0(Ljava/lang/reflect/Field;)Ljava/lang/Object;", static_base);
    registry.add(UNSAFE, "shouldBeInitialized0(Ljava/lang/Class;)Z", should_be_initialized);
    registry.add(UNSAFE, "ensureClassInitialized0(Ljava/lang/Class;)V", ensure_initialized);
    registry.add(UNSAFE, "allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;", allocate_instance);
    registry.add(UNSAFE, "throwException(Ljava/lang/Throwable;)V", throw);
}

/// The real machine writes these constants into their class before Java code can look; `Unsafe`'s initializer
/// begins with this call.
fn set_constants(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.load("jdk/internal/misc/UnsafeConstants")?;
    cx.ensure_initialized(args.thread, class)?;
    let constants = [
        ("ADDRESS_SIZE0", "I", ADDRESS_BYTES),
        ("PAGE_SIZE", "I", PAGE_BYTES),
        ("BIG_ENDIAN", "Z", 0),
        ("UNALIGNED_ACCESS", "Z", 1),
        ("DATA_CACHE_LINE_FLUSH_SIZE", "I", 0),
    ];
    for (name, desc, value) in constants {
        if let Some((record, unit, _)) = cx.static_field(class, name, desc) {
            cx.put32(record, unit, value)?;
        }
    }
    Ok(0)
}

fn array_base(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Ok(u64::from(HEADER_BYTES))
}

fn array_scale(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.mirrored(args.object(1)?)?;
    match cx.element_shift(class) {
        Some(shift) => Ok(int(1 << shift)),
        None => Err(Trap::Raise("java/lang/InvalidClassException", None)),
    }
}

fn field_offset(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(offset(field_of(cx, args.object(1)?, false)?))
}

fn static_offset(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(offset(field_of(cx, args.object(1)?, true)?))
}

fn static_base(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = field_of(cx, args.object(1)?, true)?.class;
    Ok(u64::from(cx.program().classes[class].statics.0))
}

fn named_field_offset(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.mirrored(args.object(1)?)?;
    let name = cx.symbol(args.object(2)?);
    let fields = cx.program().classes[class].fields.iter();
    match fields.map(|&id| &cx.program().fields[id]).find(|field| field.name == name) {
        Some(field) => Ok(offset(field)),
        None => Err(Trap::Raise("java/lang/InternalError", None)),
    }
}

fn offset(field: &Field) -> u64 {
    u64::from(field.unit) * 4
}

/// The field that a `java.lang.reflect.Field` stands for, if it is of the wanted sort.
fn field_of<'a>(cx: &'a mut Context<'_>, reflected: Ref, is_static: bool) -> Result<&'a Field, Trap> {
    let class = crate::reflect::get_ref(cx, reflected, "clazz", "Ljava/lang/Class;")?;
    let name = crate::reflect::get_ref(cx, reflected, "name", "Ljava/lang/String;")?;
    let of = crate::reflect::get_ref(cx, reflected, "type", "Ljava/lang/Class;")?;
    let (class, name) = (cx.mirrored(class)?, cx.symbol(name));
    let of = cx.program().classes[cx.mirrored(of)?].name;
    let declared = cx.program().classes[class].fields.iter().map(|&id| &cx.program().fields[id]);
    // Class files may have fields of one name that differ in type. Arrays are named by their descriptor,
    // other types without its letters.
    let same_type = |field: &Field| {
        let desc = field.desc.as_str();
        desc == of.as_str()
            || desc.strip_prefix('L').and_then(|d| d.strip_suffix(';')).is_some_and(|d| d == of.as_str())
            || external_type(desc) == of.as_str()
    };
    let mut named = declared.filter(|field| field.name == name);
    match named.find(|field| same_type(field)) {
        Some(field) if field.access.is_static() == is_static => Ok(field),
        Some(_) => Err(Trap::Raise("java/lang/IllegalArgumentException", None)),
        None => Err(Trap::Raise("java/lang/InternalError", None)),
    }
}

fn should_be_initialized(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.mirrored(args.object(1)?)?;
    Ok(u64::from(!cx.is_initialized(class)))
}

fn ensure_initialized(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.mirrored(args.object(1)?)?;
    cx.ensure_initialized(args.thread, class)?;
    Ok(0)
}

fn allocate_instance(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.mirrored(args.object(1)?)?;
    let c = &cx.program().classes[class];
    if c.kind != ClassKind::Object || c.access.is_abstract() || c.is_interface() || class == cx.known().class
    {
        return Err(Trap::raise("java/lang/InstantiationException", c.external_name()));
    }
    cx.ensure_initialized(args.thread, class)?;
    Ok(u64::from(cx.new_object(class)?.0))
}

fn throw(_: &mut Context<'_>, args: Args<'_>) -> Answer {
    Err(Trap::Throw(args.object(1)?))
}
