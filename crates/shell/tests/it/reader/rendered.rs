//! A tree as one short line, for tables. Quoted text is in `‹›`, words are joined by spaces.

use shell::tree::*;

pub(super) fn script(script: &Script) -> String {
    let items: Vec<String> = script.items.iter().map(item).collect();
    items.join("; ")
}

fn item(item: &Item) -> String {
    let mut out = pipeline(&item.first);
    for (join, next) in &item.rest {
        out += &format!(" {join:?} {}", pipeline(next));
    }
    out + if item.background { " &" } else { "" }
}

fn pipeline(pipeline: &Pipeline) -> String {
    let mut out = String::from(if pipeline.timed { "time " } else { "" })
        + if pipeline.negated { "not " } else { "" };
    for (at, next) in pipeline.commands.iter().enumerate() {
        if at > 0 {
            out += if pipeline.with_errors[at - 1] {
                " |& "
            } else {
                " | "
            };
        }
        out += &command(next);
    }
    out
}

fn command(command: &Command) -> String {
    let mut out = kind(&command.kind);
    for redirect in &command.redirects {
        let fd = match &redirect.fd {
            Fd::Default => String::new(),
            Fd::Number(n) => n.to_string(),
            Fd::Variable(name) => format!("{{{name}}}"),
        };
        out += &format!(" [{fd}{:?} {}]", redirect.op, word(&redirect.target));
    }
    out
}

fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Simple(simple) => {
            let assigned = simple.assignments.iter().map(assignment);
            let arrays = simple
                .arrays
                .iter()
                .map(|array| format!("+{}", assignment(array)));
            let all: Vec<String> = assigned
                .chain(simple.words.iter().map(word))
                .chain(arrays)
                .collect();
            all.join(" ")
        }
        Kind::Group(body) => format!("group({})", script(body)),
        Kind::Subshell(body) => format!("sub({})", script(body)),
        Kind::If {
            branches,
            otherwise,
        } => {
            let all: Vec<String> = branches
                .iter()
                .map(|(a, b)| format!("{} ? {}", script(a), script(b)))
                .collect();
            format!(
                "if({}{})",
                all.join(" elif "),
                otherwise
                    .as_ref()
                    .map_or(String::new(), |e| format!(" : {}", script(e)))
            )
        }
        Kind::While {
            until,
            condition,
            body,
        } => {
            format!(
                "{}({} do {})",
                if *until { "until" } else { "while" },
                script(condition),
                script(body)
            )
        }
        Kind::For {
            select,
            name,
            words: over,
            body,
        } => {
            let over = over.as_ref().map_or(String::from("@"), |over| words(over));
            format!(
                "{}({name} in {over} do {})",
                if *select { "select" } else { "for" },
                script(body)
            )
        }
        Kind::ForArith {
            init,
            condition,
            step,
            body,
        } => {
            format!(
                "for(({}|{}|{} do {}))",
                word(&init.word),
                word(&condition.word),
                word(&step.word),
                script(body)
            )
        }
        Kind::Case { subject, arms } => {
            let arms: Vec<String> = arms
                .iter()
                .map(|arm| {
                    format!(
                        "{} => {} {:?}",
                        words(&arm.patterns),
                        script(&arm.body),
                        arm.end
                    )
                })
                .collect();
            format!("case({}: {})", word(subject), arms.join(", "))
        }
        Kind::Function { name, body } => format!("fn {name} {}", command(body)),
        Kind::Test(all) => format!("test({})", words(all)),
        Kind::Arith(expression) => format!("arith({})", word(&expression.word)),
        Kind::Coproc { name, body } => format!("coproc {name:?} {}", command(body)),
    }
}

fn words(all: &[Word]) -> String {
    let all: Vec<String> = all.iter().map(word).collect();
    all.join(" ")
}

fn assignment(assignment: &Assignment) -> String {
    let subscript = assignment
        .subscript
        .as_ref()
        .map_or(String::new(), |s| format!("[{}]", word(s)));
    let value = match &assignment.value {
        Assigned::Word(value) => word(value),
        Assigned::Array(all) => {
            let all: Vec<String> = all
                .iter()
                .map(|(at, value)| {
                    at.as_ref()
                        .map_or(String::new(), |at| format!("[{}]=", word(at)))
                        + &word(value)
                })
                .collect();
            format!("({})", all.join(" "))
        }
    };
    format!(
        "{}{subscript}{}{value}",
        assignment.name,
        if assignment.append { "+=" } else { "=" }
    )
}

fn word(word: &Word) -> String {
    word.parts.iter().map(part).collect()
}

fn part(part: &Part) -> String {
    let quotes = |quoted: &bool, text: String| {
        if *quoted {
            format!("‹{text}›")
        } else {
            text
        }
    };
    match part {
        Part::Literal { text, quoted } => quotes(quoted, text.replace('\n', "⏎")),
        Part::Param {
            param: inner,
            quoted,
        } => quotes(quoted, param(inner)),
        Part::Command {
            script: inner,
            quoted,
        } => quotes(quoted, format!("$({})", script(inner))),
        Part::Arith { expression, quoted } => {
            quotes(quoted, format!("$(({}))", word(&expression.word)))
        }
        Part::Process {
            output,
            script: inner,
        } => format!("{}({})", if *output { '>' } else { '<' }, script(inner)),
        Part::Braces(all) => format!("{{{}}}", all.iter().map(word).collect::<Vec<_>>().join(",")),
        Part::Range { from, to, step } => format!(
            "{{{from}..{to}{}}}",
            step.as_ref().map_or(String::new(), |s| format!("..{s}"))
        ),
    }
}

fn param(param: &Param) -> String {
    let subscript = param
        .subscript
        .as_ref()
        .map_or(String::new(), |s| format!("[{}]", word(s)));
    let op = param.op.as_ref().map_or(String::new(), op);
    let prefix =
        String::from(if param.length { "#" } else { "" }) + if param.indirect { "!" } else { "" };
    format!("${prefix}{}{subscript}{op}", param.name)
}

fn op(op: &ParamOp) -> String {
    match op {
        ParamOp::Default { colon, word: value } => format!(" default {colon} {}", word(value)),
        ParamOp::Assign { colon, word: value } => format!(" assign {colon} {}", word(value)),
        ParamOp::Error { colon, word: value } => format!(" error {colon} {}", word(value)),
        ParamOp::Alternate { colon, word: value } => format!(" alternate {colon} {}", word(value)),
        ParamOp::RemovePrefix { longest, pattern } => {
            format!(" prefix {longest} {}", word(pattern))
        }
        ParamOp::RemoveSuffix { longest, pattern } => {
            format!(" suffix {longest} {}", word(pattern))
        }
        ParamOp::Replace {
            kind,
            pattern,
            with,
        } => format!(" {kind:?} {} by {}", word(pattern), word(with)),
        ParamOp::Substring { offset, length } => {
            format!(
                " from {}{}",
                word(&offset.word),
                length
                    .as_ref()
                    .map_or(String::new(), |l| format!(" len {}", word(&l.word)))
            )
        }
        ParamOp::Case { operator, pattern } => format!(" {operator} {}", word(pattern)),
        ParamOp::Transform(letter) => format!(" @{letter}"),
        ParamOp::Names => String::from(" names"),
    }
}
