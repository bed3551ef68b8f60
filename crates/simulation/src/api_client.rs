//! The study's server, over HTTP or HTTPS.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, Url};

/// The server closes a connection that was idle for ten seconds.
const IDLE: Duration = Duration::from_secs(5);

/// A client of one server. Its clones share the connections.
#[derive(Clone)]
pub struct ApiClient {
    client: Client,
    url: String,
}

impl ApiClient {
    /// For a server's address, such as `https://study.example.org` or `http://127.0.0.1:8080`.
    pub fn new(address: &str) -> Result<Self> {
        let url = Url::parse(address).with_context(|| format!("'{address}' is not an address"))?;
        ensure!(
            matches!(url.scheme(), "http" | "https") && url.has_host(),
            "'{address}' does not start with http:// or https://"
        );
        // A proxy in the environment is for other servers, and a redirect is a reply like any other.
        let client = Client::builder().no_proxy().redirect(Policy::none()).pool_idle_timeout(IDLE).build()?;
        Ok(Self { client, url: address.trim_end_matches('/').to_owned() })
    }

    /// The server's address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A request to be completed and sent.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    /// The reply to a request without anything but its path.
    pub async fn get(&self, path: &str) -> reqwest::Result<Response> {
        self.request(Method::GET, path).send().await
    }
}
