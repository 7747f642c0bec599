//! Which files git converts between what stands in a worktree and what it stores, as far as that can be told without
//! asking git. Never too few: a file that is named here for nothing costs a question, one that is not would be stored
//! in other bytes than `git add` stores.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use ledger::ids::{GitId, RelPath};

use super::{GitError, Repo};

/// Bytes of one such file that are read. Of a longer one everything is taken to be converted.
const FILE_BYTES_MAX: usize = 1024 * 1024;
/// Where the system's file is, by how git was built.
const SYSTEM: [&str; 3] = [
    "/etc/gitattributes",
    "/usr/local/etc/gitattributes",
    "/opt/homebrew/etc/gitattributes",
];

/// What is converted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    /// Line ends of some text, on the way in.
    line_ends: bool,
    /// Line ends of some text, on the way out.
    line_ends_out: bool,
    /// `$Id$` is written out and taken back.
    ident: bool,
    /// Something that can't be understood, so that everything may be.
    anything: bool,
    /// Contents that are other bytes altogether: filters, encodings.
    rules: Vec<Rule>,
    /// What names a filter that nobody configured, so that nothing comes of it.
    unknown: Vec<Rule>,
}

/// An attribute that makes a content other bytes altogether.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// The file that says so and the line, for people.
    pub(crate) place: String,
    /// Which paths.
    pub(crate) pattern: String,
    /// The attribute as git writes it: `filter=lfs`.
    pub(crate) attribute: String,
    /// The filter that it names, if it names one.
    pub(crate) filter: Option<String>,
    /// Whether a file of the tree says so, not one outside of it.
    pub(crate) is_of_tree: bool,
    /// The folder that the pattern is about.
    folder: Vec<u8>,
    /// `None`: it can't be understood, and is about everything.
    paths: Option<Gitignore>,
}

impl Rule {
    /// Whether it may be about this path.
    pub(crate) fn is_about(&self, path: &[u8]) -> bool {
        let below = match self.folder.as_slice() {
            b"" => Some(path),
            folder => path
                .strip_prefix(folder)
                .and_then(|it| it.strip_prefix(b"/")),
        };
        let Some(path) = below.map(|it| Path::new(OsStr::from_bytes(it))) else {
            return false;
        };
        let paths = self.paths.as_ref();
        paths.is_none_or(|it| it.matched_path_or_any_parents(path, false).is_ignore())
    }
}

/// An attribute file: where it counts, what people call it, what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The folder below which it counts, without a slash at its end.
    pub(crate) folder: Vec<u8>,
    /// For people.
    pub(crate) shown: String,
    /// Its text.
    pub(crate) text: Vec<u8>,
    /// Whether it is a file of the tree.
    pub(crate) is_of_tree: bool,
}

impl Source {
    /// The attribute files that a commit or tree has in these folders.
    pub(crate) fn of_tree(
        repo: &Repo,
        tree: &GitId,
        folders: impl IntoIterator<Item = Vec<u8>>,
    ) -> Result<Vec<Self>, GitError> {
        // A folder whose name is no text has no place in what is asked here.
        let folders = folders.into_iter();
        let pairs = folders.filter_map(|folder| {
            let file = String::from_utf8(Self::in_folder(&folder)).ok()?;
            Some((folder, RelPath::new(&file).ok()?))
        });
        let (folders, files): (Vec<Vec<u8>>, Vec<RelPath>) = pairs.unzip();
        let texts = repo.read_blobs(tree, &files)?;
        let all = folders.into_iter().zip(files).zip(texts);
        Ok(all
            .filter_map(|((folder, file), text)| {
                Some(Self {
                    folder,
                    shown: file.to_string(),
                    text: text?,
                    is_of_tree: true,
                })
            })
            .collect())
    }

    /// The folder of such a file, if this is one.
    pub(crate) fn folder_of(path: &[u8]) -> Option<&[u8]> {
        let folder = path.strip_suffix(Attributes::NAME.as_bytes())?;
        match folder {
            b"" => Some(folder),
            folder => folder.strip_suffix(b"/"),
        }
    }

