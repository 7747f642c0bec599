//! The program that is found as `git` in a sandbox. In the worktree of the task it carries out what changes index and branch,
//! with the help of who serves outside; everything else is the machine's git, which only reads there.

mod commit;
mod staging;
mod stash;
mod stay;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use rustix::io::Errno;

use super::places;
use super::wire::{Answer, Ask, receive, send};
use crate::process::plain::{self, Done, Plain};

/// The hidden argument that makes our program this one. Behind it stand the machine's git and the words that were typed.
pub const GIT_ARG: &str = "__git";

/// What git's own exit status is where it can't go on.
const FATAL: u8 = 128;
/// How the system says that nothing can be written there.
const READ_ONLY: &str = "Read-only file system";
/// What to do where git itself could not write.
const INSTEAD: &str = "interlock: the repository is only read here. `git add`, `commit`, `restore`, `rm`, `mv` and `stash` are carried out \
                       on this task's branch, and so does the tool `commit`; branches, tags, remotes and settings stay as they are.";

/// A command as it was typed.
#[derive(Debug)]
struct Typed {
    /// The machine's git.
    git: OsString,
    /// Where it is to run.
    cwd: PathBuf,
    /// The verb and what follows it.
    words: Vec<OsString>,
}

/// How a command ends that is told in words.
type Ended = Result<u8, Stopped>;

/// Why a command can't go on.
#[derive(Debug)]
enum Stopped {
    /// It is not carried out, and why.
    Refused(String),
    /// The system did not let it.
    Failed(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Stopped::Failed(error)
    }
}

/// What the program does when it is started with [`GIT_ARG`].
pub fn git_main() -> ExitCode {
    let mut given = std::env::args_os().skip(2);
    let Some(git) = given.next() else {
        return ExitCode::from(FATAL);
    };
    let all: Vec<OsString> = given.collect();
    let typed = Typed::read(git.clone(), &all).filter(Typed::is_of_the_task);
    let Some(typed) = typed else {
        return as_it_is(&git, &all);
    };
    let ended = match typed.words.first().and_then(|it| it.to_str()) {
        Some("add" | "rm" | "mv" | "restore") => typed.stage(&typed.words),
        Some("checkout" | "switch") => typed.stay(),
        Some("reset") => typed.reset(),
        Some("commit") => typed.commit(),
        Some("stash") => typed.stash(),
        Some(_) | None => return as_it_is(&git, &all),
    };
    match ended {
        Ok(code) => ExitCode::from(code),
        Err(Stopped::Refused(why)) => {
            say(&format!("interlock: {why}\n"));
            ExitCode::from(FATAL)
        }
        Err(Stopped::Failed(error)) => {
            say(&format!("interlock: git can't be carried out: {error}\n"));
            ExitCode::from(FATAL)
        }
    }
}

/// The machine's git with these words. Where it could not write, it is said what can be done instead.
fn as_it_is(git: &OsStr, words: &[OsString]) -> ExitCode {
    let takes_input = words.iter().any(|it| it == "-" || it == "--stdin");
    let argv = [&[git.to_owned()], words].concat();
    if takes_input {
        let error = plain::replace(&argv);
        say(&format!("interlock: git can't be started: {error}\n"));
        return ExitCode::from(FATAL);
    }
    match start(Plain::new(&argv, ".")) {
        Ok(done) => {
            show(&done);
            let refused = String::from_utf8_lossy(&done.stderr).contains(READ_ONLY);
            if refused {
                say(&format!("{INSTEAD}\n"));
            }
            ExitCode::from(code(&done).max(u8::from(refused)))
        }
        Err(error) => {
            say(&format!("interlock: git can't be started: {error}\n"));
            ExitCode::from(FATAL)
        }
    }
}

