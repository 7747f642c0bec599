//! The rule that makes a grant unnecessary, as a change of a policy file that a person can review.

use std::path::PathBuf;

use gate::Probe;
use ledger::gate::{Severity, Verdict};
use ledger::options::{Rule, RuleAction, RuleOrigin};
use ledger::proposal::Proposal;
use serde_json::Value;

use crate::config::{self, Layer, Links, Problem, ProjectFile, Sources};
use crate::gate_service::Gatehouse;

/// The file that such rules are added to.
const FILE: &str = "authorised.yml";
/// Unchanged lines that a diff shows around a change.
const AROUND: usize = 3;
/// Longest name of a rule, in characters.
const NAME_CHARS_MAX: usize = 60;

/// A rule that could be added.
#[derive(Debug)]
pub struct RuleDraft {
    /// The file.
    pub path: PathBuf,
    /// The file as it is shown.
    pub shown: String,
    /// The rule's name.
    pub name: String,
    /// The change, as a unified diff.
    pub diff: String,
    /// Files that the command would run: a rule does not look into them.
    pub scripts: Vec<String>,
    /// What the file would hold.
    content: String,
}

/// Why there is no such rule.
#[derive(Debug, thiserror::Error)]
pub enum NoRule {
    /// No rule lifts what stands against it.
    #[error("no rule lifts what stands against `{what}`: {stands}")]
    Unlifted {
        /// As it was shown.
        what: String,
        /// The findings.
        stands: String,
    },
    /// Nothing stands against it.
    #[error("nothing stands against `{0}`, so it needs no rule")]
    Allowed(String),
    /// The file can't be read or written, or would not be right with the rule.
    #[error("the rule can't be added: {0}")]
    File(String),
    /// There is no home directory.
    #[error("there is no home directory, so no configuration of your own")]
    NoHome,
}

impl From<Problem> for NoRule {
    fn from(problem: Problem) -> Self {
        NoRule::File(problem.to_string())
    }
}

/// The narrowest rule that allows these proposals, which are one action, in the user's own policy files or in the project's.
///
/// # Errors
/// [`NoRule`].
pub fn draft(
    house: &Gatehouse,
    sources: &Sources,
    proposals: &[Proposal],
    for_project: bool,
) -> Result<RuleDraft, NoRule> {
    let what = proposals.first().map(gate::canonical).unwrap_or_default();
    let (path, shown) = file(sources, for_project)?;
    let links = if for_project {
        Links::Refused
    } else {
        Links::Followed
    };
    let before = match config::read_file(&path, &shown, links)? {
        Some(bytes) => {
            String::from_utf8(bytes).map_err(|_| NoRule::File(format!("`{shown}` is not UTF-8")))?
        }
        None => String::new(),
    };
    let name = name(&what, &before);
    let rule = Rule {
        name: name.clone(),
        pattern: gate::exactly(proposals),
        when: None,
        action: RuleAction::Allow,
        applies_to: proposals.iter().map(|it| it.tool().to_owned()).collect(),
        message: None,
        origin: RuleOrigin::User,
    };
    lifts(house, proposals, &rule, &what)?;
    let (matches, passes) = examples(&rule, proposals);
    let content = with_rule(&before, &rule, &matches, &passes);
    is_right(&before, &content, &shown)?;
    let diff = unified(&shown, &before, &content);
    Ok(RuleDraft {
        path,
        shown,
        name,
        diff,
        scripts: proposals
            .first()
            .map(|it| house.scripts(it))
            .unwrap_or_default(),
        content,
    })
}

impl RuleDraft {
    /// Writes the file as the diff shows it.
    ///
    /// # Errors
    /// [`NoRule::File`].
    pub fn apply(&self) -> Result<(), NoRule> {
        Ok(config::write_file(&self.path, &self.content)?)
    }
}

