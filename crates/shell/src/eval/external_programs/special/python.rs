//! `python -m`: a module as a program of its own.

use crate::effect::{Origin, What};
use crate::eval::Eval;
use crate::model::Model;
use crate::model::words::{Taken, take};
use crate::place::Place;
use crate::value::{Field, Origins, Text};

/// Files that are looked for; behind them nobody looks.
const FILES_MAX: usize = 32;
/// How a module stands in a directory. One without `__init__.py` comes behind all others of its name.
const FORMS: [&str; 4] = [".py", "/__init__.py", ".pyc", ".so"];
/// Flags that keep python from looking for modules where it runs.
const ISOLATED: [char; 2] = ['I', 'P'];

impl Eval<'_> {
    /// `python [options] -m module arguments`: a module that is known is a program of its own. `None`: no module.
    pub(super) fn python(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let Some(found) = module_of(rest) else {
            self.inline_modules(rest, stdin);
            return None;
        };
        let (module, arguments) = if found.attached.is_empty() {
            let (module, arguments) = found.behind.split_first()?;
            (module.whole()?, arguments)
        } else {
            (found.attached, found.behind)
        };
        let taken = take(Model::of("python3")?, found.own);
        if taken.modes.contains("c") {
            return None;
        }
        self.note_problems(&taken);
        if looks_here(&taken) && !found.flags.contains(ISOLATED) {
            self.shadowed(&[module.split('.').next().unwrap_or_default().to_owned()]);
        }
        let model = Model::of(&format!("python-m-{module}")).or_else(|| Model::of(&module));
        Some(match model {
            Some(model) => self.modelled(model, arguments, stdin),
            None => {
                self.say(What::Execute {
                    program: self
                        .place_of(&Field::known(format!("{}.py", module.replace('.', "/")))),
                    why: format!("what the module `{module}` does is not known"),
                    called: self.steered == 0,
                });
                self.suspect(arguments);
                Text::unknown(Origins::of(Origin::Program))
            }
        })
    }

    /// Modules that inline code takes in, and code that comes in.
    fn inline_modules(&mut self, rest: &[Field], stdin: &Text) {
        let Some(model) = Model::of("python3") else {
            return;
        };
        let taken = take(model, rest);
        let inline = taken.options.iter().find_map(|(option, value)| {
            let named = option.names.iter().any(|name| name == "-c");
            value.as_ref().filter(|_| named).and_then(Field::whole)
        });
        let script = taken.operands.first().and_then(Field::whole);
        let comes_in = script.is_none_or(|script| script == "-");
        let code = match inline {
            Some(code) => Some(code),
            None if comes_in => stdin.whole(),
            None => None,
        };
        if let Some(code) = code.filter(|_| looks_here(&taken)) {
            self.shadowed(&crate::code::imports_of_python(&code));
        }
    }

    /// Files of the worktree that would be taken in instead of modules of these names.
    fn shadowed(&mut self, modules: &[String]) {
        // Part of the program itself, whatever stands beside it.
        const INSIDE: [&str; 10] = [
            "sys",
            "builtins",
            "time",
            "itertools",
            "gc",
            "errno",
            "marshal",
            "os",
            "io",
            "signal",
        ];
        let names = modules
            .iter()
            .filter(|name| !INSIDE.contains(&name.as_str()));
        let files: Vec<String> = names
            .flat_map(|name| FORMS.map(|form| format!("{name}{form}")))
            .filter_map(|name| match self.place_of(&Field::known(name)) {
                Place::Inside { path, .. } => Some(path),
                Place::Home { .. } | Place::Outside { .. } | Place::Unknown { .. } => None,
            })
            .take(FILES_MAX)
            .collect();
        if !files.is_empty() {
            let why = "python takes it in instead of its own module".to_owned();
            self.say(What::Shadowed { files, why });
        }
    }
}

/// Whether python looks for modules where it runs: an option keeps it from that.
fn looks_here(taken: &Taken<'_>) -> bool {
    !ISOLATED
        .iter()
        .any(|mode| taken.modes.contains(&mode.to_string()))
}

/// A call of a module as a program.
struct Called<'a> {
    /// The options before `-m`.
    own: &'a [Field],
    /// Flags in the same word (`-Im`).
    flags: String,
    /// The name, where it stands in the same word.
    attached: String,
    /// The words behind it.
    behind: &'a [Field],
}

/// Where a module is called as a program.
fn module_of(rest: &[Field]) -> Option<Called<'_>> {
    let mut at = 0usize;
    loop {
        let (own, behind) = rest.split_at_checked(at)?;
        let (first, more) = behind.split_first()?;
        let start = first.text.start();
        let letters = start.strip_prefix('-').filter(|it| !it.starts_with('-'));
        if start == "--check-hash-based-pycs" {
            at = at.saturating_add(2);
            continue;
        }
        let letters = match letters {
            Some(letters) if !letters.is_empty() => letters,
            None if start.starts_with("--") => {
                at = at.saturating_add(1);
                continue;
            }
            Some(_) | None => return None,
        };
        let takes = letters.find(['c', 'm', 'W', 'X']);
        let (flags, letter, attached) = match takes.and_then(|it| letters.split_at_checked(it)) {
            Some((flags, with)) => {
                let (letter, attached) = with.split_at_checked(1)?;
                (flags, letter, attached)
            }
            None => {
                at = at.saturating_add(1);
                continue;
            }
        };
        match letter {
            "m" => {
                return Some(Called {
                    own,
                    flags: flags.to_owned(),
                    attached: attached.to_owned(),
                    behind: more,
                });
            }
            "c" => return None,
            _ => at = at.saturating_add(if attached.is_empty() { 2 } else { 1 }),
        }
    }
}
