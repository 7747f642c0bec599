//! Values of a justfile, and texts that they are put into.

use std::collections::BTreeMap;

use crate::recipes::words::UNKNOWN;

/// What variables and parameters hold.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    /// As they are written, or with their value.
    held: BTreeMap<String, String>,
    exported: Vec<String>,
    /// Commands whose output variables hold.
    commands: Vec<String>,
}

impl Values {
    /// A variable with its expression.
    pub(super) fn assign(&mut self, name: &str, expression: &str) {
        let mut rest = expression;
        while let Some((_, behind)) = rest.split_once('`') {
            let (command, after) = behind.split_once('`').unwrap_or((behind, ""));
            self.commands.push(command.to_owned());
            rest = after;
        }
        let value = self.of(expression);
        self.held.insert(name.to_owned(), value);
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.held.insert(name.to_owned(), value.to_owned());
    }

    pub(super) fn export(&mut self, name: &str) {
        self.exported.push(name.to_owned());
    }

    /// Variables that recipes see in their environment.
    pub(super) fn exported(&self) -> impl Iterator<Item = (&str, &str)> {
        self.exported.iter().filter_map(|name| {
            self.held
                .get(name)
                .map(|value| (name.as_str(), value.as_str()))
        })
    }

    /// Commands that are run for variables.
    pub(super) fn commands(&self) -> impl Iterator<Item = &str> {
        self.commands.iter().map(String::as_str)
    }

    /// The value of an expression: a text, a name, or several of these put together.
    pub(super) fn of(&self, expression: &str) -> String {
        let parts = expression.split(" + ").map(|part| self.one(part.trim()));
        parts.collect()
    }

    fn one(&self, part: &str) -> String {
        for quote in ["'''", "\"\"\"", "'", "\""] {
            let inner = part
                .strip_prefix(quote)
                .and_then(|it| it.strip_suffix(quote));
            if let Some(inner) = inner.filter(|it| !it.contains(quote)) {
                return inner.to_owned();
            }
        }
        if let Some(command) = part.strip_prefix('`').and_then(|it| it.strip_suffix('`')) {
            return format!("$({command})");
        }
        self.held
            .get(part)
            .cloned()
            .unwrap_or_else(|| UNKNOWN.to_owned())
    }

    /// A line, with its `{{…}}` replaced.
    pub(super) fn put_into(&self, line: &str) -> String {
        const BRACES: &str = "\u{1}";
        let line = line.replace("{{{{", BRACES);
        let mut out = String::new();
        let mut rest = line.as_str();
        while let Some((before, behind)) = rest.split_once("{{") {
            let (expression, after) = behind.split_once("}}").unwrap_or((behind, ""));
            out.push_str(before);
            out.push_str(&self.of(expression.trim()));
            rest = after;
        }
        out.push_str(rest);
        out.replace(BRACES, "{{")
    }
}
