//! A certificate with its key.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;
use x509_parser::prelude::{FromDer as _, GeneralName, X509Certificate};

use crate::base::clock::Millis;

/// A certificate with its chain and its key.
#[derive(Debug)]
pub struct Certificate {
    key: Arc<CertifiedKey>,
    names: BTreeSet<String>,
    not_before: Millis,
    not_after: Millis,
}

impl Certificate {
    /// Reads a private key and a chain of certificates (PEM), the server's own first.
    ///
    /// # Errors
    /// If a part is missing or damaged, or if the key is that of another certificate.
    pub fn read(pem: &[u8]) -> Result<Self> {
        let chain = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>().context("no certificate")?;
        let own = chain.first().context("no certificate")?;
        let (_, parsed) = X509Certificate::from_der(own).context("the certificate can't be read")?;
        let validity = parsed.validity();
        let (from, to) = (validity.not_before.timestamp(), validity.not_after.timestamp());
        let alternatives = parsed.subject_alternative_name().context("the certificate's names can't be read")?;
        let names = alternatives.into_iter().flat_map(|names| &names.value.general_names);
        let names = names.filter_map(|name| match name {
            GeneralName::DNSName(name) => Some(name.to_ascii_lowercase()),
            _ => None,
        });
        let names = names.collect();
        let key = PrivateKeyDer::from_pem_slice(pem).context("no private key")?;
        let key = CertifiedKey::from_der(chain, key, &aws_lc_rs::default_provider())
            .context("the private key does not fit the certificate")?;
        Ok(Self { key: Arc::new(key), names, not_before: from * 1000, not_after: to * 1000 })
    }

    pub fn key(&self) -> Arc<CertifiedKey> {
        Arc::clone(&self.key)
    }

    /// The host names that it is for.
    pub fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    pub fn covers(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// When browsers begin to reject it.
    pub fn not_after(&self) -> Millis {
        self.not_after
    }

    /// When it should be renewed: after two thirds of its lifetime.
    pub fn renew_at(&self) -> Millis {
        self.not_before + (self.not_after - self.not_before) / 3 * 2
    }
}

#[cfg(test)]
pub mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    /// A certificate of these names for January 2026, without the issuer that authorities have.
    pub fn pem(names: &[&str]) -> String {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(2026, 1, 1), date_time_ymd(2026, 1, 31));
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        format!("{}{}", key.serialize_pem(), certificate.pem())
    }

    #[test]
    fn names_and_times_are_read() {
        let certificate = Certificate::read(pem(&["a.example.org", "B.example.org"]).as_bytes()).unwrap();
        assert!(certificate.covers("a.example.org") && certificate.covers("b.example.org"));
        assert!(!certificate.covers("example.org"));
        let day = |day: i64| (1_767_225_600 + (day - 1) * 86_400) * 1000; // 2026-01-01T00:00:00Z
        assert_eq!((certificate.renew_at(), certificate.not_after()), (day(21), day(31)));
    }

    #[test]
    fn a_key_of_another_certificate_is_rejected() {
        let (one, other) = (pem(&["a.example.org"]), pem(&["a.example.org"]));
        let end = "-----END PRIVATE KEY-----";
        let mixed = format!("{}{end}{}", one.split_once(end).unwrap().0, other.split_once(end).unwrap().1);
        let error = Certificate::read(mixed.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("does not fit"), "{error}");
        assert!(Certificate::read(b"").is_err());
        assert!(Certificate::read(&one.as_bytes()[..one.len() / 2]).is_err());
    }
}
