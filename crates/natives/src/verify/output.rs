//! What `Verify` prints. While exploring, it is part of the story of a path that is told to somebody.

use vm::{Answer, Args, Context, Ref, Registry};

pub fn register(registry: &mut Registry, class: &str) {
    registry.add(class, "print(Ljava/lang/String;)V", |m, a| say(m, |m| text(m, a.maybe(0))));
    registry.add(class, "println(Ljava/lang/String;)V", |m, a| say(m, |m| text(m, a.maybe(0)) + "\n"));
    registry.add(class, "println()V", |m, _| say(m, |_| "\n".to_string()));
    registry.add(class, "print(Ljava/lang/String;I)V", |m, a| {
        say(m, |m| format!("{} : {}", text(m, a.maybe(0)), a.int(1)))
    });
    registry.add(class, "print(Ljava/lang/String;Z)V", |m, a| {
        say(m, |m| format!("{} : {}", text(m, a.maybe(0)), a.boolean(1)))
    });
    registry.add(class, "print([Ljava/lang/String;)V", |m, a| {
        let texts = a.object(0)?;
        let texts = m.references(texts)?;
        say(m, |m| texts.iter().map(|&item| text(m, item)).collect())
    });
    registry.add(class, "threadPrint(Ljava/lang/String;)V", |m, a| say(m, |m| of_thread(m, &a)));
    registry.add(class, "threadPrintln(Ljava/lang/String;)V", |m, a| say(m, |m| of_thread(m, &a) + "\n"));
    // A remark is part of the path and not of what the program prints.
    registry.add(class, "addComment(Ljava/lang/String;)V", |m, a| {
        if m.is_narrating() {
            let remark = format!("# {}", text(m, a.maybe(0)));
            m.note_choice(&remark);
        }
        Ok(0)
    });
    // Printing the path is what telling it does anyway.
    registry.add(class, "printPathOutput(Ljava/lang/String;)V", crate::nothing);
    registry.add(class, "printPathOutput(ZLjava/lang/String;)V", crate::nothing);
    let log = "log(Ljava/lang/String;ILjava/lang/String;";
    registry.add(class, &format!("{log})V"), |m, a| write(m, ERR, |m| text(m, a.maybe(2)) + "\n"));
    registry.add(class, &format!("{log}Ljava/lang/String;)V"), |m, a| {
        write(m, ERR, |m| format!("{} {}\n", text(m, a.maybe(2)), text(m, a.maybe(3))))
    });
    registry.add(class, &format!("{log}[Ljava/lang/Object;)V"), |m, a| {
        let arguments = m.references(a.object(3)?)?;
        write(m, ERR, |m| {
            let arguments: String =
                arguments.iter().map(|&item| format!(" {}", described(m, item))).collect();
            format!("{}{arguments}\n", text(m, a.maybe(2)))
        })
    });
}

const OUT: i32 = 1;
const ERR: i32 = 2;

fn say(cx: &mut Context<'_>, what: impl FnOnce(&Context<'_>) -> String) -> Answer {
    write(cx, OUT, what)
}

fn write(cx: &mut Context<'_>, fd: i32, what: impl FnOnce(&Context<'_>) -> String) -> Answer {
    if cx.is_narrating() {
        let what = what(cx);
        cx.note_output(&what);
    } else if !cx.is_exploring() {
        let what = what(cx);
        cx.write_outside(fd, what.as_bytes());
    }
    Ok(0)
}

pub fn text(cx: &Context<'_>, string: Ref) -> String {
    match string.is_null() {
        true => "null".to_string(),
        false => cx.text(string),
    }
}

fn of_thread(cx: &Context<'_>, args: &Args<'_>) -> String {
    format!("{}: {}", cx.thread_name(args.thread), text(cx, args.maybe(0)))
}

/// An argument of `log` in words, without running its `toString`.
fn described(cx: &Context<'_>, object: Ref) -> String {
    use classfile::Kind;
    if object.is_null() {
        return "null".to_string();
    }
    if cx.class_of(object) == cx.known().string {
        return cx.text(object);
    }
    match cx.unbox(object) {
        Some((Kind::Boolean, word)) => (word != 0).to_string(),
        Some((Kind::Char, word)) => char::from_u32(word as u32).unwrap_or('?').to_string(),
        Some((Kind::Float, word)) => f32::from_bits(word as u32).to_string(),
        Some((Kind::Double, word)) => f64::from_bits(word).to_string(),
        Some((Kind::Long, word)) => (word as i64).to_string(),
        Some((_, word)) => (word as i32).to_string(),
        None => cx.program().classes[cx.class_of(object)].external_name(),
    }
}
