//! An event under way: the session that it belongs to, what is known of it, and the lines that it leaves.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use agents::answer::Answer;
use agents::event::{HookEvent, Told, ToolCall};
use agents::host::{Card, Honours, Host};
use agents::session::{CanaryState, Session};
use gate::wire::{self, What};
use ledger::event::{Decided, Event, Seen};
use ledger::ids::{CallId, GitId};
use ledger::session::{Canary, SessionDecided, SessionOpened, SessionSeen};
use store::Meta;
use tools::git::Repo;

use super::error::NotAnswered;
use super::stream::{self, Stream};
use super::version;
use crate::gate_service::Gatehouse;
use crate::ingress_redaction;
use crate::repository::{Call, Site};
use crate::timestamp::now_ms;

/// Characters of a text that a line keeps.
const TEXT_CHARS_MAX: usize = 4_000;
/// Bytes of it that are looked through for secrets.
const TEXT_BYTES_LOOKED_THROUGH: usize = 64 << 10;

/// An event under way.
pub(super) struct Asked<'a> {
    pub(super) host: Host,
    pub(super) card: &'a Card,
    pub(super) event: &'a HookEvent,
    pub(super) house: Arc<Gatehouse>,
    pub(super) call: Call,
    pub(super) stream: Stream,
    pub(super) session: Session,
    pub(super) honours: Honours,
    /// Whether the session is heard of for the first time, in its middle.
    pub(super) joined: bool,
    /// What is to be written.
    pub(super) lines: Vec<Event>,
}

impl<'a> Asked<'a> {
    pub(super) fn of(
        host: Host,
        card: &'a Card,
        event: &'a HookEvent,
        call: &Call,
    ) -> Result<Self, NotAnswered> {
        let mut call = call.clone();
        if let Some(cwd) = event
            .cwd
            .as_deref()
            .filter(|it| Path::new(it).is_absolute())
        {
            call.directory = PathBuf::from(cwd);
        }
        if let Told::Before(call) = &event.told {
            let call = call.clone();
            thread::spawn(move || read_ahead(&call));
        }
        let run = stream::name_of(host, &event.session);
        let mut house = Arc::new(Gatehouse::open(&call)?);
        let meta = Meta {
            opened_ms: now_ms(),
            repository: house.root().display().to_string(),
            target: String::new(),
            title: format!("session of {}", card.name),
        };
        if matches!(event.told, Told::Before(_)) {
            let house = Arc::clone(&house);
            thread::spawn(move || {
                house.policies_here();
            });
        }
        let stream = Stream::take(house.store_dir(), &run, meta)?;
        let session = stream.read()?;
        if let Some(opened) = &session.opened
            && Path::new(&opened.repository) != house.root()
            && Path::new(&opened.repository).is_dir()
        {
            // An agent that goes elsewhere is judged where its session began.
            call.directory = PathBuf::from(&opened.repository);
            house = Arc::new(Gatehouse::open(&call)?);
        }
        let version = session.opened.as_ref().and_then(|it| it.version.as_deref());
        let honours = card.honours(version);
        Ok(Self {
            host,
            card,
            event,
            house,
            call,
            stream,
            session,
            honours,
            joined: false,
            lines: Vec::new(),
        })
    }

    pub(super) fn answer(mut self) -> Result<Answer, NotAnswered> {
        let event = self.event;
        if let Told::Start { how } = &event.told {
            self.opened(how);
        } else {
            self.opened_if_new("joined");
        }
        if self.session.shows_bound() && self.ends_turn() {
            // Only the canary shows it for other sessions too: what else is refused may be slow to come back.
            if self.session.canary == CanaryState::Tried {
                self.remember_bound();
            }
            self.seen(SessionSeen::Canary(Canary::Bound));
        }
        match &event.told {
            Told::Start { .. } => self.started(),
            Told::Prompt(text) => {
                let text = kept(text);
                self.seen(SessionSeen::Prompted { text });
                self.finish(None, Answer::Pass)
            }
            Told::Before(call) => self.before(call),
            Told::After {
                call,
                response,
                failed,
            } => self.after(call, response, *failed),
            Told::Stop { words, again } => self.stopped(words, *again),
            Told::End { reason } => {
                let reason = kept(reason);
                self.seen(SessionSeen::Ended { reason });
                self.finish(None, Answer::Pass)
            }
            Told::Noted => {
                let event = event.name.clone();
                self.seen(SessionSeen::Noted { event });
                self.finish(None, Answer::Pass)
            }
        }
    }

