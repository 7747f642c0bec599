//! Methods that do nothing though another one of the same name, which is given less, does something.

use crate::java::bodies::surroundings;
use crate::java::shape;
use crate::phrases;
use crate::syntax::Node;

/// First words of names of methods that differ by the type they are given: most of such may have nothing to do.
const BY_TYPE: [&str; 12] = [
    "visit", "leave", "enter", "exit", "accept", "handle", "on", "end", "begin", "apply", "pre",
    "post",
];

/// `log(Entry e) { out.print(e); }` and `log(Exception x, Entry e) {}`: what comes with an error goes nowhere.
pub(super) fn is_left_out(method: Node<'_>, body: Node<'_>) -> bool {
    let name = method.field("name").map_or("", Node::text);
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    let void = method.field("type").is_some_and(|it| it.is("void_type"));
    let silent = body.children().any(Node::is_extra);
    if !void || silent || BY_TYPE.contains(&first) {
        return false;
    }
    let types = given(method);
    let class = shape::class_of(method).and_then(|class| class.field("body"));
    let members = class.into_iter().flat_map(Node::named);
    let mut others = members.take(shape::MEMBERS_MAX).filter(|it| {
        it.is("method_declaration")
            && it.id() != method.id()
            && it.field("name").is_some_and(|it| it.text() == name)
    });
    others.any(|other| {
        let less = given(other);
        let works = other
            .field("body")
            .is_some_and(|it| it.named().any(|part| !part.is_extra()));
        let within = types.ends_with(&less) || types.starts_with(&less);
        works && !less.is_empty() && less.len() < types.len() && within
    })
}

/// The types of what a method is given.
fn given(method: Node<'_>) -> Vec<&str> {
    let parameters = shape::parameters(method);
    let types = parameters.map(|it| shape::parameter_type(it).map_or("", shape::type_name));
    types.collect()
}

/// `static void main(String[] args) {}` beside `static int run(String[] args, ..)`, which nobody starts.
pub(super) fn is_idle_start(method: Node<'_>, body: Node<'_>) -> bool {
    const STARTS: [&str; 8] = [
        "run", "start", "execute", "launch", "process", "serve", "do", "real",
    ];
    let main = method.field("name").is_some_and(|it| it.text() == "main");
    let takes = given(method);
    if !main || takes != ["String"] || surroundings::explained(body) {
        return false;
    }
    let class = shape::class_of(method).and_then(|class| class.field("body"));
    let members = class.into_iter().flat_map(Node::named);
    let mut others = members
        .take(shape::MEMBERS_MAX)
        .filter(|it| it.is("method_declaration") && it.id() != method.id());
    others.any(|it| {
        let words = phrases::name_words(it.field("name").map_or("", Node::text));
        let first = words.first().map_or("", String::as_str);
        let works = it
            .field("body")
            .is_some_and(|it| it.named().next().is_some());
        let same = given(it).first() == Some(&"String") && STARTS.contains(&first);
        shape::has(it, "static") && works && same
    })
}
