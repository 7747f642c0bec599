//! What stands on the disk when a row is asked, and what changes there between the decision and the act.

use serde_json::Value;

use super::setting::{HOME, MAIN, Setting, WORKTREE, package};

/// One thing on the disk. Paths are absolute, as the row sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Where.
    pub path: String,
    /// What.
    pub what: Thing,
}

/// What stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thing {
    /// A file with this text.
    File(String),
    /// A directory.
    Directory,
    /// A symbolic link to this, as written in the link.
    Symlink(String),
    /// Another name for the file with this path.
    HardLink(String),
    /// A pipe with a name.
    Fifo,
    /// A socket.
    Socket,
}

/// Something that happens after the decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    /// In the row's words.
    pub told: String,
    /// What stands there afterwards; `None`: nobody can make out what happens.
    pub becomes: Option<Object>,
}

/// What a row's own `setup` says.
#[derive(Debug, Default)]
pub(super) struct Setup {
    pub(super) objects: Vec<Object>,
    pub(super) races: Vec<Race>,
}

/// Reads a list of things.
pub(super) fn objects(setup: &Value) -> Result<Setup, String> {
    let mut out = Setup::default();
    for entry in setup.as_array().into_iter().flatten() {
        let text = |name: &str| entry.get(name).and_then(Value::as_str);
        let path = text("path").unwrap_or_default().to_owned();
        let target = || text("target").or(text("to")).or(text("source"));
        let what = match text("t").unwrap_or_default() {
            "race" => {
                let told = text("do").unwrap_or_default();
                out.races.push(race(told));
                continue;
            }
            // What a file system does with names is a property of it; nothing stands anywhere because of it.
            "fs" => continue,
            "file" => Thing::File(text("content").unwrap_or_default().to_owned()),
            "dir" | "directory" => Thing::Directory,
            "symlink" => Thing::Symlink(target().unwrap_or_default().to_owned()),
            "hardlink" => Thing::HardLink(target().unwrap_or_default().to_owned()),
            "fifo" => Thing::Fifo,
            "socket" => Thing::Socket,
            // Devices and mounts can't be made without rights that nobody here has.
            "device" | "chardev" | "blockdev" | "mount" => continue,
            other => return Err(format!("`setup` names a thing of kind `{other}`")),
        };
        out.objects.push(Object { path, what });
    }
    Ok(out)
}

/// `replace A by a symlink to B`, and ways to say the same.
fn race(told: &str) -> Race {
    let words: Vec<&str> = told
        .split_whitespace()
        .map(|word| word.trim_matches([',', ';', '`', '"', '\'', '.']))
        .collect();
    let paths: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| word.contains('/'))
        .collect();
    let said = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let becomes = match paths.as_slice() {
        [place, target] if said(&["symlink", "link"]) && !said(&["hard"]) => Some(Object {
            path: (*place).to_owned(),
            what: Thing::Symlink((*target).to_owned()),
        }),
        [place, target] if said(&["hard", "hardlink"]) => Some(Object {
            path: (*place).to_owned(),
            what: Thing::HardLink((*target).to_owned()),
        }),
        [place] if said(&["fifo", "pipe"]) => Some(Object {
            path: (*place).to_owned(),
            what: Thing::Fifo,
        }),
        _ => None,
    };
    Race {
        told: told.to_owned(),
        becomes,
    }
}

/// Reads `setup` in words: lines such as `registered verify commands: a; b`, or `FILE: content`.
pub(super) fn words(text: &str, setting: Setting) -> Setting {
    text.lines().fold(setting, |setting, line| {
        let line = line.trim();
        let (head, rest) = line
            .split_once(':')
            .map_or((line, ""), |(head, rest)| (head.trim(), rest.trim()));
        sentence(line, head, rest, setting)
    })
}

fn sentence(line: &str, head: &str, rest: &str, mut setting: Setting) -> Setting {
    let lower = line.to_lowercase();
    let head_lower = head.to_lowercase();
    if head_lower.contains("verify command") {
        let commands = rest.split(';').map(|it| it.trim().to_owned());
        setting
            .declared
            .extend(commands.filter(|it| !it.is_empty()));
        return setting;
    }
    if let Some((_, named)) = line.split_once("scripts.") {
        return with_scripts(named, setting);
    }
    if head_lower.contains("script") {
        return with_scripts(rest, setting);
    }
    if is_file_name(head) && !rest.is_empty() {
        if head == "package.json" && !rest.starts_with('{') {
            return with_scripts(rest, setting);
        }
        return setting.with(head, &format!("{rest}\n"));
    }
    if ["uncommitted", "dirty", "unstaged", "untracked"]
        .iter()
        .any(|word| lower.contains(word))
    {
        setting.dirty = true;
    }
    if ["comment", "issue", "web page", "untrusted"]
        .iter()
        .any(|word| lower.contains(word))
    {
        setting.taint = setting.taint.saturating_add(1);
    }
    if let Some(branch) = branch(&lower) {
        setting.branch = branch;
    }
    setting
}

