//! What a function is called on, what it is given, and the statements of its body, in all languages.

use crate::language::Language;
use crate::syntax::Node;

/// Parameters of one function that are looked at.
const PARAMETERS_MAX: usize = 64;

/// A function, taken apart.
pub(super) struct Head<'t> {
    pub(super) language: Language,
    pub(super) body: Node<'t>,
    /// The node that holds its parameters.
    pub(super) list: Option<Node<'t>>,
    /// The names of plain parameters, the receiver aside.
    pub(super) parameters: Vec<&'t str>,
    /// One of them is taken apart on the spot, or has no name.
    pub(super) opaque: bool,
    /// What it is called on, by the name that it has inside.
    pub(super) receiver: Option<&'t str>,
    pub(super) imposed: bool,
    pub(super) open: bool,
}

impl<'t> Head<'t> {
    pub(super) fn of(language: Language, function: Node<'t>) -> Option<Self> {
        let body = function.field("body")?;
        let list = function
            .field("parameters")
            .or_else(|| function.field("parameter"));
        let mut head = Self {
            language,
            body,
            list,
            parameters: Vec::new(),
            opaque: false,
            receiver: None,
            imposed: imposed(language, function),
            open: is_open(function),
        };
        match language {
            Language::Rust => head.receiver = Some("self"),
            Language::TypeScript | Language::Tsx | Language::Java => head.receiver = Some("this"),
            Language::Go => {
                let own = function.field("receiver").and_then(|it| it.named().next());
                head.receiver = own.and_then(|it| it.field("name")).map(Node::text);
            }
            Language::Python | Language::Vue | Language::Other => {}
        }
        // `name => ..` has no list, only the name.
        if list.is_some_and(|it| it.is("identifier")) {
            head.parameters.extend(list.map(Node::text));
            return Some(head);
        }
        let all = list.into_iter().flat_map(Node::named);
        for parameter in all.take(PARAMETERS_MAX) {
            head.take(parameter);
        }
        Some(head)
    }

    /// Takes down one parameter.
    fn take(&mut self, parameter: Node<'t>) {
        let name = match parameter.kind() {
            "self_parameter" | "receiver_parameter" => return,
            "parameter" | "required_parameter" | "optional_parameter" => {
                let pattern = parameter.field("pattern");
                // What has a modifier is kept by that alone (TypeScript).
                let kept = parameter.child("accessibility_modifier").is_some();
                match pattern.map(Node::kind) {
                    Some("this") => return,
                    Some("self") => return,
                    Some("identifier") if !kept => pattern,
                    Some("mut_pattern") => pattern.and_then(|it| it.named().last()),
                    Some(_) | None => None,
                }
            }
            "parameter_declaration" | "variadic_parameter_declaration" => {
                // Go: several names may share a type.
                let names = parameter.children().filter(|it| it.field_name() == "name");
                let names: Vec<&str> = names.map(Node::text).collect();
                self.opaque |= names.is_empty();
                self.parameters.extend(names);
                return;
            }
            "formal_parameter" => parameter.field("name"),
            "spread_parameter" => parameter
                .child("variable_declarator")
                .and_then(|it| it.field("name")),
            "identifier" => Some(parameter),
            "default_parameter" | "typed_default_parameter" => parameter.field("name"),
            "typed_parameter" => parameter.named().next().filter(|it| it.is("identifier")),
            _ => None,
        };
        let python = self.language == Language::Python;
        match name.map(Node::text) {
            Some(own @ ("self" | "cls")) if python && self.parameters.is_empty() => {
                self.receiver = Some(own);
            }
            Some(name) => self.parameters.push(name),
            None => self.opaque = true,
        }
    }

    /// The statements of its body; of an arrow without a block, what it answers.
    pub(super) fn statements(&self) -> Vec<Node<'t>> {
        statements(self.body)
    }

    /// Whether a body is one expression: `() => 1`.
    pub(super) fn is_expression(&self) -> bool {
        !is_block(self.body)
    }
}

fn is_block(node: Node<'_>) -> bool {
    node.is_any(&["block", "statement_block", "constructor_body"])
}

/// The statements of a block, documentation and `pass` aside.
pub(super) fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    if !is_block(block) {
        return vec![block];
    }
    let list = block.child("statement_list").unwrap_or(block);
    let all = list.named().filter(|it| !is_told(*it));
    all.collect()
}

/// A text that stands by itself, `pass`.
fn is_told(statement: Node<'_>) -> bool {
    let only = statement.named().next();
    let text = statement.is("expression_statement") && only.is_some_and(|it| it.is("string"));
    text || statement.is_any(&["pass_statement", "empty_statement"])
}

/// Whether something else says that a function has to be there.
fn imposed(language: Language, function: Node<'_>) -> bool {
    match language {
        Language::Rust => {
            let around = function.ancestors().find(|it| it.is("impl_item"));
            let own = function.ancestors().any(|it| it.is("trait_item"));
            own || around.is_some_and(|it| it.field("trait").is_some())
        }
        Language::Java => {
            let marks = function.child("modifiers");
            let marks = marks.into_iter().flat_map(Node::named);
            marks
                .filter(|it| it.is("marker_annotation"))
                .any(|it| it.field("name").map(Node::text) == Some("Override"))
        }
        Language::Python => function
            .parent()
            .is_some_and(|it| it.is("decorated_definition") && it.text().contains("override")),
        Language::TypeScript | Language::Tsx => function.child("override_modifier").is_some(),
        Language::Go | Language::Vue | Language::Other => false,
    }
}

/// Whether the type that a function belongs to is there for others to fill in: an interface, a trait, an abstract class.
fn is_open(function: Node<'_>) -> bool {
    const OPEN: [&str; 3] = [
        "interface_declaration",
        "trait_item",
        "abstract_class_declaration",
    ];
    function.ancestors().any(|it| {
        let abstract_ = || {
            let marks = it.child("modifiers");
            marks.is_some_and(|it| it.child("abstract").is_some())
        };
        let protocol = || {
            let above = it.field("superclasses");
            let mut above = above.into_iter().flat_map(Node::named);
            above.any(|it| it.text().contains("ABC") || it.text().contains("Protocol"))
        };
        it.is_any(&OPEN)
            || it.is("class_declaration") && abstract_()
            || it.is("class_definition") && protocol()
    })
}
