//! GitHub: its REST, the two mutations that REST does not have, and what its webhooks say.

mod checks;
mod code;
mod hooks;
mod issues;
mod payload;
mod pulls;
mod shape;

use serde_json::{Value, json};

pub(crate) use payload::told;

use crate::api::{Call, Fields, Routed, refusal};
use crate::http::{Answer, Ask};
use crate::options::Refused;
use crate::world::{Id, World};

/// Where the API is: at the top, or below a path as on a server of one's own.
const PREFIXES: [&str; 2] = ["/api/v3/", "/"];

/// Answers one request; also the login of whoever asked.
pub(crate) fn serve(world: &mut World, ask: &Ask) -> (Answer, String) {
    let doer = match who(world, ask) {
        Ok(doer) => doer,
        Err(why) => return (refusal(world, &why), String::new()),
    };
    let login = doer.map_or_else(String::new, |doer| world.login(doer));
    let answer = match route(world, ask, doer) {
        Some(Ok(answer)) => answer,
        Some(Err(why)) => refusal(world, &why),
        None => refusal(world, &Refused::missing()),
    };
    (answer, login)
}

fn who(world: &World, ask: &Ask) -> Result<Option<Id>, Refused> {
    let Some(value) = ask.header("authorization") else {
        return Ok(None);
    };
    let token = value
        .strip_prefix("Bearer ")
        .or_else(|| value.strip_prefix("token "));
    let known = token.and_then(|token| world.by_token(token.trim()));
    match known {
        Some(doer) => Ok(Some(doer)),
        None => Err(Refused::new(401, "Bad credentials")),
    }
}

fn route(world: &mut World, ask: &Ask, doer: Option<Id>) -> Routed {
    if ask.path == "/graphql" || ask.path == "/api/graphql" {
        return Some(graphql(world, ask, doer));
    }
    let segments = PREFIXES.iter().find_map(|prefix| ask.segments(prefix))?;
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    let signed_in = || doer.ok_or_else(|| Refused::new(401, "Requires authentication"));
    match parts.as_slice() {
        ["user"] => Some(signed_in().map(|doer| Answer::json(200, &shape::user(world, doer)))),
        ["users", login] => Some(
            world
                .user_id(login)
                .map(|who| Answer::json(200, &shape::user(world, who))),
        ),
        ["repos", owner, name, rest @ ..] => {
            let full_name = format!("{owner}/{name}");
            match world.find_repo(&full_name) {
                Some(repo) => in_repo(world, ask, doer, repo, rest),
                None => moved(world, &full_name, rest),
            }
        }
        ["repositories", id, rest @ ..] => {
            let id = id.parse().ok()?;
            in_repo(world, ask, doer, id, rest)
        }
        _ => None,
    }
}

/// Under a name that a repository had, every call is sent on to its number, at the public address.
fn moved(world: &World, full_name: &str, rest: &[&str]) -> Routed {
    let id = world.moved.get(&full_name.to_lowercase())?;
    let mut parts = vec![format!("repositories/{id}")];
    parts.extend(rest.iter().map(|part| (*part).to_owned()));
    let url = world.url(&parts.join("/"));
    let body = json!({"message": "Moved Permanently", "url": url});
    Some(Ok(Answer::json(301, &body).with("Location", url.as_str())))
}

fn in_repo(world: &mut World, ask: &Ask, doer: Option<Id>, repo: Id, rest: &[&str]) -> Routed {
    let one = world.repo(repo).ok()?;
    world.access(one, doer)?;
    let mut call = Call {
        world,
        repo,
        doer,
        ask,
    };
    match rest {
        ["issues", rest @ ..] => issues::route(&mut call, rest),
        ["pulls", rest @ ..] => pulls::route(&mut call, rest),
        ["hooks", rest @ ..] => hooks::route(&mut call, rest),
        ["statuses" | "check-runs" | "actions", ..] => checks::route(&mut call, rest),
        ["commits", _, "status" | "statuses" | "check-runs"] => checks::route(&mut call, rest),
        _ => code::route(&mut call, rest),
    }
}

/// Makes a draft of a pull request, or none: all that is known of the other API.
fn graphql(world: &mut World, ask: &Ask, doer: Option<Id>) -> Result<Answer, Refused> {
    let doer = doer.ok_or_else(|| Refused::new(401, "Requires authentication"))?;
    let fields = Fields(ask.json());
    let query = fields.text_or_empty("query");
    let ready = query.contains("markPullRequestReadyForReview");
    let refused = |message: &str| {
        let error = json!({"type": "NOT_FOUND", "message": message});
        Ok(Answer::json(200, &json!({"data": null, "errors": [error]})))
    };
    if !ready && !query.contains("convertPullRequestToDraft") {
        return refused("only drafts are made and unmade here");
    }
    // Under whichever name the caller gave it: the one variable is the pull request.
    let variables = fields.object("variables");
    let node = first_text(&variables.0).unwrap_or_default();
    let Some((repo, number)) = by_node(world, &node) else {
        return refused("Could not resolve to a node with the global id");
    };
    world.set_draft(repo, doer, number, !ready)?;
    Ok(Answer::json(
        200,
        &json!({"data": {"done": {"clientMutationId": null}}}),
    ))
}

fn first_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(map) => map.values().find_map(first_text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    }
}

fn by_node(world: &World, node: &str) -> Option<(Id, u64)> {
    let id: Id = node.strip_prefix("PR_")?.parse().ok()?;
    world.repos.iter().find_map(|repo| {
        let is_it =
            |issue: &&crate::world::Issue| issue.pull.as_ref().is_some_and(|pull| pull.id == id);
        let issue = repo.issues.values().find(is_it)?;
        Some((repo.id, issue.number))
    })
}
