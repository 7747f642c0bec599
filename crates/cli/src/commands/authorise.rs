//! What people grant to runs.

use harness::authorise::{self, Given, Heard, NoGrant, NoRule, Stands};
use harness::drive::now_ms;
use harness::gate_service::Gatehouse;
use harness::repository::{self, Site};
use harness::runs;
use ledger::authorisation::Terms;
use ledger::ids::{GrantId, RunId, TaskId};
use ledger::message::Body;
use ledger::proposal::Proposal;

use super::drive::question;
use super::{Outcome, call, put, put_json, site as here, tell};
use crate::args::{AuthoriseCommand, Global, GrantArgs};
use crate::exit::{Exit, Failure};
use crate::{render, screen};

pub(crate) fn authorise(global: &Global, command: AuthoriseCommand) -> Outcome {
    match command {
        AuthoriseCommand::List { run, all } => list(global, run.as_deref(), all),
        AuthoriseCommand::Grant(args) if args.rule => rule(global, &args),
        AuthoriseCommand::Grant(args) => grant(global, &args),
        AuthoriseCommand::Revoke { grant } => revoke(global, &grant),
    }
}

fn list(global: &Global, run: Option<&str>, all: bool) -> Outcome {
    let site = here(global, Vec::new())?;
    let store = site.store()?;
    let runs = match run {
        Some(name) => vec![runs::find(&store, name)?],
        None => runs::list(&site, &store, false, None)?,
    };
    let mut given: Vec<Given> = Vec::new();
    for run in runs {
        given.extend(authorise::given(&authorise::hear(&store, &run)?));
    }
    given.retain(|it| all || matches!(it.stands, Stands::Yes | Stands::Waiting));
    given.sort_by_key(|it| it.grant);
    if global.json {
        for it in &given {
            put_json(&json(it))?;
        }
        return Ok(Exit::Done);
    }
    if given.is_empty() {
        put("nothing is granted; `interlock authorise grant --help` says how\n")?;
        return Ok(Exit::Done);
    }
    put(&render::grants(&given, &screen::style(global.verbose)))?;
    Ok(Exit::Done)
}

fn json(it: &Given) -> serde_json::Value {
    let mut value = serde_json::to_value(it).unwrap_or_default();
    value["grant"] = it.grant.to_string().into();
    value
}

fn grant(global: &Global, args: &GrantArgs) -> Outcome {
    let site = here(global, Vec::new())?;
    let store = site.store()?;
    let run = which(&site, args.run.as_deref())?;
    let told = runs::read(&store, &run)?;
    if let Some((_, why)) = &told.state.ended {
        return Err(Failure::usage(format!("run `{run}` has ended: {why}"))
            .help("grants are for runs that go on"));
    }
    let terms = terms(args)?;
    let task = args.task.as_deref().map(task_of).transpose()?;
    let policy = args.policy.as_deref();
    let offer = match (&args.resource, &args.question, &args.action) {
        _ if !args.network.is_empty() => authorise::offer_network(&told, &args.network, terms),
        (Some(path), _, _) => {
            let policy = policy.unwrap_or_default();
            authorise::offer_file(&told, task.as_ref(), path, policy, terms)
        }
        (None, Some(name), _) => {
            let act = question(global, run.as_str(), Some(name))?;
            let (proposal, task) = authorise::asked_about(&told, act).ok_or_else(|| {
                Failure::usage(format!("{act} asks for no permission"))
                    .help(format!("`interlock answer {run} {act} \"…\"` answers it"))
            })?;
            authorise::offer(&told, Some(&task), &[proposal], policy, terms)
        }
        (None, None, Some(action)) => {
            let proposals = read(action)?;
            authorise::offer(&told, task.as_ref(), &proposals, policy, terms)
        }
        (None, None, None) => return Err(nothing()),
    };
    let offer = offer.map_err(|why| no_grant(&why, &run))?;
    if !global.json && !global.quiet {
        put(&render::offer(&offer, &screen::style(global.verbose)))?;
    }
    let loose = offer.grant.bound.loose().is_some();
    let id = runs::tell(&store, &run, &Body::Grant(Box::new(offer.grant)))?;
    let grant = GrantId(id);
    let once = if loose && terms.uses > 1 {
        ", once only: the content of what it runs is not known"
    } else {
        ""
    };
    let next = match runs::is_driven(&store, &run)? {
        true => "its driver takes it in".to_owned(),
        false => format!("`interlock resume {run}` goes on with it"),
    };
    tell(
        global,
        &format!("granted to run {run} as {grant}{once}; {next}\n"),
        &given_json(&authorise::hear(&store, &run)?, grant),
    )?;
    Ok(Exit::Done)
}

