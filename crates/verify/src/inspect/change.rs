//! What a change did to one file of code: work taken out, new code that nobody uses, uses that are gone.

use std::collections::BTreeSet;

use code::{
    Body, Definition, DefinitionKind, Delta, Exported, Facts, ImportKind, Language, Neglect,
    Neglected, Reason,
};
use project::{EntryKind, Link, Project, Reach, SymbolUse, Target};

use super::known::last;
use super::reasons::is_about_tests;
use super::{FINDINGS_MAX, Subject, finding, short, why};
use crate::facts::{ChangeFacts, StubFact, UnusedFact};
use crate::rules;

/// What tests run around themselves, and may need no longer.
const PREPARES: [&str; 6] = [
    "setUp",
    "tearDown",
    "setUpClass",
    "tearDownClass",
    "setup",
    "teardown",
];

/// What the serialisation of Java reads.
const OF_STREAMS: [&str; 2] = ["serialVersionUID", "serialPersistentFields"];

/// Lines of a comment that are read.
const COMMENT_MAX: usize = 60;

/// Names whose uses are looked for.
const NAMES_MAX: usize = 300;

impl Subject<'_> {
    /// What is new and what is gone; nothing where there is nothing to compare with.
    pub(super) fn delta(&self) -> Option<Delta> {
        let base = self.context.base?;
        self.context.project.facts(self.path.as_str())?;
        Some(code::delta(base.facts(self.path.as_str()), &self.code))
    }

    pub(super) fn change(&self, delta: &Delta, before: Option<&str>) -> Option<ChangeFacts> {
        let base = self.context.base?;
        let (written, functions) = self.written(delta, before);
        Some(ChangeFacts {
            gutted: self.taken_out(delta),
            unused: self.unused(delta),
            dropped: self.dropped(base, delta),
            cut_off: self.cut_off(base),
            written,
            functions,
        })
    }

    /// What does less than it did. Inside a test a name is used again for whatever the test needs.
    fn taken_out(&self, delta: &Delta) -> Vec<StubFact> {
        let entry = self.context.project.entry(self.path.as_str());
        let test = entry.is_some_and(|it| it.kind == EntryKind::Test);
        let mut found = taken_out(delta);
        found.retain(|it| {
            let here = self.code.definitions.iter();
            let mut here = here.filter(|own| own.span.line == it.line);
            let own = it.what.rsplit(['.', ':']).next().unwrap_or("");
            let mut kept = || here.any(|it| it.nested) || PREPARES.contains(&own);
            // Whether a test of its own is emptied is asked where tests are.
            let meant = test && (it.rule == rules::TEST_EMPTIED || kept());
            let mut marked = self.code.definitions.iter();
            let leaving = marked.any(|own| {
                let mut marks = own.marks.iter();
                own.span.line <= it.line
                    && it.line <= own.span.end_line
                    && own.name == it.what
                    && (marks.any(|mark| mark.eq_ignore_ascii_case("deprecated"))
                        || is_leaving(self.source, own.span.line) && !self.is_called(last(own)))
            });
            // What a platform takes the others take too.
            let parameter =
                [rules::PARAMETER_UNUSED, rules::PARAMETER_NO_LONGER_READ].contains(&it.rule);
            let twin = parameter && self.has_a_twin(it.line);
            !meant && !leaving && !twin
        });
        found
    }

    /// New definitions of the file's outermost level that nobody uses.
    fn unused(&self, delta: &Delta) -> Vec<UnusedFact> {
        let path = self.path.as_str();
        // A stub file only tells of types; what it names for itself is for the checker of types.
        if path.ends_with(".pyi") {
            return Vec::new();
        }
        let fresh = delta.definitions.iter();
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        fresh
            .filter(|it| may_lie_idle(it) && !self.says_so(it) && !self.is_spelt(it))
            .take(NAMES_MAX)
            .filter_map(|it| idle(self.context.project, path, it))
            .filter(|it| !self.is_named_elsewhere(it))
            .take(FINDINGS_MAX)
            .collect()
    }

    /// Whether some text that imports nothing names what seems to be unused, or takes the whole file that nothing imports.
    fn is_named_elsewhere(&self, unused: &UnusedFact) -> bool {
        let (project, path) = (self.context.project, self.path.as_str());
        let mentions = &self.context.mentions;
        let taken = || {
            let alone = !matches!(project.wiring(path).reach, Reach::From(_));
            alone && mentions.of_file(project, path).is_some()
        };
        mentions.of_name(path, &unused.name).is_some() || taken()
    }

    /// In Rust and TypeScript a name that begins with an underscore says that nobody uses it: it is there to be compiled.
    fn says_so(&self, definition: &Definition) -> bool {
        let marks = self.code.language == Language::Rust || self.code.language.is_script();
        marks && definition.name.starts_with('_')
    }

    /// Whether a text of its file begins the name of a method, or is it: whoever asks for it by its text may put it
    /// together (`getattr(self, f"_visit_{kind}")`).
    fn is_spelt(&self, definition: &Definition) -> bool {
        let name = last(definition);
        let method = definition.kind == DefinitionKind::Method;
        let ends = name.match_indices('_').map(|(at, _)| at.saturating_add(1));
        let mut heads = ends.chain([name.len()]).filter_map(|end| name.get(..end));
        method
            && heads.any(|head| {
                let mut signs = ["\"", "'", "`"].iter();
                head.len() > 1 && signs.any(|sign| self.source.contains(&format!("{sign}{head}")))
            })
    }

    /// Definitions that this file used before the change, and that nobody uses now.
    fn dropped(&self, base: &Project, delta: &Delta) -> Vec<UnusedFact> {
        let path = self.path.as_str();
        let Some(before) = base.facts(path) else {
            return Vec::new();
        };
        let dropped: BTreeSet<&str> = delta.dropped.iter().map(String::as_str).collect();
        let mut homes: BTreeSet<String> = BTreeSet::from([path.to_owned()]);
        let targets = before.imports.iter().filter_map(|import| {
            let Target::Files(files) = base.resolve(path, import) else {
                return None;
            };
            let named = import.names.iter().any(|it| {
                let local = it.local.as_deref().unwrap_or("*");
                it.name == "*" || dropped.contains(local) || dropped.contains(it.name.as_str())
            });
            (named && import.kind != ImportKind::Reexport).then_some(files)
        });
        homes.extend(targets.flatten());
        let mut found = Vec::new();
        for home in &homes {
            let now = self.context.project.facts(home);
            let definitions = now.map_or(&[][..], |it| &it.definitions);
            let named = definitions.iter().filter(|it| {
                may_lie_idle(it) && dropped.contains(it.name.as_str()) && was_used(base, home, it)
            });
            let own = named.filter(|it| !self.stands_before(base, home, it));
            let idle = own.filter_map(|it| idle(self.context.project, home, it));
            let named = |name: &str| self.context.mentions.of_name(home, name).is_some();
            found.extend(idle.filter(|it| !named(&it.name)));
            if found.len() >= FINDINGS_MAX {
                break;
            }
        }
        found.truncate(FINDINGS_MAX);
        found
    }

    /// Whether all that a definition still does is to call something new that this file uses in its place: it stays for
    /// those who know the old name.
    fn stands_before(&self, base: &Project, home: &str, definition: &Definition) -> bool {
        let (Some(before), Some(now)) = (base.facts(home), self.context.project.facts(home)) else {
            return false;
        };
        let old: BTreeSet<&str> = before
            .definitions
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        let lines = definition.span.line..=definition.span.end_line;
        let called = |name: &str| {
            let mut uses = now.references.get(name).into_iter().flatten();
            uses.any(|it| lines.contains(&it.line))
        };
        let used = |name: &str| {
            self.code.references.contains_key(name) || self.code.members.contains_key(name)
        };
        let mut fresh = now
            .definitions
            .iter()
            .filter(|it| it.kind.is_function() && !it.nested && !old.contains(it.name.as_str()));
        definition.kind.is_function()
            && home != self.path.as_str()
            && fresh.any(|it| called(&it.name) && used(&it.name))
    }

    /// Files that this one joined to the rest.
    fn cut_off(&self, base: &Project) -> Vec<String> {
        let path = self.path.as_str();
        let lost = self.context.lost.iter().filter(|lost| {
            let before = base.link(path, lost);
            let now = self.context.project.link(path, lost);
            let named = || {
                self.context
                    .mentions
                    .of_file(self.context.project, lost)
                    .is_some()
            };
            matches!(before, Link::Used(..))
                && matches!(now, Link::None | Link::Idle(_))
                && !named()
        });
        lost.take(FINDINGS_MAX).cloned().collect()
    }
}

