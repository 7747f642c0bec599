//! Rules of the user's and of a project's: what they match, what they may lift, and what they ask when they break.

use gate::{BadRule, Context, Policies, Probe, Subject, decide, exactly, gather};
use ledger::facts::{Fact, Question};
use ledger::gate::{Checkpoint, GateDecision, Verdict};
use ledger::options::{PolicySet, Rule, RuleAction, RuleOrigin};
use ledger::proposal::{Proposal, Shell};
use proptest::prelude::*;

use crate::world::{answers, base, set};

fn rule(action: RuleAction, pattern: &str, when: Option<&str>) -> Rule {
    Rule {
        name: "mine".to_owned(),
        pattern: pattern.to_owned(),
        when: when.map(str::to_owned),
        action,
        applies_to: Vec::new(),
        message: None,
        origin: RuleOrigin::User,
    }
}

fn when(condition: &str) -> Result<Probe, BadRule> {
    Probe::new(&rule(RuleAction::Ask, "", Some(condition)))
}

fn tries(condition: &str, example: &str) -> Result<bool, String> {
    when(condition)
        .map_err(|error| error.to_string())?
        .tries(example)
}

fn shell(command: &str) -> Proposal {
    Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    }
}

fn judge(set: &PolicySet, proposal: &Proposal) -> GateDecision {
    let facts = gather(proposal, &base(), answers);
    let context = Context {
        facts: &facts,
        ..base()
    };
    let (policies, _) = Policies::compile(set);
    decide(
        Checkpoint::PreTool,
        &Subject::Tool(proposal),
        &context,
        &policies,
        &[],
    )
}

fn ids(decision: &GateDecision) -> Vec<&str> {
    decision
        .findings
        .iter()
        .filter(|it| it.policy == "rules")
        .map(|it| it.id.as_str())
        .collect()
}

#[test]
fn a_condition_sees_the_action() {
    let write = r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}}"#;
    let planning = r#"{"tool": "read_file", "args": {"path": "a.rs"}, "context": {"phase": "planning", "branch": "main"}}"#;
    for (condition, example, wanted) in [
        (
            "tool == 'shell' && program == 'terraform'",
            "terraform destroy",
            true,
        ),
        ("program == 'terraform'", "/usr/bin/terraform apply", true),
        ("'destroy' in argv", "terraform plan", false),
        (
            "argv.exists(word, word.startsWith('--force'))",
            "x --force-with-lease",
            true,
        ),
        ("argv.all(word, word.size() < 20)", "x y", true),
        ("command.matches('^npm (ci|install)')", "npm ci", true),
        ("size(argv) == 2 && argv[1] == 'b'", "a b", true),
        (
            "'write:src/a.rs' in effects && paths == ['src/a.rs']",
            write,
            true,
        ),
        ("effects.exists_one(e, e.startsWith('write:'))", write, true),
        ("program == '' && argv == [] && command == ''", write, true),
        (
            "phase == 'planning' && mode == 'normal' && role == 'generator'",
            planning,
            true,
        ),
        ("branch == 'main' ? tool == 'read' : false", planning, true),
        ("!trusted", planning, true),
        (
            "taint",
            r#"{"tool": "fetch_url", "args": {"url": "https://x.example/"}, "context": {"taint": 1}}"#,
            true,
        ),
        (
            "tool == 'commit'",
            r#"{"tool": "commit", "args": {"message": "x"}}"#,
            true,
        ),
        (
            "tool == 'verify' && program == 'cargo'",
            r#"{"tool": "verify_command", "args": {"command": "cargo test"}}"#,
            true,
        ),
    ] {
        assert_eq!(
            tries(condition, example),
            Ok(wanted),
            "{condition} on {example}"
        );
    }
}

