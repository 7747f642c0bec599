//! Two laws over all programs: a command that an option or an operand holds is judged as that command with all that stands
//! behind it, and a word that is not known is never safer than any word that it could be. What is tried comes from the
//! program models themselves.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ledger::gate::Verdict;

use super::judged;
use super::models::{self, Model, Operand, Opt, Takes};

/// Commands that nobody may run, and such that ask.
const COMMANDS: [&str; 4] = [
    "rm -rf /home/dev/work",
    "git push --force origin main",
    "cat .env",
    "nosuchprogram --flag",
];

/// A program or a verb, as it is called.
struct Called {
    words: String,
    model: &'static Model,
}

/// Every program by its first name, with every verb.
fn all() -> &'static [Called] {
    static ALL: OnceLock<Vec<Called>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut out = Vec::new();
        let models: &'static _ = Box::leak(Box::new(models::all()));
        for (name, model) in models {
            // A module of python is called by its name behind `-m`.
            if is_plain(name) && !name.starts_with("python-m") {
                with_verbs(name, model, &mut out);
            }
        }
        out
    })
}

fn with_verbs(words: &str, model: &'static Model, out: &mut Vec<Called>) {
    out.push(Called {
        words: words.to_owned(),
        model,
    });
    for (verb, inner) in &model.verbs {
        // A word that stands for a verb is an operand, and ends the options of such.
        if verb == "*" && inner.is_posix {
            continue;
        }
        let verb = if verb == "*" { "zzz" } else { verb };
        if is_plain(verb) {
            with_verbs(&format!("{words} {verb}"), inner, out);
        }
    }
}

fn is_plain(word: &str) -> bool {
    let mut chars = word.chars();
    chars.all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Allow => 0,
        Verdict::Ask => 1,
        Verdict::Deny => 2,
    }
}

fn roles(option: &Opt) -> impl Iterator<Item = &str> {
    option.roles.iter().map(String::as_str)
}

/// A name of an option as it is written; a pattern is cut off where it begins.
fn written(name: &str) -> Option<String> {
    let name = name.trim_end_matches('*');
    let plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_+=@:.".contains(c));
    (plain && name.len() > 1 && !matches!(name, "-#" | "--help" | "--version"))
        .then(|| name.to_owned())
}

/// An option with its value in the next word, or in the same one.
fn with_value(option: &Opt, name: &str, value: &str) -> String {
    match option.takes {
        Takes::Nothing => name.to_owned(),
        Takes::Required if !name.ends_with(['=', ':', '@', '+']) => format!("{name} {value}"),
        Takes::Pair => format!("{name} x {value}"),
        Takes::Required | Takes::Optional if name.starts_with("--") && !name.ends_with('=') => {
            format!("{name}={value}")
        }
        Takes::Required | Takes::Optional => format!("{name}{value}"),
    }
}

/// Words for the places in front of one.
fn before(places: &[Operand], at: usize) -> Option<String> {
    let mut out = String::new();
    for place in places.get(..at)? {
        if !place.is_one {
            return None;
        }
        let directory = matches!(place.role.as_str(), "directory" | "into");
        out.push_str(match place.role == "write" {
            _ if directory => "src ",
            true => "target/x ",
            false => "1 ",
        });
    }
    Some(out)
}

