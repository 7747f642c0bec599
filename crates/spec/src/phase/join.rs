//! Several plans become one: their promises, and their tasks in order.

use std::collections::BTreeSet;

use ledger::ids::TaskId;
use ledger::plan::Task;
use ledger::promise::Promise;

use super::folder::Folder;
use super::names;
use crate::order::order;
use crate::plan_md::Part;

/// What the plans promise together, and the roadmap for the phase.
pub(super) fn promise(folder: &Folder<'_>, parts: &[(usize, Part)]) -> Promise {
    let section = folder.section();
    let goal = section.as_ref().map_or("", |it| it.goal.as_str());
    let objectives: Vec<&str> = parts
        .iter()
        .map(|(_, part)| part.promise.objective.as_str())
        .collect();
    let mut promise = Promise {
        objective: if goal.is_empty() {
            objectives.join("\n\n")
        } else {
            goal.to_owned()
        },
        acceptance: section.map(|it| it.criteria).unwrap_or_default(),
        allowed_scope: Vec::new(),
        disallowed_scope: Vec::new(),
        requirements: Vec::new(),
        required_evidence: Vec::new(),
        done_when: Vec::new(),
        abort_when: Vec::new(),
        source: folder.digest(),
        trusted: false,
    };
    for (_, part) in parts {
        let own = &part.promise;
        unite(&mut promise.acceptance, &own.acceptance);
        unite(&mut promise.allowed_scope, &own.allowed_scope);
        unite(&mut promise.requirements, &own.requirements);
        unite(&mut promise.required_evidence, &own.required_evidence);
        unite(&mut promise.done_when, &own.done_when);
    }
    promise
}

/// The phase's title by the roadmap, else by its folder.
pub(super) fn title(folder: &Folder<'_>, path: &str) -> String {
    let section = folder.section();
    let title = section.map(|it| it.title).filter(|it| !it.is_empty());
    title.unwrap_or_else(|| {
        let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
        let words = name.split('-').filter(|part| names::number(part).is_none());
        let words: Vec<&str> = words.collect();
        crate::sentence::title(&words.join(" "))
    })
}

/// What each kept plan depends on among the kept ones, through those that are left out.
pub(super) fn contracted(depends: &[Vec<usize>], kept: &[usize]) -> Vec<(usize, Vec<usize>)> {
    let mut all = Vec::new();
    for at in kept.iter().copied() {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = depends.get(at).cloned().unwrap_or_default();
        open.reverse();
        while let Some(needed) = open.pop() {
            if !seen.insert(needed) {
                continue;
            }
            if kept.contains(&needed) {
                found.push(needed);
            } else {
                open.extend(depends.get(needed).into_iter().flatten());
            }
        }
        all.push((at, found));
    }
    all
}

/// The tasks in the order of their waves.
pub(super) fn tasks(parts: Vec<(usize, Part)>, depends: &[(usize, Vec<usize>)]) -> Vec<Task> {
    let ids: Vec<(usize, TaskId)> = parts
        .iter()
        .map(|(at, part)| (*at, part.task.id.clone()))
        .collect();
    let place = |at: &usize| ids.iter().position(|(it, _)| it == at);
    let own: Vec<Vec<usize>> = parts
        .iter()
        .map(|(at, _)| {
            let needed = depends.iter().find(|(it, _)| it == at);
            let needed = needed.into_iter().flat_map(|(_, needed)| needed);
            needed.filter_map(place).collect()
        })
        .collect();
    let waves = order(&own).ok();
    let mut tasks: Vec<Task> = Vec::new();
    for (index, ((_, part), needed)) in parts.into_iter().zip(&own).enumerate() {
        let before = needed.iter().filter_map(|it| ids.get(*it));
        tasks.push(Task {
            wave: waves.as_ref().map_or(1, |order| order.wave(index)),
            depends_on: before.map(|(_, id)| id.clone()).collect(),
            ..part.task
        });
    }
    tasks.sort_by_key(|task| task.wave);
    tasks
}

fn unite(all: &mut Vec<String>, more: &[String]) {
    for text in more {
        if !all.contains(text) {
            all.push(text.clone());
        }
    }
}
