//! Rules in files of their own, their examples, and the law that a project's word never loosens an untrusted start.

use gate::{Context, Policies, decide_proposal, gather};
use ledger::gate::Verdict;
use ledger::options::{PolicySet, RuleAction, RuleOrigin};
use ledger::proposal::{Proposal, Shell};
use proptest::prelude::*;

use crate::config::tests::Ground;
use crate::config::{Detected, Loaded};

const USER_FILE: &str = "home/.config/interlock/policies/mine.yml";
const PROJECT_FILE: &str = "repo/.interlock/policies/a.yml";

const RIGHT: &str = "\
rules:
  - name: no-prod
    action: deny
    tools: [bash, run_command]
    when: program == 'kubectl' && argv.exists(word, word.contains('prod'))
    message: production is not for agents
    matches:
      - kubectl apply -f prod.yml
      - {tool: run_command, args: {argv: [kubectl, get, prod]}}
    passes:
      - kubectl apply -f test.yml
      - cat prod.yml
";

fn policies(loaded: &Loaded) -> PolicySet {
    loaded.config.options(&Detected::default()).policies
}

fn verdict(set: &PolicySet, proposal: &Proposal) -> Verdict {
    decided(&Policies::compile(set).0, proposal)
}

fn decided(policies: &Policies, proposal: &Proposal) -> Verdict {
    let context = Context {
        sandboxed: true,
        ..Context::default()
    };
    let empty = tempfile::tempdir().expect("a folder");
    let facts = gather(proposal, &context, |asked| {
        tools::acts::facts_of(empty.path(), asked)
    });
    let context = Context {
        facts: &facts,
        ..context
    };
    decide_proposal(proposal, &context, policies, &[]).verdict
}

fn shell(command: &str) -> Proposal {
    Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    }
}

#[test]
fn a_policy_file_counts_where_it_is_the_users_or_trusted() {
    for (path, is_trusted, origin) in [
        (USER_FILE, false, Some(RuleOrigin::User)),
        (PROJECT_FILE, true, Some(RuleOrigin::Project)),
        (PROJECT_FILE, false, None),
    ] {
        let ground = Ground::new().file(path, RIGHT);
        let ground = if is_trusted {
            ground
        } else {
            ground.untrusted()
        };
        let loaded = ground.loaded();
        let set = policies(&loaded);
        assert_eq!(set.rules.first().map(|rule| rule.origin), origin, "{path}");
        let denied = verdict(&set, &shell("kubectl get prod")) == Verdict::Deny;
        assert_eq!(denied, origin.is_some(), "{path}");
        if origin.is_none() {
            let notice = loaded.notice().unwrap_or_default();
            assert!(
                notice.contains("policies/a.yml") && notice.contains("not trusted"),
                "{notice}"
            );
        }
    }
}

#[test]
fn trust_covers_policy_files_as_they_are() {
    let ground = Ground::new().file(PROJECT_FILE, RIGHT).untrusted();
    assert!(policies(&ground.loaded()).rules.is_empty());
    crate::config::trust(&ground.sources()).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(policies(&ground.loaded()).rules.len(), 1);
    let ground = ground.file(PROJECT_FILE, format!("{RIGHT}# changed\n"));
    assert!(policies(&ground.loaded()).rules.is_empty());
}

