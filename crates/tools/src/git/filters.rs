//! Filter and merge drivers: programs that git starts for a file because an attribute names them.
//!
//! Merge drivers never run for us. Filters decide what is stored and what a checkout shows, so those of the person's own
//! configuration do; those that the repository's own names only where the person said so. None runs out of the working
//! tree, which an agent writes.

use std::ffi::OsString;
use std::path::Path;

use super::config::Scope;
use super::run::complaint;
use super::{Filter, GitError, Repo, config};

/// Settings and their values.
pub(super) type Settings = Vec<(String, String)>;

impl Repo {
    /// Lets these settings of the repository's own configuration name programs: `filter.NAME`, `gpg.program`.
    pub fn allow_programs(&mut self, names: &[String]) {
        self.programs = names.into();
    }

    /// Whether the repository's own configuration may name a program in this setting.
    pub(super) fn may_name_program(&self, setting: &str) -> bool {
        self.programs.iter().any(|it| it == setting)
    }

    /// Whether a filter may be run here.
    pub(crate) fn may_run(&self, filter: &Filter) -> bool {
        let known = match filter.scope {
            Scope::User => true,
            Scope::Repository => self.may_name_program(&format!("filter.{}", filter.name)),
        };
        known && filter.programs().all(|it| !is_of_tree(it, &self.root))
    }

    /// Has git convert files that stand in a folder of ours, on an index of ours. The outer error is that git could not be
    /// started; the inner one what it said.
    pub(crate) fn convert(
        &self,
        folder: &Path,
        index: &Path,
        verb: &[&str],
        stdin: Vec<u8>,
    ) -> Result<Result<(), String>, GitError> {
        let arguments = verb.iter().map(OsString::from).collect();
        let call = self.converting(folder, arguments)?;
        let call = call
            .env("GIT_DIR", &self.git_dir)
            .env("GIT_WORK_TREE", folder)
            .env("GIT_INDEX_FILE", index)
            .stdin(stdin);
        let (_, done) = call.done()?;
        Ok(match done.code {
            0 => Ok(()),
            _ => Err(complaint(&done)),
        })
    }

    /// Merge drivers that fail: that makes a conflict, where an empty one would silently take one side.
    pub(super) fn merge_drivers_off(&self) -> Result<Settings, GitError> {
        let names = self.config()?.names("merge.").into_iter();
        let off = |name: &str| (format!("merge.{name}.driver"), "false".to_owned());
        Ok(names.map(off).collect())
    }

    /// No filter at all: an empty one passes content through.
    pub(super) fn filters_off(&self) -> Result<Settings, GitError> {
        let own = self.own_filters();
        let known = self.config()?.names("filter.").into_iter();
        let all = known.chain(own.iter().map(String::as_str));
        Ok(all.flat_map(off).collect())
    }

    /// Filters as they were when the configuration was read, but for those that may not run. One that the repository's own
    /// files speak of only since then fails: what it would do is not what was asked for.
    pub(super) fn filters_as_they_may_run(&self) -> Result<Settings, GitError> {
        let config = self.config()?;
        let filters = config.filters();
        let is_new = |name: &str| !config.is_in_repository(&format!("filter.{name}"));
        let new: Vec<String> = self
            .own_filters()
            .into_iter()
            .filter(|it| is_new(it))
            .collect();
        // Line ends that can't be told back are warned of elsewhere: nothing is kept from being stored by it.
        let mut settings = vec![("core.safecrlf".to_owned(), "false".to_owned())];
        for filter in &filters {
            if new.contains(&filter.name) {
                let failing = (
                    format!("filter.{}.required", filter.name),
                    "true".to_owned(),
                );
                settings.extend(off(&filter.name).into_iter().chain([failing]));
            } else if self.may_run(filter) {
                settings.extend(on(filter));
            } else {
                settings.extend(off(&filter.name));
            }
        }
        let unknown = new
            .iter()
            .filter(|name| filters.iter().all(|it| it.name != **name));
        settings.extend(unknown.flat_map(|it| off(it)));
        Ok(settings)
    }

