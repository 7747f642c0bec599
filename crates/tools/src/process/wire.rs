//! The frames between driver and supervisor: a length, then fields in a fixed order.
//!
//! Both ends are the same binary, so there are no versions; a frame that does not parse ends the
//! conversation. Byte strings travel as they are: paths and arguments need not be UTF-8.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::command::{Captured, Command, Exit, Input, Output};
use crate::git_door::places::Places;
use crate::sandbox::Sandbox;

/// Bytes of one frame at most: the standard input of a child is the largest thing in one.
pub(super) const FRAME_BYTES_MAX: usize = 64 * 1024 * 1024;

/// From the driver to the supervisor.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// Build this sandbox. It is asked first, or never. Where git is carried out for it, a socket comes along that is to be
    /// bound in it.
    Enter(Box<Sandbox>, Option<Places>),
    /// Start a command under this id. One that streams brings two descriptors along, for its
    /// standard input and output.
    Run { id: u64, command: Box<Command> },
    /// End this command.
    Cancel { id: u64 },
}

/// From the supervisor to the driver.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The sandbox stands, or why it does not. Then nothing is started.
    Entered(Result<(), String>),
    /// The command runs as this process.
    Started { id: u64, pid: i32, start: u64 },
    /// Bytes written so far, and the end of what was written.
    Progress { id: u64, bytes: u64, last: Vec<u8> },
    /// The command has ended; nothing more comes under this id.
    Finished { id: u64, output: Box<Output> },
}

/// A frame that is not one of ours.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a frame between driver and supervisor does not parse")]
pub(super) struct Malformed;

impl Ask {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Encoder::new();
        match self {
            Ask::Run { id, command } => {
                out.byte(0).number(*id);
                encode_command(&mut out, command);
            }
            Ask::Cancel { id } => {
                out.byte(1).number(*id);
            }
            Ask::Enter(sandbox, git) => {
                out.byte(2).value(sandbox.as_ref()).value(git);
            }
        }
        out.frame()
    }

    /// Reads the body of a frame.
    pub(super) fn decode(body: &[u8]) -> Result<Self, Malformed> {
        let mut fields = Decoder(body);
        let ask = match fields.byte()? {
            0 => Ask::Run {
                id: fields.number()?,
                command: Box::new(decode_command(&mut fields)?),
            },
            1 => Ask::Cancel {
                id: fields.number()?,
            },
            2 => Ask::Enter(Box::new(fields.value()?), fields.value()?),
            _ => return Err(Malformed),
        };
        fields.end()?;
        Ok(ask)
    }
}

impl Answer {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Encoder::new();
        match self {
            Answer::Started { id, pid, start } => {
                out.byte(0)
                    .number(*id)
                    .number(u64::from(pid.unsigned_abs()))
                    .number(*start);
            }
            Answer::Progress { id, bytes, last } => {
                out.byte(1).number(*id).number(*bytes).bytes(last);
            }
            Answer::Finished { id, output } => {
                out.byte(2).number(*id);
                encode_output(&mut out, output);
            }
            Answer::Entered(entered) => {
                out.byte(3).value(entered);
            }
        }
        out.frame()
    }

    /// Reads the body of a frame.
    pub(super) fn decode(body: &[u8]) -> Result<Self, Malformed> {
        let mut fields = Decoder(body);
        let answer = match fields.byte()? {
            0 => Answer::Started {
                id: fields.number()?,
                pid: i32::try_from(fields.number()?).map_err(|_| Malformed)?,
                start: fields.number()?,
            },
            1 => Answer::Progress {
                id: fields.number()?,
                bytes: fields.number()?,
                last: fields.bytes()?.to_vec(),
            },
            2 => Answer::Finished {
                id: fields.number()?,
                output: Box::new(decode_output(&mut fields)?),
            },
            3 => Answer::Entered(fields.value()?),
            _ => return Err(Malformed),
        };
        fields.end()?;
        Ok(answer)
    }
}

fn encode_command(out: &mut Encoder, command: &Command) {
    out.number(command.argv.len() as u64);
    for word in &command.argv {
        out.bytes(word.as_bytes());
    }
    out.bytes(command.cwd.as_os_str().as_bytes());
    out.number(command.env.len() as u64);
    for (name, value) in &command.env {
        out.bytes(name.as_bytes()).bytes(value.as_bytes());
    }
    match &command.stdin {
        Input::Null => out.byte(0),
        Input::Bytes(bytes) => out.byte(1).bytes(bytes),
        Input::Stream => out.byte(2),
        Input::Channel => out.byte(3),
    };
    out.duration(command.timeout)
        .duration(command.grace)
        .number(command.output_bytes_max as u64)
        .flag(command.merge_stderr)
        .flag(command.progress)
        .flag(command.keep_background)
        .path(command.spill.as_ref())
        .number(command.spill_bytes_max);
}

