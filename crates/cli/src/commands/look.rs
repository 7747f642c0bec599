//! Commands that only look.

use harness::agent_session::{self, Listed};
use harness::repository::{NoSite, Site};
use harness::runs::{self, Told};
use harness::{held, moved_repository, stale_checkouts};
use ledger::ids::Seq;
use ledger::phase::Stop;

use super::drive::at;
use super::{Outcome, is_clone, put, put_json, site_of_runs, tell, waiting};
use crate::args::{Global, InboxArgs, RunRef, ShowArgs, StatusArgs};
use crate::exit::{Exit, Failure};
use crate::{render, screen};

pub(crate) fn status(global: &Global, args: &StatusArgs) -> Outcome {
    let site = site_of_runs(global)?;
    let all = read_all(&site, args.all, Some(args.limit))?;
    let sessions = agent_session::list(&site, &site.store()?, args.all, Some(args.limit))?;
    if global.json {
        for it in &all {
            let summary = audit::summary(&it.told.state, &it.told.lines);
            let mut value = with_interrupted(&summary, it.interrupted);
            let tasks = audit::standing(&it.told.state).tasks;
            value["tasks"] = serde_json::to_value(tasks).unwrap_or_default();
            put_json(&value)?;
        }
        for session in &sessions {
            put_json(&session_json(session))?;
        }
        return Ok(Exit::Done);
    }
    if all.is_empty() && sessions.is_empty() {
        put("no runs yet; `interlock run \"…\"` makes one\n")?;
        return Ok(Exit::Done);
    }
    surroundings(global, &site, &all)?;
    if let Some(lacks) = held::lacks(site.config()) {
        let words = format!("{lacks} (`interlock doctor` says more)");
        put(&render::warning(&words, &screen::style(global.verbose)))?;
    }
    let summaries: Vec<(audit::Summary, bool)> = all
        .iter()
        .map(|it| {
            let summary = audit::summary(&it.told.state, &it.told.lines);
            (summary, it.interrupted)
        })
        .collect();
    let tasks: Vec<_> = all
        .iter()
        .map(|it| audit::standing(&it.told.state).tasks)
        .collect();
    let style = screen::style(global.verbose);
    if !all.is_empty() {
        put(&render::table(&summaries, &tasks, &style))?;
    }
    if !sessions.is_empty() {
        let gap = if all.is_empty() { "" } else { "\n" };
        let now_ms = harness::drive::now_ms();
        let table = render::sessions::sessions(&sessions, now_ms, &style);
        put(&format!("{gap}{table}"))?;
    }
    Ok(Exit::Done)
}

/// A session for programs.
fn session_json(it: &Listed) -> serde_json::Value {
    let session = &it.session;
    let opened = session.opened.as_ref();
    serde_json::json!({
        "session": it.name, "agent": opened.map(|it| &it.agent), "version": opened.and_then(|it| it.version.as_ref()),
        "directory": opened.map(|it| &it.directory), "counts": session.counts, "verified": session.verified,
        "refusals": session.canary, "trust_lowered": session.lowered, "ended": session.ended,
        "opened_ms": it.opened_ms, "heard_ms": it.heard_ms,
    })
}

/// What stands in the way of a person's next commit, and runs of a repository that stood elsewhere.
fn surroundings(global: &Global, site: &Site, all: &[Looked]) -> Result<(), Failure> {
    let style = screen::style(global.verbose);
    let store = site.store()?;
    for moved in moved_repository::runs(site, &store).map_err(NoSite::from)? {
        let run = &moved.run;
        let over = |it: &&Looked| it.told.state.run == *run && it.told.state.ended.is_some();
        if all.iter().find(over).is_none() {
            let words = format!("run {run}: {}: `interlock resume {run}`", moved.words());
            put(&render::warning(&words, &style))?;
        }
    }
    let left = all.iter().filter_map(|it| stale_checkouts::of(&it.told));
    for left in left.filter(|it| it.stands(site)) {
        let at = &left.checkout;
        let words = format!(
            "the checkout {}: {}; `interlock doctor --mend` brings it along, or by hand: {}",
            at.checkout,
            left.words(),
            at.next
        );
        put(&render::warning(&words, &style))?;
    }
    Ok(())
}

/// A summary for programs: with whether its driver is gone, and then with what goes on.
fn with_interrupted(summary: &audit::Summary, interrupted: bool) -> serde_json::Value {
    let mut value = serde_json::to_value(summary).unwrap_or_default();
    value["interrupted"] = interrupted.into();
    if interrupted {
        value["next"] = format!("interlock resume {}", summary.run).into();
    }
    value
}

/// Whether a run waits for people, or for a time that people may cut short. One that somebody stopped waits for nobody.
fn waits_for_people(told: &Told) -> bool {
    let state = &told.state;
    let stopped = state.stop() == Some(Stop::Stopped);
    state.ended.is_none() && !stopped && (!state.questions.is_empty() || state.park.is_some())
}

pub(crate) fn inbox(global: &Global, args: &InboxArgs) -> Outcome {
    let site = site_of_runs(global)?;
    let all = read_all(&site, args.all, None)?;
    if !global.json {
        surroundings(global, &site, &all)?;
    }
    let all_waiting: Vec<&Told> = all
        .iter()
        .map(|it| &it.told)
        .filter(|it| waits_for_people(it))
        .collect();
    if global.json {
        for told in &all_waiting {
            let program = waiting::program(&site, told)?;
            for value in waiting::json(&audit::standing(&told.state), &program) {
                put_json(&value)?;
            }
        }
        return Ok(Exit::Done);
    }
    if all_waiting.is_empty() {
        put("nothing waits for a person\n")?;
        return Ok(Exit::Done);
    }
    for told in all_waiting {
        put(&render::waiting(
            &audit::standing(&told.state),
            &waiting::program(&site, told)?,
            args.all,
            &screen::style(global.verbose),
        ))?;
    }
    Ok(Exit::Done)
}

