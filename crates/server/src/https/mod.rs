//! HTTPS without a proxy: the server obtains its certificate by ACME (RFC 8555), renews it, and uses it for new
//! connections without a restart.
//!
//! It proves by HTTP-01 (section 8.3) that a name leads here. The port for plain HTTP is needed anyway, for visitors
//! who type the name without `https://`, and whether it can be reached is tested with any browser. TLS-ALPN-01 needs
//! no such port, but fails unseen where a firewall inspects TLS.

mod certificate;
mod files;
mod order;
mod plain;
mod renewal;

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use parking_lot::RwLock;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

pub use certificate::Certificate;
pub use files::{Failure, Files};
pub use plain::router as plain_router;
pub use renewal::Renewal;

/// The certificate that is used at present, and the replies to challenges. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Live(Arc<Parts>);

#[derive(Debug, Default)]
struct Parts {
    /// The host names that lead here.
    names: RwLock<Vec<String>>,
    certificate: RwLock<Option<Arc<Certificate>>>,
    /// By token.
    challenges: RwLock<HashMap<String, String>>,
}

impl Live {
    /// Whether a host name leads here, also if the certificate does not have it yet.
    fn has_name(&self, host: &str) -> bool {
        self.0.names.read().iter().any(|name| name == host)
    }

    /// Uses a certificate for the connections that follow.
    pub fn present(&self, certificate: Arc<Certificate>) {
        *self.0.certificate.write() = Some(certificate);
    }

    /// The certificate that is used.
    pub fn certificate(&self) -> Option<Arc<Certificate>> {
        self.0.certificate.read().clone()
    }

    /// The reply that proves to the authority that the name leads here.
    fn answer(&self, token: &str) -> Option<String> {
        self.0.challenges.read().get(token).cloned()
    }

    /// The TLS of new connections. Without a certificate, their handshakes fail.
    ///
    /// # Errors
    /// If the library rejects its own default settings.
    pub fn acceptor(&self) -> Result<TlsAcceptor> {
        let builder = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
        let versions = builder.with_safe_default_protocol_versions().context("TLS can't be set up")?;
        let mut config = versions.with_no_client_auth().with_cert_resolver(Arc::new(self.clone()));
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config).into())
    }
}

impl ResolvesServerCert for Live {
    /// The one certificate has all names.
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.certificate()?.key())
    }
}
