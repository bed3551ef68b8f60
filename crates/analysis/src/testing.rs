//! Comparison of floating-point numbers in tests.

/// Fails unless the two differ by at most `tolerance`.
#[track_caller]
pub(crate) fn assert_near(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not within {tolerance} of {expected}");
}
