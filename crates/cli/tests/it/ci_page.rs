//! The workflows of the page *In CI*: their own lines, run as each service runs them, in a clone as it makes one.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::{Said, World, said};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ci.md");
const TEST: &str = "from a import one\n\ndef test_one():\n    assert one() == 1\n";

/// A workflow of the page, by a word of the heading above it.
fn workflow(heading: &str) -> Value {
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let section = page.split("\n## ").find(|it| it.starts_with(heading));
    let (_, rest) = section
        .and_then(|it| it.split_once("```yaml\n"))
        .expect(heading);
    let (yaml, _) = rest.split_once("```").expect("an end");
    serde_saphyr::from_str(yaml).expect(heading)
}

/// A repository at a service, with `main` and a pull request whose change puts this into `a.py`, and the clone that a job
/// works in: all of the history, the head of the pull request checked out without a branch.
struct Service {
    world: World,
    clone: PathBuf,
}

impl Service {
    fn new(change: &str) -> Service {
        let world = World::new(&[("a.py", "def one():\n    return 1\n"), ("test_a.py", TEST)]);
        world.git(&["switch", "--quiet", "-c", "work"]);
        world.write("a.py", &format!("def one():\n    return 1\n{change}"));
        world.git(&["commit", "--quiet", "--all", "-m", "work"]);
        // What came into the target since is nobody's gap.
        world.git(&["switch", "--quiet", "main"]);
        world.write("b.py", "def two(n):\n    raise NotImplementedError\n");
        world.git(&["add", "--all"]);
        world.git(&["commit", "--quiet", "-m", "other"]);
        let clone = world.path("clone");
        let from = world.repository().display().to_string();
        world.git(&["clone", "--quiet", &from, &clone.display().to_string()]);
        let service = Service { world, clone };
        service.shell("git checkout --quiet --detach origin/work", &[]);
        service
    }

    /// Runs lines in the clone as a job does: in a shell that ends with the first that fails.
    fn shell(&self, lines: &str, env: &[(&str, &str)]) -> Said {
        let mut command = Command::new("bash");
        command
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", lines])
            .current_dir(&self.clone)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.world.path("home"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .envs(env.iter().copied());
        said(command.output().expect("a shell"))
    }

    /// Puts the program where a cache of an earlier job has it, so that nothing is installed.
    fn has_program(&self, path: &Path) {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_interlock"), path).expect("a link");
    }
}

/// What GitHub's runner and those like it make of a workflow: each step of its own, the last of them verifying.
fn steps(heading: &str, service: &Service) -> Said {
    let workflow = workflow(heading);
    let steps = workflow["jobs"]["verify"]["steps"]
        .as_array()
        .expect("steps");
    service.has_program(&service.world.path("home/.cargo/bin/interlock"));
    let workspace = service.clone.display().to_string();
    let env = [
        ("GITHUB_BASE_REF", "main"),
        ("GITHUB_WORKSPACE", workspace.as_str()),
        ("REVISION", "REVISION"),
    ];
    let lines = steps.iter().filter_map(|it| it["run"].as_str());
    let mut last = None;
    for lines in lines {
        assert!(last.is_none(), "nothing runs after it: {lines}");
        let said = service.shell(lines, &env);
        match lines.contains(" verify ") {
            true => last = Some(said),
            false => assert_eq!(said.code, 0, "{lines}: {said:?}"),
        }
    }
    last.expect("a step that verifies")
}

const HONEST: &str = "\n\nprint(one() + 1)\n";
const STUB: &str = "\n\ndef three(n):\n    raise NotImplementedError\n";

#[test]
fn github_and_those_like_it() {
    for heading in ["GitHub Actions", "Gitea and Forgejo"] {
        let said = steps(heading, &Service::new(HONEST));
        assert_eq!(said.code, 0, "{heading}: {said:?}");
        let service = Service::new(STUB);
        let said = steps(heading, &service);
        assert_eq!(said.code, 1, "{heading}: {said:?}");
        assert!(
            said.out.contains("::error file=a.py,line="),
            "{heading}: {said:?}"
        );
        assert!(!said.out.contains("b.py"), "{heading}: {said:?}");
        // What is kept for the next job is where the workflow keeps it.
        let state = service.world.path("home/.local/state/interlock");
        assert!(state.is_dir(), "{heading}");
    }
}

#[test]
fn gitlab() {
    for (change, code) in [(HONEST, 0), (STUB, 1)] {
        let service = Service::new(change);
        let workflow = workflow("GitLab CI");
        let job = &workflow["verify"];
        service.has_program(&service.clone.join(".cache/bin/interlock"));
        let folder = service.clone.display().to_string();
        let state = job["variables"]["INTERLOCK_STATE"]
            .as_str()
            .expect("a state");
        let state = state.replace("$CI_PROJECT_DIR", &folder);
        let env = [
            ("CI_PROJECT_DIR", folder.as_str()),
            ("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main"),
            ("INTERLOCK_STATE", state.as_str()),
            ("REVISION", "REVISION"),
        ];
        let lines = job["script"].as_array().expect("lines");
        let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
        let said = service.shell(&lines.join("\n"), &env);
        assert_eq!(said.code, code, "{said:?}");
        let report = std::fs::read_to_string(service.clone.join("code-quality.json"));
        let report: Value = serde_json::from_str(&report.expect("a report")).expect("JSON");
        let of_stub = report.as_array().expect("a list").iter();
        let of_stub =
            of_stub.filter(|it| it["severity"] == "major" || it["severity"] == "critical");
        assert_eq!(of_stub.count() > 0, code == 1, "{report:#}");
        assert!(service.clone.join(".cache/state").is_dir());
    }
}
