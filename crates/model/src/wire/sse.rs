//! Server-sent events, cut anywhere: bytes in, whole events out. It does not know what an event means.

use ledger::reply::{FailureKind, ModelFailure};

use crate::failure::failure;

/// The most bytes of one event. The last event of some formats repeats the whole reply.
pub(crate) const EVENT_BYTES_MAX: usize = 16 << 20;

/// What has come of the event that is not complete yet.
#[derive(Debug, Default)]
pub(crate) struct Events {
    line: Vec<u8>,
    name: String,
    data: Vec<u8>,
    has_data: bool,
    after_cr: bool,
    begun: bool,
}

/// What is done with each event: its name (often empty) and its data.
pub(crate) type Each<'e> = dyn FnMut(&str, &str) -> Result<(), ModelFailure> + 'e;

impl Events {
    /// Takes more bytes, and hands over each event that they complete.
    pub(crate) fn push(&mut self, bytes: &[u8], each: &mut Each<'_>) -> Result<(), ModelFailure> {
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
            let line = &rest[..end.unwrap_or(rest.len())];
            if self.line.len() + self.data.len() + line.len() > EVENT_BYTES_MAX {
                let say = format!("an event of the reply is longer than {EVENT_BYTES_MAX} bytes");
                return Err(failure(FailureKind::Nonsense, say));
            }
            self.line.extend_from_slice(line);
            let Some(end) = end else {
                break;
            };
            self.after_cr = rest[end] == b'\r';
            rest = &rest[end + 1..];
            self.end_line(each)?;
        }
        Ok(())
    }

    /// The stream is over. A last event without its blank line is handed over too: if it was cut, it is no JSON.
    pub(crate) fn end(&mut self, each: &mut Each<'_>) -> Result<(), ModelFailure> {
        self.end_line(each)?;
        self.dispatch(each)
    }

    fn end_line(&mut self, each: &mut Each<'_>) -> Result<(), ModelFailure> {
        let line = std::mem::take(&mut self.line);
        let text = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| !self.begun);
        self.begun = true;
        let text = text.unwrap_or(&line);
        if text.is_empty() {
            self.dispatch(each)?;
        } else {
            self.field(text);
        }
        // The buffer is kept: most lines are of one length.
        self.line = line;
        self.line.clear();
        Ok(())
    }

    fn field(&mut self, line: &[u8]) {
        let colon = line.iter().position(|b| *b == b':').unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &line[..colon] {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            b"event" => self.name = String::from_utf8_lossy(value).into_owned(),
            // Comments (no name before the colon), ids, retry times, and what nobody has thought of yet.
            _ => {}
        }
    }

    fn dispatch(&mut self, each: &mut Each<'_>) -> Result<(), ModelFailure> {
        let name = std::mem::take(&mut self.name);
        if !std::mem::take(&mut self.has_data) {
            return Ok(());
        }
        let said = each(&name, &String::from_utf8_lossy(&self.data));
        self.data.clear();
        said
    }
}
