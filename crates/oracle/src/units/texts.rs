//! The texts of a random unit, of the classes around it, and of specifications that allow what these do.

use crate::random::Random;
use std::fmt::Write as _;

/// A closed program whose unit is `Unit` and `Item`, and specifications of its environment.
pub struct Program {
    unit: String,
    env: String,
    main: String,
    exact: String,
    wide: String,
    /// Everything that the real environment does can be said in a specification.
    pub is_sayable: bool,
}

/// The parts that all programs share.
const ITEM: &str = "public class Item {
    public int level;
    public void touch(int n) { level = n; }
}
";
const BASE: &str = "public class Base {
    protected int lim;
    public int open;
    public void setLim(int n) { lim = n; }
    protected void raise(int n) { lim = n; }
}
";
const LISTENER: &str = "public interface Listener {
    void heard(Item i, int n);
}
";
const HEAD: &str = "unit Unit, Item, Listener;
instances { Unit u; Item x, y; }
values { int = 0..1; }
";

impl Program {
    pub fn files(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Item.java", ITEM.to_string()),
            ("Base.java", BASE.to_string()),
            ("Listener.java", LISTENER.to_string()),
            ("Unit.java", self.unit.clone()),
            ("Env.java", self.env.clone()),
            ("Main.java", self.main.clone()),
            ("Exact.env", self.exact.clone()),
            ("Wide.env", self.wide.clone()),
            ("Universal.env", HEAD.to_string()),
        ]
    }
}

/// A method of the unit: its name, and whether it takes a number and an item.
#[derive(Clone, Copy)]
struct Method {
    name: &'static str,
    access: &'static str,
    takes_item: bool,
}

/// Something that a real thread does: in Java, as an exact action, and more widely.
struct Act {
    java: String,
    exact: String,
    wide: String,
    /// The actions of a formula that it may be: these must differ between atoms.
    method: String,
    is_sayable: bool,
    is_told: bool,
}

pub fn generate(random: &mut Random) -> Program {
    let names = ["one", "two", "three"];
    let count = 1 + random.below(3);
    let methods: Vec<Method> = names[..count]
        .iter()
        .map(|&name| Method {
            name,
            access: random.pick(&["public ", "public ", "public synchronized ", "protected ", ""]),
            takes_item: random.percent(60),
        })
        .collect();
    let threads: Vec<Vec<Act>> =
        (0..2).map(|_| (0..1 + random.below(2)).map(|_| act(random, &methods)).collect()).collect();
    let told = threads.iter().flatten().filter(|act| act.is_told).count();
    let is_sayable = threads.iter().flatten().all(|act| act.is_sayable);
    let (mut exact, mut wide) = (HEAD.to_string(), HEAD.to_string());
    for (name, acts) in ["A", "B"].iter().zip(&threads) {
        let all: Vec<&str> = acts.iter().map(|act| act.exact.as_str()).collect();
        let _ = writeln!(exact, "thread {name}: {};", all.join(", "));
        let _ = writeln!(wide, "thread {name}{};", widened(random, acts));
    }
    Program {
        unit: unit(random, &methods, told),
        env: env(random),
        main: main(&threads),
        exact,
        wide,
        is_sayable,
    }
}

