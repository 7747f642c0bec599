//! What `pyproject.toml`, `setup.cfg` and `setup.py` of one folder say that matters for which file is meant, and for
//! where anything begins. What makes no sense is passed over: the rest still holds.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use toml::de::{DeTable, DeValue};

/// Longest manifest that is read, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// Most entries of any one list.
const ENTRIES_MAX: usize = 10_000;

/// All manifests of one folder, put together.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    /// Folders below this one that modules are looked for in.
    pub(super) roots: BTreeSet<String>,
    /// It makes a package that others can install.
    pub(super) builds: bool,
    /// It says that others are to build on it.
    pub(super) library: bool,
    /// Its own name, as a module would be called.
    pub(super) name: String,
    /// Single modules that it offers.
    pub(super) modules: BTreeSet<String>,
    /// Modules that commands of the package begin in.
    pub(super) scripts: BTreeSet<String>,
    /// Modules that other programs load by the name of a group.
    pub(super) plugins: BTreeSet<String>,
    /// The words of what it depends on, in small letters.
    pub(super) dependencies: BTreeSet<String>,
    /// Part of it is compiled from another language.
    pub(super) compiles: bool,
}

impl Manifest {
    /// Reads one of the files; says whether it is one.
    pub(super) fn add(&mut self, name: &str, text: &str) -> bool {
        let text = text.get(..BYTES_MAX.min(text.len())).unwrap_or("");
        match name {
            "pyproject.toml" => self.project(text),
            "setup.cfg" => self.settings(text),
            "setup.py" => self.script(text),
            _ => return false,
        }
        true
    }

    fn project(&mut self, text: &str) {
        let (parsed, _) = DeTable::parse_recoverable(text);
        let top = parsed.get_ref();
        let build = table(top, "build-system");
        if let Some(build) = build {
            let backend = string(build, "build-backend").unwrap_or_default();
            self.compiles |= ["maturin", "scikit_build", "mesonpy"]
                .iter()
                .any(|b| backend.contains(b));
        }
        if let Some(project) = table(top, "project") {
            self.builds |= build.is_some();
            self.named(project);
            self.commands(project, &["scripts", "gui-scripts"]);
            self.groups(project, "entry-points");
            self.depends(&strings(project, "dependencies"));
            let classes = strings(project, "classifiers");
            self.library |= classes.iter().any(|class| is_for_others(class));
            let optional = table(project, "optional-dependencies");
            for (_, extra) in optional.into_iter().flatten().take(ENTRIES_MAX) {
                self.depends(&texts(extra.get_ref()));
            }
        }
        if let Some(tool) = table(top, "tool") {
            self.tools(tool, build.is_some());
        }
    }

    fn tools(&mut self, tool: &DeTable<'_>, builds: bool) {
        if let Some(poetry) = table(tool, "poetry") {
            let package = value(poetry, "package-mode").and_then(DeValue::as_bool) != Some(false);
            self.builds |= builds && package;
            self.named(poetry);
            self.commands(poetry, &["scripts"]);
            self.groups(poetry, "plugins");
            let dependencies = table(poetry, "dependencies").into_iter().flatten();
            let names = dependencies
                .take(ENTRIES_MAX)
                .map(|(name, _)| name.get_ref().to_string());
            self.depends(&names.collect::<Vec<String>>());
            for package in tables(poetry, "packages") {
                self.root(&string(package, "from").unwrap_or_default());
            }
        }
        if let Some(setuptools) = table(tool, "setuptools") {
            let folders = table(setuptools, "package-dir").into_iter().flatten();
            for (_, folder) in folders.take(ENTRIES_MAX) {
                self.root(folder.get_ref().as_str().unwrap_or(""));
            }
            let find = table(setuptools, "packages").and_then(|packages| table(packages, "find"));
            for folder in find.map_or_else(Vec::new, |find| strings(find, "where")) {
                self.root(&folder);
            }
            self.modules.extend(strings(setuptools, "py-modules"));
            self.compiles |= value(setuptools, "ext-modules").is_some();
        }
        let within = |path: &[&str]| path.iter().try_fold(tool, |at, key| table(at, key));
        if let Some(wheel) = within(&["hatch", "build", "targets", "wheel"]) {
            for package in strings(wheel, "packages") {
                self.root(package.rsplit_once('/').map_or("", |(up, _)| up));
            }
            strings(wheel, "sources")
                .iter()
                .for_each(|folder| self.root(folder));
        }
        let folders = [
            within(&["pytest", "ini_options"]).map(|t| strings(t, "pythonpath")),
            within(&["maturin"]).map(|t| strings(t, "python-source")),
            within(&["pdm", "build"]).map(|t| strings(t, "package-dir")),
            within(&["uv", "build-backend"]).map(|t| strings(t, "module-root")),
        ];
        folders
            .iter()
            .flatten()
            .flatten()
            .for_each(|folder| self.root(folder));
    }

