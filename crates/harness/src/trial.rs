//! The gates against a corpus: each row is laid out on the disk, its facts are looked up there by the same code as in a
//! run, and the gates decide. What a row says happens after the decision is done, and then the act itself is tried.

use std::io;
use std::path::Path;
use std::time::Instant;

use audit::corpus::{Answer, Case, Got, Kind, Row, grade};
use gate::Policies;
use gate::wire::What;
use ledger::facts::Fact;
use ledger::gate::Severity;
use ledger::proposal::Proposal;
use tools::files::{self, Limits, Root, Window};
use tools::new_folder::NewFolder;

mod stage;

use stage::Stage;

/// The gates, and a place to lay rows out in.
#[derive(Debug)]
pub struct Trial {
    policies: Policies,
    stage: Stage,
}

/// What came of one row.
#[derive(Debug)]
pub struct Tried {
    /// The answer.
    pub got: Got,
    /// How it compares.
    pub kind: Kind,
    /// How long the gates took, to ask and to decide; what was looked up on the disk is not counted.
    pub nanos: u64,
}

impl Trial {
    /// Makes a folder to lay rows out in; it goes when this does.
    ///
    /// # Errors
    /// What the system said.
    pub fn new(policies: Policies) -> io::Result<Self> {
        Ok(Self {
            policies,
            stage: Stage::new()?,
        })
    }

    /// What the gates want to know about a row, looked up where the row says that it stands.
    ///
    /// # Errors
    /// What the system said when the row was laid out.
    pub fn facts(&mut self, row: &Row) -> io::Result<Vec<Fact>> {
        if !row.needs().is_empty() || !row.races.is_empty() {
            self.stage.lay_out(&row.objects)?;
        }
        Ok(row.gather(|asked| self.stage.facts(row.setting.worktree, asked)))
    }

    /// Tries one row; `None`: it is not for the gates.
    ///
    /// # Errors
    /// What the system said when the row was laid out.
    pub fn run(&mut self, row: &Row) -> io::Result<Option<Tried>> {
        let begun = Instant::now();
        let _ = row.needs();
        let asking = begun.elapsed();
        let facts = self.facts(row)?;
        let begun = Instant::now();
        let got = row.answer(&facts, &self.policies);
        let spent = asking.saturating_add(begun.elapsed());
        let nanos = u64::try_from(spent.as_nanos()).unwrap_or(u64::MAX);
        let Some(mut got) = got else {
            return Ok(None);
        };
        if got.answer == Answer::Allow && !row.races.is_empty() && !self.survives(row)? {
            got = Got {
                severity: Some(Severity::HardDeny),
                ..Got::bare(Answer::Deny)
            };
        }
        Ok(Some(Tried {
            kind: grade(&row.expected, row.is_about_evidence, &got),
            got,
            nanos,
        }))
    }

    /// Whether the act is still done after what the row says happened; where that can't be acted out, it would be.
    fn survives(&mut self, row: &Row) -> io::Result<bool> {
        for race in &row.races {
            match &race.becomes {
                Some(object) => self.stage.put(object)?,
                None => return Ok(true),
            }
        }
        let Case::Call(call) = &row.case else {
            return Ok(true);
        };
        let What::Proposal(proposal) = &call.line.what else {
            return Ok(true);
        };
        is_done(
            self.stage.folder(),
            &self.stage.at(row.setting.worktree),
            proposal,
        )
    }
}

/// Performs a file tool by hand.
fn is_done(stage: &NewFolder, top: &Path, proposal: &Proposal) -> io::Result<bool> {
    let root = Root::open(top)?;
    let limits = Limits::default();
    let inside = |path: &str| ledger::ids::RelPath::new(path).ok();
    let read = |path: &str| {
        inside(path).and_then(|path| files::read(&root, &path, Window::default(), &limits).ok())
    };
    Ok(match proposal {
        Proposal::Read { path, .. } => read(path).is_some(),
        Proposal::Write { path, content } => inside(path).is_some_and(|at| {
            let before = read(path).map(|it| it.hash);
            stage.write(top, (&at, content.as_bytes()), before).is_ok()
        }),
        Proposal::Edit { path, .. } | Proposal::Delete { path } => inside(path).is_some_and(|at| {
            let before = read(path).map(|it| it.hash);
            stage.delete(top, &at, before).is_ok()
        }),
        Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Exec { .. }
        | Proposal::Shell { .. }
        | Proposal::Git { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Mcp { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => true,
    })
}
