//! The tree of a POSIX-like script (bash, sh, zsh): what was read, before anything is expanded. Everything that judges
//! or re-emits a command works on this tree; nothing looks at the text again.
//!
//! Words keep their quoting, part by part, because quoting decides what splits and what is a pattern.

mod operators;
pub(crate) mod walk;

pub use operators::{ArmEnd, Fd, Join, RedirectOp, ReplaceKind};

/// A list of commands, in order. May be empty (an empty function body is not valid, but an empty text is).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    /// Each line, or part of one between `;` or `&`.
    pub items: Vec<Item>,
}

/// Pipelines joined by `&&` and `||`, and what ends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it begins with.
    pub first: Pipeline,
    /// What is joined to it, in order.
    pub rest: Vec<(Join, Pipeline)>,
    /// Ended by `&`.
    pub background: bool,
    /// The next command of the text, or of the substitution, stands on a later line: there the shell goes on after an
    /// error, and knows new aliases. Never within a compound command, which is read as one.
    pub line: bool,
}

/// Commands joined by `|`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipeline {
    /// `!` before it.
    pub negated: bool,
    /// The reserved word `time` (with or without `-p`) before it.
    pub timed: bool,
    /// At least one.
    pub commands: Vec<Command>,
    /// For each `|` whether it is `|&`; one shorter than `commands`.
    pub with_errors: Vec<bool>,
}

/// One command with its redirections, in the order written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What it is.
    pub kind: Kind,
    /// What it reads and writes instead of what it would.
    pub redirects: Vec<Redirect>,
}

/// What kind of command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A program, a function or a builtin with its words, or assignments alone.
    Simple(Simple),
    /// `{ …; }`
    Group(Script),
    /// `( … )`
    Subshell(Script),
    /// `if …; then …; fi`
    If {
        /// Condition and body of `if` and each `elif`.
        branches: Vec<(Script, Script)>,
        /// The body of `else`.
        otherwise: Option<Script>,
    },
    /// `while …; do …; done`
    While {
        /// `until` instead.
        until: bool,
        /// What is run before each round.
        condition: Script,
        /// What is run in each round.
        body: Script,
    },
    /// `for` or `select`.
    For {
        /// `select` instead.
        select: bool,
        /// The variable.
        name: String,
        /// `None`: without `in`, over the positional parameters.
        words: Option<Vec<Word>>,
        /// What is run in each round.
        body: Script,
    },
    /// `for ((init; condition; step))`.
    ForArith {
        /// Before the first round.
        init: Arith,
        /// Before each round.
        condition: Arith,
        /// After each round.
        step: Arith,
        /// What is run in each round.
        body: Script,
    },
    /// `case … in …; esac`
    Case {
        /// What the patterns are held against.
        subject: Word,
        /// In order.
        arms: Vec<Arm>,
    },
    /// `name() …`
    Function {
        /// As it is called.
        name: String,
        /// What a call runs.
        body: Box<Command>,
    },
    /// `[[ … ]]`: its words in order; operators (`&&`, `=~`, `-f`, `(`, `<`) are words of one unquoted literal.
    Test(Vec<Word>),
    /// `(( … ))`
    Arith(Arith),
    /// `coproc …`
    Coproc {
        /// The array of its descriptors, where one is named.
        name: Option<String>,
        /// What runs beside the shell.
        body: Box<Command>,
    },
}

/// One arm of `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// One of them has to fit.
    pub patterns: Vec<Word>,
    /// What is run then.
    pub body: Script,
    /// How it goes on behind it.
    pub end: ArmEnd,
}

/// Assignments and words. With no words, the assignments change the shell itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Simple {
    /// In front of the words.
    pub assignments: Vec<Assignment>,
    /// Words; for `declare`, `export`, `local`, `readonly`, `typeset` and `alias` the assignments among the arguments
    /// stay words.
    pub words: Vec<Word>,
    /// Array assignments among the arguments of `declare` and its like (`declare -a x=(1 2)`), which are no words.
    pub arrays: Vec<Assignment>,
}

/// `name=value`, `name+=value`, `name[subscript]=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// bash evaluates it as arithmetic (or takes it as a key), expansions included.
    pub subscript: Option<Word>,
    /// `+=`
    pub append: bool,
    /// The right side.
    pub value: Assigned,
}

/// The right side of an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assigned {
    /// May be empty: `x=`.
    Word(Word),
    /// `(a b [2]=c)`: subscripts and words.
    Array(Vec<(Option<Word>, Word)>),
}

