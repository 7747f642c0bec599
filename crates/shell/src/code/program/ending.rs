//! What follows from all of a program: text that is fetched and run, deeds on paths that are not known.

use super::Report;
use crate::code::calls;
use crate::code::lexer::{Kind, Part, Token};
use crate::code::{Deed, Does, Found};
use crate::effect::Origin;
use crate::value::{Origins, Text};

/// Names of what started the program.
const PARENTS: [&str; 5] = [
    "getppid",
    "ppid",
    "Process.ppid",
    "posix_getppid",
    "parent_process",
];

/// Whether one of these names stands in the program.
fn named(tokens: &[Token], names: &[&str]) -> bool {
    let one = |token: &Token| matches!(token, Token::Name(name) if names.contains(&name.as_str()));
    tokens.iter().any(one)
}

impl Report<'_> {
    /// What follows from all of it.
    pub(super) fn ended(mut self, tokens: &[Token]) -> Found {
        if self.runs && (self.connects || self.decodes) {
            let why = "the code runs text that it fetches or decodes";
            self.say(Deed::deny("runs-foreign-text", why));
        }
        let named = |names: &[&str]| named(tokens, names);
        if self.connects && named(&["eval", "Function"]) {
            self.say(Deed::deny(
                "runs-foreign-text",
                "the code runs text that it fetches",
            ));
        }
        self.tampers(tokens);
        if named(&["keyring", "secretstorage", "browser_cookie3", "keytar"]) {
            self.say(Deed::Secret(
                "it opens a store of passwords and keys".to_owned(),
            ));
        }
        let written = texts(tokens);
        let installs = named(&[
            "install.packages",
            "install_url",
            "install_git",
            "Pkg",
            "pip",
        ]);
        if installs && written.iter().any(|text| text.contains("://")) {
            self.say(Deed::deny(
                "foreign-package",
                "the code installs a package straight from an address",
            ));
        }
        if !self.plain {
            for text in &written {
                if crate::secret_files::is_secret(text) {
                    self.say(Deed::Read(text.clone()));
                }
            }
        }
        if named(&["chdir"]) {
            self.moved(&written);
        }
        let mut somewhere = std::mem::take(&mut self.somewhere);
        somewhere.sort_unstable();
        somewhere.dedup();
        for does in somewhere {
            self.anywhere(does, &written, tokens);
        }
        // Reading comes first: what is sent later may be what was read.
        let (mut deeds, later): (Vec<Deed>, Vec<Deed>) = self
            .deeds
            .into_iter()
            .partition(|deed| !matches!(deed, Deed::Connect { .. }));
        deeds.extend(later);
        Found {
            deeds,
            plain: self.plain,
        }
    }

    /// What it does to whoever watches it.
    fn tampers(&mut self, tokens: &[Token]) {
        let named = |names: &[&str]| named(tokens, names);
        let ends = self.kills || named(&["kill", "terminate", "send_signal", "psutil"]);
        if ends && texts(tokens).iter().any(|text| text.contains("interlock")) {
            self.say(Deed::deny("gate-tamper", "the code ends Interlock"));
        }
        if self.kills && named(&PARENTS) {
            self.say(Deed::deny(
                "gate-tamper",
                "the code ends the process that started it",
            ));
        }
        if named(&["TIOCSTI", "0x5412"]) {
            self.say(Deed::deny(
                "gate-tamper",
                "it types for the person at the terminal",
            ));
        }
    }

    /// The program goes to another directory: what it changes by relative names may stand there.
    fn moved(&mut self, written: &[String]) {
        let far = |text: &&String| text.starts_with(['/', '~']) || text.starts_with("..");
        let tops: Vec<&String> = written.iter().filter(far).take(8).collect();
        let relative = |path: &String| !path.starts_with(['/', '~']);
        let mut more = Vec::new();
        for deed in &self.deeds {
            for top in &tops {
                match deed {
                    Deed::Write(path) if relative(path) => {
                        more.push(Deed::Write(format!("{top}/{path}")))
                    }
                    Deed::Delete(path) if relative(path) => {
                        more.push(Deed::Delete(format!("{top}/{path}")))
                    }
                    Deed::Write(_)
                    | Deed::Delete(_)
                    | Deed::Shell(_)
                    | Deed::Read(_)
                    | Deed::Partly { .. }
                    | Deed::Connect { .. }
                    | Deed::Secret(_)
                    | Deed::Mark { .. } => {}
                }
            }
        }
        for deed in more {
            self.say(deed);
        }
    }

    /// A deed on a path that is not known may be on each that the program names elsewhere.
    fn anywhere(&mut self, does: Does, written: &[String], tokens: &[Token]) {
        let home = calls::uses(self.language, tokens).iter().any(|one| {
            let last = one.path.last().map_or("", String::as_str);
            let named = |index: &[Token]| {
                index
                    .iter()
                    .any(|token| matches!(token, Token::Name(name) if name == "HOME"))
            };
            matches!(
                last,
                "HOME" | "home" | "homedir" | "expanduser" | "userInfo"
            ) || one.index.is_some_and(named)
        });
        let home = home || written.iter().any(|text| text == "HOME");
        for text in written.iter().take(64) {
            let far = text.starts_with(['/', '~']) && text.len() > 1
                || text.split('/').any(|part| part == "..");
            if far || (does == Does::Read && crate::secret_files::is_secret(text)) {
                let mut path = Text::known(text.clone());
                path.push(&Text::unknown(Origins::of(Origin::Unknown)));
                self.say(Deed::Partly { does, path });
            }
        }
        let start = if home { "~/" } else { "" };
        let mut path = Text::default();
        if home {
            path.push(&Text::known(start));
        }
        path.push(&Text::unknown(Origins::of(Origin::Unknown)));
        self.say(Deed::Partly { does, path });
    }
}

/// The strings of a program, those in holes of strings too.
fn texts(tokens: &[Token]) -> Vec<String> {
    let mut out = Vec::new();
    for token in tokens {
        let Token::Text(quoted) = token else { continue };
        for piece in &quoted.pieces {
            match piece {
                Part::Known(text) if quoted.kind != Kind::Pattern && out.len() < 256 => {
                    out.push(text.clone())
                }
                Part::Known(_) => {}
                Part::Hole(inside) => out.extend(texts(inside)),
            }
        }
        if quoted.kind == Kind::Pattern {
            out.extend(quoted.pieces.iter().flat_map(|piece| {
                match piece {
                    Part::Known(text) => text
                        .split_whitespace()
                        .map(str::to_owned)
                        .take(32)
                        .collect(),
                    Part::Hole(_) => Vec::new(),
                }
            }));
        }
    }
    out
}
