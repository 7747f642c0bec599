//! The other reader's tree as marks.

use rable::{ListOperator, Node, NodeKind};

use super::{ARITH, BRACES, COMMAND, Marks, PARAM, PROCESS, RAW};

pub(super) fn marks(nodes: &[Node]) -> Vec<String> {
    let mut marks = Marks::default();
    for node in nodes {
        marks.node(node);
    }
    marks.done
}

impl Marks {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum is another crate's"
    )]
    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Command {
                assignments,
                words,
                redirects,
            } => {
                self.mark("command");
                let (arrays, plain): (Vec<_>, Vec<_>) =
                    words.iter().partition(|word| is_array(word));
                assignments
                    .iter()
                    .chain(plain)
                    .chain(arrays)
                    .for_each(|word| self.raw_word(word, true));
                self.redirects(redirects);
            }
            NodeKind::Pipeline { commands, .. } => {
                for (at, command) in commands.iter().enumerate() {
                    if at > 0 {
                        self.mark("|");
                    }
                    self.node(command);
                }
            }
            NodeKind::List { items } => {
                for item in items {
                    self.node(&item.command);
                    match item.operator {
                        Some(ListOperator::And) => self.mark("&&"),
                        Some(ListOperator::Or) => self.mark("||"),
                        Some(ListOperator::Background) => self.mark("&"),
                        Some(ListOperator::Semi) | None => {}
                    }
                }
            }
            NodeKind::Negation { pipeline } => {
                self.mark("!");
                self.node(pipeline);
            }
            NodeKind::Time { pipeline, .. } => {
                self.mark("time");
                self.node(pipeline);
            }
            NodeKind::Empty | NodeKind::Comment { .. } => {}
            _ => self.branching(node),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum is another crate's"
    )]
    fn branching(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Subshell { body, redirects } => self.closed("(", body, redirects),
            NodeKind::BraceGroup { body, redirects } => self.closed("{", body, redirects),
            NodeKind::If {
                condition,
                then_body,
                else_body,
                redirects,
            } => {
                self.within("if", condition);
                self.within("then", then_body);
                if let Some(body) = else_body {
                    self.mark("else");
                    self.node(body);
                }
                self.mark("fi");
                self.redirects(redirects);
            }
            NodeKind::Case {
                word,
                patterns,
                redirects,
            } => {
                self.mark("case");
                self.raw_word(word, false);
                self.flush();
                for arm in patterns {
                    self.mark("arm");
                    arm.patterns
                        .iter()
                        .for_each(|pattern| self.raw_word(pattern, false));
                    self.flush();
                    arm.body.iter().for_each(|body| self.node(body));
                }
                self.mark("esac");
                self.redirects(redirects);
            }
            NodeKind::Function { name, body } => {
                self.mark("function");
                self.mark(name);
                self.node(body);
            }
            NodeKind::Coproc { name, command } => {
                self.mark("coproc");
                self.mark(name.as_deref().unwrap_or("COPROC"));
                self.node(command);
            }
            NodeKind::ConditionalExpr { body, redirects } => {
                self.mark("[[");
                self.term(body);
                self.mark("]]");
                self.redirects(redirects);
            }
            NodeKind::ArithmeticCommand { redirects, .. } => {
                self.mark("((");
                self.redirects(redirects);
            }
            _ => self.looping(node),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum is another crate's"
    )]
    fn looping(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::While {
                condition,
                body,
                redirects,
            } => {
                self.within("while", condition);
                self.closed("do", body, redirects);
            }
            NodeKind::Until {
                condition,
                body,
                redirects,
            } => {
                self.within("until", condition);
                self.closed("do", body, redirects);
            }
            NodeKind::ForArith {
                body, redirects, ..
            } => {
                self.mark("for((");
                self.closed("do", body, redirects);
            }
            NodeKind::For {
                var,
                words,
                body,
                redirects,
            } => self.over("for", var, words.as_deref(), body, redirects),
            NodeKind::Select {
                var,
                words,
                body,
                redirects,
            } => self.over("select", var, words.as_deref(), body, redirects),
            // Nothing else is a command: no mark of ours is equal to this one.
            _ => self.mark("?"),
        }
    }

    fn over(
        &mut self,
        kind: &str,
        name: &str,
        words: Option<&[Node]>,
        body: &Node,
        redirects: &[Node],
    ) {
        self.mark(kind);
        self.mark(name);
        words
            .into_iter()
            .flatten()
            .for_each(|word| self.raw_word(word, true));
        self.flush();
        self.closed("do", body, redirects);
    }

    fn within(&mut self, opening: &str, body: &Node) {
        self.mark(opening);
        self.node(body);
        self.mark("end");
    }

    fn closed(&mut self, opening: &str, body: &Node, redirects: &[Node]) {
        self.within(opening, body);
        self.redirects(redirects);
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum is another crate's"
    )]
    fn redirects(&mut self, redirects: &[Node]) {
        for redirect in redirects {
            match &redirect.kind {
                // `2>&-` is told as an operator of its own.
                NodeKind::Redirect { op, .. } if op.ends_with("&-") => {
                    self.mark("redirect");
                    self.mark("-");
                }
                NodeKind::Redirect { op, target, .. } => {
                    self.mark("redirect");
                    self.raw_word(target, op != "<<<");
                }
                NodeKind::HereDoc {
                    content, quoted, ..
                } if *quoted => {
                    self.mark("<<''");
                    self.mark(content);
                }
                NodeKind::HereDoc { content, .. } => {
                    self.mark("<<");
                    self.substitutions(content, true);
                }
                _ => self.mark("?"),
            }
        }
        self.flush();
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum is another crate's"
    )]
    fn term(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::CondAnd { left, right } | NodeKind::CondOr { left, right } => {
                self.term(left);
                self.term(right);
            }
            NodeKind::CondNot { operand } => self.term(operand),
            NodeKind::CondParen { inner } => self.term(inner),
            NodeKind::UnaryTest { op, operand } => {
                if op != "-n" {
                    self.mark(op);
                }
                self.term(operand);
            }
            NodeKind::BinaryTest { op, left, right } => {
                self.term(left);
                self.mark(op);
                if op == "=~" {
                    self.mark(RAW);
                } else {
                    self.term(right);
                }
            }
            NodeKind::CondTerm { value, .. } if value.contains(['$', '`', '<', '>']) => {
                self.mark(RAW)
            }
            NodeKind::CondTerm { value, .. } => {
                let mut text = String::new();
                Quotes::default().take_off(value, &mut text);
                self.mark(&text);
            }
            _ => self.mark("?"),
        }
    }

    /// The text of a word: quotes taken off, a mark for each expansion; `braces`: whether bash expands them here.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum is another crate's"
    )]
    fn raw_word(&mut self, node: &Node, braces: bool) {
        let NodeKind::Word { parts, .. } = &node.kind else {
            return self.mark("?");
        };
        let mut text = String::new();
        let mut quotes = Quotes::default();
        for part in parts {
            match &part.kind {
                NodeKind::WordLiteral { value } => quotes.take_off(value, &mut text),
                NodeKind::ParamExpansion { param, arg, .. } => {
                    self.expansion("", param, arg.as_deref(), &mut text)
                }
                NodeKind::ParamLength { param } => self.expansion("#", param, None, &mut text),
                NodeKind::ParamIndirect { param, arg, .. } => {
                    self.expansion("!", param, arg.as_deref(), &mut text)
                }
                NodeKind::CommandSubstitution { command, .. } => {
                    text.push(COMMAND);
                    self.inner(|marks| marks.node(command));
                }
                NodeKind::ProcessSubstitution { command, .. } => {
                    text.push(PROCESS);
                    self.inner(|marks| marks.node(command));
                }
                NodeKind::AnsiCQuote { decoded, .. } => text.push_str(decoded),
                NodeKind::LocaleString { content, .. } => quotes.take_off(content, &mut text),
                NodeKind::BraceExpansion { .. } if braces => text.push(BRACES),
                NodeKind::BraceExpansion { content } => quotes.take_off(content, &mut text),
                NodeKind::ArithmeticExpansion { .. } | NodeKind::ArithDeprecated { .. } => {
                    text.push(ARITH)
                }
                _ => text.push('?'),
            }
        }
        self.mark(&text);
    }

    fn expansion(&mut self, prefix: &str, param: &str, arg: Option<&str>, out: &mut String) {
        out.push(PARAM);
        out.push_str(prefix);
        out.push_str(param.split('[').next().unwrap_or_default());
        if let Some(arg) = arg {
            self.substitutions(arg, false);
        }
    }

    /// The substitutions in text that the other reader did not open.
    fn substitutions(&mut self, raw: &str, body: bool) {
        if !raw.contains("$(") && !raw.contains('`') && !raw.contains("${") {
            return;
        }
        let text = if body {
            format!("_ \"{}\"", raw.replace('"', "_"))
        } else {
            format!("_ {raw}")
        };
        match rable::parse(&text, true).as_deref() {
            Ok([only]) => {
                let mut marks = Self::default();
                marks.node(only);
                let nested = marks
                    .done
                    .iter()
                    .position(|mark| mark == "$(")
                    .unwrap_or(marks.done.len());
                self.nested.extend(marks.done.drain(nested..));
            }
            Ok(_) | Err(_) => self.mark("?"),
        }
    }
}

fn is_array(node: &Node) -> bool {
    let NodeKind::Word { value, .. } = &node.kind else {
        return false;
    };
    value.split_once("=(").is_some_and(|(name, _)| {
        let name = name.strip_suffix('+').unwrap_or(name);
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// Which quotes are open, from one piece of raw text to the next.
#[derive(Default)]
struct Quotes {
    double: bool,
    single: bool,
}

impl Quotes {
    fn take_off(&mut self, raw: &str, out: &mut String) {
        let mut chars = raw.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\'' if self.single => self.single = false,
                _ if self.single => out.push(c),
                '\'' if !self.double => self.single = true,
                '"' => self.double = !self.double,
                '\\' => match chars.next() {
                    Some('\n') => {}
                    Some(next) => {
                        if self.double && !matches!(next, '$' | '`' | '"' | '\\') {
                            out.push('\\');
                        }
                        out.push(next);
                    }
                    None => out.push('\\'),
                },
                _ => out.push(c),
            }
        }
    }
}
