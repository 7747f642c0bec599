//! What a notice says: a pure function of a line and the run that it belongs to.

use audit::answers;
use engine::state::State;
use ledger::event::{Ask, Decided, Event, Park};
use ledger::ids::{ActId, RunId, TaskId};
use ledger::notice::NoticeKind;
use ledger::offered;
use ledger::phase::Phase;
use ledger::telling;
use ledger::wire::v1::Line;
use serde::Serialize;
use shell::display::visible;

use crate::ingress_redaction;
use crate::timestamp::timestamp;

/// The version of what receivers read. Fields may come; none changes its meaning without another number.
const VERSION: u32 = 1;
/// Characters of the sentence that people read first.
const TEXT_CHARS_MAX: usize = 600;
/// Characters of the reason.
const REASON_CHARS_MAX: usize = 4_000;
/// Characters of anything else.
const FIELD_CHARS_MAX: usize = 500;

/// A notice, as its receiver reads it. No secret is in it, and no character that a screen would not show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Message {
    v: u32,
    event: NoticeKind,
    /// The same at each attempt, and when it is sent again after a crash.
    id: String,
    run: RunId,
    repository: String,
    project: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<TaskId>,
    phase: Phase,
    branch: String,
    target: String,
    /// One or two lines for people.
    text: String,
    reason: String,
    /// The command that answers, to be called from anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer_with: Option<String>,
    /// When the line was written.
    at: String,
}

impl Message {
    /// What a line says, if people are told of such. `state` is that of its run.
    pub(crate) fn of(line: &Line, state: &State) -> Option<Self> {
        let event = telling::kind_of(&line.event)?;
        let opened = state.opened.as_deref()?;
        let program = answers::program_in(&opened.repository);
        let run = state.run.as_str();
        let said = said(&line.event, (&program, run))?;
        let project = field(state.project());
        let answer_with = said.answer_with.as_deref().map(field);
        let head = format!("{project}: run {run} {}", one_line(&said.head));
        let mut text = cut(&ingress_redaction::text(&head), TEXT_CHARS_MAX);
        if let Some(command) = &answer_with {
            text = format!("{text}\n{command}");
        }
        Some(Self {
            v: VERSION,
            event,
            id: format!("{run}@{}", line.seq),
            run: state.run.clone(),
            repository: field(&opened.repository),
            project,
            title: field(opened.source.title()),
            task: line.stamp.task.clone(),
            phase: said.phase.unwrap_or(state.phase),
            branch: field(&state.run_branch()),
            target: field(&opened.target),
            text,
            reason: cut(&ingress_redaction::text(&said.reason), REASON_CHARS_MAX),
            answer_with,
            at: timestamp(line.stamp.at_ms),
        })
    }

    /// As a program reads it.
    pub(crate) fn json(&self) -> String {
        // Texts and numbers always become JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As chat services read it: in `text` what could be markup of theirs is none.
    pub(crate) fn json_for_chat(&self) -> String {
        let text = self.text.replace('&', "&amp;");
        let text = text.replace('<', "&lt;").replace('>', "&gt;");
        Self {
            text,
            ..self.clone()
        }
        .json()
    }
}

/// What is said of an event.
struct Said {
    /// What follows the name of the run, in a few words.
    head: String,
    reason: String,
    answer_with: Option<String>,
    phase: Option<Phase>,
}

fn said(event: &Event, (program, run): (&str, &str)) -> Option<Said> {
    let Event::Decided(decided) = event else {
        return None;
    };
    if let Decided::Asked { act, ask, .. } = decided {
        return Some(asked(*act, ask, (program, run)));
    }
    if let Decided::Parked(park) = decided {
        return Some(parked(park, (program, run)));
    }
    if let Decided::Ended { phase, why } = decided {
        let head = match phase {
            Phase::Done => format!("is done: {why}"),
            Phase::Stopped => format!("was stopped: {why}"),
            Phase::Idle
            | Phase::Parsing
            | Phase::Planning
            | Phase::Executing
            | Phase::Validating
            | Phase::Merging
            | Phase::Fail => format!("failed: {why}"),
        };
        return Some(Said {
            head,
            reason: why.clone(),
            answer_with: None,
            phase: Some(*phase),
        });
    }
    None
}

fn asked(act: ActId, ask: &Ask, (program, run): (&str, &str)) -> Said {
    let (head, reason) = match ask {
        Ask::Permission { what, decision, .. } => {
            let findings = decision.findings.iter();
            let against: Vec<String> = findings
                .map(|it| format!("{} [{}/{}]", it.message, it.policy, it.id))
                .collect();
            (
                format!("asks {act}: may it do this? {what}"),
                against.join("\n"),
            )
        }
        Ask::Question { text, options } => {
            let options = match options.as_slice() {
                [] => String::new(),
                some => format!(" ({})", some.join(" | ")),
            };
            (format!("asks {act}: {text}{options}"), text.clone())
        }
        Ask::Plan { plan } => (
            format!("asks {act}: is this plan to be carried out? {}", plan.title),
            plan.title.clone(),
        ),
        Ask::Tools { server, tools } => {
            let question = offered::question(server, tools);
            let reasons = tools.iter().map(|it| format!("{}: {}", it.name, it.why));
            let reasons: Vec<String> = reasons.collect();
            (format!("asks {act}: {question}"), reasons.join("\n"))
        }
        Ask::Review { items } => (
            format!("asks {act}: look at what no machine can see, and say yes or no"),
            items.join("\n"),
        ),
    };
    let answers = answers::to_question(program, run, act, ask);
    Said {
        head,
        reason,
        answer_with: answers.into_iter().next().map(|it| it.command),
        phase: None,
    }
}

fn parked(park: &Park, (program, run): (&str, &str)) -> Said {
    let stop = Some(park.stop);
    let answer = |need| answers::to_need(program, run, stop, need).command;
    Said {
        head: format!("waits, {}: {}", park.stop, park.why),
        reason: park.why.clone(),
        answer_with: park.needs.first().map(answer),
        phase: None,
    }
}

/// A short text on one line, without secrets.
fn field(text: &str) -> String {
    cut(&ingress_redaction::text(&one_line(text)), FIELD_CHARS_MAX)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// So many characters of it, and none that a screen would not show but for the ends of lines.
fn cut(text: &str, chars_max: usize) -> String {
    let whole: String = text.chars().take(chars_max).collect();
    let lines = whole.lines().map(|it| visible(it, chars_max));
    let mut out = lines.collect::<Vec<_>>().join("\n");
    if whole.len() < text.len() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{cut, field, one_line};

    #[test]
    fn nothing_hidden_leaves_and_everything_is_bounded() {
        assert_eq!(
            cut("a\u{1b}[31m\u{202e}b\nc", 99),
            "a<U+001B>[31m<U+202E>b\nc"
        );
        assert_eq!(cut("日本語", 2), "日本…");
        assert_eq!(one_line(" a\n\tb "), "a b");
        let key = format!("{}_a7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk", "ghp");
        assert!(!field(&format!("with {key}")).contains(&key));
        assert!(field(&"x".repeat(10_000)).chars().count() < 600);
    }
}
