//! The grammars, loaded once each, with the names of their node kinds and fields as plain words.

use std::sync::LazyLock;

use crate::language::Language;

/// The word for what a grammar could not read.
const BROKEN: &str = "ERROR";

/// One grammar and its vocabulary.
pub(crate) struct Grammar {
    /// What the parser is given.
    pub(crate) language: tree_sitter::Language,
    kinds: Vec<Box<str>>,
    named: Vec<bool>,
    numbers: Numbers,
    fields: Vec<Box<str>>,
}

/// The numbers that each word stands for: a node and a bare token may share one. Every pass asks for some words, of every
/// file, so that looking one up has to cost next to nothing.
struct Numbers {
    words: Vec<(Box<str>, Vec<u16>)>,
    /// Where in `words` a word stands whose digest leads here, or to a place before with no gap between; at most every
    /// fourth place is taken, and the number of places is a power of two.
    places: Vec<Option<u16>>,
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
        let words = (0u16..).zip(&kinds).map(|(id, kind)| (&**kind, id));
        let numbers = Numbers::of(words.chain([(BROKEN, u16::MAX)]));
        let named = ids(kinds.len()).map(|id| language.node_kind_is_named(id));
        let named = named.collect();
        let fields = ids(language.field_count().saturating_add(1))
            .map(|id| match id {
                0 => Box::default(),
                id => language.field_name_for_id(id).unwrap_or("").into(),
            })
            .collect();
        Grammar {
            language,
            kinds,
            named,
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
        self.numbers.get(kind)
    }

    /// The word for a node kind; `ERROR` for what the grammar could not read.
    #[inline]
    pub(crate) fn kind(&self, id: u16) -> &str {
        match self.kinds.get(usize::from(id)) {
            Some(kind) => kind,
            None => BROKEN,
        }
    }

    /// Whether the grammar names nodes of that kind, as opposed to bare tokens; it does what it could not read.
    #[inline]
    pub(crate) fn is_named(&self, id: u16) -> bool {
        self.named.get(usize::from(id)).is_none_or(|named| *named)
    }

    /// The word for a field; empty for none.
    #[inline]
    pub(crate) fn field(&self, id: u16) -> &str {
        self.fields.get(usize::from(id)).map_or("", AsRef::as_ref)
    }
}

impl Numbers {
    fn of<'k>(named: impl Iterator<Item = (&'k str, u16)>) -> Numbers {
        let mut words: Vec<(Box<str>, Vec<u16>)> = Vec::new();
        let mut all: Vec<(&str, u16)> = named.collect();
        // The numbers of a word stay in their order.
        all.sort_by_key(|(word, _)| *word);
        for (word, number) in all {
            match words.last_mut().filter(|(last, _)| **last == *word) {
                Some((_, numbers)) => numbers.push(number),
                None => words.push((word.into(), vec![number])),
            }
        }
        let count = words.len().saturating_mul(4).next_power_of_two();
        let mut places = vec![None; count];
        for (at, (word, _)) in (0u16..).zip(&words) {
            let free = around(digest(word), count).find(|it| places.get(*it) == Some(&None));
            if let Some(place) = free.and_then(|it| places.get_mut(it)) {
                *place = Some(at);
            }
        }
        Numbers { words, places }
    }

    fn get(&self, word: &str) -> &[u16] {
        for at in around(digest(word), self.places.len()) {
            let Some(known) = self.places.get(at).copied().flatten() else {
                return &[];
            };
            match self.words.get(usize::from(known)) {
                Some((found, numbers)) if **found == *word => return numbers,
                Some(_) | None => {}
            }
        }
        &[]
    }
}

/// The places from one on, each once.
fn around(from: usize, count: usize) -> impl Iterator<Item = usize> {
    let last = count.saturating_sub(1);
    (0..count).map(move |step| from.wrapping_add(step) & last)
}

/// A number that words rarely share: of their length, their first and their last bytes.
fn digest(word: &str) -> usize {
    let bytes = word.as_bytes();
    let (first, last) = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        (Some(_), None) | (None, Some(_)) | (None, None) => {
            let short = bytes.iter().rev();
            let short = short.fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
            (short, 0)
        }
    };
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let mixed = (first ^ last.rotate_left(29) ^ length).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from(mixed >> 40).unwrap_or(0)
}
