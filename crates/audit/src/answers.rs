//! The commands with which a person answers what a run asks, or gives it what it needs: exact, to be typed or pasted.

use ledger::authorisation::Binding;
use ledger::event::{Ask, Need};
use ledger::gate::{Finding, GateDecision, Severity};
use ledger::ids::ActId;
use ledger::phase::Stop;
use shell::display::quoted;

/// The policy whose questions a rule of a user lifts, for one single command; for anything else no rule is offered.
const LIFTED_BY_RULES: &str = "shell-mutation";

/// A command that answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The command.
    pub command: String,
    /// What it does more than to say yes or no, in two or three words.
    pub note: Option<&'static str>,
}

impl Answer {
    fn plain(command: String) -> Self {
        Self {
            command,
            note: None,
        }
    }

    fn noted(command: String, note: &'static str) -> Self {
        Self {
            command,
            note: Some(note),
        }
    }

    /// The command with its note as a comment of a shell.
    #[must_use]
    pub fn line(&self) -> String {
        match self.note {
            Some(note) => format!("{}  # {note}", self.command),
            None => self.command.clone(),
        }
    }
}

/// How the program is called for a run of the repository that one stands in.
pub const HERE: &str = "interlock";

/// How the program is called from anywhere for a run of this repository.
#[must_use]
pub fn program_in(repository: &str) -> String {
    format!("{HERE} -C {}", quoted(repository))
}

/// The commands that answer a question, the simplest yes first.
#[must_use]
pub fn to_question(program: &str, run: &str, act: ActId, ask: &Ask) -> Vec<Answer> {
    let approve = format!("{program} approve {run} {act}");
    let deny = Answer::plain(format!("{program} deny {run} {act} \"why\""));
    match ask {
        Ask::Permission {
            bound, decision, ..
        } => {
            let question = format!("{program} authorise grant --run {run} --question {act}");
            // A plain yes lets it run, and not reach the registry.
            let registry = registry_asked(decision).map(|name| {
                let grant = format!("{program} authorise grant --run {run} --network {name}");
                Answer::noted(grant, "the registry, for this run")
            });
            let mut out: Vec<Answer> = registry.into_iter().collect();
            out.push(Answer::noted(approve, "once"));
            if is_for_runs(bound.as_ref()) {
                out.push(Answer::noted(question.clone(), "for this run"));
            }
            if a_rule_lifts(ask) {
                let rule = format!("{question} --rule --apply");
                out.push(Answer::noted(rule, "for good, in runs that begin later"));
            }
            out.push(deny);
            out
        }
        Ask::Review { .. } | Ask::Tools { .. } | Ask::Plan { .. } => {
            vec![Answer::plain(approve), deny]
        }
        Ask::Question { options, .. } => {
            let example = options.first().map_or("...", |it| typed(it));
            let command = format!("{program} answer {run} {act} \"{example}\"");
            vec![Answer::plain(command)]
        }
    }
}

/// The command that gives a parked run what it needs. `stop` is why it is parked.
#[must_use]
pub fn to_need(program: &str, run: &str, stop: Option<Stop>, need: &Need) -> Answer {
    let resume = format!("{program} resume {run}");
    Answer::plain(match need {
        Need::Budget => format!("{resume} --budget 5"),
        Need::Context { tokens } => format!("{resume} --set context.max_tokens={tokens}"),
        Need::Hint if stop == Some(Stop::Stuck) => format!("{resume} --hint \"...\""),
        Need::Answer { .. } | Need::Hint | Need::Time { .. } | Need::Mend { .. } => resume,
    })
}

/// The registry that a question would not be asked about if commands reached it.
fn registry_asked(decision: &GateDecision) -> Option<&'static str> {
    gate::package_registries().find(|it| gate::is_about_registry(decision, it))
}

/// Whether a permission may be given for the whole run.
fn is_for_runs(bound: Option<&Binding>) -> bool {
    bound.is_some_and(|it| it.loose().is_none())
}

/// Whether a rule could allow for good what is asked.
fn a_rule_lifts(ask: &Ask) -> bool {
    let Ask::Permission {
        decision, effects, ..
    } = ask
    else {
        return false;
    };
    let blocks = |it: &&Finding| it.severity >= Severity::SoftDeny;
    let mut blocking = decision.findings.iter().filter(blocks);
    let starts = effects.iter().filter(|it| it.starts_with("start:")).count();
    starts == 1 && blocking.all(|it| it.policy == LIFTED_BY_RULES)
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
