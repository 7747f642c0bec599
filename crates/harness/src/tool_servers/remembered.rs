//! What servers said of their tools before, as far as the agent was told of it: digests, in a file that no repository can reach.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::config::{Links, read_file, write_file};

/// Digests by tool, of one server.
pub(super) type Tools = BTreeMap<String, String>;

/// Digests by server and tool.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    path: PathBuf,
    kept: Kept,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    servers: BTreeMap<String, Tools>,
}

impl Remembered {
    /// What is kept in a state directory. What can't be read is nothing: then a server counts as new.
    pub(super) fn below(state_dir: &Path) -> Self {
        let path = state_dir.join("mcp-tools.json");
        let kept = read(&path);
        Self { path, kept }
    }

    /// What a server said before; nothing where it was never reached.
    pub(super) fn of(&self, server: &str) -> Option<&Tools> {
        self.kept.servers.get(server)
    }

    /// Adds what the agent is told of. Another run may have added something since, so the file is read anew.
    pub(super) fn add(&mut self, offered: &BTreeMap<&str, Vec<(&str, String)>>) {
        let mut kept = read(&self.path);
        for (server, tools) in offered {
            let known = kept.servers.entry((*server).to_owned()).or_default();
            let said = tools.iter();
            known.extend(said.map(|(name, digest)| ((*name).to_owned(), digest.clone())));
        }
        if kept != read(&self.path)
            && let Ok(mut text) = serde_json::to_string_pretty(&kept)
        {
            text.push('\n');
            // What could not be kept is asked about again.
            let _asked_again = write_file(&self.path, &text);
        }
        self.kept = kept;
    }
}

fn read(path: &Path) -> Kept {
    let name = path.display().to_string();
    let bytes = read_file(path, &name, Links::Followed).ok().flatten();
    bytes
        .and_then(|it| serde_json::from_slice(&it).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_by_others_stays() {
        let folder = tempfile::tempdir().unwrap();
        let mut one = Remembered::below(folder.path());
        let mut other = Remembered::below(folder.path());
        assert_eq!(one.of("docs"), None);
        one.add(&[("docs", vec![("find", "1".to_owned())])].into());
        other.add(&[("docs", vec![("read", "2".to_owned())]), ("x", vec![])].into());
        let anew = Remembered::below(folder.path());
        let expected: Tools = [("find", "1"), ("read", "2")]
            .map(|(name, digest)| (name.to_owned(), digest.to_owned()))
            .into();
        assert_eq!(anew.of("docs"), Some(&expected));
        assert_eq!(anew.of("x"), Some(&Tools::new()));
    }
}
