//! Figures of a candidate's files for the quality gates: what is recorded, so that a report can be concluded again
//! without the files. It judges nothing.

use std::collections::BTreeMap;

use code::{Definition, Language, Limits, Reading};
use ledger::ids::RelPath;
use ledger::measure::{Complex, Coverage, Measured, SecretAt};
use ledger::observation::ChangedFile;
use ledger::options::Verification;
use ledger::plan::Plan;

use crate::quality::{COMPLEXITY, COVERAGE, SECURITY, complexity_max};

/// Reports that the project's own commands may leave, the likeliest first.
pub const COVERAGE_REPORTS: [&str; 2] = ["coverage/lcov.info", "lcov.info"];

/// Files that are measured, at most.
const FILES_MAX: usize = 2_000;
/// Functions and secrets that are recorded, at most.
const FINDINGS_MAX: usize = 200;
/// Characters of a name that are kept.
const NAME_CHARS_MAX: usize = 120;

/// A secret that somebody who knows them found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Its line, from 1.
    pub line: u32,
    /// What it is.
    pub kind: String,
    /// Whether the version before had it too.
    pub before: bool,
}

/// The gates that need figures, of those that are asked for.
#[must_use]
pub fn measured_gates(options: &Verification) -> Vec<String> {
    let needs = |gate: &&String| [COMPLEXITY, COVERAGE, SECURITY].contains(&gate.as_str());
    options.archon.iter().filter(needs).cloned().collect()
}

/// The files to measure: all that changed and still stand; where the change is not known, those that the plan names.
#[must_use]
pub fn measured_paths(plan: &Plan, changed: Option<&[ChangedFile]>) -> Vec<RelPath> {
    let mut paths: Vec<RelPath> = match changed {
        Some(changed) => changed
            .iter()
            .filter(|file| file.kind != 'D')
            .filter_map(|file| RelPath::held(&file.path).ok())
            .collect(),
        None => {
            let artifacts = plan
                .tasks
                .iter()
                .flat_map(|task| &task.must_haves.artifacts);
            let files = plan.tasks.iter().flat_map(|task| task.files.files());
            files
                .chain(artifacts.map(|artifact| &artifact.path))
                .cloned()
                .collect()
        }
    };
    paths.sort();
    paths.dedup();
    paths
}

/// Takes figures, file by file.
#[derive(Debug)]
pub struct Meter {
    max: Option<u32>,
    measured: Measured,
}

impl Meter {
    /// One for these options.
    #[must_use]
    pub fn new(options: &Verification) -> Self {
        let asked = options.archon.iter().any(|gate| gate == COMPLEXITY);
        Self {
            max: asked.then(|| complexity_max(options)),
            measured: Measured::default(),
        }
    }

    /// A file with its text, the text before (`None`: it is new, or nobody knows), and the secrets found in it.
    pub fn file(&mut self, path: &RelPath, now: &str, before: Option<&str>, secrets: Vec<Secret>) {
        if self.count() >= FILES_MAX {
            return self.partly(path);
        }
        self.measured.files = self.measured.files.saturating_add(1);
        for secret in secrets {
            if self.measured.secrets.len() >= FINDINGS_MAX {
                return self.partly(path);
            }
            self.measured.secrets.push(SecretAt {
                path: path.to_string(),
                line: secret.line,
                kind: secret.kind,
                before: secret.before,
            });
        }
        let language = Language::of_path(path.as_str());
        if let Some(max) = self.max.filter(|_| language.has_syntax()) {
            self.functions(path, language, (now, before), max);
        }
    }

    /// A file that stands and can't be looked into.
    pub fn unreadable(&mut self, path: &RelPath) {
        self.partly(path);
    }

    /// A coverage report, in the format of `lcov`. The first fresh one counts; without one the first.
    pub fn coverage(&mut self, path: &str, text: &str, fresh: bool) {
        let has_fresh = self.measured.coverage.as_ref().is_some_and(|it| it.fresh);
        let has_any = self.measured.coverage.is_some();
        if has_fresh || has_any && !fresh {
            return;
        }
        let (lines, hit) = lcov(text);
        self.measured.coverage = Some(Coverage {
            path: path.to_owned(),
            lines,
            hit,
            fresh,
        });
    }

