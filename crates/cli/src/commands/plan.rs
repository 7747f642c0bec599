//! A plan without carrying it out: shown, checked, made by the model, saved as a template.

use std::path::{Path, PathBuf};

use harness::plans::{self, Checked, Planned};
use harness::repository::Site;
use harness::runs;
use harness::session;
use harness::source::Found;
use ledger::phase::Mode;
use ledger::promise::Source;

use super::drive::follow::Follower;
use super::drive::{question, task};
use super::{Outcome, put, put_json, site_for_work};
use crate::args::{Global, PlanArgs};
use crate::exit::{Exit, Failure};
use crate::{render, screen};

pub(crate) fn plan(global: &Global, args: &PlanArgs) -> Outcome {
    let model = args.model.iter();
    let flags = model
        .flat_map(|it| harness::resume_options::model_flags(it))
        .chain([("plan.approve".to_owned(), "true".to_owned())])
        .collect();
    let site = site_for_work(global, flags)?;
    let folder = global.directory.join(&args.task);
    if plans::is_folder_of_changes(&folder) {
        if !args.check {
            let what = format!("`{}` holds many changes", args.task);
            return Err(Failure::usage(what).help("name one of them, or add `--check` for all"));
        }
        return check_all(global, &plans::check_folder(&site, &folder)?);
    }
    let planned = match known(&site, args)? {
        Some(planned) => planned,
        None => of_source(
            global,
            &site,
            task::source(global, &site, &args.task, false)?,
            args.check,
        )?,
    };
    if let Some(directory) = &args.save {
        save(
            global,
            &planned,
            &global.directory.join(directory),
            args.force,
        )?;
    }
    tell(global, &planned)?;
    Ok(Exit::Done)
}

/// What is wrong with a folder of many changes.
fn check_all(global: &Global, checked: &[Checked]) -> Outcome {
    let bad = checked.iter().filter(|it| !it.valid).count();
    if global.json {
        let item = |it: &Checked| serde_json::json!({"id": it.id, "type": it.kind, "valid": it.valid, "problems": it.problems});
        let items: Vec<_> = checked.iter().map(item).collect();
        put_json(
            &serde_json::json!({"items": items, "valid": checked.len() - bad, "invalid": bad}),
        )?;
    } else {
        for it in checked.iter().filter(|it| !it.valid || global.verbose) {
            for problem in &it.problems {
                put(&format!("{} {}\n{problem}\n\n", it.kind, it.id))?;
            }
        }
        let count = |kind: &str| match checked.iter().filter(|it| it.kind == kind).count() {
            1 => format!("1 {kind}"),
            many => format!("{many} {kind}s"),
        };
        let all = format!("{}, {}", count("change"), count("spec"));
        match bad {
            0 => put(&format!("{all}: all can be used\n"))?,
            bad => put(&format!("{all}: {bad} can't be used\n"))?,
        }
    }
    Ok(if bad == 0 { Exit::Done } else { Exit::Failed })
}

/// The plan of a run that the argument names.
fn known(site: &Site, args: &PlanArgs) -> Result<Option<Planned>, Failure> {
    /// Fewer letters are rather a word.
    const LETTERS_MIN: usize = 4;
    let plain = args.task.bytes().all(|it| it.is_ascii_alphanumeric());
    if !plain || args.task.len() < LETTERS_MIN {
        return Ok(None);
    }
    let store = site.store()?;
    let Ok(run) = runs::find(&store, &args.task) else {
        return Ok(None);
    };
    let found = plans::of_run(&runs::read(&store, &run)?.state);
    found
        .map(Some)
        .ok_or_else(|| Failure::usage(format!("run `{run}` has no plan yet")))
}

/// What a source says; where it holds no plan, the model makes one and a run waits for its approval.
fn of_source(
    global: &Global,
    site: &Site,
    Found { source, done }: Found,
    check: bool,
) -> Result<Planned, Failure> {
    if check && matches!(source, Source::Sentence { .. }) {
        return Err(
            Failure::usage("a sentence holds nothing that could be checked")
                .help("without `--check` the model makes a plan for it"),
        );
    }
    let planned = plans::of_source(&source)?;
    let planned = Planned { done, ..planned };
    if planned.plan.is_some() || planned.done.is_some() || check {
        return Ok(planned);
    }
    let (model, store) = (site.model()?, site.store()?);
    let fresh = runs::open(site, &store, source, Some(Mode::Normal))?;
    let run = fresh.run.clone();
    let follower = Follower::unattended(global, &run);
    let rest = follower.drive(|ear, watcher| {
        session::drive(site, store, model, &run, Some(fresh.opened), ear, watcher)
    })?;
    let made = plans::of_run(&rest.state).filter(|it| it.waits.is_some());
    made.map(|made| Planned {
        warnings: planned.warnings,
        ..made
    })
    .ok_or_else(|| {
        let why = rest.state.ended.as_ref().map(|it| it.1.clone());
        let why = why.or_else(|| rest.state.park.as_ref().map(|it| it.why.clone()));
        let failure = Failure::usage(format!("no plan was made: {}", why.unwrap_or_default()));
        Failure {
            exit: Exit::Person,
            ..failure.help(format!(
                "`interlock resume {run} --hint \"...\"` lets the model try again"
            ))
        }
    })
}

fn tell(global: &Global, planned: &Planned) -> Result<(), Failure> {
    if global.json {
        return put_json(&serde_json::json!({
            "plan": planned.plan,
            "done": planned.done,
            "requirements": planned.promise.requirements,
            "warnings": planned.warnings,
            "run": planned.waits,
        }));
    }
    for warning in &planned.warnings {
        super::note(warning);
    }
    match (&planned.plan, &planned.done) {
        (Some(plan), _) => put(&render::plan::plan(plan, &screen::style(global.verbose)))?,
        (None, None) => {
            put("it is right, and holds no plan: the model makes one when it is run\n")?
        }
        (None, Some(_)) => {}
    }
    if let Some(why) = &planned.done {
        put(&format!("nothing is left to do: {why}\n"))?;
    }
    let Some(run) = &planned.waits else {
        return Ok(());
    };
    let act = question(global, run.as_str(), None)?;
    put(&format!(
        "\nnothing is done yet\n  interlock approve {run} {act}      carries it out\n  \
         interlock deny {run} {act} \"why\"   has the model make another\n"
    ))
}

/// One file a task, in a folder of its own: a phase that can be edited and run.
fn save(global: &Global, planned: &Planned, directory: &Path, force: bool) -> Result<(), Failure> {
    let plan = planned.plan.as_ref();
    let plan = plan.ok_or_else(|| Failure::usage("there is no plan to be saved"))?;
    let (folder, files) = plans::files(plan, &planned.promise);
    let folder = directory.join(folder);
    let files: Vec<(PathBuf, String)> = files
        .into_iter()
        .map(|(name, text)| (folder.join(name), text))
        .collect();
    let there = files.iter().find(|(path, _)| path.exists());
    if let Some((path, _)) = there.filter(|_| !force) {
        let what = format!("`{}` is there already", path.display());
        return Err(Failure::usage(what).help("name another folder, or add `--force`"));
    }
    let disk = |error: std::io::Error| {
        Failure::usage(format!("`{}` can't be written: {error}", folder.display()))
    };
    std::fs::create_dir_all(&folder).map_err(disk)?;
    for (path, text) in &files {
        std::fs::write(path, text).map_err(disk)?;
    }
    if !global.quiet && !global.json {
        super::note(&format!("saved in {}", folder.display()));
    }
    Ok(())
}
