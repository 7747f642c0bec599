//! Recipes of a justfile.

use super::source::Source;
use super::words::{directory_of, in_language, joined, line, quoted, together};
use super::{Line, Recipes};
use file::{Body, Justfile, Recipe};
use value::Values;

mod file;
mod value;

/// Recipes that are followed for one command.
const RECIPES_MAX: usize = 128;

/// What recipes of these names run; words behind a name fill its parameters.
pub(super) fn lines(
    recipes: &Recipes,
    files: &[(String, String)],
    source: &mut Source<'_>,
) -> Vec<Line> {
    let mut out = Vec::new();
    for (path, text) in files {
        let mut file = Justfile::default();
        file.read(text, directory_of(path), source);
        let mut words = recipes.names.clone();
        while let Some((name, value)) = words
            .first()
            .and_then(|word| word.split_once('='))
            .filter(|(name, _)| is_name(name))
        {
            file.values.set(name, value);
            words.remove(0);
        }
        if words.is_empty() {
            words.extend(file.first.clone());
        }
        let stands = directory_of(path);
        let directory = recipes.directory.as_deref().unwrap_or(stands);
        let directory = match &file.directory {
            Some(own) => joined(stands, own).unwrap_or_else(|| directory.to_owned()),
            None => directory.to_owned(),
        };
        let mut run = Run {
            file: &file,
            source,
            directory: &directory,
            lines: Vec::new(),
            seen: Vec::new(),
        };
        run.calls(&words);
        let commands = file.values.commands();
        out.extend(commands.map(|text| line(text.to_owned(), &directory)));
        out.extend(run.lines);
    }
    out
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

struct Run<'a, 'b, 'c> {
    file: &'a Justfile,
    source: &'b mut Source<'c>,
    directory: &'a str,
    lines: Vec<Line>,
    seen: Vec<(String, Vec<String>)>,
}

impl Run<'_, '_, '_> {
    /// Words of the command line: names, each with the words that fill its parameters.
    fn calls(&mut self, words: &[String]) {
        let mut rest = words;
        while let Some((name, behind)) = rest.split_first() {
            let takes = self
                .file
                .named(name)
                .map_or(0, |recipe| recipe.takes(behind.len()));
            let (given, after) = behind.split_at_checked(takes).unwrap_or((behind, &[]));
            self.call(name, given);
            rest = after;
        }
    }

    fn call(&mut self, name: &str, given: &[String]) {
        let call = (name.to_owned(), given.to_vec());
        if self.seen.contains(&call) {
            return;
        }
        if self.seen.len() >= RECIPES_MAX {
            self.source
                .unread
                .push("it calls more recipes than are followed".to_owned());
            return;
        }
        self.seen.push(call);
        let file = self.file;
        let Some(recipe) = file.named(name) else {
            if file.is_open || name.contains(['/', ':']) {
                self.source
                    .unread
                    .push(format!("where the recipe `{name}` stands is not known"));
            }
            return;
        };
        let mut values = file.values.clone();
        recipe.fill(given, &mut values);
        for (before, (name, words)) in recipe.needs.iter().map(|need| (need.before, &need.call)) {
            let given: Vec<String> = words.iter().map(|word| values.of(word)).collect();
            if before {
                self.call(name, &given);
            }
        }
        self.body(recipe, &values);
        for need in recipe.needs.iter().filter(|need| !need.before) {
            let (name, words) = &need.call;
            let given: Vec<String> = words.iter().map(|word| values.of(word)).collect();
            self.call(name, &given);
        }
    }

    fn body(&mut self, recipe: &Recipe, values: &Values) {
        let exported: String = values
            .exported()
            .map(|(name, value)| format!("export {name}={}\n", quoted(value)))
            .collect();
        let each: Vec<String> = recipe
            .lines
            .iter()
            .map(|line| values.put_into(line))
            .collect();
        let found = match &recipe.body {
            Body::Lines if self.file.shell_is_known => {
                let plain = |line: &String| line.trim_start_matches(['@', '-']).to_owned();
                let text = together(&each.iter().map(plain).collect::<Vec<_>>());
                Ok(line(text, self.directory))
            }
            Body::Lines => Err("the justfile has another shell".to_owned()),
            Body::Script(interpreter) => {
                let mut words = interpreter
                    .split_whitespace()
                    .map(|it| it.rsplit('/').next().unwrap_or_default());
                let program = words
                    .find(|word| *word != "env" && !word.starts_with('-'))
                    .unwrap_or_default();
                in_language(program, &each.join("\n"), self.directory)
                    .ok_or_else(|| format!("a recipe is a program for `{program}`"))
            }
        };
        match found {
            Ok(mut line) => {
                line.text.insert_str(0, &exported);
                self.lines.push(line);
            }
            Err(why) => self.source.unread.push(why),
        }
    }
}
