//! The index of a JDK image (`lib/modules`), as `jdk.internal.jimage.BasicImageReader` and HotSpot's
//! `imageFile.hpp` read it.
//!
//! Header, redirect table, offset table, locations, strings, then the data. A name is found by perfect
//! hashing: its hash picks a redirect, the redirect picks a location, and the location's strings say whether
//! it is the right one.
//!
//! The reader is our own and not jimage-rs (DESIGN, dependencies), which indexes slices unchecked and so
//! panics on a damaged image, and brings a command line parser with it. Here every access is checked: a
//! damaged image is an error.

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_BYTES: usize = 28;
/// The major version of the format; a higher minor version only adds attributes that may be skipped.
const SUPPORTED_MAJOR: u32 = 1;
/// Seed and multiplier of the hash.
const HASH_PRIME: u32 = 0x0100_0193;

/// Attribute kinds of a location; 0 ends the list.
const MODULE: usize = 1;
const PARENT: usize = 2;
const BASE: usize = 3;
const EXTENSION: usize = 4;
const OFFSET: usize = 5;
const COMPRESSED: usize = 6;
const UNCOMPRESSED: usize = 7;
const ATTRIBUTES: usize = 8;

/// Where the tables lie in the file. All offsets were checked against the file's length.
#[derive(Debug)]
pub(crate) struct Index {
    endian: Endian,
    entries: usize,
    offsets: usize,
    locations: usize,
    strings: usize,
    data: usize,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Endian {
    Little,
    Big,
}

impl Endian {
    pub fn u32(self, bytes: &[u8], at: usize) -> Option<u32> {
        let chunk = *bytes.get(at..)?.first_chunk()?;
        Some(match self {
            Endian::Little => u32::from_le_bytes(chunk),
            Endian::Big => u32::from_be_bytes(chunk),
        })
    }

    pub fn u64(self, bytes: &[u8], at: usize) -> Option<u64> {
        let chunk = *bytes.get(at..)?.first_chunk()?;
        Some(match self {
            Endian::Little => u64::from_le_bytes(chunk),
            Endian::Big => u64::from_be_bytes(chunk),
        })
    }
}

/// Attribute values of one location.
pub(crate) struct Location([u64; ATTRIBUTES]);

impl Location {
    pub fn is_compressed(&self) -> bool {
        self.0[COMPRESSED] != 0
    }
}

/// Full name of a resource, in the parts that the image keeps.
pub(crate) struct Name<'a> {
    pub module: &'a [u8],
    pub parent: &'a [u8],
    pub base: &'a [u8],
    pub extension: &'a [u8],
}

impl Name<'_> {
    /// True if `path` is `/module/parent/base.extension`, where empty parts have no separator.
    fn is(&self, path: &[u8]) -> bool {
        let rest = match self.module {
            [] => Some(path),
            module => path
                .strip_prefix(b"/")
                .and_then(|rest| rest.strip_prefix(module))
                .and_then(|rest| rest.strip_prefix(b"/")),
        };
        let rest = match self.parent {
            [] => rest,
            parent => {
                rest.and_then(|rest| rest.strip_prefix(parent)).and_then(|rest| rest.strip_prefix(b"/"))
            }
        };
        let rest = rest.and_then(|rest| rest.strip_prefix(self.base));
        match self.extension {
            [] => rest == Some(b""),
            extension => rest.and_then(|rest| rest.strip_prefix(b".")) == Some(extension),
        }
    }
}

impl Index {
    /// Reads the header. The error says in words what is wrong.
    pub fn read(image: &[u8]) -> Result<Index, String> {
        let endian = match Endian::Little.u32(image, 0) {
            Some(MAGIC) => Endian::Little,
            Some(magic) if magic.swap_bytes() == MAGIC => Endian::Big,
            _ => return Err("is not a JDK image".to_owned()),
        };
        let word =
            |index: usize| endian.u32(image, index * 4).ok_or("is cut short: its header is incomplete");
        let version = word(1)?;
        if version >> 16 != SUPPORTED_MAJOR {
            let (major, minor) = (version >> 16, version & 0xFFFF);
            return Err(format!("has the image version {major}.{minor}, which is not known"));
        }
        let entries = word(4)? as usize;
        let offsets = HEADER_BYTES + entries * 4;
        let locations = offsets + entries * 4;
        let strings = locations + word(5)? as usize;
        let data = strings + word(6)? as usize;
        if entries == 0 || data > image.len() {
            return Err(format!("is cut short: its index takes {data} bytes of {}", image.len()));
        }
        Ok(Index { endian, entries, offsets, locations, strings, data })
    }

    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// How many locations there are.
    pub fn len(&self) -> usize {
        self.entries
    }

    /// The location of a resource by its full name (`/java.base/java/lang/Object.class`); `None` if it is not
    /// here.
    pub fn find(&self, image: &[u8], path: &[u8]) -> Option<Location> {
        let slot = hash(HASH_PRIME, path) as usize % self.entries;
        let redirect = self.endian.u32(image, HEADER_BYTES + slot * 4)? as i32;
        let index = match redirect {
            0 => return None,
            ..0 => (-1 - redirect) as usize,
            seed => hash(seed as u32, path) as usize % self.entries,
        };
        let location = self.location(image, index)?;
        self.name(image, &location)?.is(path).then_some(location)
    }

    /// The `index`-th location of the table; `None` where the image is damaged.
    pub fn location(&self, image: &[u8], index: usize) -> Option<Location> {
        if index >= self.entries {
            return None;
        }
        let offset = self.endian.u32(image, self.offsets + index * 4)? as usize;
        let mut rest = image.get(self.locations..self.strings)?.get(offset..)?;
        let mut values = [0; ATTRIBUTES];
        loop {
            let (&head, after) = rest.split_first()?;
            let (kind, length) = (usize::from(head >> 3), usize::from(head & 7) + 1);
            if kind == 0 {
                return Some(Location(values));
            }
            let (value, after) = after.split_at_checked(length)?;
            // Attributes that newer images add are none of our business.
            if let Some(slot) = values.get_mut(kind) {
                *slot = value.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
            }
            rest = after;
        }
    }

    pub fn name<'a>(&self, image: &'a [u8], location: &Location) -> Option<Name<'a>> {
        let part = |kind: usize| self.string(image, location.0[kind]);
        Some(Name {
            module: part(MODULE)?,
            parent: part(PARENT)?,
            base: part(BASE)?,
            extension: part(EXTENSION)?,
        })
    }

    /// The bytes of a resource as they lie in the image, compressed or not.
    pub fn content<'a>(&self, image: &'a [u8], location: &Location) -> Option<&'a [u8]> {
        let length = match location.is_compressed() {
            true => location.0[COMPRESSED],
            false => location.0[UNCOMPRESSED],
        };
        let start = usize::try_from(location.0[OFFSET]).ok()?;
        image.get(self.data..)?.get(start..)?.get(..usize::try_from(length).ok()?)
    }

    pub fn string<'a>(&self, image: &'a [u8], offset: u64) -> Option<&'a [u8]> {
        let rest = image.get(self.strings..self.data)?.get(usize::try_from(offset).ok()?..)?;
        rest.iter().position(|&byte| byte == 0).map(|end| &rest[..end])
    }
}

fn hash(seed: u32, path: &[u8]) -> u32 {
    path.iter().fold(seed, |hash, &byte| hash.wrapping_mul(HASH_PRIME) ^ u32::from(byte)) & 0x7FFF_FFFF
}
