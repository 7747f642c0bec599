//! Which issues a text closes. Code is skipped, quotes are not; each number needs a keyword of its own.

const WORDS: [&str; 9] = [
    "close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved",
];

/// Numbers of issues of the same repository that the text closes, in order, each once. `own` names are `owner/name` and
/// the address of the repository's issues, for references that are written out.
pub(crate) fn closed_by(text: &str, full_name: &str, issues_url: Option<&str>) -> Vec<u64> {
    let text = without_code(text);
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((start, end)) = next_word(&text, from) {
        from = end;
        let is_keyword = text
            .get(start..end)
            .is_some_and(|word| WORDS.iter().any(|one| word.eq_ignore_ascii_case(one)));
        let before = text.get(..start).and_then(|head| head.chars().next_back());
        let begins = before.is_none_or(|c| c.is_whitespace() || c == '(' || c == '[');
        if !is_keyword || !begins {
            continue;
        }
        let rest = text.get(end..).unwrap_or_default();
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let Some(rest) = rest.strip_prefix([' ', '\t']) else {
            continue;
        };
        let number = reference(rest, full_name, issues_url);
        found.extend(number.filter(|number| !found.contains(number)));
    }
    found
}

/// The next run of letters at or behind `from`.
fn next_word(text: &str, from: usize) -> Option<(usize, usize)> {
    let rest = text.get(from..)?;
    let start = from + rest.find(|c: char| c.is_ascii_alphabetic())?;
    let length = text
        .get(start..)?
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len() - start);
    Some((start, start + length))
}

fn reference(text: &str, full_name: &str, issues_url: Option<&str>) -> Option<u64> {
    let without = |prefix: &str| {
        let head = text.get(..prefix.len())?;
        head.eq_ignore_ascii_case(prefix)
            .then(|| text.get(prefix.len()..))?
    };
    let url = issues_url.and_then(|url| without(&format!("{url}/")));
    let rest = without(full_name).unwrap_or(text);
    let rest = url.or_else(|| rest.strip_prefix(['#', '!']))?;
    let length = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let behind = rest.get(length..)?.chars().next();
    let ends = behind.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-');
    ends.then(|| rest.get(..length)?.parse().ok())?
}

/// Blanks instead of code between backticks, and of fenced blocks.
fn without_code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence || fenced {
            fenced ^= is_fence;
            out.push('\n');
            continue;
        }
        let mut inside = false;
        let is_paired = line.matches('`').count() > 1;
        for c in line.chars() {
            match c {
                '`' if is_paired => {
                    inside = !inside;
                    out.push('_');
                }
                _ if inside => out.push('_'),
                c => out.push(c),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::closed_by;

    #[test]
    fn what_closes_and_what_does_not() {
        for (text, closes) in [
            ("Closes #1, #2", vec![1]),
            ("Closes #1, fixes #9", vec![1, 9]),
            ("FIXES: #3", vec![3]),
            ("(fixes #9)", vec![9]),
            ("[closes #5]", vec![5]),
            ("Closes #5.", vec![5]),
            ("close !5", vec![5]),
            ("> Closes #6", vec![6]),
            ("`Closes #4`", vec![]),
            ("```\nCloses #4\n```\nfixes #5", vec![5]),
            ("resolves#7", vec![]),
            ("closing #8", vec![]),
            ("Refs #10", vec![]),
            ("Closes  #10", vec![]),
            ("Implements #10", vec![]),
            ("closes acme/widgets#11", vec![11]),
            ("closes acme/other#11", vec![]),
            ("closes https://f.example/acme/widgets/issues/12", vec![12]),
            ("closes #12abc", vec![]),
            ("Closes #1 and closes #1", vec![1]),
        ] {
            let url = Some("https://f.example/acme/widgets/issues");
            assert_eq!(closed_by(text, "acme/widgets", url), closes, "{text}");
        }
    }
}
