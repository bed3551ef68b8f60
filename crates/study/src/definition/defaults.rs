//! Values of fields that a file may leave out.

pub(crate) fn yes() -> bool {
    true
}

pub(crate) fn one() -> u32 {
    1
}

/// The first point of a rating, and the step of a slider.
pub(crate) fn first() -> i64 {
    1
}
