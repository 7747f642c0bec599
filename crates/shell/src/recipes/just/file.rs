//! The text of a justfile: its recipes, its variables and settings, and the files that it imports.

use super::value::Values;
use crate::recipes::source::Source;
use crate::recipes::words::{directory_of, joined};

/// Files in files that are read.
const DEPTH_MAX: usize = 8;

/// A recipe that another calls, with its arguments as they are written.
#[derive(Debug, Clone, Default)]
pub(super) struct Need {
    pub(super) call: (String, Vec<String>),
    pub(super) before: bool,
}

/// How its lines are run.
#[derive(Debug, Clone, Default)]
pub(super) enum Body {
    /// Each by the shell.
    #[default]
    Lines,
    /// Together, by this interpreter.
    Script(String),
}

#[derive(Debug, Clone, Default)]
pub(super) struct Recipe {
    pub(super) name: String,
    /// With its default, as it is written.
    parameters: Vec<(String, Option<String>)>,
    /// The last takes all words that are left.
    many: bool,
    exports: Vec<String>,
    pub(super) needs: Vec<Need>,
    pub(super) lines: Vec<String>,
    pub(super) body: Body,
}

impl Recipe {
    /// How many words of these it takes.
    pub(super) fn takes(&self, words: usize) -> usize {
        if self.many {
            words
        } else {
            words.min(self.parameters.len())
        }
    }

    /// Gives its parameters their values.
    pub(super) fn fill(&self, given: &[String], values: &mut Values) {
        let last = self.parameters.len().saturating_sub(1);
        for (at, (name, default)) in self.parameters.iter().enumerate() {
            let value = if self.many && at == last {
                let rest = given.get(at..).unwrap_or_default();
                if rest.is_empty() {
                    default
                        .as_deref()
                        .map(|it| values.of(it))
                        .unwrap_or_default()
                } else {
                    rest.join(" ")
                }
            } else {
                match (given.get(at), default) {
                    (Some(word), _) => word.clone(),
                    (None, Some(default)) => values.of(default),
                    (None, None) => String::new(),
                }
            };
            values.set(name, &value);
            if self.exports.contains(name) {
                values.export(name);
            }
        }
    }
}

/// What a justfile and those that it imports hold.
#[derive(Debug)]
pub(super) struct Justfile {
    recipes: Vec<Recipe>,
    aliases: Vec<(String, String)>,
    pub(super) values: Values,
    /// The recipe that runs where none is named.
    pub(super) first: Option<String>,
    pub(super) directory: Option<String>,
    pub(super) shell_is_known: bool,
    /// Recipes may stand elsewhere.
    pub(super) is_open: bool,
}

impl Default for Justfile {
    fn default() -> Self {
        Self {
            recipes: Vec::new(),
            aliases: Vec::new(),
            values: Values::default(),
            first: None,
            directory: None,
            shell_is_known: true,
            is_open: false,
        }
    }
}

impl Justfile {
    pub(super) fn named(&self, name: &str) -> Option<&Recipe> {
        let alias = self.aliases.iter().find(|(alias, _)| alias == name);
        let name = alias.map_or(name, |(_, name)| name.as_str());
        self.recipes.iter().find(|recipe| recipe.name == name)
    }

    pub(super) fn read(&mut self, text: &str, directory: &str, source: &mut Source<'_>) {
        self.read_at(text, directory, source, DEPTH_MAX);
    }

