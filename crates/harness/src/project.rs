//! The code of a tree, as the verifier wants it, and what stands at the paths that it asks for.

mod around;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;

use code::Language;
use code::rules::Rules;
use ledger::event::Inspection;
use ledger::ids::{GitId, RelPath};
use ledger::observation::ChangedFile;
use ledger::plan::Plan;
use tools::acts::{Folder, Standing};
use tools::cores;
use tools::git::{GitError, Repo};
use tools::index::{self, Known, Saving};
use verify::integrity::{Change, Conventions};
use verify::{AcceptedList, Content, InspectionContext};

/// Largest file that is looked into, in bytes.
pub(crate) const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// Changed files whose versions are compared.
const CHANGED_MAX: usize = 5_000;
/// Files whose versions are read at once.
const BATCH: usize = 100;
/// Largest version that is compared, in bytes.
const VERSION_BYTES_MAX: usize = 1024 * 1024;
/// Paths that a thread takes at once.
const PATHS_AT_ONCE: usize = 16;

/// A text before and after.
type Versions = (Option<String>, Option<String>);

/// Where the facts about a repository's files are remembered.
pub(crate) fn memory(state_dir: &Path, repo: &Repo) -> PathBuf {
    let name = ledger::ids::Hash::of(repo.common_dir.as_os_str().as_encoded_bytes());
    let name: String = name.hex().chars().take(16).collect();
    state_dir.join("index").join(name)
}

/// What is looked at.
pub(crate) struct Looked<'a> {
    /// The repository, and where the tree is laid out.
    pub(crate) repo: &'a Repo,
    pub(crate) root: &'a Path,
    pub(crate) tree: &'a GitId,
    /// What the change is compared with, and what differs.
    pub(crate) base: Option<&'a GitId>,
    pub(crate) changed: &'a [ChangedFile],
    pub(crate) plan: &'a Plan,
    pub(crate) rules: &'a Rules,
    /// What the repository accepts of what is found.
    pub(crate) accepted: Option<&'a AcceptedList>,
}

/// Looks at paths: at their contents, at how they stand among all files of the tree, and at what the change did. What was
/// read is written down beside whatever comes next.
///
/// # Errors
/// [`GitError`] when a tree can't be read.
pub(crate) fn inspect(
    looked: &Looked<'_>,
    known: Known,
    paths: &[RelPath],
) -> Result<(Vec<Inspection>, Saving), GitError> {
    let trees: Vec<&GitId> = [looked.tree].into_iter().chain(looked.base).collect();
    let limits = index::Limits::default();
    let (projects, saving) = index::read(looked.repo, &trees, known, &limits)?;
    let mut projects = projects.into_iter();
    let (project, base) = (projects.next().unwrap_or_default(), projects.next());
    let context = InspectionContext::new(looked.plan, &project, base.as_ref(), looked.rules);
    let mut context = context.accepting(looked.accepted);
    let versions = versions(looked)?;
    let changes: Vec<Change<'_>> = versions
        .iter()
        // What is gone is compared all the same: nobody else tells of it.
        .filter(|(path, (_, after))| after.is_none() || context.vendored_by(path).is_none())
        .map(|(path, (before, after))| Change {
            path,
            before: before.as_deref(),
            after: after.as_deref(),
        })
        .collect();
    let reading = verify::read_change(&context, &changes);
    let mut conventions = Conventions::default();
    if let Some(base) = looked.base {
        let wanted = verify::wanted_texts(&context, &reading);
        conventions = around::conventions(looked.repo, (base, looked.tree), &wanted)?;
        context = context.with_asserting_tests(reading.asserting_tests(&conventions));
    }
    let folder = Folder::open(looked.root).ok();
    let look = |context: &InspectionContext<'_>, paths: &[RelPath]| {
        let look = |path: &RelPath| one(folder.as_ref(), context, &versions, path);
        let found = cores::in_batches(paths, PATHS_AT_ONCE, |batch| {
            batch.iter().map(look).collect::<Vec<_>>()
        });
        found.into_iter().flatten().collect::<Vec<Inspection>>()
    };
    let mut found = look(&context, paths);
    // What seems to be used by nobody is looked for in every text, and looked at again.
    let sought = verify::sought(&project, &found);
    if looked.base.is_some() && !sought.words.is_empty() {
        let mentions = around::mentions(looked.repo, looked.tree, &project, sought.words)?;
        context = context.with_mentions(mentions);
        let again = |it: &&RelPath| sought.paths.contains(it.as_str());
        let again: Vec<RelPath> = paths.iter().filter(again).cloned().collect();
        put_in_place(&mut found, look(&context, &again));
    }
    if let Some(base) = looked.base {
        let moved = looked.repo.moved(base, looked.tree)?;
        let cut = looked.changed.len() > CHANGED_MAX;
        let read = (&reading, &conventions);
        found.push(verify::inspect_change(&context, read, moved, cut));
    }
    // To give back the facts of a large tree takes a while, and nobody has to wait for it.
    drop((context, reading));
    thread::spawn(move || drop((project, base)));
    Ok((found, saving))
}

