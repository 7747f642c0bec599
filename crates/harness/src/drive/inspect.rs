//! Looking at the candidate's files for verification.

use std::path::Path;

use ledger::event::{Inspection, Seen};
use ledger::ids::{ActId, RelPath};
use ledger::measure::Measured;
use ledger::promise::SourceFile;
use tools::index::Known;

use super::Driver;
use crate::accepted;
use crate::ingress_redaction;
use crate::measure;
use crate::project::{self, Looked};

impl Driver<'_> {
    pub(super) fn inspect(&mut self, act: ActId, paths: &[String]) {
        let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
        let (Some(task), Some(plan)) = (task, self.state.plan.clone()) else {
            return;
        };
        let paths: Vec<RelPath> = paths
            .iter()
            .filter_map(|it| RelPath::held(it).ok())
            .collect();
        let candidate = self.state.validation.candidate.clone();
        let repo = self.workshop.worktree(&task).cloned();
        let found = candidate.zip(repo).and_then(|(candidate, repo)| {
            let (rules, _) = project::rules(&repo, &candidate.target_tip, &paths).ok()?;
            let on = (&candidate.target_tip, &candidate.tree);
            let accepted = accepted::read(&repo, on, &rules).ok()?;
            let looked = Looked {
                repo: &repo,
                root: &repo.root,
                tree: &candidate.tree,
                base: Some(&candidate.target_tip),
                changed: &candidate.changed,
                plan: &plan,
                rules: &rules,
                accepted: accepted.as_ref(),
            };
            let known = Known::of(Some(&self.index));
            let (found, _saving) = project::inspect(&looked, known, &paths).ok()?;
            Some(found)
        });
        // Nobody could look: then nothing counts as looked at, and a person is needed.
        let found: Vec<Inspection> = found.unwrap_or_else(|| vec![verify::not_inspected()]);
        self.queue
            .push_back((Some(task), Seen::Inspected { act, found }));
    }

    /// Tracked files by how much their paths speak of the task.
    pub(super) fn rank(&mut self, act: ActId) {
        /// Files that are recorded, at most.
        const FILES_MAX: usize = 30;
        let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
        let Some(state) = task.as_ref().and_then(|it| self.state.tasks.get(it)) else {
            return;
        };
        let text = engine::prompt::about(&self.state, state);
        let paths = self.workshop.tracked(&state.task.id);
        let files = context::relevance::rank(&text, &paths, FILES_MAX);
        self.queue.push_back((task, Seen::Ranked { act, files }));
    }

    /// Whole files, of the run branch and of the target.
    pub(super) fn gather(&mut self, act: ActId, paths: &[String], target: &[String]) {
        let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
        let Some(opened) = self.state.opened.clone() else {
            return;
        };
        let branch = self.state.run_branch();
        let mut files = Vec::new();
        for (branch, paths) in [(branch.as_str(), paths), (opened.target.as_str(), target)] {
            let texts = self.workshop.texts_of(branch, paths);
            // What would have to be masked can't be written back as it was: it counts as not there.
            let clean = texts
                .into_iter()
                .filter(|(_, text)| ingress_redaction::text(text) == *text);
            files.extend(clean.map(|(path, text)| SourceFile { path, text }));
        }
        self.queue.push_back((task, Seen::Gathered { act, files }));
    }

    /// Figures for the quality gates. What can't be had is left out, and then a gate says so.
    pub(super) fn measure(&mut self, act: ActId) {
        let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
        let (Some(task), Some(plan), Some(opened), Some(candidate)) = (
            task,
            self.state.plan.clone(),
            self.state.opened.clone(),
            self.state.validation.candidate.clone(),
        ) else {
            return;
        };
        let paths = verify::measured_paths(&plan, Some(&candidate.changed));
        let options = &opened.options.verification;
        let root = self.workshop.checkout_root().map(Path::to_path_buf);
        let measured = self.workshop.worktree(&task).and_then(|repo| {
            let base = Some(&candidate.target_tip);
            // Reports stand where commands were run.
            let root = root.as_deref().unwrap_or(&repo.root);
            measure::measure((repo, root), options, &paths, base, &self.coverage).ok()
        });
        let measured = measured.unwrap_or_else(|| Measured {
            partly: paths.iter().map(ToString::to_string).collect(),
            ..Measured::default()
        });
        self.queue
            .push_back((Some(task), Seen::Measured { act, measured }));
    }
}
