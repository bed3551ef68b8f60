//! The source of a sign-in, as the throttle distinguishes it: a device from which the user has signed in before, or a
//! network.
//!
//! After signing in, the browser stores a device cookie. It grants no access. Wrong passwords from other devices don't
//! make this device wait (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It does not contain the
//! username, and is valid only for this username.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;
use unmask_store::throttle::Attempt;
use unmask_study::hex;

use super::address_limit::Network;
use super::names;
use crate::base::ids;
use crate::base::secrets::ServerKey;

const COOKIE: &str = "unmask_device";
/// Half a year: longer than people take part in a study.
const SECONDS: u32 = 183 * 24 * 60 * 60;
const BYTES: usize = 16;

/// The cookie for a name that has just signed in to the study whose paths begin with `base`.
pub fn remember(key: &ServerKey, name: &str, https: bool, base: &str) -> HeaderValue {
    let device: [u8; BYTES] = ids::random();
    let token = URL_SAFE_NO_PAD.encode([device, proof(key, name, &device)].concat());
    let secure = if https { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE}={token}; Path={base}/api/auth; Max-Age={SECONDS}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&cookie).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// The counts of an attempt to sign in with a name. Keyed, so that a reader of the database learns no name and no
/// address.
pub fn attempt(key: &ServerKey, headers: &HeaderMap, network: Option<Network>, name: &str) -> Attempt {
    let name = names::key(name);
    let count = |what: &[u8], whose: &[u8]| hex(&key.mac("throttle", &[name.as_bytes(), what, whose])[..16]);
    if let Some(device) = known(key, headers, &name) {
        return Attempt { own: count(b"device", &device), strangers: None };
    }
    let network = network.map_or_else(Vec::new, |network| network.to_string().into_bytes());
    Attempt { own: count(b"network", &network), strangers: Some(count(b"strangers", b"")) }
}

/// The device that the cookie names, if it is one of this name's.
fn known(key: &ServerKey, headers: &HeaderMap, name: &str) -> Option<Vec<u8>> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let token = cookies
        .flat_map(|list| list.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then_some(value))?;
    let bytes = URL_SAFE_NO_PAD.decode(token).ok().filter(|bytes| bytes.len() == 2 * BYTES)?;
    let (device, shown) = bytes.split_at(BYTES);
    bool::from(proof(key, name, device).ct_eq(shown)).then(|| device.to_vec())
}

fn proof(key: &ServerKey, name: &str, device: &[u8]) -> [u8; BYTES] {
    let mac = key.mac("device", &[names::key(name).as_bytes(), device]);
    std::array::from_fn(|i| mac[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(cookie: &HeaderValue) -> HeaderMap {
        let pair = cookie.to_str().unwrap().split(';').next().unwrap();
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&format!("theme=dark; {pair}")).unwrap())])
    }

    #[test]
    fn a_device_is_known_for_its_name_alone() {
        let (key, other) = (ServerKey::new([1; 32]), ServerKey::new([2; 32]));
        let headers = shown(&remember(&key, "Heron", false, ""));
        assert_eq!(attempt(&key, &headers, None, "heron ").strangers, None);
        for stranger in [
            attempt(&key, &headers, None, "otter"),
            attempt(&other, &headers, None, "heron"),
            attempt(&key, &HeaderMap::new(), None, "heron"),
            attempt(
                &key,
                &HeaderMap::from_iter([(header::COOKIE, "unmask_device=AAAA".parse().unwrap())]),
                None,
                "heron",
            ),
        ] {
            assert!(stranger.strangers.is_some());
        }
        let again = shown(&remember(&key, "heron", false, ""));
        let own = |headers| attempt(&key, headers, None, "heron").own;
        assert_ne!(own(&headers), own(&again), "each device has its own count");
    }

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        let key = ServerKey::new([1; 32]);
        let cookie = |https| remember(&key, "heron", https, "/s/pilot").to_str().unwrap().to_owned();
        assert!(cookie(false).contains("; HttpOnly; SameSite=Strict"), "{}", cookie(false));
        assert!(cookie(true).ends_with("; Secure") && !cookie(false).contains("Secure"));
        assert!(cookie(false).contains("; Path=/s/pilot/api/auth;"), "only to its own study: {}", cookie(false));
        assert!(!cookie(false).contains("heron"));
    }
}
