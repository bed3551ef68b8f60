//! Which opaque id stands for which of the bundle: learned from what was sent and what was stored.

use std::collections::HashMap;

/// A one-to-one relation. The laboratory does not know the server's key; it asks only that no id ever stands for two.
#[derive(Default)]
pub(super) struct WireIds {
    to_bundle: HashMap<String, String>,
    to_wire: HashMap<String, String>,
}

impl WireIds {
    /// Takes a pair; false if it contradicts an earlier one.
    pub fn learn(&mut self, wire: &str, bundle: &str) -> bool {
        let known_bundle = self.to_bundle.entry(wire.to_owned()).or_insert_with(|| bundle.to_owned());
        let known_wire = self.to_wire.entry(bundle.to_owned()).or_insert_with(|| wire.to_owned());
        known_bundle == bundle && known_wire == wire
    }

    /// The bundle's id.
    pub fn bundle(&self, wire: &str) -> Option<String> {
        self.to_bundle.get(wire).cloned()
    }
}
