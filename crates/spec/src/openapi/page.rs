//! What a planner and an agent are told of an API, and what a person would check of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::document::Document;
use super::operation::Operation;
use super::shape;
use crate::fields::one_line;
use crate::yaml::{Key, Node, Value};

/// Characters of an objective.
const CHARS_MAX: usize = 60_000;
/// Characters of one description.
const SENTENCE_CHARS_MAX: usize = 300;
const JSON: &str = "application/json";

/// Title, operations, and the schemas that they use.
pub(super) fn objective(
    path: &str,
    document: &Document<'_>,
    operations: &[Operation<'_>],
    of_their_own: &[(Key, Node)],
) -> String {
    let mut page = Page::new(path);
    let info = document.root.get("info");
    let text = |name: &str| info.and_then(|it| it.text(name)).map(one_line);
    let title = text("title").unwrap_or_else(|| "The API".to_owned());
    let version = text("version").map(|it| format!(" {it}"));
    let version = version.unwrap_or_default();
    page.line(&match operations.is_empty() {
        false => format!(
            "{title}{version}: the API that `{path}` describes is there, and answers as described."
        ),
        true => format!("{title}{version}: the types that `{path}` describes are there."),
    });
    if let Some(words) = text("description") {
        page.line(&format!("\n{}", cut(&words)));
    }
    let servers = document.root.get("servers").map_or(&[][..], Node::items);
    let addresses: Vec<&str> = servers.iter().filter_map(|it| it.text("url")).collect();
    if !addresses.is_empty() {
        page.line(&format!("\nServed at: {}", addresses.join(", ")));
    }
    if let Some(security) = document.root.get("security").and_then(secured) {
        page.line(&format!("\nSecured by: {security}"));
    }
    if !operations.is_empty() {
        page.line("\n## Operations\n");
    }
    for operation in operations {
        one(&mut page, document, operation);
    }
    let mut used: Vec<(String, &Node)> = Vec::new();
    for (key, schema) in of_their_own {
        used.push((key.text.clone(), schema));
    }
    used.extend(of_operations(document, operations));
    schemas(&mut page, document, used);
    security_schemes(&mut page, document);
    page.end()
}

/// What is to be so of a schema that no operation uses.
pub(super) fn schema_acceptance((key, schema): &(Key, Node)) -> String {
    format!("{} is {}", one_line(&key.text), cut(&shape::words(schema)))
}

/// One sentence for each response; one in all for a webhook, which others answer.
pub(super) fn acceptance(operation: &Operation<'_>) -> Vec<String> {
    let call = operation.call();
    if operation.webhook {
        let request = operation.node.get("requestBody").and_then(body);
        let schema = request.and_then(|(_, schema)| schema).map(shape::name);
        let with = schema.map(|it| format!(" with {it}")).unwrap_or_default();
        return vec![format!("{call} is sent{with}")];
    }
    if operation.responses.is_empty() {
        return vec![format!("{call} is answered")];
    }
    let said = operation.responses.iter().map(|(status, response)| {
        let status = match *status {
            "default" => "anything else",
            status => status,
        };
        match body(response) {
            Some((_, Some(schema))) => {
                format!("{call} answers {status} with {}", shape::name(schema))
            }
            Some((kind, None)) => format!("{call} answers {status} with {kind}"),
            None => format!("{call} answers {status}"),
        }
    });
    said.collect()
}

fn one(page: &mut Page, document: &Document<'_>, operation: &Operation<'_>) {
    let node = operation.node;
    let mut line = format!("- {}", operation.call());
    if operation.id != operation.call() {
        let _ = write!(line, " (`{}`)", operation.id);
    }
    if node.text("deprecated") == Some("true") {
        line.push_str(", deprecated");
    }
    let words = node.text("summary").or_else(|| node.text("description"));
    if let Some(words) = words {
        let _ = write!(line, ": {}", cut(&one_line(words)));
    }
    page.line(&line);
    for parameter in &operation.parameters {
        let star = if parameter.required { "*" } else { "" };
        let schema = parameter.node.get("schema");
        let schema = schema.or_else(|| body(parameter.node)?.1);
        let kind = schema.map_or_else(|| "anything".to_owned(), shape::words);
        page.line(&format!(
            "  - {} {}{star}: {kind}",
            parameter.place,
            one_line(parameter.name)
        ));
    }
    if let Some(request) = document.get(node, "requestBody") {
        let star = if request.text("required") == Some("true") {
            "*"
        } else {
            ""
        };
        page.line(&format!("  - request{star}: {}", contents(request)));
    }
    for (status, response) in &operation.responses {
        let words = response
            .text("description")
            .map(one_line)
            .unwrap_or_default();
        let words = if words.is_empty() {
            words
        } else {
            format!(" – {}", cut(&words))
        };
        page.line(&format!("  - {status}: {}{words}", contents(response)));
        let headers = response.get("headers").map_or(&[][..], Node::fields);
        for (key, node) in headers {
            let schema = document.follow(node).get("schema");
            let kind = schema.map_or_else(|| "anything".to_owned(), shape::words);
            page.line(&format!("    - header {}: {kind}", one_line(&key.text)));
        }
    }
    if let Some(security) = node.get("security").and_then(secured) {
        page.line(&format!("  - secured by: {security}"));
    }
}

/// The schemas that operations name, in the order in which they do.
fn of_operations<'n>(
    document: &Document<'n>,
    operations: &[Operation<'n>],
) -> Vec<(String, &'n Node)> {
    let mut found = Vec::new();
    for operation in operations {
        let parameters = operation.parameters.iter().map(|it| it.node);
        let request = document.get(operation.node, "requestBody");
        let responses = operation.responses.iter().map(|(_, node)| *node);
        for node in parameters.chain(request).chain(responses) {
            for schema in all_schemas(document, node) {
                found.extend(shape::named(document, schema));
            }
        }
    }
    found
}

/// These schemas, and those that they use.
fn schemas<'n>(page: &mut Page, document: &Document<'n>, mut open: Vec<(String, &'n Node)>) {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    open.reverse();
    while let Some((name, schema)) = open.pop() {
        // Two files may each have a schema of this name.
        if !seen.insert((name.clone(), schema.at)) {
            continue;
        }
        let words = schema.text("description").map(one_line).unwrap_or_default();
        let words = if words.is_empty() {
            words
        } else {
            format!(" – {}", cut(&words))
        };
        lines.push(format!("- {name}: {}{words}", shape::words(schema)));
        let mut inner = shape::named(document, schema);
        inner.reverse();
        open.extend(inner);
    }
    if !lines.is_empty() {
        page.line("\n## Schemas\n\nA star marks what is required.\n");
        lines.iter().for_each(|line| page.line(line));
    }
}

fn security_schemes(page: &mut Page, document: &Document<'_>) {
    let components = document.root.get("components");
    let schemes = components.and_then(|it| it.get("securitySchemes"));
    let schemes = schemes.map_or(&[][..], Node::fields);
    if schemes.is_empty() {
        return;
    }
    page.line("\n## Security\n");
    for (key, node) in schemes {
        let node = document.follow(node);
        let words: Vec<&str> = [
            "type",
            "scheme",
            "bearerFormat",
            "in",
            "name",
            "openIdConnectUrl",
        ]
        .iter()
        .filter_map(|it| node.text(it))
        .collect();
        page.line(&format!("- {}: {}", one_line(&key.text), words.join(" ")));
    }
}

/// The schemas of a parameter, a request or a response.
fn all_schemas<'n>(document: &Document<'n>, node: &'n Node) -> Vec<&'n Node> {
    let content = node.get("content").map_or(&[][..], Node::fields);
    let of_content = content.iter().filter_map(|(_, it)| it.get("schema"));
    let headers = node.get("headers").map_or(&[][..], Node::fields);
    let of_headers = headers
        .iter()
        .filter_map(|(_, it)| document.follow(it).get("schema"));
    let own = node.get("schema");
    own.into_iter()
        .chain(of_content)
        .chain(of_headers)
        .collect()
}

/// The media type of a body, and its schema if it has one: JSON if there is a choice.
fn body(node: &Node) -> Option<(&str, Option<&Node>)> {
    let content = node.get("content")?.fields();
    let json = content.iter().find(|(key, _)| key.text.starts_with(JSON));
    let (key, media) = json.or(content.first())?;
    Some((key.text.as_str(), media.get("schema")))
}

/// All bodies that a request or a response can have.
fn contents(node: &Node) -> String {
    let content = node.get("content").map_or(&[][..], Node::fields);
    let bodies: Vec<String> = content
        .iter()
        .map(|(key, media)| {
            let schema = media.get("schema");
            let words = schema.map_or_else(|| "anything".to_owned(), shape::words);
            match key.text.as_str() {
                JSON => words,
                kind => format!("{words} as {kind}"),
            }
        })
        .collect();
    match bodies.is_empty() {
        true => "no body".to_owned(),
        false => bodies.join(", or "),
    }
}

/// The names of security requirements: one of several, each of them whole.
fn secured(node: &Node) -> Option<String> {
    let Value::List(choices) = &node.value else {
        return None;
    };
    let choices: Vec<String> = choices
        .iter()
        .map(|choice| {
            let names: Vec<&str> = choice
                .fields()
                .iter()
                .map(|(key, _)| key.text.as_str())
                .collect();
            match names.is_empty() {
                true => "nothing".to_owned(),
                false => names.join(" and "),
            }
        })
        .collect();
    Some(match choices.is_empty() {
        true => "nothing".to_owned(),
        false => choices.join(", or "),
    })
}

/// A text that ends in time.
struct Page {
    text: String,
    path: String,
    left_out: usize,
    chars: usize,
}

impl Page {
    fn new(path: &str) -> Self {
        Self {
            text: String::new(),
            path: path.to_owned(),
            left_out: 0,
            chars: 0,
        }
    }

    fn line(&mut self, line: &str) {
        let chars = self.chars.saturating_add(line.chars().count());
        if chars > CHARS_MAX {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        self.chars = chars;
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn end(mut self) -> String {
        if self.left_out > 0 {
            let (left_out, path) = (self.left_out, &self.path);
            let _ = write!(
                self.text,
                "\n{left_out} more lines are left out here; all of it stands in `{path}`."
            );
        }
        self.text.trim_end().to_owned()
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= SENTENCE_CHARS_MAX {
        return text.to_owned();
    }
    let head: String = text.chars().take(SENTENCE_CHARS_MAX).collect();
    let head = head
        .rsplit_once(' ')
        .map_or(head.as_str(), |(head, _)| head);
    format!("{head}…")
}
