//! What stands in no tree and decides what git runs and where it goes: hooks, settings, attributes. Our own calls of git
//! switch all of it off; the person's next `git commit` does not.

use std::io::Read as _;
use std::path::Path;

use ledger::ids::Hash;
use ledger::observation::Protected;

use super::Repo;
use super::config::{entries, read};

/// More hooks than that nobody has.
const HOOKS_MAX: usize = 256;
/// Bytes of one file that are looked at; how long it is counts too.
const FILE_BYTES_MAX: u64 = 1024 * 1024;
/// Settings that git writes by itself while people work, and that run nothing.
const PLAIN: [&str; 3] = ["branch.", "user.", "gui."];

impl Repo {
    /// All of it, in order of its names. What can't be read counts as empty: that it became so is a change too.
    #[must_use]
    pub fn protected(&self) -> Vec<Protected> {
        let mut out = hooks(&self.common_dir.join("hooks"));
        for name in ["info/attributes", "info/exclude"] {
            let path = self.common_dir.join(name);
            out.extend(file(&path).map(|digest| named(format!("`.git/{name}`"), digest)));
        }
        out.extend(settings(&self.common_dir.join("config"), "git"));
        let own = self.git_dir.join("config.worktree");
        out.extend(settings(&own, "git for one worktree"));
        out.sort_by(|one, other| one.what.cmp(&other.what));
        out
    }
}

fn named(what: String, digest: Hash) -> Protected {
    Protected { what, digest }
}

/// Every hook that git would run: those that end in `.sample` it doesn't.
fn hooks(folder: &Path) -> Vec<Protected> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let hook = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let digest = (!name.ends_with(".sample")).then(|| file(&entry.path()))??;
        Some(named(format!("the hook `.git/hooks/{name}`"), digest))
    };
    entries.flatten().filter_map(hook).take(HOOKS_MAX).collect()
}

/// The content of a file, what a link leads to included; `None`: there is none.
fn file(path: &Path) -> Option<Hash> {
    let metadata = std::fs::metadata(path).ok()?;
    if !metadata.is_file() {
        return None;
    }
    let mut bytes = metadata.len().to_le_bytes().to_vec();
    if let Ok(file) = std::fs::File::open(path) {
        let _part = file.take(FILE_BYTES_MAX).read_to_end(&mut bytes);
    }
    Some(Hash::of(&bytes))
}

/// Each setting of a file with all its values; a file that git alone understands as a whole.
fn settings(path: &Path, of: &str) -> Vec<Protected> {
    let read = read(path).map(Option::unwrap_or_default);
    let Some(entries) = read.and_then(|text| entries(&text)) else {
        let whole = |digest| named(format!("the settings of {of}"), digest);
        return file(path).map(whole).into_iter().collect();
    };
    let mut values = std::collections::BTreeMap::<String, String>::new();
    for (key, value) in entries {
        if !PLAIN.iter().any(|it| key.starts_with(it)) {
            let all = values.entry(key).or_default();
            all.push_str(&value);
            all.push('\n');
        }
    }
    values
        .into_iter()
        .map(|(key, all)| {
            named(
                format!("the setting `{key}` of {of}"),
                Hash::of(all.as_bytes()),
            )
        })
        .collect()
}
