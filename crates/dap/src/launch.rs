//! The launch configuration: which path of which program.

use serde_json::Value;

/// What `launch` and `attach` are given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// A replay string, or a file that holds one.
    pub repro: String,
    /// The program, where a file does not name it.
    pub main: Option<String>,
    pub args: Vec<String>,
    pub class_path: Option<String>,
    pub jdk: Option<String>,
    /// The folder that all of this is seen from.
    pub cwd: Option<String>,
    /// The program is a test.
    pub is_test: bool,
    /// Further options of the replay.
    pub options: Vec<String>,
}

/// Keys that editors put into every configuration, and that mean nothing here.
const USUAL: [&str; 8] = [
    "name",
    "type",
    "request",
    "noDebug",
    "presentation",
    "internalConsoleOptions",
    "preLaunchTask",
    "postDebugTask",
];

impl Launch {
    /// # Errors
    /// A key that is missing, unknown, or has a wrong value.
    pub fn read(arguments: &Value) -> Result<Launch, String> {
        let mut launch = Launch::default();
        let table = arguments.as_object().ok_or("the configuration has no keys")?;
        for (key, value) in table {
            let text = || value.as_str().map(str::to_string).ok_or(format!("{key}: a text is wanted"));
            let list = || {
                let all =
                    value.as_array().map(|items| items.iter().map(|item| item.as_str().map(str::to_string)));
                all.and_then(Iterator::collect::<Option<Vec<String>>>)
                    .ok_or(format!("{key}: a list of texts is wanted"))
            };
            match key.as_str() {
                "repro" => launch.repro = text()?,
                "main" => launch.main = Some(text()?),
                "jdk" => launch.jdk = Some(text()?),
                "cwd" => launch.cwd = Some(text()?),
                "classPath" if value.is_array() => launch.class_path = Some(list()?.join(":")),
                "classPath" => launch.class_path = Some(text()?),
                "args" => launch.args = list()?,
                "options" => launch.options = list()?,
                "test" => launch.is_test = value.as_bool().ok_or("test: true or false is wanted")?,
                other if USUAL.contains(&other) || other.starts_with("__") => {}
                other => return Err(format!("there is no key {other} in a configuration")),
            }
        }
        match launch.repro.is_empty() {
            true => {
                Err("the configuration needs \"repro\": a replay string, or a file of --repro".to_string())
            }
            false => Ok(launch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn configurations_are_read() {
        let read = |value: Value| Launch::read(&value);
        let launch =
            read(json!({"type": "jaywalk", "repro": "1:ab", "classPath": ["a", "b"], "test": true})).unwrap();
        assert_eq!((launch.repro.as_str(), launch.class_path.as_deref()), ("1:ab", Some("a:b")));
        assert!(launch.is_test);
        assert!(read(json!({})).unwrap_err().contains("repro"));
        assert!(read(json!({"repro": 3})).unwrap_err().contains("text"));
        assert!(read(json!({"repro": "x", "mian": "y"})).unwrap_err().contains("mian"));
        assert!(read(Value::Null).is_err());
    }
}
