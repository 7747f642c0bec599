//! What is told of a thing seen.

use ledger::event::{Opened, Seen};
use ledger::ids::{ActId, GitId};
use ledger::money::Usd;
use ledger::observation::{CandidateTree, Committed, Observation, Outcome, Status};
use ledger::options::{Budget, PriceBasis};
use ledger::reply::{Ended, Reply};

use super::Teller;
use super::ground;
use super::label;
use crate::render::style::{Mark, Tone};
use crate::render::text::{
    count, duration, first_line, fit, money, names, one_line, plural, spent,
};

impl Teller {
    pub(super) fn seen(&mut self, seen: &Seen) {
        self.judged = None;
        match seen {
            Seen::Opened(opened) => self.opened(opened),
            Seen::Claimed(claimed) => self.claimed(claimed),
            Seen::Replied { reply, .. } => self.replied(reply),
            Seen::ModelFailed { failure, .. } => self.model_failed(failure),
            Seen::Proposed { call, facts } => {
                self.judged = Some(call.clone());
                if !facts.is_empty() {
                    self.aside(&format!(
                        "looked up {} for the gates",
                        plural(facts.len(), "fact")
                    ));
                }
            }
            Seen::Finished { act, observation } => self.finished(*act, observation),
            Seen::Scanned { changed, .. } => {
                if !changed.is_empty() {
                    let what = format!(
                        "{} changed: {}",
                        plural(changed.len(), "file"),
                        names(changed)
                    );
                    self.line(Mark::Note, &what);
                }
            }
            Seen::Inspected { found, .. } => self.aside(&files("looked at", found.len())),
            Seen::Ranked { .. } | Seen::Gathered { .. } => {}
            Seen::Measured { measured, .. } => {
                self.aside(&files("measured", measured.files as usize))
            }
            Seen::Compared { unfit, .. } => self.compared(unfit),
            Seen::Falsified { facts, .. } => self.aside(&harness::mutation_test::in_words(facts)),
            Seen::Connected(connected) => self.connected(connected),
            Seen::Board(seen) => self.board_seen(seen),
            Seen::Session(seen) => self.session_seen(seen),
            Seen::Server(seen) => self.server_seen(seen),
            Seen::Told(message) => self.told(message),
            Seen::Woke { .. } => self.aside("the wait is over"),
            Seen::Notified(it) => self.notified(it),
            Seen::Interrupted => self.line(Mark::Warn, "interrupted"),
            Seen::Rewound { to } => {
                self.line(
                    Mark::Again,
                    &format!("back to line {to}: what came after it no longer counts"),
                );
            }
        }
    }

    fn opened(&mut self, opened: &Opened) {
        opened.options.worker().clone_into(&mut self.executor);
        let style = self.style;
        let dot = style.dot();
        let task = one_line(opened.source.title());
        let mode = match opened.options.mode {
            ledger::phase::Mode::Quick => "quick",
            ledger::phase::Mode::Normal => "normal",
        };
        let trust = if opened.trusted {
            ""
        } else {
            " (untrusted source)"
        };
        let head = format!("run {}{dot}{task}", self.run());
        let head = style.paint(Tone::Strong, &fit(&head, style.width, style.unicode));
        let about = format!(
            "{}, from {} at {}{dot}{mode}{trust}{dot}{}{dot}budget {}",
            one_line(&opened.repository),
            one_line(&opened.target),
            opened.base.short(),
            one_line(opened.options.worker_in_full()),
            money(opened.options.budget.total),
        );
        let about = style.paint(Tone::Dim, &fit(&about, style.width, style.unicode));
        self.out.push_str(&format!("{head}\n{about}\n"));
        for words in ground::words(opened) {
            self.line(Mark::Warn, &one_line(&words));
        }
        self.priced(&opened.options.budget, &opened.options.models.model);
    }

    /// A price that is a guess is said once, before anything is spent.
    pub(super) fn priced(&mut self, budget: &Budget, model: &str) {
        self.guesses = budget.basis == PriceBasis::Guessed;
        if self.guesses {
            let (input, output) = (
                money(Usd(budget.ceiling.input)),
                money(Usd(budget.ceiling.output)),
            );
            let model = one_line(model);
            let text = format!(
                "no price is known for `{model}`: it is counted at {input} and {output} a million tokens, and what it costs is marked `~`; `models.price.{model}` says what it really costs"
            );
            self.line(Mark::Warn, &text);
        }
    }

