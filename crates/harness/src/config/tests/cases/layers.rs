//! Which layer wins, what a value remembers of it, and how that is shown.

use ledger::money::Usd;
use ledger::options::Wire;

use crate::config::tests::{Ground, SAMPLE};
use crate::config::{Detected, Problems, Sources, load, trust};

/// Where `budget.total` came from, and what it is.
fn total(ground: &Ground) -> (String, Usd) {
    let loaded = ground.loaded();
    let origin = loaded
        .values
        .entry("budget.total")
        .map(|entry| entry.origin.to_string());
    let options = loaded.config.options(&Detected::default());
    (origin.unwrap_or_default(), options.budget.total)
}

#[test]
fn a_later_layer_wins_and_says_where_it_stands() {
    let ground = Ground::new();
    assert_eq!(total(&ground), ("default".to_owned(), Usd(10_000_000)));
    let ground = ground.user("# mine\nbudget:\n  total: 2\n");
    assert_eq!(
        total(&ground),
        (
            "~/.config/interlock/config.yml:3".to_owned(),
            Usd(2_000_000)
        )
    );
    let ground = ground.file("repo/.gsd/config.yml", "budget: {total: 3.5}\n");
    assert_eq!(
        total(&ground),
        (".gsd/config.yml:1".to_owned(), Usd(3_500_000))
    );
    let ground = ground.project("budget: {total: 4}\n");
    assert_eq!(
        total(&ground),
        (".interlock/config.yml:1".to_owned(), Usd(4_000_000))
    );
    let ground = ground.env("INTERLOCK_BUDGET__TOTAL", "5");
    assert_eq!(
        total(&ground),
        ("env INTERLOCK_BUDGET__TOTAL".to_owned(), Usd(5_000_000))
    );
    let ground = ground.flag("budget.total", "6");
    assert_eq!(
        total(&ground),
        ("flag budget.total".to_owned(), Usd(6_000_000))
    );
}

#[test]
fn ours_wins_over_the_seeds_key_by_key() {
    let loaded = Ground::new()
        .file(
            "repo/.gsd/config.yml",
            "context: {max_tokens: 2000, max_history_turns: 7}\n",
        )
        .file(
            "repo/.gsd/context.yml",
            "context: {max_tokens: 1000, include_history: false}\n",
        )
        .project("context: {max_tokens: 3000}\n")
        .loaded();
    let context = loaded.config.options(&Detected::default()).context;
    assert_eq!(context.tokens_max, 3_000);
    assert_eq!(context.history_turns_max, 7);
    assert!(!context.include_history);
    assert!(loaded.yaml().contains(
        "max_tokens: 3000  # .interlock/config.yml:1 (over .gsd/config.yml:1, .gsd/context.yml:1)"
    ));
}

#[test]
fn guardrails_are_united_and_other_lists_replaced() {
    let loaded = Ground::new()
        .user("guardrails: {protected_branches: [prod], danger_patterns: [drop]}\ncorrection: {escalate_on: [cost]}\n")
        .project("guardrails: {protected_branches: [dev, prod]}\ncorrection: {escalate_on: [security]}\n")
        .env("INTERLOCK_GUARDRAILS__DANGER_PATTERNS", "force, delete")
        .loaded();
    let options = loaded.config.options(&Detected::default());
    let branches = ["main", "master", "release/*", "prod", "dev"];
    assert_eq!(options.policies.protected_branches, branches);
    assert_eq!(
        options.policies.danger_patterns,
        ["drop", "force", "delete"]
    );
    assert_eq!(options.correction.escalate_on, ["security"]);
    let yaml = loaded.yaml();
    assert!(
        yaml.contains("    - prod  # ~/.config/interlock/config.yml:1\n"),
        "{yaml}"
    );
    assert!(
        yaml.contains("    - dev  # .interlock/config.yml:1\n"),
        "{yaml}"
    );
    assert!(
        yaml.contains("    - force  # env INTERLOCK_GUARDRAILS__DANGER_PATTERNS\n"),
        "{yaml}"
    );
}

#[test]
fn what_is_shown_loads_again_as_the_same() {
    let rules = "guardrails: {rules: [{name: a, pattern: 'x: #y', action: ask, applies_to: [git], message: 'no: \"'}]}\n";
    for text in [
        SAMPLE,
        rules,
        "",
        "models: {'a.b': {provider: openai, model: 'on', headers: {X-Title: '1'}}, c: {provider: anthropic, model: m}, price: {'1': {input: 1}, '0': {output: 2}}, default: c}\n",
    ] {
        let ground = Ground::new().project(text);
        let before = ground.loaded();
        let shown = before.yaml();
        let ground = ground.project(&shown);
        let after = ground.loaded();
        assert_eq!(before.config.with_its_mode_said(), after.config, "{shown}");
    }
}

#[test]
fn is_shown_as_json_with_origins() {
    let json = Ground::new()
        .project("mode: quick\nguardrails: {danger_patterns: [drop]}\n")
        .loaded()
        .json();
    assert_eq!(
        json["values"]["mode"],
        serde_json::json!({"value": "quick", "origin": ".interlock/config.yml:1"})
    );
    assert_eq!(
        json["values"]["guardrails.danger_patterns"],
        serde_json::json!({
            "value": ["drop"], "origin": ".interlock/config.yml:2", "items": [".interlock/config.yml:2"],
        })
    );
    assert_eq!(json["ignored"], serde_json::json!([]));
}

