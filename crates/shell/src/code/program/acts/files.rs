//! Calls that open, read, move and change files: on which, and how.

use crate::code::Deed;
use crate::code::Does;
use crate::code::calls::Use;
use crate::code::language::Language;
use crate::code::lexer::Token;
use crate::code::names::Act;
use crate::code::program::{Report, elements, is_blank};
use crate::effect::Origin;
use crate::value::{Origins, Text};

/// Methods that act on what they are called on, not on their first argument.
const ON_ITSELF: &[&str] = &[
    "write_text",
    "write_bytes",
    "touch",
    "mkdir",
    "symlink_to",
    "hardlink_to",
    "chmod",
    "read_text",
    "read_bytes",
    "unlink",
    "rmdir",
    "rename",
    "iterdir",
    "rglob",
    "glob",
    "rmtree",
    "delete",
    "deleteDir",
    "open",
];

impl Report<'_> {
    /// What a call without a path among its arguments is called on.
    fn receiver(&self, one: &Use<'_>, path: &[String]) -> Option<Text> {
        if let Some(receiver) = one.receiver {
            return Some(self.values.value(receiver));
        }
        let (_, owner) = path.split_last()?;
        let tokens: Vec<Token> = match owner {
            [name] => vec![Token::Name(name.clone())],
            _ => return None,
        };
        self.values
            .is_variable(owner.first()?)
            .then(|| self.values.value(&tokens))
    }

    pub(super) fn target(&self, one: &Use<'_>, path: &[String]) -> Option<Text> {
        let last = path.last().map_or("", String::as_str);
        let own = ON_ITSELF.contains(&last) || one.arguments.is_empty();
        if own
            && let Some(text) = self
                .receiver(one, path)
                .filter(|text| !is_blank(text) || one.arguments.is_empty())
        {
            return Some(text).filter(|text| !is_blank(text));
        }
        let first = one.arguments.first()?;
        Some(self.values.value(first)).filter(|text| !is_blank(text))
    }

    pub(super) fn targets(&self, one: &Use<'_>, path: &[String]) -> Vec<Option<Text>> {
        let many = matches!(self.language, Language::Ruby | Language::Perl | Language::R);
        let count = if many { 64 } else { 1 };
        let mut out: Vec<Option<Text>> = Vec::new();
        if one.receiver.is_none() {
            for argument in one.arguments.iter().take(count) {
                out.extend(elements(argument).into_iter().map(|element| {
                    Some(self.values.value(element)).filter(|text| !is_blank(text))
                }));
            }
        }
        if out.iter().flatten().next().is_none() {
            out = vec![self.target(one, path)];
        }
        out
    }

    pub(super) fn moves(&mut self, act: Act, one: &Use<'_>, path: &[String]) {
        let value = |at: usize| {
            one.arguments
                .get(at)
                .map(|it| self.values.value(it))
                .filter(|text| !is_blank(text))
        };
        let (from, to) = match (value(0), value(1), self.receiver(one, path)) {
            (to, None, Some(from)) if one.arguments.len() < 2 => {
                (Some(from).filter(|text| !is_blank(text)), to)
            }
            (from, to, _) => (from, to),
        };
        let takes = if act == Act::Move {
            Does::Delete
        } else {
            Does::Read
        };
        self.place(takes, from);
        self.place(Does::Write, to);
    }

    pub(super) fn reads(&mut self, act: Act, one: &Use<'_>, path: &[String]) {
        let target = self.target(one, path);
        if let Some(text) = &target
            && text.start().contains("://")
        {
            self.connects_to(one, false);
            return;
        }
        // Standard input, by its number or name.
        let none = one.arguments.is_empty() && target.is_none();
        let number = matches!(one.arguments.first(), Some([Token::Number]));
        if number || (none && act == Act::Read) {
            return;
        }
        if act == Act::List && target.is_none() {
            self.plain = false;
            return;
        }
        self.place(Does::Read, target);
    }

    /// Files are opened to read or to write; in some languages to run a program.
    pub(super) fn opens(&mut self, one: &Use<'_>, path: &[String]) {
        let arguments: Vec<&&[Token]> = one
            .arguments
            .iter()
            .filter(|it| !matches!(it, [Token::Name(name), Token::Sign('='), ..] if name != "mode" && name != "file"))
            .collect();
        let text = |at: usize| arguments.get(at).map(|it| self.values.value(it));
        let owner = self.receiver(one, path).filter(|text| !is_blank(text));
        let (target, mode) = match (self.language, arguments.len()) {
            (Language::Perl, 3..) => (text(2), text(1)),
            (Language::Perl, _) => (text(1), text(1)),
            _ => match owner {
                Some(owner) => (Some(owner), text(0)),
                None => (text(0), text(1)),
            },
        };
        let shown = mode.as_ref().map(Text::visible).unwrap_or_default();
        let begin = target.as_ref().map(Text::start).unwrap_or_default();
        if self.is_pipe(&shown, &begin) {
            self.started();
            let command = target.and_then(|text| text.whole()).unwrap_or_default();
            self.say(Deed::Shell(command.trim_matches(['|', ' ']).to_owned()));
            return;
        }
        if begin.contains("://") && !begin.starts_with("php://") {
            self.connects_to(one, false);
            return;
        }
        let perl = self.language == Language::Perl;
        let writes = self.writes(mode.as_ref(), &shown);
        let target = target
            .map(|text| {
                if perl && arguments.len() < 3 {
                    stripped(&text)
                } else {
                    text
                }
            })
            .filter(|text| !is_blank(text));
        if begin.starts_with("php://") || matches!(one.arguments.first(), Some([Token::Number])) {
            return;
        }
        self.place(if writes { Does::Write } else { Does::Read }, target);
    }

    /// Whether a program is opened instead of a file.
    fn is_pipe(&self, mode: &str, target: &str) -> bool {
        let leads = matches!(self.language, Language::Ruby | Language::Tcl | Language::R);
        (self.language == Language::Perl && mode.contains('|'))
            || (leads && target.starts_with('|'))
    }

    /// Whether a file is opened to be changed; a mode that is not known may be any.
    fn writes(&self, mode: Option<&Text>, shown: &str) -> bool {
        if self.language == Language::Perl {
            return shown.contains(['>', '+']);
        }
        let unknown = mode.is_some_and(|text| text.whole().is_none());
        shown.contains(['w', 'a', 'x', '+']) || unknown
    }
}

/// `open(F, ">x")`: the path behind the mode.
fn stripped(text: &Text) -> Text {
    match text.whole() {
        Some(whole) => Text::known(whole.trim_start_matches(['<', '>', '+', ' ']).to_owned()),
        None => Text::unknown(Origins::of(Origin::Unknown)),
    }
}
