//! Every example of every program model, judged as a whole command.

use std::sync::OnceLock;

use gate::{Context, Policies, wire};
use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::gate::{Finding, GateDecision, Severity, Verdict};
use ledger::ids::RelPath;
use ledger::options::PolicySet;

use crate::windows_shells::bare;

mod laws;
pub(crate) mod models;

#[test]
fn every_example_is_decided_as_it_says() {
    let mut wrong = Vec::new();
    let mut count = 0usize;
    for (name, file) in models::files("") {
        for (want, list) in [
            (Verdict::Allow, "allow"),
            (Verdict::Ask, "ask"),
            (Verdict::Deny, "deny"),
        ] {
            let examples = file["examples"][list].as_array();
            for command in examples.into_iter().flatten().filter_map(|it| it.as_str()) {
                count += 1;
                let decision = decided(command, None);
                let got = verdict(&decision.findings);
                if got != want {
                    let said = decision.findings.iter();
                    let said: Vec<String> = said
                        .map(|it| format!("{}/{} {}", it.policy, it.id, it.message))
                        .collect();
                    wrong.push(format!(
                        "programs/{name}: {command}\n   wants {want:?}, got {got:?}: {}",
                        said.join("; ")
                    ));
                }
            }
        }
    }
    assert!(count > 3_000, "{count}");
    let all = wrong.len();
    assert!(wrong.is_empty(), "{all} of {count}:\n{}", wrong.join("\n"));
}

/// What the policies that look at effects say of a command; `dashed`: a name in the worktree that begins with a dash.
fn judged(command: &str, dashed: Option<&str>) -> Verdict {
    verdict(&decided(command, dashed).findings)
}

fn decided(command: &str, dashed: Option<&str>) -> GateDecision {
    static POLICIES: OnceLock<Policies> = OnceLock::new();
    let policies = POLICIES.get_or_init(|| {
        let set = PolicySet {
            protected_branches: vec!["main".to_owned(), "release/*".to_owned()],
            ..bare()
        };
        Policies::compile(&set).0
    });
    let base = Context {
        worktree: Some("/home/dev/wt/feature-42"),
        home: Some("/home/dev"),
        sandboxed: true,
        trusted: true,
        branch: Some("feature/42"),
        ..Context::default()
    };
    let line = serde_json::json!({"tool": "run_command", "args": {"command": command}});
    let line = wire::read_line(&line.to_string()).expect("a line");
    let known = line.gather(&base, |asked| facts(asked, dashed));
    line.decide(&known, &base, policies, &[])
}

/// Whether a name begins with a dash, and no file stands at the top; nothing else is known of the disk.
fn facts(questions: &[Question], dashed: Option<&str>) -> Vec<Fact> {
    let answer = |question: &Question| match question {
        Question::DashedName(asked) => {
            let (asked, name) = (asked.clone(), dashed.map(str::to_owned));
            Some(Fact::DashedName { asked, name })
        }
        Question::Path(asked) => Some(Fact::Path {
            asked: asked.clone(),
            found: PathFact {
                resolved: RelPath::new(asked).ok(),
                kind: PathKind::Absent,
                through_link: false,
                hard_linked: false,
                digest: None,
                bytes: 0,
                leads: None,
            },
        }),
        Question::Text(asked) => Some(Fact::Text {
            asked: asked.clone(),
            text: None,
        }),
        Question::Names(asked) => Some(Fact::Names {
            asked: asked.clone(),
            names: Vec::new(),
        }),
        Question::Branch | Question::Declared | Question::InBase(_) | Question::Alike(_) => None,
    };
    questions.iter().filter_map(answer).collect()
}

/// The verdict of the policies that look at effects: the others ask for facts that nobody looked up here.
fn verdict(findings: &[Finding]) -> Verdict {
    let mine = || {
        findings
            .iter()
            .filter(|it| matches!(it.policy.as_str(), "shell-mutation" | "git-safety"))
    };
    if mine().any(|it| it.severity == Severity::HardDeny) {
        Verdict::Deny
    } else if mine().any(|it| it.severity != Severity::Warning) {
        Verdict::Ask
    } else {
        Verdict::Allow
    }
}
