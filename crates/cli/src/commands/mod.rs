//! One file for each command, or for a few that belong together.

mod authorise;
mod batch;
mod config;
mod demo;
mod doctor;
mod drive;
mod gate;
mod ledger;
mod look;
mod plan;
mod site;
mod verify;
mod waiting;
mod watch;

use std::io::Write as _;

use clap::CommandFactory as _;

use crate::args::{Args, Command, Global};
use crate::exit::{Exit, Failure};
use site::{call, site, site_for_work};

/// What a command ends with.
pub(crate) type Outcome = Result<Exit, Failure>;

/// Does what was asked.
pub(crate) fn run(args: Args) -> Outcome {
    let global = args.global;
    match args.command {
        Command::Demo(it) => demo::demo(&global, it),
        Command::Run(it) => drive::run(&global, it),
        Command::Plan(it) => plan::plan(&global, &it),
        Command::Resume(it) => drive::resume(&global, it),
        Command::Stop(it) => drive::stop::stop(&global, &it),
        Command::Rewind(it) => drive::rewind(&global, &it),
        Command::Approve(it) => drive::approve(&global, it),
        Command::Deny(it) => drive::deny(&global, it),
        Command::Authorise(it) => authorise::authorise(&global, it),
        Command::Answer(it) => drive::answer(&global, it),
        Command::Status(it) => look::status(&global, &it),
        Command::Inbox(it) => look::inbox(&global, &it),
        Command::Watch(it) => watch::watch(&global, &it),
        Command::Log(it) => look::log(&global, &it),
        Command::Show(it) => look::show(&global, &it),
        Command::Diff(it) => look::diff(&global, &it),
        Command::Doctor(it) => doctor::doctor(&global, &it),
        Command::Stats { all } => look::stats(&global, all),
        Command::Verify(it) => verify::verify(&global, &it),
        Command::Gate(it) => gate::gate(&global, it),
        Command::Ledger(it) => ledger::ledger(&global, it),
        Command::Config(it) => config::config(&global, &it),
        Command::Init(it) => config::init(&global, &it),
        Command::Trust => config::trust(&global),
        Command::Completions { shell } => {
            let mut bytes = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "interlock", &mut bytes);
            put(&String::from_utf8_lossy(&bytes))?;
            Ok(Exit::Done)
        }
    }
}

/// Prints to standard output. A reader that has gone away is no error.
pub(crate) fn put(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| {
        if text.ends_with('\n') || text.is_empty() {
            Ok(())
        } else {
            out.write_all(b"\n")
        }
    });
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints one JSON value on one line.
fn put_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    put(&serde_json::to_string(value).map_err(std::io::Error::from)?)
}

/// Prints one result: as JSON where that is asked for, else in words.
fn tell(global: &Global, words: &str, value: &serde_json::Value) -> Result<(), Failure> {
    if global.json {
        put_json(value)
    } else {
        put(words)
    }
}

/// Says something beside the result.
fn note(text: &str) {
    crate::screen::say(text);
}
