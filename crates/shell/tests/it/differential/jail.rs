//! Where bash runs what was made: an empty directory, an empty environment, stubs instead of programs, little time.
//!
//! Stubs write down their name and arguments. Behind some stubs the real program runs then: those that only start others
//! (`bash`, `env`, `xargs`, `find`, `nohup`, `timeout`) or copy what comes in (`cat`, `tee`), as far as the machine has
//! them. Nothing else is on the path, and the grammar names no other path and no file outside.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::grammar::PROGRAMS;

/// Programs that are real behind their stubs.
const REAL: [&str; 8] = [
    "bash", "env", "xargs", "find", "nohup", "timeout", "cat", "tee",
];

/// A directory to run scripts in, removed with this value.
pub(crate) struct Jail {
    root: PathBuf,
    bash: PathBuf,
    timeout: PathBuf,
}

/// The first file of this name on the path.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

impl Jail {
    /// An empty one; `None`: no bash on this machine (or no `timeout`, without which nothing is run).
    pub(crate) fn new(name: &str) -> Option<Self> {
        let (bash, timeout) = (on_path("bash")?, on_path("timeout")?);
        let root = std::env::temp_dir().join(format!("differential-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let bin = root.join("bin");
        fs::create_dir_all(&bin).unwrap();
        for name in PROGRAMS {
            // Some fail: what stands behind `&&` and `||` must not depend on luck.
            let fails = matches!(name, "du" | "file");
            stub(&root, name, &format!("echo w0; exit {}", u8::from(fails)));
        }
        for name in REAL {
            let does = on_path(name).map_or("exit 127".to_owned(), |real| {
                // In a group of its own it would outlive the end of the jail's.
                let own = if name == "timeout" {
                    " --foreground"
                } else {
                    ""
                };
                format!("exec {}{own} \"$@\"", real.display())
            });
            stub(&root, name, &does);
        }
        Some(Self {
            root,
            bash,
            timeout,
        })
    }

    /// The directory that scripts begin in.
    pub(crate) fn top(&self) -> PathBuf {
        self.root.join("work")
    }

    /// What bash starts when it runs a script: names with arguments, in no order. `None`: it took too long.
    pub(crate) fn run(&self, script: &str) -> Option<Vec<Vec<String>>> {
        let (log, work) = (self.root.join("log"), self.top());
        for folder in [&log, &work] {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder).unwrap();
        }
        fs::create_dir(work.join("d0")).unwrap();
        for file in ["d0/x0", "d0/x1", "d0/y"] {
            fs::write(work.join(file), "").unwrap();
        }
        symlink(self.root.join("bin"), work.join("d1")).unwrap();
        // Descriptor 9 is held by everything that the script leaves in the background: the reader of it, and with it the
        // whole, ends when all have, or is ended with them.
        let outer = "ulimit -t 3 -f 2048; ulimit -u 4000; \
                     \"$2\" --norc --noprofile -c \"$1\" 9>&1 >/dev/null 2>&1 | while read -r; do :; done";
        let out = Command::new(&self.timeout)
            .args(["-s", "KILL", "3"])
            .arg(&self.bash)
            .args(["--norc", "--noprofile", "-c", outer, "outer", script])
            .arg(&self.bash)
            .env_clear()
            .env("PATH", self.root.join("bin"))
            .env("HOME", &work)
            .current_dir(&work)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .output()
            .unwrap();
        let mut all = Vec::new();
        for entry in fs::read_dir(&log).unwrap() {
            all.extend(records(&fs::read(entry.unwrap().path()).unwrap()));
        }
        (out.status.code() != Some(137) && out.status.code().is_some()).then_some(all)
    }
}

impl Drop for Jail {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// A program of the jail that writes itself down first. Each process has its own file, so no two mix.
fn stub(root: &Path, name: &str, does: &str) {
    let dash = on_path("dash").unwrap_or_else(|| PathBuf::from("/bin/sh"));
    let log = root.join("log");
    let text = format!(
        "#!{}\nprintf '%s\\0' \"$#\" {name} \"$@\" >>{}/$$\n{does}\n",
        dash.display(),
        log.display()
    );
    let file = root.join("bin").join(name);
    fs::write(&file, text).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The records of one process: how many arguments, the name, the arguments.
fn records(bytes: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.split_terminator('\0').map(str::to_owned);
    let mut out = Vec::new();
    while let Some(count) = words.next().and_then(|it| it.parse::<usize>().ok()) {
        out.push(words.by_ref().take(count + 1).collect());
    }
    out
}
