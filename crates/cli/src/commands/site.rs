//! The repository that a command works in, with the configuration that counts there.

use std::io::BufRead as _;

use harness::config;
use harness::from_issue;
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

/// The same for a command that looks at runs, or answers them: outside of a repository a clone of ours will do, for runs from
/// issues are begun from anywhere.
pub(super) fn site_of_runs(global: &Global) -> Result<Site, Failure> {
    let call = call(global)?;
    let site = match Site::find(&call) {
        Err(no_site) if no_site.is_outside() => {
            return from_issue::site_in_a_clone(&call)?.ok_or_else(|| no_site.into());
        }
        found => found?,
    };
    tell_notice(global, &site);
    Ok(site)
}

/// The same for one that has a run go on.
pub(super) fn site_to_go_on(global: &Global) -> Result<Site, Failure> {
    let site = site_of_runs(global)?;
    match is_clone(&site) {
        true => Ok(site),
        false => once_trusted(global, site, Vec::new()),
    }
}

/// Whether we are in a clone of ours: there all runs are shown.
pub(super) fn is_clone(site: &Site) -> bool {
    from_issue::is_clone(&site.config().state_dir, &site.repo.root)
}

/// The same for a command that has work done. Where the repository's configuration is not trusted as it is and somebody sits
/// at the terminal, they are asked: what they edited themselves a minute ago is what they mean to use.
pub(super) fn site_for_work(global: &Global, more: Vec<(String, String)>) -> Result<Site, Failure> {
    harness::ingress_redaction::compile_ahead();
    let site = site(global, more.clone())?;
    once_trusted(global, site, more)
}

fn once_trusted(global: &Global, site: Site, more: Vec<(String, String)>) -> Result<Site, Failure> {
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
