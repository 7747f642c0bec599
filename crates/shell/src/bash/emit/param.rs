//! `${ … }`.

use super::{Emitter, Place};
use crate::tree::{Arith, Param, ParamOp, ReplaceKind, Word};

impl Emitter {
    pub(super) fn param(&mut self, param: &Param, place: Place) {
        self.push("${");
        if param.length {
            self.push("#");
        }
        if param.indirect {
            self.push("!");
        }
        self.push(&param.name);
        self.subscript(param.subscript.as_ref());
        if let Some(op) = &param.op {
            self.op(op, place);
        }
        self.push("}");
    }

    fn op(&mut self, op: &ParamOp, place: Place) {
        match op {
            ParamOp::Default { colon, word } => self.value(*colon, "-", word, place),
            ParamOp::Assign { colon, word } => self.value(*colon, "=", word, place),
            ParamOp::Error { colon, word } => self.value(*colon, "?", word, place),
            ParamOp::Alternate { colon, word } => self.value(*colon, "+", word, place),
            ParamOp::RemovePrefix { longest, pattern } => {
                self.pattern(if *longest { "##" } else { "#" }, pattern)
            }
            ParamOp::RemoveSuffix { longest, pattern } => {
                self.pattern(if *longest { "%%" } else { "%" }, pattern)
            }
            ParamOp::Replace {
                kind,
                pattern,
                with,
            } => {
                self.pattern(replace(*kind), pattern);
                self.push("/");
                self.parts(&with.parts, place);
            }
            ParamOp::Substring { offset, length } => self.substring(offset, length.as_ref(), place),
            ParamOp::Case { operator, pattern } => self.pattern(operator, pattern),
            ParamOp::Transform(letter) => {
                self.push("@");
                self.out.push(*letter);
            }
            ParamOp::Names => self.push("*"),
        }
    }

    fn value(&mut self, colon: bool, operator: &str, word: &Word, place: Place) {
        if colon {
            self.push(":");
        }
        self.push(operator);
        self.parts(&word.parts, place);
    }

    /// Quotes have their own meaning in a pattern, wherever it stands.
    fn pattern(&mut self, operator: &str, pattern: &Word) {
        self.push(operator);
        self.word(pattern);
    }

    fn substring(&mut self, offset: &Arith, length: Option<&Arith>, place: Place) {
        self.push(":");
        self.arith(offset, place);
        if let Some(length) = length {
            self.push(":");
            self.arith(length, place);
        }
    }
}

fn replace(kind: ReplaceKind) -> &'static str {
    match kind {
        ReplaceKind::First => "/",
        ReplaceKind::All => "//",
        ReplaceKind::Prefix => "/#",
        ReplaceKind::Suffix => "/%",
    }
}