    fn named(&mut self, of: &DeTable<'_>) {
        if let Some(name) = string(of, "name") {
            self.name = module_name(&name);
        }
    }

    fn commands(&mut self, of: &DeTable<'_>, keys: &[&str]) {
        for key in keys {
            let commands = table(of, key).into_iter().flatten().take(ENTRIES_MAX);
            for (_, command) in commands {
                let command = command.get_ref();
                let written = command
                    .as_table()
                    .and_then(|t| string(t, "reference").or_else(|| string(t, "callable")));
                let written = written.or_else(|| command.as_str().map(str::to_owned));
                self.scripts.extend(written.as_deref().and_then(module_of));
            }
        }
    }

    fn groups(&mut self, of: &DeTable<'_>, key: &str) {
        for (group, entries) in table(of, key).into_iter().flatten().take(ENTRIES_MAX) {
            let entries = entries.get_ref().as_table().into_iter().flatten();
            let modules = entries
                .take(ENTRIES_MAX)
                .filter_map(|(_, entry)| entry.get_ref().as_str());
            let modules = modules.filter_map(module_of);
            match group.get_ref().as_ref() {
                "console_scripts" | "gui_scripts" => self.scripts.extend(modules),
                _ => self.plugins.extend(modules),
            }
        }
    }

    fn depends(&mut self, requirements: &[String]) {
        for requirement in requirements {
            let end =
                requirement.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')));
            let name = requirement
                .get(..end.unwrap_or(requirement.len()))
                .unwrap_or("");
            if !name.is_empty() {
                self.dependencies.insert(module_name(name));
            }
        }
    }

    /// A folder that modules are looked for in; one that leaves this folder is none.
    fn root(&mut self, folder: &str) {
        let words: Vec<&str> = folder
            .split('/')
            .filter(|w| !matches!(*w, "" | "."))
            .collect();
        if !words.contains(&"..") && !folder.contains('*') {
            self.roots.insert(words.join("/"));
        }
    }

    /// `setup.cfg`: sections, keys, and values that run on in indented lines.
    fn settings(&mut self, text: &str) {
        let (mut section, mut key) = ("", "");
        for line in text
            .lines()
            .filter(|line| !line.trim_start().starts_with(['#', ';']))
        {
            if let Some(name) = line.strip_prefix('[') {
                section = name.split(']').next().unwrap_or("").trim();
                self.builds |= section == "metadata";
                continue;
            }
            let follows = line.starts_with([' ', '\t']);
            let value = match line.split_once('=').filter(|_| !follows) {
                Some((name, value)) => {
                    key = name.trim();
                    value
                }
                None => line,
            };
            let value = value.trim();
            if !value.is_empty() {
                self.setting(section, key, value);
            }
        }
    }

    fn setting(&mut self, section: &str, key: &str, value: &str) {
        let right = || {
            value
                .split_once('=')
                .map_or(value, |(_, right)| right)
                .trim()
        };
        match (section, key) {
            ("metadata", "classifiers" | "classifier") => self.library |= is_for_others(value),
            ("metadata", "name") => self.name = module_name(value),
            ("options", "package_dir") | ("options.packages.find", "where") => self.root(right()),
            ("options", "py_modules") => {
                self.modules.insert(value.to_owned());
            }
            ("options", "install_requires") => self.depends(&[value.to_owned()]),
            ("options.entry_points", "console_scripts" | "gui_scripts") => {
                self.scripts.extend(module_of(right()));
            }
            ("options.entry_points", _) => self.plugins.extend(module_of(right())),
            _ => {}
        }
    }

