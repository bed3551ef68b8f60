//! The operator's settings for HTTPS: by a proxy in front of the server, or by the server itself.

use std::net::{Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use clap::{ArgAction, Args};

use crate::base::site::check_host;

/// The directory of Let's Encrypt.
const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";

/// The settings of HTTPS.
#[derive(Args, Clone, Debug)]
pub struct HttpsSettings {
    /// Serve HTTPS for this host name, with a certificate that the server obtains and renews by ACME; several with
    /// commas, or the flag again. By using it, you agree to the terms of service of the authority. Without a name, or
    /// `true`: a proxy provides TLS; only tell browsers to require it.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "true", value_delimiter = ',')]
    #[arg(action = ArgAction::Append, value_parser = By::parse)]
    pub https: Vec<By>,
    /// Address for HTTPS, with --https NAME. It replaces --listen. A socket from systemd with this port takes
    /// precedence.
    #[arg(long, default_value_t = every_address(443), value_name = "ADDRESS")]
    pub https_listen: SocketAddr,
    /// Address for plain HTTP, with --https NAME: it redirects to HTTPS, and proves to the authority that the name
    /// leads here. The authority connects to port 80 of the name. A socket from systemd with this port takes
    /// precedence.
    #[arg(long, default_value_t = every_address(80), value_name = "ADDRESS")]
    pub http_listen: SocketAddr,
    /// E-mail address for messages of the authority about the certificate. Used when the account is created.
    #[arg(long, value_name = "ADDRESS")]
    pub acme_contact: Option<String>,
    /// Directory of the authority's ACME server. Each has an account and a certificate of its own in the data folder.
    #[arg(long, default_value = LETS_ENCRYPT, value_name = "URL")]
    pub acme_directory: String,
    /// Root certificates (PEM) to trust in calls of the ACME server, instead of the system's, for an authority of your
    /// own.
    #[arg(long, value_name = "FILE")]
    pub acme_root: Option<PathBuf>,
}

/// What provides TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// Nothing.
    Nobody,
    /// A proxy in front of the server.
    Proxy,
    /// This server, for a host name.
    Server(String),
}

impl By {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "true" => Ok(Self::Proxy),
            "false" => Ok(Self::Nobody),
            name => match check_host(name).map_err(|error| error.to_string())? {
                host if has_public_form(&host) => Ok(Self::Server(host)),
                host => Err(format!(
                    "no authority gives a certificate for '{host}'; write a host name with a domain, for example \
                     study.example.org"
                )),
            },
        }
    }
}

/// Whether an authority could give a certificate for a host name: it has a domain, and is no address.
pub fn has_public_form(host: &str) -> bool {
    let top = host.rsplit_once('.').map(|(_, top)| top);
    top.is_some_and(|top| top != "localhost" && top.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

impl HttpsSettings {
    /// Whether all users reach the server through TLS.
    pub fn is_on(&self) -> bool {
        self.https.iter().any(|by| *by != By::Nobody)
    }

    /// The host names for which this server obtains a certificate; none if a proxy provides TLS, or nobody.
    pub fn names(&self) -> Vec<&str> {
        let named = self.https.iter().filter_map(|by| match by {
            By::Server(name) => Some(name.as_str()),
            By::Nobody | By::Proxy => None,
        });
        named.collect()
    }
}

/// Nobody provides TLS.
impl Default for HttpsSettings {
    fn default() -> Self {
        Self {
            https: Vec::new(),
            https_listen: every_address(443),
            http_listen: every_address(80),
            acme_contact: None,
            acme_directory: LETS_ENCRYPT.to_owned(),
            acme_root: None,
        }
    }
}

/// A port of all addresses of the machine, IPv4 and IPv6.
fn every_address(port: u16) -> SocketAddr {
    (Ipv6Addr::UNSPECIFIED, port).into()
}
