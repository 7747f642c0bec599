//! What calls do in JavaScript, in Node, Deno and Bun.

use super::{Act, Line};

/// Calls of JavaScript.
pub(super) const NODE: &[Line] = &[
    (
        Act::Start,
        "child_process.* execSync execFile execFileSync spawn spawnSync fork exec Deno.run Deno.Command Bun.spawn Bun.spawnSync Bun.$ $ execa execaCommand shelljs.exec shell.exec openStdin zx.*",
    ),
    (
        Act::Delete,
        "rm rmSync unlink unlinkSync rmdir rmdirSync rimraf rimrafSync Deno.remove Deno.removeSync fse.remove removeSync emptyDir emptyDirSync",
    ),
    (
        Act::Move,
        "rename renameSync Deno.rename Deno.renameSync move moveSync",
    ),
    (
        Act::Copy,
        "copyFile copyFileSync cp cpSync Deno.copyFile Deno.copyFileSync copySync",
    ),
    (
        Act::Write,
        "writeFile writeFileSync appendFile appendFileSync createWriteStream mkdir mkdirSync mkdtemp mkdtempSync chmod chmodSync chown chownSync symlink symlinkSync link linkSync truncate truncateSync utimes utimesSync Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Deno.mkdir Deno.mkdirSync Deno.chmod Deno.symlink Bun.write outputFile outputFileSync outputJson writeJson writeJsonSync",
    ),
    (
        Act::Read,
        "readFile readFileSync createReadStream Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync Bun.file readJson readJsonSync readlinkSync loadEnvFile",
    ),
    (
        Act::Open,
        "fs.open openSync Deno.open Deno.openSync fs.promises.open",
    ),
    (
        Act::List,
        "readdir readdirSync opendir opendirSync Deno.readDir Deno.readDirSync globSync",
    ),
    (
        Act::Send,
        "axios.post axios.put axios.patch got.post got.put sendBeacon sendMail superagent.post ws.send",
    ),
    (
        Act::Connect,
        "fetch http.* https.* http2.* net.* tls.* dgram.* dns.* XMLHttpRequest WebSocket EventSource axios axios.* got got.* needle undici.* superagent.* request Deno.connect Deno.connectTls Deno.resolveDns Bun.connect createConnection",
    ),
    (
        Act::Listen,
        "createServer listen Deno.serve Deno.listen Bun.serve Bun.listen inspector.open",
    ),
    (Act::Environment, "process.env Bun.env import.meta.env"),
    (Act::Variable, "Deno.env.get Deno.env.toObject"),
    (
        Act::Decode,
        "atob fromCharCode fromCodePoint unescape inflateSync gunzipSync inflateRawSync brotliDecompressSync createDecipheriv",
    ),
    (
        Act::Run,
        "eval Function runInThisContext runInNewContext runInContext compileFunction vm.Script Script Worker _compile importScripts createRequire deserialize repl.start",
    ),
    (
        Act::Dynamic,
        "globalThis global Reflect.* constructor mainModule process.binding _linkedBinding getBuiltinModule WebAssembly.* __proto__ Proxy process.mainModule module.* _load",
    ),
    (Act::Load, "process.dlopen dlopen Deno.dlopen ffi.* bun:ffi"),
    (Act::Kill, "process.kill process.abort"),
    (
        Act::Privilege,
        "process.setuid process.setgid process.seteuid",
    ),
];
