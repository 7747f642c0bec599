//! How many deliveries of a forge become durable in a second, and how long each waits for its answer: the listener alone in
//! one process, the forge that delivers in another, on the same machine. Waiting counts from the moment at which a delivery
//! was due, so that a listener that lags behind cannot hide it.
//!
//! `cargo bench -p harness --bench deliveries -- DIR BODIES [RATE [COUNT [ROUNDS [CONNECTIONS]]]]`, where DIR is on the disk
//! that is measured, BODIES a folder of recorded `*.body.json`, and RATE a second (0: as fast as it goes).

#![expect(clippy::print_stdout, reason = "run by hand, at a terminal")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use forge::secret::Secret;
use harness::http::check::Checks;
use harness::http::genuine::by_signature;
use harness::http::health::Health;
use harness::http::limits::Limits;
use harness::http::listen::{Listener, Options};
use harness::http::report::Event;
use sha2::{Digest as _, Sha256};
use store::Store;

type Failed = Box<dyn std::error::Error + Send + Sync>;

const SECRET: &str = "interlock-test-secret";
/// Bodies that are used.
const BODIES_MAX: usize = 1_000;
const COUNT_MAX: u64 = 1_000_000;

fn main() -> Result<(), Failed> {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| it != "--bench")
        .collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["listen", dir] => listen(Path::new(dir)),
        ["post", address, bodies, rate, count, connections] => {
            let load = Load {
                rate: rate.parse()?,
                count: count.parse::<u64>()?.min(COUNT_MAX),
                connections: connections.parse()?,
            };
            println!(
                "{}",
                post(address.parse()?, &read(Path::new(bodies))?, load)?
            );
            Ok(())
        }
        [dir, bodies, rest @ ..] => {
            let at = |index: usize, default: &'static str| {
                rest.get(index).map_or(default, |it| *it).to_owned()
            };
            let load = [at(0, "3000"), at(1, "30000"), at(3, "32")];
            rounds(Path::new(dir), bodies, &load, at(2, "5").parse()?)
        }
        _ => Err("a directory and a folder of bodies are needed".into()),
    }
}

/// Each round has a listener with a new store.
fn rounds(dir: &Path, bodies: &str, load: &[String; 3], count: u32) -> Result<(), Failed> {
    println!(
        "accepted/s  p50 ms  p99 ms  max ms  errors  peak MiB  log MiB  cpu s  deliveries in a batch"
    );
    let mut all: Vec<Vec<f64>> = Vec::new();
    for round in 0..count {
        let place = dir.join(format!("deliveries-{}-{round}", std::process::id()));
        let exe = std::env::current_exe()?;
        let mut listener = Command::new(&exe)
            .arg("listen")
            .arg(&place)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let figures = one_round(&exe, &mut listener, bodies, load);
        // Its end is the end of its input.
        drop(listener.stdin.take());
        listener.wait()?;
        std::fs::remove_dir_all(&place)?;
        let figures = figures?;
        println!("{}", table(&figures));
        all.push(figures);
    }
    let columns = all.first().map_or(0, Vec::len);
    let medians: Vec<f64> = (0..columns)
        .map(|column| {
            let mut values: Vec<f64> = all.iter().map(|it| it[column]).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        })
        .collect();
    println!("{}  median of {count}", table(&medians));
    Ok(())
}

fn one_round(
    exe: &Path,
    listener: &mut Child,
    bodies: &str,
    load: &[String; 3],
) -> Result<Vec<f64>, Failed> {
    let out = listener.stdout.take().ok_or("no output")?;
    let mut said = BufReader::new(out).lines();
    let address = said.next().ok_or("no address")??;
    let posted = Command::new(exe)
        .args(["post", &address, bodies])
        .args(load)
        .output()?;
    if !posted.status.success() {
        return Err(String::from_utf8_lossy(&posted.stderr).into());
    }
    drop(listener.stdin.take());
    let mut text = String::from_utf8(posted.stdout)?;
    for line in said {
        text += &line?;
    }
    let figures = text.split_whitespace().map(str::parse::<f64>);
    Ok(figures.collect::<Result<_, _>>()?)
}

