//! What stands in the configuration, and what is missing there.

use super::{refused, refused_as, sound};
use crate::support::World;

/// The configuration that the project was asked to take unchanged.
const SEED: &str = include_str!("../../../../../corpus/config/gsd-config.yml");

const PROJECT: &str = ".interlock/config.yml";

#[test]
fn what_is_wrong_in_a_file_is_shown_where_it_stands() {
    let world = World::new(&[]);
    for (text, words) in [
        (
            "loop:\n  turns_mx: 3\n",
            &[
                "unknown key `loop.turns_mx`",
                ".interlock/config.yml:2:3",
                "2 |   turns_mx: 3",
                "^^^^^^^^",
                "did you mean `turns_max`?",
            ][..],
        ),
        (
            "loop:\n  max_total_time: [\n",
            &["not YAML", ".interlock/config.yml:2:19", "^"],
        ),
        (
            "budget:\n  total: \"many\"\n",
            &[
                "`budget.total` must be a number",
                "found the text `many`",
                ".interlock/config.yml:2:10",
            ],
        ),
        (
            "- a\n- b\n",
            &["must hold keys and values", ".interlock/config.yml:1:1"],
        ),
        (
            "mode: fast\n",
            &["`mode` does not know `fast`", "`quick`", "`normal`"],
        ),
        (
            "models:\n  a: {provider: openai, model: m, api_key: sk-1234567890}\n",
            &["keys are never in the configuration", "`key_env`"],
        ),
        (
            "models:\n  a: {provider: openai, model: m, idle_timeout_s: 0}\n",
            &["`models.a.idle_timeout_s` must be"],
        ),
        (
            "loop: &a\n  turns_max: 3\nbudget: *a\n",
            &[".interlock/config.yml:"],
        ),
    ] {
        world.write(PROJECT, text);
        for args in [&["config", "check"][..], &["run", "do it"], &["status"]] {
            refused(&world, args, 2, words);
        }
    }
    // A secret is not said again.
    world.write(
        PROJECT,
        "models:\n  a: {provider: openai, api_key: sk-1234567890}\n",
    );
    assert!(!world.run(&["config", "check"]).err.contains("sk-12345"));
}

#[test]
fn several_problems_are_told_at_once() {
    let world = World::new(&[]);
    world.write(PROJECT, "loop:\n  turns_mx: 3\nbudget:\n  total: x\n");
    refused(
        &world,
        &["config", "check"],
        2,
        &["`loop.turns_mx`", "`budget.total`"],
    );
}

#[test]
fn a_file_that_is_none_is_named() {
    let world = World::new(&[]);
    let path = world.repository().join(PROJECT);
    std::fs::create_dir_all(&path).expect("a directory");
    let check = ["config", "check"];
    refused(&world, &check, 2, &["`.interlock/config.yml` is a folder"]);
    std::fs::remove_dir(&path).expect("removed");
    std::fs::write(&path, b"\xff\xfe").expect("a file");
    refused(
        &world,
        &check,
        2,
        &["`.interlock/config.yml` is not UTF-8 (byte 0)"],
    );
    std::fs::write(&path, vec![b'#'; 2 << 20]).expect("a file");
    refused(&world, &check, 2, &["is larger than"]);
    std::fs::remove_file(&path).expect("removed");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/hostname", &path).expect("a link");
        refused(&world, &check, 2, &["`.interlock/config.yml` is a link"]);
        std::fs::remove_file(&path).expect("removed");
    }
    let other = ["--config", "nope.yml", "config", "check"];
    refused(
        &world,
        &other,
        2,
        &["can't read `nope.yml`", "no such file"],
    );
}

#[test]
fn flags_and_variables_are_checked_like_files() {
    let world = World::new(&[]);
    for (set, words) in [
        (
            "loop.turns_mx=3",
            &["unknown key `loop.turns_mx`", "did you mean", "turns_max"][..],
        ),
        (
            "loop.turns_max",
            &["has no `=`", "write `--set budget.total=5`"],
        ),
        ("loop.turns_max=abc", &["`loop.turns_max` must be"]),
        ("=3", &["unknown key"]),
    ] {
        refused(&world, &["--set", set, "config", "check"], 2, words);
    }
    for (name, value, words) in [
        (
            "INTERLOCK_LOOP__TURNS_MAX",
            "many",
            &["`loop.turns_max` must be"][..],
        ),
        (
            "INTERLOCK_LOOP_TURNS_MAX",
            "3",
            &["INTERLOCK_LOOP_TURNS_MAX", "INTERLOCK_LOOP__TURNS_MAX"],
        ),
        (
            "INTERLOCK_LOOP__TURNS_MX",
            "3",
            &["did you mean", "INTERLOCK_LOOP__TURNS_MX"],
        ),
        (
            "INTERLOCK_STATE",
            "here",
            &["`INTERLOCK_STATE` must be an absolute path"],
        ),
    ] {
        let said = world.finish(world.command(&["config", "check"]).env(name, value));
        refused_as(&said, &[name], 2, words);
    }
}

