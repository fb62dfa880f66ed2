//! What the page asks and is answered, on a small system that is written as text.

use front::{Front, Reduction, Wanted};
use model::ModelFront;
use serde_json::{Value, json};
use serve::{First, PathServer, Request, Scenery};

/// Two ways from the first state; one of them leads round.
const SYSTEM: &str = "a* -> p:b q:c\nb -> p:a q:d\nc -> q:c\nd\n";

fn server() -> PathServer {
    let wanted =
        Wanted { reduction: Reduction::Off, races: false, atoms: &[], onlookers: 0, branching: false };
    let front = ModelFront::parse("two.model", SYSTEM).unwrap();
    let subject = front.open(0, &wanted).unwrap();
    let scenery = Scenery {
        name: "<two>".into(),
        sources: Box::new(|_| report::SourceTexts::new()),
        command: Box::new(|_| "again".into()),
        is_over: Box::new(|| false),
    };
    PathServer::new(subject.system, subject.profile, scenery, lts::Depth::Crux, None, First::default())
}

fn post(body: &str) -> Request {
    let headers = vec![("content-type".to_string(), "application/json".to_string())];
    Request { method: "POST".into(), headers, body: body.as_bytes().to_vec(), ..Request::default() }
}

fn ask(server: &mut PathServer, what: &str, body: Value) -> Value {
    let answer = server.answer(what, &post(&body.to_string()));
    assert_eq!(answer.status, 200, "{what} {body}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// The texts of the rows.
fn rows(data: &Value) -> Vec<&str> {
    data["stories"][0]["steps"].as_array().unwrap().iter().map(|row| row["what"].as_str().unwrap()).collect()
}

#[test]
fn other_choices_lead_elsewhere_and_the_first_path_stays() {
    let mut server = server();
    let first = ask(&mut server, "story", json!({"walk": 0}));
    assert_eq!(rows(&first), ["the program begins"]);
    assert_eq!((first["word"].as_str(), first["walk"]["number"].as_u64()), (Some("OPEN"), Some(0)));
    let ways = ask(&mut server, "choices", json!({"walk": 0, "end": 0}));
    let names: Vec<&str> =
        ways["choices"].as_array().unwrap().iter().map(|w| w["what"].as_str().unwrap()).collect();
    assert_eq!(names, ["to b", "to c"]);
    let take = |server: &mut PathServer, walk: u64, end: u64, way: &Value| {
        ask(server, "take", json!({"walk": walk, "end": end, "actor": way["actor"], "value": way["value"]}))
    };
    let taken = take(&mut server, 0, 0, &ways["choices"][0]);
    assert_eq!(rows(&taken), ["the program begins", "to b"]);
    let (walk, end) =
        (taken["walk"]["number"].as_u64().unwrap(), taken["stories"][0]["steps"][1]["end"].as_u64().unwrap());
    assert_eq!((walk, end), (1, 1));
    let ways = ask(&mut server, "choices", json!({"walk": walk, "end": end}));
    assert_eq!(ways["choices"][1]["ends"].as_str(), Some("the end"), "{ways}");
    let ended = take(&mut server, walk, end, &ways["choices"][1]);
    assert_eq!(
        (rows(&ended), ended["word"].as_str()),
        (vec!["the program begins", "to b", "to d"], Some("END"))
    );
    // In the middle of it, the other way; and the choice that was taken is known there.
    let ways = ask(&mut server, "choices", json!({"walk": 2, "end": 0}));
    let here: Vec<bool> = ways["choices"].as_array().unwrap().iter().map(|w| w["here"] == true).collect();
    assert_eq!(here, [true, false]);
    let other = take(&mut server, 2, 0, &ways["choices"][1]);
    assert_eq!(rows(&other), ["the program begins", "to c"]);
    // Going back is asking for what there was.
    assert_eq!(ask(&mut server, "story", json!({"walk": 2})), ended);
    assert_eq!(ask(&mut server, "story", json!({"walk": 0})), first);
}

#[test]
fn going_on_comes_to_an_end_where_the_system_does_not() {
    let mut server = server();
    let far = ask(&mut server, "onward", json!({"walk": 0, "end": 0}));
    assert_eq!((far["word"].as_str(), far["walk"]["steps"].as_u64()), (Some("OPEN"), Some(5000)));
}

#[test]
fn what_is_no_question_is_refused_in_words() {
    let mut server = server();
    for (what, body, status) in [
        ("story", "{", 400),
        ("story", "{}", 400),
        ("story", "{\"walk\": -1}", 400),
        ("story", "{\"walk\": 7}", 404),
        ("choices", "{\"walk\": 0}", 400),
        ("choices", "{\"walk\": 0, \"end\": 1}", 400),
        ("choices", "{\"walk\": 0, \"end\": 18446744073709551615}", 400),
        ("take", "{\"walk\": 0, \"end\": 0}", 400),
        ("take", "{\"walk\": 0, \"end\": 0, \"actor\": 9, \"value\": 0}", 400),
        ("take", "{\"walk\": 0, \"end\": 0, \"actor\": 4294967296, \"value\": 0}", 400),
        ("other", "{}", 404),
        ("", "{}", 405),
        ("take", "[[[[[[", 400),
        ("take", "null", 400),
    ] {
        let answer = server.answer(what, &post(body));
        assert_eq!(answer.status, status, "{what} {body}: {}", answer.body);
        let told: Value = serde_json::from_str(&answer.body).unwrap();
        assert!(told["error"].as_str().is_some_and(|why| !why.is_empty()), "{what} {body}");
    }
    let form = Request { headers: Vec::new(), ..post("{\"walk\": 0}") };
    assert_eq!(server.answer("story", &form).status, 400);
    let page = server.answer("", &Request { method: "GET".into(), ..Request::default() });
    assert!(page.body.contains("connect-src 'self'") && page.body.contains("<title>&lt;two&gt; - jaywalk"));
}
