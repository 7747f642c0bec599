//! The files of a phase, sorted by what they are: plans with their summaries, and the roadmap. Plans are only looked at
//! here, not judged.

use std::collections::BTreeMap;

use ledger::ids::Hash;
use ledger::promise::SourceFile;

use super::names::{self, Known, PlanName, phase_number, plan_name, summary_names};
use super::roadmap::{self, Section};
use crate::plan_md::{self, Glance};
use crate::problem::{Problem, Severity};

/// Whether a plan is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Yes.
    Open,
    /// It was.
    Done,
    /// It was stopped on purpose, and so is what depends on it.
    Halted,
    /// Another one took its place.
    Superseded,
}

/// A plan of the phase.
#[derive(Debug)]
pub(super) struct Planned<'f> {
    pub(super) file: &'f SourceFile,
    /// Its path below the folder.
    pub(super) below: String,
    /// What it is called in messages.
    pub(super) name: String,
    pub(super) glance: Glance,
    pub(super) state: State,
    file_name: PlanName,
}

/// The files of a phase.
#[derive(Debug)]
pub(super) struct Folder<'f> {
    /// In the order of their numbers.
    pub(super) plans: Vec<Planned<'f>>,
    /// The phase's number, without zeros at its start.
    pub(super) number: Option<String>,
    pub(super) roadmap: Option<&'f SourceFile>,
    /// Summaries of other phases.
    others: Vec<&'f SourceFile>,
    /// All files, by path.
    files: BTreeMap<&'f str, &'f SourceFile>,
}

impl<'f> Folder<'f> {
    pub(super) fn new(path: &str, files: &'f [SourceFile]) -> Self {
        let folder = format!("{}/", path.trim_start_matches("./").trim_end_matches('/'));
        let files: BTreeMap<&str, &SourceFile> =
            files.iter().map(|it| (it.path.as_str(), it)).collect();
        let mut plans: Vec<Planned<'f>> = Vec::new();
        let (mut roadmap, mut others) = (None, Vec::new());
        for (name, file) in &files {
            let below = name.strip_prefix(folder.as_str());
            match below.and_then(|below| Some((below, plan_name(below)?))) {
                Some((below, file_name)) => {
                    plans.push(Planned::new(file, below, file_name, &folder, &files));
                }
                None if below.is_none() && name.ends_with("SUMMARY.md") => others.push(*file),
                None if name.rsplit('/').next() == Some("ROADMAP.md") => roadmap = Some(*file),
                None => {}
            }
        }
        plans.sort_by_key(|plan| {
            let number = plan.file_number().or(plan.said_number());
            let number = number.and_then(|it| it.parse::<u64>().ok());
            (number.unwrap_or(u64::MAX), plan.below.clone())
        });
        let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
        let first = plans.first();
        let number = phase_number(name)
            .or_else(|| phase_number(&first?.glance.phase))
            .or_else(|| first?.file_name.phase.clone());
        Self {
            plans,
            number,
            roadmap,
            others,
            files,
        }
    }

    /// What the roadmap says of the phase.
    pub(super) fn section(&self) -> Option<Section> {
        roadmap::section(&self.roadmap?.text, self.number.as_deref()?)
    }

    /// Requirements that the roadmap asks of the phase and that no plan covers.
    pub(super) fn uncovered(&self) -> Vec<Problem> {
        let (Some(file), Some(section)) = (self.roadmap, self.section()) else {
            return Vec::new();
        };
        let plans = self.plans.iter().filter(|it| it.state != State::Superseded);
        let covered: Vec<&String> = plans.flat_map(|it| &it.glance.requirements).collect();
        section
            .requirements
            .iter()
            .filter(|(id, _)| !covered.contains(&id))
            .map(|(id, at)| {
                let message = format!("no plan of the phase covers requirement `{id}`");
                Problem::at(Severity::Warning, &file.path, &file.text, *at, &message)
            })
            .collect()
    }

