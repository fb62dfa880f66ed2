//! Classes of the JDK, lent out of its image (`lib/modules`), which is mapped into memory and not copied.

use crate::image_index::{Index, Location, Name};
use crate::source::read_bounded;
use crate::{Error, FoundClass, Source, url};
use base::Symbol;
use flate2::read::ZlibDecoder;
use memmap2::Mmap;
use std::borrow::Cow;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Marks a compressed resource, and each further layer of compression.
const RESOURCE_MAGIC: u32 = 0xCAFE_FAFA;
const RESOURCE_HEADER_BYTES: usize = 29;
/// jlink can stack two plug-ins; a resource that claims more layers is damaged.
const MAX_LAYERS: usize = 4;

/// The image of one JDK.
pub struct Image {
    path: PathBuf,
    map: Mmap,
    index: Index,
}

impl Image {
    /// Maps `lib/modules` of the JDK at `jdk_home` and reads its header; nothing else is touched before it is
    /// needed.
    pub fn open(jdk_home: &Path) -> Result<Image, Error> {
        let path = jdk_home.join("lib").join("modules");
        let cannot = |what: String| Error::new(path.to_string_lossy(), what);
        let file = File::open(&path).map_err(|error| {
            cannot(format!("the JDK's classes cannot be read: {error}; give a JDK of version 9 or newer"))
        })?;
        let map = map(&file).map_err(|error| cannot(format!("cannot be mapped into memory: {error}")))?;
        let index = Index::read(&map).map_err(cannot)?;
        Ok(Image { path, map, index })
    }

    /// The module that holds `package` (`java/lang`), by the image's own table of packages.
    pub fn module_of(&self, package: &str) -> Result<Option<Symbol>, Error> {
        let path = format!("/packages/{}", package.replace('/', "."));
        let Some(location) = self.index.find(&self.map, path.as_bytes()) else {
            return Ok(None);
        };
        let rows = self.index.content(&self.map, &location).ok_or_else(|| self.damaged(&path))?;
        // Each row is a flag and a module's name. Several modules may have resources in a package of this
        // name, but only one has classes in it, and its flag is zero.
        let endian = self.index.endian();
        for row in rows.chunks_exact(8) {
            if let (Some(0), Some(name)) = (endian.u32(row, 0), endian.u32(row, 4)) {
                let name =
                    self.index.string(&self.map, u64::from(name)).ok_or_else(|| self.damaged(&path))?;
                return Ok(Some(Symbol::from_bytes(name)));
            }
        }
        Ok(None)
    }

