//! A short run with everything in it: a stub, a command that asks, gaps, a correction, a merge. Every tool and every
//! check leaves a word in a file outside the worktree, so that what is done twice shows.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::agent::{done, shell, turn, write};
use crate::support::{Said, World};

pub(crate) const PLAN: &str = "PLAN.md";

/// The repository. The check looks at the real thing and needs no compiler.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("src/lib.rs", "//! Words.\n"),
    ("tool.sh", "echo \"tool $1\" >> \"$HOME/trace\"\n"),
    (
        "check.sh",
        "echo check >> \"$HOME/trace\"\n\
         grep -q 'pub fn slug' src/slug.rs && ! grep -q 'todo!' src/slug.rs\n",
    ),
    (
        PLAN,
        r#"---
phase: 01-slugs
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified:
  - src/slug.rs
  - src/lib.rs
autonomous: true
requirements:
  - SLUG-01
must_haves:
  truths:
    - "A title becomes a slug"
  artifacts:
    - path: "src/slug.rs"
      provides: "slug"
      contains: "pub fn slug"
  key_links:
    - from: "src/lib.rs"
      to: "src/slug.rs"
      via: "module declaration"
      pattern: "pub mod slug"
---

<objective>
Titles become slugs.
</objective>

<tasks>
<task type="auto">
  <name>Write slug</name>
  <files>src/slug.rs, src/lib.rs</files>
  <action>Add the module slug.</action>
  <verify><automated>sh check.sh</automated></verify>
  <done>The check passes.</done>
</task>
</tasks>
"#,
    ),
];

pub(crate) const CHECKS: &str =
    "verification:\n  commands: [\"sh check.sh\"]\n  levels: [1, 2, 3, 4]\n";

const STUB: &str =
    "//! Slugs.\n\n/// A slug.\npub fn slug(_title: &str) -> String {\n    todo!()\n}\n";
pub(crate) const REAL: &str = "//! Slugs.\n\n/// A slug.\npub fn slug(title: &str) -> String {\n    \
     title.to_lowercase().replace(' ', \"-\")\n}\n";

pub(crate) fn stub() -> [Value; 2] {
    [
        write("src/lib.rs", "//! Words.\n\npub mod slug;\n"),
        write("src/slug.rs", STUB),
    ]
}

pub(crate) fn real() -> [Value; 2] {
    [
        write("src/lib.rs", "//! Words.\n\npub mod slug;\n"),
        write("src/slug.rs", REAL),
    ]
}

/// A written agent that hands in a stub after a command that asks, and the real thing when it is corrected. It writes
/// everything twice: a write that was cut off is made good by the next one, and the tree comes out the same.
pub(crate) fn script() -> String {
    serde_json::json!({
        "scenes": [{
            "name": "the correction",
            "when": "verification found gaps",
            "replies": [turn(&[write("src/slug.rs", REAL)]), turn(&[write("src/slug.rs", REAL)]), turn(&[done()])],
        }],
        "replies": [
            turn(&stub()),
            turn(&[shell("sh tool.sh one")]),
            turn(&stub()),
            turn(&[done()]),
        ],
    })
    .to_string()
}

/// A world in which the run is about to begin.
pub(crate) fn world() -> World {
    World::scripted(FILES, &script(), CHECKS)
}

/// A world with another agent: these replies, the last one again and again if `repeat`.
pub(crate) fn world_of(replies: &[Value], repeat: bool, more: &str) -> World {
    let after = if repeat { "repeat" } else { "end" };
    let script = serde_json::json!({ "replies": replies, "after": after }).to_string();
    World::scripted(FILES, &script, &format!("{CHECKS}{more}"))
}

/// Waits until something has happened; a bound, not a wait.
pub(crate) fn until<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = condition() {
            return found;
        }
        assert!(Instant::now() < deadline, "never happened: {what}");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