fn act(random: &mut Random, methods: &[Method]) -> Act {
    let n = random.below(2);
    let item = random.pick(&["x", "y"]);
    let said = |exact: String, wide: String, method: &str| Act {
        java: format!("{exact};"),
        exact,
        wide,
        method: method.to_string(),
        is_sayable: true,
        is_told: false,
    };
    match random.below(10) {
        0 => said(format!("u.setLim({n})"), "setLim(*)".into(), "setLim"),
        1 => said(format!("u.open = {n}"), "u.open = *".into(), "open"),
        2 => said(format!("{item}.touch({n})"), "Item.touch".into(), "touch"),
        3 => said(format!("{item}.level = {n}"), "Item.level = *".into(), "level"),
        4 => {
            let array = random.pick(&["u.cells", "u.leak()"]);
            let java = format!("{array}[0] = {n};");
            let none = String::new;
            Act { java, exact: none(), wide: none(), method: none(), is_sayable: false, is_told: false }
        }
        5 => said(format!("u.raise({n})"), "Unit.raise(...)".into(), "raise"),
        _ => {
            let method = random.pick(methods);
            let given = if method.takes_item { format!("{n}, {item}") } else { n.to_string() };
            let wide = match random.below(3) {
                0 => format!("u.{}", method.name),
                1 => format!("Unit.{}(*, ...)", method.name),
                _ if method.takes_item => format!("u.{}(*, {item})", method.name),
                _ => format!("{}({n})", method.name),
            };
            Act { is_told: true, ..said(format!("u.{}({given})", method.name), wide, method.name) }
        }
    }
}

/// An assumption that allows the actions, and more.
fn widened(random: &mut Random, acts: &[Act]) -> String {
    let differ = acts.len() == 2 && acts[0].method != acts[1].method;
    if differ && random.percent(30) {
        let [one, two] = [&acts[0].wide, &acts[1].wide];
        return format!(" ltl: \"{one}\" & X (\"{two}\" & X G !(\"{one}\" | \"{two}\"))");
    }
    let mut parts = Vec::new();
    for act in acts {
        let wide = &act.wide;
        parts.push(match random.below(5) {
            0 => format!("{wide}?"),
            1 => format!("({wide} | {})", act.exact),
            2 => format!("{wide}{{0,2}}"),
            3 => format!("for Item chosen: ({wide} | chosen.touch(1))"),
            _ => wide.clone(),
        });
    }
    format!(": {}", parts.join(", "))
}

fn main(threads: &[Vec<Act>]) -> String {
    let mut out = String::from(
        "public class Main {\n    public static void main(String[] args) {\n        Unit u = new Unit();\n        \
         Item x = new Item();\n        Item y = new Item();\n",
    );
    for acts in threads {
        let all: Vec<&str> = acts.iter().map(|act| act.java.as_str()).collect();
        let _ = writeln!(out, "        new Thread(() -> {{ {} }}).start();", all.join(" "));
    }
    out.push_str("    }\n}\n");
    out
}

