//! The preprocessor: macros, files that are included, and parts that are left out.

mod condition;
mod fill;

use crate::error::{Pos, Refusal, Sources, wrong};
use crate::token::{Tok, Token, lex};
use base::{FastMap, FastSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Words that macros may grow to; files that may be included in one another.
const MAX_WORDS: usize = 2_000_000;
const MAX_FILES: u16 = 200;

/// Gives the text of a file that is included: its name as it is written, and that of the file that asks.
pub type Include<'a> = &'a dyn Fn(&str, &str) -> Result<(String, String), String>;

struct Macro {
    /// Nothing for one that takes no arguments, not even none.
    parameters: Option<Vec<Rc<str>>>,
    body: Vec<Token>,
}

pub struct Preprocessor<'a> {
    include: Include<'a>,
    pub sources: Sources,
    macros: FastMap<Rc<str>, Rc<Macro>>,
    out: Vec<Token>,
}

/// A part that may be left out.
struct Conditional {
    pos: Pos,
    is_on: bool,
    /// One of its parts has been taken, or none may be.
    is_decided: bool,
    has_else: bool,
}

impl<'a> Preprocessor<'a> {
    pub fn new(include: Include<'a>) -> Preprocessor<'a> {
        Preprocessor { include, sources: Sources::default(), macros: FastMap::default(), out: Vec::new() }
    }

    /// All words of a model, the end among them.
    ///
    /// # Errors
    /// What is wrong with a directive, or with a file that is included.
    pub fn run(&mut self, name: &str, text: &str) -> Result<Vec<Token>, Refusal> {
        let start = Pos { file: 0, line: 1, column: 1 };
        self.file(name, text, start)?;
        let last = self.out.last().map_or(start, |token| token.pos);
        self.out.push(Token { tok: Tok::End, pos: last, logical: 0, is_glued: false });
        Ok(std::mem::take(&mut self.out))
    }

    fn file(&mut self, name: &str, text: &str, from: Pos) -> Result<(), Refusal> {
        if self.sources.files.len() >= usize::from(MAX_FILES) {
            return wrong(from, "too many files are included; does one include itself?");
        }
        let file = self.sources.files.len() as u16;
        self.sources.files.push((name.to_string(), text.into()));
        let tokens = lex(text, file);
        let mut parts: Vec<Conditional> = Vec::new();
        let mut at = 0;
        while tokens[at].tok != Tok::End {
            let logical = tokens[at].logical;
            let length =
                tokens[at..].iter().take_while(|t| t.logical == logical && t.tok != Tok::End).count();
            let line = &tokens[at..at + length];
            if line[0].is("#") {
                self.directive(line, &mut parts)?;
                at += length;
                continue;
            }
            // Arguments of a macro may go on in the next lines, up to a directive.
            let mut end = at + length;
            while tokens[end].tok != Tok::End && !(tokens[end].is("#") && begins_line(&tokens, end)) {
                end += 1;
            }
            if parts.iter().all(|part| part.is_on) {
                let words = self.expand(tokens[at..end].to_vec())?;
                self.out.extend(words);
            }
            at = end;
        }
        match parts.last() {
            Some(part) => wrong(part.pos, "this part has no #endif"),
            None => Ok(()),
        }
    }

    fn directive(&mut self, line: &[Token], parts: &mut Vec<Conditional>) -> Result<(), Refusal> {
        let pos = line[0].pos;
        let is_on = parts.iter().all(|part| part.is_on);
        let word = match line.get(1).map(|token| &token.tok) {
            Some(Tok::Name(name)) => name.to_string(),
            // `# 12 "file"`, as other preprocessors leave it, and `#` alone.
            Some(Tok::Number(_)) | None => return Ok(()),
            _ => return wrong(pos, "this is no directive"),
        };
        let rest = &line[2..];
        match word.as_str() {
            "ifdef" | "ifndef" | "if" => {
                let holds = is_on && self.condition(&word, pos, rest)?;
                parts.push(Conditional { pos, is_on: holds, is_decided: holds || !is_on, has_else: false });
            }
            "elif" | "else" => {
                let Some(mut part) = parts.pop() else { return wrong(pos, "there is no #if before this") };
                if part.has_else {
                    return wrong(pos, "there was an #else before");
                }
                part.is_on = !part.is_decided && (word == "else" || self.condition("if", pos, rest)?);
                part.is_decided |= part.is_on;
                part.has_else = word == "else";
                parts.push(part);
            }
            "endif" => {
                if parts.pop().is_none() {
                    return wrong(pos, "there is no #if before this");
                }
            }
            _ if !is_on => {}
            "define" => self.define(pos, rest)?,
            "undef" => match rest.first().map(|token| &token.tok) {
                Some(Tok::Name(name)) => drop(self.macros.remove(name)),
                _ => return wrong(pos, "#undef wants a name"),
            },
            "include" => self.includes(pos, rest)?,
            "error" => {
                let words: Vec<String> = rest.iter().map(Token::text).collect();
                return wrong(pos, format!("#error {}", words.join(" ")));
            }
            "line" | "pragma" | "ident" | "warning" => {}
            other => return wrong(pos, format!("there is no directive #{other}")),
        }
        Ok(())
    }

    fn condition(&mut self, word: &str, pos: Pos, rest: &[Token]) -> Result<bool, Refusal> {
        let name = match rest.first().map(|token| &token.tok) {
            Some(Tok::Name(name)) => Some(name.clone()),
            _ => None,
        };
        match (word, name) {
            ("ifdef", Some(name)) => Ok(self.macros.contains_key(&name)),
            ("ifndef", Some(name)) => Ok(!self.macros.contains_key(&name)),
            ("if", _) => {
                let told = condition::settle_defined(rest, &|name| self.macros.contains_key(name));
                let words = self.expand(told)?;
                condition::holds(&words, pos)
            }
            _ => wrong(pos, format!("#{word} wants a name")),
        }
    }

    fn define(&mut self, pos: Pos, rest: &[Token]) -> Result<(), Refusal> {
        let Some(Tok::Name(name)) = rest.first().map(|token| &token.tok) else {
            return wrong(pos, "#define wants a name");
        };
        let has_parameters = rest.get(1).is_some_and(|token| token.is("(") && token.is_glued);
        let (parameters, body) = if has_parameters {
            let Some(end) = rest.iter().position(|token| token.is(")")) else {
                return wrong(pos, "the parameters have no end");
            };
            (Some(parameters(&rest[2..end])?), &rest[end + 1..])
        } else {
            (None, &rest[1..])
        };
        fill::check(parameters.as_deref(), body)?;
        self.macros.insert(name.clone(), Rc::new(Macro { parameters, body: body.to_vec() }));
        Ok(())
    }

    fn includes(&mut self, pos: Pos, rest: &[Token]) -> Result<(), Refusal> {
        let Some(Tok::Text(name)) = rest.first().map(|token| token.tok.clone()) else {
            return wrong(pos, "#include wants a file's name in quotes");
        };
        let asking = self.sources.name(pos).to_string();
        match (self.include)(&name, &asking) {
            Ok((found, text)) => self.file(&found, &text, pos),
            Err(error) => wrong(rest[0].pos, format!("{name} cannot be included: {error}")),
        }
    }

    /// The words with all macros replaced.
    fn expand(&self, words: Vec<Token>) -> Result<Vec<Token>, Refusal> {
        let mut queue: VecDeque<Token> = words.into();
        let mut out: Vec<Token> = Vec::new();
        let mut active: FastSet<Rc<str>> = FastSet::default();
        let mut steps = 0;
        while let Some(token) = queue.pop_front() {
            steps += 1;
            if steps > MAX_WORDS {
                return wrong(token.pos, "macros grow without end here");
            }
            let name = match &token.tok {
                Tok::Done(name) => {
                    active.remove(name);
                    continue;
                }
                Tok::Name(name) if !active.contains(name) => name.clone(),
                _ => {
                    out.push(token);
                    continue;
                }
            };
            let Some(found) = self.macros.get(&name) else {
                out.push(token);
                continue;
            };
            let given = match &found.parameters {
                None => Some(Vec::new()),
                Some(_) => arguments(&mut queue, &mut active),
            };
            let Some(given) = given else {
                out.push(token);
                continue;
            };
            let body = self.fill(&token, found, given)?;
            if queue.len() + body.len() > MAX_WORDS {
                return wrong(token.pos, "macros grow without end here");
            }
            queue.push_front(Token { tok: Tok::Done(name.clone()), ..token.clone() });
            active.insert(name);
            // What a macro stands for is told with the place where it is used.
            let placed = |word: Token| Token { pos: token.pos, logical: token.logical, ..word };
            body.into_iter().rev().for_each(|word| queue.push_front(placed(word)));
        }
        Ok(out)
    }
}

/// Names of a macro's parameters; the last may be `...`.
fn parameters(words: &[Token]) -> Result<Vec<Rc<str>>, Refusal> {
    let mut names = Vec::new();
    for (at, token) in words.iter().enumerate().filter(|(_, token)| !token.is(",")) {
        match &token.tok {
            Tok::Name(name) => names.push(name.clone()),
            Tok::Sign("..") if at + 2 == words.len() && words[at + 1].is(".") => {
                names.push(fill::REST.into());
                break;
            }
            _ => return wrong(token.pos, "a parameter is a name"),
        }
    }
    Ok(names)
}

/// The word is the first of its line.
fn begins_line(tokens: &[Token], at: usize) -> bool {
    at == 0 || tokens[at - 1].logical != tokens[at].logical
}

/// Takes the arguments of a macro, if there are any.
fn arguments(queue: &mut VecDeque<Token>, active: &mut FastSet<Rc<str>>) -> Option<Vec<Vec<Token>>> {
    let open = queue.iter().position(|token| !matches!(token.tok, Tok::Done(_)))?;
    if !queue[open].is("(") {
        return None;
    }
    let mut depth = 0;
    let close = queue.iter().enumerate().skip(open).find(|(_, token)| {
        depth += i32::from(token.is("(")) - i32::from(token.is(")"));
        depth == 0
    })?;
    let close = close.0;
    let mut given = vec![Vec::new()];
    let mut depth = 0;
    for (i, token) in queue.drain(..=close).enumerate() {
        if let Tok::Done(name) = &token.tok {
            active.remove(name);
            continue;
        }
        if i <= open || i == close {
            continue;
        }
        depth += i32::from(token.is("(")) - i32::from(token.is(")"));
        match given.last_mut() {
            Some(last) if depth > 0 || !token.is(",") => last.push(token),
            _ => given.push(Vec::new()),
        }
    }
    Some(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Result<String, Refusal> {
        let include = |name: &str, _: &str| match name {
            "a.h" => Ok(("a.h".to_string(), "#define A 1\nA".to_string())),
            "loop.h" => Ok(("loop.h".to_string(), "#include \"loop.h\"".to_string())),
            _ => Err("it is not there".to_string()),
        };
        let tokens = Preprocessor::new(&include).run("m", text)?;
        let words: Vec<String> = tokens[..tokens.len() - 1].iter().map(Token::text).collect();
        Ok(words.join(" "))
    }

    #[test]
    fn macros_are_replaced_everywhere_but_in_themselves() {
        assert_eq!(expanded("#define f(x,y) x+y+f\nf(1,(2,3)) f").unwrap(), "1 + ( 2 , 3 ) + f f");
        assert_eq!(expanded("#define a b\n#define b a\na b").unwrap(), "a b");
        assert_eq!(expanded("#define N 2\n#define M (N+1)\nM").unwrap(), "( 2 + 1 )");
        assert_eq!(expanded("#define g(x) x\ng(\n4\n) g").unwrap(), "4 g");
    }

    /// What `cpp` makes of the same.
    #[test]
    fn words_are_made_of_words() {
        let text = "#define s(x) #x\n#define t(x) s(x)\n#define N 3\ns(a +b \"q\\n\") s(N) t(N) s()";
        assert_eq!(expanded(text).unwrap(), r#""a +b \"q\\n\"" "N" "3" """#);
        let text = "#define N 3\n#define glue(a,b) a##b\n#define late(a,b) glue(a,b)\n\
                    glue(x,N) late(x,N) glue(,y) glue(+,+) glue(x y,z w)";
        assert_eq!(expanded(text).unwrap(), "xN x3 y ++ x yz w");
        assert_eq!(expanded("#define both(a) a##_##a a #a\nboth(k)").unwrap(), "k_k k \"k\"");
        assert_eq!(expanded("#define n p ## 1\nn").unwrap(), "p1");
        let text = "#define out(f, ...) printf(f, __VA_ARGS__)\n#define z(...) #__VA_ARGS__\nout(\"a\", 1, 2) z(a,b)";
        assert_eq!(expanded(text).unwrap(), "printf ( \"a\" , 1 , 2 ) \"a,b\"");
    }

    #[test]
    fn parts_are_left_out() {
        let text = "#if defined(X) && X > 2\nbig\n#elif 1-1\nno\n#else\nsmall\n#endif\n";
        assert_eq!(expanded(text).unwrap(), "small");
        assert_eq!(expanded(&format!("#define X 3\n{text}")).unwrap(), "big");
        assert_eq!(expanded("#ifndef Q\n#ifdef Q\na\n#endif\nb\n#endif").unwrap(), "b");
        assert_eq!(expanded("#include \"a.h\"\nA").unwrap(), "1 1");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for text in [
            "#if 1",
            "#endif",
            "#include \"b.h\"",
            "#include \"loop.h\"",
            "#define",
            "#nothing",
            "#if (",
            "#define f(x) x x\nf(f(f(1,2)))",
            "#define f(x) # y",
            "#define f(x) ## x",
            "#define f x ##",
            "#define f(x) x##[0]\nf(a)",
            "#define f(..., x) x",
        ] {
            assert!(expanded(text).is_err(), "{text}");
        }
    }
}