    /// All figures.
    #[must_use]
    pub fn finish(self) -> Measured {
        self.measured
    }

    fn count(&self) -> usize {
        usize::try_from(self.measured.files).unwrap_or(usize::MAX)
    }

    fn partly(&mut self, path: &RelPath) {
        let partly = &mut self.measured.partly;
        let path = path.to_string();
        if partly.len() < FINDINGS_MAX && !partly.contains(&path) {
            partly.push(path);
        }
    }

    fn functions(
        &mut self,
        path: &RelPath,
        language: Language,
        (now, before): (&str, Option<&str>),
        max: u32,
    ) {
        let facts = code::facts(language, now, &Limits::default());
        let whole = facts.reading == Reading::Parsed && !facts.truncated;
        if !whole {
            self.partly(path);
        }
        let over = named(&facts.definitions);
        let is_over = over.values().any(|it| it.complexity > max);
        self.measured.functions = self
            .measured
            .functions
            .saturating_add(u32::try_from(over.len()).unwrap_or(u32::MAX));
        if !is_over {
            return;
        }
        let old = before.map(|text| code::facts(language, text, &Limits::default()));
        let old = old.as_ref().map(|it| named(&it.definitions));
        let mut over: Vec<(Key<'_>, &Definition)> = over
            .into_iter()
            .filter(|(_, it)| it.complexity > max)
            .collect();
        over.sort_by_key(|(_, it)| it.span);
        for (key, function) in over {
            if self.measured.complex.len() >= FINDINGS_MAX {
                return self.partly(path);
            }
            let before = old.as_ref().and_then(|old| old.get(&key));
            let whole_name = match function.module.as_str() {
                "" => function.name.clone(),
                module => format!("{module}::{}", function.name),
            };
            self.measured.complex.push(Complex {
                path: path.to_string(),
                line: function.span.line,
                name: whole_name.chars().take(NAME_CHARS_MAX).collect(),
                complexity: function.complexity,
                before: before.map(|it| it.complexity),
            });
        }
    }
}

/// What tells functions apart in both versions: module, name, and the how-manieth of that name.
type Key<'a> = (&'a str, &'a str, usize);

/// The functions of a file outside tests.
fn named(definitions: &[Definition]) -> BTreeMap<Key<'_>, &Definition> {
    let mut named: BTreeMap<Key<'_>, &Definition> = BTreeMap::new();
    let mut times: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for it in definitions {
        if !it.kind.is_function() || it.test {
            continue;
        }
        let name = (it.module.as_str(), it.name.as_str());
        let times = times.entry(name).or_default();
        named.insert((name.0, name.1, *times), it);
        *times = times.saturating_add(1);
    }
    named
}

/// Lines that could have run and lines that did, over all files of a report. Where a file has no sums, its lines are
/// counted.
fn lcov(text: &str) -> (u64, u64) {
    #[derive(Default)]
    struct File {
        sums: (Option<u64>, Option<u64>),
        counted: (u64, u64),
    }
    let (mut lines, mut hit) = (0_u64, 0_u64);
    let mut file = File::default();
    let mut add = |file: &mut File| {
        let File { sums, counted } = std::mem::take(file);
        let (found, ran) = match sums {
            (Some(found), Some(ran)) => (found, ran.min(found)),
            (Some(_) | None, _) => counted,
        };
        lines = lines.saturating_add(found);
        hit = hit.saturating_add(ran);
    };
    for line in text.lines() {
        let Some((word, rest)) = line.trim().split_once(':') else {
            if line.trim() == "end_of_record" {
                add(&mut file);
            }
            continue;
        };
        match word {
            "LF" => file.sums.0 = rest.trim().parse().ok(),
            "LH" => file.sums.1 = rest.trim().parse().ok(),
            "DA" => {
                let count = rest.split(',').nth(1).map(str::trim);
                let ran = count.is_some_and(|it| it.parse::<u64>().is_ok_and(|it| it > 0));
                file.counted.0 = file.counted.0.saturating_add(1);
                file.counted.1 = file.counted.1.saturating_add(u64::from(ran));
            }
            _ => {}
        }
    }
    add(&mut file);
    (lines, hit)
}
