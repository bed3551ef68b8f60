//! Every number on a drawing of the report is also in a table below it. The tests read a drawing like a person: they
//! compute the value of a mark from its distance to the ticks of the axes, and compare it with the row.

mod drawing;
mod made_up;

use serde_json::Value;

use self::drawing::{Axis, Shape, numbers};
use self::made_up::ARMS;
pub use self::made_up::made_up;
use super::format::NONE;
use super::html::sections;
use crate::drawing::{ENGLISH, Flow};

/// The rows of the table with this caption, as texts.
fn rows(section: &Value, caption: &str) -> Vec<Vec<String>> {
    let table = section["tables"].as_array().unwrap().iter().find(|table| table["caption"] == caption).unwrap();
    let row = |row: &Value| {
        row.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().replace('\u{a0}', " ")).collect()
    };
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

/// The only matching row or cell.
fn only<T>(mut found: impl Iterator<Item = T>, what: &str) -> T {
    let one = found.next().unwrap_or_else(|| panic!("{what} is in no table"));
    assert!(found.next().is_none(), "{what} is there twice");
    one
}

/// Marks and intervals in rows: each in the cell that `cell` finds for the row's label and the series. Returns the
/// number of numbers.
fn lines(svg: &str, cell: impl Fn(&str, usize) -> String) -> usize {
    let shapes = Shape::all(svg);
    let axis = Axis::read(&shapes, true);
    // The lines of a label are closer to each other than to those of the next label.
    let mut labels: Vec<(String, Vec<f64>)> = Vec::new();
    for line in shapes.iter().filter(|shape| shape.is("row")) {
        let y = line.at("y") - 4.5;
        match labels.last_mut() {
            Some((label, ys)) if y - ys[ys.len() - 1] < 16.0 => {
                let space = if label.ends_with('-') { "" } else { " " };
                *label = format!("{label}{space}{}", line.words);
                ys.push(y);
            }
            _ => labels.push((line.words.clone(), vec![y])),
        }
    }
    let label = |y: f64| {
        let away = |(_, ys): &&(String, Vec<f64>)| (ys.iter().sum::<f64>() / ys.len() as f64 - y).abs();
        &labels.iter().min_by(|one, other| away(one).total_cmp(&away(other))).unwrap().0
    };
    let mut held = 0;
    for shape in &shapes {
        let (y, xs) = match () {
            () if shape.is("whisker") => (shape.at("y1"), vec![shape.at("x1"), shape.at("x2")]),
            () if shape.is("mark") => (shape.middle().1, vec![shape.middle().0]),
            () if shape.is("bar") => (shape.at("y") + 8.0, vec![shape.at("x") + shape.at("width")]),
            () if shape.is("figure") => (shape.at("y") - 4.5, Vec::new()),
            () => continue,
        };
        let label = label(y);
        let text = cell(label, shape.arm);
        if xs.is_empty() {
            assert_eq!(shape.words, text, "written next to {label}");
            held += 1;
        }
        for x in xs {
            assert!(axis.shown(&text, x), "{label}: {} in {text}", axis.value(x));
            held += 1;
        }
    }
    held
}

/// Effects and intervals of a specification curve, from left to right: each in its row of the table. The dots below
/// show the options that the row names.
fn specifications(svg: &str, listed: &[Vec<String>]) -> usize {
    let shapes = Shape::all(svg);
    let up = Axis::read(&shapes, false);
    let marks: Vec<&Shape> = shapes.iter().filter(|shape| shape.is("mark")).collect();
    let whiskers = shapes.iter().filter(|shape| shape.is("whisker"));
    assert_eq!(marks.len(), listed.len());
    for ((mark, whisker), row) in marks.iter().zip(whiskers).zip(listed) {
        let effect = &row[row.len() - 2];
        for y in [mark.middle().1, whisker.at("y1"), whisker.at("y2")] {
            assert!(up.shown(effect, y), "{} in {effect}", up.value(y));
        }
        let options = shapes.iter().filter(|shape| shape.is("option"));
        let chosen = options.filter(|option| {
            let is_here = |dot: &Shape| {
                let (x, y) = dot.middle();
                (x - mark.middle().0).abs() < 0.2 && (y - (option.at("y") - 4.5)).abs() < 0.2
            };
            shapes.iter().any(|shape| shape.is("dot") && is_here(shape))
        });
        let chosen: Vec<&str> = chosen.map(|option| option.words.as_str()).collect();
        let named: Vec<&str> = row[1..row.len() - 3].iter().map(String::as_str).filter(|cell| *cell != NONE).collect();
        assert_eq!(chosen, named);
    }
    3 * marks.len()
}