/// Whether the comment above a line says that what follows is on its way out: `@deprecated no-op`, `Deprecated: ..`.
fn is_leaving(source: &str, line: u32) -> bool {
    let above = usize::try_from(line).map_or(0, |it| it.saturating_sub(1));
    let mut lines: Vec<&str> = source.lines().map(str::trim).take(above).collect();
    // What marks it may stand within what it spans.
    let marks = source.lines().map(str::trim).skip(above);
    lines.extend(marks.take_while(|it| it.starts_with('@')).take(COMMENT_MAX));
    let mut inside = false;
    for text in lines.iter().rev().take(COMMENT_MAX) {
        inside |= text.ends_with("*/");
        let comment = inside || text.starts_with("//") || text.starts_with(['#', '@', '*']);
        if !comment {
            return false;
        }
        let lower = text.to_lowercase();
        if lower.contains("@deprecated") || lower.contains("deprecated:") {
            return true;
        }
        inside &= !text.starts_with("/*");
    }
    false
}

/// Bodies without work that held some, and functions that do less with what they are given.
fn taken_out(delta: &Delta) -> Vec<StubFact> {
    let mut found = gutted(delta);
    let hollow: BTreeSet<&str> = delta.gutted.iter().map(|it| it.0.as_str()).collect();
    let neglected = delta.neglected.iter();
    let neglected = neglected.filter(|it| !hollow.contains(it.name.as_str()));
    found.extend(neglected.take(FINDINGS_MAX).map(neglect));
    found
}

