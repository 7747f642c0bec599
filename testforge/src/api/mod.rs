//! The API of Gitea and Forgejo: `/api/v1`.

mod call;
mod checks;
mod code;
mod hooks;
mod issues;
mod people;
mod pulls;
mod repos;

use serde_json::json;

pub(crate) use call::{Call, Fields};
pub(crate) use code::{compare, contents as file_contents, long_commit};
pub(crate) use issues::Filter;
pub(crate) use pulls::{commits as pull_commits, files as pull_files, new_review};

use crate::http::{Answer, Ask, basic};
use crate::options::{Kind, Refused};
use crate::world::{Id, World};

/// What a route gives: an answer, a refusal, or nothing if there is no such route.
pub(crate) type Routed = Option<Result<Answer, Refused>>;

const PREFIX: &str = "/api/v1/";

/// Answers one request; also the login of whoever asked.
pub(crate) fn serve(world: &mut World, ask: &Ask) -> (Answer, String) {
    let doer = match who(world, ask) {
        Ok(doer) => doer,
        Err(why) => return (refusal(world, &why), String::new()),
    };
    let login = doer.map_or_else(String::new, |doer| world.login(doer));
    let routed = route(world, ask, doer);
    let answer = match routed {
        Some(Ok(answer)) => answer,
        Some(Err(why)) => refusal(world, &why),
        None => Answer::text(404, "404 page not found\n"),
    };
    (answer, login)
}

/// Who asks: by a token, in whichever of its forms. An administrator may act as somebody else.
fn who(world: &World, ask: &Ask) -> Result<Option<Id>, Refused> {
    let wrong = || Refused::new(401, "user does not exist [uid: 0, name: ]");
    let by_header = match ask.header("authorization") {
        None => None,
        Some(value) => {
            let token = value
                .strip_prefix("token ")
                .or_else(|| value.strip_prefix("Bearer "))
                .map(str::to_owned);
            let by_basic = || {
                basic(value).and_then(|(user, password)| {
                    world.by_token(&password).or_else(|| world.by_token(&user))
                })
            };
            let known = match token {
                Some(token) => world.by_token(token.trim()),
                None => by_basic(),
            };
            Some(known.ok_or_else(wrong)?)
        }
    };
    let doer = match (by_header, ask.query("token")) {
        (Some(doer), _) => Some(doer),
        (None, Some(token)) => Some(world.by_token(&token).ok_or_else(wrong)?),
        (None, None) => None,
    };
    let Some(other) = ask.header("sudo") else {
        return Ok(doer);
    };
    let is_admin = doer
        .and_then(|doer| world.user(doer))
        .is_some_and(|user| user.is_admin);
    match is_admin {
        true => Ok(Some(world.user_id(other)?)),
        false => Err(Refused::forbidden("Only administrators allowed to sudo.")),
    }
}

fn route(world: &mut World, ask: &Ask, doer: Option<Id>) -> Routed {
    let segments = ask.segments(PREFIX)?;
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["repos", "search"] | ["repos"] => None,
        ["repos", owner, name, rest @ ..] => {
            let repo = match find(world, ask, doer, &format!("{owner}/{name}")) {
                Ok(Found::Here(repo)) => repo,
                Ok(Found::Elsewhere(answer)) => return Some(Ok(answer)),
                Err(why) => return Some(Err(why)),
            };
            let mut call = Call {
                world,
                repo,
                doer,
                ask,
            };
            in_repo(&mut call, rest)
        }
        _ => people::route(world, ask, doer, &parts),
    }
}

fn in_repo(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    match rest {
        ["issues", rest @ ..] => issues::route(call, rest),
        ["pulls", rest @ ..] => pulls::route(call, rest),
        ["hooks", ..] => hooks::route(call, rest),
        ["statuses" | "commits" | "actions", ..] => checks::route(call, rest),
        [
            "branches" | "contents" | "raw" | "git" | "compare" | "branch_protections",
            ..,
        ] => code::route(call, rest),
        _ => repos::route(call, rest),
    }
}

enum Found {
    Here(Id),
    Elsewhere(Answer),
}

/// The repository of a name. Under a name that it had, every call is sent on with 301. Who may not see it is told that
/// there is none.
fn find(world: &World, ask: &Ask, doer: Option<Id>, full_name: &str) -> Result<Found, Refused> {
    if let Some(repo) = world.find_repo(full_name) {
        let one = world.repo(repo)?;
        return match world.access(one, doer) {
            Some(_) => Ok(Found::Here(repo)),
            None => Err(Refused::missing()),
        };
    }
    let moved = world.moved.get(&full_name.to_lowercase());
    let one = moved.and_then(|repo| world.repo(*repo).ok());
    let one = one.ok_or_else(Refused::missing)?;
    let target = ask.target().replacen(full_name, &world.full_name(one), 1);
    Ok(Found::Elsewhere(
        Answer::empty(301).with("Location", target),
    ))
}

/// How a refusal is answered.
pub(crate) fn refusal(world: &World, why: &Refused) -> Answer {
    let body = match (world.kind, why.status) {
        (Kind::Github, _) => json!({
            "message": if why.status == 404 { "Not Found" } else { why.message.as_str() },
            "documentation_url": "https://docs.github.com/rest",
            "status": why.status.to_string(),
        }),
        (Kind::Gitea | Kind::Forgejo, 404) => json!({
            "errors": [],
            "message": "not found",
            "url": world.url("api/swagger"),
        }),
        (Kind::Gitea | Kind::Forgejo, _) => json!({
            "message": why.message,
            "url": world.url("api/swagger"),
        }),
    };
    Answer::json(why.status, &body)
}
