//! Whom the numbers of a call count.

use serde::Deserialize;
use utoipa::IntoParams;

/// Whether simulated participants are counted.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Counting {
    /// Simulated participants too.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
}