    fn replied(&mut self, reply: &Reply) {
        self.failed = None;
        self.turns = self.turns.saturating_add(1);
        self.spent = self.spent.plus(reply.cost);
        self.guessed |= self.guesses && reply.cost.0 > 0;
        for call in &reply.calls {
            self.calls
                .insert((self.task.clone(), call.id.clone()), label(call));
        }
        let dot = self.style.dot();
        let tokens = reply.usage.map_or(String::new(), |it| {
            format!("{dot}{} tokens", count(it.total()))
        });
        let ended = match reply.ended {
            Ended::Turn | Ended::Tools => "",
            Ended::Length => ", cut off at its limit",
            Ended::Refusal => ", refused to go on",
        };
        let words = first_line(&reply.text);
        let words = if words.is_empty() {
            words
        } else {
            format!("{dot}{}", self.style.said(&words))
        };
        let text = format!(
            "model {}{tokens}{dot}{}{ended}{words}",
            duration(reply.duration_ms),
            spent(reply.cost, self.guesses)
        );
        let mark = if ended.is_empty() {
            Mark::Note
        } else {
            Mark::Warn
        };
        self.toned(mark, Tone::Dim, &text);
    }

    fn finished(&mut self, act: ActId, observation: &Observation) {
        if let Some(name) = self.hooks.remove(&act) {
            return self.hook_finished(&name, observation);
        }
        let call = self
            .acts
            .remove(&act)
            .and_then(|it| self.label(&it))
            .map(|it| it.text.clone());
        match call {
            Some(call) => self.call_finished(&call, observation),
            None => self.own_finished(observation),
        }
    }

    fn call_finished(&mut self, call: &str, observation: &Observation) {
        self.tool_calls = self.tool_calls.saturating_add(1);
        let took = if observation.duration_ms >= 100 {
            format!(" ({})", duration(observation.duration_ms))
        } else {
            String::new()
        };
        let exit = observation
            .exit_code
            .map_or(String::new(), |it| format!(", exit {it}"));
        if observation.status == Status::Ok {
            return self.line(Mark::Good, &format!("{call}{exit}{took}"));
        }
        let dash = self.style.dash();
        let why = first_line(&observation.text);
        self.line(
            Mark::Bad,
            &format!(
                "{call}{dash}{}{exit}{took}: {why}",
                word(observation.status)
            ),
        );
    }

    fn recorded(&mut self, commit: &GitId) {
        let text = format!("wrote the pages of the specification: {}", commit.short());
        self.line(Mark::Good, &text);
    }

    fn own_finished(&mut self, observation: &Observation) {
        match &observation.outcome {
            Outcome::Plain | Outcome::Gone => self.own_plain(observation),
            Outcome::Prepared(it) => {
                let text = format!("worktree on {} from {}", it.branch, it.base.short());
                self.line(Mark::Good, &text);
                self.instructed(&it.instructions);
                self.skilled(&it.skills);
            }
            Outcome::Changed { path, .. } => self.line(Mark::Good, &format!("changed {path}")),
            Outcome::Delegated(it) => self.delegated(it, observation),
            Outcome::Offered(offer) => self.offered(offer, Mark::Good),
            Outcome::Committed(it) => self.committed(it),
            Outcome::Integrated { commit } => {
                let text = format!("the run branch is at {}", commit.short());
                if self.joined.as_ref() == Some(commit) {
                    self.aside(&text);
                } else {
                    self.line(Mark::Good, &text);
                }
                self.joined = Some(commit.clone());
            }
            Outcome::Recorded { commit } => self.recorded(commit),
            Outcome::Conflicted { paths, .. } => {
                let text = format!("both sides changed the same lines: {}", names(paths));
                self.line(Mark::Bad, &text);
            }
            Outcome::Candidate(it) => self.candidate(it),
            Outcome::CheckedOut(it) => self.checked_out(it),
            Outcome::Checked(it) => self.checked(it),
            Outcome::Tried { .. } => self.line(Mark::Note, &first_line(&observation.text)),
            Outcome::Restored { tree } => {
                self.line(Mark::Again, &format!("worktree back at {}", tree.short()))
            }
            Outcome::Merged {
                commit, checkout, ..
            } => self.merged(commit, checkout),
            // The park that follows says it.
            Outcome::InTheWay { .. } => {}
            Outcome::TargetMoved { tip } => {
                let tip = tip.as_ref().map_or("gone", GitId::short);
                let text = format!("the target has moved meanwhile: {tip}");
                self.line(Mark::Warn, &text);
            }
            Outcome::ProtectedMoved { what } => {
                for it in what {
                    let text = format!("{it} since the candidate was looked at");
                    self.line(Mark::Warn, &text);
                }
            }
            // The first line says where it is.
            Outcome::HandedOver { .. } => self.line(
                Mark::Good,
                &format!("handed over: {}", first_line(&observation.text)),
            ),
            Outcome::Discarded {
                stays: Some(stays), ..
            } => {
                let text = format!("{stays} stays: it holds what nothing else has");
                self.line(Mark::Warn, &text);
            }
            Outcome::Pushed { commit } => {
                self.line(Mark::Good, &format!("pushed {}", commit.short()));
            }
            Outcome::OnForge(_) => self.line(Mark::Good, &first_line(&observation.text)),
            Outcome::Discarded { kept, stays: None } => {
                self.aside(&format!("worktree removed, kept as {kept}"));
            }
        }
    }

