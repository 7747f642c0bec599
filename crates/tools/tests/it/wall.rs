//! The sandbox by its effects: a command is really run, then everything that it is to leave alone is looked at. As root,
//! as an ordinary user, and where the machine gives no namespaces.

use std::path::Path;
use std::sync::OnceLock;

use tools::sandbox::{Means, Promise, broken_by, prove};

mod cases;
mod events;
mod killed;
mod limits;
mod network;
mod rows;
mod world;

use cases::{CASES, Case, Expect, Holds};
use world::{Came, Mode, SECRET, World};

/// Time that a case has, in milliseconds.
const TIME_MS: u64 = 20_000;

/// The program that stands for ours.
fn exe() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tools-fixture"))
}

/// Whether this machine gives namespaces. Where it does not, what holds in them can't be tried.
fn gives_namespaces() -> bool {
    static GIVES: OnceLock<bool> = OnceLock::new();
    *GIVES.get_or_init(|| broken_by(exe(), Means::Namespaces).is_ok())
}

#[test]
fn holds_for_the_user_of_the_tests() {
    if gives_namespaces() {
        all_hold(Mode::Same);
    }
}

#[test]
fn holds_for_an_ordinary_user() {
    // For an ordinary user the first test is this one.
    if gives_namespaces() && world::is_root() {
        all_hold(Mode::Ordinary);
    }
}

#[test]
fn holds_without_namespaces() {
    // Kernels before 5.13, and those that are built without it, have no Landlock.
    if broken_by(exe(), Means::Landlock).is_ok() {
        all_hold(Mode::WithoutNamespaces);
    }
}

#[test]
fn a_proof_says_what_holds() {
    let proof = prove(exe());
    if gives_namespaces() {
        assert!(proof.is_whole() && proof.why.is_empty(), "{proof:?}");
    } else {
        assert!(!proof.is_whole() && !proof.why.is_empty(), "{proof:?}");
    }
    if let Ok(broken) = broken_by(exe(), Means::Landlock) {
        let fall_away = [Promise::Protected, Promise::Processes, Promise::Loopback];
        assert_eq!(broken, fall_away);
    }
}

#[test]
fn proofs_at_once_do_not_disturb_each_other() {
    let at_once = || (0..4).map(|_| std::thread::spawn(|| broken_by(exe(), Means::Namespaces)));
    let threads: Vec<_> = at_once().collect();
    let stood = threads.into_iter().map(|it| it.join().unwrap().is_ok());
    let stood: Vec<bool> = stood.collect();
    assert!(
        stood.iter().all(|it| *it == gives_namespaces()),
        "{stood:?}"
    );
}

fn all_hold(mode: Mode) {
    let mut world = World::new(mode);
    let all = CASES.iter().chain(events::SOCKETS).chain(events::EVENTS);
    let wrong: Vec<String> = all
        .filter_map(|case| wrong(&mut world, case, mode))
        .collect();
    assert!(wrong.is_empty(), "{mode:?}\n{}", wrong.join("\n"));
}

/// What is wrong with how a case came out, if anything is.
fn wrong(world: &mut World, case: &Case, mode: Mode) -> Option<String> {
    if mode == Mode::WithoutNamespaces && case.holds == Holds::InNamespaces {
        return None;
    }
    let came = world.run(case.script, TIME_MS);
    let mut wrong = world.harm();
    if came.text.contains(SECRET) {
        wrong.push("a secret was read".to_owned());
    }
    wrong.extend(unexpected(&came, case.expect));
    (!wrong.is_empty()).then(|| {
        format!(
            "{}: {}\n  {}",
            case.name,
            wrong.join(", "),
            came.text.trim()
        )
    })
}

fn unexpected(came: &Came, expect: Expect) -> Option<String> {
    let passed = came.exit == "Exited(0)";
    let right = match expect {
        Expect::Passes => passed,
        Expect::Fails => !passed && came.exit.starts_with("Exited"),
        Expect::Says(what) => passed && came.text.trim() == what,
        Expect::Anything => true,
    };
    (!right).then(|| format!("{}, not {expect:?}", came.exit))
}
