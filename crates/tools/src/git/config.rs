//! What git's configuration says, with where each setting comes from: who commits, what is converted, and which programs
//! git would start.
//!
//! git itself is asked, once: only it knows where the system's file is and which files include others. What is read
//! without it here are single files of the repository, to see whether they changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::run::Call;
use super::{GitError, Repo, words};

/// Bytes of one configuration file at most.
const CONFIG_BYTES_MAX: u64 = 1024 * 1024;

/// What the configuration says. Names of sections and keys are in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    settings: BTreeMap<String, Vec<Setting>>,
}

/// One setting of a key, in the order git reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Setting {
    /// `None`: the key stands alone, which means yes.
    value: Option<String>,
    scope: Scope,
}

/// Whose setting it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The system's, the user's, or given in the environment.
    User,
    /// The repository's own: whoever handed it over as a folder may have written it.
    Repository,
}

/// The programs of one filter driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Its name, as attributes have it.
    pub name: String,
    /// What turns a file's content into what is stored.
    pub clean: Option<String>,
    /// What turns what is stored into a file's content.
    pub smudge: Option<String>,
    /// What does both, for many files.
    pub process: Option<String>,
    /// Nothing is stored or written where it fails.
    pub required: bool,
    /// Whose it is: the repository's own, if any of its programs is.
    pub scope: Scope,
}

impl Filter {
    /// The command lines that git would start for it.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        let all = [&self.process, &self.clean, &self.smudge];
        all.into_iter().flatten().map(String::as_str)
    }
}

impl Repo {
    /// What the configuration of this repository and its user says; read once.
    ///
    /// # Errors
    /// [`GitError::Failed`]: git can't read it.
    pub fn config(&self) -> Result<&Config, GitError> {
        if let Some(config) = self.config.get() {
            return Ok(config);
        }
        let config = self.config_anew()?;
        Ok(self.config.get_or_init(|| config))
    }

    /// The same as it is at this moment.
    pub(super) fn config_anew(&self) -> Result<Config, GitError> {
        let arguments = words(["config", "--list", "-z", "--show-scope"]);
        let call = Call::unguarded(&self.root, "config", arguments).given();
        let bytes = call.bytes()?;
        Ok(Config::parse(&String::from_utf8_lossy(&bytes)))
    }

    /// The address of a remote, as the configuration has it; none where it names none.
    ///
    /// # Errors
    /// As [`Repo::config`].
    pub fn remote_url(&self, remote: &str) -> Result<Option<&str>, GitError> {
        let key = format!("remote.{remote}.url");
        let settings = self.config()?.settings.get(&key);
        Ok(settings.and_then(|it| it.last()?.value.as_deref()))
    }
}

impl Repo {
    /// Where the content of a submodule comes from, as `.gitmodules` of this worktree says.
    pub(crate) fn submodule_url(&self, path: &str) -> Option<String> {
        let text = read(&self.root.join(".gitmodules"))??;
        let all = entries(&text)?;
        let is_path = |(key, value): &&(String, String)| key.ends_with(".path") && value == path;
        let (key, _) = all.iter().find(is_path)?;
        let url = format!("{}.url", key.strip_suffix(".path")?);
        let found = all.iter().find(|(key, _)| *key == url);
        found.map(|(_, value)| value.clone())
    }
}

impl Config {
    /// Reads what `git config --list -z --show-scope` prints.
    fn parse(text: &str) -> Self {
        let mut config = Self::default();
        let mut fields = text.split('\0');
        while let (Some(scope), Some(item)) = (fields.next(), fields.next()) {
            let scope = match scope {
                "local" | "worktree" => Scope::Repository,
                _ => Scope::User,
            };
            let (key, value) = match item.split_once('\n') {
                Some((key, value)) => (key, Some(value.to_owned())),
                None => (item, None),
            };
            let of = config.settings.entry(key.to_owned()).or_default();
            of.push(Setting { value, scope });
        }
        config
    }

