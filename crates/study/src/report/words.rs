//! Numbers in sentences.

use super::compare::Contrast;

/// With two decimals and a true minus.
pub(super) fn two(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

/// A share as points of 1/100.
pub(super) fn points(share: f64) -> String {
    format!("{:.1}", share * 100.0).replace('-', "−")
}

/// As journals print it.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".into() } else { format!("p = {p:.3}") }
}

/// "d′ +0.36, 95% interval 0.20 to 0.52, p < 0.001 after Holm", in the unit that `say` writes.
pub(super) fn found(contrast: &Contrast, say: fn(f64) -> String) -> String {
    let (Some(value), Some(low), Some(high)) = (contrast.value, contrast.low, contrast.high) else {
        return "no estimate".into();
    };
    let p = match (contrast.p_holm, contrast.p) {
        (Some(p), _) => format!(", {} after Holm", p_value(p)),
        (None, Some(p)) => format!(", {}", p_value(p)),
        (None, None) => String::new(),
    };
    format!("{}, 95% interval {} to {}{p}", say(value), say(low), say(high))
}
