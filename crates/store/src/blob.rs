//! Bytes too large for a line, under their digest: the same bytes are kept once, and read back only if they still have
//! that digest.
//!
//! A blob is durable before a line that refers to it: small ones wait in memory and ride in the transaction of the
//! next lines, so they cost no sync of their own; large ones are files of their own, synced at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use ledger::ids::Hash;
use rusqlite::{OptionalExtension as _, Transaction, params};

use crate::base::Base;
use crate::error::Error;
use crate::limits::BLOB_BYTES_MAX;
use crate::place::{self, Place};

/// Packed blobs up to this size live in the database.
const SMALL_BYTES: usize = 64 << 10;

/// Bytes that may wait for the next lines; more are written without them.
const WAITING_BYTES_MAX: usize = 8 << 20;

/// Digests remembered as durable, so that putting the same section again costs a look-up.
const KEPT_MAX: usize = 1 << 16;

/// First byte of a packed blob: what follows is as it was.
const PLAIN: u8 = 0;
/// First byte of a packed blob: what follows is deflated.
const DEFLATED: u8 = 1;

/// The blobs of a store. Clones share what they hold; use them from any thread.
#[derive(Debug, Clone)]
pub struct Blobs {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    place: Place,
    desk: Mutex<Desk>,
    base: Mutex<Option<Base>>,
}

/// What this process knows of its blobs.
#[derive(Debug, Default)]
struct Desk {
    /// Packed; to be written with the next lines.
    waiting: BTreeMap<Hash, Arc<[u8]>>,
    waiting_bytes: usize,
    /// Known to be durable.
    kept: BTreeSet<Hash>,
}

impl Blobs {
    pub(crate) fn new(place: Place) -> Self {
        let shared = Shared {
            place,
            desk: Mutex::default(),
            base: Mutex::default(),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Keeps bytes, and returns their digest. They are durable at the latest when the next lines are, if those are
    /// written by a pen of the same [`crate::Store`]; or after [`Blobs::flush`].
    ///
    /// # Errors
    /// [`Error::TooLarge`] above [`BLOB_BYTES_MAX`], or what the system said.
    pub fn put(&self, bytes: &[u8]) -> Result<Hash, Error> {
        let size = bytes.len() as u64;
        if size > BLOB_BYTES_MAX {
            let (what, bytes_max) = ("a blob", BLOB_BYTES_MAX);
            return Err(Error::TooLarge {
                what,
                bytes: size,
                bytes_max,
            });
        }
        let hash = Hash::of(bytes);
        if self.desk().knows(&hash) {
            return Ok(hash);
        }
        let packed = pack(bytes);
        if packed.len() > SMALL_BYTES {
            self.write_file(&hash, &packed)?;
            self.desk().keep(hash);
        } else if self.desk().wait(hash, packed) > WAITING_BYTES_MAX {
            self.flush()?;
        }
        Ok(hash)
    }

    /// The bytes with this digest.
    ///
    /// # Errors
    /// [`Error::NoBlob`], [`Error::BadBlob`] if they were changed, or what the system said.
    pub fn get(&self, hash: &Hash) -> Result<Vec<u8>, Error> {
        let waiting = self.desk().waiting.get(hash).cloned();
        let packed = match waiting {
            Some(packed) => packed.to_vec(),
            None => match self.read_row(hash)? {
                Some(packed) => packed,
                None => self.read_file(hash)?,
            },
        };
        unpack(&packed)
            .filter(|bytes| Hash::of(bytes) == *hash)
            .ok_or(Error::BadBlob { hash: *hash })
    }

    /// Makes durable what waits, without lines.
    ///
    /// # Errors
    /// What SQLite said; it waits on.
    pub fn flush(&self) -> Result<(), Error> {
        let waiting = self.waiting();
        if waiting.is_empty() {
            return Ok(());
        }
        self.with_base(|base| base.write(|tx| write_rows(tx, &waiting)))?;
        self.written(&waiting);
        Ok(())
    }

    /// What waits for the next lines.
    pub(crate) fn waiting(&self) -> Vec<(Hash, Arc<[u8]>)> {
        let desk = self.desk();
        let pair = |(hash, packed): (&Hash, &Arc<[u8]>)| (*hash, Arc::clone(packed));
        desk.waiting.iter().map(pair).collect()
    }

    /// These need not wait any longer. Said only after their transaction: another pen may have needed them meanwhile.
    pub(crate) fn written(&self, blobs: &[(Hash, Arc<[u8]>)]) {
        let mut desk = self.desk();
        for (hash, _) in blobs {
            desk.keep(*hash);
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        let desk = self.shared.desk.lock();
        desk.unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection of our own, made when first needed.
    fn with_base<T>(&self, work: impl FnOnce(&Base) -> Result<T, Error>) -> Result<T, Error> {
        let mut base = self
            .shared
            .base
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if base.is_none() {
            *base = Some(Base::open(&self.shared.place)?);
        }
        base.as_ref()
            .map_or(Err(Error::unreadable("the connection", "")), work)
    }

    fn read_row(&self, hash: &Hash) -> Result<Option<Vec<u8>>, Error> {
        self.with_base(|base| {
            let mut query = base
                .reader()
                .prepare_cached("SELECT bytes FROM blobs WHERE hash = ?1")?;
            Ok(query.query_row([hash.0], |row| row.get(0)).optional()?)
        })
    }

    fn read_file(&self, hash: &Hash) -> Result<Vec<u8>, Error> {
        let path = self.folder(hash)?.join(file_name(hash));
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(Error::NoBlob { hash: *hash });
            }
            Err(error) => return Err(Error::file(path)(error)),
        };
        let mut packed = Vec::new();
        // One more than there can be is damage, found by the digest.
        file.take(BLOB_BYTES_MAX + 2)
            .read_to_end(&mut packed)
            .map_err(Error::file(&path))?;
        Ok(packed)
    }

    /// Writes beside, syncs, renames, syncs the names. One that is there already and whole is only synced: whoever put
    /// it may not have come so far.
    fn write_file(&self, hash: &Hash, packed: &[u8]) -> Result<(), Error> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let folder = self.folder(hash)?;
        place::make_dir(&folder)?;
        let path = folder.join(file_name(hash));
        if self.get(hash).is_err() {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let beside = folder.join(format!("new-{}-{count}", std::process::id()));
            let done = write_synced(&beside, packed).and_then(|()| std::fs::rename(&beside, &path));
            if let Err(error) = done {
                // What failed is said; what is left over does no harm.
                let _ = std::fs::remove_file(&beside);
                return Err(Error::file(path)(error));
            }
        }
        sync_names(&folder)?;
        folder.parent().map_or(Ok(()), sync_names)
    }

    fn folder(&self, hash: &Hash) -> Result<PathBuf, Error> {
        let name: String = hash.hex().chars().take(2).collect();
        Ok(self.shared.place.room("blobs")?.join(name))
    }
}

impl Desk {
    fn knows(&self, hash: &Hash) -> bool {
        self.kept.contains(hash) || self.waiting.contains_key(hash)
    }

