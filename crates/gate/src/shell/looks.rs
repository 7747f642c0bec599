//! Whether a simple command only looks, and at what.

use super::script::Call;
use super::table::{Model, Operands, among, model_of};
use super::words::{Word, tilde};
use crate::git;
use crate::secret::is_source_file;
use crate::touch::{How, Touch};

mod special;

/// What a command that only looks touches, or why it is not known only to look.
pub(crate) type Looked = Result<Vec<Touch>, String>;

/// What a command looks at, if it does nothing but look.
pub(crate) fn looks(call: &Call) -> Looked {
    match call.program() {
        "find" => special::find(call.arguments()),
        "sed" => special::sed(call.arguments()),
        "test" => special::test(call.arguments()),
        "[" => match call.arguments().split_last() {
            Some((last, rest)) if last.text == "]" => special::test(rest),
            Some(_) | None => Err("`[` without `]`".to_owned()),
        },
        "git" => git::looks(call.arguments()),
        "command" => which(call.arguments()),
        program => match model_of(program) {
            Some(model) => modelled(model, call.arguments()),
            None => Err(format!("`{program}` is not known only to look")),
        },
    }
}

/// Options and operands of a program's arguments.
#[derive(Debug, Default)]
struct Parsed<'a> {
    options: Vec<(String, Option<String>)>,
    operands: Vec<&'a Word>,
}

impl Parsed<'_> {
    fn has(&self, names: &[&str]) -> bool {
        self.options
            .iter()
            .any(|(name, _)| names.contains(&name.as_str()))
    }

    fn values<'b>(&'b self, names: &'b [&'b str]) -> impl Iterator<Item = &'b str> {
        self.options
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()))
            .filter_map(|(_, value)| value.as_deref())
    }
}

fn parse<'a>(model: &Model, words: &'a [Word]) -> Result<Parsed<'a>, String> {
    let mut out = Parsed::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.text.as_str();
        if text == "--" {
            out.operands.extend(rest.by_ref());
        } else if let Some(long) = text.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            let value = if among(model.long_valued, name) {
                match value {
                    Some(value) => Some(value),
                    None => Some(next_value(&mut rest, name)?),
                }
            } else if among(model.long, name) {
                value
            } else {
                return Err(format!("option `--{name}` of `{}`", model.program));
            };
            out.options.push((name.to_owned(), value));
        } else if text.len() > 1 && text.starts_with('-') {
            short(model, text, &mut rest, &mut out)?;
        } else {
            out.operands.push(word);
        }
    }
    Ok(out)
}

fn next_value<'a>(rest: &mut impl Iterator<Item = &'a Word>, name: &str) -> Result<String, String> {
    match rest.next() {
        Some(word) if !word.glob => Ok(word.text.clone()),
        Some(_) | None => Err(format!("option `{name}` lacks its value")),
    }
}

fn short<'a>(
    model: &Model,
    text: &str,
    rest: &mut impl Iterator<Item = &'a Word>,
    out: &mut Parsed<'_>,
) -> Result<(), String> {
    let body = text.strip_prefix('-').unwrap_or(text);
    if model.flags.contains('#') && body.chars().all(|c| c.is_ascii_digit()) {
        return Ok(());
    }
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        let name = c.to_string();
        if c == '#' {
            return Err(format!("option `-{c}` of `{}`", model.program));
        } else if model.flags.contains(c) {
            out.options.push((name, None));
        } else if model.valued.contains(c) {
            let attached = chars.as_str();
            let value = if attached.is_empty() {
                next_value(rest, &name)?
            } else {
                attached.to_owned()
            };
            out.options.push((name, Some(value)));
            return Ok(());
        } else if model.operands == Operands::Text {
            // `echo -x` prints it.
            return Ok(());
        } else {
            return Err(format!("option `-{c}` of `{}`", model.program));
        }
    }
    Ok(())
}

fn modelled(model: &Model, words: &[Word]) -> Looked {
    if words
        .iter()
        .any(|word| word.glob && word.text.starts_with('-'))
    {
        return Err("an option is a pattern".to_owned());
    }
    // What is only printed may look like an option.
    if matches!(model.program, "echo" | "true" | "false" | ":") {
        return Ok(Vec::new());
    }
    if model.operands == Operands::Format {
        return format_first(words);
    }
    let parsed = parse(model, words)?;
    match model.operands {
        Operands::None if parsed.operands.is_empty() => Ok(Vec::new()),
        Operands::None => Err(format!("operands of `{}`", model.program)),
        Operands::Text | Operands::Format => Ok(Vec::new()),
        Operands::Plus
            if parsed
                .operands
                .iter()
                .all(|word| word.text.starts_with('+')) =>
        {
            Ok(Vec::new())
        }
        Operands::Plus => Err(format!("operands of `{}`", model.program)),
        Operands::Names => paths(&parsed.operands, How::Name),
        Operands::Reads => paths(&parsed.operands, How::Read),
        Operands::OneRead if parsed.operands.len() <= 1 => paths(&parsed.operands, How::Read),
        Operands::OneRead => Err(format!("`{}` would write its second file", model.program)),
        Operands::Grep => grep(&parsed),
        Operands::Ripgrep => ripgrep(&parsed),
        Operands::Filter => filter(&parsed),
    }
}

