//! How the processes of a search come together.
//!
//! Timely can connect processes by itself, but it waits for ever, writes to standard output while it does, and
//! panics when two say that they are the same one. So they are connected here: with a time limit, and only after each
//! pair has compared what the search depends on. From then on the connections are timely's.

use rustix::net::sockopt;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// What must be the same for all: names and values.
pub type Accord = Vec<(String, String)>;

/// The first line of what a node says.
const MAGIC: &str = "jaywalk node 1";

/// No greeting is longer.
const LONGEST: u32 = 1 << 20;

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(20);

/// So many who have not said yet who they are wait at the door, at most.
const MOST_GUESTS: usize = 256;

/// After such a silence a node is asked whether its machine is still there, so many times, and is lost if it does not
/// answer; and so is one that does not take what it was sent for so long. A process that is only busy does answer.
const SILENT: Duration = Duration::from_secs(20);
const ASK_EVERY: Duration = Duration::from_secs(5);
const ASK_TIMES: u32 = 4;
const UNHEARD: Duration = Duration::from_secs(120);

/// Between what belongs together, and behind it.
const UNIT: char = '\u{1f}';
const RECORD: char = '\u{1e}';

const READY: u8 = b'!';

/// Where others can reach this process.
pub struct Door {
    listener: TcpListener,
}

impl Door {
    /// # Errors
    /// The address is not one of this machine, or somebody else has it.
    pub fn open(address: &str) -> Result<Door, String> {
        let listener = TcpListener::bind(address)
            .map_err(|error| format!("{address}: nobody can be let in there: {error}{}", hint(&error)))?;
        Ok(Door { listener })
    }

    /// The address, with the port that the system has chosen if that was left to it.
    pub fn address(&self) -> String {
        self.listener.local_addr().map_or_else(|_| String::new(), |address| address.to_string())
    }
}

/// Processes that are connected, and agree on what they search.
pub struct Cluster {
    pub(crate) rank: usize,
    /// One for each other process.
    pub(crate) sockets: Vec<Option<TcpStream>>,
}

impl Cluster {
    /// No other process.
    pub fn alone() -> Cluster {
        Cluster { rank: 0, sockets: vec![None] }
    }

    pub fn count(&self) -> usize {
        self.sockets.len()
    }
}

/// Who connects, with whom, and what all have to agree on.
pub struct Assembly<'a> {
    pub rank: usize,
    pub addresses: &'a [String],
    pub terms: &'a Accord,
    /// The differences between the terms of another and these, in words.
    pub differences: &'a dyn Fn(&Accord) -> Option<String>,
    /// Why somebody will never come, as soon as that is known.
    pub hopeless: &'a dyn Fn() -> Option<String>,
    pub within: Duration,
}

