//! Facts and evidence become a report. Every must-have and every command is one item; the status follows from them.

mod again;
mod artifact;
mod bound;
mod changed;
mod ends;
mod export;
mod falsify;
mod files;
mod findings;
mod judged;
mod kept;
mod left_out;
mod link;
mod link_files;
mod named;
mod place;
mod proof;
mod quality;
mod scan;
mod scope;
mod standing;
mod texts;
mod three;
mod unrun;
mod untouched;
mod whole;
mod wired;

use std::collections::{BTreeMap, BTreeSet};

use ledger::event::Inspection;
use ledger::evidence::{Evidence, Unfit};
use ledger::ids::GitId;
use ledger::measure::Measured;
use ledger::observation::{ChangedFile, LeftOut, Lost};
use ledger::options::Verification;
use ledger::phase::Mode;
use ledger::plan::{MustHaves, Plan, Step, StepKind};
use ledger::promise::Promise;
use ledger::report::{Accepted, Feedback, Item, ItemKind, Part, Report};

use crate::facts::AcceptedFact;
use crate::needs;
use crate::rules::{CHECKPOINT, REQUIREMENT_UNCOVERED};
use crate::trial::{Guarded, PlaceTrial, Trial};
use findings::Severities;
use judged::Judged;
use proof::Proof;
use standing::{parts, sorted, status};

pub use again::{Before, compare};
pub(crate) use ends::Ends;
pub use files::Files;
pub use kept::is_kept;
pub use unrun::shipped_code;

/// Everything that a report follows from.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// What must hold.
    pub plan: &'a Plan,
    /// What the run undertook.
    pub promise: &'a Promise,
    /// Only a part of the plan's work is in the tree: what nobody uses yet may be used by what is still to come.
    pub partial: bool,
    /// Each write passed a gate that knew the plan: what was approved there is not held against the change here.
    pub gated: bool,
    /// Somebody said what the change is to do, in a plan or as a task; else nothing but the change is known.
    pub planned: bool,
    /// How strong the gates are.
    pub mode: Mode,
    /// What counts as proof.
    pub options: &'a Verification,
    /// The candidate's tree; `None` where there is no repository, and then no evidence stands for it.
    pub tree: Option<&'a GitId>,
    /// Answers for [`crate::paths`].
    pub inspections: &'a [Inspection],
    /// Records of the run, in order; only those of this very tree count, and of one command the last.
    pub evidence: &'a [Evidence],
    /// Commands whose records say nothing of the work.
    pub unfit: &'a [Unfit],
    /// Commands that would have been run, had the one who asks not switched commands off.
    pub switched_off: &'a [String],
    /// The record of a command that was to make the checkout ready for the others, and failed.
    pub unprepared: Option<&'a Evidence>,
    /// What came of breaking artifacts, where that was tried.
    pub trials: &'a [Trial],
    /// Whether commands test this tree, where that was tried.
    pub places: &'a [PlaceTrial],
    /// What came of putting violations in place of what prohibitions guard, where that was tried.
    pub guards: &'a [Guarded],
    /// Figures for the quality gates, where they were taken.
    pub measured: Option<&'a Measured>,
    /// Everything that differs from the target's tip.
    pub changed: &'a [ChangedFile],
    /// Files that were changed and not declared.
    pub undeclared: &'a [String],
    /// What stands in the worktrees of the work and is in no tree.
    pub left_out: &'a [LeftOut],
    /// What others had changed meanwhile, and what the candidate would take away again.
    pub lost: &'a [Lost],
    /// Items that this attempt was for: what is lost again although it was told may be meant so, and a person looks.
    pub told: &'a [String],
    /// The report before, if there was one.
    pub previous: Option<&'a Report>,
}

/// How the candidate stands.
#[must_use]
pub fn conclude(input: &Input<'_>) -> Report {
    conclude_of(input, &Files::new(input.inspections))
}

/// The same, from the input's inspections as they were read.
#[must_use]
pub fn conclude_of(input: &Input<'_>, files: &Files<'_>) -> Report {
    let mut desk = Desk::default();
    desk.must_haves(input, files);
    desk.checkpoints(input);
    desk.requirements(input);
    desk.commands(input);
    desk.changes(input, files);
    desk.three(input);
    desk.unrun(input, files);
    desk.anything(input.mode);
    let mut parts = parts(input.options);
    parts.extend(desk.quality(input, files));
    let Desk {
        items,
        feedback,
        accepted,
        ..
    } = desk;
    let status = status(&items);
    let re_verification = input
        .previous
        .map(|before| again::compare(&Before::of(before), &items));
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
        inputs: None,
    }
}

/// The report as it grows.
#[derive(Default)]
struct Desk {
    items: Vec<Item>,
    feedback: Vec<Feedback>,
    accepted: Vec<Accepted>,
    ids: BTreeMap<String, usize>,
}

impl Desk {
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
        let wholes = whole::wholes(input.inspections);
        let found = scan::scan(input, files, &wholes, severities);
        self.found(found.items);
        self.feedback.extend(found.notes);
        let mut findings = found.findings;
        let looked = wholes.iter().flatten();
        findings.extend(
            looked
                .clone()
                .flat_map(|it| whole::judge(it, input.partial)),
        );
        let accepted: Vec<AcceptedFact> = looked.flat_map(|it| it.accepted.clone()).collect();
        let concluded = findings::concluded(&findings, severities, &accepted);
        self.found(concluded.items);
        self.feedback.extend(concluded.notes);
        self.accepted = concluded.accepted;
        for it in input.places {
            self.place(it);
        }
        if input.options.levels.contains(&5) && !place::is_elsewhere(input.places) {
            self.feedback.extend(falsify::notes(input.trials));
            for (path, judged) in falsify::judge(input.trials) {
                let (id, text) = (format!("gate:falsifiable:{path}"), "evidence that can fail");
                self.judge(ItemKind::Gate, &id, text, Some(path), judged);
            }
            for (link, path, judged) in falsify::links(input.trials) {
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
            let id = kept::id(&lost.path);
            let judged = kept::judge(lost, input.told.contains(&id));
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
        let code: Vec<&str> = unrun::changed_code(input, files).collect();
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
