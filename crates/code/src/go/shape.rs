//! The shapes of Go syntax that several passes look at: functions, their parameters, calls, statements.

use crate::scan::unquoted;
use crate::syntax::Node;

/// Layers of parentheses, pointers and arguments that are taken off.
const LAYERS_MAX: usize = 16;

/// Bytes of the path of a call that are said.
const WHOLE_MAX: usize = 60;

/// How many parameters of a function are looked at.
const PARAMETERS_MAX: usize = 256;

/// A function of any form, with what its head says.
#[derive(Clone)]
pub(super) struct Head<'t> {
    /// The type it belongs to, if it is a method.
    pub(super) receiver: Option<Receiver<'t>>,
    /// Every parameter by itself, unnamed ones too.
    pub(super) parameters: Vec<Parameter<'t>>,
    /// The types of its results.
    pub(super) results: Vec<Node<'t>>,
    /// The names of its results, where they have any.
    pub(super) result_names: Vec<&'t str>,
    /// It takes types.
    pub(super) generic: bool,
}

/// The receiver of a method.
#[derive(Clone, Copy)]
pub(super) struct Receiver<'t> {
    /// The name of its type, without pointer and type arguments.
    pub(super) of: &'t str,
    /// Its own name, unless it has none or is `_`.
    pub(super) name: Option<&'t str>,
}

/// One parameter.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'t> {
    /// Its name, unless it has none or is `_`.
    pub(super) name: Option<&'t str>,
    /// Its type.
    pub(super) of: Node<'t>,
}

impl<'t> Head<'t> {
    /// The head of a function declaration, a method or a function literal.
    pub(super) fn of(function: Node<'t>) -> Head<'t> {
        let results = function.field("result");
        let (results, result_names) = match results {
            Some(list) if list.is("parameter_list") => {
                let all = parameters(list);
                let names = all.iter().filter_map(|it| it.name).collect();
                (all.iter().map(|it| it.of).collect(), names)
            }
            Some(single) => (vec![single], Vec::new()),
            None => (Vec::new(), Vec::new()),
        };
        Head {
            receiver: function.field("receiver").and_then(receiver),
            parameters: function
                .field("parameters")
                .map_or_else(Vec::new, parameters),
            results,
            result_names,
            generic: function.field("type_parameters").is_some(),
        }
    }

    /// The names of its parameters.
    pub(super) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.parameters.iter().filter_map(|it| it.name)
    }

    /// Whether its last result is an `error`.
    pub(super) fn fails(&self) -> bool {
        self.results.last().is_some_and(|it| it.text() == "error")
    }
}

fn receiver(list: Node<'_>) -> Option<Receiver<'_>> {
    let declared = list.named().find(|it| it.is("parameter_declaration"))?;
    Some(Receiver {
        of: type_name(declared.field("type")?),
        name: declared
            .field("name")
            .map(Node::text)
            .filter(|name| *name != "_"),
    })
}

fn parameters(list: Node<'_>) -> Vec<Parameter<'_>> {
    let mut found = Vec::new();
    for declared in list.named().take(PARAMETERS_MAX) {
        let Some(of) = declared.field("type") else {
            continue;
        };
        let before = found.len();
        let names = declared.children().filter(|it| it.field_name() == "name");
        for name in names.map(Node::text).take(PARAMETERS_MAX) {
            let name = Some(name).filter(|it| *it != "_");
            found.push(Parameter { name, of });
        }
        if found.len() == before {
            found.push(Parameter { name: None, of });
        }
    }
    found
}

/// The name of a type, without pointers, packages and type arguments: `Stack` for `*Stack[T]`.
pub(super) fn type_name(node: Node<'_>) -> &str {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let next = match at.kind() {
            "pointer_type" | "parenthesized_type" => at.named().next(),
            "generic_type" => at.field("type"),
            "qualified_type" => at.field("name"),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at.text()
}

/// The statements of a block, a case or a list of statements.
pub(super) fn statements(block: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = match block.kind() {
        "statement_list" => Some(block),
        _ => block.child("statement_list"),
    };
    list.into_iter()
        .flat_map(Node::named)
        .filter(|it| !it.is("empty_statement"))
}

/// The expression of a statement, parentheses taken off.
pub(super) fn bare(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let inner = at
            .is_any(&["expression_statement", "parenthesized_expression"])
            .then(|| at.named().next())
            .flatten();
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

/// A call, and what it calls.
#[derive(Clone, Copy)]
pub(super) struct Call<'t> {
    /// What is called.
    pub(super) function: Node<'t>,
    /// Its list of arguments.
    list: Option<Node<'t>>,
}

impl<'t> Call<'t> {
    /// The call that a statement or an expression is.
    pub(super) fn of(node: Node<'t>) -> Option<Call<'t>> {
        let node = bare(node);
        let function = node
            .is("call_expression")
            .then(|| node.field("function"))
            .flatten();
        Some(Call {
            function: function?,
            list: node.field("arguments"),
        })
    }

    /// What it calls, as written.
    pub(super) fn path(self) -> &'t str {
        self.function.text()
    }

    /// The last word of what it calls: `Println` of `fmt.Println`.
    pub(super) fn last(self) -> &'t str {
        match self.function.kind() {
            "selector_expression" => self.function.field("field").map_or("", Node::text),
            _ => self.function.text(),
        }
    }

    /// What it calls, for people: as written, or its last word where that is long.
    pub(super) fn whole(self) -> &'t str {
        let path = self.path();
        let name = |c: char| c.is_alphanumeric() || "_.".contains(c);
        match path.len() <= WHOLE_MAX && path.chars().all(name) {
            true => path,
            false => self.last(),
        }
    }

    /// The first word of what it calls, if that is a name: `s` of `s.db.Query`.
    pub(super) fn first(self) -> &'t str {
        first_name(self.function)
    }

    /// What stands before the last word: `s.db` of `s.db.Query`.
    pub(super) fn operand(self) -> Option<Node<'t>> {
        self.function.field("operand")
    }

    /// Its arguments.
    pub(super) fn arguments(self) -> impl Iterator<Item = Node<'t>> {
        self.list.into_iter().flat_map(Node::named)
    }

    /// How many arguments it has.
    pub(super) fn arity(self) -> usize {
        self.arguments().count()
    }
}

