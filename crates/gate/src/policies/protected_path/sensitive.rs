//! Files that start programs, tell agents what to do, or say how work is checked: by name, wherever they stand.

use crate::paths::{folded_parts, stands_for};

/// What decides how work is started, checked or delivered: a name, or several one below the other. A directory counts
/// with everything in it.
const NAMES: &[&[&str]] = &[
    // continuous integration
    &[".github", "workflows"], &[".github", "actions"], &[".github", "codeowners"], &[".github", "dependabot.yml"],
    &[".gitlab-ci.yml"], &[".gitlab"], &[".gitea"], &[".forgejo"], &[".circleci"], &[".travis.yml"], &["azure-pipelines.yml"],
    &["jenkinsfile"], &[".woodpecker"], &[".woodpecker.yml"], &[".drone.yml"], &[".semaphore"], &[".screwdriver.yaml"],
    &[".buildkite"], &["bitbucket-pipelines.yml"],
    &["appveyor.yml"], &[".appveyor.yml"], &["cloudbuild.yaml"], &[".cirrus.yml"], &[".teamcity"], &["codeowners"],
    &["renovate.json"], &[".tekton"], &["netlify.toml"], &["vercel.json"], &[".codesandbox"], &[".theia"], &["buildspec.yml"], &["buildspec.yaml"], &["wercker.yml"], &[".shippable.yml"], &["bitrise.yml"], &["codefresh.yml"], &[".stackblitzrc"], &[".replit"], &["replit.nix"], &["amplify.yml"], &["render.yaml"], &["railway.json"], &[".jenkins"], &[".azure-pipelines"], &[".concourse"], &[".project"], &[".settings"], &[".renovaterc"],
    &[".gitlab-ci.d"], &["azure-pipelines"], &[".drone.yaml"], &["earthfile"], &["dagger.json"], &[".argo"], &[".argocd"],
    &["skaffold.yaml"], &["tiltfile"], &["renovate.json5"], &[".mergify.yml"], &[".goreleaser.yml"], &[".goreleaser.yaml"],
    &["release-please-config.json"], &[".changeset", "config.json"], &[".github", "semantic.yml"], &[".github", "renovate.json"],
    &[".github", "settings.yml"], &[".github", "labeler.yml"], &[".github", "agents"], &[".github", "release.yml"], &[".harness"],
    &[".sourcehut"], &[".build.yml"], &[".builds"],
    &["wercker.yaml"], &["cloudbuild.yml"], &["fly.toml"],
    // hooks, and what git runs
    &[".simple-git-hooks.json"], &[".simple-git-hooks.js"], &["simple-git-hooks.json"], &[".pre-commit-config.yml"], &[".git-hooks"],
    &[".captainhook.json"], &["captainhook.json"], &["grumphp.yml"], &[".overcommit"], &["prek.toml"],
    &[".husky"], &[".githooks"], &["lefthook.yml"], &[".lefthook.yml"], &[".lefthook"], &[".lefthook-local"], &["lefthook-local.yml"], &[".pre-commit-config.yaml"], &[".pre-commit-hooks.yaml"],
    &[".overcommit.yml"], &[".gitattributes"], &[".gitmodules"], &[".gitconfig"], &[".lfsconfig"], &[".lintstagedrc"],
    // editors and shells
    &[".vscode"], &[".idea"], &[".fleet"], &[".nova"], &[".vs"], &[".tool-versions"], &[".zed"], &[".devcontainer"], &["devcontainer.json"], &[".devcontainer.json"],
    &[".envrc"], &[".editorconfig-exec"], &[".vim"], &[".vimrc"], &[".nvimrc"], &[".nvim.lua"], &[".exrc"], &[".lvimrc"],
    &[".dir-locals.el"], &[".gdbinit"], &[".lldbinit"], &[".gitpod.yml"], &[".mise.toml"], &["mise.toml"], &[".autoenv"],
    &[".bashrc"], &[".bash_profile"], &[".profile"], &[".zshrc"], &[".zshenv"], &[".zprofile"],
    &[".mise"], &["mise.local.toml"], &[".mise.local.toml"], &[".rtx.toml"], &[".ycm_extra_conf.py"], &[".clangd"], &[".emacs"], &[".emacs.d"],
    &[".helix"], &[".lapce"], &[".kakrc"], &[".kak"], &["nbproject"], &[".cloud9"], &[".c9"], &[".atom"], &[".sublime"], &[".bbedit"],
    &[".neoconf.json"], &[".nvim"], &[".exrc.lua"], &[".devenv"], &["devenv.nix"], &["devenv.yaml"], &["devbox.json"], &[".flox"],
    &[".metals"], &[".bloop"], &[".ccls"], &[".vimspector.json"], &[".lldbinit.py"], &[".gdbinit.py"], &[".inputrc"], &[".tmux.conf"],
    // agents and their instructions
    &[".aiderignore"], &[".aider.model.settings.yml"], &[".aider.model.metadata.json"], &[".continuerc.json"], &[".codeium"], &[".tabnine"],
    &[".crush.json"], &["crush.json"], &[".crush"], &[".zencoder"], &[".rules"], &["llms.txt"], &["llms-full.txt"], &[".openhands"], &[".devin"],
    &[".sourcegraph"], &[".cody"], &[".qodo"], &[".pearai"], &[".void"], &[".warp"], &["warp.md"], &[".plandex"], &[".mentat"], &[".sweep.yaml"], &["sweep.yaml"],
    &[".coderabbit.yaml"], &[".coderabbit.yml"], &[".bito"], &[".codegpt"], &[".supermaven"], &[".codebuddy"], &[".rovodev"], &[".firebender"],
    &[".ruler"], &[".amp"], &["amp.md"], &["crush.md"], &[".lingma"], &[".jules"], &[".factory"],
    &[".codex.toml"], &[".llm"], &[".prompts"], &[".cursorindexingignore"], &[".geminiignore"], &[".claudeignore"], &[".codeiumignore"],
    &[".claude"], &[".claude.json"], &[".codex"], &[".gemini"], &[".cursor"], &[".cursorrules"], &[".cursorignore"], &[".opencode"],
    &["opencode.json"], &["opencode.jsonc"], &[".windsurf"], &[".windsurfrules"], &[".aider.conf.yml"], &[".mcp.json"], &["mcp.json"],
    &[".continue"], &[".roo"], &[".roorules"], &[".roomodes"], &[".cline"], &[".clinerules"], &[".amazonq"], &[".kiro"], &[".junie"],
    &[".augment"], &[".qwen"], &[".pi"], &[".goose"], &[".goosehints"], &[".agents"], &[".agent"], &[".trae"], &[".kilocode"],
    &["agents.md"], &["agents.override.md"], &["claude.md"], &["claude.local.md"], &["gemini.md"], &["qwen.md"],
    &[".github", "copilot-instructions.md"], &[".github", "instructions"], &[".github", "prompts"], &[".github", "chatmodes"],
    // package managers and build tools: settings that run or replace programs
    &[".cargo", "config.toml"], &[".cargo", "config"], &[".yarnrc"], &[".yarnrc.yml"], &[".yarn", "releases"], &[".yarn", "plugins"],
    &[".pnpmfile.cjs"], &[".pnpmfile.mjs"], &["pip.conf"], &["uv.toml"], &[".bundle", "config"], &[".mvn"], &["gradle", "wrapper"],
    &[".bazelrc"], &["sitecustomize.py"], &["pyvenv.cfg"], &["usercustomize.py"], &["rust-toolchain"], &["rust-toolchain.toml"], &["nuget.config"],
    // lock files
    &["cargo.lock"], &["package-lock.json"], &["npm-shrinkwrap.json"], &["yarn.lock"], &["pnpm-lock.yaml"], &["bun.lock"],
    &["bun.lockb"], &["deno.lock"], &["poetry.lock"], &["uv.lock"], &["pdm.lock"], &["pipfile.lock"], &["gemfile.lock"],
    &["composer.lock"], &["go.sum"], &["flake.lock"], &["packages.lock.json"], &["podfile.lock"], &["mix.lock"],
    // lint, coverage and type checks
    &["clippy.toml"], &[".clippy.toml"], &["deny.toml"], &["rustfmt.toml"], &[".rustfmt.toml"], &["tarpaulin.toml"],
    &[".golangci.yml"], &[".golangci.yaml"], &[".golangci.toml"], &["ruff.toml"], &[".ruff.toml"], &[".flake8"], &[".pylintrc"],
    &["pylintrc"], &["mypy.ini"], &[".mypy.ini"], &["pyrightconfig.json"], &[".coveragerc"], &["codecov.yml"], &[".codecov.yml"],
    &[".nycrc"], &[".nycrc.json"], &["biome.json"], &["biome.jsonc"], &[".rubocop.yml"], &[".swiftlint.yml"], &["checkstyle.xml"],
    &["sonar-project.properties"], &[".jshintrc"], &[".stylelintrc"], &[".eslintignore"], &[".semgrepignore"],
    &[".gitleaksignore"], &[".trivyignore"], &["pytest.ini"], &["tox.ini"],
];