fn file(sources: &Sources, for_project: bool) -> Result<(PathBuf, String), NoRule> {
    if for_project {
        let shown = format!("{}/{FILE}", config::FOLDER);
        return Ok((sources.root.join(&shown), shown));
    }
    let path = config::user_folder(sources)
        .ok_or(NoRule::NoHome)?
        .join(FILE);
    let shown = config::shown(&path, &sources.env);
    Ok((path, shown))
}

/// Whether the rule does it: some findings are of policies that no rule of a user speaks for.
fn lifts(house: &Gatehouse, proposals: &[Proposal], rule: &Rule, what: &str) -> Result<(), NoRule> {
    let without = |proposal| house.with_rule(proposal, None).verdict;
    if proposals.iter().all(|it| without(it) == Verdict::Allow) {
        return Err(NoRule::Allowed(what.to_owned()));
    }
    for proposal in proposals {
        let decision = house.with_rule(proposal, Some(rule));
        if decision.verdict == Verdict::Allow {
            continue;
        }
        let stands = decision
            .findings
            .iter()
            .filter(|it| it.severity >= Severity::SoftDeny)
            .map(|it| format!("{} [{}/{}]", it.message, it.policy, it.id));
        return Err(NoRule::Unlifted {
            what: what.to_owned(),
            stands: stands.collect::<Vec<_>>().join("; "),
        });
    }
    Ok(())
}

/// A name that no rule of the file has: the command, shortened.
fn name(what: &str, before: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || " ._/-".contains(c);
    let short: String = what.chars().filter(|c| plain(*c)).collect();
    let short: String = short.trim().chars().take(NAME_CHARS_MAX).collect();
    let taken = |name: &str| before.contains(&format!("name: {}", quoted(name)));
    let mut name = format!("authorised {short}");
    let mut number = 2_u32;
    while taken(&name) {
        name = format!("authorised {short} {number}");
        number = number.saturating_add(1);
    }
    name
}

/// Calls that the rule matches, and near ones that it does not.
fn examples(rule: &Rule, proposals: &[Proposal]) -> (Vec<Value>, Vec<Value>) {
    let Ok(probe) = Probe::new(rule) else {
        return (Vec::new(), Vec::new());
    };
    let mut near: Vec<Value> = Vec::new();
    for proposal in proposals {
        if let Proposal::Shell {
            shell,
            command,
            cwd,
        } = proposal
        {
            for command in [
                command.clone(),
                format!("{command} x"),
                format!("true; {command}"),
            ] {
                let mut args = serde_json::json!({"command": command, "shell": shell});
                if let (Some(cwd), Some(args)) = (cwd, args.as_object_mut()) {
                    args.insert("cwd".to_owned(), cwd.clone().into());
                }
                near.push(serde_json::json!({"tool": "run_command", "args": args}));
            }
        } else if let Proposal::Exec { argv, cwd } = proposal {
            let longer = [argv.as_slice(), &["x".to_owned()]].concat();
            for argv in [argv.clone(), longer] {
                let mut args = serde_json::json!({"argv": argv});
                if let (Some(cwd), Some(args)) = (cwd, args.as_object_mut()) {
                    args.insert("cwd".to_owned(), cwd.clone().into());
                }
                near.push(serde_json::json!({"tool": "run_command", "args": args}));
            }
        }
    }
    let told = |example: &Value| probe.tries(&example.to_string()).ok();
    let matches = near.iter().filter(|it| told(it) == Some(true)).cloned();
    let passes = near.iter().filter(|it| told(it) == Some(false)).cloned();
    (matches.collect(), passes.collect())
}

