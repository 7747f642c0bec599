//! One file for each command, or for a few that belong together.

mod authorise;
mod batch;
mod config;
mod demo;
mod doctor;
mod drive;
mod gate;
mod hook;
mod ledger;
mod look;
mod output;
mod plan;
mod serve;
mod site;
mod verify;
mod waiting;
mod watch;

use clap::CommandFactory as _;

use crate::args::{Args, Command};
use crate::exit::{Exit, Outcome};
pub(crate) use output::put;
use output::{note, put_json, tell};
use site::{call, is_clone, site, site_for_work, site_of_runs, site_to_go_on};

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
        Command::Serve(it) => serve::serve(&global, &it),
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
        Command::Hook(it) => hook::hook(&global, &it),
        Command::Mcp => {
            harness::mcp::serve(&call(&global)?)?;
            Ok(Exit::Done)
        }
        Command::Trust => config::trust(&global),
        Command::Completions { shell } => {
            let mut bytes = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "interlock", &mut bytes);
            put(&String::from_utf8_lossy(&bytes))?;
            Ok(Exit::Done)
        }
    }
}
