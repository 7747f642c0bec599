//! Files of the project that decide what its tools run, by what a command would write into them: with the edit tool a
//! person sees what changes, a command rewrites them unseen.

/// A name, and what speaks of steering where it is written; nothing: whatever is written steers.
struct Steers {
    name: &'static str,
    signs: &'static [&'static str],
}

const SCRIPTS: &[&str] = &[
    "scripts",
    "\"test",
    "\"lint",
    "\"build",
    "\"check",
    "\"prepare",
    "install\"",
    "\"pre",
    "\"post",
    "vitest run",
    "jest ",
];
const RULES: &[&str] = &[
    "test:", "check:", "lint:", "verify:", "ci:", "all:", "shell", "test$", "test.",
];
const HOOKS: &[&str] = &[
    "os.system",
    "subprocess",
    "popen",
    "exec(",
    "eval(",
    "__import__",
    "collect_ignore",
    "pytest_collection",
    "pytest_runtest",
    "pytest_sessionfinish",
    "os._exit",
    "sys.exit",
    "import os",
];
const COMMANDS: &[&str] = &["command::new", "std::process", "http", "home"];
const NO_SIGNS: &[&str] = &[];

const FILES: &[Steers] = &[
    Steers {
        name: "package.json",
        signs: SCRIPTS,
    },
    Steers {
        name: "composer.json",
        signs: SCRIPTS,
    },
    Steers {
        name: "deno.json",
        signs: &["tasks", "\"test", "\"lint"],
    },
    Steers {
        name: "makefile",
        signs: RULES,
    },
    Steers {
        name: "gnumakefile",
        signs: RULES,
    },
    Steers {
        name: "justfile",
        signs: RULES,
    },
    Steers {
        name: "taskfile.yml",
        signs: RULES,
    },
    Steers {
        name: "conftest.py",
        signs: HOOKS,
    },
    Steers {
        name: "setup.py",
        signs: HOOKS,
    },
    Steers {
        name: "noxfile.py",
        signs: HOOKS,
    },
    Steers {
        name: "build.rs",
        signs: COMMANDS,
    },
    Steers {
        name: "go.mod",
        signs: &["replace "],
    },
    Steers {
        name: "pyproject.toml",
        signs: &[
            "addopts",
            "[tool.pytest",
            "build-backend",
            "[tool.poe",
            "[tool.taskipy",
            "testpaths",
        ],
    },
    Steers {
        name: "setup.cfg",
        signs: &["addopts", "tool:pytest", "flake8"],
    },
    Steers {
        name: "cargo.toml",
        signs: &["build =", "[patch", "build=", "proc-macro"],
    },
    Steers {
        name: "gradle.properties",
        signs: &["jvmargs", "javaagent", "agentpath", "init.script"],
    },
    Steers {
        name: ".gitignore",
        signs: &["!.env", "env/d"],
    },
    Steers {
        name: "tsconfig.json",
        signs: &["plugins", "\"strict\""],
    },
    Steers {
        name: "gradlew",
        signs: NO_SIGNS,
    },
    Steers {
        name: "mvnw",
        signs: NO_SIGNS,
    },
    Steers {
        name: "init.gradle",
        signs: NO_SIGNS,
    },
    Steers {
        name: "directory.build.props",
        signs: NO_SIGNS,
    },
    Steers {
        name: "directory.build.targets",
        signs: NO_SIGNS,
    },
    Steers {
        name: "bunfig.toml",
        signs: NO_SIGNS,
    },
    Steers {
        name: "vagrantfile",
        signs: NO_SIGNS,
    },
    Steers {
        name: "docker-compose.override.yml",
        signs: NO_SIGNS,
    },
    Steers {
        name: "compose.override.yml",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".python-version",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".ruby-version",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".node-version",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".nvmrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: "nodemon.json",
        signs: &["exec"],
    },
    Steers {
        name: ".babelrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".mocharc.js",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".mocharc.yml",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".npmignore",
        signs: &["!.env"],
    },
    Steers {
        name: ".rspec",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".irbrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".pryrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".screenrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".tmux.conf",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".curlrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".wgetrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".pypirc",
        signs: NO_SIGNS,
    },
    Steers {
        name: "ansible.cfg",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".ansible.cfg",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".replit",
        signs: NO_SIGNS,
    },
    Steers {
        name: "babel.config.js",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".prettierrc.js",
        signs: NO_SIGNS,
    },
    Steers {
        name: ".terraformrc",
        signs: NO_SIGNS,
    },
    Steers {
        name: "pnpm-workspace.yaml",
        signs: &["onlybuilt", "scripts"],
    },
];

/// Whether a command of this text, written to a file of this name, changes what tools run.
pub(super) fn steers(path: &str, text: &str) -> bool {
    let last = path
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let lower = text.to_ascii_lowercase();
    // `vite.config.ts`: a program that runs whenever the tool does.
    let program = [".config.js", ".config.ts", ".config.mjs", ".config.cjs"]
        .iter()
        .any(|end| last.ends_with(end));
    let starts = ["child_process", "execsync", "exec(", "spawn", "eval("]
        .iter()
        .any(|sign| lower.contains(sign));
    (program && starts)
        || FILES.iter().any(|it| {
            it.name == last
                && (it.signs.is_empty() || it.signs.iter().any(|sign| lower.contains(sign)))
        })
}
