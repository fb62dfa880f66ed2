//! What the explorer can do beside moving about: tell what it has learnt, foresee, count.

use super::gate::{ASSUMED, INTERNED, WATCHED};
use super::reading;
use super::system::Explorer;
use super::tally::locked;
use lts::{Choice, CompId, Foresee, Gauges, Knowledge, Pool};

impl Knowledge for Explorer {
    fn broken(&self) -> u64 {
        // What atoms look at is no belief.
        let learnt = self.driver.gate.learnt();
        learnt.chunks_exact(3).filter(|triple| triple[0] != WATCHED).count() as u64
    }

    fn learnt(&self) -> Vec<u32> {
        let assumed = self.machine.time.assumed.bits();
        let assumed = (assumed != 0).then_some([ASSUMED, assumed, 0]);
        let texts = self.machine.learnt_texts().map(|text| [INTERNED, (text >> 32) as u32, text as u32]);
        let places = self.driver.gate.learnt().into_iter();
        places.chain(texts.flatten()).chain(assumed.into_iter().flatten()).collect()
    }

    fn learn(&mut self, learnt: &[u32]) {
        self.foresight.forget();
        self.driver.gate.learn(learnt);
        let triples = learnt.chunks_exact(3).filter(|triple| triple[0] == ASSUMED);
        triples.for_each(|triple| self.machine.time.assumed.add(triple[1]));
        let texts = learnt.chunks_exact(3).filter(|triple| triple[0] == INTERNED);
        let texts: Vec<u64> = texts.map(|triple| u64::from(triple[1]) << 32 | u64::from(triple[2])).collect();
        self.machine.expect_texts(&texts, true);
    }

    fn granted(&self) -> u32 {
        self.machine.time.assumed.bits()
    }

    fn grant(&mut self, granted: u32) {
        self.machine.time.assumed.add(granted);
    }

    fn relied_on(&mut self) -> Vec<u64> {
        self.machine.take_constants()
    }

    fn rely_on(&mut self, needs: &[u64]) {
        self.machine.expect_texts(needs, false);
    }
}

impl Foresee for Explorer {
    fn foresee(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool {
        let first = out.len();
        let is_foreseen = self.foretell(choice, pool, out);
        if cfg!(debug_assertions) && is_foreseen {
            self.compare(choice, pool, &out[first..]);
        }
        is_foreseen
    }

    fn foreseen_effect(&self) -> Option<bool> {
        self.foresight.effect()
    }
}

impl Gauges for Explorer {
    fn instructions(&self) -> u64 {
        self.machine.instructions
    }

    fn path_bytes(&self) -> u64 {
        self.machine.journal_bytes() + self.marks.bytes() + self.canon.log_bytes()
    }

    fn user_value(&self) -> i64 {
        i64::from(self.machine.across.heuristic_value)
    }

    fn keeps_across_paths(&self) -> bool {
        locked(&self.driver.across).is_used
    }

    fn met(&self) -> Vec<String> {
        let classes = self.machine.program.classes.iter();
        let of_program = classes.filter(|(_, class)| class.loader == vm::program::Loader::App);
        let mut names: Vec<String> = of_program.map(|(_, class)| class.name.text().to_string()).collect();
        let files = self.machine.program.sources.app.asked();
        names.extend(files.iter().map(|path| format!("/{path}")));
        names.sort_unstable();
        names
    }

    fn read(&self) -> Vec<(String, u64)> {
        let names = self.met().into_iter();
        let mut read: Vec<(String, u64)> =
            names.filter_map(|name| self.reread(&name).map(|sum| (name, sum))).collect();
        // Of the class path it counts what files hold, and not where they lie: that may be another place each time.
        let places = &self.machine.options.loadable;
        let is_outside = |path: &std::path::Path| !places.iter().any(|place| path.starts_with(place));
        read.extend(self.machine.host.answers(&is_outside));
        read
    }

    fn reread(&self, name: &str) -> Option<u64> {
        reading::source(&*self.machine.program.sources.app, name)
            .or_else(|| self.machine.host.answer_now(name))
    }

    fn late_names(&self) -> Vec<(u64, u64)> {
        self.machine.late_tokens()
    }

    fn kinds(&self) -> &'static [&'static str] {
        &super::canon::KINDS
    }

    fn links(&self) -> &'static [(u8, usize)] {
        &super::canon::LINKS
    }

    fn actors(&self) -> Option<lts::ActorParts> {
        Some(super::canon::actors())
    }
}
