//! Variables of a never claim. Their values become part of the states of its automaton, so all that is asked of the
//! system must be yes or no: what a claim computes with is asked for bit by bit.

use super::ClaimReader;
use crate::error::{Kind, Pos, Refusal, unsupported, wrong};
use crate::syntax::{Binary, Expr, Index, Init, NeverClaim, Pattern, Probe, Scalar, VarRef};
use base::FastMap;
use logic::buchi::Cube;

/// Bits of the system's values that one statement may depend on.
const MAX_BITS: u32 = 12;
/// Values of its own that a claim may have.
const MAX_VALUES: u32 = 64;

/// A case of what the system's values may be, and what comes of it.
pub(super) type Case<T> = (Cube, T);

/// What was asked of the system, and what it is.
type Answers = Vec<(Expr, i32)>;

/// How the variables of a claim begin.
///
/// # Errors
/// Beginnings that depend on the system.
pub(super) fn beginning(claim: &NeverClaim) -> Result<Vec<i32>, Refusal> {
    if claim.size > MAX_VALUES {
        return unsupported(claim.pos, format!("a never claim with more than {MAX_VALUES} values"));
    }
    let mut values = vec![0; claim.size as usize];
    for init in &claim.inits {
        match init {
            Init::Set { base, count, stride, scalar, value, .. } => {
                let known = KnownValues { values: &values, answers: &[], pos: claim.pos };
                if !known.questions(value)?.is_empty() {
                    let what = "a variable of a never claim that begins with a value of the system";
                    return unsupported(claim.pos, what);
                }
                let value = scalar.clip(known.value(value)?);
                (0..*count).for_each(|i| values[(base + i * stride) as usize] = value);
            }
            Init::List { base, scalar, values: list } => {
                for (i, &value) in list.iter().enumerate() {
                    values[*base as usize + i] = scalar.clip(value);
                }
            }
            Init::Chan { .. } => return unsupported(claim.pos, "a channel in a never claim"),
        }
    }
    Ok(values)
}

/// The expression asks for a variable of the claim.
pub(super) fn is_own(expr: &Expr) -> bool {
    let own_place = |place: &VarRef| place.is_local || place.steps.iter().any(|step| is_own(&step.value));
    let own_option = |expr: &Option<Box<Expr>>| expr.as_ref().is_some_and(|expr| is_own(expr));
    match expr {
        Expr::Const(_) | Expr::Pid | Expr::Processes | Expr::Last | Expr::Timeout | Expr::NonProgress => {
            false
        }
        Expr::Load(place) | Expr::Probe(_, place) => own_place(place),
        Expr::Not(inner) | Expr::Minus(inner) | Expr::Complement(inner) => is_own(inner),
        Expr::Enabled(inner) | Expr::PcValue(inner) => is_own(inner),
        Expr::Binary(_, pair) => is_own(&pair.0) || is_own(&pair.1),
        Expr::Choose(three) => is_own(&three.0) || is_own(&three.1) || is_own(&three.2),
        Expr::Run { arguments, .. } => arguments.iter().any(is_own),
        Expr::Poll { chan, patterns, .. } => {
            let own = |pattern: &Pattern| match pattern {
                Pattern::Match(expr) => is_own(expr),
                Pattern::Bind(place) => own_place(place),
                Pattern::Drop => false,
            };
            own_place(chan) || patterns.iter().any(own)
        }
        Expr::AtLabel { pid, .. } => own_option(pid),
        Expr::Remote { pid, index, .. } => own_option(pid) || own_option(index),
    }
}