/// The name that a chain of selectors and calls begins with; empty for none.
pub(super) fn first_name(node: Node<'_>) -> &str {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let next = match at.kind() {
            "identifier" => return at.text(),
            "selector_expression" | "index_expression" => at.field("operand"),
            "call_expression" => at.field("function"),
            "parenthesized_expression" => at.named().next(),
            "unary_expression" => at.field("operand"),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    ""
}

/// The contents of a string literal.
pub(super) fn string(node: Node<'_>) -> Option<&str> {
    node.is_any(&["interpreted_string_literal", "raw_string_literal"])
        .then(|| unquoted(node.text()))
}

/// The first string literal at a node or inside it.
pub(super) fn first_string(node: Node<'_>, nodes_max: usize) -> Option<&str> {
    let inner = node.descendants().take(nodes_max);
    std::iter::once(node).chain(inner).find_map(string)
}

/// The expressions of a list, or the one expression there is.
pub(super) fn expressions(node: Node<'_>) -> Vec<Node<'_>> {
    match node.kind() {
        "expression_list" => node.named().take(LAYERS_MAX).collect(),
        _ => vec![node],
    }
}

/// What a `return` returns.
pub(super) fn returned(statement: Node<'_>) -> Vec<Node<'_>> {
    statement.named().next().map_or_else(Vec::new, expressions)
}

/// The names and values of `a, b := x, y` and `a = x`, with whether it declares them.
pub(super) struct Assigned<'t> {
    pub(super) left: Vec<Node<'t>>,
    pub(super) right: Vec<Node<'t>>,
    pub(super) declares: bool,
}

/// What a statement assigns, if it is `=` or `:=`.
pub(super) fn assigned(statement: Node<'_>) -> Option<Assigned<'_>> {
    let declares = statement.is("short_var_declaration");
    let plain = || {
        let operator = || statement.field("operator").map(Node::text);
        statement.is("assignment_statement") && operator() == Some("=")
    };
    (declares || plain()).then(|| Assigned {
        left: statement.field("left").map_or_else(Vec::new, expressions),
        right: statement.field("right").map_or_else(Vec::new, expressions),
        declares,
    })
}

/// Whether a name is one that others can see.
pub(super) fn is_public(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Whether a statement stands in a deferred function, where nobody is left to be told.
pub(super) fn in_defer(statement: Node<'_>) -> bool {
    let literal = statement.ancestors().find(|it| it.is("func_literal"));
    let call = literal.and_then(Node::parent).and_then(Node::parent);
    let deferred = literal
        .and_then(Node::parent)
        .filter(|it| it.is("call_expression"));
    let recovers = Call::of(statement).is_some_and(|it| it.path() == "recover");
    !recovers && deferred.is_some() && call.is_some_and(|it| it.is("defer_statement"))
}
