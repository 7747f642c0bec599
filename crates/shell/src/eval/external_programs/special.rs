//! Programs whose arguments are a language of their own: shells, `env`, `xargs`, `find`, `git`.

use crate::bash::Dialect;
use crate::effect::Origin;
use crate::eval::links::LINKS_MAX;
use crate::eval::{Eval, filter};
use crate::model::Model;
use crate::model::words::{Taken, take};
use crate::place::Place;
use crate::value::{Field, Origins, Sort, Text};

mod amounts;
mod env;
mod find;
mod git;
mod names;
mod prints;
mod pwsh;
mod python;
mod shells;
mod xargs;

impl Eval<'_> {
    /// What a program of this kind does; `None`: it is none of them.
    pub(super) fn special(&mut self, name: &str, rest: &[Field], stdin: &Text) -> Option<Text> {
        self.amounts(name, rest);
        Some(match name {
            "sh" | "dash" | "ash" | "ksh" | "mksh" | "posh" => {
                self.shell_program(Dialect::Sh, rest, stdin)
            }
            "bash" | "rbash" => self.shell_program(Dialect::Bash, rest, stdin),
            "zsh" => self.shell_program(Dialect::Zsh, rest, stdin),
            "busybox" | "toybox" => match rest.split_first() {
                Some((first, more)) => match first.whole() {
                    Some(applet) if matches!(applet.as_str(), "sh" | "ash" | "hush") => {
                        self.deny(
                            "runs-programs",
                            "another shell is started in place of the machine's",
                        );
                        self.outside(first, &applet, more, stdin)
                    }
                    Some(applet) => self.outside(first, &applet, more, stdin),
                    None => self.run_fields(rest, stdin),
                },
                None => Text::default(),
            },
            "pwsh" | "powershell" | "pwsh-preview" => self.pwsh(rest, stdin),
            "env" => self.env(rest, stdin),
            "arch" => return self.arch(rest, stdin),
            "yq" => {
                let (first, more) = rest.split_first()?;
                let evaluates = ["eval", "e", "eval-all", "ea"].contains(&first.shown().as_str());
                return evaluates
                    .then(|| self.modelled_by("yq", more, stdin))
                    .flatten();
            }
            "xargs" | "parallel" => self.xargs(name, rest, stdin),
            "rush" | "sem" | "env_parallel" => self.xargs("parallel", rest, stdin),
            "find" | "gfind" => self.find(rest),
            "fd" | "fdfind" => return self.fd(rest, stdin),
            "python" | "python3" | "python2" | "pypy" | "pypy3" | "py" => {
                return self.python(rest, stdin);
            }
            "seq" | "gseq" => counted(rest).or_else(|| numbers(rest))?,
            "date" | "gdate" => {
                let printed = self.modelled_by("date", rest, stdin)?;
                dated(rest).unwrap_or(printed)
            }
            "tr" => {
                let printed = self.modelled_by("tr", rest, stdin)?;
                separated(rest, stdin).unwrap_or(printed)
            }
            "ps" if rest.iter().any(|it| it.shown().contains("ppid=")) => {
                let _ = self.modelled_by(name, rest, stdin);
                Text::known(crate::eval::builtin::processes::PARENT)
            }
            "tty" => {
                let terminal = Text::known("/dev/pts/0");
                terminal.from(Origins::of(Origin::Computed))
            }
            "dirname" | "gdirname" | "basename" | "gbasename" | "realpath" | "grealpath"
            | "readlink" | "greadlink" => return self.path_named(name, rest, stdin),
            "ln" | "gln" => return self.links(rest, stdin),
            "git" => return self.git(rest, stdin),
            "echo" | "printf" | "test" | "[" | "true" | "false" | "kill" | "pwd" | "type"
            | "which" => {
                let which = crate::eval::builtin::named(name)?;
                self.builtin(which, name, rest, stdin)
            }
            _ => return None,
        })
    }

    /// `ln`: what is written below a link later is written where it leads.
    fn links(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of("ln")?;
        let out = match self.link(rest, stdin) {
            Some(out) => out,
            None => self.modelled(model, rest, stdin),
        };
        let taken = take(model, rest);
        if taken.modes.contains("s")
            && let [target, link] = taken.operands.as_slice()
            && let (Some(to), Some(at)) = (target.whole(), link.whole())
        {
            let folder = at.rsplit_once('/').map_or("", |(folder, _)| folder);
            let to = if to.starts_with(['/', '~']) || folder.is_empty() || taken.modes.contains("r")
            {
                to
            } else {
                format!("{folder}/{to}")
            };
            let leads = self.place_of(&Field::known(to));
            let link = self.place_of(link);
            if self.links.len() < LINKS_MAX && !matches!(leads, Place::Inside { .. }) {
                self.links.push((link, leads));
            }
        }
        Some(out)
    }

    /// `ln -s target link`: the target is relative to where the link stands.
    fn link(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of("ln")?;
        let ours = |field: &Field| {
            let text = self.place_of(field).text().unwrap_or_default();
            crate::paths::is_ours(&text) || crate::paths::is_git_internal(&text)
        };
        if rest.iter().any(ours) {
            self.deny(
                "gate-tamper",
                "a link would lead into Interlock's or git's own files",
            );
        }
        let taken = take(model, rest);
        let symbolic = taken.modes.contains("s") && !taken.modes.contains("r");
        let [target, link] = taken.operands.as_slice() else {
            return None;
        };
        let (to, at) = (target.whole()?, link.whole()?);
        let (folder, _) = at.trim_end_matches('/').rsplit_once('/')?;
        if !symbolic || to.starts_with(['/', '~']) {
            return None;
        }
        let mut words = rest.to_vec();
        for word in &mut words {
            if word == target {
                *word = Field::known(format!("{folder}/{to}"));
            }
        }
        Some(self.modelled(model, &words, stdin))
    }

    fn modelled_by(&mut self, name: &str, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of(name)?;
        Some(self.modelled(model, rest, stdin))
    }

    pub(super) fn note_problems(&mut self, taken: &Taken<'_>) {
        for problem in &taken.problems {
            self.unknown(format!("{problem} is not known"));
        }
    }
}

