//! `jaywalk dap`: a conversation that was recorded, and one with the client that VS Code's own adapters are tested
//! with.

use crate::lab::{LOST_UPDATE, Lab, binary, root};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// What the one side says begins with `->`, what the other answers with `<-`.
const RECORDED: &str = "crates/cli/tests/dap/session.txt";

fn lost(name: &str) -> Lab {
    let lab = Lab::new(name);
    lab.write("Lost.java", LOST_UPDATE);
    assert_eq!(lab.run(&["check", "--repro", "lost.jaywalk-repro", "Lost.java"]).code, 1);
    lab
}

/// Everything that is answered to these messages.
fn talk(lab: &Lab, messages: &[&str]) -> Vec<String> {
    let mut command = lab.command(&["dap"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    drop(input);
    let mut output = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut output).unwrap();
    assert!(child.wait().unwrap().success());
    let mut reader = dap::Incoming::new(output.as_slice());
    let next = || reader.next_message().unwrap().map(|message| message.to_string());
    let folder = lab.folder.to_string_lossy().into_owned();
    std::iter::from_fn(next).map(|text| text.replace(&folder, "FOLDER")).collect()
}

#[test]
fn a_recorded_session_goes_as_it_went() {
    let lab = lost("dap");
    let file = root().join(RECORDED);
    let text = std::fs::read_to_string(&file).unwrap();
    let side =
        |mark: &str| -> Vec<&str> { text.lines().filter_map(|line| line.strip_prefix(mark)).collect() };
    let said = side("-> ");
    let answered = talk(&lab, &said);
    if std::env::var_os("JAYWALK_BLESS").is_some() {
        return std::fs::write(&file, blessed(&text, &said, &answered)).unwrap();
    }
    assert_eq!(answered, side("<- "), "JAYWALK_BLESS=1 writes it anew");
}

/// The answers behind what was said: each with the number of its request, events with the last.
fn blessed(text: &str, said: &[&str], answered: &[String]) -> String {
    let notes: String =
        text.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let mut rest = answered.iter().peekable();
    let mut out = notes;
    for message in said {
        out += &format!("-> {message}\n");
        let mut is_first = true;
        while let Some(answer) = rest.next_if(|answer| is_first || answer.contains("\"type\":\"event\"")) {
            is_first = false;
            out += &format!("<- {answer}\n");
        }
    }
    out
}

#[test]
fn what_is_no_conversation_ends_it() {
    let lab = lost("dap-wrong");
    let launch = |arguments: &str| {
        format!("{{\"seq\":1,\"type\":\"request\",\"command\":\"launch\",\"arguments\":{arguments}}}")
    };
    for (arguments, told) in [
        ("{}", "needs \\\"repro\\\""),
        ("{\"repro\":\"nothing\"}", "this is no replay string"),
        ("{\"repro\":\"nothing\",\"main\":\"Lost.java\"}", "this is no replay string"),
        ("{\"repro\":\"lost.jaywalk-repro\",\"cwd\":\"nowhere\"}", "nowhere"),
        ("{\"repro\":\"lost.jaywalk-repro\",\"mian\":\"x\"}", "no key mian"),
    ] {
        let answers = talk(&lab, &[&launch(arguments)]);
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert!(
            answers[0].contains("\"success\":false") && answers[0].contains(told),
            "{arguments}: {answers:?}"
        );
    }
    let early = talk(&lab, &["{\"seq\":1,\"type\":\"request\",\"command\":\"threads\"}"]);
    assert!(early[0].contains("launch with a replay string first"), "{early:?}");
}

/// A task's exception comes out of `get` in the thread that waits for it: that is who is shown at the end, wherever the
/// last line was.
#[test]
fn the_end_is_shown_in_the_thread_that_comes_to_it() {
    let lab = Lab::new("dap-end");
    let text = "import java.util.concurrent.FutureTask;\n\
        public class Fails {\n\
        \x20   public static void main(String[] args) throws Exception {\n\
        \x20       FutureTask<Integer> task = new FutureTask<>(() -> 1 / args.length);\n\
        \x20       new Thread(task, \"worker\").start();\n\
        \x20       task.get();\n\
        \x20   }\n}\n";
    lab.write("Fails.java", text);
    assert_eq!(lab.run(&["check", "--repro", "fails.jaywalk-repro", "Fails.java"]).code, 1);
    let say = |command: &str, arguments: &str| {
        format!("{{\"seq\":1,\"type\":\"request\",\"command\":\"{command}\",\"arguments\":{arguments}}}")
    };
    let said = [
        say("launch", "{\"repro\":\"fails.jaywalk-repro\"}"),
        say("configurationDone", "{}"),
        say("continue", "{\"threadId\":1}"),
    ];
    let answers = talk(&lab, &said.each_ref().map(String::as_str));
    let end = answers.iter().find(|answer| answer.contains("ArithmeticException")).expect("the end");
    assert!(end.contains("\"reason\":\"exception\"") && end.contains("\"threadId\":1"), "{end}");
}

/// The folder with `node_modules`, if somebody has installed `@vscode/debugadapter-testsupport` there.
const CLIENT_VARIABLE: &str = "JAYWALK_TEST_DAP_CLIENT";

#[test]
fn a_real_client_walks_forwards_and_back() {
    let Some(modules) = std::env::var_os(CLIENT_VARIABLE) else {
        eprintln!(
            "skipped: {CLIENT_VARIABLE} names no folder with the npm package @vscode/debugadapter-testsupport"
        );
        return;
    };
    let lab = lost("dap-client");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dap/client.js");
    let done = Command::new("node")
        .arg(script)
        .arg(binary())
        .arg(&lab.folder)
        .env("NODE_PATH", Path::new(&modules).join("node_modules"))
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success() && out.contains("walked forwards and back"), "{out}{err}");
}
