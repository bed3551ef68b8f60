//! Whether counts include simulated participants.

use serde::Deserialize;
use utoipa::IntoParams;

/// Whether the counts include simulated participants.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Counting {
    /// Include simulated participants.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
}
