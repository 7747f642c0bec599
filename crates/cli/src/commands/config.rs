//! The configuration.

use harness::{config, forge_files, publishing};
use ledger::forge::ForgeKind;

use super::{Outcome, call, note, put, put_json, site, tell};
use crate::args::{ConfigCommand, Global, InitArgs};
use crate::exit::{Exit, Failure};

pub(crate) fn config(global: &Global, command: &ConfigCommand) -> Outcome {
    match command {
        ConfigCommand::Schema => {
            let text = serde_json::to_string_pretty(&config::schema()).unwrap_or_default();
            put(&text)?;
        }
        ConfigCommand::Show => {
            let site = site(global, Vec::new())?;
            if global.json {
                put_json(&site.loaded.json())?;
            } else {
                put(&site.loaded.yaml())?;
            }
        }
        ConfigCommand::Check => {
            let site = site(global, Vec::new())?;
            let trusted = if site.trusted() {
                ""
            } else {
                " (parts of it are not trusted)"
            };
            tell(
                global,
                &format!("the configuration is right{trusted}\n"),
                &serde_json::json!({"right": true, "trusted": site.trusted()}),
            )?;
        }
    }
    Ok(Exit::Done)
}

pub(crate) fn init(global: &Global, args: &InitArgs) -> Outcome {
    if let Some(host) = args.agent {
        return super::hook::install(global, host, args.user, args.remove);
    }
    if let Some(kind) = args.forge {
        return lay_for_forge(global, kind);
    }
    let root = harness::repository::root(&call(global)?)?;
    let written = config::init(&root, args.force)?;
    if global.json {
        let lines: Vec<&String> = written
            .detected
            .commands
            .iter()
            .map(|it| &it.line)
            .collect();
        put_json(&serde_json::json!({
            "written": written.files, "commands": lines, "checks": written.detected.checks(),
            "proposed": written.proposed, "trusted": accepted(global)?,
        }))?;
        return Ok(Exit::Done);
    }
    for file in &written.files {
        put(&format!("wrote {}\n", file.display()))?;
    }
    put(&found(&written.detected))?;
    for (line, file) in &written.proposed {
        put(&format!(
            "{file} is for hooks, which are not run: `{line}` stands in the configuration behind a mark, for you to take\n"
        ))?;
    }
    accept(global)?;
    note(
        "next: name a model in .interlock/config.yml (`models:`), `interlock trust`, then `interlock run \"…\"`",
    );
    Ok(Exit::Done)
}

/// Writes what a team on a forge begins with.
fn lay_for_forge(global: &Global, kind: Option<ForgeKind>) -> Outcome {
    let site = site(global, Vec::new())?;
    let kind = kind.or_else(|| publishing::kind_of_checkout(&site));
    let kind = kind.ok_or_else(|| {
        Failure::usage("neither the configuration nor the remote `origin` says which kind of forge this is for")
            .help("name it: `interlock init --forge gitea` (or `forgejo`, `github`)")
    })?;
    let laid = forge_files::lay(&site.repo.root, kind, &site.config().serve.language)?;
    if global.json {
        put_json(&serde_json::json!({
            "forge": kind.word(), "written": laid.written, "kept": laid.kept,
        }))?;
        return Ok(Exit::Done);
    }
    for file in &laid.written {
        put(&format!("wrote {}\n", file.display()))?;
    }
    for file in &laid.kept {
        put(&format!("left {} as it is\n", file.display()))?;
    }
    if !laid.written.is_empty() {
        note(
            "next: fill in the address and the revision in the workflow, make the labels (`type/…`) on the forge, and commit the files",
        );
    }
    Ok(Exit::Done)
}

/// What was found in the repository, and what of it decides.
fn found(detected: &config::Detected) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let languages: Vec<&str> = detected.languages.iter().map(|it| it.name()).collect();
    if !languages.is_empty() {
        let _infallible = writeln!(text, "found {}", languages.join(", "));
    }
    let checks = detected.checks();
    for command in &detected.commands {
        if checks.contains(&command.line) {
            let (line, place) = (&command.line, &command.declared_in);
            let _infallible = writeln!(text, "checks a change: `{line}` (from {place})");
        }
    }
    let others = detected
        .commands
        .iter()
        .filter(|it| !checks.contains(&it.line));
    let others: Vec<String> = others.map(|it| format!("`{}`", it.line)).collect();
    if !others.is_empty() {
        let _infallible = writeln!(
            text,
            "declared as well, so agents may run them: {}",
            others.join(", ")
        );
    }
    if checks.is_empty() {
        text.push_str(
            "no check was found, so nothing would prove a change: where tests stand a person is asked before a merge, and without \
             any it goes by a look at the code. Name one under `verification.commands`\n",
        );
    }
    text
}

pub(crate) fn trust(global: &Global) -> Outcome {
    accept(global)?;
    Ok(Exit::Done)
}

fn accept(global: &Global) -> Result<(), Failure> {
    let names = accepted(global)?;
    let words = if names.is_empty() {
        "this repository has no configuration of its own\n".to_owned()
    } else {
        format!("trusted as it is now: {}\n", names.join(", "))
    };
    tell(global, &words, &serde_json::json!({"trusted": names}))
}

fn accepted(global: &Global) -> Result<Vec<String>, Failure> {
    let sources = harness::repository::sources(&call(global)?)?;
    Ok(config::trust(&sources)?)
}
