//! Handles and forms: the methods of the library that would make a `LambdaForm` make one that holds a line of
//! text (see the machine's `indy::combined`), and what would prepare, compile or count a form does nothing.

use crate::nothing;
use crate::reflect::{set_int, set_ref, word};
use base::Symbol;
use classfile::Kind;
use vm::{Answer, Args, Context, Ref, Registry, Trap};

const DIRECT: &str = "java/lang/invoke/DirectMethodHandle";
const BOUND: &str = "java/lang/invoke/BoundMethodHandle";
const FORM: &str = "java/lang/invoke/LambdaForm";
const IMPL: &str = "java/lang/invoke/MethodHandleImpl";
const INVOKERS: &str = "java/lang/invoke/Invokers";
/// `Invokers.INV_EXACT`; the other value that forms are asked for is `INV_GENERIC`.
const EXACT_INVOKER: i32 = 0;

pub fn register(registry: &mut Registry) {
    direct(registry);
    bound(registry);
    let mut add = |name, native| registry.add(FORM, name, native);
    add("<clinit>()V", nothing);
    add("prepare()V", nothing);
    add("compileToBytecode()V", nothing);
    add("identityForm(Ljava/lang/invoke/LambdaForm$BasicType;)Ljava/lang/invoke/LambdaForm;", identity_form);
    add("zeroForm(Ljava/lang/invoke/LambdaForm$BasicType;)Ljava/lang/invoke/LambdaForm;", zero_form);
    add("constantForm(Ljava/lang/invoke/LambdaForm$BasicType;)Ljava/lang/invoke/LambdaForm;", constant_form);
    let mut add = |name, native| registry.add(IMPL, name, native);
    let convert = "makePairwiseConvert(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;\
        ZZ)Ljava/lang/invoke/MethodHandle;";
    add(convert, pairwise_convert);
    let guard = "makeGuardWithTest(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;\
        Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;";
    add(guard, guard_with_test);
    add("makeGuardWithCatchForm(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/LambdaForm;", |m, _| {
        form(m, "catch")
    });
    add("makeTryFinallyForm(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/LambdaForm;", |m, _| {
        form(m, "finally")
    });
    let switch = "makeTableSwitchForm(Ljava/lang/invoke/MethodType;\
        Ljava/lang/invoke/BoundMethodHandle$SpeciesData;I)Ljava/lang/invoke/LambdaForm;";
    add(switch, |m, _| form(m, "switch"));
    let run = "makeLoopForm(Ljava/lang/invoke/MethodType;[Ljava/lang/invoke/LambdaForm$BasicType;\
        )Ljava/lang/invoke/LambdaForm;";
    add(run, loop_form);
    add(
        "makeCollectorForm(Ljava/lang/invoke/MethodType;Ljava/lang/Class;)Ljava/lang/invoke/LambdaForm;",
        collector_form,
    );
    add("throwException(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;", throw_exception);
    let mut add = |name, native| registry.add(INVOKERS, name, native);
    add("invokeHandleForm(Ljava/lang/invoke/MethodType;ZI)Ljava/lang/invoke/LambdaForm;", invoker_form);
    add(
        "varHandleMethodInvokerHandleForm(Ljava/lang/invoke/MethodType;Z)Ljava/lang/invoke/LambdaForm;",
        |m, _| form(m, "access"),
    );
    add("maybeCompileToBytecode(Ljava/lang/invoke/MethodHandle;)V", nothing);
    let delegating = "java/lang/invoke/DelegatingMethodHandle";
    registry.add(delegating, "<clinit>()V", nothing);
    let choose = "chooseDelegatingForm(Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/LambdaForm;";
    registry.add(delegating, choose, |m, _| form(m, "delegate"));
    registry.add("java/lang/invoke/MethodHandle", "maybeCustomize()V", nothing);
    registry.add("java/lang/invoke/MethodHandle", "customize()V", nothing);
}

