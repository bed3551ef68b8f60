//! The flow diagram of CONSORT 2025 (Hopewell et al. 2025, doi:10.1136/bmj-2024-081123, figure 1): enrolment in the
//! middle, participants who were not randomised next to it, the arms side by side below. More than four arms are in
//! several bands, so that the diagram is not wider than a page.

use std::fmt::Write as _;

use unmask_study::report::{ArmFlow, ArmWaveLoss, Reason, Report, WaveResult};

use super::letters::{width, wrap};
use super::svg::{Name, drawing, escaped, px};
use super::{TEXT, Words};

/// What the diagram shows.
pub struct Flow<'a> {
    words: &'a Words,
    title: String,
    description: String,
    registered: FlowBox,
    not_randomised: FlowBox,
    randomised: FlowBox,
    /// Titles of the later parts.
    later: Vec<String>,
    arms: Vec<Arm>,
}

struct Arm {
    label: String,
    /// One for each stage after the enrolment. The figures below the first one add up to what is missing there.
    boxes: [FlowBox; 3],
    /// One for each later part; none if the arm does not have it.
    later: Vec<Option<FlowBox>>,
}

struct FlowBox {
    title: String,
    people: u32,
    lines: Vec<Line>,
}

struct Line {
    text: String,
    people: u32,
    /// A reason for the line above it.
    reason: bool,
}

/// One figure of the diagram, for a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowRow<'a> {
    /// Name of the stage.
    pub stage: &'a str,
    /// Label of the arm; none for all.
    pub arm: Option<&'a str>,
    /// What is counted.
    pub what: &'a str,
    pub people: u32,
    /// A reason for the figure above it.
    pub reason: bool,
}

impl<'a> Flow<'a> {
    /// The diagram of a report.
    pub fn of(report: &Report, words: &'a Words) -> Self {
        let flow = &report.flow;
        let analysed = flow.arms.iter().map(|arm| arm.analysed).sum();
        let reasons = reasons(&flow.not_randomised_reasons, words);
        Self {
            words,
            title: words.flow_title(&report.about.title),
            description: words.flow_description(flow.registered, flow.randomised, analysed),
            registered: FlowBox::new(words.registered, flow.registered)
                .line(words.simulated, Some(report.about.simulated).filter(|people| *people > 0)),
            not_randomised: FlowBox {
                lines: reasons.map(|line| Line { reason: false, ..line }).collect(),
                ..FlowBox::new(words.not_randomised, flow.not_randomised)
            },
            randomised: FlowBox::new(words.randomised, flow.randomised),
            later: report.waves.iter().map(|wave| wave.title.clone()).collect(),
            arms: flow.arms.iter().map(|arm| Arm::of(arm, &report.arms[arm.arm].label, &report.waves, words)).collect(),
        }
    }

    /// All figures of the diagram.
    pub fn rows(&self) -> Vec<FlowRow<'_>> {
        let enrolment = [&self.registered, &self.not_randomised, &self.randomised];
        let mut rows: Vec<FlowRow> =
            enrolment.into_iter().flat_map(|one| one.rows(self.words.stages[0], None)).collect();
        for (number, stage) in self.words.stages[1..].iter().enumerate() {
            rows.extend(self.arms.iter().flat_map(|arm| arm.boxes[number].rows(stage, Some(&arm.label))));
        }
        for (number, title) in self.later.iter().enumerate() {
            let boxes = self.arms.iter().filter_map(|arm| Some((arm, arm.later[number].as_ref()?)));
            rows.extend(boxes.flat_map(|(arm, one)| one.rows(title, Some(&arm.label))));
        }
        rows
    }
}

impl Arm {
    fn of(arm: &ArmFlow, label: &str, waves: &[WaveResult], words: &Words) -> Self {
        let title = format!("{} {label}", words.randomised_to);
        let boxes = [
            // A blinded report has none.
            FlowBox::new(&title, arm.randomised)
                .line(words.training_started, arm.training_started)
                .line(words.training_completed, arm.training_completed),
            // Participants who withdrew after the end have finished.
            FlowBox::new(words.not_finished, arm.not_finished())
                .line(words.unfinished, arm.unfinished)
                .reasons(&arm.unfinished_at, words)
                .line(words.withdrew, arm.withdrew_before_end)
                .line(words.erased, arm.erased_before_end),
            FlowBox::new(words.analysed, arm.analysed)
                .line(words.excluded, arm.excluded)
                .reasons(&arm.excluded_reasons, words)
                .line(words.erased_after_end, arm.erased_after_end())
                .line(words.without_outcome, arm.without_outcome()),
        ];
        let own = |wave: &WaveResult| {
            let mine = wave.loss.arms.iter().find(|one| one.arm == arm.arm)?;
            Some(FlowBox::later(&wave.title, mine, words))
        };
        Self { label: label.to_owned(), boxes, later: waves.iter().map(own).collect() }
    }