fn given_json(heard: &Heard, grant: GrantId) -> serde_json::Value {
    let given = authorise::given(heard);
    let it = given.iter().find(|it| it.grant == grant);
    it.map(json).unwrap_or_default()
}

fn revoke(global: &Global, name: &str) -> Outcome {
    let unknown = || {
        Failure::usage(format!("there is no grant `{name}`"))
            .help("`interlock authorise list --all` shows them")
    };
    let number = name.strip_prefix('g').unwrap_or(name);
    let grant: GrantId = number.parse().map(GrantId).map_err(|_| unknown())?;
    let site = here(global, Vec::new())?;
    let store = site.store()?;
    for run in runs::list(&site, &store, true, None)? {
        let heard = authorise::hear(&store, &run)?;
        let Some(it) = authorise::given(&heard)
            .into_iter()
            .find(|it| it.grant == grant)
        else {
            continue;
        };
        let stood = matches!(it.stands, Stands::Yes | Stands::Waiting);
        if stood {
            runs::tell(&store, &run, &Body::Revoke { grant })?;
        }
        let words = match stood {
            true => format!("{grant} is taken back from run {run}\n"),
            false => format!("{grant} of run {run} lifted nothing any more\n"),
        };
        let value = serde_json::json!({"grant": grant.to_string(), "run": run, "revoked": stood});
        tell(global, &words, &value)?;
        return Ok(Exit::Done);
    }
    Err(unknown())
}

/// Shows the rule that would allow it for good, and writes it if that is wanted.
fn rule(global: &Global, args: &GrantArgs) -> Outcome {
    let proposals = match (&args.question, &args.action) {
        (Some(name), _) => {
            let site = here(global, Vec::new())?;
            let store = site.store()?;
            let run = which(&site, args.run.as_deref())?;
            let act = question(global, run.as_str(), Some(name))?;
            let asked = authorise::asked_about(&runs::read(&store, &run)?, act);
            let (proposal, _) =
                asked.ok_or_else(|| Failure::usage(format!("{act} asks for no permission")))?;
            vec![proposal]
        }
        (None, Some(action)) => read(action)?,
        (None, None) => return Err(nothing()),
    };
    let call = call(global)?;
    let house = Gatehouse::open(&call)?;
    let draft = authorise::draft(
        &house,
        &repository::sources(&call)?,
        &proposals,
        args.project,
    )
    .map_err(|why| no_rule(&why))?;
    let counts = match args.project {
        false => "it counts in all repositories, for runs that begin afterwards",
        true => {
            "it counts once the project is trusted and your own configuration says `guardrails.project_may_allow: true`"
        }
    };
    // Shown before it is written, always.
    if !global.json {
        put(&draft.diff)?;
    }
    if args.apply {
        draft.apply().map_err(|why| no_rule(&why))?;
    }
    let value = serde_json::json!({
        "file": draft.path, "rule": draft.name, "diff": draft.diff, "applied": args.apply,
        "scripts": draft.scripts,
    });
    if global.json {
        put_json(&value)?;
    } else if !global.quiet {
        let then = match args.apply {
            true => format!("added to {}; {counts}", draft.shown),
            false => format!(
                "the same with `--apply` writes it to {}; {counts}",
                draft.shown
            ),
        };
        super::note(&then);
        if !draft.scripts.is_empty() {
            let scripts = render::visible(&draft.scripts.join(", "));
            super::note(&format!(
                "a rule, unlike a grant, does not look into {scripts}: whatever stands there then is run"
            ));
        }
    }
    Ok(Exit::Done)
}

fn nothing() -> Failure {
    Failure::usage("what is to be granted is not said").help(
        "write a command, `--question a7` for what a run asks, `--resource PATH --policy POLICY`, or `--network NAME`",
    )
}

fn read(action: &str) -> Result<Vec<Proposal>, Failure> {
    authorise::read(action).map_err(|why| {
        Failure::usage(why).help("write a command, or a line as `interlock gate check` reads it")
    })
}

fn task_of(name: &str) -> Result<TaskId, Failure> {
    TaskId::new(name).map_err(|error| {
        Failure::usage(error.to_string()).help("`interlock show RUN` lists the tasks")
    })
}

