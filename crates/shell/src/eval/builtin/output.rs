//! Builtins that print: `echo` and `printf`.

use super::joined;
use crate::effect::Origin;
use crate::eval::{Eval, Value, filter};
use crate::value::{Field, Origins, Text};

/// Most digits of a width that is no attack on the disk.
const WIDTH_DIGITS_MAX: usize = 8;

impl Eval<'_> {
    /// What is printed can be seen by everybody who sees the output.
    pub(super) fn prints(&mut self, rest: &[Field]) {
        if rest
            .iter()
            .any(|field| field.text.origins.has(Origin::Secret))
        {
            self.ask(
                "prints-secret",
                "it prints a variable that may hold a secret",
            );
        }
    }

    /// `print` of zsh: `-z` puts text where the user types, `-P` expands it like a prompt.
    pub(super) fn print(&mut self, rest: &[Field]) -> Text {
        self.prints(rest);
        let flags: String = rest
            .iter()
            .map(Field::shown)
            .take_while(|shown| shown.starts_with('-'))
            .collect();
        if flags.contains(['z', 's', 'S']) {
            self.deny("later", "`print` leaves a command for the user's own shell");
            let text = joined(rest);
            self.salvage(&text.visible(), self.dialect);
        }
        if flags.contains('P') {
            self.subscripts(&joined(rest).visible());
        }
        echo(rest)
    }

    /// `%1000000000s` prints as many blanks.
    pub(super) fn wide(&mut self, rest: &[Field]) {
        let wide = |field: &Field| {
            let text = field.text.visible();
            let mut numbers = text.split(|c: char| !c.is_ascii_digit());
            text.contains('%') && numbers.any(|digits| digits.len() > WIDTH_DIGITS_MAX)
        };
        if rest.first().is_some_and(wide) {
            self.deny("resource-abuse", "it prints more than any task needs");
        }
    }

    pub(super) fn printf(&mut self, rest: &[Field]) -> Text {
        let mut rest = rest;
        if let [flag, variable, after @ ..] = rest
            && flag.shown() == "-v"
        {
            let name = variable.text.visible();
            self.subscripts(&name);
            if variable.whole().is_none() {
                self.unknown("which name is set is not known");
            }
            let text = formatted(after);
            let base = name.split('[').next().unwrap_or_default().to_owned();
            let text = if base == name {
                text
            } else {
                Text::unknown(text.origins)
            };
            self.keep(&base, Value::Text(text));
            return Text::default();
        }
        if let [flag, after @ ..] = rest
            && flag.shown() == "--"
        {
            rest = after;
        }
        formatted(rest)
    }
}

pub(super) fn echo(rest: &[Field]) -> Text {
    let mut words = rest;
    let mut newline = true;
    let mut escapes = false;
    while let Some((first, more)) = words.split_first() {
        let shown = first.shown();
        let flag = shown
            .strip_prefix('-')
            .is_some_and(|it| !it.is_empty() && it.chars().all(|c| matches!(c, 'n' | 'e' | 'E')));
        if !flag {
            break;
        }
        newline &= !shown.contains('n');
        escapes |= shown.contains('e');
        words = more;
    }
    let shown: Vec<Field> = words.iter().map(expanded).collect();
    let text = joined(&shown);
    let mut out = if escapes {
        text.map(|text| Some(filter::unescape(text)))
    } else if text.pieces.is_empty() {
        Text::known("")
    } else {
        text
    };
    if newline {
        out.push(&Text::known("\n"));
    }
    out
}

/// A word as it is printed: the names that a pattern stands for.
fn expanded(field: &Field) -> Field {
    match field.text.pattern().filter(|_| field.glob) {
        Some(pattern) => Field {
            text: Text::names(pattern).from(field.text.origins),
            ..Field::default()
        },
        None => field.clone(),
    }
}

/// `printf '%s\n' src/*`: names, one a line.
fn formatted_names(format: &Field, arguments: &[Field]) -> Option<Text> {
    let format = filter::unescape(&format.whole()?);
    let between = format.strip_prefix("%s")?;
    if !matches!(between, "\n" | "\0" | " ")
        || arguments.iter().all(|it| !it.glob && !it.text.is_many())
    {
        return None;
    }
    let mut out = Text::default();
    for argument in arguments {
        argument.text.pattern()?;
        out.push(&expanded(argument).text);
        out.push(&Text::known(between));
    }
    Some(out)
}

fn formatted(rest: &[Field]) -> Text {
    let Some((format, arguments)) = rest.split_first() else {
        return Text::default();
    };
    if let Some(names) = formatted_names(format, arguments) {
        return names;
    }
    let origins = rest.iter().fold(Origins::default(), |all, field| {
        all.with(field.text.origins)
    });
    let known: Option<Vec<String>> = arguments.iter().map(|field| field.text.whole()).collect();
    let text = format
        .text
        .whole()
        .zip(known)
        .and_then(|(format, arguments)| filter::printf(&format, &arguments));
    match text {
        Some(text) => Text::known(text)
            .from(origins)
            .from(Origins::of(Origin::Computed)),
        None => Text::unknown(origins),
    }
}
