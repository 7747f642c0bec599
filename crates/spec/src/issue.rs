//! An issue of a forge: its title and text are what is wanted; a list below a heading for acceptance is what a person would
//! check. An issue whose text is a `PLAN.md` brings its plan.

use ledger::forge::IssueTask;
use ledger::ids::Hash;
use ledger::promise::Promise;
use ledger::scope::Scope;

use crate::problem::Problem;
use crate::said::{Spec, Work};
use crate::{plan_md, sentence};

/// Headings of the list of what is checked, as issue templates write it.
const ACCEPTANCE: [&str; 4] = [
    "acceptance",
    "acceptance criteria",
    "must haves",
    "验收标准",
];
/// Entries of that list.
const ACCEPTANCE_MAX: usize = 64;

/// Reads an issue.
///
/// # Errors
/// What is wrong with the plan that its text holds, if it holds one.
pub(crate) fn read(issue: &IssueTask) -> Result<Spec, Vec<Problem>> {
    if plan_md::opened(&issue.text).is_some() && !talks_only(issue) {
        let place = format!("the text of {}", issue.subject);
        let (promise, plan, problems) = plan_md::read(&place, &issue.text)?;
        return Ok(Spec {
            promise,
            work: Work::Planned(plan),
            problems,
        });
    }
    let words = format!("{}\n\n{}", plain_title(&issue.title), issue.text.trim());
    let (promise, mut plan) = sentence(&words);
    if talks_only(issue) {
        for task in &mut plan.tasks {
            task.files = Scope::Only(Vec::new());
        }
    }
    Ok(Spec {
        promise: Promise {
            acceptance: acceptance(&issue.text),
            source: Hash::of(words.as_bytes()),
            ..promise
        },
        work: Work::Planned(plan),
        problems: Vec::new(),
    })
}

/// A title without the marks in brackets that say what it is a part of.
#[must_use]
pub fn plain_title(title: &str) -> &str {
    let mut rest = title.trim();
    while let Some((_, behind)) = rest.strip_prefix('[').and_then(|it| it.split_once(']')) {
        rest = behind.trim_start();
    }
    match rest {
        "" => title.trim(),
        rest => rest,
    }
}

/// Whether no file may change: its agent looks and speaks.
fn talks_only(issue: &IssueTask) -> bool {
    issue.errand.as_ref().is_some_and(|it| it.talks_only)
}

/// The entries of the lists below headings for acceptance.
fn acceptance(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_below = false;
    for line in text.lines().map(str::trim) {
        if let Some(heading) = heading(line) {
            is_below = ACCEPTANCE.contains(&heading.to_lowercase().as_str());
        } else if is_below && let Some(entry) = entry(line) {
            found.push(entry.to_owned());
        }
    }
    found.truncate(ACCEPTANCE_MAX);
    found
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let is_heading = rest.len() < line.len() && rest.starts_with(' ');
    is_heading.then(|| rest.trim().trim_end_matches([':', '：']))
}

/// What an entry of a list says, without its mark and its box.
fn entry(line: &str) -> Option<&str> {
    let rest = ["- ", "* ", "+ "]
        .iter()
        .find_map(|it| line.strip_prefix(it))?;
    let rest = rest.trim();
    let boxes = ["[ ]", "[x]", "[X]"];
    let rest = boxes
        .iter()
        .find_map(|it| rest.strip_prefix(it))
        .unwrap_or(rest);
    Some(rest.trim()).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use ledger::forge::{RepoName, Standing, Subject};

    use super::*;

    const PLAN: &str = "---\nphase: 01-slug\nplan: \"01\"\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified:\n  - slug.sh\nautonomous: true\nrequirements: []\nmust_haves:\n  truths:\n    - \"It prints a slug\"\n---\n\n<objective>\nA slug.\n</objective>\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: write it</name>\n  <files>slug.sh</files>\n  <action>Write slug.sh.</action>\n  <verify><automated>sh slug.sh</automated></verify>\n  <done>It prints.</done>\n</task>\n</tasks>\n";

    #[test]
    fn a_plan_is_one_however_its_lines_end() {
        let issue = |text: String| IssueTask {
            forge: "work".to_owned(),
            subject: Subject {
                repo: RepoName::new("acme/widgets").unwrap(),
                number: 7,
            },
            title: "Write slug.sh".to_owned(),
            text,
            author: None,
            standing: Standing::Write,
            steps: Vec::new(),
            comments: Vec::new(),
            related: Vec::new(),
            errand: None,
        };
        let windows = PLAN.replace('\n', "\r\n");
        for text in [PLAN.to_owned(), windows, format!("\u{feff}{PLAN}")] {
            let spec = read(&issue(text.clone())).unwrap();
            let Work::Planned(plan) = spec.work else {
                panic!("{text:?}");
            };
            assert_eq!(plan.phase.as_deref(), Some("01-slug"), "{text:?}");
        }
        let spec = read(&issue("-- \n".to_owned())).unwrap();
        assert!(matches!(spec.work, Work::Planned(plan) if plan.phase.is_none()));
    }

    #[test]
    fn lists_below_the_heading_are_what_is_checked() {
        let text = "Do it.\n\n## Acceptance criteria:\n\n- [ ] one\n* two\ntext\n\n## Else\n- not this\n### 验收标准\n- 三";
        assert_eq!(acceptance(text), ["one", "two", "三"]);
    }
}