    /// A file of one module, such as `java.base` and `java/lang/Object.class`.
    pub fn module_resource(&self, module: &str, path: &str) -> Result<Option<Cow<'_, [u8]>>, Error> {
        self.find(&format!("/{module}/{path}"))
    }

    /// The names of all modules, in the image's order.
    pub fn modules(&self) -> Result<Vec<Symbol>, Error> {
        let mut names = Vec::new();
        for index in 0..self.index.len() {
            let name = self.name(index)?;
            if name.base == b"module-info" && name.parent.is_empty() {
                names.push(Symbol::from_bytes(name.module));
            }
        }
        Ok(names)
    }

    /// The full name of the resource with this number.
    fn name(&self, index: usize) -> Result<Name<'_>, Error> {
        let location = self.index.location(&self.map, index);
        let name = location.and_then(|location| self.index.name(&self.map, &location));
        name.ok_or_else(|| self.damaged("its index"))
    }

    /// The address of a file of one module; `None` if it is not there.
    pub fn module_url(&self, module: &str, path: &str) -> Result<Option<String>, Error> {
        Ok(self.module_resource(module, path)?.map(|_| format!("{SCHEME}/{module}/{}", url::encode(path))))
    }

    /// The internal names of all classes of a module, in the image's order.
    pub fn classes(&self, module: &str) -> Result<Vec<Symbol>, Error> {
        let mut names = Vec::new();
        for index in 0..self.index.len() {
            let name = self.name(index)?;
            if name.module == module.as_bytes() && name.extension == b"class" {
                let slash: &[u8] = if name.parent.is_empty() { b"" } else { b"/" };
                names.push(Symbol::from_bytes(&[name.parent, slash, name.base].concat()));
            }
        }
        Ok(names)
    }

    /// The module that has the package of this path, and else `java.base`.
    fn module_for(&self, path: &str) -> Result<Symbol, Error> {
        let package = path.rsplit_once('/').map_or("", |(package, _)| package);
        Ok(self.module_of(package)?.unwrap_or_else(|| Symbol::new("java.base")))
    }

    fn find(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, Error> {
        let Some(location) = self.index.find(&self.map, path.as_bytes()) else {
            return Ok(None);
        };
        let content = self.index.content(&self.map, &location).ok_or_else(|| self.damaged(path))?;
        self.unpack(content, &location, path).map(Some)
    }

    fn unpack<'a>(&self, content: &'a [u8], location: &Location, path: &str) -> Result<Cow<'a, [u8]>, Error> {
        let mut content = Cow::Borrowed(content);
        if !location.is_compressed() {
            return Ok(content);
        }
        let endian = self.index.endian();
        for _ in 0..MAX_LAYERS {
            if endian.u32(&content, 0) != Some(RESOURCE_MAGIC) {
                return Ok(content);
            }
            let layer = self.unpack_layer(&content, path)?;
            content = Cow::Owned(layer);
        }
        Err(self.damaged(path))
    }

    fn unpack_layer(&self, content: &[u8], path: &str) -> Result<Vec<u8>, Error> {
        let damaged = || self.damaged(path);
        let endian = self.index.endian();
        let length = endian.u64(content, 12).ok_or_else(damaged)?;
        let packer = endian.u32(content, 20).ok_or_else(damaged)?;
        let packer = self.index.string(&self.map, u64::from(packer)).ok_or_else(damaged)?;
        if packer != b"zip" {
            let packer = String::from_utf8_lossy(packer);
            let what = format!(
                "{path} is packed with {packer}, which cannot be read; build the image with jlink --compress=2"
            );
            return Err(Error::new(self.path.to_string_lossy(), what));
        }
        let packed = content.get(RESOURCE_HEADER_BYTES..).ok_or_else(damaged)?;
        let bytes = read_bounded(ZlibDecoder::new(packed), length).map_err(|_| damaged())?;
        match bytes.len() as u64 == length {
            true => Ok(bytes),
            false => Err(damaged()),
        }
    }

    #[cold]
    fn damaged(&self, what: &str) -> Error {
        Error::new(self.path.to_string_lossy(), format!("is damaged at {what}; install the JDK again"))
    }
}

/// Addresses in an image begin with it.
const SCHEME: &str = "jrt:";

impl Source for Image {
    fn class_bytes(&self, name: Symbol) -> Result<Option<FoundClass<'_>>, Error> {
        let text = name.as_str();
        let Some((package, _)) = text.rsplit_once('/') else {
            return Ok(None);
        };
        let Some(module) = self.module_of(package)? else {
            return Ok(None);
        };
        // What follows the scheme is the name inside the image.
        let origin = format!("{SCHEME}/{module}/{text}.class");
        let found = self.find(&origin[SCHEME.len()..])?;
        Ok(found.map(|bytes| FoundClass { bytes, origin: Arc::from(origin), module: Some(module) }))
    }

    fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let found = self.module_resource(&self.module_for(path)?.text(), path)?;
        Ok(found.map(Cow::into_owned))
    }

    fn urls(&self, path: &str) -> Result<Vec<String>, Error> {
        let found = self.module_url(&self.module_for(path)?.text(), path)?;
        Ok(found.into_iter().collect())
    }

    fn open(&self, url: &str) -> Result<Option<Vec<u8>>, Error> {
        match url.strip_prefix(SCHEME).and_then(url::decode) {
            Some(path) => Ok(self.find(&path)?.map(Cow::into_owned)),
            None => Ok(None),
        }
    }

    fn describe(&self) -> String {
        format!("JDK image {}", self.path.display())
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the map is read-only, and is read through checked slices only, so its content cannot break
    // memory safety unless the file changes while it is mapped. An installed JDK's image does not change
    // in place: installers replace the file, and every running `java` maps it in the same way.
    unsafe { Mmap::map(file) }
}