    /// The box of a stage after the enrolment; the later parts come last.
    fn stage(&self, number: usize) -> Option<&FlowBox> {
        let later = || self.later.get(number - self.boxes.len())?.as_ref();
        self.boxes.get(number).or_else(later)
    }
}

fn reasons(reasons: &[Reason], words: &Words) -> impl Iterator<Item = Line> {
    reasons.iter().map(|one| Line { text: words.reason(&one.reason), people: one.people, reason: true })
}

impl FlowBox {
    fn new(title: &str, people: u32) -> Self {
        Self { title: title.to_owned(), people, lines: Vec::new() }
    }

    /// Those for whom a later part is planned, and what became of them.
    fn later(title: &str, arm: &ArmWaveLoss, words: &Words) -> Self {
        Self::new(&format!("{title}: {}", words.expected), arm.planned)
            .line(words.began, arm.begun)
            .line(words.completed, arm.completed)
            .line(words.withdrew_without, arm.withdrew)
            .line(words.ended, arm.ended)
            .line(words.declined, arm.declined)
            .line(words.missed_or_open, arm.missed_or_open())
            .line(words.excluded, arm.excluded)
            .line(words.analysed, arm.analysed)
    }

    /// Adds a line, also for a count of 0: the lines of a box reveal nothing about the arm.
    fn line(mut self, text: &str, people: impl Into<Option<u32>>) -> Self {
        let line = |people| Line { text: text.to_owned(), people, reason: false };
        self.lines.extend(people.into().map(line));
        self
    }

    fn reasons(mut self, all: &[Reason], words: &Words) -> Self {
        self.lines.extend(reasons(all, words));
        self
    }

    fn rows<'a>(&'a self, stage: &'a str, arm: Option<&'a str>) -> impl Iterator<Item = FlowRow<'a>> {
        let title = FlowRow { stage, arm, what: &self.title, people: self.people, reason: false };
        let line =
            move |line: &'a Line| FlowRow { what: &line.text, people: line.people, reason: line.reason, ..title };
        std::iter::once(title.clone()).chain(self.lines.iter().map(line))
    }
}

/// Pixels.
const ROW: f64 = 18.0;
const PAD: f64 = 12.0;
const COLUMN: f64 = 268.0;
const GAP: f64 = 24.0;
const STEP: f64 = 36.0;
const EDGE: f64 = 40.0;
/// Above a band of arms.
const BAND: f64 = STEP + 8.0;
/// Where the line to further bands runs: between the names of the stages and the boxes.
const TRUNK: f64 = 33.5;

/// Number of stages of an arm that arrows connect: without later parts.
const ARROWS: usize = 3;

/// Number of arms in a band, for a number of arms.
fn band(arms: usize) -> usize {
    if arms > 4 { 3 } else { arms }
}

/// A box with its position.
struct Placed {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    rows: Vec<Row>,
}

/// A line of text, by its baseline.
struct Row {
    text: String,
    x: f64,
    y: f64,
    strong: bool,
}

impl Placed {
    fn new(one: &FlowBox, x: f64, y: f64, width: f64) -> Self {
        let mut rows = Vec::new();
        let mut at = y + PAD + TEXT;
        let mut write = |text: &str, people: u32, indent: f64, strong: bool| {
            for text in wrap(&counted(text, people), width - 2.0 * PAD - indent, strong) {
                rows.push(Row { text, x: x + PAD + indent, y: at, strong });
                at += ROW;
            }
        };
        write(&one.title, one.people, 0.0, true);
        for line in &one.lines {
            write(&line.text, line.people, if line.reason { 16.0 } else { 0.0 }, false);
        }
        Self { x, y, width, height: at - y - TEXT + PAD - 6.0, rows }
    }

    fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }

    fn foot(&self) -> f64 {
        self.y + self.height
    }
}