/// Numbers that `seq` prints, where they are few and plain.
fn counted(rest: &[Field]) -> Option<Text> {
    let numbers: Option<Vec<i64>> = rest
        .iter()
        .map(|field| field.whole()?.parse().ok())
        .collect();
    let (first, step, last) = match numbers?.as_slice() {
        [last] => (1, 1, *last),
        [first, last] => (*first, 1, *last),
        [first, step, last] => (*first, *step, *last),
        _ => return None,
    };
    let far = last.checked_sub(first)?.checked_div(step)?;
    let count = usize::try_from(far).ok().filter(|count| *count < 64)?;
    let mut lines = String::new();
    let mut number = first;
    for _ in 0..=count {
        lines.push_str(&format!("{number}\n"));
        number = number.checked_add(step)?;
    }
    Some(Text::known(lines).from(Origins::of(Origin::Computed)))
}

/// Numbers that `seq` prints, of which only the sort is known.
fn numbers(rest: &[Field]) -> Option<Text> {
    let number = |field: &Field| match field.whole() {
        Some(text) => text == "-w" || text.parse::<f64>().is_ok(),
        None => field.text.pattern().is_some() && !field.text.has_names(),
    };
    rest.iter()
        .all(number)
        .then(|| Text::some(Sort::Numbers, Origins::of(Origin::Computed)))
}

/// What `date` prints: words, unless its format says more.
fn dated(rest: &[Field]) -> Option<Text> {
    let words: Option<Vec<String>> = rest.iter().map(Field::whole).collect();
    let formats = |word: &String| word.strip_prefix('+').is_none_or(prints::harmless_words);
    words?
        .iter()
        .all(formats)
        .then(|| Text::some(Sort::Words, Origins::of(Origin::Program)))
}

/// `tr '\\n' ' '`, `tr -d '\\r'`: names with other blanks between them.
fn separated(rest: &[Field], stdin: &Text) -> Option<Text> {
    let blank = |field: &Field| {
        let text = field.whole().map(|text| filter::unescape(&text));
        text.is_some_and(|text| {
            matches!(text.as_str(), "-d" | "-s" | "\n" | "\0" | " " | "\r" | "\t")
        })
    };
    (stdin.is_many() && rest.iter().all(blank)).then(|| stdin.clone())
}

/// A field with a mark replaced.
fn put_in(field: &Field, mark: &str, value: &Text) -> Field {
    let Some(whole) = field.text.whole() else {
        return field.clone();
    };
    if !whole.contains(mark) {
        return field.clone();
    }
    let mut text = Text::default();
    for (at, piece) in whole.split(mark).enumerate() {
        if at > 0 {
            let trimmed = value.map(|text| Some(text.trim_end_matches('\n').to_owned()));
            text.push(if trimmed.whole().is_some() {
                &trimmed
            } else {
                value
            });
        }
        if !piece.is_empty() {
            text.push(&Text::known(piece));
        }
    }
    Field {
        text,
        ..field.clone()
    }
}

/// What a decoder makes of text that is known.
pub(super) fn decoded(program: &str, text: &Text) -> Text {
    match program {
        "base64" | "gbase64" => text.map(filter::base64),
        "xxd" => text.map(filter::hex),
        "rev" => text.map(|text| {
            Some(
                text.lines()
                    .map(|line| line.chars().rev().collect::<String>())
                    .collect::<Vec<_>>()
                    .join("\n"),
            )
        }),
        _ => Text::unknown(text.origins),
    }
}