impl ClaimReader<'_> {
    /// Whether a condition holds, in every case; nothing where that cannot be told.
    pub(super) fn cases(
        &mut self,
        expr: &Expr,
        values: &[i32],
        pos: Pos,
    ) -> Result<Vec<Case<Option<bool>>>, Refusal> {
        let mut cases = Vec::new();
        for (cube, answers) in self.answers(&[expr], values, pos)? {
            let known = KnownValues { values, answers: &answers, pos };
            cases.push((cube, possible(known.value(expr))?.map(|value| value != 0)));
        }
        Ok(merged(cases))
    }

    /// The values of the claim behind an assignment, in every case; nothing where it goes wrong.
    pub(super) fn assigned(
        &mut self,
        (place, value): (&VarRef, &Expr),
        values: &[i32],
        pos: Pos,
    ) -> Result<Vec<Case<Option<Vec<i32>>>>, Refusal> {
        if !place.is_local {
            return unsupported(pos, "a never claim that changes a variable of the system");
        }
        let mut asking: Vec<&Expr> = place.steps.iter().map(|step| &step.value).collect();
        asking.push(value);
        let mut cases = Vec::new();
        for (cube, answers) in self.answers(&asking, values, pos)? {
            let known = KnownValues { values, answers: &answers, pos };
            let after = known.address(place).and_then(|at| {
                let mut after = values.to_vec();
                after[at] = place.scalar.clip(known.value(value)?);
                Ok(after)
            });
            cases.push((cube, possible(after)?));
        }
        Ok(merged(cases))
    }

    /// Everything that the system may answer to what these expressions ask of it.
    fn answers(&mut self, asking: &[&Expr], values: &[i32], pos: Pos) -> Result<Vec<Case<Answers>>, Refusal> {
        let known = KnownValues { values, answers: &[], pos };
        let mut questions: Vec<(Expr, u32)> = Vec::new();
        for expr in asking {
            for question in known.questions(expr)? {
                if !questions.contains(&question) {
                    questions.push(question);
                }
            }
        }
        if questions.iter().map(|(_, bits)| bits).sum::<u32>() > MAX_BITS {
            return unsupported(pos, format!("a never claim that computes with more than {MAX_BITS} bits"));
        }
        let mut cases = vec![(Cube::TRUE, Vec::new())];
        for (expr, bits) in questions {
            let atoms = self.bits_of(&expr, bits, pos)?;
            let mut next = Vec::new();
            for (cube, answers) in &cases {
                for value in 0..1i32 << bits {
                    let literal = |(k, atom): (usize, &u32)| match value >> k & 1 {
                        1 => Cube { holds: 1 << atom, fails: 0 },
                        _ => Cube { holds: 0, fails: 1 << atom },
                    };
                    let both = atoms.iter().enumerate().map(literal).try_fold(*cube, Cube::and);
                    let Some(cube) = both else { continue };
                    let mut answers: Vec<(Expr, i32)> = answers.clone();
                    answers.push((expr.clone(), value));
                    next.push((cube, answers));
                }
            }
            cases = next;
        }
        Ok(cases)
    }

    /// Atoms for the bits of a value.
    fn bits_of(&mut self, expr: &Expr, bits: u32, pos: Pos) -> Result<Vec<u32>, Refusal> {
        let number = self.asked.iter().position(|known| known == expr).unwrap_or_else(|| {
            self.asked.push(expr.clone());
            self.asked.len() - 1
        });
        (0..bits)
            .map(|bit| {
                let text = format!("bit {bit} of what {} asks {}.", self.name, number + 1);
                let binary = |binary, left, right| Expr::Binary(binary, Box::new((left, right)));
                let shifted = binary(Binary::Shr, expr.clone(), Expr::Const(bit as i32));
                self.atom(&text, Some(&binary(Binary::BitAnd, shifted, Expr::Const(1))), pos)
            })
            .collect()
    }
}

