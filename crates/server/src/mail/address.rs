//! Addresses as stored: sealed with the server key, for one account.

use lettre::Address;

use crate::base::secrets::{ServerKey, Tag};

/// Length of the longest address (RFC 5321, section 4.5.3.1.3, without the angle brackets).
pub const LONGEST: usize = 254;

const PURPOSE: &str = "address";

/// An address without the spaces around it; none if it is not one that every mail server takes: letters outside ASCII,
/// quoted names and addresses of machines are not.
pub fn parse(text: &str) -> Option<Address> {
    let text = text.trim();
    let (name, domain) = text.rsplit_once('@')?;
    // RFC 5322, section 3.2.3.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "!#$&'*+-/=?^_`{}~.".contains(c);
    let last = domain.rsplit_once('.').map(|(_, last)| last)?;
    let is_domain = domain.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.');
    let is_name = last.starts_with(|c: char| c.is_ascii_alphabetic());
    text.parse().ok().filter(|_| text.len() <= LONGEST && name.chars().all(is_plain) && is_domain && is_name)
}

/// Hides an address, so that only the server key reads it, and only for this account.
pub fn seal(key: &ServerKey, account: &str, address: &Address) -> Vec<u8> {
    let (tag, hidden) = key.seal(PURPOSE, account.as_bytes(), <Address as AsRef<str>>::as_ref(address).as_bytes());
    [&tag[..], &hidden].concat()
}

/// Reads what [`seal`] made; none if the server key or the account is another one.
pub fn open(key: &ServerKey, account: &str, sealed: &[u8]) -> Option<Address> {
    let (tag, hidden) = sealed.split_first_chunk::<{ size_of::<Tag>() }>()?;
    String::from_utf8(key.open(PURPOSE, account.as_bytes(), *tag, hidden)?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_by_its_key_for_its_account() {
        let (key, other) = (ServerKey::new([1; 32]), ServerKey::new([2; 32]));
        let address = parse(" heron@example.org ").unwrap();
        let sealed = seal(&key, "account", &address);
        assert!(!sealed.windows(5).any(|bytes| bytes == b"heron"));
        assert_eq!(open(&key, "account", &sealed), Some(address));
        assert_eq!(open(&key, "another", &sealed), None);
        assert_eq!(open(&other, "account", &sealed), None);
        assert_eq!(open(&key, "account", b"short"), None);
    }

    #[test]
    fn only_one_plain_address_is_an_address() {
        let long = format!("a@{}.org", "b".repeat(LONGEST));
        for wrong in [
            "",
            "heron",
            "heron@",
            "@example.org",
            "a b@example.org",
            "a@b.org, c@d.org",
            "Heron <a@b.org>",
            "a@b.org\r\nBcc: c@d.org",
            "heron@localhost",
            "\"a b\"@example.org",
            "a@127.0.0.1",
            "root@[127.0.0.1]",
            "ü@example.org",
            "a@münchen.example",
            "a@exam\u{2028}ple.org",
            "|sh@example.org",
            &long,
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
        assert!(parse("first.last+study@uni-mainz.example").is_some());
    }
}
