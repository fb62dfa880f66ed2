//! Random programs, each of them by its seed and the switches alone.

pub use crate::feature::Feature;
use crate::program::{AtomicOp, Catch, Class, Cond, Expr, Lock, Place, Program, RefPlace, Stmt, Style};
use crate::program::{CLASSES, ELEMENTS, LOCALS, LOCKS, PLAIN, REENTRANT, REFS};
use crate::random::Random;

/// How large programs are.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub threads: usize,
    /// Statements of one body, not counting those inside of others.
    pub statements: usize,
    pub depth: usize,
}

impl Size {
    pub const SMALL: Size = Size { threads: 3, statements: 4, depth: 2 };
}

/// The program of a seed, and what it is made of.
pub fn generate(seed: u64, allowed: &[Feature], size: Size) -> (Program, Vec<Feature>) {
    let mut random = Random::new(seed);
    let share = 20 + random.below(60);
    let mut features: Vec<Feature> = allowed.iter().copied().filter(|_| random.percent(share)).collect();
    if features.contains(&Feature::Locks) {
        let apart = [Feature::Park, Feature::Interrupts, Feature::EarlyInterrupts, Feature::InterruptedWaits];
        features.retain(|feature| !apart.contains(feature));
    }
    let threads = 2 + random.below(size.threads - 1);
    let style_share = if features.contains(&Feature::Late) { 40 } else { 0 };
    let mut maker = Maker { random, features, size, threads, style_share, me: None };
    (maker.program(), maker.features)
}

/// A program with threads that go on for ever, and nothing that would make it infinite.
pub fn endless(seed: u64) -> Program {
    const FEATURES: [Feature; 5] =
        [Feature::Volatile, Feature::Monitors, Feature::Waits, Feature::Inputs, Feature::Atomics];
    let (mut program, _) = generate(seed, &FEATURES, Size { threads: 3, statements: 2, depth: 1 });
    (program.shows, program.catches) = (false, true);
    let mut random = Random::new(seed ^ 0x5eed);
    let to = |random: &mut Random| random.pick(&[Place::Plain(0), Place::Plain(1), Place::Volatile(0)]);
    for body in &mut program.threads {
        body.retain(|stmt| !matches!(stmt, Stmt::Join { .. }));
        if random.percent(50) {
            // At least one write, so that others have something to see.
            let write = |random: &mut Random| Stmt::Write {
                to: to(random),
                value: Expr::Const(random.pick(&[0, 1, 2])),
                style: Style::Direct,
            };
            let mut inside = vec![write(&mut random), write(&mut random)];
            if random.percent(30) {
                inside = vec![Stmt::Sync { lock: Lock::Object(0), attempt: None, body: inside }];
            }
            body.push(Stmt::Loop { body: inside });
        }
    }
    program
}

struct Maker {
    random: Random,
    features: Vec<Feature>,
    size: Size,
    threads: usize,
    style_share: usize,
    /// Whose body is being made; no thread's if it is an initializer.
    me: Option<usize>,
}

impl Maker {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn program(&mut self) -> Program {
        let classes = if self.has(Feature::Classes) { CLASSES } else { 0 };
        let mut program = Program {
            classes: Vec::new(),
            threads: Vec::new(),
            daemons: vec![false; self.threads],
            shows: true,
            catches: true,
            probe: None,
        };
        for class in 0..classes {
            let extends = (class == 1 && self.random.percent(30)).then_some(0);
            let count = 1 + self.random.below(2);
            let initializer = self.stmts(count, 1, &[]);
            program.classes.push(Class { extends, initializer });
        }
        for thread in 0..self.threads {
            self.me = Some(thread);
            let count = 1 + self.random.below(self.size.statements);
            let body = self.stmts(count, 0, &[]);
            program.threads.push(body);
        }
        self.starts(&mut program);
        self.ends(&mut program);
        program
    }

    /// Each thread is started once, by main or by one that is started itself.
    fn starts(&mut self, program: &mut Program) {
        for thread in 1..self.threads {
            if self.has(Feature::Interrupts) && !self.has(Feature::EarlyInterrupts) {
                program.threads[0].insert(thread - 1, Stmt::Start(thread));
                continue;
            }
            let inside = self.has(Feature::StartsInside) && thread > 1 && self.random.percent(50);
            let by = if inside { thread - 1 } else { 0 };
            let body = &mut program.threads[by];
            let at = if self.random.percent(60) { 0 } else { self.random.below(body.len() + 1) };
            body.insert(at, Stmt::Start(thread));
        }
        if self.has(Feature::Daemons) {
            program.daemons.iter_mut().skip(1).for_each(|daemon| *daemon = self.random.percent(40));
        }
        program.shows = self.random.percent(85);
        program.catches = self.random.percent(75);
    }

