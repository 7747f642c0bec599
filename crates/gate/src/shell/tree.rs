//! The tree of a POSIX-like script (bash, sh, zsh): what was read, before anything is expanded. Everything that judges
//! or re-emits a command works on this tree; nothing looks at the text again.
//!
//! Words keep their quoting, part by part, because quoting decides what splits and what is a pattern.

pub(crate) mod walk;

/// A list of commands, in order. May be empty (an empty function body is not valid, but an empty text is).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Script {
    pub(crate) items: Vec<Item>,
}

/// Pipelines joined by `&&` and `||`, and what ends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) first: Pipeline,
    pub(crate) rest: Vec<(Join, Pipeline)>,
    /// Ended by `&`.
    pub(crate) background: bool,
    /// The next command of the text, or of the substitution, stands on a later line: there the shell goes on after an
    /// error, and knows new aliases. Never within a compound command, which is read as one.
    pub(crate) line: bool,
}

/// What stands between two pipelines of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    And,
    Or,
}

/// Commands joined by `|`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pipeline {
    /// `!` before it.
    pub(crate) negated: bool,
    /// The reserved word `time` (with or without `-p`) before it.
    pub(crate) timed: bool,
    /// At least one.
    pub(crate) commands: Vec<Command>,
    /// For each `|` whether it is `|&`; one shorter than `commands`.
    pub(crate) with_errors: Vec<bool>,
}

/// One command with its redirections, in the order written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) kind: Kind,
    pub(crate) redirects: Vec<Redirect>,
}

/// What kind of command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Simple(Simple),
    /// `{ …; }`
    Group(Script),
    /// `( … )`
    Subshell(Script),
    If {
        /// Condition and body of `if` and each `elif`.
        branches: Vec<(Script, Script)>,
        otherwise: Option<Script>,
    },
    While {
        /// `until` instead.
        until: bool,
        condition: Script,
        body: Script,
    },
    /// `for` or `select`.
    For {
        select: bool,
        name: String,
        /// `None`: without `in`, over the positional parameters.
        words: Option<Vec<Word>>,
        body: Script,
    },
    /// `for ((init; condition; step))`.
    ForArith {
        init: Arith,
        condition: Arith,
        step: Arith,
        body: Script,
    },
    Case {
        subject: Word,
        arms: Vec<Arm>,
    },
    Function {
        name: String,
        body: Box<Command>,
    },
    /// `[[ … ]]`: its words in order; operators (`&&`, `=~`, `-f`, `(`, `<`) are words of one unquoted literal.
    Test(Vec<Word>),
    /// `(( … ))`
    Arith(Arith),
    Coproc {
        name: Option<String>,
        body: Box<Command>,
    },
}

/// One arm of `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arm {
    pub(crate) patterns: Vec<Word>,
    pub(crate) body: Script,
    pub(crate) end: ArmEnd,
}

/// How an arm ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArmEnd {
    /// `;;`, or nothing at the last one.
    Break,
    /// `;&`
    Fall,
    /// `;;&`
    Next,
}

/// Assignments and words. With no words, the assignments change the shell itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Simple {
    pub(crate) assignments: Vec<Assignment>,
    /// Words; for `declare`, `export`, `local`, `readonly`, `typeset` and `alias` the assignments among the arguments
    /// stay words.
    pub(crate) words: Vec<Word>,
    /// Array assignments among the arguments of `declare` and its like (`declare -a x=(1 2)`), which are no words.
    pub(crate) arrays: Vec<Assignment>,
}

/// `name=value`, `name+=value`, `name[subscript]=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) name: String,
    /// bash evaluates it as arithmetic (or takes it as a key), expansions included.
    pub(crate) subscript: Option<Word>,
    pub(crate) append: bool,
    pub(crate) value: Assigned,
}

/// The right side of an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Assigned {
    /// May be empty: `x=`.
    Word(Word),
    /// `(a b [2]=c)`: subscripts and words.
    Array(Vec<(Option<Word>, Word)>),
}

/// One redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Redirect {
    pub(crate) fd: Fd,
    pub(crate) op: RedirectOp,
    /// The file, the descriptor (`1`, `-`, `3-`), the here-string, or the body of the here-document (whose parts are all
    /// quoted literals where its delimiter was quoted, else literals and expansions, all marked quoted).
    pub(crate) target: Word,
}

