//! What forges delivered: durable before it is answered, once for each id, in one order. Many at once cost one sync.
//!
//! Ids outlive bodies: a body is large and needed until it was read, an id is small and says that a late replay is one.
//! So they are in two tables, and the pages of forgotten bodies are used again.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use crate::blob::{deflate_after, inflate};
use crate::error::Error;
use crate::limits::{
    BATCH_BYTES_MAX, DELIVERIES_MAX, DELIVERY_BYTES_MAX, DELIVERY_HEADERS_BYTES_MAX,
    DELIVERY_NAME_BYTES_MAX,
};
use crate::store::Store;

/// A delivery whose signature was right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// Its id, as the forge gave it.
    pub id: String,
    /// The kind of event, as the forge calls it.
    pub event: String,
    /// When it was received, in milliseconds since 1970.
    pub received_ms: u64,
    /// The headers that are needed to read it, by name.
    pub headers: BTreeMap<String, String>,
    /// Its body, byte for byte.
    pub body: Vec<u8>,
}

/// What became of a delivery. It is durable either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// It was kept.
    New {
        /// Its number.
        no: u64,
    },
    /// One of this forge with this id was kept before; this one was not.
    Known {
        /// The number of that one.
        no: u64,
    },
}

impl Accepted {
    /// The number under which it is kept.
    #[must_use]
    pub fn no(self) -> u64 {
        match self {
            Accepted::New { no } | Accepted::Known { no } => no,
        }
    }
}

/// A delivery, read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDelivery {
    /// Its number, from 1. Numbers rise in the order of acceptance, with gaps, and none is given twice.
    pub no: u64,
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// Its id, as the forge gave it.
    pub id: String,
    /// The kind of event, as the forge calls it.
    pub event: String,
    /// When it was received, in milliseconds since 1970.
    pub received_ms: u64,
    /// Headers and body; `None` once they were forgotten.
    pub content: Option<DeliveryContent>,
}

/// The part of a delivery that is forgotten first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryContent {
    /// The headers that are needed to read it, by name.
    pub headers: BTreeMap<String, String>,
    /// Its body, byte for byte.
    pub body: Vec<u8>,
}

/// How many deliveries are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeliveryCounts {
    /// Those whose id is known.
    pub ids: u64,
    /// Those whose body is there, too.
    pub bodies: u64,
}

/// What may be forgotten: deliveries for which all of it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forget<'a> {
    /// They are of this forge: another one's may not have been dealt with.
    pub forge: &'a str,
    /// Their number is at most this: the last one that was dealt with.
    pub no_max: u64,
    /// They were received before this, in milliseconds since 1970.
    pub received_before_ms: u64,
}

impl Delivery {
    /// Whether the store takes it. One that it does not take would keep it from taking those beside it.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn check(&self) -> Result<(), Error> {
        let bytes_of = |(name, value): (&String, &String)| name.len() + value.len();
        let headers_bytes: usize = self.headers.iter().map(bytes_of).sum();
        for (what, bytes, bytes_max) in [
            (
                "the id of a delivery",
                self.id.len(),
                DELIVERY_NAME_BYTES_MAX,
            ),
            (
                "the name of a forge",
                self.forge.len(),
                DELIVERY_NAME_BYTES_MAX,
            ),
            (
                "the event of a delivery",
                self.event.len(),
                DELIVERY_NAME_BYTES_MAX,
            ),
            (
                "the headers of a delivery",
                headers_bytes,
                DELIVERY_HEADERS_BYTES_MAX,
            ),
            ("a delivery", self.body.len(), DELIVERY_BYTES_MAX),
        ] {
            let bytes = bytes as u64;
            if bytes > bytes_max {
                return Err(Error::TooLarge {
                    what,
                    bytes,
                    bytes_max,
                });
            }
        }
        Ok(())
    }
}

/// A delivery as it is written.
struct Packed<'a> {
    delivery: &'a Delivery,
    headers: String,
    /// The body, deflated; `None` where that is no shorter. A large body is not copied then.
    deflated: Option<Vec<u8>>,
}

impl Store {
    /// Makes deliveries durable, all or none, and says in their order what became of each. Costs one sync, however many
    /// they are; call [`Store::tidy`] after those that wait have been answered.
    ///
    /// # Errors
    /// [`Error::TooLarge`], or what the system said: then none of them was kept.
    pub fn accept(&self, deliveries: &[Delivery]) -> Result<Vec<Accepted>, Error> {
        if deliveries.is_empty() {
            return Ok(Vec::new());
        }
        self.base.grow_log(&self.place.wal())?;
        // Deflating takes longer than writing: nobody else has to wait for it.
        let packed = deliveries
            .iter()
            .map(packed)
            .collect::<Result<Vec<_>, _>>()?;
        self.base
            .write(|tx| packed.iter().map(|one| insert(tx, one)).collect())
    }

    /// Deliveries after the one with this number (0: all), in their order: at most so many, at most [`DELIVERIES_MAX`],
    /// and no more than [`BATCH_BYTES_MAX`] bytes of bodies unless the first alone has more.
    ///
    /// # Errors
    /// [`Error::Unreadable`] for one that is not what was put there, or what SQLite said.
    pub fn deliveries_after(
        &self,
        no: u64,
        count_max: usize,
    ) -> Result<Vec<StoredDelivery>, Error> {
        let mut query = self.base.reader().prepare_cached(
            "SELECT d.no, d.forge, d.id, d.event, d.received_ms, b.headers, b.deflated, b.body
             FROM deliveries d LEFT JOIN delivery_bodies b ON b.no = d.no
             WHERE d.no > ?1 ORDER BY d.no LIMIT ?2",
        )?;
        let limit = count_max.min(DELIVERIES_MAX);
        let mut rows = query.query(params![no, limit])?;
        let mut found = Vec::new();
        let mut bytes = 0;
        while let Some(row) = rows.next()? {
            let delivery = stored(row)?;
            bytes += delivery.content.as_ref().map_or(0, |it| it.body.len());
            if bytes > BATCH_BYTES_MAX && !found.is_empty() {
                break;
            }
            found.push(delivery);
        }
        Ok(found)
    }

