//! Which of the options of a question an answer means.

/// Whether options may be named by their numbers: not where one of them is a number itself.
pub(crate) fn are_numbered(options: &[String]) -> bool {
    let is_number = |it: &String| it.trim().parse::<u64>().is_ok();
    options.len() > 1 && !options.iter().any(is_number)
}

/// The option that an answer names by its number, counted from 1; else the answer as it was said.
pub(crate) fn chosen<'a>(options: &'a [String], answer: &'a str) -> &'a str {
    let number: Option<usize> = answer.trim().parse().ok();
    number
        .filter(|_| are_numbered(options))
        .and_then(|it| options.get(it.checked_sub(1)?))
        .map_or(answer, String::as_str)
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn a_number_is_the_option_of_that_place_unless_options_are_numbers() {
        let options = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        for (all, answer, meant) in [
            (&["json", "yaml"][..], "2", "yaml"),
            (&["json", "yaml"], " 1 ", "json"),
            (&["json", "yaml"], "0", "0"),
            (&["json", "yaml"], "3", "3"),
            (&["json", "yaml"], "-1", "-1"),
            (&["json", "yaml"], "yaml, but small", "yaml, but small"),
            (&["2", "4"], "2", "2"),
            (&["four", "2"], "1", "1"),
            (&["only this"], "1", "1"),
            (&[], "1", "1"),
        ] {
            assert_eq!(chosen(&options(all), answer), meant, "{all:?} {answer}");
        }
    }
}
