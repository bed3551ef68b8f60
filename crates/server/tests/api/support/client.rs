use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use serde_json::{Value, json};
use tower::ServiceExt as _;
use unmask_server::auth::simulated;

use super::{PASSWORD, document};

/// A browser, more or less. It remembers everything it was sent.
#[derive(Clone)]
pub struct Client {
    router: Router,
    /// What the paths of the study begin with.
    pub base: String,
    /// The `Host` of the study.
    pub host: Option<String>,
    pub token: String,
    pub refresh_token: String,
    pub user: Value,
    /// Sent with every call, if there is one.
    pub permit: Option<String>,
    pub seen: Vec<Reply>,
}

/// An answer of the server.
#[derive(Clone)]
pub struct Reply {
    pub call: String,
    /// The body that was sent.
    pub sent: Vec<u8>,
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} -> {}: {}", self.call, self.status, self.text())
    }
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts a problem.
    #[track_caller]
    pub fn is(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{self:?}");
        assert!(problem["message"].as_str().is_some_and(|message| !message.is_empty()), "{self:?}");
        problem
    }

    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }
}

impl Client {
    pub fn new(router: Router) -> Self {
        Self {
            router,
            base: String::new(),
            host: None,
            token: String::new(),
            refresh_token: String::new(),
            user: Value::Null,
            permit: None,
            seen: vec![],
        }
    }

    /// The server was started anew; the browser notices nothing.
    pub fn serve_by(&mut self, router: Router) {
        self.router = router;
    }

    pub fn take_session(&mut self, reply: &Reply) {
        let session = reply.json();
        self.token = session["access_token"].as_str().unwrap().into();
        self.refresh_token = session["refresh_token"].as_str().unwrap().into();
        if let Some(user) = session.get("user") {
            self.user = user.clone();
        }
    }

    /// Registers with this body, and is signed in.
    pub async fn register(&mut self, headers: &[(&str, &str)], body: Value) {
        let reply = self.send("POST", "/api/auth/register", headers, body.to_string().into_bytes()).await;
        assert_eq!(reply.status, 201, "{reply:?}");
        self.take_session(&reply);
    }

    /// Signs in anew, without the session that there was.
    pub async fn sign_in(&mut self, username: &str) {
        self.token.clear();
        let reply = self.post("/api/auth/login", json!({ "username": username, "password": PASSWORD })).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        self.take_session(&reply);
    }

    /// Gets a new pair of tokens.
    pub async fn refresh(&mut self) {
        let reply = self.post("/api/auth/refresh", json!({ "refresh_token": self.refresh_token })).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        self.take_session(&reply);
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, &[], Vec::new()).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Reply {
        self.send("POST", path, &[], body.to_string().into_bytes()).await
    }

    pub async fn put(&mut self, path: &str, body: Value) -> Reply {
        self.send("PUT", path, &[], body.to_string().into_bytes()).await
    }

    pub async fn patch(&mut self, path: &str, body: Value) -> Reply {
        self.send("PATCH", path, &[], body.to_string().into_bytes()).await
    }

    /// With an `Idempotency-Key`.
    pub async fn post_once(&mut self, key: &str, path: &str, body: Value) -> Reply {
        self.send("POST", path, &[("idempotency-key", key)], body.to_string().into_bytes()).await
    }

    pub async fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Reply {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(host) = &self.host {
            request = request.header("host", host);
        }
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        if !body.is_empty() && !headers.iter().any(|(name, _)| *name == "content-type") {
            request = request.header("content-type", "application/json");
        }
        if let Some(permit) = &self.permit {
            request = request.header(simulated::HEADER, permit);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let sent = body.clone();
        let response = self.router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let reply = Reply {
            call: format!("{method} {path}"),
            sent,
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: to_bytes(body, usize::MAX).await.unwrap().to_vec(),
        };
        document::names(&reply);
        self.seen.push(reply.clone());
        reply
    }

    /// The participant's position, by the server.
    pub async fn position(&mut self) -> String {
        self.get("/api/users/current-state").await.ok()["currentState"].as_str().unwrap().to_owned()
    }
}