/// Nothing for what goes wrong in this case; what is not there at all stays an error.
fn possible<T>(computed: Result<T, Refusal>) -> Result<Option<T>, Refusal> {
    match computed {
        Ok(value) => Ok(Some(value)),
        Err(refusal) if refusal.kind == Kind::Wrong => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Cases that differ in one atom alone and come to the same are one.
fn merged<T: Clone + Eq + std::hash::Hash>(mut cases: Vec<Case<T>>) -> Vec<Case<T>> {
    for atom in 0..logic::MAX_ATOMS {
        let bit = 1u64 << atom;
        if cases.iter().all(|(cube, _)| (cube.holds | cube.fails) & bit == 0) {
            continue;
        }
        let without = |cube: Cube| (cube.holds & !bit, cube.fails & !bit);
        let mut sides: FastMap<(u64, u64, T), u8> = FastMap::default();
        let side = |cube: &Cube| u8::from(cube.holds & bit > 0) | u8::from(cube.fails & bit > 0) << 1;
        for (cube, value) in &cases {
            let (holds, fails) = without(*cube);
            *sides.entry((holds, fails, value.clone())).or_default() |= side(cube);
        }
        let mut next = Vec::new();
        for (cube, value) in cases {
            let (holds, fails) = without(cube);
            match sides.get_mut(&(holds, fails, value.clone())) {
                Some(both @ 3) => {
                    *both = 0;
                    next.push((Cube { holds, fails }, value));
                }
                // It was merged with the other side.
                Some(0) => {}
                _ => next.push((cube, value)),
            }
        }
        cases = next;
    }
    cases
}

/// What is known where a claim stands: its own values, and what the system has answered.
struct KnownValues<'a> {
    values: &'a [i32],
    answers: &'a [(Expr, i32)],
    pos: Pos,
}

impl KnownValues<'_> {
    /// What must be asked of the system, and of how many bits the answer is.
    fn questions(&self, expr: &Expr) -> Result<Vec<(Expr, u32)>, Refusal> {
        match expr {
            Expr::Const(_) => return Ok(Vec::new()),
            Expr::Load(place) if place.is_local => {
                let mut all = Vec::new();
                for step in &place.steps {
                    all.extend(self.questions(&step.value)?);
                }
                return Ok(all);
            }
            _ => {}
        }
        if (!is_own(expr) || parts(expr).is_empty())
            && let Some(bits) = width(expr)
        {
            return Ok(vec![(self.settled(expr)?, bits)]);
        }
        let parts = parts(expr);
        if parts.is_empty() {
            return unsupported(self.pos, "a never claim that computes with values of more than 8 bits");
        }
        let mut all = self.questions(parts[0])?;
        // What is not looked at need not be there.
        let is_decided = match (expr, all.is_empty()) {
            (Expr::Binary(binary @ (Binary::And | Binary::Or), pair), true) => {
                (self.value(&pair.0)? != 0) == (*binary == Binary::Or)
            }
            _ => false,
        };
        for part in parts.into_iter().skip(1).filter(|_| !is_decided) {
            all.extend(self.questions(part)?);
        }
        Ok(all)
    }

    fn value(&self, expr: &Expr) -> Result<i32, Refusal> {
        match expr {
            Expr::Const(value) => return Ok(*value),
            Expr::Load(place) if place.is_local => return Ok(self.values[self.address(place)?]),
            _ => {}
        }
        if !is_own(expr) || parts(expr).is_empty() {
            let settled = self.settled(expr)?;
            if let Some((_, value)) = self.answers.iter().find(|(known, _)| *known == settled) {
                return Ok(*value);
            }
        }
        Ok(match expr {
            Expr::Not(inner) => i32::from(self.value(inner)? == 0),
            Expr::Minus(inner) => self.value(inner)?.wrapping_neg(),
            Expr::Complement(inner) => !self.value(inner)?,
            Expr::Choose(three) => match self.value(&three.0)? {
                0 => self.value(&three.2)?,
                _ => self.value(&three.1)?,
            },
            Expr::Binary(binary, pair) => {
                let first = self.value(&pair.0)?;
                match (binary, first) {
                    (Binary::And, 0) => 0,
                    (Binary::Or, 1..) => 1,
                    _ => match binary.apply(first, self.value(&pair.1)?) {
                        Some(value) => value,
                        None => return wrong(self.pos, "this claim divides by zero"),
                    },
                }
            }
            _ => 0,
        })
    }

    /// The same with the claim's own values put in, as the system knows nothing of them.
    fn settled(&self, expr: &Expr) -> Result<Expr, Refusal> {
        if !is_own(expr) {
            return Ok(expr.clone());
        }
        let option = |inner: &Option<Box<Expr>>| match inner {
            Some(inner) => self.settled(inner).map(|inner| Some(Box::new(inner))),
            None => Ok(None),
        };
        Ok(match expr {
            Expr::Load(place) if place.is_local => Expr::Const(self.values[self.address(place)?]),
            Expr::Load(place) => Expr::Load(self.settled_place(place)?),
            Expr::Probe(probe, place) => Expr::Probe(*probe, self.settled_place(place)?),
            Expr::Enabled(inner) => Expr::Enabled(Box::new(self.settled(inner)?)),
            Expr::PcValue(inner) => Expr::PcValue(Box::new(self.settled(inner)?)),
            Expr::AtLabel { label, pid } => Expr::AtLabel { label: *label, pid: option(pid)? },
            Expr::Remote { variable, pid, index } => {
                Expr::Remote { variable: *variable, pid: option(pid)?, index: option(index)? }
            }
            Expr::Poll { chan, patterns, is_random } => {
                let pattern = |pattern: &Pattern| match pattern {
                    Pattern::Match(expr) => self.settled(expr).map(Pattern::Match),
                    other => Ok(other.clone()),
                };
                let patterns = patterns.iter().map(pattern).collect::<Result<_, _>>()?;
                Expr::Poll { chan: self.settled_place(chan)?, patterns, is_random: *is_random }
            }
            // An index that is computed of both.
            other => match self.questions(other)?.is_empty() {
                true => Expr::Const(self.value(other)?),
                false => {
                    return unsupported(
                        self.pos,
                        "a never claim that mixes its own values with the system's here",
                    );
                }
            },
        })
    }

    fn settled_place(&self, place: &VarRef) -> Result<VarRef, Refusal> {
        if place.is_local {
            return unsupported(self.pos, "a channel in a never claim");
        }
        let step = |step: &Index| Ok(Index { value: self.settled(&step.value)?, ..step.clone() });
        let steps = place.steps.iter().map(step).collect::<Result<_, Refusal>>()?;
        Ok(VarRef { steps, ..place.clone() })
    }

    /// Where a value of the claim is.
    fn address(&self, place: &VarRef) -> Result<usize, Refusal> {
        let mut at = place.base as usize;
        for step in &place.steps {
            let value = self.value(&step.value)?;
            if value < 0 || value as u32 >= step.length {
                let what = format!("this claim goes beyond an array: element {value} of {}", step.length);
                return wrong(self.pos, what);
            }
            at += (value as u32 * step.stride) as usize;
        }
        Ok(at)
    }
}

/// The parts that an expression computes with.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Not(inner) | Expr::Minus(inner) | Expr::Complement(inner) => vec![inner],
        Expr::Binary(_, pair) => vec![&pair.0, &pair.1],
        Expr::Choose(three) => vec![&three.0, &three.1, &three.2],
        _ => Vec::new(),
    }
}

/// How many bits a value of the system may have, if that is few.
fn width(expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Load(VarRef { scalar, .. }) => match scalar {
            Scalar::Bit => Some(1),
            Scalar::Byte | Scalar::Mtype | Scalar::Pid | Scalar::Chan => Some(8),
            Scalar::Unsigned(bits) if *bits <= 8 => Some(u32::from(*bits)),
            Scalar::Unsigned(_) | Scalar::Short | Scalar::Int => None,
        },
        Expr::Processes | Expr::Last | Expr::Probe(Probe::Len, _) => Some(8),
        Expr::Not(_) | Expr::Probe(..) | Expr::Poll { .. } | Expr::Timeout | Expr::NonProgress => Some(1),
        Expr::Enabled(_) | Expr::AtLabel { .. } => Some(1),
        Expr::Binary(binary, _) if binary.is_truth() => Some(1),
        _ => None,
    }
}
