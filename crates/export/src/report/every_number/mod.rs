//! Every number on a drawing of the report is also in a table below it. The drawings are read as a person reads them:
//! what a mark stands for is told by its distance from the ticks of the axes, and held against the row that it is about.

mod drawing;
mod made_up;

use serde_json::Value;

use self::drawing::{Axis, Shape, numbers};
use self::made_up::{ARMS, made_up};
use super::html::sections;

/// A label as a drawing cuts it.
fn cut(whole: &str, label: &str) -> bool {
    label
        .strip_suffix('…')
        .map_or_else(|| whole == label || whole.starts_with(&format!("{label} (")), |begin| whole.starts_with(begin))
}

/// The rows of the table with this caption, as texts.
fn rows(section: &Value, caption: &str) -> Vec<Vec<String>> {
    let table = section["tables"].as_array().unwrap().iter().find(|table| table["caption"] == caption).unwrap();
    let row = |row: &Value| {
        row.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().replace('\u{a0}', " ")).collect()
    };
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

/// The one row, or the one cell, that this is about.
fn only<T>(mut found: impl Iterator<Item = T>, what: &str) -> T {
    let one = found.next().unwrap_or_else(|| panic!("{what} is in no table"));
    assert!(found.next().is_none(), "{what} is there twice");
    one
}

/// Marks and intervals on lines that have a label: each in the cell that `cell` finds for the label. How many numbers.
fn lines(svg: &str, cell: impl Fn(&str) -> String) -> usize {
    let shapes = Shape::all(svg);
    let axis = Axis::read(&shapes, true);
    let label = |y: f64| {
        let close = shapes.iter().filter(|shape| shape.is("label") && shape.text("text-anchor") == "end");
        only(close.filter(|label| (label.at("y") - 4.0 - y).abs() < 2.0), "a label").words.clone()
    };
    let mut held = 0;
    for shape in &shapes {
        let (y, xs) = match () {
            () if shape.is("whisker") => (shape.at("y1"), vec![shape.at("x1"), shape.at("x2")]),
            () if shape.is("mark") => (shape.middle().1, vec![shape.middle().0]),
            () if shape.is("bar") => (shape.at("y") + 7.0, vec![shape.at("x") + shape.at("width")]),
            () if shape.is("label") && shape.text("text-anchor") == "start" => (shape.at("y") - 4.0, Vec::new()),
            () => continue,
        };
        let label = label(y);
        let text = cell(&label);
        if xs.is_empty() {
            assert_eq!(shape.words, text, "written beside {label}");
            held += 1;
        }
        for x in xs {
            assert!(axis.shown(&text, x), "{label}: {} in {text}", axis.value(x));
            held += 1;
        }
    }
    held
}

/// Marks, intervals and corners of curves, by arm and place: each in the cells of `listed`, which are an arm's rows.
fn curves(svg: &str, listed: &[Vec<String>]) -> usize {
    let shapes = Shape::all(svg);
    let (across, up) = (Axis::read(&shapes, true), Axis::read(&shapes, false));
    let mut held = 0;
    for shape in &shapes {
        let points = match () {
            () if shape.is("whisker") => vec![(shape.at("x1"), shape.at("y1")), (shape.at("x2"), shape.at("y2"))],
            () if shape.is("mark") => vec![shape.middle()],
            () if shape.is("curve") => shape.corners(),
            () => continue,
        };
        for (x, y) in points {
            let arm = shape.arm();
            let mine = listed.iter().filter(|row| row[0] == ARMS[arm] && row[1] == "after");
            // Arms stand side by side where their confidence is the same: by less than a point of 100.
            let side = |text: &str| numbers(text).iter().any(|(number, _)| (number - across.value(x)).abs() < 1.0);
            let found = mine.filter(|row| side(&row[2]) && up.shown(&row[3], y)).count();
            assert!(found > 0, "{}: {}, {} in no row", ARMS[arm], across.value(x), up.value(y));
            held += 2;
        }
    }
    held
}

/// The lines of each box of the flow diagram.
fn read_boxes(svg: &str) -> Vec<Vec<String>> {
    let mut boxes: Vec<Vec<String>> = Vec::new();
    for shape in Shape::all(svg) {
        match shape.name {
            "rect" => boxes.push(Vec::new()),
            "text" => boxes.last_mut().unwrap().push(shape.words.replace('\u{a0}', " ")),
            _ => {}
        }
    }
    boxes
}

/// The figures of the flow diagram, box by box: those of an arm in its column.
fn boxes(svg: &str, section: &Value) -> usize {
    let boxes = read_boxes(svg);
    let (before, by_arm) = (rows(section, "Before randomisation"), rows(section, "By arm"));
    let mut held = 0;
    for (number, lines) in boxes.iter().enumerate() {
        // A reason may need several lines.
        let lines = lines.join(" ");
        for said in lines.split_inclusive(')').filter(|said| said.contains("(n = ")) {
            let (words, figure) = said.trim_end_matches(')').split_once(" (n = ").unwrap();
            let words = words.trim();
            let (table, column) = if number < 3 { (&before, 1) } else { (&by_arm, 1 + (number - 3) % ARMS.len()) };
            let cell = match words.strip_prefix("– ") {
                Some(reason) if number >= 3 => {
                    let whole = format!("{reason} ({figure})");
                    assert!(table.iter().any(|row| row[column].contains(&whole)), "{whole} in no row");
                    held += 1;
                    continue;
                }
                _ => only(table.iter().filter(|row| row_of(words) == row[0]), words)[column].clone(),
            };
            assert_eq!(cell, figure, "{words}");
            held += 1;
        }
    }
    held
}

