//! Regular expressions over actions, and the actions.

use super::{MAX_DEPTH, Parser, Read};
use crate::lexer::Token;
use crate::syntax::{Action, Argument, Call, Expr, Literal, Name};
use logic::Span;

impl Parser<'_> {
    /// Alternatives between `|`.
    pub(super) fn expr(&mut self) -> Read<Expr> {
        if self.depth >= MAX_DEPTH {
            return self.wrong(format!("more than {MAX_DEPTH} parentheses are open here"));
        }
        self.depth += 1;
        let mut parts = vec![self.sequence()?];
        while self.is("|") || self.is("||") {
            self.next();
            parts.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Choice(parts) })
    }

    /// Parts between `,`.
    fn sequence(&mut self) -> Read<Expr> {
        let mut parts = vec![self.repeated()?];
        while self.take(",") {
            parts.push(self.repeated()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Sequence(parts) })
    }

    fn repeated(&mut self) -> Read<Expr> {
        if self.is_word("for") {
            return self.scope();
        }
        let mut expr = match self.take("(") {
            true => {
                let inner = self.expr()?;
                self.expect(")", "what is in parentheses")?;
                inner
            }
            false => Expr::Action(self.action()?),
        };
        loop {
            let (min, max) = match self.peek() {
                Token::Symbol("*") => (0, None),
                Token::Symbol("+") => (1, None),
                Token::Symbol("?") => (0, Some(1)),
                Token::Symbol("{") => {
                    let (min, max) = self.bounds()?;
                    expr = Expr::Repeat { of: Box::new(expr), min, max };
                    continue;
                }
                _ => return Ok(expr),
            };
            self.next();
            expr = Expr::Repeat { of: Box::new(expr), min, max };
        }
    }

    /// `{2}`, `{2,}`, `{2,4}`.
    fn bounds(&mut self) -> Read<(u32, Option<u32>)> {
        let start = self.next().1.start;
        let min = self.small("the least number of repetitions")?;
        let max = match self.take(",") {
            false => Some(min),
            true if self.is("}") => None,
            true => Some(self.small("the greatest number of repetitions")?),
        };
        self.expect("}", "a number of repetitions")?;
        match max {
            Some(max) if max < min => {
                let span = Span { start, end: self.last_end() };
                Err((span, "nothing is repeated at least so often and at most so often".to_string()))
            }
            max => Ok((min, max)),
        }
    }

    /// `for Watcher w != v: ...`, `for Iterator i = list.iterator(): ...`.
    fn scope(&mut self) -> Read<Expr> {
        if self.depth >= MAX_DEPTH {
            return self.wrong(format!("more than {MAX_DEPTH} scopes are open here"));
        }
        self.next();
        let class = self.class("the class of what is named")?;
        let name = self.word("an instance")?;
        let mut others = Vec::new();
        while self.take("!=") {
            others.push(self.word("another instance")?);
        }
        let from = match self.take("=") {
            true => Some(self.value_call()?),
            false => None,
        };
        self.expect(":", "a name with its scope")?;
        self.depth += 1;
        let body = Box::new(self.expr()?);
        self.depth -= 1;
        Ok(Expr::Bind { class, name, others, from, body })
    }

    fn value_call(&mut self) -> Read<Call> {
        let span = self.span();
        match self.action()? {
            Action::Call(call) => Ok(call),
            _ => Err((span, "a name stands for what a call returns: METHOD(ARGUMENTS)".to_string())),
        }
    }

    pub(super) fn action(&mut self) -> Read<Action> {
        let name = self.path("an action", false)?;
        if self.take("(") {
            let arguments = Some(self.arguments()?);
            let span = Span { start: name.span.start, end: self.last_end() };
            return Ok(Action::Call(Call { method: name, arguments, span }));
        }
        if self.take("=") {
            let value = self.value()?;
            return Ok(Action::Assign { target: name, value });
        }
        Ok(Action::Word(name))
    }

    /// Up to the closing parenthesis.
    pub(super) fn arguments(&mut self) -> Read<Vec<Argument>> {
        let mut all = Vec::new();
        if self.take(")") {
            return Ok(all);
        }
        loop {
            all.push(self.value()?);
            if self.take(")") {
                return Ok(all);
            }
            if let Some(Argument::Rest(_)) = all.last() {
                return self.wrong("nothing comes behind '...'");
            }
            self.expect(",", "a list of parameters")?;
        }
    }

    fn value(&mut self) -> Read<Argument> {
        let span = self.span();
        if self.take("...") {
            return Ok(Argument::Rest(span));
        }
        if self.take("*") {
            let class = match self.take(":") {
                true => Some(self.class("the type of a parameter")?),
                false => None,
            };
            return Ok(Argument::Any { class, span: Span { start: span.start, end: self.last_end() } });
        }
        if let Some(literal) = self.literal()? {
            let span = Span { start: span.start, end: self.last_end() };
            return Ok(match literal {
                Literal::Constant(text) => Argument::Named(Name { text, span }),
                literal => Argument::Literal(literal, span),
            });
        }
        self.wrong(format!(
            "a value is a constant, a name, '*' (any) or '...'; there is {}",
            self.peek().describe()
        ))
    }

    /// A constant; `None` if there is none here.
    pub(super) fn literal(&mut self) -> Read<Option<Literal>> {
        let is_negative = self.is("-");
        if is_negative {
            self.next();
        }
        let literal = match self.peek().clone() {
            Token::Number(text) => self.number(&text, is_negative)?,
            other if is_negative => {
                return self.wrong(format!("'-' stands before a number, not before {}", other.describe()));
            }
            Token::Text(text) => Literal::Text(text),
            Token::Character(text) => Literal::Character(text),
            Token::Word(word) => match word.as_str() {
                "true" => Literal::Truth(true),
                "false" => Literal::Truth(false),
                "null" => Literal::Null,
                _ => return Ok(Some(Literal::Constant(self.path("a value", false)?.text))),
            },
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(literal))
    }

    fn number(&self, text: &str, is_negative: bool) -> Read<Literal> {
        let sign = if is_negative { "-" } else { "" };
        let plain = text.replace('_', "");
        let whole = plain.trim_end_matches(['l', 'L']);
        let parsed = match whole.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(&format!("{sign}{digits}"), 16).ok(),
            None => format!("{sign}{whole}").parse::<i64>().ok(),
        };
        if let Some(number) = parsed {
            return Ok(Literal::Whole(number));
        }
        match plain.trim_end_matches(['f', 'F', 'd', 'D']).parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Literal::Fraction(format!("{sign}{plain}"))),
            _ => self.wrong(format!("{text} is no number that Java has")),
        }
    }
}
