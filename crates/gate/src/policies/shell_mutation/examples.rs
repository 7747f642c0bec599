//! Lines on which the policy speaks, with the rule, and lines on which it says nothing.

pub(super) const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "run_command", "args": {"command": "rm -rf /"}}"#, "deletes-outside"),
];

pub(super) const PASSES: &[&str] = &[
    r#"{"tool": "run_command", "args": {"command": "ls"}}"#,
];
