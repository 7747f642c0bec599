//! The questions other rooms ask of one file's facts.

use crate::facts::{Exporting, Facts, Reading, Region, RegionKind};
use crate::java;
use crate::language::Language;
use crate::parts::{Body, Definition, DefinitionKind, Export, ExportKind, Exported, Hollow};

impl Facts {
    /// Whether the file exports `name`, by the language's own rules. `Type::method` and `Type.method` ask
    /// for a public member, `a::b` for an item of an inline module. Never [`Exporting::No`] where syntax
    /// could not tell.
    #[must_use]
    pub fn export_of(&self, name: &str) -> Exporting {
        match self.reading {
            Reading::Unreadable(_) => return Exporting::Unknown("the file could not be read"),
            Reading::Words => return self.word(name),
            Reading::Parsed | Reading::Damaged { .. } => {}
        }
        let plain = match self.language {
            Language::Java => java::asked(self, name),
            Language::Rust
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Python
            | Language::Go
            | Language::Other => name.to_owned(),
        };
        let name = plain.as_str();
        let exact = self
            .exports
            .iter()
            .filter(|e| e.name == name || qualified(e) == name);
        let best = exact.map(|e| self.answer(e)).min_by_key(strength);
        let best = best.or_else(|| self.member(name));
        match best {
            Some(found) => found,
            None => self.not_exported(name),
        }
    }

    /// Every definition of that name, with or without the module or type around it.
    pub fn definitions_of<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f Definition> {
        self.definitions.iter().filter(move |d| {
            d.name == name || tail(&d.name) == name || format!("{}::{}", d.module, d.name) == name
        })
    }

    /// The definitions whose bodies hold no work, with why.
    pub fn hollow(&self) -> impl Iterator<Item = (&Definition, Hollow)> {
        self.definitions.iter().filter_map(|d| match d.body {
            Body::Hollow(hollow) => Some((d, hollow)),
            Body::None | Body::Substantive => None,
        })
    }

    /// Facts rest on words, not syntax; or on nothing at all.
    #[must_use]
    pub fn weak(&self) -> bool {
        match self.reading {
            Reading::Parsed | Reading::Damaged { .. } => false,
            Reading::Words | Reading::Unreadable(_) => true,
        }
    }

    /// Whether nothing in the file exists at run time: only types, and at least one.
    #[must_use]
    pub fn only_types(&self) -> bool {
        !self.definitions.is_empty()
            && self.definitions.iter().all(|d| match d.kind {
                DefinitionKind::Trait | DefinitionKind::TypeAlias => true,
                DefinitionKind::Struct | DefinitionKind::Enum => !self.language.is_script(),
                DefinitionKind::Function
                | DefinitionKind::Method
                | DefinitionKind::Constant
                | DefinitionKind::Variable
                | DefinitionKind::Module
                | DefinitionKind::Macro => false,
            })
    }

    /// Whether a byte of the source lies in a region of that kind.
    #[must_use]
    pub fn is_in(&self, kind: RegionKind, byte: usize) -> bool {
        let holds = |region: &Region| {
            region.kind == kind && region.bytes.start <= byte && byte < region.bytes.end
        };
        self.regions.iter().any(holds)
    }

    fn word(&self, name: &str) -> Exporting {
        let line = self.references.get(name).and_then(|uses| uses.first());
        line.map_or(Exporting::No(None), |found| Exporting::Weak(found.line))
    }

    fn answer(&self, export: &Export) -> Exporting {
        match &export.kind {
            ExportKind::Value | ExportKind::Default | ExportKind::Namespace => {
                Exporting::Yes(export.line)
            }
            ExportKind::Type => Exporting::TypeOnly(export.line),
            ExportKind::Restricted => Exporting::Restricted(export.line),
            ExportKind::Reexport {
                from,
                name,
                type_only,
            } => match self.own_module(from) {
                Some(line) => Exporting::Yes(line),
                None => Exporting::Reexport {
                    from: from.clone(),
                    name: name.clone(),
                    type_only: *type_only,
                    line: export.line,
                },
            },
        }
    }

