//! What is to be done: a sentence, a plan, or what standard input says.

use std::io::Read as _;
use std::path::Path;

use harness::open_spec;
use harness::repository::Site;
use harness::source::{self, Found, Kind};
use ledger::promise::Source;

use crate::args::Global;
use crate::exit::Failure;

/// Longest task that is read, in bytes.
const TASK_BYTES_MAX: u64 = 256 * 1024;

/// The task. What names a file or a folder is a specification; a single word that only looks as if it did is refused, for
/// an agent would begin to guess what it means.
pub(in crate::commands) fn source(
    global: &Global,
    site: &Site,
    task: &str,
    archive: bool,
) -> Result<Found, Failure> {
    if task == "-" {
        let mut text = String::new();
        std::io::stdin()
            .take(TASK_BYTES_MAX.saturating_add(1))
            .read_to_string(&mut text)
            .map_err(|error| Failure::usage(format!("standard input can't be read: {error}")))?;
        return sentence(text);
    }
    let path = global.directory.join(task);
    // A file is a plan if it is nothing else, whatever its name.
    let kind = source::kind(&path).or(path.is_file().then_some(Kind::Plan));
    if path.is_file() && source::kind(&path).is_none() && is_bare(task) && !begins_as_plan(&path) {
        let why =
            format!("`{task}` is a file here, and no plan: it does not begin with front matter");
        let help = format!("to hand over the word itself: `echo {task} | interlock run -`");
        return Err(Failure::usage(why).help(help));
    }
    if let Some(kind) = kind.filter(|_| !task.is_empty() && path.exists()) {
        return Ok(source::of_path(
            &site.repo.root,
            &path,
            task,
            kind,
            archive,
        )?);
    }
    if task.is_empty() || task.contains(char::is_whitespace) {
        return sentence(task.to_owned());
    }
    let near = format!("{task}.md");
    let (why, help) = if path.is_dir() {
        (
            format!("`{task}` is a directory, not a plan"),
            HELP.to_owned(),
        )
    } else if task.contains("://") {
        (
            format!("`{task}` is an address; tasks are not read from there"),
            HELP.to_owned(),
        )
    } else if global.directory.join(&near).is_file() {
        let help = format!("there is `{near}`; {HELP}");
        (format!("there is no file `{task}`"), help)
    } else if looks_like_path(task) {
        (format!("there is no file `{task}`"), HELP.to_owned())
    } else {
        return sentence(task.to_owned());
    };
    Err(Failure::usage(why).help(help))
}

/// Whether a task is one word that somebody may have meant as a word.
fn is_bare(task: &str) -> bool {
    !looks_like_path(task)
        && task
            .chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// Whether a file begins as plans do, with front matter.
fn begins_as_plan(path: &Path) -> bool {
    let mut start = [0; 3];
    let file = std::fs::File::open(path);
    file.and_then(|mut it| it.read_exact(&mut start)).is_ok() && start == *b"---"
}

/// What can be done instead.
const HELP: &str = "name a PLAN.md, a phase, a change or an OpenAPI file, or say in a few words what is to be done";

/// Whether a single word is a path rather than a word: it has folders, or an ending.
fn looks_like_path(word: &str) -> bool {
    word.contains('/') || Path::new(word).extension().is_some_and(|it| !it.is_empty())
}

/// The specification that the configuration names, for a call that names no task.
pub(in crate::commands) fn specified(site: &Site, archive: bool) -> Result<Found, Failure> {
    let found = open_spec::specified(site)?.ok_or_else(|| {
        Failure::usage("no task is named, and `project.open_spec_path` names no specification")
            .help("write `interlock run \"what is to be done\"`, or `interlock run PLAN.md`")
    })?;
    let root = &site.repo.root;
    Ok(source::of_path(
        root,
        &found.path,
        &found.shown,
        found.kind,
        archive,
    )?)
}

fn sentence(text: String) -> Result<Found, Failure> {
    if text.trim().is_empty() {
        return Err(Failure::usage("the task is empty")
            .help("write `interlock run \"what is to be done\"`"));
    }
    let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
    if bytes > TASK_BYTES_MAX {
        return Err(
            Failure::usage(format!("the task is longer than {TASK_BYTES_MAX} bytes"))
                .help("say what is to be done, and name the files where the rest stands"),
        );
    }
    Ok(Found {
        source: Source::Sentence { text },
        done: None,
    })
}