/// One redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// Which descriptor.
    pub fd: Fd,
    /// How.
    pub op: RedirectOp,
    /// The file, the descriptor (`1`, `-`, `3-`), the here-string, or the body of the here-document (whose parts are all
    /// quoted literals where its delimiter was quoted, else literals and expansions, all marked quoted).
    pub target: Word,
}

/// A word: parts that are joined. An empty list of parts never stands for a word; `''` is one empty quoted literal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// In order.
    pub parts: Vec<Part>,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Text, quotes and escapes taken off. Unquoted text may hold pattern characters (`*?[`), a leading `~`, and extended
    /// patterns (`@(a|b)`); a backslash-escaped character is a quoted literal of its own.
    Literal {
        /// As it counts.
        text: String,
        /// It stood in quotes.
        quoted: bool,
    },
    /// `$x`, `${x…}`.
    Param {
        /// Which, and what is done with its value.
        param: Box<Param>,
        /// It stood in double quotes.
        quoted: bool,
    },
    /// `$( … )` and backquotes.
    Command {
        /// What is run for its output.
        script: Script,
        /// It stood in double quotes.
        quoted: bool,
    },
    /// `$(( … ))` and `$[ … ]`.
    Arith {
        /// What is computed.
        expression: Arith,
        /// It stood in double quotes.
        quoted: bool,
    },
    /// `<( … )`, `>( … )`, and in zsh `=( … )`.
    Process {
        /// `>( … )`: it reads what is written there.
        output: bool,
        /// What runs at the other end.
        script: Script,
    },
    /// `{a,b}`: each alternative is a word.
    Braces(Vec<Word>),
    /// `{1..5}`, `{a..e..2}`, as written.
    Range {
        /// The first.
        from: String,
        /// The last.
        to: String,
        /// How far from one to the next.
        step: Option<String>,
    },
}

/// `${ … }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// A name, digits, or one of `@*#?-$!_`.
    pub name: String,
    /// `[subscript]`; `@` and `*` are one literal.
    pub subscript: Option<Word>,
    /// `${#x}`
    pub length: bool,
    /// `${!x}`
    pub indirect: bool,
    /// What is done with its value.
    pub op: Option<ParamOp>,
}

/// What is done with a parameter's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParamOp {
    /// `-`, `:-`
    Default {
        /// An empty value counts as none.
        colon: bool,
        /// What stands behind it.
        word: Word,
    },
    /// `=`, `:=`
    Assign {
        /// An empty value counts as none.
        colon: bool,
        /// What stands behind it.
        word: Word,
    },
    /// `?`, `:?`
    Error {
        /// An empty value counts as none.
        colon: bool,
        /// What stands behind it.
        word: Word,
    },
    /// `+`, `:+`
    Alternate {
        /// An empty value counts as none.
        colon: bool,
        /// What stands behind it.
        word: Word,
    },
    /// `#`, `##`
    RemovePrefix {
        /// The operator is doubled.
        longest: bool,
        /// What is taken off.
        pattern: Word,
    },
    /// `%`, `%%`
    RemoveSuffix {
        /// The operator is doubled.
        longest: bool,
        /// What is taken off.
        pattern: Word,
    },
    /// `/`, `//`, `/#`, `/%`
    Replace {
        /// Which occurrences.
        kind: ReplaceKind,
        /// What is replaced.
        pattern: Word,
        /// By what.
        with: Word,
    },
    /// `:offset`, `:offset:length`
    Substring {
        /// Where it begins.
        offset: Arith,
        /// How long it is.
        length: Option<Arith>,
    },
    /// `^ ^^ , ,, ~ ~~`
    Case {
        /// As written.
        operator: String,
        /// Which characters.
        pattern: Word,
    },
    /// `@Q @P @E @A @U …`; `P` expands the value as a prompt, substitutions included.
    Transform(char),
    /// `${!prefix*}`, `${!prefix@}`: names, not values.
    Names,
}

/// An arithmetic expression: its text, with the expansions in it as parts. bash evaluates the value of every name in it
/// again, so a value that holds a subscript with a substitution runs it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arith {
    /// Its text.
    pub word: Word,
}

impl Word {
    /// A word of one literal.
    pub fn literal(text: &str, quoted: bool) -> Self {
        Self {
            parts: vec![Part::Literal {
                text: text.to_owned(),
                quoted,
            }],
        }
    }

    /// Its text, where it is all literal and no pattern, tilde or brace could change it.
    pub fn plain(&self) -> Option<String> {
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
