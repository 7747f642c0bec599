//! `init --agent`: the hook in an agent's settings, and out again.

use serde_json::Value;

use super::AGENTS;
use crate::support::World;

fn world() -> World {
    World::new(&[("README.md", "A project.\n")])
}

#[test]
fn what_stands_in_the_settings_stays() {
    let world = world();
    let before = "{\n  // mine\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"mine\"}]}\n    ]\n  }\n}\n";
    world.write(".claude/settings.local.json", before);
    let said = world.run(&["init", "--agent", "claude"]);
    assert_eq!(said.code, 0, "{said:?}");
    let after = world.read(".claude/settings.local.json").expect("settings");
    for kept in ["// mine", "\"opus\"", "\"command\": \"mine\""] {
        assert!(after.contains(kept), "{kept}: {after}");
    }
    assert!(after.contains(" hook claude || {"), "{after}");
    // A second time changes nothing, and taking it out leaves what was there.
    world.run(&["init", "--agent", "claude"]);
    assert_eq!(
        world.read(".claude/settings.local.json").as_ref(),
        Some(&after)
    );
    let said = world.run(&["init", "--agent", "claude", "--remove"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        world.read(".claude/settings.local.json").as_deref(),
        Some(before)
    );
}

#[test]
fn every_agent_has_a_place_for_the_project_and_for_the_person() {
    for agent in AGENTS {
        for scope in [&[][..], &["--user"]] {
            let world = world();
            let mut args = vec!["--json", "init", "--agent", agent.name];
            args.extend(scope);
            let done = world.json(&args);
            let file = std::path::PathBuf::from(done["files"][0].as_str().expect("a file"));
            let text = std::fs::read_to_string(&file).expect("it stands");
            assert!(text.contains("interlock"), "{agent:?}: {text}");
            let below = match scope {
                [] => world.repository(),
                _ => world.path("home"),
            };
            assert!(file.starts_with(below), "{}", file.display());
            args.push("--remove");
            assert_eq!(world.json(&args)["changed"], true);
            let left = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(!left.contains("interlock"), "{agent:?}: {left}");
        }
    }
}

#[test]
fn settings_that_can_not_be_read_are_left_alone() {
    for bad in [
        "{",
        "[]",
        "{\"hooks\": 5}",
        "{\"hooks\": {\"PreToolUse\": {}}}",
        "not json",
        "\u{0}",
    ] {
        let world = world();
        world.write(".claude/settings.local.json", bad);
        let said = world.run(&["init", "--agent", "claude"]);
        assert_eq!(said.code, 2, "{bad}: {said:?}");
        assert!(said.err.contains("left as it is"), "{bad}: {said:?}");
        assert_eq!(
            world.read(".claude/settings.local.json").as_deref(),
            Some(bad)
        );
    }
}

#[test]
fn an_extension_of_somebody_else_is_left_alone() {
    let world = world();
    world.write(".pi/extensions/interlock.ts", "export default () => {}\n");
    for args in [
        &["init", "--agent", "pi"][..],
        &["init", "--agent", "pi", "--remove"],
    ] {
        world.run(args);
        let text = world.read(".pi/extensions/interlock.ts");
        assert_eq!(text.as_deref(), Some("export default () => {}\n"));
    }
}

#[test]
fn a_link_in_a_project_is_not_followed() {
    let world = world();
    let mine = world.path("home/mine.json");
    std::fs::write(&mine, "{}").expect("a file");
    std::fs::create_dir_all(world.repository().join(".claude")).expect("a folder");
    let link = world.repository().join(".claude/settings.local.json");
    std::os::unix::fs::symlink(&mine, link).expect("a link");
    let said = world.run(&["init", "--agent", "claude"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert_eq!(std::fs::read_to_string(&mine).expect("a file"), "{}");
}

#[test]
fn the_command_in_the_settings_refuses_when_the_program_is_gone() {
    let world = world();
    world.run(&["init", "--agent", "claude"]);
    let text = world.read(".claude/settings.local.json").expect("settings");
    let settings: Value = serde_json::from_str(&text).expect("JSON");
    let command = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
        .as_str()
        .expect("a command");
    let gone = command.replace("interlock'", "interlock-that-is-gone'");
    assert_ne!(gone, command);
    let said = std::process::Command::new("sh")
        .args(["-c", &gone])
        .output()
        .expect("sh starts");
    assert_eq!(said.status.code(), Some(2), "{said:?}");
    let words = String::from_utf8_lossy(&said.stderr);
    assert!(words.contains("Interlock gave no answer"), "{words}");
    // One that dies refuses too.
    let dies = command.replace(" hook claude", " hook");
    let said = std::process::Command::new("sh")
        .args(["-c", &dies])
        .output()
        .expect("sh starts");
    assert_eq!(said.status.code(), Some(2), "{said:?}");
}

#[test]
fn coverage_says_what_stands_in_front_and_what_goes_past() {
    let world = world();
    let said = world.run(&["gate", "coverage", "--agent", "codex"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.out.contains("write_stdin") && said.out.contains("it is ON"),
        "{}",
        said.out
    );
    world.run(&["init", "--agent", "codex", "--user"]);
    let said = world.run(&["gate", "coverage", "--agent", "codex"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("names the hook"), "{}", said.out);
    assert!(said.out.contains("it is switched off"), "{}", said.out);
}

#[test]
fn codex_is_given_the_trust_of_the_hooks_and_keeps_what_else_stands_there() {
    let world = world();
    let config = world.path("home/.codex/config.toml");
    std::fs::create_dir_all(config.parent().expect("a parent")).expect("a folder");
    let before = "# mine\nmodel = \"gpt\" # of today\n\n[features]\nmemories = true\n";
    std::fs::write(&config, before).expect("a file");
    world.run(&["init", "--agent", "codex", "--user"]);
    let after = std::fs::read_to_string(&config).expect("it stands");
    assert!(
        after.contains("# mine") && after.contains("# of today"),
        "{after}"
    );
    assert!(
        after.contains("pre_tool_use:0:0") && after.contains("sha256:"),
        "{after}"
    );
    assert!(after.contains("unified_exec_tty = false"), "{after}");
    world.run(&["init", "--agent", "codex", "--user", "--remove"]);
    assert_eq!(std::fs::read_to_string(&config).expect("it stands"), before);
}
