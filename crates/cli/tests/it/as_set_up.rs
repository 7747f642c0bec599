//! Git as its owner set it up: what is converted, submodules, signatures, identities, hooks.

mod conversions;
mod identity;
mod submodules;

use serde_json::{Value, json};

use crate::support::{Said, World};

/// A world with a written agent, in which nothing was run yet.
fn world(files: &[(&str, &str)], replies: &[Value], more: &str) -> World {
    let script = json!({ "replies": replies }).to_string();
    let world = World::scripted(files, &script, more);
    world.set_up("user.name", "Ada");
    world.set_up("user.email", "ada@example.invalid");
    world
}

/// Commits everything, as the person would.
fn commit(world: &World, message: &str) {
    world.git_of_person(&["add", "--all"]);
    world.git_of_person(&[
        "commit",
        "--quiet",
        "--no-verify",
        "--allow-empty",
        "-m",
        message,
    ]);
}

fn run(world: &World) -> Said {
    world.run(&["run", "--mode", "quick", "do it"])
}

/// Refused before anything was opened, and so before anything was paid for.
fn refused(world: &World, said: &Said, words: &[&str]) {
    assert_eq!(said.code, 2, "{said:?}");
    for word in words {
        assert!(said.words().contains(word), "{word}: {said:?}");
    }
    let status = world.run(&["status"]);
    assert!(status.out.contains("no runs yet"), "{status:?}");
}
