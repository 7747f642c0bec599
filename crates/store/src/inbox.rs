//! What others tell a run. They never write its lines: its driver takes messages in, in their order.

use ledger::ids::RunId;
use ledger::message::{Body, Message};
use rusqlite::params;

use crate::error::Error;
use crate::limits::{MESSAGE_BYTES_MAX, MESSAGES_MAX};
use crate::store::Store;

impl Store {
    /// Leaves a message, and returns its number. Numbers rise, over all runs, and none is given twice.
    ///
    /// # Errors
    /// [`Error::NoSuchRun`], [`Error::TooLarge`], or what SQLite said.
    pub fn tell(&self, run: &RunId, by: &str, body: &Body, at_ms: u64) -> Result<u64, Error> {
        let text = serde_json::to_string(body).map_err(|_| Error::unreadable("a message", by))?;
        let bytes = (by.len() + text.len()) as u64;
        if bytes > MESSAGE_BYTES_MAX {
            let (what, bytes_max) = ("a message", MESSAGE_BYTES_MAX);
            return Err(Error::TooLarge {
                what,
                bytes,
                bytes_max,
            });
        }
        let run_no = self.number(run)?;
        let id = self.base.write(|tx| {
            tx.prepare_cached(
                "INSERT INTO inbox (run, at_ms, sender, body) VALUES (?1, ?2, ?3, ?4) RETURNING id",
            )?
            .query_one(params![run_no, at_ms, by, text], |row| row.get(0))
            .map_err(Error::from)
        })?;
        self.told.set(true);
        Ok(id)
    }

    /// Messages to a run after the one with number `after` (0: all), in their order; at most [`MESSAGES_MAX`].
    ///
    /// # Errors
    /// [`Error::NoSuchRun`], [`Error::Unreadable`] for one that a newer program left, or what SQLite said.
    pub fn inbox(&self, run: &RunId, after: u64) -> Result<Vec<Message>, Error> {
        let run_no = self.number(run)?;
        let mut query = self.base.reader().prepare_cached(
            "SELECT id, sender, body FROM inbox WHERE run = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
        )?;
        let mut rows = query.query(params![run_no, after, MESSAGES_MAX])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let body: String = row.get(2)?;
            messages.push(Message {
                id: row.get(0)?,
                by: row.get(1)?,
                body: serde_json::from_str(&body)
                    .map_err(|_| Error::unreadable("a message", &body))?,
            });
        }
        Ok(messages)
    }

    /// Whether anything was written since this was last asked (or the store opened): a message of anybody, or lines.
    /// Costs microseconds; look into the inbox only when it says yes.
    ///
    /// # Errors
    /// What SQLite said.
    pub fn changed(&self) -> Result<bool, Error> {
        let version = self.base.version()?;
        let before = self.seen.replace(version);
        Ok(self.told.replace(false) || version != before)
    }
}
