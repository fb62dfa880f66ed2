//! How the processes of a search come together.
//!
//! Timely can connect processes by itself, but it waits for ever, writes to standard output while it does, and
//! panics when two say that they are the same one. So they are connected here: with a time limit, and only after each
//! pair has compared what the search depends on. From then on the connections are timely's.

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
            let (named, terms) = heard(&mut stream).map_err(|error| gone(rank, &error))?;
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

    /// Waits for those with higher ranks.
    fn let_in(&self, door: Door, sockets: &mut [Option<TcpStream>], until: Instant) -> Result<(), String> {
        let strange = |error: io::Error| format!("nobody can be let in: {error}");
        door.listener.set_nonblocking(true).map_err(strange)?;
        while let Some(missing) = (self.rank + 1..sockets.len()).find(|&rank| sockets[rank].is_none()) {
            let (mut stream, _) = match door.listener.accept() {
                Ok(connected) => connected,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if let Some(why) = (self.hopeless)() {
                        return Err(why);
                    }
                    if Instant::now() >= until {
                        return Err(late(missing, &self.addresses[missing]));
                    }
                    std::thread::sleep(PAUSE);
                    continue;
                }
                Err(error) => return Err(strange(error)),
            };
            // Whoever does not greet is no node.
            let Ok((rank, terms)) = prepared(&mut stream).and_then(|()| heard(&mut stream)) else { continue };
            self.greet(&mut stream).map_err(|error| gone(rank, &error))?;
            self.agree(rank, &terms)?;
            match sockets.get_mut(rank) {
                Some(place) if rank > self.rank && place.is_none() => *place = Some(stream),
                Some(_) => return Err(format!("two processes say that they are node {rank}")),
                None => return Err(format!("somebody says that he is node {rank}, of {}", sockets.len())),
            }
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
                if let Ok(mut stream) = TcpStream::connect_timeout(&place, left)
                    && prepared(&mut stream).is_ok()
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

fn prepared(stream: &mut TcpStream) -> io::Result<()> {
    /// Whoever is there answers at once.
    const ANSWER: Duration = Duration::from_secs(5);
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(ANSWER))
}

/// Who the other one is, and what it searches.
fn heard(stream: &mut TcpStream) -> io::Result<(usize, Accord)> {
    let strange = || io::Error::new(io::ErrorKind::InvalidData, "that is no node of a search");
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(strange());
    }
    let mut text = Vec::new();
    stream.take(u64::from(length)).read_to_end(&mut text)?;
    let text = String::from_utf8(text).map_err(|_| strange())?;
    let mut records = text.split_terminator(RECORD);
    if records.next() != Some(MAGIC) {
        return Err(strange());
    }
    let rank = records.next().and_then(|rank| rank.parse().ok()).ok_or_else(strange)?;
    let pair =
        |record: &str| record.split_once(UNIT).map(|(name, value)| (name.to_string(), value.to_string()));
    Ok((rank, records.map(pair).collect::<Option<Accord>>().ok_or_else(strange)?))
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
        _ => format!("node {rank} has given up, and says why itself ({error})"),
    }
}
