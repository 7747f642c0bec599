//! Finding an answer among the facts that were passed in.

use ledger::facts::{Fact, PathFact, Question};

/// What the facts say about a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known<T> {
    /// This.
    Yes(T),
    /// It could not be found out.
    No(String),
    /// Nobody asked.
    Unasked,
}

/// What stands at a path, asked exactly so.
pub fn path<'a>(facts: &'a [Fact], asked: &str) -> Known<&'a PathFact> {
    for fact in facts {
        match fact {
            Fact::Path { asked: was, found } if was == asked => return Known::Yes(found),
            Fact::Unknown {
                question: Question::Path(was),
                why,
            } if was == asked => return Known::No(why.clone()),
            Fact::Path { .. }
            | Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => {}
        }
    }
    Known::Unasked
}

/// The branch that is checked out.
pub fn branch(facts: &[Fact]) -> Known<Option<&str>> {
    for fact in facts {
        match fact {
            Fact::Branch(name) => return Known::Yes(name.as_deref()),
            Fact::Unknown {
                question: Question::Branch,
                why,
            } => return Known::No(why.clone()),
            Fact::Path { .. }
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => {}
        }
    }
    Known::Unasked
}

/// A name in a directory that begins with a dash.
pub fn dashed<'a>(facts: &'a [Fact], directory: &str) -> Known<Option<&'a str>> {
    for fact in facts {
        match fact {
            Fact::DashedName { asked, name } if asked == directory => {
                return Known::Yes(name.as_deref());
            }
            Fact::Unknown {
                question: Question::DashedName(was),
                why,
            } if was == directory => return Known::No(why.clone()),
            Fact::Path { .. }
            | Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => {}
        }
    }
    Known::Unasked
}

/// What a file holds; `None`: it is not there.
pub fn text<'a>(facts: &'a [Fact], path: &str) -> Known<Option<&'a str>> {
    for fact in facts {
        match fact {
            Fact::Text { asked, text } if asked == path => return Known::Yes(text.as_deref()),
            Fact::Unknown {
                question: Question::Text(was),
                why,
            } if was == path => return Known::No(why.clone()),
            Fact::Path { .. }
            | Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => {}
        }
    }
    Known::Unasked
}

/// The names in a directory.
pub fn names<'a>(facts: &'a [Fact], directory: &str) -> Known<&'a [String]> {
    for fact in facts {
        match fact {
            Fact::Names { asked, names } if asked == directory => return Known::Yes(names),
            Fact::Unknown {
                question: Question::Names(was),
                why,
            } if was == directory => return Known::No(why.clone()),
            Fact::Path { .. }
            | Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => {}
        }
    }
    Known::Unasked
}

/// Whether the work began with a file.
pub fn in_base(facts: &[Fact], path: &str) -> Known<bool> {
    for fact in facts {
        match fact {
            Fact::InBase { asked, held } if asked == path => return Known::Yes(*held),
            Fact::Unknown {
                question: Question::InBase(was),
                why,
            } if was == path => return Known::No(why.clone()),
            Fact::Path { .. }
            | Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => {}
        }
    }
    Known::Unasked
}

/// A name that stands and is like one in a path.
pub fn alike<'a>(facts: &'a [Fact], path: &str) -> Option<&'a str> {
    facts.iter().find_map(|fact| match fact {
        Fact::Alike { asked, name } if asked == path => name.as_deref(),
        Fact::Path { .. }
        | Fact::Branch(_)
        | Fact::Declared(_)
        | Fact::Text { .. }
        | Fact::DashedName { .. }
        | Fact::Names { .. }
        | Fact::InBase { .. }
        | Fact::Alike { .. }
        | Fact::Unknown { .. } => None,
    })
}
