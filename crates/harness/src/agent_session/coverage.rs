//! What stands in front of an agent here, and what goes past it.

use std::path::PathBuf;

use agents::host::{Card, Host, UnseenTool};
use agents::settings::{self, Part, Scope};
use serde::Serialize;

use super::install::{NotInstalled, Place, text};

/// What stands in front of an agent, and what goes past it.
#[derive(Debug, Serialize)]
pub struct Coverage {
    /// Settings files that may name the hook, and whether they do, so that it is run.
    pub settings: Vec<(PathBuf, bool)>,
    /// Tools that its hooks do not see.
    pub unseen: Vec<Unseen>,
    /// Ways in which a hook that fails lets a call through, and what is done about it.
    pub fails_open: Vec<String>,
    /// What its versions honour, for people: the newest first.
    pub versions: Vec<Version>,
}

/// A tool that hooks do not see.
#[derive(Debug, Serialize)]
pub struct Unseen {
    /// The tool.
    pub tool: String,
    /// What it can do.
    pub does: String,
    /// How it is switched off, where it can be.
    pub off: Option<String>,
    /// Whether it is off here; nothing where that can't be told.
    pub is_off: Option<bool>,
}

/// What some versions honour.
#[derive(Debug, Serialize)]
pub struct Version {
    /// The versions.
    pub versions: String,
    /// What they honour.
    pub honours: Vec<&'static str>,
    /// What they do not.
    pub lacks: Vec<&'static str>,
    /// When and how that was tried.
    pub probed: String,
}

impl Coverage {
    /// Whether the hook is there.
    #[must_use]
    pub fn is_installed(&self) -> bool {
        self.settings.iter().any(|(_, named)| *named)
    }
}

/// Looks at the settings of an agent, the person's and the project's.
///
/// # Errors
/// [`NotInstalled`].
pub fn coverage(place: &Place, program: &str) -> Result<Coverage, NotInstalled> {
    let card = place.host.card().map_err(NotInstalled::Card)?;
    let mut files: Vec<(PathBuf, bool)> = Vec::new();
    let (mut config, mut hooks) = (String::new(), String::new());
    for scope in [Scope::Project, Scope::User] {
        let place = Place {
            scope,
            ..place.clone()
        };
        for (file, what) in place.files()? {
            let there = text(&file, what.scope)?.unwrap_or_default();
            match what.part {
                Part::CodexConfig => {
                    // A hook that is named and not trusted is not run.
                    if let Some((named_in, named)) = files.last_mut() {
                        let path = named_in.display().to_string();
                        *named &= settings::codex::trusts(&card, &there, &hooks, &path);
                    }
                    config = there;
                }
                Part::Hooks => {
                    let named = settings::is_installed(place.host, &card, &there, program);
                    files.push((file, named));
                    hooks = there;
                }
                Part::Extension => files.push((file, settings::is_extension(&there))),
            }
        }
    }
    Ok(Coverage {
        settings: files,
        unseen: unseen(place.host, &card, &config),
        fails_open: card.fails_open.clone(),
        versions: versions(&card),
    })
}

fn unseen(host: Host, card: &Card, config: &str) -> Vec<Unseen> {
    let open = settings::codex::left_open(config);
    let is_off = |it: &UnseenTool| {
        let off = it.off.as_deref()?;
        let known = settings::codex::OFF
            .iter()
            .find(|name| off.contains(**name))?;
        (host == Host::Codex).then(|| !open.contains(known))
    };
    card.unseen
        .iter()
        .map(|it| Unseen {
            tool: it.tool.clone(),
            does: it.does.clone(),
            off: it.off.clone(),
            is_off: is_off(it),
        })
        .collect()
}

fn versions(card: &Card) -> Vec<Version> {
    card.versions
        .iter()
        .map(|row| {
            let honours = row.honours;
            let all = [
                ("refuse", honours.deny),
                ("ask", honours.ask),
                ("change the arguments", honours.rewrite),
                ("mask a result", honours.replace),
                ("tell at the start", honours.context),
                ("send back", honours.stop),
            ];
            let only = |wanted: bool| {
                let chosen = all.iter().filter(|(_, honoured)| *honoured == wanted);
                chosen.map(|(name, _)| *name).collect()
            };
            Version {
                versions: match row.from == row.until {
                    true => row.from.clone(),
                    false => format!("{} to {}", row.from, row.until),
                },
                honours: only(true),
                lacks: only(false),
                probed: format!("{}, {}", row.probed, row.probe),
            }
        })
        .collect()
}
