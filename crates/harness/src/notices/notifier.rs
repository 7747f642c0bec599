//! Whom to tell, of what, and how hard to try: as it is configured.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use ledger::notice::{NoticeKind, NoticeWay};
use model::webhook::Webhook;

use crate::config::NoticeSettings;

/// Whom to tell, of what, and how hard to try.
#[derive(Debug, Clone)]
pub(crate) struct Notifier {
    on: Vec<NoticeKind>,
    command: Option<Rc<[String]>>,
    webhook: Option<Rc<Webhook>>,
    patience: Patience,
}

/// How hard a notice is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patience {
    /// For one attempt.
    pub(crate) timeout: Duration,
    /// How many there are.
    pub(crate) attempts_max: u32,
}

impl Notifier {
    /// As it is configured; `None` where nobody is to be told.
    pub(crate) fn of(settings: &NoticeSettings) -> Option<Self> {
        let command = (!settings.command.is_empty()).then(|| settings.command.clone().into());
        // Checked when the configuration was read.
        let webhook = settings
            .webhook
            .as_ref()
            .and_then(|it| Webhook::new(it).ok());
        if settings.on.is_empty() || (command.is_none() && webhook.is_none()) {
            return None;
        }
        Some(Self {
            on: settings.on.clone(),
            command,
            webhook: webhook.map(Rc::new),
            patience: Patience {
                timeout: settings.timeout,
                attempts_max: settings.attempts_max,
            },
        })
    }

    /// What people are told of.
    pub(crate) fn kinds(&self) -> &[NoticeKind] {
        &self.on
    }

    /// Whether they are told of this.
    pub(crate) fn tells(&self, kind: NoticeKind) -> bool {
        self.on.contains(&kind)
    }

    /// How they are told.
    pub(crate) fn ways(&self) -> Vec<NoticeWay> {
        let command = self.command.as_ref().map(|_| NoticeWay::Command);
        let webhook = self.webhook.as_ref().map(|_| NoticeWay::Webhook);
        command.into_iter().chain(webhook).collect()
    }

    /// The program and its arguments.
    pub(crate) fn command(&self) -> Option<Rc<[String]>> {
        self.command.clone()
    }

    /// The address.
    pub(crate) fn webhook(&self) -> Option<Rc<Webhook>> {
        self.webhook.clone()
    }

    /// How hard it is tried.
    pub(crate) fn patience(&self) -> Patience {
        self.patience
    }
}

/// The name of a program: its arguments, and where it stands, are its owner's business.
pub(crate) fn program_name(argv: &[String]) -> String {
    let name = argv.first().map(Path::new).and_then(Path::file_name);
    name.map_or_else(|| "?".to_owned(), |it| it.to_string_lossy().into_owned())
}