fn table(figures: &[f64]) -> String {
    let widths = [
        (10, 0),
        (6, 2),
        (6, 2),
        (6, 1),
        (6, 0),
        (8, 1),
        (7, 1),
        (5, 2),
        (5, 1),
    ];
    let mut line = String::new();
    for ((width, places), figure) in widths.into_iter().zip(figures) {
        let _ = write!(line, "{figure:>width$.places$}  ");
    }
    line
}

/// The listener, until its input ends: its address, then its figures.
fn listen(dir: &Path) -> Result<(), Failed> {
    let store = Store::open(dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let check = by_signature(vec![Secret::new(SECRET)]);
    let (tell, batches) = std::sync::mpsc::channel();
    let options = Options {
        checks: Checks(BTreeMap::from([("bench".to_owned(), check)])),
        limits: Limits::default(),
        health: Health::new(),
        log: Arc::new(move |event| {
            if let Event::Accepted { new, .. } = event {
                // Counted when all is over.
                let _ = tell.send(new);
            }
        }),
    };
    let (stop, stopped) = tokio::sync::oneshot::channel();
    thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        let _ = stop.send(());
    });
    let used = runtime.block_on(async {
        let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        println!("{}", listener.address());
        let stop = async {
            let _ = stopped.await;
        };
        listener.serve(store, options, stop).await
    });
    used?;
    let sizes: Vec<u64> = batches.try_iter().collect();
    let log = std::fs::metadata(dir.join("ledger.db-wal"))?.len();
    println!(
        "{} {} {} {}",
        peak_mib()?,
        log as f64 / f64::from(1 << 20),
        cpu_s()?,
        sizes.iter().sum::<u64>() as f64 / sizes.len().max(1) as f64
    );
    Ok(())
}

/// The most memory that this process ever had.
fn peak_mib() -> Result<f64, Failed> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kib: f64 = line
        .and_then(|it| it.trim().strip_suffix(" kB"))
        .ok_or("no peak")?
        .trim()
        .parse()?;
    Ok(kib / 1024.0)
}

/// Processor time of this process, in seconds; the kernel counts in hundredths.
fn cpu_s() -> Result<f64, Failed> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let (_, rest) = stat.rsplit_once(") ").ok_or("no times")?;
    let ticks: f64 = rest
        .split(' ')
        .skip(11)
        .take(2)
        .map(|it| it.parse::<f64>().unwrap_or(0.0))
        .sum();
    Ok(ticks / 100.0)
}

/// HMAC-SHA256 in hexadecimal digits.
fn sign(body: &[u8]) -> String {
    let padded = |pad: u8| {
        let mut block = [pad; 64];
        for (byte, secret) in block.iter_mut().zip(SECRET.as_bytes()) {
            *byte ^= secret;
        }
        Sha256::new().chain_update(block)
    };
    let inner = padded(0x36).chain_update(body).finalize();
    let outer = padded(0x5c).chain_update(inner).finalize();
    outer.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A body and what signs it.
struct Signed {
    body: Vec<u8>,
    signature: String,
}

fn read(folder: &Path) -> Result<Vec<Signed>, Failed> {
    let mut folders = vec![folder.to_owned()];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".body.json") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.truncate(BODIES_MAX);
    let mut signed = Vec::new();
    for path in paths {
        let body = std::fs::read(path)?;
        let signature = sign(&body);
        signed.push(Signed { body, signature });
    }
    if signed.is_empty() {
        return Err("no `*.body.json` in that folder".into());
    }
    Ok(signed)
}

/// What is delivered.
#[derive(Clone, Copy)]
struct Load {
    rate: f64,
    count: u64,
    connections: u64,
}

