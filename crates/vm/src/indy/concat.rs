//! String concatenation: one adapter for each call site's recipe, ending in a native that puts the pieces
//! together.

use super::Site;
use crate::machine::Machine;
use crate::native::{Answer, Args, Context};
use crate::program::MethodId;
use crate::synth::{finish_with, member, param_kinds, string};
use crate::trap::Trap;
use base::Symbol;
use classfile::{Constant, Kind, MethodDesc, mutf8};
use ir::{Builder, CallKind};

/// In a recipe: the next argument, the next constant.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// A part of the result.
pub(super) enum RecipePart {
    /// An argument of the site.
    Argument,
    Text(Vec<u16>),
}

impl Machine {
    pub(super) fn make_concat(&mut self, site: &Site) -> Result<MethodId, Trap> {
        let desc =
            MethodDesc::parse(site.desc).ok_or_else(|| Trap::internal("a site without a descriptor"))?;
        // What the site promises to its caller has been believed by the verifier.
        let result = self.program.load_descriptor(&mut self.heap, desc.ret.1)?;
        if !self.program.is_subclass(self.known().string, result) {
            return Err(Trap::bootstrap(format!("a string concatenation that is to give {}", desc.ret.1)));
        }
        let pieces = match site.arguments.split_first() {
            Some((Constant::String(recipe), constants)) => recipe_pieces(*recipe, constants)?,
            _ => desc.params.iter().map(|_| RecipePart::Argument).collect(),
        };
        let holes = pieces.iter().filter(|piece| matches!(piece, RecipePart::Argument)).count();
        if holes != desc.params.len() {
            let what = format!("a string concatenation of {holes} arguments that gets {}", desc.params.len());
            return Err(Trap::bootstrap(what));
        }
        let mut b = Builder::new(&param_kinds(&desc.params));
        let result = self.concat(&mut b, &pieces, &desc.params)?;
        finish_with(&mut b, result, desc.ret.1);
        Ok(self.add_adapter(
            site.class,
            &site.named("concat"),
            site.desc,
            b.try_finish().map_err(Trap::internal)?,
        ))
    }

    /// Emits the concatenation of `pieces`; argument i is in register i and has the type `params[i]`.
    pub(super) fn concat(
        &mut self,
        b: &mut Builder,
        pieces: &[RecipePart],
        params: &[(Kind, Symbol)],
    ) -> Result<u16, Trap> {
        let (mut registers, mut descs, mut next) = (Vec::new(), String::from("("), 0u16);
        for piece in pieces {
            match piece {
                RecipePart::Text(units) => {
                    registers.push(string(b, Symbol::from_bytes(&mutf8::encode(units))));
                    descs.push_str("Ljava/lang/String;");
                }
                RecipePart::Argument => {
                    let (kind, desc) = params[usize::from(next)];
                    let (register, letter) = to_text(b, next, kind, desc);
                    registers.push(register);
                    descs.push_str(&letter);
                    next += 1;
                }
            }
        }
        descs.push_str(")Ljava/lang/String;");
        let join = self.builtin("concat", &descs, concatenate)?;
        let dst = b.reg(true);
        b.call(CallKind::Static, join, false, &registers, Some(dst));
        Ok(dst)
    }
}

/// References, floats and doubles become strings by Java's own code; the native does the rest.
fn to_text(b: &mut Builder, reg: u16, kind: Kind, desc: Symbol) -> (u16, String) {
    let parameter = match kind {
        Kind::Ref if desc.as_str() == "Ljava/lang/String;" => return (reg, desc.to_string()),
        Kind::Ref => "Ljava/lang/Object;",
        Kind::Float => "F",
        Kind::Double => "D",
        _ => return (reg, desc.to_string()),
    };
    let dst = b.reg(true);
    let value_of = member("java/lang/String", "valueOf", &format!("({parameter})Ljava/lang/String;"));
    b.call(CallKind::Static, value_of, false, &[reg], Some(dst));
    (dst, "Ljava/lang/String;".to_string())
}

fn recipe_pieces(recipe: Symbol, constants: &[Constant]) -> Result<Vec<RecipePart>, Trap> {
    let mut pieces = Vec::new();
    let mut text: Vec<u16> = Vec::new();
    let mut constants = constants.iter();
    for unit in mutf8::decode(recipe.bytes()) {
        match unit {
            ARGUMENT => {
                if !text.is_empty() {
                    pieces.push(RecipePart::Text(std::mem::take(&mut text)));
                }
                pieces.push(RecipePart::Argument);
            }
            CONSTANT => match constants.next() {
                Some(Constant::String(constant)) => text.extend(mutf8::decode(constant.bytes())),
                _ => {
                    return Err(Trap::unsupported(
                        "a string concatenation with a constant that is no string",
                    ));
                }
            },
            plain => text.push(plain),
        }
    }
    if !text.is_empty() {
        pieces.push(RecipePart::Text(text));
    }
    Ok(pieces)
}

/// Puts strings and small primitives together.
fn concatenate(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let mut bytes: Vec<u8> = Vec::with_capacity(64);
    let mut wide: Option<Vec<u16>> = None;
    for i in 0..args.words.len() {
        let kind = machine.program.methods[args.method].params[i];
        let mut add = |text: &[u8]| match &mut wide {
            Some(units) => units.extend(text.iter().map(|&b| u16::from(b))),
            None => bytes.extend_from_slice(text),
        };
        match kind {
            Kind::Ref if args.maybe(i).is_null() => add(b"null"),
            Kind::Ref => match machine.latin1(args.maybe(i)) {
                Some(text) => add(text),
                None => {
                    let units = machine.utf16(args.maybe(i));
                    widened(&mut wide, &bytes).extend(units);
                }
            },
            Kind::Boolean => add(if args.boolean(i) { b"true" } else { b"false" }),
            Kind::Char => match u8::try_from(args.int(i)) {
                Ok(byte) => add(&[byte]),
                Err(_) => widened(&mut wide, &bytes).push(args.int(i) as u16),
            },
            Kind::Long => add(args.long(i).to_string().as_bytes()),
            _ => add(args.int(i).to_string().as_bytes()),
        }
    }
    let string = match wide {
        Some(units) => machine.new_string_utf16(&units)?,
        None => machine.new_string_latin1(&bytes)?,
    };
    Ok(u64::from(string.0))
}

/// The pieces so far as UTF-16.
fn widened<'a>(wide: &'a mut Option<Vec<u16>>, bytes: &[u8]) -> &'a mut Vec<u16> {
    wide.get_or_insert_with(|| bytes.iter().map(|&b| u16::from(b)).collect())
}
