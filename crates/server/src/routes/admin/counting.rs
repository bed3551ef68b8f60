//! Whom the numbers of a call count.

use serde::Deserialize;
use utoipa::IntoParams;

/// Whether robots are counted.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Counting {
    /// Robots of a rehearsal too.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
}
