//! `interlock serve`: the daemon, and its log.

use std::sync::Arc;

use harness::from_issue::{self, NoIssue};
use harness::http::report::Event as ListenerEvent;
use harness::serve::{self, Event};
use ledger::board::BoardDecided;

use super::{Outcome, call};
use crate::args::{Global, ServeArgs};
use crate::exit::{Exit, Failure};
use crate::screen;

pub(crate) fn serve(global: &Global, args: &ServeArgs) -> Outcome {
    harness::ingress_redaction::compile_ahead();
    let mut call = call(global)?;
    if let Some(listen) = &args.listen {
        call.flags.push(("serve.listen".to_owned(), listen.clone()));
    }
    let config = from_issue::own_config(&call).map_err(NoIssue::from)?;
    if args.check || args.make_hooks {
        let (mut is_sound, mut printed) = (true, Ok(()));
        serve::check(&config, args.make_hooks, |one| {
            is_sound &= one.is_sound;
            if printed.is_ok() {
                printed = print_check(global, &one);
            }
        })?;
        printed?;
        if args.check || !is_sound {
            return Ok(match is_sound {
                true => Exit::Done,
                false => Exit::Failed,
            });
        }
    }
    let (json, quiet, verbose) = (global.json, global.quiet, global.verbose);
    let log = Arc::new(move |event: Event| {
        if let Some(line) = line(&event, json, verbose).filter(|_| !quiet) {
            screen::say(&line);
        }
    });
    serve::until_told_to_stop(&call, &config, &(log as serve::Log))?;
    Ok(Exit::Done)
}

fn print_check(global: &Global, one: &serve::Checked) -> Result<(), Failure> {
    if global.json {
        return super::put_json(&serde_json::json!({
            "what": one.what, "ok": one.is_sound, "found": one.found, "help": one.help,
        }));
    }
    let mark = if one.is_sound { "✓" } else { "✗" };
    let help = one.help.as_ref().map(|it| format!("\n    → {it}"));
    let help = help.unwrap_or_default();
    super::put(&format!("  {mark} {}: {}{help}\n", one.what, one.found))
}

/// One line of the log; none for what is only worth one where more is wanted.
fn line(event: &Event, json: bool, verbose: bool) -> Option<String> {
    let (level, forge, words) = words(event);
    if level == Level::Detail && !verbose {
        return None;
    }
    let at = harness::serve::now();
    if json {
        let line = serde_json::json!({
            "at": at, "level": level.word(), "forge": forge, "message": words,
        });
        return Some(line.to_string());
    }
    let forge = forge.map(|it| format!("{it}: ")).unwrap_or_default();
    Some(format!("{at} {} {forge}{words}", level.mark()))
}

/// How much a line is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Detail,
    Note,
    Warning,
}

impl Level {
    fn word(self) -> &'static str {
        match self {
            Level::Detail => "debug",
            Level::Note => "info",
            Level::Warning => "warn",
        }
    }

    fn mark(self) -> &'static str {
        match self {
            Level::Detail => "·",
            Level::Note => "•",
            Level::Warning => "!",
        }
    }
}

fn words(event: &Event) -> (Level, Option<&str>, String) {
    match event {
        Event::Serving { address, forges } => {
            let paths: Vec<String> = forges
                .iter()
                .map(|it| format!("http://{address}/hooks/{it}"))
                .collect();
            (
                Level::Note,
                None,
                format!("takes deliveries at {}", paths.join(", ")),
            )
        }
        Event::Listener(event) => listener(event),
        Event::Delivered {
            forge,
            no,
            event,
            unread,
        } => match unread {
            None => (
                Level::Detail,
                Some(forge),
                format!("delivery {no}: {event}"),
            ),
            Some(why) => {
                let words = format!("delivery {no} ({event}) can't be read: {why}");
                (Level::Warning, Some(forge), words)
            }
        },
        Event::Decided { forge, decided } => {
            let level = match decided.as_ref() {
                BoardDecided::Anomaly { .. } | BoardDecided::Told { .. } => Level::Warning,
                BoardDecided::Look(_) => Level::Detail,
                BoardDecided::Created { .. }
                | BoardDecided::Moved { .. }
                | BoardDecided::Dispatched { .. }
                | BoardDecided::Cancelled { .. } => Level::Note,
            };
            (level, Some(forge), crate::render::board_decided(decided))
        }
        Event::NotLooked { forge, at, why } => {
            let what = crate::render::looked_at(at);
            (
                Level::Warning,
                Some(forge),
                format!("{what} can't be looked at: {why}"),
            )
        }
        Event::NotForgotten { forge, why } => {
            let words = format!("old deliveries could not be forgotten: {why}");
            (Level::Warning, Some(forge), words)
        }
        Event::Ended {
            forge,
            task,
            run,
            end,
        } => {
            let words = format!("{task}: run {run} {}", crate::render::attempt_end(end));
            (Level::Note, Some(forge), words)
        }
        Event::Said { forge, text } => (Level::Note, Some(forge), text.clone()),
        Event::Stopping { forge, active } => {
            let words = format!("stops; {active} attempts park and go on with the next start");
            (Level::Note, Some(forge), words)
        }
    }
}

fn listener(event: &ListenerEvent) -> (Level, Option<&str>, String) {
    match event {
        ListenerEvent::Listening { .. } => (Level::Detail, None, "listens".to_owned()),
        ListenerEvent::Accepted {
            new,
            known,
            last_no,
            took_ms,
            ..
        } => {
            let words =
                format!("{new} deliveries kept, {known} known, up to {last_no}, in {took_ms} ms");
            (Level::Detail, None, words)
        }
        ListenerEvent::Refused { forge, peer, why } => {
            let words = format!("a request from {peer} was refused: {}", why.words());
            (Level::Warning, forge.as_deref(), words)
        }
        ListenerEvent::StoreFailed { why } => (
            Level::Warning,
            None,
            format!("the store took nothing: {why}"),
        ),
        ListenerEvent::TidyFailed { why } => (
            Level::Warning,
            None,
            format!("the store could not be tidied: {why}"),
        ),
        ListenerEvent::NotTaken { why } => (
            Level::Warning,
            None,
            format!("a connection could not be taken: {why}"),
        ),
        ListenerEvent::Stopped { cut } => (
            Level::Note,
            None,
            format!("takes nothing more; {cut} connections were cut"),
        ),
    }
}
