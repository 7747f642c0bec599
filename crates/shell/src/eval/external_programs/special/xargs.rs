//! `xargs` and `parallel`: what comes in becomes arguments.

use super::put_in;
use crate::bash::Dialect;
use crate::effect::Origin;
use crate::eval::external_programs::Flow;
use crate::eval::{Eval, Value, filter};
use crate::model::Model;
use crate::model::words::{Taken, take};
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `xargs [options] [command [arguments]]`: what comes in becomes arguments.
    pub(super) fn xargs(&mut self, name: &str, rest: &[Field], stdin: &Text) -> Text {
        let Some(model) = Model::of(name) else {
            self.unknown(format!("what `{name}` does is not known"));
            return Text::default();
        };
        let taken = take(model, rest);
        self.note_problems(&taken);
        let empty = Text::known("");
        let stdin = if fed_nothing(rest) { &empty } else { stdin };
        let mut flow = Flow {
            stdin: stdin.clone(),
            ..Flow::default()
        };
        self.options_into(&taken, &mut flow);
        let value = |names: &[&str]| {
            taken
                .options
                .iter()
                .find(|(option, _)| option.names.iter().any(|it| names.contains(&it.as_str())))
                .map(|(_, value)| value.as_ref().map_or_else(|| "{}".to_owned(), Field::shown))
        };
        let listed = self.argument_file(name, &taken);
        let stdin = listed.as_ref().unwrap_or(stdin);
        let replaced = value(&["-I", "-i", "--replace"])
            .or_else(|| (name == "parallel").then(|| "{}".to_owned()));
        let mut arguments = arguments_of(stdin);
        let mut own = taken.operands.clone();
        let listed = own.iter().position(|field| field.shown() == ":::");
        if let Some(at) = listed {
            // `parallel command ::: values`.
            arguments = own.split_off(at).into_iter().skip(1).collect();
        }
        if own.is_empty() && name == "parallel" && listed.is_some() {
            for text in arguments.into_iter().take(64).map(|field| field.text) {
                let _ = self.shell_text(&text, Dialect::Bash, &Text::default());
            }
            return Text::unknown(Origins::of(Origin::Program));
        }
        if own.is_empty() {
            if name == "parallel" {
                return self.stream_code(stdin, Some(Dialect::Bash), &Text::default());
            }
            return if stdin.is_many() {
                stdin.clone()
            } else {
                Text::unknown(stdin.origins)
            };
        }
        if name == "parallel" && value(&["--pipe"]).is_some() {
            return self.inner(&own, &flow);
        }
        let holds = replaced.as_ref().is_some_and(|mark| {
            own.iter()
                .any(|field| field.text.visible().contains(mark.as_str()))
        });
        if name == "xargs" {
            let mark = replaced.as_deref().filter(|_| holds);
            let named = value(&["-d", "--delimiter"]).map(|text| filter::unescape(&text));
            let zero = value(&["-0", "--null"]).map(|_| "\0".to_owned());
            return self.batches(&own, stdin, mark, named.or(zero).as_deref());
        }
        let mark = replaced.as_deref().unwrap_or("{}");
        if !holds {
            own.push(Field::known(mark));
        }
        if listed.is_some() && holds {
            return self.each_value(&own, mark, &arguments);
        }
        self.each_argument(&own, mark, &arguments)
    }

    /// `command | parallel template`: each argument stands in the template as one word, whatever is in it.
    fn each_argument(&mut self, own: &[Field], mark: &str, values: &[Field]) -> Text {
        let template = crate::eval::builtin::joined(own);
        let Some(template) = template.whole() else {
            self.unknown("what `parallel` would run is not known");
            return Text::unknown(Origins::of(Origin::Program));
        };
        if in_quotes(&template, mark) {
            self.unknown("what `parallel` puts between quotes can't be followed");
            self.salvage(&template, Dialect::Bash);
        }
        let template = [
            (mark, "\"$_argument\""),
            ("{.}", "\"${_argument%.*}\""),
            ("{/}", "\"${_argument##*/}\""),
            ("{//}", "\"$(dirname \"$_argument\")\""),
            ("{/.}", "\"$(basename \"${_argument%.*}\")\""),
        ]
        .iter()
        .fold(template, |text, (mark, word)| text.replace(mark, word));
        for value in values.iter().take(LINES_MAX) {
            let value = Value::Text(value.text.clone());
            let text = Text::known(template.clone());
            let _ = self.apart(|eval| {
                eval.set("_argument", value);
                eval.export("_argument");
                eval.shell_text(&text, Dialect::Bash, &Text::default())
            });
        }
        Text::unknown(Origins::of(Origin::Program))
    }

    /// What stands in the file that `xargs` is given comes in instead of standard input.
    fn argument_file(&self, name: &str, taken: &Taken<'_>) -> Option<Text> {
        let file = taken.options.iter().find_map(|(option, value)| {
            let mut names = option.names.iter();
            let named = names.any(|it| it == "-a" || it == "--arg-file");
            value.as_ref().filter(|_| named && name == "xargs")
        })?;
        let place = self.place_of(file);
        let held = self.written.get(&place).cloned();
        Some(held.unwrap_or_else(|| Text::unknown(Origins::of(self.origin_of(&place)))))
    }

    /// `parallel command {} ::: values`: each value in the place of the mark.
    fn each_value(&mut self, own: &[Field], mark: &str, values: &[Field]) -> Text {
        for value in values.iter().take(LINES_MAX) {
            let put = |field: &Field| put_in(field, mark, &value.text);
            let words: Vec<Field> = own.iter().map(put).collect();
            let text = crate::eval::builtin::joined(&words);
            let _ = self.shell_text(&text, Dialect::Bash, &Text::default());
        }
        Text::unknown(Origins::of(Origin::Program))
    }

    /// What `xargs` starts: with all arguments, and as there may be limits, with each alone; with a mark, with each line.
    fn batches(
        &mut self,
        own: &[Field],
        stdin: &Text,
        mark: Option<&str>,
        between: Option<&str>,
    ) -> Text {
        let flow = Flow::default();
        let lines = stdin.whole().filter(|_| between.is_none());
        let lines = lines.filter(|text| text.lines().count() <= LINES_MAX);
        if let Some(mark) = mark {
            let known: Option<Vec<String>> = match (&lines, stdin.whole().zip(between)) {
                (Some(text), _) => {
                    let words: Option<Vec<Vec<String>>> =
                        text.lines().map(|line| quoted_words(line, true)).collect();
                    words.map(|it| it.into_iter().flatten().collect())
                }
                (None, Some((text, between))) => Some(cut(&text, between)),
                (None, None) => None,
            };
            let texts: Vec<Text> = match known {
                Some(lines) => {
                    let known = |line: String| Text::known(line).from(stdin.origins);
                    lines.into_iter().map(known).collect()
                }
                None => stdin
                    .lines()
                    .filter(|_| stdin.is_many())
                    .unwrap_or_else(|| vec![Text::unknown(stdin.origins)]),
            };
            let mut out = Text::default();
            for text in texts {
                let words: Vec<Field> = own.iter().map(|it| put_in(it, mark, &text)).collect();
                out.push(&self.inner(&words, &flow));
            }
            return out;
        }
        let known = |word: String| Field {
            text: Text::known(word).from(stdin.origins),
            ..Field::default()
        };
        let arguments: Vec<Field> = match lines.as_deref().map(|text| quoted_words(text, false)) {
            Some(Some(words)) => words.into_iter().take(256).map(known).collect(),
            Some(None) => vec![unknown_words(stdin)],
            None => match (between, stdin.whole()) {
                (Some(between), Some(text)) => cut(&text, between).into_iter().map(known).collect(),
                _ => arguments_of(stdin),
            },
        };
        let with = |more: &[Field]| -> Vec<Field> { own.iter().chain(more).cloned().collect() };
        let out = self.inner(&with(&arguments), &flow);
        if arguments.len() > 1 && arguments.len() <= LINES_MAX {
            for one in &arguments {
                let _ = self.inner(&with(std::slice::from_ref(one)), &flow);
            }
        }
        out
    }
}

