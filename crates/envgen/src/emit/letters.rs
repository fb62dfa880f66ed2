//! Letters of a driver: each a method that does it.

use super::{Source, case, choose, may_fail};
use crate::plan::{Choosing, Deed, Driver, JavaAction, Letter};

pub(super) fn emit_letter(driver: &Driver, letter: &Letter, name: &str, out: &mut Source) {
    out.comment(&letter.text);
    let result = match letter.deed.binds() {
        Some(local) => driver.locals[local].1.as_str(),
        None if may_fail(letter) => "boolean",
        None => "void",
    };
    let parameters =
        letter.uses.iter().map(|&local| format!("{1} {0}", driver.locals[local].0, driver.locals[local].1));
    let parameters: Vec<String> = parameters.collect();
    out.open(&format!("private {result} {name}({})", parameters.join(", ")));
    match &letter.deed {
        Deed::Choose { local, from, others } => {
            let of = &driver.locals[*local].1;
            match others.is_empty() {
                true => choose(from, of, out),
                false => choose_but(from, of, others, out),
            }
        }
        Deed::Take { actions, .. } => {
            out.line(&format!("Verify.addComment(\"{}\");", quoted(&letter.text)));
            one_of(actions, &|action, out| emit_action(action, "return ", "return null;", out), out);
        }
        Deed::Do(actions) => {
            let (done, missed) = if may_fail(letter) { ("return true;", "return false;") } else { ("", "") };
            out.line(&format!("Verify.addComment(\"{}\");", quoted(&letter.text)));
            one_of(actions, &|action, out| emit_action(action, "", missed, out), out);
            if !done.is_empty() {
                out.line(done);
            }
        }
    }
    out.close();
}

/// One of several actions, by choice.
fn one_of(actions: &[JavaAction], each: &dyn Fn(&JavaAction, &mut Source), out: &mut Source) {
    if let [action] = actions {
        return each(action, out);
    }
    out.open(&format!("switch (Verify.getInt(0, {}))", actions.len() - 1));
    for (number, action) in actions.iter().enumerate() {
        out.open(&case(number, actions.len()));
        each(action, out);
        // Where the action returns, what stands behind it could not be reached.
        if !action.returns {
            out.line("break;");
        }
        out.close();
    }
    out.close();
}

/// A text as Java has it between quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A value that is none of some others.
fn choose_but(from: &Choosing, of: &str, others: &[String], out: &mut Source) {
    let Choosing::These(values) = from else {
        return out.line(&format!("return Verify.anyKnown({of}.class, {});", others.join(", ")));
    };
    out.line(&format!("{of}[] candidates = {{{}}};", values.join(", ")));
    out.line("int candidateCount = 0;");
    out.open(&format!("for ({of} candidate : candidates)"));
    let differs: Vec<String> = others.iter().map(|other| format!("candidate != {other}")).collect();
    out.line(&format!("if ({}) candidates[candidateCount++] = candidate;", differs.join(" && ")));
    out.close();
    out.line("return candidateCount == 0 ? null : candidates[Verify.getInt(0, candidateCount - 1)];");
}

/// An action, after what it needs has been chosen. `before` stands before it; `missed` is done if there is nothing to
/// do it with, or if it ends with an exception that is taken.
fn emit_action(action: &JavaAction, before: &str, missed: &str, out: &mut Source) {
    let mut text = action.text.clone();
    for (number, (of, java)) in action.chosen.iter().enumerate() {
        out.line(&format!("{of} chosen{number} = {java};"));
        text = text.replace(&format!("${number}"), &format!("chosen{number}"));
    }
    if !action.must_be_there.is_empty() {
        let missing: Vec<String> =
            action.must_be_there.iter().map(|number| format!("chosen{number} == null")).collect();
        out.line(&format!("if ({}) {missed}", missing.join(" || ")));
    }
    let taken = &action.taken;
    if taken.named.is_empty() && taken.general.is_none() {
        return out.line(&format!("{before}{text};"));
    }
    out.open("try");
    out.line(&format!("{before}{text};"));
    let mut catch = |caught: &str, line: &str| {
        out.depth -= 1;
        out.open(&format!("}} catch ({caught})"));
        out.line(line);
    };
    let on = if before.is_empty() { "// Nothing to complain about." } else { missed };
    if !taken.named.is_empty() {
        catch(&format!("{} expected", taken.named.join(" | ")), on);
    }
    if let Some(general) = taken.general {
        if !taken.unchecked.is_empty() {
            catch(&format!("{} unexpected", taken.unchecked.join(" | ")), "throw unexpected;");
        }
        catch(&format!("{general} expected"), on);
    }
    out.close();
}
