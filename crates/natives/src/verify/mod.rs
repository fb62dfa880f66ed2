//! `Verify`: what programs say to the model checker, under our own name and those that Java PathFinder had
//! for it, and `Verifier` of SV-COMP.
//!
//! While the machine only runs, these answer as the Java code in `api/src` would. They stand for the whole
//! class: where no source has it, the machine makes it of nothing but these.

mod across;
mod ask;
mod bits;
mod choices;
mod delta;
mod labels;
mod nondet;
mod output;
mod pick;
mod search;
mod unit;

use vm::{Answer, Args, Context, Registry, Trap};

/// The names of the class, ours first. The last is that of Java PathFinder's first versions.
const NAMES: [&str; 4] = [
    "jaywalk/Verify",
    "gov/nasa/jpf/vm/Verify",
    "gov/nasa/jpf/jvm/Verify",
    "gov/nasa/arc/ase/jpf/jvm/Verify",
];

pub fn register(registry: &mut Registry) {
    for class in NAMES {
        registry.provide(class);
        // What the Java code keeps in static fields is in the machine.
        registry.add(class, "<clinit>()V", crate::nothing);
        for register in [
            choices::register,
            bits::register,
            search::register,
            output::register,
            across::register,
            labels::register,
        ] {
            register(registry, class);
        }
        for name in KEPT {
            registry.add(class, name, crate::io::kernel::forward);
        }
        for name in REFUSED {
            registry.add(class, name, refuse);
        }
    }
    delta::register(registry);
    nondet::register(registry);
    ask::register(registry);
    unit::register(registry);
}

/// Calls that are Java code of the kernel's, which stays out of traces and steps (`kernel/.../Verify.java`).
const KEPT: [&str; 9] = [
    "createFromJSON(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;",
    "writeObjectToFile(Ljava/lang/Object;Ljava/lang/String;)V",
    "readObjectFromFile(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;",
    "setObjectAttribute(Ljava/lang/Object;I)V",
    "getObjectAttribute(Ljava/lang/Object;)I",
    "addObjectAttribute(Ljava/lang/Object;I)V",
    "getObjectAttributes(Ljava/lang/Object;)[I",
    "setProperties([Ljava/lang/String;)V",
    "getProperty(Ljava/lang/String;)Ljava/lang/String;",
];

/// Calls of Java PathFinder that we do not have: to say so is better than an error in the program.
const REFUSED: [&str; 12] = [
    "setFieldAttribute(Ljava/lang/Object;Ljava/lang/String;I)V",
    "getFieldAttribute(Ljava/lang/Object;Ljava/lang/String;)I",
    "addFieldAttribute(Ljava/lang/Object;Ljava/lang/String;I)V",
    "getFieldAttributes(Ljava/lang/Object;Ljava/lang/String;)[I",
    "setLocalAttribute(Ljava/lang/String;I)V",
    "getLocalAttribute(Ljava/lang/String;)I",
    "addLocalAttribute(Ljava/lang/String;I)V",
    "getLocalAttributes(Ljava/lang/String;)[I",
    "setElementAttribute(Ljava/lang/Object;II)V",
    "getElementAttribute(Ljava/lang/Object;I)I",
    "addElementAttribute(Ljava/lang/Object;II)V",
    "getElementAttributes(Ljava/lang/Object;I)[I",
];

fn refuse(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match !cx.is_exploring() && has_body(cx, &args) {
        true => Err(Trap::Original),
        false => {
            let name = cx.program().methods[args.method].name;
            Err(Trap::unsupported(format!("Verify.{name}: {WHY_REFUSED}")))
        }
    }
}

/// Why these calls are refused, and what to do instead. docs/coming-from-jpf.md says the same at more length.
const WHY_REFUSED: &str = "values have no attributes, which would have to travel with each copy of a value; objects \
                           have (setObjectAttribute), and fields do the same";

/// The class comes from a class file, and so has code of its own for the method.
fn has_body(cx: &Context<'_>, args: &Args<'_>) -> bool {
    cx.program().methods[args.method].row.is_some()
}
