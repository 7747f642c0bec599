//! Chores of this repository: the checks that the compiler does not make, and the one command that runs them all.
//!
//! What it is not: part of the product. Nothing here ships, and no room may use it.
#![expect(clippy::print_stdout, reason = "a chore talks to the terminal")]

mod absences;
mod ci;
mod clippy_toml;
mod finding;
mod floors;
mod imports;
mod lex;
mod licences;
mod macos;
mod manifest;
mod modules;
mod tidy;
mod tree;
mod uses;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::finding::Finding;
use crate::tree::Tree;

const USAGE: &str = "usage: cargo run -q -p xtask -- <verb>

  ci [--quick]      every check below, in this order; the first failure ends it
  fmt               is everything formatted?
  tidy              sizes, headers, words, links, the page of regressions
  floors            does every manifest keep to the table of rooms?
  absences          is what must be absent absent?
  clippy-toml       are the rooms' clippy.toml what the list says?
  licences          may we ship every package in Cargo.lock?
  clippy            what does clippy say?
  macos             does it type-check for macOS?
  test              do all tests pass?
  doc               does the documentation build?

  tidy --shrink         lower xtask/ratchet.json to what is there
  circles [ROOM]        files that import each other in circles, the largest circle first
  clippy-toml --write   write the rooms' clippy.toml";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the verb that was asked for; `false` means that it found something.
fn run() -> anyhow::Result<bool> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root()?;
    match words.as_slice() {
        ["ci"] => ci::run(&root, ci::Depth::Full),
        ["ci", "--quick"] => ci::run(&root, ci::Depth::Quick),
        ["tidy", "--shrink"] => {
            tidy::shrink(&root, &Tree::read(&root)?)?;
            Ok(true)
        }
        ["circles", rooms @ ..] => {
            for (room, circles) in imports::circles(&Tree::read(&root)?) {
                for circle in circles
                    .iter()
                    .filter(|_| rooms.is_empty() || rooms.contains(&&*room))
                {
                    println!("{room}: {} files\n  {}", circle.len(), circle.join("\n  "));
                }
            }
            Ok(true)
        }
        ["clippy-toml", "--write"] => {
            clippy_toml::write(&root)?;
            Ok(true)
        }
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(true)
        }
        [verb] if ci::is_stage(verb) => ci::one(&root, verb),
        other => bail!("`{}` is not a verb\n\n{USAGE}", other.join(" ")),
    }
}

/// Prints findings, one line each, and a closing line; `true` when there are none.
fn report(verb: &str, findings: &[Finding]) -> bool {
    for finding in findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => println!("{verb}: nothing found"),
        1 => println!("{verb}: 1 finding"),
        many => println!("{verb}: {many} findings"),
    }
    findings.is_empty()
}

/// The folder that holds the workspace manifest, from wherever inside it we were called.
fn root() -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("no current folder")?;
    let found = here.ancestors().find(|folder| {
        folder.join("xtask/Cargo.toml").is_file() && folder.join("Cargo.toml").is_file()
    });
    found
        .map(PathBuf::from)
        .context("run this inside the repository")
}
