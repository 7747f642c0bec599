//! What holds whatever is asked.

use gate::{
    Context, Policies, Subject, binding, canonical, decide, decide_proposal, digest_of, gather,
    spent, ungranted,
};
use ledger::gate::{Authorisation, Binding, Checkpoint, Severity, Verdict};
use ledger::ids::{GrantId, RunId};
use ledger::options::{Rule, RuleAction, RuleOrigin};
use ledger::proposal::{Proposal, Shell};
use proptest::prelude::*;

use crate::world::{answers, base, policies, read, set};

fn shell(command: &str) -> Proposal {
    Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    }
}

fn judge(
    proposal: &Proposal,
    policies: &Policies,
    grants: &[Authorisation],
) -> ledger::gate::GateDecision {
    let facts = gather(proposal, &base(), answers);
    let context = Context {
        facts: &facts,
        ..base()
    };
    decide_proposal(proposal, &context, policies, grants)
}

fn with_rule(pattern: &str, action: RuleAction, applies_to: &[&str]) -> (Policies, Vec<String>) {
    let mut set = set();
    set.rules.push(Rule {
        name: "mine".to_owned(),
        pattern: pattern.to_owned(),
        action,
        applies_to: applies_to.iter().map(|name| (*name).to_owned()).collect(),
        message: None,
        when: None,
        origin: RuleOrigin::User,
    });
    Policies::compile(&set)
}

fn run() -> RunId {
    RunId::new("r1").expect("a run id")
}

fn grant(proposal: &Proposal, finding: &str) -> Authorisation {
    Authorisation {
        grant: GrantId(1),
        run: run(),
        finding: finding.to_owned(),
        proposal: digest_of(proposal),
        resource: None,
        network: None,
        what: canonical(proposal),
        by: "dev".to_owned(),
        given_ms: 0,
        expires_ms: 2_000,
        uses: 1,
        revoked: false,
        bound: None,
    }
}

#[test]
fn a_grant_lifts_exactly_what_it_names_and_only_soft_denials() {
    let asks = shell("./run.sh");
    let run_id = run();
    let context = Context {
        run: Some(&run_id),
        now_ms: 1_000,
        ..base()
    };
    let judge = |proposal: &Proposal, grants: &[Authorisation], now_ms: u64| {
        let context = Context { now_ms, ..context };
        let subject = Subject::Tool(proposal);
        let decision = decide(Checkpoint::PreTool, &subject, &context, policies(), grants);
        let used = spent(&decision, &subject, &context, grants);
        let bare = decide(Checkpoint::PreTool, &subject, &context, policies(), &[]);
        let taken_off = ungranted(&decision);
        assert_eq!(taken_off.verdict, bare.verdict);
        assert_eq!(taken_off.findings, bare.findings);
        (decision.verdict, used)
    };
    let good = grant(&asks, "shell-mutation/runs-file");
    assert_eq!(judge(&asks, &[], 1_000), (Verdict::Ask, vec![]));
    assert_eq!(
        judge(&asks, std::slice::from_ref(&good), 1_000),
        (Verdict::Allow, vec![0])
    );

    let other_run = Authorisation {
        run: RunId::new("r2").expect("a run id"),
        ..good.clone()
    };
    let used_up = Authorisation {
        uses: 0,
        ..good.clone()
    };
    let other_rule = grant(&asks, "command/not-understood");
    let other_proposal = Authorisation {
        proposal: digest_of(&shell("npm install left-pat")),
        ..good.clone()
    };
    let revoked = Authorisation {
        revoked: true,
        ..good.clone()
    };
    let elsewhere = Authorisation {
        bound: Some(Binding {
            directory: Some("/elsewhere".to_owned()),
            ..binding(&Subject::Tool(&asks), &context)
        }),
        ..good.clone()
    };
    let other_script = Authorisation {
        bound: Some(Binding {
            scripts: vec![("build.sh".to_owned(), None)],
            ..binding(&Subject::Tool(&asks), &context)
        }),
        ..good.clone()
    };
    let other_environment = Authorisation {
        bound: Some(Binding {
            environment: Some(digest_of(&asks)),
            ..binding(&Subject::Tool(&asks), &context)
        }),
        ..good.clone()
    };
    let here = Authorisation {
        bound: Some(binding(&Subject::Tool(&asks), &context)),
        ..good.clone()
    };
    assert_eq!(
        judge(&asks, std::slice::from_ref(&here), 1_000),
        (Verdict::Allow, vec![0])
    );
    for useless in [
        &other_run,
        &used_up,
        &other_rule,
        &other_proposal,
        &revoked,
        &elsewhere,
        &other_script,
        &other_environment,
    ] {
        assert_eq!(
            judge(&asks, std::slice::from_ref(useless), 1_000),
            (Verdict::Ask, vec![]),
            "{useless:?}"
        );
    }
    assert_eq!(
        judge(&asks, std::slice::from_ref(&good), 2_000).0,
        Verdict::Ask,
        "it has expired"
    );

    let denied = shell("rm -rf ~/work");
    let all = [
        "command/deletes-outside",
        "shell-mutation/runs-file",
        "danger-pattern/danger-pattern",
    ]
    .map(|finding| grant(&denied, finding));
    assert_eq!(judge(&denied, &all, 1_000).0, Verdict::Deny);
}

