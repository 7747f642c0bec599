//! Where a path in a command leads, as text: lexical only. What really stands there is a fact that is asked for.

pub(crate) mod windows;

use crate::paths::climb;

/// Where commands run, as far as text can say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ground<'a> {
    /// The worktree, absolute, if known.
    pub worktree: Option<&'a str>,
    /// The home directory, absolute, if known.
    pub home: Option<&'a str>,
}

/// A path after all that is known about the directory it is relative to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Below the worktree, or the worktree itself.
    Inside {
        /// Components joined by `/`; empty: the worktree itself.
        path: String,
        /// It is a pattern.
        glob: bool,
    },
    /// Below the home directory, outside the worktree.
    Home {
        /// Without the `~/`; empty: the home directory itself.
        path: String,
        /// It is a pattern.
        glob: bool,
    },
    /// Elsewhere.
    Outside {
        /// Absolute and normal.
        path: String,
        /// It is a pattern.
        glob: bool,
    },
    /// Not known.
    Unknown {
        /// What it begins with, where that is known.
        known: Option<Box<Place>>,
        /// Why it is not, for people.
        why: String,
    },
}

impl Place {
    /// Where `path` leads from `cwd`, which is absolute, `~`-relative or relative to the worktree.
    pub(crate) fn of(ground: Ground<'_>, cwd: &str, path: &str, glob: bool) -> Place {
        let rooted = path.starts_with('/') || path == "~" || path.starts_with("~/");
        let absolute = if rooted || cwd.is_empty() {
            path.to_owned()
        } else {
            format!("{cwd}/{path}")
        };
        Self::normal(ground, &absolute, glob)
    }

    fn normal(ground: Ground<'_>, path: &str, glob: bool) -> Place {
        if let Some(rest) = path.strip_prefix('~') {
            return Self::in_home(ground, rest.trim_start_matches('/'), glob);
        }
        if path.starts_with('/') {
            let (parts, _) = climb(path);
            return Self::absolute(ground, &parts, glob);
        }
        let (parts, up) = climb(path);
        if up == 0 {
            return Place::Inside {
                path: parts.join("/"),
                glob,
            };
        }
        match ground.worktree {
            Some(top) => {
                let (base, _) = climb(top);
                let keep = base.len().saturating_sub(up);
                let mut all: Vec<&str> = base.into_iter().take(keep).collect();
                all.extend(parts);
                Self::absolute(ground, &all, glob)
            }
            None => Place::Outside {
                path: format!("{}{}", "../".repeat(up.min(64)), parts.join("/")),
                glob,
            },
        }
    }

    fn in_home(ground: Ground<'_>, rest: &str, glob: bool) -> Place {
        if let Some(home) = ground.home {
            return Self::normal(
                Ground {
                    home: None,
                    ..ground
                },
                &format!("{home}/{rest}"),
                glob,
            )
            .under_home(ground, glob);
        }
        let (parts, up) = climb(rest);
        if up > 0 {
            return Place::Outside {
                path: format!("~/{}{}", "../".repeat(up.min(64)), parts.join("/")),
                glob,
            };
        }
        Place::Home {
            path: parts.join("/"),
            glob,
        }
    }

    fn under_home(self, ground: Ground<'_>, glob: bool) -> Place {
        match self {
            Place::Outside { path, .. } => {
                let (parts, _) = climb(&path);
                Self::absolute(ground, &parts, glob)
            }
            Place::Inside { .. } | Place::Home { .. } | Place::Unknown { .. } => self,
        }
    }

    fn absolute(ground: Ground<'_>, parts: &[&str], glob: bool) -> Place {
        if let Some(rest) = ground.worktree.and_then(|top| below(parts, top)) {
            return Place::Inside { path: rest, glob };
        }
        if let Some(rest) = ground.home.and_then(|home| below(parts, home)) {
            return Place::Home { path: rest, glob };
        }
        Place::Outside {
            path: format!("/{}", parts.join("/")),
            glob,
        }
    }

    /// The text of the path, where it is known.
    pub fn text(&self) -> Option<String> {
        match self {
            Place::Inside { path, .. } | Place::Outside { path, .. } => Some(path.clone()),
            Place::Home { path, .. } if path.is_empty() => Some("~".to_owned()),
            Place::Home { path, .. } => Some(format!("~/{path}")),
            Place::Unknown { .. } => None,
        }
    }

    /// As a person is shown it.
    pub fn shown(&self) -> String {
        match self {
            Place::Inside { path, .. } if path.is_empty() => "the whole worktree".to_owned(),
            Place::Inside { .. } | Place::Home { .. } | Place::Outside { .. } => {
                self.text().unwrap_or_default()
            }
            Place::Unknown { why, .. } => format!("a path that is not known ({why})"),
        }
    }

    /// Whether it stands for more than one name.
    pub fn is_pattern(&self) -> bool {
        match self {
            Place::Inside { glob, .. } | Place::Home { glob, .. } | Place::Outside { glob, .. } => {
                *glob
            }
            Place::Unknown { .. } => true,
        }
    }
}

/// What follows a directory, by whole components.
fn below(parts: &[&str], top: &str) -> Option<String> {
    let (top, _) = climb(top);
    let rest = parts.strip_prefix(top.as_slice())?;
    Some(rest.join("/"))
}
