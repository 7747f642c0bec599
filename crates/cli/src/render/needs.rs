//! What a run needs, and the exact command to give it that.

use audit::Standing;
use ledger::event::{Ask, Need};
use ledger::ids::ActId;
use ledger::phase::Stop;

use super::page::{ENTRIES_MAX, Page};
use super::plan;
use super::text::time;
use super::{Mark, Tone, permission};
use crate::choice;

/// The commands that answer a question.
pub(super) fn commands(run: &str, act: ActId, ask: &Ask) -> Vec<String> {
    match ask {
        Ask::Permission { bound, .. } => permission::commands(run, act, ask, bound.as_ref()),
        Ask::Review { .. } | Ask::Plan { .. } => vec![
            format!("interlock approve {run} {act}"),
            format!("interlock deny {run} {act} \"why\""),
        ],
        Ask::Question { options, .. } => {
            let example = options.first().map_or("...", |it| typed(it));
            vec![format!("interlock answer {run} {act} \"{example}\"")]
        }
    }
}

/// The options of a question on one line, with their numbers where a number is an answer.
pub(super) fn offered(options: &[String]) -> String {
    if !choice::are_numbered(options) {
        return options.join(" | ");
    }
    let numbered = options
        .iter()
        .zip(1..)
        .map(|(it, at)| format!("{at}: {it}"));
    numbered.collect::<Vec<_>>().join(" | ")
}

/// An answer as somebody may type it between double quotes. The words are an agent's, and a shell would read more into
/// some of them: those are left to the person.
fn typed(answer: &str) -> &str {
    let plain = |c: char| c.is_ascii_alphanumeric() || " ._,:/+-".contains(c);
    if answer.len() <= 60 && answer.chars().all(plain) {
        answer.trim()
    } else {
        "..."
    }
}

impl Page<'_> {
    /// What it needs, and the exact command to give it that.
    pub(super) fn needs(&mut self, standing: &Standing) {
        let run = standing.run.as_str();
        let needs = standing
            .park
            .as_ref()
            .map(|it| it.needs.as_slice())
            .unwrap_or_default();
        if standing.questions.is_empty() && needs.is_empty() {
            return;
        }
        self.heading("needs");
        for question in &standing.questions {
            self.question(question.act, &question.ask);
            for command in commands(run, question.act, &question.ask) {
                self.command(&command);
            }
        }
        for need in needs {
            // Told with its question.
            let told = |question: &ActId| standing.questions.iter().any(|it| it.act == *question);
            if matches!(need, Need::Answer { question } if told(question)) {
                continue;
            }
            self.need(standing, need);
        }
    }

    fn need(&mut self, standing: &Standing, need: &Need) {
        let run = standing.run.as_str();
        let park = standing.park.as_ref();
        let stuck = park.is_some_and(|it| it.stop == Stop::Stuck);
        let resume = format!("interlock resume {run}");
        let (mark, text, command) = match need {
            Need::Answer { question } => (
                Mark::Ask,
                format!("an answer to {question}, which no longer stands"),
                resume,
            ),
            Need::Budget => (
                Mark::Ask,
                "a new budget segment".to_owned(),
                format!("{resume} --budget 5"),
            ),
            Need::Context { tokens } => (
                Mark::Ask,
                "more room for the prompt, or a model that needs less of it (`--model NAME`)"
                    .to_owned(),
                format!("{resume} --set context.max_tokens={tokens}"),
            ),
            Need::Hint if stuck => (
                Mark::Ask,
                "a hint for the agent".to_owned(),
                format!("{resume} --hint \"...\""),
            ),
            Need::Hint => (
                Mark::Ask,
                "to be resumed, with a hint if there is one".to_owned(),
                resume,
            ),
            Need::Time { at_ms } => (
                Mark::Wait,
                format!(
                    "time, until {}: a process that still waits goes on by itself then; this goes on now",
                    time(*at_ms)
                ),
                resume,
            ),
            // What it is was told before.
            Need::Mend { what } if park.is_some_and(|it| it.why == *what) => {
                (Mark::Ask, "that to be mended".to_owned(), resume)
            }
            Need::Mend { .. } => (Mark::Ask, "to be mended:".to_owned(), resume),
        };
        self.told(mark, Tone::Plain, &text);
        if let Need::Mend { what } = need
            && park.is_none_or(|it| it.why != *what)
        {
            self.uncut(what);
        }
        self.command(&command);
    }

    fn question(&mut self, act: ActId, ask: &Ask) {
        match ask {
            Ask::Permission { what, .. } => {
                self.marked(Mark::Ask, Tone::Ask, &format!("{act} may it do this?"));
                self.whole(what);
                for (mark, text) in permission::about(ask) {
                    self.told(mark, Tone::Plain, &text);
                }
            }
            Ask::Question { text, options } => {
                self.marked(Mark::Ask, Tone::Ask, &format!("{act} asks:"));
                self.block(text);
                if !options.is_empty() {
                    self.block(&offered(options));
                }
            }
            Ask::Plan { plan } => {
                let text = format!("{act} is this plan to be carried out? {}", plan::size(plan));
                self.marked(Mark::Ask, Tone::Ask, &text);
                let tasks = plan::tasks(plan);
                for task in tasks.iter().take(ENTRIES_MAX) {
                    self.marked(Mark::Note, Tone::Plain, task);
                }
                self.and_more(tasks.len(), ENTRIES_MAX, "task");
            }
            Ask::Review { items } => {
                self.marked(
                    Mark::Ask,
                    Tone::Ask,
                    &format!("{act} look at what no machine can see, and say yes or no:"),
                );
                for item in items.iter().take(ENTRIES_MAX) {
                    self.told(Mark::Note, Tone::Plain, item);
                }
                self.and_more(items.len(), ENTRIES_MAX, "item");
            }
        }
    }
}