/// Marks, intervals and corners of curves, by arm and position: each in the cells of `listed`, which are an arm's rows.
/// `offset` is the largest horizontal offset of marks, in points of 100.
fn curves(svg: &str, listed: &[Vec<String>], offset: f64) -> usize {
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
            let mine = listed.iter().filter(|row| row[0] == ARMS[shape.arm] && row[1] == "after");
            let side = |text: &str| numbers(text).iter().any(|(number, _)| (number - across.value(x)).abs() < offset);
            let found = mine.filter(|row| side(&row[2]) && up.shown(&row[3], y)).count();
            assert!(found > 0, "{}: {}, {} in no row", ARMS[shape.arm], across.value(x), up.value(y));
            held += 2;
        }
    }
    held
}

/// The figures of each box of the flow diagram, with their labels.
fn read_boxes(svg: &str) -> Vec<Vec<(String, u32)>> {
    let mut boxes: Vec<String> = Vec::new();
    for shape in Shape::all(svg) {
        match shape.name {
            "rect" if shape.is("box") => boxes.push(String::new()),
            // A figure may need several lines.
            "tspan" => boxes.last_mut().unwrap().push_str(&shape.words.replace('\u{a0}', " ")),
            _ => {}
        }
    }
    let figure = |text: &str| {
        let (words, figure) = text.trim().trim_end_matches(')').split_once(" (n = ")?;
        Some((words.to_owned(), figure.parse().unwrap()))
    };
    boxes.iter().map(|text| text.split_inclusive(')').filter_map(figure).collect()).collect()
}

/// The figures of the flow diagram, box by box: those of an arm in its column.
fn boxes(svg: &str, section: &Value) -> usize {
    let boxes = read_boxes(svg);
    let (before, by_arm) = (rows(section, "Before randomisation"), rows(section, "By arm"));
    let mut held = 0;
    for (number, figures) in boxes.iter().enumerate() {
        let (table, column) = if number < 3 { (&before, 1) } else { (&by_arm, 1 + (number - 3) % ARMS.len()) };
        for (words, figure) in figures {
            // Its own row, or one of the reasons in a cell.
            let mut row =
                table.iter().filter(|row| row[0] == row_of(words, number) && row[column] == figure.to_string());
            let reason = format!("{words} ({figure})");
            let found = row.next().is_some() || table.iter().any(|row| row[column].contains(&reason));
            assert!(found, "{words}: {figure} in no row");
            held += 1;
        }
    }
    held
}

/// The row with the figure of a line in a box.
fn row_of(words: &str, number: usize) -> String {
    let known = [
        ("Of these, simulated", "Simulated participants among the registered"),
        ("In progress or dropped out", "– in progress or dropped out"),
        ("Withdrew, data kept", "– withdrew, data kept"),
        ("Withdrew, everything erased", "– withdrew, everything erased"),
        ("Excluded", "Excluded from the analysis"),
    ];
    // Below the three boxes of each arm, those of the only later part.
    let is_later = number >= 3 + 3 * ARMS.len();
    match known.iter().find(|(line, _)| *line == words && !is_later) {
        None if is_later && !words.starts_with("Second part: ") => {
            format!("Second part: {}{}", words[..1].to_lowercase(), &words[1..])
        }
        Some((_, row)) => (*row).to_owned(),
        None if words.starts_with("Randomised to ") => "Randomised".to_owned(),
        None if number == 1 && words != "Not randomised" => format!("– {words}"),
        None => words.to_owned(),
    }
}