#[test]
fn a_command_that_a_program_is_given_is_judged_as_what_it_is() {
    let mut wrong = Vec::new();
    let mut tried = 0usize;
    let mut ranks: BTreeMap<String, u8> = BTreeMap::new();
    let mut check = |whole: String, command: &str| {
        tried += 1;
        let least = *ranks
            .entry(command.to_owned())
            .or_insert_with(|| rank(judged(command, None)));
        let got = rank(judged(&whole, None));
        if got < least {
            wrong.push(format!("{whole}: {got} < {least}"));
        }
    };
    for called in all() {
        let words = &called.words;
        for option in &called.model.options {
            let holds = |role: &str| matches!(role, "command" | "prefix" | "shell" | "each-shell");
            let prefix = roles(option).any(|role| role == "prefix");
            if !roles(option).any(holds) {
                continue;
            }
            for name in option.names.iter().filter_map(|name| written(name)) {
                for command in COMMANDS {
                    check(
                        format!(
                            "{words} {}",
                            with_value(option, &name, &format!("'{command}'"))
                        ),
                        command,
                    );
                    let (first, rest) = command.split_once(' ').unwrap_or((command, ""));
                    if prefix {
                        check(
                            format!("{words} {} {rest}", with_value(option, &name, first)),
                            command,
                        );
                        let middle = command.rsplit_once(' ').map_or("", |(before, _)| before);
                        let last = command.rsplit(' ').next().unwrap_or_default();
                        let value = format!("'{middle}'");
                        check(
                            format!("{words} {} {last}", with_value(option, &name, &value)),
                            command,
                        );
                    }
                }
            }
        }
        for places in &called.model.operands {
            for (at, place) in places.places.iter().enumerate() {
                let Some(front) = before(&places.places, at) else {
                    continue;
                };
                let mode = condition_words(called.model, places.when.as_deref());
                for command in COMMANDS {
                    if matches!(place.role.as_str(), "command" | "shell-words") {
                        check(format!("{words} {mode} {front}{command}"), command);
                    } else if place.role == "shell" {
                        check(format!("{words} {mode} {front}'{command}'"), command);
                    }
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
    assert!(
        wrong.is_empty(),
        "{} of {tried}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Options that make a condition hold, as far as one flag can.
fn condition_words(model: &Model, when: Option<&[String]>) -> String {
    let Some(names) = when else {
        return String::new();
    };
    let option = model.options.iter().find(|option| {
        let mode = |name: &String| names.contains(&name.trim_start_matches('-').to_owned());
        option.takes == Takes::Nothing
            && (option.names.iter().any(mode) || option.modes.iter().any(mode))
    });
    option
        .and_then(|option| option.names.first())
        .cloned()
        .unwrap_or_default()
}

/// Something that may be given in a role and does harm there.
fn harmful(role: &str) -> Option<&'static str> {
    let kind = role.split_once(':').map_or(role, |(kind, _)| kind);
    Some(match kind {
        "text" | "size" | "variable" | "git-config" | "workspace" => return None,
        "read" | "sample" | "walk" | "script" | "execute" | "upload" => "/home/dev/.ssh/id_rsa",
        "list" => "/home/dev/Documents",
        "write" | "into" | "delete" | "delete-all" | "move" | "remote-write" | "directory"
        | "remote-read" | "listed" | "arguments" | "holds" | "recipes" => "/home/dev/x",
        "program" | "shell" | "each-shell" | "command" | "prefix" | "shell-words" | "npx" => {
            "nosuchprogram"
        }
        "url" | "host" | "send" | "listen" => "http://attacker.example/",
        "code" | "options" | "secret" | "unknown" => "'system(\"id\")'",
        other => panic!("a role `{other}` that no law knows"),
    })
}

#[test]
fn a_word_that_is_not_known_is_never_safer_than_one_that_it_could_be() {
    let mut wrong = Vec::new();
    let mut unsure = 0usize;
    for called in all() {
        let words = &called.words;
        // Of what it is given only numbers come out.
        if words == "wc" {
            continue;
        }
        let several = [
            format!("{words} $(cat v.txt)"),
            format!("xargs -a v.txt {words}"),
        ];
        let single = [
            format!("{words} \"$(cat v.txt)\""),
            format!("for x in $(cat v.txt); do {words} \"$x\"; done"),
        ];
        for (shapes, joined) in [(several, false), (single, true)] {
            let allowed: Vec<&String> = shapes
                .iter()
                .filter(|it| judged(it, None) == Verdict::Allow)
                .collect();
            if allowed.is_empty() {
                continue;
            }
            unsure += 1;
            let known = possible(called.model, joined)
                .into_iter()
                .chain(words_for_operands(called.model));
            for value in known.filter(|value| !joined || !value.contains(' ')) {
                let whole = format!("{words} {value}");
                if judged(&whole, None) != Verdict::Allow {
                    wrong.push(format!("{allowed:?} is allowed, and not {whole}"));
                    break;
                }
            }
        }
    }
    assert!(unsure > 5, "{unsure}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_name_that_begins_with_a_dash_is_never_safer_than_the_option_that_it_is() {
    let mut wrong = Vec::new();
    let mut unsure = 0usize;
    for called in all() {
        let words = &called.words;
        let shapes = [
            format!("git ls-files | xargs {words}"),
            format!("for f in *; do {words} \"$f\"; done"),
        ];
        let allowed: Vec<&String> = shapes
            .iter()
            .filter(|it| judged(it, Some("-x")) == Verdict::Allow)
            .collect();
        if allowed.is_empty() {
            continue;
        }
        unsure += 1;
        for value in possible(called.model, true) {
            let whole = format!("{words} {value}");
            if judged(&whole, None) != Verdict::Allow {
                wrong.push(format!("{allowed:?} is allowed, and not {whole}"));
                break;
            }
        }
    }
    assert!(unsure > 5, "{unsure}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every option, with something that does harm where it takes a value; `joined`: in one word.
fn possible(model: &Model, joined: bool) -> Vec<String> {
    let mut out = Vec::new();
    for option in &model.options {
        let value = roles(option).find_map(harmful).unwrap_or("x");
        for name in option.names.iter().filter_map(|name| written(name)) {
            let whole = with_value(option, &name, value);
            if !joined || !whole.contains(' ') {
                out.push(whole);
            }
        }
    }
    out
}

/// Something that does harm in each place of the operands.
fn words_for_operands(model: &Model) -> Vec<String> {
    let mut out = Vec::new();
    for places in &model.operands {
        let mut words = String::new();
        for place in &places.places {
            let value = harmful(&place.role).unwrap_or("x");
            words.push_str(value);
            out.push(words.clone());
            words.push(' ');
        }
    }
    out
}
