//! What a call came to, and whether that is as it should be.

use crate::beside::Beside;
use crate::call::{Call, Callee};
use crate::form;
use crate::system::{Objects, Ran, unsupported};
use base::Symbol;
use classfile::Kind;
use lts::{Cause, Choice, Finding, Gap, Outcome, Property, System};
use std::sync::Arc;
use vm::{ClassId, Machine, Ref, Stop};

/// The invariant method does not give true.
pub(crate) const INVARIANT: Property = Property::named("invariant");
/// The other class does something else.
pub(crate) const DIFFERENCE: Property = Property::named("difference");

/// Classes that say nothing about what is thrown; the last two need not be declared.
const GENERAL: [&str; 4] =
    ["java/lang/Throwable", "java/lang/Exception", "java/lang/RuntimeException", "java/lang/Error"];

impl Objects {
    /// Makes a call, on the other class too, and judges what came of it. `Ok` if the structure is one to go on from.
    pub(crate) fn judged_call(&mut self, number: usize) -> Result<(), Outcome> {
        let calls = Arc::clone(&self.calls);
        let call = &calls.list[number];
        self.thrown = [None; 2];
        let own = self.call(number, call)?;
        self.thrown[0] = self.class_thrown(&own);
        if call.twin.is_some() {
            let other = self.call_twin(number, call)?;
            self.thrown[1] = self.class_thrown(&other);
            return self.compare(call, own, other);
        }
        match own {
            CallResult::Returned(_) => Ok(()),
            CallResult::Threw(exception) if self.is_expected(&call.method, exception) => {
                let name = class_name(&self.machine, exception);
                *self.tally.expected.entry(name).or_default() += 1;
                Ok(())
            }
            CallResult::Threw(exception) => {
                let shown = calls.shown(call);
                Err(Outcome::Violated(thrown(&self.machine, &shown, exception)))
            }
        }
    }

    fn call(&mut self, number: usize, call: &Call) -> Result<CallResult, Outcome> {
        let mut words = std::mem::take(&mut self.arguments);
        words.clear();
        words.push(u64::from(self.roots[call.receiver].0));
        for value in call.values.iter().filter(|value| value.is_passed()) {
            words.push(value.word(&mut self.machine, &self.roots).map_err(trapped)?);
        }
        let (adapter, _) = self.adapters[number];
        let ran = self.run(adapter, &words);
        self.arguments = words;
        self.ended(ran, call)
    }

    fn call_twin(&mut self, number: usize, call: &Call) -> Result<CallResult, Outcome> {
        let (Some((_, values)), Some(adapter)) = (&call.twin, self.adapters[number].1) else {
            return Ok(CallResult::Returned(0));
        };
        let objects = self.calls.objects.len();
        let twins = self.roots[objects..].to_vec();
        let mut words = vec![u64::from(twins[call.receiver].0)];
        for value in values.iter().filter(|value| value.is_passed()) {
            words.push(value.word(&mut self.machine, &twins).map_err(trapped)?);
        }
        let ran = self.run(adapter, &words);
        self.ended(ran, call)
    }

    /// A call that came to its end; all others lead nowhere.
    fn ended(&mut self, ran: Ran, call: &Call) -> Result<CallResult, Outcome> {
        match ran {
            Ran::Returned(word) => Ok(CallResult::Returned(word)),
            Ran::Threw(exception) => match self.machine.refused(exception) {
                Some(stop) => Err(stopped(stop)),
                None => Ok(CallResult::Threw(exception)),
            },
            Ran::Waits => {
                self.tally.blocked += 1;
                Err(Outcome::Pruned)
            }
            Ran::Endless => {
                let shown = self.calls.shown(call);
                let what =
                    format!("{shown} had not come to an end after {} operations", crate::system::CALL_LIMIT);
                Err(gap(what, self.machine.user_position(self.main)))
            }
            Ran::Calls(_) => Err(gap("a driver within a call".to_string(), String::new())),
            Ran::Stopped(stop) => Err(stopped(stop)),
        }
    }

