//! Recipes of a project: what `npm run x`, `make x` or `just x` run is written in a file of the worktree. Which file that
//! is the evaluator says; here its text, which is a fact, becomes lines for a shell, and those are followed in turn.

use ledger::facts::{Fact, Question};

use crate::bash::Dialect;
use crate::effect::{Effect, What};
use crate::eval::{self, Start};
use crate::place::Ground;
use source::Source;

mod composer;
mod deno;
mod just;
mod make;
mod package;
mod rake;
mod source;
mod taskfile;
mod words;

/// Recipes that call recipes are followed so far.
const DEPTH_MAX: usize = 6;
/// Scripts that are followed for one command.
const SCRIPTS_MAX: usize = 200;

/// How a file of recipes is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `scripts` of `package.json`.
    Package,
    /// `scripts` of `composer.json`.
    Composer,
    /// `tasks` of `deno.json`.
    Deno,
    Make,
    Just,
    /// `Taskfile.yml`.
    Task,
    Rake,
}

impl Form {
    /// By its name in the models of programs.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "package" => Form::Package,
            "composer" => Form::Composer,
            "deno" => Form::Deno,
            "make" => Form::Make,
            "just" => Form::Just,
            "task" => Form::Task,
            "rake" => Form::Rake,
            _ => return None,
        })
    }

    /// Names of such files, in the order in which they are looked for.
    pub(crate) fn files(self) -> &'static [&'static str] {
        match self {
            Form::Package => &["package.json"],
            Form::Composer => &["composer.json"],
            Form::Deno => &["deno.json", "deno.jsonc", "package.json"],
            Form::Make => &["GNUmakefile", "BSDmakefile", "makefile", "Makefile"],
            Form::Just => &["justfile", ".justfile", "Justfile", "JUSTFILE"],
            Form::Task => &[
                "Taskfile.yml",
                "taskfile.yml",
                "Taskfile.yaml",
                "taskfile.yaml",
                "Taskfile.dist.yml",
                "taskfile.dist.yml",
                "Taskfile.dist.yaml",
                "taskfile.dist.yaml",
            ],
            Form::Rake => &["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"],
        }
    }

    /// Whether it is looked for above as well, where it is not in the directory.
    pub(crate) fn climbs(self) -> bool {
        match self {
            Form::Package | Form::Deno | Form::Just | Form::Task | Form::Rake => true,
            Form::Composer | Form::Make => false,
        }
    }
}

/// Recipes that a program runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipes {
    pub(crate) form: Form,
    pub(crate) files: Files,
    /// By name; none: the one that the form takes for its first.
    pub names: Vec<String>,
    /// Words that go to them, as a shell reads them.
    pub(crate) arguments: Vec<String>,
    /// Variables that the command sets for them.
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) packages: Packages,
    /// Where they run: from the top of the worktree; `None`: where the file stands.
    pub(crate) directory: Option<String>,
}

/// In which files recipes are looked for. Paths are from the top of the worktree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Files {
    /// The first of these that stands, by directories.
    First(Vec<Vec<String>>),
    /// All of these.
    All(Vec<String>),
    /// This one, with the text that the command itself gives it.
    Written { path: String, text: String },
    /// It can't be told, for this reason.
    Untold(String),
}

impl Files {
    /// All that may be read.
    pub(crate) fn paths(&self) -> Vec<&str> {
        match self {
            Files::First(directories) => directories.iter().flatten().map(String::as_str).collect(),
            Files::All(paths) => paths.iter().map(String::as_str).collect(),
            Files::Written { .. } | Files::Untold(_) => Vec::new(),
        }
    }
}

/// Which packages of a workspace are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Packages {
    /// The nearest.
    Here,
    /// Those of these names or directories.
    Chosen(Vec<String>),
    /// All of them.
    All,
}

