//! The hook of an agent that acts by itself: its event on standard input, the answer in its own form.

use std::io::{Read as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agents::answer::{Printed, REFUSES};
use agents::event::EVENT_BYTES_MAX;
use agents::host::Host;
use agents::settings::Scope;
use harness::agent_session::{self, Incoming, Place};

use super::output::tell;
use super::site::call;
use crate::args::{Global, HookArgs};
use crate::exit::{Exit, Failure};

/// How long an answer may take, in seconds: less than agents wait, for what does not answer them in time is let through.
const ANSWERS_IN: Duration = Duration::from_secs(20);

pub(crate) fn hook(global: &Global, args: &HookArgs) -> Result<Exit, Failure> {
    let answered = watch();
    let bytes = event()?;
    if agent_session::is_of_a_run() {
        let printed = agent_session::ask_run(bytes);
        answered.store(true, Ordering::Release);
        return print(&printed);
    }
    let incoming = Incoming::read(args.agent, bytes.as_deref());
    if incoming.takes_long() {
        answered.store(true, Ordering::Release);
    }
    let printed = incoming.answer(&call(global)?);
    answered.store(true, Ordering::Release);
    print(&printed)
}

fn print(printed: &Printed) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(printed.stdout.as_bytes())?;
    out.flush()?;
    std::io::stderr().write_all(printed.stderr.as_bytes())?;
    Ok(match printed.exit {
        0 => Exit::Done,
        // The status that refuses in every agent's form.
        _ => Exit::Usage,
    })
}

/// Refuses when no answer was given in time.
fn watch() -> Arc<AtomicBool> {
    let answered = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&answered);
    thread::spawn(move || {
        thread::sleep(ANSWERS_IN);
        if !watched.swap(true, Ordering::AcqRel) {
            let seconds = ANSWERS_IN.as_secs();
            crate::screen::say(&format!(
                "refused by Interlock: there was no answer within {seconds} seconds"
            ));
            std::process::exit(i32::from(REFUSES));
        }
    });
    answered
}

/// What stands on standard input; `None` where it is more than is read. The rest is taken in and thrown away: an agent that
/// can't write its event to the end may take that for leave.
fn event() -> std::io::Result<Option<Vec<u8>>> {
    let most = u64::try_from(EVENT_BYTES_MAX).unwrap_or(u64::MAX);
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    input.by_ref().take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= EVENT_BYTES_MAX {
        return Ok(Some(bytes));
    }
    std::io::copy(&mut input, &mut std::io::sink())?;
    Ok(None)
}

/// The program that settings name.
fn program() -> std::io::Result<String> {
    Ok(std::env::current_exe()?.display().to_string())
}

fn place(global: &Global, host: Host, user: bool) -> Result<Place, Failure> {
    let call = call(global)?;
    let root = harness::repository::root(&call).unwrap_or_else(|_| call.directory.clone());
    Ok(Place {
        host,
        scope: if user { Scope::User } else { Scope::Project },
        root,
        env: harness::config::process_env(),
    })
}

/// What stands in front of an agent here, and what goes past it.
pub(crate) fn coverage(global: &Global, host: Host) -> Result<Exit, Failure> {
    let card = host.card().map_err(Failure::usage)?;
    let found = agent_session::coverage(&place(global, host, false)?, &program()?)?;
    let exit = match found.is_installed() {
        true => Exit::Done,
        false => Exit::Failed,
    };
    let words = crate::render::sessions::coverage(&card.name, &found);
    tell(
        global,
        &words,
        &serde_json::to_value(&found).unwrap_or_default(),
    )?;
    Ok(exit)
}

/// Puts the hook into an agent's settings, or takes it out.
pub(crate) fn install(
    global: &Global,
    host: Host,
    user: bool,
    remove: bool,
) -> Result<Exit, Failure> {
    let place = place(global, host, user)?;
    let program = program()?;
    let done = match remove {
        true => agent_session::remove(&place)?,
        false => agent_session::install(&place, &program)?,
    };
    let card = host.card().map_err(Failure::usage)?;
    let what = match (remove, done.changed()) {
        (false, true) => format!("the gates stand in front of {}", card.name),
        (false, false) => "they stood there already".to_owned(),
        (true, true) => format!("the gates are taken away from {}", card.name),
        (true, false) => "there were none".to_owned(),
    };
    let files = done.files.iter();
    let files: Vec<String> = files.map(|(file, _)| file.display().to_string()).collect();
    tell(
        global,
        &format!("{what}: {}\n", files.join(", ")),
        &serde_json::json!({"agent": host.word(), "files": files, "changed": done.changed(), "removed": remove}),
    )?;
    if !remove && !global.json {
        for note in card.notes {
            crate::screen::say(&note);
        }
        crate::screen::say(&format!(
            "`interlock gate coverage --agent {host}` shows what they see and what not; `interlock status` lists its sessions"
        ));
    }
    Ok(Exit::Done)
}
