//! Maps opaque IDs to the bundle's IDs, learned from sent and stored data.

use std::collections::HashMap;

/// A one-to-one relation. The simulation does not know the server's key; it checks only that no ID has two meanings.
#[derive(Default)]
pub(super) struct WireIds {
    to_bundle: HashMap<String, String>,
    to_wire: HashMap<String, String>,
}

impl WireIds {
    /// Adds a pair; false if it contradicts an earlier one.
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
