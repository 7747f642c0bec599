//! How the hook gets into an agent's settings on disk, and out again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use agents::host::Host;
use agents::settings::{self, NotChanged, Part, Scope, SettingsFile};

use crate::config::files::{self, Links};
use crate::config::{Fault, Problem, home_dir};

/// Where the hook is to be.
#[derive(Debug, Clone)]
pub struct Place {
    /// The agent.
    pub host: Host,
    /// For whom.
    pub scope: Scope,
    /// The top of the project.
    pub root: PathBuf,
    /// The environment: where the agent keeps its settings.
    pub env: BTreeMap<String, String>,
}

/// What was done.
#[derive(Debug)]
pub struct Installed {
    /// The files, each with whether it was changed; it may have been right already.
    pub files: Vec<(PathBuf, bool)>,
}

impl Installed {
    /// Whether anything was changed.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.files.iter().any(|(_, changed)| *changed)
    }
}

/// Why the hook could not be put in, or taken out.
#[derive(Debug, thiserror::Error)]
pub enum NotInstalled {
    /// There is no home.
    #[error("there is no home directory to put the settings of {0} in (`HOME`)")]
    NoHome(Host),
    /// The settings.
    #[error("`{}` is left as it is: {why}", file.display())]
    NotChanged {
        /// The file.
        file: PathBuf,
        /// Why.
        why: NotChanged,
    },
    /// Something of somebody else's stands in its place.
    #[error("`{}` was not written by this program, and is left as it is", .0.display())]
    Foreign(PathBuf),
    /// The file can't be read or written.
    #[error(transparent)]
    File(#[from] Problem),
    /// What is known of the agent can't be read.
    #[error("{0}")]
    Card(String),
}

/// The variables with which an agent is told to keep its settings elsewhere than in the first folder of their path.
fn moved_by(host: Host) -> &'static str {
    match host {
        Host::Claude => "CLAUDE_CONFIG_DIR",
        Host::Codex => "CODEX_HOME",
        Host::Gemini => "GEMINI_CLI_HOME",
        Host::Opencode => "XDG_CONFIG_HOME",
        Host::Pi => "PI_CODING_AGENT_DIR",
    }
}

impl Place {
    /// The files.
    ///
    /// # Errors
    /// [`NotInstalled::NoHome`].
    pub fn files(&self) -> Result<Vec<(PathBuf, SettingsFile)>, NotInstalled> {
        let all = settings::files(self.host, self.scope);
        all.into_iter().map(|it| Ok((self.path(it)?, it))).collect()
    }

    fn path(&self, file: SettingsFile) -> Result<PathBuf, NotInstalled> {
        let below = Path::new(file.path);
        if file.scope == Scope::Project {
            return Ok(self.root.join(below));
        }
        let moved = self.env.get(moved_by(self.host)).map(PathBuf::from);
        if let Some(folder) = moved.filter(|it| it.is_absolute()) {
            let kept = match self.host {
                // It names the folder above.
                Host::Gemini => below,
                Host::Pi => below.strip_prefix(".pi/agent").unwrap_or(below),
                Host::Claude => below.strip_prefix(".claude").unwrap_or(below),
                Host::Codex => below.strip_prefix(".codex").unwrap_or(below),
                Host::Opencode => below.strip_prefix(".config").unwrap_or(below),
            };
            return Ok(folder.join(kept));
        }
        let home = home_dir(&self.env).ok_or(NotInstalled::NoHome(self.host))?;
        Ok(home.join(below))
    }
}

/// What stands in a file; nothing where there is none. A link of the person's is followed, one of a project's never.
pub(super) fn text(file: &Path, scope: Scope) -> Result<Option<String>, NotInstalled> {
    let links = match scope {
        Scope::User => Links::Followed,
        Scope::Project => Links::Refused,
    };
    let name = file.display().to_string();
    let Some(bytes) = files::read(file, &name, links)? else {
        return Ok(None);
    };
    Ok(Some(files::text(bytes, &name)?))
}

fn write(file: &Path, scope: Scope, text: &str) -> Result<(), NotInstalled> {
    let led = match scope {
        Scope::User => fs::canonicalize(file).ok(),
        Scope::Project => None,
    };
    Ok(files::write(led.as_deref().unwrap_or(file), text)?)
}

/// What becomes of a file.
enum Becomes {
    /// It stays as it is.
    Same,
    /// This.
    Text(String),
    /// It goes.
    Gone,
}

/// Puts the hook in: `program` is what the agent is to start.
///
/// # Errors
/// [`NotInstalled`]: what was changed before is told by its files.
pub fn install(place: &Place, program: &str) -> Result<Installed, NotInstalled> {
    change(place, Some(program))
}

/// Takes the hook out.
///
/// # Errors
/// [`NotInstalled`].
pub fn remove(place: &Place) -> Result<Installed, NotInstalled> {
    change(place, None)
}

/// Works out what becomes of every file first, and then changes them: one that can't be read leaves all as they are.
fn change(place: &Place, program: Option<&str>) -> Result<Installed, NotInstalled> {
    let card = place.host.card().map_err(NotInstalled::Card)?;
    let mut planned: Vec<(PathBuf, Scope, Becomes)> = Vec::new();
    let mut hooks = (String::new(), String::new());
    for (file, what) in place.files()? {
        let there = text(&file, what.scope)?;
        let becomes = match what.part {
            Part::Extension => extension(place.host, &file, there.as_deref(), program)?,
            Part::Hooks | Part::CodexConfig => {
                let text = there.as_deref().unwrap_or_default();
                let new = match (what.part, program) {
                    (Part::CodexConfig, Some(_)) => {
                        settings::codex::install(&card, text, &hooks.0, &hooks.1)
                    }
                    (Part::CodexConfig, None) => settings::codex::remove(text, &hooks.1),
                    (_, Some(program)) => settings::install(place.host, &card, text, program),
                    (_, None) => settings::remove(place.host, text),
                };
                let new = new.map_err(|why| NotInstalled::NotChanged {
                    file: file.clone(),
                    why,
                })?;
                hooks = (
                    new.clone().or(there).unwrap_or_default(),
                    file.display().to_string(),
                );
                new.map_or(Becomes::Same, Becomes::Text)
            }
        };
        planned.push((file, what.scope, becomes));
    }
    let mut done = Vec::new();
    for (file, scope, becomes) in planned {
        let changed = !matches!(becomes, Becomes::Same);
        match becomes {
            Becomes::Same => {}
            Becomes::Text(text) => write(&file, scope, &text)?,
            Becomes::Gone => fs::remove_file(&file).map_err(|source| {
                let (verb, name) = ("remove", file.display().to_string());
                Problem::bare(Fault::Io { verb, name, source })
            })?,
        }
        done.push((file, changed));
    }
    Ok(Installed { files: done })
}

/// What becomes of an extension's file.
fn extension(
    host: Host,
    file: &Path,
    there: Option<&str>,
    program: Option<&str>,
) -> Result<Becomes, NotInstalled> {
    let is_ours = there.is_none_or(settings::is_extension);
    Ok(match program.and_then(|it| settings::extension(host, it)) {
        Some(_) if !is_ours => return Err(NotInstalled::Foreign(file.to_owned())),
        Some(text) if there == Some(text.as_str()) => Becomes::Same,
        Some(text) => Becomes::Text(text),
        None if there.is_some() && is_ours => Becomes::Gone,
        None => Becomes::Same,
    })
}
