//! What the gates answer to a row.

use gate::{Policies, Subject, Transition, redact};
use ledger::evidence::Evidence;
use ledger::facts::{Fact, Question};
use ledger::gate::{Checkpoint, Finding, GateDecision, Severity, Verdict};
use ledger::ids::GitId;
use ledger::phase::Phase;
use ledger::proposal::{Proposal, Shell};
use ledger::report::ReportStatus;

use super::cases::CANDIDATE;
use super::row::{Answer, Case, Row};

/// An answer and what led to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Got {
    /// The answer.
    pub answer: Answer,
    /// The strongest finding's severity, where there is a finding.
    pub severity: Option<Severity>,
    /// What decided: blocking findings where something blocks, else all.
    pub findings: Vec<Finding>,
}

impl Got {
    /// An answer without findings.
    #[must_use]
    pub fn bare(answer: Answer) -> Self {
        Self {
            answer,
            severity: None,
            findings: Vec::new(),
        }
    }

    /// Nobody can lift it.
    #[must_use]
    pub fn is_hard(&self) -> bool {
        self.answer == Answer::Deny && self.severity != Some(Severity::EvidenceRequired)
    }
}

impl From<GateDecision> for Got {
    fn from(decision: GateDecision) -> Self {
        let answer = match decision.verdict {
            Verdict::Allow => Answer::Allow,
            Verdict::Ask => Answer::Ask,
            Verdict::Deny => Answer::Deny,
        };
        let strongest = decision.findings.iter().map(|it| it.severity).max();
        let findings = decision
            .findings
            .into_iter()
            .filter(|it| answer == Answer::Allow || Some(it.severity) == strongest)
            .collect();
        Self {
            answer,
            severity: strongest,
            findings,
        }
    }
}

impl Row {
    /// What has to be known first to answer it.
    #[must_use]
    pub fn needs(&self) -> Vec<Question> {
        match &self.case {
            Case::Call(call) => call.line.needs(&self.setting.context()),
            Case::Output { .. } | Case::Claim { .. } | Case::NoSuchTool(_) | Case::Delivery => {
                Vec::new()
            }
        }
    }

    /// The facts that answering needs: `look` answers questions, each with one fact.
    pub fn gather(&self, look: impl FnMut(&[Question]) -> Vec<Fact>) -> Vec<Fact> {
        match &self.case {
            Case::Call(call) => call.line.gather(&self.setting.context(), look),
            Case::Output { .. } | Case::Claim { .. } | Case::NoSuchTool(_) | Case::Delivery => {
                Vec::new()
            }
        }
    }

    /// Answers it; `None`: it is not for the gates.
    #[must_use]
    pub fn answer(&self, facts: &[Fact], policies: &Policies) -> Option<Got> {
        match &self.case {
            Case::Call(call) => {
                let context = self.setting.context();
                if let Some(before) = &call.before {
                    // What the gates say about the text never lifts what they say about the act.
                    let _ = before.decide(&[], &context, policies, &[]);
                }
                Some(call.line.decide(facts, &context, policies, &[]).into())
            }
            Case::Output { text, spans } => Some(masked(text, spans)),
            Case::Claim { command, evidence } => Some(self.claim(command, evidence, policies)),
            // What no tool does is refused where it comes in.
            Case::NoSuchTool(_) => Some(Got::bare(Answer::Deny)),
            Case::Delivery => None,
        }
    }

    /// What the row says is registered; where it says nothing, its own command, if that builds or tests at all.
    fn registered(&self, command: &str) -> Vec<String> {
        if !self.setting.declared.is_empty() {
            return self.setting.declared.clone();
        }
        let proposal = Proposal::Shell {
            shell: Shell::Bash,
            command: command.to_owned(),
            cwd: None,
        };
        let effects = gate::effects(&proposal, &self.setting.context());
        let works = |it: &String| it == "build" || it.starts_with("script:");
        let works = effects.iter().any(works);
        works.then(|| command.to_owned()).into_iter().collect()
    }

    /// Whether the command could be evidence at all, and then whether the record is one of it.
    fn claim(&self, command: &str, evidence: &[Evidence], policies: &Policies) -> Got {
        let argv = shell::argv_of(command).unwrap_or_default();
        let subject = Subject::VerifyCommand {
            command,
            argv: &argv,
        };
        let asked = Checkpoint::PreVerifyCommand;
        let registered = self.registered(command);
        let context = gate::Context {
            declared: &registered,
            ..self.setting.context()
        };
        let fit = gate::decide(asked, &subject, &context, policies, &[]);
        if fit.verdict != Verdict::Allow {
            return fit.into();
        }
        let candidate = GitId::new(CANDIDATE).ok();
        let commands = [command.to_owned()];
        let transition = Transition {
            plan_approved: true,
            committed: true,
            report: Some(ReportStatus::Passed),
            report_tree: candidate.as_ref(),
            candidate: candidate.as_ref(),
            commands: &commands,
            ..Transition::bare(Phase::Validating, Phase::Merging)
        };
        let context = gate::Context {
            phase: Phase::Validating,
            evidence,
            ..self.setting.context()
        };
        let subject = Subject::Transition(transition);
        let asked = Checkpoint::PrePhaseTransition;
        gate::decide(asked, &subject, &context, policies, &[]).into()
    }
}

/// Right is only what masks the very secrets: one that shows through is let out, and text that is masked without need
/// can't be read.
fn masked(text: &str, spans: &[(usize, usize)]) -> Got {
    let chars = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
    let found: Vec<(usize, usize)> = redact(text)
        .found
        .iter()
        .map(|it| (chars(it.range.start), chars(it.range.end)))
        .collect();
    let inside = |at: usize, list: &[(usize, usize)]| {
        list.iter().any(|(start, end)| (*start..*end).contains(&at))
    };
    let length = text.chars().count();
    let shows = (0..length).any(|at| inside(at, spans) && !inside(at, &found));
    let hides = (0..length).any(|at| inside(at, &found) && !inside(at, spans));
    Got::bare(match (found.is_empty(), shows, hides) {
        (true, _, _) | (_, true, _) => Answer::Allow,
        (false, false, true) if !spans.is_empty() => Answer::Deny,
        (false, false, _) => Answer::Redact,
    })
}
