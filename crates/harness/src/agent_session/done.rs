//! The agent says that it is done: what it changed is verified, and once it is sent back with what is missing.

use agents::answer::Answer;
use agents::words::sent_back;
use ledger::event::{Decided, Event};
use ledger::ids::GitId;
use ledger::report::{Report, ReportStatus};
use ledger::session::SessionSeen;

use super::asked::{Asked, kept};
use super::error::NotAnswered;
use crate::verifier::{self, Request};

impl Asked<'_> {
    /// The agent wants to end its turn.
    pub(super) fn stopped(mut self, words: &str, again: bool) -> Result<Answer, NotAnswered> {
        let words = kept(words);
        self.seen(SessionSeen::SaidDone { words, again });
        let base = self.session.opened.as_ref().and_then(|it| it.base.clone());
        let Some(base) = base.filter(|_| self.session.worked) else {
            return self.finish(None, Answer::Pass);
        };
        self.write()?;
        // It may take minutes, and other hooks of the session have to be answered meanwhile.
        self.stream.let_go();
        let report = match self.verified(&base) {
            Ok(report) => report,
            Err(why) => {
                let why = kept(&why);
                self.seen(SessionSeen::NotVerified { why });
                return self.finish(None, Answer::Pass);
            }
        };
        let answer = match report.status {
            ReportStatus::GapsFound
                if !again && self.session.may_be_sent_back() && self.honours.stop =>
            {
                Answer::SendBack(sent_back(&report))
            }
            ReportStatus::GapsFound | ReportStatus::HumanNeeded | ReportStatus::Passed => {
                Answer::Pass
            }
        };
        self.line(Event::Decided(Decided::Reported(report)));
        self.finish(None, answer)
    }

    /// What the session changed, looked at and checked as `interlock verify --base` does.
    fn verified(&self, base: &GitId) -> Result<Report, String> {
        let site = self
            .site()
            .ok_or_else(|| "it works in no repository".to_owned())?;
        let request = Request {
            plan: None,
            base: Some(base.as_str().to_owned()),
            commands: true,
            again: false,
            fresh: false,
        };
        verifier::verify(&site, &request, |_| {})
            .map(|it| it.report)
            .map_err(|error| error.to_string())
    }
}
