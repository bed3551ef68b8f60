//! Sends events over HTTP.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use unmask_study::webhooks::DeliveryFailure;

use super::endpoint::OutsideNames;

/// Time limit of an attempt, from the connection to the status of the reply.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// The clients of all webhooks. They are made for the first event: most studies have none, and a client keeps the
/// certificates of authorities in memory.
#[derive(Default)]
pub struct Sender {
    anywhere: OnceLock<Client>,
    /// Finds only addresses outside the server's own network.
    outside: OnceLock<Client>,
}

/// A signed event.
pub struct Request<'a> {
    pub url: &'a str,
    /// Whether only to an address outside the server's own network.
    pub outside: bool,
    pub id: &'a str,
    /// When it is sent, in seconds since 1970.
    pub seconds: i64,
    /// The header `webhook-signature`.
    pub signature: String,
    pub body: Vec<u8>,
}

impl Sender {
    /// Sends an event; the status of the reply. Nothing else of the reply is read, and a redirect is not followed.
    pub async fn send(&self, request: Request<'_>) -> Result<u16, DeliveryFailure> {
        let sent = self
            .client(request.outside)?
            .post(request.url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", request.id)
            .header("webhook-timestamp", request.seconds)
            .header("webhook-signature", request.signature)
            .body(request.body)
            .send();
        match sent.await {
            Ok(reply) => Ok(reply.status().as_u16()),
            Err(error) if error.is_timeout() => Err(DeliveryFailure::Late),
            Err(_) => Err(DeliveryFailure::Unreachable),
        }
    }

    fn client(&self, outside: bool) -> Result<&Client, DeliveryFailure> {
        let own = if outside { &self.outside } else { &self.anywhere };
        if let Some(client) = own.get() {
            return Ok(client);
        }
        let builder = Client::builder()
            .redirect(Policy::none())
            .timeout(TIMEOUT)
            .pool_idle_timeout(Duration::from_secs(5))
            .user_agent(concat!("Unmask/", env!("CARGO_PKG_VERSION")));
        let builder = if outside { builder.dns_resolver(Arc::new(OutsideNames)) } else { builder };
        match builder.build() {
            Ok(client) => Ok(own.get_or_init(|| client)),
            Err(error) => {
                tracing::warn!(%error, "the client for webhooks can't be made");
                Err(DeliveryFailure::Unreachable)
            }
        }
    }
}
