//! What is worth breaking, in which order, and who is asked.

use std::collections::BTreeMap;

use code::{Break, BreakKind, Facts, Language, Limits};
use ledger::ids::RelPath;
use ledger::options::Verification;
use ledger::plan::{Plan, Task};

use super::{Fixtures, Suspect, guards};
use crate::conclude::{Ends, Files};
use crate::facts::WrittenFact;
use crate::needs;
use crate::short_names::Names;

/// Breaks of one sort that are tried in one artifact that the change did not touch.
const BREAKS_MAX: usize = 2;
/// Functions of the change that are tried in one artifact.
const WRITTEN_MAX: usize = 6;

/// Breaks of the plan's artifacts and links in the order in which they are worth most: the largest function of each
/// artifact, and the first link of each file; then the next ones. `files`: what was found in them, and of the links;
/// `text`: what stands at a path.
#[must_use]
pub fn suspects(
    plan: &Plan,
    options: &Verification,
    files: &Files<'_>,
    text: impl Fn(&RelPath) -> Option<String>,
) -> Vec<Suspect> {
    let mut rounds = Rounds::default();
    for task in &plan.tasks {
        let commands = claims(task, options);
        for artifact in task
            .must_haves
            .artifacts
            .iter()
            .filter(|_| !commands.is_empty())
        {
            let Some((facts, source)) = read(&artifact.path, &text) else {
                continue;
            };
            let breaks = code::breaks(&facts, &source, &Limits::default());
            let written = written(files, &artifact.path);
            let mut found = of_the_change(&breaks, written);
            if found.is_empty() {
                found = chosen(breaks, &artifact.exports);
            }
            // What the plan names in a program has to be noticed all the same: a `main` is soon written.
            if starts(&facts) && is_only_declared(task, options) {
                found.retain(|it| it.asked && it.broken.name != "main");
            }
            for (round, choice) in found.into_iter().enumerate() {
                let suspect = Suspect {
                    path: artifact.path.clone(),
                    link: None,
                    broken: choice.broken,
                    asked: choice.asked,
                    commands: commands.clone(),
                    instead: choice.instead,
                };
                rounds.put(round, suspect);
            }
        }
    }
    let mut starts: BTreeMap<RelPath, usize> = BTreeMap::new();
    for suspect in dropped(plan, options, files, text) {
        let round = starts.entry(suspect.path.clone()).or_default();
        rounds.put(*round, suspect);
        *round = round.saturating_add(1);
    }
    rounds.0.into_iter().flatten().collect()
}

/// Whether the commands that claim to cover a task are those of the whole project alone. Who names them does not say that they
/// start a program of it.
fn is_only_declared(task: &Task, options: &Verification) -> bool {
    let own = Verification {
        commands: Vec::new(),
        ..options.clone()
    };
    claims(task, &own).is_empty()
}

/// What is tried first, then next, and so on.
#[derive(Default)]
struct Rounds(Vec<Vec<Suspect>>);

impl Rounds {
    fn put(&mut self, round: usize, suspect: Suspect) {
        if self.0.len() <= round {
            self.0.push(Vec::new());
        }
        // INVARIANT: rounds of one file come in order, so that none is left out.
        if let Some(at) = self.0.get_mut(round) {
            at.push(suspect);
        }
    }
}

/// A file that may be broken.
fn read(path: &RelPath, text: impl Fn(&RelPath) -> Option<String>) -> Option<(Facts, String)> {
    let language = Language::of_path(path.as_str());
    if !may_break(path.as_str(), language) {
        return None;
    }
    let source = text(path)?;
    let facts = code::facts(language, &source, &Limits::default());
    Some((facts, source))
}

/// The plan's links, each with what it uses taken out of the file where it starts, in the order of the plan. A link whose
/// ends are no two files, or that has no name, is none of them.
fn dropped(
    plan: &Plan,
    options: &Verification,
    files: &Files<'_>,
    text: impl Fn(&RelPath) -> Option<String>,
) -> Vec<Suspect> {
    let mut ends = Ends::new(plan);
    let mut all: Vec<Suspect> = Vec::new();
    for task in &plan.tasks {
        let commands = claims(task, options);
        let unstarted = is_only_declared(task, options);
        for link in &task.must_haves.key_links {
            // Each is counted, be it broken or not.
            let found = ends.next(link, files);
            let (Some(from), start) = (found.from, found.start) else {
                continue;
            };
            let said = files.facts(from.as_str());
            let names = said.and_then(|it| Some(it.links.get(start)?.names.as_slice()));
            let names = names.filter(|it| !it.is_empty() && !commands.is_empty());
            let cut = names.and_then(|names| cut((from, unstarted), names, &text));
            let Some((broken, instead)) = cut else {
                continue;
            };
            // Two links may say the same.
            if all.iter().any(|it| it.path == *from && it.broken == broken) {
                continue;
            }
            all.push(Suspect {
                path: from.clone(),
                link: Some(format!("{} -> {}", link.from, link.to)),
                broken,
                asked: false,
                commands: commands.clone(),
                instead,
            });
        }
    }
    all
}

