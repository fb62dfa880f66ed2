//! The parts of a specification: unit, instances, values, definitions, threads.

use super::{Parser, Read};
use crate::lexer::Token;
use crate::syntax::{
    Action, Argument, Behaviour, Instance, Literal, Mnemonic, Name, Range, Specification, ThreadSpec, Values,
};
use logic::{Logic, Span};

/// What can stand at the beginning of a part.
const PARTS: &str =
    "unit, import, stub, precision, callbacks, instances, values, define, throws, first, thread";

impl Parser<'_> {
    pub(super) fn spec(&mut self) -> Read<Specification> {
        let mut spec = Specification::default();
        while *self.peek() != Token::End {
            let word = match self.peek().clone() {
                Token::Word(word) => word,
                other => {
                    return self
                        .wrong(format!("a part begins with one of {PARTS}, not with {}", other.describe()));
                }
            };
            match word.as_str() {
                "unit" => self.names(&mut spec.unit, "a class or package of the unit")?,
                "import" => self.names(&mut spec.imports, "a class or package")?,
                "stub" => self.names(&mut spec.stubs, "a class or package that a stub replaces")?,
                "precision" => spec.precision = Some(self.word_of(&["types", "sites", "receiver"])?),
                "callbacks" => spec.callbacks = Some(self.word_of(&["own", "all", "none"])?),
                "throws" => self.names(&mut spec.throws, "an exception")?,
                "instances" => self.block(|parser| {
                    spec.instances.push(parser.instance()?);
                    Ok(())
                })?,
                "values" => self.block(|parser| {
                    spec.ranges.push(parser.range()?);
                    Ok(())
                })?,
                "define" => spec.definitions.push(self.definition()?),
                "first" => self.first(&mut spec)?,
                "thread" => spec.threads.push(self.thread()?),
                other => {
                    return self
                        .wrong(format!("'{other}' begins no part; a part begins with one of {PARTS}"));
                }
            }
        }
        Ok(spec)
    }

    fn names(&mut self, into: &mut Vec<Name>, what: &str) -> Read<()> {
        self.next();
        loop {
            into.push(self.path(what, true)?);
            if !self.take(",") {
                return self.expect(";", "the list");
            }
        }
    }

    /// One of some words, and a semicolon.
    fn word_of(&mut self, words: &[&str]) -> Read<Name> {
        self.next();
        let name = self.path("a word", false)?;
        if !words.contains(&name.text.as_str()) {
            return Err((name.span, format!("this is one of {}", words.join(", "))));
        }
        self.expect(";", "the part")?;
        Ok(name)
    }

    /// `{ ... }` around parts that end with `;`.
    fn block(&mut self, mut part: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        let (word, _) = self.next();
        let of = word.describe();
        self.expect("{", &of)?;
        while !self.take("}") {
            if *self.peek() == Token::End {
                return self.wrong(format!("{of} is not closed: '}}' is missing"));
            }
            part(self)?;
            self.expect(";", "each line")?;
        }
        Ok(())
    }

    fn instance(&mut self) -> Read<Instance> {
        let count = match self.peek() {
            Token::Number(_) if self.small_is_zero() => {
                return self.wrong("none of these instances would be there: leave the line out");
            }
            Token::Number(_) => Some(self.small("the number of instances")?),
            _ => None,
        };
        let class = self.class("the class of an instance")?;
        let mut names = Vec::new();
        while count.is_none() && matches!(self.peek(), Token::Word(_)) {
            names.push(self.word("an instance")?);
            if !self.take(",") {
                break;
            }
        }
        let made = match self.take("=") {
            true => Some(self.made()?),
            false => None,
        };
        let count = count.unwrap_or(u32::from(names.is_empty()));
        Ok(Instance { class, count, names, made })
    }

    /// `new Buffer(3)`.
    fn made(&mut self) -> Read<(Name, Vec<Argument>)> {
        if !self.is_word("new") {
            return self.wrong("an instance is made by 'new CLASS(ARGUMENTS)'");
        }
        self.next();
        let class = self.path("the class that is made", false)?;
        self.expect("(", "a constructor")?;
        Ok((class, self.arguments()?))
    }

    fn range(&mut self) -> Read<Range> {
        let start = self.span().start;
        let of = self.class("the type of a range")?;
        let parameter = match self.take("(") {
            true => {
                let number = self.small("the number of the parameter")?;
                self.expect(")", "the number of a parameter")?;
                Some(number)
            }
            false => None,
        };
        self.expect("=", "a range")?;
        let values = match self.take("{") {
            true => Values::These(self.literals()?),
            false => self.between()?,
        };
        Ok(Range { of, parameter, values, span: Span { start, end: self.last_end() } })
    }

    fn literals(&mut self) -> Read<Vec<Literal>> {
        let mut all = Vec::new();
        while !self.take("}") {
            let from = self.span();
            let Some(literal) = self.literal()? else {
                return self.wrong(format!("a value is missing here; there is {}", self.peek().describe()));
            };
            if all.contains(&literal) {
                return Err((from, format!("{} is there already", literal.java())));
            }
            all.push(literal);
            if !self.take(",") && !self.is("}") {
                return self.wrong("values are separated by ','");
            }
        }
        Ok(all)
    }

    fn between(&mut self) -> Read<Values> {
        let start = self.span().start;
        let low = self.bound()?;
        self.expect("..", "a range")?;
        let high = self.bound()?;
        let span = Span { start, end: self.last_end() };
        match high.checked_sub(low) {
            Some(width) if (0..=MAX_WIDTH).contains(&width) => Ok(Values::Between(low, high)),
            Some(width) if width < 0 => Err((span, "this range is empty".to_string())),
            _ => {
                Err((span, format!("this range has more than {MAX_WIDTH} values, which would all be tried")))
            }
        }
    }

    fn bound(&mut self) -> Read<i64> {
        match self.literal()? {
            Some(Literal::Whole(number)) => Ok(number),
            Some(Literal::Character(text)) if text.chars().count() == 1 => {
                Ok(text.chars().next().map_or(0, |c| i64::from(u32::from(c))))
            }
            _ => self.wrong("a range goes from one whole number to another"),
        }
    }

    fn definition(&mut self) -> Read<Mnemonic> {
        self.next();
        let name = self.word("what is defined")?;
        self.expect("=", "a definition")?;
        let meaning = self.expr()?;
        self.end_of_expr("a definition")?;
        Ok(Mnemonic { name, meaning })
    }

    fn first(&mut self, spec: &mut Specification) -> Read<()> {
        let (_, span) = self.next();
        if spec.first.is_some() {
            return Err((span, "what happens first is there already".to_string()));
        }
        self.expect(":", "'first'")?;
        spec.first = Some(self.expr()?);
        self.end_of_expr("what happens first")
    }

    fn thread(&mut self) -> Read<ThreadSpec> {
        self.next();
        let name = self.word("a thread")?;
        let count = match self.peek() {
            Token::Number(_) if self.small_is_zero() => {
                return self.wrong("none of these threads would be there: leave the line out");
            }
            Token::Number(_) => self.small("the number of threads")?,
            _ => 1,
        };
        let is_temporal = self.is_word("ltl");
        if is_temporal {
            self.next();
        }
        self.expect(":", "a thread")?;
        let start = self.span().start;
        let behaviour = match is_temporal {
            true => self.formula()?,
            false => Behaviour::Regular(self.expr()?),
        };
        let text =
            self.text[start..self.last_end().max(start)].split_whitespace().collect::<Vec<_>>().join(" ");
        self.end_of_expr("a thread")?;
        Ok(ThreadSpec { name, count, behaviour, text })
    }

    fn end_of_expr(&mut self, of: &str) -> Read<()> {
        if self.is(";") {
            self.next();
            return Ok(());
        }
        let found = self.peek().describe();
        self.wrong(format!(
            "{of} ends with ';' and goes on with ',' (then), '|' (or), '*', '+', '?' or '{{n,m}}'; there is {found}"
        ))
    }

    /// A formula of LTL up to the `;`, whose atoms are actions: names, or in double quotes what is more than a name.
    fn formula(&mut self) -> Read<Behaviour> {
        let start = self.span().start;
        while !self.is(";") && *self.peek() != Token::End {
            self.next();
        }
        let end = self.last_end().max(start);
        let text = &self.text[start..end];
        let shifted = |span: Span| Span { start: span.start + start, end: span.end + start };
        let parsed = logic::parse(Logic::Ltl, text).map_err(|error| (shifted(error.span), error.what))?;
        let mut actions: Vec<Action> = Vec::new();
        for atom in &parsed.atoms {
            actions.push(self.atom(&atom.text, shifted(atom.span))?);
        }
        Ok(Behaviour::Temporal { formula: parsed.formula, actions, span: Span { start, end } })
    }

    /// An action that is an atom of a formula.
    fn atom(&self, text: &str, span: Span) -> Read<Action> {
        let tokens = crate::lexer::lex(text).map_err(|(_, what)| (span, what))?;
        // All of it is blamed together: within quotes, places are not those of the file.
        let mut inner = Parser { text, tokens, at: 0, depth: 0 };
        let action = inner.action().map_err(|(_, what)| (span, what))?;
        match inner.peek() {
            Token::End => Ok(relocated(action, span)),
            other => Err((span, format!("an action ends before {}", other.describe()))),
        }
    }
}

fn relocated(action: Action, span: Span) -> Action {
    let name = |name: Name| Name { text: name.text, span };
    let value = |value: Argument| match value {
        Argument::Any { class, .. } => Argument::Any { class: class.map(name), span },
        Argument::Rest(_) => Argument::Rest(span),
        Argument::Literal(literal, _) => Argument::Literal(literal, span),
        Argument::Named(named) => Argument::Named(name(named)),
    };
    match action {
        Action::Word(word) => Action::Word(name(word)),
        Action::Assign { target, value: to } => Action::Assign { target: name(target), value: value(to) },
        Action::Call(call) => Action::Call(crate::syntax::Call {
            method: name(call.method),
            arguments: call.arguments.map(|all| all.into_iter().map(value).collect()),
            span,
        }),
    }
}

/// A choice among more values than this is never what is meant.
const MAX_WIDTH: i64 = 10_000;
