//! The verifier alone: any project, any agent, no model, no run.

mod asked;
mod base;
mod baseline;
mod commands;
mod earlier_verdicts;
mod evidence;
mod gather;
mod inspected;
mod key;
mod remembered;
mod trials;
mod verdict_reuse;

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use ledger::ids::{GitId, Hash, RelPath};
use ledger::observation::ChangedFile;
use ledger::options::{Options, Severity, Verification};
use ledger::phase::Mode;
use ledger::plan::Plan;
use ledger::promise::Promise;
use ledger::report::Report;
use ledger::verdict::Inputs;
use serde::Serialize;

use crate::config::{PROJECT_FILES, ProjectFile, severities_at};
use crate::repository::{NoSite, Site};
use crate::runs;
use crate::source;
use crate::timestamp::now_ms;
use crate::timestamp::timestamp;
use earlier_verdicts::Earlier;
use evidence::{WorkingTree, left_out};
use gather::Gathering;
use inspected::Ahead;

pub use verdict_reuse::{Standing, standing};

/// What is to be verified.
#[derive(Debug, Clone)]
pub struct Request {
    /// The plan's file; without one, the change is looked at for what no change should have.
    pub plan: Option<PlanFile>,
    /// What the change is compared with, from where both parted; `None`: only the plan's own files are looked at.
    pub base: Option<String>,
    /// Whether declared commands are run.
    pub commands: bool,
    /// Whether it is compared with the last verdict given here where no page stands beside the plan.
    pub again: bool,
    /// Whether trials of level 5 are made again that were made on this very tree before.
    pub fresh: bool,
}

/// A plan's file, or the folder of a phase or a change.
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
    /// When the commit was made that it stands on, in milliseconds since 1970. Not when it was looked at: the same has to
    /// give the same page.
    pub at_ms: u64,
    /// What is odd about the plan, and what became of earlier verdicts.
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
    let Ground {
        asked: Asked { promise, plan, .. },
        options,
        mut working,
        base,
        changed,
        inputs,
        ahead,
        mut warnings,
    } = ground(site, request, true)?;
    let earlier = Earlier::look(site, request);
    warnings.extend(earlier.said(&inputs));
    let changed = changed.unwrap_or_default();
    let on = (&inputs, base.as_ref());
    let looked = inspected::look((site, request), (&plan, &changed), on, ahead)?;
    warnings.extend(looked.found.faults.iter().cloned());
    let files = looked.files();
    let gathering = Gathering {
        site,
        request,
        plan: &plan,
        options: &options,
        inputs: &inputs,
        base: base.as_ref(),
        changed: &changed,
        inspections: &looked.found.inspections,
    };
    let gathered = gathering.gather((&mut working, &files), &earlier.failed(), &mut told)?;
    warnings.extend(trials::left(&gathered.tried.trials));
    let (verification, switched_off) = asked_for(request, &plan, options.verification.clone());
    let mut report = verify::conclude_of(
        &verify::Input {
            plan: &plan,
            promise: &promise,
            partial: false,
            gated: false,
            planned: request.plan.is_some(),
            mode: options.mode,
            options: &verification,
            tree: Some(&inputs.tree),
            inspections: &looked.found.inspections,
            evidence: &gathered.evidence,
            unfit: &gathered.unfit,
            unprepared: None,
            switched_off: &switched_off,
            trials: &gathered.tried.trials,
            places: &gathered.tried.places,
            guards: &gathered.tried.guards,
            measured: gathered.measured.as_ref(),
            changed: &changed,
            undeclared: &[],
            left_out: &[],
            lost: &[],
            told: &[],
            previous: None,
        },
        &files,
    );
    report.inputs = Some(inputs);
    report.re_verification = earlier.compared(&report);
    warnings.extend(earlier.contradicted(&report));
    keep(site, request, report, warnings)
}