    fn class_thrown(&self, ended: &CallResult) -> Option<ClassId> {
        match ended {
            CallResult::Threw(exception) => Some(self.machine.heap.class_of(*exception)),
            CallResult::Returned(_) => None,
        }
    }

    /// Makes the calls of a path once more: what each has thrown, and what that of the other class has.
    pub fn thrown_on(&mut self, path: &[u32]) -> Vec<[Option<ClassId>; 2]> {
        self.start();
        let mut made = |&call: &u32| {
            self.thrown = [None; 2];
            let _ = self.step(Choice { actor: 0, value: call });
            self.thrown
        };
        path.iter().map(&mut made).collect()
    }

    fn is_expected(&self, method: &Callee, exception: Ref) -> bool {
        self.expects(method, self.machine.heap.class_of(exception))
    }

    /// A method may throw exceptions of this class. One that declares `Throwable` or the like means what it would have
    /// to declare: what everybody may throw, and a failed assertion above all, is not meant by that.
    pub(crate) fn expects(&self, method: &Callee, class: ClassId) -> bool {
        let program = &self.machine.program;
        let is_below = |above: ClassId| program.is_subclass(class, above);
        let is_general = |name: &Symbol| GENERAL.contains(&name.as_str());
        let of = |names: &[&str]| {
            names.iter().any(|&name| program.loaded(Symbol::new(name)).is_some_and(is_below))
        };
        let is_checked = !of(&GENERAL[2..]);
        let declared = method.declared.iter().filter(|name| !is_general(name) || is_checked);
        self.calls
            .expected
            .iter()
            .copied()
            .chain(declared.filter_map(|&name| program.loaded(name)))
            .any(is_below)
    }

    /// Both classes must give the same, or throw the same.
    fn compare(&mut self, call: &Call, own: CallResult, other: CallResult) -> Result<(), Outcome> {
        let is_same = match (&own, &other) {
            (CallResult::Threw(a), CallResult::Threw(b)) => {
                self.machine.heap.class_of(*a) == self.machine.heap.class_of(*b)
            }
            (CallResult::Returned(a), CallResult::Returned(b)) => self.is_equal(call, *a, *b)?,
            _ => false,
        };
        if is_same {
            return Ok(());
        }
        let returns = |target: Option<&Callee>| target.map_or(Kind::Void, |target| target.returns);
        let twin = call.twin.as_ref().map(|(target, _)| target);
        let own = self.told(&own, returns(Some(&call.method)));
        let other = self.told(&other, returns(twin));
        let class = |at: usize| self.machine.program.classes[at_class(&self.calls, at)].external_name();
        let (first, second) = (class(0), class(self.calls.objects.len()));
        let shown = self.calls.shown(call);
        let message = format!("{shown}: {first} {own}, {second} {other}");
        Err(Outcome::Violated(Finding { property: DIFFERENCE, message, details: Vec::new() }))
    }

    /// Two results of a call are equal, as Java's own `equals` has it.
    fn is_equal(&mut self, call: &Call, own: u64, other: u64) -> Result<bool, Outcome> {
        let Some((twin, _)) = &call.twin else { return Ok(true) };
        let is_ref = (call.method.returns == Kind::Ref, twin.returns == Kind::Ref);
        match is_ref {
            _ if call.method.returns == Kind::Void || twin.returns == Kind::Void => Ok(true),
            (true, true) => self.are_equal_objects(call, own, other),
            // Numbers, of which one may be in a box.
            _ => {
                let number = |returns: Kind, word: u64| match returns {
                    Kind::Ref if word == 0 => None,
                    Kind::Ref => self.machine.unbox(Ref(word as u32)),
                    kind => Some((kind, word)),
                };
                let both = number(call.method.returns, own).zip(number(twin.returns, other));
                Ok(both.is_some_and(|(own, other)| is_same_number(own, other)))
            }
        }
    }