#[test]
fn a_rule_that_is_broken_asks_and_says_so() {
    for action in [RuleAction::Allow, RuleAction::Ask, RuleAction::Deny] {
        let (policies, problems) = with_rule("(", action, &[]);
        assert_eq!(problems.len(), 1, "{problems:?}");
        let decision = judge(
            &Proposal::Read {
                path: "src/a.rs".to_owned(),
                from: None,
                lines: None,
            },
            &policies,
            &[],
        );
        assert_eq!(decision.verdict, Verdict::Ask, "{decision:?}");
        assert_eq!(decision.findings[0].id, "broken-rule");
    }
}

#[test]
fn broken_patterns_of_other_kinds_ask_too() {
    let look = Proposal::Read {
        path: "src/a.rs".to_owned(),
        from: None,
        lines: None,
    };
    let mut broken = set();
    broken.secret_patterns.push("(".to_owned());
    let (policies, problems) = Policies::compile(&broken);
    assert_eq!(problems.len(), 1);
    assert_eq!(judge(&look, &policies, &[]).verdict, Verdict::Ask);

    let mut broken = set();
    broken.protected_paths.push("a[".to_owned());
    let (policies, problems) = Policies::compile(&broken);
    assert_eq!(problems.len(), 1);
    let write = Proposal::Write {
        path: "src/a.rs".to_owned(),
        content: "x".to_owned(),
    };
    assert_eq!(judge(&write, &policies, &[]).verdict, Verdict::Ask);
}