/// Names that have any ending behind a dot.
const STEMS: [&str; 15] = [
    ".eslintrc", "eslint.config", ".lintstagedrc", "lint-staged.config", ".huskyrc", "jest.config", "vitest.config",
    "playwright.config", "karma.conf", ".releaserc", "release.config", ".envrc", "jenkinsfile", "commitlint.config", ".commitlintrc",
];

/// Endings of names, whatever stands before.
const ENDINGS: [&str; 3] = [".code-workspace", ".pth", ".sublime-project"];

/// Manifests: changed every day, and able to change what the checks run.
const MANIFESTS: [&str; 14] = [
    "package.json", "cargo.toml", "pyproject.toml", "setup.py", "setup.cfg", "go.mod", "makefile", "justfile", "build.gradle",
    "build.gradle.kts", "pom.xml", "gemfile", "composer.json", "deno.json",
];

/// Whether a path decides how work is started, checked or delivered, in any spelling: settings of CI, hooks, editors,
/// agents, package managers, linters and coverage, and lock files.
#[must_use]
pub fn decides(path: &str) -> bool {
    let parts = folded_parts(path);
    let named = |name: &&[&str]| {
        parts
            .windows(name.len().max(1))
            .any(|window| window.iter().zip(*name).all(|(part, name)| stands_for(part, name)))
    };
    if NAMES.iter().any(named) {
        return true;
    }
    parts.last().is_some_and(|last| {
        let stem = |stem: &&str| {
            last.strip_prefix(*stem)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        STEMS.iter().any(stem) || ENDINGS.iter().any(|ending| last.ends_with(ending))
    })
}

/// Whether a path is a manifest.
pub(super) fn is_manifest(path: &str) -> bool {
    folded_parts(path)
        .last()
        .is_some_and(|last| MANIFESTS.contains(&last.as_str()))
}
