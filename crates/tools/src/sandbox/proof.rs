//! Whether this machine gives a sandbox, found out by trying: canaries are put into a folder, our own binary tries to reach
//! them from a sandbox, and then they are looked at from outside.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::canary::{Canaries, Promise};
use super::layout::{Layout, Means, Sandbox};
use super::leftover::CANARIES_PREFIX;
use crate::outside_run::ByHand;
use crate::process::{CANARY_WORD, Command, Exit, SUPERVISE_ARG};

/// What was found out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// What can hold children here; nothing if nothing can.
    pub means: Option<Means>,
    /// The promises that this does not keep.
    pub broken: Vec<Promise>,
    /// Why there is nothing better, a sentence for each that was tried.
    pub why: Vec<String>,
}

/// Time that a trial has.
const TIME_MAX: Duration = Duration::from_secs(20);
/// What stands in every canary.
const SONG: &str = "as it was";

impl Proof {
    /// Whether every promise is kept.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.means.is_some() && self.broken.is_empty()
    }
}

/// Tries what there is, the best first; `exe` is our own binary.
#[must_use]
pub fn prove(exe: &Path) -> Proof {
    let mut why = Vec::new();
    for means in Means::HERE {
        let means = *means;
        match broken_by(exe, means) {
            Ok(broken) => {
                return Proof {
                    means: Some(means),
                    broken,
                    why,
                };
            }
            Err(error) => why.push(error),
        }
    }
    Proof {
        means: None,
        broken: Promise::ALL.to_vec(),
        why,
    }
}

/// The promises that a sandbox by these means does not keep.
///
/// # Errors
/// Why it does not stand, as a sentence.
pub fn broken_by(exe: &Path, means: Means) -> Result<Vec<Promise>, String> {
    let words = |error: io::Error| format!("no canaries: {error}");
    let aviary = Aviary::new().map_err(words)?;
    let server = TcpListener::bind(("127.0.0.1", 0)).map_err(words)?;
    server.set_nonblocking(true).map_err(words)?;
    let canaries = Canaries {
        home: aviary.canary("home/key").map_err(words)?,
        outside: aviary.canary("outside/file").map_err(words)?,
        git: aviary.canary("repo/.git/hooks/pre-commit").map_err(words)?,
        protected: aviary
            .canary("tree/.github/workflows/ci.yml")
            .map_err(words)?,
        port: server.local_addr().map_err(words)?.port(),
        pid: std::process::id().cast_signed(),
    };
    let mut broken = aviary.ask(exe, means, &canaries)?;
    let sung = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|it| it == SONG);
    let looked_at = [
        (Promise::Outside, sung(&canaries.outside)),
        (Promise::Git, sung(&canaries.git)),
        (Promise::Protected, sung(&canaries.protected)),
        (Promise::Network, server.accept().is_err()),
    ];
    broken.extend(
        looked_at
            .into_iter()
            .filter(|(_, kept)| !kept)
            .map(|(promise, _)| promise),
    );
    broken.sort();
    broken.dedup();
    Ok(broken)
}

/// A folder for canaries; gone when dropped.
struct Aviary(PathBuf);

impl Aviary {
    fn new() -> io::Result<Self> {
        /// Several may be tried at once in one process.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let process = crate::process::tree::this_process();
        let name = format!("{CANARIES_PREFIX}{process}-{number}");
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder)?;
        // From here on it is taken away, whatever fails.
        let mut aviary = Self(folder);
        aviary.0 = fs::canonicalize(&aviary.0)?;
        fs::create_dir(aviary.0.join("tree"))?;
        Ok(aviary)
    }

    fn canary(&self, path: &str) -> io::Result<PathBuf> {
        let path = self.0.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, SONG)?;
        Ok(path)
    }

    fn ask(&self, exe: &Path, means: Means, canaries: &Canaries) -> Result<Vec<Promise>, String> {
        let tree = self.0.join("tree");
        let mut layout = Layout::system(&self.0.join("home"));
        layout.writable = vec![tree.clone()];
        layout.protected = vec![tree.join(".github")];
        layout
            .readable
            .extend([self.0.join("repo/.git"), exe.to_owned()]);
        let asked = serde_json::to_string(canaries).map_err(|error| error.to_string())?;
        let by_hand = ByHand::start(exe, Some(Sandbox { layout, means }))
            .map_err(|error| error.to_string())?;
        let argv = [
            exe.as_os_str(),
            SUPERVISE_ARG.as_ref(),
            CANARY_WORD.as_ref(),
            asked.as_ref(),
        ];
        let mut command = Command::new(argv, tree);
        command.timeout = TIME_MAX;
        let output = by_hand.run(command, |env| env);
        match output.exit {
            Exit::Exited(0) => {
                serde_json::from_str(output.stdout.text.trim()).map_err(|error| error.to_string())
            }
            Exit::NotStarted(why) => Err(why),
            Exit::Exited(_)
            | Exit::Signalled(_)
            | Exit::TimedOut
            | Exit::Cancelled
            | Exit::Exceeded(_)
            | Exit::Lost => Err(format!(
                "our own binary can't be run in a sandbox by {means:?}: {}",
                output.stderr.text.trim()
            )),
        }
    }
}

impl Drop for Aviary {
    fn drop(&mut self) {
        // What can't be taken away is left for `doctor`.
        let _left = fs::remove_dir_all(&self.0);
    }
}
