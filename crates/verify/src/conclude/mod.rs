//! Facts and evidence become a report. Every must-have and every command is one item; the status follows from them.

mod artifact;
mod bound_truths;
mod changed;
mod comparison;
mod covered;
mod export;
mod files;
mod findings;
mod input;
mod judgement;
mod left_out;
mod link;
mod link_ends;
mod link_files;
mod looked_at;
mod note;
mod nothing_run;
mod outside_links;
mod proof;
mod quality;
mod reachability;
mod scan;
mod scope;
mod status;
mod subject;
mod surviving_breaks;
mod tested_place;
mod texts;
mod traceability;
mod undone_work;
mod unrelated_losses;
mod untouched;
mod whole_change;

use std::collections::{BTreeMap, BTreeSet};

use ledger::plan::{MustHaves, Step, StepKind};
use ledger::report::{Accepted, Feedback, Item, ItemKind, Part, Report};

use crate::facts::AcceptedFact;
use crate::needs;
use crate::rules::{CHECKPOINT, REQUIREMENT_UNCOVERED};
use findings::Severities;
use judgement::Judged;
use proof::Proof;
use status::{parts, sorted, status};

pub use comparison::{Before, compare};
pub use files::Files;
pub use input::Input;
pub(crate) use link_ends::Ends;
pub use nothing_run::shipped_code;
pub use unrelated_losses::is_kept;

/// How the candidate stands.
#[must_use]
pub fn conclude(input: &Input<'_>) -> Report {
    conclude_of(input, &Files::new(input.inspections))
}

/// The same, from the input's inspections as they were read.
#[must_use]
pub fn conclude_of(input: &Input<'_>, files: &Files<'_>) -> Report {
    let mut report = ReportBuilder::default();
    report.must_haves(input, files);
    report.checkpoints(input);
    report.requirements(input);
    report.commands(input);
    report.changes(input, files);
    report.three(input);
    report.unrun(input, files);
    report.anything(input.mode);
    let mut parts = parts(input.options);
    parts.extend(report.quality(input, files));
    let ReportBuilder {
        items,
        feedback,
        accepted,
        ..
    } = report;
    let status = status(&items);
    let re_verification = input
        .previous
        .map(|before| comparison::compare(&Before::of(before), &items));
    Report {
        phase: input
            .plan
            .phase
            .clone()
            .unwrap_or_else(|| input.plan.title.clone()),
        tree: input.tree.cloned(),
        status,
        items,
        feedback: sorted(feedback),
        re_verification,
        parts,
        accepted,
        looked_at: Some(looked_at::looked_at(input, files)),
        inputs: None,
    }
}

/// The report as it grows.
#[derive(Default)]
struct ReportBuilder {
    items: Vec<Item>,
    feedback: Vec<Feedback>,
    accepted: Vec<Accepted>,
    ids: BTreeMap<String, usize>,
}

impl ReportBuilder {
    fn judge(&mut self, kind: ItemKind, id: &str, text: &str, path: Option<&str>, judged: Judged) {
        let id = self.own(id);
        self.feedback.extend(judged.feedback(text, path));
        self.items
            .push(judged.item(kind, id, text.to_owned(), path));
    }

    /// Marks the last item.
    fn derived(&mut self, derived: bool) {
        if let Some(item) = self.items.last_mut() {
            item.derived = derived;
        }
    }

    /// A name that no item has yet: the second of one name is `name#2`.
    fn own(&mut self, id: &str) -> String {
        let times = self.ids.entry(id.to_owned()).or_default();
        *times = times.saturating_add(1);
        match *times {
            1 => id.to_owned(),
            times => format!("{id}#{times}"),
        }
    }

    fn must_haves(&mut self, input: &Input<'_>, files: &Files<'_>) {
        let proof = Proof::new(input);
        for task in &input.plan.tasks {
            self.truths((&proof, input, files), &task.must_haves, &task.steps);
        }
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (artifact, derived) in input.plan.tasks.iter().flat_map(|task| {
            let artifacts = task.must_haves.artifacts.iter();
            artifacts.map(|it| (it, task.must_haves.derived))
        }) {
            let path = artifact.path.as_str();
            let place = take(&mut places, path);
            let judged = artifact::judge(artifact, place, files, input);
            self.judge(
                ItemKind::Artifact,
                &format!("artifact:{path}"),
                path,
                Some(path),
                judged,
            );
            self.derived(derived);
        }
        let mut ends = Ends::new(input.plan);
        let tasks = input.plan.tasks.iter();
        for link in tasks.flat_map(|task| &task.must_haves.key_links) {
            let between = ends.next(link, files);
            let judged = match input.options.levels.contains(&3) {
                true => link::judge(link, &between, files),
                false => Judged::off(3),
            };
            let text = format!("{} -> {}", link.from, link.to);
            let from = between.from.map(|it| it.as_str());
            let id = format!("key_link:{text}");
            self.judge(ItemKind::KeyLink, &id, &text, from, judged);
        }
    }