#[test]
fn what_is_not_known_is_an_error_and_not_false() {
    for (condition, example) in [
        ("branch == 'main'", "ls"),
        ("program == 'rm'", "ls; rm x"),
        ("argv[3] == 'x'", "ls"),
        ("phase > 3", "ls"),
        ("tool", "ls"),
        ("1", "ls"),
    ] {
        assert!(tries(condition, example).is_err(), "{condition}");
    }
    // Where it does not matter, it is not asked for.
    assert_eq!(tries("tool == 'git' && branch == 'main'", "ls"), Ok(false));
    for unreadable in [
        "{",
        r#"{"tool": "fly", "args": {}}"#,
        r#"{"tool": "tool_result", "args": {"tool": "x", "content": "y"}}"#,
    ] {
        assert!(tries("true", unreadable).is_err(), "{unreadable}");
    }
}

#[test]
fn a_condition_that_could_cost_or_surprise_is_refused() {
    let long = format!("tool == '{}'", "x".repeat(2_000));
    let deep = format!("{}true{}", "(".repeat(40), ")".repeat(40));
    let ternary = format!("{}true", "true ? true : ".repeat(70));
    let not = format!("{}true", "!".repeat(900));
    let minus = format!("{}1 == 1", "-".repeat(900));
    let member = format!("tool{} == 1", ".a".repeat(400));
    let plus = format!("{}1 == 1", "1+".repeat(400));
    for source in [
        long.as_str(),
        deep.as_str(),
        ternary.as_str(),
        not.as_str(),
        minus.as_str(),
        member.as_str(),
        plus.as_str(),
        "",
        " ",
        "(",
        "1 +",
        ".",
        "'",
        "\"",
        "\\",
        "[",
        "]",
        "a.b",
        "a b",
        "\u{0}",
        "\u{202e}true",
        "true //",
        "true // ' \n && true",
        "r'\\' == tool || ((((((true))))))'",
        "'''x' ((((((true)))))) ''' == tool",
        "'\\q' == tool",
        "'x\n' == tool",
        "tool.`x` == 1",
        "tool == 'x' # y",
        "'''x",
        "r'",
        "unknown == 'x'",
        "tool.foo",
        "{'a': 1} == {'a': 1}",
        "Tool{name: 'x'} == tool",
        "has(tool.x)",
        "b'x' == b'x'",
        "argv.map(x, x) == []",
        "argv.filter(x, true) == []",
        "argv.exists(x, argv.exists(y, x == y))",
        "argv.all(x, argv.all(y, argv.all(z, true)))",
        "argv.exists(x, argv.map(y, y) == [])",
        "command + command == ''",
        "1 + 1 == 2",
        "1 / 0 == 1",
        "command.matches(command)",
        "matches(tool, tool)",
        r"command.matches('(\\w{1,100}){1,100}{1,100}')",
        "command.matches('(')",
        "dyn(tool) == 1",
        "string(1) == ''",
        "duration('1s') == duration('1s')",
        "timestamp('x') == 1",
        "optional.of(1).hasValue()",
        "tool.?x == 1",
        "[?tool] == []",
        "int('x') == 1",
        "type(tool) == string",
        "size == 1",
        "all(argv, x, true)",
        "argv.exists(x)",
        "argv.exists(1, true)",
        "__result__",
        "@result",
        "argv.exists(tool.x, true)",
    ] {
        assert!(
            matches!(when(source), Err(BadRule::When(_))),
            "`{source}` is taken"
        );
    }
}

#[test]
fn a_deep_condition_needs_no_deep_stack() {
    let brackets = format!("{}true{}", "(".repeat(4), ")".repeat(4));
    let and = vec!["true"; 120].join(" && ");
    let ternary = format!("{}true", "true ? true : ".repeat(8));
    let not = format!("{}true", "!".repeat(8));
    let equal = format!("{}true", "true == ".repeat(24));
    let index = format!("argv{} == ''", "[0]".repeat(23));
    let member = format!("tool{}", ".size()".repeat(24));
    let nested = format!("(((!!!!!!!!tool{})))", ".size()".repeat(24));
    for source in [brackets, and, ternary, not, equal, index, member, nested] {
        // What a thread of the standard library has; a debug build takes several times what a release does.
        let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
        let told = thread.spawn(move || {
            let probe = when(&source).unwrap_or_else(|error| panic!("{source}: {error}"));
            probe.tries("ls").ok();
        });
        told.expect("a thread").join().expect("it ends");
    }
}

