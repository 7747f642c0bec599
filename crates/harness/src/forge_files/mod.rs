//! What a team on a forge begins with: issue forms whose labels and headings are read here, a text for pull requests, and a
//! workflow that verifies them. Written once; what is there is never touched.

mod words;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use board::templates::Language;
use ledger::forge::ForgeKind;

use crate::config::{Fault, Problem, write_file};
use words::Form;

const OF_GITHUB: &str = include_str!("workflow-github.yml");
const OF_OTHERS: &str = include_str!("workflow-gitea.yml");
const ABOVE_WORKFLOW: &str = "# Put the address of Interlock and the revision that you use in place of URL-OF-INTERLOCK and REVISION.\n";

/// What became of each file, by its path from the repository's root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Laid {
    /// They were written.
    pub written: Vec<PathBuf>,
    /// They were there, or one whose name differs in case only.
    pub kept: Vec<PathBuf>,
}

/// Writes the files into the repository at `root`, in the language of the configuration's `serve.language`.
///
/// # Errors
/// When a folder of them is behind a link or a file, or one can't be written.
pub fn lay(root: &Path, kind: ForgeKind, language: &str) -> Result<Laid, Problem> {
    let all = files_of(kind, Language::named(language).unwrap_or_default());
    for (path, _) in &all {
        only_folders_above(root, path)?;
    }
    let mut laid = Laid::default();
    for (path, content) in all {
        if is_there(root, &path)? {
            laid.kept.push(path);
        } else {
            write_file(&root.join(&path), &content)?;
            laid.written.push(path);
        }
    }
    Ok(laid)
}

fn files_of(kind: ForgeKind, language: Language) -> Vec<(PathBuf, String)> {
    let (folder, workflow) = match kind {
        ForgeKind::Gitea => (".gitea", OF_OTHERS),
        ForgeKind::Forgejo => (".forgejo", OF_OTHERS),
        ForgeKind::Github => (".github", OF_GITHUB),
    };
    let folder = Path::new(folder);
    let forms = words::forms(language).iter().map(|it| {
        let name = format!("{}.yml", it.file);
        (folder.join("ISSUE_TEMPLATE").join(name), text(it, language))
    });
    let mut all: Vec<(PathBuf, String)> = forms.collect();
    let pull_request = folder.join("PULL_REQUEST_TEMPLATE.md");
    all.push((pull_request, words::pull_request(language).to_owned()));
    let verify = folder.join("workflows").join("verify.yml");
    all.push((verify, format!("{ABOVE_WORKFLOW}{workflow}")));
    all
}

/// A form as all three kinds of forges read it.
fn text(form: &Form, language: Language) -> String {
    let (name, about) = form.title;
    let mut page = format!(
        "name: {}\ndescription: {}\nlabels: [{}]\nbody:\n",
        quoted(name),
        quoted(about),
        quoted(form.label)
    );
    let needed = form.needed.iter().map(|it| (*it, "", true));
    let wished = form.wished.iter().map(|it| (*it, "", false));
    let ending = words::ending(language);
    let last = [ending.acceptance, ending.belongs];
    let last = last.iter().map(|(label, value)| (*label, *value, false));
    for (at, (label, value, is_needed)) in needed.chain(wished).chain(last).enumerate() {
        let _infallible = write!(
            page,
            "  - type: textarea\n    id: part-{at}\n    attributes:\n      label: {}\n",
            quoted(label)
        );
        if !value.is_empty() {
            let _infallible = writeln!(page, "      value: {}", quoted(value));
        }
        if is_needed {
            page.push_str("    validations:\n      required: true\n");
        }
    }
    page
}

/// A text as YAML, which reads those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Nothing is written through a link that a repository holds.
fn only_folders_above(root: &Path, path: &Path) -> Result<(), Problem> {
    let mut folder = path.parent();
    while let Some(here) = folder.filter(|it| !it.as_os_str().is_empty()) {
        let found = std::fs::symlink_metadata(root.join(here));
        if found.is_ok_and(|it| !it.is_dir()) {
            return Err(Problem::bare(Fault::NotAFile {
                name: path.display().to_string(),
                what: "behind a link or a file",
            }));
        }
        folder = here.parent();
    }
    Ok(())
}

