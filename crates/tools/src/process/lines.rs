//! What a child prints, a line at a time, while it runs.

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::unix::pipe;

/// Bytes of a line at most: of a longer one nothing is handed on.
const LINE_BYTES_MAX: u64 = 16 << 20;

/// The two ends of a child that speaks a protocol.
#[derive(Debug)]
pub struct Pipes {
    /// What is written here is its standard input.
    pub input: pipe::Sender,
    /// What it prints is read here.
    pub output: pipe::Receiver,
}

/// The standard output of a child, a line at a time.
#[derive(Debug)]
pub struct Lines(BufReader<pipe::Receiver>);

impl Lines {
    pub(crate) fn of(output: pipe::Receiver) -> Self {
        Self(BufReader::new(output))
    }

    /// The next line; nothing at the end. What can't be read is the end, too.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            let mut bytes = Vec::new();
            let mut limited = (&mut self.0).take(LINE_BYTES_MAX);
            limited.read_until(b'\n', &mut bytes).await.ok()?;
            if bytes.is_empty() {
                return None;
            }
            let whole = bytes.last() == Some(&b'\n');
            if whole || u64::try_from(bytes.len()).unwrap_or(u64::MAX) < LINE_BYTES_MAX {
                return Some(String::from_utf8_lossy(&bytes).into_owned());
            }
            self.skip_line().await?;
        }
    }

    /// Passes over the rest of a line that is too long.
    async fn skip_line(&mut self) -> Option<()> {
        loop {
            let held = self.0.fill_buf().await.ok()?;
            if held.is_empty() {
                return None;
            }
            let end = held.iter().position(|it| *it == b'\n');
            let passed = end.map_or(held.len(), |at| at.saturating_add(1));
            self.0.consume(passed);
            if end.is_some() {
                return Some(());
            }
        }
    }
}
