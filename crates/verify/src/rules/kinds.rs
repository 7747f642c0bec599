//! What rules are about, and where they look.

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
    pub(super) fn is_asked_for(self) -> bool {
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
