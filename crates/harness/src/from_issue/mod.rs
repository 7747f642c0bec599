//! Runs from issues and pull requests of a forge: what is said there becomes a task, a cached clone the repository, and a
//! branch and pull request of the forge the place where its work goes.
//!
//! Reading order: `address` (what a person names), `gather` (what is said there, and by whom), `clone` (where it is worked
//! on); then [`prepare`] here, which joins them.

mod address;
mod clone;
mod error;
mod gather;

use std::path::Path;

use board::templates::{Language, Templates};
use ledger::board::ActionType;
use ledger::event::Opened;
use ledger::forge::{Login, MergeVia, Publish};
use ledger::ids::GitId;
use ledger::promise::Source;
use tools::cached_clone::CachedClone;

use crate::config::{self, Config, Sources};
use crate::forges::Forges;
use crate::repository::{Call, NoSite, Site};
use crate::runs::Told;

pub use address::{Address, address};
pub use clone::is_clone;
pub use error::NoIssue;
pub(crate) use gather::{Gathered, gather};

/// Everything that a run from an issue begins with.
#[derive(Debug)]
pub struct Prepared {
    /// The clone, with its configuration.
    pub site: Site,
    /// The task.
    pub source: Source,
    /// Whether the issue is by somebody who may write to the repository.
    pub trusted: bool,
    /// Where the work goes.
    pub publish: Publish,
    /// The commit that the work begins from.
    pub base: GitId,
}

/// The person's own configuration, where no repository has a say.
///
/// # Errors
/// What is wrong with it.
pub fn own_config(call: &Call) -> Result<Config, config::Problems> {
    let mut sources = Sources::new(call.directory.clone());
    sources.flags.clone_from(&call.flags);
    sources.file.clone_from(&call.file);
    sources.files = Some(Vec::new());
    Ok(config::load(&sources)?.config)
}

/// Looks at an issue or a pull request, and makes ready what a run about it needs.
///
/// # Errors
/// [`NoIssue`], with what to do about it.
pub fn prepare(call: &Call, address: &Address) -> Result<Prepared, NoIssue> {
    let config = own_config(call)?;
    let env = config::process_env();
    let forges = Forges::of(&config.forges, &env);
    let login = forges.own_login(&address.forge)?;
    let templates = Templates::built_in(Language::En);
    let runtime = crate::session::runtime().map_err(|error| NoIssue::Runtime(error.to_string()))?;
    let client = forges.client(&address.forge, &login)?;
    let gathered = runtime.block_on(gather(&client, &client, address))?;
    if let Some(why) = gathered.refusal() {
        return Err(why);
    }
    let place = Place {
        call,
        state_dir: &config.state_dir,
        via: config.forges.via,
    };
    place.ready(&forges, &login, gathered, &templates)
}

/// Where a run is made ready.
pub(crate) struct Place<'a> {
    pub(crate) call: &'a Call,
    pub(crate) state_dir: &'a Path,
    pub(crate) via: Option<MergeVia>,
}

impl Place<'_> {
    /// Brings the repository here, and says where the work goes.
    pub(crate) fn ready(
        &self,
        forges: &Forges,
        login: &Login,
        gathered: Gathered,
        templates: &Templates,
    ) -> Result<Prepared, NoIssue> {
        let address = &gathered.address;
        let folder = clone::folder(self.state_dir, &address.forge, &address.repo);
        let clone = CachedClone::open(&folder)?;
        let remote = forges.remote(&address.forge, &address.repo, login)?;
        let target = gathered.target.clone();
        let tip = clone.fetch(&remote, &target)?;
        clone.stand_at(&target, &tip)?;
        let branch = gathered.branch(templates);
        let stands = clone.repo().remote_tips(&remote, &[&branch])?;
        let stands = stands.into_iter().find(|(name, _)| *name == branch);
        let begun = match stands {
            Some(_) => Some(clone.fetch(&remote, &branch)?),
            None => None,
        };
        let since = match &begun {
            Some(begun) => clone.repo().merge_base(&tip, begun)?,
            None => None,
        };
        let business = gathered.business;
        let template = templates.get(ActionType::IssueAssigned, business);
        let publish = Publish {
            forge: address.forge.clone(),
            repo: address.repo.clone(),
            login: login.clone(),
            via: self.via.unwrap_or_default(),
            branch,
            tip: begun.clone(),
            since,
            pull: gathered.pull,
            issue: gathered.issue,
            parent: gathered.parent,
            host: crate::publishing::host_of(&forges.entry(&address.forge)?.url),
            places: gathered.places(),
            reviewers: Vec::new(),
            report: template.report,
        };
        let mut site = self.site(&folder, &target)?;
        site.commit_as(&publish);
        let trusted = gathered.task.standing.is_trusted();
        let mut task = gathered.task;
        task.steps = template.steps;
        Ok(Prepared {
            site,
            source: Source::Issue(Box::new(task)),
            trusted,
            publish,
            base: begun.unwrap_or(tip),
        })
    }

    fn site(&self, folder: &Path, target: &str) -> Result<Site, NoIssue> {
        let mut call = self.call.clone();
        call.directory = folder.to_path_buf();
        let key = "project.target_branch".to_owned();
        call.flags.push((key, target.to_owned()));
        Ok(Site::find(&call)?)
    }
}

/// The site of a clone of ours, any of them: where somebody who is in no repository looks at runs.
///
/// # Errors
/// [`NoSite`].
pub fn site_in_a_clone(call: &Call) -> Result<Option<Site>, NoSite> {
    let config = own_config(call)?;
    let Some(directory) = clone::any(&config.state_dir) else {
        return Ok(None);
    };
    let call = Call {
        directory,
        file: call.file.clone(),
        flags: call.flags.clone(),
        trust_once: false,
    };
    Site::find(&call).map(Some)
}

/// The site of a run that goes on: that of its clone, where it is in one.
///
/// # Errors
/// [`NoIssue`].
pub fn site_of(here: Site, told: &Told) -> Result<Site, NoIssue> {
    let Some(opened) = &told.state.opened else {
        return Ok(here);
    };
    let repository = Path::new(&opened.repository);
    if !is_clone(&here.config().state_dir, repository) {
        return Ok(here);
    }
    let call = Call {
        file: here.sources.file.clone(),
        flags: here.sources.flags.clone(),
        trust_once: here.sources.is_trusted_once,
        ..Call::default()
    };
    Ok(site_in_clone(call, opened)?)
}

/// The site of a run that goes on in the clone where it began.
pub(crate) fn site_in_clone(mut call: Call, opened: &Opened) -> Result<Site, NoSite> {
    call.directory = opened.repository.clone().into();
    let key = "project.target_branch".to_owned();
    call.flags.push((key, opened.target.clone()));
    let mut site = Site::find(&call)?;
    if let Some(publish) = &opened.publish {
        site.commit_as(publish);
    }
    Ok(site)
}
