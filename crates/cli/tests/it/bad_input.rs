//! What people, files and agents get wrong: each is told clearly, with the status that it deserves and the next step, and
//! nothing of it breaks the program or loses anything.

mod agent;
mod configuration;
mod forms;
mod gate;
mod place;
mod plan;
mod state;
mod verify;

use crate::support::{Said, World};

/// A model that writes one file and is done.
const SOUND: &str = r#"{"replies": [
    {"calls": [{"tool": "write", "args": {"path": "a.txt", "content": "hello\n"}}]},
    {"calls": [{"tool": "done", "args": {"summary": "written"}}]}]}"#;

/// A repository with one file and a sound model.
fn sound() -> World {
    World::scripted(&[("b.txt", "b\n")], SOUND, "")
}

/// What was said is for people: no panic, nothing that only a programmer could read, nothing left to do for the reader
/// but what it says.
fn for_people(said: &Said, words: &[&str]) {
    let all = format!("{}{}", said.out, said.err);
    for bad in [
        "panicked",
        "internal error at",
        "RUST_BACKTRACE",
        "Some(",
        "Ok(",
        "Err(",
        "Error {",
        "source:",
        "os_error",
        "\\n",
    ] {
        assert!(!all.contains(bad), "`{bad}` in {said:?}");
    }
    for word in words {
        assert!(all.contains(word), "no `{word}` in {said:?}");
    }
}

/// Refused with this status, and these words on standard error alone; with `--json` the same as one value.
fn refused(world: &World, args: &[&str], code: i32, words: &[&str]) {
    let said = world.run(args);
    refused_as(&said, args, code, words);
    let json = [&["--json"], args].concat();
    let said = world.run(&json);
    assert_eq!(said.code, code, "{json:?}: {said:?}");
    let value: serde_json::Value = serde_json::from_str(&said.out)
        .unwrap_or_else(|error| panic!("{json:?}: {error}: {said:?}"));
    let error = &value["error"];
    assert_eq!(error["exit"], code, "{json:?}");
    let message = error["message"].as_str().expect("a message");
    assert!(!message.starts_with("error"), "{json:?}: {message}");
    let whole = format!("{message}\n{}", error["help"].as_str().unwrap_or_default());
    for word in words {
        assert!(whole.contains(word), "{json:?}: no `{word}` in {whole}");
    }
}

/// As [`refused`], for something that was said already.
fn refused_as(said: &Said, args: &[&str], code: i32, words: &[&str]) {
    assert_eq!(said.code, code, "{args:?}: {said:?}");
    assert_eq!(said.out, "", "{args:?}: {said:?}");
    assert!(said.err.starts_with("error: "), "{args:?}: {said:?}");
    for_people(said, words);
}

/// The name of the newest run.
fn name(world: &World) -> String {
    let said = world.run(&["--json", "status"]);
    let line = said.out.lines().next().expect("a run");
    let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
    value["run"].as_str().expect("a name").to_owned()
}
