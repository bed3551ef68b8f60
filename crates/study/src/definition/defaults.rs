//! Values of fields that a file may omit.

pub(crate) fn yes() -> bool {
    true
}

pub(crate) fn one() -> u32 {
    1
}

pub(crate) fn one_i64() -> i64 {
    1
}
