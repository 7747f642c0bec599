//! Words of build tools: targets, goals and properties.

use super::ask;
use super::loads::own_path;
use super::tools::{TOOLS, is_compiler};
use crate::code::{Deed, settings};

/// `-Dname=value` of java and maven, `-P` of gradle: some are options of other programs.
pub(super) fn java_define(text: &str) -> Vec<Deed> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if value.contains("-javaagent")
        || value.contains("-agent")
        || value.contains("OnOutOfMemory")
        || value.contains("OnError")
    {
        return vec![Deed::deny("loads-code", "a java agent would be loaded")];
    }
    if matches!(
        name,
        "jvm"
            | "exec.executable"
            | "maven.ext.class.path"
            | "java.system.class.loader"
            | "org.gradle.java.home"
            | "org.gradle.jvmargs"
    ) {
        return vec![Deed::deny(
            "runs-programs",
            format!("`{name}` decides what runs"),
        )];
    }
    if value.contains("://") && !settings::is_known_registry(value) {
        return vec![Deed::deny(
            "foreign-registry",
            "packages or reports would come from or go to a foreign host",
        )];
    }
    if name == "maven.repo.local" {
        return own_path(value);
    }
    if name.contains("proxyHost") {
        return vec![Deed::deny(
            "proxy",
            "everything would be sent through another host",
        )];
    }
    if name.contains("insecure")
        || name.contains("trustStore")
        || name.contains("altDeploymentRepository")
        || name.ends_with("settings")
    {
        return ask(
            "config",
            "it changes whom the build trusts or where it sends",
        );
    }
    Vec::new()
}

pub(super) fn maven_goal(text: &str) -> Vec<Deed> {
    const OWN: &[&str] = &[
        "dependency",
        "surefire",
        "failsafe",
        "compiler",
        "resources",
        "checkstyle",
        "spotless",
        "spotbugs",
        "pmd",
        "jacoco",
        "help",
        "javadoc",
        "formatter",
        "enforcer",
        "license",
        "jar",
        "clean",
        "site",
        "fmt",
        "ktlint",
        "quarkus",
        "spring-boot",
        "test",
    ];
    if text == "deploy"
        || text.starts_with("deploy:")
        || text.starts_with("release:")
        || text.starts_with("nexus-staging:")
    {
        return vec![Deed::deny("publishes", "the build would be published")];
    }
    match text.split_once(':') {
        Some((plugin, _)) if OWN.contains(&plugin) && !text.contains(":get") => Vec::new(),
        Some(_) => ask("runs-plugin", "a plugin runs that the project may not name"),
        None => make_word(text),
    }
}

/// `-p:name=value` of msbuild: some name files that are loaded. For `run`, `-p` is a project.
/// A project file, or a switch that begins with a slash (`/t:Build`, `/p:Name=Value`).
pub(super) fn msbuild_word(text: &str) -> Vec<Deed> {
    let Some(switch) = text.strip_prefix('/') else {
        return own_path(text);
    };
    let (name, value) = switch.split_once(':').unwrap_or((switch, ""));
    match name.to_ascii_lowercase().as_str() {
        "p" | "property" => msbuild_property(value),
        "logger" | "l" | "distributedlogger" | "dl" => ask("loads-code", "a logger is loaded"),
        _ if name.contains('/') => own_path(text),
        _ => Vec::new(),
    }
}

pub(super) fn msbuild_property(text: &str) -> Vec<Deed> {
    let text = text
        .trim_start_matches(['r', 'o', 'p', 'e', 't', 'y'])
        .trim_start_matches([':', '=']);
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let lower = name.to_ascii_lowercase();
    let loads = [
        "custombefore",
        "customafter",
        "targetspath",
        "adapterpath",
        "directorybuild",
        "importpath",
        "toolpath",
        "toolexe",
        "compilerpath",
        "csctoolpath",
        "extensionspath",
        "buildevent",
        "beforetargets",
        "command",
    ];
    if loads.iter().any(|it| lower.contains(it)) {
        let far = value.starts_with(['/', '~']) || value.contains("..");
        return if far && lower.starts_with("custom") {
            vec![Deed::deny("loads-code", "the build would load this file")]
        } else {
            ask("loads-code", "the build would load this file")
        };
    }
    if value.is_empty() {
        own_path(text)
    } else {
        Vec::new()
    }
}

/// A word of `make`: a target, or `NAME=value`.
pub(super) fn make_word(text: &str) -> Vec<Deed> {
    if let Some((name, value)) = text.split_once('=') {
        let name = name.trim_end_matches([':', '?', '+', '!']);
        if TOOLS.contains(&name) && !is_compiler(value.trim()) {
            return vec![Deed::deny(
                "runs-programs",
                format!("`{name}` names the program that `make` runs"),
            )];
        }
        if value.contains("$(shell") || value.contains("${shell") || text.contains("!=") {
            return vec![Deed::deny(
                "runs-programs",
                "`make` runs what the variable says",
            )];
        }
        // Recipes run what a variable holds: a whole command in it is judged as one.
        let (first, more) = value.split_once(' ').unwrap_or((value, ""));
        if !more.is_empty() && crate::has_model(first) {
            return vec![Deed::Shell(value.to_owned())];
        }
        return Vec::new();
    }
    const FAR: &[&str] = &[
        "deploy",
        "install",
        "release",
        "publish",
        "push",
        "upload",
        "prod",
        "migrat",
        "drop",
        "reset",
        "seed",
        "provision",
        "destroy",
        "nuke",
        "rollback",
        "ship",
        "distclean",
        "mrproper",
        "purge",
        "login",
    ];
    let lower = text.to_ascii_lowercase();
    if FAR.iter().any(|word| lower.contains(word)) {
        return ask(
            "runs-script",
            &format!("the target `{text}` may act beyond the project"),
        );
    }
    Vec::new()
}

/// `-DNAME[:TYPE]=value` of cmake.
pub(super) fn cmake_define(text: &str) -> Vec<Deed> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let name = name.split(':').next().unwrap_or_default();
    if name.ends_with("_COMPILER")
        || name == "CMAKE_LINKER"
        || name == "CMAKE_AR"
        || name == "CMAKE_MAKE_PROGRAM"
    {
        if is_compiler(value) {
            return Vec::new();
        }
        return ask("tool", "another program compiles or links");
    }
    if name.ends_with("_LAUNCHER") || name.ends_with("_EMULATOR") || name.starts_with("RULE_") {
        if matches!(value, "ccache" | "sccache") {
            return Vec::new();
        }
        return vec![Deed::deny(
            "runs-programs",
            "any command is put in front of the tools",
        )];
    }
    if name.ends_with("TOOLCHAIN_FILE")
        || name.contains("PROJECT_INCLUDE")
        || name.contains("TOP_LEVEL_INCLUDES")
    {
        return ask("loads-code", "cmake runs this file");
    }
    Vec::new()
}