fn format_first(words: &[Word]) -> Looked {
    match words.first() {
        Some(first) if first.text.starts_with('-') => Err("options of `printf`".to_owned()),
        Some(_) | None => Ok(Vec::new()),
    }
}

/// Paths among operands; `-` is standard input.
fn paths(words: &[&Word], how: How) -> Looked {
    let mut out = Vec::new();
    for word in words {
        if word.text != "-" || word.glob {
            out.extend(path(word, how)?);
        }
    }
    Ok(out)
}

/// The touch of one operand. A pattern counts as looking into its fixed directory; contents are read by pattern only
/// where its ending says that it is program text.
fn path(word: &Word, how: How) -> Result<Option<Touch>, String> {
    if tilde(word) || !word.glob {
        return Ok(Some(Touch::of(&word.text, how)));
    }
    let (directory, rest) = fixed_part(&word.text);
    if rest.split('/').any(|part| part == ".." || part == ".") {
        return Err("a pattern with dots in its path".to_owned());
    }
    let names_program_text = is_source_file(&word.text) && !rest.starts_with('.');
    if how != How::Name && !names_program_text {
        return Err("a pattern may stand for a secret file".to_owned());
    }
    Ok((!directory.is_empty()).then(|| Touch::of(directory, How::Name)))
}

/// The part of a pattern before the first component that is one, and the rest.
fn fixed_part(text: &str) -> (&str, &str) {
    let first = text.find(['*', '?', '[']).unwrap_or(text.len());
    let before = text.get(..first).unwrap_or_default();
    let cut = before.rfind('/').map_or(0, |at| at.saturating_add(1));
    let (directory, rest) = text.split_at_checked(cut).unwrap_or((text, ""));
    (directory, rest)
}

fn grep(parsed: &Parsed<'_>) -> Looked {
    let mut operands = parsed.operands.clone();
    if !parsed.has(&["e", "regexp"]) {
        if operands.first().is_none_or(|word| word.glob) {
            return Err("the pattern of `grep`".to_owned());
        }
        operands.remove(0);
    }
    if !parsed.has(&["r", "recursive"]) {
        return paths(&operands, How::Read);
    }
    let limited = parsed.has(&["include"])
        && parsed
            .values(&["include"])
            .all(|glob| is_source_file(glob) && !glob.starts_with('.'));
    let top =
        |word: &&Word| matches!(word.text.as_str(), "." | "./" | "") || word.text.starts_with('.');
    if !limited && (operands.is_empty() || operands.iter().any(top)) {
        return Err(
            "`grep -r` here reads hidden files too; search below a directory, or with `rg`"
                .to_owned(),
        );
    }
    paths(&operands, How::Walk)
}

fn ripgrep(parsed: &Parsed<'_>) -> Looked {
    let mut operands = parsed.operands.clone();
    let listing = parsed.has(&["files", "type-list", "version"]);
    if !listing && !parsed.has(&["e", "regexp"]) {
        if operands.first().is_none_or(|word| word.glob) {
            return Err("the pattern of `rg`".to_owned());
        }
        operands.remove(0);
    }
    let widens = |glob: &str| {
        !glob.starts_with('!')
            && (!is_source_file(glob) || glob.starts_with('.') || glob.contains("/."))
    };
    if !listing && parsed.values(&["g", "glob", "iglob"]).any(widens) {
        return Err("this glob of `rg` may bring hidden files in".to_owned());
    }
    paths(&operands, if listing { How::Name } else { How::Walk })
}

fn filter(parsed: &Parsed<'_>) -> Looked {
    let Some((first, files)) = parsed.operands.split_first() else {
        return Err("the filter of `jq`".to_owned());
    };
    let reaches = ["env", "ENV", "import", "include", "input_filename", "$__"];
    if reaches.iter().any(|word| first.text.contains(word)) {
        return Err("this filter of `jq` reaches beyond its input".to_owned());
    }
    paths(files, How::Read)
}

/// `command -v NAME` and `command -V NAME`.
fn which(words: &[Word]) -> Looked {
    match words {
        [flag, _, ..] if matches!(flag.text.as_str(), "-v" | "-V") => Ok(Vec::new()),
        _ => Err("`command` runs another program".to_owned()),
    }
}