    fn ends(&mut self, program: &mut Program) {
        let joins = self.random.percent(60);
        for thread in 1..self.threads {
            if joins && !program.daemons[thread] {
                program.threads[0].push(Stmt::Join { thread, timed: false });
            }
        }
        for body in program.threads.iter_mut().skip(1) {
            if self.features.contains(&Feature::Prints) && self.random.percent(60) {
                body.push(Stmt::Print(Expr::Local(self.random.below(LOCALS))));
            }
        }
    }

    fn stmts(&mut self, count: usize, depth: usize, held: &[Lock]) -> Vec<Stmt> {
        (0..count).map(|_| self.stmt(depth, held)).collect()
    }

    fn block(&mut self, depth: usize, held: &[Lock]) -> Vec<Stmt> {
        let count = 1 + self.random.below(3);
        self.stmts(count, depth + 1, held)
    }

    fn local(&mut self) -> usize {
        // Few locals are used, so that what is read is also looked at.
        self.random.below(2)
    }

    fn value(&mut self) -> i32 {
        self.random.pick(&[0, 1, 1, 2])
    }

    fn expr(&mut self) -> Expr {
        match self.random.below(4) {
            0 => Expr::Local(self.local()),
            1 => Expr::Sum(self.local(), 1),
            _ => Expr::Const(self.value()),
        }
    }

    fn cond(&mut self) -> Cond {
        Cond { local: self.local(), is: self.random.percent(60), value: self.value() }
    }

    fn thread(&mut self) -> usize {
        self.random.below(self.threads)
    }

    /// Whom to interrupt: where early interrupts are off, one who is surely started.
    fn target(&mut self) -> usize {
        let any = self.me == Some(0) || self.has(Feature::EarlyInterrupts);
        let below = if any { self.threads } else { self.me.map_or(1, |me| me + 1) };
        self.random.below(below)
    }

    fn lock(&mut self) -> Lock {
        match self.random.below(8) {
            0 => Lock::Class,
            1 | 2 if self.has(Feature::ThreadMonitors) => Lock::Thread(self.thread()),
            3..6 if self.has(Feature::Locks) => Lock::Reentrant(self.random.below(REENTRANT)),
            _ => Lock::Object(self.random.below(LOCKS)),
        }
    }

    fn style(&mut self) -> Style {
        if !self.random.percent(self.style_share) {
            return Style::Direct;
        }
        self.random.pick(&[Style::Lambda, Style::LateClass, Style::Method, Style::Virtual])
    }

    fn place(&mut self) -> Place {
        let mut places: Vec<Place> = (0..PLAIN).map(Place::Plain).collect();
        if self.has(Feature::Volatile) {
            places.extend([Place::Volatile(0), Place::Volatile(0)]);
        }
        if self.has(Feature::Arrays) {
            places.extend((0..ELEMENTS).map(Place::Element));
            if self.has(Feature::Exceptions) && self.random.percent(10) {
                places.push(Place::Element(ELEMENTS));
            }
        }
        if self.has(Feature::Objects) {
            places.extend((0..REFS).map(Place::Field));
        }
        if self.has(Feature::Classes) {
            places.extend((0..CLASSES).map(Place::Class));
            places.extend((0..CLASSES).map(Place::Class));
        }
        self.random.pick(&places)
    }

    fn stmt(&mut self, depth: usize, held: &[Lock]) -> Stmt {
        if depth < self.size.depth && self.random.percent(40) {
            return self.nested(depth, held);
        }
        let apart = !self.has(Feature::Interrupts) || self.has(Feature::InterruptedWaits);
        let mut makers: Vec<fn(&mut Maker, &[Lock]) -> Stmt> = vec![Maker::access; 4];
        let mut when = |feature, times, maker: fn(&mut Maker, &[Lock]) -> Stmt| {
            if self.features.contains(&feature) {
                makers.extend(std::iter::repeat_n(maker, times));
            }
        };
        when(Feature::Objects, 3, Maker::object);
        when(Feature::Atomics, 2, Maker::atomic);
        when(Feature::Waits, if held.is_empty() || !apart { 0 } else { 6 }, Maker::condition);
        when(Feature::Interrupts, 3, Maker::interrupt);
        when(Feature::Park, if apart { 2 } else { 0 }, Maker::park);
        when(Feature::Inputs, 1, |maker, _| Stmt::Choose { to: maker.local(), most: 1 });
        when(Feature::Prints, 1, |maker, _| Stmt::Print(maker.expr()));
        when(Feature::Exceptions, 1, Maker::throw);
        when(Feature::Timed, 1, Maker::timed);
        when(Feature::Looks, 2, Maker::look);
        let maker = self.random.pick(&makers);
        maker(self, held)
    }

