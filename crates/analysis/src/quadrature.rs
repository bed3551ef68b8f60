//! Numerical integration.

/// Points and weights of the Gauss-Legendre rule with five points on -1 to 1 (Abramowitz and Stegun 1964, table 25.4).
const RULE: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189_1),
    (-0.538_469_310_105_683, 0.478_628_670_499_366_47),
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

/// The points of the rule in intervals of equal width, with their weights.
pub(super) fn points(low: f64, high: f64, intervals: usize) -> impl Iterator<Item = (f64, f64)> {
    let half = (high - low) / (2 * intervals) as f64;
    let middles = (0..intervals).map(move |index| low + (2 * index + 1) as f64 * half);
    middles.flat_map(move |middle| RULE.map(|(at, weight)| (middle + at * half, weight * half)))
}
