//! What a model claims of itself: `never` and `ltl`.

use super::{Parser, Read};
use crate::error::{Pos, wrong};
use crate::syntax::{Expr, Formula, NeverClaim, Op, Pattern, TraceClaim, VarRef};
use crate::token::{Tok, Token, joined};

/// Temporal operators that are words, with what `logic` calls them.
const WORDS: [(&str, &str); 13] = [
    ("always", "G"),
    ("eventually", "F"),
    ("until", "U"),
    ("stronguntil", "U"),
    ("weakuntil", "W"),
    ("release", "R"),
    ("next", "X"),
    ("implies", "->"),
    ("equivalent", "<->"),
    ("U", "U"),
    ("V", "R"),
    ("W", "W"),
    ("X", "X"),
];

impl Parser {
    pub(super) fn never(&mut self) -> Read<()> {
        let pos = self.take().pos;
        let name = self.claim_name(pos, "never", self.unit.claims.len())?;
        self.begin_process();
        self.want("{")?;
        self.in_claim = true;
        let body = self.sequence("}")?;
        self.in_claim = false;
        self.want("}")?;
        self.scopes.locals.clear();
        self.at_beginning = true;
        let (size, inits) = (self.scopes.local_size, std::mem::take(&mut self.inits));
        let order = self.next_block();
        self.unit.claims.push(NeverClaim { name, size, inits, body, pos, order });
        Ok(())
    }

    /// `trace { ... }` and `notrace { ... }`.
    pub(super) fn trace(&mut self) -> Read<()> {
        let word = self.take();
        if self.unit.trace.is_some() {
            return wrong(word.pos, "there is a second assertion about traces");
        }
        if let Tok::Name(_) = &self.peek().tok {
            self.take();
        }
        self.begin_process();
        self.want("{")?;
        self.in_trace = true;
        let body = self.sequence("}")?;
        self.in_trace = false;
        self.want("}")?;
        if self.scopes.local_size > 0 {
            return wrong(word.pos, "there are no variables in an assertion about traces");
        }
        self.scopes.locals.clear();
        self.at_beginning = true;
        self.inits.clear();
        let is_negated = word.is_name("notrace");
        let order = self.next_block();
        self.unit.trace = Some(TraceClaim { body, pos: word.pos, order, is_negated });
        Ok(())
    }

    /// `q!a,_` or `q?a,_` in an assertion about traces, where the channel has been read.
    pub(super) fn event(&mut self, chan: VarRef) -> Read<Op> {
        let sign = self.take();
        if sign.is("!!") || sign.is("??") || self.is("<") {
            return wrong(sign.pos, "in an assertion about traces messages are sent by ! and received by ?");
        }
        let pos = self.pos();
        let patterns = self.patterns(";")?;
        let is_known = |pattern: &Pattern| matches!(pattern, Pattern::Drop | Pattern::Match(Expr::Const(_)));
        match patterns.iter().all(is_known) {
            true => Ok(Op::Event { chan, patterns, is_send: sign.is("!") }),
            false => wrong(pos, "fields of messages are constants or _ in an assertion about traces"),
        }
    }

    /// The name of a claim; one that has none is called by its kind and number.
    fn claim_name(&mut self, pos: Pos, kind: &str, number: usize) -> Read<String> {
        let name = match &self.peek().tok {
            Tok::Name(name) => {
                let name = name.to_string();
                self.take();
                name
            }
            _ => format!("{kind}_{number}"),
        };
        match self.is_claimed(&name) {
            true => wrong(pos, format!("there are two claims with the name {name}")),
            false => Ok(name),
        }
    }

    fn is_claimed(&self, name: &str) -> bool {
        let mut names = self.unit.claims.iter().map(|claim| &claim.name);
        names.any(|known| known == name) || self.unit.formulas.iter().any(|known| known.name == name)
    }

    /// `ltl name { formula }`. Temporal operators are left to `logic`; what stands between them is an atom.
    pub(super) fn formula(&mut self) -> Read<()> {
        let pos = self.take().pos;
        let name = self.claim_name(pos, "ltl", self.unit.formulas.len())?;
        self.want("{")?;
        let mut words: Vec<Token> = Vec::new();
        let mut depth = 1;
        loop {
            if self.is_end() {
                return wrong(pos, "the formula has no end");
            }
            let token = self.take();
            depth += i32::from(token.is("{")) - i32::from(token.is("}"));
            if depth == 0 {
                break;
            }
            words.push(token);
        }
        while words.last().is_some_and(|token| token.is(";")) {
            words.pop();
        }
        if words.is_empty() {
            return wrong(pos, "the formula is empty");
        }
        let text = SequenceReader { words: &words, at: 0, depth: 0 }.whole()?;
        self.unit.formulas.push(Formula { name, text, pos });
        Ok(())
    }
}

/// Reads a formula by its temporal operators. Everything without one is an atom.
struct SequenceReader<'a> {
    words: &'a [Token],
    at: usize,
    depth: usize,
}

/// How deep formulas may be nested.
const MAX_DEPTH: usize = 100;

