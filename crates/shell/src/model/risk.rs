//! Whether a program does harm with something that it could be given: then it asks where a word of it is not known.

use super::{Clause, Condition, Given, Model, Operand, Opt, Role, Style};

/// Where among the words of a program something could stand that does harm: writes, starts something, connects, reads
/// outside, or is not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Risk {
    /// Among its options, those of its verbs not counted.
    pub(crate) options: bool,
    /// Among its operands, and what it does with or without any.
    pub(crate) operands: bool,
    /// Among its verbs, and their options and operands.
    pub(crate) verbs: bool,
}

impl Risk {
    /// Whether there is any.
    pub(crate) fn any(self) -> bool {
        self.options || self.operands || self.verbs
    }
}

/// The risk of a model that has its options, operands and verbs.
pub(super) fn of(model: &Model) -> Risk {
    let conditional = |when: &Condition| *when != Condition::Always;
    let does = |given: &Given<Clause>| conditional(&given.when);
    let changes = model.does.iter().any(does);
    let operands = model.operands.iter().any(|it| harms_operands(&it.it));
    let switched = |it: &Given<Vec<Operand>>| conditional(&it.when) && harms_operands(&it.it);
    let options = model.every_option().any(harms)
        || changes
        || model.operands.iter().any(switched)
        || model
            .stdin
            .iter()
            .any(|it| !is_harmless(&it.it) && it.it != Role::Read);
    Risk {
        options: options && model.style != Style::None,
        operands: operands || changes,
        verbs: model.verbs.values().any(|verb| verb.risk.any()),
    }
}

/// Git: which options of a verb do harm is judged where the branch and the phase are known. Here it only counts whether a
/// verb looks, whatever its options are; `path`: the verbs so far.
pub(super) fn of_git(model: &mut Model, path: &str) {
    let looks = path.is_empty() || crate::git::LOOKS.contains(&path);
    model.risk.options |= !looks;
    model.risk.operands |= !looks;
    for (verb, inner) in &mut model.verbs {
        let path = if path.is_empty() {
            verb.clone()
        } else {
            format!("{path} {verb}")
        };
        of_git(inner, &path);
    }
    model.risk.verbs = model.verbs.values().any(|verb| verb.risk.any());
}

fn harms(option: &Opt) -> bool {
    !option.clauses.is_empty() || option.roles.iter().any(|it| !is_harmless(&it.it))
}

fn harms_operands(places: &[Operand]) -> bool {
    places.iter().any(|it| !is_harmless(&it.role))
}

/// Whether nothing that a value of this role could be does harm.
fn is_harmless(role: &Role) -> bool {
    match role {
        Role::Text | Role::Size => true,
        // Of what it lists only numbers come out.
        Role::Listed(inner) => **inner == Role::Size,
        Role::Read
        | Role::Sample
        | Role::Walk
        | Role::List
        | Role::Write
        | Role::Into
        | Role::Delete
        | Role::DeleteAll
        | Role::Move
        | Role::Directory
        | Role::Execute
        | Role::Program
        | Role::Shell
        | Role::Command
        | Role::Prefix
        | Role::ShellWords
        | Role::Package
        | Role::Code(_)
        | Role::Script(_)
        | Role::Url
        | Role::Host
        | Role::Listen
        | Role::Send
        | Role::Upload
        | Role::RemoteRead
        | Role::RemoteWrite
        | Role::Variable
        | Role::GitConfig
        | Role::Secret
        | Role::Options(_)
        | Role::Arguments
        | Role::Holds(_)
        | Role::Recipes(_)
        | Role::Workspace
        | Role::Unknown => false,
    }
}
