//! Languages.

/// The language in which agents are told what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

impl Language {
    /// By its name.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        [Self::En, Self::Zh]
            .into_iter()
            .find(|it| it.word() == word)
    }

    /// Its name in templates.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }
}
