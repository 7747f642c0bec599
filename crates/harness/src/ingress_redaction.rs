//! The door: what comes in from outside is cleaned, and loses its secrets, before it becomes something seen, so that
//! state, model and ledger see the same bytes. Cleaned first: a secret may hide between invisible characters.

use gate::untrusted_text::{self, Channel, Kind, Limits};
use ledger::authorisation::Grant;
use ledger::evidence::{Evidence, Failure};
use ledger::facts::Fact;
use ledger::forge::{IssueTask, IssueText, RelatedIssue, Standing};
use ledger::message::Body;
use ledger::observation::{
    CandidateTree, Delegated, Instruction, Lost, Observation, Outcome, Prepared, TurnEnd,
};
use ledger::promise::{Source, SourceFile};
use ledger::proposal::Proposal;
use ledger::reply::{Call, ModelFailure, Reply};
use ledger::skill::{Skill, Skills};

/// Compiles what every text is looked through with, beside what goes on: a run has much to ask git first, and the first text
/// would wait for it.
pub fn compile_ahead() {
    std::thread::spawn(|| {
        gate::secret::compile_ahead();
        untrusted_text::compile_ahead();
    });
}

/// Takes the secrets out of a text.
#[must_use]
pub fn text(text: &str) -> String {
    gate::redact(text).text
}

/// What was looked up for a decision, without the secrets of manifests.
pub(crate) fn facts(facts: Vec<Fact>) -> Vec<Fact> {
    facts
        .into_iter()
        .map(|fact| match fact {
            Fact::Text { asked, text: held } => Fact::Text {
                asked,
                text: held.as_deref().map(text),
            },
            Fact::Path { .. }
            | Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => fact,
        })
        .collect()
}

/// Cleans a text from outside and takes its secrets out; with what was taken out or defused, as `rule: words`.
fn incoming(words: &str, channel: Channel) -> (String, Vec<String>) {
    let out = untrusted_text::clean(words, channel, &Limits::DEFAULT);
    let notes = out
        .noticed
        .iter()
        .filter(|it| it.kind != Kind::Order)
        .map(|it| text(&format!("{}: {}", it.id, it.words)))
        .collect();
    (text(&out.text), notes)
}

/// Cleans what a program printed, and takes the secrets out.
#[must_use]
pub fn output(words: &str) -> String {
    foreign(words, Channel::Command)
}

/// What somebody else wrote, of whom nothing is known.
pub(crate) fn foreign(words: &str, channel: Channel) -> String {
    text(&untrusted_text::cleaned(words, channel, &Limits::DEFAULT))
}

/// Takes the secrets out of a reply: its words, and the arguments of its calls.
#[must_use]
pub fn reply(reply: Reply) -> Reply {
    Reply {
        text: text(&reply.text),
        calls: reply
            .calls
            .into_iter()
            .map(|call| Call {
                args: text(&call.args),
                ..call
            })
            .collect(),
        // Its signatures would not bear a change: what holds a secret goes as a whole.
        opaque: reply.opaque.filter(|it| gate::redact(it).found.is_empty()),
        ..reply
    }
}

/// Takes the secrets out of a provider's words.
#[must_use]
pub fn failure(failure: ModelFailure) -> ModelFailure {
    ModelFailure {
        message: text(&failure.message).chars().take(2000).collect(),
        ..failure
    }
}

/// Takes the secrets out of a task; one from somebody who is not trusted is cleaned too.
#[must_use]
pub fn source(source: Source, trusted: bool) -> Source {
    let text = |words: &str| match trusted {
        true => text(words),
        false => foreign(words, Channel::Issue),
    };
    let source_files = |files: Vec<SourceFile>| -> Vec<SourceFile> {
        let clean = |it: SourceFile| SourceFile {
            text: text(&it.text),
            path: it.path,
        };
        files.into_iter().map(clean).collect()
    };
    match source {
        Source::Sentence { text: words } => Source::Sentence { text: text(&words) },
        Source::Plan { path, text: plan } => Source::Plan {
            path,
            text: text(&plan),
        },
        Source::Api {
            path,
            text: api,
            files,
        } => Source::Api {
            path,
            text: text(&api),
            files: source_files(files),
        },
        Source::Change {
            path,
            files,
            archive,
        } => Source::Change {
            path,
            files: source_files(files),
            archive,
        },
        Source::Phase { path, files } => Source::Phase {
            path,
            files: source_files(files),
        },
        Source::Issue(issue) => Source::Issue(Box::new(self::issue(*issue))),
    }
}

