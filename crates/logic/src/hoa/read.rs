//! Reading automata: explicit or implicit labels, marks on states or arrows, several initial states, aliases.

use super::lex::{Token, tokens};
use crate::buchi::{Automaton, Cube, Generalized, TooLarge, from_generalized};
use std::fmt;

/// States that an automaton may have; the format is also written by programs that do not mind size.
const MAX_STATES: usize = 20_000;
/// Conjunctions that one label may fall into.
const MAX_CUBES: usize = 4_096;
/// Labels nest no deeper than this.
const MAX_DEPTH: u32 = 100;

/// What is wrong, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoaError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for HoaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// Reads an automaton and the names of its atoms.
///
/// # Errors
/// Where the text is not an automaton, or not a Büchi or generalized Büchi automaton.
pub fn read(text: &str) -> Result<(Automaton, Vec<String>), HoaError> {
    let mut reader = HoaReader { tokens: tokens(text)?, at: 0 };
    let header = reader.header()?;
    let generalized = reader.body(&header)?;
    let automaton = from_generalized(generalized)
        .map_err(|TooLarge| HoaError { line: 1, what: "the automaton is too large".to_string() })?;
    Ok((automaton, header.atoms))
}

#[derive(Default)]
struct Header {
    states: Option<u32>,
    starts: Vec<u32>,
    atoms: Vec<String>,
    marks: u32,
    aliases: Vec<(String, Vec<Cube>)>,
}

struct HoaReader {
    tokens: Vec<(Token, usize)>,
    at: usize,
}

