//! What calls do in PHP.

use super::{Act, Line};

/// Calls of PHP.
pub(super) const PHP: &[Line] = &[
    (
        Act::Start,
        "system exec shell_exec passthru proc_open popen pcntl_exec pcntl_fork expect_popen",
    ),
    (Act::Delete, "unlink rmdir"),
    (Act::Move, "rename move_uploaded_file"),
    (Act::Copy, "copy"),
    (
        Act::Write,
        "file_put_contents mkdir touch chmod chown chgrp symlink link tempnam ftruncate fputcsv error_log",
    ),
    (
        Act::Read,
        "file_get_contents file readfile show_source highlight_file php_strip_whitespace parse_ini_file simplexml_load_file",
    ),
    (Act::Open, "fopen SplFileObject gzopen bzopen"),
    (
        Act::List,
        "scandir glob opendir dir DirectoryIterator RecursiveDirectoryIterator",
    ),
    (
        Act::Send,
        "mail curl_setopt curl_setopt_array socket_send socket_write ftp_put fwrite_socket",
    ),
    (
        Act::Connect,
        "fsockopen pfsockopen stream_socket_client curl_init curl_exec curl_multi_exec socket_connect socket_create gethostbyname dns_get_record get_headers ftp_connect checkdnsrr SoapClient",
    ),
    (
        Act::Listen,
        "stream_socket_server socket_listen socket_bind",
    ),
    (
        Act::Environment,
        "$_ENV $_SERVER phpinfo get_defined_vars $GLOBALS",
    ),
    (Act::Variable, "getenv"),
    (
        Act::Decode,
        "base64_decode gzinflate gzuncompress gzdecode str_rot13 hex2bin chr strrev convert_uudecode pack openssl_decrypt",
    ),
    (
        Act::Run,
        "eval assert create_function include include_once require require_once preg_replace_callback unserialize",
    ),
    (
        Act::Dynamic,
        "call_user_func call_user_func_array array_map array_filter array_walk usort uasort uksort register_shutdown_function ReflectionFunction ReflectionMethod Closure.* func_get_args ob_start iterator_apply",
    ),
    (Act::Load, "dl FFI.*"),
    (Act::Kill, "posix_kill"),
    (
        Act::Privilege,
        "posix_setuid posix_setgid chroot putenv ini_set",
    ),
];