/// A file with these names broken, and what may be tried instead. Nothing of a program that is not started.
fn cut(
    (path, unstarted): (&RelPath, bool),
    names: &[String],
    text: impl Fn(&RelPath) -> Option<String>,
) -> Option<(Break, Option<Break>)> {
    let (facts, source) = read(path, text)?;
    if unstarted && starts(&facts) {
        return None;
    }
    let found = code::link_breaks(&facts, &source, names, &Limits::default());
    let mut found = found.into_iter();
    Some((found.next()?, found.next()))
}

/// Whether a program starts in a file.
fn starts(facts: &Facts) -> bool {
    let mut functions = facts.definitions.iter().filter(|it| it.kind.is_function());
    functions.any(|it| it.name == "main" && !it.test && !it.nested)
}

/// Whether what stands in a file runs, and not as a test.
fn may_break(path: &str, language: Language) -> bool {
    !code::is_test_path(path, language) && !project::is_declaration(path)
}

/// Whether all checks of a prohibition are among these commands.
fn is_green(fixtures: &Fixtures, commands: &[String]) -> bool {
    let own = &fixtures.commands;
    !own.is_empty() && own.iter().all(|it| commands.contains(it))
}

/// Whether any of these commands claims to cover an artifact or a link that could be broken, or guards a prohibition.
#[must_use]
pub fn may_falsify(plan: &Plan, options: &Verification, commands: &[String]) -> bool {
    let names = Names::of(plan);
    let breakable = |task: &Task| {
        let must = &task.must_haves;
        let links = must.key_links.iter().filter_map(|it| it.from.path());
        let links = links.map(|it| names.meant(it).unwrap_or(it));
        let mut paths = must.artifacts.iter().map(|it| &it.path).chain(links);
        paths.any(|it| {
            let language = Language::of_path(it.as_str());
            language.has_syntax() && may_break(it.as_str(), language)
        })
    };
    let claimed = |task: &Task| claims(task, options).iter().any(|it| commands.contains(it));
    let guarded = || guards(plan).iter().any(|it| is_green(it, commands));
    plan.tasks.iter().any(|it| breakable(it) && claimed(it)) || guarded()
}

/// What claims to cover a task's artifacts and links: commands of its steps and truths, and those of the configuration.
/// Of what was derived nobody said that these commands cover it.
fn claims(task: &Task, options: &Verification) -> Vec<String> {
    if task.must_haves.derived {
        return Vec::new();
    }
    let plan = Plan {
        tasks: vec![task.clone()],
        ..Plan::default()
    };
    needs::asked(&plan, options)
}

/// One break, and what is tried where nothing builds with it.
struct Choice {
    broken: Break,
    instead: Option<Break>,
    /// It breaks what the plan asks for by name and the change wrote.
    asked: bool,
}

/// What the change wrote in a file; nothing where nothing is compared.
fn written<'f>(files: &'f Files<'_>, path: &RelPath) -> &'f [WrittenFact] {
    let change = files.facts(path.as_str()).and_then(|it| it.change.as_ref());
    change.map_or(&[], |it| &it.written)
}

/// The breaks of what a change wrote: what the plan asks for by name first, then the largest. What a function that
/// returns nothing passes, nothing has looked at; one that gives the same for all anyway can only fail.
fn of_the_change(breaks: &[Break], written: &[WrittenFact]) -> Vec<Choice> {
    let fact = |it: &Break| {
        let of = |fact: &&WrittenFact| {
            fact.name == it.name && (fact.line..=fact.end_line).contains(&it.line)
        };
        written.iter().find(of)
    };
    let of = |kind: BreakKind| breaks.iter().filter(move |it| it.kind == kind);
    let mut found: Vec<(&WrittenFact, &Break)> = of(BreakKind::Fails)
        .filter_map(|it| Some((fact(it)?, it)))
        .collect();
    found.sort_by_key(|(fact, _)| !fact.asked);
    let choices = found.into_iter().take(WRITTEN_MAX);
    choices
        .map(|(fact, fails)| {
            let same = |it: &&Break| it.name == fails.name && it.line == fails.line;
            let nothing = of(BreakKind::ReturnsNothing).find(same);
            let (broken, instead) = match nothing.filter(|_| !fact.hollow) {
                Some(nothing) => (nothing, Some(fails.clone())),
                None => (fails, None),
            };
            Choice {
                broken: broken.clone(),
                instead,
                asked: fact.asked,
            }
        })
        .collect()
}

/// The breaks of one file that say most: of what it exports first, then of the largest. Beside each what may be tried
/// instead: the other kind in the same function, else the same kind in the next one.
fn chosen(mut all: Vec<Break>, exports: &[String]) -> Vec<Choice> {
    all.sort_by_key(|it| !exports.contains(&it.name));
    let of = |kind: BreakKind| {
        all.iter()
            .filter(move |it| it.kind == kind)
            .take(BREAKS_MAX)
    };
    let first: Vec<&Break> = of(BreakKind::Fails)
        .chain(of(BreakKind::ReturnsNothing))
        .collect();
    let mut free: Vec<&Break> = all.iter().filter(|it| !first.contains(it)).collect();
    let mut found = Vec::new();
    for broken in first {
        let same = |it: &&Break| it.name == broken.name && it.line == broken.line;
        let other = free.iter().position(same);
        let at = other.or_else(|| free.iter().position(|it| it.kind == broken.kind));
        let instead = at.map(|at| free.remove(at).clone());
        found.push(Choice {
            broken: broken.clone(),
            instead,
            asked: false,
        });
    }
    found
}
