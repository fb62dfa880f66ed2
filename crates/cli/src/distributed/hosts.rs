//! The file of `--cluster`: where each process of a search can be reached.

use std::fs::File;
use std::io::Read;
use std::net::Ipv6Addr;
use std::path::Path;

/// No list of hosts has so many bytes. What is asked for need not be a file, and may never end.
const MOST_BYTES: u64 = 1 << 20;

/// One HOST:PORT a line; empty lines, and what stands behind a '#', mean nothing.
///
/// # Errors
/// It cannot be read, or a line is none.
pub fn read(file: &Path) -> Result<Vec<String>, String> {
    let name = file.display();
    let mut text = String::new();
    let read = File::open(file).and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text));
    read.map_err(|error| format!("{name}: cannot be read: {error}"))?;
    if text.len() as u64 == MOST_BYTES {
        return Err(format!("{name}: is too long for a list of hosts"));
    }
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let addresses: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_string).collect();
    for (i, address) in addresses.iter().enumerate() {
        if !is_address(address) {
            return Err(format!("{name}: {address:?} is no HOST:PORT, of which there is one on each line"));
        }
        if addresses[..i].contains(address) {
            return Err(format!("{name}: {address} is there twice"));
        }
    }
    Ok(addresses)
}

/// A name or a number of a machine, and a port that others can know.
fn is_address(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else { return false };
    // Whichever port the system chooses for 0, nobody else hears of it.
    let is_port =
        port.bytes().all(|byte| byte.is_ascii_digit()) && !matches!(port.parse(), Ok(0_u16) | Err(_));
    is_port && is_host(host)
}

fn is_host(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    if bare.is_some() || host.contains(':') {
        let bare = bare.unwrap_or(host);
        // The interface of an address of one link stands behind it.
        return bare.split('%').next().is_some_and(|number| number.parse::<Ipv6Addr>().is_ok());
    }
    // Names of other alphabets are looked up like any other; what separates things is in no name.
    !host.is_empty() && host.chars().all(|letter| letter.is_alphanumeric() || "._-".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for good in [
            "host:1",
            "a-b.example_c.org:65535",
            "127.0.0.1:7000",
            "[::1]:7000",
            "::1:7000",
            "[fe80::1%eth0]:7",
        ] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "",
            "host",
            "host:",
            ":7000",
            "host:0",
            "host:-1",
            "host:+1",
            "host:65536",
            "host:7000/",
            "a:1,b:2",
            "a:1;b:2",
            "a:1 b:2",
            "http://host:7000",
            "a:1:2",
            "[::1:7000",
            "[host]:7000",
            "\u{feff}host:7000",
            "\0:7000",
        ] {
            assert!(!is_address(bad), "{bad:?}");
        }
    }
}
