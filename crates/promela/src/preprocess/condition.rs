//! Conditions of the preprocessor.

use crate::error::{Pos, Refusal, wrong};
use crate::token::{Tok, Token};

/// How deep conditions may be nested.
const MAX_DEPTH: usize = 200;

/// Replaces `defined X` and `defined(X)`.
pub fn settle_defined(words: &[Token], is_defined: &dyn Fn(&str) -> bool) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let rest = &words[at + 1..];
        let named = match rest {
            [name, ..] if matches!(name.tok, Tok::Name(_)) => Some((name, 2)),
            [open, name, close, ..] if open.is("(") && close.is(")") => Some((name, 4)),
            _ => None,
        };
        match named {
            Some((name, length)) if words[at].is_name("defined") => {
                let value = i32::from(is_defined(&name.text()));
                out.push(Token { tok: Tok::Number(value), ..words[at].clone() });
                at += length;
            }
            _ => {
                out.push(words[at].clone());
                at += 1;
            }
        }
    }
    out
}

/// Whether a condition holds. Names that are left stand for nothing.
pub fn holds(words: &[Token], pos: Pos) -> Result<bool, Refusal> {
    let mut reader = ConditionReader { words, at: 0, pos, depth: 0 };
    let value = reader.binary(0)?;
    match words.get(reader.at) {
        Some(token) => wrong(token.pos, "this is no part of the condition"),
        None => Ok(value != 0),
    }
}

struct ConditionReader<'a> {
    words: &'a [Token],
    at: usize,
    pos: Pos,
    depth: usize,
}

const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl ConditionReader<'_> {
    fn binary(&mut self, level: usize) -> Result<i64, Refusal> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(Tok::Sign(sign)) = self.words.get(self.at).map(|token| token.tok.clone()) {
            if !signs.contains(&sign) {
                break;
            }
            let pos = self.words[self.at].pos;
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = match sign {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "<<" => left.wrapping_shl(right as u32),
                ">>" => left.wrapping_shr(right as u32),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                _ if right == 0 => return wrong(pos, "division by zero"),
                "/" => left.wrapping_div(right),
                _ => left.wrapping_rem(right),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<i64, Refusal> {
        let Some(token) = self.words.get(self.at) else {
            return wrong(self.pos, "the condition is not complete");
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return wrong(token.pos, "the condition is nested too deeply");
        }
        self.at += 1;
        let value = match &token.tok {
            Tok::Number(number) => i64::from(*number),
            Tok::Name(_) => 0,
            Tok::Sign("!") => i64::from(self.unary()? == 0),
            Tok::Sign("-") => self.unary()?.wrapping_neg(),
            Tok::Sign("+") => self.unary()?,
            Tok::Sign("~") => !self.unary()?,
            Tok::Sign("(") => {
                let value = self.binary(0)?;
                match self.words.get(self.at) {
                    Some(token) if token.is(")") => self.at += 1,
                    _ => return wrong(token.pos, "this parenthesis is not closed"),
                }
                value
            }
            _ => return wrong(token.pos, "this is no part of a condition"),
        };
        self.depth -= 1;
        Ok(value)
    }
}
