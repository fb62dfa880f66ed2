//! Who may ask. Every page that a browser shows can send requests to this computer, and a name on the internet can be
//! made to stand for it: so the address holds a token that nobody can guess, and who asks must have come by our own
//! address and from our own page.

use crate::http::{Request, Response};
use std::hash::{BuildHasher, RandomState};

/// The secret of one run.
#[derive(Clone, Debug)]
pub struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    pub fn new(port: u16) -> Guard {
        // Each of these has keys from the system's own source of random numbers.
        let parts = [RandomState::new().hash_one(0), RandomState::new().hash_one(1)];
        Guard { port, token: format!("{:016x}{:016x}", parts[0], parts[1]) }
    }

    /// What the user opens.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// What is asked for, below the address.
    ///
    /// # Errors
    /// Why this request is not answered.
    pub fn admit<'r>(&self, request: &'r Request) -> Result<&'r str, Response> {
        let port = self.port;
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let refuse = |what: &str| Err(Response::refusal(403, what));
        if !request.header("host").is_some_and(|host| hosts.iter().any(|own| own == host)) {
            return refuse("this address is not ours");
        }
        let origins = hosts.map(|host| format!("http://{host}"));
        let is_ours =
            |origin: Option<&str>| origin.is_some_and(|origin| origins.iter().any(|own| own == origin));
        if request.has("origin") && !is_ours(request.header("origin")) {
            return refuse("another page has asked");
        }
        let is_near = |site: Option<&str>| matches!(site, Some("same-origin" | "none"));
        if request.has("sec-fetch-site") && !is_near(request.header("sec-fetch-site")) {
            return refuse("another page has asked");
        }
        let below = request.target.strip_prefix('/').and_then(|rest| rest.split_once('/'));
        match below.filter(|(token, _)| is_same(token, &self.token)) {
            Some((_, rest)) => Ok(rest),
            None => Err(Response::refusal(404, "there is nothing here")),
        }
    }
}

/// Compares without telling by its time how much of it was right.
fn is_same(given: &str, own: &str) -> bool {
    let differs = given.bytes().zip(own.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
    given.len() == own.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_page_is_answered() {
        let guard = Guard::new(4711);
        assert_ne!(guard.token, Guard::new(4711).token);
        let ask = |target: &str, headers: &[(&str, &str)]| {
            let headers = headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            let request = Request { target: target.to_string(), headers, ..Request::default() };
            guard.admit(&request).map(str::to_string).map_err(|answer| answer.status)
        };
        let (own, host) = (format!("/{}/take", guard.token), ("host", "127.0.0.1:4711"));
        assert_eq!(ask(&own, &[host]), Ok("take".to_string()));
        assert_eq!(ask(&own, &[("host", "localhost:4711")]), Ok("take".to_string()));
        let from_us = [host, ("origin", "http://127.0.0.1:4711"), ("sec-fetch-site", "same-origin")];
        assert_eq!(ask(&own, &from_us), Ok("take".to_string()));
        for headers in [
            &[][..],
            &[("host", "127.0.0.1")],
            &[("host", "127.0.0.1:4712")],
            &[("host", "evil.example:4711")],
            &[host, host],
            &[host, ("origin", "http://evil.example")],
            &[host, ("origin", "null")],
            &[host, ("origin", "https://127.0.0.1:4711")],
            &[host, ("sec-fetch-site", "cross-site")],
            &[host, ("sec-fetch-site", "same-site")],
        ] {
            assert_eq!(ask(&own, headers), Err(403), "{headers:?}");
        }
        for target in ["/", "", "/take", "//take", &own[..own.len() - 6], &own.replace('/', "/0")] {
            assert_eq!(ask(target, &[host]), Err(404), "{target}");
        }
    }
}