#[test]
fn every_number_of_every_drawing_is_in_a_table() {
    let report = made_up();
    let sections = sections(&report);
    let mut held = Vec::new();
    for (section, svg) in
        sections.iter().flat_map(|one| one["plots"].as_array().unwrap().iter().map(move |svg| (one, svg)))
    {
        let svg = svg["svg"].as_str().unwrap();
        let shapes = Shape::all(svg);
        let title = &shapes.iter().find(|shape| shape.name == "title").unwrap().words;
        let id = shapes[0].text("aria-labelledby").split("-title").next().unwrap();
        held.push(match id {
            "flow" => boxes(svg, section),
            "plot-d" | "plot-share" | "plot-scale" => lines(svg, |label, _| {
                let (outcome, pair) = label.split_once(": ").unwrap();
                let listed = rows(section, "Differences between arms");
                only(listed.iter().filter(|row| row[0] == outcome && row[2] == pair), label)[3].clone()
            }),
            "plot-populations" => lines(svg, |label, arm| {
                let listed = rows(section, "d′ in several populations");
                // The colours of pairs begin with that of the second arm.
                let (one, other) = [(1, 0), (2, 0), (2, 1)][arm - 1];
                let pair = format!("{} − {}", ARMS[one], ARMS[other]);
                let mine = listed.iter().filter(|row| row[0].starts_with(&format!("{label} (")) && row[2] == pair);
                only(mine, label)[3].clone()
            }),
            "plot-tipping" => lines(svg, |label, arm| {
                let one = report.imputation.tipping.iter().find(|one| one.arm == arm).unwrap();
                let listed = rows(section, &super::tabled::tipping_caption(&report, one));
                only(listed.iter().filter(|row| row[0] == label), label)[1].clone()
            }),
            "plot-moderator-skill" => lines(svg, |label, arm| {
                let moderator = &report.moderators[1];
                let listed = rows(section, &super::tabled::moderator_test(moderator));
                let one = &moderator.continuous.as_ref().unwrap().points[0].contrasts[arm - 1];
                let pair = format!("{} − {}", ARMS[one.arm], ARMS[one.against]);
                only(listed.iter().filter(|row| row[0] == label && row[1] == pair), label)[2].clone()
            }),
            curve if curve.starts_with("plot-specifications") => specifications(svg, &rows(section, title)),
            "plot-parts" => lines(svg, |label, arm| {
                let listed = rows(section, super::tabled::MEANS_BY_PART);
                let measure = &report.outcomes[0].label;
                only(listed.iter().filter(|row| row[0] == *measure && row[1] == label), label)[2 + arm].clone()
            }),
            "plot-cells" => lines(svg, |label, level| {
                let listed = rows(section, super::tabled::CELLS);
                let level = ["Short", "Long"][level];
                only(listed.iter().filter(|row| row[0] == label && row[1] == level), label)[2].clone()
            }),
            "plot-calibration" => curves(svg, &rows(section, "Calibration"), 2.0),
            "plot-roc" => curves(svg, &rows(section, "ROC"), 0.5),
            "plot-items-before" | "plot-items-after" => lines(svg, |label, _| {
                let when = id.rsplit('-').next().unwrap();
                let listed = rows(section, "Item by item");
                only(listed.iter().filter(|row| row[0] == label && row[3] == when), label)[6].clone()
            }),
            funnel if funnel.starts_with("plot-funnel") => lines(svg, |label, _| {
                let listed = rows(section, "Steps");
                let arm = title.strip_prefix("Completion funnel: ").unwrap();
                only(listed.iter().filter(|row| row[0] == arm && row[1] == label), label)[3].clone()
            }),
            _ => lines(svg, |label, arm| {
                let listed = rows(section, "Mean [95% interval] of each arm");
                let when = label.to_lowercase();
                only(listed.iter().filter(|row| row[0] == *title && row[1] == when), label)[2 + arm].clone()
            }),
        });
    }
    assert!(held.iter().all(|numbers| *numbers > 2), "{held:?}");
    assert_eq!(held.len(), 22, "all drawings, and no empty one: {held:?}");
}

