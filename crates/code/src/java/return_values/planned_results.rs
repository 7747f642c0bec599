//! Methods that honest Java has as well, and that say something only where the plan asks for them by name: one fixed answer,
//! an answer that only tells whether something is there, a parameter that makes no difference.

use crate::java::bodies::stubs::Finding;
use crate::java::bodies::surroundings::{self, Setting};
use crate::java::data::only_validated_parameters;
use crate::java::data::parameters_without_effect;
use crate::java::data::unread_parameters::Words;
use crate::java::parameter_use;
use crate::java::shape;
use crate::java::values;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// Words of names that promise to look into what is given.
const VALID: [&str; 14] = [
    "valid",
    "wellformed",
    "parsable",
    "parseable",
    "json",
    "xml",
    "number",
    "numeric",
    "integer",
    "email",
    "url",
    "uri",
    "date",
    "hex",
];

/// What a plan may hold against a method.
pub(in crate::java) fn find(method: Node<'_>, words: &Words<'_>) -> Vec<Finding> {
    let Some(body) = method.field("body") else {
        return Vec::new();
    };
    let it = surroundings::of(method, false);
    if it.idle || it.test || body.named().next().is_none() {
        return Vec::new();
    }
    let answer = settled(method, body, it)
        .or_else(|| only_there(method, body, it))
        .or_else(|| another(method, body, it))
        .or_else(|| given_back(method, body, it));
    let mut found: Vec<Finding> = answer.into_iter().collect();
    found.extend(unheeded(method, body, it, words));
    found
}

fn faint(what: String, reason: Reason) -> Finding {
    Finding {
        what,
        reason,
        certainty: Certainty::Faint,
    }
}

/// `default boolean isNear(A a) { if (a == null) throw ..; return true; }`, `boolean isWhole() { return false; }`.
fn settled(method: Node<'_>, body: Node<'_>, it: Setting<'_>) -> Option<Finding> {
    let statements = shape::statements(body);
    let (last, before) = statements.split_last()?;
    let answer = shape::expression(*last);
    let fixed = last.is("return_statement") && values::value(answer).is_some();
    let truth = answer.is_any(&["true", "false"]);
    let open = it.default || it.retired || truth || shape::parameters(method).next().is_none();
    let checked = before.iter().all(|it| {
        only_validated_parameters::refuses(*it) || parameters_without_effect::only_names(*it)
    });
    let reason = match truth {
        true => Reason::FixedValue,
        false => Reason::DefaultValue,
    };
    (fixed && open && checked).then(|| faint(String::new(), reason))
}

/// `boolean isValid(String text) { return text != null; }`.
fn only_there(method: Node<'_>, body: Node<'_>, it: Setting<'_>) -> Option<Finding> {
    let statements = shape::statements(body);
    let [single] = statements.as_slice() else {
        return None;
    };
    let answer = shape::expression(*single);
    let sides = ["left", "right"].map(|it| answer.field(it).map(shape::bare));
    let null = sides.iter().flatten().any(|it| it.is("null_literal"));
    let mut names = shape::parameters(method).filter_map(shape::bound_name);
    let given = names.any(|name| sides.iter().flatten().any(|it| it.text() == name.text()));
    let words = phrases::name_words(it.name);
    let promises = words.iter().any(|word| VALID.contains(&word.as_str()));
    let asks = single.is("return_statement") && answer.is("binary_expression");
    (asks && null && given && promises).then(|| faint(String::new(), Reason::FixedValue))
}

/// `String forPages(String s) { return escape(s); }`: another method of the class under a new name. Where a comment puts the
/// rest off, it says so itself.
fn another(method: Node<'_>, body: Node<'_>, it: Setting<'_>) -> Option<Finding> {
    let statements = shape::statements(body);
    let [single] = statements.as_slice() else {
        return None;
    };
    let call = shape::expression(*single);
    let own = call.field("object").is_none_or(|it| it.is("this"));
    let names = shape::parameters(method).filter_map(shape::bound_name);
    let same = shape::arguments(call)
        .map(Node::text)
        .eq(names.map(Node::text));
    let called = shape::method(call);
    if !single.is("return_statement") || !own || !same || called.is_empty() || called == it.name {
        return None;
    }
    let mut notes = body.descendants().filter(|it| it.is_extra());
    let later = notes.any(|it| phrases::defers(it.text()));
    let mut found = faint(String::new(), Reason::Identity);
    if later && !it.retired {
        found.reason = Reason::Admitted;
        found.certainty = Certainty::Likely;
    }
    Some(found)
}

/// `int before(int n) { if (n < 2) throw ..; return n; }`, `Query clear() { return this; }`: what was given comes back, and
/// nothing was done with it.
fn given_back(method: Node<'_>, body: Node<'_>, it: Setting<'_>) -> Option<Finding> {
    let words = phrases::name_words(it.name);
    let checks = words.first().is_some_and(|it| phrases::only_checks(it));
    let statements = shape::statements(body);
    let (last, before) = statements.split_last()?;
    let answer = shape::expression(*last);
    let mut names = shape::parameters(method).filter_map(shape::bound_name);
    let back = match answer.kind() {
        "this" => names.next().is_none() && before.is_empty(),
        "identifier" => names.any(|name| name.text() == answer.text()) && !before.is_empty(),
        _ => false,
    };
    let refused = before
        .iter()
        .all(|it| only_validated_parameters::refuses(*it));
    let asked = it.overrides || it.retired || checks;
    (back && refused && !asked && last.is("return_statement"))
        .then(|| faint(format!("{}({})", it.name, answer.text()), Reason::Identity))
}

/// A parameter of an interface's default, or one that is only checked, and what is done goes without it.
fn unheeded(method: Node<'_>, body: Node<'_>, it: Setting<'_>, words: &Words<'_>) -> Vec<Finding> {
    if it.overrides || it.retired || it.inherits && !it.default || parameter_use::is_excused(method)
    {
        return Vec::new();
    }
    let names = shape::parameters(method).filter_map(shape::bound_name);
    let ignored = names.map(Node::text).filter(|name| {
        let unread = it.default && !words.within(name, body.start(), body.end());
        unread
            || only_validated_parameters::only_refused(body, name)
            || parameters_without_effect::goes_nowhere(method, name)
    });
    ignored
        .map(|name| faint(format!("{}({name})", it.name), Reason::ParameterIgnored))
        .collect()
}
