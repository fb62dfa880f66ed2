//! How a system is explored. Knows [`lts::System`] and [`lts::Store`] and nothing of what is behind them.

#![forbid(unsafe_code)]

mod bottoms;
mod caught;
mod checkpoint;
mod codec;
mod components;
mod core;
mod cycles;
mod dfs;
mod dpor;
mod independence;
mod jump;
mod limits;
mod minimize;
mod nested;
mod pages;
mod parallel;
mod peers;
mod portfolio;
mod record;
mod result;
mod sample;
mod sequential;
mod stranded;
mod tap;
mod tighten;
mod visit;

pub use caught::{Caught, GivenUp, caught};
pub use checkpoint::{Acquaintance, Checkpoint, Growth, Terms};
pub use components::component_search;
pub use cycles::{Cycles, Lasso};
pub use dpor::stateless;
pub use sequential::{
    Checkpoints, Keep, depth_first, depth_first_from, depth_first_here, keeping, recorded, resume,
};

pub use jump::{Order, best_first};
pub use limits::{Limits, Progress, Share, Why};
pub use minimize::{Minimized, Surprises, minimize, surprises};
pub use nested::nested_depth_first;
pub use parallel::{Workers, parallel};
pub use portfolio::{Portfolio, portfolio};
pub use record::{Probe, Record, RecordedState, RecordedStep, record, record_by_workers};
pub use result::{Found, FoundBy, SearchResult, Statistics};
pub use sample::{Budget, Sampling, Strategy, sample};
pub use stranded::{Stranded, stranded};
pub use tighten::tighten;
pub use visit::{Visit, visit};
