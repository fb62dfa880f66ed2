//! Messages of null pointer exceptions, against the real machine's own. `Nulls.java` digs the bytecode offset
//! out of each exception, so that every message is compared at the very instruction that threw.

mod common;

use base::Symbol;
use common::{ASM, folder, java, javac, jdks, scratch};
use verify::null_message;

#[test]
fn messages_are_those_of_the_real_machine() {
    for (number, jdk) in jdks().into_iter().enumerate() {
        // With names of local variables, with lines only, and bare. What a newer JDK could change is the
        // code, not the tables.
        let all = ["-g", "-g:source,lines", "-g:none"];
        for &debugging in if number == 0 { &all[..] } else { &all[..1] } {
            let classes = scratch(&format!("npe-{}", jdk.feature));
            javac(&jdk, "Nulls.java", &classes, &["-nowarn", debugging]);
            let said = java(&jdk, &["-cp", classes.to_str().unwrap(), "Nulls"]);
            let parsed = folder(&jdk, &classes);
            let mut compared = 0;
            for line in said.lines() {
                let [class, method, pc, message] = line.split('\t').collect::<Vec<_>>()[..] else {
                    panic!("{line}");
                };
                let Some((_, class)) = parsed.iter().find(|(_, c)| c.name == Symbol::new(class)) else {
                    assert_eq!(class, "java/util/Objects");
                    continue;
                };
                let method = class.methods.iter().find(|m| m.name == Symbol::new(method)).unwrap();
                let expected = Some(message).filter(|message| message.starts_with("Cannot"));
                let ours = null_message(class, method, pc.parse().unwrap());
                assert_eq!(ours.as_deref(), expected, "JDK {} {debugging}: {line}", jdk.feature);
                compared += 1;
            }
            assert!(compared > 140, "only {compared} messages");
            std::fs::remove_dir_all(classes).unwrap();
        }
    }
}

/// Each of these methods has one instruction that can throw. Only the JDK 17 has a library that can write
/// them.
#[test]
fn messages_for_what_javac_never_writes() {
    let Some(jdk) = jdks().into_iter().find(|jdk| jdk.feature == 17) else { return };
    let (writer, classes) = (scratch("odd-writer"), scratch("odd"));
    javac(&jdk, "OddNulls.java", &writer, &[ASM]);
    let said = java(&jdk, &[ASM, "-cp", writer.to_str().unwrap(), "OddNulls", classes.to_str().unwrap()]);
    let (_, class) = &folder(&jdk, &classes)[0];
    assert_eq!(said.lines().count(), class.methods.len());
    for line in said.lines() {
        let (name, message) = line.split_once('\t').unwrap();
        let method = class.methods.iter().find(|m| m.name == Symbol::new(name)).unwrap();
        let length = method.code.as_ref().unwrap().bytes.len() as u32;
        let ours: Vec<String> = (0..length).filter_map(|pc| null_message(class, method, pc)).collect();
        assert_eq!(ours, [message], "{name}");
    }
    std::fs::remove_dir_all(writer).unwrap();
    std::fs::remove_dir_all(classes).unwrap();
}
