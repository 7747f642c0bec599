//! What calls do in languages that other programs embed: Lua and Tcl.

use super::{Act, Line};

/// Calls of Lua, those of its hosts too.
pub(super) const LUA: &[Line] = &[
    (
        Act::Start,
        "os.execute io.popen execute popen vim.fn.system vim.fn.systemlist vim.system vim.cmd vim.fn.jobstart vim.loop.spawn vim.uv.spawn uv.spawn nvim_command posix.exec posix.execp posix.fork",
    ),
    (Act::Delete, "os.remove vim.fn.delete lfs.rmdir fs_unlink"),
    (Act::Move, "os.rename"),
    (
        Act::Write,
        "io.output vim.fn.writefile lfs.mkdir lfs.link os.tmpname",
    ),
    (Act::Read, "io.lines io.input vim.fn.readfile"),
    (Act::Open, "io.open"),
    (
        Act::Connect,
        "socket.* http.request https.request ssl.* new_tcp",
    ),
    (Act::Variable, "os.getenv"),
    (Act::Decode, "string.char string.reverse string.dump char"),
    (Act::Run, "load loadstring dofile loadfile require module"),
    (
        Act::Dynamic,
        "debug.* _G _ENV setfenv getfenv rawget setmetatable package.*",
    ),
    (Act::Load, "package.loadlib ffi.* jit.*"),
];

/// Commands of Tcl.
pub(super) const TCL: &[Line] = &[
    (Act::Start, "exec spawn"),
    (Act::Open, "open"),
    (Act::Connect, "socket http.geturl"),
    (Act::Environment, "env $env"),
    (
        Act::Run,
        "eval source subst uplevel interp package apply after",
    ),
    (Act::Load, "load"),
    (Act::Decode, "binary"),
];
