//! Livelocks and partial deadlocks along a script: components of its graph that are never left, looked at one by one.

use crate::along::Certification;
use lts::{Finding, System};
use search::{Caught, Found, GivenUp, SearchResult, Why, caught};
use std::io::Read;

impl<R: Read> Certification<'_, R> {
    /// Looks at components that are never left, if all of the graph is known, and as it is told.
    pub(crate) fn look_at_bottoms(&mut self, ended: &mut SearchResult, system: &mut dyn System) {
        let goes_on = ended.is_complete() && (ended.found.is_empty() || self.plan.limits.all);
        let Some(bottoms) = self.bottoms.take().filter(|_| goes_on) else { return };
        let mut watch = || self.plan.over().is_none();
        for path in bottoms {
            let is_told = |finding: &Finding| ended.found.iter().any(|found| found.finding == *finding);
            match caught(system, &mut store::Exact::default(), &path, &mut watch) {
                Ok(Some(Caught::Livelock(finding))) if !is_told(&finding) => {
                    ended.found.push(Found { finding, path });
                }
                Ok(Some(Caught::PartialDeadlock(stranded, finding))) if !is_told(&finding) => {
                    ended.stranded.get_or_insert((stranded, finding));
                }
                Ok(Some(Caught::Overdue(stranded))) => {
                    ended.overdue.get_or_insert(stranded);
                }
                Ok(_) => {}
                Err(GivenUp) => ended.cut.push(self.plan.over().unwrap_or(Why::Interrupted)),
            }
            if !self.plan.limits.all && !ended.found.is_empty() {
                break;
            }
        }
        // A program that ends otherwise misses them; of one that never does nobody can say.
        if ended.statistics.ends > 0
            && (self.plan.limits.all || ended.found.is_empty())
            && let Some((stranded, finding)) = ended.stranded.take()
        {
            ended.found.push(Found { finding, path: stranded.path });
        }
        self.seeks_livelocks = true;
        ended.seeks_stranded = true;
        for map in self.maps.iter_mut().filter(|map| map.index == 0) {
            map.seeks_livelocks = true;
        }
    }
}
