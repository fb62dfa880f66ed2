//! `jaywalk serve`: the page with the machine behind it, asked as a browser asks, and in a real one.

use crate::lab::{LOST_UPDATE, Lab, done};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// A server that is asked; it ends with the test.
struct Served {
    child: Child,
    port: u16,
    token: String,
}

impl Served {
    fn new(lab: &Lab, args: &[&str]) -> Served {
        let mut command = lab.command(&[&["serve"], args].concat());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().next().unwrap_or_default();
        let rest = address.strip_prefix("http://127.0.0.1:").unwrap_or_else(|| panic!("no address: {line}"));
        let (port, token) = rest.trim_end_matches('/').split_once('/').unwrap();
        assert!(token.len() >= 32, "{token}");
        Served { port: port.parse().unwrap(), token: token.to_string(), child }
    }

    /// Sends what is given, and returns the status and the body.
    fn send(&self, text: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_string()))
    }

    fn get(&self, target: &str, more: &str) -> (u16, String) {
        self.send(&format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{more}\r\n", self.port))
    }

    fn ask(&self, what: &str, body: &str) -> String {
        let (token, port, length) = (&self.token, self.port, body.len());
        let (status, answer) = self.send(&format!(
            "POST /{token}/{what} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
        assert_eq!(status, 200, "{what} {body}: {answer}");
        answer
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lost(name: &str) -> Lab {
    let lab = Lab::new(name);
    lab.write("Lost.java", LOST_UPDATE);
    lab
}

/// The value of a number or a text behind a key, the first there is.
fn value<'a>(json: &'a str, key: &str) -> &'a str {
    let (_, rest) = json.split_once(&format!("\"{key}\":")).unwrap_or_else(|| panic!("no {key} in {json}"));
    rest.split([',', '}', ']']).next().unwrap().trim_matches('"')
}

/// The words of each choice at the end of a path, with its actor and value.
fn ways(served: &Served, path: &str) -> Vec<(String, String)> {
    let found = served.ask("choices", &at_end(path, ""));
    let of = |way: &str| {
        let who = format!(",\"actor\":{},\"value\":{}", value(way, "actor"), value(way, "value"));
        (format!("{}: {}", value(way, "name"), value(way, "what")), who)
    };
    found.split("{\"what\"").skip(1).map(|way| of(&format!("\"what\"{way}"))).collect()
}

/// A question about the end of a path.
fn at_end(path: &str, more: &str) -> String {
    let (_, walk) = path.rsplit_once("\"walk\":").unwrap();
    format!("{{\"walk\":{},\"end\":{}{more}}}", value(walk, "number"), value(walk, "steps"))
}

#[test]
fn from_the_start_choices_lead_to_what_they_say() {
    let lab = lost("serve-start");
    let served = Served::new(&lab, &["Lost.java"]);
    let mut path = served.ask("story", "{\"walk\":0}");
    assert_eq!(value(&path, "word"), "OPEN");
    // Whoever lets both read before one of them writes loses an update.
    for wanted in ["main: start other", "main: counter -> 0", "other: counter -> 0"] {
        let ways = ways(&served, &path);
        let way = ways.iter().find(|(told, _)| told.replace("Lost.", "").starts_with(wanted));
        let (_, who) = way.unwrap_or_else(|| panic!("no {wanted} among {ways:?}"));
        path = served.ask("take", &at_end(&path, who));
    }
    let lost = served.ask("onward", &at_end(&path, ""));
    assert_eq!(value(&lost, "word"), "FAIL", "{lost}");
    assert!(lost.contains("lost: 1"), "{lost}");
    // Nobody comes in between: all is well.
    let well = served.ask("onward", "{\"walk\":0,\"end\":0}");
    assert_eq!(value(&well, "word"), "END", "{well}");
    // The path that was found by hand can be gone again without the page.
    let (_, string) = lost.split_once("jaywalk replay ").unwrap();
    let string = string.split(' ').next().unwrap();
    let again = lab.run(&["replay", string, "Lost.java"]);
    assert_eq!(again.code, 1, "{}{}", again.out, again.err);
    assert!(again.out.contains("lost: 1"), "{}", again.out);
}

#[test]
fn the_path_of_a_finding_is_left_and_come_back_to() {
    let lab = lost("serve-finding");
    assert_eq!(lab.run(&["check", "--repro", "lost.jaywalk-repro", "Lost.java"]).code, 1);
    let served = Served::new(&lab, &["lost.jaywalk-repro"]);
    let (status, page) = served.get(&format!("/{}/", served.token), "");
    assert_eq!(status, 200);
    assert!(page.contains("lost: 1") && page.contains("the program begins"), "{page}");
    let first = served.ask("story", "{\"walk\":0}");
    assert_eq!(value(&first, "word"), "FAIL");
    // From every place of the path: somebody can go on, one of the choices is that of the path.
    let steps: usize = value(first.rsplit_once("\"walk\":").unwrap().1, "steps").parse().unwrap();
    assert!(steps > 5, "{first}");
    for end in 0..steps {
        let found = served.ask("choices", &format!("{{\"walk\":0,\"end\":{end},\"single\":true}}"));
        assert_eq!(found.matches("\"here\":true").count(), 1, "{end}: {found}");
    }
    let other = served.ask("onward", &format!("{{\"walk\":0,\"end\":{}}}", 1));
    assert_eq!(value(&other, "word"), "END", "{other}");
    assert_eq!(served.ask("story", "{\"walk\":0}"), first);
}

#[test]
fn strangers_are_not_answered() {
    let lab = lost("serve-strangers");
    let served = Served::new(&lab, &["Lost.java"]);
    let (own, port) = (format!("/{}/", served.token), served.port);
    assert_eq!(served.get(&own, "").0, 200);
    assert_eq!(served.get("/", "").0, 404);
    assert_eq!(served.get("/0123456789abcdef0123456789abcdef/", "").0, 404);
    assert_eq!(served.get(&own, "Origin: http://evil.example\r\n").0, 403);
    assert_eq!(served.get(&own, "Sec-Fetch-Site: cross-site\r\n").0, 403);
    assert_eq!(served.send(&format!("GET {own} HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n")).0, 403);
    assert_eq!(served.get(&own, "Content-Length: 99999999\r\n").0, 413);
    assert_eq!(served.get(&own, &format!("X: {}\r\n", "x".repeat(40_000))).0, 431);
    assert_eq!(served.send("\0\r\n\r\n").0, 400);
    // Nobody but this computer is listened to.
    let listening = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    let ours: Vec<&str> = listening.lines().filter(|line| line.contains(&format!(":{port:04X} "))).collect();
    assert!(ours.iter().any(|line| line.contains(&format!("0100007F:{port:04X} "))), "{ours:?}");
    assert!(!ours.iter().any(|line| line.contains(&format!("00000000:{port:04X} "))), "{ours:?}");
}

#[test]
fn what_cannot_be_served_is_bad_input() {
    let lab = lost("serve-bad");
    lab.write("note.txt", "hello");
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (args, said) in [
        (&["1:abcd", "Lost.java"][..], "this is no replay string"),
        (&["2:abcd", "Lost.java"], "this is no replay string"),
        (&["1:30tc-8xg1-1810-4fmx"], "a replay string needs the program"),
        (&["note.txt"], "this is no file of `check --repro`"),
        (&["Nowhere"], "Nowhere"),
        (&["Nowhere.java"], "Nowhere.java"),
        (&["--port", &port, "Lost.java"], "take another with --port"),
        (&["--port", "70000", "Lost.java"], "70000"),
        (&["nowhere.pml"], "nowhere.pml"),
    ] {
        let mut command = lab.command(&[&["serve"], args].concat());
        let came = done(&mut command);
        assert_eq!(came.code, 2, "{args:?}: {}{}", came.out, came.err);
        assert!(came.err.contains(said), "{args:?}: {}", came.err);
    }
}

/// A thread that never comes to anything that others can see.
const SPINS: &str = "public class Spins {
    public static void main(String[] args) {
        new Thread(() -> { for (long i = 0; ; i++) { if (i < 0) break; } }).start();
    }
}
";

#[test]
fn an_endless_step_is_answered_and_an_interrupt_ends_it() {
    let lab = Lab::new("serve-ends");
    lab.write("Spins.java", SPINS);
    let mut served = Served::new(&lab, &["Spins.java"]);
    let begun = std::time::Instant::now();
    let far = served.ask("onward", "{\"walk\":0,\"end\":0}");
    assert_eq!(value(&far, "word"), "OPEN", "{far}");
    assert!(begun.elapsed().as_secs() < 60);
    let is_ended = Command::new("kill").args(["-INT", &served.child.id().to_string()]).status().unwrap();
    assert!(is_ended.success());
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_browser_shows_what_can_happen_next() {
    let lab = lost("serve-browser");
    let served = Served::new(&lab, &["Lost.java"]);
    let path = served.ask("story", "{\"walk\":0}");
    let next = served.ask("take", &at_end(&path, &ways(&served, &path)[0].1));
    assert!(next.contains("start other"), "{next}");
    let browser = std::env::var("JAYWALK_TEST_BROWSER").unwrap_or_else(|_| "chromium".into());
    let address = format!("http://127.0.0.1:{}/{}/#step=2&walk=1", served.port, served.token);
    let output = Command::new(&browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=8000"])
        .arg(format!("--user-data-dir={}", lab.folder.join("profile").display()))
        .arg(address)
        .output()
        .unwrap_or_else(|error| {
            panic!("{browser}: {error}; install it, or name one in JAYWALK_TEST_BROWSER")
        });
    let dom = String::from_utf8_lossy(&output.stdout);
    assert!(dom.contains("data-ready=\"yes\""), "{dom}");
    assert!(dom.contains("data-ways=\"2\""), "{}", dom.rsplit_once("<body").map_or("", |(_, body)| body));
    assert!(dom.contains("after step 2: who goes on?") && dom.contains("<b>other</b>"), "{dom}");
}
