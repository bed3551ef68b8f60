//! Drawings as SVG, for the report and the console: the flow diagram and the charts.
//!
//! A drawing is a pure function of its figures. Attributes hold the colours of print, so that a file without a style
//! sheet is complete; where it is shown, the page's style sheet overrides them by class. Chart libraries write colours
//! and fonts into every mark and nothing for screen readers.

mod chart;
mod flow;
mod letters;
pub mod results;
pub mod specifications;
mod svg;
mod words;

pub use chart::{Chart, Format, Kind, Point, Series};
pub use flow::{Flow, FlowRow};
pub use svg::Name;
pub use words::{ENGLISH, Words};

/// Size of the labels that may need several lines, in pixels.
const TEXT: f64 = 13.0;
