//! What is told of a decision.

use audit::answers;
use ledger::action::Action;
use ledger::event::{Ask, Decided, Park, handed_over};
use ledger::gate::{Checkpoint, Finding, GateDecision, NextAction, Verdict};
use ledger::ids::{ActId, CallId};
use ledger::observation::{Observation, Status};
use ledger::offered;
use ledger::phase::Phase;
use ledger::plan::Plan;
use ledger::report::{Item, ItemStatus, Report};

use super::seen::word;
use super::{Teller, blocks, instead};
use crate::render::needs::offered;
use crate::render::style::{Mark, Tone, graded};
use crate::render::text::{columns, first_line, money, names, one_line, plural};
use crate::render::{permission, plan, standing};

/// Items that are shown of a list; more are counted.
const ITEMS_MAX: usize = 12;
/// What may be done is told within the question, up to so many columns.
const SHORT_COLUMNS: usize = 120;

const BREAKS: &str = "breaks what the artifacts provide in scratch copies, to see who notices";

impl Teller {
    pub(super) fn decided(&mut self, decided: &Decided, now_ms: u64) {
        match decided {
            Decided::Drafting(_) => self.aside("a model makes the plan"),
            Decided::Promised(it) => self.aside(&format!("promise: {}", first_line(&it.objective))),
            Decided::Planned(plan) => self.planned(plan),
            Decided::Moved { to, why, .. } => self.moved(*to, why),
            Decided::Gated(decision) => self.gated(decision),
            Decided::Requested {
                tokens, attempt, ..
            } => self.requested(*tokens, *attempt),
            Decided::Compare { commands, .. } => self.compares(commands),
            Decided::Falsify { .. } => self.aside(BREAKS),
            Decided::Weigh { .. }
            | Decided::Measure { .. }
            | Decided::Rank { .. }
            | Decided::Gather { .. }
            | Decided::Wake { limit: Some(_), .. } => {}
            Decided::Allowed {
                action: Some(Action::Delegate(it)),
                ..
            } => self.begins_turn(it),
            Decided::Allowed {
                act, call, action, ..
            } => self.allowed(*act, call.as_ref(), action.as_ref()),
            Decided::Answered { call, observation } => self.answered(call, observation),
            Decided::Asked { act, ask, .. } => self.asked(*act, ask),
            Decided::Settled { act, said } => self.aside(&format!("{act} is settled: {said}")),
            Decided::Inspect {
                paths, commands, ..
            } => self.verifies(paths, commands),
            Decided::Unchecked { command, why } => {
                self.line(Mark::Warn, &format!("not run: {command}: {why}"))
            }
            Decided::Reported(report) => self.reported(report),
            Decided::Correcting {
                round,
                gaps,
                rolled_back,
            } => self.corrects(*round, gaps.len(), *rolled_back),
            Decided::Escalated { reason, words } => self.escalated(reason, words),
            Decided::Nudged { text, .. } => self.nudged(text),
            Decided::Wake { at_ms, why, .. } => self.waits(at_ms.saturating_sub(now_ms), why),
            Decided::Cancel { act, why } => self.aside(&format!("{act} is cancelled: {why}")),
            Decided::Held { park, .. } => self.held(park),
            Decided::Parked(park) => self.parked(park),
            Decided::Unparked { why } => self.aside(&format!("goes on: {why}")),
            Decided::Ended { phase, why } => self.ended(*phase, why),
            Decided::Forced { signals } => {
                self.warned(&format!("gated in full from here: {}", names(signals)));
            }
            Decided::Board(decided) => self.board_decided(decided),
            Decided::Session(decided) => self.session_decided(decided),
            Decided::BudgetLow { left } => {
                self.warned(&format!("only {} of the budget is left", money(*left)));
            }
            Decided::Noted { kind, text } if kind == "plan-warning" => {
                self.line(Mark::Warn, &first_line(text))
            }
            Decided::Noted { kind, text } => self.aside(&format!("{kind}: {text}")),
        }
    }

    fn corrects(&mut self, round: u32, gaps: usize, rolled_back: bool) {
        let back = match rolled_back {
            true => ", after the last one was rolled back",
            false => "",
        };
        let gaps = plural(gaps, "gap");
        let words = format!("correction {round} for {gaps}{back}");
        self.toned(Mark::Again, Tone::Strong, &words);
    }

    fn nudged(&mut self, text: &str) {
        let text = text.trim_start_matches("[interlock]");
        let text = first_line(text);
        self.line(Mark::Warn, &format!("the agent is told: {text}"));
    }

    fn held(&mut self, park: &Park) {
        self.warned(&format!("waits, the others go on: {}", park.why));
    }

    fn escalated(&mut self, reason: &str, words: &str) {
        self.toned(Mark::Stop, Tone::Warn, &handed_over(reason, words));
    }

    fn warned(&mut self, text: &str) {
        self.toned(Mark::Warn, Tone::Warn, text);
    }