fn neglect(it: &Neglected) -> StubFact {
    let (reason, rule, why) = match &it.what {
        Neglect::NoLongerRead(parameter) => (
            Reason::ParameterIgnored,
            rules::PARAMETER_NO_LONGER_READ,
            format!("looked at `{}` before, and now does not", short(parameter)),
        ),
        Neglect::NeverRead(parameter) => (
            Reason::ParameterIgnored,
            rules::PARAMETER_UNUSED,
            format!("takes `{}` now, and never looks at it", short(parameter)),
        ),
        Neglect::Dropped => (
            Reason::SwallowedError,
            rules::ERROR_NO_LONGER_TOLD,
            "told of an error before, and now drops it".to_owned(),
        ),
    };
    finding(it.line, &it.name, reason, &why).ruled(rule)
}

fn gutted(delta: &Delta) -> Vec<StubFact> {
    let gutted = delta.gutted.iter().take(FINDINGS_MAX);
    gutted
        .map(|(name, line, hollow)| {
            let why = format!("did work before, and now {}", why(hollow.reason));
            let rule = match is_about_tests(hollow.reason) {
                true => rules::TEST_EMPTIED,
                false => rules::WORK_REMOVED,
            };
            finding(*line, name, hollow.reason, &why).ruled(rule)
        })
        .collect()
}

/// Whether a definition is of a kind that does nothing unless somebody names it.
fn may_lie_idle(definition: &Definition) -> bool {
    let kind = match definition.kind {
        DefinitionKind::Function | DefinitionKind::Struct => true,
        // Others may be called by way of what their types are taken for.
        DefinitionKind::Method => definition.secret && definition.body == Body::Substantive,
        DefinitionKind::Constant => definition.exported == Exported::No,
        DefinitionKind::Enum
        | DefinitionKind::Trait
        | DefinitionKind::TypeAlias
        | DefinitionKind::Variable
        | DefinitionKind::Module
        | DefinitionKind::Macro => false,
    };
    let name = definition.name.as_str();
    let called_by_others = name.starts_with("__")
        || matches!(name, "main" | "init" | "default")
        || OF_STREAMS.contains(&last(definition));
    kind && !definition.test
        && !definition.nested
        && !called_by_others
        && definition.marks.is_empty()
}

fn was_used(base: &Project, path: &str, definition: &Definition) -> bool {
    let before = base
        .facts(path)
        .map_or(&[][..], |it: &Facts| &it.definitions);
    let before = before.iter().find(|it| it.name == definition.name);
    before.is_some_and(|it| matches!(base.symbol(path, it), SymbolUse::Used(..)))
}

fn idle(project: &Project, path: &str, definition: &Definition) -> Option<UnusedFact> {
    let (tests, offered) = match project.symbol(path, definition) {
        SymbolUse::Nobody => (false, false),
        SymbolUse::Tests(..) => (true, false),
        SymbolUse::Offered => (false, true),
        SymbolUse::Used(..) | SymbolUse::Unknown(_) => return None,
    };
    Some(UnusedFact {
        name: short(&definition.name),
        file: path.to_owned(),
        line: definition.span.line,
        tests,
        offered: offered && definition.exported == Exported::Yes,
    })
}
