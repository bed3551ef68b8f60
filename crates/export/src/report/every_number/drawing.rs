//! Parses a drawing.

/// An element of a drawing.
pub struct Shape<'a> {
    pub name: &'a str,
    pub attributes: &'a str,
    pub words: String,
    /// Index of the arm, or of another series, in whose colour it is drawn.
    pub arm: usize,
}

impl<'a> Shape<'a> {
    pub fn all(svg: &'a str) -> Vec<Self> {
        let opened = svg.split('<').filter(|part| !part.is_empty() && !part.starts_with('/'));
        let mut arm = 0;
        let read = opened.map(|part| {
            let (tag, words) = part.split_once('>').unwrap();
            // With the space before the first attribute.
            let (name, attributes) = tag.split_at(tag.find(' ').unwrap_or(tag.len()));
            let signs = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
            let words = signs.iter().fold(words.to_owned(), |words, (sign, means)| words.replace(sign, means));
            let shape = Shape { name, attributes, words, arm };
            arm = (0..4).find(|arm| shape.is(&format!("arm{arm}"))).unwrap_or(arm);
            shape
        });
        read.collect()
    }

    pub fn text(&self, attribute: &str) -> &'a str {
        let found = self.attributes.split(&format!(" {attribute}=\"")).nth(1);
        found.and_then(|rest| rest.split('"').next()).unwrap_or_default()
    }

    pub fn is(&self, class: &str) -> bool {
        self.text("class").split(' ').any(|one| one == class)
    }

    pub fn at(&self, attribute: &str) -> f64 {
        self.text(attribute).parse().unwrap_or_else(|_| panic!("{attribute} of {}", self.attributes))
    }

    pub fn corners(&self) -> Vec<(f64, f64)> {
        let pair = |pair: &str| {
            let (x, y) = pair.split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        self.text("points").split(' ').map(pair).collect()
    }

    /// The middle of a mark: its path begins there.
    pub fn middle(&self) -> (f64, f64) {
        let (x, y) = self.text("d")[1..].split_once(' ').unwrap();
        (x.parse().unwrap(), y.split_once('m').unwrap().0.parse().unwrap())
    }
}

/// The numbers that a text shows, each with half a unit of its last digit.
pub fn numbers(text: &str) -> Vec<(f64, f64)> {
    let plain: String = text.chars().map(|c| if c == '−' { '-' } else { c }).collect();
    let words = plain.split(|c: char| !(c.is_ascii_digit() || ".-+".contains(c)));
    let read = words.filter_map(|word| {
        let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        Some((word.parse::<f64>().ok()?, 0.5 * 10_f64.powi(-i32::try_from(decimals).ok()?)))
    });
    read.collect()
}

/// An axis, which converts pixels to the numbers on its ticks.
pub struct Axis {
    from: (f64, f64),
    to: (f64, f64),
}

impl Axis {
    /// Along `x`, or else along `y`.
    pub fn read(shapes: &[Shape], along_x: bool) -> Self {
        let ticks =
            shapes.iter().filter(|shape| shape.is("tick") && (shape.text("text-anchor") == "middle") == along_x);
        // The baseline of a text is below its middle.
        let at = |tick: &Shape| if along_x { tick.at("x") } else { tick.at("y") - 4.5 };
        let all: Vec<(f64, f64)> = ticks.map(|tick| (at(tick), numbers(&tick.words)[0].0)).collect();
        Self { from: all[0], to: *all.last().unwrap() }
    }

    pub fn value(&self, pixels: f64) -> f64 {
        self.from.1 + (pixels - self.from.0) * self.scale()
    }

    /// The difference in value between two pixels.
    pub fn scale(&self) -> f64 {
        (self.to.1 - self.from.1) / (self.to.0 - self.from.0)
    }

    /// Whether a text shows the value at this position. Values and ticks are drawn to a tenth of a pixel.
    pub fn shown(&self, text: &str, pixels: f64) -> bool {
        let value = self.value(pixels);
        numbers(text).iter().any(|(number, half)| (number - value).abs() <= half + 0.15 * self.scale().abs() + 1e-9)
    }
}