/// Keeps the report for the next verification, and dates it by its commit.
fn keep(
    site: &Site,
    request: &Request,
    report: Report,
    mut warnings: Vec<String>,
) -> Result<Verified, NoSite> {
    warnings.extend(earlier_verdicts::keep(site, request, &report, now_ms()));
    let at_ms = site.repo.head_time()?.saturating_mul(1000);
    Ok(Verified {
        report,
        at_ms,
        warnings,
    })
}

/// What counts as proof, and the commands that would have, had they not been switched off.
fn asked_for(
    request: &Request,
    plan: &Plan,
    mut verification: Verification,
) -> (Verification, Vec<String>) {
    if request.commands {
        return (verification, Vec::new());
    }
    let asked = Verification {
        type_check: Vec::new(),
        hooks: Vec::new(),
        ..verification.clone()
    };
    verification.commands = Vec::new();
    (verification, verify::commands(plan, &asked))
}

/// What a verification stands on, before anything is looked at.
struct Ground {
    asked: Asked,
    options: Options,
    working: WorkingTree,
    base: Option<GitId>,
    changed: Option<Vec<ChangedFile>>,
    inputs: Inputs,
    ahead: Option<Ahead>,
    warnings: Vec<String>,
}

/// `looks`: whether its files will be looked at.
fn ground(site: &Site, request: &Request, looks: bool) -> Result<Ground, NoSite> {
    // A plan of many artifacts takes as long to read as a large tree to look through: both at once.
    let (asked, working) = thread::scope(|scope| {
        let working = scope.spawn(|| {
            let working = WorkingTree::new(site)?;
            let ahead = looks.then(|| Ahead::begin(site, request, &working.tree));
            Ok::<_, NoSite>((working, ahead.flatten()))
        });
        let asked = asked(site, request);
        let working = working.join();
        (asked, working.unwrap_or_else(|it| resume_unwind(it)))
    });
    let (asked, mut warnings) = asked?;
    // A change without a plan has nothing that it must have.
    let mode = match request.plan {
        Some(_) => Mode::Normal,
        None => Mode::Quick,
    };
    let mut options = site.options(Some(mode));
    let file = request.plan.as_ref().map(|it| it.path.as_path());
    let pages = key::pages(&site.repo.root, file, &asked.plan);
    let (working, ahead) = working?;
    let working = working.without(site, &pages)?;
    warnings.extend(left_out(&working.left_out));
    let base = match &request.base {
        Some(name) => {
            let (base, odd) = base::found(site, (name, &evidence::head(site)?))?;
            warnings.extend(odd);
            Some(base)
        }
        None => None,
    };
    let changed = match &base {
        Some(base) => {
            let mut changed = site.repo.changes(base, &working.tree)?;
            changed.retain(|it| !pages.iter().any(|page| page.as_str() == it.path));
            let name = request.base.as_deref().unwrap_or_default();
            let none = || format!("nothing differs from `{name}`: there is no change to look at");
            warnings.extend(changed.is_empty().then(none));
            Some(changed)
        }
        None => None,
    };
    if let Some(base) = &base {
        let changed = changed.as_deref().unwrap_or_default();
        options.verification.rules =
            severities(site, base, changed)?.unwrap_or(options.verification.rules);
    }
    let base_tree = base.as_ref().map(|it| site.repo.tree_of(it)).transpose()?;
    let on = (&working.tree, base_tree);
    let inputs = key::inputs(request, (&asked.plan, &options), on, asked.said);
    Ok(Ground {
        asked,
        options,
        working,
        base,
        changed,
        inputs,
        ahead,
        warnings,
    })
}