    fn are_equal_objects(&mut self, call: &Call, own: u64, other: u64) -> Result<bool, Outcome> {
        let objects = self.calls.objects.len();
        let itself = (self.roots[call.receiver].0, self.roots[objects + call.receiver].0);
        if (own as u32, other as u32) == itself {
            return Ok(true);
        }
        match self.run(self.equality, &[own, other]) {
            Ran::Returned(word) => Ok(word != 0),
            Ran::Stopped(stop) => Err(stopped(stop)),
            _ => Err(gap("two results could not be compared by equals".to_string(), String::new())),
        }
    }

    fn told(&self, ended: &CallResult, returns: Kind) -> String {
        match ended {
            CallResult::Threw(exception) => format!("throws {}", class_name(&self.machine, *exception)),
            CallResult::Returned(_) if returns == Kind::Void => "returns".to_string(),
            CallResult::Returned(word) => format!("gives {}", told_value(&self.machine, returns, *word)),
        }
    }

    /// What can be reached from the objects is not what it was. An identity hash that was asked for is no change: who
    /// keeps the nodes it has seen in a set asks for one.
    fn is_changed_by_invariant(&mut self) -> Result<bool, Outcome> {
        let is_same = !self.has_other_form()?
            || form::is_same_but_for_hashes(&self.machine, &self.scratch.0, &self.words)
                .map_err(unsupported)?;
        Ok(!is_same)
    }

    /// The invariant of every object. Whatever it does is undone.
    pub(crate) fn judge_invariant(&mut self) -> Result<(), Outcome> {
        let Some((adapter, name)) = self.invariant else { return Ok(()) };
        for at in 0..self.calls.objects.len() {
            let root = self.roots[at];
            let mark = self.machine.mark();
            // Which hashes come next is undone with all else.
            let asked = self.tally.beside.contains(&Beside::Hashes);
            let ran = self.run(adapter, &[u64::from(root.0)]);
            if !asked && self.tally.beside.remove(&Beside::Hashes) {
                self.tally.beside.insert(Beside::InvariantHashes);
            }
            let has_ended = matches!(ran, Ran::Returned(_) | Ran::Threw(_));
            let is_changed = has_ended && self.is_changed_by_invariant()?;
            let beside = match has_ended {
                true => self.look_at_base(&format!("the invariant {name}()")),
                false => Ok(()),
            };
            let outcome = match ran {
                _ if is_changed => {
                    let what = format!("the invariant {name}() changes the object it is asked about");
                    Err(Outcome::Unknown(Gap { cause: Cause::Input, what, place: String::new() }))
                }
                _ if beside.is_err() => beside.map_err(blamed),
                Ran::Returned(0) => Err(violated(format!("{name}() gives false"), Vec::new())),
                Ran::Returned(_) => Ok(()),
                Ran::Threw(exception) => {
                    let Finding { message, details, .. } =
                        thrown(&self.machine, &format!("{name}()"), exception);
                    Err(violated(message, details))
                }
                Ran::Waits => Err(gap(format!("{name}() waits for ever"), String::new())),
                Ran::Endless | Ran::Calls(_) => Err(gap(format!("{name}() comes to no end"), String::new())),
                Ran::Stopped(stop) => Err(stopped(stop)),
            };
            self.machine.rewind(mark);
            outcome?;
        }
        Ok(())
    }
}

/// Two numbers are the same, whatever their types: as `equals` of the wider type has it, where all that are no number
/// are one.
pub(crate) fn is_same_number(one: (Kind, u64), other: (Kind, u64)) -> bool {
    let is_fraction = |kind: Kind| matches!(kind, Kind::Float | Kind::Double);
    let whole = |(kind, word): (Kind, u64)| match kind {
        Kind::Long => word as i64,
        _ => i64::from(word as i32),
    };
    let fraction = |(kind, word): (Kind, u64)| match kind {
        Kind::Float => f64::from(f32::from_bits(word as u32)),
        Kind::Double => f64::from_bits(word),
        _ => whole((kind, word)) as f64,
    };
    if !is_fraction(one.0) && !is_fraction(other.0) {
        return whole(one) == whole(other);
    }
    let (one, other) = (fraction(one), fraction(other));
    one.to_bits() == other.to_bits() || (one.is_nan() && other.is_nan())
}

