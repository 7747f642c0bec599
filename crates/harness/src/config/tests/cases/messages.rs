//! What a mistake looks like to the person who made it.

use crate::config::tests::Ground;
use crate::config::{Sources, trust};

/// The message for a project file.
fn project(text: impl AsRef<[u8]>) -> String {
    Ground::new().project(text).message()
}

#[test]
fn a_misspelt_key_names_the_nearest() {
    assert_eq!(
        project("correction:\n  escalate_on: [security]\n  max_retires: 3\n"),
        "error: unknown key `correction.max_retires`
 --> .interlock/config.yml:3:3
  |
3 |   max_retires: 3
  |   ^^^^^^^^^^^
help: did you mean `max_retries`?"
    );
}

#[test]
fn a_key_in_the_wrong_section_names_the_right_one() {
    assert_eq!(
        project("max_retries: 3\n"),
        "error: unknown key `max_retries`
 --> .interlock/config.yml:1:1
  |
1 | max_retries: 3
  | ^^^^^^^^^^^
help: did you mean `correction.max_retries`?"
    );
}

#[test]
fn everything_wrong_is_told_at_once() {
    assert_eq!(
        project(
            "budget: {total: lots, warn_threshold: 20}\nloop: 5\nmode: fast\nmodels: {defualt: a}\n"
        ),
        "error: `budget.total` must be a number from 0 to 1000000, found the text `lots`
 --> .interlock/config.yml:1:17
  |
1 | budget: {total: lots, warn_threshold: 20}
  |                 ^^^^

error: `budget.warn_threshold` must be a number from 0 to 1, found the number 20
 --> .interlock/config.yml:1:39
  |
1 | budget: {total: lots, warn_threshold: 20}
  |                                       ^^

error: `loop` must be a section, found the number 5
 --> .interlock/config.yml:2:7
  |
2 | loop: 5
  |       ^

error: `mode` does not know `fast`
 --> .interlock/config.yml:3:7
  |
3 | mode: fast
  |       ^^^^
help: known: `quick`, `normal`

error: unknown key `models.defualt`
 --> .interlock/config.yml:4:19
  |
4 | models: {defualt: a}
  |                   ^
help: did you mean `default`?"
    );
}

#[test]
fn quotes_are_asked_for_where_they_are_missing_or_too_much() {
    assert_eq!(
        project("guardrails:\n  protected_branches:\n    - 1.10\n"),
        "error: `guardrails.protected_branches[0]` must be text: a name or pattern like `release/*`, found the number 1.1
 --> .interlock/config.yml:3:7
  |
3 |     - 1.10
  |       ^^^^
help: put it in quotes"
    );
    assert_eq!(
        project("budget: {total: '10'}\n"),
        "error: `budget.total` must be a number from 0 to 1000000, found the text `10`
 --> .interlock/config.yml:1:17
  |
1 | budget: {total: '10'}
  |                 ^^^^
help: take the quotes away"
    );
}

#[test]
fn a_hook_or_gate_that_is_not_built_in() {
    assert_eq!(
        project("hooks:\n  enabled:\n    - prevent-secret-commit\n"),
        "error: `hooks.enabled[0]` does not know `prevent-secret-commit`
 --> .interlock/config.yml:3:7
  |
3 |     - prevent-secret-commit
  |       ^^^^^^^^^^^^^^^^^^^^^
help: did you mean `prevent-secrets-commit`? known: `prevent-secrets-commit`, `log-operations`, `enforce-pr-description`"
    );
}

