//! Where evidence comes from: a clean checkout of the very tree that would be merged, made ready as somebody declared.

mod blame;
mod clean;
mod place;
mod ready;

use crate::agent::{call, done, turn, write};
use crate::support::{Said, World};

/// Lets the agent run `gen.sh`, which stands for a tool that writes files.
const GENERATES: &str = "guardrails: {rules: [{name: gen, pattern: \"sh gen.sh\", action: allow, applies_to: [run, shell]}]}\n";

/// A run in a repository with these files, whose agent runs `gen.sh` and hands in; checked by `check.sh`.
fn generated(files: &[(&str, &str)], more: &str) -> (World, Said) {
    let generates = call("run", serde_json::json!({"argv": ["sh", "gen.sh"]}));
    let script =
        serde_json::json!({"after": "repeat", "replies": [turn(&[generates]), turn(&[done()])]});
    let config = format!("{GENERATES}verification: {{commands: [\"sh check.sh\"]{more}}}\n");
    let world = World::scripted(files, &script.to_string(), &config);
    let said = world.run(&["run", "--mode", "quick", "generate it"]);
    (world, said)
}

/// A run whose agent writes one file; checked by `check.sh`.
fn written(files: &[(&str, &str)], (path, text): (&str, &str), more: &str) -> (World, Said) {
    let script = serde_json::json!({"after": "repeat", "replies": [turn(&[write(path, text)]), turn(&[done()])]});
    let config = format!("verification: {{commands: [\"sh check.sh\"]{more}}}\n");
    let world = World::scripted(files, &script.to_string(), &config);
    let said = world.run(&["run", "--mode", "quick", "write it"]);
    (world, said)
}

/// Whether something was merged.
fn merged(world: &World) -> bool {
    world.git(&["rev-list", "--count", "main"]).trim() != "1"
}

/// Whether the check passes in a fresh clone of what is on `main`.
fn passes_in_a_clone(world: &World) -> bool {
    let clone = world.path("clone");
    world.git(&["clone", "--quiet", ".", &clone.display().to_string()]);
    let status = std::process::Command::new("sh")
        .arg("check.sh")
        .current_dir(&clone)
        .status();
    std::fs::remove_dir_all(&clone).expect("removed");
    status.expect("sh starts").success()
}
