//! `System.out` and `System.err` of a program that is being explored.
//!
//! The library's streams keep buffers and locks that all threads share; with them, printing would be full of
//! visible operations. In their place stand streams whose every method hands its text to the machine in one
//! go. What is printed belongs to a path, not to a state, unless somebody wants to know all that the program
//! can print: then printing is something that others see.

use super::driver::{Driver, Subject};
use base::Symbol;
use classfile::{Access, Kind, MemberRef, MethodDesc};
use ir::operand::Src;
use ir::{Builder, CallKind, CheckedBody, Op};
use vm::Policy;
use vm::Trap;
use vm::program::{ClassId, Method};
use vm::state::heap::Ref;
use vm::synth::member;
use vm::{Answer, Args, Context, Touch};

/// Parameters of the methods `print` and `println`.
const PRINTED: [&str; 9] = ["Z", "C", "I", "J", "F", "D", "[C", "Ljava/lang/String;", "Ljava/lang/Object;"];

/// Lets whoever drives a machine have what its program prints, and nobody else.
///
/// # Errors
/// The library has no streams as they should be.
pub fn silence(machine: &mut vm::Machine) -> Result<(), Trap> {
    Subject { machine, driver: &mut Driver::default() }.replace_output()
}

impl Subject<'_> {
    /// Puts the machine's own streams in place of the library's.
    pub(super) fn replace_output(&mut self) -> Result<(), Trap> {
        for (field, print, print_line) in [
            ("out", out as vm::Native, out_line as vm::Native),
            ("err", err as vm::Native, err_line as vm::Native),
        ] {
            let class = self.output_class(field, print, print_line)?;
            let stream =
                self.heap.alloc_static(class, 0, vm::program::digest(&[b"stream", field.as_bytes()]))?;
            let system = self.load("java/lang/System")?;
            if let Some((record, unit, _)) = self.static_field(system, field, "Ljava/io/PrintStream;") {
                self.heap.put_ref(record, unit, stream);
            }
        }
        Ok(())
    }

    fn output_class(
        &mut self,
        name: &str,
        print: vm::Native,
        print_line: vm::Native,
    ) -> Result<ClassId, Trap> {
        let parent = self.load("java/io/PrintStream")?;
        let print = self.builtin(&format!("{name}Print"), "(Ljava/lang/String;)V", print)?;
        let line = self.builtin(&format!("{name}Line"), "(Ljava/lang/String;)V", print_line)?;
        let mut methods = Vec::new();
        let mut add = |name: &str, desc: &str, body: Result<CheckedBody, String>| {
            let method =
                Method::declared(ClassId::NONE, Access(Access::PUBLIC), Symbol::new(name), Symbol::new(desc));
            methods.push((method, body));
        };
        for parameter in PRINTED {
            let desc = format!("({parameter})V");
            add("print", &desc, printing(parameter, print));
            add("println", &desc, printing(parameter, line));
        }
        add("println", "()V", empty_line(line));
        let formatted = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";
        add("format", formatted, formatting(formatted, print));
        add("printf", formatted, formatting(formatted, print));
        let localized = "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";
        add("format", localized, formatting(localized, print));
        add("printf", localized, formatting(localized, print));
        for (name, desc) in [("flush", "()V"), ("close", "()V")] {
            add(name, desc, nothing());
        }
        add("checkError", "()Z", no_error());
        add("write", "([BII)V", writing(print));
        let mut made = Vec::new();
        for (method, body) in methods {
            made.push((method, body.map_err(Trap::internal)?));
        }
        let class = Symbol::new(&format!("jaywalk/internal/{name}"));
        Ok(self.machine.program.add_synthesized_class(&mut self.machine.heap, class, parent, &[], &[], made))
    }
}

