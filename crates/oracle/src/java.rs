//! Programs as Java text, one statement to a line.

mod terms;

use crate::program::{COUNTERS, ELEMENTS, LOCKS, PLAIN, REENTRANT, VOLATILE};
use crate::program::{Class, Lock, Place, Program, Stmt, Style};
use std::fmt::Write;
use terms::{condition, expr, inner, object, place, simple};

/// The text of a class with this name.
pub fn print(program: &Program, name: &str) -> String {
    printed(program, name, "")
}

/// The same, with something before each statement.
pub fn printed(program: &Program, name: &str, before: &str) -> String {
    let (text, late) = (String::new(), String::new());
    let mut printer = Printer { name, before, text, late, count: 0, syncs: 0, depth: 0 };
    printer.program(program);
    printer.text
}

struct Printer<'a> {
    name: &'a str,
    before: &'a str,
    text: String,
    /// Methods and classes that statements are in.
    late: String,
    count: usize,
    /// Blocks with a monitor so far.
    syncs: usize,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.depth + 1));
    }

    fn program(&mut self, program: &Program) {
        let name = self.name;
        let _ = writeln!(
            self.text,
            "import java.util.concurrent.TimeUnit;\nimport java.util.concurrent.atomic.AtomicInteger;\n\
             import java.util.concurrent.locks.*;\npublic class {name} {{"
        );
        self.fields(program);
        for (number, class) in program.classes.iter().enumerate() {
            self.class(number, class);
        }
        for (thread, body) in program.threads.iter().enumerate() {
            self.line(&format!("static void t{thread}() throws Throwable {{"));
            self.body(body);
            if thread == 0 && program.shows {
                self.shown(program.probe.as_ref());
            }
            self.line("}");
        }
        let late = std::mem::take(&mut self.late);
        self.text += &late;
        self.text += "}\n";
        self.drop_unused();
    }

    /// Fields that nothing names only make a small program hard to read. Formulas name `x` and `v`.
    fn drop_unused(&mut self) {
        let text = std::mem::take(&mut self.text);
        for line in text.lines() {
            let is_used = |name: &str| text.matches(name).count() > 1;
            let declares = |name: &str| line.trim_start().starts_with("static") && line.contains(name);
            let places = ["c0", "L0", "L1", "boolean on", "int[] e", "Q0", "Q1"].into_iter();
            let unused = places
                .filter(|place| !is_used(place.trim_start_matches("int[] ").trim_start_matches("boolean ")));
            let without_lock = |i: usize| {
                let (lock, condition) = (format!("R{i}"), format!("Q{i}"));
                // The condition's own line names its lock.
                text.matches(&lock).count() == 2 && !is_used(&condition) && declares(&lock)
            };
            if unused.into_iter().any(declares) || (0..REENTRANT).any(without_lock) {
                continue;
            }
            self.text += line;
            self.text.push('\n');
        }
    }

    fn fields(&mut self, program: &Program) {
        (0..PLAIN).for_each(|i| self.line(&format!("static int x{i};")));
        (0..VOLATILE).for_each(|i| self.line(&format!("static volatile int v{i};")));
        (0..COUNTERS)
            .for_each(|i| self.line(&format!("static final AtomicInteger c{i} = new AtomicInteger();")));
        (0..LOCKS).for_each(|i| self.line(&format!("static final Mon L{i} = new Mon();")));
        for i in 0..REENTRANT {
            self.line(&format!("static final ReentrantLock R{i} = new ReentrantLock();"));
            self.line(&format!("static final Condition Q{i} = R{i}.newCondition();"));
        }
        self.line(&format!("static final int[] e = new int[{ELEMENTS}];"));
        self.line("static boolean on = true;");
        self.line("static Node head;");
        self.line("static class Node { int v; Node next; Node(int v) { this.v = v; } }");
        self.line("interface Act { int act(Node m, int k); }");
        self.line("static class Locals { int r0, r1, r2; Node n0, n1; }");
        self.line("interface Body { void in(Locals s) throws Throwable; }");
        self.line(
            "static class Mon { synchronized void in(Body b, Locals s) throws Throwable { b.in(s); } }",
        );
        self.line("static int show(Node n) { return n == null ? -1 : n.v; }");
        self.line("@SuppressWarnings(\"unchecked\")");
        self.line(
            "static <E extends Throwable> RuntimeException sneak(Throwable t) throws E { throw (E) t; }",
        );
        self.line("static final Thread T0 = Thread.currentThread();");
        let name = self.name;
        let run = |thread: usize| match program.catches && (thread > 0 || program.probe.is_none()) {
            true => format!(
                "try {{ t{thread}(); }} catch (Throwable t) {{ \
                 System.out.print(\"t{thread}!\" + t.getClass().getName() + \";\"); }}"
            ),
            false => format!(
                "try {{ t{thread}(); }} catch (Throwable t) {{ throw {name}.<RuntimeException>sneak(t); }}"
            ),
        };
        for thread in 1..program.threads.len() {
            let run = run(thread);
            self.line(&format!(
                "static final Thread T{thread} = new Thread(() -> {{ {run} }}, \"t{thread}\");"
            ));
        }
        self.line(&format!("public static void main(String[] args) {{ {} }}", run(0)));
        let daemons: String = (1..program.threads.len())
            .filter(|thread| program.daemons[*thread])
            .map(|thread| format!("T{thread}.setDaemon(true); "))
            .collect();
        if !daemons.is_empty() {
            self.line(&format!("static {{ {daemons}}}"));
        }
    }

    fn class(&mut self, number: usize, class: &Class) {
        let extends = class.extends.map(|parent| format!(" extends C{parent}")).unwrap_or_default();
        let name = self.name;
        self.line(&format!("static class C{number}{extends} {{"));
        self.depth += 1;
        self.line(&format!("static int f{number};"));
        self.line(&format!(
            "static {{ try {{ body{number}(); }} catch (Throwable t) {{ throw {name}.<RuntimeException>sneak(t); }} }}"
        ));
        self.line(&format!("static void body{number}() throws Throwable {{"));
        self.body(&class.initializer);
        self.line("}");
        self.depth -= 1;
        self.line("}");
    }

    fn body(&mut self, body: &[Stmt]) {
        self.depth += 1;
        self.line("int r0 = 0, r1 = 0, r2 = 0; Node n0 = null, n1 = null;");
        self.depth -= 1;
        self.block(body);
    }

    fn block(&mut self, body: &[Stmt]) {
        self.depth += 1;
        for stmt in body {
            if !self.before.is_empty() {
                self.line(self.before);
            }
            self.stmt(stmt);
        }
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let text = match stmt {
            Stmt::Read { to, from, style: Style::Direct } => format!("r{to} = {};", place(*from)),
            Stmt::Read { to, from, style } => {
                let act = self.act(*style, &format!("return {};", inner(*from)), *from, "0");
                format!("r{to} = {act};")
            }
            Stmt::Write { to, value, style: Style::Direct } => format!("{} = {};", place(*to), expr(*value)),
            Stmt::Write { to, value, style } => {
                let core = format!("{} = k; return 0;", inner(*to));
                self.act(*style, &core, *to, &expr(*value)) + ";"
            }
            Stmt::Add { to, by, style: Style::Direct } => format!("{} += {by};", place(*to)),
            Stmt::Add { to, by, style } => {
                let core = format!("{} += k; return 0;", inner(*to));
                self.act(*style, &core, *to, &by.to_string()) + ";"
            }
            Stmt::If { .. }
            | Stmt::Repeat { .. }
            | Stmt::Loop { .. }
            | Stmt::Sync { .. }
            | Stmt::Try { .. } => {
                return self.nested(stmt);
            }
            _ => simple(stmt, self.name),
        };
        self.line(&text);
    }

    /// A call of something that does `core`, with the object in `m` and a number in `k`.
    fn act(&mut self, style: Style, core: &str, place: Place, value: &str) -> String {
        let object = if let Place::Field(local) = place { format!("n{local}") } else { "null".into() };
        self.count += 1;
        let number = self.count;
        match style {
            Style::Lambda => format!("((Act) (m, k) -> {{ {core} }}).act({object}, {value})"),
            Style::Virtual => {
                format!("new Act() {{ public int act(Node m, int k) {{ {core} }} }}.act({object}, {value})")
            }
            Style::LateClass => {
                let _ = writeln!(
                    self.late,
                    "  static class Z{number} {{ static int act(Node m, int k) {{ {core} }} }}"
                );
                format!("Z{number}.act({object}, {value})")
            }
            Style::Direct | Style::Method => {
                let _ = writeln!(self.late, "  static int a{number}(Node m, int k) {{ {core} }}");
                format!("a{number}({object}, {value})")
            }
        }
    }

    fn nested(&mut self, stmt: &Stmt) {
        let depth = self.depth;
        match stmt {
            Stmt::If { cond, then, other, is_switch: true } => {
                let (first, second) = if cond.is { (then, other) } else { (other, then) };
                self.line(&format!("switch (\"s\" + r{}) {{", cond.local));
                self.line(&format!("case \"s{}\":", cond.value));
                self.block(first);
                self.line("break;");
                self.line("default:");
                self.block(second);
            }
            Stmt::If { cond, then, other, .. } => {
                self.line(&format!("if ({}) {{", condition(*cond)));
                self.block(then);
                if !other.is_empty() {
                    self.line("} else {");
                    self.block(other);
                }
            }
            Stmt::Repeat { times, body } => {
                self.line(&format!("for (int i{depth} = 0; i{depth} < {times}; i{depth}++) {{"));
                self.block(body);
            }
            Stmt::Loop { body } => {
                // Not a constant, or what follows would be no Java.
                self.line("while (on) {");
                self.block(body);
            }
            Stmt::Sync { lock: Lock::Reentrant(lock), attempt, body } => {
                if let Some(to) = attempt {
                    self.line(&format!("r{to} = R{lock}.tryLock() ? 1 : 0;"));
                    self.line(&format!("if (r{to} == 1) try {{"));
                } else {
                    self.line(&format!("R{lock}.lock(); try {{"));
                }
                self.block(body);
                self.line(&format!("}} finally {{ R{lock}.unlock();"));
            }
            Stmt::Sync { lock: lock @ (Lock::Object(_) | Lock::Class), body, .. } if self.is_by_method() => {
                return self.synchronized_method(*lock, body);
            }
            Stmt::Sync { lock, body, .. } => {
                let lock = object(*lock, self.name);
                self.line(&format!("synchronized ({lock}) {{"));
                self.block(body);
            }
            Stmt::Try { body, catch, handler } => {
                // A try that cannot throw it is no Java.
                self.line("try { if (false) throw new InterruptedException();");
                self.block(body);
                self.line(&format!("}} catch ({} e{depth}) {{", catch.java()));
                self.block(handler);
            }
            _ => unreachable!("only statements with blocks come here"),
        }
        self.line("}");
    }

    /// Every other block with a monitor is a synchronized method: the machine holds that monitor in another way.
    fn is_by_method(&mut self) -> bool {
        self.syncs += 1;
        self.syncs.is_multiple_of(2)
    }

    /// A block with a monitor as a synchronized method: a static one of the class, or one of the lock's that calls it.
    /// Locals go in and come out, however it ends.
    fn synchronized_method(&mut self, lock: Lock, body: &[Stmt]) {
        const LOCALS: [&str; 5] = ["r0", "r1", "r2", "n0", "n1"];
        let number = self.syncs;
        let each = |line: &dyn Fn(&str) -> String| LOCALS.map(line).join(" ");
        let (outer, depth) = (std::mem::take(&mut self.text), std::mem::take(&mut self.depth));
        let access = if lock == Lock::Class { "static synchronized" } else { "static" };
        self.line(&format!("{access} void y{number}(Locals s) throws Throwable {{"));
        self.line("int r0 = s.r0, r1 = s.r1, r2 = s.r2; Node n0 = s.n0, n1 = s.n1;");
        self.line("try {");
        self.block(body);
        self.line(&format!("}} finally {{ {} }} }}", each(&|local| format!("s.{local} = {local};"))));
        self.late += &std::mem::replace(&mut self.text, outer);
        self.depth = depth;
        let call = match lock {
            Lock::Class => format!("y{number}(s{number})"),
            _ => format!("{}.in({}::y{number}, s{number})", object(lock, self.name), self.name),
        };
        let sets = each(&|local| format!("s{number}.{local} = {local};"));
        let gets = each(&|local| format!("{local} = s{number}.{local};"));
        self.line(&format!("Locals s{number} = new Locals(); {sets}"));
        self.line(&format!("try {{ {call}; }} finally {{ {gets} }}"));
    }

    fn shown(&mut self, probe: Option<&String>) {
        let mut parts: Vec<String> = (0..PLAIN).map(|i| format!("x{i}")).collect();
        parts.extend((0..VOLATILE).map(|i| format!("v{i}")));
        parts.extend((0..ELEMENTS).map(|i| format!("e[{i}]")));
        parts.extend(["c0.get()".into(), "show(head)".into()]);
        self.depth += 1;
        self.line(&format!("String line = {};", parts.join(" + \",\" + ")));
        self.line("System.out.print(line);");
        if let Some(probe) = probe {
            self.line(&format!("if (line.equals(\"{probe}\")) throw new AssertionError();"));
        }
        self.depth -= 1;
    }
}
