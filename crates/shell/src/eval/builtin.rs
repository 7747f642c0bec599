//! Commands that the shell itself answers.

use super::state::Level;
use super::{Eval, Value};
use crate::bash::Dialect;
use crate::doubt::Doubt;
use crate::effect::{Origin, What};
use crate::value::{Field, Origins, Text};

mod directories;
mod input;
mod output;
pub(super) mod processes;
mod run;
mod variables;

use output::echo;

/// A builtin that does more than nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Builtin {
    /// Nothing that matters here: `true`, `shift`, `wait` …
    Quiet,
    Echo,
    /// `break`, `continue`, `return`, `exit`.
    Leave,
    /// `getopts`
    Options,
    /// `hash -p` says which file a name stands for; `fc` runs what was run before.
    Finds,
    Printf,
    Cd,
    Push,
    Pop,
    Declare,
    Alias,
    Eval,
    Source,
    Exec,
    /// `command`, `builtin`, `noglob`: what follows is the command.
    Prefix,
    Trap,
    Read,
    Mapfile,
    Let,
    Set,
    Test,
    Unset,
    Kill,
    /// Loads code into the shell: `enable -f`.
    Enable,
    /// Changes key bindings or completion: code that runs later.
    Later,
    /// Prints all variables: `set`, `export -p`, `declare -p` without names.
    Type,
}

impl Builtin {
    /// Whether one of its words may decide what the shell does later, which file it writes, or which name it sets.
    fn keeps(self, name: &str) -> bool {
        match self {
            Builtin::Alias
            | Builtin::Options
            | Builtin::Finds
            | Builtin::Enable
            | Builtin::Later
            | Builtin::Mapfile
            | Builtin::Read
            | Builtin::Trap
            | Builtin::Let => true,
            Builtin::Quiet => matches!(
                name,
                "history" | "emulate" | "shopt" | "setopt" | "unsetopt"
            ),
            Builtin::Echo
            | Builtin::Leave
            | Builtin::Printf
            | Builtin::Cd
            | Builtin::Push
            | Builtin::Pop
            | Builtin::Declare
            | Builtin::Eval
            | Builtin::Source
            | Builtin::Exec
            | Builtin::Prefix
            | Builtin::Set
            | Builtin::Test
            | Builtin::Unset
            | Builtin::Kill
            | Builtin::Type => false,
        }
    }
}

/// The builtin of this name.
pub(super) fn named(name: &str) -> Option<Builtin> {
    Some(match name {
        "break" | "continue" | "return" | "exit" | "logout" => Builtin::Leave,
        "getopts" => Builtin::Options,
        ":" | "true" | "false" | "shift" | "wait" | "jobs" | "fg" | "bg" | "disown" | "umask"
        | "ulimit" | "times" | "dirs" | "suspend" | "shopt" | "history" | "setopt" | "unsetopt"
        | "unalias" | "pwd" | "autoload" | "emulate" | "caller" => Builtin::Quiet,
        "echo" | "print" => Builtin::Echo,
        "printf" => Builtin::Printf,
        "cd" | "chdir" => Builtin::Cd,
        "pushd" => Builtin::Push,
        "popd" => Builtin::Pop,
        "export" | "declare" | "typeset" | "local" | "readonly" | "integer" | "float" => {
            Builtin::Declare
        }
        "alias" => Builtin::Alias,
        "eval" => Builtin::Eval,
        "." | "source" => Builtin::Source,
        "exec" => Builtin::Exec,
        "command" | "builtin" | "noglob" | "nocorrect" | "-" => Builtin::Prefix,
        "trap" => Builtin::Trap,
        "read" => Builtin::Read,
        "mapfile" | "readarray" => Builtin::Mapfile,
        "let" => Builtin::Let,
        "set" => Builtin::Set,
        "test" | "[" => Builtin::Test,
        "unset" => Builtin::Unset,
        "kill" => Builtin::Kill,
        "enable" | "zmodload" => Builtin::Enable,
        "hash" | "fc" => Builtin::Finds,
        "bind" | "complete" | "compgen" | "bindkey" | "zle" | "compdef" => Builtin::Later,
        "type" | "which" | "whence" => Builtin::Type,
        _ => return None,
    })
}

