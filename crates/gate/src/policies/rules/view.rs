//! What a rule's condition sees of an action. All of it is documented, small and bounded.

use ledger::proposal::Proposal;

use crate::effects::effects;
use crate::policies::Asked;
use crate::subject::Subject;
use shell::argv_of;
use shell::display::joined;
use shell::lookup::{self, Known};

/// Items of a list; more, and the condition can't be told.
const ITEMS_MAX: usize = 256;
/// Bytes of a text; more, and the condition can't be told.
const TEXT_BYTES_MAX: usize = 32 * 1024;

/// The names that a condition may use.
pub(super) const VARIABLES: &[&str] = &[
    "tool", "command", "argv", "program", "paths", "effects", "phase", "mode", "role", "branch",
    "trusted", "taint",
];

/// The value of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    Text(String),
    List(Vec<String>),
    Switch(bool),
}

/// An action, as conditions see it. What is `None` is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct View {
    tool: String,
    command: String,
    /// `None`: it is not one plain command.
    argv: Option<Vec<String>>,
    paths: Vec<String>,
    effects: Vec<String>,
    phase: &'static str,
    mode: &'static str,
    role: &'static str,
    branch: Option<String>,
    trusted: bool,
    taint: bool,
}

impl View {
    /// Of what is asked about, called `tool`.
    pub(super) fn of(asked: &Asked<'_>, tool: &str) -> Self {
        let context = asked.context;
        let (command, argv) = started(asked.subject);
        let proposal = asked.subject.proposal();
        Self {
            tool: tool.to_owned(),
            command,
            argv,
            paths: asked.touches().into_iter().map(|it| it.asked).collect(),
            effects: match proposal {
                Some(proposal) => effects(proposal, context),
                None => vec![tool.to_owned()],
            },
            phase: context.phase.word(),
            mode: context.mode.word(),
            role: context.role.word(),
            branch: branch(asked),
            trusted: context.trusted,
            taint: context.taint > 0,
        }
    }

    /// The value of a name; none where it is not known.
    pub(super) fn word(&self, name: &str) -> Result<Option<Word>, String> {
        let text = |text: &str| Some(Word::Text(text.to_owned()));
        let word = match name {
            "tool" => text(&self.tool),
            "command" => text(&self.command),
            "argv" => self.argv.clone().map(Word::List),
            "program" => self.argv.as_deref().map(|argv| Word::Text(program(argv))),
            "paths" => Some(Word::List(self.paths.clone())),
            "effects" => Some(Word::List(self.effects.clone())),
            "phase" => text(self.phase),
            "mode" => text(self.mode),
            "role" => text(self.role),
            "branch" => self.branch.clone().map(Word::Text),
            "trusted" => Some(Word::Switch(self.trusted)),
            "taint" => Some(Word::Switch(self.taint)),
            _ => None,
        };
        match &word {
            Some(Word::Text(text)) if text.len() > TEXT_BYTES_MAX => {
                Err(format!("`{name}` is longer than {TEXT_BYTES_MAX} bytes"))
            }
            Some(Word::List(items)) if items.len() > ITEMS_MAX => {
                Err(format!("`{name}` has more than {ITEMS_MAX} items"))
            }
            Some(Word::List(items))
                if items.iter().map(String::len).sum::<usize>() > TEXT_BYTES_MAX =>
            {
                Err(format!("`{name}` is longer than {TEXT_BYTES_MAX} bytes"))
            }
            Some(Word::Text(_) | Word::List(_) | Word::Switch(_)) | None => Ok(word),
        }
    }
}

/// The command line, and its words where it is one plain command. What starts no program has neither: both are empty.
fn started(subject: &Subject<'_>) -> (String, Option<Vec<String>>) {
    match subject {
        Subject::Tool(proposal) | Subject::Write(proposal) => match proposal {
            Proposal::Exec { argv, .. } => (joined(argv), Some(argv.clone())),
            Proposal::Shell { command, .. } | Proposal::Verify { command } => {
                (command.clone(), argv_of(command))
            }
            Proposal::Git { argv } => {
                let words: Vec<String> = std::iter::once("git".to_owned())
                    .chain(argv.iter().cloned())
                    .collect();
                (joined(&words), Some(words))
            }
            Proposal::Read { .. }
            | Proposal::List { .. }
            | Proposal::Search { .. }
            | Proposal::Write { .. }
            | Proposal::Edit { .. }
            | Proposal::Delete { .. }
            | Proposal::Commit { .. }
            | Proposal::Fetch { .. }
            | Proposal::Mcp { .. }
            | Proposal::Delegate { .. }
            | Proposal::Ask { .. }
            | Proposal::Done { .. }
            | Proposal::Plan { .. }
            | Proposal::OnForge { .. }
            | Proposal::PullRequest { .. } => nothing(),
        },
        Subject::VerifyCommand { command, argv } => {
            let argv = (!argv.is_empty()).then(|| argv.to_vec());
            ((*command).to_owned(), argv)
        }
        Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Transition(_)
        | Subject::ToolResult { .. }
        | Subject::Written { .. }
        | Subject::VerifyResult { .. }
        | Subject::Delegation(_)
        | Subject::Delegated(_)
        | Subject::Context(_)
        | Subject::PullRequest { .. } => nothing(),
    }
}

fn nothing() -> (String, Option<Vec<String>>) {
    (String::new(), Some(Vec::new()))
}

/// The program's own name, without its folder.
fn program(argv: &[String]) -> String {
    let first = argv.first().map(String::as_str).unwrap_or_default();
    first.rsplit('/').next().unwrap_or(first).to_owned()
}

fn branch(asked: &Asked<'_>) -> Option<String> {
    if let Some(branch) = asked.context.branch {
        return Some(branch.to_owned());
    }
    match lookup::branch(asked.context.facts) {
        Known::Yes(branch) => branch.map(str::to_owned),
        Known::No(_) | Known::Unasked => None,
    }
}