#[test]
fn a_condition_that_fails_asks_whatever_the_rule_was_to_do() {
    for action in [RuleAction::Allow, RuleAction::Ask, RuleAction::Deny] {
        let mut set = set();
        set.rules.push(rule(action, "", Some("argv[3] == 'x'")));
        let decision = judge(&set, &shell("ls"));
        assert_eq!(decision.verdict, Verdict::Ask, "{decision:?}");
        assert_eq!(ids(&decision), ["broken-rule"]);
    }
}

#[test]
fn pattern_and_condition_have_to_hold_both() {
    let mut set = set();
    set.rules
        .push(rule(RuleAction::Deny, "prod", Some("program == 'kubectl'")));
    for (command, wanted) in [
        ("kubectl apply prod.yml", true),
        ("kubectl apply test.yml", false),
        ("cat prod.yml", false),
    ] {
        let decision = judge(&set, &shell(command));
        assert_eq!(
            ids(&decision) == ["rule-mine"],
            wanted,
            "{command}: {decision:?}"
        );
        assert!(!wanted || decision.verdict == Verdict::Deny);
    }
}

#[test]
fn while_a_policy_file_is_broken_everything_asks() {
    let mut set = set();
    set.broken
        .push("no-prod.yml:3:5: the example `x` does not match".to_owned());
    for proposal in [
        shell("ls"),
        Proposal::Read {
            path: "src/a.rs".to_owned(),
            from: None,
            lines: None,
        },
        Proposal::Done {
            summary: String::new(),
        },
    ] {
        let decision = judge(&set, &proposal);
        assert_eq!(decision.verdict, Verdict::Ask, "{decision:?}");
        assert!(decision.findings[0].message.contains("no-prod.yml:3:5"));
    }
    assert_eq!(judge(&set, &shell("rm -rf /")).verdict, Verdict::Deny);
}

#[test]
fn only_the_user_lets_a_project_allow() {
    let asks = shell("npm install left-pad");
    let verdict = |origin, project_may_allow, proposal: &Proposal| {
        let mut set = set();
        set.project_may_allow = project_may_allow;
        set.rules.push(Rule {
            origin,
            ..rule(RuleAction::Allow, "", None)
        });
        judge(&set, proposal).verdict
    };
    assert_eq!(verdict(RuleOrigin::Project, false, &asks), Verdict::Ask);
    assert_eq!(verdict(RuleOrigin::Project, true, &asks), Verdict::Allow);
    assert_eq!(verdict(RuleOrigin::User, false, &asks), Verdict::Allow);
    for origin in [RuleOrigin::User, RuleOrigin::Project] {
        assert_eq!(
            verdict(origin, true, &shell("rm -rf ~/work")),
            Verdict::Deny
        );
    }
}

#[test]
fn too_many_rules_push_none_out() {
    let mut set = set();
    set.rules
        .push(rule(RuleAction::Deny, "^shell bash: ls$", None));
    for at in 0..1_100 {
        let more = Rule {
            name: format!("r{at}"),
            origin: RuleOrigin::Project,
            ..rule(RuleAction::Ask, "never", None)
        };
        set.rules.push(more);
    }
    assert_eq!(judge(&set, &shell("ls")).verdict, Verdict::Deny);
    assert_eq!(judge(&set, &shell("pwd")).verdict, Verdict::Ask);
}

