//! Charts: estimates with their intervals, bars of counts, lines over days, and curves. Each series has the same colour
//! and the same shape or dash in every chart.

use std::fmt::Write as _;

use chrono::{Datelike as _, NaiveDate};
use unmask_study::report::Unit;

use super::Words;
use super::letters::{pieces, width, wrap};
use super::svg::{Name, drawing, escaped, px};

/// A chart, before it is drawn at a width.
pub struct Chart<'a> {
    /// What is drawn.
    pub kind: Kind,
    /// Subject of the marks.
    pub series: Vec<Series>,
    /// Labels of the rows, from top to bottom; of days, their dates as `2026-11-20`.
    pub rows: Vec<String>,
    pub points: Vec<Point>,
    /// What the values are.
    pub unit: String,
    /// How values are written.
    pub format: Format,
    /// Texts of the chart's language.
    pub words: &'a Words,
}

/// The form of a chart.
pub enum Kind {
    /// A row for each label, with the series below each other: the estimate, and a whisker over the interval.
    Intervals {
        /// A reference line, such as no difference.
        reference: Option<f64>,
        /// Ends of the axis, if the values do not decide them.
        domain: Option<(f64, f64)>,
    },
    /// A row for each label, with a bar for each series and its figure at the end.
    Bars,
    /// A line of counts for each series, with a mark on each day.
    Days,
    /// A curve for each series; the vertical axis is from 0 to 1.
    Curves {
        /// Ends of the horizontal axis.
        across: (f64, f64),
        ticks: Vec<f64>,
        /// Title of the axis.
        unit: &'static str,
        /// The diagonal begins here and ends at 1.
        diagonal: f64,
        /// Horizontal pixels between the marks of two series at the same value.
        offset: f64,
    },
}

/// One arm, or all participants.
#[derive(Clone)]
pub struct Series {
    /// Label.
    pub label: String,
    /// Which of the four colours and shapes.
    pub tint: usize,
}

#[derive(Clone, Copy, Default)]
pub struct Point {
    /// Index of the row, or of the day.
    pub row: usize,
    /// Index of the series.
    pub series: usize,
    /// Horizontal value, in curves.
    pub at: f64,
    /// The value; without one, there is no mark.
    pub value: Option<f64>,
    /// Ends of the interval.
    pub interval: Option<(f64, f64)>,
}

/// How a value is written at an axis.
#[derive(Clone, Copy)]
pub enum Format {
    /// A whole number.
    Count,
    /// A share in whole per cent.
    Percent,
    /// In the unit of an outcome.
    Value(Unit),
    /// The same of a difference: with a sign, and of shares in percentage points.
    Difference(Unit),
}

/// Colours on paper that people with any colour vision can distinguish.
const COLOURS: [&str; 7] = ["#5b6675", "#1b5fd0", "#b4540a", "#46556b", "#8e2a8c", "#6f6400", "#b3124f"];
/// Number of dashes and of shapes. It has no divisor in common with that of the colours, so each of 24 arms has its own
/// pair of colour and shape.
const LOOKS: usize = 6;
const DASHES: [&str; LOOKS] = [
    "",
    r#" stroke-dasharray="7 4""#,
    r#" stroke-dasharray="2 4""#,
    r#" stroke-dasharray="9 3 2 3""#,
    r#" stroke-dasharray="14 4""#,
    r#" stroke-dasharray="9 3 2 3 2 3""#,
];
/// Circle, square, triangle, diamond, triangle upside down, cross.
const SHAPES: [&str; LOOKS] = [
    "m-5 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0z",
    "m-4.5 -4.5h9v9h-9z",
    "m0 -6l6 11h-12z",
    "m0 -6.5l5 6.5l-5 6.5l-5 -6.5z",
    "m0 6l-6 -11h12z",
    "m-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
];

/// The colour of a series, and its dash and shape.
fn look(tint: usize) -> (usize, usize) {
    (tint % COLOURS.len(), tint % LOOKS)
}

/// Pixels.
pub(super) const LINE: f64 = 15.6;
pub(super) const GAP: f64 = 12.0;
pub(super) const RIGHT: f64 = 24.0;
/// Below the marks: the ticks and the title of the axis.
const BELOW: f64 = 42.0;
/// From one series to the next in a row.
const APART: f64 = 15.0;
const BAR: f64 = 16.0;