/// Whether something of this name is there, in any case: forges take `pull_request_template.md` as well.
fn is_there(root: &Path, path: &Path) -> Result<bool, Problem> {
    let Some(name) = path.file_name() else {
        return Ok(true);
    };
    let folder = root.join(path.parent().unwrap_or(Path::new("")));
    let io = |source| {
        Problem::bare(Fault::Io {
            verb: "read",
            name: folder.display().to_string(),
            source,
        })
    };
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(io(error)),
    };
    for entry in entries {
        if entry.map_err(io)?.file_name().eq_ignore_ascii_case(name) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ledger::board::BusinessType;
    use ledger::forge::IssueTask;
    use ledger::promise::Source;

    use super::*;

    const KINDS: [ForgeKind; 3] = [ForgeKind::Gitea, ForgeKind::Forgejo, ForgeKind::Github];

    fn yaml(text: &str) -> serde_json::Value {
        serde_saphyr::from_str(text).expect("YAML")
    }

    fn issue() -> IssueTask {
        serde_json::from_value(serde_json::json!({
            "forge": "work",
            "subject": {"repo": "team/app", "number": 1},
            "title": "A title",
            "text": "",
            "author": null,
            "standing": "write",
        }))
        .expect("an issue")
    }

    /// What is checked of an issue with this text.
    fn acceptance(text: &str) -> Vec<String> {
        let issue = IssueTask {
            text: text.to_owned(),
            ..issue()
        };
        let spec = spec::read(&Source::Issue(Box::new(issue))).expect("an issue");
        spec.promise.acceptance
    }

    /// The text of an issue that somebody made with a form, as forges make it.
    fn filled(form: &serde_json::Value) -> String {
        let parts = form["body"].as_array().expect("parts").iter();
        let parts = parts.map(|it| {
            assert_eq!(it["type"], "textarea");
            let label = it["attributes"]["label"].as_str().expect("a label");
            let value = it["attributes"]["value"].as_str().unwrap_or("words");
            let value = value
                .replace("- [ ] ", "- [ ] it works")
                .replace("Parent: #", "Parent: #7");
            format!("### {label}\n\n{value}\n\n")
        });
        parts.collect()
    }

    #[test]
    fn forms_are_read_as_what_they_are_for() {
        for language in [Language::En, Language::Zh] {
            let mut kinds = Vec::new();
            for form in words::forms(language) {
                let form = yaml(&text(form, language));
                assert!(form["name"].is_string() && form["description"].is_string());
                let label = form["labels"][0].as_str().expect("a label").to_owned();
                let (business, has_type) = board::text::business(&[label]);
                assert!(has_type);
                kinds.push(business);
                let issue = filled(&form);
                assert_eq!(acceptance(&issue), ["it works"]);
                assert_eq!(board::text::references("A title", &issue).parent, Some(7));
            }
            let all = [
                BusinessType::Feature,
                BusinessType::Impl,
                BusinessType::Bug,
                BusinessType::Docs,
                BusinessType::Refactor,
                BusinessType::Test,
                BusinessType::Infrastructure,
            ];
            assert_eq!(kinds, all);
        }
    }

    #[test]
    fn an_unfilled_form_asks_for_nothing() {
        let form = text(&words::forms(Language::En)[0], Language::En);
        let parts = yaml(&form)["body"].as_array().expect("parts").clone();
        let value = |it: &serde_json::Value| it["attributes"]["value"].as_str().map(str::to_owned);
        let text: String = parts
            .iter()
            .filter_map(value)
            .collect::<Vec<_>>()
            .join("\n");
        assert_eq!(board::text::references("A title", &text).parent, None);
        assert!(acceptance(&format!("### Acceptance\n{text}")).is_empty());
    }

    #[test]
    fn workflows_are_those_of_the_page() {
        let page = include_str!("../../../../docs/ci.md");
        for kind in KINDS {
            let all = files_of(kind, Language::En);
            let (_, workflow) = all.last().expect("a workflow");
            let plain = workflow
                .strip_prefix(ABOVE_WORKFLOW)
                .expect("its first line");
            assert!(page.contains(&format!("```yaml\n{plain}```")), "{kind:?}");
            assert!(yaml(workflow)["jobs"]["verify"].is_object());
        }
    }

    #[test]
    fn what_is_there_is_left_alone() {
        for kind in KINDS {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path();
            let (first, _) = files_of(kind, Language::En).swap_remove(0);
            let folder = root.join(first.parent().unwrap().parent().unwrap());
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("pull_request_template.md"), "ours").unwrap();
            let laid = lay(root, kind, "zh").unwrap();
            assert_eq!((laid.written.len(), laid.kept.len()), (8, 1));
            let contents = |laid: &Laid| -> BTreeMap<PathBuf, String> {
                let all = laid.written.iter().chain(&laid.kept);
                let there = all.filter_map(|it| {
                    let text = std::fs::read_to_string(root.join(it)).ok()?;
                    Some((it.clone(), text))
                });
                there.collect()
            };
            let before = contents(&laid);
            assert!(before[&first].contains("验收标准"));
            let again = lay(root, kind, "en").unwrap();
            assert_eq!((again.written.len(), again.kept.len()), (0, 9));
            assert_eq!(contents(&again), before);
            let ours = std::fs::read_to_string(folder.join("pull_request_template.md"));
            assert_eq!(ours.unwrap(), "ours");
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link() {
        let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::os::unix::fs::symlink(elsewhere.path(), dir.path().join(".gitea")).unwrap();
        assert!(lay(dir.path(), ForgeKind::Gitea, "en").is_err());
        assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }
}
