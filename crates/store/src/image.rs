//! A store as a stream of bytes and back, so that a search can go on another day. Numbers of states and
//! components stay what they were.
//!
//! All is little-endian words. The last word is a hash of everything before; what was damaged on the way is
//! refused. Tables are not written, since they follow from what they hold. Nothing is allocated for a count
//! before as much has been read.

use crate::cell::{Cell, Sharing};
use crate::core::{Core, Nursery};
use crate::shape::TreeShape;
use crate::slots::{MAX_IN_SHARD, SHARDS};
use crate::spill::Spill;
use crate::tree::Tree;
use base::FastHasher;
use lts::KINDS;
use std::hash::Hasher;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Says what it is, and in which version of the format.
const MAGIC: u64 = u64::from_le_bytes(*b"JWSTORE1");

/// What a nursery is.
const YOUNG: u32 = 0;
const GROWN: u32 = 1;
const PLAIN: u32 = 2;

impl<S: Sharing> Tree<S> {
    /// Writes the whole store, in small pieces: `out` should have a buffer. No worker may be at work.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Output { out, hasher: FastHasher::default() };
        out.long(MAGIC)?;
        let core = self.core();
        core.pools.each_shard(|ends, words| {
            out.word(ends.len() as u32)?;
            ends.iter().try_for_each(|&end| out.word(end))?;
            words.iter().try_for_each(|&word| out.word(word))
        })?;
        for pairs in [&core.inner, &core.roots] {
            for shard in 0..SHARDS {
                out.word(pairs.len_of(shard) as u32)?;
                pairs.each_piece(shard, |piece| piece.iter().try_for_each(|&pair| out.long(pair)))?;
            }
        }
        core.shapes.with(|shapes| shapes.clone()).iter().try_for_each(|shape| out.shape(shape))?;
        out.word(0)?;
        for cell in &core.nurseries {
            cell.with(|nurseries| {
                nurseries.iter().try_for_each(|(&length, nursery)| out.nursery(length, nursery))
            })?;
        }
        out.word(0)?;
        self.asked_by_all().into_iter().try_for_each(|asked| out.long(asked))?;
        let sum = out.hasher.finish();
        out.long(sum)
    }

    /// Reads a store that was written, and nothing behind it; `input` should have a buffer. Bytes that are
    /// none, or were damaged, are an error. States that are too many for memory go where `spill` says, if
    /// it says something.
    pub fn read(input: &mut dyn Read, spill: Option<Spill>) -> io::Result<Self> {
        let mut input = Input { input, hasher: FastHasher::default() };
        if input.long()? != MAGIC {
            return Err(damaged("does not begin as one"));
        }
        let core = Core::<S>::new(spill);
        read_components(&core, &mut input)?;
        for pairs in [&core.inner, &core.roots] {
            for shard in 0..SHARDS {
                let count = input.count()?;
                let list = (0..count).map(|_| input.long()).collect::<io::Result<_>>()?;
                pairs.fill(shard, list, core.bytes_elsewhere());
            }
        }
        let shapes = read_shapes(&mut input)?;
        read_nurseries(&core, &shapes, &mut input)?;
        core.shapes.with(|all| *all = shapes);
        let asked = (0..KINDS).map(|_| input.long()).collect::<io::Result<Vec<u64>>>()?;
        core.asked.with(|all| all.copy_from_slice(&asked));
        let sum = input.hasher.finish();
        match input.long()? == sum {
            true => Ok(Tree::on(S::link(core))),
            false => Err(damaged("is not what was written")),
        }
    }
}

fn damaged(how: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a stored set of states {how}"))
}

fn read_components<S: Sharing>(core: &Core<S>, input: &mut Input) -> io::Result<()> {
    for shard in 0..SHARDS {
        let count = input.count()?;
        let ends = (0..count).map(|_| input.word()).collect::<io::Result<Vec<u32>>>()?;
        let mut from = 0;
        for end in ends {
            // The first word is the kind.
            let kind = u8::try_from(input.word()?).map_err(|_| damaged("has a component of no kind"))?;
            let length = end
                .checked_sub(from)
                .and_then(|length| length.checked_sub(1))
                .ok_or_else(|| damaged("has a component that ends before it begins"))?;
            let words = (0..length).map(|_| input.word()).collect::<io::Result<Vec<u32>>>()?;
            if !core.pools.fill(shard, kind, &words) {
                return Err(damaged("has a component in the wrong place"));
            }
            from = end;
        }
    }
    Ok(())
}

fn read_shapes(input: &mut Input) -> io::Result<Vec<Arc<TreeShape>>> {
    let mut shapes = Vec::new();
    loop {
        let length = input.word()? as usize;
        if length == 0 {
            return Ok(shapes);
        }
        let node = |word: u32| ((word >> 16) as u16, word as u16);
        let nodes = (1..length).map(|_| input.word().map(node)).collect::<io::Result<_>>()?;
        let shape = TreeShape::new(length, nodes).ok_or_else(|| damaged("has a tree that is none"))?;
        shapes.push(Arc::new(shape));
    }
}