#[test]
fn a_file_that_is_wrong_says_where_and_everything_asks() {
    let cases = [
        ("", "must hold keys and values", ""),
        ("rules:\n  - nonsense\n", "must be a section", ":2:5"),
        ("rule: []\n", "unknown key `rule`", ":1:1"),
        (
            "rules:\n  - {name: x, action: deny, patern: y}\n",
            "unknown key `rules[0].patern`",
            ":2:29",
        ),
        (
            "rules:\n  - {name: x, action: maybe, pattern: y}\n",
            "does not know `maybe`",
            ":2:23",
        ),
        (
            "rules:\n  - {name: x, action: deny}\n",
            "lacks `pattern`",
            ":2:5",
        ),
        (
            "rules:\n  - {name: x, action: deny, pattern: '('}\n",
            "no regular expression",
            ":2:38",
        ),
        (
            "rules:\n  - {name: x, action: deny, when: 'nobody'}\n",
            "there is no `nobody`",
            ":2:35",
        ),
        (
            "rules:\n  - {name: x, action: deny, when: 'argv.map(a, a)'}\n",
            "`exists`, `all`",
            ":2:35",
        ),
        (
            "rules:\n  - {name: x, action: deny, pattern: ls, matches: [ls, cat]}\n",
            "`rules[0].matches[1]`: the rule does not match it",
            ":2:56",
        ),
        (
            "rules:\n  - {name: x, action: deny, pattern: ls, passes: [cat, ls]}\n",
            "`rules[0].passes[1]`: the rule matches it",
            ":2:56",
        ),
        (
            "rules:\n  - {name: x, action: deny, when: \"argv[3] == 'x'\", passes: [ls]}\n",
            "can't be told",
            ":2:62",
        ),
        (
            "rules:\n  - {name: x, action: deny, pattern: ls, matches: [{tool: fly, args: {}}]}\n",
            "there is no tool `fly`",
            ":2:52",
        ),
    ];
    for (text, what, place) in cases {
        for path in [USER_FILE, PROJECT_FILE] {
            let loaded = Ground::new().file(path, text).loaded();
            let told = loaded.broken.join("\n");
            assert!(
                told.contains(what) && told.contains(place),
                "{text}: {told}"
            );
            let set = policies(&loaded);
            assert_eq!(verdict(&set, &shell("ls")), Verdict::Ask, "{text}");
            assert_eq!(verdict(&set, &shell("rm -rf /")), Verdict::Deny, "{text}");
        }
        let untrusted = Ground::new().file(PROJECT_FILE, text).untrusted().loaded();
        assert_eq!(untrusted.broken, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_rule_of_the_configuration_is_tried_on_its_examples_too() {
    let rule = "guardrails: {rules: [{name: x, pattern: ls, action: ask, passes: [ls]}]}\n";
    let message = Ground::new().user(rule).message();
    assert!(
        message.contains("`guardrails.rules[0].passes[0]`: the rule matches it"),
        "{message}"
    );
}

#[test]
fn only_the_users_own_configuration_lets_a_project_allow() {
    let rule = "guardrails: {rules: [{name: x, pattern: 'npm install', action: allow}]}\n";
    let may = "guardrails: {project_may_allow: true}\n";
    let asks = shell("npm install left-pad");
    let own = Ground::new().user(rule).loaded();
    assert_eq!(verdict(&policies(&own), &asks), Verdict::Allow);
    let project = Ground::new().project(rule).loaded();
    assert_eq!(verdict(&policies(&project), &asks), Verdict::Ask);
    assert!(
        project
            .notice()
            .unwrap_or_default()
            .contains("guardrails.rules")
    );
    let both = Ground::new().project(rule).user(may).loaded();
    assert_eq!(verdict(&policies(&both), &asks), Verdict::Allow);
    let itself = "guardrails: {project_may_allow: true, rules: [{name: x, pattern: 'npm install', action: allow}]}\n";
    let by_itself = Ground::new().project(itself).loaded();
    assert_eq!(verdict(&policies(&by_itself), &asks), Verdict::Ask);
    assert!(
        by_itself
            .notice()
            .unwrap_or_default()
            .contains("project_may_allow")
    );
}

/// A piece of a project's file, right or not.
fn pieces() -> impl Strategy<Value = String> {
    let rule = (
        prop_oneof![Just("allow"), Just("ask"), Just("deny")],
        prop_oneof![Just("''"), Just("ls"), Just("npm"), Just("rm"), Just("'.'")],
        prop_oneof![Just(""), Just(", when: \"true\""), Just(", when: taint"), Just(", when: \"tool == 'read'\"")],
        0..9_u32,
    )
        .prop_map(|(action, pattern, when, at)| {
            format!("guardrails: {{rules: [{{name: r{at}, action: {action}, pattern: {pattern}{when}}}]}}")
        });
    prop_oneof![
        rule,
        prop_oneof![
            Just("mode: quick"),
            Just("mode: normal"),
            Just("guardrails: {project_may_allow: true}"),
            Just("guardrails: {protected_branches: ['x', '{a,b}*']}"),
            Just("guardrails: {protected_paths: [src, '*.lock']}"),
            Just("guardrails: {danger_patterns: [install], secret_patterns: ['x$']}"),
            Just("verification: {commands: [rm -rf x, npm install left-pad]}"),
            Just("hooks: {enabled: []}"),
            Just("budget: {total: 0.2, floor: 0, stop_on_exhausted: false}"),
            Just("risk: {files_max: 0}"),
            Just("plan: {approve: true}"),
            Just("store: ."),
        ]
        .prop_map(str::to_owned),
    ]
}

fn proposals() -> Vec<Proposal> {
    let commands = [
        "ls",
        "npm install left-pad",
        "rm -rf x",
        "rm -rf /",
        "npm test",
        "git push origin main",
        "cat .env",
        "echo $X",
    ];
    let mut out: Vec<Proposal> = commands.into_iter().map(shell).collect();
    for path in [
        "src/a.rs",
        ".github/workflows/x.yml",
        "Cargo.lock",
        ".env",
        "../x",
    ] {
        out.push(Proposal::Write {
            path: path.to_owned(),
            content: "x".to_owned(),
        });
        out.push(Proposal::Read {
            path: path.to_owned(),
            from: None,
            lines: None,
        });
    }
    out.push(Proposal::Fetch {
        url: "https://x.example/".to_owned(),
    });
    out.push(Proposal::Git {
        argv: ["push", "origin", "main"].map(str::to_owned).to_vec(),
    });
    out.push(Proposal::Verify {
        command: "npm install left-pad".to_owned(),
    });
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_projects_configuration_never_loosens_an_untrusted_start(
        user in prop::option::of(pieces()),
        project in prop::collection::vec(pieces(), 1..4),
        policy_file in prop::option::of(prop_oneof![Just(RIGHT), Just("rules: ["), Just("rules: [{name: x, pattern: ls, action: allow}]")]),
    ) {
        let ground = || match &user {
            Some(text) => Ground::new().user(text),
            None => Ground::new(),
        };
        let Ok(before) = ground().untrusted().load() else { return Ok(()) };
        let names = ["repo/.interlock/config.yml", "repo/.gsd/config.yml", "repo/.gsd/context.yml"];
        let mut with = ground().untrusted();
        for (name, text) in names.into_iter().zip(&project) {
            with = with.file(name, text);
        }
        if let Some(text) = policy_file {
            with = with.file(PROJECT_FILE, text);
        }
        // What can't be read at all starts nothing.
        let Ok(after) = with.load() else { return Ok(()) };
        let (before, after) = (policies(&before), policies(&after));
        let (was, is) = (Policies::compile(&before).0, Policies::compile(&after).0);
        for proposal in proposals() {
            let (was, is) = (decided(&was, &proposal), decided(&is, &proposal));
            prop_assert!(is >= was, "{proposal:?}: {was:?} became {is:?}");
        }
        prop_assert!(after.rules.iter().all(|rule| rule.origin == RuleOrigin::User || rule.action != RuleAction::Allow));
    }
}