/// `on branch NAME`, `branch is NAME`.
fn branch(text: &str) -> Option<String> {
    let after = ["on branch ", "branch is ", "branch = "]
        .iter()
        .find_map(|mark| text.split_once(mark))?
        .1;
    let name = after.split([' ', ',', ';']).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

fn is_file_name(text: &str) -> bool {
    let known = ["Makefile", "Justfile", "justfile", "Dockerfile", "Rakefile"];
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/@".contains(c);
    !text.is_empty()
        && text.chars().all(plain)
        && (text.contains(['.', '/']) || known.contains(&text))
}

/// `test=vitest run, lint=eslint src`, `test: exit 0` or `"test": "exit 0"`: scripts of the manifest.
fn with_scripts(text: &str, setting: Setting) -> Setting {
    let bare = |it: &str| {
        it.trim()
            .trim_matches(['"', '\'', '`', '{', '}'])
            .trim()
            .to_owned()
    };
    let scripts: Vec<(String, String)> = match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(all)) => all
            .iter()
            .filter_map(|(name, line)| Some((name.clone(), line.as_str()?.to_owned())))
            .collect(),
        Ok(_) | Err(_) => entries(text)
            .iter()
            .filter_map(|part| {
                let (name, line) = part.split_at_checked(part.find(['=', ':'])?)?;
                Some((bare(name), bare(line.get(1..)?)))
            })
            .filter(|(name, _)| !name.is_empty())
            .collect(),
    };
    if scripts.is_empty() {
        return setting;
    }
    let scripts: Vec<(&str, &str)> = scripts
        .iter()
        .map(|(name, line)| (name.as_str(), line.as_str()))
        .collect();
    setting.with("package.json", &package(&scripts))
}

/// The parts of `test=vitest run, lint=eslint src`: a comma or semicolon begins one only where a name and its sign follow,
/// for commands have them too.
fn entries(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut joint = String::new();
    for part in text.split_inclusive([';', ',']) {
        let begins = part.find(['=', ':']).is_some_and(|at| {
            let name = part.get(..at).unwrap_or_default();
            let name = name.trim().trim_matches(['"', '\'', '`', '{']);
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        });
        match out.last_mut() {
            Some(last) if !begins => last.push_str(&format!("{joint}{part}")),
            Some(_) | None => out.push(part.to_owned()),
        }
        joint = String::new();
        if let Some(last) = out.last_mut()
            && let Some(end) = last.pop()
        {
            if matches!(end, ';' | ',') {
                joint.push(end);
            } else {
                last.push(end);
            }
        }
    }
    out
}

/// What stands in every row's world: a linked worktree, its main checkout, a sibling, a home and a few host files.
pub(super) fn common(setting: &Setting, context: &str) -> Vec<Object> {
    let file = |path: String, text: &str| Object {
        path,
        what: Thing::File(text.to_owned()),
    };
    let git = format!("{MAIN}/.git");
    let linked = format!("{git}/worktrees/feature-42");
    let mut out = vec![
        file(format!("{git}/HEAD"), "ref: refs/heads/main\n"),
        file(
            format!("{git}/config"),
            "[core]\n\trepositoryformatversion = 0\n",
        ),
        file(format!("{git}/hooks/README"), "none\n"),
        file(format!("{git}/objects/info/keep"), "\n"),
        file(format!("{git}/refs/heads/keep"), "\n"),
        file(format!("{linked}/HEAD"), "ref: refs/heads/feature/42\n"),
        file(format!("{linked}/commondir"), "../..\n"),
        file(format!("{WORKTREE}/.git"), &format!("gitdir: {linked}\n")),
        file(format!("{MAIN}/README.md"), "# acme\n"),
        file(
            "/home/dev/wt/feature-41/src/lib.rs".to_owned(),
            "//! Another.\n",
        ),
    ];
    for (path, text) in TREE {
        out.push(file(format!("{WORKTREE}/{path}"), text));
    }
    for (path, text) in HOST {
        out.push(file((*path).to_owned(), text));
    }
    for (path, text) in &setting.project {
        out.push(file(format!("{}/{path}", setting.worktree), text));
    }
    if context == "wt-link" {
        out.push(Object {
            path: format!("{WORKTREE}/outside"),
            what: Thing::Symlink(HOME.to_owned()),
        });
    }
    out
}

const TREE: &[(&str, &str)] = &[
    ("README.md", "# app\n"),
    ("src/lib.rs", "//! A library.\n"),
    ("src/main.rs", "fn main() {}\n"),
    ("src/reader.rs", "//! Reads.\n"),
    ("src/sub/mod.rs", "//! Below.\n"),
    ("tests/a.test.ts", "test('a', () => {});\n"),
    ("tests/security/mod.rs", "//! Tests.\n"),
    ("docs/guide.md", "# Guide\n"),
    (".gitignore", "target/\nnode_modules/\ndist/\n"),
    (".github/workflows/ci.yml", "on: push\n"),
    (".interlock/config.yml", "mode: normal\n"),
];

const HOST: &[(&str, &str)] = &[
    ("/home/dev/.bashrc", "# shell\n"),
    ("/home/dev/.profile", "# login\n"),
    ("/home/dev/.gitconfig", "[user]\n\tname = dev\n"),
    ("/home/dev/.ssh/id_ed25519", "not a key\n"),
    ("/home/dev/.ssh/config", "\n"),
    ("/home/dev/.interlock/config.yml", "mode: normal\n"),
    ("/home/dev/notes.txt", "notes\n"),
    ("/etc/passwd", "root:x:0:0::/root:/bin/sh\n"),
    ("/etc/shadow", "root:*:1::::::\n"),
    ("/etc/hosts", "127.0.0.1 localhost\n"),
    ("/usr/share/dict/words", "a\n"),
    ("/tmp/keep", "\n"),
];
