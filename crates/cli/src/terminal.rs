//! A terminal that a screen is drawn on and keys are read from, and that is as it was before whenever that is over: on
//! quitting, on an error, and when the program falls over.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::stdio;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// Another page without a cursor, on which lines that are too long are cut.
const ENTER: &str = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J";
/// The page of before.
const LEAVE: &str = "\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l";
/// Most bytes of keys that are taken at once.
const KEYS_BYTES_MAX: usize = 256;

/// How the terminal was, while it is ours.
static BEFORE: Mutex<Option<Before>> = Mutex::new(None);

struct Before {
    /// Of standard input, where keys are read.
    keys: Option<Termios>,
}

/// A terminal that is ours as long as this is there.
#[derive(Debug)]
pub(crate) struct Terminal {
    /// Whether keys can be read.
    keys: bool,
    drawn: Vec<String>,
}

/// What waiting for keys ended with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// These bytes.
    Keys(Vec<u8>),
    /// Nothing in time.
    Nothing,
    /// The terminal is gone.
    Gone,
}

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// What the system said; the terminal is as it was.
    pub(crate) fn take() -> io::Result<Self> {
        let keys = io::stdin().is_terminal();
        let mut before = Before { keys: None };
        if keys {
            let was = tcgetattr(stdio::stdin())?;
            let mut raw = was.clone();
            // Ctrl-C is a key as well: it ends the screen as any other way does.
            raw.make_raw();
            before.keys = Some(was);
            *locked() = Some(before);
            tcsetattr(stdio::stdin(), OptionalActions::Flush, &raw).inspect_err(|_| restore())?;
        } else {
            *locked() = Some(before);
        }
        let terminal = Self {
            keys,
            drawn: Vec::new(),
        };
        write(ENTER)?;
        Ok(terminal)
    }

    /// Whether somebody can press keys.
    pub(crate) fn has_keys(&self) -> bool {
        self.keys
    }

    /// Columns and lines, as they are now.
    pub(crate) fn size() -> (usize, usize) {
        let size = tcgetwinsize(stdio::stdout()).map(|it| (it.ws_col, it.ws_row));
        let (columns, lines) = match size {
            Ok((columns @ 1.., lines @ 1..)) => (columns, lines),
            Ok(_) | Err(_) => (80, 24),
        };
        (usize::from(columns), usize::from(lines))
    }

    /// Shows these lines, as many as the terminal has, if they are not shown already.
    ///
    /// # Errors
    /// What the system said.
    pub(crate) fn draw(&mut self, lines: Vec<String>) -> io::Result<()> {
        if lines == self.drawn {
            return Ok(());
        }
        let mut out = String::from("\u{1b}[H");
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                out.push_str("\r\n");
            }
            // Cleared before it is written: behind a full line the cursor still stands on its last column.
            out.push_str("\u{1b}[2K");
            out.push_str(line);
        }
        write(&out)?;
        self.drawn = lines;
        Ok(())
    }

    /// Waits so long for keys. A signal or another size ends the wait early.
    pub(crate) fn wait(&self, patience: Duration) -> Pressed {
        if !self.keys {
            std::thread::sleep(patience);
            return Pressed::Nothing;
        }
        let stdin = stdio::stdin();
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        let patience = Timespec::try_from(patience).ok();
        match poll(&mut ready, patience.as_ref()) {
            Ok(0) | Err(Errno::INTR) => return Pressed::Nothing,
            Ok(_) => {}
            Err(_) => return Pressed::Gone,
        }
        let mut bytes = [0; KEYS_BYTES_MAX];
        match rustix::io::read(stdin, &mut bytes) {
            Ok(0) => Pressed::Gone,
            Ok(count) => Pressed::Keys(bytes.get(..count).unwrap_or_default().to_vec()),
            Err(Errno::INTR | Errno::AGAIN) => Pressed::Nothing,
            Err(_) => Pressed::Gone,
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Puts the terminal back, if it is ours.
pub(crate) fn restore() {
    let Some(before) = locked().take() else {
        return;
    };
    // A terminal that is gone needs nothing.
    let _gone = write(LEAVE);
    if let Some(was) = before.keys {
        let _gone = tcsetattr(stdio::stdin(), OptionalActions::Flush, &was);
    }
}

fn locked() -> MutexGuard<'static, Option<Before>> {
    BEFORE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
