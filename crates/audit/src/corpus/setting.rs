//! The surroundings that rows presume, by the names that a corpus uses for them.

use gate::{Context, Platform};
use ledger::phase::Phase;

/// The developer's home directory.
pub const HOME: &str = "/home/dev";
/// The session's worktree, linked to the main checkout.
pub const WORKTREE: &str = "/home/dev/wt/feature-42";
/// The main checkout.
pub const MAIN: &str = "/home/dev/repo/acme";
/// Where `origin` is.
const ORIGIN: &str = "https://git.example.com/acme/app.git";
/// Hosts whose pages may be read unasked.
pub const DOCUMENTATION: [&str; 4] = [
    "docs.rs",
    "doc.rust-lang.org",
    "docs.python.org",
    "developer.mozilla.org",
];

/// What a line of a corpus leaves open, and what stands for it.
const PLACEHOLDERS: [(&str, &str); 6] = [
    ("@HOME@", HOME),
    ("@WT@", WORKTREE),
    ("@MAIN@", MAIN),
    ("@HARNESS@", ".interlock"),
    ("@HARNESS_UPPER@", ".INTERLOCK"),
    ("@HARNESS_BIN@", "interlock"),
];

/// The surroundings of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Top of the worktree.
    pub worktree: &'static str,
    /// Its branch.
    pub branch: String,
    /// It holds changes that no commit has.
    pub dirty: bool,
    /// The project is trusted.
    pub trusted: bool,
    /// A sandbox that keeps every promise holds what is started. Whoever runs a row says so.
    pub sandboxed: bool,
    /// How many untrusted texts were read.
    pub taint: u32,
    /// The system.
    pub platform: Platform,
    /// Commands that are registered for verification.
    pub declared: Vec<String>,
    /// Files that decide what commands run: paths from the top of the worktree, and what they hold.
    pub project: Vec<(String, String)>,
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            worktree: WORKTREE,
            branch: "feature/42".to_owned(),
            dirty: false,
            trusted: true,
            sandboxed: false,
            taint: 0,
            platform: Platform::Linux,
            declared: Vec::new(),
            project: Vec::new(),
        }
    }
}

impl Setting {
    /// The surroundings with this name.
    ///
    /// # Errors
    /// There are none with this name.
    pub fn named(name: &str) -> Result<Self, String> {
        let usual = Self::default();
        Ok(match name {
            "wt" | "wt-link" => usual,
            "wt-dirty" => Self {
                dirty: true,
                ..usual
            },
            "wt-rust" => usual.with("Cargo.toml", CARGO),
            "wt-node" => usual.with("package.json", &package(&NODE)),
            "wt-py" => usual.with("pyproject.toml", PYPROJECT),
            "wt-go" => usual.with("go.mod", "module git.example.com/acme/app\n\ngo 1.24\n"),
            "wt-untrusted" => Self {
                trusted: false,
                ..usual
            },
            "main-checkout" => Self {
                worktree: MAIN,
                branch: "main".to_owned(),
                ..usual
            },
            "mac" => Self {
                platform: Platform::Macos,
                ..usual
            },
            "win-ps" | "win-cmd" => Self {
                platform: Platform::Windows,
                ..usual
            },
            other => return Err(format!("there is no context `{other}`")),
        })
    }

    /// The same with a file of the project, in place of one with this name.
    #[must_use]
    pub fn with(mut self, path: &str, text: &str) -> Self {
        self.project.retain(|(held, _)| held != path);
        self.project.push((path.to_owned(), text.to_owned()));
        self
    }

    /// As the gates are told it.
    #[must_use]
    pub fn context(&self) -> Context<'_> {
        Context {
            worktree: Some(self.worktree),
            branch: Some(&self.branch),
            declared: &self.declared,
            trusted: self.trusted,
            sandboxed: self.sandboxed,
            home: Some(HOME),
            dirty: self.dirty,
            main_checkout: Some(MAIN),
            origin: Some(ORIGIN),
            taint: self.taint,
            platform: Some(self.platform),
            ..Context::default()
        }
    }
}

/// The phase that a corpus calls so.
///
/// # Errors
/// It calls none so.
pub(super) fn phase(name: &str) -> Result<Phase, String> {
    Ok(match name {
        "plan" => Phase::Planning,
        "implement" => Phase::Executing,
        "verify" => Phase::Validating,
        "deliver" => Phase::Merging,
        other => return Err(format!("there is no phase `{other}`")),
    })
}

/// The system with this name.
///
/// # Errors
/// There is none with this name.
pub(super) fn platform(name: &str) -> Result<Platform, String> {
    Ok(match name {
        "linux" => Platform::Linux,
        "macos" => Platform::Macos,
        "windows" => Platform::Windows,
        other => return Err(format!("there is no platform `{other}`")),
    })
}

/// A line with its placeholders filled in.
pub(super) fn expanded(line: &str) -> String {
    let mut line = line.to_owned();
    for (placeholder, value) in PLACEHOLDERS {
        if line.contains(placeholder) {
            line = line.replace(placeholder, value);
        }
    }
    line
}

const CARGO: &str = "[workspace]\nmembers = [\"core\"]\n\n[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
const PYPROJECT: &str = "[project]\nname = \"app\"\nversion = \"0.1.0\"\n\n[tool.pytest.ini_options]\ntestpaths = [\"tests\"]\n";
const NODE: [(&str, &str); 3] = [
    ("test", "vitest run"),
    ("lint", "eslint src"),
    ("build", "tsc -b"),
];

/// A package manifest with these scripts.
pub(super) fn package(scripts: &[(&str, &str)]) -> String {
    let scripts: serde_json::Map<String, serde_json::Value> = scripts
        .iter()
        .map(|(name, line)| ((*name).to_owned(), (*line).into()))
        .collect();
    let whole = serde_json::json!({ "name": "app", "private": true, "scripts": scripts });
    format!("{whole:#}\n")
}