/// A study without judgements before compares nothing with d' before, in any of its texts.
#[test]
fn no_text_of_a_study_without_judgements_before_names_them() {
    let with = made_up();
    let mut without = with.clone();
    without.about.judged_before = false;
    without.method.clear();
    without.outcomes.iter_mut().for_each(|one| one.before.clear());
    without.model.adjusted_for.retain(|one| *one != unmask_study::report::Covariate::Before);
    without.curves.retain(|one| one.phase != unmask_study::report::Phase::Before);
    without.dropouts.clear();
    without.moderators.retain(|one| one.id != "skill");
    for phrase in ["d′ before", "judgements before", "measure before", "adjusted for before"] {
        let texts = |report| [super::html(report, &[]).unwrap(), super::text(report, &[])];
        let found = |report| texts(report).iter().any(|text| text.contains(phrase));
        assert!(found(&with), "{phrase}");
        for text in texts(&without) {
            let at = text.find(phrase).map(|at| &text[at.saturating_sub(120)..at + phrase.len()]);
            assert_eq!(at, None);
        }
    }
}

/// Each randomised participant is analysed or counted in one of the lines below. Those erased after completion have
/// their own line.
#[test]
fn the_analysis_accounts_for_all_randomised() {
    let report = made_up();
    let boxes = read_boxes(&Flow::of(&report, &ENGLISH).svg());
    let lines = ["Analysed", "Excluded", "Withdrew after the end, everything erased", "Without the primary outcome"];
    for (arm, figures) in report.flow.arms.iter().zip(&boxes[3 + 2 * ARMS.len()..]) {
        let figure = |line| figures.iter().find(|(words, _)| words == line).map_or(0, |(_, people)| *people);
        assert_eq!(lines.map(figure).iter().sum::<u32>(), arm.randomised, "{figures:?}");
        assert_eq!(figure(lines[2]), if arm.arm == 1 { 2 } else { 0 }, "{figures:?}");
    }
    let text = super::text(&report, &[]);
    let row = text.lines().find(|line| line.starts_with("- withdrew after the end, erased")).unwrap();
    assert_eq!(row.split_whitespace().rev().take(3).collect::<Vec<_>>(), ["0", "2", "0"]);
}

/// Participants of a later part, of all randomised: the counts of each arm and of all arms, as in the report.
#[test]
fn later_parts_are_counted_among_all_randomised() {
    let report = made_up();
    let sections = sections(&report);
    let later = only(sections.iter().filter(|section| section["title"] == "Later parts"), "the section");
    let rows = rows(later, "Completed, of all randomised participants");
    let [wave] = report.waves.as_slice() else { panic!("one later part") };
    let counts: Vec<[u32; 3]> = rows.iter().map(|row| [2, 3, 4].map(|cell| row[cell].parse().unwrap())).collect();
    let randomised = |arm: usize| report.flow.arms[arm].randomised;
    let mut expected: Vec<[u32; 3]> =
        wave.loss.arms.iter().map(|arm| [randomised(arm.arm), arm.completed_before, arm.completed]).collect();
    expected.push([0, 1, 2].map(|at| expected.iter().map(|counts| counts[at]).sum()));
    assert_eq!(counts, expected);
    assert!(expected.iter().all(|[all, before, completed]| all >= before && before >= completed && *completed > 0));
    for (row, [all, _, completed]) in rows.iter().zip(expected) {
        let share = format!("{:.1}% [", f64::from(all - completed) / f64::from(all) * 100.0);
        assert!(row[5].starts_with(&share), "{row:?}");
    }
}