#[test]
fn a_model_that_cannot_be_asked_is_told_before_anything_begins() {
    let world = World::new(&[]);
    let run = ["run", "do it"];
    refused(
        &world,
        &run,
        2,
        &["no model is configured", "`models.default`"],
    );
    world.configure("models:\n  a: {provider: anthropic, model: m}\n");
    let words = [
        "model `a` needs a key",
        "`ANTHROPIC_API_KEY` is not set",
        "export ANTHROPIC_API_KEY",
    ];
    refused(&world, &run, 2, &words);
    refused(
        &world,
        &["run", "--model", "b", "do it"],
        2,
        &["the model `b`, which is not configured"],
    );
    world.configure("models:\n  a: {provider: openai-compatible, model: m}\n");
    refused(&world, &run, 2, &["`models.a` lacks `base_url`"]);
    world.configure("models:\n  a: {provider: anthropic, model: m, base_url: 'http://example.com', key_env: K}\n");
    refused(
        &world,
        &run,
        2,
        &["would send a key in clear", "use `https`"],
    );
    world.configure("models:\n  a: {provider: scripted, model: nope.json}\n");
    refused(
        &world,
        &run,
        2,
        &["the script", "nope.json", "can't be read"],
    );
    world.write("bad.json", r#"{"repliez": []}"#);
    world.configure("models:\n  a: {provider: scripted, model: bad.json}\n");
    refused(
        &world,
        &run,
        2,
        &["bad.json", "unknown field `repliez`", "line 1 column 10"],
    );
    let said = world.run(&["status"]);
    assert!(
        said.out.starts_with("no runs yet"),
        "no run is left behind: {said:?}"
    );
}

#[test]
fn the_seeds_own_file_loads_unchanged_from_both_places() {
    for place in [".gsd/config.yml", PROJECT] {
        let world = World::new(&[(place, SEED)]);
        let said = world.run(&["config", "check"]);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(
            said.err.contains("is not trusted and may only tighten"),
            "{said:?}"
        );
        assert!(
            said.err.contains("`interlock trust` accepts it"),
            "{said:?}"
        );
        let said = world.run(&["trust"]);
        assert_eq!(said.out, format!("trusted as it is now: {place}\n"));
        let said = world.run(&["config", "check"]);
        assert_eq!(
            (&*said.out, &*said.err),
            ("the configuration is right\n", "")
        );
        let shown = world.json(&["--json", "config", "show"]);
        assert_eq!(
            (&shown["ignored"], &shown["untrusted"]),
            (&serde_json::json!([]), &serde_json::json!([]))
        );
        for (key, value, line) in [
            (
                "project.open_spec_path",
                serde_json::json!("./spec/openapi.yaml"),
                6,
            ),
            ("budget.total", serde_json::json!(10.0), 27),
            (
                "correction.escalate_action",
                serde_json::json!("create_pr"),
                65,
            ),
            ("tools.llm.model", serde_json::json!("gpt-4"), 87),
            (
                "tools.git.worktree_base",
                serde_json::json!(".gsd/worktrees"),
                90,
            ),
            (
                "verification.archon.thresholds.coverage",
                serde_json::json!(80),
                80,
            ),
        ] {
            let found = &shown["values"][key];
            assert_eq!(found["value"], value, "{place} {key}");
            assert_eq!(found["origin"], format!("{place}:{line}"), "{key}");
        }
        let page = world.run(&["config", "show"]);
        assert!(
            page.out.contains(&format!("model: gpt-4  # {place}:87")),
            "{page:?}"
        );
        // One letter more, and it is not what was trusted, nor what is known.
        world.write(place, &SEED.replace("max_retries", "max_retrys"));
        let at = format!("{place}:60:3");
        refused(
            &world,
            &["config", "check"],
            2,
            &[
                "unknown key `correction.max_retrys`",
                &at,
                "did you mean `max_retries`?",
            ],
        );
        world.write(place, &SEED.replace("total: 10.0", "total: 100.0"));
        let said = world.run(&["config", "check"]);
        assert!(
            said.err.contains("has changed since it was trusted"),
            "a change takes the trust away: {said:?}"
        );
        assert_eq!(
            world.json(&["--json", "config", "show"])["values"]["budget.total"]["value"],
            10.0
        );
    }
}

#[test]
fn what_init_writes_is_right_and_is_not_written_over() {
    let world = World::new(&[(
        "Cargo.toml",
        "[package]\nname = \"x\"\nversion = \"0.1.0\"\n",
    )]);
    let said = world.run(&["init"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains("config.yml") && said.out.contains("cargo test"),
        "{said:?}"
    );
    assert!(
        said.err.contains("name a model") && said.err.contains("interlock trust"),
        "{said:?}"
    );
    let said = world.run(&["config", "check"]);
    assert_eq!(
        (said.code, &*said.out),
        (0, "the configuration is right\n"),
        "{said:?}"
    );
    world.write(PROJECT, "mode: quick\n");
    refused(&world, &["init"], 2, &["exists already", "`--force`"]);
    assert_eq!(world.read(PROJECT).as_deref(), Some("mode: quick\n"));
    assert_eq!(world.run(&["init", "--force"]).code, 0);
    assert_ne!(world.read(PROJECT).as_deref(), Some("mode: quick\n"));
}

#[test]
fn an_untrusted_project_chooses_no_model() {
    let world = sound();
    world.write(
        PROJECT,
        "models: {default: evil, evil: {provider: scripted, model: evil.json}}\n",
    );
    let said = world.run(&["config", "check"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("ignored: `models.default`"), "{said:?}");
    let shown = world.json(&["--json", "config", "show"]);
    assert_eq!(shown["values"]["models.default"]["value"], "written");
}
