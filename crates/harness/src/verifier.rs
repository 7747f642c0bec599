//! The verifier alone: any project, any agent, no model, no run.

mod evidence;

use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::event::Inspection;
use ledger::evidence::Evidence;
use ledger::ids::{GitId, RelPath};
use ledger::measure::Measured;
use ledger::observation::ChangedFile;
use ledger::options::{Options, Verification};
use ledger::phase::Mode;
use ledger::plan::Plan;
use ledger::promise::Promise;
use ledger::report::Report;
use tools::git::GitError;

use crate::drive::now_ms;
use crate::measure::{self, Reports};
use crate::project::{self, Looked};
use crate::runs;
use crate::site::{NoSite, Site};
use evidence::{WorkingTree, run_all, trials};

/// What is to be verified.
#[derive(Debug, Clone)]
pub struct Request {
    /// The plan's file; without one, the change is looked at for what no change should have.
    pub plan: Option<PlanFile>,
    /// What the change is compared with, from where both parted; `None`: only the plan's own files are looked at.
    pub base: Option<String>,
    /// Whether declared commands are run.
    pub commands: bool,
}

/// A plan's file.
#[derive(Debug, Clone)]
pub struct PlanFile {
    /// Where it is.
    pub path: PathBuf,
    /// As the person wrote it, for messages.
    pub shown: String,
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
    let Asked {
        promise,
        plan,
        mut warnings,
    } = asked(request)?;
    // A change without a plan has nothing that it must have.
    let mode = match request.plan {
        Some(_) => Mode::Normal,
        None => Mode::Quick,
    };
    let options = site.options(Some(mode));
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
    let (found, faults) = look(site, &plan, (&tree, base.as_ref()), &changed)?;
    warnings.extend(faults);
    let mut reports = Reports::before(root);
    let evidence = evidence(site, request, (&plan, &options), &mut working, &mut told)?;
    let mut verification = options.verification.clone();
    let trials = trials(site, &plan, &verification, &evidence, request, &mut told);
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
        partial: false,
        gated: false,
        mode,
        options: &verification,
        tree: Some(&tree),
        inspections: &found,
        evidence: &evidence,
        trials: &trials,
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
        warnings,
    })
}

/// Runs the commands, where they are to be run.
fn evidence(
    site: &Site,
    request: &Request,
    (plan, options): (&Plan, &Options),
    working: &mut WorkingTree,
    told: &mut impl FnMut(&str),
) -> Result<Vec<Evidence>, NoSite> {
    if !request.commands {
        return Ok(Vec::new());
    }
    let commands = verify::commands(plan, &options.verification);
    let limit = Duration::from_secs(u64::from(options.limits.check_timeout_s));
    run_all(site, &options.policies, &commands, working, limit, told)
}

/// Looks at everything that plan and change name; also what is wrong with the repository's own rules.
fn look(
    site: &Site,
    plan: &Plan,
    (tree, base): (&GitId, Option<&GitId>),
    changed: &[ChangedFile],
) -> Result<(Vec<Inspection>, Vec<String>), NoSite> {
    let memory = project::memory(&site.config().state_dir, &site.repo);
    let paths = verify::paths(plan, changed);
    // Without anything to compare with nothing is new, and rules are about what is.
    let ruled = base.map_or(&[][..], |_| &paths);
    let (rules, faults) = project::rules(&site.repo, base.unwrap_or(tree), ruled)?;
    let looked = Looked {
        repo: &site.repo,
        root: &site.repo.root,
        tree,
        base,
        changed,
        plan,
        rules: &rules,
    };
    let found = project::inspect(&looked, &memory, &paths)?;
    Ok((found, faults))
}

/// What is to hold.
struct Asked {
    promise: Promise,
    plan: Plan,
    warnings: Vec<String>,
}

fn asked(request: &Request) -> Result<Asked, NoSite> {
    let Some(file) = &request.plan else {
        let base = request.base.as_deref().unwrap_or("its base");
        let (promise, plan) = spec::sentence(&format!("the change since {base}"));
        return Ok(Asked {
            promise,
            plan,
            warnings: Vec::new(),
        });
    };
    let text = runs::read_plan(&file.path, &file.shown)?;
    let (promise, plan, problems) = spec::plan_md::read(&file.shown, &text)
        .map_err(|it| NoSite::Plan(it.first().map(ToString::to_string).unwrap_or_default()))?;
    Ok(Asked {
        promise,
        plan,
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

/// What the change is compared with: where it parted from the base, so that what came into the base since is not taken
/// for something that the change took away.
fn base(site: &Site, request: &Request) -> Result<Option<GitId>, NoSite> {
    let Some(base) = &request.base else {
        return Ok(None);
    };
    let found = match site.repo.resolve(base) {
        Err(GitError::MissingBranch(name)) => return Err(no_base(&name)),
        found => found?,
    };
    let here = site.repo.resolve("HEAD")?;
    Ok(Some(site.repo.merge_base(&found, &here)?.unwrap_or(found)))
}

fn no_base(name: &str) -> NoSite {
    NoSite::Plan(format!(
        "there is no revision `{name}` to compare with\n\
         help: `--base` takes a branch, a tag or a commit"
    ))
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
