//! What a run needs, and the exact command to give it that.

use audit::{Standing, answers};
use ledger::event::{Ask, Need};
use ledger::ids::ActId;
use ledger::offered;
use ledger::phase::Stop;

use super::page::{ENTRIES_MAX, Page};
use super::permission;
use super::plan;
use super::style::{Mark, Tone};
use super::text::time;
use crate::choice;

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
            for it in answers::to_question(&self.program, run, question.act, &question.ask) {
                self.command(&it.line());
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
        let stop = park.map(|it| it.stop);
        let answer = answers::to_need(&self.program, run, stop, need);
        let (mark, text) = match need {
            Need::Answer { question } => (
                Mark::Ask,
                format!("an answer to {question}, which no longer stands"),
            ),
            Need::Budget => (Mark::Ask, "a new budget segment".to_owned()),
            Need::Context { .. } => (
                Mark::Ask,
                "more room for the prompt, or a model that needs less of it (`--model NAME`)"
                    .to_owned(),
            ),
            Need::Hint if stop == Some(Stop::Stuck) => {
                (Mark::Ask, "a hint for the agent".to_owned())
            }
            Need::Hint => (
                Mark::Ask,
                "to be resumed, with a hint if there is one".to_owned(),
            ),
            Need::Time { at_ms } => (
                Mark::Wait,
                format!(
                    "time, until {}: a process that still waits goes on by itself then; this goes on now",
                    time(*at_ms)
                ),
            ),
            // What it is was told before.
            Need::Mend { what } if park.is_some_and(|it| it.why == *what) => {
                (Mark::Ask, "that to be mended".to_owned())
            }
            Need::Mend { .. } => (Mark::Ask, "to be mended:".to_owned()),
        };
        self.told(mark, Tone::Plain, &text);
        if let Need::Mend { what } = need
            && park.is_none_or(|it| it.why != *what)
        {
            self.uncut(what);
        }
        self.command(&answer.line());
    }

    /// What is asked, without the commands that answer.
    pub(super) fn question(&mut self, act: ActId, ask: &Ask) {
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
            Ask::Tools { server, tools } => {
                let question = offered::question(server, tools);
                self.marked(Mark::Ask, Tone::Ask, &format!("{act} {question}"));
                for tool in tools {
                    let head = format!("{}: {}", tool.name, tool.why);
                    self.told(Mark::Note, Tone::Plain, &head);
                    self.whole(&tool.description);
                }
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
