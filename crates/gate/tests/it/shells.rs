//! Lines of shells that one small function of their readers decides: what a line comes to hangs on what was set, done or
//! left before it.

mod bash;
mod unread;
mod windows;

use ledger::gate::Verdict;
use serde_json::json;

use crate::world::judge_text;

/// A line, what it comes to, and a finding of `shell-mutation` that it has, or with `no` in front that it has not.
/// Without one: whatever is found.
pub(super) type Row<'a> = (&'a str, Verdict, &'a str);

/// Each line comes to what its row says.
pub(super) fn holds(shell: &str, rows: &[Row<'_>]) {
    for (command, verdict, id) in rows {
        let args = json!({ "command": command, "shell": shell });
        let line = json!({ "tool": "run_command", "args": args, "context": {} });
        let decision = judge_text(&line.to_string());
        assert_eq!(decision.verdict, *verdict, "{command}: {decision:#?}");
        let (name, wanted) = match id.strip_prefix("no ") {
            Some(name) => (name, false),
            None => (*id, true),
        };
        let mut all = decision.findings.iter();
        let found = all.any(|it| it.policy == "shell-mutation" && it.id == name);
        assert!(id.is_empty() || found == wanted, "{command}: {decision:#?}");
    }
}

/// What people read of a line.
pub(super) fn says(shell: &str, rows: &[(&str, &str)]) {
    for (command, words) in rows {
        let args = json!({ "command": command, "shell": shell });
        let line = json!({ "tool": "run_command", "args": args, "context": {} });
        let decision = judge_text(&line.to_string());
        let said = decision
            .findings
            .iter()
            .any(|it| it.message.contains(words));
        assert!(said, "{command}: {decision:#?}");
    }
}
