//! `java.lang.invoke.LambdaFormEditor`: an edit of a form is one more word in its text. The machine's
//! `indy::weave` tells what they mean.

use super::forms::basic_type;
use crate::reflect::{get_ref, set_ref, word};
use vm::{Answer, Args, Machine, Ref, Registry, Trap};

const EDITOR: &str = "java/lang/invoke/LambdaFormEditor";
const FORM: &str = "Ljava/lang/invoke/LambdaForm;";

pub fn register(registry: &mut Registry) {
    let mut add =
        |name: &str, params: &str, native| registry.add(EDITOR, &format!("{name}({params}){FORM}"), native);
    let (basic, method_type) = ("Ljava/lang/invoke/LambdaForm$BasicType;", "Ljava/lang/invoke/MethodType;");
    add("bindArgumentForm", "I", |m, a| numbers(m, a, "bind"));
    add("addArgumentForm", &format!("I{basic}"), |m, a| edit(m, &a, format!("add {}", a.int(1))));
    add("dupArgumentForm", "II", |m, a| numbers(m, a, "dup"));
    add("spreadArgumentsForm", "ILjava/lang/Class;I", spread);
    add("collectArgumentsForm", &format!("I{method_type}"), |m, a| {
        edit(m, &a, format!("collect {}", a.int(1)))
    });
    add("filterArgumentForm", &format!("I{basic}"), |m, a| edit(m, &a, format!("filter {}", a.int(1))));
    add("filterRepeatedArgumentForm", &format!("{basic}[I"), |m, a| {
        listed(m, &a, "filter_each".to_string(), 2)
    });
    add("filterReturnForm", &format!("{basic}Z"), filter_return);
    add("collectReturnValueForm", method_type, |m, a| edit(m, &a, "collect_return".to_string()));
    add("foldArgumentsForm", &format!("IZ{method_type}"), |m, a| edit(m, &a, format!("fold {}", a.int(1))));
    add("foldArgumentsForm", &format!("IZ{method_type}[I"), |m, a| {
        listed(m, &a, format!("fold_at {}", a.int(1)), 4)
    });
    add("filterArgumentsForm", &format!("I{method_type}[I"), |m, a| {
        listed(m, &a, format!("filter_at {}", a.int(1)), 3)
    });
    add("permuteArgumentsForm", "I[I", |m, a| listed(m, &a, "permute".to_string(), 2));
    let new = format!("lambdaFormEditor({FORM})L{EDITOR};");
    registry.add(EDITOR, &new, new_editor);
    // Forms are not compared: the kinds of a loop's variables already stand in the text.
    let note = format!("noteLoopLocalTypesForm(I[{basic}){FORM}");
    registry.add(EDITOR, &note, |machine, args| Ok(word(own_form(machine, args.object(0)?)?)));
}

fn new_editor(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = machine.load(EDITOR)?;
    let editor = machine.new_object(class)?;
    set_ref(machine, editor, "lambdaForm", FORM, args.object(0)?)?;
    Ok(word(editor))
}

fn own_form(machine: &Machine, editor: Ref) -> Result<Ref, Trap> {
    get_ref(machine, editor, "lambdaForm", FORM)
}

/// The editor's form with one more edit.
fn edit(machine: &mut Machine, args: &Args<'_>, what: String) -> Answer {
    let form = own_form(machine, args.object(0)?)?;
    let text = format!("{}|{what}", machine.form_text(form)?);
    Ok(word(machine.new_form(&text)?))
}

/// An edit by the numbers that all its arguments are.
fn numbers(machine: &mut Machine, args: Args<'_>, name: &str) -> Answer {
    let numbers: String = (1..args.words.len()).map(|i| format!(" {}", args.int(i))).collect();
    edit(machine, &args, format!("{name}{numbers}"))
}

/// An edit with a list of positions in the array at `index`.
fn listed(machine: &mut Machine, args: &Args<'_>, mut what: String, index: usize) -> Answer {
    let array = args.object(index)?;
    for i in 0..machine.heap.len(array) {
        what += &format!(" {}", machine.heap.load::<u32>(array, i));
    }
    edit(machine, args, what)
}

/// `position, class of the array, length`.
fn spread(machine: &mut Machine, args: Args<'_>) -> Answer {
    let array = machine.mirror_descriptor(args.object(2)?);
    edit(machine, &args, format!("spread {} {array} {}", args.int(1), args.int(3)))
}

/// `kind of the new result, whether it is a constant zero`.
fn filter_return(machine: &mut Machine, args: Args<'_>) -> Answer {
    let what = match args.boolean(2) {
        true => format!("zero {}", basic_type(machine, args.object(1)?)?),
        false => "return".to_string(),
    };
    edit(machine, &args, what)
}