/// What recipes run.
#[derive(Debug, Default)]
pub struct Behind {
    /// The scripts that can be read, in the order in which they are met.
    pub scripts: Vec<Script>,
    /// Why something of it can't be read, with the command that would run it.
    pub unread: Vec<(String, String)>,
    /// What would have to be known to read on.
    pub wanted: Vec<Question>,
}

/// One script, with the command that runs it.
#[derive(Debug)]
pub struct Script {
    /// The command that runs it, for people.
    pub by: String,
    /// What it does.
    pub effects: Vec<Effect>,
    /// It is a program in a language other than the shell's.
    pub is_program: bool,
}

/// Text for a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    text: String,
    /// Where it runs, from the top of the worktree.
    directory: String,
    /// It is a program in another language: that it starts others is what it is for, and these are followed.
    is_program: bool,
}

/// What the recipes among these effects run, as far as the facts tell.
pub fn behind(effects: &[Effect], facts: &[Fact], ground: Ground<'_>) -> Behind {
    if !effects.iter().any(|it| matches!(it.what, What::Recipes(_))) {
        return Behind::default();
    }
    let mut walk = Walk {
        facts,
        ground,
        seen: Vec::new(),
        out: Behind::default(),
    };
    walk.follow(effects, DEPTH_MAX);
    walk.out
}

struct Walk<'a> {
    facts: &'a [Fact],
    ground: Ground<'a>,
    seen: Vec<Line>,
    out: Behind,
}

impl Walk<'_> {
    fn follow(&mut self, effects: &[Effect], depth: usize) {
        for effect in effects {
            let What::Recipes(recipes) = &effect.what else {
                continue;
            };
            let mut source = Source::new(self.facts);
            let lines = lines(recipes, &mut source);
            for why in source.unread {
                self.out.unread.push((effect.by.clone(), why));
            }
            for question in source.wanted {
                if !self.out.wanted.contains(&question) {
                    self.out.wanted.push(question);
                }
            }
            for line in lines {
                self.line(&effect.by, line, depth);
            }
        }
    }

    fn line(&mut self, by: &str, line: Line, depth: usize) {
        if line.text.trim().is_empty() || self.seen.contains(&line) {
            return;
        }
        let mut unread = |why: &str| self.out.unread.push((by.to_owned(), why.to_owned()));
        if depth == 0 || self.seen.len() >= SCRIPTS_MAX {
            unread("it runs more than is followed");
            return;
        }
        let start = Start {
            ground: self.ground,
            cwd: &line.directory,
            dialect: Dialect::Bash,
        };
        let Ok(effects) = eval::effects(&line.text, start) else {
            unread("a line of it is not understood");
            return;
        };
        let is_program = line.is_program;
        self.seen.push(line);
        self.follow(&effects, depth.saturating_sub(1));
        self.out.scripts.push(Script {
            by: by.to_owned(),
            effects,
            is_program,
        });
    }
}

/// The lines that recipes run, in the order in which they are run.
fn lines(recipes: &Recipes, source: &mut Source<'_>) -> Vec<Line> {
    let files = match &recipes.files {
        Files::First(directories) => source.first(directories).into_iter().collect(),
        Files::All(paths) => source.all(paths),
        Files::Written { path, text } => vec![(path.clone(), text.clone())],
        Files::Untold(why) => {
            source.unread.push(why.clone());
            return Vec::new();
        }
    };
    let mut lines = match recipes.form {
        Form::Package => package::lines(recipes, &files, source),
        Form::Composer => composer::lines(recipes, &files, source),
        Form::Deno => deno::lines(recipes, &files, source),
        Form::Make => make::lines(recipes, &files, source),
        Form::Just => just::lines(recipes, &files, source),
        Form::Task => taskfile::lines(recipes, &files, source),
        Form::Rake => rake::lines(recipes, &files, source),
    };
    let set: String = recipes
        .variables
        .iter()
        .map(|(name, value)| format!("export {name}={}\n", words::quoted(value)))
        .collect();
    for line in &mut lines {
        line.text.insert_str(0, &set);
    }
    lines
}
