//! What a rule is, and the one way to write some down.

use std::cmp::Ordering;
use std::fmt;

use ledger::options::Severity;
use serde::{Serialize, Serializer};

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    /// What the plan names: files, exports, links, scope.
    Plan,
    /// Commands, tests by name, trials of level 5.
    Proof,
    /// Work that looks done.
    Work,
    /// Who uses what.
    Usage,
    /// Tests.
    Tests,
    /// How tests and checks are run.
    Checks,
    /// What sentences of the plan say.
    Sentences,
}

impl Group {
    /// As a heading.
    pub(super) fn title(self) -> &'static str {
        match self {
            Group::Plan => "What the plan names",
            Group::Proof => "Commands and proof",
            Group::Work => "Work left undone",
            Group::Usage => "What uses what",
            Group::Tests => "Tests",
            Group::Checks => "How the change is checked",
            Group::Sentences => "Sentences of the plan",
        }
    }

    /// Whether somebody asked for it: then it holds until nobody asks any more.
    fn is_asked_for(self) -> bool {
        matches!(self, Group::Plan | Group::Proof)
    }
}

/// Where a rule looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    /// At every text, or at none.
    Anywhere,
    /// Where there is a grammar: Rust, TypeScript, Vue, Python, Go and Java.
    Parsed,
    /// At these languages.
    At(&'static [code::Language]),
}

/// All that is known of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) id: &'static str,
    pub(crate) group: Group,
    pub(crate) looks: Looks,
    /// What it leads to where a plan stands behind the change.
    pub(crate) planned: Severity,
    /// What it leads to where nothing but the change is known.
    pub(crate) alone: Severity,
    /// What should hold, in a few words.
    pub(crate) holds: &'static str,
    pub(crate) finds: &'static str,
    pub(crate) why: &'static str,
    pub(crate) instead: &'static str,
}

/// A kind of finding. It can't be made outside of this list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rule(pub(super) &'static About);

impl Rule {
    /// Its name, which findings carry.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// What should hold, in a few words.
    pub(crate) fn holds(self) -> &'static str {
        self.0.holds
    }

    /// What it leads to, where nobody says otherwise.
    pub(crate) fn severity(self, planned: bool) -> Severity {
        match planned {
            true => self.0.planned,
            false => self.0.alone,
        }
    }

    /// Whether it can be switched off, turned to a note, or accepted at a place.
    pub(crate) fn is_switchable(self) -> bool {
        !self.0.group.is_asked_for()
    }
}

impl PartialEq<&str> for Rule {
    fn eq(&self, other: &&str) -> bool {
        self.id() == *other
    }
}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rule {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id().cmp(other.id())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.id())
    }
}

/// The rule of a finding: one of this list, or a shape that is data, built in or the repository's own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RuleId {
    /// One of this list.
    Known(Rule),
    /// A shape, by its id.
    Shape(Box<ShapeId>),
}

/// The id of a shape.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShapeId(String);

impl RuleId {
    /// Its name.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            RuleId::Known(rule) => rule.id(),
            RuleId::Shape(id) => &id.0,
        }
    }

    /// The rule of a shape.
    pub(crate) fn shape(id: &str) -> Self {
        RuleId::Shape(Box::new(ShapeId(id.to_owned())))
    }

    /// Its name, to be kept.
    pub(crate) fn into_string(self) -> String {
        match self {
            RuleId::Known(rule) => rule.id().to_owned(),
            RuleId::Shape(id) => id.0,
        }
    }

    /// What to do instead; empty where nobody says.
    pub(crate) fn instead(&self) -> &'static str {
        match self {
            RuleId::Known(rule) => rule.0.instead,
            RuleId::Shape(_) => "",
        }
    }

    /// What should hold, in a few words.
    pub(crate) fn holds(&self) -> &'static str {
        match self {
            RuleId::Known(rule) => rule.holds(),
            RuleId::Shape(_) => "no rule broken",
        }
    }

    /// What it leads to, where nobody says otherwise. What a shape finds for certain no honest code has.
    pub(crate) fn severity(&self, planned: bool) -> Severity {
        match self {
            RuleId::Known(rule) => rule.severity(planned),
            RuleId::Shape(_) => Severity::Gap,
        }
    }

    /// Whether it can be switched off, turned to a note, or accepted at a place.
    pub(crate) fn is_switchable(&self) -> bool {
        match self {
            RuleId::Known(rule) => rule.is_switchable(),
            RuleId::Shape(_) => true,
        }
    }
}

impl From<Rule> for RuleId {
    fn from(rule: Rule) -> Self {
        RuleId::Known(rule)
    }
}

/// Writes down rules of one group, each as a constant and all as `ALL`. One that nothing names is an error of the compiler.
macro_rules! rules {
    ($group:ident: $($name:ident = $id:literal, $looks:expr, $planned:ident / $alone:ident,
        $holds:literal, $finds:literal, $why:literal, $instead:literal;)*) => {
        $(
            #[doc = $finds]
            pub(crate) const $name: $crate::rules::rule::Rule = $crate::rules::rule::Rule(&$crate::rules::rule::About {
                id: $id,
                group: $crate::rules::rule::Group::$group,
                looks: $looks,
                planned: ledger::options::Severity::$planned,
                alone: ledger::options::Severity::$alone,
                holds: $holds,
                finds: $finds,
                why: $why,
                instead: $instead,
            });
        )*
        /// All of them.
        pub(super) const ALL: &[$crate::rules::rule::Rule] = &[$(
            $crate::rules::rule::Rule(&$crate::rules::rule::About {
                id: $id,
                group: $crate::rules::rule::Group::$group,
                looks: $looks,
                planned: ledger::options::Severity::$planned,
                alone: ledger::options::Severity::$alone,
                holds: $holds,
                finds: $finds,
                why: $why,
                instead: $instead,
            }),
        )*];
    };
}
pub(super) use rules;
