//! java.lang.Character: the ASCII part of it. What Unicode says of other characters depends on the JDK, and
//! is left to its tables.

use vm::{Answer, Args, Registry, Trap};

const CHARACTER: &str = "java/lang/Character";

/// A native for a question about a character.
macro_rules! ask {
    ($question:expr) => {
        |_, args| {
            let question: fn(u8) -> bool = $question;
            Ok(u64::from(question(ascii(&args)?)))
        }
    };
}

pub fn register(registry: &mut Registry) {
    for kind in ["C", "I"] {
        let mut add = |name: &str, native| registry.add(CHARACTER, &format!("{name}({kind})Z"), native);
        add("isDigit", ask!(|c| c.is_ascii_digit()));
        add("isLetter", ask!(|c| c.is_ascii_alphabetic()));
        add("isLetterOrDigit", ask!(|c| c.is_ascii_alphanumeric()));
        add("isAlphabetic", ask!(|c| c.is_ascii_alphabetic()));
        add("isUpperCase", ask!(|c| c.is_ascii_uppercase()));
        add("isLowerCase", ask!(|c| c.is_ascii_lowercase()));
        add("isWhitespace", ask!(|c| matches!(c, b'\t'..=b'\r' | 0x1c..=0x1f | b' ')));
        registry.add(CHARACTER, &format!("toUpperCase({kind}){kind}"), |_, args| {
            change(&args, u8::to_ascii_uppercase)
        });
        registry.add(CHARACTER, &format!("toLowerCase({kind}){kind}"), |_, args| {
            change(&args, u8::to_ascii_lowercase)
        });
    }
}

fn ascii(args: &Args<'_>) -> Result<u8, Trap> {
    u8::try_from(args.int(0)).ok().filter(u8::is_ascii).ok_or(Trap::Original)
}

fn change(args: &Args<'_>, to: fn(&u8) -> u8) -> Answer {
    Ok(u64::from(to(&ascii(args)?)))
}