    fn read_at(&mut self, text: &str, directory: &str, source: &mut Source<'_>, depth: usize) {
        let mut attribute = Body::default();
        let mut open = false;
        for text in joined_lines(text) {
            if text.trim().is_empty() {
                continue;
            }
            if text.starts_with([' ', '\t']) {
                if let Some(recipe) = self.recipes.last_mut().filter(|_| open) {
                    let own = text.trim();
                    match own.strip_prefix("#!").filter(|_| recipe.lines.is_empty()) {
                        Some(interpreter) => {
                            recipe.body = Body::Script(interpreter.trim().to_owned())
                        }
                        None => recipe.lines.push(own.to_owned()),
                    }
                }
                continue;
            }
            open = false;
            let line = text.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                _ if line.starts_with('#') => {}
                _ if line.starts_with('[') => attribute = attributed(line, attribute),
                "set" => self.setting(rest),
                "alias" => {
                    if let Some((alias, name)) = rest.split_once(":=") {
                        self.aliases
                            .push((alias.trim().to_owned(), name.trim().to_owned()));
                    }
                }
                "import" | "import?" => self.import(rest, directory, source, depth),
                "mod" | "mod?" => self.is_open = true,
                _ => {
                    open = self.statement(line, std::mem::take(&mut attribute));
                }
            }
        }
    }

    /// A variable or a recipe; whether lines of a recipe may follow.
    fn statement(&mut self, line: &str, body: Body) -> bool {
        let exports = line.strip_prefix("export ");
        let line = exports.unwrap_or(line);
        if let Some((name, value)) = line
            .split_once(":=")
            .filter(|(name, _)| super::is_name(name.trim()))
        {
            self.values.assign(name.trim(), value.trim());
            if exports.is_some() {
                self.values.export(name.trim());
            }
            return false;
        }
        let Some((head, needs)) = head_of(line) else {
            return false;
        };
        let mut words = split(head).into_iter();
        let Some(name) = words.next() else {
            return false;
        };
        let mut recipe = Recipe {
            name: name.trim_start_matches('@').to_owned(),
            body,
            ..Recipe::default()
        };
        for word in words {
            recipe.many |= word.starts_with(['*', '+']);
            let word = word.trim_start_matches(['*', '+']);
            let (name, default) = word
                .split_once('=')
                .map_or((word, None), |(name, default)| {
                    (name, Some(default.to_owned()))
                });
            if let Some(name) = name.strip_prefix('$') {
                recipe.exports.push(name.to_owned());
            }
            recipe
                .parameters
                .push((name.trim_start_matches('$').to_owned(), default));
        }
        let mut before = true;
        for word in split(needs) {
            if word == "&&" {
                before = false;
                continue;
            }
            let inner = word
                .strip_prefix('(')
                .and_then(|it| it.strip_suffix(')'))
                .unwrap_or(&word);
            let mut words = split(inner).into_iter();
            if let Some(name) = words.next() {
                recipe.needs.push(Need {
                    call: (name, words.collect()),
                    before,
                });
            }
        }
        if self.first.is_none() {
            self.first = Some(recipe.name.clone());
        }
        self.recipes.push(recipe);
        true
    }

    fn setting(&mut self, rest: &str) {
        let (name, value) = rest.split_once(":=").unwrap_or((rest, "true"));
        match name.trim() {
            "shell" | "windows-shell" | "script-interpreter" => {
                let first = value
                    .trim()
                    .trim_start_matches('[')
                    .split(',')
                    .next()
                    .unwrap_or_default();
                let program = first
                    .trim()
                    .trim_matches(['\'', '"', ']'])
                    .rsplit('/')
                    .next()
                    .unwrap_or_default();
                self.shell_is_known &= matches!(program, "sh" | "bash" | "zsh" | "dash" | "ksh");
            }
            "working-directory" => {
                self.directory = Some(value.trim().trim_matches(['\'', '"']).to_owned())
            }
            "fallback" => self.is_open = true,
            _ => {}
        }
    }

    fn import(&mut self, rest: &str, directory: &str, source: &mut Source<'_>, depth: usize) {
        let name = rest.trim().trim_matches(['\'', '"']);
        let Some(path) = joined(directory, name).filter(|_| depth > 0) else {
            self.is_open = true;
            return;
        };
        if let Some(text) = source.text(&path) {
            let text = text.to_owned();
            self.read_at(&text, directory_of(&path), source, depth.saturating_sub(1));
        }
    }
}

/// What an attribute says of the recipe below: `[script('python3')]`.
fn attributed(line: &str, so_far: Body) -> Body {
    let Some((_, rest)) = line.split_once("script") else {
        return so_far;
    };
    let inner = rest
        .strip_prefix('(')
        .and_then(|it| it.split(')').next())
        .unwrap_or("sh");
    Body::Script(
        inner
            .split(',')
            .next()
            .unwrap_or_default()
            .trim()
            .trim_matches(['\'', '"'])
            .to_owned(),
    )
}

/// The head of a recipe, and what it needs: by the first colon that is in no text and no bracket.
fn head_of(line: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"' | '`') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, ':') => return Some((line.get(..at)?, line.get(at.saturating_add(1)..)?)),
            (None | Some(_), _) => {}
        }
    }
    None
}

/// Words, by blanks that are in no text and no bracket.
fn split(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quote = None;
    let mut depth = 0usize;
    for c in text.chars() {
        match (quote, c) {
            (None, '\'' | '"' | '`') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '(') => depth = depth.saturating_add(1),
            (None, ')') => depth = depth.saturating_sub(1),
            (None, ' ' | '\t') if depth == 0 => {
                out.push(String::new());
                continue;
            }
            (None, '#') if depth == 0 => break,
            (None | Some(_), _) => {}
        }
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

/// Lines, with those that end in a backslash joined to the next.
fn joined_lines(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let held = line.strip_suffix('\\').unwrap_or(line);
        match out.last_mut().filter(|_| open) {
            Some(last) => {
                last.push(' ');
                last.push_str(held.trim_start());
            }
            None => out.push(held.to_owned()),
        }
        open = line.ends_with('\\');
    }
    out
}