    fn planned(&mut self, plan: &Plan) {
        self.many = plan.tasks.len() > 1;
        let must: usize = plan.tasks.iter().map(|it| it.must_haves.count()).sum();
        let text = format!(
            "plan {}: {}, {}",
            self.style.said(&plan.title),
            plural(plan.tasks.len(), "task"),
            plural(must, "must-have")
        );
        if self.many || must > 0 {
            self.task = None;
            self.line(Mark::Note, &text);
        } else {
            self.aside(&text);
        }
    }

    /// A phase is a heading. The first ones are over before anything has happened, and told only when more is wanted.
    fn moved(&mut self, to: Phase, why: &str) {
        match to {
            Phase::Idle | Phase::Parsing | Phase::Planning if !self.style.verbose => {}
            Phase::Done | Phase::Fail | Phase::Stopped => {}
            Phase::Idle
            | Phase::Parsing
            | Phase::Planning
            | Phase::Executing
            | Phase::Validating
            | Phase::Merging => {
                if !self.live {
                    self.out.push('\n');
                }
                let dash = self.style.dash();
                self.toned(Mark::Go, Tone::Strong, &format!("{to}{dash}{why}"));
            }
        }
    }

    fn gated(&mut self, decision: &GateDecision) {
        let about = self
            .judged
            .as_ref()
            .and_then(|it| self.label(it))
            .map(|it| it.text.clone());
        let about = about.unwrap_or_default();
        let asked_next = matches!(
            decision.checkpoint,
            Checkpoint::PreTool | Checkpoint::PreWrite
        );
        match decision.verdict {
            Verdict::Allow if decision.findings.is_empty() => {
                let at = decision.checkpoint.word();
                self.aside(format!("gate {at}: allow {about}").trim_end());
            }
            Verdict::Allow => {
                for finding in &decision.findings {
                    // A person's yes lifted it: it was told with the question, and asks for nothing any more.
                    if let NextAction::Authorise { scope } = &finding.next_action {
                        self.aside(&format!("granted by a person: {scope}"));
                    } else {
                        self.finding(Mark::Warn, &about, finding);
                    }
                }
            }
            // The question that follows says all of it.
            Verdict::Ask if asked_next => {}
            Verdict::Ask | Verdict::Deny
                if self.red && decision.checkpoint == Checkpoint::PostVerifyResult => {}
            Verdict::Ask | Verdict::Deny => {
                let about = if about.is_empty() {
                    decision.checkpoint.word().to_owned()
                } else {
                    about
                };
                let told = |it: &&Finding| blocks(it) || !asked_next;
                let told: Vec<&Finding> = decision.findings.iter().filter(told).collect();
                if asked_next && !self.style.verbose {
                    self.refused(&about, &told);
                } else {
                    for finding in told {
                        self.finding(Mark::Bad, &format!("refused: {about}"), finding);
                    }
                }
            }
        }
    }

    /// A call that is refused: the strongest reason, and how many there are besides.
    fn refused(&mut self, about: &str, findings: &[&Finding]) {
        let Some((first, others)) = findings.split_first() else {
            return;
        };
        let dash = self.style.dash();
        let rule = format!("[{}/{}]", first.policy, first.id);
        let more = match others.len() {
            0 => String::new(),
            1 => ", and 1 more reason".to_owned(),
            more => format!(", and {more} more reasons"),
        };
        let text = format!("refused: {about}{dash}{} {rule}{more}", first.message);
        self.line(Mark::Bad, &text);
        self.more(Mark::Next, Tone::Dim, &instead(&first.next_action));
    }

    fn allowed(&mut self, act: ActId, call: Option<&CallId>, action: Option<&Action>) {
        if let Some(call) = call {
            self.acts.insert(act, call.clone());
        }
        let what = match (call.and_then(|it| self.label(it)), action) {
            (Some(label), _) => label.text.clone(),
            (None, Some(Action::Check(check))) => self.begins_check(act, check),
            (None, Some(Action::Checkout(it))) => {
                format!("check out {} where evidence is gathered", it.commit.short())
            }
            (None, Some(Action::Trials(it))) => self.begins_trials(it),
            (None, Some(Action::Hook(it))) => self.begins_hook(act, it),
            (None, Some(action)) => action.word().to_owned(),
            (None, None) => return,
        };
        // What takes its time is worth a word while it runs.
        let tool = call
            .and_then(|it| self.label(it))
            .map(|it| it.tool.as_str());
        let takes_time = matches!(tool, Some("run" | "shell"))
            || matches!(action, Some(Action::Check(_) | Action::Trials(_)));
        if self.live && takes_time {
            self.toned(Mark::Wait, Tone::Dim, &what);
        } else {
            self.aside(&format!("may {what} ({act})"));
        }
    }