pub(crate) fn log(global: &Global, args: &RunRef) -> Outcome {
    let (_, told) = read_one(global, &args.run)?;
    if global.json {
        for line in &told.lines {
            put_json(&serde_json::to_value(line).unwrap_or_default())?;
        }
        return Ok(Exit::Done);
    }
    put(&render::story(&told.lines, &screen::style(global.verbose)))?;
    Ok(Exit::Done)
}

pub(crate) fn show(global: &Global, args: &ShowArgs) -> Outcome {
    let (name, seq) = at(&args.run)?;
    let (site, told) = read_one(global, name)?;
    if args.report {
        let (report, at) =
            runs::reported(&told, seq.unwrap_or(Seq(u64::MAX))).ok_or_else(|| {
                let by = seq.map_or_else(|| "yet".to_owned(), |seq| format!("up to line {seq}"));
                Failure::usage(format!("run `{}` was not verified {by}", told.state.run))
            })?;
        let project = told.state.project();
        if global.json {
            put_json(&harness::verifier::json(report, project, at))?;
        } else {
            put(&harness::verifier::markdown(report, project, at))?;
        }
        return Ok(Exit::Done);
    }
    let run = &told.state.run;
    if seq.is_none()
        && run.agent().is_some()
        && let Some(session) = agent_session::of(&site.store()?, run)?
    {
        if global.json {
            put_json(&session_json(&session))?;
        } else {
            put(&render::sessions::session(
                &session,
                &screen::style(global.verbose),
            ))?;
        }
        return Ok(Exit::Done);
    }
    let Some(seq) = seq else {
        let (told, interrupted) = runs::look(&site.store()?, &told.state.run)?;
        let summary = audit::summary(&told.state, &told.lines);
        if global.json {
            let summary = with_interrupted(&summary, interrupted);
            put_json(
                &serde_json::json!({"summary": summary, "report": told.state.report.as_deref(), "park": told.state.park}),
            )?;
        } else {
            put(&render::state(
                &audit::standing(&told.state),
                &summary,
                interrupted,
                &screen::style(global.verbose),
            ))?;
        }
        return Ok(Exit::Done);
    };
    let line = told.lines.iter().find(|it| it.seq == seq).ok_or_else(|| {
        Failure::usage(format!(
            "run `{}` has lines 1 to {}",
            told.state.run,
            told.lines.len()
        ))
    })?;
    if global.json {
        put_json(&serde_json::to_value(line).unwrap_or_default())?;
    } else {
        put(&render::event(line, &screen::style(true)))?;
        if let Some(whole) = runs::blob_of(&site, line)? {
            put(&format!(
                "\nThe whole of it:\n{}\n",
                render::visible(&whole)
            ))?;
        }
    }
    Ok(Exit::Done)
}

pub(crate) fn diff(global: &Global, args: &RunRef) -> Outcome {
    let (site, told) = read_one(global, &args.run)?;
    let text = runs::diff(&site, &told)?;
    if text.is_empty() && !global.json {
        super::note("the run has changed nothing");
    }
    tell(
        global,
        &text,
        &serde_json::json!({"run": told.state.run, "patch": text}),
    )?;
    Ok(Exit::Done)
}

pub(crate) fn stats(global: &Global, all: bool) -> Outcome {
    let site = site_of_runs(global)?;
    let told = read_all(&site, all, None)?;
    let summaries: Vec<audit::Summary> = told
        .iter()
        .map(|it| audit::summary(&it.told.state, &it.told.lines))
        .collect();
    let figures = audit::figures(&summaries);
    let sessions = agent_session::list(&site, &site.store()?, all, None)?;
    if global.json {
        let mut value = serde_json::to_value(&figures).unwrap_or_default();
        if !sessions.is_empty() {
            let counts = render::sessions::total(&sessions);
            value["sessions"] = serde_json::json!({"count": sessions.len(), "counts": counts});
        }
        put_json(&value)?;
    } else {
        put(&render::figures(&figures, &screen::style(global.verbose)))?;
        if !sessions.is_empty() {
            put(&render::sessions::session_figures(&sessions))?;
        }
    }
    Ok(Exit::Done)
}

fn read_one(global: &Global, name: &str) -> Result<(Site, Told), Failure> {
    let site = site_of_runs(global)?;
    let store = site.store()?;
    let run = runs::find(&store, name)?;
    let told = runs::read(&store, &run)?;
    Ok((site, told))
}

/// A run, and whether its driver is gone.
struct Looked {
    told: Told,
    interrupted: bool,
}

/// The runs of this repository, or of all; the newest first. A run that was made and never opened is passed over.
fn read_all(site: &Site, all: bool, limit: Option<u32>) -> Result<Vec<Looked>, Failure> {
    let store = site.store()?;
    let mut looked = Vec::new();
    let all = all || is_clone(site);
    for run in runs::list(site, &store, all, limit)? {
        let (told, interrupted) = runs::look(&store, &run)?;
        if told.state.opened.is_some() {
            looked.push(Looked { told, interrupted });
        }
    }
    Ok(looked)
}
