//! Variables of the environment that are set.

use super::Session;
use crate::shell::effect::What;

/// Variables that change only what a program shows or how it is built and tested here.
const HARMLESS: &[&str] = &[
    "node_env",
    "ci",
    "rust_log",
    "rust_backtrace",
    "force_color",
    "no_color",
    "debug",
    "pythonutf8",
    "pythonioencoding",
    "pythonunbuffered",
    "pythondontwritebytecode",
    "term",
    "lang",
    "lc_all",
    "tz",
    "port",
    "verbose",
    "log_level",
    "env",
    "environment",
    "aspnetcore_environment",
    "dotnet_environment",
    "goos",
    "goarch",
    "cgo_enabled",
    "dotnet_cli_telemetry_optout",
    "dotnet_nologo",
    "cargo_term_color",
    "test",
    "pester",
    "foo",
    "bar",
    "name",
    "mode",
    "stage",
    "columns",
    "clicolor",
    "clicolor_force",
    "mocha_colors",
    "update_snapshots",
    "insta_update",
    "proptest_cases",
    "rust_test_threads",
    "node_no_warnings",
];

/// Variables that decide which program runs, or what it trusts.
const HIJACKS: &[&str] = &[
    "git_ssh",
    "git_ssh_command",
    "git_external_diff",
    "git_config_parameters",
    "git_config_global",
    "git_proxy_command",
    "git_askpass",
    "git_exec_path",
    "ssh_askpass",
    "ld_preload",
    "cor_profiler",
    "cor_profiler_path",
    "coreclr_profiler",
    "coreclr_profiler_path",
    "dotnet_startup_hooks",
    "comspec",
    "psmodulepath",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "node_tls_reject_unauthorized",
    "git_ssl_no_verify",
    "complus_etwenabled",
    "windir",
    "systemroot",
    "pathext",
    "__compat_layer",
    "rustc_wrapper",
    "pip_index_url",
    "git_allow_protocol",
    "amsi_disable",
];

impl Session<'_> {
    /// A variable of the environment is set.
    pub(crate) fn sets(&mut self, name: &str, by: &str) {
        let name = name.to_lowercase();
        if HIJACKS.contains(&name.as_str()) {
            self.deny(
                "environment",
                &format!("`{name}` decides what others run or trust"),
                by,
            );
        } else if !HARMLESS.contains(&name.as_str()) {
            self.say(What::Configure(format!("sets `{name}`")), by);
        }
    }
}
