//! Answers of people to what a run asks, in comments: `/approve a12`, `/deny a12 why`, `/answer a12 the words`.

use ledger::ids::ActId;

use super::words::{Keep, words};

/// Answers of one comment that are taken.
const ANSWERS_MAX: usize = 16;

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenAnswer {
    /// The question.
    pub question: ActId,
    /// What is said to it.
    pub said: Said,
}

/// What is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Yes.
    Yes,
    /// No, and why.
    No(String),
    /// Words.
    Words(String),
}

/// The answers that a comment gives: each on a line of its own, neither quoted nor in code.
#[must_use]
pub fn answers(body: &str) -> Vec<GivenAnswer> {
    let keep = Keep {
        quotes: false,
        links: false,
    };
    let text = words(body, keep);
    let found = text.lines().filter_map(answer);
    found.take(ANSWERS_MAX).collect()
}

fn answer(line: &str) -> Option<GivenAnswer> {
    let (verb, rest) = line
        .trim()
        .strip_prefix('/')?
        .split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let (name, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let number = name.strip_prefix('a')?.parse().ok()?;
    let words = words.trim().to_owned();
    let said = match verb.to_ascii_lowercase().as_str() {
        "approve" => Said::Yes,
        "deny" => Said::No(words),
        "answer" if !words.is_empty() => Said::Words(words),
        _ => return None,
    };
    Some(GivenAnswer {
        question: ActId(number),
        said,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stand_on_lines_of_their_own() {
        let body = "Looked at it.\n\n/approve a12\n/deny a13 use the staging database\n/answer a14\n\n> /approve a15\n\n`/approve a16`\n\n```\n/approve a17\n```\n/approve all\n";
        let found = answers(body);
        let no = "use the staging database".to_owned();
        assert_eq!(
            found,
            [
                GivenAnswer {
                    question: ActId(12),
                    said: Said::Yes
                },
                GivenAnswer {
                    question: ActId(13),
                    said: Said::No(no)
                },
            ]
        );
    }
}
