//! What the project's manifests say that its scripts run: `npm test` is what `package.json` names so.
//!
//! What a script does is judged like the command itself, but for what only asks because it is not understood: a
//! project's own tools are seldom known here, and its scripts run in the sandbox.

use ledger::gate::{Finding, Severity};
use ledger::phase::Phase;

use super::foreign::fetched_and_run;
use super::{NAME, Objection, afar, objection};
use crate::deeds::Deeds;
use crate::finding::{hard, soft, stop};
use crate::lookup;
use crate::policies::Asked;
use crate::scripts::manifests_of;
use crate::shell::argv_of;
use crate::shell::bash::Dialect;
use crate::shell::effect::{Effect, What};
use crate::shell::eval::{self, Start};
use crate::shell::place::Ground;

mod make;

/// Scripts in scripts that are followed.
const DEPTH_MAX: usize = 4;
/// Lines of scripts that are judged for one command.
const LINES_MAX: usize = 200;

/// Rules that a script of the project may break without being asked about: they speak of what is not understood, or of
/// what the phase and the sandbox hold already.
const OWN_BUSINESS: &[&str] = &[
    "not-understood", "out-of-phase", "no-sandbox", "untrusted-build", "runs-code", "path-unknown", "runs-script", "script",
    "deletes", "protected-path",
];

/// What stands against the scripts that these effects run.
pub(super) fn behind(asked: &Asked<'_>, effects: &[Effect]) -> Vec<Finding> {
    let mut walk = Walk { asked, lines: 0, seen: Vec::new(), out: Vec::new() };
    walk.follow(effects, DEPTH_MAX);
    walk.out
}

struct Walk<'a, 'b> {
    asked: &'a Asked<'b>,
    lines: usize,
    seen: Vec<String>,
    out: Vec<Finding>,
}

impl Walk<'_, '_> {
    fn follow(&mut self, effects: &[Effect], depth: usize) {
        if depth == 0 {
            return;
        }
        for effect in effects {
            for line in lines_of(self.asked, &effect.what) {
                if self.lines >= LINES_MAX || self.seen.contains(&line) {
                    continue;
                }
                self.lines = self.lines.saturating_add(1);
                self.seen.push(line.clone());
                self.line(&effect.by, &line, depth);
            }
        }
    }

    fn line(&mut self, by: &str, line: &str, depth: usize) {
        let context = self.asked.context;
        let ground = Ground { worktree: context.worktree, home: context.home };
        let Ok(effects) = eval::effects(line, Start { ground, cwd: "", dialect: Dialect::Sh }) else {
            return;
        };
        let against = effects.iter().filter_map(|effect| objection(self.asked, effect));
        let findings: Vec<Finding> = against.filter_map(|it| finding_of(by, it)).collect();
        self.out.extend(findings);
        self.out.extend(effects.iter().filter_map(|effect| git_of(by, &effect.what)));
        self.out.extend(afar(&effects));
        self.out.extend(fetched_and_run(&effects));
        self.follow(&effects, depth.saturating_sub(1));
    }
}

fn finding_of(by: &str, against: Objection) -> Option<Finding> {
    let Objection { severity, id, message } = against;
    let text = format!("`{by}` runs a script of the project: {message}");
    if severity == Severity::HardDeny {
        return Some(hard(NAME, &id, text, stop("leave this; say what you need it for")));
    }
    (!OWN_BUSINESS.contains(&id.as_str())).then(|| soft(NAME, &id, text))
}

/// Whether a script is told to rewrite the project's files, by its name or by an argument, in a phase that edits nothing.
pub(super) fn rewrites(asked: &Asked<'_>, name: &str, by: &str) -> Option<Objection> {
    const TOLD: [&str; 8] = ["--fix", "--write", "-u", "--update", "--updateSnapshot", "--update-snapshots", "--accept", "--autocorrect"];
    let last = name.rsplit([':', '-', '.']).next().unwrap_or(name);
    let named = matches!(last, "fix" | "write" | "format" | "fmt" | "autofix" | "codemod");
    let told = argv_of(by).is_some_and(|argv| argv.iter().any(|word| TOLD.contains(&word.as_str())));
    let quiet = asked.context.phase == Phase::Validating;
    (quiet && (named || told))
        .then(|| Objection::soft("out-of-phase", format!("the script `{name}` rewrites files, and nothing is changed in `validating`")))
        .flatten()
}

