//! What calls give that put text and paths together.

use super::places::{is_home, variable_value};
use super::{Values, trimmed, unknown};
use crate::code::calls::{inside, split};
use crate::code::lexer::Token;
use crate::code::names::{Act, act};
use crate::effect::Origin;
use crate::value::{Origins, Text};

impl Values {
    /// What a call gives.
    pub(super) fn called(
        &self,
        path: &[String],
        receiver: Option<&Text>,
        list: Option<Vec<&[Token]>>,
        arguments: &[&[Token]],
        depth: usize,
    ) -> Text {
        let last = path.last().map_or("", String::as_str);
        let parts = || -> Vec<&[Token]> { arguments.to_vec() };
        match last {
            "getenv" | "get" | "fetch" | "get_env" | "Getenv" | "env" => {
                let name = arguments
                    .first()
                    .map(|it| self.at_depth(it, depth.saturating_add(1)));
                variable_value(
                    &["getenv".to_owned()],
                    name.and_then(|it| it.whole()).as_deref(),
                )
            }
            // `''.join(['a', 'b'])`, `['a', 'b'].join('')`
            "join" if receiver.is_some() || list.is_some() => {
                self.glued(receiver, list, arguments, depth)
            }
            "join" | "joinpath" | "resolve" | "expanduser" | "expand_path" | "abspath"
            | "absolute" | "normpath" | "realpath" | "normalize" | "Path" | "PosixPath"
            | "PurePath" | "Pathname" | "str" | "String" | "fspath" | "encode" | "toString"
            | "as_posix" | "fsencode" | "URL" | "URI" | "parse" | "glob" | "iglob" | "catfile"
            | "catdir" | "absolute_path" | "strip" | "chomp" | "rstrip" | "to_s" | "file"
            | "Request" | "bytes" | "new" => {
                let mut out = receiver.cloned().unwrap_or_default();
                if !arguments.is_empty()
                    && !matches!(last, "encode" | "strip" | "toString" | "rstrip" | "chomp")
                {
                    let inner = self.path_of(&parts(), depth);
                    if !out.pieces.is_empty() {
                        out.push(&Text::known("/"));
                    }
                    out.push(&inner);
                }
                if out.pieces.is_empty() {
                    unknown()
                } else {
                    out
                }
            }
            _ if is_home(path) => Text::known("~"),
            _ => {
                let decodes = act(self.language, path) == Some(Act::Decode);
                if decodes {
                    Text::unknown(Origins::of(Origin::Decoded))
                } else {
                    unknown()
                }
            }
        }
    }

    fn glued(
        &self,
        receiver: Option<&Text>,
        list: Option<Vec<&[Token]>>,
        arguments: &[&[Token]],
        depth: usize,
    ) -> Text {
        let (items, between) = match (list, arguments.first()) {
            (Some(items), between) => (
                items,
                between.map(|it| self.at_depth(it, depth.saturating_add(1))),
            ),
            (None, Some(first)) if trimmed(first).first() == Some(&Token::Sign('[')) => {
                (split(inside(trimmed(first)), &[","]), receiver.cloned())
            }
            (None, _) => return unknown(),
        };
        let mut out = Text::default();
        for (at, item) in items.iter().enumerate() {
            if at > 0
                && let Some(between) = &between
            {
                out.push(between);
            }
            out.push(&self.at_depth(item, depth.saturating_add(1)));
        }
        out.from(Origins::of(Origin::Computed))
    }
}
