//! Whoever of those that make a sandbox is killed, and at whichever moment: no process is left, and no folder.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tools::sandbox::Means;

use super::exe;
use super::world::{Mode, World};

/// Who is killed.
#[derive(Clone, Copy, Debug)]
enum Victim {
    /// Who wanted the sandbox.
    Driver,
    /// Who has just appeared, and then who wanted it: what one of them would take away, the other one has to.
    Newest,
    /// The supervisor outside of all sandboxes, and then who wanted it: nobody is left who knows of them.
    Supervisor,
}

/// Processes that appear one after the other, by a word of their arguments, until the command runs.
fn moments(means: Means) -> &'static [&'static str] {
    match means {
        Means::Namespaces => &["plain", "namespaces", "inside", "sleep"],
        Means::Landlock | Means::Seatbelt => &["plain", "landlock", "sleep"],
    }
}

#[test]
fn nothing_outlives_one_that_is_killed_at_any_moment() {
    for means in [Means::Namespaces, Means::Landlock] {
        if tools::sandbox::broken_by(exe(), means).is_err() {
            continue;
        }
        for moment in moments(means) {
            for victim in [Victim::Driver, Victim::Newest, Victim::Supervisor] {
                killed(means, moment, victim);
            }
        }
    }
}

fn killed(means: Means, moment: &str, victim: Victim) {
    let world = World::new(Mode::Same);
    let left_before = tools::process::leftover_folders();
    // All processes of this sandbox have the folder of the world in their arguments, or this number.
    let number = format!("1000.{}", world.worktree().display().to_string().len());
    let place = world.root().display().to_string();
    let script = format!("setsid setsid sleep {number} \"\" 2>/dev/null & exec sleep {number}");
    let script = format!("# {place}\n{script}");
    let asked = world.asked(means, &[&script], 60_000);
    let mut driver = Command::new(world.root().join("program"))
        .arg("sandboxed")
        .arg(&asked)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let said = format!("{means:?} {moment} {victim:?}");
    let mut newest = None;
    until(&format!("{said}: it appears"), || {
        // A moment that passed unseen on a busy machine is the next one that is seen.
        newest = below(&driver, moment).or_else(|| below(&driver, "sleep"));
        newest.is_some()
    });
    let first = match victim {
        Victim::Driver => None,
        Victim::Newest => newest,
        Victim::Supervisor => below(&driver, "plain"),
    };
    // It may have ended by itself.
    let _gone = first
        .and_then(Pid::from_raw)
        .map(|it| kill_process(it, Signal::KILL));
    driver.kill().unwrap();
    driver.wait().unwrap();
    until(&format!("{said}: nothing is left"), || {
        !all()
            .iter()
            .any(|it| it.arguments.iter().any(|word| word.contains(&place)))
    });
    until(&format!("{said}: its private folder is gone"), || {
        let left = tools::process::leftover_folders();
        left.iter().all(|it| left_before.contains(it))
    });
}

struct Process {
    pid: i32,
    parent: i32,
    arguments: Vec<String>,
}

/// Every process of the machine.
fn all() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").unwrap().filter_map(|it| it.ok());
    let read = |it: std::fs::DirEntry| {
        let pid: i32 = it.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(it.path().join("stat")).ok()?;
        let after_name = stat.rsplit_once(')')?.1;
        let parent = after_name.split_whitespace().nth(1)?.parse().ok()?;
        let line = std::fs::read(it.path().join("cmdline")).ok()?;
        let words = line.split(|byte| *byte == 0);
        let arguments = words.map(|it| String::from_utf8_lossy(it).into_owned());
        Some(Process {
            pid,
            parent,
            arguments: arguments.collect(),
        })
    };
    entries.filter_map(read).collect()
}

/// A process below the driver with this word among its arguments.
fn below(driver: &Child, word: &str) -> Option<i32> {
    let all = all();
    let driver = driver.id().cast_signed();
    let parent = |pid: i32| all.iter().find(|it| it.pid == pid).map(|it| it.parent);
    let descends = |pid: i32| {
        let above = std::iter::successors(Some(pid), |it| parent(*it));
        above.take(20).skip(1).any(|it| it == driver)
    };
    let named = |it: &&Process| {
        let is = |argument: &String| {
            argument == word || Path::new(argument).file_name().is_some_and(|it| it == word)
        };
        it.arguments.iter().any(is)
    };
    all.iter()
        .filter(named)
        .find(|it| descends(it.pid))
        .map(|it| it.pid)
}

fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "never happened: {what}");
        std::thread::yield_now();
    }
}