/// The row that has what a line of the diagram says.
fn row_of(words: &str) -> String {
    let known = [
        ("consented", "Consented"),
        ("simulated participants", "Simulated participants among the registered"),
        ("started the training, erased not counted", "Started the training, erased not counted"),
        ("completed it, erased not counted", "Completed the training, erased not counted"),
        ("in progress or dropped out", "– in progress or dropped out"),
        ("withdrew, data kept", "– withdrew, data kept"),
        ("withdrew, erased", "– withdrew, everything erased"),
        ("excluded", "Excluded from the analysis"),
        ("withdrew after the end, erased", "Withdrew after the end, everything erased"),
        ("without primary outcome", "Without the primary outcome"),
    ];
    let row = known.iter().find(|(line, _)| *line == words).map_or(words, |(_, row)| *row);
    // The first line of an arm's box begins with the arm.
    let of_arm = row.ends_with(" randomised") && row != "Not randomised";
    if of_arm { "Randomised".to_owned() } else { row.to_owned() }
}

#[test]
fn every_number_of_every_drawing_is_in_a_table() {
    let report = made_up();
    let sections = sections(&report);
    let mut held = Vec::new();
    for (section, svg) in
        sections.iter().flat_map(|one| one["plots"].as_array().unwrap().iter().map(move |svg| (one, svg)))
    {
        let svg = svg.as_str().unwrap();
        let shapes = Shape::all(svg);
        let title = &shapes.iter().find(|shape| shape.name == "title").unwrap().words;
        let id = shapes[0].text("aria-labelledby").split("-title").next().unwrap();
        let arm_of = |cells: &[String], head: usize, label: &str| {
            let arm = only((0..ARMS.len()).filter(|arm| cut(ARMS[*arm], label)), label);
            cells[head + arm].clone()
        };
        held.push(match id {
            "consort" => boxes(svg, section),
            "plot-d" | "plot-share" | "plot-scale" => lines(svg, |label| {
                let (outcome, pair) = label.split_once(": ").unwrap();
                let listed = rows(section, "Differences between arms");
                only(listed.iter().filter(|row| cut(&row[0], outcome) && cut(&row[2], pair)), label)[3].clone()
            }),
            "plot-calibration" => curves(svg, &rows(section, "Calibration")),
            "plot-roc" => curves(svg, &rows(section, "ROC")),
            "plot-items-before" | "plot-items-after" => lines(svg, |label| {
                let (begin, _) = label.rsplit_once(" (").unwrap();
                let when = id.rsplit('-').next().unwrap();
                let listed = rows(section, "Item by item");
                only(listed.iter().filter(|row| cut(&row[0], begin) && row[3] == when), label)[6].clone()
            }),
            funnel if funnel.starts_with("plot-funnel") => lines(svg, |label| {
                let listed = rows(section, "Steps");
                let arm = title.strip_prefix("Completion funnel: ").unwrap();
                only(listed.iter().filter(|row| row[0] == arm && row[1] == label), label)[3].clone()
            }),
            _ => lines(svg, |label| {
                let (arm, when) = label.rsplit_once(", ").unwrap();
                let listed = rows(section, "Mean [95% interval] of each arm");
                let row = only(listed.iter().filter(|row| row[0] == *title && row[1] == when), label);
                arm_of(row, 2, arm)
            }),
        });
    }
    assert!(held.iter().all(|numbers| *numbers > 2), "{held:?}");
    assert_eq!(held.len(), 14, "all drawings, and no empty one: {held:?}");
}

/// Everybody randomised is analysed or stands in one line below that, and who was erased after the end in a line of their own.
#[test]
fn the_analysis_accounts_for_everybody_randomised() {
    let report = made_up();
    let boxes = read_boxes(&super::consort::diagram(&report));
    for (arm, lines) in report.flow.arms.iter().zip(&boxes[3 + 2 * ARMS.len()..]) {
        // Reasons are within the line above them.
        let whole = lines.join(" ");
        let said = whole.split_inclusive(')').map(str::trim).filter(|said| !said.starts_with('–'));
        let figures = said.map(|said| numbers(said).last().unwrap().0);
        assert!((figures.sum::<f64>() - f64::from(arm.randomised)).abs() < 1e-9, "{} of {whole}", arm.randomised);
        let gone = if arm.arm == 1 { 2 } else { 0 };
        assert!(whole.contains(&format!("withdrew after the end, erased (n = {gone})")), "{whole}");
    }
    let text = super::text(&report);
    let row = text.lines().find(|line| line.starts_with("- withdrew after the end, erased")).unwrap();
    assert_eq!(row.split_whitespace().rev().take(3).collect::<Vec<_>>(), ["0", "2", "0"]);
}
