//! The verifier alone: any project, any agent, no model, no run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::event::Inspection;
use ledger::evidence::{Evidence, EvidenceKind, SourceTrust};
use ledger::ids::{ActId, GitId, Hash, RelPath};
use ledger::measure::Measured;
use ledger::observation::ChangedFile;
use ledger::options::Verification;
use ledger::phase::Mode;
use ledger::report::Report;
use tools::acts::standing;
use tools::git::GitError;
use tools::sandbox::{Command, Exit, Output};
use tools::snapshot::{Limits, SnapshotError, Snapshots};

use crate::drive::{content, now_ms};
use crate::measure::{self, Reports};
use crate::runs;
use crate::site::{NoSite, Site};

/// Largest file that is looked into, in bytes.
const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// What is to be verified.
#[derive(Debug, Clone)]
pub struct Request {
    /// The plan's file.
    pub plan: PathBuf,
    /// The plan's file as the person wrote it, for messages.
    pub shown: String,
    /// What the change is compared with; `None`: only the plan's own files are looked at.
    pub base: Option<String>,
    /// Whether declared commands are run.
    pub commands: bool,
}

/// The result.
#[derive(Debug)]
pub struct Verified {
    /// The report.
    pub report: Report,
    /// When it was made, in milliseconds since 1970.
    pub at_ms: u64,
    /// What is odd about the plan.
    pub warnings: Vec<String>,
}

/// Verifies the working tree against a plan. `told` hears of each command as it starts.
///
/// # Errors
/// [`NoSite`]: the plan, the base or the supervisor can't be had.
pub fn verify(
    site: &Site,
    request: &Request,
    mut told: impl FnMut(&str),
) -> Result<Verified, NoSite> {
    let text = runs::read_plan(&request.plan, &request.shown)?;
    let (promise, plan, problems) = spec::plan_md::read(&request.shown, &text)
        .map_err(|it| NoSite::Plan(it.first().map(ToString::to_string).unwrap_or_default()))?;
    let options = site.options(Some(Mode::Normal));
    let mut working = WorkingTree::new(site)?;
    let tree = working.tree.clone();
    let base = base(site, request)?;
    let changed: Option<Vec<ChangedFile>> = match &base {
        Some(base) => Some(site.repo.changes(base, &tree)?),
        None => None,
    };
    let measured_paths = verify::measured_paths(&plan, changed.as_deref());
    let changed = changed.unwrap_or_default();
    let root = &site.repo.root;
    let found: Vec<Inspection> = verify::paths(&plan, &changed)
        .iter()
        .map(|path| verify::inspect(&plan, path, content(&standing(root, path, FILE_BYTES_MAX))))
        .collect();
    let commands = if request.commands {
        verify::commands(&plan, &options.verification)
    } else {
        Vec::new()
    };
    let mut reports = Reports::before(root);
    let limit = Duration::from_secs(u64::from(options.limits.check_timeout_s));
    let evidence = run_all(
        site,
        &options.policies,
        &commands,
        &mut working,
        limit,
        &mut told,
    )?;
    let mut verification = options.verification.clone();
    reports.take(root);
    let measured = measured(
        site,
        &verification,
        &measured_paths,
        (base.as_ref(), &reports),
    )?;
    if !request.commands {
        verification.commands.clear();
    }
    let report = verify::conclude(&verify::Input {
        plan: &plan,
        promise: &promise,
        mode: Mode::Normal,
        options: &verification,
        tree: Some(&tree),
        inspections: &found,
        evidence: &evidence,
        measured: measured.as_ref(),
        changed: &changed,
        undeclared: &[],
        lost: &[],
        told: &[],
        previous: None,
    });
    Ok(Verified {
        report,
        at_ms: now_ms(),
        warnings: problems.iter().map(ToString::to_string).collect(),
    })
}

/// Figures for the quality gates, if any is on.
fn measured(
    site: &Site,
    options: &Verification,
    paths: &[RelPath],
    (base, reports): (Option<&GitId>, &Reports),
) -> Result<Option<Measured>, NoSite> {
    if verify::measured_gates(options).is_empty() {
        return Ok(None);
    }
    let at = (&site.repo, site.repo.root.as_path());
    let found = measure::measure(at, options, paths, base, reports)?;
    Ok(Some(found))
}

/// What the change is compared with.
fn base(site: &Site, request: &Request) -> Result<Option<GitId>, NoSite> {
    let Some(base) = &request.base else {
        return Ok(None);
    };
    match site.repo.resolve(base) {
        Err(GitError::MissingBranch(name)) => Err(no_base(&name)),
        found => Ok(Some(found?)),
    }
}

fn no_base(name: &str) -> NoSite {
    NoSite::Plan(format!(
        "there is no revision `{name}` to compare with\n\
         help: `--base` takes a branch, a tag or a commit"
    ))
}

/// The working tree as git would see it, changes that are not committed included. Nothing in it is touched: objects go
/// into the repository, under a ref of ours.
struct WorkingTree {
    snapshots: Snapshots,
    tree: GitId,
}