    /// `setup.py` is a program: only what it plainly says in texts is read.
    fn script(&mut self, text: &str) {
        self.builds |= text.contains("setup(");
        self.library |= is_for_others(text);
        self.compiles |= text.contains("ext_modules") || text.contains("Extension(");
        for found in SETUP_ROOTS
            .iter()
            .flat_map(|shape| shape.captures_iter(text))
            .take(ENTRIES_MAX)
        {
            if let Some(folder) = found.iter().skip(1).flatten().next() {
                self.root(folder.as_str());
            }
        }
        let modules = SETUP_MODULES
            .iter()
            .flat_map(|shape| shape.captures_iter(text));
        for list in modules.take(ENTRIES_MAX).filter_map(|it| it.get(1)) {
            let names = list.as_str().split(',').take(ENTRIES_MAX);
            let names = names.map(|it| it.trim().trim_matches(['"', '\'']).to_owned());
            self.modules.extend(names.filter(|it| !it.is_empty()));
        }
        let commands = SETUP_COMMANDS
            .iter()
            .flat_map(|shape| shape.captures_iter(text));
        let plugin = |at: usize| text.get(..at).is_some_and(in_plugins);
        for found in commands.take(ENTRIES_MAX) {
            let (Some(whole), Some(module)) = (found.get(0), found.get(1)) else {
                continue;
            };
            match plugin(whole.start()) {
                true => self.plugins.insert(module.as_str().to_owned()),
                false => self.scripts.insert(module.as_str().to_owned()),
            };
        }
    }
}

/// Whether the last group that is named before a place is not one of commands.
fn in_plugins(before: &str) -> bool {
    const LOOKED_BACK_MAX: usize = 4_096;
    let mut start = before.len().saturating_sub(LOOKED_BACK_MAX);
    while !before.is_char_boundary(start) {
        start = start.saturating_add(1);
    }
    let near = before.get(start..).unwrap_or("");
    let commands = near.rfind("_scripts");
    let group = near
        .rfind("\": [")
        .max(near.rfind("': ["))
        .max(near.rfind("\":["))
        .max(near.rfind("':["));
    match (commands, group) {
        (None, _) => true,
        (Some(commands), Some(group)) => group > commands.saturating_add(12),
        (Some(_), None) => false,
    }
}

static SETUP_ROOTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"package_dir\s*=\s*\{\s*["']["']\s*:\s*["']([\w./-]+)["']|find(?:_namespace)?_packages\(\s*(?:where\s*=\s*)?["']([\w./-]+)["']"#,
    )
    .ok()
});

static SETUP_MODULES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"py_modules\s*=\s*[\[(]([^\])]*)[\])]"#).ok());

static SETUP_COMMANDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"["']\s*[\w.-]+\s*=\s*([A-Za-z_][\w.]*)\s*:\s*[\w.]+\s*["']"#).ok()
});

/// Whether a note about a package says that it is for programs of others.
fn is_for_others(class: &str) -> bool {
    class.contains(":: Libraries") || class.contains("Typing :: Typed")
}

/// The module of `a.b:function`.
fn module_of(written: &str) -> Option<String> {
    let module = written.split(['[', ':']).next().unwrap_or("").trim();
    let plain = module
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    (plain && !module.is_empty()).then(|| module.to_owned())
}

/// A name of a package as a module is called.
fn module_name(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', '.'], "_")
}

fn value<'a, 'i>(of: &'a DeTable<'i>, key: &str) -> Option<&'a DeValue<'i>> {
    of.get(key).map(toml::Spanned::get_ref)
}

fn table<'a, 'i>(of: &'a DeTable<'i>, key: &str) -> Option<&'a DeTable<'i>> {
    value(of, key).and_then(DeValue::as_table)
}

fn tables<'a, 'i>(of: &'a DeTable<'i>, key: &str) -> impl Iterator<Item = &'a DeTable<'i>> {
    let list = value(of, key).and_then(DeValue::as_array);
    let list = list.into_iter().flat_map(|list| list.iter());
    list.take(ENTRIES_MAX)
        .filter_map(|it| it.get_ref().as_table())
}

fn string(of: &DeTable<'_>, key: &str) -> Option<String> {
    value(of, key).and_then(DeValue::as_str).map(str::to_owned)
}

/// The texts of a list; one text is a list of one.
fn strings(of: &DeTable<'_>, key: &str) -> Vec<String> {
    value(of, key).map_or_else(Vec::new, texts)
}

fn texts(value: &DeValue<'_>) -> Vec<String> {
    if let Some(one) = value.as_str() {
        return vec![one.to_owned()];
    }
    let list = value.as_array().into_iter().flat_map(|list| list.iter());
    let list = list.filter_map(|it| it.get_ref().as_str());
    list.take(ENTRIES_MAX).map(str::to_owned).collect()
}