    /// Returns how many bytes wait now.
    fn wait(&mut self, hash: Hash, packed: Vec<u8>) -> usize {
        self.waiting_bytes += packed.len();
        if let Some(same) = self.waiting.insert(hash, packed.into()) {
            self.waiting_bytes -= same.len();
        }
        self.waiting_bytes
    }

    fn keep(&mut self, hash: Hash) {
        if let Some(packed) = self.waiting.remove(&hash) {
            self.waiting_bytes -= packed.len();
        }
        if self.kept.len() >= KEPT_MAX {
            self.kept.clear();
        }
        self.kept.insert(hash);
    }
}

/// Puts packed blobs into the database; those that are there stay as they are.
pub(crate) fn write_rows(tx: &Transaction<'_>, blobs: &[(Hash, Arc<[u8]>)]) -> Result<(), Error> {
    if blobs.is_empty() {
        return Ok(());
    }
    let mut insert = tx.prepare_cached(
        "INSERT INTO blobs (hash, bytes) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING",
    )?;
    for (hash, packed) in blobs {
        insert.execute(params![hash.0, &packed[..]])?;
    }
    Ok(())
}

/// Deflates if that makes it smaller.
fn pack(bytes: &[u8]) -> Vec<u8> {
    deflate_after(vec![DEFLATED], bytes).unwrap_or_else(|| {
        let mut packed = Vec::with_capacity(bytes.len() + 1);
        packed.push(PLAIN);
        packed.extend_from_slice(bytes);
        packed
    })
}

/// `None` when it was not packed by [`pack`], or would be larger than any blob.
fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (how, rest) = packed.split_first()?;
    match *how {
        PLAIN => Some(rest.to_vec()),
        DEFLATED => inflate(rest),
        _ => None,
    }
}

/// What stands before, then the bytes, deflated; `None` when that is longer than the bytes.
pub(crate) fn deflate_after(before: Vec<u8>, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut deflate = DeflateEncoder::new(before, Compression::fast());
    let deflated = deflate.write_all(bytes).and_then(|()| deflate.finish());
    deflated.ok().filter(|it| it.len() <= bytes.len())
}

/// `None` when it was not deflated, or would be larger than any blob.
pub(crate) fn inflate(deflated: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = BLOB_BYTES_MAX + 1;
    let read = DeflateDecoder::new(deflated)
        .take(limit)
        .read_to_end(&mut bytes);
    (read.ok()? as u64 != limit).then_some(bytes)
}

fn file_name(hash: &Hash) -> String {
    hash.hex().chars().skip(2).collect()
}

fn write_synced(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn sync_names(folder: &Path) -> Result<(), Error> {
    File::open(folder)
        .and_then(|names| names.sync_all())
        .map_err(Error::file(folder))
}
