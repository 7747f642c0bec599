//! A repository, a state directory and a script for each test; the binary as a person would start it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A world of its own: home, state and a repository, gone when the test ends.
pub(crate) struct World {
    directory: TempDir,
    /// Whether commands are held, as far as this machine can.
    held: bool,
}

/// What a command printed, and its exit status.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    /// All that was said, without the ends of lines: a sentence may go over two of them.
    pub(crate) fn words(&self) -> String {
        let all = format!("{} {}", self.err, self.out);
        all.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Where toolchains of the person who runs the tests are: a sandbox shows no others.
fn toolchains() -> Vec<(&'static str, PathBuf)> {
    let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
    let usual = [
        ("PYENV_ROOT", ".pyenv"),
        ("GOCACHE", ".cache/go-build"),
        ("NVM_DIR", ".nvm"),
    ];
    let there = usual.map(|(name, folder)| {
        let said = std::env::var_os(name).map(PathBuf::from);
        (name, said.unwrap_or_else(|| home.join(folder)))
    });
    there
        .into_iter()
        .filter(|(_, folder)| folder.is_dir())
        .collect()
}

impl World {
    /// A repository with these files, committed on `main`.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let world = Self {
            directory: tempfile::tempdir().expect("a temporary directory"),
            held: false,
        };
        std::fs::create_dir_all(world.path("home")).expect("a home");
        std::fs::create_dir_all(world.repository()).expect("a repository");
        world.git(&["init", "--quiet", "-b", "main"]);
        for (name, text) in files {
            world.write(name, text);
        }
        world.git(&["add", "--all"]);
        world.git(&["commit", "--quiet", "--allow-empty", "-m", "start"]);
        world
    }

    /// The same, with a scripted model: `script` is the written conversation, as JSON. The configuration is the user's
    /// own, so it is trusted. What their checks prove is not what most of these tests are about: where `more` says nothing
    /// of verification, level 5 is off.
    pub(crate) fn scripted(files: &[(&str, &str)], script: &str, more: &str) -> Self {
        let world = Self::new(files);
        let path = world.path("home/agent.json");
        std::fs::write(&path, script).expect("a script");
        let levels = match more.contains("verification:") {
            true => "",
            false => "verification: {levels: [1, 2, 3, 4]}\n",
        };
        let config = format!(
            "models:\n  default: written\n  written:\n    provider: scripted\n    model: {}\n{more}{levels}",
            path.display()
        );
        world.configure(&config);
        world
    }

    /// The same world with commands that are held by a sandbox. Most tests are about something else, and some leave a mark
    /// beside the repository when a command has come so far.
    pub(crate) fn held(mut self) -> Self {
        self.held = true;
        self
    }

    /// Writes the user's own configuration.
    pub(crate) fn configure(&self, text: &str) {
        let path = self.path("home/.config/interlock/config.yml");
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a configuration");
    }

    /// A path in the world.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The repository.
    pub(crate) fn repository(&self) -> PathBuf {
        self.path("repo with spaces")
    }

    /// Writes a file of the repository.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.repository().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }

    /// Reads a file of the repository.
    pub(crate) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.repository().join(name)).ok()
    }

    /// A command of ours, not started yet: clean environment, own home and state.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_interlock"));
        command
            .args(args)
            .current_dir(self.repository())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path("home"))
            .env("INTERLOCK_STATE", self.path("state"))
            .env("LANG", "C.UTF-8")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(std::process::Stdio::null());
        if self.held {
            command.envs(toolchains());
        } else {
            command.env("INTERLOCK_WITHOUT_SANDBOX", "1");
        }
        for name in ["CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            } else if let Some(home) = std::env::var_os("HOME") {
                let folder = if name == "CARGO_HOME" {
                    ".cargo"
                } else {
                    ".rustup"
                };
                let path = Path::new(&home).join(folder);
                if name != "RUSTUP_TOOLCHAIN" && path.exists() {
                    command.env(name, path);
                }
            }
        }
        command
    }

    /// Runs a command of ours to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Said {
        said(self.command(args).output().expect("interlock starts"))
    }

    /// Runs a command of ours that was set up further, to its end.
    pub(crate) fn finish(&self, command: &mut Command) -> Said {
        said(command.output().expect("interlock starts"))
    }

    /// Waits for a command of ours that was started.
    pub(crate) fn ended(&self, child: std::process::Child) -> Said {
        said(child.wait_with_output().expect("an end"))
    }

    /// Runs a command whose output is JSON.
    pub(crate) fn json(&self, args: &[&str]) -> serde_json::Value {
        let said = self.run(args);
        serde_json::from_str(&said.out)
            .unwrap_or_else(|error| panic!("{args:?} gave no JSON ({error}): {said:?}"))
    }

    /// Git as the person of this world uses it: with what stands in their home.
    pub(crate) fn git_of_person(&self, args: &[&str]) -> String {
        let output = Command::new("git")
            .args(args)
            .current_dir(self.repository())
            .env("HOME", self.path("home"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("XDG_CONFIG_HOME")
            .output()
            .expect("git starts");
        let said = said(output);
        assert_eq!(said.code, 0, "git {args:?}: {}", said.err);
        said.out
    }

    /// A setting of the person's own git configuration.
    pub(crate) fn set_up(&self, key: &str, value: &str) {
        self.git_of_person(&["config", "--global", key, value]);
    }

    /// A program in the person's home.
    pub(crate) fn program(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path("home").join(name);
        std::fs::write(&path, text).expect("a program");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&path, mode).expect("a mode");
        path
    }

    /// Git, with nothing of the machine's own configuration.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=test",
                "-c",
                "user.email=test@example.invalid",
            ])
            .args(args)
            .current_dir(self.repository())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .expect("git starts");
        let said = said(output);
        assert_eq!(said.code, 0, "git {args:?}: {}", said.err);
        said.out
    }
}

pub(crate) fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