impl HoaReader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn next(&mut self) -> Result<Token, HoaError> {
        let token = self.peek().cloned().ok_or_else(|| self.error("the text ends too early"))?;
        self.at += 1;
        Ok(token)
    }

    fn error(&self, what: impl Into<String>) -> HoaError {
        let line =
            self.tokens.get(self.at.min(self.tokens.len().saturating_sub(1))).map_or(1, |(_, line)| *line);
        HoaError { line, what: what.into() }
    }

    fn number(&mut self) -> Result<u32, HoaError> {
        match self.next()? {
            Token::Number(number) => Ok(number),
            other => Err(self.error(format!("expected a number, found {other:?}"))),
        }
    }

    fn symbol(&mut self, symbol: char) -> Result<(), HoaError> {
        match self.next()? {
            Token::Symbol(found) if found == symbol => Ok(()),
            other => Err(self.error(format!("expected '{symbol}', found {other:?}"))),
        }
    }

    fn header(&mut self) -> Result<Header, HoaError> {
        let mut header = Header::default();
        if self.next()? != Token::Key("HOA".into()) || self.next()? != Token::Word("v1".into()) {
            return Err(self.error("an automaton begins with 'HOA: v1'"));
        }
        loop {
            match self.next()? {
                Token::Body => return Ok(header),
                Token::Key(key) => self.item(&key, &mut header)?,
                other => return Err(self.error(format!("expected a header item, found {other:?}"))),
            }
        }
    }

    fn item(&mut self, key: &str, header: &mut Header) -> Result<(), HoaError> {
        match key {
            "States" => {
                let count = self.number()?;
                if count as usize > MAX_STATES {
                    return Err(self.error(format!("more than {MAX_STATES} states")));
                }
                header.states = Some(count);
            }
            "Start" => {
                header.starts.push(self.number()?);
                if self.peek() == Some(&Token::Symbol('&')) {
                    return Err(self.error("alternating automata are not read"));
                }
            }
            "AP" => {
                for _ in 0..self.number()? {
                    match self.next()? {
                        Token::Text(name) => header.atoms.push(name),
                        other => return Err(self.error(format!("expected an atom's name, found {other:?}"))),
                    }
                }
                if header.atoms.len() > 64 {
                    return Err(self.error("more than 64 atoms"));
                }
            }
            "Acceptance" => header.marks = self.acceptance()?,
            "Alias" => {
                let Token::Alias(name) = self.next()? else { return Err(self.error("expected an alias")) };
                let label = self.label(header, 0)?;
                header.aliases.push((name, label));
            }
            // Headers in lower case may be left unread, those in upper case may not.
            _ if key.starts_with(char::is_uppercase) => {
                return Err(self.error(format!("{key} is not understood")));
            }
            _ => {
                while !matches!(self.peek(), None | Some(Token::Key(_) | Token::Body)) {
                    self.at += 1;
                }
            }
        }
        Ok(())
    }

    /// `t`, or `Inf(0)&Inf(1)...` over all marks.
    fn acceptance(&mut self) -> Result<u32, HoaError> {
        let count = self.number()?;
        let only = "only Büchi and generalized Büchi acceptance is read";
        if count == 0 {
            return match self.next()? {
                Token::Word(word) if word == "t" => Ok(0),
                _ => Err(self.error(only)),
            };
        }
        let mut seen = 0u64;
        loop {
            if self.next()? != Token::Word("Inf".into()) {
                return Err(self.error(only));
            }
            self.symbol('(')?;
            let mark = self.number()?;
            self.symbol(')')?;
            if mark >= count || mark >= 64 {
                return Err(self.error("no such mark"));
            }
            seen |= 1 << mark;
            if self.peek() != Some(&Token::Symbol('&')) {
                break;
            }
            self.at += 1;
        }
        match seen.count_ones() == count {
            true => Ok(count),
            false => Err(self.error(only)),
        }
    }

    fn body(&mut self, header: &Header) -> Result<Generalized, HoaError> {
        let mut states: Vec<Vec<crate::buchi::Arrow>> = vec![Vec::new(); header.states.unwrap_or(0) as usize];
        while self.peek() != Some(&Token::End) {
            self.state(header, &mut states)?;
        }
        let count = states.len() as u32;
        if states.iter().flatten().any(|arrow| arrow.to >= count) {
            return Err(self.error("an arrow leads to a state that is not there"));
        }
        let initial = match header.starts[..] {
            [only] if only < count => only,
            [] => {
                // Nowhere to begin: nothing is accepted.
                states.push(Vec::new());
                count
            }
            _ => {
                let all: Vec<_> = (header.starts.iter())
                    .map(|&start| states.get(start as usize).cloned())
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(|| self.error("an initial state that is not there"))?;
                states.push(all.into_iter().flatten().collect());
                count
            }
        };
        Ok(Generalized { marks: header.marks, initial, states })
    }

    fn state(&mut self, header: &Header, states: &mut Vec<Vec<crate::buchi::Arrow>>) -> Result<(), HoaError> {
        if self.next()? != Token::Key("State".into()) {
            return Err(self.error("expected 'State:'"));
        }
        let own_label = self.optional_label(header)?;
        let number = self.number()? as usize;
        if matches!(self.peek(), Some(Token::Text(_))) {
            self.at += 1;
        }
        let own_marks = self.optional_marks(header)?;
        if number >= states.len() {
            if header.states.is_some() || number >= MAX_STATES {
                return Err(self.error("a state beyond the number of states"));
            }
            states.resize(number + 1, Vec::new());
        }
        let mut letter = 0u64;
        while !matches!(self.peek(), None | Some(Token::Key(_) | Token::End)) {
            let label = match self.optional_label(header)? {
                Some(label) => label,
                // Without labels, the n-th arrow is for the n-th letter.
                None => own_label.clone().unwrap_or_else(|| {
                    let all = 1u64.checked_shl(header.atoms.len() as u32).unwrap_or(0).wrapping_sub(1);
                    let cube = Cube { holds: letter & all, fails: !letter & all };
                    letter = letter.wrapping_add(1);
                    vec![cube]
                }),
            };
            let to = self.number()?;
            let marks = own_marks | self.optional_marks(header)?;
            states[number].extend(label.into_iter().map(|label| crate::buchi::Arrow { label, marks, to }));
        }
        Ok(())
    }

    fn optional_marks(&mut self, header: &Header) -> Result<u64, HoaError> {
        if self.peek() != Some(&Token::Symbol('{')) {
            return Ok(0);
        }
        self.at += 1;
        let mut marks = 0;
        loop {
            match self.next()? {
                Token::Symbol('}') => return Ok(marks),
                Token::Number(mark) if mark < header.marks => marks |= 1 << mark,
                other => return Err(self.error(format!("expected a mark, found {other:?}"))),
            }
        }
    }

    fn optional_label(&mut self, header: &Header) -> Result<Option<Vec<Cube>>, HoaError> {
        if self.peek() != Some(&Token::Symbol('[')) {
            return Ok(None);
        }
        self.at += 1;
        let label = self.label(header, 0)?;
        self.symbol(']')?;
        Ok(Some(label))
    }

    /// A label as a disjunction of conjunctions.
    fn label(&mut self, header: &Header, depth: u32) -> Result<Vec<Cube>, HoaError> {
        let mut all = self.conjunction(header, depth)?;
        while self.peek() == Some(&Token::Symbol('|')) {
            self.at += 1;
            all.extend(self.conjunction(header, depth)?);
        }
        Ok(all)
    }

    fn conjunction(&mut self, header: &Header, depth: u32) -> Result<Vec<Cube>, HoaError> {
        let mut all = self.literal(header, depth)?;
        while self.peek() == Some(&Token::Symbol('&')) {
            self.at += 1;
            let more = self.literal(header, depth)?;
            all = self.both(&all, &more)?;
        }
        Ok(all)
    }

    fn both(&self, a: &[Cube], b: &[Cube]) -> Result<Vec<Cube>, HoaError> {
        if a.len() * b.len() > MAX_CUBES {
            return Err(self.error("a label that is too large"));
        }
        let mut all: Vec<Cube> = a.iter().flat_map(|x| b.iter().filter_map(|y| x.and(*y))).collect();
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn literal(&mut self, header: &Header, depth: u32) -> Result<Vec<Cube>, HoaError> {
        if depth > MAX_DEPTH {
            return Err(self.error("a label that nests too deep"));
        }
        match self.next()? {
            Token::Symbol('!') => {
                let of = self.literal(header, depth + 1)?;
                let mut all = vec![Cube::TRUE];
                for cube in of {
                    all = self.both(&all, &opposite(cube))?;
                }
                Ok(all)
            }
            Token::Symbol('(') => {
                let label = self.label(header, depth + 1)?;
                self.symbol(')')?;
                Ok(label)
            }
            Token::Word(word) if word == "t" => Ok(vec![Cube::TRUE]),
            Token::Word(word) if word == "f" => Ok(vec![]),
            Token::Number(atom) if (atom as usize) < header.atoms.len() => {
                Ok(vec![Cube { holds: 1 << atom, fails: 0 }])
            }
            Token::Alias(name) => match header.aliases.iter().find(|(alias, _)| *alias == name) {
                Some((_, label)) => Ok(label.clone()),
                None => Err(self.error(format!("no alias @{name}"))),
            },
            other => Err(self.error(format!("expected a label, found {other:?}"))),
        }
    }
}

/// One of its literals fails.
fn opposite(cube: Cube) -> Vec<Cube> {
    let bits = |word: u64| (0..64).map(|i| 1u64 << i).filter(move |bit| word & bit != 0);
    let fails = bits(cube.holds).map(|bit| Cube { holds: 0, fails: bit });
    fails.chain(bits(cube.fails).map(|bit| Cube { holds: bit, fails: 0 })).collect()
}