fn direct(registry: &mut Registry) {
    let mut add = |name, native| registry.add(DIRECT, name, native);
    let init =
        "<init>(Ljava/lang/invoke/MethodType;Ljava/lang/invoke/LambdaForm;Ljava/lang/invoke/MemberName;Z)V";
    add(init, new_direct);
    registry.add(&format!("{DIRECT}$Constructor"), "<init>(Ljava/lang/invoke/MethodType;\
        Ljava/lang/invoke/LambdaForm;Ljava/lang/invoke/MemberName;ZLjava/lang/invoke/MemberName;Ljava/lang/Class;\
        )V", new_constructor);
    let mut add = |name, native| registry.add(DIRECT, name, native);
    for name in [
        "preparedLambdaForm(Ljava/lang/invoke/MemberName;Z)Ljava/lang/invoke/LambdaForm;",
        "preparedLambdaForm(Ljava/lang/invoke/MemberName;)Ljava/lang/invoke/LambdaForm;",
        "preparedLambdaForm(Ljava/lang/invoke/MethodType;I)Ljava/lang/invoke/LambdaForm;",
        "preparedFieldLambdaForm(Ljava/lang/invoke/MemberName;)Ljava/lang/invoke/LambdaForm;",
        "preparedFieldLambdaForm(BZLjava/lang/Class;)Ljava/lang/invoke/LambdaForm;",
    ] {
        add(name, |cx, _| form(cx, "direct"));
    }
}

fn bound(registry: &mut Registry) {
    let mut add = |name: &str, native| registry.add(BOUND, name, native);
    add("<clinit>()V", nothing);
    add("tooComplex()Z", nothing);
    let reinvoke = "makeReinvoker(Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/BoundMethodHandle;";
    add(reinvoke, make_reinvoker);
    let (head, tail) = (
        "(Ljava/lang/invoke/MethodType;Ljava/lang/invoke/LambdaForm;",
        ")Ljava/lang/invoke/BoundMethodHandle;",
    );
    add(&format!("bindSingle{head}Ljava/lang/Object;{tail}"), bind_single);
    for (letter, desc) in [("L", "Ljava/lang/Object;"), ("I", "I"), ("J", "J"), ("F", "F"), ("D", "D")] {
        add(&format!("bindSingle{letter}{head}{desc}{tail}"), bind_single);
    }
    for count in 1..=5 {
        let name =
            format!("speciesData_{}()Ljava/lang/invoke/BoundMethodHandle$SpeciesData;", "L".repeat(count));
        add(&name, species_data);
    }
    registry.add(
        "java/lang/invoke/ClassSpecializer$SpeciesData",
        "factory()Ljava/lang/invoke/MethodHandle;",
        |cx, _| Ok(word(cx.new_factory()?)),
    );
    let simple = "java/lang/invoke/SimpleMethodHandle";
    registry.add(simple, "<clinit>()V", nothing);
    registry.add(simple, "<init>(Ljava/lang/invoke/MethodType;Ljava/lang/invoke/LambdaForm;)V", new_simple);
    for (letter, desc) in [("L", "Ljava/lang/Object;"), ("I", "I"), ("J", "J"), ("F", "F"), ("D", "D")] {
        registry.add(simple, &format!("copyWithExtend{letter}{head}{desc}{tail}"), extend_simple);
    }
}

/// A form with this text.
pub(super) fn form(cx: &mut Context<'_>, text: &str) -> Answer {
    Ok(word(cx.new_form(text)?))
}

/// `this, type, form, member, crackable`.
fn new_direct(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let handle = args.object(0)?;
    cx.set_form(handle, args.object(1)?, args.object(2)?)?;
    set_ref(cx, handle, "member", "Ljava/lang/invoke/MemberName;", args.object(3)?)?;
    set_int(cx, handle, "crackable", "Z", args.int(4))?;
    cx.prepare_handle(handle)?;
    Ok(0)
}

/// `this, type, form, member, crackable, initializer, class to make instances of`. The adapter depends on the
/// last, so that must be there first.
fn new_constructor(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let handle = args.object(0)?;
    set_ref(cx, handle, "initMethod", "Ljava/lang/invoke/MemberName;", args.object(5)?)?;
    set_ref(cx, handle, "instanceClass", "Ljava/lang/Class;", args.object(6)?)?;
    new_direct(cx, args)
}

/// `this, type, form`.
fn new_simple(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.set_form(args.object(0)?, args.object(1)?, args.object(2)?)?;
    Ok(0)
}