fn read_nurseries<S: Sharing>(
    core: &Core<S>,
    shapes: &[Arc<TreeShape>],
    input: &mut Input,
) -> io::Result<()> {
    loop {
        let length = input.word()?;
        if length == 0 {
            return Ok(());
        }
        let (what, count) = (input.word()?, input.word()?);
        let nursery = match what {
            YOUNG => Nursery::Young((0..count).map(|_| input.word()).collect::<io::Result<_>>()?),
            GROWN if shapes.get(count as usize).is_some_and(|shape| shape.length == length as usize) => {
                Nursery::Grown(count)
            }
            PLAIN => Nursery::Plain,
            _ => return Err(damaged("has lists without a tree")),
        };
        core.nursery(length as usize).with(|nurseries| nurseries.insert(length, nursery));
    }
}

struct Output<'a> {
    out: &'a mut dyn Write,
    hasher: FastHasher,
}

impl Output<'_> {
    fn word(&mut self, word: u32) -> io::Result<()> {
        self.hasher.write_u32(word);
        self.out.write_all(&word.to_le_bytes())
    }

    fn long(&mut self, long: u64) -> io::Result<()> {
        self.hasher.write_u64(long);
        self.out.write_all(&long.to_le_bytes())
    }

    fn shape(&mut self, shape: &TreeShape) -> io::Result<()> {
        self.word(shape.length as u32)?;
        shape.nodes.iter().try_for_each(|&(left, right)| self.word(u32::from(left) << 16 | u32::from(right)))
    }

    fn nursery(&mut self, length: u32, nursery: &Nursery) -> io::Result<()> {
        self.word(length)?;
        match nursery {
            Nursery::Young(states) => {
                self.word(YOUNG)?;
                self.word(states.len() as u32)?;
                states.iter().try_for_each(|&state| self.word(state))
            }
            Nursery::Grown(number) => self.word(GROWN).and_then(|()| self.word(*number)),
            Nursery::Plain => self.word(PLAIN).and_then(|()| self.word(0)),
        }
    }
}

struct Input<'a> {
    input: &'a mut dyn Read,
    hasher: FastHasher,
}

impl Input<'_> {
    fn word(&mut self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.input.read_exact(&mut bytes)?;
        let word = u32::from_le_bytes(bytes);
        self.hasher.write_u32(word);
        Ok(word)
    }

    fn long(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.input.read_exact(&mut bytes)?;
        let long = u64::from_le_bytes(bytes);
        self.hasher.write_u64(long);
        Ok(long)
    }

    /// How many there are in a shard.
    fn count(&mut self) -> io::Result<usize> {
        let count = self.word()? as usize;
        if count <= MAX_IN_SHARD { Ok(count) } else { Err(damaged("says it has more than can be")) }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Random;
    use crate::{Exact, Shared};
    use lts::{CompId, Insert, Pool, StateId, Store};

    fn list(store: &mut dyn Store, random: &mut Random) -> Vec<CompId> {
        let length = 5 + random.below(2) as u32;
        (0..length).map(|i| store.intern(i as u8, &[random.below(6) as u32, i])).collect()
    }

    fn filled() -> (Exact, Vec<(StateId, Vec<CompId>)>) {
        let (mut store, mut random, mut known) = (Exact::default(), Random::seeded(2), Vec::new());
        for _ in 0..9000 {
            let list = list(&mut store, &mut random);
            if let Insert::New(id) = store.insert(&list) {
                known.push((id, list));
            }
        }
        (store, known)
    }

    #[test]
    fn a_store_comes_back_and_goes_on() {
        let (mut store, known) = filled();
        let mut bytes = Vec::new();
        store.write(&mut bytes).unwrap();
        let mut back = Exact::read(&mut &*bytes, None).unwrap();
        assert_eq!((back.states(), back.figures().entries), (store.states(), store.figures().entries));
        assert_eq!(back.figures().asked, store.figures().asked);
        let mut components = Vec::new();
        for (id, list) in &known {
            assert!(back.get(*id, &mut components) && components == *list);
            assert_eq!(back.insert(list), Insert::Seen(Some(*id)));
        }
        let mut random = Random::seeded(77);
        for _ in 0..9000 {
            let list = list(&mut store, &mut random);
            let mut words = Vec::new();
            for &component in &list {
                words.clear();
                let kind = store.words(component, &mut words);
                assert_eq!(back.intern(kind, &words), component);
            }
            assert_eq!(back.insert(&list), store.insert(&list));
        }
        assert_eq!(Shared::read(&mut &*bytes, None).unwrap().states(), known.len() as u64);
    }

    #[test]
    fn damage_is_an_error() {
        let mut bytes = Vec::new();
        filled().0.write(&mut bytes).unwrap();
        let mut random = Random::seeded(4);
        for _ in 0..300 {
            let cut = random.below(bytes.len() as u64) as usize;
            assert!(Exact::read(&mut &bytes[..cut], None).is_err(), "cut at {cut}");
        }
        for _ in 0..300 {
            let (at, bit) = (random.below(bytes.len() as u64) as usize, random.below(8));
            bytes[at] ^= 1 << bit;
            assert!(Exact::read(&mut &*bytes, None).is_err(), "byte {at}");
            bytes[at] ^= 1 << bit;
        }
        assert!(Exact::read(&mut &b"something else"[..], None).is_err());
        assert!(Exact::read(&mut &*bytes, None).is_ok());
    }
}
