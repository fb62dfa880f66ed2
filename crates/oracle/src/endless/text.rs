//! The programs as Java.

use super::{MONITORS, Statement, Threads, VALUES, VARIABLES};
use std::fmt::Write as _;

/// The text of a class of this name.
pub fn java(name: &str, threads: &Threads) -> String {
    let mut text = format!("public class {name} {{\n");
    for variable in VARIABLES {
        let _ = writeln!(text, "  static volatile int {variable};");
    }
    for monitor in MONITORS {
        let _ = writeln!(text, "  static final Object {monitor} = new Object();");
    }
    text += "  static void await(Object monitor) {\n";
    text += "    try { monitor.wait(); } catch (InterruptedException e) { throw new Error(e); }\n  }\n";
    for (number, body) in threads.iter().enumerate() {
        let _ = writeln!(text, "  static class T{number} extends Thread {{\n    public void run() {{");
        body.iter().for_each(|statement| write(&mut text, statement, 3));
        text += "    }\n  }\n";
    }
    // Somebody is always there, and everything is written once while he is: who spins alone, or on what nobody writes,
    // would do so for as long as a step may last.
    text += "  static class Idle extends Thread {\n";
    text += "    public void run() { synchronized (this) { await(this); } }\n  }\n";
    text += "  public static void main(String[] args) {\n";
    text += "    Thread idle = new Idle();\n    idle.setDaemon(true);\n    idle.start();\n";
    VARIABLES.iter().for_each(|variable| text += &format!("    {variable} = 0;\n"));
    for number in 0..threads.len() {
        let _ = writeln!(text, "    new T{number}().start();");
    }
    text + "  }\n}\n"
}

fn write(text: &mut String, statement: &Statement, depth: usize) {
    let indent = "  ".repeat(depth);
    let block = |text: &mut String, head: &str, body: &[Statement]| {
        let _ = writeln!(text, "{indent}{head} {{");
        body.iter().for_each(|statement| write(text, statement, depth + 1));
        let _ = writeln!(text, "{indent}}}");
    };
    let line = match statement {
        Statement::Set(variable, value) => format!("{} = {value};", VARIABLES[*variable]),
        Statement::Next(variable) => format!("{0} = ({0} + 1) % {VALUES};", VARIABLES[*variable]),
        Statement::Spin(variable, value) => format!("while ({} == {value}) {{}}", VARIABLES[*variable]),
        Statement::Await(monitor, variable, value) => {
            format!("while ({} != {value}) await({});", VARIABLES[*variable], MONITORS[*monitor])
        }
        Statement::Notify(monitor) => format!("{}.notifyAll();", MONITORS[*monitor]),
        Statement::Locked(monitor, body) => {
            return block(text, &format!("synchronized ({})", MONITORS[*monitor]), body);
        }
        Statement::While(variable, value, body) => {
            return block(text, &format!("while ({} != {value})", VARIABLES[*variable]), body);
        }
        Statement::Forever(body) => return block(text, "while (true)", body),
    };
    let _ = writeln!(text, "{indent}{line}");
}