/// The run that is meant: by its name, or the only one that goes on.
fn which(site: &Site, name: Option<&str>) -> Result<RunId, Failure> {
    let store = site.store()?;
    if let Some(name) = name {
        return Ok(runs::find(&store, name)?);
    }
    let mut open = Vec::new();
    for run in runs::list(site, &store, false, None)? {
        let state = runs::read(&store, &run)?.state;
        if state.opened.is_some() && state.ended.is_none() {
            open.push(run);
        }
    }
    match open.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Failure::usage("no run goes on here").help("grants are for runs that go on")),
        several => {
            let names: Vec<String> = several.iter().map(ToString::to_string).collect();
            Err(Failure::usage(format!("which run? {}", names.join(", ")))
                .help("write `--run RUN`"))
        }
    }
}

/// How often and how long.
fn terms(args: &GrantArgs) -> Result<Terms, Failure> {
    let now = now_ms();
    let lasts = args.lasts.as_deref().map(duration_ms).transpose()?;
    let until = lasts.map(|ms| now.saturating_add(ms));
    // Connections are not counted.
    let counted = args.network.is_empty();
    let once =
        args.once || (counted && args.uses.is_none() && lasts.is_none() && args.run.is_none());
    Ok(match (once, args.uses) {
        (true, _) => Terms {
            uses: 1,
            expires_ms: until.unwrap_or(Terms::once(now).expires_ms),
        },
        (false, uses) => Terms {
            uses: uses.unwrap_or(Terms::ALWAYS),
            expires_ms: until.unwrap_or(Terms::NEVER),
        },
    })
}

/// `2h`, `1h30m`, `90s`, `1d`, in milliseconds.
fn duration_ms(text: &str) -> Result<u64, Failure> {
    let bad = || {
        Failure::usage(format!("`{text}` is no time"))
            .help("write `90s`, `30m`, `2h`, `1h30m` or `1d`")
    };
    let mut total = 0_u64;
    let mut rest = text.trim();
    while let Some(at) = rest.find(|c: char| !c.is_ascii_digit()) {
        let (number, unit) = rest.split_at(at);
        let number: u64 = number.parse().map_err(|_| bad())?;
        let mut chars = unit.chars();
        let seconds = match chars.next() {
            Some('s') => 1,
            Some('m') => 60,
            Some('h') => 3_600,
            Some('d') => 86_400,
            Some(_) | None => return Err(bad()),
        };
        total = total.saturating_add(number.saturating_mul(seconds * 1000));
        rest = chars.as_str();
    }
    if rest.is_empty() && total > 0 {
        Ok(total)
    } else {
        Err(bad())
    }
}

fn no_grant(why: &NoGrant, run: &RunId) -> Failure {
    let failure = Failure::usage(why.to_string());
    match why {
        NoGrant::NoWorktree(_) => failure.help("grant it once its task has begun, or when it asks"),
        NoGrant::Denied { .. } => Failure {
            exit: Exit::Refused,
            ..failure
        }
        .help("change the path, the state or the evidence; a denial is never lifted"),
        NoGrant::Allowed(_) => failure.help("it runs unasked; leave it"),
        NoGrant::OtherPolicy { .. } => failure.help("name one of these, or leave `--policy` out"),
        NoGrant::NoPolicy(_) => failure.help("`interlock gate policies` lists them"),
        NoGrant::NoHost { near, .. } => failure.help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write a registry (`crates`, `npm`, `pypi`, `go`, `maven` …), `host`, `host:port` or `*.host`".to_owned(),
        }),
        NoGrant::NoProxy(_) => failure.help("`interlock doctor` says what holds commands here"),
        NoGrant::NoPath(_) => failure.help(format!(
            "write it from the top of the worktree of run {run}, such as `src/a.rs`"
        )),
    }
}

fn no_rule(why: &NoRule) -> Failure {
    let failure = Failure::usage(why.to_string());
    match why {
        NoRule::Unlifted { .. } => Failure {
            exit: Exit::Refused,
            ..failure
        }
        .help("a rule that allows speaks of one understood command; grant it for the run instead"),
        NoRule::Allowed(_) => failure.help("it runs unasked; leave it"),
        NoRule::File(_) => failure.help("mend the file, or add the rule by hand"),
        NoRule::NoHome => failure.help("set `HOME`, or write it for the project with `--project`"),
    }
}

#[cfg(test)]
mod tests {
    use super::duration_ms;

    #[test]
    fn times_are_read_as_people_write_them() {
        let ms = |text: &str| duration_ms(text).ok();
        assert_eq!(ms("90s"), Some(90_000));
        assert_eq!(ms("1h30m"), Some(5_400_000));
        assert_eq!(ms("1d"), Some(86_400_000));
        for bad in [
            "",
            "2",
            "0s",
            "h",
            "2 h",
            "-1h",
            "2w",
            "99999999999999999999h",
        ] {
            assert_eq!(ms(bad), None, "{bad}");
        }
    }
}
