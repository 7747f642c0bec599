//! Builtins that give names their values, or take them away: variables, aliases, positional parameters.

use crate::effect::{Origin, What};
use crate::eval::numbered::Words;
use crate::eval::variable::{Kind, Traits, Variable};
use crate::eval::{Eval, Value};
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    pub(super) fn shift(&mut self, rest: &[Field]) {
        let count = match rest.first() {
            None => Some(1),
            Some(field) => field.whole().and_then(|text| text.parse::<usize>().ok()),
        };
        let before = self.positionals();
        let after = match count {
            Some(count) if before.count().is_some_and(|held| held < count) => before,
            Some(count) => before.skip(count),
            None => Words::unknown(before.origins()),
        };
        self.shell.positional = vec![after];
    }

    pub(super) fn declare(&mut self, name: &str, rest: &[Field]) -> Text {
        let mut names = 0usize;
        let flags = flags_of(rest);
        if flags.contains('n') && !matches!(name, "export" | "readonly") {
            self.unknown("a name that stands for another one");
        }
        if name == "export" && flags.contains('f') || flags.contains('f') && flags.contains('x') {
            self.shell.exports_all = true;
        }
        if flags.contains('f') {
            return Text::default();
        }
        for field in rest {
            let shown = field.shown();
            if shown.starts_with(['-', '+']) && !field.splits {
                continue;
            }
            names = names.saturating_add(1);
            if field.text.whole().is_none() && split_assignment(field).is_none() {
                self.unknown("which name is declared is not known");
            }
            let Some((variable, value)) = split_assignment(field) else {
                self.subscripts(&field.text.visible());
                self.declared_name(name, &flags, &shown);
                continue;
            };
            self.subscripts(&variable);
            if flags.contains(['i', 'n']) {
                self.subscripts(&value.visible());
            }
            self.variable_for_all(&variable, &value);
            self.declared_name(name, &flags, &variable);
            let (base, element) = match variable.split_once('[') {
                Some((base, _)) => (base, true),
                None => (variable.as_str(), false),
            };
            let appends = field.text.start().contains("+=");
            let value = if element || appends {
                Text::unknown(value.origins.with(Origins::of(Origin::Computed)))
            } else {
                value
            };
            let readonly = flags.contains('r') || name == "readonly";
            self.set(base, Value::Text(value));
            if readonly {
                self.declare_trait(base, |traits| traits.readonly = true);
            }
        }
        if names == 0 && !rest.iter().any(|field| field.shown().contains(['f', 'F'])) {
            self.say(What::Secret(format!("`{name}` prints every variable")));
            return Text::unknown(Origins::of(Origin::Secret));
        }
        Text::default()
    }

    /// What `declare` and its like say about a name, before its value is set.
    fn declared_name(&mut self, by: &str, flags: &str, variable: &str) {
        let base = variable.split('[').next().unwrap_or_default().to_owned();
        let own = matches!(by, "local" | "declare" | "typeset" | "integer" | "float");
        if own && !flags.contains('g') {
            self.hide(&base);
        }
        if own && !variable.contains('=') && !self.shell.variables.contains_key(&base) {
            let value = if self.locals.is_empty() {
                Value::Text(crate::eval::lookup::inherited(&base))
            } else {
                Value::Unset
            };
            self.set(&base, value);
        }
        let kind = [
            ('i', Kind::Integer),
            ('l', Kind::Lower),
            ('u', Kind::Upper),
            ('A', Kind::Keyed),
            ('n', Kind::Reference),
        ];
        for (flag, kind) in kind {
            if own && flags.contains(flag) {
                self.declare_trait(&base, |traits| traits.kind = kind);
            }
        }
        if by == "export" || own && flags.contains('x') {
            self.export(&base);
        }
        if variable == base && (by == "readonly" || own && flags.contains('r')) {
            self.declare_trait(&base, |traits| traits.readonly = true);
        }
    }

    fn declare_trait(&mut self, name: &str, change: impl FnOnce(&mut Traits)) {
        if let Some(variable) = self.shell.variables.get_mut(name) {
            change(&mut variable.traits);
        }
    }

    /// The same for an array, whose value is no word.
    pub(in crate::eval) fn declared(&mut self, by: &str, rest: &[Field], variable: &str) {
        let flags = flags_of(rest);
        self.declared_name(by, &flags, variable);
    }

    pub(super) fn alias(&mut self, rest: &[Field]) {
        for field in rest {
            let Some((name, value)) = split_assignment(field) else {
                continue;
            };
            self.impersonates(&name);
            // Whether aliases are expanded depends on settings: the text counts either way.
            let _ = self.apart(|eval| eval.code(&value, eval.dialect, &Text::default()));
            if let Some(text) = value.whole() {
                self.shell.aliases.insert(name, vec![text]);
            }
        }
    }

    pub(super) fn set_positional(&mut self, rest: &[Field]) -> Text {
        if rest.is_empty() {
            self.say(What::Secret("`set` prints every variable".to_owned()));
            return Text::unknown(Origins::of(Origin::Secret));
        }
        let mut words = rest;
        let mut given = false;
        while let Some((first, more)) = words.split_first() {
            let shown = first.shown();
            if matches!(shown.as_str(), "--" | "-") {
                words = more;
                given = shown == "--" || !more.is_empty();
                break;
            }
            if !shown.starts_with(['-', '+']) {
                given = true;
                break;
            }
            words = more;
            let on = shown.starts_with('-');
            let long = shown.len() == 2 && shown.ends_with('o');
            let name = more.first().filter(|_| long).map(Field::shown);
            if long {
                words = more.get(1..).unwrap_or_default();
            }
            self.shell.exports_all |=
                on && (!long && shown.contains('a') || name.as_deref() == Some("allexport"));
            self.shell.stops |=
                on && (!long && shown.contains('e') || name.as_deref() == Some("errexit"));
        }
        if given {
            self.shell.positional = vec![Words::of(words)];
        }
        Text::default()
    }

    /// A variable is taken away: Interlock's own are nobody's.
    pub(in crate::eval) fn unsets(&mut self, name: &str) {
        if name.starts_with("INTERLOCK_") {
            self.deny("gate-tamper", "it takes a setting of Interlock away");
        }
    }

    pub(super) fn unset(&mut self, rest: &[Field]) {
        let flags = flags_of(rest);
        for field in rest {
            let name = field.shown();
            if name.starts_with('-') {
                continue;
            }
            self.subscripts(&field.text.visible());
            self.unsets(&name);
            if field.text.whole().is_none() {
                self.unknown("which name is taken away is not known");
            }
            if let Some((base, _)) = name.split_once('[') {
                if let Some(origins) = self.shell.variables.get(base).map(Variable::origins) {
                    self.set(base, Value::Text(Text::unknown(origins)));
                }
                continue;
            }
            let variable = self.shell.variables.contains_key(&name);
            if flags.contains('f') || !flags.contains('v') && !variable {
                self.shell.functions.remove(&name);
            }
            if !flags.contains('f') && (variable || self.locals.is_empty()) {
                self.set(&name, Value::Unset);
            }
        }
    }
}

/// The letters of all options, those that take something away apart.
fn flags_of(rest: &[Field]) -> String {
    rest.iter()
        .map(Field::shown)
        .take_while(|shown| shown.starts_with(['-', '+']))
        .filter(|shown| shown.starts_with('-'))
        .flat_map(|shown| shown.chars().skip(1).collect::<Vec<_>>())
        .collect()
}

/// `name=value` in one field, as `export` and `alias` take it.
fn split_assignment(field: &Field) -> Option<(String, Text)> {
    let first = field.text.start();
    let at = first.find('=')?;
    let (name, value) = first.split_at_checked(at)?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let mut text = Text::known(value.trim_start_matches('=').to_owned());
    // What follows the first known piece stays as it is.
    let mut rest = field.text.clone();
    if let Some(crate::value::Piece::Known(_)) = rest.pieces.first() {
        rest.pieces.remove(0);
    }
    if value.starts_with("==") {
        text = Text::known(value.replacen('=', "", 1));
    }
    text.push(&rest);
    Some((name.to_owned(), text))
}