/// Which descriptor is redirected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fd {
    /// What the operator says.
    Default,
    Number(u32),
    /// `{name}>`: the shell picks one and assigns it.
    Variable(String),
}

/// How it is redirected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RedirectOp {
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
    /// `<<` and `<<-` (tabs are already stripped); `quoted`: the delimiter was quoted, so nothing is expanded.
    Heredoc { quoted: bool },
    /// `<<<`
    HereString,
}

/// A word: parts that are joined. An empty list of parts never stands for a word; `''` is one empty quoted literal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Word {
    pub(crate) parts: Vec<Part>,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text, quotes and escapes taken off. Unquoted text may hold pattern characters (`*?[`), a leading `~`, and extended
    /// patterns (`@(a|b)`); a backslash-escaped character is a quoted literal of its own.
    Literal { text: String, quoted: bool },
    /// `$x`, `${x…}`.
    Param { param: Box<Param>, quoted: bool },
    /// `$( … )` and backquotes.
    Command { script: Script, quoted: bool },
    /// `$(( … ))` and `$[ … ]`.
    Arith { expression: Arith, quoted: bool },
    /// `<( … )` (`output` is false), `>( … )`, and in zsh `=( … )`.
    Process { output: bool, script: Script },
    /// `{a,b}`: each alternative is a word.
    Braces(Vec<Word>),
    /// `{1..5}`, `{a..e..2}`: from, to, step as written.
    Range {
        from: String,
        to: String,
        step: Option<String>,
    },
}

/// `${ … }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Param {
    /// A name, digits, or one of `@*#?-$!_`.
    pub(crate) name: String,
    /// `[subscript]`; `@` and `*` are one literal.
    pub(crate) subscript: Option<Word>,
    /// `${#x}`
    pub(crate) length: bool,
    /// `${!x}`
    pub(crate) indirect: bool,
    pub(crate) op: Option<ParamOp>,
}

/// What is done with a parameter's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParamOp {
    /// `-`, `:-`
    Default { colon: bool, word: Word },
    /// `=`, `:=`
    Assign { colon: bool, word: Word },
    /// `?`, `:?`
    Error { colon: bool, word: Word },
    /// `+`, `:+`
    Alternate { colon: bool, word: Word },
    /// `#`, `##`
    RemovePrefix { longest: bool, pattern: Word },
    /// `%`, `%%`
    RemoveSuffix { longest: bool, pattern: Word },
    /// `/`, `//`, `/#`, `/%`
    Replace {
        kind: ReplaceKind,
        pattern: Word,
        with: Word,
    },
    /// `:offset`, `:offset:length`
    Substring {
        offset: Arith,
        length: Option<Arith>,
    },
    /// `^ ^^ , ,, ~ ~~` with the operator as written.
    Case { operator: String, pattern: Word },
    /// `@Q @P @E @A @U …`; `P` expands the value as a prompt, substitutions included.
    Transform(char),
    /// `${!prefix*}`, `${!prefix@}`: names, not values.
    Names,
}

/// Which occurrences are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReplaceKind {
    First,
    All,
    Prefix,
    Suffix,
}

/// An arithmetic expression: its text, with the expansions in it as parts. bash evaluates the value of every name in it
/// again, so a value that holds a subscript with a substitution runs it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Arith {
    pub(crate) word: Word,
}

impl Word {
    /// A word of one literal.
    pub(crate) fn literal(text: &str, quoted: bool) -> Self {
        Self {
            parts: vec![Part::Literal {
                text: text.to_owned(),
                quoted,
            }],
        }
    }

    /// Its text, where it is all literal and no pattern, tilde or brace could change it.
    pub(crate) fn plain(&self) -> Option<String> {
        let mut out = String::new();
        for (at, part) in self.parts.iter().enumerate() {
            match part {
                Part::Literal { text, quoted: true } => out.push_str(text),
                Part::Literal {
                    text,
                    quoted: false,
                } if !(text.contains(['*', '?', '[']) || at == 0 && text.starts_with('~')) => {
                    out.push_str(text);
                }
                Part::Literal { .. }
                | Part::Param { .. }
                | Part::Command { .. }
                | Part::Arith { .. }
                | Part::Process { .. }
                | Part::Braces(_)
                | Part::Range { .. } => return None,
            }
        }
        Some(out)
    }
}