/// Puts what was looked at again where it stood before.
fn put_in_place(found: &mut [Inspection], again: Vec<Inspection>) {
    let path = |it: &Inspection| match it {
        Inspection::File { path, .. } => Some(path.clone()),
        Inspection::Change { .. } => None,
    };
    let mut again: BTreeMap<String, Inspection> = again
        .into_iter()
        .filter_map(|it| Some((path(&it)?, it)))
        .collect();
    for old in found {
        let new = path(old).and_then(|path| again.remove(&path));
        if let Some(new) = new {
            *old = new;
        }
    }
}

/// Looks at one path.
fn one(
    folder: Option<&Folder>,
    context: &InspectionContext<'_>,
    versions: &BTreeMap<String, Versions>,
    path: &RelPath,
) -> Inspection {
    let project = context.project();
    let standing = folder.map_or(Standing::Absent, |it| it.standing(path, FILE_BYTES_MAX));
    let content = match content(&standing) {
        // A disk that takes no notice of case finds a file that the tree has under another name; what else is on disk
        // and in no tree is what git ignores.
        Content::Text(_) if !project.has(path.as_str()) => match project.almost(path.as_str()) {
            Some(_) => Content::Absent,
            None => Content::Ignored,
        },
        content @ (Content::Absent
        | Content::Ignored
        | Content::Directory
        | Content::LinkOutside
        | Content::Special
        | Content::TooLarge(_)
        | Content::NotText
        | Content::Text(_)) => content,
    };
    let before = versions.get(path.as_str()).and_then(|it| it.0.as_deref());
    verify::inspect(context, path, content, before)
}

/// The texts of changed files, before and after; what is no text, or too much, is left out.
fn versions(looked: &Looked<'_>) -> Result<BTreeMap<String, Versions>, GitError> {
    let Some(base) = looked.base else {
        return Ok(BTreeMap::new());
    };
    let paths = looked.changed.iter().take(CHANGED_MAX);
    let paths: Vec<RelPath> = paths
        .filter_map(|it| RelPath::held(&it.path).ok())
        .collect();
    let mut versions = BTreeMap::new();
    for batch in paths.chunks(BATCH) {
        let before = looked.repo.texts_at(base, batch)?;
        let after = looked.repo.texts_at(looked.tree, batch)?;
        for (path, (before, after)) in batch.iter().zip(before.into_iter().zip(after)) {
            let small = |text: Option<String>| text.filter(|it| it.len() <= VERSION_BYTES_MAX);
            let both = (small(before), small(after));
            if both != (None, None) {
                versions.insert(path.as_str().to_owned(), both);
            }
        }
    }
    Ok(versions)
}

/// Where a team keeps rules of its own.
const RULES_FOLDER: &str = ".interlock/rules";
/// Rule files that are read.
const RULE_FILES_MAX: usize = 100;

/// The rules that hold: those that come with the program, and those that the files of a tree add. Files of a repository
/// neither replace a rule that comes with the program nor turn it off. Also what is wrong with them.
///
/// The tree is the one that a change is compared with: the checked does not choose its checks. Of those that come with
/// the program only what is about one of these `paths` is read, since no other file is held against rules.
///
/// # Errors
/// [`GitError`] when the tree can't be read.
pub(crate) fn rules(
    repo: &Repo,
    tree: &GitId,
    paths: &[RelPath],
) -> Result<(Rules, Vec<String>), GitError> {
    let files = repo.files_below(tree, RULES_FOLDER)?;
    let files = files.into_iter().filter(|it| {
        let name = it.as_str();
        name.ends_with(".yml") || name.ends_with(".yaml")
    });
    let files: Vec<RelPath> = files.take(RULE_FILES_MAX).collect();
    if files.is_empty() {
        let languages = paths.iter().map(|it| Language::of_path(it.as_str()));
        return Ok((Rules::built_in_for(&languages.collect()), Vec::new()));
    }
    let built_in = Rules::built_in();
    let texts = repo.texts_at(tree, &files)?;
    let named = files.iter().zip(texts).filter_map(|(path, text)| {
        let text = text?;
        Some((path.as_str().to_owned(), text))
    });
    let named: Vec<(String, String)> = named.collect();
    let (own, problems) = Rules::parse(&named);
    let own = own.without(&built_in);
    let said = problems.iter().map(|it| {
        let rule = if it.rule.is_empty() {
            String::new()
        } else {
            format!(" (rule `{}`)", it.rule)
        };
        format!(
            "{}:{}: {}{rule}; this rule is not used",
            it.file, it.line, it.reason
        )
    });
    Ok((built_in.with(own), said.collect()))
}

/// What stands at a path, in the verifier's words.
#[must_use]
pub(crate) fn content(standing: &Standing) -> Content<'_> {
    match standing {
        Standing::Absent => Content::Absent,
        Standing::Directory => Content::Directory,
        Standing::LinkOutside => Content::LinkOutside,
        Standing::Special => Content::Special,
        Standing::TooLarge(bytes) => Content::TooLarge(*bytes),
        Standing::NotText => Content::NotText,
        Standing::Text(text) => Content::Text(text),
    }
}
