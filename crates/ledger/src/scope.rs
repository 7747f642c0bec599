//! What a task may write: named files, folders with all that is in them, and patterns. Written in plans and in commits.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::RelPath;
use crate::pattern::{self, PathPattern};

/// What a task may write.
///
/// In a line it is a list; an empty one is [`Scope::Any`], as it was before there was anything but lists of files, and
/// `"none"` is no file at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Scope {
    /// Any file of the worktree: nobody bounded it.
    #[default]
    Any,
    /// Only what one of these covers; without any, no file at all.
    Only(Vec<ScopeEntry>),
}

/// One entry of a scope.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum ScopeEntry {
    /// This one file.
    File(RelPath),
    /// Every file in this folder, however deep.
    Folder(RelPath),
    /// Every file whose path matches.
    Pattern(PathPattern),
}

/// An entry in a line: a file is a text, as it was before there was anything else.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    File(RelPath),
    Folder { folder: RelPath },
    Pattern { pattern: PathPattern },
}

impl Scope {
    /// These files; without any, any file.
    pub fn of_files(files: impl IntoIterator<Item = RelPath>) -> Self {
        let entries: Vec<ScopeEntry> = files.into_iter().map(ScopeEntry::File).collect();
        match entries.is_empty() {
            true => Scope::Any,
            false => Scope::Only(entries),
        }
    }

    /// What any of these allows, each entry once, in their order. Where one is not bounded, the whole is not.
    pub fn united<'s>(scopes: impl IntoIterator<Item = &'s Self>) -> Self {
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for scope in scopes {
            match scope {
                Scope::Any => return Scope::Any,
                Scope::Only(entries) => {
                    all.extend(entries.iter().filter(|it| seen.insert(*it)).cloned());
                }
            }
        }
        Scope::Only(all)
    }

    /// The same with these files, where it is bounded.
    #[must_use]
    pub fn with_files<'p>(&self, files: impl IntoIterator<Item = &'p RelPath>) -> Self {
        let files = files.into_iter().cloned().map(ScopeEntry::File);
        Scope::united([self, &Scope::Only(files.collect())])
    }

    /// Whether nobody bounded it.
    #[must_use]
    pub fn is_any(&self) -> bool {
        matches!(self, Scope::Any)
    }

    /// Its entries; none where it is not bounded.
    #[must_use]
    pub fn entries(&self) -> &[ScopeEntry] {
        match self {
            Scope::Any => &[],
            Scope::Only(entries) => entries,
        }
    }

    /// The files that it names one by one.
    pub fn files(&self) -> impl Iterator<Item = &RelPath> {
        self.entries().iter().filter_map(ScopeEntry::as_file)
    }

    /// Whether it names this very file.
    #[must_use]
    pub fn names(&self, path: &str) -> bool {
        self.files().any(|it| it.as_str() == path)
    }

    /// Whether a path may be written.
    #[must_use]
    pub fn covers(&self, path: &str) -> bool {
        self.is_any() || self.entries().iter().any(|it| it.covers(path))
    }
}

impl ScopeEntry {
    /// The file, if it is one.
    #[must_use]
    pub fn as_file(&self) -> Option<&RelPath> {
        match self {
            ScopeEntry::File(path) => Some(path),
            ScopeEntry::Folder(_) | ScopeEntry::Pattern(_) => None,
        }
    }

    /// Whether a path is one of its files.
    #[must_use]
    pub fn covers(&self, path: &str) -> bool {
        match self {
            ScopeEntry::File(file) => file.as_str() == path,
            ScopeEntry::Folder(folder) => is_in(path, folder.as_str()),
            ScopeEntry::Pattern(pattern) => pattern.covers(path),
        }
    }

    /// Whether two entries can get into each other's way: a path is covered by both, or is a file to the one and a folder
    /// to the other. Case does not tell names apart, since it does not on every disk.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        use ScopeEntry::{File, Folder, Pattern};
        match (self, other) {
            (File(a) | Folder(a), File(b) | Folder(b)) => {
                is_at_or_above(a.as_str(), b.as_str()) || is_at_or_above(b.as_str(), a.as_str())
            }
            (Pattern(pattern), Folder(folder)) | (Folder(folder), Pattern(pattern)) => {
                pattern.reaches_into(folder.as_str())
            }
            (Pattern(pattern), File(file)) | (File(file), Pattern(pattern)) => {
                pattern.meets_path(file.as_str()) || pattern.reaches_into(file.as_str())
            }
            (Pattern(a), Pattern(b)) => a.meets(b),
        }
    }

    /// The folder in which all lies that it covers; `None`: the top.
    #[must_use]
    pub fn folder(&self) -> Option<&str> {
        match self {
            ScopeEntry::File(path) => path.as_str().rsplit_once('/').map(|(folder, _)| folder),
            ScopeEntry::Folder(folder) => Some(folder.as_str()),
            ScopeEntry::Pattern(pattern) => pattern.folder(),
        }
    }

    /// A path that it covers, for questions that can only be asked of paths.
    #[must_use]
    pub fn example(&self) -> String {
        match self {
            ScopeEntry::File(path) => path.as_str().to_owned(),
            ScopeEntry::Folder(folder) => format!("{folder}/_"),
            ScopeEntry::Pattern(pattern) => pattern.example(),
        }
    }

    /// A glob that matches what it covers.
    #[must_use]
    pub fn glob(&self) -> String {
        match self {
            ScopeEntry::File(path) => pattern::literal_glob(path.as_str()),
            ScopeEntry::Folder(folder) => {
                format!("{}/**", pattern::literal_glob(folder.as_str()))
            }
            ScopeEntry::Pattern(pattern) => pattern.glob(),
        }
    }
}

