//! `workspace-path`: nothing outside the worktree is read or written, and nothing inside git's own directory.

use ledger::facts::{PathFact, PathKind};
use ledger::gate::{Checkpoint, Finding, NextAction};
use shell::lookup::{self, Known};
use shell::paths::{self, Leads};

use super::{Asked, Policy, PolicyInfo};
use crate::context::Platform;
use crate::finding::{about, hard, soft, soft_with, use_path};
use crate::outside_workspace::{self, Outside};
use crate::touched_paths::{How, Touch};

mod examples;

const NAME: &str = "workspace-path";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool, Checkpoint::PreWrite],
        summary: "Nothing is written outside the worktree or in git's own directory, links resolved; reading there asks, and secrets, devices and sockets are denied.",
        why: "Most agent escapes were path escapes: `..`, links, case folding, hard links, `/proc`.",
        instead: "Use a path below the worktree.",
        matches: examples::MATCHES,
        passes: examples::PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    asked
        .touches()
        .iter()
        .filter_map(|touch| one(asked, touch).map(|finding| about(finding, &touch.asked)))
        .collect()
}

fn one(asked: &Asked<'_>, touch: &Touch) -> Option<Finding> {
    let path = touch.asked.as_str();
    if path.is_empty() {
        return Some(soft(NAME, "empty-path", "the path is empty"));
    }
    let leads = paths::leads(path, asked.context.worktree);
    if let Leads::Wrong(why) = leads {
        // A name of git's in disguise is called by its name.
        if let Some(finding) = internals(touch, path).filter(|_| touch.how.changes()) {
            return Some(finding);
        }
        let message = format!("`{path}` is no usable path: {why}");
        return Some(hard(NAME, "bad-path", message, inside()));
    }
    let windows = asked.context.platform == Some(Platform::Windows);
    let odd = paths::odd_name(path, windows)
        .filter(|_| asked.deeds().is_none() && matches!(leads, Leads::Inside(_)));
    if let Some(why) = odd {
        return Some(
            internals(touch, path).unwrap_or_else(|| {
                soft_with(NAME, "odd-name", format!("`{path}`: {why}"), inside())
            }),
        );
    }
    if paths::is_encoded_climb(path) {
        let message = format!("`{path}` leaves the worktree for whoever decodes it");
        return Some(soft_with(NAME, "encoded-path", message, inside()));
    }
    let found = match leads {
        Leads::Outside(_) if !paths::is_literal(path) => Known::Unasked,
        Leads::Outside(_) | Leads::Inside(_) | Leads::Root | Leads::Wrong(_) => {
            lookup::path(asked.context.facts, path)
        }
    };
    match (leads, &found) {
        (Leads::Root, _) if touch.how.changes() => {
            let message = "the worktree itself can't be written or deleted";
            Some(hard(NAME, "worktree-root", message, inside()))
        }
        (Leads::Root, _) => None,
        // What stands there counts, whatever the text looks like.
        (_, Known::Yes(fact)) if fact.resolved.is_some() => {
            let commands = asked.deeds().is_some();
            internals(touch, path)
                .or_else(|| stands(touch, fact, commands))
                .or_else(|| taken_for_another(asked, touch, path))
        }
        (_, Known::Yes(fact)) => Some(leaves(
            asked,
            touch,
            fact.leads.as_deref(),
            fact.through_link,
        )),
        (Leads::Outside(_), Known::No(_) | Known::Unasked) => {
            Some(leaves(asked, touch, None, false))
        }
        (Leads::Inside(_) | Leads::Wrong(_), Known::No(why)) => {
            internals(touch, path).or_else(|| {
                let message = format!("what stands at `{path}` could not be found out: {why}");
                Some(soft(NAME, "path-unknown", message))
            })
        }
        (Leads::Inside(_) | Leads::Wrong(_), Known::Unasked) => {
            internals(touch, path).or_else(|| {
                let message = format!("nobody looked what stands at `{path}`");
                Some(soft(NAME, "path-unknown", message))
            })
        }
    }
}

/// A new name that people, or other file systems, take for one that stands.
fn taken_for_another(asked: &Asked<'_>, touch: &Touch, path: &str) -> Option<Finding> {
    let is_new = matches!(lookup::path(asked.context.facts, path), Known::Yes(found) if found.kind == PathKind::Absent);
    if touch.how != How::Write || !is_new {
        return None;
    }
    let say = |why: String| {
        soft_with(
            NAME,
            "name-like-another",
            why,
            use_path("a name in plain letters, or the file that stands"),
        )
    };
    if let Some(name) = lookup::alike(asked.context.facts, path) {
        return Some(say(format!(
            "`{path}` is, where names do not differ by case, `{name}`, which stands already"
        )));
    }
    paths::seems_another(path).map(|why| say(format!("`{path}`: {why}")))
}

