//! What `Verify` prints. While exploring, it is part of the story of a path that is told to somebody.

use vm::{Answer, Args, Machine, Ref, Registry};

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
        say(m, |m| elements(m, texts).iter().map(|&item| text(m, item)).collect())
    });
    registry.add(class, "threadPrint(Ljava/lang/String;)V", |m, a| say(m, |m| of_thread(m, &a)));
    registry.add(class, "threadPrintln(Ljava/lang/String;)V", |m, a| say(m, |m| of_thread(m, &a) + "\n"));
    registry.add(class, "addComment(Ljava/lang/String;)V", |m, a| match m.is_exploring() {
        true => say(m, |m| format!("# {}\n", text(m, a.maybe(0)))),
        false => Ok(0),
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
        let arguments = a.object(3)?;
        write(m, ERR, |m| {
            let arguments: String =
                elements(m, arguments).iter().map(|&item| format!(" {}", described(m, item))).collect();
            format!("{}{arguments}\n", text(m, a.maybe(2)))
        })
    });
}

const OUT: i32 = 1;
const ERR: i32 = 2;

fn say(machine: &mut Machine, what: impl FnOnce(&Machine) -> String) -> Answer {
    write(machine, OUT, what)
}

fn write(machine: &mut Machine, fd: i32, what: impl FnOnce(&Machine) -> String) -> Answer {
    if machine.is_narrating() {
        let what = what(machine);
        machine.note_output(&what);
    } else if !machine.is_exploring() {
        let what = what(machine);
        machine.host.write(fd, what.as_bytes());
    }
    Ok(0)
}

pub fn text(machine: &Machine, string: Ref) -> String {
    match string.is_null() {
        true => "null".to_string(),
        false => machine.text(string),
    }
}

fn of_thread(machine: &Machine, args: &Args<'_>) -> String {
    format!("{}: {}", machine.thread_name(args.thread), text(machine, args.maybe(0)))
}

fn elements(machine: &Machine, array: Ref) -> Vec<Ref> {
    (0..machine.heap.len(array)).map(|i| Ref(machine.heap.load(array, i))).collect()
}

/// An argument of `log` in words, without running its `toString`.
fn described(machine: &Machine, object: Ref) -> String {
    use classfile::Kind;
    if object.is_null() {
        return "null".to_string();
    }
    if machine.heap.class_of(object) == machine.known().string {
        return machine.text(object);
    }
    match machine.unbox(object) {
        Some((Kind::Boolean, word)) => (word != 0).to_string(),
        Some((Kind::Char, word)) => char::from_u32(word as u32).unwrap_or('?').to_string(),
        Some((Kind::Float, word)) => f32::from_bits(word as u32).to_string(),
        Some((Kind::Double, word)) => f64::from_bits(word).to_string(),
        Some((Kind::Long, word)) => (word as i64).to_string(),
        Some((_, word)) => (word as i32).to_string(),
        None => machine.program.classes[machine.heap.class_of(object)].external_name(),
    }
}
