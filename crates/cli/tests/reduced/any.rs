//! Random programs in which one thread asks for any object of a class, while others make, keep, change and drop such
//! objects without showing them to anybody: which can be chosen, and what they hold, is the same without reduction.

use crate::{Random, binary, compiled};
use std::path::Path;
use std::process::Command;
use testkit::check::value;

const PROGRAMS: u64 = 24;

/// What a thread does with coins of its own, and with a number that all can see.
fn deed(random: &mut Random) -> String {
    let (coin, value) = (random.below(2), 1 + random.below(3));
    match random.below(8) {
        0 | 1 => format!("c{coin} = new Coin();"),
        2 => format!("box.coin = c{coin};"),
        3 => "box.coin = null;".to_string(),
        4 => format!("c{coin} = null;"),
        5 => format!("if (c{coin} != null) c{coin}.value = {value};"),
        6 => format!("box.number = {value};"),
        _ => format!("shared = {value};"),
    }
}

fn program(seed: u64, name: &str) -> String {
    let mut random = Random::new(seed);
    let deeds = |random: &mut Random, most: usize| -> String {
        (0..2 + random.below(most)).map(|_| format!("      {}\n", deed(random))).collect()
    };
    let keeps = ["", "      if (c0 == c1 && box.number == 7) shared = 9;\n"][random.below(2)];
    let body = deeds(&mut random, 5);
    let call = ["Verify.any(Coin.class)", "(Coin) Verify.randomObject(\"NAME$Coin\")"][random.below(2)];
    let call = call.replace("NAME", name);
    let changes = ["", "    if (any != null) any.value = 8;\n"][random.below(2)];
    format!(
        "import jaywalk.Verify;

public class {name} {{
  static class Coin {{ int value; }}
  static class Box {{ Coin coin; int number; }}
  static volatile int shared;
  static volatile int last = -1;

  public static void main(String[] args) throws Exception {{
    Thread t = new Thread(() -> {{
      Coin c0 = null, c1 = null;
      Box box = new Box();
{body}{keeps}      last = c0 == null ? -1 : c0.value;
    }});
    t.start();
    int before = shared;
    Coin any = {call};
    int found = any == null ? -1 : any.value;
{changes}    t.join();
    System.out.print(before + \" \" + found + \" \" + last);
  }}
}}
"
    )
}

fn outputs(folder: &Path, name: &str, reduce: &str) -> Vec<String> {
    let record = folder.join(format!("{name}-{reduce}.json"));
    let mut command = Command::new(binary());
    command.args(["check", "--all", "--outputs", "--reduce", reduce, "--json"]).arg(&record);
    command.arg("-cp").arg(folder.join("classes")).arg(name);
    let output = command.output().expect("jaywalk runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{name}, {reduce}: {said}");
    let json = std::fs::read_to_string(&record).expect("a record");
    let list = value(&json, "outputs").unwrap_or_else(|| panic!("no outputs: {json}"));
    let mut list: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_string).collect();
    list.sort();
    list
}

#[test]
fn any_object_is_any_that_there_is() {
    let (folder, programs) = compiled("reduced-any", PROGRAMS, program);
    let mut several = 0;
    for (name, text) in &programs {
        let plain = outputs(&folder, name, "off");
        several += u64::from(plain.len() > 2);
        for reduce in ["order", "full", "local"] {
            assert_eq!(outputs(&folder, name, reduce), plain, "{reduce}:\n{text}");
        }
    }
    assert!(several > PROGRAMS / 3, "programs say too little: {several}");
}
