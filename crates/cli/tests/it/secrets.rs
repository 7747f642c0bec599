//! Secrets are taken out at the door, wherever they come in: in the task, in the repository's instructions, in what a
//! command prints, in what a person says, in what the agent says. The ledger and the model have the same bytes.

use serde_json::json;

use crate::agent::{call, done, turn, write};
use crate::crash::story;
use crate::support::World;

/// Five tokens of a well-known form, put together here so that nobody takes this file for a leak.
fn token(which: char) -> String {
    format!("{}_{which}7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk", "ghp")
}

#[test]
fn no_secret_gets_into_the_ledger() {
    let check = format!("echo leaked {}\ngrep -q second notes.md\n", token('c'));
    let agents = format!("Deploy with {}.\n", token('b'));
    let script = json!({
        "scenes": [{
            "name": "the correction",
            "when": "verification found gaps",
            "replies": [turn(&[write("notes.md", "second\n")]), turn(&[done()])],
        }],
        "replies": [
            turn(&[write("key.txt", &token('e'))]),
            turn(&[call("ask", json!({ "question": "Is the key right?" }))]),
            turn(&[write("notes.md", "first\n")]),
            turn(&[done()]),
        ],
    });
    let world = World::scripted(
        &[("check.sh", &check), ("AGENTS.md", &agents)],
        &script.to_string(),
        "verification:\n  commands: ['sh check.sh']\n",
    );
    let task = format!("Write notes, the key is {}", token('a'));
    let asked = world.run(&["run", "--mode", "quick", &task]);
    assert_eq!(asked.code, 3, "{asked:?}");
    let run = story::name(&world);
    let question = story::question(&world, &run);
    let answer = format!("no, it is {}", token('d'));
    let said = world.run(&["answer", &run, &question, &answer]);
    assert_eq!(said.code, 0, "{said:?}");

    let told = world.run(&["ledger", "export", &run]).out;
    for which in ['a', 'b', 'c', 'd', 'e'] {
        assert!(
            !told.contains(&token(which)),
            "`{which}` stands in the ledger"
        );
    }
    assert!(told.contains("Write notes, the key is"));
    assert!(told.contains("leaked") && told.contains("Deploy with"));
    let mut files = 0;
    let mut folders = vec![world.path("state")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let bytes = std::fs::read(&path).unwrap_or_default();
            for which in ['a', 'c', 'd', 'e'] {
                let clear = token(which);
                let holds = bytes.windows(clear.len()).any(|it| it == clear.as_bytes());
                // The repository's own files stand in the worktree, where they belong.
                let own = path.ends_with("check.sh");
                assert!(!holds || own, "`{which}` stands in {}", path.display());
            }
        }
    }
    assert!(files > 2);
}