impl WorkingTree {
    fn new(site: &Site) -> Result<Self, NoSite> {
        let tip = site.repo.resolve("HEAD")?;
        let none =
            |error: SnapshotError| NoSite::Plan(format!("the working tree can't be read: {error}"));
        let snapshots =
            Snapshots::open(&site.repo, "verify", &tip, Limits::default()).map_err(none)?;
        let tree = match snapshots.last() {
            Some(last) => site.repo.tree_of(last)?,
            None => site.repo.tree_of(&tip)?,
        };
        let mut working = Self { snapshots, tree };
        working.look().map_err(none)?;
        Ok(working)
    }

    /// Looks again; says whether it is as it was.
    fn look(&mut self) -> Result<bool, SnapshotError> {
        let found = self.snapshots.scan("verify")?;
        let same = found.is_none();
        if let Some(found) = found {
            self.tree = found.tree;
        }
        Ok(same)
    }
}

/// Runs the commands, one after the other, under a supervisor of their own.
fn run_all(
    site: &Site,
    policies: &ledger::options::PolicySet,
    commands: &[String],
    working: &mut WorkingTree,
    limit: Duration,
    told: &mut impl FnMut(&str),
) -> Result<Vec<Evidence>, NoSite> {
    let mut evidence = Vec::new();
    if commands.is_empty() {
        return Ok(evidence);
    }
    let (gates, _) = gate::Policies::compile(policies);
    let runner = crate::session::Runner::new().map_err(|error| NoSite::Model(error.to_string()))?;
    for (at, command) in commands.iter().enumerate() {
        let Some(argv) = gate::argv_of(command)
            .filter(|argv| crate::gatehouse::may_verify(&gates, command, argv))
        else {
            told(&format!(
                "not run, since it is no declared plain command: {command}"
            ));
            continue;
        };
        told(&format!("running: {command}"));
        let mut job = Command::new(argv, site.repo.root.clone());
        job.timeout = limit;
        job.merge_stderr = true;
        let output = runner.run(job);
        let tree = working.tree.clone();
        let unchanged = working.look().unwrap_or(false);
        evidence.push(record(at, command, &output, tree, unchanged));
    }
    Ok(evidence)
}

fn record(
    at: usize,
    command: &str,
    output: &Output,
    tree: GitId,
    tree_unchanged: bool,
) -> Evidence {
    let act = ActId(u64::try_from(at).unwrap_or(0).saturating_add(1));
    let tail: Vec<&str> = output.stdout.text.lines().rev().take(30).collect();
    let tail: Vec<&str> = tail.into_iter().rev().collect();
    Evidence {
        id: format!("e{}", act.0),
        kind: EvidenceKind::Verify,
        source_trust: SourceTrust::LocalCommand,
        act,
        producer_trace_id: String::new(),
        command: Some(command.to_owned()),
        exit_code: match output.exit {
            Exit::Exited(code) => Some(code),
            Exit::Signalled(_)
            | Exit::TimedOut
            | Exit::Cancelled
            | Exit::NotStarted(_)
            | Exit::Lost => None,
        },
        tree: Some(tree),
        tree_unchanged,
        output: Hash::of(output.stdout.text.as_bytes()),
        tail: crate::door::output(&tail.join("\n")),
        source_refs: Vec::new(),
        created_ms: now_ms(),
        duration_ms: u64::try_from(output.duration.as_millis()).unwrap_or(u64::MAX),
    }
}

/// The report on a project as `VERIFICATION.md`.
#[must_use]
pub fn markdown(report: &Report, project: &str, at_ms: u64) -> String {
    verify::markdown(report, project, &timestamp(at_ms))
}

/// The report on a project as JSON.
#[must_use]
pub fn json(report: &Report, project: &str, at_ms: u64) -> serde_json::Value {
    verify::json(report, project, &timestamp(at_ms))
}

/// Writes the page beside the plan: `01-01-PLAN.md` becomes `01-01-VERIFICATION.md`.
///
/// # Errors
/// [`NoSite::Plan`] when it can't be written.
pub fn write(plan: &Path, page: &str) -> Result<PathBuf, NoSite> {
    let name = plan
        .file_name()
        .map(|it| it.to_string_lossy().into_owned())
        .unwrap_or_default();
    let path = plan.with_file_name(match name.strip_suffix("PLAN.md") {
        Some(stem) => format!("{stem}VERIFICATION.md"),
        None => "VERIFICATION.md".to_owned(),
    });
    std::fs::write(&path, page)
        .map_err(|error| NoSite::Plan(format!("`{}` can't be written: {error}", path.display())))?;
    Ok(path)
}

/// RFC 3339, UTC, seconds.
fn timestamp(at_ms: u64) -> String {
    let ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
    jiff::Timestamp::from_millisecond(ms)
        .map(|it| it.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        .unwrap_or_default()
}