fn with_rule(before: &str, rule: &Rule, matches: &[Value], passes: &[Value]) -> String {
    let mut out = before.to_owned();
    if out.trim().is_empty() {
        out = "# Rules that `interlock authorise grant --rule` added. Each is for one very command.\nrules:\n".to_owned();
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    let tools: Vec<String> = rule.applies_to.iter().map(|it| quoted(it)).collect();
    out.push_str(&format!("  - name: {}\n", quoted(&rule.name)));
    out.push_str("    action: allow\n");
    out.push_str(&format!("    applies_to: [{}]\n", tools.join(", ")));
    out.push_str(&format!("    pattern: {}\n", quoted(&rule.pattern)));
    for (field, examples) in [("matches", matches), ("passes", passes)] {
        if !examples.is_empty() {
            out.push_str(&format!("    {field}:\n"));
        }
        for example in examples {
            out.push_str(&format!("      - {}\n", flow(example)));
        }
    }
    out
}

/// A value on one line.
fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(pairs) => {
            let pairs = pairs.iter();
            let pairs: Vec<String> = pairs
                .map(|(key, value)| format!("{key}: {}", flow(value)))
                .collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// A text between double quotes, in which everything that a terminal would not show as itself is written out.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        let code = u32::from(c);
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            ' '..='~' => out.push(c),
            _ if c.is_alphanumeric() => out.push(c),
            _ if code <= 0xffff => out.push_str(&format!("\\u{code:04X}")),
            _ => out.push_str(&format!("\\U{code:08X}")),
        }
    }
    out.push('"');
    out
}

/// Whether the file with the rule is right, and holds one rule more.
fn is_right(before: &str, content: &str, shown: &str) -> Result<(), NoRule> {
    let count = |text: &str| -> Result<usize, NoRule> {
        if text.trim().is_empty() {
            return Ok(0);
        }
        let file = ProjectFile {
            name: shown.to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        let all = config::rules_of(&file, Layer::User);
        all.map(|rules| rules.len()).map_err(|problems| {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            NoRule::File(problems.join("\n"))
        })
    };
    if count(before)?.saturating_add(1) == count(content)? {
        return Ok(());
    }
    Err(NoRule::File(format!(
        "`{shown}` is not written as `rules:` with one rule below the other"
    )))
}

/// A unified diff of two texts that begin alike and end alike: one hunk.
fn unified(name: &str, before: &str, after: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()).saturating_sub(same);
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail.take(rest).take_while(|(a, b)| a == b).count();
    let from = same.saturating_sub(AROUND);
    let kept = tail.min(AROUND);
    let old_to = old.len().saturating_sub(tail);
    let new_to = new.len().saturating_sub(tail);
    let head = old.get(from..same).unwrap_or_default();
    let gone = old.get(same..old_to).unwrap_or_default();
    let come = new.get(same..new_to).unwrap_or_default();
    let foot = new
        .get(new_to..new_to.saturating_add(kept))
        .unwrap_or_default();
    let begin = |length: usize| {
        if length == 0 {
            from
        } else {
            from.saturating_add(1)
        }
    };
    let old_length = [head.len(), gone.len(), foot.len()].iter().sum::<usize>();
    let new_length = [head.len(), come.len(), foot.len()].iter().sum::<usize>();
    let old_name = if before.is_empty() { "/dev/null" } else { name };
    let mut out = format!(
        "--- {old_name}\n+++ {name}\n@@ -{},{old_length} +{},{new_length} @@\n",
        begin(old_length),
        begin(new_length),
    );
    for (sign, lines) in [(' ', head), ('-', gone), ('+', come), (' ', foot)] {
        for line in lines {
            out.push(sign);
            out.push_str(line);
            if !line.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{quoted, unified};

    #[test]
    fn a_diff_shows_what_comes_and_a_little_around_it() {
        assert_eq!(
            unified("a.yml", "", "x\ny\n"),
            "--- /dev/null\n+++ a.yml\n@@ -0,0 +1,2 @@\n+x\n+y\n"
        );
        assert_eq!(
            unified("a.yml", "1\n2\n3\n4", "1\n2\n3\n4\n5\n"),
            "--- a.yml\n+++ a.yml\n@@ -1,4 +1,5 @@\n 1\n 2\n 3\n-4\n\\ No newline at end of file\n+4\n+5\n"
        );
    }

    #[test]
    fn what_is_quoted_hides_nothing() {
        assert_eq!(
            quoted("a\"\\\u{202e}\n\u{e0041}é"),
            "\"a\\\"\\\\\\u202E\\u000A\\U000E0041é\""
        );
    }
}
