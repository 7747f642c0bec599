//! What calls do in languages for numbers: R and Julia.

use super::{Act, Line};

/// Calls of R.
pub(super) const R: &[Line] = &[
    (
        Act::Start,
        "system system2 shell pipe shell.exec processx.run",
    ),
    (Act::Delete, "unlink file.remove"),
    (Act::Move, "file.rename"),
    (Act::Copy, "file.copy"),
    (
        Act::Write,
        "sink file.create dir.create save.image file.append writeLines write write.csv write.table saveRDS save dput dump cat Sys.chmod file.symlink",
    ),
    (
        Act::Read,
        "readLines read.csv read.table readRDS scan readChar readBin file load read.dcf",
    ),
    (Act::List, "list.files list.dirs Sys.glob"),
    (
        Act::Connect,
        "download.file url httr.GET curl socketConnection make.socket nsl",
    ),
    (Act::Send, "httr.POST httr.PUT"),
    (Act::Variable, "Sys.getenv"),
    (Act::Decode, "rawToChar base64decode intToUtf8 chartr"),
    (Act::Run, "eval parse source sys.source evalq"),
    (
        Act::Dynamic,
        "do.call get match.fun getFromNamespace Reduce",
    ),
    (Act::Load, "dyn.load library.dynam .Call .C"),
];

/// Calls of Julia.
pub(super) const JULIA: &[Line] = &[
    (Act::Start, "run pipeline"),
    (Act::Delete, "rm"),
    (Act::Move, "mv"),
    (Act::Copy, "cp"),
    (Act::Write, "write mkdir mkpath touch chmod symlink"),
    (Act::Read, "read readlines readline eachline readchomp"),
    (Act::Open, "open"),
    (Act::List, "readdir walkdir"),
    (
        Act::Connect,
        "download HTTP.* connect Downloads.* getaddrinfo",
    ),
    (Act::Environment, "ENV"),
    (Act::Decode, "base64decode hex2bytes"),
    (Act::Run, "eval parse include include_string"),
    (Act::Load, "ccall dlopen Libdl.*"),
];