/// `this, type, form, value`.
fn extend_simple(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let kind = cx.program().methods[args.method].params[3];
    let value = (kind, args.words[3]);
    Ok(word(cx.extend_combined(args.object(0)?, args.object(1)?, args.object(2)?, value)?))
}

/// A handle that calls the given one, to be edited.
fn make_reinvoker(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let target = args.object(0)?;
    let its_type = cx.get_ref(target, cx.known().handle_type)?;
    combined(cx, its_type, "target", &[target])
}

fn combined(cx: &mut Context<'_>, handle_type: Ref, text: &str, values: &[Ref]) -> Answer {
    let form = cx.new_form(text)?;
    Ok(word(cx.new_combined(handle_type, form, values)?))
}

/// `type, form, value`.
fn bind_single(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let kind = cx.program().methods[args.method].params[2];
    let value = match kind {
        Kind::Ref => args.maybe(2),
        primitive => cx.new_box(primitive, args.words[2])?,
    };
    Ok(word(cx.new_combined(args.object(0)?, args.object(1)?, &[value])?))
}

/// Nobody looks into it: it is asked only for its factory.
fn species_data(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let class = cx.load("java/lang/invoke/BoundMethodHandle$SpeciesData")?;
    Ok(word(cx.new_object(class)?))
}

/// The letter of a `LambdaForm.BasicType`.
pub(super) fn basic_type(cx: &mut Context<'_>, object: Ref) -> Result<char, Trap> {
    let class = cx.class_of(object);
    let field = cx.program().resolve_field(class, Symbol::new("btChar"), Symbol::new("C"))?;
    let unit = cx.get32(object, cx.program().fields[field].unit)?;
    Ok(char::from_u32(unit).unwrap_or('L'))
}

fn identity_form(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match basic_type(cx, args.object(0)?)? {
        'V' => form(cx, "zero V"),
        _ => form(cx, "identity"),
    }
}

fn zero_form(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let letter = basic_type(cx, args.object(0)?)?;
    form(cx, &format!("zero {letter}"))
}

fn constant_form(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let letter = basic_type(cx, args.object(0)?)?;
    form(cx, &format!("constant {letter}"))
}

/// `target, type, strict, monobox`.
fn pairwise_convert(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (target, wanted) = (args.object(0)?, args.object(1)?);
    if cx.get_ref(target, cx.known().handle_type)? == wanted {
        return Ok(word(target));
    }
    combined(cx, wanted, if args.boolean(2) { "target" } else { "cast" }, &[target])
}

/// `test, target, fallback`.
fn guard_with_test(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let parts = [args.object(0)?, args.object(1)?, args.object(2)?];
    let its_type = cx.get_ref(parts[1], cx.known().handle_type)?;
    combined(cx, its_type, "guard", &parts)
}

/// `type, kinds of the variables`.
fn loop_form(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let kinds = args.object(1)?;
    let items = cx.references(kinds)?;
    let letters = items.into_iter().map(|item| basic_type(cx, item)).collect::<Result<String, Trap>>()?;
    form(cx, &format!("loop {letters}"))
}

/// `type, class of the array`.
fn collector_form(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let array = cx.mirror_descriptor(args.object(1)?)?;
    form(cx, &format!("collector {array}"))
}

fn throw_exception(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    combined(cx, args.object(0)?, "throw", &[])
}

/// `type, customized, which`.
fn invoker_form(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let text = if is_exact(cx, args.int(2)) { "invoker exact" } else { "invoker general" };
    form(cx, text)
}

/// Forms for exact and generic invokers are asked for by their row in `MethodTypeForm`, which differs between
/// versions.
fn is_exact(cx: &Context<'_>, which: i32) -> bool {
    let class = cx.program().loaded(Symbol::new("java/lang/invoke/MethodTypeForm"));
    let row = class.and_then(|class| {
        let file = cx.program().classes[class].file.as_ref()?;
        let field = file.fields.iter().find(|field| field.name.as_str() == "LF_EX_INVOKER")?;
        match file.constants.get(usize::from(field.constant?)) {
            Some(classfile::Constant::Integer(row)) => Some(*row),
            _ => None,
        }
    });
    row.unwrap_or(EXACT_INVOKER) == which
}
