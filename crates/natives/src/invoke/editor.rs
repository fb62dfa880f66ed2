//! `java.lang.invoke.LambdaFormEditor`: an edit of a form is one more word in its text. The machine's
//! `indy::weave` tells what they mean.

use super::forms::basic_type;
use crate::reflect::{get_ref, set_ref, word};
use vm::{Answer, Args, Context, Ref, Registry, Trap};

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
    registry.add(EDITOR, &note, |cx, args| Ok(word(own_form(cx, args.object(0)?)?)));
}

fn new_editor(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.load(EDITOR)?;
    let editor = cx.new_object(class)?;
    set_ref(cx, editor, "lambdaForm", FORM, args.object(0)?)?;
    Ok(word(editor))
}

fn own_form(cx: &mut Context<'_>, editor: Ref) -> Result<Ref, Trap> {
    get_ref(cx, editor, "lambdaForm", FORM)
}

/// The editor's form with one more edit.
fn edit(cx: &mut Context<'_>, args: &Args<'_>, what: String) -> Answer {
    let form = own_form(cx, args.object(0)?)?;
    let text = format!("{}|{what}", cx.form_text(form)?);
    Ok(word(cx.new_form(&text)?))
}

/// An edit by the numbers that all its arguments are.
fn numbers(cx: &mut Context<'_>, args: Args<'_>, name: &str) -> Answer {
    let numbers: String = (1..args.words.len()).map(|i| format!(" {}", args.int(i))).collect();
    edit(cx, &args, format!("{name}{numbers}"))
}

/// An edit with a list of positions in the array at `index`.
fn listed(cx: &mut Context<'_>, args: &Args<'_>, mut what: String, index: usize) -> Answer {
    let array = args.object(index)?;
    let positions = cx.reading(array)?;
    for position in cx.bytes(positions).as_chunks().0 {
        what += &format!(" {}", u32::from_le_bytes(*position));
    }
    edit(cx, args, what)
}

/// `position, class of the array, length`.
fn spread(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let array = cx.mirror_descriptor(args.object(2)?)?;
    edit(cx, &args, format!("spread {} {array} {}", args.int(1), args.int(3)))
}

/// `kind of the new result, whether it is a constant zero`.
fn filter_return(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let what = match args.boolean(2) {
        true => format!("zero {}", basic_type(cx, args.object(1)?)?),
        false => "return".to_string(),
    };
    edit(cx, &args, what)
}