impl SequenceReader<'_> {
    fn whole(mut self) -> Read<String> {
        let text = self.binary(0)?;
        match self.words.get(self.at) {
            Some(token) => wrong(token.pos, "this is no part of the formula"),
            None => Ok(text),
        }
    }

    /// The temporal operator that begins here, what `logic` calls it, and how many words it has.
    fn operator(&self, at: usize) -> Option<(&'static str, usize)> {
        let token = self.words.get(at)?;
        let next = self.words.get(at + 1).filter(|next| next.is_glued);
        match &token.tok {
            Tok::Name(name) => WORDS.iter().find(|(word, _)| *word == &**name).map(|(_, own)| (*own, 1)),
            Tok::Sign("[") if next.is_some_and(|next| next.is("]")) => Some(("G", 2)),
            Tok::Sign("<") if next.is_some_and(|next| next.is(">")) => Some(("F", 2)),
            Tok::Sign("<") if next.is_some_and(|next| next.is("->")) => Some(("<->", 2)),
            Tok::Sign("->") => Some(("->", 1)),
            Tok::Sign("&&") => Some(("&&", 1)),
            Tok::Sign("||") => Some(("||", 1)),
            _ => None,
        }
    }

    fn binary(&mut self, level: usize) -> Read<String> {
        const LEVELS: [&[&str]; 4] = [&["->", "<->"], &["||"], &["&&"], &["U", "W", "R"]];
        if level == 0 && self.is_plain() {
            return self.atom(false);
        }
        let Some(own) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some((operator, length)) = self.operator(self.at).filter(|(name, _)| own.contains(name)) {
            self.at += length;
            let right = self.binary(level + 1)?;
            left = format!("({left}) {operator} ({right})");
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<String> {
        let Some(token) = self.words.get(self.at) else {
            let pos = self.words.last().map(|token| token.pos).unwrap_or_default();
            return wrong(pos, "the formula is not complete");
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return wrong(token.pos, "the formula is nested too deeply");
        }
        let text = if let Some((operator @ ("G" | "F" | "X"), length)) = self.operator(self.at) {
            self.at += length;
            format!("{operator} ({})", self.unary()?)
        } else if token.is("!") && self.is_temporal(self.at + 1) {
            self.at += 1;
            format!("! ({})", self.unary()?)
        } else if token.is("(") && self.is_temporal(self.at) {
            self.at += 1;
            let inner = self.binary(0)?;
            match self.words.get(self.at) {
                Some(token) if token.is(")") => self.at += 1,
                _ => return wrong(token.pos, "this parenthesis is not closed"),
            }
            format!("({inner})")
        } else {
            self.atom(true)?
        };
        self.depth -= 1;
        Ok(text)
    }

    /// What begins here is an operand with temporal operators inside its parentheses.
    fn is_temporal(&self, at: usize) -> bool {
        let Some(token) = self.words.get(at) else { return false };
        if token.is("!") {
            return self.is_temporal(at + 1);
        }
        if !token.is("(") {
            return matches!(self.operator(at), Some(("G" | "F" | "X", _)));
        }
        let mut depth = 0;
        for (i, token) in self.words.iter().enumerate().skip(at) {
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
            if depth == 0 {
                return false;
            }
            if matches!(self.operator(i), Some((name, _)) if name != "&&" && name != "||") {
                return true;
            }
        }
        false
    }

    /// Up to the end of the formula or of its parenthesis there are no temporal operators.
    fn is_plain(&self) -> bool {
        let mut depth = 0;
        for (i, token) in self.words.iter().enumerate().skip(self.at) {
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
            if depth < 0 {
                return true;
            }
            if matches!(self.operator(i), Some((name, _)) if name != "&&" && name != "||") {
                return false;
            }
        }
        true
    }

    /// Words up to the next operator outside of parentheses; the logical ones may belong to it.
    fn atom(&mut self, is_divided: bool) -> Read<String> {
        let begin = self.at;
        let mut depth = 0;
        while let Some(token) = self.words.get(self.at) {
            let closes = token.is(")") || token.is("]");
            if depth == 0 && (closes || (is_divided && self.at > begin && self.operator(self.at).is_some())) {
                break;
            }
            depth += i32::from(token.is("(") || token.is("[")) - i32::from(closes);
            self.at += 1;
        }
        if self.at == begin {
            return wrong(self.words[begin.min(self.words.len() - 1)].pos, "an expression is expected here");
        }
        let text = joined(&self.words[begin..self.at]);
        if text.contains('"') {
            return wrong(self.words[begin].pos, "there is no text in formulas");
        }
        Ok(format!("\"{text}\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let mut words = crate::token::lex(text, 0);
        words.pop();
        SequenceReader { words: &words, at: 0, depth: 0 }.whole().unwrap_or_else(|refusal| refusal.what)
    }

    #[test]
    fn what_is_not_temporal_is_one_atom() {
        assert_eq!(read("[] (i < 3 && a[i] == 1)"), "G (\"(i < 3 && a[i] == 1)\")");
        assert_eq!(read("[] (p -> <> q)"), "G (((\"p\") -> (F (\"q\"))))");
        assert_eq!(read("p U !q && r"), "((\"p\") U (\"!q\")) && (\"r\")");
        assert_eq!(read("!(<> x || [] !y)"), "! (((F (\"x\")) || (G (\"!y\"))))");
        assert_eq!(read("always (x implies eventually y)"), "G (((\"x\") -> (F (\"y\"))))");
        assert_eq!(read("p U"), "the formula is not complete");
    }
}
