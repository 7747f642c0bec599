//! Every example of every model of Windows and every row of the table, judged as a whole command line; and how the tests
//! of both languages judge one.

use gate::{Context, Policies, wire};
use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::gate::Verdict;
use ledger::ids::RelPath;
use ledger::options::PolicySet;

use crate::programs::models::files;

mod cmd;
mod powershell;

#[test]
fn every_example_is_judged_as_it_says() {
    let mut wrong = Vec::new();
    let mut count = 0usize;
    for shell in ["cmd", "powershell"] {
        for (name, file) in files(shell) {
            for example in file["examples"].as_array().into_iter().flatten() {
                count += 1;
                let [Some(text), Some(wanted)] = [example["run"].as_str(), example["is"].as_str()]
                else {
                    panic!("{name}: {example}");
                };
                let is = decided(shell, text);
                if is != wanted {
                    let effects = all(shell, text);
                    wrong.push(format!(
                        "{name}: {text} wanted {wanted}, is {is}: {effects:#?}"
                    ));
                }
            }
        }
    }
    assert!(count > 60, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_position_and_input_is_a_parameter() {
    for (name, file) in files("powershell") {
        for cmdlet in file["cmdlets"].as_array().into_iter().flatten() {
            let positions = cmdlet["positions"].as_array().into_iter().flatten();
            let all = positions.chain(std::iter::once(&cmdlet["input"]));
            for own in all.filter_map(|it| it.as_str()) {
                assert!(cmdlet["parameters"][own].is_string(), "{name}: {own}");
            }
        }
    }
}

/// Command lines behind their shell (`p` or `cmd`) and the decisions that are right, with a line of dashes between.
const ROWS: &str = include_str!("windows_shells/rows.txt");

#[test]
fn every_row_is_judged_as_it_says() {
    let mut wrong = Vec::new();
    for row in ROWS.trim_end().split("\n---\n") {
        let parts: Vec<&str> = row.splitn(3, '|').collect();
        let [shell, wanted, text] = parts.as_slice() else {
            panic!("{row}");
        };
        let is = decided(shell, text);
        if !wanted.split(',').any(|it| it == is) {
            let effects = all(shell, text);
            wrong.push(format!("{text} wanted {wanted}, is {is}: {effects:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn context() -> Context<'static> {
    Context {
        worktree: Some("/home/dev/wt/feature-42"),
        home: Some("/home/dev"),
        sandboxed: true,
        trusted: true,
        branch: Some("feature/42"),
        ..Context::default()
    }
}

fn line(shell: &str, text: &str) -> wire::CheckLine {
    let shell = if shell == "cmd" { "cmd" } else { "powershell" };
    let line =
        serde_json::json!({"tool": "run_command", "args": {"command": text, "shell": shell}});
    wire::read_line(&line.to_string()).expect("a line")
}

/// All effects of a text, in words.
fn all(shell: &str, text: &str) -> Vec<String> {
    let wire::What::Proposal(proposal) = line(shell, text).what else {
        return Vec::new();
    };
    gate::effects(&proposal, &context())
}

/// No rules of anybody, and the hosts whose pages are read unasked.
pub(crate) fn bare() -> PolicySet {
    PolicySet {
        protected_branches: Vec::new(),
        danger_patterns: Vec::new(),
        secret_patterns: Vec::new(),
        rules: Vec::new(),
        hooks: Vec::new(),
        declared: Vec::new(),
        protected_paths: Vec::new(),
        project_may_allow: false,
        broken: Vec::new(),
        required: Vec::new(),
        allowed_tools: Vec::new(),
        documentation_hosts: [
            "docs.rs",
            "doc.rust-lang.org",
            "docs.python.org",
            "developer.mozilla.org",
        ]
        .map(str::to_owned)
        .to_vec(),
    }
}

/// Holds rows of a command line and its decision against what is decided.
pub(crate) fn check(shell: &str, rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(text, expected)| decided(shell, text) != *expected)
        .map(|(text, expected)| {
            let found = (decided(shell, text), all(shell, text));
            format!(
                "{text}\n  wanted {expected}, is {}: {:#?}",
                found.0, found.1
            )
        })
        .collect();
    let count = wrong.len();
    assert!(wrong.is_empty(), "{count} wrong\n{}", wrong.join("\n"));
}

/// `allow`, `ask` or `deny`.
pub(crate) fn decided(shell: &str, text: &str) -> &'static str {
    let (policies, _) = Policies::compile(&bare());
    let line = line(shell, text);
    let facts = line.gather(&context(), |asked| asked.iter().map(plain).collect());
    match line.decide(&facts, &context(), &policies, &[]).verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}

/// Nothing special stands anywhere.
fn plain(question: &Question) -> Fact {
    match question {
        Question::Path(asked) => Fact::Path {
            asked: asked.clone(),
            found: PathFact {
                resolved: RelPath::new(asked).ok(),
                kind: PathKind::File,
                through_link: false,
                hard_linked: false,
                digest: None,
                bytes: 0,
                leads: None,
            },
        },
        Question::Branch => Fact::Branch(Some("feature/42".to_owned())),
        Question::Declared => Fact::Declared(Vec::new()),
        Question::Text(asked) => Fact::Text {
            asked: asked.clone(),
            text: None,
        },
        Question::Names(asked) => Fact::Names {
            asked: asked.clone(),
            names: Vec::new(),
        },
        Question::Alike(asked) => Fact::Alike {
            asked: asked.clone(),
            name: None,
        },
        Question::InBase(asked) => Fact::InBase {
            asked: asked.clone(),
            held: true,
        },
        Question::DashedName(asked) => Fact::DashedName {
            asked: asked.clone(),
            name: None,
        },
    }
}
