//! A provider of single sign-on that can also answer wrongly. The browser tests use a certified one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey as _};
use rcgen::{KeyPair, PKCS_ED25519};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;

/// Seconds since 1970.
const AT: fn() -> u64 = || std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();

#[derive(Clone)]
pub struct TestProvider {
    pub issuer: String,
    pub state: Arc<Mutex<Granted>>,
}

#[derive(Default)]
pub struct Granted {
    /// By code: the challenge of PKCE, the ID token, what the userinfo endpoint says.
    codes: HashMap<String, (String, String, Value)>,
    /// By access token.
    info: HashMap<String, Value>,
}

/// What a person's browser brings back.
#[derive(Clone, Debug)]
pub struct Back {
    pub state: String,
    pub code: String,
}

fn key() -> CoreEdDsaPrivateSigningKey {
    static PEM: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let pem = PEM.get_or_init(new_key);
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(pem, Some(JsonWebKeyId::new("own".into()))).unwrap()
}

fn new_key() -> String {
    KeyPair::generate_for(&PKCS_ED25519).unwrap().serialize_pem()
}

impl TestProvider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::<Mutex<Granted>>::default();
        let base = issuer.clone();
        let metadata = json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{base}/authorize"),
            "token_endpoint": format!("{base}/token"),
            "userinfo_endpoint": format!("{base}/me"),
            "jwks_uri": format!("{base}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["EdDSA"],
        });
        let keys = json!({ "keys": [key().as_verification_key()] });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(async move || Json(metadata)))
            .route("/keys", get(async move || Json(keys)))
            .route("/token", post(token))
            .route("/me", get(me))
            .with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { issuer, state }
    }

    /// Signs a person in who was sent to this address. `claims` are those of the person; `alter` makes something of the
    /// ID token's claims that a provider would not write.
    pub fn grant(&self, location: &str, claims: &Value, alter: impl FnOnce(&mut Value)) -> Back {
        self.grant_signed(location, claims, alter, sign)
    }

    pub fn grant_signed(
        &self,
        location: &str,
        claims: &Value,
        alter: impl FnOnce(&mut Value),
        sign: impl FnOnce(&Value) -> String,
    ) -> Back {
        let (address, query) = location.split_once('?').unwrap();
        assert_eq!(address, format!("{}/authorize", self.issuer));
        let asked: HashMap<String, String> = form_urlencoded(query);
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["code_challenge_method"], "S256");
        assert_eq!(asked["redirect_uri"], "https://lab.example.org/console/sso");
        assert!(asked["scope"].split(' ').any(|scope| scope == "openid"), "{asked:?}");
        let mut token = json!({
            "iss": self.issuer, "aud": asked["client_id"], "sub": claims["sub"], "nonce": asked["nonce"],
            "iat": AT(), "exp": AT() + 300,
        });
        alter(&mut token);
        let code = format!("code-{}", self.state.lock().unwrap().codes.len());
        let granted = (asked["code_challenge"].clone(), sign(&token), claims.clone());
        self.state.lock().unwrap().codes.insert(code.clone(), granted);
        Back { state: asked["state"].clone(), code }
    }
}

fn form_urlencoded(query: &str) -> HashMap<String, String> {
    let url = reqwest::Url::parse(&format!("http://localhost/?{query}")).unwrap();
    url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

fn compact(header: &Value, claims: &Value) -> String {
    let part = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    format!("{}.{}", part(header), part(claims))
}

fn with_key(key: &CoreEdDsaPrivateSigningKey, claims: &Value) -> String {
    let text = compact(&json!({ "alg": "EdDSA", "kid": "own" }), claims);
    let signature = key.sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes()).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn sign(claims: &Value) -> String {
    with_key(&key(), claims)
}

/// With a key that the provider does not have.
pub fn sign_otherwise(claims: &Value) -> String {
    let other = CoreEdDsaPrivateSigningKey::from_ed25519_pem(&new_key(), None).unwrap();
    with_key(&other, claims)
}

/// Not at all.
pub fn unsigned(claims: &Value) -> String {
    format!("{}.", compact(&json!({ "alg": "none" }), claims))
}

async fn token(
    State(state): State<Arc<Mutex<Granted>>>,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, Json<Value>) {
    let refused = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error })));
    let given = form_urlencoded(&body);
    // HTTP Basic with the ID and the secret.
    if headers["authorization"] != format!("Basic {}", base64::prelude::BASE64_STANDARD.encode("unmask:sesame")) {
        return refused("invalid_client");
    }
    let mut state = state.lock().unwrap();
    let Some((challenge, id_token, info)) = state.codes.remove(&given["code"]) else { return refused("invalid_grant") };
    if URL_SAFE_NO_PAD.encode(Sha256::digest(&given["code_verifier"])) != challenge {
        return refused("invalid_grant");
    }
    let access = format!("access-{}", given["code"]);
    state.info.insert(access.clone(), info);
    let reply = json!({ "access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": id_token });
    (StatusCode::OK, Json(reply))
}

async fn me(State(state): State<Arc<Mutex<Granted>>>, headers: HeaderMap) -> Json<Value> {
    let token = headers["authorization"].to_str().unwrap().trim_start_matches("Bearer ");
    Json(state.lock().unwrap().info[token].clone())
}
