//! What kind of work labels want, and which issues tell of a deployment that failed.

use ledger::board::BusinessType;

/// Labels and the kind of work that they want, in the order in which they count where several are there.
const TYPES: [(&str, BusinessType); 6] = [
    ("type/feat", BusinessType::Feature),
    ("type/impl", BusinessType::Impl),
    ("type/bug", BusinessType::Bug),
    ("type/docs", BusinessType::Docs),
    ("type/refactor", BusinessType::Refactor),
    ("type/test", BusinessType::Test),
];
/// What titles say of a deployment that failed, in lower case.
const DEPLOY_WORDS: [&str; 4] = [
    "部署失败",
    "deployment failed",
    "deploy failed",
    "deployment failure",
];
/// Labels that say the same.
const DEPLOY_LABELS: [&str; 2] = ["deploy-failure", "type/deploy-failure"];

/// What kind of work an issue with these labels wants, and whether a label of a type, `type/…`, is among them: without one,
/// an issue of nobody is not discussed. Any case.
///
/// A label that holds `infrastructure` counts before all others; without a known type it is a feature.
#[must_use]
pub fn business(labels: &[String]) -> (BusinessType, bool) {
    let labels: Vec<String> = labels.iter().map(|it| it.to_lowercase()).collect();
    let has_type = labels.iter().any(|it| it.starts_with("type/"));
    if labels.iter().any(|it| it.contains("infrastructure")) {
        return (BusinessType::Infrastructure, has_type);
    }
    let named = |word: &str| labels.iter().any(|it| it == word);
    let known = TYPES.iter().find(|(word, _)| named(word));
    let business = known.map_or(BusinessType::Feature, |(_, business)| *business);
    (business, has_type)
}

/// Whether an issue tells of a deployment that failed, by a word of its title or by a label.
#[must_use]
pub fn is_deploy_failure(title: &str, labels: &[String]) -> bool {
    let title = title.to_lowercase();
    let by_label = |label: &String| {
        DEPLOY_LABELS
            .iter()
            .any(|it| label.eq_ignore_ascii_case(it))
    };
    DEPLOY_WORDS.iter().any(|it| title.contains(it)) || labels.iter().any(by_label)
}
