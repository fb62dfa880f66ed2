//! Flags of `jaywalk check` that do not go together.

use crate::flags::Check;
use crate::fronts;
use crate::searching::Search;
use crate::stores::Kind;
use front::Reduction;

/// Why some ways to name states go with some searches only.
const JUMPS: &str = "--symmetry, --thread-symmetry and --gc go with --search dfs and one worker: \
    others make states again from their names";

const SCRIPTED: &str = "--script goes with --search dfs, one worker, the exact store, \
    and neither checkpoints nor temporal properties";

const KEPT: &str = "--checkpoint and --resume go with --search dfs, one worker and the exact store, \
    not with --outputs; with one LTL formula or automaton, or with formulas of other logics, without --all";

const UNLOOKED: &str = "--search dpor is not for invariants: leave it out";

const TOLD_APART: &str = "invariants tell threads and objects apart: \
    leave out --symmetry, --thread-symmetry and --gc";

const SPILLED: &str = "--spill is for searches that keep visited states: \
    neither --search random, pct or dpor nor temporal properties go with it";

const STATELESS: &str = "--search dpor keeps no states and goes by which steps commute: leave out --races, --store, \
    --compress, --without, and ways to reduce other than --reduce order";

/// What is wrong with flags that do not go together.
pub fn contradiction(check: &Check) -> Option<&'static str> {
    let by_state = check.searching.search == Search::Preemptions;
    let workers = check.searching.workers();
    let is_plain = workers == 1 && check.searching.search.is_depth_first();
    check
        .distributing
        .contradiction(check)
        .or_else(|| check.searching.contradiction())
        .or_else(|| check.storing.contradiction(by_state, workers))
        .or_else(|| (check.same.is_special() && !is_plain).then_some(JUMPS))
        .or_else(|| crate::temporal::contradiction(check))
        .or_else(|| (check.same.is_special() && !check.temporal.invariant.is_empty()).then_some(TOLD_APART))
        .or_else(|| {
            let is_dpor = check.searching.search == Search::Dpor;
            (is_dpor && !check.temporal.invariant.is_empty()).then_some(UNLOOKED)
        })
        .or_else(|| (check.storing.spill.is_some() && !remembers(check)).then_some(SPILLED))
        .or_else(|| {
            let is_written = is_plain && check.temporal.properties().is_empty() && !check.keeping.is_wanted();
            (check.script.is_some() && !(is_written && check.storing.store == Kind::Exact))
                .then_some(SCRIPTED)
        })
        .or_else(|| {
            let is_kept = check.keeping.is_wanted() && !check.distributing.is_wanted();
            let seeks_more = check.temporal.searches() > usize::from(!check.searching.all);
            let is_usual = is_plain && check.storing.is_tree() && !seeks_more && !check.outputs;
            (is_kept && !is_usual).then_some(KEPT)
        })
        .or_else(|| {
            let is_model = fronts::is_model(&check.program.main);
            let is_told = is_model || check.reduction() == Reduction::Order;
            let is_stateless = check.searching.search == Search::Dpor;
            (is_stateless && !(is_told && check.storing.is_tree())).then_some(STATELESS)
        })
}

/// The search is one whose memory is a set of states, and not much else.
fn remembers(check: &Check) -> bool {
    let has_none = matches!(check.searching.search, Search::Random | Search::Pct | Search::Dpor);
    !has_none && check.temporal.properties().is_empty()
}