    /// Where it stands in a tree.
    pub(crate) fn file(&self) -> Vec<u8> {
        Self::in_folder(&self.folder)
    }

    fn in_folder(folder: &[u8]) -> Vec<u8> {
        match folder {
            b"" => Attributes::NAME.as_bytes().to_vec(),
            folder => [folder, b"/", Attributes::NAME.as_bytes()].concat(),
        }
    }
}

impl Attributes {
    /// The name of their files in a worktree.
    pub(crate) const NAME: &str = ".gitattributes";

    /// What these files of a tree and those of the repository, its user and the system say together.
    pub(crate) fn new(repo: &Repo, of_tree: Vec<Source>) -> Result<Self, GitError> {
        let config = repo.config()?;
        let auto = config.get("core.autocrlf").unwrap_or("false");
        let is_auto = config.is_on("core.autocrlf");
        let mut attributes = Self {
            line_ends: is_auto || auto.eq_ignore_ascii_case("input"),
            line_ends_out: is_auto
                || config
                    .get("core.eol")
                    .is_some_and(|it| it.eq_ignore_ascii_case("crlf")),
            ..Self::default()
        };
        let mut reader = Reader {
            filters: config.names("filter."),
            macros: BTreeMap::new(),
            attributes: &mut attributes,
        };
        for source in outside(repo)?.into_iter().chain(of_tree) {
            reader.read(&source);
        }
        Ok(attributes)
    }

    /// Whether what is stored of a file may be other bytes than those on disk.
    pub(crate) fn may_convert_in(&self, path: &[u8], content: &[u8]) -> bool {
        self.is_opaque(path)
            || self.line_ends && content.contains(&b'\r')
            || self.ident && has_id(content)
    }

    /// Whether a checkout may show other bytes than what is stored.
    pub(crate) fn may_convert_out(&self, path: &[u8], content: &[u8]) -> bool {
        self.is_opaque(path)
            || self.line_ends_out && content.contains(&b'\n')
            || self.ident && has_id(content)
    }

    /// Whether the bytes on disk may have nothing in common with what is stored.
    pub(crate) fn is_opaque(&self, path: &[u8]) -> bool {
        self.anything || self.rules.iter().any(|it| it.is_about(path))
    }

    /// Attributes that name filters which nobody configured.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = &Rule> {
        self.unknown.iter()
    }

    /// Attributes that name filters.
    pub(crate) fn filters(&self) -> impl Iterator<Item = (&Rule, &str)> {
        let rules = self.rules.iter();
        rules.filter_map(|it| Some((it, it.filter.as_deref()?)))
    }
}

fn has_id(content: &[u8]) -> bool {
    content.windows(3).any(|it| it == b"$Id")
}

/// Files that stand in no tree, in the order in which git heeds them.
fn outside(repo: &Repo) -> Result<Vec<Source>, GitError> {
    let mut paths: Vec<PathBuf> = Vec::new();
    if std::env::var_os("GIT_ATTR_NOSYSTEM").is_none() {
        paths.extend(SYSTEM.map(PathBuf::from));
    }
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let config = repo.config()?;
    let users = match config.filled("core.attributesfile") {
        Some(named) => Some(expanded(named, home.as_deref())),
        None => {
            let folder = std::env::var_os("XDG_CONFIG_HOME").filter(|it| !it.is_empty());
            let folder = folder.map(PathBuf::from);
            let folder = folder.or_else(|| home.map(|it| it.join(".config")));
            folder.map(|it| it.join("git/attributes"))
        }
    };
    paths.extend(users);
    paths.push(repo.common_dir.join("info/attributes"));
    let read = |path: PathBuf| {
        let text = std::fs::read(&path).ok()?;
        Some(Source {
            folder: Vec::new(),
            shown: path.display().to_string(),
            text,
            is_of_tree: false,
        })
    };
    Ok(paths.into_iter().filter_map(read).collect())
}

fn expanded(path: &str, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}

