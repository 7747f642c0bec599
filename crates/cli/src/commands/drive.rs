//! Commands that drive a run, or tell one something.

use harness::publishing;
use harness::repository::Site;
use harness::runs::{self, Opening, Told};
use harness::session::{self, Rest};
use harness::source::Found;
use harness::{moved_repository, resume_options};
use ledger::event::{Ask, Need, Park};
use ledger::ids::{ActId, Seq};
use ledger::message::Body;
use ledger::money::Usd;
use ledger::phase;
use ledger::promise::Source;

use super::{Outcome, call, put, put_json, site_for_work, site_of_runs, site_to_go_on, tell};
use crate::args::{AnswerArgs, ApproveArgs, Global, ResumeArgs, RewindArgs, RunArgs};
use crate::exit::{Exit, Failure};
use crate::{choice, screen};

pub(super) mod follow;
mod from_issue;
mod live;
pub(super) mod stop;
pub(super) mod task;

pub(crate) fn run(global: &Global, args: RunArgs) -> Outcome {
    if let Some(file) = &args.batch.file {
        return super::batch::batch(global, &args, file);
    }
    let mut flags = Vec::new();
    if let Some(model) = &args.model {
        flags.extend(resume_options::model_flags(model));
    }
    if let Some(agent) = &args.agent {
        flags.push(resume_options::agent_flag(agent));
    }
    if let Some(budget) = &args.budget {
        flags.push(("budget.total".to_owned(), budget.clone()));
    }
    if let Some(target) = &args.target {
        flags.push(("project.target_branch".to_owned(), target.clone()));
    }
    if let Some(task) = &args.task
        && let Some(address) = from_issue::named(global, task, &flags)?
    {
        return from_issue::run(global, &args, &address, flags);
    }
    let site = site_for_work(global, flags)?;
    let Found { source, done } = match &args.task {
        Some(task) => task::source(global, &site, task, args.archive)?,
        None => task::specified(&site, args.archive)?,
    };
    if args.archive && !matches!(source, Source::Change { .. }) {
        return Err(Failure::usage("only an OpenSpec change can be archived")
            .help("name a folder below `openspec/changes/`, or leave `--archive` out"));
    }
    if let Some(why) = done {
        tell(
            global,
            &format!("nothing is left to do: {why}\n"),
            &serde_json::json!({"done": why}),
        )?;
        return Ok(Exit::Done);
    }
    let model = site.model()?;
    let store = site.store()?;
    let mode = args.mode.map(phase::Mode::from);
    let publish = publishing::of_checkout(&site)?;
    let fresh = runs::open(
        &site,
        &store,
        Opening {
            publish,
            ..source.into()
        },
        mode,
    )?;
    let run = fresh.run.clone();
    let follower = follow::Follower::new(global, &run);
    let rest = follower.drive(|ear, watcher| {
        session::drive(&site, store, model, &run, Some(fresh.opened), ear, watcher)
    })?;
    finish(global, &rest)
}

pub(crate) fn resume(global: &Global, args: ResumeArgs) -> Outcome {
    let mut messages = Vec::new();
    if let Some(budget) = &args.budget {
        let usd = if budget.is_empty() {
            None
        } else {
            Some(dollars(budget)?)
        };
        messages.push(Body::Budget { usd });
    }
    messages.push(Body::Resume { hint: args.hint });
    go_on(global, &args.run, args.model.as_deref(), &messages)
}

/// Leaves messages for a run and drives it on, if nobody does.
fn go_on(global: &Global, name: &str, model: Option<&str>, messages: &[Body]) -> Outcome {
    harness::ingress_redaction::compile_ahead();
    let here = site_to_go_on(global)?;
    let store = here.store()?;
    let run = runs::find(&store, name)?;
    let told = runs::read(&store, &run)?;
    let here = harness::from_issue::site_of(here, &told)?;
    if let Some((_, why)) = &told.state.ended {
        return Err(Failure::usage(format!("run `{run}` has ended: {why}"))
            .help(format!("`interlock show {run}` shows it")));
    }
    moved_repository::same_repository(&here, &store, &told)?;
    if runs::is_driven(&store, &run)? {
        return pass_on(global, &here, &told, model, messages);
    }
    runs::worktrees_stand(&told)?;
    let mut call = call(global)?;
    call.directory.clone_from(&here.repo.root);
    let site = resume_options::site(here, &call, &told, model)?;
    // Options may have made it anew: a run from an issue keeps its account and its target.
    let site = harness::from_issue::site_of(site, &told)?;
    let keys: Vec<&str> = global
        .set
        .iter()
        .filter_map(|it| it.split_once('='))
        .map(|it| it.0.trim())
        .collect();
    let settings = resume_options::settings(&site, &told, &keys)?;
    // Nothing is left for a run that can't go on.
    let model = site.model()?;
    if let Some(settings) = settings {
        runs::tell(&store, &run, &Body::Settings(Box::new(settings)))?;
    }
    for body in messages {
        runs::tell(&store, &run, body)?;
    }
    let follower = follow::Follower::new(global, &run).knowing(&run, &told.lines);
    let rest = follower
        .drive(|ear, watcher| session::drive(&site, store, model, &run, None, ear, watcher))?;
    finish(global, &rest)
}

