//! The variables by which programs in a sandbox find the proxy, where something is allowed.

use std::ffi::OsString;
use std::net::Ipv4Addr;

use super::layout::PROXY_PORT;
use super::toolchains::known;
use super::work::Variables;
use crate::proxy::Allowed;

/// Variables that name the proxy, as programs agree on them.
const PROXY: [&str; 4] = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];
/// Variables that name what is reached without it: the sandbox's own servers.
const WITHOUT: [&str; 2] = ["NO_PROXY", "no_proxy"];
const OWN: &str = "localhost,127.0.0.1,::1";

/// The same variables for commands that reach what is allowed; unchanged where nothing is.
#[must_use]
pub fn with_way_out(mut env: Variables, allowed: &Allowed) -> Variables {
    if allowed.is_empty() {
        return env;
    }
    let host = Ipv4Addr::LOCALHOST.to_string();
    let port = PROXY_PORT.to_string();
    let proxy = format!("http://{host}:{port}");
    for toolchain in known()
        .iter()
        .filter(|it| allowed.permits_all(&it.registries))
    {
        for (name, value) in &toolchain.offline {
            env.retain(|(it, held)| it != name.as_str() || held != value.as_str());
        }
        for (name, value) in &toolchain.proxied {
            let value = value.replace("{host}", &host).replace("{port}", &port);
            append(&mut env, name, &value);
        }
    }
    env.extend(PROXY.map(|it| (it.into(), OsString::from(&proxy))));
    env.extend(WITHOUT.map(|it| (it.into(), OWN.into())));
    env
}

fn append(env: &mut Variables, name: &str, value: &str) {
    match env.iter_mut().find(|(it, _)| it == name) {
        Some((_, held)) => {
            held.push(" ");
            held.push(value);
        }
        None => env.push((name.into(), value.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::toolchains::registries;

    fn env(entries: &[&str]) -> Variables {
        let entries: Vec<String> = entries.iter().map(|it| (*it).to_owned()).collect();
        let allowed = Allowed::read(&entries, &registries()).unwrap();
        let before = [
            ("CARGO_NET_OFFLINE", "true"),
            ("npm_config_offline", "true"),
            ("MAVEN_OPTS", "-Xmx1g"),
        ];
        with_way_out(before.map(|(a, b)| (a.into(), b.into())).to_vec(), &allowed)
    }

    fn value(env: &Variables, name: &str) -> Option<String> {
        let found = env.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.to_str().unwrap().to_owned())
    }

    #[test]
    fn nothing_changes_where_nothing_is_allowed() {
        assert_eq!(env(&[]).len(), 3);
    }

    #[test]
    fn tools_of_an_allowed_registry_look_for_it_through_the_proxy() {
        let it = env(&["crates", "maven"]);
        let proxy = format!("http://127.0.0.1:{PROXY_PORT}");
        for name in PROXY {
            assert_eq!(value(&it, name).as_deref(), Some(proxy.as_str()));
        }
        assert_eq!(value(&it, "no_proxy").as_deref(), Some(OWN));
        assert_eq!(value(&it, "CARGO_NET_OFFLINE"), None);
        assert_eq!(value(&it, "npm_config_offline").as_deref(), Some("true"));
        let maven = value(&it, "MAVEN_OPTS").unwrap();
        assert!(
            maven.starts_with("-Xmx1g -Dhttp.proxyHost=127.0.0.1 "),
            "{maven}"
        );
        assert!(value(&it, "GRADLE_OPTS").is_none());
        // What is not complete would only fail later, and less clearly.
        let half = env(&["index.crates.io"]);
        assert_eq!(value(&half, "CARGO_NET_OFFLINE").as_deref(), Some("true"));
    }

    #[test]
    fn every_registry_can_be_allowed() {
        let all = registries();
        for name in ["crates", "npm", "pypi", "go", "maven"] {
            assert!(all.iter().any(|it| it.name == name), "{name}");
        }
        for it in &all {
            let allowed = Allowed::read(std::slice::from_ref(&it.name), &all).unwrap();
            assert!(allowed.permits_all(&it.hosts), "{}", it.name);
        }
    }
}
