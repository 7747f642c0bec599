//! The repository that a command works in, with the configuration that counts there.

use std::io::BufRead as _;

use harness::config;
use harness::repository::{Call, Site};

use crate::args::Global;
use crate::exit::Failure;
use crate::screen;

/// What the global flags say about where to work.
pub(super) fn call(global: &Global) -> Result<Call, Failure> {
    let mut flags = Vec::new();
    for pair in &global.set {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            Failure::usage(format!("`--set {pair}` has no `=`"))
                .help("write `--set budget.total=5`")
        })?;
        flags.push((key.trim().to_owned(), value.to_owned()));
    }
    if let Some(store) = &global.store {
        flags.push(("store".to_owned(), store.clone()));
    }
    Ok(Call {
        directory: global.directory.clone(),
        file: global.config.clone(),
        flags,
        trust_once: global.trust,
    })
}

/// The repository around us, with more flags.
pub(super) fn site(global: &Global, more: Vec<(String, String)>) -> Result<Site, Failure> {
    let mut call = call(global)?;
    call.flags.extend(more);
    let site = Site::find(&call)?;
    tell_notice(global, &site);
    Ok(site)
}

/// The same for a command that has work done. Where the repository's configuration is not trusted as it is and somebody sits
/// at the terminal, they are asked: what they edited themselves a minute ago is what they mean to use.
pub(super) fn site_for_work(global: &Global, more: Vec<(String, String)>) -> Result<Site, Failure> {
    harness::ingress_redaction::compile_ahead();
    let site = site(global, more.clone())?;
    let files = &site.loaded.untrusted;
    if files.is_empty() || global.json || global.quiet || !screen::is_attended() {
        return Ok(site);
    }
    screen::ask(&format!("trust {} as it is now? [y/N] ", files.join(", ")));
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        return Ok(site);
    }
    config::trust(&site.sources)?;
    let mut call = call(global)?;
    call.flags.extend(more);
    let site = Site::find(&call)?;
    tell_notice(global, &site);
    Ok(site)
}

fn tell_notice(global: &Global, site: &Site) {
    if let Some(notice) = site.loaded.notice()
        && !global.quiet
    {
        screen::say(&notice);
    }
}
