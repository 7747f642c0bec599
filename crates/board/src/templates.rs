//! What is to be done, by kind of event and kind of work: a sentence that says what the event is, steps, and what the report
//! is to hold. From a file of the people who run us, and from a set of our own for what that file leaves out.
//!
//! Reading order: [`Templates::get`], [`Template`], `read` (a file to sections), `yaml` (places of values), [`Problem`].

use ledger::board::{ActionType, BusinessType};
use ledger::ids::Hash;

use set::{Part, Set};

mod language;
mod near;
mod problem;
mod read;
mod set;
mod yaml;

pub use language::Language;
pub use problem::{Fault, Problem};

/// Our own sets.
const EN: &str = include_str!("../templates/en.yaml");
const ZH: &str = include_str!("../templates/zh.yaml");

/// What an agent is told to do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template {
    /// What the event is, and what is wanted.
    pub hint: String,
    /// The steps, in order.
    pub steps: Vec<String>,
    /// What the report is to hold, with names in braces for what is known later.
    pub report: String,
}

/// A set of templates, complete: what a file leaves out is our own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Templates {
    language: Language,
    own: Set,
    built_in: Set,
}

impl Templates {
    /// Reads a file of templates: for each kind of event `hint`, `steps` and `output_template`, or the same for each kind of
    /// work and for `default`. Beside them may stand the texts `discussion` and `round_review` (in place of its steps), and
    /// `language: en` or `zh`; without it the language is Chinese where the file is.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its place.
    pub fn parse(yaml: &str) -> Result<Self, Vec<Problem>> {
        let (own, language) = read::read(yaml)?;
        let language = language.unwrap_or(if is_chinese(yaml) {
            Language::Zh
        } else {
            Language::En
        });
        Ok(Self {
            own,
            ..Self::built_in(language)
        })
    }

    /// Our own set.
    #[must_use]
    pub fn built_in(language: Language) -> Self {
        let text = match language {
            Language::En => EN,
            Language::Zh => ZH,
        };
        // INVARIANT: our own sets can be read and are complete. A test holds it.
        let built_in = read::read(text).map(|(set, _)| set).unwrap_or_default();
        Self {
            language,
            own: Set::default(),
            built_in,
        }
    }

    /// The language that agents are told in.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// What an agent is told to do: what is said for the kind of work, else by `default`, else for the kind of event as a
    /// whole; and so again in our own set. Each of the three is looked for by itself.
    #[must_use]
    pub fn get(&self, action: ActionType, business: BusinessType) -> Template {
        let sections = [&self.own, &self.built_in].map(|set| set.sections.get(&action));
        let parts: Vec<&Part> = sections
            .into_iter()
            .flatten()
            .flat_map(|section| {
                let business = section.business.get(&business);
                [business, Some(&section.default), Some(&section.whole)]
            })
            .flatten()
            .collect();
        let first = |field: fn(&Part) -> Option<&String>| {
            let found = parts.iter().find_map(|part| field(part));
            found.cloned().unwrap_or_default()
        };
        let steps = parts.iter().find_map(|part| part.steps.clone());
        Template {
            hint: first(|part| part.hint.as_ref()),
            steps: steps.unwrap_or_default(),
            report: first(|part| part.report.as_ref()),
        }
    }

    /// What is expected of everybody in a discussion.
    #[must_use]
    pub fn discussion(&self) -> &str {
        let texts = [&self.own, &self.built_in].map(|set| set.discussion.as_deref());
        texts.into_iter().flatten().next().unwrap_or("")
    }

    /// What is asked in the review of a round, where a file has a text for it in place of the steps.
    #[must_use]
    pub fn round_review(&self) -> Option<&str> {
        self.own.round_review.as_deref()
    }

    /// What branches for such work begin with: what stands before `/{issue_number}` in a step, else what is usual.
    #[must_use]
    pub fn branch_type(&self, business: BusinessType) -> String {
        let template = self.get(ActionType::IssueAssigned, business);
        let named = template.steps.iter().find_map(|step| branch_type(step));
        named.unwrap_or(business.branch_type()).to_owned()
    }

    /// Digest of all that agents are told by these templates.
    #[must_use]
    pub fn digest(&self) -> Hash {
        let mut digest = Hash::of(self.language.word().as_bytes());
        let mut take = |text: &str| digest = Hash::chained(&digest, text.as_bytes());
        for action in ActionType::ALL {
            for business in BusinessType::ALL {
                let template = self.get(action, business);
                take(&template.hint);
                take(&format!("{} steps", template.steps.len()));
                template.steps.iter().for_each(|step| take(step));
                take(&template.report);
            }
        }
        take(self.discussion());
        take(self.round_review().unwrap_or("its steps"));
        digest
    }
}

/// What stands before `/{issue_number}` in a step, if that can begin a branch.
fn branch_type(step: &str) -> Option<&str> {
    let (before, _) = step.split_once("/{issue_number}")?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let word = before.rsplit(|c: char| !is_part(c)).next()?;
    Some(word).filter(|it| it.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}'))
}
