//! A small made-up worktree that answers questions, and a configuration.

use std::sync::OnceLock;

use gate::wire::{CheckLine, read_line};
use gate::{Context, Policies, decide_proposal, gather};
use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::gate::{GateDecision, Verdict};
use ledger::ids::RelPath;
use ledger::options::PolicySet;
use ledger::proposal::{Proposal, Shell};

/// Where the made-up worktree stands.
pub(crate) const TOP: &str = "/home/dev/wt/feature-42";

/// The configuration of the seed's sample.
pub(crate) fn set() -> PolicySet {
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
    PolicySet {
        protected_branches: words(&["main", "master", "dev"]),
        danger_patterns: words(&["delete", "drop", "force"]),
        secret_patterns: words(&[
            r"\.env$",
            r"credentials\.json$",
            "secret",
            "password",
            "api_key",
            "private_key",
        ]),
        rules: Vec::new(),
        hooks: words(&[
            "prevent-secrets-commit",
            "log-operations",
            "enforce-pr-description",
        ]),
        declared: words(&["npm test", "npm run lint"]),
        protected_paths: words(&["spec/openapi.yaml", "ci"]),
        project_may_allow: false,
        broken: Vec::new(),
        documentation_hosts: words(&["docs.rs", "doc.rust-lang.org"]),
        allowed_tools: Vec::new(),
        required: Vec::new(),
    }
}

pub(crate) fn policies() -> &'static Policies {
    static COMPILED: OnceLock<Policies> = OnceLock::new();
    COMPILED.get_or_init(|| Policies::compile(&set()).0)
}

/// Answers as the harness would, from names: `link-out…` leads outside, `hard…` has a second name, `pipe…` is one,
/// `new…` is absent, with `made` in its name a file is the work's own, `dir…` and names without a dot are directories, `unknown…` can't be looked at.
pub(crate) fn answer(question: &Question) -> Fact {
    let Question::Path(asked) = question else {
        return match question {
            Question::Branch => Fact::Branch(Some("feature/42".to_owned())),
            Question::Declared => Fact::Declared(vec!["npm run build".to_owned()]),
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
                name: asked.contains("Src/").then(|| "src".to_owned()),
            },
            Question::InBase(asked) => Fact::InBase {
                asked: asked.clone(),
                held: !asked.contains("made"),
            },
            Question::DashedName(asked) => Fact::DashedName {
                asked: asked.clone(),
                name: None,
            },
            Question::Path(_) => unreachable!(),
        };
    };
    let asked = asked.clone();
    let inside = asked
        .strip_prefix(TOP)
        .map_or(asked.as_str(), |rest| rest.trim_start_matches('/'));
    let mut parts: Vec<&str> = Vec::new();
    let mut outside = inside.starts_with(['/', '~']);
    for part in inside.split('/') {
        match part {
            "" | "." => {}
            ".." => outside |= parts.pop().is_none(),
            part => parts.push(part),
        }
    }
    let first = parts.first().copied().unwrap_or_default();
    let last = parts.last().copied().unwrap_or_default();
    if first.starts_with("unknown") {
        return Fact::Unknown {
            question: question.clone(),
            why: "permission denied".to_owned(),
        };
    }
    let linked = first.starts_with("link-out");
    let kind = if outside || linked {
        PathKind::Outside
    } else if last.starts_with("pipe") {
        PathKind::Special
    } else if last.starts_with("new") {
        PathKind::Absent
    } else if last.starts_with("dir") || !last.contains('.') {
        PathKind::Directory
    } else {
        PathKind::File
    };
    let resolved = if outside || linked {
        None
    } else {
        RelPath::new(&parts.join("/")).ok()
    };
    let found = PathFact {
        resolved,
        kind,
        through_link: linked,
        hard_linked: last.starts_with("hard"),
        digest: None,
        bytes: 1,
        leads: None,
    };
    Fact::Path { asked, found }
}

pub(crate) fn answers(asked: &[Question]) -> Vec<Fact> {
    asked.iter().map(answer).collect()
}

/// The situation outside the line.
pub(crate) fn base() -> Context<'static> {
    Context {
        worktree: Some(TOP),
        branch: Some("feature/42"),
        sandboxed: true,
        trusted: true,
        home: Some("/home/dev"),
        taint: 0,
        ..Context::default()
    }
}

pub(crate) fn judge(line: &CheckLine) -> GateDecision {
    let facts = line.gather(&base(), answers);
    line.decide(&facts, &base(), policies(), &[])
}

/// What is decided of a command of bash where `told` answers some questions and [`answer`] the others.
pub(crate) fn shell_decision(
    command: &str,
    context: &Context<'_>,
    told: &dyn Fn(&Question) -> Option<Fact>,
) -> GateDecision {
    let proposal = Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    };
    let facts = gather(&proposal, context, |asked| {
        let one = |question: &Question| told(question).unwrap_or_else(|| answer(question));
        asked.iter().map(one).collect()
    });
    let context = Context {
        facts: &facts,
        ..*context
    };
    decide_proposal(&proposal, &context, policies(), &[])
}

/// What is decided of a command of bash in a project of these files.
pub(crate) fn project_verdict(command: &str, project: &[(&str, &str)]) -> Verdict {
    let told = |question: &Question| match question {
        Question::Text(asked) => Some(Fact::Text {
            asked: asked.clone(),
            text: project
                .iter()
                .find(|(path, _)| path == asked)
                .map(|(_, text)| (*text).to_owned()),
        }),
        Question::Names(asked) => {
            let below = |path: &str| {
                let rest = path.strip_prefix(asked.as_str())?;
                let rest = if asked.is_empty() {
                    rest
                } else {
                    rest.strip_prefix('/')?
                };
                rest.split_once('/').map(|(name, _)| name.to_owned())
            };
            let mut names: Vec<String> =
                project.iter().filter_map(|(path, _)| below(path)).collect();
            names.dedup();
            Some(Fact::Names {
                asked: asked.clone(),
                names,
            })
        }
        Question::Path(_)
        | Question::Branch
        | Question::Declared
        | Question::DashedName(_)
        | Question::InBase(_)
        | Question::Alike(_) => None,
    };
    shell_decision(command, &base(), &told).verdict
}

pub(crate) fn judge_text(line: &str) -> GateDecision {
    judge(&read_line(line).unwrap_or_else(|why| panic!("{line}: {why}")))
}

pub(crate) fn read(line: &str) -> CheckLine {
    read_line(line).unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// The decisions of every checkpoint that a line passes.
pub(crate) fn judge_everywhere(line: &CheckLine) -> Vec<GateDecision> {
    let facts = line.gather(&base(), answers);
    line.decisions(&facts, &base(), policies(), &[])
}