    fn access(&mut self, _: &[Lock]) -> Stmt {
        let (place, style) = (self.place(), self.style());
        match self.random.below(8) {
            0..3 => Stmt::Read { to: self.local(), from: place, style },
            3..6 => Stmt::Write { to: place, value: self.expr(), style },
            6 => Stmt::Add { to: place, by: 1, style },
            _ => Stmt::Let { to: self.local(), value: self.expr() },
        }
    }

    fn object(&mut self, _: &[Lock]) -> Stmt {
        let node = self.random.below(REFS);
        let place =
            if self.random.percent(70) { RefPlace::Head } else { RefPlace::Next(self.random.below(REFS)) };
        match self.random.below(8) {
            0..3 => Stmt::New { to: node, value: self.value() },
            3..5 => Stmt::WriteRef { to: place, from: Some(node) },
            5 if self.random.percent(20) => Stmt::WriteRef { to: place, from: None },
            _ => Stmt::ReadRef { to: node, from: place },
        }
    }

    fn atomic(&mut self, _: &[Lock]) -> Stmt {
        let op = match self.random.below(5) {
            0 => AtomicOp::Get,
            1 => AtomicOp::Set(self.expr()),
            2 => AtomicOp::GetAndAdd(1),
            3 => AtomicOp::GetAndSet(self.expr()),
            _ => AtomicOp::CompareAndSet(self.value(), self.expr()),
        };
        Stmt::Atomic { to: self.local(), op }
    }

    fn condition(&mut self, held: &[Lock]) -> Stmt {
        let stray = self.has(Feature::Exceptions) && self.random.percent(5);
        let lock = if stray { self.lock() } else { self.random.pick(held) };
        match self.random.below(5) {
            0 | 1 => Stmt::Wait { lock, timed: self.has(Feature::Timed) && self.random.percent(40) },
            2 | 3 => Stmt::Notify { lock, all: false },
            _ => Stmt::Notify { lock, all: true },
        }
    }

    fn interrupt(&mut self, _: &[Lock]) -> Stmt {
        match self.random.below(6) {
            0..3 => Stmt::Interrupt(self.target()),
            3 => Stmt::IsInterrupted { to: self.local(), thread: self.thread() },
            4 => Stmt::Interrupted { to: self.local() },
            _ => Stmt::Sleep,
        }
    }

    fn park(&mut self, _: &[Lock]) -> Stmt {
        match self.random.below(5) {
            0 | 1 => Stmt::Park { timed: self.has(Feature::Timed) && self.random.percent(30) },
            _ => Stmt::Unpark(self.thread()),
        }
    }

    fn throw(&mut self, _: &[Lock]) -> Stmt {
        match self.random.below(4) {
            0 => Stmt::Throw,
            1 | 2 => Stmt::Assert(self.cond()),
            _ => Stmt::Divide { local: self.local() },
        }
    }

    fn timed(&mut self, _: &[Lock]) -> Stmt {
        match self.random.below(3) {
            0 => Stmt::Sleep,
            1 => Stmt::Yield,
            _ => Stmt::Join { thread: self.thread(), timed: true },
        }
    }

    fn look(&mut self, held: &[Lock]) -> Stmt {
        match self.random.below(4) {
            0 => Stmt::HoldsLock { to: self.local(), lock: self.lock() },
            1 if held.is_empty() && self.me > Some(0) && self.random.percent(50) => {
                Stmt::Join { thread: self.thread(), timed: false }
            }
            _ => Stmt::IsAlive { to: self.local(), thread: self.thread() },
        }
    }

    fn nested(&mut self, depth: usize, held: &[Lock]) -> Stmt {
        let locks = if self.has(Feature::Monitors) || self.has(Feature::Locks) { 5 } else { 0 };
        let tries = if self.has(Feature::Exceptions) || self.has(Feature::Interrupts) { 2 } else { 0 };
        match self.random.below(4 + locks + tries) {
            0..3 => {
                let (cond, then) = (self.cond(), self.block(depth, held));
                let other = if self.random.percent(30) { self.block(depth, held) } else { Vec::new() };
                let is_switch = self.random.percent(self.style_share / 2);
                Stmt::If { cond, then, other, is_switch }
            }
            3 => Stmt::Repeat { times: 2, body: self.block(depth, held) },
            kind if kind < 4 + locks => {
                let lock = self.lock();
                let inside = [held, &[lock]].concat();
                let tries = matches!(lock, Lock::Reentrant(_)) && self.random.percent(25);
                let attempt = tries.then(|| self.local());
                Stmt::Sync { lock, attempt, body: self.block(depth, &inside) }
            }
            _ => {
                let catch = self.random.pick(&[Catch::Interrupted, Catch::Runtime, Catch::All]);
                let (body, handler) = (self.block(depth, held), self.block(depth, held));
                Stmt::Try { body, catch, handler }
            }
        }
    }
}
