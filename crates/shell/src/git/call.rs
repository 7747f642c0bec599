//! A git command line, taken apart by the model of git: which verb, with which options and operands.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Model;
use crate::model::words::{Taken, take};
use crate::value::Field;

/// A git command line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Call {
    /// Options before the verb, without dashes.
    pub globals: BTreeSet<String>,
    /// The verb, with the verb of it (`stash pop`); empty when there is none.
    pub verb: String,
    /// Options of the verb, by each of their names, without dashes; those that a shortened one could mean, too.
    pub given: BTreeSet<String>,
    /// Values of options, by each of their names.
    pub values: BTreeMap<String, String>,
    /// What is left. `\u{fffd}` stands for what is not known.
    pub operands: Vec<String>,
    /// `--` stands among the words.
    pub separated: bool,
    /// The verb stands in the model.
    pub known: bool,
}

impl Call {
    /// Takes the words behind `git` apart; `None`: there is no model of git.
    pub fn of(argv: &[String]) -> Option<Call> {
        let model = Model::of("git")?;
        let fields: Vec<Field> = argv.iter().map(Field::known).collect();
        let taken = take(model, &fields);
        let mut call = Call {
            globals: taken.modes.clone(),
            separated: argv.iter().any(|word| word == "--"),
            ..Call::default()
        };
        call.descend(model, taken);
        Some(call)
    }

    /// Into verbs of verbs, as far as the model names them.
    fn descend(&mut self, model: &'static Model, taken: Taken<'static>) {
        let verb = taken.operands.first().and_then(Field::whole);
        let inner = verb
            .as_ref()
            .and_then(|verb| Some((verb, model.verbs.get(verb)?)));
        if let Some((verb, inner)) = inner {
            if !self.verb.is_empty() {
                self.verb.push(' ');
                self.note(model, &taken);
            }
            self.verb.push_str(verb);
            self.known = true;
            let rest = taken.operands.get(1..).unwrap_or_default();
            self.descend(inner, take(inner, rest));
            return;
        }
        if self.verb.is_empty() {
            self.verb = verb.unwrap_or_default();
            self.known = self.verb.is_empty();
            let rest = taken.operands.iter().skip(1);
            self.operands = rest.map(|field| field.text.visible()).collect();
            return;
        }
        match model.verbs.get("*") {
            Some(other) => {
                self.note(model, &taken);
                let taken = take(other, &taken.operands);
                self.note(other, &taken);
                self.fill(&taken);
            }
            None => {
                self.note(model, &taken);
                self.fill(&taken);
            }
        }
    }

    fn fill(&mut self, taken: &Taken<'_>) {
        self.operands = taken
            .operands
            .iter()
            .map(|field| field.text.visible())
            .collect();
    }

    fn note(&mut self, model: &Model, taken: &Taken<'_>) {
        self.given.extend(taken.modes.iter().cloned());
        for (option, value) in &taken.options {
            for name in option.names.iter().filter(|_| value.is_some()) {
                let text = value.as_ref().map(|field| field.text.visible());
                self.values
                    .insert(bare(name).to_owned(), text.unwrap_or_default());
            }
        }
        // A beginning that fits several options is an error to git; to us it is each of them.
        for unclear in &taken.unclear {
            let fits = |name: &&String| name.starts_with(unclear.as_str());
            let names = model.every_option().flat_map(|option| &option.names);
            self.given
                .extend(names.filter(fits).map(|name| bare(name).to_owned()));
        }
    }

    /// Whether one of these options was given; names without dashes.
    pub fn has(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.given.contains(*name))
    }

    /// The value of an option.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The first operand.
    pub fn first(&self) -> Option<&str> {
        self.operands.first().map(String::as_str)
    }
}

fn bare(name: &str) -> &str {
    name.trim_start_matches('-')
}
