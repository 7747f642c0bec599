//! What a program of a general language would do, by the calls in it.

use super::calls::{self, Use, split};
use super::language::Language;
use super::lexer::{self, Kind, Token};
use super::names::{self, Act, is_harmless};
use super::values::Values;
use super::{Deed, Does, Found};
use crate::effect::Level;
use crate::value::{Piece, Text};

mod acts;
mod ending;
mod endless;
mod environment;
mod modules;

/// Code in code that is followed.
const DEPTH_MAX: usize = 4;
/// Deeds of one program that are told apart.
const DEEDS_MAX: usize = 512;

/// Looks at a program.
pub(super) fn look(language: Language, code: &str) -> Found {
    at_depth(language, code, 0)
}

/// The modules that a program in python takes in.
pub(super) fn imports_of_python(code: &str) -> Vec<String> {
    modules::of_python(code)
}

fn at_depth(language: Language, code: &str, depth: usize) -> Found {
    let tokens = lexer::tokens(language, code);
    let values = Values::of(language, &tokens);
    let mut report = Report {
        language,
        depth,
        values: &values,
        deeds: Vec::new(),
        plain: true,
        connects: false,
        decodes: false,
        runs: false,
        somewhere: Vec::new(),
        kills: false,
    };
    report.whole(&tokens);
    // The request by its number: it puts characters into a terminal's input.
    if code.contains("0x5412") && code.contains("ioctl") {
        report.say(Deed::deny(
            "gate-tamper",
            "it types for the person at the terminal",
        ));
    }
    report.ended(&tokens)
}

struct Report<'v> {
    language: Language,
    depth: usize,
    values: &'v Values,
    deeds: Vec<Deed>,
    plain: bool,
    /// It talks to the network.
    connects: bool,
    /// It makes text that can't be seen here.
    decodes: bool,
    /// It runs text that is not known.
    runs: bool,
    /// Deeds on paths that are not known.
    somewhere: Vec<Does>,
    /// It ends processes.
    kills: bool,
}

impl Report<'_> {
    fn whole(&mut self, tokens: &[Token]) {
        self.signs(tokens);
        self.imports(tokens);
        for quoted in calls::commands(tokens) {
            self.started();
            if quoted.kind == Kind::Command
                && let Some(text) = self.values.quoted(quoted).whole()
            {
                self.say(Deed::Shell(text));
            }
        }
        // The names in `from x import y` are used where they are used.
        let is_import = |statement: &&[Token]| {
            self.language == Language::Python
                && matches!(statement.first(), Some(Token::Name(word)) if word == "import" || word == "from")
        };
        let rest: Vec<Token> = tokens
            .split(|token| *token == Token::End)
            .filter(|statement| !is_import(statement))
            .flat_map(|statement| statement.iter().cloned().chain([Token::End]))
            .collect();
        for one in calls::uses(self.language, &rest) {
            self.used(&one);
        }
        if endless::is_endless(tokens) {
            self.say(Deed::deny(
                "resource-abuse",
                "a loop without end uses the machine up",
            ));
        }
    }

    fn say(&mut self, deed: Deed) {
        if self.deeds.len() < DEEDS_MAX && !self.deeds.contains(&deed) {
            self.deeds.push(deed);
        }
    }

    fn started(&mut self) {
        self.plain = false;
        self.say(Deed::deny(
            "runs-programs",
            "the code starts other programs",
        ));
    }

    /// A call of something that is computed: `x[0](…)`, `f()()`.
    fn signs(&mut self, tokens: &[Token]) {
        for pair in tokens.windows(2) {
            if let [Token::Sign(')' | ']'), Token::Sign('(')] = pair {
                self.plain = false;
            }
        }
        if tokens.contains(&Token::Sign('\u{fffd}')) {
            self.plain = false;
        }
    }

    fn used(&mut self, one: &Use<'_>) {
        let mut path = self.values.resolved(&one.path);
        if let Some(receiver) = one.receiver {
            let mut module = self.values.module_of(receiver);
            module.extend(path);
            path = module;
        }
        if self.environment(one, &path) {
            return;
        }
        let last = path.last().cloned().unwrap_or_default();
        if one.called
            && matches!(last.as_str(), "require" | "import")
            && self.language == Language::Node
        {
            self.required(one);
            return;
        }
        let found = names::act(self.language, &path);
        match found {
            Some(act) if one.called || !names::needs_call(act) => self.acted(act, one, &path),
            // A function that is handed on may be called by whoever gets it.
            Some(Act::Start | Act::Delete | Act::Run)
                if path.len() > 1 && (one.path.len() > 1 || self.language != Language::Node) =>
            {
                self.acted(found.unwrap_or(Act::Run), one, &path);
            }
            Some(_) => self.plain &= self.values.is_variable(&last),
            None => self.unnamed(one, &last),
        }
    }

    /// Something that no table names.
    fn unnamed(&mut self, one: &Use<'_>, last: &str) {
        if self.language == Language::Node && last == "doShellScript" {
            self.acted(Act::Start, one, &one.path);
            return;
        }
        let sigil = last.starts_with(['$', '@', '%', '&']);
        if one.called {
            let own = self.values.is_variable(last)
                && self.language.syntax().bare_calls
                && one.arguments.is_empty();
            self.plain &= own || (is_harmless(self.language, last) && !sigil);
        } else if last.starts_with("__") && self.language == Language::Python {
            self.plain &= matches!(last, "__name__" | "__version__" | "__doc__" | "__file__");
        }
    }

    fn hidden(&mut self, why: &str) {
        self.plain = false;
        self.say(Deed::Mark {
            level: Level::Deny,
            id: "hidden-code".to_owned(),
            why: why.to_owned(),
        });
    }

    /// One deed on a path.
    fn place(&mut self, does: Does, path: Option<Text>) {
        let Some(text) = path else {
            self.plain = false;
            self.somewhere.push(does);
            return;
        };
        self.plain &= does == Does::Read;
        match text.whole() {
            Some(path) => self.say(match does {
                Does::Read => Deed::Read(path),
                Does::Write => Deed::Write(path),
                Does::Delete => Deed::Delete(path),
            }),
            None => {
                self.plain = false;
                if text.start().is_empty() {
                    self.somewhere.push(does);
                }
                self.say(Deed::Partly { does, path: text });
            }
        }
    }
}

/// The elements of a list that is written, or the one value.
fn elements(tokens: &[Token]) -> Vec<&[Token]> {
    match tokens.first() {
        Some(Token::Sign('[' | '('))
            if calls::closing(tokens).saturating_add(1) == tokens.len() =>
        {
            split(calls::inside(tokens), &[","])
        }
        Some(_) | None => vec![tokens],
    }
}

/// Whether nothing at all is known of a text.
fn is_blank(text: &Text) -> bool {
    text.pieces
        .iter()
        .all(|piece| matches!(piece, Piece::Unknown(_)))
}
