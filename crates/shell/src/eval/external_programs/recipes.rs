//! Recipes of a project that a program runs: from which file, which, and with what.

use super::Flow;
use crate::effect::What;
use crate::eval::{Eval, Value};
use crate::model::Which;
use crate::model::words::Taken;
use crate::place::Place;
use crate::recipes::{Files, Form, Packages, Recipes};
use crate::value::Field;

/// Directories above that are looked into.
const CLIMBS_MAX: usize = 16;
/// Stands for a word of which nothing is known: no variable has that name.
const UNKNOWN: &str = "${not_known_here}";

impl Eval<'_> {
    /// A file of recipes that an option names. Text that comes in, and files elsewhere, are run like any other code.
    pub(super) fn recipes_in(&mut self, language: &str, field: &Field, flow: &mut Flow) {
        let place = self.place_of(field);
        let here = matches!(place, Place::Inside { glob: false, .. });
        if field.stream.is_some() || field.whole().is_none_or(|it| it == "-") || !here {
            self.script_in(language, field, flow);
            return;
        }
        self.reads(field, false, flow);
        flow.chosen.files.push(field.clone());
    }

    /// Says which recipes are run.
    pub(super) fn recipes(
        &mut self,
        form: Form,
        everywhere: bool,
        which: &[Which],
        taken: &Taken<'_>,
        flow: &mut Flow,
    ) {
        let mut names = Vec::new();
        let mut arguments: &[Field] = &[];
        for one in which {
            match one {
                Which::Named(name) => names.push(name.clone()),
                Which::Arguments => arguments = &taken.operands,
                Which::All => names.extend(taken.operands.iter().map(shown)),
                Which::Operand(at) => {
                    names.extend(taken.operands.get(*at).map(shown));
                    arguments = taken
                        .operands
                        .get(at.saturating_add(1)..)
                        .unwrap_or_default();
                }
                Which::Verb => {
                    names.extend(flow.chosen.verb.clone());
                    arguments = &taken.operands;
                }
                Which::Option(name) => {
                    let given = taken
                        .options
                        .iter()
                        .filter(|(option, _)| option.names.contains(name));
                    names.extend(given.filter_map(|(_, value)| value.as_ref()).map(shown));
                    arguments = &taken.operands;
                }
            }
        }
        let packages = if everywhere {
            Packages::All
        } else if flow.chosen.packages.is_empty() {
            Packages::Here
        } else {
            let known: Option<Vec<String>> =
                flow.chosen.packages.iter().map(Field::whole).collect();
            known.map_or(Packages::All, Packages::Chosen)
        };
        let (files, directory) = self.recipe_files(form, flow);
        let variables = self.handed_on();
        self.say(What::Recipes(Recipes {
            form,
            files,
            names,
            arguments: arguments.iter().map(word).collect(),
            variables,
            packages,
            directory,
        }));
    }

    /// Where recipes stand, and where they run, if not there.
    fn recipe_files(&mut self, form: Form, flow: &Flow) -> (Files, Option<String>) {
        let Place::Inside {
            path: here,
            glob: false,
        } = self.place_of(&Field::known("."))
        else {
            let why = "where it runs is not known, or not in the worktree".to_owned();
            return (Files::Untold(why), None);
        };
        if !flow.chosen.files.is_empty() {
            let places: Vec<Place> = flow
                .chosen
                .files
                .iter()
                .map(|it| self.place_of(it))
                .collect();
            let written = places.iter().find_map(|place| self.own_recipes(place));
            let paths = places.iter().filter_map(Place::text).collect();
            return (written.unwrap_or(Files::All(paths)), Some(here));
        }
        let mut directories = Vec::new();
        let mut directory = here.clone();
        for _ in 0..CLIMBS_MAX {
            let below = |name: &&str| {
                if directory.is_empty() {
                    (*name).to_owned()
                } else {
                    format!("{directory}/{name}")
                }
            };
            let paths: Vec<String> = form.files().iter().map(below).collect();
            let places = paths.iter().map(|path| Place::Inside {
                path: path.clone(),
                glob: false,
            });
            if let Some(written) = places
                .collect::<Vec<_>>()
                .iter()
                .find_map(|place| self.own_recipes(place))
            {
                return (written, (form == Form::Make).then_some(here));
            }
            directories.push(paths);
            if directory.is_empty() || !form.climbs() {
                break;
            }
            directory = directory
                .rsplit_once('/')
                .map_or(String::new(), |(above, _)| above.to_owned());
        }
        (
            Files::First(directories),
            (form == Form::Make).then_some(here),
        )
    }

    /// What the command itself has made of such a file.
    fn own_recipes(&self, place: &Place) -> Option<Files> {
        let text = self.written.get(place)?;
        let path = place.text()?;
        Some(match text.whole() {
            Some(text) => Files::Written { path, text },
            None => Files::Untold(format!("the command itself changes `{path}`")),
        })
    }

    /// Variables that what is started sees and that the command has set.
    fn handed_on(&self) -> Vec<(String, String)> {
        let exported = self
            .shell
            .variables
            .iter()
            .filter(|(_, it)| it.traits.exported || self.shell.exports_all);
        let known = |values: &[Value]| match values {
            [Value::Text(text)] => text.whole(),
            _ => None,
        };
        exported
            .filter_map(|(name, it)| known(&it.values).map(|value| (name.clone(), value)))
            .collect()
    }
}

/// A name, as far as it is known.
fn shown(field: &Field) -> String {
    field.whole().unwrap_or_else(|| UNKNOWN.to_owned())
}

/// A word as a shell reads it.
fn word(field: &Field) -> String {
    field.whole().map_or_else(
        || UNKNOWN.to_owned(),
        |text| format!("'{}'", text.replace('\'', r"'\''")),
    )
}
