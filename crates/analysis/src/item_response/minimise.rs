//! Minima of smooth functions with known gradients.

use nalgebra::{DMatrix, DVector};

/// A minimum.
pub struct Minimum {
    /// Where.
    pub at: Vec<f64>,
    /// The function's value there.
    pub value: f64,
}

/// Largest number of steps.
const STEPS: usize = 300;
/// The decrease that the next step would bring when the search ends.
const NEGLIGIBLE: f64 = 1e-9;

/// Searches a minimum from `start` by the method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal & Wright 2006,
/// *Numerical Optimization*, algorithm 6.1, with step halving). `scale` is a guess of the inverse second derivatives.
/// The function returns value and gradient, or none where it has no value. None if the start has no value or the search
/// does not end.
pub fn minimise(
    start: &[f64],
    scale: &[f64],
    mut function: impl FnMut(&[f64]) -> Option<(f64, Vec<f64>)>,
) -> Option<Minimum> {
    let mut at = DVector::from_column_slice(start);
    let (mut value, gradient) = function(start)?;
    let mut gradient = DVector::from_vec(gradient);
    let first = DMatrix::from_diagonal(&DVector::from_column_slice(scale));
    let mut inverse = first.clone();
    for _ in 0..STEPS {
        let mut step = -&inverse * &gradient;
        if step.dot(&gradient) >= 0.0 {
            inverse.clone_from(&first);
            step = -&inverse * &gradient;
        }
        let decrease = -step.dot(&gradient);
        if decrease < NEGLIGIBLE {
            return Some(Minimum { at: at.as_slice().to_vec(), value });
        }
        let mut length = 1.0;
        let (next, found, slope) = loop {
            let next = &at + &step * length;
            if let Some((found, slope)) = function(next.as_slice())
                && found <= value - 1e-4 * length * decrease
            {
                break (next, found, DVector::from_vec(slope));
            }
            length /= 2.0;
            if length < 1e-10 {
                return None;
            }
        };
        let (moved, change) = (&next - &at, &slope - &gradient);
        let curvature = moved.dot(&change);
        if curvature > 1e-12 * moved.norm() * change.norm() {
            let along = &inverse * &change;
            let weight = (1.0 + change.dot(&along) / curvature) / curvature;
            inverse += &moved * moved.transpose() * weight
                - (&along * moved.transpose() + &moved * along.transpose()) / curvature;
        }
        (at, value, gradient) = (next, found, slope);
    }
    None
}
