//! HTTPS with a certificate that the server obtains itself, from Pebble, Let's Encrypt's ACME server for tests.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rcgen::{CertificateParams, KeyPair};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, Response};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::support::{PATIENCE, Program, command, said, unmask, works};

/// Lifetime of the certificates that are renewed during the test, in seconds.
const SHORT: u32 = 9;

/// Pebble with a DNS server for it, in which all names lead to this machine.
struct Authority {
    folder: TempDir,
    pebble: Option<Child>,
    dns: Child,
    /// Directory, management, DNS, management of DNS.
    ports: [u16; 4],
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn local(port: u16) -> SocketAddr {
    ([127, 0, 0, 1], port).into()
}

impl Drop for Authority {
    fn drop(&mut self) {
        self.stop();
        let _ = self.dns.kill();
        let _ = self.dns.wait();
    }
}

impl Authority {
    /// It validates names on this port of this machine.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let key = KeyPair::generate().unwrap();
        let own = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap().self_signed(&key).unwrap();
        fs::write(folder.path().join("root.pem"), own.pem()).unwrap();
        fs::write(folder.path().join("key.pem"), key.serialize_pem()).unwrap();
        let ports = std::array::from_fn(|_| free_port());
        let [_, _, dns_port, dns_management] = ports;
        let mut dns = Command::new("pebble-challtestsrv");
        dns.args(["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""]);
        dns.args(["-dns01", &local(dns_port).to_string(), "-management", &local(dns_management).to_string()]);
        let dns = dns.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("`make tools` installs pebble");
        Self { folder, pebble: None, dns, ports }
    }

    /// Starts it, with new roots and without accounts.
    fn start(&mut self, validated: u16, seconds: u32) {
        self.stop();
        let [directory, management, dns, _] = self.ports;
        let config = serde_json::json!({ "pebble": {
            "listenAddress": local(directory).to_string(),
            "managementListenAddress": local(management).to_string(),
            "certificate": self.file("root.pem"),
            "privateKey": self.file("key.pem"),
            "httpPort": validated,
            "tlsPort": 1,
            "certificateValidityPeriod": seconds,
        }});
        fs::write(self.file("config.json"), config.to_string()).unwrap();
        let mut pebble = Command::new("pebble");
        pebble.arg("-config").arg(self.file("config.json")).args(["-dnsserver", &local(dns).to_string()]);
        pebble.env("PEBBLE_VA_NOSLEEP", "1").env_remove("PEBBLE_VA_ALWAYS_VALID");
        self.pebble = Some(pebble.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    }

    fn stop(&mut self) {
        if let Some(mut pebble) = self.pebble.take() {
            pebble.kill().unwrap();
            pebble.wait().unwrap();
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// No server knows the address of this name any more.
    async fn forget(&self, name: &str) {
        let url = format!("http://{}/set-servfail", local(self.ports[3]));
        let body = serde_json::json!({ "host": name }).to_string();
        Client::new().post(url).body(body).send().await.unwrap().error_for_status().unwrap();
    }

    /// The root of the certificates that it issues.
    async fn root(&self) -> Certificate {
        let own = Certificate::from_pem(&fs::read(self.file("root.pem")).unwrap()).unwrap();
        let client = Client::builder().tls_certs_only([own]).build().unwrap();
        let url = format!("https://{}/roots/0", local(self.ports[1]));
        let pem = until(async || client.get(&url).send().await.ok()).await.bytes().await.unwrap();
        Certificate::from_pem(&pem).unwrap()
    }
}

/// Until something is there.
async fn until<T>(there: impl AsyncFn() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = there().await {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "it does not appear");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// An installation whose server provides HTTPS.
struct Lab {
    folder: TempDir,
    https: u16,
    http: u16,
    authority: Authority,
}

impl Lab {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, https: free_port(), http: free_port(), authority: Authority::new() }
    }

    fn settings(&self, names: &str) -> Vec<String> {
        let [directory, ..] = self.authority.ports;
        let values = [
            ("--https", names.to_owned()),
            ("--https-listen", local(self.https).to_string()),
            ("--http-listen", local(self.http).to_string()),
            ("--acme-directory", format!("https://{}/dir", local(directory))),
            ("--acme-root", self.authority.file("root.pem").display().to_string()),
            ("--acme-contact", "study@example.org".to_owned()),
        ];
        values.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]).collect()
    }

    fn serve(&self, names: &str) -> Program {
        let settings = self.settings(names);
        let args: Vec<_> = std::iter::once("serve").chain(settings.iter().map(String::as_str)).collect();
        let mut serve = command(self.folder.path(), &args);
        serve.env("UNMASK_LOG", "info");
        Program::spawn(serve)
    }

    /// The files about the certificate.
    fn acme(&self, name: &str) -> PathBuf {
        let [directory, ..] = self.authority.ports;
        self.folder.path().join(format!("data/acme/127.0.0.1-{directory}-dir")).join(name)
    }

    fn certificate(&self) -> Vec<u8> {
        fs::read(self.acme("certificate.pem")).unwrap_or_default()
    }

    /// The first page of a name, from a client that trusts this root only.
    async fn page(&self, root: &Certificate, name: &str) -> reqwest::Result<Response> {
        let client = Client::builder().tls_certs_only([root.clone()]).resolve(name, local(self.https)).build()?;
        client.get(format!("https://{name}:{}/", self.https)).send().await
    }

    /// That page, once the server has such a certificate.
    async fn loads(&self, root: &Certificate, name: &str) -> Response {
        until(async || self.page(root, name).await.ok()).await
    }

    async fn plain(&self, host: &str, path: &str) -> Response {
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        let url = format!("http://{}{path}", local(self.http));
        client.get(url).header("host", host).send().await.unwrap()
    }
}

/// Stops a server in order; what it has said.
fn stopped(mut server: Program) -> String {
    let id = Pid::from_child(&server.child);
    kill_process(id, Signal::TERM).unwrap();
    let status = server.child.wait().unwrap();
    assert!(status.success(), "{}", server.said());
    server.said()
}

fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn the_server_obtains_renews_and_keeps_its_certificate() {
    let mut lab = Lab::new();
    lab.authority.start(lab.http, SHORT);
    let root = lab.authority.root().await;

    // The first certificate.
    let server = lab.serve("study.test,Other.test");
    let page = lab.loads(&root, "study.test").await;
    assert_eq!(page.headers()["strict-transport-security"], "max-age=31536000; includeSubDomains");
    assert!(page.text().await.unwrap().contains("<main"));
    assert!(lab.page(&root, "other.test").await.is_ok());
    assert!(lab.page(&root, "unknown.test").await.is_err());
    assert_eq!(
        (mode(&lab.acme("")), mode(&lab.acme("certificate.pem")), mode(&lab.acme("account.json"))),
        (0o700, 0o600, 0o600)
    );

    // The port for plain HTTP.
    for (host, location) in [
        ("study.test", "https://study.test/consent?a=1"),
        ("OTHER.test:80", "https://other.test/consent?a=1"),
        ("attacker.test", "https://study.test/consent?a=1"),
    ] {
        let reply = lab.plain(host, "/consent?a=1").await;
        assert_eq!((reply.status().as_u16(), reply.headers()["location"].to_str().unwrap()), (308, location));
    }
    assert_eq!(lab.plain("x", "/.well-known/acme-challenge/none").await.status(), 404);
    assert_eq!(lab.plain("x", "/readyz").await.status(), 200);

    // It is renewed while the server runs.
    let first = lab.certificate();
    until(async || (lab.certificate() != first).then_some(())).await;
    assert!(lab.page(&root, "study.test").await.is_ok());
    let log = stopped(server);
    assert!(log.contains("route=\"/readyz\""), "{log}");
    assert!(log.contains("Unmask serves") && log.contains("on https://study.test"), "{log}");

    // Another start: the authority knows the account no more, and the certificate ends soon. Host names of studies are
    // covered, and one that leads nowhere keeps no other one from it.
    let hosted = |id: &str, host: &str| {
        works(&unmask(lab.folder.path(), &["study", "add", id, "--template", "training", "--host", host]));
    };
    hosted("pilot", "pilot.test");
    hosted("broken", "broken.test");
    lab.authority.forget("broken.test").await;
    lab.authority.start(lab.http, 90 * 24 * 3600);
    let root = lab.authority.root().await;
    let server = lab.serve("study.test");
    lab.loads(&root, "study.test").await;
    lab.loads(&root, "pilot.test").await;
    assert!(lab.page(&root, "broken.test").await.is_err());
    // Not to the study at the root, in which its visitors would take part.
    assert_eq!(lab.plain("broken.test", "/").await.headers()["location"], "https://broken.test/");
    let failure = until(async || fs::read_to_string(lab.acme("failure.json")).ok()).await;
    assert!(failure.contains("'broken.test'") && failure.contains("check the A and AAAA records"), "{failure}");
    let log = stopped(server);
    assert!(log.contains("some host names of studies are missing"), "{log}");

    // A restart uses what is stored, also without the authority.
    let second = lab.certificate();
    lab.authority.stop();
    let server = lab.serve("study.test");
    lab.loads(&root, "study.test").await;
    let log = stopped(server);
    assert!(!log.contains("ordering a certificate") && lab.certificate() == second, "{log}");

    // A further name, while the authority can't be reached.
    let server = lab.serve("study.test,late.test");
    lab.loads(&root, "study.test").await;
    let failed = until(async || server.said().contains("the certificate could not be obtained").then(|| server.said()));
    let failed = failed.await;
    assert!(failed.contains("--acme-directory"), "{failed}");
    assert!(lab.page(&root, "study.test").await.is_ok());
    stopped(server);
    let doctor = |names: &str| {
        let settings = lab.settings(names);
        let args: Vec<_> = std::iter::once("doctor").chain(settings.iter().map(String::as_str)).collect();
        let said = said(&unmask(lab.folder.path(), &[&args[..], &["--study-id", "main"]].concat()));
        said.lines().find(|line| line.contains("certificate")).unwrap().to_owned()
    };
    let found = doctor("study.test");
    assert!(found.starts_with("warning") && found.contains("for pilot.test, study.test, valid until"), "{found}");
    let found = doctor("study.test,late.test");
    assert!(found.starts_with("FAILED") && found.contains("not for late.test"), "{found}");
}
