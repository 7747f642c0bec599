//! The command line: arguments, printing, progress, exit codes. It knows how nothing works.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod args;
mod choice;
mod commands;
mod exit;
mod render;
mod screen;
mod terminal;

use std::panic;
use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Args;
use crate::exit::{Exit, Failure};

/// Threads that parse ask for memory all the time; glibc's lets them wait for each other and for the kernel.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(harness::session::SUPERVISE_ARG) {
        return harness::session::supervise();
    }
    if std::env::args().nth(1).as_deref() == Some(harness::session::GIT_ARG) {
        return harness::session::git();
    }
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map(|it| format!("{}:{}", it.file(), it.line()))
            .unwrap_or_default();
        // What is said here is to be seen.
        terminal::restore();
        screen::say(&format!(
            "interlock: internal error at {place}\n\
             help: nothing that was durable is lost; `interlock status` shows your runs. Please report this."
        ));
    }));
    harness::session::outlive_file_limits();
    let result = panic::catch_unwind(|| {
        let args = Args::parse();
        let json = args.global.json;
        (commands::run(args), json)
    });
    match result {
        Ok((Ok(exit), _)) => exit.into(),
        Ok((Err(failure), json)) => complain(&failure, json),
        Err(_) => Exit::Internal.into(),
    }
}

/// One message, one hint, the right status.
fn complain(failure: &Failure, json: bool) -> ExitCode {
    if json {
        let message = failure.message.trim_end();
        let message = message.strip_prefix("error: ").unwrap_or(message);
        let value = serde_json::json!({"error": {"message": message, "help": failure.help, "exit": failure.exit as u8}});
        let _gone = commands::put(&format!("{value}\n"));
    } else {
        // It may repeat what was typed, or what stands in a file.
        let message = render::visible(failure.message.trim_end());
        if message.starts_with("error:") {
            screen::say(&message);
        } else {
            screen::say(&format!("error: {message}"));
        }
        if let Some(help) = &failure.help {
            screen::say(&format!("help: {}", render::visible(help)));
        }
    }
    failure.exit.into()
}
