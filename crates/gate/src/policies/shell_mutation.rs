//! `shell-mutation`: what a command really does, from its syntax tree. Every effect is judged; one that blocks blocks
//! the command.

use ledger::gate::{Checkpoint, Finding, Severity};
use ledger::phase::Phase;
use ledger::proposal::Proposal;
use shell::address::is_loopback;
use shell::argv_of;
use shell::display::{invisible, turns, visible};
use shell::effect::{Effect, Level, Way, What};
use shell::git::call::Call;
use shell::place::Place;

use super::{Asked, Policy, PolicyInfo, rules};
use crate::canonical::{CANONICAL_CHARS_MAX, canonical, plain};
use crate::command_effects::{self, Deeds};
use crate::declared;
use crate::finding::{about, finding, hard, run, soft, soft_with, stop, use_path};
use contained::Guard;
use objection::{Objection, objection};

pub use registry::{is_about_registry, package_registries};

mod contained;
mod examples;
mod foreign;
pub(crate) mod manifest;
mod message;
mod modules;
mod names;
mod network;
mod objection;
mod passing;
mod places;
mod registry;
mod scripts;
mod secret_places;
mod steers;

const NAME: &str = "shell-mutation";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "A command may do what each of its effects may do: reading and writing inside the worktree, the project's own builds and tests.",
        why: "Lists of forbidden words are always incomplete; what a command does is what its tree, its programs and their options say, and what is not understood must stop.",
        instead: "Use the read, search, write and edit tools, a declared command, or ask for leave.",
        matches: examples::MATCHES,
        passes: passing::PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    let Some(deeds) = asked.deeds() else {
        return Vec::new();
    };
    let shown = canonical(proposal);
    let mut out = hidden(proposal);
    match deeds {
        Deeds::Refused { why, limit } => {
            let message = format!("this command is not understood: {why}");
            out.extend(dangers(asked, proposal));
            out.push(if *limit {
                hard(NAME, "too-much", message, run("a shorter, plainer command"))
            } else {
                soft(NAME, "not-understood", message)
            });
        }
        Deeds::Known(effects) => {
            // A rule of the user's own speaks of one command, not of what is joined to it.
            let single = effects
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if a.by == b.by));
            // What is declared the harness itself runs as evidence, over the same files: asking would protect nothing.
            let granted =
                is_declared(asked, proposal) || (single && rules::allows(asked, proposal));
            let judged = effects.iter().filter(|effect| {
                !delivers(asked, effects, effect) && !is_own_service(effects, effect)
            });
            let guard = Guard::of(asked, effects);
            let found = judged.filter_map(|effect| {
                one(asked, effect, granted, guard)
                    .filter(|it| it.id != "out-of-phase" || !renames(asked, effects, effect))
            });
            out.extend(found);
            out.extend(afar(effects));
            out.extend(foreign::fetched_and_run(effects));
            out.extend(manifest::behind(asked, effects));
        }
    }
    out.dedup_by(|a, b| a.id == b.id && a.message == b.message);
    out.into_iter()
        .map(|finding| about(finding, &shown))
        .collect()
}

/// Whether the whole proposal is one of the declared commands, in a phase that runs them.
fn is_declared(asked: &Asked<'_>, proposal: &Proposal) -> bool {
    let argv = if let Proposal::Exec { argv, .. } = proposal {
        Some(argv.clone())
    } else if let Proposal::Shell { command, .. } = proposal {
        argv_of(command)
    } else {
        None
    };
    let runs = matches!(asked.context.phase, Phase::Executing | Phase::Validating);
    runs && argv.is_some_and(|argv| declared::is_declared(&asked.declared(), &argv))
}

/// What is recognised in text that can't be read and nobody may do.
fn dangers(asked: &Asked<'_>, proposal: &Proposal) -> Vec<Finding> {
    let Proposal::Shell { command, .. } = proposal else {
        return Vec::new();
    };
    let effects = command_effects::likely(command, asked.context);
    let mut out: Vec<Finding> = effects
        .iter()
        .filter_map(|effect| one(asked, effect, false, Guard::Nothing))
        .collect();
    out.extend(afar(&effects));
    out.extend(foreign::fetched_and_run(&effects));
    out.retain(|it| it.severity == Severity::HardDeny);
    out
}

fn one(asked: &Asked<'_>, effect: &Effect, granted: bool, guard: Guard) -> Option<Finding> {
    let Objection {
        severity,
        id,
        message,
    } = objection(asked, effect).or_else(|| contained::unguarded(&effect.what, guard))?;
    // The user's own rule may allow what would only ask.
    if granted && severity == Severity::SoftDeny {
        return None;
    }
    let text = format!("`{}`: {message}", effect.by);
    Some(if severity == Severity::HardDeny {
        hard(
            NAME,
            &id,
            text,
            stop("leave this; say what you need it for"),
        )
    } else if id == "out-of-phase" {
        finding(severity, NAME, &id, text, use_path("phase executing"))
    } else {
        match registry::instead(asked, effect, &format!("{NAME}/{id}")) {
            Some(next) => soft_with(NAME, &id, text, next),
            None => soft(NAME, &id, text),
        }
    })
}