/// As people write it: a folder ends in `/`.
impl fmt::Display for ScopeEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScopeEntry::File(path) => path.fmt(f),
            ScopeEntry::Folder(folder) => write!(f, "{folder}/"),
            ScopeEntry::Pattern(pattern) => pattern.fmt(f),
        }
    }
}

impl From<RelPath> for ScopeEntry {
    fn from(path: RelPath) -> Self {
        ScopeEntry::File(path)
    }
}

impl From<Written> for ScopeEntry {
    fn from(written: Written) -> Self {
        match written {
            Written::File(path) => ScopeEntry::File(path),
            Written::Folder { folder } => ScopeEntry::Folder(folder),
            Written::Pattern { pattern } => ScopeEntry::Pattern(pattern),
        }
    }
}

impl From<ScopeEntry> for Written {
    fn from(entry: ScopeEntry) -> Self {
        match entry {
            ScopeEntry::File(path) => Written::File(path),
            ScopeEntry::Folder(folder) => Written::Folder { folder },
            ScopeEntry::Pattern(pattern) => Written::Pattern { pattern },
        }
    }
}

/// What stands for no file at all.
const NONE: &str = "none";

impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        match self {
            Scope::Any => ser.collect_seq(std::iter::empty::<ScopeEntry>()),
            Scope::Only(entries) if entries.is_empty() => ser.serialize_str(NONE),
            Scope::Only(entries) => ser.collect_seq(entries),
        }
    }
}

impl<'de> Deserialize<'de> for Scope {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Shape {
            Word(String),
            List(Vec<ScopeEntry>),
        }
        match Shape::deserialize(de)? {
            Shape::Word(word) if word == NONE => Ok(Scope::Only(Vec::new())),
            Shape::Word(word) => Err(serde::de::Error::custom(format!("`{word}` is no scope"))),
            Shape::List(entries) if entries.is_empty() => Ok(Scope::Any),
            Shape::List(entries) => Ok(Scope::Only(entries)),
        }
    }
}

/// Whether a path is the other one or a folder above it, where case does not tell names apart.
fn is_at_or_above(path: &str, other: &str) -> bool {
    let mut theirs = other.chars().flat_map(char::to_lowercase);
    let own = path.chars().flat_map(char::to_lowercase);
    own.into_iter().all(|c| theirs.next() == Some(c)) && matches!(theirs.next(), None | Some('/'))
}

fn is_in(path: &str, folder: &str) -> bool {
    let below = path.strip_prefix(folder);
    below.is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{Scope, ScopeEntry};
    use crate::ids::RelPath;
    use crate::pattern::PathPattern;

    fn entry(text: &str) -> ScopeEntry {
        if let Ok(pattern) = PathPattern::new(text) {
            return ScopeEntry::Pattern(pattern);
        }
        let path = RelPath::new(text).unwrap();
        match text.ends_with('/') {
            true => ScopeEntry::Folder(path),
            false => ScopeEntry::File(path),
        }
    }

    #[test]
    fn lines_written_before_there_were_folders_still_read() {
        for (line, scope) in [
            ("[]", Scope::Any),
            ("\"none\"", Scope::Only(Vec::new())),
            (
                r#"["a.py","app/[id]/*"]"#,
                Scope::Only(vec![
                    entry("a.py"),
                    ScopeEntry::File(RelPath::new("app/[id]/*").unwrap()),
                ]),
            ),
            (
                r#"["a.py",{"folder":"src"},{"pattern":"m/*.sql"}]"#,
                Scope::Only(vec![entry("a.py"), entry("src/"), entry("m/*.sql")]),
            ),
        ] {
            assert_eq!(
                serde_json::from_str::<Scope>(line).unwrap(),
                scope,
                "{line}"
            );
            assert_eq!(serde_json::to_string(&scope).unwrap(), line);
        }
        for bad in ["\"all\"", r#"["../x"]"#, r#"[{"pattern":"plain"}]"#, "3"] {
            assert!(serde_json::from_str::<Scope>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_scope_covers_what_its_entries_cover() {
        let scope = Scope::Only(vec![entry("a.py"), entry("src/"), entry("m/*.sql")]);
        for path in ["a.py", "src/b", "src/deep/c", "m/1.sql"] {
            assert!(scope.covers(path), "{path}");
        }
        for path in ["b.py", "src", "srcs/b", "m/deep/1.sql"] {
            assert!(!scope.covers(path), "{path}");
        }
        assert!(scope.names("a.py") && !scope.names("src/b"));
        assert!(Scope::Any.covers("x") && !Scope::Only(Vec::new()).covers("x"));
    }

    #[test]
    fn entries_meet_where_they_could_touch_one_path() {
        for (one, other, expected) in [
            ("a.py", "A.py", true),
            ("src", "src/a.rs", true),
            ("src/a.rs", "src/", true),
            ("src/", "src/deep/", true),
            ("src/", "srcs/", false),
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/a.ts", false),
            ("src/*.rs", "SRC/A.rs", true),
            ("src/*.rs", "src/", true),
            ("src/*.rs", "src", true),
            ("src/*.rs", "lib/", false),
            ("src/a*", "src/*b", true),
        ] {
            assert_eq!(entry(one).meets(&entry(other)), expected, "{one} {other}");
            assert_eq!(entry(other).meets(&entry(one)), expected, "{other} {one}");
        }
    }
}