/// Leaves messages for a run that another process drives.
fn pass_on(
    global: &Global,
    site: &Site,
    told: &Told,
    model: Option<&str>,
    messages: &[Body],
) -> Outcome {
    let run = &told.state.run;
    if model.is_some() || !global.set.is_empty() {
        let what =
            format!("run `{run}` is being driven by another process, which keeps its settings");
        return Err(Failure::usage(what).help(format!(
            "`interlock stop {run}` first, then resume it with them"
        )));
    }
    let says_nothing = |it: &Body| matches!(it, Body::Resume { hint: None });
    // A process that waits for a time is told that it need not.
    let for_time = |it: &Park| it.needs.iter().any(|it| matches!(it, Need::Time { .. }));
    let waits = told.state.park.as_ref().is_some_and(for_time);
    let nothing = messages.iter().all(says_nothing) && !waits;
    if !nothing {
        let store = site.store()?;
        for body in messages {
            runs::tell(&store, run, body)?;
        }
    }
    let then = match (nothing, waits) {
        (true, _) => "nothing is to be resumed",
        (false, true) => "it has been told, and tries at once",
        (false, false) => "it has been told",
    };
    tell(
        global,
        &format!("run {run} is being driven by another process; {then}\n"),
        &serde_json::json!({"run": run, "driven": true, "told": !nothing}),
    )?;
    Ok(Exit::Done)
}

pub(crate) fn rewind(global: &Global, args: &RewindArgs) -> Outcome {
    let site = site_of_runs(global)?;
    let store = site.store()?;
    let (name, seq) = at(&args.run)?;
    let seq = seq.ok_or_else(|| {
        Failure::usage("`rewind` needs a line")
            .help("write `interlock rewind RUN@SEQ`; `interlock log RUN` shows the lines")
    })?;
    let run = runs::find(&store, name)?;
    let stands = runs::rewind(&store, &run, seq, args.force)?;
    let why = if stands == seq {
        String::new()
    } else {
        format!(", the end of the step that line {seq} belongs to")
    };
    tell(
        global,
        &format!(
            "run {run} is back at line {stands}{why}; `interlock resume {run}` goes on from there\n"
        ),
        &serde_json::json!({"run": run, "asked": seq, "line": stands}),
    )?;
    Ok(Exit::Done)
}

pub(crate) fn approve(global: &Global, args: ApproveArgs) -> Outcome {
    let question = question(global, &args.run, args.question.as_deref())?;
    told(
        global,
        &args.run,
        Body::Approve {
            question,
            terms: None,
        },
        args.no_resume,
    )
}

pub(crate) fn deny(global: &Global, args: AnswerArgs) -> Outcome {
    let question = question(global, &args.run, Some(&args.question))?;
    let reason = args.text;
    told(
        global,
        &args.run,
        Body::Deny { question, reason },
        args.no_resume,
    )
}

pub(crate) fn answer(global: &Global, args: AnswerArgs) -> Outcome {
    let question = question(global, &args.run, Some(&args.question))?;
    if args.text.trim().is_empty() {
        return Err(Failure::usage("the answer is empty")
            .help("write `interlock answer RUN QUESTION \"the words\"`"));
    }
    let text = answered(global, &args.run, question, args.text)?;
    told(
        global,
        &args.run,
        Body::Answer { question, text },
        args.no_resume,
    )
}

/// What an answer says: a number stands for the option of that place.
fn answered(global: &Global, name: &str, question: ActId, text: String) -> Result<String, Failure> {
    let site = site_of_runs(global)?;
    let store = site.store()?;
    let told = runs::read(&store, &runs::find(&store, name)?)?;
    let ask = told.state.questions.get(&question).map(|it| &it.ask);
    Ok(match ask {
        Some(Ask::Question { options, .. }) => choice::chosen(options, &text).to_owned(),
        Some(
            Ask::Permission { .. } | Ask::Plan { .. } | Ask::Tools { .. } | Ask::Review { .. },
        )
        | None => text,
    })
}

