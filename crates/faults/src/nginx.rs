//! nginx in front of the servers, with the configuration from `deploy/`.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::sleep;
use unmask_store::testing::tools::free_port;

const CONFIGURATION: &str = include_str!("../../../deploy/nginx/unmask.conf");
/// The servers' addresses in it.
const SERVERS: [&str; 2] = ["app-1:8080", "app-2:8080"];

/// A running nginx; it stops when this is dropped.
pub struct Nginx {
    /// Where it listens.
    pub address: SocketAddr,
    _child: Child,
}

impl Nginx {
    /// Starts it in front of two servers.
    pub async fn start(servers: &[SocketAddr], folder: &Path) -> Result<Self> {
        let folder = folder.join("nginx");
        fs::create_dir(&folder)?;
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let site =
            site(servers, address).context("deploy/nginx/unmask.conf has changed; adapt the laboratory to it")?;
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let temporary = temporary.map(|name| format!("    {name}_temp_path {name};\n")).concat();
        let main = format!(
            "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log error.log warn;\n\
             events {{ worker_connections 4096; }}\nhttp {{\n{temporary}{site}}}\n"
        );
        fs::write(folder.join("nginx.conf"), main)?;
        let child = Command::new("/usr/sbin/nginx")
            .arg("-p")
            .arg(&folder)
            .args(["-c", "nginx.conf", "-e", "error.log"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("can't start nginx: install Debian's package `nginx-light`")?;
        for _ in 0..200 {
            if TcpStream::connect(address).await.is_ok() {
                return Ok(Self { address, _child: child });
            }
            sleep(Duration::from_millis(50)).await;
        }
        bail!("nginx does not answer; see {}", folder.join("error.log").display())
    }
}

/// The site with other addresses and without TLS; none if something to be replaced is not there.
fn site(servers: &[SocketAddr], address: SocketAddr) -> Option<String> {
    let replace = |text: String, old: &str, new: &str| text.contains(old).then(|| text.replace(old, new));
    let mut site = replace(CONFIGURATION.into(), "listen 443 ssl;", &format!("listen {address};"))?;
    for (server, old) in servers.iter().zip(SERVERS) {
        site = replace(site, old, &server.to_string())?;
    }
    let plain: Vec<&str> = site.lines().filter(|line| !line.trim_start().starts_with("ssl_")).collect();
    Some(plain.join("\n"))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// The next request, up to the end of its head. A connection that only checks whether the port is open is no
    /// request.
    async fn heard_by(server: &TcpListener) -> String {
        loop {
            let (mut call, _) = server.accept().await.unwrap();
            let mut got = Vec::new();
            while !got.ends_with(b"\r\n\r\n") {
                let Ok(byte) = call.read_u8().await else { break };
                got.push(byte);
            }
            if !got.is_empty() {
                return String::from_utf8(got).unwrap();
            }
        }
    }

    #[tokio::test]
    async fn a_server_hears_the_port_that_the_browser_named() {
        let folder = tempfile::tempdir().unwrap();
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = server.local_addr().unwrap();
        let nginx = Nginx::start(&[address, address], folder.path()).await.unwrap();
        for path in ["/api/collect/track", "/api/admin/exports/new"] {
            let mut browser = TcpStream::connect(nginx.address).await.unwrap();
            let request = format!("GET {path} HTTP/1.1\r\nHost: study.example.org:8443\r\n\r\n");
            browser.write_all(request.as_bytes()).await.unwrap();
            let heard = heard_by(&server).await;
            assert!(heard.contains("\r\nHost: study.example.org:8443\r\n"), "{heard}");
        }
    }
}