    /// Where a re-exported path ends inside this very file, in one of its inline modules.
    fn own_module(&self, path: &str) -> Option<u32> {
        let path = path.strip_prefix("self::").unwrap_or(path);
        let (module, name) = path.rsplit_once("::")?;
        let mut found = self.definitions.iter();
        let found = found.find(|d| d.module == module && d.name == name)?;
        Some(found.span.line)
    }

    fn member(&self, name: &str) -> Option<Exporting> {
        let exact = self
            .definitions
            .iter()
            .find(|d| d.name == name && is_member(d));
        if let Some(found) = exact {
            let line = found.span.line;
            return Some(match found.exported {
                Exported::Yes => Exporting::Yes(line),
                Exported::TypeOnly => Exporting::TypeOnly(line),
                Exported::Restricted => Exporting::Restricted(line),
                Exported::No => Exporting::No(Some(line)),
            });
        }
        let default = self.exports.iter().find(|e| {
            matches!(e.name.as_str(), "default" | "=") && e.local.as_deref() == Some(name)
        });
        if let Some(default) = default {
            return Some(Exporting::AsDefault(default.line));
        }
        let mut members = self.definitions.iter();
        let member = members
            .find(|d| d.exported == Exported::Yes && is_member(d) && tail(&d.name) == name)?;
        Some(Exporting::Member(member.name.clone()))
    }

    fn not_exported(&self, name: &str) -> Exporting {
        let stars = self.exports.iter().filter_map(|export| match &export.kind {
            ExportKind::Reexport { from, name, .. } if export.name == "*" && name == "*" => {
                Some(from.clone())
            }
            ExportKind::Reexport { .. }
            | ExportKind::Value
            | ExportKind::Type
            | ExportKind::Default
            | ExportKind::Namespace
            | ExportKind::Restricted => None,
        });
        let stars: Vec<String> = stars.collect();
        let defined = self.definitions.iter().find(|d| d.name == name);
        if let Some(defined) = defined {
            Exporting::No(Some(defined.span.line))
        } else if stars.iter().any(String::is_empty) {
            Exporting::Unknown("an object is spread into the exports")
        } else if !stars.is_empty() {
            Exporting::MaybeFrom(stars)
        } else if self.macro_words.contains_key(name) {
            Exporting::Unknown(match self.language {
                Language::Java => "an annotation may write it into the class",
                Language::Rust
                | Language::TypeScript
                | Language::Tsx
                | Language::Vue
                | Language::Python
                | Language::Go
                | Language::Other => "the name stands inside a macro call",
            })
        } else if self.heirs.contains(of(name)) {
            Exporting::Unknown("it may come from a type that this one extends")
        } else if self.reading != Reading::Parsed {
            Exporting::Unknown("parts of the file could not be read")
        } else if self.truncated {
            Exporting::Unknown("the file holds more than the limits allow")
        } else {
            Exporting::No(None)
        }
    }
}

fn qualified(export: &Export) -> String {
    match export.module.is_empty() {
        true => export.name.clone(),
        false => format!("{}::{}", export.module, export.name),
    }
}

fn is_member(definition: &Definition) -> bool {
    tail(&definition.name) != definition.name
}

/// What stands before the last word of a qualified name.
fn of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(of, _)| of)
}

/// The last word of a qualified name.
fn tail(name: &str) -> &str {
    let name = name.rsplit("::").next().unwrap_or(name);
    name.rsplit('.').next().unwrap_or(name)
}

fn strength(answer: &Exporting) -> u8 {
    match answer {
        Exporting::Yes(_) => 0,
        Exporting::TypeOnly(_) => 1,
        Exporting::Reexport { .. } => 2,
        Exporting::AsDefault(_) | Exporting::Member(_) | Exporting::MaybeFrom(_) => 3,
        Exporting::Restricted(_) => 4,
        Exporting::Weak(_) | Exporting::Unknown(_) | Exporting::No(_) => 5,
    }
}
