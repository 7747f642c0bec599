//! `prevent-secrets-commit`: one of the seed's hooks. Files with secret names are not added or committed.

use ledger::gate::{Checkpoint, Finding};
use ledger::proposal::Proposal;
use shell::effect::What;
use shell::git::call::Call;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, use_path};

const NAME: &str = "prevent-secrets-commit";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "When the hook is on, files with secret names are neither added nor committed.",
        why: "A secret in a commit is a secret in every clone.",
        instead: "Leave the file out; name the secret as `secret:NAME`.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    if !asked.policies.hook(NAME) {
        return Vec::new();
    }
    let mut files: Vec<String> = Vec::new();
    if matches!(proposal, Proposal::Commit { .. }) {
        let declared = asked
            .context
            .task
            .iter()
            .flat_map(|task| task.files.files());
        files.extend(declared.map(|path| path.as_str().to_owned()));
    }
    for effect in asked.effects() {
        if let What::Git { argv, .. } = &effect.what
            && let Some(call) = Call::of(argv)
            && matches!(call.verb.as_str(), "add" | "stage" | "commit")
        {
            files.extend(call.operands.iter().cloned());
        }
    }
    let secret =
        |path: &&String| asked.policies.is_secret_path(path) || asked.policies.names_secret(path);
    let hits = files.iter().filter(secret);
    hits.map(|path| {
        let message = format!("`{path}` has the name of a secret file and is not committed");
        about(
            hard(NAME, "secret-file", message, use_path("secret:NAME")),
            path,
        )
    })
    .collect()
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "git", "args": {"argv": ["add", "src/password.rs"]}}"#,
        "secret-file",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "git add config/prod.env && git commit -m x"}}"#,
        "secret-file",
    ),
    (
        r#"{"tool": "commit", "args": {"message": "x"}, "context": {"plan_files": ["src/api_key.rs"]}}"#,
        "secret-file",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "git", "args": {"argv": ["add", "src/a.rs"]}}"#,
    r#"{"tool": "commit", "args": {"message": "x"}, "context": {"plan_files": ["src/a.rs"]}}"#,
    r#"{"tool": "read_file", "args": {"path": "src/api_key.rs"}}"#,
];
