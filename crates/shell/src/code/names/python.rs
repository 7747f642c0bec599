//! What calls do in Python.

use super::{Act, Line};

/// Calls of Python.
pub(super) const PYTHON: &[Line] = &[
    (
        Act::Start,
        "os.system os.popen os.exec* os.spawn* os.posix_spawn* os.startfile os.fork os.forkpty os.dup2 pty.spawn pty.fork posix.system subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen subprocess.getoutput subprocess.getstatusoutput Popen check_output check_call getoutput getstatusoutput create_subprocess_shell create_subprocess_exec system popen popen2 popen3 execv execve execvp execvpe execl execlp execle spawnl spawnv spawnlp spawnvp get_ipython pexpect.spawn pexpect.run sh.* pty_spawn",
    ),
    (
        Act::Delete,
        "rmtree os.remove os.unlink os.rmdir os.removedirs removedirs unlink rmdir send2trash",
    ),
    (
        Act::Move,
        "shutil.move os.rename os.replace os.renames rename",
    ),
    (
        Act::Copy,
        "shutil.copy shutil.copy2 shutil.copyfile shutil.copytree copyfile copytree copy2",
    ),
    (
        Act::Write,
        "os.mkdir os.makedirs os.symlink os.link os.chmod os.chown os.lchown os.truncate os.mknod os.mkfifo os.utime write_text write_bytes touch mkdir makedirs symlink_to hardlink_to chmod to_csv to_json to_pickle extractall sqlite3.connect shelve.open dbm.open savetxt urlretrieve unpack_archive make_archive",
    ),
    (
        Act::Read,
        "read_text read_bytes linecache.getline linecache.getlines fileinput.input read_csv read_json loadtxt dotenv_values load_dotenv",
    ),
    (
        Act::Open,
        "open io.open codecs.open os.open gzip.open bz2.open lzma.open tarfile.open ZipFile FileIO",
    ),
    (
        Act::List,
        "os.listdir os.scandir os.walk glob.glob glob.iglob iterdir rglob listdir scandir",
    ),
    (
        Act::Send,
        "requests.post requests.put requests.patch requests.delete requests.request httpx.post httpx.put httpx.patch httpx.request smtplib.* SMTP SMTP_SSL sendmail sendall sendto send storbinary storlines urlencode_post ServerProxy session.post",
    ),
    (
        Act::Connect,
        "urlopen urlretrieve requests.* httpx.* urllib3.* http.client.* HTTPConnection HTTPSConnection socket.* create_connection ftplib.* FTP telnetlib.* Telnet paramiko.* SSHClient aiohttp.* ClientSession websocket.* websockets.* webbrowser.* open_connection dns.resolver.* gethostbyname getaddrinfo boto3.* connect build_opener",
    ),
    (
        Act::Listen,
        "socketserver.* TCPServer HTTPServer ThreadingHTTPServer http.server.* serve_forever bind listen start_server make_server",
    ),
    (Act::Environment, "os.environ os.environb environ environb"),
    (
        Act::Variable,
        "os.getenv os.getenvb getenv os.environ.get environ.get",
    ),
    (
        Act::Decode,
        "b64decode urlsafe_b64decode standard_b64decode decodebytes b32decode b16decode a85decode b85decode fromhex codecs.decode zlib.decompress decompress unhexlify decrypt rot13 chr translate",
    ),
    (
        Act::Run,
        "exec eval compile execfile run_path run_module marshal.* pickle.* cPickle.* dill.* cloudpickle.* joblib.load code.interact InteractiveInterpreter InteractiveConsole FunctionType CodeType exec_module spec_from_file_location SourceFileLoader yaml.load unsafe_load timeit.*",
    ),
    (
        Act::Dynamic,
        "getattr __import__ import_module globals locals vars setattr __builtins__ builtins.* __subclasses__ __globals__ __loader__ __dict__ __class__ __base__ __mro__ attrgetter methodcaller sys.modules reload",
    ),
    (
        Act::Load,
        "ctypes.* CDLL cdll windll cffi.* FFI dlopen mmap.*",
    ),
    (Act::Kill, "os.kill os.killpg os.abort"),
    (
        Act::Privilege,
        "os.setuid os.setgid os.seteuid os.setegid os.setreuid os.setresuid os.chroot setuid setgid",
    ),
];
