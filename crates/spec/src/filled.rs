//! Templates of reports: lines with names in braces.

/// The text with each `{name}` replaced by what is known under it. A line with a name that nothing is known of is left out:
/// nobody is shown an empty promise.
#[must_use]
pub fn filled(template: &str, known: impl Fn(&str) -> Option<String>) -> String {
    let lines = template
        .lines()
        .filter_map(|line| filled_line(line, &known));
    lines.collect::<Vec<_>>().join("\n")
}

fn filled_line(line: &str, known: &impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let name = behind.split_once('}').filter(|(name, _)| is_name(name));
        let Some((name, after)) = name else {
            out.push('{');
            rest = behind;
            continue;
        };
        out.push_str(&known(name).filter(|it| !it.is_empty())?);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

fn is_name(text: &str) -> bool {
    let in_name = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    !text.is_empty() && text.chars().all(in_name)
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn what_is_known_is_put_in_and_lines_with_unknown_names_go() {
        let template =
            "[Action Report]\n**PR**:#{pr_number}\n**Cause**: {root_cause}\n{ not a name } {}";
        let known = |name: &str| (name == "pr_number").then(|| "43".to_owned());
        let out = filled(template, known);
        assert_eq!(out, "[Action Report]\n**PR**:#43\n{ not a name } {}");
    }
}