    fn merged(&mut self, commit: &GitId, checkout: &str) {
        let checkout = first_line(checkout);
        let dot = if checkout.is_empty() {
            ""
        } else {
            self.style.dot()
        };
        let text = format!("merged {}{dot}{checkout}", commit.short());
        self.toned(Mark::Good, Tone::Good, &text);
    }

    fn own_plain(&mut self, observation: &Observation) {
        let why = first_line(&observation.text);
        match observation.status {
            Status::Ok => self.aside(&why),
            Status::Interrupted | Status::Cancelled => {
                self.line(Mark::Warn, &format!("{}: {why}", word(observation.status)))
            }
            Status::Failed
            | Status::Refused
            | Status::Declined
            | Status::FactsChanged
            | Status::TimedOut
            | Status::Invalid => {
                self.line(Mark::Bad, &format!("{}: {why}", word(observation.status)));
            }
        }
    }

    fn committed(&mut self, it: &Committed) {
        let dot = self.style.dot();
        match &it.commit {
            Some(commit) if self.commits.get(&self.task) == Some(commit) => {
                let text = format!("nothing new to commit{dot}{} stands", commit.short());
                self.line(Mark::Note, &text);
            }
            Some(commit) => {
                self.commits.insert(self.task.clone(), commit.clone());
                let files: Vec<String> = it
                    .changed
                    .iter()
                    .map(|it| format!("{} {}", it.kind, it.path))
                    .collect();
                let text = format!("committed {}{dot}{}", commit.short(), names(&files));
                self.line(Mark::Good, &text);
            }
            None => self.line(Mark::Note, "nothing to commit"),
        }
        if !it.undeclared.is_empty() {
            let text = format!(
                "changed and not declared, so left out: {}",
                names(&it.undeclared)
            );
            self.more(Mark::Warn, Tone::Warn, &text);
        }
        self.left_out(&it.left_out);
    }

    fn candidate(&mut self, it: &CandidateTree) {
        let dot = self.style.dot();
        let now = (it.commit.clone(), it.target_tip.clone());
        let again = self.candidate.as_ref() == Some(&now);
        self.candidate = Some(now);
        if again {
            let commit = it.commit.short();
            let text = format!("candidate {commit} as before{dot}what was found of it stands");
            return self.line(Mark::Note, &text);
        }
        let files = plural(it.changed.len(), "file");
        let text = format!(
            "candidate {} on {}{dot}{files}",
            it.commit.short(),
            it.target_tip.short()
        );
        self.line(Mark::Good, &text);
        if let Some(rewritten) = &it.rewritten {
            let text = format!(
                "the target was rewritten since {}: only what this run changed is brought over{dot}it no longer has {}",
                rewritten.since.short(),
                names(&rewritten.gone)
            );
            self.more(Mark::Warn, Tone::Warn, &text);
        }
    }
}

fn files(did: &str, count: usize) -> String {
    format!("{did} {}", plural(count, "file"))
}

/// How an act ended, in words.
pub(super) fn word(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::Failed => "failed",
        Status::Refused => "refused",
        Status::Declined => "declined by a person",
        Status::FactsChanged => "the facts had changed, nothing was done",
        Status::TimedOut => "ran out of time",
        Status::Cancelled => "cancelled",
        Status::Interrupted => "interrupted",
        Status::Invalid => "not understood",
    }
}
