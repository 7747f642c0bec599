//! What a finding weighs in code that is new. Some honest code looks like it; code that somebody was just asked to write,
//! and that looks like it, is work left undone far more often. Methods are spared where overriding one is the reason.

use code::{Body, Certainty, Definition, DefinitionKind, Facts, Language, Reason, Stub};

/// Words of a name that say that doing little is the point.
const LITTLE: [&str; 20] = [
    "none",
    "null",
    "nil",
    "nop",
    "noop",
    "arbitrary",
    "any",
    "empty",
    "default",
    "disabled",
    "discard",
    "dummy",
    "fake",
    "hidden",
    "identity",
    "passthrough",
    "never",
    "untrusted",
    "deny",
    "unlimited",
];

/// Whether a finding fails by itself; `fresh`: it is in new code.
pub(super) fn fails(stub: &Stub, fresh: bool, facts: &Facts) -> bool {
    if stub.certainty == Certainty::Certain {
        return true;
    }
    let here = || {
        facts
            .definitions
            .iter()
            .filter(|it| it.span.line == stub.line)
    };
    let method = stub.what.is_empty()
        || stub.what.contains(['.', ':'])
        || here().any(|it| it.kind == DefinitionKind::Method);
    // Where one of several is built, that which has nothing to do says so by a fixed answer.
    let twin = stub.reason != Reason::SwallowedError
        && here().any(|it| it.marks.iter().any(|mark| mark == "cfg"));
    if twin {
        let idle = here()
            .next()
            .is_some_and(|it| is_idle_everywhere(it, facts));
        return fresh && !stub.test && idle && !says_little(&stub.what);
    }
    let counts = match stub.reason {
        Reason::FixedValue
        | Reason::OnlyPreventsDefault
        | Reason::NeverRead
        | Reason::Admitted
        // Outside tests nobody asserts what holds anyway.
        | Reason::ConstantAssertion
        | Reason::SwallowedError => true,
        Reason::StateNeverFed | Reason::DefaultValue | Reason::Identity => {
            !says_little(promise(&stub.what, facts))
        }
        Reason::NotImplemented => !method,
        // `f(x)`: one parameter of a function that nobody forces to take it. In Rust what a trait asks for is left out.
        Reason::ParameterIgnored => {
            !method || stub.what.ends_with(')') || facts.language == Language::Rust
        }
        Reason::Empty
        | Reason::EmptyTest
        | Reason::NoAssertion
        | Reason::MocksSubject
        | Reason::ResultDiscarded => false,
    };
    fresh && counts && !stub.test
}

/// Whether each of several functions of one name, of which one is built, is without work.
fn is_idle_everywhere(one: &Definition, facts: &Facts) -> bool {
    let all = facts.definitions.iter();
    let all = all.filter(|it| it.name == one.name && it.module == one.module);
    let all: Vec<&Definition> = all.collect();
    let hollow = |it: &&Definition| matches!(it.body, Body::Hollow(_));
    let built = |it: &&Definition| it.marks.iter().any(|mark| mark == "cfg");
    all.len() > 1 && all.iter().all(|it| hollow(it) && built(it))
}

/// Whether a finding is of a method whose type says by its name that doing little is the point, and no other method of it
/// works.
pub(super) fn is_of_little(stub: &Stub, facts: &Facts) -> bool {
    let little = [
        Reason::Empty,
        Reason::FixedValue,
        Reason::DefaultValue,
        Reason::Identity,
    ];
    if !little.contains(&stub.reason) {
        return false;
    }
    let mut here = facts
        .definitions
        .iter()
        .filter(|it| it.span.line == stub.line);
    let name = here
        .next()
        .map_or(stub.what.as_str(), |it| it.name.as_str());
    let Some((owner, _)) = name.rsplit_once(['.', ':']) else {
        return false;
    };
    let owner = owner.trim_end_matches(':');
    let of_it = |it: &&Definition| {
        let around = it.name.rsplit_once(['.', ':']);
        around.is_some_and(|(of, _)| of.trim_end_matches(':') == owner)
    };
    let mut others = facts.definitions.iter().filter(of_it);
    // `func (Nop) Release() {}`: what gives nothing back may do nothing.
    let works = |it: &Definition| {
        let mut stubs = facts.stubs.iter();
        let idle = stubs.any(|one| one.line == it.span.line) || it.span.line == it.span.end_line;
        it.body == Body::Substantive && !idle
    };
    says_little(owner) && !others.any(works)
}

/// What of a name may say that doing little is the point. In Go `NullTime` is a time that may be missing; where other
/// methods of it work, the name of the type excuses nothing.
fn promise<'s>(name: &'s str, facts: &Facts) -> &'s str {
    let Some((owner, method)) = name.rsplit_once('.') else {
        return name;
    };
    let works = facts.definitions.iter().any(|it| {
        let other = it.name.rsplit_once('.').is_some_and(|(of, _)| of == owner);
        other && it.body == Body::Substantive
    });
    match facts.language == Language::Go && works {
        true => method,
        false => name,
    }
}

fn says_little(name: &str) -> bool {
    let lower = name.to_lowercase();
    // `ContainsAny`, `hasAny`: of several, whether one is there.
    let own = name.rsplit(['.', ':']).next().unwrap_or(name);
    let words = code::name_words(own);
    let first = words.first().map_or("", String::as_str);
    let quantifies = matches!(first, "contains" | "has" | "have" | "includes");
    let little = |word: &&str| lower.contains(*word) && !(quantifies && *word == "any");
    LITTLE.iter().any(little)
}
