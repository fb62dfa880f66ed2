//! As much of HTTP/1.1 (RFC 9112) as one page needs: a request with a body of known length, an answer, and the
//! connection is closed. Whatever comes is bounded before it is read.

use std::io::{self, Read, Write};

/// The request line and all headers.
const MAX_HEAD: usize = 16 << 10;
/// What our page sends is a few numbers.
const MAX_BODY: usize = 16 << 10;

/// What a browser asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    pub method: String,
    pub target: String,
    /// Names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a header; nothing if it is not there, or there more than once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|(own, _)| own == name);
        let first = all.next();
        first.filter(|_| all.next().is_none()).map(|(_, value)| value.as_str())
    }

    pub fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(own, _)| own == name)
    }

    /// Reads one.
    ///
    /// # Errors
    /// The answer to what is no request, or one that is too long; nothing if nobody is there any more.
    pub fn read(input: &mut impl Read) -> Result<Request, Option<Response>> {
        let (head, rest) = read_head(input)?;
        let mut request = parse(&head).ok_or(Some(Response::refusal(400, "this is no HTTP request")))?;
        if request.has("transfer-encoding") {
            return Err(Some(Response::refusal(411, "a body needs its length")));
        }
        let length = match request.has("content-length") {
            false => Some(0),
            true => request.header("content-length").and_then(|text| text.parse::<usize>().ok()),
        };
        let length = length.ok_or(Some(Response::refusal(400, "the length of the body is no number")))?;
        if length > MAX_BODY {
            return Err(Some(Response::refusal(413, "that is too long")));
        }
        request.body = rest;
        if request.body.len() > length {
            request.body.truncate(length);
        }
        let missing = (length - request.body.len()) as u64;
        input.take(missing).read_to_end(&mut request.body).map_err(|_| None)?;
        if request.body.len() < length {
            return Err(None);
        }
        Ok(request)
    }
}

/// The head without the empty line, and what was read behind it.
fn read_head(input: &mut impl Read) -> Result<(Vec<u8>, Vec<u8>), Option<Response>> {
    let (mut bytes, mut block) = (Vec::new(), [0; 4096]);
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let rest = bytes.split_off(end + 4);
            bytes.truncate(end);
            return Ok((bytes, rest));
        }
        if bytes.len() > MAX_HEAD {
            return Err(Some(Response::refusal(431, "that is too long")));
        }
        match input.read(&mut block) {
            Ok(0) | Err(_) => return Err(None),
            Ok(count) => bytes.extend(&block[..count]),
        }
    }
}

fn parse(head: &[u8]) -> Option<Request> {
    let text = std::str::from_utf8(head).ok()?;
    let mut lines = text.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, target, version) = (first.next()?, first.next()?, first.next()?);
    if first.next().is_some() || !["HTTP/1.1", "HTTP/1.0"].contains(&version) {
        return None;
    }
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        let is_name =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        is_name.then(|| (name.to_ascii_lowercase(), value.trim().to_string()))
    };
    let headers = lines.map(header).collect::<Option<Vec<_>>>()?;
    Some(Request { method: method.to_string(), target: target.to_string(), headers, body: Vec::new() })
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    pub status: u16,
    pub kind: &'static str,
    pub body: String,
}

/// The page runs what it came with and speaks to us alone; nobody keeps it, frames it or learns its address.
const HEADERS: &str = "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src \
    'unsafe-inline'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\nX-Content-Type-Options: \
    nosniff\r\n\
    Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\nCross-Origin-Resource-Policy: same-origin\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\nConnection: close\r\n";

impl Response {
    pub fn page(body: String) -> Response {
        Response { status: 200, kind: "text/html; charset=utf-8", body }
    }

    pub fn json(body: String) -> Response {
        Response { status: 200, kind: "application/json", body }
    }

    /// Why not, in a sentence.
    pub fn refusal(status: u16, why: &str) -> Response {
        let body = serde_json::json!({ "error": why }).to_string();
        Response { status, kind: "application/json", body }
    }

    /// # Errors
    /// Nobody is there any more.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            503 => "Service Unavailable",
            _ => "Refused",
        };
        let (status, kind, length) = (self.status, self.kind, self.body.len());
        write!(
            output,
            "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{HEADERS}\r\n{}",
            self.body
        )?;
        output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, Option<u16>> {
        Request::read(&mut text.as_bytes()).map_err(|answer| answer.map(|answer| answer.status))
    }

    #[test]
    fn requests_are_read_and_everything_else_is_refused() {
        let request = read("POST /x/take HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}more").unwrap();
        assert_eq!((request.target.as_str(), request.body.as_slice()), ("/x/take", &b"{}"[..]));
        assert_eq!(request.header("host"), Some("a"));
        assert_eq!(read("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").unwrap().header("host"), None);
        for (text, status) in [
            ("GET /\r\n\r\n", Some(400)),
            ("GET / HTTP/9.9\r\n\r\n", Some(400)),
            ("GET / HTTP/1.1\r\nno header\r\n\r\n", Some(400)),
            ("GET / HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n", Some(400)),
            ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", Some(400)),
            ("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", Some(400)),
            ("GET / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n", Some(413)),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", Some(411)),
            ("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc", None),
            ("", None),
            ("GET / HTTP/1.1\r\n", None),
        ] {
            assert_eq!(read(text), Err(status), "{text}");
        }
        let endless = format!("GET / HTTP/1.1\r\nX: {}", "a".repeat(MAX_HEAD * 2));
        assert_eq!(read(&endless), Err(Some(431)));
        assert!(Request::read(&mut &b"GET /\xff HTTP/1.1\r\n\r\n"[..]).is_err());
    }
}
