//! The last words of an agent of somebody else: it has none of our tools, so they say what is to be done on a forge, as a
//! list that is read here.

use ledger::forge::{Means, MeansKind};

/// Things that one turn may ask for.
pub(crate) const MEANS_MAX: usize = 20;
/// Places from the end of the words where the list may begin: lists inside texts of the list come before its own.
const BEGINS_MAX: usize = 200;

/// How an agent says what is to be done.
pub(crate) fn how(means: &[MeansKind]) -> String {
    let example = |kind: &MeansKind| match kind {
        MeansKind::Comment => r#"{"comment": {"body": "…"}}"#,
        MeansKind::OpenSubIssue => {
            r#"{"open_sub_issue": {"title": "…", "body": "…", "labels": ["type/feat"]}}"#
        }
        MeansKind::SubmitReview => {
            r#"{"submit_review": {"verdict": "approved" or "changes" or "comment", "body": "…", "comments": [{"path": "…", "line": 1, "body": "…"}]}}"#
        }
        MeansKind::OpenPullRequest => r#"{"open_pull_request": {"title": "…", "body": "…"}}"#,
        MeansKind::MergePullRequest => r#"{"merge_pull_request": {}}"#,
        MeansKind::CloseIssue => r#"{"close_issue": {}}"#,
    };
    let all: Vec<&str> = means.iter().map(example).collect();
    format!(
        "None of these tools is in your own list. End your turn with a JSON array of what is to be done, in its order, and nothing after it. Each entry is one of: {}",
        all.join(", ")
    )
}

/// How the last words of an agent describe the pull request, if they do.
pub(crate) fn described(claim: &str) -> Option<Means> {
    let asked = read(claim)?.ok()?;
    let mut descriptions = asked
        .into_iter()
        .take(MEANS_MAX)
        .filter(|it| it.kind() == MeansKind::OpenPullRequest);
    descriptions.next_back()
}

/// The list that stands at the end of a text, if one begins there.
pub(crate) fn read(words: &str) -> Option<Result<Vec<Means>, String>> {
    let words = words.trim().trim_end_matches("```").trim_end();
    if !words.ends_with(']') {
        return None;
    }
    let begins = words.rmatch_indices('[').filter_map(|(at, _)| {
        let text = words.get(at..)?;
        let inside = text.strip_prefix('[')?.trim_start();
        inside.starts_with('{').then_some(text)
    });
    let mut wrong = None;
    for text in begins.take(BEGINS_MAX) {
        match serde_json::from_str(text) {
            Ok(means) => return Some(Ok(means)),
            Err(error) => wrong = Some(Err(error.to_string())),
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_at_the_end_is_read_and_other_words_are_not() {
        let words = "I looked at [{x}].\n\n```json\n[{\"comment\": {\"body\": \"see [{1}]\"}}, {\"close_issue\": {}}]\n```";
        let means = read(words).unwrap().unwrap();
        assert_eq!(means.len(), 2);
        assert_eq!(read("all is well"), None);
        let apart = "Done.\n[\n  {\"comment\": {\"body\": \"x\"}},\n  {\"close_issue\": {}}\n]\n";
        assert_eq!(read(apart).unwrap().unwrap().len(), 2);
        let line = r#"{"path": "a", "line": 1, "body": "[{1}] [ {2}]"}"#;
        let lines = vec![line; 40].join(",");
        let many = format!(
            "[ {{\"submit_review\": {{\"verdict\": \"changes\", \"body\": \"x\", \"comments\": [\n{lines}]}}}}]"
        );
        assert_eq!(read(&many).unwrap().unwrap().len(), 1);
        assert!(read("[{\"push\": {}}]").unwrap().is_err());
        assert_eq!(read("[{\"comment\": {\"body\": \"x\"}}] and more"), None);
    }
}