fn decode_command(fields: &mut Decoder<'_>) -> Result<Command, Malformed> {
    let mut argv = Vec::new();
    for _ in 0..fields.number()? {
        argv.push(fields.os_string()?);
    }
    let cwd = PathBuf::from(fields.os_string()?);
    let mut env = Vec::new();
    for _ in 0..fields.number()? {
        env.push((fields.os_string()?, fields.os_string()?));
    }
    let stdin = match fields.byte()? {
        0 => Input::Null,
        1 => Input::Bytes(fields.bytes()?.to_vec()),
        2 => Input::Stream,
        3 => Input::Channel,
        _ => return Err(Malformed),
    };
    Ok(Command {
        argv,
        cwd,
        env,
        stdin,
        timeout: fields.duration()?,
        grace: fields.duration()?,
        output_bytes_max: usize::try_from(fields.number()?).map_err(|_| Malformed)?,
        merge_stderr: fields.flag()?,
        progress: fields.flag()?,
        keep_background: fields.flag()?,
        spill: fields.path()?,
        spill_bytes_max: fields.number()?,
    })
}

fn encode_output(out: &mut Encoder, output: &Output) {
    match &output.exit {
        Exit::Exited(code) => out.byte(0).number(u64::from(code.cast_unsigned())),
        Exit::Signalled(signal) => out.byte(1).number(u64::from(signal.cast_unsigned())),
        Exit::TimedOut => out.byte(2),
        Exit::Cancelled => out.byte(3),
        Exit::NotStarted(why) => out.byte(4).bytes(why.as_bytes()),
        Exit::Lost => out.byte(5),
        Exit::Exceeded(what) => out.byte(6).bytes(what.as_bytes()),
    };
    for captured in [&output.stdout, &output.stderr] {
        out.bytes(captured.text.as_bytes())
            .number(captured.bytes)
            .flag(captured.truncated)
            .path(captured.spill.as_ref());
    }
    out.duration(output.duration)
        .number(u64::from(output.strays));
}

fn decode_output(fields: &mut Decoder<'_>) -> Result<Output, Malformed> {
    let exit = match fields.byte()? {
        0 => Exit::Exited(fields.signed()?),
        1 => Exit::Signalled(fields.signed()?),
        2 => Exit::TimedOut,
        3 => Exit::Cancelled,
        4 => Exit::NotStarted(fields.text()?),
        5 => Exit::Lost,
        6 => Exit::Exceeded(fields.text()?),
        _ => return Err(Malformed),
    };
    let mut streams = [Captured::default(), Captured::default()];
    for captured in &mut streams {
        *captured = Captured {
            text: fields.text()?,
            bytes: fields.number()?,
            truncated: fields.flag()?,
            spill: fields.path()?,
        };
    }
    let [stdout, stderr] = streams;
    Ok(Output {
        exit,
        stdout,
        stderr,
        duration: fields.duration()?,
        strays: u32::try_from(fields.number()?).map_err(|_| Malformed)?,
    })
}

/// Takes whole frames out of bytes as they arrive.
#[derive(Default)]
pub(super) struct Frames {
    pending: Vec<u8>,
    taken: usize,
}

impl Frames {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.pending.drain(..self.taken);
            self.taken = 0;
        }
        self.pending.extend_from_slice(bytes);
    }

    /// The body of the next whole frame, if it has arrived.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Malformed> {
        let rest = &self.pending[self.taken..];
        let Some((length, body)) = rest.split_first_chunk::<4>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(*length) as usize;
        if length > FRAME_BYTES_MAX {
            return Err(Malformed);
        }
        if body.len() < length {
            return Ok(None);
        }
        let start = self.taken + 4;
        self.taken = start + length;
        Ok(Some(&self.pending[start..start + length]))
    }

    /// Gives back the memory of a large frame once nothing is pending.
    pub(super) fn shrink(&mut self) {
        if self.taken == self.pending.len() {
            self.pending.clear();
            self.pending.shrink_to(8 * 1024);
            self.taken = 0;
        }
    }
}

struct Encoder(Vec<u8>);

impl Encoder {
    fn new() -> Self {
        Self(vec![0; 4])
    }

    fn byte(&mut self, byte: u8) -> &mut Self {
        self.0.push(byte);
        self
    }

    fn flag(&mut self, flag: bool) -> &mut Self {
        self.byte(u8::from(flag))
    }

    fn number(&mut self, number: u64) -> &mut Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    fn duration(&mut self, duration: Duration) -> &mut Self {
        self.number(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX))
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    /// A value of many fields, none of which is asked for often.
    fn value(&mut self, value: &impl Serialize) -> &mut Self {
        // What can't be written does not parse at the other end, and ends the conversation.
        self.bytes(&postcard::to_stdvec(value).unwrap_or_default())
    }

