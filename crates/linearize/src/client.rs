//! Clients: which threads make which calls, one after the other.

/// The calls of each thread, as numbers of operations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Client {
    pub threads: Vec<Vec<usize>>,
}

/// All clients with this many threads, each of which makes up to so many of these operations. Threads are
/// interchangeable, so that of two clients that differ in their order one is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    pub operations: usize,
    pub threads: usize,
    pub calls: usize,
}

impl Client {
    /// As an argument of the program: `0,2/1`.
    pub fn argument(&self) -> String {
        let words = |calls: &Vec<usize>| calls.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        self.threads.iter().map(words).collect::<Vec<_>>().join("/")
    }

    /// In words: `put(1); take() | poll()`.
    pub fn shown(&self, operations: &[String]) -> String {
        let name = |&index: &usize| operations[index].clone();
        let words = |calls: &Vec<usize>| calls.iter().map(name).collect::<Vec<_>>().join("; ");
        self.threads.iter().map(words).collect::<Vec<_>>().join(" | ")
    }

    /// What [`Client::shown`] shows. New operations are added to the list.
    pub fn read(text: &str, operations: &mut Vec<String>) -> Result<Client, String> {
        let mut threads = Vec::new();
        for part in split(text, '|') {
            let calls: Vec<&str> = split(part, ';').into_iter().filter(|call| !call.is_empty()).collect();
            if calls.is_empty() {
                return Err(format!(
                    "'{text}': each thread of a client makes a call: 'put(1); take() | poll()'"
                ));
            }
            threads.push(calls.into_iter().map(|call| number(call, operations)).collect());
        }
        Ok(Client { threads })
    }
}

fn number(call: &str, operations: &mut Vec<String>) -> usize {
    operations.iter().position(|known| known == call).unwrap_or_else(|| {
        operations.push(call.to_string());
        operations.len() - 1
    })
}

/// The parts of a text between separators that stand in no bracket and no literal; `||` is an operator.
pub fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    let mut literal: Option<char> = None;
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut i = 0;
    while i < letters.len() {
        let (at, letter) = letters[i];
        let doubled = letter == separator && letters.get(i + 1).is_some_and(|(_, next)| *next == letter);
        match (literal, letter) {
            (Some(_), '\\') => i += 1,
            (Some(quote), _) if letter == quote => literal = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => literal = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, '|') if doubled => i += 1,
            (None, _) if letter == separator && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + letter.len_utf8();
            }
            _ => {}
        }
        i += 1;
    }
    parts.push(text[from..].trim());
    parts
}

impl Bound {
    /// How many clients there are.
    pub fn count(&self) -> u128 {
        multisets(self.sequences(), self.threads)
    }

    /// Lists of one to so many calls.
    fn sequences(&self) -> u128 {
        (1..=self.calls as u32).map(|length| (self.operations as u128).pow(length)).sum()
    }

    /// All of them if they are no more than `most`, else so many that are spread evenly. Clients with few
    /// calls come first.
    pub fn clients(&self, most: usize) -> Vec<Client> {
        let (count, most) = (self.count(), most as u128);
        let chosen = count.min(most);
        (0..chosen).map(|i| self.client(i * count / chosen)).collect()
    }

    /// The client of this number.
    fn client(&self, mut index: u128) -> Client {
        let mut threads = Vec::new();
        let mut least = 0;
        let all = self.sequences();
        for left in (0..self.threads).rev() {
            // So many clients begin with this list; the further threads have it, or a later one.
            while index >= multisets(all - least, left) {
                index -= multisets(all - least, left);
                least += 1;
            }
            threads.push(self.sequence(least));
        }
        Client { threads }
    }

    /// The list of calls of this number: short ones first.
    fn sequence(&self, mut index: u128) -> Vec<usize> {
        let base = self.operations as u128;
        let mut length = 1;
        while index >= base.pow(length) {
            index -= base.pow(length);
            length += 1;
        }
        let digit = |place: u32| (index / base.pow(place) % base) as usize;
        (0..length).rev().map(digit).collect()
    }
}

/// Choices of `take` things out of `of`, with repetition and without order.
fn multisets(of: u128, take: usize) -> u128 {
    (0..take as u128).fold(1, |product, i| product * (of + i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_client_is_listed_once() {
        for (operations, threads, calls) in [(3, 2, 2), (2, 3, 2), (4, 2, 1), (1, 3, 3)] {
            let bound = Bound { operations, threads, calls };
            let clients = bound.clients(usize::MAX);
            assert_eq!(clients.len() as u128, bound.count());
            let mut different = std::collections::HashSet::new();
            for mut client in clients {
                client.threads.sort();
                assert!(client.threads.iter().all(|list| (1..=calls).contains(&list.len())));
                assert!(different.insert(client), "a client is there twice");
            }
        }
        let bound = Bound { operations: 20, threads: 3, calls: 3 };
        assert_eq!(bound.clients(50).len(), 50);
    }

    #[test]
    fn clients_are_read_as_they_are_shown() {
        let mut operations = vec!["poll()".to_string()];
        let client = Client::read("put(\"a;|\"); poll() | merge(1, 2, (a, b) -> a | b)", &mut operations);
        let client = client.unwrap();
        assert_eq!(client.argument(), "1,0/2");
        assert_eq!(client.shown(&operations), "put(\"a;|\"); poll() | merge(1, 2, (a, b) -> a | b)");
        assert!(Client::read("poll() |", &mut operations).is_err());
    }
}
