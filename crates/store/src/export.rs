//! A run as JSON lines, each with the bytes as they are stored, so that anybody can check the chain without us.

use std::io::Write;

use ledger::ids::{RunId, Seq};
use ledger::journal::Row;
use serde::de::IgnoredAny;

use crate::error::Error;
use crate::store::Store;

/// Lines read at once.
const BATCH: usize = 256;

impl Store {
    /// Writes one object a line, `{"seq":…,"hash":"…","line":{…}}`, where `line` holds exactly the bytes that were
    /// hashed; in place of a line that is not JSON, `"broken":"…"` with its text. Returns how many.
    ///
    /// # Errors
    /// [`Error::Output`] when the receiver takes no more, [`Error::NoSuchRun`], or what SQLite said.
    pub fn export(&self, run: &RunId, out: &mut dyn Write) -> Result<u64, Error> {
        let mut next = Seq(1);
        let mut count = 0;
        loop {
            let rows = self.lines(run, next, BATCH)?;
            let Some(last) = rows.last() else {
                return Ok(count);
            };
            next = last.seq.next();
            for row in &rows {
                out.write_all(&object(row)).map_err(Error::Output)?;
                count += 1;
            }
        }
    }
}

fn object(row: &Row) -> Vec<u8> {
    let mut text = format!("{{\"seq\":{},\"hash\":\"{}\",", row.seq, row.hash).into_bytes();
    let is_json = serde_json::from_slice::<IgnoredAny>(&row.bytes).is_ok();
    if is_json && !row.bytes.contains(&b'\n') {
        text.extend_from_slice(b"\"line\":");
        text.extend_from_slice(&row.bytes);
    } else {
        let broken = String::from_utf8_lossy(&row.bytes);
        text.extend_from_slice(b"\"broken\":");
        text.extend_from_slice(serde_json::Value::from(broken).to_string().as_bytes());
    }
    text.extend_from_slice(b"}\n");
    text
}