#[test]
fn an_expression_that_is_none() {
    assert_eq!(
        project("guardrails:\n  secret_patterns:\n    - \\.env$\n    - (secret\n"),
        "error: `guardrails.secret_patterns[1]` is no regular expression: unclosed group
 --> .interlock/config.yml:4:7
  |
4 |     - (secret
  |       ^^^^^^^"
    );
}

#[test]
fn a_rule_that_lacks_something() {
    assert_eq!(
        project("guardrails:\n  rules:\n    - name: block\n      patern: x\n      action: denny\n"),
        "error: unknown key `guardrails.rules[0].patern`
 --> .interlock/config.yml:4:7
  |
4 |       patern: x
  |       ^^^^^^
help: did you mean `pattern`?

error: `guardrails.rules[0].action` does not know `denny`
 --> .interlock/config.yml:5:15
  |
5 |       action: denny
  |               ^^^^^
help: did you mean `deny`? known: `allow`, `ask`, `deny`

error: `guardrails.rules[0]` lacks `pattern`
 --> .interlock/config.yml:3:7
  |
3 |     - name: block
  |       ^"
    );
}

#[test]
fn a_key_in_the_file_is_refused_and_not_shown() {
    let message = project(
        "models:\n  fast:\n    provider: openai\n    api_key: hunter2\n    model: sk-abcdefghijklmnopq1234567\n",
    );
    assert_eq!(
        message,
        "error: `models.fast.api_key` would hold a key, and keys are never in the configuration
 --> .interlock/config.yml:4:5
  |
4 |     api_key
  |     ^^^^^^^
help: put it into an environment variable and name that one with `key_env`

error: `models.fast.model` would hold a key, and keys are never in the configuration
 --> .interlock/config.yml:5:12
  |
5 |     model: ***************************
  |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: put it into an environment variable and name that one with `key_env`"
    );
    let message = Ground::new()
        .env(
            "INTERLOCK_MODELS__FAST__KEY_ENV",
            "sk-abcdefghijklmnopq1234567",
        )
        .message();
    assert!(!message.contains("abcdef"), "{message}");
}

#[test]
fn yaml_that_is_none() {
    assert_eq!(
        project("budget: {total: 1\nmode: quick\n"),
        "error: not YAML: while parsing a flow mapping, did not find expected ',' or '}'
 --> .interlock/config.yml:2:5
  |
2 | mode: quick
  |     ^"
    );
    assert_eq!(
        project("budget:\n  total: 1\n  total: 2\n"),
        "error: the key `total` stands twice
 --> .interlock/config.yml:3:3
  |
3 |   total: 2
  |   ^^^^^"
    );
    assert_eq!(
        project("- a\n"),
        "error: the file must hold keys and values, found a list
 --> .interlock/config.yml:1:1
  |
1 | - a
  | ^"
    );
}

#[test]
fn two_spellings_of_one_key() {
    assert_eq!(
        project("project:\n  target_branch: a\n  targetBranch: b\n"),
        "error: `project.targetBranch` is set twice: it is another spelling of `project.target_branch`
 --> .interlock/config.yml:3:3
  |
3 |   targetBranch: b
  |   ^^^^^^^^^^^^
help: keep one of them"
    );
}

#[test]
fn models_that_do_not_go_together() {
    assert_eq!(
        project("models:\n  default: fsat\n  fast: {provider: openai, model: m}\n"),
        "error: `models.default` names the model `fsat`, which is not configured
 --> .interlock/config.yml:2:12
  |
2 |   default: fsat
  |            ^^^^
help: did you mean `fast`?"
    );
    assert_eq!(
        project("models:\n  fast: {provider: openai-compatible, model: m}\n"),
        "error: `models.fast` lacks `base_url`
 --> .interlock/config.yml:2:20
  |
2 |   fast: {provider: openai-compatible, model: m}
  |                    ^^^^^^^^^^^^^^^^^"
    );
    assert_eq!(
        project("models:\n  fast: {provider: openai, model: m, base_url: 'http://10.0.0.1/v1'}\n"),
        "error: `models.fast.base_url` would send a key in clear over `http`
 --> .interlock/config.yml:2:48
  |
2 |   fast: {provider: openai, model: m, base_url: 'http://10.0.0.1/v1'}
  |                                                ^^^^^^^^^^^^^^^^^^^^
help: use `https`, or take `key_env` away if it needs no key"
    );
    assert_eq!(
        project("correction: {escalate_action: notify}\n"),
        "error: `correction.escalate_action` lacks `correction.notify`
 --> .interlock/config.yml:1:31
  |
1 | correction: {escalate_action: notify}
  |                               ^^^^^^
help: `correction.escalate_action: notify` calls a command: give it as `correction.notify: [program, argument]`, or set `notify.command` or `notify.webhook`"
    );
}

/// Whoever has the address of a chat's webhook can write there, so no message shows more of it than its host.
#[test]
fn an_address_for_notices_is_never_shown() {
    let secret = "T0123/B4567/aBcDeFgHiJkL";
    for (text, says) in [
        (
            "notify: {webhook: 'http://chat.example/SECRET'}",
            "this machine alone",
        ),
        ("notify: {webhook: 'chat.example/SECRET'}", "must be text"),
        (
            "notify:\n  webhook: 'https://ada:b@chat.example/SECRET'",
            "without a password",
        ),
        (
            "notify: {webhook: 'https://chat.example/SECRET', onn: [end]}",
            "unknown key",
        ),
        (
            "notify: {webhook: ['https://chat.example/SECRET']}",
            "must be text",
        ),
        (
            "notify:\n  webhook:\n    - https://chat.example/SECRET\n",
            "must be text",
        ),
    ] {
        let text = text.replace("SECRET", secret);
        let said = Ground::new().user(&text).message();
        assert!(said.contains(says), "{said}");
        assert!(!said.contains(secret), "{said}");
    }
    let said = Ground::new()
        .flag("notify.webhook", &format!("http://chat.example/{secret}"))
        .message();
    assert!(
        said.contains("flag notify.webhook") && !said.contains(secret),
        "{said}"
    );
    let loaded = Ground::new()
        .user(format!(
            "notify: {{webhook: 'https://chat.example/{secret}?k={secret}'}}"
        ))
        .loaded();
    for shown in [
        loaded.yaml(),
        loaded.json().to_string(),
        format!("{:?}", loaded.config),
    ] {
        assert!(!shown.contains(secret), "{shown}");
    }
    assert!(
        loaded.yaml().contains("https://chat.example/..."),
        "{}",
        loaded.yaml()
    );
}

#[test]
fn words_of_a_command_stay_as_often_as_they_are_there() {
    let ground = Ground::new().user("notify: {command: [tell, -x, a, -x, a]}");
    assert_eq!(
        ground.loaded().config.notices.command,
        ["tell", "-x", "a", "-x", "a"]
    );
}

#[test]
fn variables_and_flags() {
    assert_eq!(
        Ground::new().env("INTERLOCK_BUDGT__TOTAL", "1").message(),
        "error: unknown variable `INTERLOCK_BUDGT__TOTAL`
 --> env INTERLOCK_BUDGT__TOTAL
help: did you mean `INTERLOCK_BUDGET__TOTAL`?"
    );
    assert_eq!(
        Ground::new().env("INTERLOCK_BUDGET_TOTAL", "1").message(),
        "error: unknown variable `INTERLOCK_BUDGET_TOTAL`
 --> env INTERLOCK_BUDGET_TOTAL
help: did you mean `INTERLOCK_BUDGET__TOTAL`?"
    );
    assert_eq!(
        Ground::new()
            .env("INTERLOCK_LOOP__TURNS_MAX", "many")
            .message(),
        "error: `loop.turns_max` must be a whole number from 1 to 100000, found the text `many`
 --> env INTERLOCK_LOOP__TURNS_MAX"
    );
    assert_eq!(
        Ground::new().flag("loop.turnsmax", "3").message(),
        "error: unknown key `loop.turnsmax`
 --> flag loop.turnsmax
help: did you mean `loop.turns_max`?"
    );
}

#[test]
fn files_that_are_none() {
    assert_eq!(
        project([b'a', b':', 0xff]),
        "error: `.interlock/config.yml` is not UTF-8 (byte 2)\n --> .interlock/config.yml"
    );
    assert_eq!(
        project("#".repeat(256 * 1024 + 1)),
        "error: `.interlock/config.yml` is larger than 262144 bytes"
    );
    let ground = Ground::new().file("repo/.interlock/config.yml/x", "");
    assert_eq!(
        ground.message(),
        "error: `.interlock/config.yml` is a folder, not a file"
    );
    let ground = Ground::new().file("repo/.gsd/context.yml", "budget: {total: 1}\n");
    assert_eq!(
        ground.message().lines().next(),
        Some("error: unknown key `budget.total`")
    );
    let ground = Ground::new();
    let sources = Sources {
        file: Some(ground.root().join("none.yml")),
        ..ground.sources()
    };
    let message = crate::config::load(&sources).expect_err("none").to_string();
    assert!(message.starts_with("error: can't read `"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_link_in_a_repository_is_not_followed() {
    let ground = Ground::new()
        .file("home/secret", "private: words\n")
        .file("repo/.interlock/x", "");
    std::os::unix::fs::symlink(
        ground.dir.path().join("home/secret"),
        ground.root().join(".interlock/config.yml"),
    )
    .expect("a link");
    assert_eq!(
        ground.message(),
        "error: `.interlock/config.yml` is a link, not a file"
    );
    let ground = Ground::new().file("home/elsewhere/config.yml", "private: words\n");
    std::os::unix::fs::symlink(
        ground.dir.path().join("home/elsewhere"),
        ground.root().join(".gsd"),
    )
    .expect("a link");
    assert_eq!(
        ground.message(),
        "error: `.gsd/context.yml` is behind a link, not a file"
    );
}

#[test]
fn a_damaged_trust_list_trusts_nothing() {
    let ground = Ground::new()
        .project("mode: normal\n")
        .file(
            "home/.local/state/interlock/trust.json",
            "{\"repositories\": 5}",
        )
        .untrusted();
    let message = ground.message();
    assert!(message.starts_with("error: the trust list `"), "{message}");
    assert!(trust(&ground.sources()).is_err());
}

#[test]
fn state_needs_a_home() {
    let mut ground = Ground::new();
    ground.env.clear();
    assert_eq!(
        ground.message(),
        "error: there is no state directory: `HOME` is not set\nhelp: set `HOME`, or `INTERLOCK_STATE` to a directory"
    );
    let ground = Ground::new().env("INTERLOCK_STATE", "state");
    assert_eq!(
        ground.message().lines().next(),
        Some("error: `INTERLOCK_STATE` must be an absolute path, found `state`")
    );
}