impl Chart<'_> {
    /// Whether there is anything to draw. A difference of 0 is a finding; a count of 0 is not.
    fn is_empty(&self) -> bool {
        let counts = matches!(self.kind, Kind::Bars | Kind::Days);
        !self.points.iter().filter_map(|point| point.value).any(|value| !counts || value > 0.0)
    }

    /// The drawing at a width; none if there is nothing to draw.
    pub fn svg(&self, wide: f64, name: Option<&Name>) -> Option<String> {
        (!self.is_empty()).then(|| {
            let mut canvas = Canvas { wide, marks: String::new(), top: 0.0 };
            self.legend(&mut canvas);
            let height = match &self.kind {
                Kind::Intervals { .. } | Kind::Bars => self.rows(&mut canvas),
                Kind::Days => self.days(&mut canvas),
                Kind::Curves { .. } => self.curves(&mut canvas),
            };
            drawing(name, wide, px(height), &canvas.marks)
        })
    }

    /// The legend of colours and shapes. A single series needs none.
    fn legend(&self, canvas: &mut Canvas) {
        if self.series.len() > 1 {
            canvas.legend(&self.series);
        }
    }

    fn of(&self, series: usize) -> impl Iterator<Item = (&Point, f64)> {
        let mine = self.points.iter().filter(move |point| point.series == series);
        mine.filter_map(|point| Some((point, point.value?)))
    }

    fn write(&self, value: f64) -> String {
        self.words.write(self.format, value)
    }

    /// Intervals and bars.
    fn rows(&self, canvas: &mut Canvas) -> f64 {
        let (labels, left) = self.labels(canvas.wide);
        let bars = matches!(self.kind, Kind::Bars);
        let count = self.series.len() as f64;
        let least = if bars { count * (BAR + 2.0) + 10.0 } else { count * APART + 15.0 };
        // The figure at the end of a bar needs room.
        let right = canvas.wide - if bars { 48.0 } else { RIGHT };
        let about = ((canvas.wide - left) / 100.0).floor().max(2.0);
        let mut axis = match self.kind {
            Kind::Bars => self.counts(about),
            Kind::Intervals { domain: Some(ends), .. } => Axis::new(ends, ticks(ends.0, ends.1, about)),
            _ => self.estimates(about),
        };
        axis.to = (left, right);
        let top = canvas.top + 4.0;
        let mut bottom = top;
        let mut middles = Vec::new();
        for lines in &labels {
            let height = least.max(lines.len() as f64 * LINE + 8.0);
            middles.push(bottom + height / 2.0);
            bottom += height;
        }
        self.across(canvas, &axis, (top, bottom), &self.unit);
        if let Kind::Intervals { reference: Some(value), .. } = self.kind {
            canvas.line("reference", (axis.px(value), top), (axis.px(value), bottom));
        }
        for (lines, middle) in labels.iter().zip(&middles) {
            let first = middle - (lines.len() as f64 - 1.0) * LINE / 2.0 + 4.5;
            for (number, text) in lines.iter().enumerate() {
                canvas.text("row", "end", left - GAP, first + number as f64 * LINE, text);
            }
        }
        for (number, series) in self.series.iter().enumerate() {
            let place = number as f64 - (count - 1.0) / 2.0;
            canvas.series(series.tint, |canvas| {
                for (point, value) in self.of(number) {
                    let Some(middle) = middles.get(point.row) else { continue };
                    if bars {
                        canvas.bar(left, middle + place * (BAR + 2.0), axis.px(value));
                        continue;
                    }
                    let y = middle + place * APART;
                    if let Some((low, high)) = point.interval {
                        canvas.line("whisker", (axis.px(low), y), (axis.px(high), y));
                    }
                    canvas.mark("mark", series.tint, axis.px(value), y);
                }
            });
            if bars {
                for (point, value) in self.of(number) {
                    let Some(middle) = middles.get(point.row) else { continue };
                    let y = middle + place * (BAR + 2.0) + 4.5;
                    canvas.text("figure", "start", axis.px(value) + 5.0, y, &self.write(value));
                }
            }
        }
        bottom + BELOW
    }

    /// The lines of each label, and the room that they take: at most two fifths of the width, and on a phone about what
    /// a long word takes. Labels of more than four lines lose their middle, unless two would read alike then.
    fn labels(&self, wide: f64) -> (Vec<Vec<String>>, f64) {
        let longest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
        let mut words = self
            .rows
            .iter()
            .flat_map(|row| row.lines())
            .flat_map(pieces)
            .map(|word| width(word.trim_end(), false) + GAP);
        let word = longest(&mut words).min(wide * 0.55);
        let most = (wide * 0.4).max(120.0).max(word);
        let room =
            longest(&mut self.rows.iter().flat_map(|row| row.lines()).map(|line| width(line, false))).min(most - GAP);
        let lines = |row: &String| row.lines().flat_map(|line| wrap(line, room, false)).collect();
        let whole: Vec<Vec<String>> = self.rows.iter().map(lines).collect();
        let short: Vec<Vec<String>> = whole
            .iter()
            .map(|lines| match lines.as_slice() {
                [first, second, .., third, last] if lines.len() > 4 => {
                    vec![first.clone(), format!("{second}…"), third.clone(), last.clone()]
                }
                _ => lines.clone(),
            })
            .collect();
        let alike = |lines: &Vec<String>| short.iter().filter(|other| *other == lines).count() > 1;
        let labels = short.iter().zip(whole).map(|(short, whole)| if alike(short) { whole } else { short.clone() });
        (labels.collect(), room + GAP)
    }

    /// An axis of counts, whose ticks are whole numbers; it ends with one.
    fn counts(&self, about: f64) -> Axis {
        let most = self.points.iter().filter_map(|point| point.value).fold(1.0, f64::max);
        let step = ticks(0.0, most, about.min(most))[1];
        let most = (most / step).ceil() * step;
        Axis::new((0.0, most), ticks(0.0, most, most / step))
    }

    /// An axis that has room for all intervals and for the reference line.
    fn estimates(&self, about: f64) -> Axis {
        let ends = self.points.iter().filter_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
        let values = ends.chain(self.points.iter().filter_map(|point| point.value));
        let reference = if let Kind::Intervals { reference, .. } = self.kind { reference } else { None };
        let (low, high) = values
            .chain(reference)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let room = ((high - low) * 0.06).max(0.005);
        let (low, high) = (low - room, high + room);
        let mut found = ticks(low, high, about);
        if found.len() < 2 {
            // One tick gives no scale.
            found = ticks(low, high, 2.0 * about);
        }
        Axis::new((low, high), found)
    }

    /// The horizontal axis, below the marks.
    fn across(&self, canvas: &mut Canvas, axis: &Axis, (top, bottom): (f64, f64), unit: &str) {
        for tick in &axis.ticks {
            let x = axis.px(*tick);
            canvas.line("grid", (x, top), (x, bottom));
            canvas.text("tick", "middle", x, bottom + 17.0, &self.write(*tick));
        }
        canvas.text("unit", "end", axis.to.1 + 12.0, bottom + 36.0, unit);
    }

    /// The vertical axis, with its title above it.
    fn up(&self, canvas: &mut Canvas, axis: &Axis, (left, right): (f64, f64)) {
        canvas.text("unit", "start", 0.0, canvas.top + 12.0, &self.unit);
        for tick in &axis.ticks {
            let y = axis.px(*tick);
            canvas.line("grid", (left, y), (right, y));
            canvas.text("tick up", "end", left - 8.0, y + 4.5, &self.write(*tick));
        }
    }

    fn days(&self, canvas: &mut Canvas) -> f64 {
        let mut up = self.counts(5.0);
        let widest = up.ticks.iter().map(|tick| width(&self.write(*tick), false)).fold(0.0, f64::max);
        let (left, right) = (widest + 16.0, canvas.wide - RIGHT);
        let (top, bottom) = (canvas.top + 28.0, canvas.top + 230.0);
        up.to = (bottom, top);
        self.up(canvas, &up, (left, right));
        let number = |day: &String| day.parse().map_or(0.0, |day: NaiveDate| f64::from(day.num_days_from_ce()));
        let days: Vec<f64> = self.rows.iter().map(number).collect();
        let ends = (days.first().copied().unwrap_or(0.0), days.last().copied().unwrap_or(0.0));
        let mut across = Axis::new(ends, Vec::new());
        across.to = (left + 14.0, right - 14.0);
        let least = 72.0_f64;
        let mut free = f64::NEG_INFINITY;
        for (day, date) in days.iter().zip(&self.rows) {
            let x = across.px(*day);
            if x >= free {
                canvas.text("day", "middle", x, bottom + 19.0, &self.words.day(date));
                free = x + least;
            }
        }
        for (nth, series) in self.series.iter().enumerate() {
            // Next to each other where they are equal.
            let offset = (nth as f64 - (self.series.len() as f64 - 1.0) / 2.0) * 7.0;
            let corners: Vec<(f64, f64)> = self
                .of(nth)
                .filter_map(|(point, value)| Some((across.px(*days.get(point.row)?) + offset, up.px(value))))
                .collect();
            let mut steps: Vec<(f64, f64)> = Vec::new();
            for (x, y) in &corners {
                steps.extend(steps.last().map(|(_, before)| (*x, *before)));
                steps.push((*x, *y));
            }
            canvas.series(series.tint, |canvas| {
                canvas.path(series.tint, &steps);
                for (x, y) in corners {
                    canvas.mark("mark", series.tint, x, y);
                }
            });
        }
        bottom + 28.0
    }

    fn curves(&self, canvas: &mut Canvas) -> f64 {
        let Kind::Curves { across: ends, ticks, unit, diagonal, offset } = &self.kind else { return 0.0 };
        let (left, right) = (52.0, canvas.wide - RIGHT);
        let (top, bottom) = (canvas.top + 28.0, canvas.top + 28.0 + (canvas.wide * 0.5).clamp(220.0, 350.0));
        let mut up = Axis::new((0.0, 1.0), vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        up.to = (bottom, top);
        self.up(canvas, &up, (left, right));
        let mut across = Axis::new(*ends, ticks.clone());
        across.to = (left, right);
        // If there is no room for all labels, every other tick has one.
        let room = (right - left) / (ticks.len() as f64);
        if room < width(&self.write(1.0), false) + GAP {
            across.ticks = ticks.iter().skip(1).step_by(2).copied().collect();
        }
        self.across(canvas, &across, (top, bottom), unit);
        canvas.line("reference", (across.px(*diagonal), up.px(*diagonal)), (across.px(1.0), up.px(1.0)));
        for (nth, series) in self.series.iter().enumerate() {
            let offset = (nth as f64 - (self.series.len() as f64 - 1.0) / 2.0) * offset;
            let at = |point: &Point, value: f64| (across.px(point.at) + offset, up.px(value));
            let corners: Vec<(f64, f64)> = self.of(nth).map(|(point, value)| at(point, value)).collect();
            canvas.series(series.tint, |canvas| {
                canvas.path(series.tint, &corners);
                for (point, value) in self.of(nth) {
                    if let Some((low, high)) = point.interval {
                        canvas.line("whisker", at(point, low), at(point, high));
                    }
                    let (x, y) = at(point, value);
                    canvas.mark("mark", series.tint, x, y);
                }
            });
        }
        bottom + BELOW
    }
}