#[test]
fn flags_and_variables_reach_names() {
    let loaded = Ground::new()
        .env("INTERLOCK_MODELS__FAST__PROVIDER", "openai-compatible")
        .env("INTERLOCK_MODELS__FAST__MODEL", "gpt-4.1")
        .env(
            "INTERLOCK_MODELS__FAST__BASE_URL",
            "http://127.0.0.1:8080/v1/",
        )
        .env("INTERLOCK_STATE", "/var/lib/interlock")
        .env("INTERLOCK_MODE", "")
        .flag("models.price.gpt-4.1.input", "2")
        .flag("project.targetBranch", "trunk")
        .loaded();
    let model = loaded.config.executor().expect("the only one");
    assert_eq!(model.base_url, "http://127.0.0.1:8080/v1");
    assert_eq!(model.key_env, None);
    assert_eq!(loaded.config.target_branch.as_deref(), Some("trunk"));
    assert_eq!(
        loaded.config.store,
        std::path::Path::new("/var/lib/interlock/ledger.db")
    );
    let options = loaded.config.options(&Detected::default());
    let price = options.budget.prices["gpt-4.1"];
    assert_eq!(
        (price.input, price.cache_read, price.output),
        (2_000_000, 2_000_000, 8_000_000)
    );
}

#[test]
fn providers_bring_their_wire_address_and_key() {
    let check = |provider: &str| {
        let text = format!("tools: {{llm: {{provider: {provider}, model: m}}}}\n");
        let loaded = Ground::new().project(text).loaded();
        let model = loaded.config.executor().expect("one").clone();
        (model.wire, model.base_url, model.key_env)
    };
    let openai = (
        "https://api.openai.com/v1".to_owned(),
        Some("OPENAI_API_KEY".to_owned()),
    );
    assert_eq!(
        check("openai"),
        (Wire::OpenaiChat, openai.0.clone(), openai.1.clone())
    );
    assert_eq!(
        check("openai-responses"),
        (Wire::OpenaiResponses, openai.0, openai.1)
    );
    let anthropic = (
        "https://api.anthropic.com".to_owned(),
        Some("ANTHROPIC_API_KEY".to_owned()),
    );
    assert_eq!(
        check("anthropic"),
        (Wire::Anthropic, anthropic.0, anthropic.1)
    );
    assert_eq!(check("scripted"), (Wire::Scripted, String::new(), None));
}

#[test]
fn a_scripted_model_is_a_file_and_free() {
    let ground =
        Ground::new().project("tools: {llm: {provider: scripted, model: demo/talk.json}}\n");
    let config = ground.loaded().config;
    let model = config.executor().expect("one");
    assert_eq!(model.script, Some(ground.root().join("demo/talk.json")));
    let budget = config.options(&Detected::default()).budget;
    assert_eq!(
        budget.prices["demo/talk.json"],
        ledger::money::Price::default()
    );
}

#[test]
fn the_role_goes_before_the_default_and_the_default_before_the_seeds() {
    let models = "tools: {llm: {provider: openai, model: s}}\nmodels:\n  a: {provider: openai, model: a}\n  b: {provider: openai, model: b}\n";
    let check = |more: &str| {
        let loaded = Ground::new().project(format!("{models}{more}")).loaded();
        loaded.config.executor().expect("one").name.clone()
    };
    assert_eq!(check(""), "llm");
    assert_eq!(check("  default: a\n"), "a");
    assert_eq!(check("  default: a\n  roles: {executor: b}\n"), "b");
}

#[test]
fn without_a_model_options_still_come_out() {
    let config = Ground::new().loaded().config;
    assert_eq!(
        config
            .executor()
            .expect_err("none")
            .to_string()
            .lines()
            .next(),
        Some("error: no model is configured")
    );
    assert_eq!(config.options(&Detected::default()).models.executor, "");
}

#[test]
fn a_named_file_replaces_the_projects_and_is_trusted() {
    let ground = Ground::new()
        .project("budget: {total: 4}\n")
        .file("home/other.yml", "budget: {total: 400}\n");
    let sources = Sources {
        file: Some(ground.dir.path().join("home/other.yml")),
        is_trusted_once: false,
        ..ground.sources()
    };
    let loaded = load(&sources).expect("it is valid");
    assert_eq!(
        loaded
            .values
            .entry("budget.total")
            .map(|entry| entry.origin.to_string()),
        Some("~/other.yml:1".to_owned())
    );
    assert_eq!(loaded.notice(), None);
}

#[test]
fn trust_is_by_content() -> Result<(), Problems> {
    let ground = Ground::new().project("budget: {total: 400}\n").untrusted();
    let is_trusted = |ground: &Ground| ground.loaded().untrusted.is_empty();
    assert!(!is_trusted(&ground));
    assert_eq!(trust(&ground.sources())?, [".interlock/config.yml"]);
    assert!(is_trusted(&ground));
    assert_eq!(total(&ground).1, Usd(400_000_000));
    let ground = ground.project("budget: {total: 401}\n");
    assert!(!is_trusted(&ground), "changed");
    let ground = ground
        .project("budget: {total: 400}\n")
        .file("repo/.gsd/config.yml", "mode: normal\n");
    assert_eq!(
        ground.loaded().untrusted,
        [".gsd/config.yml"],
        "each file by itself"
    );
    let elsewhere = Ground::new().project("budget: {total: 400}\n").untrusted();
    std::fs::create_dir_all(elsewhere.dir.path().join("home/.local/state/interlock"))
        .expect("a folder");
    std::fs::copy(
        ground
            .dir
            .path()
            .join("home/.local/state/interlock/trust.json"),
        elsewhere
            .dir
            .path()
            .join("home/.local/state/interlock/trust.json"),
    )
    .expect("a copy");
    assert!(
        !is_trusted(&elsewhere),
        "the same content in another repository"
    );
    Ok(())
}