fn unit(random: &mut Random, methods: &[Method], told: usize) -> String {
    let volatile = random.pick(&["", "volatile "]);
    let mut out = format!(
        "public class Unit extends Base implements Listener {{
    private static int told;
    private final Env env = new Env();
    private {volatile}int a;
    private int b;
    private Item it;
    public final int[] cells = new int[1];

    public int[] leak() {{ return cells; }}
    public void heard(Item i, int n) {{ {} }}
    private void tell(String by) {{
        count();
        System.out.print(by + a + b + lim + open + cells[0] + (it == null ? \"-\" : \"\" + it.level) + \" \");
    }}
    private static synchronized void count() {{
        if (++told > {told}) {{
            jaywalk.Verify.ignoreIf(true);
        }}
    }}
",
        random.pick(&["a = n;", "it = i;", "b = 1 - b;", "if (n > 0) { it = i; }"]),
    );
    for method in methods {
        let item = if method.takes_item { ", Item i" } else { "" };
        let mut body = String::new();
        for _ in 0..1 + random.below(3) {
            statement(random, method.takes_item, 0, &mut body);
        }
        let _ = writeln!(
            out,
            "    {}void {}(int n{item}) {{ {body} tell(\"{}\"); }}",
            method.access, method.name, method.name
        );
    }
    out.push_str("}\n");
    out
}

fn statement(random: &mut Random, has_item: bool, depth: usize, out: &mut String) {
    let item = if has_item { random.pick(&["i", "i", "it"]) } else { "it" };
    match random.below(if depth > 1 { 10 } else { 12 }) {
        0 => out.push_str("a = n; "),
        1 => out.push_str("b = 1 - b; "),
        2 => out.push_str("a = lim; "),
        3 => {
            let _ = write!(out, "it = {item}; ");
        }
        4 => {
            let _ = write!(out, "if ({item} != null) {{ {item}.level = a; }} ");
        }
        5 => {
            let _ = write!(out, "env.put({item}, n); ");
        }
        6 => out.push_str("it = env.get(n); "),
        7 => out.push_str("a = env.num(n); "),
        8 => out.push_str("env.hook(this); "),
        9 => out.push_str("cells[0] = n; "),
        kind => {
            let condition = random.pick(&["a == n", "b > 0", "open == 1", "it != null", "cells[0] == a"]);
            let _ = write!(out, "if ({condition}) {{ ");
            statement(random, has_item, depth + 1, out);
            if kind == 11 {
                out.push_str("} else { ");
                statement(random, has_item, depth + 1, out);
            }
            out.push_str("} ");
        }
    }
}

/// What it does with what it is given.
const PUT: [&str; 16] = [
    "kept = i;",
    "if (n > 0) { kept = i; }",
    "if (i != null) { i.level = n; }",
    "if (i != null) { i.touch(n); }",
    "list.add(i);",
    "shared = i;",
    "map.put(\"k\", i);",
    "slots[n & 1] = i;",
    "if (listener != null) { listener.heard(i, n); }",
    "if (listener != null && kept != null) { listener.heard(kept, 1); }",
    "count = n;",
    "Item old = kept; kept = i; if (old != null) { old.level = 1; }",
    "deep(i, n);",
    "Runnable r = () -> { if (i != null) { i.level = 1; } }; r.run();",
    "for (Item each : list) { if (each != null) { each.level = count; } }",
    "java.util.Optional.ofNullable(i).ifPresent(list::add);",
];
/// What it gives back.
const GET: [&str; 9] = [
    "return kept;",
    "return shared;",
    "return list.isEmpty() ? null : list.get(0);",
    "return map.get(\"k\");",
    "return slots[n & 1];",
    "return new Item();",
    "return n > 0 ? kept : shared;",
    "java.util.Iterator<Item> all = list.iterator(); return all.hasNext() ? all.next() : kept;",
    "return map.getOrDefault(\"k\", kept);",
];
/// Numbers that it gives back.
const NUM: [&str; 6] = [
    "return (n + 1) % 2;",
    "return count & 1;",
    "return list.isEmpty() ? 0 : 1;",
    "return 2;",
    "return calls++ & 1;",
    "return kept == null ? 0 : 1;",
];

/// The class that the unit calls. Its numbers stay within those that stubs choose from.
fn env(random: &mut Random) -> String {
    let sync = |random: &mut Random| random.pick(&["", "", "synchronized "]);
    let (first, second) = (random.pick(&PUT), random.pick(&PUT));
    let put = if random.percent(40) && !(first.contains(" old ") && second.contains(" old ")) {
        // Two bodies may have a name in common.
        format!("{{ {first} }} {{ {second} }}")
    } else {
        first.to_string()
    };
    format!(
        "public class Env {{
    private Item kept;
    private static Item shared;
    private int count;
    private int calls;
    private Listener listener;
    private final Item[] slots = new Item[2];
    private final java.util.List<Item> list = new java.util.ArrayList<>();
    private final java.util.Map<String, Item> map = new java.util.HashMap<>();
    public {}void put(Item i, int n) {{ {put} }}
    public {}Item get(int n) {{ {} }}
    public {}int num(int n) {{ {} }}
    public void hook(Listener l) {{ {} }}
    private void deep(Item i, int n) {{ {} }}
}}
",
        sync(random),
        sync(random),
        random.pick(&GET),
        sync(random),
        random.pick(&NUM),
        random.pick(&["listener = l;", "l.heard(kept, 1);", "if (kept != null) { listener = l; }"]),
        random.pick(&["kept = i;", "if (i != null) { i.level = n; }", "slots[1] = i;", "list.add(i);"]),
    )
}