    fn answered(&mut self, call: &CallId, observation: &Observation) {
        self.tool_calls = self.tool_calls.saturating_add(1);
        let label = self.label(call).cloned().unwrap_or_default();
        let judged = self.judged.as_ref() == Some(call);
        match (observation.status, label.tool.as_str()) {
            (Status::Ok, "done") => self.line(
                Mark::Note,
                &format!("claims to be done: {}", self.style.said(&label.words)),
            ),
            // The answer was told when it came.
            (Status::Ok, "ask") => {}
            (Status::Ok, _) => self.line(Mark::Good, &label.text),
            // The gates' findings were told.
            (Status::Refused, _) if judged => {}
            (status, _) => {
                let dash = self.style.dash();
                let why = first_line(&observation.text);
                self.line(
                    Mark::Bad,
                    &format!("{}{dash}{}: {why}", label.text, word(status)),
                );
            }
        }
    }

    fn asked(&mut self, act: ActId, ask: &Ask) {
        if self.closing && !self.answered && !self.many {
            return self.asks_in_short(act, ask);
        }
        let run = self.run();
        match ask {
            Ask::Permission { what, decision, .. } => self.permission(act, ask, what, decision),
            Ask::Question { text, options } => {
                self.toned(Mark::Ask, Tone::Ask, &format!("{act} {}", one_line(text)));
                if !options.is_empty() {
                    self.more(Mark::Note, Tone::Plain, &offered(options));
                }
            }
            Ask::Plan { plan } => {
                let size = plan::size(plan);
                let text = format!("{act} is this plan to be carried out? {size}");
                self.toned(Mark::Ask, Tone::Ask, &text);
                let tasks = plan::tasks(plan);
                for task in tasks.iter().take(ITEMS_MAX) {
                    self.more(Mark::Note, Tone::Plain, task);
                }
                self.rest(tasks.len());
            }
            Ask::Tools { server, tools } => self.doubtful(act, server, tools),
            Ask::Review { items } => {
                let text = format!(
                    "{act} somebody has to look at {}",
                    plural(items.len(), "thing")
                );
                self.toned(Mark::Ask, Tone::Ask, &text);
                for item in items.iter().take(ITEMS_MAX) {
                    self.more(Mark::Note, Tone::Plain, item);
                }
                self.rest(items.len());
            }
        }
        if self.live {
            for it in answers::to_question(answers::HERE, &run, act, ask) {
                self.command(&it.line());
            }
        }
    }

    /// A question that is told in full once the run rests, which is next.
    fn asks_in_short(&mut self, act: ActId, ask: &Ask) {
        let text = match ask {
            Ask::Permission { what, .. } => format!("may it {}?", first_line(what)),
            Ask::Question { text, .. } => first_line(text),
            Ask::Plan { .. } => "is this plan to be carried out?".to_owned(),
            Ask::Tools { server, tools } => offered::question(server, tools),
            Ask::Review { items } => {
                format!("somebody has to look at {}", plural(items.len(), "thing"))
            }
        };
        self.toned(Mark::Ask, Tone::Ask, &format!("{act} {text}"));
    }

    /// The whole of what is asked: nobody says yes to what was left out.
    fn permission(&mut self, act: ActId, ask: &Ask, what: &str, decision: &GateDecision) {
        let short = columns(what) <= SHORT_COLUMNS && one_line(what) == what;
        if short {
            self.toned(Mark::Ask, Tone::Ask, &format!("{act} may it {what}?"));
        } else {
            self.toned(Mark::Ask, Tone::Ask, &format!("{act} may it do this?"));
            self.whole(what);
        }
        for (mark, text) in permission::about(ask) {
            self.more(mark, Tone::Plain, &text);
        }
        let verbose = self.style.verbose;
        let blocking = decision.findings.iter().filter(|it| blocks(it));
        for finding in blocking.filter(|_| verbose) {
            self.more(Mark::Next, Tone::Dim, &instead(&finding.next_action));
        }
    }

    fn reported(&mut self, report: &Report) {
        let dot = self.style.dot();
        let (mark, tone) = graded(report.status);
        let text = standing::score(report, &self.style);
        self.toned(mark, tone, &text);
        let open: Vec<&Item> = report
            .items
            .iter()
            .filter(|it| it.status != ItemStatus::Verified)
            .collect();
        for item in open.iter().take(ITEMS_MAX) {
            let mark = if item.status == ItemStatus::Failed {
                Mark::Bad
            } else {
                Mark::Ask
            };
            self.more(
                mark,
                Tone::Plain,
                &format!("{} {}: {}", item.word, item.text, item.reason),
            );
        }
        self.rest(open.len());
        if let Some(again) = &report.re_verification {
            let closed = plural(again.gaps_closed.len(), "gap");
            let text = format!(
                "{closed} closed since {}{dot}{} remain",
                again.previous_score,
                again.gaps_remaining.len()
            );
            self.more(Mark::Note, Tone::Dim, &text);
            if !again.regressions.is_empty() {
                self.more(
                    Mark::Bad,
                    Tone::Bad,
                    &format!("broken meanwhile: {}", names(&again.regressions)),
                );
            }
        }
    }

    fn rest(&mut self, all: usize) {
        if all > ITEMS_MAX {
            let text = format!("and {} more", all - ITEMS_MAX);
            self.more(Mark::Note, Tone::Dim, &text);
        }
    }
}
