//! Values in the headers of filetests: by the type that a descriptor gives them, as registers hold them.

/// What a line must come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineResult {
    Void,
    /// As a register holds it, of this type.
    Word(u64, char),
    /// Any NaN of this type: which one is not said by the specification.
    Nan(char),
    /// Some object, not null.
    Object,
    /// The class, with slashes.
    Throws(String),
}

impl LineResult {
    pub(super) fn value(text: &str, ty: char) -> Result<LineResult, String> {
        match (text, ty) {
            ("nan", 'F' | 'D') => Ok(LineResult::Nan(ty)),
            ("object", 'L') => Ok(LineResult::Object),
            _ => word(text, ty).map(|word| LineResult::Word(word, ty)),
        }
    }

    /// `Err` in words if what was found is something else.
    pub fn compare(&self, found: &Result<u64, String>) -> Result<(), String> {
        let fits = match (self, found) {
            (LineResult::Void, Ok(_)) => true,
            // Of narrow values and references the low half alone is theirs.
            (LineResult::Word(word, 'J' | 'D'), Ok(found)) => word == found,
            (LineResult::Word(word, _), Ok(found)) => *word as u32 == *found as u32,
            (LineResult::Nan('F'), Ok(found)) => f32::from_bits(*found as u32).is_nan(),
            (LineResult::Nan(_), Ok(found)) => f64::from_bits(*found).is_nan(),
            (LineResult::Object, Ok(found)) => *found as u32 != 0,
            (LineResult::Throws(class), Err(found)) => class == found,
            _ => false,
        };
        if fits { Ok(()) } else { Err(format!("expected {}, found {}", self.show(), self.show_found(found))) }
    }

    fn show(&self) -> String {
        match self {
            LineResult::Void => "void".into(),
            LineResult::Word(word, ty) => shown(*word, *ty),
            LineResult::Nan(_) => "nan".into(),
            LineResult::Object => "an object".into(),
            LineResult::Throws(class) => format!("throws {class}"),
        }
    }

    fn show_found(&self, found: &Result<u64, String>) -> String {
        match (found, self) {
            (Err(class), _) => format!("throws {class}"),
            (Ok(word), LineResult::Word(_, ty) | LineResult::Nan(ty)) => shown(*word, *ty),
            (Ok(word), _) => format!("{word:#x}"),
        }
    }
}

fn shown(word: u64, ty: char) -> String {
    match ty {
        'F' => format!("{:?} ({word:#x})", f32::from_bits(word as u32)),
        'D' => format!("{:?} ({word:#x})", f64::from_bits(word)),
        'J' => format!("{} ({word:#x})", word as i64),
        _ => format!("{} ({word:#x})", word as i32),
    }
}

/// A value of a type: a number, `nan`, `inf`, the bits behind `0x`, or `null`.
pub fn word(text: &str, ty: char) -> Result<u64, String> {
    let wrong = || format!("{text}: a value of type {ty} expected");
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).map_err(|_| wrong());
    }
    let word = match ty {
        'L' => (text == "null").then_some(0),
        'F' => text.parse::<f32>().ok().map(|value| u64::from(value.to_bits())),
        'D' => text.parse::<f64>().ok().map(f64::to_bits),
        'J' => text.parse::<i64>().ok().map(|value| value as u64),
        'V' => None,
        _ => text.parse::<i32>().ok().map(|value| u64::from(value as u32)),
    };
    word.ok_or_else(wrong)
}

/// The types of a method's parameters; `L` for all references.
pub fn types(method: &str) -> Result<Vec<char>, String> {
    let (_, rest) = method.split_once('(').ok_or_else(|| format!("{method}: a descriptor expected"))?;
    let (params, _) = rest.split_once(')').ok_or_else(|| format!("{method}: a descriptor expected"))?;
    let (mut types, mut rest) = (Vec::new(), params.chars());
    while let Some(first) = rest.next() {
        let mut element = first;
        while element == '[' {
            element = rest.next().ok_or("the descriptor ends in an array")?;
        }
        if element == 'L' {
            rest.by_ref().find(|&c| c == ';').ok_or("a class name without ;")?;
        }
        types.push(if matches!(first, '[' | 'L') { 'L' } else { first });
    }
    Ok(types)
}

/// The type of a method's result; `L` for all references.
pub fn result_type(method: &str) -> Result<char, String> {
    let first = method.rsplit_once(')').and_then(|(_, result)| result.chars().next());
    let first = first.ok_or_else(|| format!("{method}: a result type expected"))?;
    Ok(if first == '[' { 'L' } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_types() {
        assert_eq!(types("A.m(I[[JLjava/lang/String;D)V").unwrap(), ['I', 'L', 'L', 'D']);
        assert_eq!((result_type("A.m()[I").unwrap(), result_type("A.m()Z").unwrap()), ('L', 'Z'));
        assert_eq!(word("-1", 'I'), Ok(0xffff_ffff));
        assert_eq!(word("-0.0", 'F'), Ok(0x8000_0000));
        assert_eq!(word("inf", 'D'), Ok(f64::INFINITY.to_bits()));
        assert!(word("1.5", 'I').is_err() && word("1", 'L').is_err() && word("null", 'L') == Ok(0));
    }

    #[test]
    fn comparing() {
        let nan = LineResult::value("nan", 'F').unwrap();
        assert_eq!(nan.compare(&Ok(0xffff_ffff)), Ok(()));
        assert!(nan.compare(&Ok(0)).is_err());
        let zero = LineResult::value("0.0", 'D').unwrap();
        assert!(zero.compare(&Ok((-0.0f64).to_bits())).is_err(), "zeros have signs");
        let three = LineResult::value("3", 'I').unwrap();
        assert_eq!(three.compare(&Ok(4)).unwrap_err(), "expected 3 (0x3), found 4 (0x4)");
        assert_eq!(three.compare(&Err("E".into())).unwrap_err(), "expected 3 (0x3), found throws E");
        assert_eq!(LineResult::Throws("E".into()).compare(&Err("E".into())), Ok(()));
    }
}
