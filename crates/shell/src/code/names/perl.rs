//! What calls do in Perl.

use super::{Act, Line};

/// Calls of Perl.
pub(super) const PERL: &[Line] = &[
    (
        Act::Start,
        "system exec fork open2 open3 readpipe dup2 IPC.Open3.* IPC.Run.* run_forked",
    ),
    (Act::Delete, "unlink rmdir rmtree remove_tree"),
    (Act::Move, "rename move mv"),
    (Act::Copy, "copy File.Copy.copy fcopy dircopy"),
    (
        Act::Write,
        "mkdir make_path mkpath chmod chown symlink link truncate utime write_file spew append spew_utf8 mknod mkfifo dbmopen",
    ),
    (Act::Read, "read_file slurp slurp_utf8 LoadFile"),
    (Act::Open, "open sysopen"),
    (Act::List, "opendir readdir glob File.Find.find find"),
    (Act::Send, "post put sendmail send"),
    (
        Act::Connect,
        "IO.Socket.* LWP.* HTTP.Tiny.* Net.* connect socket getstore getprint mirror gethostbyname inet_aton sockaddr_in Mojo.* WWW.*",
    ),
    (
        Act::Listen,
        "bind listen accept HTTP.Daemon.* HTTP.Server.*",
    ),
    (Act::Environment, "%ENV $ENV"),
    (
        Act::Decode,
        "unpack pack decode_base64 MIME.Base64.* uncompress inflate chr",
    ),
    (Act::Run, "eval do require Storable.* retrieve thaw"),
    (Act::Dynamic, "can AUTOLOAD"),
    (
        Act::Load,
        "DynaLoader.* XSLoader.* dl_load_file syscall Inline.*",
    ),
    (Act::Kill, "kill"),
    (Act::Privilege, "setuid setgid POSIX.setuid chroot $< $>"),
];