#[test]
fn rules_deny_ask_and_allow() {
    let publish = shell("cargo publish");
    let (deny, _) = with_rule("cargo publish", RuleAction::Deny, &["shell"]);
    assert_eq!(judge(&publish, &deny, &[]).verdict, Verdict::Deny);
    let (ask, _) = with_rule("^shell bash: cargo test", RuleAction::Ask, &["run_command"]);
    assert_eq!(judge(&shell("cargo test"), &ask, &[]).verdict, Verdict::Ask);
    assert_eq!(
        judge(&shell("cargo check"), &ask, &[]).verdict,
        Verdict::Allow
    );
    let (elsewhere, _) = with_rule("cargo", RuleAction::Deny, &["write"]);
    assert_eq!(
        judge(&shell("cargo check"), &elsewhere, &[]).verdict,
        Verdict::Allow
    );

    let (allow, _) = with_rule("npm install|rm|push|x.rs", RuleAction::Allow, &[]);
    assert_eq!(
        judge(&shell("npm install left-pad"), &allow, &[]).verdict,
        Verdict::Allow
    );
    for still_stopped in [
        "npm install left-pad; rm a",
        "npm install $(id)",
        "git push",
        "rm -rf /",
    ] {
        assert_ne!(
            judge(&shell(still_stopped), &allow, &[]).verdict,
            Verdict::Allow,
            "{still_stopped}"
        );
    }
    let line = read(r#"{"tool":"write_file","args":{"path":"../x.rs","content":""}}"#);
    assert_eq!(
        line.decide(&[], &base(), &allow, &[]).verdict,
        Verdict::Deny
    );
}

#[test]
fn what_nobody_looked_up_asks() {
    let look = Proposal::Read {
        path: "src/a.rs".to_owned(),
        from: None,
        lines: None,
    };
    let decision = decide_proposal(&look, &base(), policies(), &[]);
    assert_eq!(decision.verdict, Verdict::Ask);
    assert_eq!(decision.findings[0].id, "path-unknown");
}

#[test]
fn without_a_sandbox_only_looking_runs_unasked() {
    let context = Context {
        sandboxed: false,
        ..base()
    };
    let verdict =
        |proposal: &Proposal| decide_proposal(proposal, &context, policies(), &[]).verdict;
    assert_eq!(verdict(&shell("cargo test")), Verdict::Ask);
    assert_eq!(verdict(&shell("pwd")), Verdict::Allow);
}

#[test]
fn the_canonical_text_hides_nothing() {
    let shown = canonical(&shell("ls\u{202e}\u{200b}\n\u{1b}[2K"));
    assert_eq!(shown, "shell bash: ls<U+202E><U+200B><U+000A><U+001B>[2K");
    let long = canonical(&shell(&"x".repeat(20_000)));
    assert!(long.chars().count() <= 8_193);
    let argv = Proposal::Exec {
        argv: vec![
            "ls".to_owned(),
            "a b".to_owned(),
            "it's".to_owned(),
            String::new(),
        ],
        cwd: None,
    };
    assert_eq!(canonical(&argv), r"run ls 'a b' 'it'\''s' ''");
}

#[test]
fn findings_come_strongest_first_and_name_the_decision() {
    let decision = judge(&shell("rm -rf ~/work"), policies(), &[]);
    let severities: Vec<Severity> = decision
        .findings
        .iter()
        .map(|finding| finding.severity)
        .collect();
    assert!(severities.is_sorted_by(|a, b| a >= b), "{severities:?}");
    assert_eq!(decision.trace_id.len(), 12);
    assert_eq!(decision, judge(&shell("rm -rf ~/work"), policies(), &[]));
    assert_ne!(
        decision.trace_id,
        judge(&shell("rm -rf ~/works"), policies(), &[]).trace_id
    );
}

/// Proposals of every kind around one text.
fn around(text: &str) -> Vec<Proposal> {
    let text = || text.to_owned();
    vec![
        Proposal::Read {
            path: text(),
            from: None,
            lines: None,
        },
        Proposal::List { path: text() },
        Proposal::Search {
            pattern: "x".to_owned(),
            path: Some(text()),
            glob: None,
        },
        Proposal::Write {
            path: text(),
            content: text(),
        },
        Proposal::Edit {
            path: text(),
            old: text(),
            new: text(),
        },
        Proposal::Delete { path: text() },
        Proposal::Exec {
            argv: vec![text()],
            cwd: None,
        },
        Proposal::Exec {
            argv: vec!["ls".to_owned(), text()],
            cwd: Some(text()),
        },
        Proposal::Exec {
            argv: vec!["bash".to_owned(), "-c".to_owned(), text()],
            cwd: None,
        },
        shell(&text()),
        shell(&format!("ls {}", text())),
        Proposal::Shell {
            shell: Shell::Zsh,
            command: text(),
            cwd: None,
        },
        Proposal::Shell {
            shell: Shell::Powershell,
            command: text(),
            cwd: None,
        },
        Proposal::Git { argv: vec![text()] },
        Proposal::Git {
            argv: vec!["log".to_owned(), text()],
        },
        Proposal::Fetch { url: text() },
    ]
}

/// Text out of what shells, paths and git take apart.
fn nasty() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "ls",
        "cat",
        "git",
        "push",
        "rm",
        "-rf",
        " ",
        " ",
        "/",
        "~",
        "..",
        ".",
        ";",
        "|",
        "&",
        "&&",
        "$",
        "(",
        ")",
        "`",
        "'",
        "\"",
        "\\",
        "\n",
        "<<EOF",
        "<",
        ">",
        "{",
        "}",
        "*",
        "[",
        "]",
        "?",
        "#",
        "!",
        "=",
        "-",
        "--",
        "main",
        ".env",
        ".git",
        "HEAD:",
        "+",
        "sh",
        "-c",
        "eval",
        "é",
        "\u{202e}",
        "\t",
        "/dev/null",
        "2>&1",
        "cargo",
        "test",
    ]);
    prop::collection::vec(parts, 0..20).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_panics_and_every_finding_says_what_next(text in prop_oneof![nasty(), ".{0,60}"]) {
        for proposal in around(&text) {
            let decision = judge(&proposal, policies(), &[]);
            for finding in &decision.findings {
                prop_assert!(!finding.message.is_empty());
                prop_assert!(finding.message.chars().all(|c| !c.is_control()));
            }
            let _ = canonical(&proposal);
        }
    }

    #[test]
    fn a_nul_is_never_simply_allowed(before in nasty(), after in nasty()) {
        for proposal in around(&format!("{before}\0{after}")) {
            let decision = judge(&proposal, policies(), &[]);
            prop_assert_ne!(decision.verdict, Verdict::Allow, "{:?}", proposal);
        }
    }

    #[test]
    fn a_longer_script_is_never_looser(first in nasty(), second in nasty(), joiner in prop::sample::select(vec![" && ", "; ", " | ", "\n"])) {
        let verdict = |text: &str| judge(&shell(text), policies(), &[]).verdict;
        let whole = verdict(&format!("{first}{joiner}{second}"));
        if whole == Verdict::Allow {
            // Each half is plain too, but for being empty, behind a comment of the same line, or cut inside a quote.
            let commented = joiner != "\n" && first.lines().last().is_some_and(|line| line.contains('#'));
            let nothing = |text: &str| text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with('#'));
            // A backslash at the end takes the joiner away.
            let continued = first.len() - first.trim_end_matches('\\').len();
            let commented = commented || continued % 2 == 1;
            let alone = |text: &str| nothing(text) || commented || text.contains(['\'', '"']) || verdict(text) == Verdict::Allow;
            prop_assert!(alone(&first) && alone(&second), "`{}` + `{}`", first, second);
        }
    }

    #[test]
    fn more_rules_never_loosen(text in nasty(), pattern in "[a-z.*]{0,6}", deny in any::<bool>()) {
        let action = if deny { RuleAction::Deny } else { RuleAction::Ask };
        let (more, _) = with_rule(&pattern, action, &[]);
        for proposal in around(&text) {
            prop_assert!(judge(&proposal, &more, &[]).verdict >= judge(&proposal, policies(), &[]).verdict);
        }
    }

    #[test]
    fn fewer_facts_never_loosen(text in nasty()) {
        for proposal in around(&text) {
            let blind = decide_proposal(&proposal, &base(), policies(), &[]);
            prop_assert!(blind.verdict >= judge(&proposal, policies(), &[]).verdict, "{:?}", proposal);
        }
    }
}