    fn path(&mut self, path: Option<&PathBuf>) -> &mut Self {
        self.bytes(path.map_or(b"", |path| path.as_os_str().as_bytes()))
    }

    fn frame(mut self) -> Vec<u8> {
        let length = u32::try_from(self.0.len() - 4).unwrap_or(u32::MAX);
        self.0[..4].copy_from_slice(&length.to_le_bytes());
        self.0
    }
}

struct Decoder<'a>(&'a [u8]);

impl<'a> Decoder<'a> {
    fn byte(&mut self) -> Result<u8, Malformed> {
        let (byte, rest) = self.0.split_first().ok_or(Malformed)?;
        self.0 = rest;
        Ok(*byte)
    }

    fn flag(&mut self) -> Result<bool, Malformed> {
        Ok(self.byte()? != 0)
    }

    fn number(&mut self) -> Result<u64, Malformed> {
        let (number, rest) = self.0.split_first_chunk::<8>().ok_or(Malformed)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    fn signed(&mut self) -> Result<i32, Malformed> {
        let number = u32::try_from(self.number()?).map_err(|_| Malformed)?;
        Ok(number.cast_signed())
    }

    fn duration(&mut self) -> Result<Duration, Malformed> {
        Ok(Duration::from_micros(self.number()?))
    }

    fn bytes(&mut self) -> Result<&'a [u8], Malformed> {
        let length = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn text(&mut self) -> Result<String, Malformed> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| Malformed)
    }

    fn os_string(&mut self) -> Result<OsString, Malformed> {
        Ok(OsString::from_vec(self.bytes()?.to_vec()))
    }

    fn value<T: DeserializeOwned>(&mut self) -> Result<T, Malformed> {
        postcard::from_bytes(self.bytes()?).map_err(|_| Malformed)
    }

    fn path(&mut self) -> Result<Option<PathBuf>, Malformed> {
        let path = self.os_string()?;
        Ok((!path.is_empty()).then(|| PathBuf::from(path)))
    }

    fn end(self) -> Result<(), Malformed> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Malformed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_frame(bytes: &[u8]) -> Vec<u8> {
        let mut frames = Frames::default();
        // Byte by byte: a frame may arrive in any number of pieces.
        for byte in bytes {
            assert_eq!(frames.next(), Ok(None));
            frames.push(&[*byte]);
        }
        let body = frames.next().unwrap().unwrap().to_vec();
        assert_eq!(frames.next(), Ok(None));
        body
    }

    #[test]
    fn asks_come_back_as_sent() {
        let mut command = Command::new(["sh", "-c", "true"], "/tmp");
        command.env = vec![("A".into(), OsString::from_vec(vec![0xFF, b'x']))];
        command.stdin = Input::Bytes(vec![0, 1, 2]);
        command.spill = Some("/tmp/spill".into());
        let asks = [
            Ask::Run {
                id: 7,
                command: Box::new(command),
            },
            Ask::Cancel { id: u64::MAX },
        ];
        for ask in asks {
            assert_eq!(Ask::decode(&one_frame(&ask.encode())), Ok(ask));
        }
    }

    #[test]
    fn answers_come_back_as_sent() {
        let exits = [
            Exit::Exited(-1),
            Exit::Signalled(9),
            Exit::TimedOut,
            Exit::Cancelled,
            Exit::NotStarted("no such program".into()),
            Exit::Lost,
            Exit::Exceeded("it held 2 GB".into()),
        ];
        for exit in exits {
            let stdout = Captured {
                text: "a".into(),
                bytes: 9,
                truncated: true,
                spill: Some("/s".into()),
            };
            let output = Output {
                exit,
                stdout,
                stderr: Captured::default(),
                duration: Duration::from_micros(12),
                strays: 2,
            };
            let answer = Answer::Finished {
                id: 3,
                output: Box::new(output),
            };
            assert_eq!(Answer::decode(&one_frame(&answer.encode())), Ok(answer));
        }
    }

    #[test]
    fn cut_frames_are_refused_not_believed() {
        let whole = Ask::Run {
            id: 1,
            command: Box::new(Command::new(["x"], "/")),
        }
        .encode();
        for end in 0..whole.len() - 4 {
            assert_eq!(Ask::decode(&whole[4..4 + end]), Err(Malformed));
        }
        assert_eq!(Ask::decode(&[9]), Err(Malformed));
        let mut frames = Frames::default();
        frames.push(&u32::MAX.to_le_bytes());
        assert_eq!(frames.next(), Err(Malformed));
    }
}
