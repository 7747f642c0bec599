//! The sandbox by its effects: a command is really run, then everything that it is to leave alone is looked at. As root,
//! as an ordinary user, and where the machine gives no namespaces.

mod cases;
mod world;

use cases::{CASES, Case, Expect, Holds};
use world::{Came, Mode, SECRET, World};

/// Time that a case has, in milliseconds.
const TIME_MS: u64 = 20_000;

#[test]
fn holds_for_the_user_of_the_tests() {
    all_hold(Mode::Same);
}

#[test]
fn holds_for_an_ordinary_user() {
    // For an ordinary user the first test is this one.
    if world::is_root() {
        all_hold(Mode::Ordinary);
    }
}

#[test]
fn holds_without_namespaces() {
    all_hold(Mode::WithoutNamespaces);
}

fn all_hold(mode: Mode) {
    let mut world = World::new(mode);
    let wrong: Vec<String> = CASES
        .iter()
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
