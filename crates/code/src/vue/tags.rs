//! Names in markup: which tags are components, and what they are called in code.

/// Elements of HTML and SVG, and what Vue builds in: no component of a file.
const ELEMENTS: [&str; 143] = [
    "a",
    "abbr",
    "address",
    "animate",
    "area",
    "article",
    "aside",
    "audio",
    "b",
    "base",
    "bdi",
    "bdo",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "circle",
    "cite",
    "clippath",
    "code",
    "col",
    "colgroup",
    "component",
    "data",
    "datalist",
    "dd",
    "defs",
    "del",
    "details",
    "dfn",
    "dialog",
    "div",
    "dl",
    "dt",
    "ellipse",
    "em",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "filter",
    "footer",
    "foreignobject",
    "form",
    "g",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "i",
    "iframe",
    "image",
    "img",
    "input",
    "ins",
    "kbd",
    "keep-alive",
    "keepalive",
    "label",
    "legend",
    "li",
    "line",
    "lineargradient",
    "link",
    "main",
    "map",
    "mark",
    "mask",
    "menu",
    "meta",
    "meter",
    "nav",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "param",
    "path",
    "pattern",
    "picture",
    "polygon",
    "polyline",
    "pre",
    "progress",
    "q",
    "radialgradient",
    "rect",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "script",
    "search",
    "section",
    "select",
    "slot",
    "small",
    "source",
    "span",
    "stop",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "suspense",
    "svg",
    "symbol",
    "table",
    "tbody",
    "td",
    "teleport",
    "template",
    "text",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "track",
    "transition",
    "transition-group",
    "tspan",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
];

/// Elements that have no end.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// The names in code that a tag may mean; `None` for an element.
pub(super) fn component(tag: &str) -> Option<Vec<String>> {
    let native = tag.starts_with(|c: char| c.is_ascii_lowercase())
        && ELEMENTS.contains(&tag.to_ascii_lowercase().as_str());
    if native || tag.is_empty() {
        return None;
    }
    // `<Form.Field>` is a member of `Form`.
    let root = tag.split('.').next().unwrap_or(tag);
    let camel = camel(root);
    let pascal = pascal(&camel);
    let mut names = vec![camel, pascal];
    names.dedup();
    Some(names)
}

/// Whether an element stands alone.
pub(super) fn is_void(tag: &str) -> bool {
    VOID.contains(&tag)
}

/// `chatList` for `chat-list`.
pub(super) fn camel(name: &str) -> String {
    let mut parts = name.split('-');
    let mut joined = parts.next().unwrap_or("").to_owned();
    for part in parts {
        joined.push_str(&pascal(part));
    }
    joined
}

fn pascal(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// The words of some code.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-')))
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')))
}

/// The names a pattern binds: `item` and `i` of `(item, i)`, `id` and `label` of `{ id, name: label }`.
pub(super) fn bound(pattern: &str) -> impl Iterator<Item = &str> {
    let parts = pattern.split(['(', ')', '{', '}', '[', ']', ',']);
    let names = parts.filter_map(|part| {
        let part = part.split('=').next()?;
        part.rsplit(':')
            .next()
            .map(|name| name.trim().trim_start_matches('.'))
    });
    names.filter(|name| !name.is_empty())
}

/// Whether a condition never holds.
pub(super) fn is_never(condition: &str) -> bool {
    matches!(
        condition,
        "false" | "!true" | "0" | "!1" | "null" | "undefined"
    )
}
