//! What is in a collection, a map, an atomic variable or a synchronizer of the library, read from its fields. Fields
//! have the names that they have in JDK 17 to 25; where one is not found, nothing is told.

use super::super::driver::Subject;
use base::FastSet;
use vm::state::heap::Ref;

/// Elements that are shown of one object.
const MAX_SHOWN: usize = 24;
/// Nodes that are walked through on the way to them: tables are mostly empty.
const MAX_NODES: usize = 4096;

/// Names and values.
type Rows = Vec<(String, String)>;

impl Subject<'_> {
    /// The content of an object of the library, if it is of a kind that is known.
    pub(super) fn contents(&mut self, object: Ref) -> Option<Rows> {
        let object = self.wrapped(object);
        if let Some(values) = self.listed(object) {
            return Some(self.rows_of_list(&values));
        }
        if let Some(pairs) = self.mapped(object) {
            return Some(self.rows_of_map(&pairs));
        }
        self.counted(object)
    }

    /// What a wrapper of `Collections` is around: what it has is what that has.
    fn wrapped(&self, object: Ref) -> Ref {
        let inner = |&object: &Ref| {
            let class = self.program.classes[self.heap.class_of(object)].name.as_str();
            let kind = class.strip_prefix("java/util/Collections$")?;
            let is_around =
                ["Synchronized", "Unmodifiable", "Checked"].iter().any(|word| kind.starts_with(word));
            is_around.then(|| self.reference(object, "c").or_else(|| self.reference(object, "m"))).flatten()
        };
        std::iter::successors(Some(object), inner).take(MAX_SHOWN).last().unwrap_or(object)
    }

    fn is_util(&self, object: Ref, names: &[&str]) -> bool {
        let class = self.heap.class_of(object);
        names.iter().any(|name| self.is_a(class, &format!("java/util/{name}")))
    }

    fn rows_of_list(&mut self, values: &[Ref]) -> Rows {
        let mut rows: Rows = Vec::new();
        for (i, &value) in values.iter().take(MAX_SHOWN).enumerate() {
            rows.push((format!("[{i}]"), self.name_object(value)));
        }
        more(rows, values.len())
    }

    fn rows_of_map(&mut self, pairs: &[(Ref, Ref)]) -> Rows {
        let mut rows: Rows = Vec::new();
        for &(key, value) in pairs.iter().take(MAX_SHOWN) {
            rows.push((self.name_object(key), self.name_object(value)));
        }
        more(rows, pairs.len())
    }

    /// The elements of a list, a queue or a set.
    fn listed(&self, object: Ref) -> Option<Vec<Ref>> {
        if self.is_util(object, &["HashSet", "TreeSet"]) {
            let map = self.reference(object, "map").or_else(|| self.reference(object, "m"))?;
            return Some(self.mapped(map)?.into_iter().map(|(key, _)| key).collect());
        }
        if self.is_util(object, &["ArrayList", "Vector", "PriorityQueue"]) {
            let size = self.number(object, "size").or_else(|| self.number(object, "elementCount"))?;
            let array = self.reference(object, "elementData").or_else(|| self.reference(object, "queue"))?;
            return Some(self.in_ring(array, 0, size));
        }
        if self.is_util(object, &["ArrayDeque"]) {
            let (array, head) = (self.reference(object, "elements")?, self.number(object, "head")?);
            let len = i64::from(self.heap.len(array)).max(1);
            let size = (self.number(object, "tail")? - head).rem_euclid(len);
            return Some(self.in_ring(array, head, size));
        }
        if self.is_util(object, &["concurrent/ArrayBlockingQueue"]) {
            let array = self.reference(object, "items")?;
            return Some(self.in_ring(
                array,
                self.number(object, "takeIndex")?,
                self.number(object, "count")?,
            ));
        }
        if self.is_util(object, &["concurrent/CopyOnWriteArrayList"]) {
            let array = self.reference(object, "array")?;
            return Some(self.in_ring(array, 0, i64::from(self.heap.len(array))));
        }
        if self.is_util(object, &["ImmutableCollections$List12"]) {
            // The second place of a list of one has an object that nobody is given.
            let second = self
                .reference(object, "e1")
                .filter(|&e| self.program.classes[self.heap.class_of(e)].name.as_str() != "java/lang/Object");
            return Some(self.reference(object, "e0").into_iter().chain(second).collect());
        }
        if self.is_util(object, &["ImmutableCollections$ListN"]) {
            let array = self.reference(object, "elements")?;
            return Some(self.in_ring(array, 0, i64::from(self.heap.len(array))));
        }
        const LINKED: [&str; 5] = [
            "LinkedList",
            "concurrent/LinkedBlockingQueue",
            "concurrent/LinkedBlockingDeque",
            "concurrent/ConcurrentLinkedQueue",
            "concurrent/ConcurrentLinkedDeque",
        ];
        if self.is_util(object, &LINKED) {
            let first = self.reference(object, "first").or_else(|| self.reference(object, "head"));
            let nodes = std::iter::successors(first, |&node| {
                // A node that was taken out points to itself.
                self.reference(node, "next").filter(|&next| next != node)
            });
            return Some(nodes.take(MAX_NODES).filter_map(|node| self.reference(node, "item")).collect());
        }
        None
    }

    /// So many elements of an array from one on, where the first comes behind the last.
    fn in_ring(&self, array: Ref, first: i64, count: i64) -> Vec<Ref> {
        let len = i64::from(self.heap.len(array));
        let count = count.clamp(0, len).min(MAX_NODES as i64);
        let at = |i: i64| Ref(self.heap.load::<u32>(array, (first + i).rem_euclid(len) as u32));
        (0..count).map(at).collect()
    }

    /// The pairs of a map.
    fn mapped(&self, object: Ref) -> Option<Vec<(Ref, Ref)>> {
        if self.is_util(object, &["TreeMap"]) {
            return Some(self.in_tree(self.reference(object, "root")));
        }
        if !self.is_util(object, &["HashMap", "concurrent/ConcurrentHashMap", "Hashtable"]) {
            return None;
        }
        let mut pairs = Vec::new();
        let Some(table) = self.reference(object, "table") else { return Some(pairs) };
        let mut seen: FastSet<Ref> = FastSet::default();
        for i in 0..self.heap.len(table).min(MAX_NODES as u32) {
            let first = Some(Ref(self.heap.load::<u32>(table, i))).filter(|node| !node.is_null());
            // Bins of many nodes are trees whose nodes are also a list, which begins at `first`.
            let first = first.map(|node| self.reference(node, "first").unwrap_or(node));
            let nodes = std::iter::successors(first, |&node| self.reference(node, "next"));
            for node in nodes.take(MAX_NODES) {
                if !seen.insert(node) {
                    break;
                }
                let value = self.reference(node, "value").or_else(|| self.reference(node, "val"));
                if let Some(key) = self.reference(node, "key") {
                    pairs.push((key, value.unwrap_or(Ref::NULL)));
                }
            }
        }
        Some(pairs)
    }

    /// The pairs of a tree in their order.
    fn in_tree(&self, root: Option<Ref>) -> Vec<(Ref, Ref)> {
        let (mut pairs, mut above, mut at) = (Vec::new(), Vec::new(), root);
        while pairs.len() < MAX_NODES {
            while let Some(node) = at.filter(|_| above.len() < MAX_NODES) {
                above.push(node);
                at = self.reference(node, "left");
            }
            let Some(node) = above.pop() else { break };
            let of = |name| self.reference(node, name).unwrap_or(Ref::NULL);
            pairs.push((of("key"), of("value")));
            at = self.reference(node, "right");
        }
        pairs
    }

    /// What stands in an atomic variable or a synchronizer.
    fn counted(&mut self, object: Ref) -> Option<Rows> {
        const ATOMIC: [&str; 4] = [
            "concurrent/atomic/AtomicInteger",
            "concurrent/atomic/AtomicLong",
            "concurrent/atomic/AtomicReference",
            "Optional",
        ];
        let row = |name: &str, value: String| Some(vec![(name.to_string(), value)]);
        if self.is_util(object, &["concurrent/atomic/AtomicBoolean"]) {
            return row("value", (self.number(object, "value")? != 0).to_string());
        }
        if self.is_util(object, &ATOMIC) {
            let (kind, word) = self.field_named(object, "value")?;
            return row("value", self.show(kind, word));
        }
        if self
            .is_util(object, &["concurrent/locks/ReentrantLock", "concurrent/locks/ReentrantReadWriteLock"])
        {
            let state = self.number(self.reference(object, "sync")?, "state")?;
            let is_plain = self.is_util(object, &["concurrent/locks/ReentrantLock"]);
            if is_plain {
                return row("holds", state.to_string());
            }
            let (readers, writes) = (state >> 16, state & 0xFFFF);
            return Some(vec![
                ("readers".into(), readers.to_string()),
                ("writer holds".into(), writes.to_string()),
            ]);
        }
        if self.is_util(object, &["concurrent/Semaphore"]) {
            return row("permits", self.number(self.reference(object, "sync")?, "state")?.to_string());
        }
        if self.is_util(object, &["concurrent/CountDownLatch"]) {
            return row("count", self.number(self.reference(object, "sync")?, "state")?.to_string());
        }
        if self.is_util(object, &["concurrent/CyclicBarrier"]) {
            let (parties, missing) = (self.number(object, "parties")?, self.number(object, "count")?);
            return row("arrived", format!("{} of {parties}", parties - missing));
        }
        None
    }

    /// Who holds an object: its monitor, or the lock that it is.
    pub(super) fn holder_of(&self, object: Ref) -> Option<String> {
        use vm::state::monitor::Lock;
        let of_monitor = Lock::decode(self.heap.lock(object)).map(|lock| lock.owner);
        let is_lock = self.is_util(object, &["concurrent/locks/Lock", "concurrent/locks/ReadWriteLock"]);
        let owner = of_monitor.or_else(|| if is_lock { self.owner_of_lock(object) } else { None });
        owner.map(|owner| self.thread_label(owner))
    }

    /// It is a collection, a lock or the like, of which the content is shown.
    pub(super) fn has_contents(&self, object: Ref) -> bool {
        const KINDS: [&str; 11] = [
            "Collection",
            "Map",
            "Optional",
            "concurrent/atomic/AtomicInteger",
            "concurrent/atomic/AtomicLong",
            "concurrent/atomic/AtomicBoolean",
            "concurrent/atomic/AtomicReference",
            "concurrent/locks/Lock",
            "concurrent/locks/ReadWriteLock",
            "concurrent/Semaphore",
            "concurrent/CountDownLatch",
        ];
        self.is_util(object, &KINDS) || self.is_util(object, &["concurrent/CyclicBarrier"])
    }
}

/// What is left out is counted.
fn more(mut rows: Rows, all: usize) -> Rows {
    if all > MAX_SHOWN {
        rows.push(("...".to_string(), format!("{} more", all - MAX_SHOWN)));
    }
    if all == 0 {
        rows.push(("(empty)".to_string(), String::new()));
    }
    rows
}
