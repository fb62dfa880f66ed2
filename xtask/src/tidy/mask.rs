//! Rust text with comments and literals blanked out, line by line in place.
//!
//! Enough of a lexer for counting braces and finding words; parsing is the compiler's.

/// The same text, in which comments, strings and characters are blanks. Line ends stay.
pub fn code_only(text: &str) -> String {
    let mut mask = Mask { chars: text.chars().collect(), at: 0, out: String::with_capacity(text.len()) };
    while mask.at < mask.chars.len() {
        mask.next();
    }
    mask.out
}

struct Mask {
    chars: Vec<char>,
    at: usize,
    out: String,
}

impl Mask {
    fn next(&mut self) {
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => self.blank_while(|mask| mask.peek(0) != '\n'),
            ('/', '*') => self.block_comment(),
            ('"', _) => self.string(),
            ('r' | 'b' | 'c', _) if !self.in_word() && self.raw_hashes().is_some() => self.raw_string(),
            ('\'', '\\') => self.character(),
            // A quote two places on makes a character; else it is a lifetime.
            ('\'', _) if self.peek(2) == '\'' => self.blank(3),
            _ => self.keep(),
        }
    }

    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn in_word(&self) -> bool {
        self.at > 0 && is_word(self.chars[self.at - 1])
    }

    fn keep(&mut self) {
        self.out.push(self.peek(0));
        self.at += 1;
    }

    fn blank(&mut self, count: usize) {
        for _ in 0..count.min(self.chars.len() - self.at) {
            self.out.push(if self.peek(0) == '\n' { '\n' } else { ' ' });
            self.at += 1;
        }
    }

    fn blank_while(&mut self, going: impl Fn(&Mask) -> bool) {
        while self.at < self.chars.len() && going(self) {
            self.blank(1);
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.chars.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    self.blank(1);
                    continue;
                }
            }
            self.blank(2);
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.blank(1);
        while self.at < self.chars.len() && self.peek(0) != '"' {
            self.blank(if self.peek(0) == '\\' { 2 } else { 1 });
        }
        self.blank(1);
    }

    fn character(&mut self) {
        self.blank(3);
        self.blank_while(|mask| mask.peek(0) != '\'');
        self.blank(1);
    }

    /// The number of `#` if a raw string begins here, after one or two prefix letters.
    fn raw_hashes(&self) -> Option<usize> {
        let prefix = (0..2).take_while(|&i| matches!(self.peek(i), 'r' | 'b' | 'c')).count();
        if self.peek(prefix - 1) != 'r' {
            return None;
        }
        let hashes = (prefix..).take_while(|&i| self.peek(i) == '#').count();
        (self.peek(prefix + hashes) == '"').then_some(hashes)
    }

    fn raw_string(&mut self) {
        let hashes = self.raw_hashes().unwrap_or(0);
        self.blank_while(|mask| mask.peek(0) != '"');
        self.blank(1);
        self.blank_while(|mask| mask.peek(0) != '"' || !(1..=hashes).all(|i| mask.peek(i) == '#'));
        self.blank(1 + hashes);
    }
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of a masked line with the character that follows each.
pub fn words(line: &str) -> Vec<(&str, char)> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_word) {
        let word = &rest[start..];
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        out.push((&word[..end], word[end..].chars().next().unwrap_or('\n')));
        rest = &word[end..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let masked = code_only(text);
        assert_eq!(masked.len(), text.len());
        assert_eq!(masked.split_whitespace().collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn blanks_what_is_not_code() {
        check("a // b {\nc", "a c");
        check("a /* b /* { */ c */ d", "a d");
        check(r#"f("{ \" }") {}"#, "f( ) {}");
        check(r##"f(r#"{ " \"#, br"}", b"{") {}"##, "f( , , b ) {}");
        check(r"g('{', '\'', '\u{7f}', b'}') {}", "g( , , , b ) {}");
        check("fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}");
        check("let bar = 1; for r in b {}", "let bar = 1; for r in b {}");
    }

    #[test]
    fn words_come_with_what_follows() {
        assert_eq!(words("dbg!(x_1)"), [("dbg", '!'), ("x_1", ')')]);
    }
}
