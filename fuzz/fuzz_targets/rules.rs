//! Any pattern and any condition as a rule of a project: it never loosens what stands without it.
#![no_main]

use gate::{Context, Policies, decide_proposal};
use ledger::options::{PolicySet, Rule, RuleAction, RuleOrigin};
use ledger::proposal::{Proposal, Shell};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, &str)| {
    let (pattern, when, command) = input;
    let rule = Rule {
        name: "fuzzed".to_owned(),
        pattern: pattern.to_owned(),
        when: (!when.is_empty()).then(|| when.to_owned()),
        action: RuleAction::Allow,
        applies_to: Vec::new(),
        message: None,
        origin: RuleOrigin::Project,
    };
    let set = |rules| PolicySet {
        protected_branches: vec!["main".to_owned()],
        danger_patterns: Vec::new(),
        secret_patterns: Vec::new(),
        rules,
        hooks: Vec::new(),
        declared: Vec::new(),
        protected_paths: Vec::new(),
        project_may_allow: false,
        broken: Vec::new(),
        documentation_hosts: Vec::new(),
        required: Vec::new(),
    };
    let proposal = Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    };
    let verdict = |rules| {
        let (policies, _) = Policies::compile(&set(rules));
        decide_proposal(&proposal, &Context::default(), &policies, &[]).verdict
    };
    assert!(verdict(vec![rule]) >= verdict(Vec::new()));
});