/// What findings lead to by the project's files before the change, where the change edits these: no change says what it is
/// held against.
fn severities(
    site: &Site,
    base: &GitId,
    changed: &[ChangedFile],
) -> Result<Option<BTreeMap<String, Severity>>, NoSite> {
    let edited = |name: &&str| changed.iter().any(|it| it.path == **name);
    if !PROJECT_FILES.iter().any(edited) {
        return Ok(None);
    }
    let paths: Vec<RelPath> = PROJECT_FILES
        .iter()
        .filter_map(|it| RelPath::new(it).ok())
        .collect();
    let texts = site.repo.texts_at(base, &paths)?;
    let files = paths.iter().zip(texts).filter_map(|(path, text)| {
        Some(ProjectFile {
            name: path.as_str().to_owned(),
            bytes: text?.into_bytes(),
        })
    });
    Ok(Some(severities_at(&site.sources, files.collect())))
}

/// What is to hold.
struct Asked {
    promise: Promise,
    plan: Plan,
    /// Digest of the texts that say so.
    said: Option<Hash>,
}

/// With what is odd about the plan.
fn asked(site: &Site, request: &Request) -> Result<(Asked, Vec<String>), NoSite> {
    let root = &site.repo.root;
    let Some(file) = &request.plan else {
        let base = request.base.as_deref().unwrap_or("its base");
        let (promise, plan) = spec::sentence(&format!("the change since {base}"));
        let asked = Asked {
            promise,
            plan,
            said: None,
        };
        return Ok((asked, Vec::new()));
    };
    if file.path.is_dir() {
        return asked::folder(root, file);
    }
    let text = source::files::text(&file.path, &file.shown)?;
    let (mut promise, plan, problems) = runs::parsed_plan(&text, &file.shown)?;
    // What the phase is to bring and none of its plans does is missing in each of them.
    let open = asked::uncovered(root, &file.path);
    let said = open.iter().fold(Hash::of(text.as_bytes()), |hash, id| {
        Hash::chained(&hash, id.as_bytes())
    });
    let said = Some(said);
    promise.requirements.extend(open);
    let warnings = problems.iter().map(ToString::to_string).collect();
    Ok((
        Asked {
            promise,
            plan,
            said,
        },
        warnings,
    ))
}

/// How the project is called on pages: as the configuration says. The name of the folder, which stands in elsewhere, is
/// left out, since the same work in another folder is the same.
#[must_use]
pub fn project(site: &Site) -> String {
    let configured = site.loaded.values.entry("project.name");
    configured.map_or_else(String::new, |_| site.config().project_name.clone())
}

/// The report on a project as `VERIFICATION.md`.
#[must_use]
pub fn markdown(report: &Report, project: &str, at_ms: u64) -> String {
    verify::markdown(report, project, &timestamp(at_ms))
}

/// The report on a project as JSON.
pub fn json<'a>(report: &'a Report, project: &'a str, at_ms: u64) -> impl Serialize + use<'a> {
    verify::json(report, project, &timestamp(at_ms))
}

/// The report as workflow commands, which GitHub shows beside the code.
#[must_use]
pub fn workflow_commands(report: &Report) -> String {
    verify::workflow_commands(report)
}

/// The report as GitLab shows it beside the code.
#[must_use]
pub fn code_quality(report: &Report) -> String {
    verify::code_quality(report)
}

/// Writes the page beside the plan: `01-01-PLAN.md` becomes `01-01-VERIFICATION.md`. That of a folder stands in it.
///
/// # Errors
/// [`NoSite::Plan`] when it can't be written.
pub fn write(plan: &Path, page: &str) -> Result<PathBuf, NoSite> {
    let path = page_path(plan);
    std::fs::write(&path, page)
        .map_err(|error| NoSite::Plan(format!("`{}` can't be written: {error}", path.display())))?;
    Ok(path)
}

fn page_path(plan: &Path) -> PathBuf {
    if plan.is_dir() {
        return asked::page(plan);
    }
    let name = plan
        .file_name()
        .map(|it| it.to_string_lossy().into_owned())
        .unwrap_or_default();
    plan.with_file_name(match name.strip_suffix("PLAN.md") {
        Some(stem) => format!("{stem}VERIFICATION.md"),
        None => "VERIFICATION.md".to_owned(),
    })
}
