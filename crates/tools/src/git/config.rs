//! The few things of git's configuration that matter here: who commits, and which programs must
//! not run.
//!
//! Read without git where files are plain; as soon as one includes another, git is asked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::run::Call;
use super::{GitError, Repo, words};

/// Bytes of one configuration file at most.
const CONFIG_BYTES_MAX: u64 = 1024 * 1024;

/// What the configuration says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `user.name`.
    pub name: Option<String>,
    /// `user.email`.
    pub email: Option<String>,
    /// Names of filter drivers (`filter.<name>`), which run programs.
    pub filters: BTreeSet<String>,
    /// Names of merge drivers (`merge.<name>`), which run programs.
    pub merges: BTreeSet<String>,
}

impl Repo {
    /// What the configuration of this repository and its user says; read once.
    pub fn config(&self) -> Result<&Config, GitError> {
        if let Some(config) = self.config.get() {
            return Ok(config);
        }
        let config = match self.config_from_files() {
            Some(config) => config,
            None => self.config_from_git()?,
        };
        Ok(self.config.get_or_init(|| config))
    }

    /// `None` as soon as something asks for more than reading a file.
    fn config_from_files(&self) -> Option<Config> {
        let mut files = user_files();
        files.push(self.common_dir.join("config"));
        files.push(self.git_dir.join("config.worktree"));
        let mut config = Config::default();
        for file in files {
            match read(&file)? {
                Some(text) => config.read_file(&text)?,
                None => continue,
            }
        }
        Some(config)
    }

    fn config_from_git(&self) -> Result<Config, GitError> {
        let call = Call::unguarded(&self.root, "config", words(["config", "--list", "-z"]));
        let mut config = Config::default();
        for item in call.text()?.split('\0').filter(|item| !item.is_empty()) {
            let (key, value) = item.split_once('\n').unwrap_or((item, "true"));
            config.set(key, value);
        }
        Ok(config)
    }
}

impl Config {
    /// Takes in one file; `None` if it includes others or does not parse.
    fn read_file(&mut self, text: &str) -> Option<()> {
        for (key, value) in entries(text)? {
            if key.starts_with("include.") || key.starts_with("includeif.") {
                return None;
            }
            self.set(&key, &value);
        }
        Some(())
    }

    /// Takes in one setting; the last one counts.
    fn set(&mut self, key: &str, value: &str) {
        match key {
            "user.name" => self.name = Some(value.to_owned()),
            "user.email" => self.email = Some(value.to_owned()),
            _ => {
                for (section, drivers) in
                    [("filter.", &mut self.filters), ("merge.", &mut self.merges)]
                {
                    let name = key
                        .strip_prefix(section)
                        .and_then(|rest| rest.rsplit_once('.'));
                    drivers.extend(name.map(|(name, _)| name.to_owned()));
                }
            }
        }
    }
}

/// The settings of one file as `section.sub.key` and value, section and key in lower case.
/// `None` for what this does not understand: git will.
pub(super) fn entries(text: &str) -> Option<Vec<(String, String)>> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(header) = line.strip_prefix('[') {
            section = section_of(header)?;
            continue;
        }
        // A value over several lines, or with escapes, is rare enough to leave to git.
        if line.contains('\\') {
            return None;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, "true"));
        found.push((
            format!("{section}.{}", key.trim().to_lowercase()),
            plain(value.trim()),
        ));
    }
    Some(found)
}

/// `filter "lfs"]` as `filter.lfs`. Something behind the bracket is not understood.
fn section_of(header: &str) -> Option<String> {
    let header = header.strip_suffix(']')?;
    match header.split_once('"') {
        Some((section, sub)) => {
            let sub = sub
                .strip_suffix('"')
                .filter(|sub| !sub.contains(['"', '\\']))?;
            Some(format!("{}.{sub}", section.trim().to_lowercase()))
        }
        None => Some(header.trim().to_lowercase()),
    }
}

/// A value without its quotes and its comment.
fn plain(value: &str) -> String {
    let mut quoted = false;
    let mut plain = String::new();
    for letter in value.chars() {
        match letter {
            '"' => quoted = !quoted,
            '#' | ';' if !quoted => break,
            letter => plain.push(letter),
        }
    }
    plain.trim_end().to_owned()
}

/// The user's own files, in the order git reads them.
fn user_files() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let shared = std::env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .or_else(|| home.as_ref().map(|home| home.join(".config")));
    let shared = shared.map(|folder| folder.join("git/config"));
    shared
        .into_iter()
        .chain(home.map(|home| home.join(".gitconfig")))
        .collect()
}

/// The text of a file; `Some(None)` if it is not there, `None` if it can't be used.
pub(super) fn read(file: &Path) -> Option<Option<String>> {
    match std::fs::metadata(file) {
        Ok(metadata) if metadata.len() > CONFIG_BYTES_MAX => None,
        Ok(_) => Some(Some(std::fs::read_to_string(file).ok()?)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(None),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_git_writes() {
        let text = "[core]\n\tbare = false\n[user]\n name = \"A B\" # me\n\temail=a@b ; x\n\
                    [filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n\trequired\n[Merge \"x.y\"]\ndriver=z\n";
        let mut config = Config::default();
        assert_eq!(config.read_file(text), Some(()));
        assert_eq!(config.name.as_deref(), Some("A B"));
        assert_eq!(config.email.as_deref(), Some("a@b"));
        assert_eq!(config.filters, BTreeSet::from(["lfs".to_owned()]));
        assert_eq!(config.merges, BTreeSet::from(["x.y".to_owned()]));
    }

    #[test]
    fn leaves_to_git_what_it_does_not_understand() {
        for text in [
            "[include]\npath = x\n",
            "[includeIf \"gitdir:~/x\"]\npath = x\n",
            "[a \"b\\\"c\"]\nd=e\n",
            "[user]\nname = a \\\n b\n",
            "[user] name = x\n",
        ] {
            assert_eq!(Config::default().read_file(text), None, "{text}");
        }
    }
}
