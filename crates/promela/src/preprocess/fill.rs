//! The body of a macro with its arguments in their places, and words made of words by `#` and `##`, as in C.

use super::{MAX_WORDS, Macro, Preprocessor};
use crate::error::{Pos, Refusal, wrong};
use crate::token::{Tok, Token, lex};
use std::rc::Rc;

/// What the last parameter of a macro stands for that ends in `...`.
pub(super) const REST: &str = "__VA_ARGS__";

/// Whether `#` and `##` stand where they may in a body.
///
/// # Errors
/// The sign that does not.
pub(super) fn check(parameters: Option<&[Rc<str>]>, body: &[Token]) -> Result<(), Refusal> {
    for (at, token) in body.iter().enumerate() {
        if token.is("##") && (at == 0 || at + 1 == body.len()) {
            return wrong(token.pos, "## stands between two words");
        }
        let Some(parameters) = parameters else { continue };
        let is_parameter = |token: &Token| number_of(token, parameters).is_some();
        if token.is("#") && !body.get(at + 1).is_some_and(is_parameter) {
            return wrong(token.pos, "# stands before a parameter of the macro");
        }
    }
    Ok(())
}

impl Preprocessor<'_> {
    /// The body of a macro with its arguments, which are not expanded yet.
    pub(super) fn fill(
        &self,
        token: &Token,
        found: &Macro,
        given: Vec<Vec<Token>>,
    ) -> Result<Vec<Token>, Refusal> {
        let parameters = found.parameters.as_deref().unwrap_or(&[]);
        let given = counted(token, parameters, given)?;
        let expanded = given.iter().map(|words| self.expand(words.clone())).collect::<Result<Vec<_>, _>>()?;
        let filling = Filling { found, parameters, given: &given, expanded: &expanded };
        let mut body: Vec<Token> = Vec::new();
        let mut at = 0;
        while at < found.body.len() {
            let is_pasted =
                found.body.get(at + 1 + usize::from(filling.is_text(at))).is_some_and(|t| t.is("##"));
            let (mut words, mut next) = filling.words(at, is_pasted);
            while found.body.get(next).is_some_and(|word| word.is("##")) {
                let (right, behind) = filling.words(next + 1, true);
                words = pasted(words, right, token.pos)?;
                next = behind;
            }
            body.extend(words);
            at = next;
            if body.len() > MAX_WORDS {
                return wrong(token.pos, "macros grow without end here");
            }
        }
        Ok(body)
    }
}

/// One argument for each parameter; what stands for `...` is put together.
fn counted(
    token: &Token,
    parameters: &[Rc<str>],
    mut given: Vec<Vec<Token>>,
) -> Result<Vec<Vec<Token>>, Refusal> {
    if parameters.is_empty() && given.len() == 1 && given[0].is_empty() {
        given.clear();
    }
    if parameters.last().is_some_and(|last| &**last == REST) {
        let first = parameters.len() - 1;
        let rest = given.split_off(first.min(given.len()));
        let comma = |token: &Token| Token { tok: Tok::Sign(","), is_glued: true, ..token.clone() };
        let joined = rest.into_iter().reduce(|mut all, words| {
            all.push(comma(token));
            all.extend(words);
            all
        });
        given.push(joined.unwrap_or_default());
    }
    if given.len() == parameters.len() {
        return Ok(given);
    }
    wrong(token.pos, format!("{} wants {} arguments, not {}", token.text(), parameters.len(), given.len()))
}

struct Filling<'a> {
    found: &'a Macro,
    parameters: &'a [Rc<str>],
    given: &'a [Vec<Token>],
    expanded: &'a [Vec<Token>],
}

impl Filling<'_> {
    /// `#` and a parameter; of a macro without parameters it is a word like others.
    fn is_text(&self, at: usize) -> bool {
        self.found.body[at].is("#") && self.found.parameters.is_some()
    }

    /// What stands for the words from here on, and where the next begin.
    fn words(&self, at: usize, is_pasted: bool) -> (Vec<Token>, usize) {
        let Some(token) = self.found.body.get(at) else { return (Vec::new(), at) };
        if self.is_text(at)
            && let Some(parameter) = self.found.body.get(at + 1)
            && let Some(number) = number_of(parameter, self.parameters)
        {
            let tok = Tok::Text(spelled(&self.given[number]).into());
            return (vec![Token { tok, ..token.clone() }], at + 2);
        }
        let words = match number_of(token, self.parameters) {
            Some(number) if is_pasted => self.given[number].clone(),
            Some(number) => self.expanded[number].clone(),
            None => vec![token.clone()],
        };
        (words, at + 1)
    }
}

fn number_of(token: &Token, parameters: &[Rc<str>]) -> Option<usize> {
    match &token.tok {
        Tok::Name(name) => parameters.iter().position(|parameter| parameter == name),
        _ => None,
    }
}

/// Words as they were written, with single blanks, as the inside of a text.
fn spelled(words: &[Token]) -> String {
    let mut text = String::new();
    for (i, token) in words.iter().enumerate() {
        if i > 0 && !token.is_glued {
            text.push(' ');
        }
        match &token.tok {
            Tok::Text(_) => text += &token.text().replace('\\', "\\\\").replace('"', "\\\""),
            _ => text += &token.text(),
        }
    }
    text
}

/// The last word of the one and the first of the other are one word.
fn pasted(mut left: Vec<Token>, right: Vec<Token>, pos: Pos) -> Result<Vec<Token>, Refusal> {
    let mut right = right.into_iter();
    match (left.pop(), right.next()) {
        (Some(first), Some(second)) => {
            let mut made = lex(&(first.text() + &second.text()), pos.file);
            made.pop();
            // `1x` is a word to the preprocessor alone.
            let is_number = matches!(first.tok, Tok::Number(_)) && matches!(second.tok, Tok::Name(_));
            if made.len() > 1 && !is_number {
                return wrong(pos, format!("## makes no word of {} and {}", first.text(), second.text()));
            }
            left.extend(made.into_iter().map(|token| Token { pos, logical: first.logical, ..token }));
        }
        (first, second) => left.extend(first.or(second)),
    }
    left.extend(right);
    Ok(left)
}
