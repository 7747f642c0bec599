//! Java assertions that are so wide that nearly any result passes, and tests that leave what they are named after alone.

use crate::java::shape;
use crate::phrases;
use crate::syntax::Node;

/// A class of more nodes is not searched for a name.
const CLASS_NODES_MAX: u32 = 20_000;

/// `assertEquals(0.5, share, 1.0)`: what lies between none and all is never further off.
pub(in crate::java) fn lets_all_pass(assertion: Node<'_>, test: Node<'_>) -> bool {
    if is_of_a_constant(assertion) {
        return true;
    }
    const OTHERWISE: [&str; 10] = [
        "time", "elapsed", "duration", "delay", "timeout", "random", "seconds", "rate", "angle",
        "timer",
    ];
    let given: Vec<Node<'_>> = shape::arguments(assertion).take(4).collect();
    let given = match given.as_slice() {
        [first, rest @ ..] if first.is("string_literal") => rest,
        all => all,
    };
    let [expected, actual, delta, ..] = given else {
        return false;
    };
    let number = |it: &Node<'_>| {
        let text = it.text().trim_end_matches(['d', 'f', 'D', 'F']);
        text.parse::<f64>().ok().filter(|it| it.is_finite())
    };
    let words = test.field("name").map_or("", Node::text);
    let mut words = phrases::name_words(words);
    words.extend(phrases::name_words(actual.text()));
    let other = words.iter().any(|it| OTHERWISE.contains(&it.as_str()));
    let written = expected.text().contains('.') || delta.text().contains('.');
    let (Some(expected), Some(delta)) = (number(expected), number(delta)) else {
        return false;
    };
    let share = (0.0..=1.0).contains(&expected);
    shape::method(assertion) == "assertEquals"
        && written
        && share
        && delta >= expected.max(1.0 - expected).max(0.5)
        && !other
}

/// `class HammingTest { Hamming it = new Hamming(); .. }`, and no test names it, nor its type.
pub(in crate::java) fn leaves_its_field(test: Node<'_>) -> bool {
    let Some(class) = shape::class_of(test).filter(|it| it.size() <= CLASS_NODES_MAX) else {
        return false;
    };
    let name = class.field("name").map_or("", Node::text);
    let subject = name
        .strip_suffix("Tests")
        .or_else(|| name.strip_suffix("Test"));
    let Some(subject) = subject.filter(|it| !it.is_empty()) else {
        return false;
    };
    let members = class.field("body").into_iter().flat_map(Node::named);
    let fields = members
        .take(shape::MEMBERS_MAX)
        .filter(|it| it.is("field_declaration"));
    let Some(field) = fields.filter_map(|it| made_of(it, subject)).next() else {
        return false;
    };
    let kinds = ["identifier", "type_identifier"];
    let all = class.descendants().filter(|it| it.is_any(&kinds));
    let (mut named, mut typed) = (0_usize, 0_usize);
    for it in all {
        named = named.saturating_add(usize::from(it.text() == field.text()));
        typed = typed.saturating_add(usize::from(it.text() == subject));
    }
    named == 1 && typed <= 2 && shape::supertypes(class).is_empty()
}

/// The name of a field that begins with a new thing of that type.
fn made_of<'t>(field: Node<'t>, subject: &str) -> Option<Node<'t>> {
    let one = field.named().find(|it| it.is("variable_declarator"))?;
    let value = one.field("value")?;
    let own = value.is("object_creation_expression")
        && value.child("class_body").is_none()
        && value.field("type").map_or("", shape::type_name) == subject;
    one.field("name").filter(|_| own)
}

/// `assertNotNull(Fraction.ONE_HALF)`: a constant is there once its class is.
fn is_of_a_constant(assertion: Node<'_>) -> bool {
    let mut given = shape::arguments(assertion);
    let subject = given.next().filter(|it| it.is("field_access"));
    let small = |it: &str| it.chars().any(char::is_lowercase);
    let part = |it: Node<'_>, field| it.field(field).is_some_and(|it| small(it.text()));
    let constant = subject.is_some_and(|it| !part(it, "field"));
    let of_type = subject.and_then(|it| it.field("object")).is_some_and(|it| {
        it.is("identifier") && it.text().starts_with(char::is_uppercase) && small(it.text())
    });
    shape::method(assertion) == "assertNotNull" && constant && of_type && given.next().is_none()
}