/// Values to pixels.
pub(super) struct Axis {
    from: (f64, f64),
    pub to: (f64, f64),
    pub ticks: Vec<f64>,
}

impl Axis {
    pub fn new(from: (f64, f64), ticks: Vec<f64>) -> Self {
        Self { from, to: (0.0, 0.0), ticks }
    }

    pub fn px(&self, value: f64) -> f64 {
        let whole = self.from.1 - self.from.0;
        // All values are equal: in the middle.
        let part = if whole > 0.0 { (value - self.from.0) / whole } else { 0.5 };
        self.to.0 + part * (self.to.1 - self.to.0)
    }
}

/// A chart being drawn.
#[derive(Default)]
pub(super) struct Canvas {
    pub wide: f64,
    pub marks: String,
    /// Where the marks begin, below the legend.
    pub top: f64,
}

impl Canvas {
    /// Elements in the colour of a series.
    pub fn series(&mut self, tint: usize, draw: impl FnOnce(&mut Self)) {
        let (arm, colour) = (look(tint).0, COLOURS[look(tint).0]);
        let _ = write!(self.marks, r#"<g class="arm{arm}" fill="{colour}" stroke="{colour}" stroke-width="2">"#);
        draw(self);
        self.marks.push_str("</g>");
    }

    /// The colours and shapes of series, with their labels; the marks begin below.
    pub fn legend(&mut self, all: &[Series]) {
        let (mut x, mut y) = (0.0, 8.0);
        for series in all {
            let wide = 16.0 + width(&series.label, false) + 16.0;
            if x > 0.0 && x + wide > self.wide {
                (x, y) = (0.0, y + LINE + 4.0);
            }
            self.series(series.tint, |canvas| canvas.mark("key", series.tint, x + 6.0, y));
            self.text("label", "start", x + 16.0, y + 4.0, &series.label);
            x += wide;
        }
        self.top = y + 18.0;
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let look = match class {
            "grid" => r##" stroke="#d6deea""##,
            "reference" => r##" stroke="#666" stroke-dasharray="4 3""##,
            _ => "",
        };
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
        let _ = write!(self.marks, r#"<line class="{class}"{look} x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#);
    }

    fn path(&mut self, tint: usize, corners: &[(f64, f64)]) {
        let list: Vec<String> = corners.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect();
        let dash = DASHES[look(tint).1];
        let _ = write!(self.marks, r#"<polyline class="curve" fill="none"{dash} points="{}"/>"#, list.join(" "));
    }

    pub fn mark(&mut self, class: &str, tint: usize, x: f64, y: f64) {
        let shape = SHAPES[look(tint).1];
        let (x, y) = (px(x), px(y));
        let _ = write!(self.marks, r##"<path class="{class}" stroke="#fff" stroke-width="1" d="M{x} {y}{shape}"/>"##);
    }

    /// A filled circle.
    pub fn dot(&mut self, class: &str, radius: f64, x: f64, y: f64) {
        let (x, y, wide) = (px(x), px(y), 2.0 * radius);
        let arcs = format!("a{radius} {radius} 0 1 1 {wide} 0a{radius} {radius} 0 1 1 -{wide} 0z");
        let edge = if class == "mark" { r##" stroke="#fff" stroke-width="1""## } else { r#" stroke="none""# };
        let _ = write!(self.marks, r#"<path class="{class}"{edge} d="M{x} {y}m-{radius} 0{arcs}"/>"#);
    }

    fn bar(&mut self, left: f64, middle: f64, right: f64) {
        let (x, y, width) = (px(left), px(middle - BAR / 2.0), px((right - left).max(0.0)));
        let _ =
            write!(self.marks, r#"<rect class="bar" stroke="none" x="{x}" y="{y}" width="{width}" height="{BAR}"/>"#);
    }

    pub fn text(&mut self, class: &str, anchor: &str, x: f64, y: f64, text: &str) {
        let (x, y, text) = (px(x), px(y), escaped(text));
        let weight = if class == "decision" { r#" font-weight="600""# } else { "" };
        let _ =
            write!(self.marks, r#"<text class="{class}"{weight} text-anchor="{anchor}" x="{x}" y="{y}">{text}</text>"#);
    }
}

/// Round values between the ends of an axis, about so many: the steps are 1, 2 or 5 times a power of ten, whichever is
/// nearest on a logarithmic scale.
pub(super) fn ticks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let rough = (high - low) / about;
    let power = 10_f64.powf(rough.log10().floor());
    // The borders between the steps are their geometric means.
    let steps: [(f64, f64); 3] = [(2.0, 1.0), (10.0, 2.0), (50.0, 5.0)];
    let nearest = steps.into_iter().find(|(product, _)| rough < product.sqrt() * power);
    let step = nearest.map_or(10.0, |(_, step)| step) * power;
    let mut at = (low / step).ceil() * step;
    let mut all = Vec::new();
    while at <= high + step * 1e-9 && all.len() < 50 {
        // Not −0, and not 0.30000000000000004.
        all.push((at / step).round() * step + 0.0);
        at += step;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::ENGLISH;

    fn chart(kind: Kind, rows: &[&str], values: &[f64]) -> Chart<'static> {
        let points =
            values.iter().enumerate().map(|(row, value)| Point { row, value: Some(*value), ..Point::default() });
        Chart {
            kind,
            series: vec![Series { label: "People".into(), tint: 0 }],
            rows: rows.iter().map(|row| (*row).to_owned()).collect(),
            points: points.collect(),
            unit: "People".into(),
            format: Format::Count,
            words: &ENGLISH,
        }
    }

    const INTERVALS: Kind = Kind::Intervals { reference: None, domain: None };

    /// The texts of a class.
    fn texts(chart: &Chart, wide: f64, class: &str) -> Vec<String> {
        let svg = chart.svg(wide, None).unwrap();
        let opening = format!("<text class=\"{class}\"");
        let all = svg.split(&opening).skip(1);
        all.map(|text| text.split_once('>').unwrap().1.split_once('<').unwrap().0.to_owned()).collect()
    }

    #[test]
    fn twenty_four_arms_have_their_own_colour_and_shape() {
        let looks: std::collections::BTreeSet<_> = (0..24).map(look).collect();
        assert_eq!(looks.len(), 24);
        assert_eq!([0, 1, 2, 3].map(look), [(0, 0), (1, 1), (2, 2), (3, 3)]);
    }

    #[test]
    fn axes_have_round_ticks() {
        let labels: Vec<String> = ticks(0.0, 1.0, 5.0).iter().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(labels, ["0.00", "0.20", "0.40", "0.60", "0.80", "1.00"]);
        assert_eq!(ticks(-0.3, 0.7, 5.0).len(), 5);
    }

    #[test]
    fn an_axis_of_counts_has_whole_numbers_each_once() {
        for most in [1.0, 2.0, 3.0, 7.0, 40.0, 1234.0] {
            let bars = chart(Kind::Bars, &["A"], &[most]);
            let days = chart(Kind::Days, &["2026-11-20", "2026-11-21"], &[most, most]);
            for found in [texts(&bars, 250.0, "tick"), texts(&bars, 800.0, "tick"), texts(&days, 800.0, "tick up")] {
                let numbers: Vec<i64> = found.iter().map(|text| text.replace(',', "").parse().unwrap()).collect();
                assert!((2..10).contains(&numbers.len()), "{most}: {numbers:?}");
                let step = numbers[1] - numbers[0];
                assert!(step > 0 && numbers.windows(2).all(|two| two[1] - two[0] == step), "{most}: {numbers:?}");
            }
        }
    }

    #[test]
    fn an_axis_of_estimates_has_two_ticks_or_more() {
        for high in [1.1, 1.3, 1.5, 1.9, 2.4, 5.0] {
            let chart = chart(INTERVALS, &["Before", "After"], &[0.4, high]);
            let chart = Chart { format: Format::Value(Unit::Deviations), ..chart };
            assert!(texts(&chart, 250.0, "tick").len() >= 2, "{high}");
        }
    }

    #[test]
    fn on_a_phone_long_labels_take_several_lines() {
        let rows = ["Arm C − Arm A", "Arm C − Arm B", "Questionnaire before", "Questionnaire after"];
        for kind in [Kind::Bars, INTERVALS] {
            let chart = chart(kind, &rows, &[1.0, 2.0, 3.0, 4.0]);
            let lines = ["Arm C − Arm A", "Arm C − Arm B", "Questionnaire", "before", "Questionnaire", "after"];
            assert_eq!(texts(&chart, 250.0, "row"), lines);
            assert_eq!(texts(&chart, 1000.0, "row"), rows);
        }
        // A label that fits next to the marks is on one line.
        for label in ["Nachher", "Vorher", "Randomisierten,", "Ausgeschlossenen"] {
            assert_eq!(texts(&chart(INTERVALS, &["A", label], &[1.0, 2.0]), 254.0, "row")[1], label);
        }
    }

    #[test]
    fn labels_of_many_lines_lose_their_middle_unless_they_would_be_alike() {
        let long =
            |end: &str| format!("We are looking for two people to help at the cup on Saturday. Just come by {end}");
        let of = |labels: &[&str]| chart(Kind::Bars, labels, &[1.0, 2.0, 3.0]).labels(250.0).0;
        let cut = ["We are looking", "for two people…", "Saturday. Just", "come by soon."];
        assert_eq!(of(&[&long("soon."), "b"])[0], cut);
        let other = long("soon.").replace("help", "sing");
        let found = of(&[&long("soon."), &other, &long("late.")]);
        assert_eq!(found[0].join(" "), long("soon."));
        assert_ne!(found[0], found[1]);
        assert_eq!(found[2].len(), 4);
    }

    #[test]
    fn without_room_every_other_tick_of_confidence_has_a_label() {
        let kind = || Kind::Curves {
            across: (0.45, 1.05),
            ticks: vec![0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
            unit: "",
            diagonal: 0.5,
            offset: 7.0,
        };
        let of = |wide| texts(&Chart { format: Format::Percent, ..chart(kind(), &[], &[0.5]) }, wide, "tick");
        assert_eq!(of(600.0), ["50%", "60%", "70%", "80%", "90%", "100%"]);
        assert_eq!(of(250.0), ["60%", "80%", "100%"]);
    }

    #[test]
    fn a_count_of_0_is_not_drawn_and_a_difference_of_0_is() {
        for kind in [Kind::Bars, Kind::Days] {
            assert!(chart(kind, &["2026-11-20"], &[0.0]).svg(300.0, None).is_none());
        }
        assert!(chart(INTERVALS, &["a"], &[0.0]).svg(300.0, None).is_some());
        assert!(chart(INTERVALS, &["a"], &[]).svg(300.0, None).is_none());
    }

    #[test]
    fn texts_are_escaped() {
        let svg = chart(Kind::Bars, &["<script>&"], &[1.0]).svg(600.0, None).unwrap();
        assert!(svg.contains("&lt;script&gt;&amp;") && !svg.contains("<script"), "{svg}");
    }
}