#[test]
fn a_glob_too_large_takes_no_other_along() {
    let push = Proposal::Git {
        argv: ["push", "origin", "main"].map(str::to_owned).to_vec(),
    };
    let mut set = set();
    let large = "{a,b,c,d,e,f,g,h}?".repeat(120);
    for at in 0..60 {
        set.protected_branches.push(format!("{large}{at}*"));
        set.protected_paths.push(format!("{large}{at}*"));
    }
    let (policies, _) = Policies::compile(&set);
    assert!(policies.protects_branch("main") && policies.protects_path("ci/x.yml"));
    assert_eq!(judge(&set, &push).verdict, Verdict::Deny);
}

fn conditions() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        Just("true"),
        Just("taint"),
        Just("branch == 'main'"),
        Just("program == 'ls'"),
        Just("argv[5] == ''"),
        Just("tool == 'shell'"),
        Just("argv.exists(x, x == 'y')"),
        Just("phase > 1"),
        Just("("),
        Just("effects.all(x, true)"),
        Just("!trusted"),
        Just("a + b"),
        Just("'x' in paths"),
    ];
    prop::collection::vec(
        (
            atom,
            prop_oneof![Just(" && "), Just(" || "), Just(" ? "), Just(" ")],
        ),
        1..4,
    )
    .prop_map(|parts| {
        parts
            .into_iter()
            .map(|(atom, join)| format!("{atom}{join}"))
            .collect::<String>()
            + "true"
    })
}

fn rules_of(origin: RuleOrigin) -> impl Strategy<Value = Rule> {
    let action = prop_oneof![
        Just(RuleAction::Allow),
        Just(RuleAction::Ask),
        Just(RuleAction::Deny)
    ];
    let pattern = prop_oneof![Just(""), Just("ls"), Just("npm"), Just("("), Just("a.rs$")];
    let tools = prop_oneof![
        Just(vec![]),
        Just(vec!["bash".to_owned()]),
        Just(vec!["read".to_owned()])
    ];
    (action, pattern, prop::option::of(conditions()), tools).prop_map(
        move |(action, pattern, when, applies_to)| Rule {
            when,
            applies_to,
            origin,
            ..rule(action, pattern, None)
        },
    )
}

fn proposals() -> impl Strategy<Value = Proposal> {
    prop_oneof![
        prop_oneof![
            Just("ls"),
            Just("npm install x"),
            Just("rm -rf /"),
            Just("git push origin main"),
            Just("ls; pwd"),
            Just("npm test"),
            Just("cat a.rs"),
            Just("sudo ls"),
            Just("echo $HOME"),
            Just("git push --force origin x"),
        ]
        .prop_map(shell),
        Just(Proposal::Read {
            path: "src/a.rs".into(),
            from: None,
            lines: None
        }),
        Just(Proposal::Write {
            path: "src/a.rs".into(),
            content: "x".into()
        }),
        Just(Proposal::Write {
            path: "ci/x".into(),
            content: "x".into()
        }),
        Just(Proposal::Fetch {
            url: "https://x.example/".into()
        }),
        Just(Proposal::Git {
            argv: vec!["push".into(), "origin".into(), "main".into()]
        }),
        Just(Proposal::Commit {
            message: "x".into()
        }),
    ]
}