/// Reads attribute files one after the other.
struct Reader<'r> {
    /// Names of filters that are configured; others do nothing.
    filters: std::collections::BTreeSet<&'r str>,
    /// What names of attributes stand for.
    macros: BTreeMap<String, Vec<String>>,
    attributes: &'r mut Attributes,
}

impl Reader<'_> {
    fn read(&mut self, source: &Source) {
        if source.text.len() > FILE_BYTES_MAX {
            self.attributes.anything = true;
            return;
        }
        let text = String::from_utf8_lossy(&source.text);
        for (at, line) in text.lines().enumerate() {
            let line = line.trim_matches([' ', '\t', '\r']);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Some((pattern, words)) = pattern_and_words(line) else {
                self.attributes.anything = true;
                continue;
            };
            let words = words.split([' ', '\t', '\r']).filter(|it| !it.is_empty());
            let words = words.map(str::to_owned).collect();
            match pattern.strip_prefix("[attr]") {
                Some(name) if source.folder.is_empty() => {
                    self.macros.insert(name.to_owned(), words);
                }
                Some(_) => {}
                None => {
                    let place = format!("{}:{}", source.shown, at + 1);
                    self.line(source, (place, &pattern), words);
                }
            }
        }
    }

    fn line(&mut self, source: &Source, (place, pattern): (String, &str), words: Vec<String>) {
        for word in self.meant(words) {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            match (name, value) {
                ("text" | "crlf", _) => self.attributes.line_ends = true,
                ("eol", value) => {
                    self.attributes.line_ends = true;
                    self.attributes.line_ends_out |= value == "crlf";
                }
                ("ident", _) => self.attributes.ident = true,
                ("filter", name) if !name.is_empty() => {
                    let rule = rule(source, (place.clone(), pattern), &word, Some(name));
                    match self.filters.contains(name) {
                        true => self.attributes.rules.push(rule),
                        false => self.attributes.unknown.push(rule),
                    }
                }
                ("working-tree-encoding", of) if is_encoding(of) => {
                    let rule = rule(source, (place.clone(), pattern), &word, None);
                    self.attributes.rules.push(rule);
                }
                _ => {}
            }
        }
    }

    /// The words, and what those among them stand for that are names for others.
    fn meant(&self, words: Vec<String>) -> Vec<String> {
        /// Names that stand for names that stand for others.
        const DEPTH_MAX: usize = 16;
        let mut meant = Vec::new();
        let mut open = words;
        for _ in 0..DEPTH_MAX {
            let mut next = Vec::new();
            for word in open {
                next.extend(self.macros.get(&word).into_iter().flatten().cloned());
                meant.push(word);
            }
            open = next;
        }
        meant
    }
}

/// An encoding that is another one than what is stored.
fn is_encoding(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !matches!(name.as_str(), "" | "utf-8" | "utf8")
}

/// The pattern of a line without its quotes, and the rest of the line. `None`: that can't be read.
fn pattern_and_words(line: &str) -> Option<(String, &str)> {
    if !line.starts_with('"') {
        let end = line.find([' ', '\t']).unwrap_or(line.len());
        return Some((line.get(..end)?.to_owned(), line.get(end..)?));
    }
    let (pattern, rest) = super::names::unquoted(line.as_bytes())?;
    let rest = line.get(line.len() - rest.len()..)?;
    Some((String::from_utf8(pattern).ok()?, rest))
}