fn told(global: &Global, name: &str, body: Body, no_resume: bool) -> Outcome {
    if !no_resume {
        return go_on(global, name, None, &[body]);
    }
    let site = site_of_runs(global)?;
    let store = site.store()?;
    let run = runs::find(&store, name)?;
    runs::tell(&store, &run, &body)?;
    tell(
        global,
        &format!("told run {run}\n"),
        &serde_json::json!({"run": run, "told": true}),
    )?;
    Ok(Exit::Done)
}

/// The question that is meant: by its name, or the only one there is.
pub(super) fn question(
    global: &Global,
    name: &str,
    question: Option<&str>,
) -> Result<ActId, Failure> {
    let site = site_of_runs(global)?;
    let store = site.store()?;
    let run = runs::find(&store, name)?;
    let told = runs::read(&store, &run)?;
    let open: Vec<ActId> = told.state.questions.keys().copied().collect();
    let asked = question.and_then(|it| it.trim_start_matches('a').parse().ok().map(ActId));
    match (question, asked, open.as_slice()) {
        (Some(_), Some(act), _) if open.contains(&act) => Ok(act),
        (None, _, [only]) => Ok(*only),
        (_, _, []) => Err(Failure::usage(format!("run `{run}` asks nothing"))
            .help("`interlock inbox` shows what waits")),
        _ => {
            let names: Vec<String> = open.iter().map(ToString::to_string).collect();
            Err(Failure::usage(format!(
                "which question? run `{run}` asks {}",
                names.join(", ")
            ))
            .help("`interlock inbox` shows them"))
        }
    }
}

pub(super) fn dollars(text: &str) -> Result<Usd, Failure> {
    match text.trim().trim_start_matches('$').parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount > 0.0 => Ok(Usd::from_dollars(amount)),
        Ok(_) | Err(_) => {
            Err(Failure::usage(format!("`{text}` is no amount of dollars"))
                .help("write `--budget 5`"))
        }
    }
}

/// A name, and the line if there is an `@`.
pub(super) fn at(text: &str) -> Result<(&str, Option<Seq>), Failure> {
    match text.split_once('@') {
        None => Ok((text, None)),
        Some((name, seq)) => match seq.parse() {
            Ok(seq) => Ok((name, Some(Seq(seq)))),
            Err(_) => Err(
                Failure::usage(format!("`{seq}` is no line number")).help(format!(
                    "write `{name}@12`; `interlock log {name}` shows the lines"
                )),
            ),
        },
    }
}

/// The result of a run, and its exit status.
pub(super) fn finish(global: &Global, rest: &Rest) -> Outcome {
    if global.json {
        put_json(&rest_json(rest))?;
    } else if !global.quiet {
        put(&crate::render::ending(
            &audit::standing(&rest.state),
            rest.checkout.as_deref(),
            &screen::style(global.verbose),
        ))?;
    }
    Ok(exit(rest))
}

/// How a run was left, for programs.
fn rest_json(rest: &Rest) -> serde_json::Value {
    let state = &rest.state;
    serde_json::json!({
        "run": state.run,
        "phase": state.phase,
        "stop": state.stop(),
        "why": state.ended.as_ref().map(|it| &it.1).or(state.park.as_ref().map(|it| &it.why)),
        "needs": state.park.as_ref().map(|it| &it.needs),
        "questions": state.questions.keys().map(ToString::to_string).collect::<Vec<_>>(),
        "report": state.report.as_ref().map(|it| it.status),
        "merged": state.merged,
        "checkout": rest.checkout,
        "cost_usd": state.purse.spent.total().dollars(),
        "cost_guessed": state.purse.guessed,
        "exit": exit(rest) as u8,
    })
}

/// The exit status of a run that was driven.
pub(super) fn exit(rest: &Rest) -> Exit {
    let state = &rest.state;
    exit_of(state.stop(), rest.interrupted && state.ended.is_none())
}

/// The exit status of a run that rests.
pub(super) fn exit_of(stop: Option<phase::Stop>, interrupted: bool) -> Exit {
    use ledger::phase::Stop;
    if interrupted {
        return Exit::Interrupted;
    }
    match stop {
        Some(Stop::Done) => Exit::Done,
        Some(Stop::BudgetExhausted) => Exit::Budget,
        Some(Stop::Unsafe) => Exit::Refused,
        Some(Stop::Blocked | Stop::Stuck | Stop::ScopeDrift | Stop::Stopped) => Exit::Person,
        None => Exit::Failed,
    }
}
