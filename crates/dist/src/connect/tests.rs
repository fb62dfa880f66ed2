//! Who comes to the door, and who does not.

use super::*;

/// What two nodes that agree come to while strangers are at the door of the first one.
fn meet(strangers: impl FnOnce(&str), within: Duration) -> Vec<Result<usize, String>> {
    let doors = [(); 2].map(|()| Door::open("127.0.0.1:0").expect("a port"));
    let addresses: Vec<String> = doors.iter().map(Door::address).collect();
    strangers(&addresses[0]);
    let terms: Accord = vec![("program".to_string(), "Main".to_string())];
    std::thread::scope(|scope| {
        let (addresses, terms) = (&addresses, &terms);
        let nodes = doors.into_iter().enumerate().map(|(rank, door)| {
            scope.spawn(move || {
                let differences = |theirs: &Accord| (theirs != terms).then(String::new);
                let hopeless = || None;
                let (differences, hopeless) = (&differences, &hopeless);
                let meeting = Assembly { rank, addresses, terms, differences, hopeless, within };
                meeting.hold(door).map(|cluster| cluster.count())
            })
        });
        let nodes: Vec<_> = nodes.collect();
        nodes.into_iter().map(|node| node.join().expect("no panic")).collect()
    })
}

/// Somebody who says nothing, a byte now and then, or something else, keeps nobody out and nobody waiting.
#[test]
fn strangers_at_the_door() {
    let long: &[u8] = &[0, 0, 15, 0, b'x'];
    let words: [&[u8]; 6] = [b"", b"\0\0\0\0", b"GET / HTTP/1.1\r\n\r\n", &[255; 64], long, &[9, 0, 0]];
    let kept = std::cell::RefCell::new(Vec::new());
    let strangers = |address: &str| {
        for _ in 0..20 {
            for word in words {
                let mut stream = TcpStream::connect(address).expect("the door is open");
                stream.write_all(word).expect("it can be said");
                kept.borrow_mut().push(stream);
            }
        }
    };
    assert_eq!(meet(strangers, Duration::from_secs(60)), [Ok(2), Ok(2)]);
}

/// A door that is open, and nobody behind it who answers: there is an end to waiting.
#[test]
fn nobody_answers() {
    let door = TcpListener::bind("127.0.0.1:0").expect("a port");
    let own = Door::open("127.0.0.1:0").expect("a port");
    let addresses = [door.local_addr().expect("an address").to_string(), own.address()];
    let (differences, hopeless, terms) = (|_: &Accord| None, || None, Accord::new());
    let within = Duration::from_millis(100);
    let (differences, hopeless, terms) = (&differences, &hopeless, &terms);
    let meeting = Assembly { rank: 1, addresses: &addresses, terms, differences, hopeless, within };
    let said = meeting.hold(own).err();
    assert!(said.as_ref().is_some_and(|said| said.contains("node 0 says nothing")), "{said:?}");
}

#[test]
fn greetings_in_pieces() {
    assert_eq!(wanted(&[]).ok(), Some(4));
    assert_eq!(wanted(&[7, 0]).ok(), Some(2));
    assert_eq!(wanted(&[7, 0, 0, 0, b'j']).ok(), Some(6));
    assert!(wanted(&[0, 0, 0, 0]).is_err() && wanted(&[0xFF; 4]).is_err());
    assert!(greeting(b"jaywalk node 1\x1e").is_err() && greeting(b"jaywalk node 0\x1e0\x1e").is_err());
    let (rank, terms) = greeting(b"jaywalk node 1\x1e3\x1ea\x1fb\x1e").expect("it is whole");
    assert_eq!((rank, terms), (3, vec![("a".to_string(), "b".to_string())]));
}
