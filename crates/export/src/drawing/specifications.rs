//! A specification curve: above the effects in ascending order with their intervals, below the options that each has.

use unmask_study::report::{Specification, SpecificationCurve, Standardised, Unit};

use super::chart::{Axis, Canvas, GAP, LINE, RIGHT, ticks};
use super::letters::width;
use super::svg::{Name, drawing, px};
use super::{Format, Series, Words};

/// Pixels.
const LEAST_STEP: f64 = 9.0;
const UPPER: f64 = 200.0;
const ROW: f64 = 18.0;
const DOT: f64 = 3.0;
const MARK: f64 = 4.0;

/// Colours and shapes: circle and square.
const OTHERS: usize = 0;
const PLANNED: usize = 1;

/// The specifications with an effect, the smallest first.
pub fn ascending(curve: &SpecificationCurve) -> Vec<(&Specification, Standardised)> {
    let mut found: Vec<_> = curve.specifications.iter().filter_map(|one| Some((one, one.standardised?))).collect();
    found.sort_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
    found
}

/// A specification curve, before it is drawn at a width.
pub struct Curve<'a> {
    of: &'a SpecificationCurve,
    found: Vec<(&'a Specification, Standardised)>,
    words: &'a Words,
}

impl<'a> Curve<'a> {
    pub fn of(curve: &'a SpecificationCurve, words: &'a Words) -> Self {
        Self { of: curve, found: ascending(curve), words }
    }

    /// The drawing at a width, or wider where the specifications need more; none without an effect.
    pub fn svg(&self, wide: f64, name: Option<&Name>) -> Option<String> {
        if self.found.is_empty() {
            return None;
        }
        let left = self.labels().map(|label| width(label, true)).fold(0.0, f64::max) + GAP;
        let mut canvas = Canvas { wide, ..Canvas::default() };
        let series = [(self.words.planned, PLANNED), (self.words.other_specification, OTHERS)];
        canvas.legend(&series.map(|(label, tint)| Series { label: label.to_owned(), tint }));
        // The legend stays in sight where the rest scrolls.
        let wide = wide.max((left + LEAST_STEP * self.found.len() as f64 + RIGHT).ceil());
        canvas.wide = wide;
        let step = (wide - left - RIGHT) / self.found.len() as f64;
        let xs: Vec<f64> = (0..self.found.len()).map(|at| left + step * (at as f64 + 0.5)).collect();
        let bottom = self.effects(&mut canvas, left, &xs);
        let bottom = self.options(&mut canvas, (left, bottom), &xs);
        Some(drawing(name, wide, px(bottom), &canvas.marks))
    }

    fn labels(&self) -> impl Iterator<Item = &str> {
        let of = |one: &'a unmask_study::report::Decision| {
            std::iter::once(one.label.as_str()).chain(one.options.iter().map(|option| option.label.as_str()))
        };
        self.of.decisions.iter().flat_map(of)
    }

    fn tint(specification: &Specification) -> usize {
        if specification.planned { PLANNED } else { OTHERS }
    }

    /// Returns where it ends.
    fn effects(&self, canvas: &mut Canvas, left: f64, xs: &[f64]) -> f64 {
        let ends = self.found.iter().flat_map(|(_, effect)| [effect.low, effect.high]);
        let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let room = (high - low) * 0.06;
        let (low, high) = (low - room, high + room);
        let (top, bottom) = (canvas.top + 24.0, canvas.top + 24.0 + UPPER);
        let right = canvas.wide - RIGHT;
        let mut up = Axis::new((low, high), ticks(low, high, 5.0));
        up.to = (bottom, top);
        canvas.text("unit", "start", 0.0, canvas.top + 12.0, "Hedges’ g");
        for tick in &up.ticks {
            let (y, text) = (up.px(*tick), self.words.write(Format::Difference(Unit::Deviations), *tick));
            canvas.line(if *tick == 0.0 { "reference" } else { "grid" }, (left, y), (right, y));
            canvas.text("tick up", "end", left - 8.0, y + 4.5, &text);
        }
        for ((specification, effect), x) in self.found.iter().zip(xs) {
            let tint = Self::tint(specification);
            canvas.series(tint, |canvas| {
                canvas.line("whisker", (*x, up.px(effect.low)), (*x, up.px(effect.high)));
                if specification.planned {
                    canvas.mark("mark", tint, *x, up.px(effect.value));
                } else {
                    canvas.dot("mark", MARK, *x, up.px(effect.value));
                }
            });
        }
        bottom + 14.0
    }

    /// Returns where it ends.
    fn options(&self, canvas: &mut Canvas, (left, top): (f64, f64), xs: &[f64]) -> f64 {
        let right = canvas.wide - RIGHT;
        let mut y = top;
        let decisions = self.of.decisions.iter().enumerate().filter(|(_, one)| !one.options.is_empty());
        for (at, decision) in decisions {
            y += ROW;
            canvas.text("decision", "end", left - GAP, y + 4.5, &decision.label);
            for option in &decision.options {
                y += ROW;
                canvas.line("grid", (left, y), (right, y));
                canvas.text("option", "end", left - GAP, y + 4.5, &option.label);
                let chosen =
                    self.found.iter().zip(xs).filter(|((one, _), _)| one.choices[at].as_ref() == Some(&option.id));
                for ((specification, _), x) in chosen {
                    canvas.series(Self::tint(specification), |canvas| canvas.dot("dot", DOT, *x, y));
                }
            }
        }
        y + LINE
    }
}