    /// The value that counts: the last one. A key that stands alone has none.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.last(key)?.value.as_deref()
    }

    /// The value that counts, unless it is empty.
    pub(crate) fn filled(&self, key: &str) -> Option<&str> {
        self.get(key).filter(|it| !it.trim().is_empty())
    }

    /// Whether a switch is on, if anything is said of it.
    #[must_use]
    pub fn switch(&self, key: &str) -> Option<bool> {
        let last = self.last(key)?;
        Some(last.value.as_deref().is_none_or(is_true))
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.switch(key) == Some(true)
    }

    /// The filter drivers, by their names.
    #[must_use]
    pub fn filters(&self) -> Vec<Filter> {
        let names = self.names("filter.").into_iter();
        names.map(|name| self.filter(name)).collect()
    }

    /// Names in the middle of keys: `filter.NAME.clean`.
    pub(crate) fn names(&self, section: &str) -> BTreeSet<&str> {
        let keys = self
            .settings
            .keys()
            .filter_map(|it| it.strip_prefix(section));
        keys.filter_map(|it| it.rsplit_once('.').map(|(name, _)| name))
            .collect()
    }

    /// Whether the repository's own configuration says anything below this section.
    pub(crate) fn is_in_repository(&self, section: &str) -> bool {
        let below = self.settings.iter().filter(|(key, _)| {
            let rest = key.strip_prefix(section);
            rest.is_some_and(|it| it.starts_with('.'))
        });
        let mut all = below.flat_map(|(_, all)| all);
        all.any(|it| it.scope == Scope::Repository)
    }

    /// The first key by which the repository's own configuration has a say in how another machine is reached: another
    /// address for it, a proxy, what is not checked, more addresses. A remote may be called as an address is.
    pub(super) fn own_way(&self, url: &str) -> Option<&str> {
        let of_address = format!("remote.{url}.");
        let has_a_say = |key: &str| {
            key.starts_with("url.")
                || key.starts_with("http.")
                || key.starts_with(&of_address)
                || key == "fetch.bundleuri"
        };
        let own = self
            .settings
            .iter()
            .filter(|(_, all)| all.iter().any(|it| it.scope == Scope::Repository));
        own.map(|(key, _)| key.as_str()).find(|key| has_a_say(key))
    }

    /// Whose a value is that counts: where the repository only repeats what the person says anyway, it is the person's.
    pub(crate) fn owner(&self, key: &str) -> Option<Scope> {
        let all = self.settings.get(key)?;
        let last = all.last()?;
        let mut same = all.iter().filter(|it| it.value == last.value);
        let is_users = same.any(|it| it.scope == Scope::User);
        Some(if is_users { Scope::User } else { last.scope })
    }

    fn filter(&self, name: &str) -> Filter {
        let key = |what: &str| format!("filter.{name}.{what}");
        let program = |what: &str| self.filled(&key(what)).map(str::to_owned);
        let all = ["clean", "smudge", "process"].map(key);
        let is_own = all
            .iter()
            .any(|it| self.owner(it) == Some(Scope::Repository));
        Filter {
            name: name.to_owned(),
            clean: program("clean"),
            smudge: program("smudge"),
            process: program("process"),
            required: self.is_on(&key("required")),
            scope: if is_own {
                Scope::Repository
            } else {
                Scope::User
            },
        }
    }

    fn last(&self, key: &str) -> Option<&Setting> {
        self.settings.get(key)?.last()
    }
}

/// Whether git takes a value for yes.
fn is_true(value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    matches!(value.as_str(), "true" | "yes" | "on") || value.parse().is_ok_and(|it: i64| it != 0)
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
    fn reads_what_git_prints() {
        let text = "system\0filter.lfs.clean\ngit-lfs clean -- %f\0global\0filter.lfs.required\ntrue\0global\0user.name\nA B\0\
                    local\0user.name\nC\0local\0filter.x.y.smudge\ntool\0local\0core.filemode\0command\0a.b\n1\0";
        let config = Config::parse(text);
        assert_eq!(config.get("user.name"), Some("C"));
        assert_eq!(config.owner("user.name"), Some(Scope::Repository));
        assert_eq!(config.switch("core.filemode"), Some(true));
        assert_eq!(config.switch("core.none"), None);
        let filters = config.filters();
        let [lfs, other] = filters.as_slice() else {
            panic!("{filters:?}")
        };
        assert_eq!(
            (lfs.name.as_str(), lfs.required, lfs.scope),
            ("lfs", true, Scope::User)
        );
        assert_eq!(lfs.programs().collect::<Vec<_>>(), ["git-lfs clean -- %f"]);
        assert_eq!(
            (other.name.as_str(), other.scope),
            ("x.y", Scope::Repository)
        );
    }

    #[test]
    fn ways_to_other_machines_are_the_persons_to_say() {
        let url = "https://forge.example/a/b.git";
        let way = |scope: &str, key: &str| {
            let config = Config::parse(&format!("{scope}\0{key}\nx\0"));
            config.own_way(url).map(str::to_owned)
        };
        for key in [
            "url.https://elsewhere.example/.insteadof",
            "url.https://elsewhere.example/.pushinsteadof",
            "http.proxy",
            "http.https://forge.example.sslverify",
            "remote.https://forge.example/a/b.git.pushurl",
            "fetch.bundleuri",
        ] {
            assert_eq!(way("local", key).as_deref(), Some(key));
            assert_eq!(way("worktree", key).as_deref(), Some(key));
            assert_eq!(way("global", key), None, "{key}");
        }
        for key in ["remote.origin.url", "fetch.prune", "core.bare"] {
            assert_eq!(way("local", key), None, "{key}");
        }
    }

    #[test]
    fn switches_are_read_as_git_reads_them() {
        for (value, expected) in [
            ("true", true),
            ("Yes", true),
            ("on", true),
            ("1", true),
            ("-2", true),
            ("0", false),
            ("", false),
            ("no", false),
            ("input", false),
        ] {
            assert_eq!(is_true(value), expected, "{value}");
        }
    }

    #[test]
    fn leaves_to_git_what_it_does_not_understand() {
        for text in [
            "[a \"b\\\"c\"]\nd=e\n",
            "[user]\nname = a \\\n b\n",
            "[user] name = x\n",
        ] {
            assert_eq!(entries(text), None, "{text}");
        }
    }
}
