//! Names of packages as package managers take them, and options of compilers that name a linker.

use super::{Deed, Found};
use crate::effect::Level;

mod builds;
mod linker;
mod loads;
mod registry;
mod tools;

pub(super) fn look(language: &str, text: &str) -> Found {
    let deeds = match language {
        "npm-package" => registry::npm(text),
        "pip-package" => registry::pip(text),
        "pip-requirement" => registry::pip_requirement(text),
        "build-context" => registry::build_context(text),
        "go-package" | "go-packages" => registry::go(text),
        "deno-module" => registry::deno(text),
        "pytest-plugin" => loads::pytest_plugin(text),
        "test-config" => loads::test_config(text),
        "pytest-ini" => loads::pytest_ini(text),
        "awk-library" => loads::awk_library(text),
        "make-word" => builds::make_word(text),
        "cmake-define" => builds::cmake_define(text),
        "linker-option" => linker::linker_option(text),
        "linker-name" => linker::linker_name(text),
        "tool-program" => tools::tool_program(text),
        "path-list" => loads::path_list(text),
        "module-path" => loads::module_path(text),
        "viewer" => tools::viewer(text),
        "java-define" => builds::java_define(text),
        "maven-goal" => builds::maven_goal(text),
        "gradle-task" => builds::make_word(text),
        "node-module" => loads::node_module(text),
        "msbuild-word" => builds::msbuild_word(text),
        "msbuild-property" => builds::msbuild_property(text),
        "ruby-require" => loads::ruby_require(text),
        "php-ini" => loads::php_ini(text),
        "sumdb" => registry::sumdb(text),
        "own-path" => loads::own_path(text),
        _ => linker::codegen(text),
    };
    Found { deeds, plain: true }
}

fn ask(id: &str, why: &str) -> Vec<Deed> {
    vec![Deed::Mark {
        level: Level::Ask,
        id: id.to_owned(),
        why: why.to_owned(),
    }]
}