impl Typed {
    /// Takes a command apart. Nothing where it says by itself which repository it is about.
    fn read(git: OsString, all: &[OsString]) -> Option<Self> {
        let elsewhere = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"];
        if elsewhere.iter().any(|it| std::env::var_os(it).is_some()) {
            return None;
        }
        let mut cwd = std::env::current_dir().ok()?;
        let mut words = all.iter();
        loop {
            let word = words.next()?;
            match word.as_bytes() {
                b"-C" => cwd.push(words.next()?),
                // Who commits, and whether it is signed, is the person's; the rest changes how git reads.
                b"-c" => drop(words.next()?),
                b"--no-pager" | b"-P" | b"--no-optional-locks" | b"--literal-pathspecs" => {}
                [b'-', ..] => return None,
                _ => {
                    let words = std::iter::once(word).chain(words).cloned().collect();
                    return Some(Self { git, cwd, words });
                }
            }
        }
    }

    /// Whether it is about the worktree of the task, and no other repository.
    fn is_of_the_task(&self) -> bool {
        let Ok(named) = fs::read(places::worktree()) else {
            return false;
        };
        let top = fs::canonicalize(&self.cwd).ok().and_then(|cwd| {
            let mut above = cwd.ancestors();
            above
                .find(|it| it.join(".git").exists())
                .map(Path::to_owned)
        });
        top.as_deref() == Some(Path::new(OsStr::from_bytes(&named)))
    }

    /// Options of the verb, and what is no option or stands behind `--`.
    fn after_verb(&self) -> &[OsString] {
        self.words.get(1..).unwrap_or_default()
    }

    /// The machine's git, where this was typed.
    fn git(&self, words: &[&str]) -> Plain {
        let argv = std::iter::once(self.git.clone()).chain(words.iter().map(OsString::from));
        let mut plain = Plain::new(argv, &self.cwd);
        plain.env = vec![("GIT_PAGER".into(), Some("cat".into()))];
        plain
    }

    /// What it says on one line; nothing where it fails.
    fn line(&self, words: &[&str]) -> io::Result<Option<String>> {
        let done = start(self.git(words))?;
        let text = String::from_utf8_lossy(&done.stdout).trim_end().to_owned();
        Ok((done.code == 0).then_some(text))
    }

    /// The branch of the task.
    fn branch(&self) -> io::Result<String> {
        let name = self.line(&["rev-parse", "--abbrev-ref", "HEAD"])?;
        Ok(name.unwrap_or_default())
    }
}

/// Asks who serves outside.
fn ask(ask: &Ask) -> Result<Answer, Stopped> {
    let mut stream = UnixStream::connect(places::socket())?;
    send(&mut stream, ask)?;
    match receive(&mut stream)? {
        Answer::Refused(why) => Err(Stopped::Refused(why)),
        answer @ (Answer::Done
        | Answer::Committed { .. }
        | Answer::NothingToCommit
        | Answer::Kept(_)
        | Answer::Hook(_)) => Ok(answer),
    }
}

fn start(plain: Plain) -> io::Result<Done> {
    plain::start(&plain)?.wait()
}

/// Shows what a git said.
fn show(done: &Done) {
    print(&done.stdout);
    write(rustix::stdio::stderr(), &done.stderr);
}

fn print(bytes: &[u8]) {
    write(rustix::stdio::stdout(), bytes);
}

fn say(text: &str) {
    write(rustix::stdio::stderr(), text.as_bytes());
}

/// Writes to whoever called. Where nobody reads, there is nobody to tell.
fn write(to: BorrowedFd<'_>, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match rustix::io::write(to, bytes) {
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return,
        }
    }
}

/// What a git printed; what it complained of, where it failed.
fn text_of(done: &Done) -> Result<String, Stopped> {
    if done.code != 0 {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(Stopped::Refused(said.trim().to_owned()));
    }
    Ok(String::from_utf8_lossy(&done.stdout).trim_end().to_owned())
}

fn code(done: &Done) -> u8 {
    u8::try_from(done.code).unwrap_or(FATAL)
}

/// A path that git said.
fn path_of(bytes: &[u8]) -> PathBuf {
    OsString::from_vec(bytes.to_vec()).into()
}