/// `xargs -a /dev/null`: nothing comes in.
fn fed_nothing(rest: &[Field]) -> bool {
    rest.windows(2).any(|pair| match pair {
        [flag, file] => flag.shown() == "-a" && file.shown() == "/dev/null",
        _ => false,
    })
}

/// Lines, or arguments, that are followed one by one.
const LINES_MAX: usize = 64;

/// Arguments of which neither text nor number is known.
fn unknown_words(stdin: &Text) -> Field {
    Field {
        text: Text::unknown(stdin.origins),
        splits: true,
        ..Field::default()
    }
}

/// Words as `xargs` reads them: at blanks, with quotes and backslashes taken off; `line`: the whole line is one word.
/// `None`: a quote is not closed.
fn quoted_words(text: &str, line: bool) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let text = if line { text.trim_start() } else { text };
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                let held = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        end if end == c => break,
                        inner => held.push(inner),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            c if c.is_whitespace() && !line => out.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    Some(out)
}

/// What stands between separators; one behind the last argument ends it.
fn cut(text: &str, between: &str) -> Vec<String> {
    let end = |c: char| between.starts_with(c);
    let words = text.strip_suffix(end).unwrap_or(text).split(end).take(256);
    words.map(str::to_owned).collect()
}

/// Whether a mark stands between quotes.
fn in_quotes(template: &str, mark: &str) -> bool {
    let mut quote: Option<char> = None;
    let mut escaped = false;
    for (at, c) in template.char_indices() {
        let here = template.get(at..).unwrap_or_default();
        let marks = here.starts_with(mark) || here.starts_with("{/") || here.starts_with("{.}");
        if quote.is_some() && marks {
            return true;
        }
        quote = match (quote, c) {
            _ if escaped => quote,
            (None, '\'' | '"') => Some(c),
            (Some(open), c) if open == c => None,
            (quote, _) => quote,
        };
        escaped = !escaped && c == '\\' && quote != Some('\'');
    }
    false
}

/// What comes in, as arguments.
fn arguments_of(stdin: &Text) -> Vec<Field> {
    let Some(lines) = stdin.lines() else {
        return vec![unknown_words(stdin)];
    };
    let words = |line: Text| match line.whole() {
        Some(text) => text
            .split_whitespace()
            .map(|word| Field {
                text: Text::known(word).from(stdin.origins),
                ..Field::default()
            })
            .collect(),
        None => vec![Field {
            glob: line.has_names(),
            splits: !line.has_names(),
            text: line,
            ..Field::default()
        }],
    };
    lines.into_iter().flat_map(words).take(256).collect()
}
