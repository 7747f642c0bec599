//! A machine in a folder: a home with keys, a repository with two worktrees, another repository, servers and a process,
//! all of which a command in the sandbox of the first worktree is to leave alone.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use ledger::connection::Connected;
use tempfile::TempDir;
use tools::sandbox::{Layout, Limits, Means, Sandbox};

/// What stands in every file that nobody is to read.
pub(super) const SECRET: &str = "CANARY";

/// The user and group that stand for an ordinary user where the tests run as root.
const NOBODY: u32 = 65534;

/// Who runs the commands, and what holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// As the user of the tests, in namespaces.
    Same,
    /// As an ordinary user, in namespaces.
    Ordinary,
    /// As an ordinary user, with Landlock and seccomp alone.
    WithoutNamespaces,
}

/// What came of a command.
#[derive(Debug, serde::Deserialize)]
pub(super) struct Came {
    pub(super) exit: String,
    pub(super) text: String,
    /// What it connected to through the proxy, where there was one.
    #[serde(default)]
    pub(super) connected: Option<Vec<Connected>>,
}

pub(super) struct World {
    room: TempDir,
    root: PathBuf,
    mode: Mode,
    tcp: TcpListener,
    unix: UnixListener,
    hidden_name: UnixListener,
    /// Of the person's key agent and bus.
    person: [UnixListener; 2],
    sleeper: Child,
    /// Everything outside of the worktree, as it was.
    before: BTreeMap<PathBuf, String>,
    pub(super) limits: Limits,
    /// What is reached through the proxy, as the program reads it.
    pub(super) reach: Option<serde_json::Value>,
}

impl World {
    pub(super) fn new(mode: Mode) -> Self {
        let room = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(room.path()).unwrap();
        home(&root.join("home"));
        repositories(&root);
        fs::create_dir(root.join("state")).unwrap();
        fs::write(root.join("state/ledger"), SECRET).unwrap();
        let fixture = root.join("program");
        fs::copy(env!("CARGO_BIN_EXE_tools-fixture"), &fixture).unwrap();
        let unix = UnixListener::bind(root.join("docker.sock")).unwrap();
        let person = ["agent.sock", "bus.sock"]
            .map(|it| UnixListener::bind(root.join("home").join(it)).unwrap());
        person
            .iter()
            .for_each(|it| it.set_nonblocking(true).unwrap());
        let name = format!("interlock-wall-{}", root.file_name().unwrap().display());
        let hidden_name =
            UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        unix.set_nonblocking(true).unwrap();
        hidden_name.set_nonblocking(true).unwrap();
        tcp.set_nonblocking(true).unwrap();
        if mode != Mode::Same && is_root() {
            give(&root);
        }
        let mut sleep = Command::new("sleep");
        sleep
            .arg("1000")
            .env("SECRET_OF_ANOTHER", SECRET)
            .stdout(Stdio::null());
        as_mode(&mut sleep, mode);
        let sleeper = sleep.spawn().unwrap();
        let before = outside(&root);
        let limits = Limits {
            processes: 301,
            scratch_bytes: 64 << 20,
            ..Limits::default()
        };
        Self {
            room,
            root,
            mode,
            tcp,
            unix,
            hidden_name,
            person,
            sleeper,
            before,
            limits,
            reach: None,
        }
    }

    /// The folder that holds the whole machine.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn worktree(&self) -> PathBuf {
        self.root.join("runs/task one")
    }

    /// Runs a script in a new sandbox around the worktree.
    pub(super) fn run(&self, script: &str, timeout_ms: u64) -> Came {
        self.run_all(&[script], timeout_ms).remove(0)
    }

    /// Runs scripts one after the other in one sandbox.
    pub(super) fn run_all(&self, scripts: &[&str], timeout_ms: u64) -> Vec<Came> {
        let means = match self.mode {
            Mode::Same | Mode::Ordinary => Means::Namespaces,
            Mode::WithoutNamespaces => Means::Landlock,
        };
        let file = self.asked(means, scripts, timeout_ms);
        let mut program = Command::new(self.root.join("program"));
        program
            .arg("sandboxed")
            .arg(&file)
            .current_dir("/")
            .stdin(Stdio::null());
        as_mode(&mut program, self.mode);
        let output = program.output().unwrap();
        fs::remove_file(&file).unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Writes down what the program is asked to run, and says where.
    pub(super) fn asked(&self, means: Means, scripts: &[&str], timeout_ms: u64) -> PathBuf {
        let worktree = self.worktree();
        let home = self.root.join("home");
        let asked = serde_json::json!({
            "sandbox": Sandbox { layout: self.layout(), means },
            "scripts": scripts,
            "cwd": worktree,
            "timeout_ms": timeout_ms,
            "reach": self.reach,
            "env": [
                ("PATH", Path::new("/usr/local/bin:/usr/bin:/bin")),
                ("HOME", &home),
                ("PERSON", &home),
                ("ROOT", &self.root),
                ("SSH_AUTH_SOCK", &home.join("agent.sock")),
                ("DBUS_SESSION_BUS_ADDRESS", Path::new(&format!("unix:path={}", home.join("bus.sock").display()))),
                ("DOCKER_HOST", Path::new(&format!("unix://{}", self.root.join("docker.sock").display()))),
                ("GIT", &self.root.join("repo/.git")),
                ("PORT", Path::new(&self.tcp.local_addr().unwrap().port().to_string())),
                ("NAME", Path::new(self.root.file_name().unwrap())),
                ("VICTIM", Path::new(&self.sleeper.id().to_string())),
                ("PTRACE", Path::new(&libc::SYS_ptrace.to_string())),
                ("MOUNT", Path::new(&libc::SYS_mount.to_string())),
                ("UNSHARE", Path::new(&libc::SYS_unshare.to_string())),
                ("KEYCTL", Path::new(&libc::SYS_keyctl.to_string())),
                ("BPF", Path::new(&libc::SYS_bpf.to_string())),
                ("RING", Path::new(&libc::SYS_io_uring_setup.to_string())),
                ("PEEK", Path::new(&libc::SYS_process_vm_readv.to_string())),
            ],
        });
        let file = self.room.path().join("asked.json");
        fs::write(&file, asked.to_string()).unwrap();
        file
    }

    fn layout(&self) -> Layout {
        let worktree = self.worktree();
        let home = self.root.join("home");
        let mut layout = Layout::system(&home);
        layout.writable.push(worktree.clone());
        layout.readable.push(self.root.join("repo/.git"));
        layout.overlaid.push(home.join(".cargo"));
        layout.hidden.push(home.join(".cargo/credentials.toml"));
        layout.hidden.push(self.root.join("repo/.git/credentials"));
        layout.protected = [".git", ".github", ".env", ".vscode"]
            .map(|it| worktree.join(it))
            .to_vec();
        layout.limits = self.limits;
        layout
    }

    /// What is not as it was outside of the worktree.
    pub(super) fn harm(&mut self) -> Vec<String> {
        let now = outside(&self.root);
        let all = now.keys().chain(self.before.keys());
        let other = all.filter(|path| now.get(*path) != self.before.get(*path));
        let told = other
            .take(3)
            .map(|path| format!("{} is not as it was", path.display()));
        let mut harm: Vec<String> = told.collect();
        // Each harm is told once.
        self.before = now;
        let called = [
            ("the server of the machine", self.tcp.accept().is_ok()),
            ("the socket of another program", self.unix.accept().is_ok()),
            (
                "the agent or the bus of the person",
                self.person.iter().any(|it| it.accept().is_ok()),
            ),
            (
                "the nameless socket of another program",
                self.hidden_name.accept().is_ok(),
            ),
        ];
        harm.extend(
            called
                .iter()
                .filter(|it| it.1)
                .map(|it| format!("{} was called", it.0)),
        );
        if self.sleeper.try_wait().unwrap().is_some() {
            harm.push("another process was ended".to_owned());
        }
        harm
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _gone = self.sleeper.kill();
        let _reaped = self.sleeper.wait();
    }
}

pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn as_mode(command: &mut Command, mode: Mode) {
    if mode != Mode::Same && is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
}

/// Gives everything to the ordinary user.
fn give(path: &Path) {
    chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    if path.symlink_metadata().unwrap().is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            give(&entry.unwrap().path());
        }
    }
}

fn home(home: &Path) {
    let files = [
        ".ssh/id_ed25519",
        ".ssh/authorized_keys",
        ".bashrc",
        ".profile",
        ".gitconfig",
        ".netrc",
        ".npmrc",
        ".aws/credentials",
        ".config/gh/hosts.yml",
        ".config/autostart/start.desktop",
        ".cargo/credentials.toml",
        ".local/share/keyrings/login.keyring",
        "Documents/letter.txt",
    ];
    for file in files {
        let file = home.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, format!("{SECRET}\n")).unwrap();
    }
    let tool = home.join(".cargo/bin/tool");
    fs::create_dir_all(tool.parent().unwrap()).unwrap();
    fs::write(&tool, "#!/bin/sh\necho the tool\n").unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(home.join(".cargo/config.toml"), "[net]\noffline = true\n").unwrap();
}

fn repositories(root: &Path) {
    for name in ["repo", "other"] {
        let repo = root.join(name);
        fs::create_dir(&repo).unwrap();
        git(&repo, &["init", "-q", "-b", "main"]);
        fs::write(repo.join("file.txt"), "text\n").unwrap();
        fs::create_dir_all(repo.join(".github/workflows")).unwrap();
        fs::write(repo.join(".github/workflows/ci.yml"), "on: push\n").unwrap();
        fs::create_dir_all(repo.join(".vscode")).unwrap();
        fs::write(repo.join(".vscode/tasks.json"), "{}\n").unwrap();
        git(&repo, &["add", "."]);
        git(
            &repo,
            &[
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@b",
                "commit",
                "-q",
                "-m",
                "first",
            ],
        );
        fs::write(repo.join(".git/credentials"), SECRET).unwrap();
        fs::write(repo.join("untracked.txt"), SECRET).unwrap();
    }
    fs::create_dir(root.join("runs")).unwrap();
    for task in ["task one", "task two"] {
        let at = root.join("runs").join(task);
        git(
            &root.join("repo"),
            &[
                "worktree",
                "add",
                "-q",
                "-b",
                &task.replace(' ', "-"),
                &at.display().to_string(),
            ],
        );
        fs::write(at.join(".env"), "KEY=value\n").unwrap();
    }
    fs::write(root.join("runs/task two/notes"), SECRET).unwrap();
}

fn git(repo: &Path, arguments: &[&str]) {
    let done = Command::new("git")
        .current_dir(repo)
        .args(arguments)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// What stands outside of the first worktree: kind, owner, mode and content of everything.
fn outside(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(path) = open.pop() {
        let about = path.symlink_metadata().unwrap();
        // The program is large, and is the same as long as it has its size.
        let content = if path.ends_with("program") {
            about.len().to_string()
        } else if about.is_file() {
            String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
        } else {
            String::new()
        };
        let inside = path.ends_with("runs/task one");
        if about.is_dir() && !inside {
            open.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        }
        all.insert(
            path,
            format!("{:o} {} {content}", about.mode(), about.uid()),
        );
    }
    all
}
