//! The grammars, loaded once each, with the names of their node kinds and fields as plain words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::Language;

/// The word for what a grammar could not read.
const BROKEN: &str = "ERROR";

/// One grammar and its vocabulary.
pub(crate) struct Grammar {
    /// What the parser is given.
    pub(crate) language: tree_sitter::Language,
    kinds: Vec<Box<str>>,
    /// The numbers that each word stands for: a node and a bare token may share one.
    numbers: BTreeMap<Box<str>, Vec<u16>>,
    fields: Vec<Box<str>>,
}

static RUST: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(tree_sitter_rust::LANGUAGE.into()));
static TYPESCRIPT: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::new(tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()));
static PYTHON: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::new(tree_sitter_python::LANGUAGE.into()));
static GO: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(tree_sitter_go::LANGUAGE.into()));
static JAVA: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(tree_sitter_java::LANGUAGE.into()));
static TSX: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::new(tree_sitter_typescript::LANGUAGE_TSX.into()));

/// The grammar of a language, if it has one.
pub(crate) fn of(language: Language) -> Option<&'static Grammar> {
    match language {
        Language::Rust => Some(&RUST),
        Language::TypeScript => Some(&TYPESCRIPT),
        // Every script of a component is read with the grammar that takes all of them.
        Language::Tsx | Language::Vue => Some(&TSX),
        Language::Python => Some(&PYTHON),
        Language::Go => Some(&GO),
        Language::Java => Some(&JAVA),
        Language::Other => None,
    }
}

impl Grammar {
    fn new(language: tree_sitter::Language) -> Grammar {
        let ids = |count: usize| 0..u16::try_from(count).unwrap_or(u16::MAX);
        let kinds: Vec<Box<str>> = ids(language.node_kind_count())
            .map(|id| language.node_kind_for_id(id).unwrap_or("").into())
            .collect();
        let mut numbers: BTreeMap<Box<str>, Vec<u16>> = BTreeMap::new();
        for (id, kind) in (0u16..).zip(&kinds) {
            numbers.entry(kind.clone()).or_default().push(id);
        }
        numbers.entry(BROKEN.into()).or_default().push(u16::MAX);
        let fields = ids(language.field_count().saturating_add(1))
            .map(|id| match id {
                0 => Box::default(),
                id => language.field_name_for_id(id).unwrap_or("").into(),
            })
            .collect();
        Grammar {
            language,
            kinds,
            numbers,
            fields,
        }
    }

    /// How many node kinds it has words for.
    pub(crate) fn kind_count(&self) -> usize {
        self.kinds.len()
    }

    /// The numbers of the node kinds with that word.
    pub(crate) fn numbers(&self, kind: &str) -> &[u16] {
        self.numbers.get(kind).map_or(&[], Vec::as_slice)
    }

    /// The word for a node kind; `ERROR` for what the grammar could not read.
    #[inline]
    pub(crate) fn kind(&self, id: u16) -> &str {
        match self.kinds.get(usize::from(id)) {
            Some(kind) => kind,
            None => BROKEN,
        }
    }

    /// The word for a field; empty for none.
    #[inline]
    pub(crate) fn field(&self, id: u16) -> &str {
        self.fields.get(usize::from(id)).map_or("", AsRef::as_ref)
    }
}