/// Git's history, branches and settings are not for scripts to change.
fn git_of(by: &str, what: &What) -> Option<Finding> {
    let verb = what.git()?.iter().find(|word| !word.starts_with('-'))?;
    let changes = matches!(
        verb.as_str(),
        "push" | "reset" | "clean" | "rebase" | "commit" | "merge" | "tag" | "checkout" | "switch" | "restore" | "update-ref"
            | "filter-branch" | "gc" | "reflog" | "remote" | "worktree" | "am" | "cherry-pick" | "revert" | "stash"
    );
    changes.then(|| soft(NAME, "runs-script", format!("`{by}` runs a script of the project: it calls `git {verb}`")))
}

/// The lines that a manifest has for this effect, in the order in which they are run.
fn lines_of(asked: &Asked<'_>, what: &What) -> Vec<String> {
    if let What::Script { tool, name, .. } = what {
        return script(asked, tool, name);
    }
    if let What::Install { tool, .. } = what {
        let hooks = ["preinstall", "install", "postinstall", "prepare"];
        return hooks.iter().flat_map(|name| script(asked, tool, name)).collect();
    }
    if let What::Build(by) = what {
        return built(asked, by);
    }
    Vec::new()
}

fn built(asked: &Asked<'_>, by: &str) -> Vec<String> {
    let argv = argv_of(by).unwrap_or_default();
    let elsewhere = argv.iter().any(|it| it == "-C" || it == "-f" || it.starts_with("--directory") || it.starts_with("--file"));
    if !makes(&argv) || elsewhere {
        return Vec::new();
    }
    let is_target = |word: &&String| !word.starts_with('-') && !word.contains('=');
    let targets: Vec<&str> = argv.iter().skip(1).filter(is_target).map(String::as_str).collect();
    text_for(asked, "make").map(|text| make::recipes(text, &targets)).unwrap_or_default()
}

/// A script with what runs before and after it.
fn script(asked: &Asked<'_>, tool: &str, name: &str) -> Vec<String> {
    let tool = tool.rsplit('/').next().unwrap_or_default().trim_end_matches(".cmd");
    let (tool, key) = match tool {
        "npm" | "cnpm" | "yarn" | "yarnpkg" | "pnpm" | "bun" => ("npm", "scripts"),
        "composer" => ("composer", "scripts"),
        "deno" => ("deno", "tasks"),
        "just" => return text_for(asked, "just").map(|text| make::recipes(text, &[name])).unwrap_or_default(),
        _ => return Vec::new(),
    };
    let Some(manifest) = text_for(asked, tool).and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok()) else {
        return Vec::new();
    };
    let named = |name: String| match manifest.get(key).and_then(|scripts| scripts.get(&name)) {
        Some(serde_json::Value::Array(lines)) => lines.iter().filter_map(|line| line.as_str().map(str::to_owned)).collect(),
        Some(value) => value.as_str().map(str::to_owned).into_iter().collect(),
        None => Vec::new(),
    };
    [format!("pre{name}"), name.to_owned(), format!("post{name}")].into_iter().flat_map(named).collect()
}

/// What the manifest of a tool holds: the first that is there.
fn text_for<'a>(asked: &'a Asked<'_>, tool: &str) -> Option<&'a str> {
    manifests_of(tool).iter().find_map(|name| lookup::text(asked.context.facts, name))
}

/// Tools whose manifests are looked into for what their scripts run.
const TOOLS: [&str; 5] = ["npm", "make", "just", "composer", "deno"];

/// The manifests whose text is wanted for these effects. A script may call one of another tool, so all of them are.
pub(crate) fn manifests(deeds: Option<&Deeds>) -> Vec<String> {
    let Some(Deeds::Known(effects)) = deeds else {
        return Vec::new();
    };
    let runs = |what: &What| {
        let made = matches!(what, What::Build(by) if makes(&argv_of(by).unwrap_or_default()));
        made || matches!(what, What::Script { .. } | What::Install { .. })
    };
    if !effects.iter().any(|effect| runs(&effect.what)) {
        return Vec::new();
    }
    TOOLS.iter().flat_map(|tool| manifests_of(tool)).map(|name| (*name).to_owned()).collect()
}

fn makes(argv: &[String]) -> bool {
    argv.first().is_some_and(|it| matches!(it.as_str(), "make" | "gmake" | "bmake" | "remake"))
}
