//! Conditions of rules (`when:`), in a part of CEL in which every evaluation is short and ends.
//!
//! CEL itself bounds nothing, so the part is small: the variables of [`super::view`], literals, lists, comparison, `&&`,
//! `||`, `!`, `?:`, `in`, indexing, `startsWith`, `endsWith`, `contains`, `matches` with a written pattern, `size`, and
//! `exists`, `all`, `exists_one` over a list, not within each other. No value can become larger than what goes in.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, LiteralValue};
use cel::{Context, Env, IdedExpr, Program, Value};
use regex::RegexBuilder;
use shell::display::visible;

use super::view::{VARIABLES, View, Word};

/// Longest condition, in bytes.
const SOURCE_BYTES_MAX: usize = 1_024;
/// Brackets within brackets. The parser takes 150 kB of stack for each in a debug build.
const DEPTH_MAX: usize = 4;
/// Signs after which the parser goes one level deeper and does not come back: `?`, and `!` and `-` before a value.
const DEEPER_MAX: usize = 8;
/// Comparisons, members and indexes: a chain of them is as deep as it is long.
const STEPS_MAX: usize = 24;
/// Bytes of a compiled pattern within a condition: it may be compiled for each item of a list.
const REGEX_BYTES_MAX: usize = 64 * 1024;

/// Operators and functions there are.
const FUNCTIONS: &[&str] = &[
    "_?_:_",
    "_&&_",
    "_||_",
    "!_",
    "-_",
    "_==_",
    "_!=_",
    "_>=_",
    "_<=_",
    "_>_",
    "_<_",
    "_[_]",
    "@in",
    "startsWith",
    "endsWith",
    "contains",
    "matches",
    "size",
];

/// A condition that was checked.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    program: Arc<Program>,
}

impl Condition {
    /// Checks and compiles.
    ///
    /// # Errors
    /// Why not, in words.
    pub(crate) fn compile(source: &str) -> Result<Self, String> {
        check_size(source)?;
        let program = Program::compile(source).map_err(|errors| first_line(&errors.to_string()))?;
        Walk::default().expr(program.expression())?;
        Ok(Self {
            program: Arc::new(program),
        })
    }

    /// Whether it speaks of a variable.
    pub(super) fn asks_for(&self, name: &str) -> bool {
        self.program.references().has_variable(name)
    }

    /// Whether it holds of an action.
    ///
    /// # Errors
    /// When it can't be told: something it asks for is not known, or a comparison makes no sense.
    pub(super) fn holds(&self, view: &View) -> Result<bool, String> {
        static ENV: LazyLock<Arc<Env>> = LazyLock::new(|| Arc::new(Env::stdlib()));
        let mut context = Context::with_env(Arc::clone(&ENV));
        for name in VARIABLES {
            match view.word(name)? {
                Some(Word::Text(text)) => context.add_variable_from_value(*name, text),
                Some(Word::List(items)) => context.add_variable_from_value(*name, items),
                Some(Word::Switch(on)) => context.add_variable_from_value(*name, on),
                // Not known: whoever asks for it gets an error.
                None => {}
            }
        }
        match self.program.execute(&context) {
            Ok(Value::Bool(holds)) => Ok(holds),
            Ok(other) => Err(format!("it is {}, not true or false", other.type_of())),
            Err(error) => Err(first_line(&error.to_string())),
        }
    }
}

/// What a parser must not even be given: it recurses.
fn check_size(source: &str) -> Result<(), String> {
    if source.len() > SOURCE_BYTES_MAX {
        return Err(format!("it is longer than {SOURCE_BYTES_MAX} bytes"));
    }
    if source.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    let (mut depth, mut deeper, mut steps) = (0_usize, 0_usize, 0_usize);
    let mut before = ' ';
    for c in outside_of_texts(source)? {
        match c {
            '(' | '{' => depth = depth.saturating_add(1),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '?' | '!' | '-' => deeper = deeper.saturating_add(1),
            '[' => {
                depth = depth.saturating_add(1);
                steps = steps.saturating_add(1);
            }
            c if STEPS.contains(c) && !STEPS.contains(before) => steps = steps.saturating_add(1),
            _ => {}
        }
        before = c;
        if depth > DEPTH_MAX || deeper > DEEPER_MAX || steps > STEPS_MAX {
            return Err(format!(
                "it is too deep or too long: at most {DEPTH_MAX} brackets within brackets, {DEEPER_MAX} of `?`, `!` and \
                 `-`, and {STEPS_MAX} comparisons and calls"
            ));
        }
    }
    Ok(())
}

/// Signs that begin a comparison, a member or a sum.
const STEPS: &str = "<>=+*/%.";

