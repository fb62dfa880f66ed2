//! A cursor over bytes that knows where in the file it stands and never reads past its end.

/// What is wrong, and at which byte of the file.
#[derive(Debug)]
pub(super) struct Fault {
    pub offset: usize,
    pub what: String,
}

/// Boxed, so that the results of the many small reads stay in registers.
pub(super) type Parsed<T> = Result<T, Box<Fault>>;

/// Reads big-endian numbers. `bytes` begins where the file begins and is cut off where this reader must stop,
/// so that positions are file offsets even inside an attribute.
#[derive(Clone, Copy)]
pub(super) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        ByteReader { bytes, at: 0 }
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    #[inline]
    pub fn u8(&mut self) -> Parsed<u8> {
        Ok(self.fixed::<1>()?[0])
    }

    #[inline]
    pub fn u16(&mut self) -> Parsed<u16> {
        self.fixed().map(u16::from_be_bytes)
    }

    #[inline]
    pub fn u32(&mut self) -> Parsed<u32> {
        self.fixed().map(u32::from_be_bytes)
    }

    #[inline]
    pub fn u64(&mut self) -> Parsed<u64> {
        self.fixed().map(u64::from_be_bytes)
    }

    /// The next two bytes, without moving on.
    pub fn peek_u16(&self) -> Parsed<u16> {
        let mut ahead = *self;
        ahead.u16()
    }

    #[inline]
    pub fn take(&mut self, length: usize) -> Parsed<&'a [u8]> {
        match self.bytes[self.at..].get(..length) {
            Some(taken) => {
                self.at += length;
                Ok(taken)
            }
            None => Err(self.cut_short(length)),
        }
    }

    /// Everything up to the end.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// A reader of the next `length` bytes alone; this one goes on behind them.
    pub fn part(&mut self, length: usize) -> Parsed<ByteReader<'a>> {
        let at = self.at;
        self.take(length)?;
        Ok(ByteReader { bytes: &self.bytes[..at + length], at })
    }

    /// The length of a table whose entries take at least `entry_bytes` each. A table that cannot fit into
    /// what is left is refused here, before anyone allocates for it.
    pub fn count(&mut self, entry_bytes: usize) -> Parsed<usize> {
        let count = usize::from(self.u16()?);
        self.fits(count, entry_bytes)?;
        Ok(count)
    }

    pub fn fits(&self, count: usize, entry_bytes: usize) -> Parsed<()> {
        match count * entry_bytes <= self.bytes.len() - self.at {
            true => Ok(()),
            false => Err(self.cut_short(count * entry_bytes)),
        }
    }

    /// Checks that nothing is left over.
    pub fn finish(&self, of: &str) -> Parsed<()> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            left => Err(self.fault(format!("{left} bytes too many at the end of {of}"))),
        }
    }

    pub fn fault(&self, what: String) -> Box<Fault> {
        self.fault_back(0, what)
    }

    /// A fault in what was read just now, `length` bytes ago.
    #[cold]
    pub fn fault_back(&self, length: usize, what: String) -> Box<Fault> {
        Box::new(Fault { offset: self.at.saturating_sub(length), what })
    }

    #[inline]
    fn fixed<const N: usize>(&mut self) -> Parsed<[u8; N]> {
        match self.bytes[self.at..].first_chunk::<N>() {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.cut_short(N)),
        }
    }

    #[cold]
    fn cut_short(&self, wanted: usize) -> Box<Fault> {
        let left = self.bytes.len() - self.at;
        self.fault(format!("cut short: {wanted} bytes are needed here, {left} are left"))
    }
}