/// The figure stays on one line with its label. Direction marks in a reason would also reverse the figure.
fn counted(text: &str, people: u32) -> String {
    let text = text.replace(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'), "");
    format!("{text} (n\u{a0}=\u{a0}{people})")
}

/// A diagram being drawn.
#[derive(Default)]
struct Layout {
    stages: Vec<(String, f64, f64)>,
    /// The path, and where its head points: to the right, or down.
    arrows: Vec<(String, f64, f64, bool)>,
    boxes: Vec<Placed>,
    width: f64,
    height: f64,
}

impl Layout {
    fn of(flow: &Flow) -> Self {
        let band = band(flow.arms.len());
        let across = band.max(2) as f64;
        let inner = across * COLUMN + (across - 1.0) * GAP;
        let centre = EDGE + inner / 2.0;
        let mut layout = Self { width: EDGE + inner + 1.0, ..Self::default() };
        let registered = Placed::new(&flow.registered, centre - COLUMN / 2.0, 1.0, COLUMN);
        let top = registered.foot() + STEP / 2.0;
        let not_randomised = Placed::new(&flow.not_randomised, centre + GAP, top, inner / 2.0 - GAP);
        let randomised =
            Placed::new(&flow.randomised, centre - COLUMN / 2.0, not_randomised.foot() + STEP / 2.0, COLUMN);
        layout.down(centre, registered.foot(), randomised.y);
        let (x, y) = (not_randomised.x, not_randomised.y + not_randomised.height / 2.0);
        layout.arrows.push((format!("M{} {}H{}", px(centre), px(y), px(x)), x, y, true));
        layout.stages.push((flow.words.stages[0].to_owned(), 1.0, randomised.foot() - 1.0));
        let left = EDGE + (inner - (band as f64 * (COLUMN + GAP) - GAP)) / 2.0;
        let start = randomised.foot();
        layout.boxes = vec![registered, not_randomised, randomised];
        let mut y = start + BAND;
        for arms in flow.arms.chunks(band.max(1)) {
            y = layout.band(arms, &flow.stages(), (centre, start), (left, y)) + BAND;
        }
        layout.height = y - BAND + 1.0;
        layout
    }

    /// Adds arms side by side, with arrows from the box of the randomised participants. Returns where they end.
    /// No arrow leads to a later part: who completed the part before is expected, analysed or not.
    fn band(&mut self, arms: &[Arm], stages: &[&str], randomised: (f64, f64), (left, top): (f64, f64)) -> f64 {
        let mut y = top;
        for (number, stage) in stages.iter().enumerate() {
            let place = |(at, arm): (usize, &Arm)| {
                Some(Placed::new(arm.stage(number)?, left + at as f64 * (COLUMN + GAP), y, COLUMN))
            };
            let mut boxes: Vec<Placed> = arms.iter().enumerate().filter_map(place).collect();
            if boxes.is_empty() {
                continue;
            }
            // Boxes of one stage have one height, with room for its name, which is set vertically next to them.
            let height = boxes.iter().map(|one| one.height).fold(width(stage, true) + 20.0, f64::max);
            for one in &mut boxes {
                one.height = height;
                if number == 0 {
                    self.branch(randomised, one.middle(), y);
                } else if number < ARROWS {
                    self.down(one.middle(), y - STEP, y);
                }
            }
            self.boxes.extend(boxes);
            self.stages.push(((*stage).to_owned(), y, height));
            y += height + STEP;
        }
        y - STEP
    }

    fn down(&mut self, x: f64, from: f64, to: f64) {
        self.arrows.push((format!("M{} {}V{}", px(x), px(from), px(to)), x, to, false));
    }

    /// Down, across and down again; to a further band along the line at the edge.
    fn branch(&mut self, (x, from): (f64, f64), to: f64, end: f64) {
        let (turn, above) = (from + BAND / 2.0, end - BAND / 2.0);
        let further = if above > turn + 1.0 { format!("H{}V{}", px(TRUNK), px(above)) } else { String::new() };
        let path = format!("M{} {}V{}{further}H{}V{}", px(x), px(from), px(turn), px(to), px(end));
        self.arrows.push((path, to, end, false));
    }
}

impl Flow<'_> {
    /// Names of the stages after the enrolment. The titles of later parts are in their boxes.
    fn stages(&self) -> Vec<&'static str> {
        self.words.stages[1..].iter().copied().chain(self.later.iter().map(|_| self.words.later_part)).collect()
    }

    pub fn svg(&self) -> String {
        let layout = Layout::of(self);
        let mut marks = String::new();
        for (label, y, height) in &layout.stages {
            let middle = px(y + height / 2.0);
            let _ = write!(
                marks,
                r##"<g><rect class="stage" fill="#e6ebf2" x="1" y="{}" width="26" height="{}" rx="6"/><text text-anchor="middle" font-weight="600" transform="translate(18.5 {middle}) rotate(-90)">{}</text></g>"##,
                px(*y),
                px(*height),
                escaped(label)
            );
        }
        for (path, x, y, right) in &layout.arrows {
            let turn = if *right { " rotate(-90)" } else { "" };
            let _ = write!(
                marks,
                r##"<path class="arrow" fill="none" stroke="#000" stroke-width="1.5" d="{path}"/><path class="head" d="M0 0L-4.5 -8H4.5Z" transform="translate({} {}){turn}"/>"##,
                px(*x),
                px(*y)
            );
        }
        for one in &layout.boxes {
            let (x, y, width, height) = (px(one.x), px(one.y), px(one.width), px(one.height));
            let _ = write!(
                marks,
                r##"<g><rect class="box" fill="#fff" stroke="#000" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/><text>"##
            );
            for row in &one.rows {
                let weight = if row.strong { r#" font-weight="700""# } else { "" };
                // The space separates the lines for screen readers.
                let _ = write!(
                    marks,
                    r#"<tspan{weight} x="{}" y="{}">{} </tspan>"#,
                    px(row.x),
                    px(row.y),
                    escaped(&row.text)
                );
            }
            marks.push_str("</text></g>");
        }
        let (title, description) = (&self.title, &self.description);
        let name = Name { id: "flow", role: "group", title, description };
        drawing(Some(&name), px(layout.width), px(layout.height), &marks)
    }
}

