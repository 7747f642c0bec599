//! Calling the person's own program that tells them of a line. It is no act of the run: the durable line that it tells of
//! is the leave, and its word and its end change nothing.

use std::path::PathBuf;
use std::time::Duration;

use ledger::telling::Notice;

use super::{Environment, Workshop};
use crate::process::command::allowed_env;
use crate::process::{Command, Input, Output, Starter};

/// What programs that speak to a person's desktop need beside what every child gets.
const DESKTOP: [&str; 5] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
];
/// Bytes of its output that are kept.
const OUTPUT_BYTES_MAX: usize = 4 * 1024;
/// Between a polite end and a hard one.
const GRACE: Duration = Duration::from_secs(1);

/// Calls a program about one line, as often as it takes.
#[derive(Debug)]
pub struct Messenger {
    starter: Starter,
    env: Environment,
    folder: PathBuf,
    notice: Notice,
}

impl Workshop {
    /// Somebody who tells of a line.
    ///
    /// # Errors
    /// A sentence, where nothing can be started.
    pub fn messenger(&self, notice: Notice) -> Result<Messenger, String> {
        let supervisor = self.supervisor.as_ref();
        let starter = supervisor
            .ok_or_else(|| "there is no supervisor, so nothing is started".to_owned())?
            .starter();
        // Not the repository: interpreters take in code from where they are started.
        std::fs::create_dir_all(&self.papers)
            .map_err(|error| format!("`{}` can't be made: {error}", self.papers.display()))?;
        Ok(Messenger {
            starter,
            env: allowed_env(std::env::vars_os(), &DESKTOP.map(str::to_owned)),
            folder: self.papers.clone(),
            notice,
        })
    }
}

impl Messenger {
    /// The line.
    pub fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Calls the program with this on its standard input, outside of any sandbox: it is the person's own. Its processes
    /// are ended with it, at its end or when its time is up.
    pub async fn call(&self, argv: &[String], json: String, timeout: Duration) -> Output {
        let mut command = Command::new(argv, self.folder.clone());
        command.env.clone_from(&self.env);
        command.stdin = Input::Bytes(json.into_bytes());
        command.timeout = timeout;
        command.grace = GRACE;
        command.output_bytes_max = OUTPUT_BYTES_MAX;
        command.merge_stderr = true;
        self.starter.spawn(command).wait().await
    }
}
