//! What calls do in languages that share the library of a platform: Elixir with Erlang, Swift and Groovy.

use super::{Act, Line};

/// Calls of Elixir and Erlang.
pub(super) const ERLANG: &[Line] = &[
    (
        Act::Start,
        "System.cmd System.shell Port.open os.cmd open_port",
    ),
    (
        Act::Delete,
        "File.rm File.rm_rf File.rmdir file.delete file.del_dir file.del_dir_r",
    ),
    (Act::Move, "File.rename file.rename"),
    (Act::Copy, "File.cp File.cp_r file.copy"),
    (
        Act::Write,
        "File.write File.mkdir File.mkdir_p File.touch File.chmod File.ln_s file.write_file file.make_dir filelib.ensure_dir",
    ),
    (
        Act::Read,
        "File.read File.stream file.read_file file.consult File.open file.open",
    ),
    (
        Act::List,
        "File.ls Path.wildcard file.list_dir filelib.wildcard",
    ),
    (
        Act::Connect,
        "gen_tcp.* gen_udp.* httpc.* ssl.* HTTPoison.* Req.* inet.* net_adm.*",
    ),
    (
        Act::Variable,
        "System.get_env os.getenv os.env System.fetch_env",
    ),
    (Act::Decode, "Base.decode64 base64.decode"),
    (Act::Run, "Code.* erl_eval.* binary_to_term file.eval apply"),
    (Act::Load, "load_nif"),
];

/// Calls of Swift and Groovy.
pub(super) const SWIFT: &[Line] = &[
    (
        Act::Start,
        "Process NSTask execute ProcessBuilder exec getRuntime sys.process.* start system",
    ),
    (
        Act::Delete,
        "removeItem deleteDir delete deleteOnExit deleteIfExists",
    ),
    (
        Act::Write,
        "createFile createDirectory write moveItem copyItem mkdirs",
    ),
    (
        Act::Connect,
        "URLSession.* toURL URL openStream dataTask contentsOf Socket",
    ),
    (Act::Variable, "System.getenv getenv ProcessInfo.*"),
    (Act::Run, "evaluate Eval.* GroovyShell dlopen"),
];