/// How a call ended.
pub(crate) enum CallResult {
    Returned(u64),
    Threw(Ref),
}

fn at_class(calls: &crate::call::Calls, at: usize) -> ClassId {
    calls.objects.iter().chain(&calls.twins).nth(at).map_or(ClassId::NONE, |made| made.class)
}

/// What an invariant changes is the fault of who asked for it.
fn blamed(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Unknown(gap) => Outcome::Unknown(Gap { cause: Cause::Input, ..gap }),
        other => other,
    }
}

fn violated(message: String, details: Vec<String>) -> Outcome {
    Outcome::Violated(Finding { property: INVARIANT, message, details })
}

/// An exception that nobody expects.
pub(crate) fn thrown(machine: &Machine, shown: &str, exception: Ref) -> Finding {
    let class = machine.heap.class_of(exception);
    let assertion = machine.program.loaded(base::Symbol::new("java/lang/AssertionError"));
    let is_assertion = assertion.is_some_and(|above| machine.program.is_subclass(class, above));
    let text = machine.describe_exception(exception);
    let mut lines = text.lines().map(|line| line.trim_start().to_string());
    let message = format!("{shown} throws {}", lines.next().unwrap_or_default());
    let property = if is_assertion { Property::ASSERTION } else { Property::EXCEPTION };
    Finding { property, message, details: lines.collect() }
}

fn class_name(machine: &Machine, object: Ref) -> String {
    machine.program.classes[machine.heap.class_of(object)].external_name()
}

/// A value in words.
fn told_value(machine: &Machine, kind: Kind, word: u64) -> String {
    match kind {
        Kind::Boolean => (word != 0).to_string(),
        Kind::Char => format!("'{}'", char::from_u32(word as u32).unwrap_or('?')),
        Kind::Long => (word as i64).to_string(),
        Kind::Float => f32::from_bits(word as u32).to_string(),
        Kind::Double => f64::from_bits(word).to_string(),
        Kind::Ref if word == 0 => "null".to_string(),
        Kind::Ref => {
            let object = Ref(word as u32);
            match machine.unbox(object) {
                Some((kind, word)) => told_value(machine, kind, word),
                None if machine.heap.class_of(object) == machine.known().string => {
                    format!("{:?}", machine.text(object))
                }
                None => format!("a {}", class_name(machine, object)),
            }
        }
        _ => (word as i32).to_string(),
    }
}

fn gap(what: String, place: String) -> Outcome {
    Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place })
}

pub(crate) fn trapped(trap: vm::Trap) -> Outcome {
    match trap {
        vm::Trap::Stop(stop) => stopped(*stop),
        other => stopped(Stop::Internal(format!("{other:?}"))),
    }
}

/// What ended the whole execution.
pub(crate) fn stopped(stop: Stop) -> Outcome {
    let (cause, what, place) = match stop {
        Stop::Unsupported { what, at, .. } => (Cause::Unsupported, what, at),
        Stop::Refused { what, at, .. } => (Cause::Refused, what, at),
        Stop::Exit(code) => {
            (Cause::Unsupported, format!("a call that ends the program, with code {code}"), String::new())
        }
        Stop::Invalid(error) => (Cause::Input, error.to_string(), String::new()),
        Stop::Pruned => return Outcome::Pruned,
        Stop::Finished => return Outcome::Finished,
        Stop::Uncaught { message, .. } | Stop::Forbidden { message, .. } => {
            (Cause::Fault, message, String::new())
        }
        Stop::Kept { .. } => {
            (Cause::Unsupported, "a call that keeps the path (Verify.storeTrace)".to_string(), String::new())
        }
        Stop::Internal(what) => (Cause::Fault, what, String::new()),
    };
    Outcome::Unknown(Gap { cause, what, place })
}