#[test]
fn a_rule_lacks_the_branch_only_where_it_would_matter() {
    let lacks = |when: &str, context: &Context<'_>| {
        let mut set = set();
        set.rules = vec![rule(RuleAction::Deny, "", Some(when))];
        let (policies, _) = Policies::compile(&set);
        gate::missing(&shell("ls"), &[], context, &policies)
    };
    let unknown = Context {
        branch: None,
        ..base()
    };
    let about = "branch == 'main'";
    assert_eq!(lacks(about, &unknown), [Question::Branch]);
    assert_eq!(lacks("branch == 'main' && tool == 'fetch'", &unknown), []);
    assert_eq!(lacks("tool == 'shell'", &unknown), []);
    // An error of another kind is none that a fact would mend.
    assert_eq!(lacks("argv[7] == 'x'", &unknown), []);
    // That it is detached, or that nobody could tell, is an answer.
    let cant_tell = Fact::Unknown {
        question: Question::Branch,
        why: "no".to_owned(),
    };
    for fact in [
        Fact::Branch(Some("main".to_owned())),
        Fact::Branch(None),
        cant_tell,
    ] {
        let facts = [fact];
        let known = Context {
            facts: &facts,
            ..unknown
        };
        assert_eq!(lacks(about, &known), []);
    }
    let named = Context {
        branch: Some("task/a"),
        ..base()
    };
    assert_eq!(lacks(about, &named), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_projects_rules_never_loosen(
        own in prop::collection::vec(rules_of(RuleOrigin::User), 0..3),
        project in prop::collection::vec(rules_of(RuleOrigin::Project), 0..4),
        broken in prop::bool::ANY,
        proposal in proposals(),
    ) {
        let mut user = set();
        user.rules = own;
        let mut both = user.clone();
        both.rules.extend(project);
        both.broken.extend(broken.then(|| "x.yml:1:1: broken".to_owned()));
        let (before, after) = (judge(&user, &proposal).verdict, judge(&both, &proposal).verdict);
        prop_assert!(after >= before, "{before:?} became {after:?}");
    }

    #[test]
    fn no_condition_breaks_the_machine(source in "[a-z!()\\[\\]{}'\"\\\\.?:&|<>=+*/ -]{0,80}", example in "\\PC{0,40}") {
        if let Ok(probe) = when(&source) {
            // Whatever it answers: it answers.
            probe.tries(&example).ok();
        }
    }

    #[test]
    fn no_joined_condition_breaks_the_machine(source in conditions()) {
        if let Ok(probe) = when(&source) {
            probe.tries("ls -l").ok();
        }
    }
}

#[test]
fn what_is_wrong_with_a_condition_is_said_in_a_line() {
    for (condition, says) in [
        ("tool ==", "Syntax error"),
        ("command.matches('(')", "unclosed group"),
        ("frob == 'x'", "there is no `frob`"),
        ("command > 3", "overload"),
    ] {
        let why = tries(condition, "ls").expect_err(condition);
        assert!(why.contains(says), "{condition}: {why}");
        assert!(!why.contains('\n'), "{condition}: {why}");
    }
}

#[test]
fn a_rule_for_exactly_these_holds_for_no_other() {
    let write = |path: &str, content: &str| Proposal::Write {
        path: path.to_owned(),
        content: content.to_owned(),
    };
    let these = [
        shell("echo a.b (c|d) $x ^"),
        shell("rm \"a\u{202e}b\"\n# \u{200b}"),
        write("src/a.rs", "x"),
    ];
    let fires = |pattern: &str, proposal: &Proposal| {
        let set = PolicySet {
            rules: vec![rule(RuleAction::Ask, pattern, None)],
            ..set()
        };
        let decision = judge(&set, proposal);
        decision.findings.iter().any(|it| it.id == "rule-mine")
    };
    for one in &these {
        let alone = exactly(std::slice::from_ref(one));
        assert!(!alone.chars().any(char::is_control), "{alone}");
        for other in &these {
            assert_eq!(fires(&alone, other), one == other, "{alone}: {other:?}");
            assert!(fires(&exactly(&these), other), "{other:?}");
        }
    }
    for (other, of) in [
        (shell("echo axb (c|d) $x ^"), &these[0]),
        (shell("echo a.b (c|d) $x ^; rm -rf b"), &these[0]),
        (shell("true; echo a.b (c|d) $x ^"), &these[0]),
        (shell("rm \"ab\"\n# "), &these[1]),
        (write("src/a.rs", "y"), &these[2]),
        (write("src/a-rs", "x"), &these[2]),
    ] {
        assert!(
            !fires(&exactly(std::slice::from_ref(of)), &other),
            "{other:?}"
        );
        assert!(!fires(&exactly(&these), &other), "{other:?}");
    }
}
