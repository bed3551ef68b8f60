//! Plots as SVG text: a frame with axes, and marks that differ in shape as well as in colour. Colours come from the
//! page's style sheet, so that a plot is right in light, dark and print. Chart libraries write colours and fonts into
//! every mark and nothing for screen readers; the five plots here need neither their scales nor their weight.

use std::fmt::Write as _;

/// A plot that grows.
pub struct Plot {
    width: f64,
    height: f64,
    left: f64,
    top: f64,
    x: (f64, f64),
    y: (f64, f64),
    marks: String,
}

const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 44.0;

impl Plot {
    /// Of that size in pixels, with room for labels on the left; `x` and `y` are the ends of the axes.
    pub fn new(width: f64, height: f64, left: f64, x: (f64, f64), y: (f64, f64)) -> Self {
        Self { width, height, left, top: 12.0, x, y, marks: String::new() }
    }

    /// Pixels of a value.
    pub fn x(&self, value: f64) -> f64 {
        self.left + (value - self.x.0) / (self.x.1 - self.x.0) * (self.width - self.left - RIGHT)
    }

    /// Pixels of a value; larger values are higher.
    pub fn y(&self, value: f64) -> f64 {
        let room = self.height - self.top - BOTTOM;
        self.top + room - (value - self.y.0) / (self.y.1 - self.y.0) * room
    }

    /// A line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let (x1, y1, x2, y2) = (self.x(from.0), self.y(from.1), self.x(to.0), self.y(to.1));
        let _ = write!(self.marks, r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#);
    }

    /// A line through points.
    pub fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{:.1},{:.1}", self.x(*x), self.y(*y))).collect();
        let _ = write!(self.marks, r#"<polyline class="{class}" points="{}"/>"#, list.join(" "));
    }

    /// The mark of an arm: circle, square, triangle, diamond.
    pub fn mark(&mut self, arm: usize, at: (f64, f64)) {
        let (x, y) = (self.x(at.0), self.y(at.1));
        let _ = match arm % 4 {
            0 => write!(self.marks, r#"<circle class="mark arm{arm}" cx="{x:.1}" cy="{y:.1}" r="5"/>"#),
            1 => write!(
                self.marks,
                r#"<rect class="mark arm{arm}" x="{:.1}" y="{:.1}" width="10" height="10"/>"#,
                x - 5.0,
                y - 5.0
            ),
            shape => {
                let (up, side) = if shape == 2 { (6.0, 6.0) } else { (7.0, 5.0) };
                let mut corners = vec![(x, y - up), (x + side, y + if shape == 2 { 5.0 } else { 0.0 })];
                corners.push(if shape == 2 { (x - side, y + 5.0) } else { (x, y + up) });
                if shape != 2 {
                    corners.push((x - side, y));
                }
                let list: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                write!(self.marks, r#"<polygon class="mark arm{arm}" points="{}"/>"#, list.join(" "))
            }
        };
    }

    /// A bar from the left axis.
    pub fn bar(&mut self, class: &str, value: f64, middle: f64, thickness: f64) {
        let (x, y) = (self.x(self.x.0), self.y(middle) - thickness / 2.0);
        let width = (self.x(value) - x).max(0.0);
        let _ = write!(
            self.marks,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{thickness:.1}"/>"#
        );
    }

    /// Words; `anchor` is `start`, `middle` or `end`.
    pub fn words(&mut self, class: &str, anchor: &str, x: f64, y: f64, words: &str) {
        let words = escaped(words);
        let _ =
            write!(self.marks, r#"<text class="{class}" text-anchor="{anchor}" x="{x:.1}" y="{y:.1}">{words}</text>"#);
    }

    /// A label on the left, at a value of the vertical axis.
    pub fn row_label(&mut self, at: f64, words: &str) {
        let (x, y) = (self.left - 10.0, self.y(at) + 4.0);
        self.words("label", "end", x, y, words);
    }

    /// The horizontal axis with ticks and what it is of.
    pub fn x_axis(&mut self, ticks: &[f64], say: impl Fn(f64) -> String, title: &str) {
        let (low, high) = self.y;
        for tick in ticks {
            self.line("grid", (*tick, low), (*tick, high));
            let (x, y) = (self.x(*tick), self.height - BOTTOM + 16.0);
            self.words("tick", "middle", x, y, &say(*tick));
        }
        let (x, y) = (f64::midpoint(self.left, self.width - RIGHT), self.height - 6.0);
        self.words("axis", "middle", x, y, title);
    }

    /// The vertical axis.
    pub fn y_axis(&mut self, ticks: &[f64], say: impl Fn(f64) -> String, title: &str) {
        let (low, high) = self.x;
        for tick in ticks {
            self.line("grid", (low, *tick), (high, *tick));
            let (x, y) = (self.left - 6.0, self.y(*tick) + 4.0);
            self.words("tick", "end", x, y, &say(*tick));
        }
        let y = self.height / 2.0;
        let _ = write!(
            self.marks,
            r#"<text class="axis" text-anchor="middle" transform="translate(14 {y:.0}) rotate(-90)">{}</text>"#,
            escaped(title)
        );
    }

    /// The whole picture with its name and what it shows in words.
    pub fn finish(self, id: &str, title: &str, description: &str) -> String {
        let (width, height) = (self.width, self.height);
        picture(id, title, description, width, height, &self.marks)
    }
}

/// A picture that says to screen readers what it is.
pub fn picture(id: &str, title: &str, description: &str, width: f64, height: f64, marks: &str) -> String {
    let (title, description) = (escaped(title), escaped(description));
    format!(
        r#"<svg role="img" aria-labelledby="{id}-title {id}-desc" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" xmlns="http://www.w3.org/2000/svg"><title id="{id}-title">{title}</title><desc id="{id}-desc">{description}</desc>{marks}</svg>"#
    )
}

/// Round values between the ends of an axis, about so many.
pub fn ticks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let rough = (high - low) / about;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|one| one * power).find(|step| *step >= rough).unwrap_or(rough);
    let mut at = (low / step).ceil() * step;
    let mut all = Vec::new();
    while at <= high + step * 1e-9 && all.len() < 50 {
        // Not −0, and not 0.30000000000000004.
        all.push((at / step).round() * step + 0.0);
        at += step;
    }
    all
}

/// For text between tags and in attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_ticks_and_text_is_escaped() {
        let said: Vec<String> = ticks(0.0, 1.0, 5.0).iter().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(said, ["0.00", "0.20", "0.40", "0.60", "0.80", "1.00"]);
        assert_eq!(ticks(-0.3, 0.7, 5.0).len(), 5);
        let mut plot = Plot::new(200.0, 100.0, 20.0, (0.0, 1.0), (0.0, 1.0));
        plot.words("label", "end", 0.0, 0.0, "<script>&");
        assert!(plot.finish("a", "b", "c").contains("&lt;script&gt;&amp;"));
    }
}
