//! Bundle ids such as `maren-03-altered` would reveal the answer. On the wire each is replaced by twelve
//! characters that depend on the installation's key.

use std::collections::HashMap;

use unmask_study::Study;
use unmask_study::definition::ControlFlow;

use crate::base::secrets::ServerKey;

/// RFC 4648 base 32 in lower case.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Both directions of the exchange.
pub struct OpaqueIds {
    to_wire: HashMap<String, String>,
    to_bundle: HashMap<String, String>,
}

impl OpaqueIds {
    /// The ids of a study: questions, posts, clips, the practice item, personas and evidence.
    pub fn new(study: &Study, key: &ServerKey) -> Self {
        let to_wire: HashMap<String, String> = ids(study).map(|id| (id.clone(), derive(key, &id))).collect();
        let to_bundle = to_wire.iter().map(|(id, wire)| (wire.clone(), id.clone())).collect();
        Self { to_wire, to_bundle }
    }

    /// The id that leaves the server.
    pub fn opaque(&self, id: &str) -> Option<String> {
        self.to_wire.get(id).cloned()
    }

    /// The bundle's id.
    pub fn bundle(&self, wire: &str) -> Option<String> {
        self.to_bundle.get(wire).cloned()
    }
}

/// Evidence is only named within its post.
pub fn evidence_id(post: &str, evidence: &str) -> String {
    format!("{post}/{evidence}")
}

fn ids(study: &Study) -> impl Iterator<Item = String> {
    let questions = study.flow_a.iter().flat_map(|flow| &flow.questions).map(|question| question.id.clone());
    let posts = study.flow_b.iter().flat_map(|flow| &flow.personas).flat_map(|persona| &persona.posts);
    let evidence = posts.clone().flat_map(|post| post.evidence.iter().map(|one| evidence_id(&post.id, &one.id)));
    let clips = study.control_flow.iter().flat_map(ControlFlow::parts).map(str::to_owned);
    let personas = study.personas.iter().map(|persona| persona.id.clone());
    questions
        .chain(posts.map(|post| post.id.clone()))
        .chain(evidence)
        .chain(clips)
        .chain(personas)
        .chain([study.practice.id.clone()])
}

fn derive(key: &ServerKey, id: &str) -> String {
    let mac = key.mac("bundle id", &[id.as_bytes()]);
    let bits = mac[..8].iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    (0..12).map(|i| char::from(ALPHABET[usize::try_from(bits >> (59 - 5 * i) & 31).unwrap_or_default()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_twelve_characters_and_depend_on_the_key() {
        let (a, b) = (ServerKey::new([1; 32]), ServerKey::new([2; 32]));
        let id = derive(&a, "maren-03-altered");
        assert_eq!(id.len(), 12);
        assert!(id.bytes().all(|byte| ALPHABET.contains(&byte)));
        assert_eq!(id, derive(&a, "maren-03-altered"));
        assert_ne!(id, derive(&b, "maren-03-altered"));
        assert_ne!(id, derive(&a, "maren-03-original"));
    }
}