fn inside() -> NextAction {
    use_path("a path below the worktree")
}

/// git's own directory: changed by nobody here; read where a person says so.
fn internals(touch: &Touch, path: &str) -> Option<Finding> {
    let verb = touch.how.verb();
    let next = || use_path("a tracked file");
    if paths::is_git_internal(path) {
        let message = format!("`{path}` is inside git's own directory; agents don't {verb} it");
        // Whether something stands there tells nothing of what is in it.
        if touch.how == How::Name {
            return None;
        }
        return Some(if touch.how.changes() {
            hard(NAME, "git-internals", message, next())
        } else {
            soft_with(NAME, "git-internals", message, next())
        });
    }
    if touch.how.changes() && paths::is_bare_repository(path) {
        let message = format!("`{path}` would be read by git as part of a repository of its own");
        return Some(soft_with(NAME, "bare-repository", message, next()));
    }
    None
}

/// Judges what is outside, by the text and by where it leads: neither makes the other harmless.
fn leaves(asked: &Asked<'_>, touch: &Touch, leads: Option<&str>, through_link: bool) -> Finding {
    let path = touch.asked.as_str();
    let how = if through_link { "leads" } else { "is" };
    let message = format!("`{path}` {how} outside the worktree");
    let refuse = |id: &str, why: &str| hard(NAME, id, format!("{message}: {why}"), inside());
    let home = asked.context.home;
    let text = outside_workspace::absolute(path, asked.context.worktree, home);
    if text.is_none() && leads.is_none() {
        return refuse(
            "outside-worktree",
            "it is an address or a share, not a path",
        );
    }
    // A link's own text says nothing about where it leads.
    let text = text.filter(|_| !through_link || leads.is_none());
    let places: Vec<&str> = [text.as_deref(), leads].into_iter().flatten().collect();
    match places
        .iter()
        .map(|place| outside_workspace::kind(place))
        .max()
    {
        _ if touch.how.changes() => refuse("outside-worktree", "nothing there is changed"),
        Some(Outside::System(why)) => refuse("special-file", why),
        Some(Outside::Secret(name)) if touch.how != How::Name => {
            refuse("outside-secret", &format!("`{name}` is a secret"))
        }
        Some(Outside::Secret(_) | Outside::Foreign | Outside::Plain) | None => {
            if places.iter().all(|place| *place == "/") {
                return refuse("outside-secret", "it holds everything on this machine");
            }
            let covers = |place: &&&str| outside_workspace::covers_home(place, home);
            if touch.how == How::Walk && places.iter().any(|place| covers(&place)) {
                return refuse(
                    "outside-secret",
                    "it holds a home directory, with all its secrets",
                );
            }
            soft_with(NAME, "outside-worktree", message, inside())
        }
    }
}

/// Directories that package managers fill with further names of files in their stores.
const STORES: [&str; 6] = [
    "node_modules",
    ".venv",
    "venv",
    "target",
    "vendor",
    ".pnpm-store",
];

/// Judges what stands there.
fn stands(touch: &Touch, found: &PathFact, commands: bool) -> Option<Finding> {
    let path = touch.asked.as_str();
    let resolved = found.resolved.as_ref()?.as_str();
    if let Some(finding) = internals(touch, resolved) {
        return Some(finding);
    }
    let stored = || resolved.split('/').any(|part| STORES.contains(&part));
    match found.kind {
        PathKind::Outside => {
            let message = format!("`{path}` leads outside the worktree");
            Some(hard(NAME, "outside-worktree", message, inside()))
        }
        PathKind::Special if touch.how != How::Name => {
            let message = format!("`{path}` is a device, socket or pipe, or unreadable");
            Some(hard(NAME, "special-file", message, inside()))
        }
        PathKind::File if found.hard_linked && touch.how == How::Write => {
            let message =
                format!("`{path}` has another name elsewhere, which a write would change");
            let next = use_path("a file with one name; delete this one and write it anew");
            Some(hard(NAME, "hard-linked", message, next))
        }
        PathKind::File if found.hard_linked && touch.how == How::Read && !stored() => {
            let message =
                format!("`{path}` has another name, which may stand outside the worktree");
            Some(soft_with(NAME, "hard-linked", message, inside()))
        }
        // A command that is given a directory makes files in it (`cp a b dir`); only a tool writes its text there.
        PathKind::Directory if touch.how == How::Write && !commands => {
            let message = format!("`{path}` is a directory, not a file");
            Some(soft_with(NAME, "is-directory", message, inside()))
        }
        PathKind::Directory if touch.how == How::Delete => {
            let message = format!("`{path}` is a directory: everything below it would go");
            Some(soft_with(
                NAME,
                "deletes-directory",
                message,
                use_path("the files, one by one"),
            ))
        }
        PathKind::Special | PathKind::File | PathKind::Directory | PathKind::Absent => None,
    }
}
