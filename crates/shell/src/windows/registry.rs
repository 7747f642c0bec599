//! Keys of the registry by what they decide.

/// What a key is for, where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// What stands there is started by itself, or instead of something else.
    Starts,
    /// It decides how the machine defends itself.
    Defends,
    /// Passwords and secrets of the machine.
    Secret,
    Other,
}

const STARTS: &[&str] = &[
    "/currentversion/run",
    "/currentversion/policies/explorer/run",
    "/windows nt/currentversion/winlogon",
    "/image file execution options",
    "/silentprocessexit",
    "/active setup/",
    "/windows nt/currentversion/windows",
    "/session manager",
    "/shell folders",
    "/user shell folders",
    "/currentcontrolset/services",
    "/lsa",
    "/inprocserver32",
    "/localserver32",
    "/shell/open/command",
    "/shell/runas/command",
    "/command processor",
    "/environment",
    "/explorer/browser helper objects",
    "/shellserviceobjectdelayload",
    "/print/monitors",
    "/netsh",
    "/appcertdlls",
    "/telemetrycontroller",
    "/schedule/taskcache",
    "/ms-settings",
    "/mscfile",
    "/delegateexecute",
    "/powershell/1/",
    "/control panel/desktop",
    "/amsi/providers",
    "/outlook/security",
    "/office/test",
    "/windows nt/currentversion/appcompatflags",
    "/contextmenuhandlers",
    "/treatas",
    "/currentversion/group policy/scripts",
    "/userinitmprlogonscript",
    "/run",
    "/runonce",
];

const DEFENDS: &[&str] = &[
    "/windows defender",
    "/policies/system",
    "/firewallpolicy",
    "/wdigest",
    "/powershell/scriptblocklogging",
    "/policies/microsoft/windows/powershell",
    "/eventlog",
    "/terminal server",
    "/amsi",
    "/safer/",
    "/deviceguard",
    "/systemrestore",
    "/windowsupdate",
    "/microsoft/security center",
    "/trustedinstaller",
    "/script host/settings",
    "/smartscreen",
    "/policies/microsoft",
];

const SECRET: &[&str] = &[
    "/sam",
    "/security",
    "/lsa/secrets",
    "/lsa",
    "/winlogon",
    "/putty/sessions",
    "/simontatham",
    "/winscp",
    "/openssh/agent",
    "/realvnc",
    "/orl/winvnc3",
    "/tightvnc",
    "/snmp",
    "/wdigest",
    "/internet explorer/intelliforms",
    "/credentials",
    "/vault",
    "/teamviewer",
];

/// What a key (`hklm:/software/…`, lower case) is for, when it is changed.
pub(crate) fn changed(key: &str) -> Key {
    let hit = |list: &[&str]| list.iter().any(|part| key.contains(part));
    if hit(STARTS) {
        Key::Starts
    } else if hit(DEFENDS) {
        Key::Defends
    } else {
        Key::Other
    }
}

/// What a key is for, when it is read.
pub(crate) fn read(key: &str) -> Key {
    if SECRET.iter().any(|part| key.contains(part)) {
        Key::Secret
    } else {
        Key::Other
    }
}
