//! What calls do in Ruby.

use super::{Act, Line};

/// Calls of Ruby.
pub(super) const RUBY: &[Line] = &[
    (
        Act::Start,
        "system exec spawn fork popen popen2 popen2e popen3 capture2 capture2e capture3 pipeline Open3.* PTY.* syscall sh",
    ),
    (
        Act::Delete,
        "FileUtils.rm FileUtils.rm_r FileUtils.rm_f FileUtils.rm_rf FileUtils.remove FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_file FileUtils.rmdir rm_rf rm_r rm_f rmtree File.delete File.unlink Dir.delete Dir.rmdir Dir.unlink unlink rmdir remove_entry remove_dir",
    ),
    (Act::Move, "FileUtils.mv FileUtils.move File.rename mv"),
    (
        Act::Copy,
        "FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.copy_file FileUtils.copy_entry FileUtils.install copy_stream cp cp_r",
    ),
    (
        Act::Write,
        "File.write IO.write File.binwrite FileUtils.touch FileUtils.mkdir FileUtils.mkdir_p FileUtils.mkpath FileUtils.ln FileUtils.ln_s FileUtils.ln_sf FileUtils.symlink FileUtils.chmod FileUtils.chmod_R FileUtils.chown FileUtils.chown_R File.symlink File.link File.chmod File.chown File.truncate Dir.mkdir mkdir_p touch Tempfile.* binwrite mkfifo",
    ),
    (
        Act::Read,
        "File.read IO.read File.readlines IO.readlines File.foreach IO.foreach File.binread IO.binread load_file readlink Dotenv.* binread",
    ),
    (Act::Open, "File.open File.new open IO.sysopen"),
    (
        Act::List,
        "Dir.glob Dir.children Dir.entries Dir.each_child Dir.foreach Dir.new Find.find glob",
    ),
    (
        Act::Send,
        "post post_form put patch post2 sendmail send_message deliver Net.SMTP.*",
    ),
    (
        Act::Connect,
        "Net.HTTP.* Net.FTP.* Net.SSH.* URI.open TCPSocket TCPSocket.* UDPSocket UDPSocket.* Socket.* UNIXSocket.* HTTParty.* Faraday.* RestClient.* Resolv.* OpenURI.* Excon.* TCPSocket.open",
    ),
    (Act::Listen, "TCPServer.* WEBrick.* UNIXServer.*"),
    (Act::Environment, "ENV"),
    (
        Act::Variable,
        "ENV.fetch ENV.to_h ENV.to_a ENV.each ENV.inspect ENV.each_pair ENV.values ENV.map",
    ),
    (
        Act::Decode,
        "decode64 strict_decode64 urlsafe_decode64 unpack unpack1 pack inflate decrypt tr chr hex",
    ),
    (
        Act::Run,
        "eval instance_eval class_eval module_eval binding load require_relative instance_exec Marshal.load Marshal.restore YAML.load YAML.unsafe_load ERB.new irb autoload at_exit TOPLEVEL_BINDING trap",
    ),
    (
        Act::Dynamic,
        "send __send__ public_send const_get method instance_method define_method ObjectSpace.* method_missing instance_variable_get",
    ),
    (Act::Load, "Fiddle.* FFI.* DL.* dlload"),
    (Act::Kill, "Process.kill abort!"),
    (
        Act::Privilege,
        "Process.setuid Process.UID.* Process.Sys.* Dir.chroot",
    ),
];
