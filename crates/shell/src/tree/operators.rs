//! Signs between and before the parts of a script that hold no words of their own.

/// What stands between two pipelines of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// How an arm ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmEnd {
    /// `;;`, or nothing at the last one.
    Break,
    /// `;&`
    Fall,
    /// `;;&`
    Next,
}

/// Which descriptor is redirected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fd {
    /// What the operator says.
    Default,
    /// This one.
    Number(u32),
    /// `{name}>`: the shell picks one and assigns it.
    Variable(String),
}

/// How it is redirected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectOp {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>|`
    Clobber,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `&>` and `>&file`
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<&`
    DupRead,
    /// `>&`
    DupWrite,
    /// `<<` and `<<-` (tabs are already stripped).
    Heredoc {
        /// The delimiter was quoted, so nothing is expanded.
        quoted: bool,
    },
    /// `<<<`
    HereString,
}

/// Which occurrences are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplaceKind {
    /// `/`
    First,
    /// `//`
    All,
    /// `/#`
    Prefix,
    /// `/%`
    Suffix,
}
