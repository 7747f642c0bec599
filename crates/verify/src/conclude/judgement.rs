//! How one must-have stands, before it becomes an item; several judgements of one thing become the worst of them.

use ledger::report::{Category, Feedback, FeedbackStatus, Item, ItemKind, ItemStatus, Location};

use crate::rules::{LEVEL_OFF, RuleId};

/// How something stands, and why.
#[derive(Debug, Clone)]
pub(super) struct Judged {
    pub(super) status: ItemStatus,
    pub(super) word: &'static str,
    pub(super) level: Option<u8>,
    pub(super) reason: String,
    /// The rule that decided; none where all is well and not worth a word.
    pub(super) rule: Option<RuleId>,
    pub(super) line: Option<u32>,
    pub(super) evidence: Vec<String>,
    /// What is missing, as things to do.
    pub(super) missing: Vec<String>,
    /// Whether an agent can mend it.
    pub(super) fixable: bool,
}

impl Judged {
    pub(super) fn verified(word: &'static str, level: u8, reason: impl Into<String>) -> Self {
        Self::new(ItemStatus::Verified, word, level, None, reason.into())
    }

    pub(super) fn failed(
        word: &'static str,
        level: u8,
        rule: impl Into<RuleId>,
        reason: impl Into<String>,
    ) -> Self {
        let rule = Some(rule.into());
        Self {
            fixable: true,
            ..Self::new(ItemStatus::Failed, word, level, rule, reason.into())
        }
    }

    pub(super) fn unknown(level: u8, rule: impl Into<RuleId>, reason: impl Into<String>) -> Self {
        let (word, rule) = ("UNCERTAIN", Some(rule.into()));
        Self::new(ItemStatus::Unknown, word, level, rule, reason.into())
    }

    pub(super) fn human(
        word: &'static str,
        rule: impl Into<RuleId>,
        reason: impl Into<String>,
    ) -> Self {
        let rule = Some(rule.into());
        Self {
            level: None,
            ..Self::new(ItemStatus::Human, word, 0, rule, reason.into())
        }
    }

    /// What nobody looks at, because its level is switched off, is not verified.
    pub(super) fn off(level: u8) -> Self {
        let reason = format!("level {level} is switched off in `verification.levels`");
        Self::human("UNCERTAIN", LEVEL_OFF, reason)
    }

    fn new(
        status: ItemStatus,
        word: &'static str,
        level: u8,
        rule: Option<RuleId>,
        reason: String,
    ) -> Self {
        Self {
            status,
            word,
            level: Some(level),
            reason,
            rule,
            line: None,
            evidence: Vec::new(),
            missing: Vec::new(),
            fixable: false,
        }
    }

    pub(super) fn is_failed(&self) -> bool {
        self.status == ItemStatus::Failed
    }

    /// A file whose head says that a program wrote it may have to look so; since anybody can write such a head, a person
    /// looks.
    pub(super) fn if_generated(mut self, generated: bool) -> Self {
        if generated && self.is_failed() {
            self.status = ItemStatus::Unknown;
            self.word = "UNCERTAIN";
            self.fixable = false;
            self.reason = format!("its head says that a program wrote it: {}", self.reason);
        }
        self
    }

    pub(super) fn at(mut self, line: Option<u32>) -> Self {
        self.line = line;
        self
    }

    /// What would mend it.
    pub(super) fn mend(mut self, missing: impl Into<String>) -> Self {
        self.missing.push(missing.into());
        self
    }

    /// A mistake of the plan: nothing that is done to the code would be right.
    pub(super) fn of_the_plan(mut self) -> Self {
        self.fixable = false;
        self
    }

    /// All is well, and still somebody should know.
    pub(super) fn worth_saying(mut self, rule: impl Into<RuleId>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    pub(super) fn no_level(mut self) -> Self {
        self.level = None;
        self
    }

    pub(super) fn with(mut self, evidence: Vec<String>) -> Self {
        self.evidence = evidence;
        self
    }

    /// The worst of several, with what is wrong in all that are as bad. An empty list has nothing in it to be verified.
    pub(super) fn worst(all: Vec<Judged>) -> Option<Judged> {
        let worst = all.iter().map(|it| rank(it.status)).max()?;
        let mut bad = all.into_iter().filter(|it| rank(it.status) == worst);
        let mut sum = bad.next()?;
        for next in bad {
            if next.status == ItemStatus::Verified {
                sum.level = sum.level.max(next.level);
                sum.word = next.word;
                if next.reason != sum.reason {
                    sum.reason = next.reason;
                }
                continue;
            }
            sum.reason = format!("{}; {}", sum.reason, next.reason);
            sum.missing.extend(next.missing);
            sum.line = sum.line.or(next.line);
            sum.fixable |= next.fixable;
        }
        Some(sum)
    }

    /// The item.
    pub(super) fn item(self, kind: ItemKind, id: String, text: String, path: Option<&str>) -> Item {
        let line = self.line;
        Item {
            id,
            kind,
            text,
            path: path.map(str::to_owned),
            status: self.status,
            word: self.word.to_owned(),
            level: self.level,
            reason: self.reason,
            location: path.filter(|_| line.is_some()).map(|file| Location {
                file: file.to_owned(),
                line,
                column: None,
            }),
            evidence: self.evidence,
            missing: self.missing,
            fixable: self.fixable,
            derived: false,
            rule: self.rule.map_or_else(String::new, RuleId::into_string),
        }
    }

    /// What is said about it beside the item; nothing where all is well.
    pub(super) fn feedback(&self, text: &str, path: Option<&str>) -> Option<Feedback> {
        let rule = self.rule.as_ref()?;
        let status = match self.status {
            ItemStatus::Verified => FeedbackStatus::Warning,
            ItemStatus::Failed => FeedbackStatus::Fail,
            ItemStatus::Unknown | ItemStatus::Human => FeedbackStatus::Warning,
        };
        Some(Feedback {
            status,
            category: Category::Semantic,
            level: self.level,
            location: path.map(|file| Location {
                file: file.to_owned(),
                line: self.line,
                column: None,
            }),
            message: format!("{text}: {}", self.reason),
            fixable: self.fixable,
            fix_suggestion: Some(self.missing.join("; ")).filter(|text| !text.is_empty()),
            confidence_pct: 100,
            rule: rule.as_str().to_owned(),
        })
    }
}

/// How bad.
fn rank(status: ItemStatus) -> u8 {
    match status {
        ItemStatus::Verified => 0,
        ItemStatus::Human => 1,
        ItemStatus::Unknown => 2,
        ItemStatus::Failed => 3,
    }
}