/// Processes of this world that are still there: they have its home in their environment or in their arguments.
#[cfg(target_os = "linux")]
pub(crate) fn processes(world: &World) -> BTreeMap<u32, String> {
    let home = world.path("home");
    let home = home.to_str().expect("a path in UTF-8");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|it| it.parse().ok()) else {
            continue;
        };
        let of = |name: &str| {
            let bytes = std::fs::read(entry.path().join(name)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).replace('\0', " ")
        };
        let line = of("cmdline");
        if of("environ").contains(home) || line.contains(home) {
            found.insert(pid, line);
        }
    }
    found
}

/// Whatever a killed driver leaves ends itself.
#[cfg(target_os = "linux")]
pub(crate) fn nobody_left(world: &World) {
    until("all processes of the world have ended", || {
        processes(world).is_empty().then_some(())
    });
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn nobody_left(_: &World) {}

/// What a line says, from the ledger itself.
pub(crate) fn lines(world: &World, run: &str) -> Vec<Value> {
    let said = world.run(&["ledger", "export", run]);
    assert_eq!(said.code, 0, "{said:?}");
    said.out
        .lines()
        .map(|line| {
            let mut row: Value = serde_json::from_str(line).expect("a line of JSON");
            row["line"].take()
        })
        .collect()
}

/// Number of the first line for which this holds.
pub(crate) fn seq_of(lines: &[Value], what: impl Fn(&Value) -> bool) -> u64 {
    let line = lines.iter().find(|it| what(&it["event"]));
    line.expect("such a line")["seq"].as_u64().expect("a seq")
}

/// The name of the last question.
pub(crate) fn question(world: &World, run: &str) -> String {
    let lines = lines(world, run);
    let asked = lines
        .iter()
        .rev()
        .find_map(|it| it["event"]["decided"]["asked"]["act"].as_u64());
    format!("a{}", asked.expect("a question"))
}

/// The only run of a world, as `status` has it.
pub(crate) fn status(world: &World) -> Value {
    let said = world.run(&["status", "--json"]);
    let line = said.out.lines().next().unwrap_or_default();
    serde_json::from_str(line).unwrap_or_else(|error| panic!("no status ({error}): {said:?}"))
}

pub(crate) fn name(world: &World) -> String {
    status(world)["run"].as_str().expect("a name").to_owned()
}

/// Answers and resumes until the run has ended; what each command said.
pub(crate) fn to_the_end(world: &World, run: &str) -> Vec<Said> {
    let mut said = Vec::new();
    while status(world)["ended"] != true {
        assert!(said.len() < 8, "it does not end: {said:#?}");
        let mut answer = world.run(&["approve", run]);
        if answer.err.contains("asks nothing") {
            answer = world.run(&["resume", run]);
        }
        said.push(answer);
    }
    said
}

/// What a finished run leaves, without what differs each time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Left {
    tree: String,
    subjects: String,
    branches: String,
    changes: String,
    report: String,
    pub(crate) tools: Vec<String>,
}

impl Left {
    /// Subjects of the commits on the target, the newest first.
    pub(crate) fn subjects(&self) -> Vec<&str> {
        self.subjects.lines().collect()
    }
}

pub(crate) fn left(world: &World, run: &str) -> Left {
    Left {
        tree: world.git(&["rev-parse", "main^{tree}"]),
        subjects: world.git(&["log", "--format=%s", "main"]),
        branches: world.git(&["for-each-ref", "--format=%(refname)", "refs/heads"]),
        changes: world.git(&["status", "--short"]),
        report: plain(&world.run(&["show", run, "--report"]).out),
        tools: trace(world)
            .into_iter()
            .filter(|it| it != "check")
            .collect(),
    }
}

/// A report without its time and without the names of its evidence.
fn plain(report: &str) -> String {
    let word = |word: &str| match word.strip_prefix('e') {
        Some(number) if !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()) => {
            "e_".to_owned()
        }
        _ => word.to_owned(),
    };
    report
        .lines()
        .filter(|line| !line.starts_with("verified: "))
        .map(|line| line.split(' ').map(word).collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}

