//! Elements of arrays. An index may depend on the state, so that an expression is one thing here and another there;
//! arrays of arrays have such an index at every level.

use super::scope::MAX_CHAIN;
use super::{Compiler, Item, Meaning};
use crate::error::{Refusal, Span, wrong};
use crate::number::Int;
use crate::syntax::{Expr, Node};
use crate::term::{Scalar, Values};
use std::rc::Rc;
use sym::Lit;

/// What an expression may stand for, each with where it does. In every state that counts, one of them.
type Things = Vec<(Lit, Item)>;

impl Compiler<'_> {
    /// The value of an element.
    pub(super) fn element(&mut self, expr: &Expr, scope: usize) -> Result<Values, Refusal> {
        let mut chosen: Option<Values> = None;
        for (here, item) in self.things(expr, scope, 0)? {
            let own = self.item(&item, expr.place)?;
            chosen = Some(match chosen {
                None => own,
                Some(others) => self.either(expr.place, here, own, others)?,
            });
        }
        chosen.map_or_else(|| wrong(expr.place, "the index is outside of the array"), Ok)
    }

    fn things(&mut self, expr: &Expr, scope: usize, chain: usize) -> Result<Things, Refusal> {
        if chain > MAX_CHAIN {
            return wrong(expr.place, "this is defined by itself");
        }
        match &expr.node {
            Node::Index(base, index) => {
                let arrays = self.things(base, scope, chain + 1)?;
                let Scalar::Int(at) = self.scalar(index, scope)? else {
                    return wrong(index.place, "an index is a number");
                };
                let mut all = Vec::new();
                for (here, item) in self.looked_into(arrays, chain)? {
                    let Item::Array { from, items } = item else { return no_array(base.place) };
                    all.extend(self.elements_at(here, from, &items, &at, index.place)?);
                }
                Ok(all)
            }
            Node::Name(_) | Node::Dot(..) => match self.follow(expr, scope, chain)? {
                Some(item) => Ok(vec![(Lit::TRUE, item)]),
                None => no_array(expr.place),
            },
            _ => no_array(expr.place),
        }
    }

    /// Arguments and definitions that are elements of arrays themselves, as what they stand for.
    fn looked_into(&mut self, things: Things, chain: usize) -> Result<Things, Refusal> {
        let mut all = Vec::new();
        for (here, item) in things {
            let inner = match &item {
                Item::Meaning(number) => Some(self.meanings[*number].clone()),
                _ => None,
            };
            match inner {
                Some(Meaning { expr, scope, .. })
                    if matches!(expr.node, Node::Name(_) | Node::Dot(..) | Node::Index(..)) =>
                {
                    // A definition must make sense everywhere, wherever it is used first.
                    let before = std::mem::replace(&mut self.guard, Lit::TRUE);
                    let inner = self.things(&expr, scope, chain + 1);
                    let inner = inner.and_then(|things| self.looked_into(things, chain + 1));
                    self.guard = before;
                    for (there, item) in inner? {
                        all.push((self.circuit().and(here, there), item));
                    }
                }
                _ => all.push((here, item)),
            }
        }
        Ok(all)
    }

    /// The elements of one array that an index may be, where the array is the one that is meant.
    fn elements_at(
        &mut self,
        here: Lit,
        from: i64,
        items: &[Item],
        at: &Int,
        place: Span,
    ) -> Result<Things, Refusal> {
        self.check_size(place)?;
        if at.least == at.most {
            let number = at.least.checked_sub(from).and_then(|at| usize::try_from(at).ok());
            return match number.and_then(|number| items.get(number)) {
                Some(item) => Ok(vec![(here, item.clone())]),
                None => wrong(place, format!("the array has no element {}", at.least)),
            };
        }
        let last = from + items.len() as i64 - 1;
        let below = at.is_less(self.circuit(), &Int::constant(from));
        let above = Int::constant(last).is_less(self.circuit(), at);
        let inside = self.circuit().and(!below, !above);
        let before = self.guard;
        self.guard = self.circuit().and(before, here);
        let fits = self.must(inside, place, &format!("the index can be outside of {from}..{last}"), true);
        self.guard = before;
        fits?;
        let mut all = Vec::new();
        for (number, item) in (from..).zip(items) {
            let circuit = self.circuit();
            let own = at.equals(circuit, &Int::constant(number));
            let own = circuit.and(here, own);
            if own != Lit::FALSE {
                all.push((own, item.clone()));
            }
        }
        Ok(all)
    }

    /// An array of definitions: each element is a definition of its own.
    pub(super) fn array_of(&mut self, number: usize, elements: &[Expr], scope: usize) -> Item {
        if let Some(known) = self.arrays.get(&number) {
            return known.clone();
        }
        let name = self.meanings[number].name.clone();
        let array = self.array_named(&name, elements, scope);
        self.arrays.insert(number, array.clone());
        array
    }

    fn array_named(&mut self, name: &str, elements: &[Expr], scope: usize) -> Item {
        let mut items = Vec::new();
        for (number, element) in elements.iter().enumerate() {
            let name = format!("{name}[{number}]");
            items.push(match &element.node {
                Node::Array(inner) => self.array_named(&name, inner, scope),
                _ => {
                    self.meanings.push(Meaning { expr: Rc::new(element.clone()), scope, name });
                    Item::Meaning(self.meanings.len() - 1)
                }
            });
        }
        Item::Array { from: 0, items }
    }
}

fn no_array<T>(place: Span) -> Result<T, Refusal> {
    wrong(place, "this is no array; bits of a word are selected by [high:low]")
}
