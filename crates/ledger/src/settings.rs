//! What a person may set anew for a run that was opened before: the rest of its configuration stays what it was opened with.

use serde::{Deserialize, Serialize};

use crate::options::{Budget, ContextOptions, Limits, ModelChoice, Options};

/// Values that a run goes on with; what is `None` stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Limits of the loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<ContextOptions>,
    /// Money, but for the sum: that grows by segments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// The model that is asked from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<ModelChoice>,
}

impl Settings {
    /// What of `now` differs from `before`; `None` if nothing does that may be set.
    #[must_use]
    pub fn between(before: &Options, now: &Options) -> Option<Self> {
        let settings = Self {
            limits: changed(&before.limits, &now.limits),
            context: changed(&before.context, &now.context),
            budget: changed(&before.budget, &now.budget),
            models: changed(&before.models, &now.models),
        };
        (settings != Self::default()).then_some(settings)
    }

    /// Puts these values into the options of a run.
    pub fn apply(&self, options: &mut Options) {
        if let Some(limits) = &self.limits {
            options.limits = limits.clone();
        }
        if let Some(context) = &self.context {
            options.context = context.clone();
        }
        if let Some(budget) = &self.budget {
            let total = options.budget.total;
            options.budget = budget.clone();
            options.budget.total = total;
        }
        if let Some(models) = &self.models {
            options.models = models.clone();
        }
    }
}

fn changed<T: PartialEq + Clone>(before: &T, now: &T) -> Option<T> {
    (before != now).then(|| now.clone())
}
