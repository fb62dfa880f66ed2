//! Messages of the protocol and their framing: a header with the length, an empty line, and JSON.

use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

/// A message that is longer is no message of a debugger.
const MAX_BYTES: usize = 16 << 20;
/// The only header that counts.
const LENGTH: &str = "content-length:";

/// Reads messages from a stream.
pub struct Incoming<R> {
    stream: R,
}

impl<R: BufRead> Incoming<R> {
    pub fn new(stream: R) -> Incoming<R> {
        Incoming { stream }
    }

    /// The next message; nothing at the end of the stream.
    ///
    /// # Errors
    /// What comes is no message.
    pub fn next_message(&mut self) -> io::Result<Option<Value>> {
        let wrong = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.stream.header_line(&mut line)? == 0 {
                return Ok(None);
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(number) = line.to_ascii_lowercase().strip_prefix(LENGTH) {
                length =
                    Some(number.trim().parse::<usize>().map_err(|error| wrong(format!("{line}: {error}")))?);
            }
        }
        let length = length.ok_or_else(|| wrong("a message without Content-Length".to_string()))?;
        if length > MAX_BYTES {
            return Err(wrong(format!("a message of {length} bytes; at most {MAX_BYTES} are read")));
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|error| wrong(format!("a message that is no JSON: {error}")))
    }
}

/// A line of a header, of a bounded length.
trait HeaderLine {
    fn header_line(&mut self, line: &mut String) -> io::Result<usize>;
}

/// Headers are short.
const MAX_HEADER: u64 = 4096;

impl<R: BufRead> HeaderLine for R {
    fn header_line(&mut self, line: &mut String) -> io::Result<usize> {
        io::Read::take(&mut *self, MAX_HEADER).read_line(line)
    }
}

/// Writes one message.
///
/// # Errors
/// Nobody listens any more.
pub fn write_message(stream: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(stream, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    stream.flush()
}

/// What is sent, in the order in which it is sent.
#[derive(Default)]
pub(crate) struct Outbox {
    last: u64,
    pub messages: Vec<Value>,
}

impl Outbox {
    fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    pub fn event(&mut self, name: &str, body: Value) {
        let seq = self.number();
        self.messages.push(json!({"seq": seq, "type": "event", "event": name, "body": body}));
    }

    /// The answer to a request: its body, or in a sentence why there is none.
    pub fn response(&mut self, request: &Value, result: Result<Value, String>) {
        let seq = self.number();
        let mut message = json!({
            "seq": seq, "type": "response", "request_seq": request["seq"], "command": request["command"],
            "success": result.is_ok(),
        });
        match result {
            Ok(body) => message["body"] = body,
            Err(what) => {
                message["body"] =
                    json!({"error": {"id": 1, "format": what.replace(['{', '}'], " "), "showUser": true}});
                message["message"] = what.into();
            }
        }
        self.messages.push(message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut stream = Vec::new();
        let messages = [json!({"seq": 1, "text": "ü\n"}), json!({"seq": 2})];
        messages.iter().for_each(|message| write_message(&mut stream, message).unwrap());
        let mut reader = Incoming::new(stream.as_slice());
        assert_eq!(reader.next_message().unwrap().as_ref(), Some(&messages[0]));
        assert_eq!(reader.next_message().unwrap().as_ref(), Some(&messages[1]));
        assert_eq!(reader.next_message().unwrap(), None);
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        for text in [
            "Content-Length: many\r\n\r\n",
            "X: 1\r\n\r\n",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Length: 3\r\n\r\n{}",
            "Content-Length: 3\r\n\r\n{x}",
        ] {
            assert!(Incoming::new(text.as_bytes()).next_message().is_err(), "{text:?}");
        }
    }
}
