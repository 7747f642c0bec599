//! What takes more of the machine than it may is ended or refused, and the sandbox goes on. And nothing outlives a driver
//! that is killed.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::world::{Came, Mode, World};
use super::{exe, gives_namespaces};
use tools::sandbox::Means;

/// A command with little of everything, and one after it in the same sandbox.
fn limited(script: &str, timeout_ms: u64) -> Option<Came> {
    if !gives_namespaces() {
        return None;
    }
    let mut world = World::new(Mode::Same);
    world.limits.memory_bytes = 96 << 20;
    world.limits.scratch_bytes = 16 << 20;
    world.limits.open_files = 256;
    let mut came = world.run_all(&[script, "echo on"], timeout_ms);
    let after = came.remove(1);
    assert_eq!(
        (after.exit.as_str(), after.text.trim()),
        ("Exited(0)", "on"),
        "{script}: {after:?}"
    );
    assert!(world.harm().is_empty());
    Some(came.remove(0))
}

fn check(script: &str, timeout_ms: u64, right: impl Fn(&Came) -> bool) {
    if let Some(came) = limited(script, timeout_ms) {
        let text: String = came.text.chars().take(200).collect();
        assert!(right(&came), "{script}: {} {text}", came.exit);
    }
}

#[test]
fn processes_without_end_are_ended() {
    // The kernel refuses the next one, or the supervisor counts first.
    check(
        "for i in $(seq 500); do sleep 1000 & done; wait",
        20_000,
        |came| came.exit.contains("the limit is 301") || came.text.contains("fork"),
    );
}

#[test]
fn memory_without_end_is_ended() {
    check(
        "perl -e '$x = \"a\" x (400 << 20); sleep 1000'",
        20_000,
        |came| came.exit.contains("of memory, the limit is 96.0 MB"),
    );
}

#[test]
fn private_files_without_end_are_refused() {
    check("head -c 32000000 /dev/zero >/tmp/full", 20_000, |came| {
        came.text.contains("No space left")
    });
}

#[test]
fn descriptors_without_end_are_refused() {
    let script = "perl -e 'for (1..10000) { open($f[$_], \"<\", \"/dev/null\") or exit 3 }'";
    check(script, 20_000, |came| came.exit == "Exited(3)");
}

#[test]
fn one_that_ignores_the_request_to_end_is_ended() {
    check("trap '' TERM; while :; do sleep 1; done", 300, |came| {
        came.exit == "TimedOut"
    });
}

#[test]
fn output_without_end_is_counted_and_not_kept() {
    check("yes | head -c 100000000", 60_000, |came| {
        came.exit == "Exited(0)" && came.text.len() < 100_000
    });
}

/// Whether a process has this word in its arguments.
fn lives(word: &str) -> bool {
    let pids = std::fs::read_dir("/proc").unwrap().filter_map(|it| it.ok());
    let line = |it: std::fs::DirEntry| std::fs::read(it.path().join("cmdline")).ok();
    pids.filter_map(line)
        .any(|line| String::from_utf8_lossy(&line).contains(word))
}

fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "never happened: {what}");
        std::thread::yield_now();
    }
}

#[test]
fn nothing_outlives_a_driver_that_is_killed() {
    for (means, name) in [
        (Means::Namespaces, "namespaces"),
        (Means::Landlock, "landlock"),
    ] {
        if tools::sandbox::broken_by(exe(), means).is_err() {
            continue;
        }
        let world = World::new(Mode::Same);
        let word = format!("1000.{}{}", std::process::id(), name.len());
        let script = format!("setsid setsid sleep {word} & sleep {word}");
        let asked = world.asked(means, &[&script], 60_000);
        let mut driver = std::process::Command::new(exe())
            .arg("sandboxed")
            .arg(&asked)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        until("the command runs", || lives(&word));
        driver.kill().unwrap();
        driver.wait().unwrap();
        until("it has ended", || !lives(&word));
        let left = || std::fs::read_dir("/tmp").unwrap().filter_map(|it| it.ok());
        let ours = |it: std::fs::DirEntry| {
            let name = it.file_name().to_string_lossy().into_owned();
            name.strip_prefix("interlock-sandbox-").is_some_and(|it| {
                let pid = it.split('-').next().unwrap_or_default();
                !std::path::Path::new("/proc").join(pid).exists()
            })
        };
        until("its private folder is gone", || !left().any(ours));
    }
}