    fn truths(
        &mut self,
        (proof, input, files): (&Proof<'_>, &Input<'_>, &Files<'_>),
        must: &MustHaves,
        steps: &[Step],
    ) {
        for truth in &must.truths {
            let judged = proof.truth(truth, steps, (files, input));
            self.judge(
                ItemKind::Truth,
                &format!("truth:{}", truth.text),
                &truth.text,
                None,
                judged,
            );
            self.derived(must.derived);
        }
    }

    /// Steps that the plan leaves to a person.
    fn checkpoints(&mut self, input: &Input<'_>) {
        for step in input.plan.tasks.iter().flat_map(|task| &task.steps) {
            let reason = match step.kind {
                StepKind::Auto => continue,
                StepKind::HumanVerify => "the plan asks a person to look",
                StepKind::Decision => "the plan asks a person to decide",
                StepKind::HumanAction => "the plan asks a person to act",
            };
            let judged = Judged::human("UNCERTAIN", CHECKPOINT, reason);
            let id = format!("gate:checkpoint:{}", step.name);
            self.judge(ItemKind::Gate, &id, &step.name, None, judged);
        }
    }

    /// A requirement of the promise that no task covers. Those that are covered are shown by what their tasks have.
    fn requirements(&mut self, input: &Input<'_>) {
        let covered = input.plan.tasks.iter().flat_map(|task| &task.requirements);
        let covered: BTreeSet<&String> = covered.collect();
        for id in &input.promise.requirements {
            if !covered.contains(id) {
                let reason = "no plan covers it";
                let judged = Judged::failed("MISSING", 0, REQUIREMENT_UNCOVERED, reason);
                let judged = judged.no_level().of_the_plan();
                self.judge(
                    ItemKind::Requirement,
                    &format!("requirement:{id}"),
                    id,
                    None,
                    judged,
                );
            }
        }
    }

    fn commands(&mut self, input: &Input<'_>) {
        let proof = Proof::new(input);
        if let Some(record) = input.unprepared {
            let command = record.command.as_deref().unwrap_or_default();
            let id = format!("gate:prepare:{command}");
            let judged = proof.preparation(record);
            self.judge(ItemKind::Gate, &id, command, None, judged);
        }
        for command in needs::asked(input.plan, input.options) {
            let judged = proof.command(&command);
            let id = format!("gate:{command}");
            self.judge(ItemKind::Gate, &id, &command, None, judged);
        }
        for hook in &input.options.hooks {
            let judged = proof.command(&hook.command());
            let id = format!("gate:hook:{}", hook.name);
            let text = format!("the repository's hook `{}`", hook.name);
            self.judge(ItemKind::Gate, &id, &text, None, judged);
        }
    }

    fn changes(&mut self, input: &Input<'_>, files: &Files<'_>) {
        let severities = Severities::new(input.options, input.planned);
        let wholes = whole_change::wholes(input.inspections);
        let found = scan::scan(input, files, &wholes, severities);
        self.found(found.items);
        self.feedback.extend(found.notes);
        let mut findings = found.findings;
        let looked = wholes.iter().flatten();
        findings.extend(
            looked
                .clone()
                .flat_map(|it| whole_change::judge(it, input.partial)),
        );
        let accepted: Vec<AcceptedFact> = looked.flat_map(|it| it.accepted.clone()).collect();
        let weighed = findings::weighed(&findings, severities);
        let weighed = covered::uncovered(weighed, &found.told);
        let concluded = findings::concluded(weighed, &accepted);
        self.found(concluded.items);
        self.feedback.extend(concluded.notes);
        self.accepted = concluded.accepted;
        for it in input.places {
            self.place(it);
        }
        if input.options.levels.contains(&5) && !tested_place::is_elsewhere(input.places) {
            self.feedback.extend(surviving_breaks::notes(input.trials));
            for (path, judged) in surviving_breaks::judge(input.trials) {
                let (id, text) = (format!("gate:falsifiable:{path}"), "evidence that can fail");
                self.judge(ItemKind::Gate, &id, text, Some(path), judged);
            }
            for (link, path, judged) in surviving_breaks::links(input.trials) {
                let id = format!("gate:falsifiable:{link}");
                let text = format!("evidence that can fail: {link}");
                self.judge(ItemKind::Gate, &id, &text, Some(path), judged);
            }
        }
        for whole in &wholes {
            self.looked(whole.as_ref());
        }
        for it in input.left_out {
            self.left_out(it);
        }
        for lost in input.lost {
            let id = unrelated_losses::id(&lost.path);
            let judged = unrelated_losses::judge(lost, input.told.contains(&id));
            self.judge(ItemKind::Gate, &id, &lost.path, Some(&lost.path), judged);
        }
    }

    /// Items that were found, under names of their own.
    fn found(&mut self, items: Vec<(Item, Option<Feedback>)>) {
        for (mut item, feedback) in items {
            item.id = self.own(&item.id);
            self.items.push(item);
            self.feedback.extend(feedback);
        }
    }

    /// The quality gates; their parts.
    fn quality(&mut self, input: &Input<'_>, files: &Files<'_>) -> Vec<Part> {
        let proof = Proof::new(input);
        let code: Vec<&str> = nothing_run::changed_code(input, files).collect();
        let found = quality::judge(input.options, input.measured, &proof, &code);
        self.found(found.items);
        self.feedback.extend(found.notes);
        found.parts
    }
}

/// The next number of a key, from 0.
fn take<'k>(places: &mut BTreeMap<&'k str, usize>, key: &'k str) -> usize {
    let next = places.entry(key).or_default();
    let place = *next;
    *next = next.saturating_add(1);
    place
}
