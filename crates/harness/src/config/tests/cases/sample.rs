//! The seed's sample: it loads unchanged from either place, and each of its keys has an effect.

use ledger::money::Usd;
use ledger::options::{Compression, EscalateAction, OnDeadlock, Wire};

use crate::config::Detected;
use crate::config::tests::{Ground, SAMPLE};

#[test]
fn loads_unchanged_from_either_place() {
    let ours = Ground::new().project(SAMPLE);
    let seeds = Ground::new().file("repo/.gsd/config.yml", SAMPLE);
    for ground in [ours, seeds] {
        let loaded = ground.loaded();
        assert_eq!(loaded.notice(), None);
        let config = &loaded.config;
        assert_eq!(config.project_name, "my-project");
        assert_eq!(config.target_branch.as_deref(), Some("main"));
        assert_eq!(config.worktree_base, ground.root().join(".gsd/worktrees"));
        assert_eq!(
            config.executor().map(|model| model.name.as_str()).ok(),
            Some("llm")
        );
        let options = config.options(&Detected::default());
        assert_eq!(options.limits.total_time_ms, 3_600_000);
        assert_eq!(options.limits.on_deadlock, OnDeadlock::EscalateToHuman);
        assert_eq!(options.budget.total, Usd::from_dollars(10.0));
        assert_eq!(options.budget.warn_pct, 20);
        assert_eq!(options.context.compression, Compression::ClaudeStyle);
        assert_eq!(
            options.policies.protected_branches,
            ["main", "master", "release/*", "dev"]
        );
        assert_eq!(
            options.policies.danger_patterns,
            ["delete", "drop", "force"]
        );
        assert_eq!(options.correction.escalate_action, EscalateAction::CreatePr);
        assert!(options.verification.superpowers);
        assert_eq!(options.verification.archon.len(), 4);
        assert_eq!(options.models.model, "gpt-4");
        assert_eq!(options.models.wire, Wire::OpenaiChat);
        assert_eq!(options.models.temperature_milli, Some(700));
    }
}