    /// Whether this event shows that a turn is over: what was refused in it and has not returned was not done.
    fn ends_turn(&self) -> bool {
        match &self.event.told {
            Told::Prompt(_) | Told::Stop { .. } | Told::End { .. } => true,
            Told::Start { .. } | Told::Before(_) | Told::After { .. } | Told::Noted => false,
        }
    }

    /// Whether the agent waits for this answer before each step, and not once a turn.
    fn is_urgent(&self) -> bool {
        match &self.event.told {
            Told::Before(_) | Told::After { .. } | Told::Noted => true,
            Told::Start { .. } | Told::Prompt(_) | Told::Stop { .. } | Told::End { .. } => false,
        }
    }

    pub(super) fn opened_if_new(&mut self, how: &str) {
        if self.session.opened.is_none() {
            self.joined = true;
            self.opened(how);
        }
    }

    /// The line with which a session begins, or begins anew.
    fn opened(&mut self, how: &str) {
        let root = self.house.root().to_path_buf();
        let before = self.session.opened.as_ref();
        let version = version::version(self.card, self.event)
            .or_else(|| before.and_then(|it| it.version.clone()));
        self.honours = self.card.honours(version.as_deref());
        let directory = self.event.cwd.clone();
        let opened = SessionOpened {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            agent: self.host.word().to_owned(),
            lacks: self.card.lacks(version.as_deref(), self.honours),
            version,
            session: ingress_redaction::text(&self.event.session),
            directory: directory.unwrap_or_else(|| root.display().to_string()),
            base: before.and_then(|it| it.base.clone()).or_else(|| tip(&root)),
            repository: root.display().to_string(),
            how: kept(how),
            policies: self.house.policy_set().clone(),
        };
        self.seen(SessionSeen::Opened(Box::new(opened)));
    }

    pub(super) fn seen(&mut self, seen: SessionSeen) {
        self.line(Event::Seen(Seen::Session(seen)));
    }

    /// Adds a line, and takes it in.
    pub(super) fn line(&mut self, event: Event) {
        self.session.apply(&event);
        self.lines.push(event);
    }

    /// Makes everything durable, the answer included, and gives it.
    pub(super) fn finish(
        mut self,
        call: Option<CallId>,
        answer: Answer,
    ) -> Result<Answer, NotAnswered> {
        // That nothing is said to what has happened is no decision.
        let asks = matches!(self.event.told, Told::Before(_));
        if asks || answer != Answer::Pass {
            let answered = SessionDecided::Answered {
                call,
                answer: answer.kind(),
                words: kept(answer.words()),
            };
            self.line(Event::Decided(Decided::Session(answered)));
        }
        self.write()?;
        self.stream.tidy(self.is_urgent());
        Ok(answer)
    }

    /// Makes the lines so far durable.
    pub(super) fn write(&mut self) -> Result<(), NotAnswered> {
        let lines = std::mem::take(&mut self.lines);
        self.stream.append(lines, &self.session)
    }

    /// The repository with its configuration; nothing where the session works in no repository.
    pub(super) fn site(&self) -> Option<Site> {
        Site::find(&self.call).ok()
    }
}

/// Reads what is known of the programs of a call beside what goes on: it stays read.
fn read_ahead(call: &ToolCall) {
    if let Ok(What::Proposal(proposal)) = wire::read_call(&call.tool, call.input.clone()) {
        let _read = gate::needs(&proposal, &gate::Context::default());
    }
}

/// As much of a text as a line keeps, secrets masked.
pub(crate) fn kept(text: &str) -> String {
    // More than is kept is looked through: a secret may stand where it is cut.
    let end = text.floor_char_boundary(TEXT_BYTES_LOOKED_THROUGH);
    let masked = ingress_redaction::text(text.get(..end).unwrap_or_default());
    masked.chars().take(TEXT_CHARS_MAX).collect()
}

/// The commit that is checked out.
fn tip(root: &Path) -> Option<GitId> {
    Repo::discover(root).ok()?.find("HEAD").ok().flatten()
}