impl Eval<'_> {
    pub(super) fn builtin(
        &mut self,
        which: Builtin,
        name: &str,
        rest: &[Field],
        stdin: &Text,
    ) -> Text {
        self.keeps_unknown(which, name, rest);
        match which {
            Builtin::Quiet if name == "shift" => self.shift(rest),
            Builtin::Quiet => return self.quiet(name, rest, stdin),
            Builtin::Echo if name == "print" => return self.print(rest),
            Builtin::Echo => {
                self.prints(rest);
                return echo(rest);
            }
            Builtin::Leave => self.leaves_by(name, rest),
            Builtin::Options => self.options_read(rest),
            Builtin::Finds => self.finds(name, rest),
            Builtin::Printf => {
                self.prints(rest);
                self.wide(rest);
                return self.printf(rest);
            }
            Builtin::Cd => self.cd(rest),
            Builtin::Push => {
                self.shell.stack.push(self.shell.cwd.clone());
                self.cd(rest);
            }
            Builtin::Pop => {
                self.shell.cwd = self.shell.stack.pop().flatten();
            }
            // Outside of functions bash refuses it, and others do not.
            Builtin::Declare if name == "local" && self.locals.is_empty() => {
                return self.perhaps(|eval| eval.declare(name, rest));
            }
            Builtin::Declare => return self.declare(name, rest),
            Builtin::Alias => self.alias(rest),
            Builtin::Eval => return self.evaluates(rest, stdin),
            Builtin::Source => return self.source(rest, stdin),
            Builtin::Exec => return self.exec(rest, stdin),
            Builtin::Prefix => return self.prefix(rest, stdin),
            Builtin::Trap => self.trap(rest),
            Builtin::Read => self.read(rest, stdin),
            Builtin::Mapfile => self.mapfile(rest, stdin),
            Builtin::Let => {
                for field in rest {
                    self.arithmetic_text(&field.text);
                }
            }
            Builtin::Set => return self.set_positional(rest),
            Builtin::Test => {
                let texts: Vec<Text> = rest.iter().map(|field| field.text.clone()).collect();
                self.test_operands(&texts, self.dialect == Dialect::Zsh);
            }
            Builtin::Unset => self.unset(rest),
            Builtin::Kill => self.kill(rest),
            Builtin::Enable => self.enable(name, rest),
            Builtin::Later if name == "compgen" => {
                self.later(name, rest);
                return Text::unknown(Origins::of(Origin::Environment));
            }
            Builtin::Later => self.later(name, rest),
            Builtin::Type => return found(name, rest),
        }
        Text::default()
    }

    /// Words that are not known, to a builtin that keeps or sets what they say.
    fn keeps_unknown(&mut self, which: Builtin, name: &str, rest: &[Field]) {
        let any = |field: &Field| field.doubt() == Doubt::Any;
        let sets = which == Builtin::Printf && rest.first().is_some_and(|it| it.splits && any(it));
        if sets || which.keeps(name) && rest.iter().any(any) {
            self.unknown(format!("which words `{name}` would be given is not known"));
        }
    }

    /// `eval`: of nothing, if what it names is not set.
    fn evaluates(&mut self, rest: &[Field], stdin: &Text) -> Text {
        let text = joined(rest);
        if !rest.is_empty() && text.whole().is_some_and(|it| it.trim().is_empty()) {
            self.unknown("what `eval` would run is not said");
        }
        self.code(&text, self.dialect, stdin)
    }

    /// `break 2`, `return` and their like.
    fn leaves_by(&mut self, name: &str, rest: &[Field]) {
        let count = rest.first().and_then(Field::whole);
        let count = count.and_then(|text| text.parse().ok()).unwrap_or(1);
        self.leave(match name {
            "break" | "continue" => Level::Loop(count),
            "return" => Level::Function,
            _ => Level::Shell,
        });
    }

    fn enable(&mut self, name: &str, rest: &[Field]) {
        let flag = |flag: &str| rest.iter().any(|field| field.shown().starts_with(flag));
        if flag("-f") || name == "zmodload" {
            self.deny("loads-code", format!("`{name}` loads code into the shell"));
        } else if flag("-n") {
            self.ask("later", "a program takes the place of a builtin");
        }
    }

    /// Key bindings and completion: code that the shell keeps.
    fn later(&mut self, name: &str, rest: &[Field]) {
        let given = |flag: &str| rest.iter().any(|field| field.shown().starts_with(flag));
        let runs = rest
            .iter()
            .any(|field| matches!(field.shown().as_str(), "-x" | "-C"));
        if runs {
            self.deny("later", format!("`{name}` runs a command, now or later"));
            return;
        }
        let code = joined(rest).visible().contains(['$', '`', ';', '|']);
        if code || given("-x") || given("-C") || given("-F") {
            self.ask("later", format!("`{name}` keeps code that runs later"));
        }
    }

    /// `getopts OPTIONS NAME`
    fn options_read(&mut self, rest: &[Field]) {
        for field in rest {
            self.subscripts(&field.shown());
        }
        let name = rest.get(1).and_then(Field::whole);
        for name in name.iter().map(String::as_str).chain(["OPTARG", "OPTIND"]) {
            let unknown = Text::unknown(Origins::of(Origin::Computed));
            self.keep(name, Value::Text(unknown));
        }
    }

    /// `hash` and `fc`.
    fn finds(&mut self, name: &str, rest: &[Field]) {
        let given = |flag: &str| rest.iter().any(|field| field.shown().starts_with(flag));
        match name {
            "fc" if given("-l") => self.ask("history", "it shows what the user has typed"),
            "fc" => self.deny(
                "hidden-command",
                "`fc` runs a command again that is not shown",
            ),
            _ if given("-p") => {
                self.deny("hidden-command", "a name would stand for another program")
            }
            _ => {}
        }
    }

    fn quiet(&mut self, name: &str, rest: &[Field], stdin: &Text) -> Text {
        let shown: Vec<String> = rest.iter().map(Field::shown).collect();
        let given = |flag: &str| shown.iter().any(|word| word == flag);
        match name {
            "wait" => {
                for word in &shown {
                    self.subscripts(word);
                }
                Text::default()
            }
            "history" => {
                self.history(rest);
                Text::unknown(Origins::of(Origin::Secret))
            }
            "ulimit" if given("unlimited") => {
                self.ask("limits", "it takes a limit away");
                Text::default()
            }
            "emulate" => match rest.iter().position(|field| field.shown() == "-c") {
                Some(at) => {
                    let text = joined(rest.get(at.saturating_add(1)..).unwrap_or_default());
                    self.code(&text, self.dialect, stdin)
                }
                None => Text::default(),
            },
            "pwd" => self.parameter(&crate::tree::Param {
                name: "PWD".to_owned(),
                subscript: None,
                length: false,
                indirect: false,
                op: None,
            }),
            _ => Text::default(),
        }
    }

    /// `history -r file` reads a file, `-w` and `-a` write one, `-s` keeps a command for later.
    fn history(&mut self, rest: &[Field]) {
        let Some((flag, words)) = rest.split_first() else {
            self.ask("history", "it shows what the user has typed");
            return;
        };
        match (flag.shown().as_str(), words.first()) {
            ("-r" | "-n", Some(file)) => {
                let _ = self.read_field(file);
            }
            ("-w" | "-a", Some(file)) => {
                let place = self.place_of(file);
                self.say(What::Write(place));
            }
            ("-s", Some(_)) => {
                self.deny(
                    "hidden-command",
                    "it keeps a command to be run by another name",
                );
                self.salvage(&joined(words).visible(), self.dialect);
            }
            _ => {}
        }
    }
}

/// What `which` prints: where programs usually stand, so that what is done with the answer can be judged.
pub(super) fn found(name: &str, rest: &[Field]) -> Text {
    let rest = match rest {
        [flag, only] if matches!(flag.shown().as_str(), "-p" | "-P") => std::slice::from_ref(only),
        _ if matches!(name, "which" | "command") => rest,
        _ => return Text::unknown(Origins::of(Origin::Program)),
    };
    match rest {
        [only] => match only.whole() {
            Some(program) if !program.contains('/') && !program.starts_with('-') => {
                Text::known(format!("/usr/bin/{program}")).from(Origins::of(Origin::Program))
            }
            Some(_) | None => Text::unknown(Origins::of(Origin::Program)),
        },
        _ => Text::unknown(Origins::of(Origin::Program)),
    }
}

/// Arguments joined by blanks.
pub(super) fn joined(fields: &[Field]) -> Text {
    let mut out = Text::default();
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            out.push(&Text::known(" "));
        }
        out.push(&field.text);
    }
    out
}
