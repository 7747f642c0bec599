//! What is told of those outside: a provider that fails, and people.

use ledger::message::{Body, Message};
use ledger::notice::Notified;
use ledger::reply::{FailureKind, ModelFailure};
use ledger::settings::Settings;

use super::Teller;
use crate::render::permission;
use crate::render::style::{Mark, Tone};
use crate::render::text::{count, duration, money, one_line, plural};

impl Teller {
    pub(super) fn requested(&mut self, tokens: u64, attempt: u32) {
        let tokens = count(tokens);
        self.aside(&format!(
            "asks the model, up to {tokens} tokens, attempt {attempt}"
        ));
    }

    /// That people were told of a line is beside the story: what they were told of is in it.
    pub(super) fn notified(&mut self, it: &Notified) {
        let last = self.last.clone();
        let to = format!("{} {}", it.way.word(), one_line(&it.to));
        let about = format!("the {} of line {}", it.kind.word(), it.about);
        let times = plural(it.attempts as usize, "attempt");
        let took = duration(it.duration_ms);
        match &it.failed {
            None if self.live && it.attempts == 1 => {
                self.aside(&format!("told people of {about} ({to}, {took})"));
            }
            None => {
                let text = format!("told people of {about} ({to}, {times}, {took})");
                self.toned(Mark::Note, Tone::Dim, &text);
            }
            Some(why) => {
                let text = format!("nobody was told of {about} ({to}, {times}, {took}): {why}");
                self.line(Mark::Warn, &text);
            }
        }
        self.last = last;
    }

    /// A failure is told once, and counted when it comes again. What a run is parked for at once is told there.
    pub(super) fn model_failed(&mut self, failure: &ModelFailure) {
        let text = one_line(&failure.sentence(&self.executor));
        let parks = matches!(
            failure.kind,
            FailureKind::Quota | FailureKind::Unauthorised | FailureKind::Rejected
        );
        if parks {
            return self.aside(&text);
        }
        self.failed = match self.failed.take() {
            Some((before, times)) if before == text => Some((before, times.saturating_add(1))),
            Some(_) | None => Some((text.clone(), 1)),
        };
        match &self.failed {
            Some((_, times)) if *times > 1 => {
                let text = format!("{} again, {times} times in a row", failure.kind.words());
                self.line(Mark::Warn, &text);
            }
            Some(_) | None => self.line(Mark::Warn, &text),
        }
    }

    pub(super) fn told(&mut self, message: &Message) {
        let by = one_line(&message.by);
        let said = |words: &str| self.style.said(&one_line(words));
        let text = match &message.body {
            Body::Approve { question, terms } => {
                let terms =
                    terms.map_or_else(String::new, |it| format!(", {}", permission::terms(it)));
                format!("{by} says yes to {question}{terms}")
            }
            Body::Grant(grant) => {
                let terms = permission::terms(grant.terms);
                format!(
                    "{by} grants {}, {terms} (g{})",
                    said(&grant.what),
                    message.id
                )
            }
            Body::Revoke { grant } => format!("{by} takes grant {grant} back"),
            Body::Deny { question, reason } if reason.is_empty() => {
                format!("{by} says no to {question}")
            }
            Body::Deny { question, reason } => {
                format!("{by} says no to {question}: {}", said(reason))
            }
            Body::Answer { question, text } => format!("{by} answers {question}: {}", said(text)),
            Body::Budget { usd: Some(usd) } => format!("{by} gives {} more", money(*usd)),
            Body::Budget { usd: None } => format!("{by} gives a new budget segment"),
            Body::Settings(settings) => format!("{by} sets {}", set_anew(settings)),
            Body::Resume { hint: Some(hint) } => {
                format!("{by} resumes, with a hint: {}", said(hint))
            }
            Body::Resume { hint: None } => format!("{by} resumes"),
            Body::Stop { reason } if reason.is_empty() => format!("{by} stops the run"),
            Body::Stop { reason } => format!("{by} stops the run: {}", said(reason)),
            Body::End { reason } if reason.is_empty() => format!("{by} ends the run"),
            Body::End { reason } => format!("{by} ends the run: {}", said(reason)),
        };
        self.line(Mark::Next, &text);
        if let Body::Settings(settings) = &message.body
            && let (Some(budget), Some(models)) = (&settings.budget, &settings.models)
        {
            self.priced(budget, &models.model);
        }
    }
}

/// What a person sets anew, in words.
fn set_anew(settings: &Settings) -> String {
    let model = settings.models.as_ref();
    let context = settings.context.as_ref();
    let parts = [
        model.map(|it| {
            format!(
                "the model `{}` ({})",
                one_line(&it.executor),
                one_line(&it.model)
            )
        }),
        context.map(|it| {
            format!(
                "a prompt of up to {} tokens",
                count(u64::from(it.tokens_max))
            )
        }),
        settings
            .limits
            .as_ref()
            .map(|_| "limits of the loop".to_owned()),
        settings
            .budget
            .as_ref()
            .map(|_| "prices and reserve".to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
