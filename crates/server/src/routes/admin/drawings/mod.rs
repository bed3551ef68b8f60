//! Drawings for the console, as SVG: the same as in the report.

pub mod flow;
pub mod overview;
pub mod results;
pub mod usage;

use unmask_export::drawing::Chart;
use unmask_export::drawing::specifications::Curve;

use crate::routes::prelude::*;

/// A chart. The SVG has no accessible name: show a title and a table of the numbers with it.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ChartDrawing {
    /// The chart as SVG; null if there is nothing to draw.
    svg: Option<String>,
}

impl ChartDrawing {
    fn of(chart: &Chart, width: u16) -> Json<Self> {
        Json(Self { svg: chart.svg(pixels(width), None) })
    }

    fn of_curve(curve: Option<Curve>, width: u16) -> Json<Self> {
        Json(Self { svg: curve.and_then(|curve| curve.svg(pixels(width), None)) })
    }
}

fn pixels(width: u16) -> f64 {
    f64::from(width.clamp(240, 1600))
}

/// The width of a chart whose caller names none, in pixels.
const fn width() -> u16 {
    640
}