/// `print(String.valueOf(x))`.
fn printing(parameter: &str, print: MemberRef) -> Result<CheckedBody, String> {
    let is_ref = matches!(parameter.as_bytes()[0], b'L' | b'[');
    let mut b = Builder::new(&[true, is_ref]);
    let text = b.reg(true);
    let value_of = match parameter {
        "Ljava/lang/String;" => "(Ljava/lang/Object;)Ljava/lang/String;".to_string(),
        other => format!("({other})Ljava/lang/String;"),
    };
    b.call(CallKind::Static, member("java/lang/String", "valueOf", &value_of), false, &[1], Some(text));
    b.call(CallKind::Static, print, false, &[text], None);
    b.emit(Op::ReturnVoid {});
    b.try_finish()
}

fn empty_line(line: MemberRef) -> Result<CheckedBody, String> {
    let mut b = Builder::new(&[true]);
    let text = vm::synth::string(&mut b, Symbol::new(""));
    b.call(CallKind::Static, line, false, &[text], None);
    b.emit(Op::ReturnVoid {});
    b.try_finish()
}

/// `print(String.format(...)); return this`.
fn formatting(desc: &str, print: MemberRef) -> Result<CheckedBody, String> {
    let parsed = MethodDesc::parse(Symbol::new(desc)).ok_or("a descriptor was expected")?;
    let mut params = vec![true];
    params.extend(parsed.params.iter().map(|(kind, _)| *kind == Kind::Ref));
    let mut b = Builder::new(&params);
    let text = b.reg(true);
    let args: Vec<u16> = (1..params.len() as u16).collect();
    let desc = desc.replace("Ljava/io/PrintStream;", "Ljava/lang/String;");
    b.call(CallKind::Static, member("java/lang/String", "format", &desc), false, &args, Some(text));
    b.call(CallKind::Static, print, false, &[text], None);
    b.emit(Op::Return { src: Src(0) });
    b.try_finish()
}

fn nothing() -> Result<CheckedBody, String> {
    let mut b = Builder::new(&[true]);
    b.emit(Op::ReturnVoid {});
    b.try_finish()
}

fn no_error() -> Result<CheckedBody, String> {
    let mut b = Builder::new(&[true]);
    let zero = b.reg(false);
    b.emit(Op::Const { dst: ir::operand::Dst(zero), value: ir::operand::Int(0) });
    b.emit(Op::Return { src: Src(zero) });
    b.try_finish()
}

/// `print(new String(bytes, from, count))`.
fn writing(print: MemberRef) -> Result<CheckedBody, String> {
    let mut b = Builder::new(&[true, true, false, false]);
    let text = b.reg(true);
    let init = member("java/lang/String", "<init>", "([BII)V");
    b.new_object(Symbol::new("java/lang/String"), init, &[1, 2, 3], text);
    b.call(CallKind::Static, print, false, &[text], None);
    b.emit(Op::ReturnVoid {});
    b.try_finish()
}

fn out(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    context.print(1, args.object(0)?, "").map(|()| 0)
}

fn out_line(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    context.print(1, args.object(0)?, "\n").map(|()| 0)
}

fn err(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    context.print(2, args.object(0)?, "").map(|()| 0)
}

fn err_line(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    context.print(2, args.object(0)?, "\n").map(|()| 0)
}

impl Subject<'_> {
    /// Only a path that is told to somebody prints.
    pub(super) fn print(&mut self, fd: i32, text: Ref, end: &str) -> Result<(), Trap> {
        let (is_narrating, is_observed) = (self.driver.gate.narrating, self.driver.ghost.observes_output);
        if !is_narrating && !is_observed {
            return Ok(());
        }
        let text = self.text(text) + end;
        if is_observed && fd == 1 {
            if self.driver.stops_always(self.machine, Touch::Output) {
                return Err(Trap::Visible);
            }
            self.driver.ghost.printed.extend_from_slice(text.as_bytes());
        }
        if is_narrating {
            self.note_output(&text);
        }
        Ok(())
    }
}
