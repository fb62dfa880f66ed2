//! How far a depth-first search has come.

use super::Dfs;
use crate::core::Reach;
use crate::limits::Share;
use crate::result::Next;

/// The path is measured each time that it is so many steps longer than ever.
const MEASURED_EVERY: usize = 256;

impl Dfs<'_> {
    /// The path is longer than ever.
    pub(super) fn measure_path(&mut self, depth: usize) {
        if depth.is_multiple_of(MEASURED_EVERY) {
            self.core.result.statistics.path_bytes = self.path_bytes();
        }
    }

    /// Bytes that are held to go back along the path. Lists that grow have room for more, which does not count.
    fn path_bytes(&self) -> u64 {
        let own = size_of_val(&*self.stack) + self.branches.bytes();
        own as u64
            + self.independence.as_ref().map_or(0, |independence| independence.path_bytes())
            + self.bottoms.as_ref().map_or(0, |bottoms| bottoms.path_bytes())
            + self.core.system.gauges().map_or(0, |gauges| gauges.path_bytes())
    }

    /// Which share of all branches lies behind the present path, if it begins where the program does and no
    /// level has lost choices.
    fn share(&self) -> Option<Share> {
        /// Branches that are thinner than this change nothing that anybody would see.
        const THIN: f64 = 1e-6;
        if !self.prefix.is_empty() || self.is_rest {
            return None;
        }
        let (mut weight, mut done) = (1.0, 0.0);
        for open in &self.stack {
            let count = f64::from(open.end.max(1));
            done += weight * f64::from(open.next.saturating_sub(1)) / count;
            weight /= count;
            if weight < THIN {
                break;
            }
        }
        Some(Share::Branches(done))
    }

    /// Tells how far the search is, and whether it may go on.
    pub(super) fn look_around(&mut self) -> Next {
        if self.core.result.rely_on(self.store) == Next::Stop {
            return Next::Stop;
        }
        let depth = self.prefix.len() + self.stack.len();
        let bytes = self.independence.as_ref().map_or(0, |independence| independence.bytes())
            + self.bottoms.as_ref().map_or(0, |bottoms| bottoms.bytes())
            + self.tap.as_ref().map_or(0, |tap| tap.bytes());
        let reach = Reach { depth, frontier: self.stack.len() as u64, bytes, share: self.share() };
        let progress = self.core.progress(reach, Some(self.store));
        self.peers.look_around(&mut self.core.result, &progress)
    }
}
