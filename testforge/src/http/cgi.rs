//! Git over HTTP: `git http-backend` answers, this says who may ask it.

use std::process::Stdio;
use std::sync::Mutex;

use super::message::{Answer, Ask, basic};
use crate::git::bare_command;
use crate::options::Access;
use crate::world::{Id, World};

/// What is asked of which repository.
struct Call {
    full_name: String,
    rest: String,
    is_push: bool,
}

/// Whether a path is git's.
pub(crate) fn is_git(ask: &Ask) -> bool {
    call(ask).is_some()
}

fn call(ask: &Ask) -> Option<Call> {
    let path = ask.path.strip_prefix('/')?;
    let parts: Vec<&str> = path.splitn(3, '/').collect();
    let [owner, name, rest] = parts.as_slice() else {
        return None;
    };
    let is_service = ["info/refs", "git-upload-pack", "git-receive-pack"].contains(rest);
    if !is_service {
        return None;
    }
    let name = name.strip_suffix(".git").unwrap_or(name);
    Some(Call {
        full_name: format!("{owner}/{name}"),
        rest: (*rest).to_owned(),
        is_push: *rest == "git-receive-pack"
            || ask.query("service").as_deref() == Some("git-receive-pack"),
    })
}

/// Answers git. A push holds the world still, so that nothing else moves a reference meanwhile.
pub(crate) fn serve_git(world: &Mutex<World>, ask: &Ask) -> Answer {
    let Some(call) = call(ask) else {
        return Answer::text(404, "Not found.\n");
    };
    let mut held = world
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let (repo, doer) = match allowed(&held, ask, &call) {
        Ok(found) => found,
        Err(answer) => return answer,
    };
    let Ok(folder) = held.repo(repo).map(|one| one.git.folder.clone()) else {
        return Answer::text(404, "Not found.\n");
    };
    if call.rest != "git-receive-pack" {
        drop(held);
        return backend(&folder, ask, &call, "reader");
    }
    let who = doer.map_or_else(String::new, |doer| held.login(doer));
    let answer = backend(&folder, ask, &call, &who);
    match doer.map(|doer| held.refs_moved(repo, doer)) {
        Some(Err(_)) => Answer::text(500, ""),
        Some(Ok(())) | None => answer,
    }
}

/// Who asks, if he may; else what he is answered.
fn allowed(world: &World, ask: &Ask, call: &Call) -> Result<(Id, Option<Id>), Answer> {
    let challenge =
        || Answer::text(401, "Unauthorized\n").with("WWW-Authenticate", "Basic realm=\"Gitea\"");
    let doer = match ask.header("authorization") {
        None => None,
        Some(value) => Some(by_password(world, value).ok_or_else(challenge)?),
    };
    let found = world.find_repo(&call.full_name);
    let Some(repo) = found.or_else(|| world.moved.get(&call.full_name.to_lowercase()).copied())
    else {
        return Err(match doer {
            None => challenge(),
            Some(_) => Answer::text(404, "Repository not found\n"),
        });
    };
    let access = world
        .repo(repo)
        .ok()
        .and_then(|one| world.access(one, doer));
    let least = if call.is_push {
        Access::Write
    } else {
        Access::Read
    };
    match (access, doer) {
        (Some(access), _) if access >= least && (doer.is_some() || !call.is_push) => {
            Ok((repo, doer))
        }
        (_, None) => Err(challenge()),
        (None, Some(_)) => Err(Answer::text(404, "Repository not found\n")),
        (Some(_), Some(_)) => Err(Answer::text(403, "User permission denied for writing.\n")),
    }
}

/// The token is the password, or the user where there is no other.
fn by_password(world: &World, value: &str) -> Option<Id> {
    let (user, password) = basic(value)?;
    let by = world
        .by_token(&password)
        .or_else(|| world.by_token(&user))?;
    let is_named = world.login(by).eq_ignore_ascii_case(&user);
    let names_nobody = world.find_user(&user).is_none();
    (is_named || names_nobody).then_some(by)
}

fn backend(folder: &std::path::Path, ask: &Ask, call: &Call, user: &str) -> Answer {
    let mut command = bare_command(folder);
    command
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", folder)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("PATH_INFO", format!("/{}", call.rest))
        .env("REQUEST_METHOD", &ask.method)
        .env("QUERY_STRING", &ask.query)
        .env("REMOTE_USER", user)
        .env("REMOTE_ADDR", "127.0.0.1")
        .env("CONTENT_LENGTH", ask.body.len().to_string());
    for (header, name) in [
        ("content-type", "CONTENT_TYPE"),
        ("content-encoding", "HTTP_CONTENT_ENCODING"),
        ("git-protocol", "GIT_PROTOCOL"),
    ] {
        if let Some(value) = ask.header(header) {
            command.env(name, value);
        }
    }
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    match run(command, &ask.body) {
        Ok(output) => answer(&output),
        Err(_) => Answer::text(500, ""),
    }
}

fn run(mut command: std::process::Command, body: &[u8]) -> std::io::Result<Vec<u8>> {
    use std::io::Write;
    let mut child = command.spawn()?;
    let pipe = child.stdin.take();
    std::thread::scope(|scope| {
        // Written beside the reading: git answers before it has read all.
        scope.spawn(move || pipe.map(|mut pipe| pipe.write_all(body)));
        child.wait_with_output().map(|output| output.stdout)
    })
}

/// An answer of CGI: headers, among them perhaps a status, then the body.
fn answer(output: &[u8]) -> Answer {
    let mut made = Answer::empty(200);
    let mut rest = output;
    loop {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            return Answer::text(500, "");
        };
        let (line, behind) = rest.split_at(end + 1);
        rest = behind;
        let line = String::from_utf8_lossy(line);
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        let value = value.trim();
        if name.eq_ignore_ascii_case("status") {
            let code = value
                .split_whitespace()
                .next()
                .and_then(|text| text.parse().ok());
            made.status = code.unwrap_or(500);
        } else {
            made.headers.push((name.to_owned(), value.to_owned()));
        }
    }
    made.body = rest.to_vec();
    made
}
