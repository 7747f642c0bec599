//! What takes more of the machine than it may is ended or refused, and the sandbox goes on.

use super::gives_namespaces;
use super::world::{Came, Mode, World};

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
