//! How a command's result is printed.

use std::io::Write as _;

use crate::args::Global;
use crate::exit::Failure;

/// Prints to standard output. A reader that has gone away is no error.
pub(crate) fn put(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| {
        if text.ends_with('\n') || text.is_empty() {
            Ok(())
        } else {
            out.write_all(b"\n")
        }
    });
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Says something beside the result.
pub(crate) fn note(text: &str) {
    crate::screen::say(text);
}

/// Prints one JSON value on one line.
pub(crate) fn put_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    put(&serde_json::to_string(value).map_err(std::io::Error::from)?)
}

/// Prints one result: as JSON where that is asked for, else in words.
pub(crate) fn tell(global: &Global, words: &str, value: &serde_json::Value) -> Result<(), Failure> {
    if global.json {
        put_json(value)
    } else {
        put(words)
    }
}
