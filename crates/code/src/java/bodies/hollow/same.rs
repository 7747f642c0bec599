//! Answers that are the same whatever a Java method is given: a value without input, or what came in.

use super::{Flaw, Function, certain_if};
use crate::java::bodies::surroundings;
use crate::java::shape;
use crate::java::values::{self, Value};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// First words of names that promise something looked up or worked out.
const WORK: [&str; 12] = [
    "find",
    "fetch",
    "load",
    "query",
    "search",
    "list",
    "select",
    "compute",
    "calculate",
    "parse",
    "process",
    "generate",
];

/// Words of names whose answer may be a fixed value, beside those of any method.
const SETTLED: [&str; 7] = ["all", "none", "true", "false", "flag", "platform", "hash"];

impl Function<'_> {
    pub(super) fn constant(&self, value: Value, logs: bool) -> Option<Flaw> {
        let it = self.setting;
        if it.idle || it.test || it.default || it.retired || logs && self.is_for_output() {
            return None;
        }
        let words = phrases::name_words(it.name);
        let first = words.first().map_or("", String::as_str);
        let works = WORK.contains(&first);
        if self.arity == 0 {
            let empty = works && value == Value::Default && !it.hook;
            let fixed = self.hides_state() || self.finds_out();
            let reason = match fixed {
                true => Some(Reason::FixedValue),
                false => empty.then_some(Reason::DefaultValue),
            };
            return reason.map(|it| (it, Certainty::Likely));
        }
        let reason = match value {
            Value::Default => Reason::DefaultValue,
            Value::Fixed => Reason::FixedValue,
        };
        let same = words.iter().any(|word| SETTLED.contains(&word.as_str()))
            || surroundings::same_for_all(&words);
        // What it is given may be in the log.
        let sure = (it.own || it.plain())
            && !logs
            && !same
            && !self.has_comment()
            && !surroundings::documented(self.node);
        Some((reason, certain_if(sure)))
    }

    /// A method that its type asks for the sake of the state, in a class that has some: `hasNext` of an iterator.
    fn hides_state(&self) -> bool {
        const ASKED: [(&str, &str); 9] = [
            ("hasNext", "Iterator"),
            ("hasPrevious", "Iterator"),
            ("next", "Iterator"),
            ("hasMoreElements", "Enumeration"),
            ("nextElement", "Enumeration"),
            ("getValue", "Checksum"),
            ("size", "List"),
            ("size", "Map"),
            ("size", "Set"),
        ];
        let Some(class) = shape::class_of(self.node).filter(|it| it.is("class_declaration")) else {
            return false;
        };
        let members = class.field("body").into_iter().flat_map(Node::named);
        let mut fields = members
            .take(shape::MEMBERS_MAX)
            .filter(|n| n.is("field_declaration") && !shape::has(*n, "static"));
        let parents = shape::supertypes(class);
        let asked = ASKED.iter().any(|(name, of)| {
            *name == self.setting.name && parents.iter().any(|it| it.ends_with(of))
        });
        asked && !self.has_comment() && fields.next().is_some()
    }

    /// A method that by its comment finds something out, and that nobody is to override.
    fn finds_out(&self) -> bool {
        const ASKS: [&str; 10] = [
            "determine",
            "check",
            "test",
            "detect",
            "look up",
            "looks up",
            "read",
            "compute",
            "calculate",
            "find",
        ];
        let it = self.setting;
        let comment = self.node.previous().filter(|it| it.is("block_comment"));
        let text = comment.map_or("", Node::text).to_lowercase();
        let text = text.trim_start_matches(['/', '*', ' ', '\n', '\r', '\t']);
        let asks = ASKS.iter().any(|word| text.starts_with(word));
        let meant = text.contains("always") || text.contains("never");
        it.own && asks && !meant && !self.has_comment() && !surroundings::documented(self.node)
    }

    /// `return SIX_1;` in a method whose own comment speaks of what it is given.
    pub(super) fn is_promised(&self, expression: Node<'_>) -> bool {
        let it = self.setting;
        let shouted = expression.is("identifier")
            && expression.text().chars().any(char::is_uppercase)
            && !expression.text().chars().any(char::is_lowercase);
        let mut parameters = self.parameters.iter();
        let spoken = parameters.any(|name| surroundings::promises(self.node, name));
        let meant = it.idle || it.test || it.default || it.retired || it.hook;
        shouted && spoken && !meant && !surroundings::documented(self.node)
    }

    /// `return Duration.ofSeconds(30);` in a method that is given something to make a duration of.
    pub(super) fn is_made(&self, expression: Node<'_>) -> bool {
        let it = self.setting;
        let meant = it.idle || it.test || it.default || it.retired || it.hook;
        let words = phrases::name_words(it.name);
        let same = words.iter().any(|word| SETTLED.contains(&word.as_str()))
            || surroundings::same_for_all(&words);
        self.arity > 0
            && !meant
            && !same
            && values::takes_nothing(expression)
            && !surroundings::documented(self.node)
    }

    /// `Response withHeader(String name, String value) { return this; }`: of what was asked for nothing has happened.
    fn gives_itself(&self, expression: Node<'_>) -> bool {
        let it = self.setting;
        let meant = it.overrides || it.hook || it.default || it.idle || it.inherits || it.test;
        expression.is("this")
            && self.arity > 0
            && !(meant || it.retired || it.marked)
            && !phrases::promises_passing_on(it.name)
            && !self.has_comment()
            && !surroundings::documented(self.node)
    }

    pub(super) fn passes_on(&self, expression: Node<'_>) -> Option<Flaw> {
        let it = self.setting;
        if self.gives_itself(expression) {
            return Some((Reason::Identity, Certainty::Likely));
        }
        let typed = || {
            let given = shape::parameter_type(shape::parameters(self.node).next()?)?;
            Some(given.text() == self.node.field("type")?.text())
        };
        let same = expression.is("identifier")
            && (self.arity == 1 || (self.arity > 1 && it.own))
            && self.parameters.contains(expression.text())
            && !(it.overrides || it.hook || it.default || it.idle || it.inherits || it.test)
            && !phrases::promises_passing_on(it.name)
            && !shape::has(self.node, "protected")
            && typed().unwrap_or(false);
        same.then_some((Reason::Identity, Certainty::Likely))
    }

    /// `out.write(input.toString())` in a type that is named for what it makes of its input.
    pub(super) fn echoes(&self, expression: Node<'_>) -> bool {
        const MAKERS: [&str; 20] = [
            "encoder",
            "decoder",
            "escaper",
            "unescaper",
            "converter",
            "translator",
            "parser",
            "normalizer",
            "sanitizer",
            "compressor",
            "decompressor",
            "encryptor",
            "decryptor",
            "hasher",
            "transformer",
            "minifier",
            "obfuscator",
            "masker",
            "redactor",
            "quoter",
        ];
        let it = self.setting;
        let class = shape::class_of(self.node).and_then(|it| it.field("name"));
        let words = class.map_or_else(Vec::new, |it| phrases::name_words(shape::short(it.text())));
        let maker = words.last().is_some_and(|it| MAKERS.contains(&it.as_str()));
        let plain = [
            "identity",
            "raw",
            "plain",
            "literal",
            "string",
            "pass",
            "simple",
            "base",
            "delegating",
        ];
        let meant = it.idle || it.test || it.default || it.retired;
        let meant = meant || words.iter().any(|it| plain.contains(&it.as_str()));
        let writes = matches!(shape::method(expression), "write" | "append" | "print");
        let given = shape::arguments(expression).next();
        let mut arguments = shape::arguments(expression).skip(1);
        let own = given.map(|it| match shape::method(it) {
            "toString" => it.field("object").unwrap_or(it),
            _ => it,
        });
        let object = expression.field("object");
        let to_given = writes && object.is_some_and(|it| self.parameters.contains(it.text()));
        maker
            && !meant
            && to_given
            && arguments.next().is_none()
            && own.is_some_and(|it| it.is("identifier") && self.parameters.contains(it.text()))
    }
}