/// An issue: each text by what its author may do there.
fn issue(issue: IssueTask) -> IssueTask {
    let by = |words: &str, standing: Standing| match standing.is_trusted() {
        true => text(words),
        false => foreign(words, Channel::Issue),
    };
    let comments = issue.comments.into_iter().map(|it| IssueText {
        text: by(&it.text, it.standing),
        // Checks have the names that somebody gave them.
        kind: by(&it.kind, it.standing),
        ..it
    });
    let related = issue.related.into_iter().map(|it| RelatedIssue {
        title: foreign(&it.title, Channel::Issue),
        text: foreign(&it.text, Channel::Issue),
        ..it
    });
    let errand = issue.errand.map(|mut errand| {
        for section in &mut errand.sections {
            section.text = match section.untrusted {
                true => foreign(&section.text, Channel::Issue),
                false => text(&section.text),
            };
        }
        errand
    });
    IssueTask {
        errand,
        title: by(&issue.title, issue.standing),
        text: by(&issue.text, issue.standing),
        comments: comments.collect(),
        related: related.collect(),
        ..issue
    }
}

/// Takes the secrets out of what a person says to a run.
#[must_use]
pub fn body(body: Body) -> Body {
    match body {
        Body::Deny { question, reason } => Body::Deny {
            question,
            reason: text(&reason),
        },
        Body::Answer {
            question,
            text: answer,
        } => Body::Answer {
            question,
            text: text(&answer),
        },
        Body::Resume { hint } => Body::Resume {
            hint: hint.map(|it| text(&it)),
        },
        Body::Stop { reason } => Body::Stop {
            reason: text(&reason),
        },
        Body::End { reason } => Body::End {
            reason: text(&reason),
        },
        Body::Grant(grant) => Body::Grant(Box::new(Grant {
            what: text(&grant.what),
            ..*grant
        })),
        Body::Approve { .. } | Body::Revoke { .. } | Body::Budget { .. } | Body::Settings(_) => {
            body
        }
    }
}

/// What came of an act, with its secrets taken out: its words, instructions of the repository, the end of a check's
/// output. What a program, a page or another agent said is cleaned too; what stands in the worktree's files is not, for
/// the agent has to see what it changes.
#[must_use]
pub fn observation(observation: Observation, call: Option<&Proposal>) -> Observation {
    let channel = call.map_or(Channel::Command, |it| untrusted_text::channel_of(it.tool()));
    let (words, cleaned) = match channel {
        Channel::File => (text(&observation.text), Vec::new()),
        Channel::Command
        | Channel::Page
        | Channel::Tool
        | Channel::Agent
        | Channel::Issue
        | Channel::Instructions => incoming(&observation.text, channel),
    };
    let from = call.and_then(untrusted_text::source_of);
    Observation {
        text: words,
        cleaned,
        outside: from.or(observation.outside),
        outcome: outcome(observation.outcome),
        ..observation
    }
}

/// What skills say of themselves stands in prompts.
fn skills(skills: Skills) -> Skills {
    let clean = |it: Skill| Skill {
        description: match it.trusted {
            true => text(&it.description),
            false => foreign(&it.description, Channel::Instructions),
        },
        ..it
    };
    Skills {
        found: skills.found.into_iter().map(clean).collect(),
        left_out: skills.left_out.iter().map(|it| output(it)).collect(),
    }
}

