//! Which languages are read, and how their texts are written.

/// A general language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Language {
    Python,
    Node,
    Ruby,
    Perl,
    Php,
    Lua,
    Tcl,
    R,
    Julia,
    Elixir,
    Erlang,
    Swift,
    Groovy,
}

/// What in a string is code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holes {
    None,
    /// `{x}` of an f-string.
    Braces,
    /// `${x}` and `$(x)`.
    Dollar,
    /// `#{x}`
    Hash,
    /// `$x`, `${x}`, `@{[ x ]}`
    Perl,
    /// `$x`, `{$x}`, `${x}`
    Php,
    /// `[command]` and `$x` of Tcl.
    Brackets,
    /// `\(x)`
    Backslash,
}

/// How a language is written.
pub(super) struct Syntax {
    /// What begins a comment to the end of the line.
    pub(super) lines: &'static [&'static str],
    /// What encloses comments.
    pub(super) blocks: &'static [(&'static str, &'static str)],
    /// What is code in a string of double quotes.
    pub(super) double: Holes,
    /// `'…'` is a string.
    pub(super) single: bool,
    pub(super) single_escapes: bool,
    /// Backticks run a program.
    pub(super) backtick_runs: bool,
    /// `/…/` is a regular expression where a value may begin.
    pub(super) patterns: bool,
    /// Signs that begin a name.
    pub(super) sigils: &'static str,
    /// A call needs no parentheses.
    pub(super) bare_calls: bool,
    /// What joins the parts of a name.
    pub(super) joiners: &'static [&'static str],
    /// What joins strings.
    pub(super) concatenates: &'static [&'static str],
}

const BASE: Syntax = Syntax {
    lines: &["#"],
    blocks: &[],
    double: Holes::None,
    single: true,
    single_escapes: true,
    backtick_runs: false,
    patterns: false,
    sigils: "",
    bare_calls: false,
    joiners: &["."],
    concatenates: &["+"],
};

static PYTHON: Syntax = BASE;
static NODE: Syntax = Syntax {
    lines: &["//"],
    blocks: &[("/*", "*/")],
    patterns: true,
    sigils: "$",
    joiners: &["?.", "."],
    ..BASE
};
static RUBY: Syntax = Syntax {
    blocks: &[("=begin", "=end")],
    double: Holes::Hash,
    backtick_runs: true,
    patterns: true,
    sigils: "$@",
    bare_calls: true,
    joiners: &["&.", "::", "."],
    ..BASE
};
static PERL: Syntax = Syntax {
    double: Holes::Perl,
    single_escapes: false,
    backtick_runs: true,
    patterns: true,
    sigils: "$@%&",
    bare_calls: true,
    joiners: &["::", "->"],
    concatenates: &["."],
    ..BASE
};
static PHP: Syntax = Syntax {
    lines: &["//", "#"],
    blocks: &[("/*", "*/")],
    double: Holes::Php,
    single_escapes: false,
    backtick_runs: true,
    sigils: "$",
    bare_calls: true,
    joiners: &["::", "->"],
    concatenates: &["."],
    ..BASE
};
static LUA: Syntax = Syntax {
    lines: &["--"],
    blocks: &[("--[[", "]]")],
    bare_calls: true,
    joiners: &[".", ":"],
    concatenates: &[".."],
    ..BASE
};
static TCL: Syntax = Syntax {
    double: Holes::Brackets,
    single: false,
    sigils: "$",
    bare_calls: true,
    joiners: &["::"],
    concatenates: &[],
    ..BASE
};
static R: Syntax = Syntax {
    joiners: &["::", "."],
    concatenates: &[],
    ..BASE
};
static JULIA: Syntax = Syntax {
    blocks: &[("#=", "=#")],
    double: Holes::Dollar,
    single: false,
    backtick_runs: true,
    concatenates: &["*"],
    ..BASE
};
static ELIXIR: Syntax = Syntax {
    double: Holes::Hash,
    bare_calls: true,
    concatenates: &["<>"],
    ..BASE
};
static ERLANG: Syntax = Syntax {
    lines: &["%"],
    joiners: &[":"],
    concatenates: &["++"],
    ..BASE
};
static SWIFT: Syntax = Syntax {
    lines: &["//"],
    blocks: &[("/*", "*/")],
    double: Holes::Backslash,
    single: false,
    ..BASE
};
static GROOVY: Syntax = Syntax {
    lines: &["//"],
    blocks: &[("/*", "*/")],
    double: Holes::Dollar,
    bare_calls: true,
    ..BASE
};

impl Language {
    /// The language of this name, as models write it.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "python" => Self::Python,
            "node" | "javascript" | "typescript" | "deno" | "bun" => Self::Node,
            "ruby" => Self::Ruby,
            "perl" => Self::Perl,
            "php" => Self::Php,
            "lua" => Self::Lua,
            "tcl" => Self::Tcl,
            "r" => Self::R,
            "julia" => Self::Julia,
            "elixir" => Self::Elixir,
            "erlang" => Self::Erlang,
            "swift" => Self::Swift,
            "groovy" | "scala" | "java" | "kotlin" => Self::Groovy,
            _ => return None,
        })
    }

    pub(super) fn syntax(self) -> &'static Syntax {
        match self {
            Self::Python => &PYTHON,
            Self::Node => &NODE,
            Self::Ruby => &RUBY,
            Self::Perl => &PERL,
            Self::Php => &PHP,
            Self::Lua => &LUA,
            Self::Tcl => &TCL,
            Self::R => &R,
            Self::Julia => &JULIA,
            Self::Elixir => &ELIXIR,
            Self::Erlang => &ERLANG,
            Self::Swift => &SWIFT,
            Self::Groovy => &GROOVY,
        }
    }
}