/// The characters of a condition that don't stand between quotes. What the real reader could take otherwise is refused:
/// comments, raw and threefold quotes, other escapes, other characters.
fn outside_of_texts(source: &str) -> Result<Vec<char>, String> {
    let mut out = Vec::new();
    let mut before = ' ';
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' if before.is_ascii_alphanumeric() || matches!(before, '\'' | '"' | '_') => {
                return Err(
                    "a text stands between single or double quotes, nothing before them".to_owned(),
                );
            }
            '\'' | '"' => skip_text(&mut chars, c)?,
            '/' if before == '/' => return Err("there are no comments".to_owned()),
            _ if c.is_ascii_alphanumeric() || " \n_()[]{}<>=!&|?:,.+-*/%".contains(c) => {
                out.push(c)
            }
            _ => return Err(format!("`{}` has no meaning", visible(&c.to_string(), 8))),
        }
        before = c;
    }
    Ok(out)
}

/// Goes on behind the end of a text.
fn skip_text(chars: &mut std::str::Chars<'_>, quote: char) -> Result<(), String> {
    while let Some(c) = chars.next() {
        match c {
            _ if c == quote => return Ok(()),
            '\\' if !matches!(chars.next(), Some('\\' | '\'' | '"' | 'n' | 't')) => {
                return Err(
                    "behind `\\` stands `\\`, a quote, `n` or `t`; a pattern's `\\d` is `\\\\d`"
                        .to_owned(),
                );
            }
            _ if c.is_control() => return Err("a text ends in its line".to_owned()),
            _ => {}
        }
    }
    Err("a quote is not closed".to_owned())
}

/// Looks at every node; the depth is bounded by [`check_size`].
#[derive(Default)]
struct Walk {
    /// Names that `exists` and its like bind.
    bound: BTreeSet<String>,
}

impl Walk {
    fn expr(&mut self, at: &IdedExpr) -> Result<(), String> {
        match &at.expr {
            Expr::Literal(LiteralValue::Bytes(_)) => Err("there are no bytes".to_owned()),
            Expr::Literal(_) => Ok(()),
            Expr::Ident(name)
                if self.bound.contains(name) || VARIABLES.contains(&name.as_str()) =>
            {
                Ok(())
            }
            Expr::Ident(name) => Err(format!(
                "there is no `{name}`; there are {}",
                VARIABLES.join(", ")
            )),
            Expr::List(list) if list.optional_indices.is_empty() => {
                list.elements.iter().try_for_each(|it| self.expr(it))
            }
            Expr::Call(call) => self.call(call),
            Expr::Comprehension(it) => self.comprehension(it),
            Expr::List(_)
            | Expr::Map(_)
            | Expr::Struct(_)
            | Expr::Select(_)
            | Expr::Unspecified => Err("there are no fields, maps or messages".to_owned()),
        }
    }

    fn call(&mut self, call: &CallExpr) -> Result<(), String> {
        let name = call.func_name.as_str();
        if matches!(name, "map" | "filter" | "exists" | "all" | "exists_one") {
            return Err(format!("`{name}` can't be used so"));
        }
        if !FUNCTIONS.contains(&name) {
            let shown = name.trim_matches(['_', '@']);
            return Err(format!("there is no `{shown}`"));
        }
        if name == "matches" {
            written_pattern(call.args.last())?;
        }
        if let Some(target) = &call.target {
            self.expr(target)?;
        }
        call.args.iter().try_for_each(|it| self.expr(it))
    }

    /// Only what ends in true or false, and not within another one.
    fn comprehension(&mut self, it: &ComprehensionExpr) -> Result<(), String> {
        if !self.bound.is_empty() {
            return Err(
                "`exists`, `all` and `exists_one` don't stand within each other".to_owned(),
            );
        }
        let Expr::Call(step) = &it.loop_step.expr else {
            return Err("only `exists`, `all` and `exists_one` go over lists".to_owned());
        };
        // What the macro makes of the user's own expression, by the operator it is joined with.
        let own = match (&it.accu_init.expr, step.func_name.as_str()) {
            (Expr::Literal(_), "_||_" | "_&&_") => step.args.get(1),
            (Expr::Literal(_), "_?_:_") => step.args.first(),
            _ => None,
        };
        let Some(own) = own else {
            return Err("only `exists`, `all` and `exists_one` go over lists".to_owned());
        };
        self.expr(&it.iter_range)?;
        self.bound.insert(it.iter_var.clone());
        let looked = self.expr(own);
        self.bound.clear();
        looked
    }
}

/// A pattern that comes from the action could be made to cost: only a written one is taken.
fn written_pattern(argument: Option<&IdedExpr>) -> Result<(), String> {
    let Some(Expr::Literal(LiteralValue::String(text))) = argument.map(|it| &it.expr) else {
        return Err("`matches` takes a pattern that is written out".to_owned());
    };
    let built = RegexBuilder::new(text.inner())
        .size_limit(REGEX_BYTES_MAX)
        .build();
    match built {
        Ok(_) => Ok(()),
        Err(error) => Err(format!(
            "a pattern can't be read: {}",
            last_line(&error.to_string())
        )),
    }
}

fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or("it can't be read").trim().to_owned()
}

fn last_line(text: &str) -> String {
    text.lines().last().unwrap_or_default().trim().to_owned()
}
