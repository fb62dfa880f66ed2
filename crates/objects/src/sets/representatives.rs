//! Abstract matching by sets: of structures with one name, the first stands for the others, as where one structure
//! comes after the other (`crate::matching`).
//!
//! A level is executed as ever, with structures told apart by all that is in them. What is new is named in the order
//! in which one structure after the other would have been. Equal structures have equal names, so none is missed by
//! being told apart first.

use super::{New, Sets};
use crate::system::Objects;
use base::FastSet;
use delta::{Row, Walked};
use lts::Outcome;

/// Structures that stand for others.
pub(super) struct Representatives {
    /// A shape has one structure: others are not even stored.
    is_shape: bool,
    /// All names, where they are not shapes.
    names: FastSet<Box<[u32]>>,
    rows: FastSet<Row>,
}

impl Representatives {
    /// The first structure is the one that the machine has just named.
    pub fn new(objects: &Objects, first: Row) -> Option<Representatives> {
        let names = objects.names.as_ref()?;
        let name: Box<[u32]> = names.present().into();
        Some(Representatives {
            is_shape: names.is_shape(),
            names: [name].into_iter().collect(),
            rows: [first].into_iter().collect(),
        })
    }
}

impl Sets {
    /// Structures so far, those that others stand for aside.
    pub(super) fn structures(&self) -> u64 {
        self.kept.as_ref().map_or(self.shapes.states, |kept| kept.rows.len() as u64)
    }

    /// The structure is one that stands for others, or for itself.
    pub(super) fn stands(&self, row: Row) -> bool {
        self.kept.as_ref().is_none_or(|kept| kept.rows.contains(&row))
    }

    /// Another structure stands for all of this shape since an earlier level.
    pub(super) fn is_old_shape(&self, walked: &Walked) -> bool {
        let is_shape = self.kept.as_ref().is_some_and(|kept| kept.is_shape);
        is_shape
            && self
                .shapes
                .table_with(walked)
                .is_some_and(|table| self.fresh.get(table.0 as usize).is_some_and(|fresh| fresh.first > 0))
    }

    /// The new structures of a level that are met before `end`, in order; those for which others stand are left out.
    pub(super) fn choose(&mut self, end: u64) -> Vec<New> {
        let mut all = Vec::new();
        for (table, fresh) in (0..).zip(&self.fresh) {
            let rows = (fresh.first..).map(|row| Row { table: delta::TableId(table), row });
            all.extend(fresh.keys.iter().zip(rows).map(|(&key, row)| New { key, row }));
        }
        all.sort_unstable();
        let Some(mut kept) = self.kept.take() else { return all };
        all.retain(|new| new.key < end);
        match kept.is_shape {
            true => self.first_of_each_shape(&mut kept, &mut all),
            false => all.retain(|new| self.is_first_named(&mut kept, new.row)),
        }
        self.kept = Some(kept);
        all
    }

    fn first_of_each_shape(&mut self, kept: &mut Representatives, all: &mut Vec<New>) {
        let mut met = FastSet::default();
        all.retain(|new| met.insert(new.row.table));
        for new in all {
            self.shapes.keep_only(new.row);
            self.fresh[new.row.table.0 as usize].keys = vec![new.key];
            new.row.row = 0;
            kept.rows.insert(new.row);
        }
    }

    /// The machine names a structure, which is kept if it is the first with its name.
    fn is_first_named(&mut self, kept: &mut Representatives, row: Row) -> bool {
        let named = self.name(row);
        self.objects.leave();
        match named {
            Ok(name) => kept.names.insert(name) && kept.rows.insert(row),
            Err(Outcome::Unknown(gap)) => {
                self.gap(gap);
                false
            }
            Err(_) => false,
        }
    }

    fn name(&mut self, row: Row) -> Result<Box<[u32]>, Outcome> {
        self.make(row)?;
        self.objects.take_name()?;
        Ok(self.objects.names.as_ref().map_or(&[][..], |names| names.present()).into())
    }
}