/// Git asks the origin what is new, while the branch is delivered.
fn delivers(asked: &Asked<'_>, effects: &[Effect], effect: &Effect) -> bool {
    let asks_origin = matches!(&effect.what, What::Network(it) if it.way == Way::Registry);
    let by_git = || {
        effects
            .iter()
            .any(|it| it.by == effect.by && it.what.git().is_some())
    };
    asks_origin && asked.context.phase == Phase::Merging && by_git()
}

/// Git moves a file within the change that is delivered: the change names it anew, like a commit of it would.
fn renames(asked: &Asked<'_>, effects: &[Effect], effect: &Effect) -> bool {
    let moves = |it: &Effect| {
        let argv = it.what.git();
        it.by == effect.by
            && argv
                .and_then(Call::of)
                .is_some_and(|call| call.verb == "mv")
    };
    asked.context.phase == Phase::Merging && effects.iter().any(moves)
}

/// What asks of strangers and not of a service on this very machine, which the developer started: certificates that are
/// not checked, requests that change something.
fn is_own_service(effects: &[Effect], effect: &Effect) -> bool {
    let kept = |what: &What| matches!(what, What::Marked { level: Level::Ask, id, .. } if id == "trust" || id == "changes-service");
    let connections = || {
        effects
            .iter()
            .filter(|it| it.by == effect.by)
            .filter_map(|it| {
                if let What::Network(network) = &it.what {
                    Some(network)
                } else {
                    None
                }
            })
    };
    kept(&effect.what) && connections().next().is_some() && connections().all(network::is_harmless)
}

/// Changing data of another machine, outside the worktree, or of Interlock: what would ask here, nobody may do there.
fn afar(effects: &[Effect]) -> Option<Finding> {
    let changes = |it: &&Effect| matches!(&it.what, What::Marked { id, .. } if id == "changes-data" || id == "destroys-data");
    let elsewhere = |what: &What| match what {
        What::Network(network) => !network.host.as_deref().is_some_and(is_loopback),
        What::Read {
            place: Place::Home { .. },
            ..
        } => true,
        What::Read {
            place: place @ Place::Outside { .. },
            ..
        } => place
            .text()
            .is_some_and(|path| !path.starts_with("/tmp/") && !path.starts_with("/dev/")),
        What::Read { place, .. } => place
            .text()
            .is_some_and(|path| shell::paths::is_ours(&path)),
        What::List(_)
        | What::Write(_)
        | What::Delete { .. }
        | What::Start(_)
        | What::Execute { .. }
        | What::Code { .. }
        | What::Git { .. }
        | What::Build(_)
        | What::Script { .. }
        | What::Install { .. }
        | What::Privilege(_)
        | What::Configure(_)
        | What::Secret(_)
        | What::Dashed { .. }
        | What::Message(_)
        | What::Recipes(_)
        | What::Shadowed { .. }
        | What::Marked { .. }
        | What::Unknown(_) => false,
    };
    effects
        .iter()
        .filter(changes)
        .find(|it| {
            effects
                .iter()
                .any(|other| other.by == it.by && elsewhere(&other.what))
        })
        .map(|it| {
            let text = format!("`{}`: it changes data that is not the project's", it.by);
            hard(
                NAME,
                "changes-remote-data",
                text,
                stop("leave this; say what you need it for"),
            )
        })
}

/// Text that does not show what it is.
fn hidden(proposal: &Proposal) -> Vec<Finding> {
    let text = plain(proposal);
    let mut out = Vec::new();
    let next = || run("the same command in plain characters");
    let control = |c: char| c.is_control() && c != '\n' && c != '\t';
    if let Some(c) = text.chars().find(|c| control(*c) || turns(*c)) {
        let message = format!(
            "it holds `{}`, which is not shown as itself",
            visible(&c.to_string(), 4)
        );
        out.push(hard(NAME, "hidden-characters", message, next()));
    } else if let Some(c) = text.chars().find(|c| invisible(*c)) {
        let message = format!("it holds the invisible `{}`", visible(&c.to_string(), 4));
        out.push(soft(NAME, "invisible-characters", message));
    }
    if text.chars().count() > CANONICAL_CHARS_MAX {
        let message =
            format!("it is longer than {CANONICAL_CHARS_MAX} characters, more than can be shown");
        let next = run("the write tool for file contents, and a shorter command");
        out.push(hard(NAME, "too-long", message, next));
    }
    out
}
