//! The file in which a finding is kept: the replay string, and what it must be run on. It is TOML, for people
//! and for version control.

use std::fmt::Write;
use toml::Value;

/// What such a file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    pub repro: String,
    pub main: String,
    pub class_path: String,
    pub args: Vec<String>,
    pub properties: Vec<(String, String)>,
    /// How many processors the program was told to have, if not as many as usual.
    pub processors: Option<u32>,
    /// `main` is a test.
    pub is_test: bool,
    /// Temporal properties, as words of a command line.
    pub temporal: Vec<String>,
    /// Stubs and assumptions, the same way.
    pub environment: Vec<String>,
    /// The finding in one line, for who reads the file.
    pub finding: String,
}

impl Note {
    pub fn text(&self) -> String {
        let quoted = |text: &str| Value::String(text.to_string()).to_string();
        let mut out =
            String::from("# A path that jaywalk has found. To go it again: jaywalk replay THIS-FILE\n");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "finding = {}", quoted(&self.finding));
        let _ = writeln!(out, "repro = {}", quoted(&self.repro));
        let _ = writeln!(out, "main = {}", quoted(&self.main));
        let _ = writeln!(out, "class-path = {}", quoted(&self.class_path));
        let list = |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "args = [{}]", list(&self.args));
        if !self.temporal.is_empty() {
            let _ = writeln!(out, "temporal = [{}]", list(&self.temporal));
        }
        if !self.environment.is_empty() {
            let _ = writeln!(out, "environment = [{}]", list(&self.environment));
        }
        if self.is_test {
            out.push_str("test = true\n");
        }
        if let Some(processors) = self.processors {
            let _ = writeln!(out, "processors = {processors}");
        }
        if !self.properties.is_empty() {
            let _ = writeln!(out, "[properties]");
            for (key, value) in &self.properties {
                let _ = writeln!(out, "{} = {}", quoted(key), quoted(value));
            }
        }
        out
    }

    fn parse(text: &str) -> Result<Note, String> {
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| error.message().to_string())?;
        let string = |value: &Value| value.as_str().map(str::to_string);
        let mut note = Note::default();
        for (key, value) in &table {
            let wrong = || format!("the value of {key} is of the wrong type");
            match key.as_str() {
                "repro" => note.repro = string(value).ok_or_else(wrong)?,
                "main" => note.main = string(value).ok_or_else(wrong)?,
                "class-path" => note.class_path = string(value).ok_or_else(wrong)?,
                "finding" => note.finding = string(value).ok_or_else(wrong)?,
                "processors" => {
                    let number = value.as_integer().and_then(|number| u32::try_from(number).ok());
                    note.processors = Some(number.ok_or_else(wrong)?);
                }
                "test" => note.is_test = value.as_bool().ok_or_else(wrong)?,
                "args" | "temporal" | "environment" => {
                    let list = value.as_array().ok_or_else(wrong)?;
                    let words: Result<Vec<String>, String> =
                        list.iter().map(|item| string(item).ok_or_else(wrong)).collect();
                    *match key.as_str() {
                        "args" => &mut note.args,
                        "temporal" => &mut note.temporal,
                        _ => &mut note.environment,
                    } = words?;
                }
                "properties" => {
                    for (name, value) in value.as_table().ok_or_else(wrong)? {
                        note.properties.push((name.clone(), string(value).ok_or_else(wrong)?));
                    }
                }
                other => return Err(format!("{other} is not among what such a file says")),
            }
        }
        match note.repro.is_empty() || note.main.is_empty() {
            true => Err("it has no replay string or no main class".to_string()),
            false => Ok(note),
        }
    }
}

pub fn read(file: &str) -> Result<Note, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: cannot be read: {error}"))?;
    Note::parse(&text).map_err(|what| format!("{file}: this is no file of `check --repro`: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let note = Note {
            repro: "1:abcd".into(),
            main: "a.B".into(),
            class_path: "x:y \"z\"".into(),
            args: vec!["1".into(), "two\nlines".into()],
            properties: vec![("k.l".into(), "v".into())],
            finding: "deadlock".into(),
            processors: Some(8),
            is_test: true,
            temporal: vec!["--ltl".into(), "G \"x\"".into()],
            environment: vec!["--stub=a.*".into()],
        };
        assert_eq!(Note::parse(&note.text()), Ok(note));
        assert!(Note::parse("main = 3").is_err());
        assert!(Note::parse("repro = \"1:ab\"\nmain = \"A\"\ntypo = 1").unwrap_err().contains("typo"));
    }
}