/// What tools and checks left behind, in order.
pub(crate) fn trace(world: &World) -> Vec<String> {
    std::fs::read_to_string(world.path("home/trace"))
        .unwrap_or_default()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The ledger of the run is whole, and decided the same way again.
pub(crate) fn ledger_holds_so_far(world: &World, run: &str) {
    let said = world.run(&["ledger", "verify", run]);
    assert_eq!(said.code, 0, "{said:?}");
    let said = world.run(&["ledger", "replay", run]);
    assert!(
        said.code == 0 && said.out.contains("all decided again"),
        "{said:?}"
    );
}

/// The same for a run that has ended; every act that was allowed has one outcome.
pub(crate) fn ledger_holds(world: &World, run: &str) {
    ledger_holds_so_far(world, run);
    let mut outcomes: BTreeMap<u64, u32> = BTreeMap::new();
    let lines = lines(world, run);
    for line in &lines {
        if let Some(act) = line["event"]["decided"]["allowed"]["act"].as_u64() {
            outcomes.insert(act, 0);
        }
        if let Some(act) = line["event"]["seen"]["finished"]["act"].as_u64() {
            *outcomes.entry(act).or_insert(100) += 1;
        }
    }
    assert!(!outcomes.is_empty(), "no act was allowed");
    let odd: Vec<_> = outcomes.iter().filter(|(_, count)| **count != 1).collect();
    assert!(odd.is_empty(), "acts without exactly one outcome: {odd:?}");
}

/// A driver that was started, with a mark by which it says where it is.
pub(crate) struct Started {
    pub(crate) child: Child,
    mark: PathBuf,
    out: PathBuf,
}

/// Starts a command of ours that is to halt where `halt` says (a variable and a line).
pub(crate) fn start(world: &World, args: &[&str], halt: Option<(&str, u64)>) -> Started {
    let mark = world.path("mark");
    let out = world.path("out");
    let mut command: Command = world.command(args);
    if let Some((name, line)) = halt {
        command.env(name, line.to_string());
    }
    let file = || {
        let file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&out)
            .expect("a file for what it says");
        Stdio::from(file)
    };
    command.env("INTERLOCK_HALT_MARK", &mark);
    command.stdout(file()).stderr(file());
    let child = command.spawn().expect("interlock starts");
    Started { child, mark, out }
}

impl Started {
    /// Waits until it halts, or ends: then its exit status.
    pub(crate) fn halted(&mut self) -> Result<(), i32> {
        until("it halts or ends", || {
            let mark = std::fs::read_to_string(&self.mark).unwrap_or_default();
            if mark.ends_with("halted\n") {
                return Some(Ok(()));
            }
            let ended = self.child.try_wait().expect("our child");
            ended.map(|status| Err(status.code().unwrap_or(-1)))
        })
    }

    /// Ends this one process, the hard way.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("our child");
    }

    /// Sends it a signal, by name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.expect("kill starts").success());
    }

    /// Waits for its end.
    pub(crate) fn wait(mut self) -> i32 {
        let ended = until("it ends", || self.child.try_wait().expect("our child"));
        ended.code().unwrap_or(-1)
    }

    /// What it has said so far.
    pub(crate) fn said(&self) -> String {
        std::fs::read_to_string(&self.out).unwrap_or_default()
    }
}

/// The batches of a run that was driven with a mark: first and last line of each.
pub(crate) fn batches(world: &World) -> Vec<(u64, u64)> {
    let mark = std::fs::read_to_string(world.path("mark")).expect("a mark");
    mark.lines()
        .filter_map(|line| {
            let (first, last) = line.strip_prefix("committed ")?.split_once(' ')?;
            Some((first.parse().ok()?, last.parse().ok()?))
        })
        .collect()
}
