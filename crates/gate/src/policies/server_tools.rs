//! `server-tools`: what tools of servers of the Model Context Protocol do is not known, so a person is asked, unless they named the
//! tool beforehand. What a server says of its own tools ("only reads") is a claim.

use ledger::gate::{Checkpoint, Finding};
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, soft};

const NAME: &str = "server-tools";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "Tools of other servers ask, unless `mcp.servers.NAME.allow` names them; what a server says of its own tools opens nothing.",
        why: "Nobody here can tell what such a tool does, and its arguments leave the machine's care.",
        instead: "Use the tools of the worktree, or have the tool allowed in the person's own configuration.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(Proposal::Mcp { server, name, .. }) = asked.subject.proposal() else {
        return Vec::new();
    };
    if asked.policies.allows_tool(server, name) {
        return Vec::new();
    }
    let read = match asked.context.taint {
        0 => String::new(),
        1 => ", and this task has read a text from outside".to_owned(),
        many => format!(", and this task has read {many} texts from outside"),
    };
    let message = format!("what `{name}` of the server `{server}` does is not known{read}");
    let reference = format!("{server}/{name}");
    vec![about(soft(NAME, "unknown-effect", message), &reference)]
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "mcp", "args": {"server": "issues", "name": "close_issue", "arguments": {"number": 7}}}"#,
        "unknown-effect",
    ),
    (
        r#"{"tool": "mcp", "args": {"server": "docs", "name": "read_only_search", "arguments": {}}}"#,
        "unknown-effect",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[r#"{"tool": "read_file", "args": {"path": "src/a.rs"}}"#];