fn rule(
    source: &Source,
    (place, pattern): (String, &str),
    attribute: &str,
    filter: Option<&str>,
) -> Rule {
    let paths = || {
        let mut builder = GitignoreBuilder::new("");
        // Whether git tells `A` from `a` depends on the disk.
        builder.case_insensitive(true).ok()?;
        builder.add_line(None, pattern).ok()?;
        builder.build().ok()
    };
    Rule {
        place,
        pattern: pattern.to_owned(),
        attribute: attribute.to_owned(),
        filter: filter.map(str::to_owned),
        is_of_tree: source.is_of_tree,
        folder: source.folder.clone(),
        paths: paths(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> Attributes {
        let mut attributes = Attributes::default();
        let mut reader = Reader {
            filters: ["lfs", "crypt"].into(),
            macros: BTreeMap::new(),
            attributes: &mut attributes,
        };
        for (folder, text) in files {
            reader.read(&Source {
                folder: folder.as_bytes().to_vec(),
                shown: Attributes::NAME.to_owned(),
                text: text.as_bytes().to_vec(),
                is_of_tree: true,
            });
        }
        attributes
    }

    #[test]
    fn what_converts_nothing_is_plain() {
        for text in [
            "",
            "# text\n",
            "*.png binary\n* -text\n*.rs diff=rust linguist-generated\n*.x filter=unknown\n*.y !filter -crlf\n",
            "*.md working-tree-encoding=UTF-8\n",
        ] {
            let attributes = read(&[("", text)]);
            let content = b"a\r\n$Id$\n";
            for path in [&b"a.png"[..], b"a.x", b"a.md", b"a.rs"] {
                assert!(!attributes.may_convert_in(path, content), "{text}");
                assert!(!attributes.may_convert_out(path, content), "{text}");
            }
        }
    }

    #[test]
    fn line_ends_and_ids_are_told_by_what_a_file_holds() {
        for text in [
            "* text=auto\n",
            "a.txt text\n",
            "*.x eol=lf\n",
            "*.y crlf\n",
        ] {
            let attributes = read(&[("", text)]);
            assert!(attributes.may_convert_in(b"a.txt", b"a\r\n"), "{text}");
            assert!(!attributes.may_convert_in(b"a.txt", b"a\n$Id$\n"), "{text}");
            assert!(!attributes.may_convert_out(b"a.txt", b"a\n"), "{text}");
        }
        assert!(read(&[("", "*.x eol=crlf\n")]).may_convert_out(b"a.x", b"a\n"));
        let attributes = read(&[("", "*.c ident\n")]);
        assert!(attributes.may_convert_in(b"a.c", b"/* $Id: 1 $ */"));
        assert!(attributes.may_convert_out(b"a.c", b"/* $Id$ */"));
        assert!(!attributes.may_convert_in(b"a.c", b"a\r\n"));
    }

    #[test]
    fn filters_and_encodings_are_told_by_their_paths() {
        let files = [
            (
                "",
                "[attr]big filter=lfs -text\n*.psd big\n\"with space.bin\" filter=lfs\n/top.dat filter=lfs\n",
            ),
            (
                "sub",
                "*.key filter=crypt\n[attr]no filter=lfs\n*.txt no\ndeep/** filter=crypt\n",
            ),
            ("win", "*.reg working-tree-encoding=UTF-16LE-BOM\n"),
        ];
        let attributes = read(&files);
        for (path, expected) in [
            ("a.psd", true),
            ("deep/er/A.PSD", true),
            ("with space.bin", true),
            ("with.bin", false),
            ("top.dat", true),
            ("sub/top.dat", false),
            ("a.key", false),
            ("sub/a.key", true),
            ("sub/more/a.key", true),
            ("sub/a.txt", false),
            ("sub/deep/x/y", true),
            ("win/a.reg", true),
            ("a.reg", false),
        ] {
            assert_eq!(attributes.is_opaque(path.as_bytes()), expected, "{path}");
        }
        let named: Vec<_> = attributes
            .filters()
            .map(|(rule, name)| (rule.place.as_str(), rule.pattern.as_str(), name))
            .collect();
        assert_eq!(named[0], (".gitattributes:2", "*.psd", "lfs"));
        assert_eq!(named.len(), 5);
    }

    #[test]
    fn what_can_not_be_read_may_be_about_anything() {
        assert!(read(&[("", "\"never closed filter=lfs\n")]).is_opaque(b"a"));
        let long = format!("{}\n", "#".repeat(FILE_BYTES_MAX + 1));
        assert!(read(&[("", &long)]).is_opaque(b"a"));
    }
}
