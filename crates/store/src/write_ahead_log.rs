//! Whether the write-ahead log is what was written to it, read without SQLite: that stops at the first frame that does
//! not check out and says nothing, for it can't tell damage from the end of the log.
//!
//! We can, mostly. Frames have the salts of their header until the log is begun anew, and the checksum of each goes on
//! from the one before. So a commit that follows a bad frame, has the salts of now and holds together with its own
//! predecessor was made here and is lost. What a killed or rolled back transaction leaves has no commit; what an older
//! round of the log left has other salts. A power cut in the middle of a commit can leave what looks like damage: then
//! nothing is lost but that commit, and it was never reported as durable.
//!
//! The format is that of <https://sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};

use crate::base::Base;
use crate::error::Error;
use crate::place::Place;

/// Length of the log's header, in bytes.
const HEADER_BYTES: usize = 32;

/// Length of a frame's header, in bytes; a page follows.
const FRAME_BYTES: usize = 24;

/// The smallest and the largest page there are, in bytes.
const PAGE_BYTES: std::ops::RangeInclusive<usize> = 512..=65_536;

/// A place in the write-ahead log from which on SQLite does not read what was committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tear {
    /// The log's header, and with it all of the log.
    Header,
    /// A frame.
    Frame {
        /// The first frame that does not check out, from 1.
        frame: u64,
        /// Where in the file it begins, in bytes.
        byte: u64,
        /// The last frame that ends a commit.
        last: u64,
    },
}

impl fmt::Display for Tear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => write!(
                f,
                "the header of the write-ahead log (`ledger.db-wal`, byte 0) does not check out: what was \
                 committed to it can't be read"
            ),
            Self::Frame { frame, byte, last } => {
                write!(
                    f,
                    "frame {frame} of the write-ahead log (`ledger.db-wal`, byte {byte}) does not check out: what \
                     was committed in frames {frame} to {last} is not read any more"
                )
            }
        }
    }
}

/// Looks for the place at which the log was damaged. Nobody writes meanwhile.
pub(crate) fn tear(base: &Base, place: &Place) -> Result<Option<Tear>, Error> {
    // The one that writes can't be asked what it has written.
    let other = Base::open(place)?;
    base.write(|_| walk(place, other.logged()?))
}

/// Refuses a log with commits that SQLite does not read.
pub(crate) fn refuse(place: &Place) -> Result<(), Error> {
    let path = place.wal();
    walk(place, 0)?.map_or(Ok(()), |tear| Err(Error::Torn { path, tear }))
}

/// Reads the log from its start to its end. `known` frames are in use by a process that lives.
fn walk(place: &Place, known: u64) -> Result<Option<Tear>, Error> {
    let path = place.wal();
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::file(path)(error)),
    };
    walk_in(BufReader::with_capacity(1 << 16, file), known).map_err(Error::file(path))
}

fn walk_in(mut log: impl Read, known: u64) -> std::io::Result<Option<Tear>> {
    let mut bytes = [0; HEADER_BYTES];
    if !fill(&mut log, &mut bytes)? {
        return Ok(None);
    }
    let Some(header) = Header::read(&bytes) else {
        // A log that was never written to is all zeros.
        let written = bytes != [0; HEADER_BYTES] || has_bytes(&mut log)?;
        return Ok(written.then_some(Tear::Header));
    };
    let mut frame = vec![0; FRAME_BYTES + header.page_bytes];
    let mut before = header.sums;
    let mut computed = header.sums;
    let (mut number, mut bad, mut last) = (0, None, 0);
    while fill(&mut log, &mut frame)? {
        number += 1;
        let ours = word(&frame, 8) == header.salts.0 && word(&frame, 12) == header.salts.1;
        let stored = Sums(word(&frame, 16), word(&frame, 20));
        if !ours {
            bad = bad.or(Some(number));
            (before, computed) = (stored, stored);
            continue;
        }
        let after = |from: Sums| {
            let head = header.sum(from, &frame[..8]);
            header.sum(head, &frame[FRAME_BYTES..])
        };
        let sums = after(before);
        // The one before may have had its checksum changed and nothing else.
        let follows = sums == stored || after(computed) == stored;
        if sums != stored {
            bad = bad.or(Some(number));
        }
        let is_commit = word(&frame, 4) != 0;
        if follows && is_commit {
            last = number;
        }
        computed = sums;
        before = stored;
    }
    let last = last.max(known);
    Ok(bad
        .or((known > number).then_some(number + 1))
        .filter(|frame| *frame <= last)
        .map(|frame| Tear::Frame {
            frame,
            byte: HEADER_BYTES as u64 + (frame - 1) * (FRAME_BYTES + header.page_bytes) as u64,
            last,
        }))
}

/// Two running sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sums(u32, u32);

/// What the header of a log says.
struct Header {
    page_bytes: usize,
    salts: (u32, u32),
    sums: Sums,
    big_endian: bool,
}

impl Header {
    /// A header, unless it is damaged or of a kind that nobody writes.
    fn read(bytes: &[u8; HEADER_BYTES]) -> Option<Self> {
        const MAGIC: u32 = 0x377f_0682;
        const VERSION: u32 = 3_007_000;
        let magic = word(bytes, 0);
        let header = Self {
            page_bytes: word(bytes, 8) as usize,
            salts: (word(bytes, 16), word(bytes, 20)),
            sums: Sums(word(bytes, 24), word(bytes, 28)),
            big_endian: magic == MAGIC + 1,
        };
        let known = (magic == MAGIC || header.big_endian)
            && word(bytes, 4) == VERSION
            && PAGE_BYTES.contains(&header.page_bytes)
            && header.page_bytes.is_power_of_two();
        (known && header.sum(Sums(0, 0), &bytes[..24]) == header.sums).then_some(header)
    }

    /// The running sums after more bytes, of which there is a multiple of eight.
    fn sum(&self, from: Sums, bytes: &[u8]) -> Sums {
        let number = |four: [u8; 4]| {
            if self.big_endian {
                u32::from_be_bytes(four)
            } else {
                u32::from_le_bytes(four)
            }
        };
        let (pairs, _) = bytes.as_chunks::<8>();
        pairs.iter().fold(from, |Sums(one, two), pair| {
            let [a, b, c, d, e, f, g, h] = *pair;
            let one = one.wrapping_add(number([a, b, c, d])).wrapping_add(two);
            let two = two.wrapping_add(number([e, f, g, h])).wrapping_add(one);
            Sums(one, two)
        })
    }
}

/// The number at a place; 0 behind the end.
fn word(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
    four.map_or(0, |four| u32::from_be_bytes(*four))
}

/// Fills the buffer; whether there was enough.
fn fill(log: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<bool> {
    match log.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether anything but zeros is left.
fn has_bytes(log: &mut impl Read) -> std::io::Result<bool> {
    let mut buffer = [0; 4096];
    loop {
        match log.read(&mut buffer)? {
            0 => return Ok(false),
            count if buffer[..count].iter().any(|it| *it != 0) => return Ok(true),
            _ => {}
        }
    }
}
