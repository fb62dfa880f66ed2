//! Listens on this computer alone. Connections are read each by a thread of its own, as browsers open some that they
//! do not use; what they ask is answered one after the other by who has the machine.

use crate::guard::Guard;
use crate::http::{Request, Response};
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Who sends nothing for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often somebody looks whether it is over.
const TICK: Duration = Duration::from_millis(100);
/// Of more connections at once none is listened to: they are told so.
const MAX_CONNECTIONS: usize = 32;
/// More than this wait for such an answer are closed.
const MAX_REFUSALS: usize = 32;

/// A place where one can ask.
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    port: u16,
}

impl Server {
    /// Listens at this port, or at any that is free for 0.
    ///
    /// # Errors
    /// Somebody else does.
    pub fn new(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, guard: Guard::new(port), port })
    }

    /// What the user opens.
    pub fn address(&self) -> String {
        self.guard.address()
    }
}

/// What was asked for below the address, and where the answer goes.
struct PageRequest {
    what: String,
    request: Request,
    answer: Sender<Response>,
}

/// Answers until `is_over`.
///
/// # Errors
/// It was not possible to listen any longer.
pub fn serve(
    server: Server,
    answer: &mut dyn FnMut(&str, &Request) -> Response,
    is_over: &dyn Fn() -> bool,
) -> io::Result<()> {
    let (sender, asked) = mpsc::channel();
    let ended = Arc::new(AtomicBool::new(false));
    let (listener, guard) = (server.listener, server.guard);
    let acceptor = {
        let ended = Arc::clone(&ended);
        thread::Builder::new().spawn(move || accept(&listener, &guard, &sender, &ended))?
    };
    answer_all(&asked, answer, is_over, &|| acceptor.is_finished());
    ended.store(true, Ordering::Release);
    // It waits for the next connection: here it is.
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, server.port));
    drop(TcpStream::connect_timeout(&address, PATIENCE));
    acceptor.join().unwrap_or_else(|_| Err(io::Error::other("who listened has failed")))
}

fn answer_all(
    asked: &Receiver<PageRequest>,
    answer: &mut dyn FnMut(&str, &Request) -> Response,
    is_over: &dyn Fn() -> bool,
    is_deaf: &dyn Fn() -> bool,
) {
    while !is_over() {
        match asked.recv_timeout(TICK) {
            // Who has gone meanwhile needs no answer.
            Ok(PageRequest { what, request, answer: to }) => drop(to.send(answer(&what, &request))),
            Err(RecvTimeoutError::Timeout) if !is_deaf() => {}
            Err(_) => return,
        }
    }
}

fn accept(
    listener: &TcpListener,
    guard: &Guard,
    to: &Sender<PageRequest>,
    ended: &AtomicBool,
) -> io::Result<()> {
    let (open, refused) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    loop {
        let (stream, _) = match listener.accept() {
            Ok(accepted) => accepted,
            // The other side has given up, or there are too many files: neither is for ever.
            Err(_) if !ended.load(Ordering::Acquire) => {
                thread::sleep(TICK);
                continue;
            }
            Err(error) => return Err(error),
        };
        if ended.load(Ordering::Acquire) {
            return Ok(());
        }
        let is_full = open.load(Ordering::Acquire) >= MAX_CONNECTIONS;
        let (guard, to) = (guard.clone(), to.clone());
        // Who does not wait for the answer does not get it.
        match is_full {
            false => beside(&open, move || drop(converse(stream, &guard, &to))),
            true if refused.load(Ordering::Acquire) < MAX_REFUSALS => {
                beside(&refused, move || drop(refuse(stream)));
            }
            true => {}
        }
    }
}

/// Does something in a thread of its own, and counts it as long as that takes.
fn beside(count: &Arc<AtomicUsize>, what: impl FnOnce() + Send + 'static) {
    let counted = Arc::clone(count);
    count.fetch_add(1, Ordering::AcqRel);
    let begun = thread::Builder::new().spawn(move || {
        what();
        counted.fetch_sub(1, Ordering::AcqRel);
    });
    if begun.is_err() {
        count.fetch_sub(1, Ordering::AcqRel);
    }
}

/// There are too many. What was asked is read first: who is cut off while he speaks does not hear the answer.
fn refuse(mut stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(TICK))?;
    stream.set_write_timeout(Some(TICK))?;
    if let Err(Some(refusal)) = Request::read(&mut stream) {
        refusal.write(&mut stream)?;
        return stream.shutdown(Shutdown::Write);
    }
    let why = format!("more than {MAX_CONNECTIONS} connections at once: close some, and ask again");
    Response::refusal(503, &why).write(&mut stream)?;
    stream.shutdown(Shutdown::Write)
}

/// One request and its answer.
fn converse(mut stream: TcpStream, guard: &Guard, to: &Sender<PageRequest>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let answer = match Request::read(&mut stream) {
        Err(None) => return Ok(()),
        Err(Some(refusal)) => refusal,
        Ok(request) => match guard.admit(&request).map(str::to_string) {
            Err(refusal) => refusal,
            Ok(what) => asked(what, request, to),
        },
    };
    answer.write(&mut stream)?;
    // What was sent beyond a bound is read no more; the answer arrives all the same.
    stream.shutdown(Shutdown::Write)
}

fn asked(what: String, request: Request, to: &Sender<PageRequest>) -> Response {
    let (answer, answered) = mpsc::channel();
    let is_sent = to.send(PageRequest { what, request, answer }).is_ok();
    let answer = if is_sent { answered.recv().ok() } else { None };
    answer.unwrap_or_else(|| Response::refusal(503, "jaywalk has ended"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn one_after_the_other_is_answered_until_it_is_over() {
        let server = Server::new(0).unwrap();
        let (address, port) = (server.address(), server.port);
        assert_eq!(Server::new(port).err().map(|error| error.kind()), Some(io::ErrorKind::AddrInUse));
        let client = thread::spawn(move || {
            let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            let ask = |head: &str| {
                let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
                write!(stream, "{head}\r\nHost: 127.0.0.1:{port}\r\n\r\n").unwrap();
                let mut text = String::new();
                stream.read_to_string(&mut text).unwrap();
                text
            };
            // Browsers open connections that they do not use.
            let idle = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            let token = address.rsplit('/').nth(1).unwrap().to_string();
            let good = format!("GET /{token}/a HTTP/1.1");
            let (first, second) = (ask(&good), ask("GET /a HTTP/1.1"));
            let many: Vec<TcpStream> = (0..MAX_CONNECTIONS).map(|_| connect()).collect();
            let third = ask(&good);
            drop((many, idle));
            let mut fourth = ask(&good);
            // Those who have gone are noticed by and by.
            while fourth.starts_with("HTTP/1.1 503") {
                thread::sleep(TICK);
                fourth = ask(&good);
            }
            let answers = [first, second, third, fourth];
            ask(&format!("GET /{token}/end HTTP/1.1"));
            answers
        });
        let over = AtomicBool::new(false);
        let mut answer = |what: &str, _: &Request| {
            over.store(what == "end", Ordering::Release);
            Response::page(format!("<{what}>"))
        };
        serve(server, &mut answer, &|| over.load(Ordering::Acquire)).unwrap();
        let [good, bad, busy, again] = client.join().unwrap();
        assert!(busy.starts_with("HTTP/1.1 503 ") && busy.contains("connections at once"), "{busy}");
        assert_eq!(again, good);
        assert!(good.starts_with("HTTP/1.1 200 OK\r\n") && good.ends_with("\r\n\r\n<a>"), "{good}");
        assert!(bad.starts_with("HTTP/1.1 404 "), "{bad}");
    }
}