#[cfg(test)]
mod tests {
    use unmask_study::report::Number;

    use super::*;

    fn flow(arms: usize, reason: &str) -> Flow<'static> {
        followed(arms, reason, &[])
    }

    /// With later parts, each of some arms.
    fn followed(arms: usize, reason: &str, later: &[&[usize]]) -> Flow<'static> {
        let words = Words::of(unmask_study::report::Language::English);
        let reason = [Reason { reason: reason.to_owned(), people: 1 }];
        let arm = |n: usize| {
            let flow = ArmFlow {
                arm: n,
                randomised: 104,
                training_started: Some(100),
                completed: 100,
                unfinished: 4,
                unfinished_at: vec![Reason { reason: "/flow-a/start".into(), people: 4 }],
                excluded: 1,
                excluded_reasons: reason.to_vec(),
                analysed: 96,
                ..ArmFlow::default()
            };
            let mut arm = Arm::of(&flow, &format!("Cue practice (Flow {n})"), &[], words);
            let back = ArmWaveLoss {
                arm: n,
                completed_before: 92,
                planned: 90,
                begun: 84,
                completed: 80,
                not_completed: 10,
                ended: None,
                declined: None,
                withdrew: 3,
                excluded: 2,
                analysed: Some(78),
                share: Number::default(),
                difference: None,
                share_of_randomised: Number::default(),
            };
            let own = |(number, arms): (usize, &&[usize])| {
                arms.contains(&n).then(|| FlowBox::later(&format!("Part {}", number + 2), &back, words))
            };
            arm.later = later.iter().enumerate().map(own).collect();
            arm
        };
        Flow {
            words,
            title: String::new(),
            description: String::new(),
            registered: FlowBox::new("Registered", 320),
            not_randomised: FlowBox::new("Not randomised", 8).line("No consent given", 5).reasons(&reason, words),
            randomised: FlowBox::new("Randomised", 312),
            later: (0..later.len()).map(|number| format!("Part {}", number + 2)).collect(),
            arms: (0..arms).map(arm).collect(),
        }
    }

    fn apart(a: &Placed, b: &Placed) -> bool {
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.foot() <= b.y || b.foot() <= a.y
    }

    #[test]
    fn a_later_part_is_a_row_below_the_analysis_for_the_arms_that_have_it() {
        let flow = followed(6, "", &[&[0, 1, 2, 3, 4, 5], &[1]]);
        let layout = Layout::of(&flow);
        assert_eq!(layout.boxes.len(), 3 + 3 * 6 + 6 + 1);
        // The second band has no arm with the third part, and so no row for it.
        let stages: Vec<&str> = layout.stages.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(stages[4..], ["Later part", "Later part", "Allocation", "Follow-up", "Analysis", "Later part"]);
        let (analysis, second, third) = (&layout.boxes[9..12], &layout.boxes[12..15], &layout.boxes[15]);
        assert!(second.iter().zip(analysis).all(|(one, above)| one.y > above.foot()));
        assert_eq!(px(third.x).to_string(), px(second[1].x).to_string(), "below its own arm");
        assert!(
            !layout.arrows.iter().any(|(_, _, y, _)| (*y - second[0].y).abs() < 0.5),
            "the analysed are not those expected"
        );
        let rows = flow.rows();
        let of_third: Vec<_> =
            rows.iter().filter(|row| row.stage == "Part 3").map(|row| (row.what, row.people)).collect();
        let figures = [90, 84, 80, 3, 7, 2, 78];
        assert_eq!(of_third.iter().map(|(_, people)| *people).collect::<Vec<_>>(), figures);
        assert_eq!(of_third[0].0, "Part 3: expected, erased participants not counted");
    }

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_diagram() {
        for (arms, later) in [1, 2, 3, 4, 5, 6, 24].into_iter().flat_map(|arms| [(arms, 0), (arms, 2)]) {
            // A reason without a space to break at.
            let every: Vec<usize> = (0..arms).collect();
            let layout = Layout::of(&followed(arms, &"Donaudampfschiff".repeat(31), &vec![&every[..]; later]));
            assert_eq!(layout.boxes.len(), 3 + (3 + later) * arms);
            for (at, one) in layout.boxes.iter().enumerate() {
                assert!(one.x >= 0.0 && one.x + one.width <= layout.width && one.foot() <= layout.height);
                assert!(layout.boxes[at + 1..].iter().all(|other| apart(one, other)));
                for row in &one.rows {
                    assert!(row.y > one.y && row.y < one.foot());
                    assert!(row.x + width(&row.text, row.strong) <= one.x + one.width - PAD, "{}", row.text);
                }
            }
        }
    }

    #[test]
    fn an_arrow_leads_to_every_arm() {
        let layout = Layout::of(&flow(3, ""));
        let from = format!("V{}", px(f64::midpoint(layout.boxes[2].foot(), layout.boxes[3].y)));
        for one in &layout.boxes[3..6] {
            let found = layout.arrows.iter().find(|(_, x, y, _)| (*x, *y) == (one.middle(), one.y));
            assert!(found.is_some_and(|(path, ..)| path.contains(&from)));
        }
    }

    #[test]
    fn many_arms_are_in_bands_that_a_page_is_wide_enough_for() {
        let wide = |arms| Layout::of(&flow(arms, "")).width.to_string();
        assert_eq!([3, 4, 5, 6, 24].map(wide), ["893", "1185", "893", "893", "893"]);
        let layout = Layout::of(&flow(6, ""));
        assert_eq!(layout.stages.len(), 1 + 2 * 3);
        let (first, further) = (&layout.boxes[3], &layout.boxes[12]);
        assert_eq!(px(further.x).to_string(), px(first.x).to_string());
        assert!(further.y > layout.boxes[9].foot(), "below the analysis of the first arm");
        let found = layout.arrows.iter().find(|(_, x, y, _)| (*x, *y) == (further.middle(), further.y));
        assert!(found.is_some_and(|(path, ..)| path.contains("H33.5V")), "the line passes all boxes at the edge");
        assert!(layout.boxes.iter().all(|one| one.x > TRUNK));
    }

    #[test]
    fn direction_marks_in_a_reason_do_not_reverse_its_figure() {
        for turn in ["\u{202e}", "\u{202b}", "\u{2067}", "\u{2069}\u{202e}"] {
            let layout = Layout::of(&flow(1, &format!("Asked {turn}to leave")));
            let texts: Vec<&str> = layout.boxes[5].rows.iter().map(|row| row.text.as_str()).collect();
            assert_eq!(
                texts[..3],
                ["Analysed (n\u{a0}=\u{a0}96)", "Excluded (n\u{a0}=\u{a0}1)", "Asked to leave (n\u{a0}=\u{a0}1)"]
            );
        }
    }

    #[test]
    fn the_table_has_every_figure_of_the_diagram() {
        let flow = followed(2, "Took part twice", &[&[0, 1], &[1]]);
        let rows = flow.rows();
        let svg = flow.svg();
        assert_eq!(rows.len(), svg.matches("(n\u{a0}=\u{a0}").count());
        let layout = Layout::of(&flow);
        let texts: Vec<&str> = layout.boxes.iter().flat_map(|one| &one.rows).map(|row| row.text.as_str()).collect();
        let text = texts.join(" ");
        for row in &rows {
            assert!(text.contains(&counted(row.what, row.people)), "{row:?}");
        }
        let arm = Some("Cue practice (Flow 1)");
        assert!(rows.contains(&FlowRow { stage: "Follow-up", arm, what: "Flow A", people: 4, reason: true }));
    }

    #[test]
    fn masked_arms_have_no_line_that_only_some_arms_have() {
        let words = Words::of(unmask_study::report::Language::English);
        let masked = Arm::of(&ArmFlow { randomised: 9, ..ArmFlow::default() }, "Arm A", &[], words);
        assert!(masked.boxes[0].lines.is_empty());
        assert_eq!(flow(1, "").arms[0].boxes[0].lines.len(), 1);
    }
}