impl Assembly<'_> {
    /// Waits until all are connected.
    ///
    /// # Errors
    /// Who has not come in time, or does not fit.
    pub fn hold(&self, door: Door) -> Result<Cluster, String> {
        let until = Instant::now() + self.within;
        let count = self.addresses.len();
        let mut sockets: Vec<Option<TcpStream>> = (0..count).map(|_| None).collect();
        for (rank, address) in self.addresses.iter().enumerate().take(self.rank) {
            let mut stream = self.reach(rank, address, until)?;
            self.greet(&mut stream).map_err(|error| gone(rank, &error))?;
            let (stream, named, terms) = self.answer(rank, stream, until)?;
            if named != rank {
                return Err(format!(
                    "{address} is node {named} and not node {rank}: the lists of hosts differ"
                ));
            }
            self.agree(rank, &terms)?;
            sockets[rank] = Some(stream);
        }
        self.let_in(door, &mut sockets, until)?;
        for (rank, stream) in sockets.iter_mut().enumerate() {
            if let Some(stream) = stream {
                stream.write_all(&[READY]).map_err(|error| gone(rank, &error))?;
            }
        }
        for (rank, stream) in sockets.iter_mut().enumerate() {
            if let Some(stream) = stream {
                // The others may still wait for somebody.
                let left = until.saturating_duration_since(Instant::now()) + PAUSE;
                let mut ready = [0];
                let heard = stream.set_read_timeout(Some(left)).and_then(|()| stream.read_exact(&mut ready));
                heard.map_err(|error| gone(rank, &error))?;
                stream.set_read_timeout(None).map_err(|error| gone(rank, &error))?;
            }
        }
        Ok(Cluster { rank: self.rank, sockets })
    }

    /// Waits for those with higher ranks. Whoever else comes, and whatever he says or does not say, keeps nobody out.
    fn let_in(&self, door: Door, sockets: &mut [Option<TcpStream>], until: Instant) -> Result<(), String> {
        let strange = |error: io::Error| format!("nobody can be let in: {error}");
        door.listener.set_nonblocking(true).map_err(strange)?;
        let mut guests: Vec<Guest> = Vec::new();
        while let Some(missing) = (self.rank + 1..sockets.len()).find(|&rank| sockets[rank].is_none()) {
            while let Some(stream) = next_of(&door.listener).map_err(strange)? {
                guests.extend(Guest::of(stream));
            }
            for mut guest in std::mem::take(&mut guests) {
                match guest.listen() {
                    Ok(None) => guests.push(guest),
                    Ok(Some((rank, terms))) => self.welcome(guest, rank, &terms, sockets)?,
                    // Whoever does not greet is no node.
                    Err(_) => {}
                }
            }
            guests.drain(..guests.len().saturating_sub(MOST_GUESTS));
            if let Some(why) = (self.hopeless)() {
                return Err(why);
            }
            if Instant::now() >= until {
                return Err(late(missing, &self.addresses[missing]));
            }
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// Somebody has said who he is.
    fn welcome(
        &self,
        guest: Guest,
        rank: usize,
        terms: &Accord,
        sockets: &mut [Option<TcpStream>],
    ) -> Result<(), String> {
        let mut stream = guest.into_stream().map_err(|error| gone(rank, &error))?;
        self.greet(&mut stream).map_err(|error| gone(rank, &error))?;
        self.agree(rank, terms)?;
        match sockets.get_mut(rank) {
            Some(place) if rank > self.rank && place.is_none() => *place = Some(stream),
            Some(_) => return Err(format!("two processes say that they are node {rank}")),
            None => return Err(format!("somebody says that he is node {rank}, of {}", sockets.len())),
        }
        Ok(())
    }

    fn agree(&self, rank: usize, terms: &Accord) -> Result<(), String> {
        match (self.differences)(terms) {
            Some(differences) => Err(format!("node {rank} has another search{differences}")),
            None => Ok(()),
        }
    }

    /// Connects to a node that may not be there yet.
    fn reach(&self, rank: usize, address: &str, until: Instant) -> Result<TcpStream, String> {
        loop {
            let places = address.to_socket_addrs().map_err(|error| format!("{address}: {error}"))?;
            for place in places {
                let left = until.saturating_duration_since(Instant::now()).max(PAUSE);
                if let Ok(stream) = TcpStream::connect_timeout(&place, left)
                    && prepared(&stream).is_ok()
                {
                    return Ok(stream);
                }
            }
            if let Some(why) = (self.hopeless)() {
                return Err(why);
            }
            if Instant::now() >= until {
                return Err(late(rank, address));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// What a node that was reached says of itself. It may have opened its door, and be busy with its program yet.
    fn answer(
        &self,
        rank: usize,
        stream: TcpStream,
        until: Instant,
    ) -> Result<(TcpStream, usize, Accord), String> {
        stream.set_nonblocking(true).map_err(|error| gone(rank, &error))?;
        let mut guest = Guest { stream, heard: Vec::new() };
        loop {
            match guest.listen() {
                Ok(Some((named, terms))) => {
                    let stream = guest.into_stream().map_err(|error| gone(rank, &error))?;
                    return Ok((stream, named, terms));
                }
                Ok(None) if Instant::now() < until => {}
                Ok(None) => return Err(gone(rank, &io::ErrorKind::TimedOut.into())),
                Err(error) => return Err(gone(rank, &error)),
            }
            if let Some(why) = (self.hopeless)() {
                return Err(why);
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Says who this is, and what it searches.
    fn greet(&self, stream: &mut TcpStream) -> io::Result<()> {
        let mut text = format!("{MAGIC}{RECORD}{}{RECORD}", self.rank);
        for (name, value) in self.terms {
            text.push_str(&format!("{name}{UNIT}{value}{RECORD}"));
        }
        stream.write_all(&(text.len() as u32).to_le_bytes())?;
        stream.write_all(text.as_bytes())
    }
}

fn prepared(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    // A machine that is switched off says nothing, not even that it is gone: somebody has to ask.
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, SILENT)?;
    sockopt::set_tcp_keepintvl(stream, ASK_EVERY)?;
    sockopt::set_tcp_keepcnt(stream, ASK_TIMES)?;
    sockopt::set_tcp_user_timeout(stream, UNHEARD.as_millis() as u32)?;
    Ok(())
}

/// The next one at the door, if there is one.
fn next_of(listener: &TcpListener) -> io::Result<Option<TcpStream>> {
    match listener.accept() {
        Ok((stream, _)) => Ok(Some(stream)),
        // He has left before he was let in.
        Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// Somebody who has come, and may not have said yet who he is.
struct Guest {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Guest {
    /// Nothing if he is gone already.
    fn of(stream: TcpStream) -> Option<Guest> {
        prepared(&stream).and_then(|()| stream.set_nonblocking(true)).ok()?;
        Some(Guest { stream, heard: Vec::new() })
    }

    /// Who he is, and what he searches, as soon as he has said so. It waits for nothing.
    fn listen(&mut self) -> io::Result<Option<(usize, Accord)>> {
        loop {
            let wanted = wanted(&self.heard)?;
            if wanted == 0 {
                return greeting(&self.heard[LENGTH_BYTES..]).map(Some);
            }
            // No byte more: what comes behind the greeting is for others.
            let mut buffer = [0; 4096];
            let room = wanted.min(buffer.len());
            match self.stream.read(&mut buffer[..room]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.heard.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn into_stream(self) -> io::Result<TcpStream> {
        self.stream.set_nonblocking(false)?;
        Ok(self.stream)
    }
}

fn no_node() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "that is no node of a search")
}

/// The length of a greeting comes before it.
const LENGTH_BYTES: usize = 4;

/// How many bytes of a greeting are still to come, as far as that is known.
fn wanted(heard: &[u8]) -> io::Result<usize> {
    let Some((length, text)) = heard.split_first_chunk::<LENGTH_BYTES>() else {
        return Ok(LENGTH_BYTES - heard.len());
    };
    match u32::from_le_bytes(*length) {
        length @ 1..=LONGEST => Ok(length as usize - text.len()),
        _ => Err(no_node()),
    }
}

/// Who somebody is, and what he searches.
fn greeting(text: &[u8]) -> io::Result<(usize, Accord)> {
    let text = std::str::from_utf8(text).map_err(|_| no_node())?;
    let mut records = text.split_terminator(RECORD);
    if records.next() != Some(MAGIC) {
        return Err(no_node());
    }
    let rank = records.next().and_then(|rank| rank.parse().ok()).ok_or_else(no_node)?;
    let pair =
        |record: &str| record.split_once(UNIT).map(|(name, value)| (name.to_string(), value.to_string()));
    Ok((rank, records.map(pair).collect::<Option<Accord>>().ok_or_else(no_node)?))
}

fn late(rank: usize, address: &str) -> String {
    format!(
        "node {rank} ({address}) cannot be reached: is it running? --connect-seconds says how long to wait"
    )
}

fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => "; is there another process with the same rank?",
        io::ErrorKind::AddrNotAvailable => "; is that line of the list this machine?",
        _ => "",
    }
}

fn gone(rank: usize, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            format!("node {rank} says nothing: whoever has its address is no node of a search, or hangs")
        }
        io::ErrorKind::InvalidData => format!("node {rank}: {error}"),
        _ => format!("node {rank} has given up and says why itself, or has never been one ({error})"),
    }
}

#[cfg(test)]
mod tests;