fn outcome(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Prepared(prepared) => Outcome::Prepared(Prepared {
            instructions: prepared
                .instructions
                .into_iter()
                .map(|it| Instruction {
                    text: match it.trusted {
                        true => text(&it.text),
                        false => foreign(&it.text, Channel::Instructions),
                    },
                    ..it
                })
                .collect(),
            skills: Box::new(skills(*prepared.skills)),
            ..prepared
        }),
        Outcome::Checked(evidence) => Outcome::Checked(Box::new(Evidence {
            tail: foreign(&evidence.tail, Channel::Command),
            failure: evidence.failure.map(|it| Failure {
                named: it.named.iter().map(|name| text(name)).collect(),
                ..it
            }),
            ..*evidence
        })),
        Outcome::Delegated(delegated) => Outcome::Delegated(Box::new(Delegated {
            end: match delegated.end {
                TurnEnd::Replied(words) => TurnEnd::Replied(reply(words)),
                TurnEnd::Failed { failure: why, used } => TurnEnd::Failed {
                    failure: failure(why),
                    used,
                },
            },
            ..*delegated
        })),
        Outcome::Tried { facts } => Outcome::Tried {
            facts: text(&facts),
        },
        Outcome::Candidate(candidate) => Outcome::Candidate(CandidateTree {
            lost: candidate
                .lost
                .into_iter()
                .map(|it| Lost {
                    lines: it.lines.iter().map(|line| text(line)).collect(),
                    ..it
                })
                .collect(),
            ..candidate
        }),
        Outcome::Plain
        | Outcome::Gone
        | Outcome::Changed { .. }
        | Outcome::Committed(_)
        // Cleaned where it was taken in.
        | Outcome::Offered(_)
        | Outcome::Integrated { .. }
        | Outcome::Recorded { .. }
        | Outcome::Conflicted { .. }
        | Outcome::CheckedOut(_)
        | Outcome::Restored { .. }
        | Outcome::Merged { .. }
        | Outcome::InTheWay { .. }
        | Outcome::TargetMoved { .. }
        | Outcome::ProtectedMoved { .. }
        | Outcome::HandedOver { .. }
        | Outcome::Discarded { .. }
        | Outcome::Pushed { .. }
        | Outcome::OnForge(_) => outcome,
    }
}

#[cfg(test)]
mod tests {
    use ledger::forge::{Errand, ErrandSection, Subject};

    use super::*;

    /// Every text of an issue and its errand is looked through, whatever part it stands in.
    #[test]
    fn no_part_of_an_issue_keeps_a_secret() {
        const SECRET: &str = concat!("ghp_", "c7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk");
        let words = |at: &str| format!("{at} {SECRET}");
        let said = |standing| IssueText {
            author: None,
            standing,
            kind: words("kind"),
            at_ms: 0,
            text: words("comment"),
        };
        let section = |untrusted| ErrandSection {
            name: "feedback".to_owned(),
            text: words("section"),
            untrusted,
        };
        let subject: Subject =
            serde_json::from_value(serde_json::json!({"repo": "o/r", "number": 7}))
                .expect("a subject");
        let errand: Errand = serde_json::from_value(serde_json::json!({
            "action": "mention", "login": "coder", "display_name": "Coder", "about": subject,
            "means": [], "talks_only": true, "sections": [section(true), section(false)],
        }))
        .expect("an errand");
        let task = IssueTask {
            forge: "local".to_owned(),
            subject,
            title: words("title"),
            text: words("text"),
            author: None,
            standing: Standing::Write,
            steps: Vec::new(),
            comments: vec![said(Standing::None), said(Standing::Write)],
            related: vec![RelatedIssue {
                how: "parent".to_owned(),
                number: 1,
                title: words("title"),
                open: true,
                text: words("related"),
            }],
            errand: Some(Box::new(errand)),
        };
        let cleaned = serde_json::to_string(&issue(task)).expect("JSON");
        assert!(!cleaned.contains(SECRET), "{cleaned}");
        assert_eq!(cleaned.matches("section ").count(), 2, "{cleaned}");
    }
}