    /// Whether the summary of a plan of another phase says that it was halted.
    pub(super) fn halted_elsewhere(&self, phase: &str, plan: Option<&str>) -> bool {
        self.others.iter().any(|file| {
            let name = file.path.rsplit('/').next().unwrap_or("");
            let plan_file = name.replace("SUMMARY", "PLAN");
            let found = plan_name(&plan_file);
            let same = found.is_some_and(|it| {
                it.phase.as_deref() == Some(phase) && plan.is_some() && it.plan.as_deref() == plan
            });
            same && status(&file.text).as_deref() == Some("halted")
        })
    }

    /// Digest of all files, in the order of their paths.
    pub(super) fn digest(&self) -> Hash {
        self.files.values().fold(Hash::default(), |hash, file| {
            let hash = Hash::chained(&hash, file.path.as_bytes());
            Hash::chained(&hash, file.text.as_bytes())
        })
    }
}

impl<'f> Planned<'f> {
    fn new(
        file: &'f SourceFile,
        below: &str,
        file_name: PlanName,
        folder: &str,
        files: &BTreeMap<&str, &SourceFile>,
    ) -> Self {
        let glance = plan_md::glance(&file.path, &file.text);
        let summary = summary_names(below)
            .into_iter()
            .find_map(|name| files.get(format!("{folder}{name}").as_str()));
        let said = summary.map(|file| status(&file.text).unwrap_or_default());
        let state = match said.as_deref() {
            _ if glance.superseded => State::Superseded,
            Some("halted") => State::Halted,
            // A record of a failure, which is no end.
            None | Some("blocked") => State::Open,
            Some(_) => State::Done,
        };
        let name = match (file_name.stem.as_str(), glance.number.as_str()) {
            ("", "") => below.to_owned(),
            ("", number) => number.to_owned(),
            (stem, _) => stem.to_owned(),
        };
        Self {
            file,
            below: below.to_owned(),
            name,
            glance,
            state,
            file_name,
        }
    }

    /// What it depends on. A superseded plan no longer depends on anything.
    pub(super) fn depends(&self) -> &'_ [String] {
        match self.state {
            State::Superseded => &[],
            State::Open | State::Done | State::Halted => &self.glance.depends_on,
        }
    }

    /// Its number by its file's name.
    pub(super) fn file_number(&self) -> Option<&str> {
        self.file_name.plan.as_deref()
    }

    fn said_number(&self) -> Option<&str> {
        let number = self.glance.number.as_str();
        Some(number.trim_start_matches('0')).filter(|it| !it.is_empty())
    }

    /// The names that others may use.
    pub(super) fn known(&self) -> Known {
        let mut known = Known::default();
        let glance = &self.glance;
        let long = format!("{}-{}", glance.phase, glance.number);
        let id = glance.id.as_ref().map_or("", |id| id.as_str());
        for name in [self.file_name.stem.as_str(), long.as_str(), id] {
            if !name.trim_matches('-').is_empty() {
                known.names.insert(name.to_lowercase());
            }
        }
        let said = glance.number.rsplit('-').next().and_then(names::number);
        known.numbers.extend(self.file_name.plan.clone());
        known.numbers.extend(said);
        known
    }

    /// The names under which it may stand in a list of the roadmap, in small letters.
    pub(super) fn listed(&self) -> Vec<String> {
        let mut listed = vec![self.file_name.stem.clone()];
        if let (Some(phase), Some(plan)) = (&self.file_name.phase, &self.file_name.plan) {
            listed.push(format!("{phase:0>2}-{plan:0>2}"));
            listed.push(format!("{phase}-{plan:0>2}"));
        }
        listed.retain(|it| !it.is_empty());
        listed
    }
}

/// The status in the front matter of a summary, in small letters. Read by line: summaries are written by hand and by
/// models, and this one word has to be found in each of them.
pub(super) fn status(text: &str) -> Option<String> {
    let mut lines = text.lines();
    if lines.next().map(str::trim_end) != Some("---") {
        return None;
    }
    let line = lines
        .take_while(|line| line.trim_end() != "---")
        .find_map(|line| line.strip_prefix("status:"))?;
    let value = line.split(" #").next().unwrap_or("");
    let value = value.trim().trim_matches(['"', '\'']).to_lowercase();
    Some(value).filter(|it| !it.is_empty())
}