    /// Names of the filters that the repository's own files hold now.
    fn own_filters(&self) -> Vec<String> {
        let files = [
            self.common_dir.join("config"),
            self.git_dir.join("config.worktree"),
        ];
        let texts = files.iter().filter_map(|it| config::read(it).flatten());
        texts.flat_map(|text| headers(&text)).collect()
    }
}

/// The names in headers like `[filter "lfs"]`, also in files that only git understands otherwise.
fn headers(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.trim_start().strip_prefix('[')?;
        let (section, rest) = rest.split_at_checked("filter".len())?;
        let rest = section.eq_ignore_ascii_case("filter").then_some(rest)?;
        let name = match rest.trim_start().strip_prefix('"') {
            Some(quoted) => quoted.split('"').next()?,
            None => rest.strip_prefix('.')?.split(']').next()?,
        };
        Some(name.to_owned())
    };
    text.lines().filter_map(name).collect()
}

/// A filter as it is. What it has not is not set: git would take an empty program for one.
fn on(filter: &Filter) -> Settings {
    let of = |what: &str, value: Option<&String>| {
        Some((format!("filter.{}.{what}", filter.name), value?.clone()))
    };
    let programs = [
        of("clean", filter.clean.as_ref()),
        of("smudge", filter.smudge.as_ref()),
        of("process", filter.process.as_ref()),
        of("required", Some(&filter.required.to_string())),
    ];
    programs.into_iter().flatten().collect()
}

fn off(name: &str) -> Settings {
    let empty =
        ["clean", "smudge", "process"].map(|it| (format!("filter.{name}.{it}"), String::new()));
    let required = (format!("filter.{name}.required"), "false".to_owned());
    empty.into_iter().chain([required]).collect()
}

/// Whether a command line starts something that stands in the working tree, or gives such a file to what it starts: git
/// runs filters at the top of it.
pub(crate) fn is_of_tree(command: &str, root: &Path) -> bool {
    let words = command.split([' ', '\t', '\n', ';', '|', '&', '(', ')', '<', '>', '=']);
    let words = words.map(|it| it.trim_matches(['"', '\'']));
    let mut words = words.filter(|it| !it.is_empty() && !it.starts_with(['/', '~', '-', '%', '$']));
    words.any(|word| {
        let has_folder = word.contains('/');
        let stands = root
            .join(word)
            .symlink_metadata()
            .is_ok_and(|it| !it.is_dir());
        has_folder && (word.starts_with('.') || stands) || stands && word.contains('.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_known_by_their_headers() {
        let text = "[core]\n[filter \"a b\"]\n\tclean = x \\\n y\n  [Filter.old]\n[filtered \"no\"]\n[filter\"x\"]\n";
        assert_eq!(headers(text), ["a b", "old", "x"]);
    }

    #[test]
    fn what_stands_in_the_working_tree_is_told() {
        let room = tempfile::tempdir().unwrap();
        std::fs::create_dir(room.path().join("tools")).unwrap();
        for file in ["tools/clean.py", "clean.sh", "git-lfs"] {
            std::fs::write(room.path().join(file), "").unwrap();
        }
        for (command, expected) in [
            ("git-lfs clean -- %f", false),
            ("\"/usr/bin/python3\" -m nbstripout", false),
            ("~/bin/clean %f", false),
            ("gpg --encrypt -r x", false),
            ("./tools/clean.py %f", true),
            ("../other/clean", true),
            ("python3 tools/clean.py", true),
            ("sh clean.sh", true),
            ("sh -c 'exec tools/clean.py'", true),
            ("sed s/a/b/", false),
        ] {
            assert_eq!(is_of_tree(command, room.path()), expected, "{command}");
        }
    }
}