    /// The number of the last delivery that is known; 0 when there is none.
    ///
    /// # Errors
    /// What SQLite said.
    pub fn last_delivery_no(&self) -> Result<u64, Error> {
        let mut query = self
            .base
            .reader()
            .prepare_cached("SELECT coalesce(max(no), 0) FROM deliveries")?;
        Ok(query.query_one([], |row| row.get(0))?)
    }

    /// How many deliveries are kept. Reads an index from end to end.
    ///
    /// # Errors
    /// What SQLite said.
    pub fn delivery_counts(&self) -> Result<DeliveryCounts, Error> {
        let sql =
            "SELECT (SELECT count(*) FROM deliveries), (SELECT count(*) FROM delivery_bodies)";
        let mut query = self.base.reader().prepare_cached(sql)?;
        Ok(query.query_one([], |row| {
            Ok(DeliveryCounts {
                ids: row.get(0)?,
                bodies: row.get(1)?,
            })
        })?)
    }

    /// Forgets headers and bodies, the oldest first; the ids stay known. At most [`DELIVERIES_MAX`] at once, so that
    /// nobody waits long: call it until it says 0.
    ///
    /// # Errors
    /// What SQLite said.
    pub fn forget_delivery_bodies(&self, which: Forget<'_>) -> Result<usize, Error> {
        let sql = "DELETE FROM delivery_bodies WHERE no IN (
                SELECT b.no FROM delivery_bodies b JOIN deliveries d ON d.no = b.no
                WHERE b.no <= ?1 AND d.received_ms < ?2 AND d.forge = ?4
                ORDER BY b.no LIMIT ?3)";
        self.forget(sql, which)
    }

    /// Forgets that there were deliveries whose bodies were forgotten: one of them that came again would be new. At most
    /// [`DELIVERIES_MAX`] at once: call it until it says 0.
    ///
    /// # Errors
    /// What SQLite said.
    pub fn forget_delivery_ids(&self, which: Forget<'_>) -> Result<usize, Error> {
        let sql = "DELETE FROM deliveries WHERE no IN (
                SELECT d.no FROM deliveries d
                WHERE d.no <= ?1 AND d.received_ms < ?2 AND d.forge = ?4
                    AND NOT EXISTS (SELECT 1 FROM delivery_bodies b WHERE b.no = d.no)
                ORDER BY d.no LIMIT ?3)";
        self.forget(sql, which)
    }

    fn forget(&self, sql: &str, which: Forget<'_>) -> Result<usize, Error> {
        // SQLite's numbers have a sign.
        let most = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let (no, ms) = (most(which.no_max), most(which.received_before_ms));
        self.base.write(|tx| {
            let mut delete = tx.prepare_cached(sql)?;
            Ok(delete.execute(params![no, ms, DELIVERIES_MAX, which.forge])?)
        })
    }
}

fn packed(delivery: &Delivery) -> Result<Packed<'_>, Error> {
    delivery.check()?;
    let headers = serde_json::to_string(&delivery.headers)
        .map_err(|_| Error::unreadable("the headers of a delivery", &delivery.id))?;
    Ok(Packed {
        delivery,
        headers,
        deflated: deflate_after(Vec::new(), &delivery.body),
    })
}

fn insert(tx: &Transaction<'_>, packed: &Packed<'_>) -> Result<Accepted, Error> {
    let Delivery {
        forge,
        id,
        event,
        received_ms,
        body,
        ..
    } = packed.delivery;
    let new: Option<u64> = tx
        .prepare_cached(
            "INSERT INTO deliveries (forge, id, event, received_ms) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (forge, id) DO NOTHING RETURNING no",
        )?
        .query_row(params![forge, id, event, received_ms], |row| row.get(0))
        .optional()?;
    let Some(no) = new else {
        let no = tx
            .prepare_cached("SELECT no FROM deliveries WHERE forge = ?1 AND id = ?2")?
            .query_one(params![forge, id], |row| row.get(0))?;
        return Ok(Accepted::Known { no });
    };
    let is_deflated = packed.deflated.is_some();
    let body = packed.deflated.as_ref().unwrap_or(body);
    tx.prepare_cached(
        "INSERT INTO delivery_bodies (no, headers, deflated, body) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![no, packed.headers, is_deflated, body])?;
    Ok(Accepted::New { no })
}

fn stored(row: &Row<'_>) -> Result<StoredDelivery, Error> {
    let id: String = row.get(2)?;
    let headers: Option<String> = row.get(5)?;
    let content = match headers {
        Some(headers) => Some(DeliveryContent {
            headers: serde_json::from_str(&headers)
                .map_err(|_| Error::unreadable("the headers of a delivery", &headers))?,
            body: body(row)?.ok_or_else(|| Error::unreadable("the body of a delivery", &id))?,
        }),
        None => None,
    };
    Ok(StoredDelivery {
        no: row.get(0)?,
        forge: row.get(1)?,
        id,
        event: row.get(3)?,
        received_ms: row.get(4)?,
        content,
    })
}

/// The body of a row that has one; `None` when it was not deflated by us.
fn body(row: &Row<'_>) -> Result<Option<Vec<u8>>, Error> {
    if row.get(6)? {
        let deflated: Vec<u8> = row.get(7)?;
        return Ok(inflate(&deflated));
    }
    Ok(Some(row.get(7)?))
}
