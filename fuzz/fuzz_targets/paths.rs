//! Any text as a path: nothing that holds a NUL or leaves the worktree is simply allowed to be written.
#![no_main]

use gate::{Context, Policies, decide_proposal};
use ledger::gate::Verdict;
use ledger::options::PolicySet;
use ledger::proposal::Proposal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|path: &str| {
    let set = PolicySet {
        protected_branches: Vec::new(),
        danger_patterns: Vec::new(),
        secret_patterns: Vec::new(),
        rules: Vec::new(),
        hooks: Vec::new(),
        declared: Vec::new(),
        protected_paths: Vec::new(),
        project_may_allow: false,
        broken: Vec::new(),
        documentation_hosts: Vec::new(),
        required: Vec::new(),
    };
    let (policies, _) = Policies::compile(&set);
    let context = Context {
        worktree: Some("/home/dev/wt"),
        ..Context::default()
    };
    let content = String::new();
    let proposal = Proposal::Write { path: path.to_owned(), content };
    let decision = decide_proposal(&proposal, &context, &policies, &[]);
    let leaves = path.starts_with(['/', '~']) || path.contains('\0') || path.starts_with("../");
    assert!(!leaves || decision.verdict != Verdict::Allow, "{path:?}");
});