/// Delivers; the figures of it in one line.
fn post(address: SocketAddr, bodies: &[Signed], load: Load) -> Result<String, Failed> {
    let start = Instant::now() + Duration::from_millis(50);
    let results: Vec<(Vec<Duration>, u64)> = thread::scope(|scope| {
        let each = |number| scope.spawn(move || connection(address, bodies, load, start, number));
        let threads: Vec<_> = (0..load.connections).map(each).collect();
        let joined = threads.into_iter().filter_map(|it| it.join().ok());
        joined.collect()
    });
    let took = start.elapsed();
    let errors: u64 = results.iter().map(|(_, errors)| errors).sum();
    let mut waits: Vec<Duration> = results.into_iter().flat_map(|(waits, _)| waits).collect();
    waits.sort();
    let at = |part: f64| {
        let index = (waits.len() as f64 * part) as usize;
        let wait = waits.get(index).or(waits.last());
        wait.map_or(0.0, |it| it.as_secs_f64() * 1e3)
    };
    let rate = waits.len() as f64 / took.as_secs_f64();
    Ok(format!(
        "{rate} {} {} {} {errors} ",
        at(0.5),
        at(0.99),
        at(1.0)
    ))
}

/// Delivers every so-manieth: how long each waited, and how many were not accepted.
fn connection(
    address: SocketAddr,
    bodies: &[Signed],
    load: Load,
    start: Instant,
    number: u64,
) -> (Vec<Duration>, u64) {
    let (mut waits, mut errors) = (Vec::new(), 0);
    let mut stream = None;
    for at in (number..load.count).step_by(load.connections.max(1) as usize) {
        let mut due = Instant::now();
        if load.rate > 0.0 {
            due = start + Duration::from_secs_f64(at as f64 / load.rate);
            thread::sleep(due.saturating_duration_since(Instant::now()));
        }
        let signed = &bodies[at as usize % bodies.len()];
        match deliver(&mut stream, address, signed, at) {
            Ok(true) => waits.push(due.elapsed()),
            Ok(false) => errors += 1,
            Err(_) => {
                errors += 1;
                stream = None;
            }
        }
    }
    (waits, errors)
}

/// Delivers one; whether it was accepted.
fn deliver(
    stream: &mut Option<TcpStream>,
    address: SocketAddr,
    Signed { body, signature }: &Signed,
    at: u64,
) -> std::io::Result<bool> {
    let stream = match stream {
        Some(stream) => stream,
        None => {
            let new = TcpStream::connect(address)?;
            new.set_nodelay(true)?;
            new.set_read_timeout(Some(Duration::from_secs(10)))?;
            stream.insert(new)
        }
    };
    // As scattered as those of a real forge, so that the index is written to everywhere.
    let scattered = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut request = format!(
        "POST /hooks/bench HTTP/1.1\r\nHost: {address}\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: {}\r\n\
         Content-Type: application/json\r\nX-Gitea-Delivery: {scattered:016x}-4439-a6a6-46d435cedf02\r\n\
         X-Gitea-Event: issues\r\nX-Gitea-Event-Type: issues\r\nX-Gitea-Signature: {signature}\r\n\
         X-Hub-Signature-256: sha256={signature}\r\nAccept-Encoding: gzip\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);
    stream.write_all(&request)?;
    let mut answer = Vec::new();
    let mut buffer = [0; 1024];
    while !answer.windows(4).any(|it| it == b"\r\n\r\n") || !answer.ends_with(b"}") {
        let read = stream.read(&mut buffer)?;
        if read == 0 || answer.len() > 4096 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        answer.extend_from_slice(&buffer[..read]);
        if answer.starts_with(b"HTTP/1.1 4") || answer.starts_with(b"HTTP/1.1 5") {
            return Err(std::io::ErrorKind::ConnectionRefused.into());
        }
    }
    Ok(answer.starts_with(b"HTTP/1.1 200"))
}
