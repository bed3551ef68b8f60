//! The charts of the report.

use unmask_study::report::{
    Contrast, ItemResult, Measure, Moderator, ModeratorPoint, Number, Outcome, Phase, Report, Tipping, Unit,
};

use super::{Chart, Format, Kind, Point, Series, Words};
use crate::report::format;

/// The arms in their colours, which are the same in every chart.
fn arms(report: &Report) -> Vec<Series> {
    let series = |(tint, arm): (usize, &unmask_study::report::ArmName)| Series { label: arm.label.clone(), tint };
    report.arms.iter().enumerate().map(series).collect()
}

/// The one series of a chart that compares no arms.
fn one(label: &str, tint: usize) -> Vec<Series> {
    vec![Series { label: label.to_owned(), tint }]
}

fn pair(report: &Report, contrast: &Contrast) -> String {
    format::pair(report, contrast.arm, contrast.against)
}

fn estimate(row: usize, series: usize, number: &Number) -> Point {
    Point { row, series, value: number.value, interval: number.low.zip(number.high), at: 0.0 }
}

fn difference(row: usize, series: usize, contrast: &Contrast) -> Point {
    Point { row, series, value: contrast.value, interval: contrast.low.zip(contrast.high), at: 0.0 }
}

/// Means by arm before and afterwards.
pub fn means<'a>(report: &Report, outcome: &Outcome, words: &'a Words) -> Chart<'a> {
    let phases = [(words.before, &outcome.before), (words.after, &outcome.after)];
    let (mut rows, mut points) = (Vec::new(), Vec::new());
    for (label, numbers) in phases.into_iter().filter(|(_, numbers)| !numbers.is_empty()) {
        points.extend(numbers.iter().enumerate().map(|(arm, number)| estimate(rows.len(), arm, number)));
        rows.push(label.to_owned());
    }
    Chart {
        kind: Kind::Intervals { reference: None, domain: None },
        series: arms(report),
        rows,
        points,
        unit: outcome.label.clone(),
        format: Format::Value(outcome.unit),
        words,
    }
}

/// d' by arm in the first part, after the training, and in the later parts that have judgements; nothing without any.
pub fn means_by_part<'a>(report: &Report, words: &'a Words) -> Chart<'a> {
    let id = Measure::DPrime.name();
    let later = report.waves.iter().flat_map(|wave| {
        let own = wave.outcomes.iter().filter(move |outcome| outcome.id == id);
        own.map(|outcome| (wave.title.as_str(), &outcome.means))
    });
    let outcome = report.outcomes.iter().find(|outcome| outcome.id == id && later.clone().next().is_some());
    let first = outcome.map(|outcome| (words.first_part, &outcome.after));
    let (rows, means): (Vec<&str>, Vec<&Vec<Number>>) = first.into_iter().chain(later).unzip();
    let points = means
        .into_iter()
        .enumerate()
        .flat_map(|(row, means)| means.iter().enumerate().map(move |(arm, number)| estimate(row, arm, number)));
    Chart {
        kind: Kind::Intervals { reference: None, domain: None },
        series: arms(report),
        points: points.collect(),
        rows: rows.into_iter().map(str::to_owned).collect(),
        unit: outcome.map(|outcome| outcome.label.clone()).unwrap_or_default(),
        format: Format::Value(Unit::Deviations),
        words,
    }
}

/// Adjusted means of d' of the cells of a factorial design, the levels of the last factor in colours; nothing without
/// factors.
pub fn cells<'a>(report: &Report, words: &'a Words) -> Chart<'a> {
    let (mut rows, mut points) = (Vec::<String>::new(), Vec::new());
    let mut series = Vec::new();
    if let Some(factorial) = &report.factors
        && let Some((last, others)) = factorial.factors.split_last()
    {
        series =
            last.levels.iter().enumerate().map(|(tint, level)| Series { label: level.label.clone(), tint }).collect();
        for cell in &factorial.cells {
            let label = others.iter().zip(&cell.levels).map(|(factor, level)| factor.levels[*level].label.as_str());
            let label = if others.is_empty() { last.id.clone() } else { label.collect::<Vec<_>>().join(",\n") };
            let row = rows.iter().position(|known| *known == label).unwrap_or(rows.len());
            if row == rows.len() {
                rows.push(label);
            }
            points.push(estimate(row, cell.levels[others.len()], &cell.mean));
        }
    }
    Chart {
        kind: Kind::Intervals { reference: None, domain: None },
        series,
        rows,
        points,
        unit: words.adjusted_d_prime.to_owned(),
        format: Format::Value(Unit::Deviations),
        words,
    }
}

/// Arm against arm in an outcome.
pub fn differences<'a>(report: &Report, outcome: &Outcome, words: &'a Words) -> Chart<'a> {
    compared(outcome.contrasts.iter().map(|contrast| (pair(report, contrast), contrast)), outcome.unit, words)
}

/// Arm against arm in all outcomes of a unit.
pub fn differences_in<'a>(report: &Report, unit: Unit, words: &'a Words) -> Chart<'a> {
    let outcomes = report.outcomes.iter().filter(|outcome| outcome.unit == unit);
    let rows = outcomes.flat_map(|outcome| {
        let row = move |contrast| (format!("{}:\n{}", outcome.label, pair(report, contrast)), contrast);
        outcome.contrasts.iter().map(row)
    });
    compared(rows, unit, words)
}

fn compared<'a, 'b>(rows: impl Iterator<Item = (String, &'b Contrast)>, unit: Unit, words: &'a Words) -> Chart<'a> {
    let (rows, contrasts): (Vec<_>, Vec<_>) = rows.unzip();
    Chart {
        kind: Kind::Intervals { reference: Some(0.0), domain: None },
        series: one(words.difference, 3),
        rows,
        points: contrasts.into_iter().enumerate().map(|(row, contrast)| difference(row, 0, contrast)).collect(),
        unit: words.difference.to_owned(),
        format: Format::Difference(unit),
        words,
    }
}

/// The primary comparison in each population.
pub fn populations<'a>(report: &Report, words: &'a Words) -> Chart<'a> {
    let contrasts = report.populations.first().map_or(&[][..], |population| &population.contrasts);
    let series = |(at, contrast)| Series { label: pair(report, contrast), tint: at + 1 };
    let rows = report.populations.iter().enumerate();
    let points = rows.flat_map(|(row, population)| {
        let series = population.contrasts.iter().enumerate();
        series.map(move |(series, contrast)| difference(row, series, contrast))
    });
    Chart {
        kind: Kind::Intervals { reference: Some(0.0), domain: None },
        series: contrasts.iter().enumerate().map(series).collect(),
        points: points.collect(),
        rows: report.populations.iter().map(|population| population.label.clone()).collect(),
        unit: words.difference.to_owned(),
        format: Format::Difference(Unit::Deviations),
        words,
    }
}

/// The differences that are predicted along a moderator that is a number; nothing of other moderators.
pub fn moderator<'a>(report: &Report, moderator: &Moderator, words: &'a Words) -> Chart<'a> {
    let along = moderator.continuous.as_ref().map_or(&[][..], |one| &one.points);
    let contrasts = along.first().map_or(&[][..], |point| &point.contrasts);
    let series = |(at, contrast)| Series { label: pair(report, contrast), tint: at + 1 };
    let points = along.iter().enumerate().flat_map(|(row, point)| {
        let series = point.contrasts.iter().enumerate();
        series.map(move |(series, contrast)| difference(row, series, contrast))
    });
    let row = |point: &ModeratorPoint| match point.value {
        Some(value) => format!("{}\n({})", point.label, words.write(Format::Value(Unit::Deviations), value)),
        None => point.label.clone(),
    };
    Chart {
        kind: Kind::Intervals { reference: Some(0.0), domain: None },
        series: contrasts.iter().enumerate().map(series).collect(),
        points: points.collect(),
        rows: along.iter().map(row).collect(),
        unit: words.difference.to_owned(),
        format: Format::Difference(Unit::Deviations),
        words,
    }
}

/// The primary comparisons by the shift of imputed outcomes.
pub fn tipping<'a>(report: &Report, words: &'a Words) -> Chart<'a> {
    let tipping = &report.imputation.tipping;
    let shifts = tipping.first().map_or(&[][..], |one| &one.points);
    let points = tipping.iter().enumerate().flat_map(|(series, one)| {
        one.points.iter().enumerate().map(move |(row, point)| Point {
            row,
            series,
            value: Some(point.value),
            interval: Some((point.low, point.high)),
            at: 0.0,
        })
    });
    let label = |one: &Tipping| format::pair(report, one.arm, one.against);
    let series = |(at, one)| Series { label: label(one), tint: at + 1 };
    Chart {
        kind: Kind::Intervals { reference: Some(0.0), domain: None },
        series: tipping.iter().enumerate().map(series).collect(),
        rows: shifts.iter().map(|point| words.write(Format::Difference(Unit::Deviations), point.shift)).collect(),
        points: points.collect(),
        unit: words.difference.to_owned(),
        format: Format::Difference(Unit::Deviations),
        words,
    }
}

/// Share of correct answers at each level of confidence. On the diagonal, confidence fits.
pub fn calibration<'a>(report: &Report, phase: Phase, words: &'a Words) -> Chart<'a> {
    let curves = report.curves.iter().filter(|curve| curve.phase == phase);
    let points = curves.flat_map(|curve| {
        curve.calibration.iter().map(|point| Point {
            row: 0,
            series: curve.arm,
            at: point.confidence,
            value: Some(point.accuracy),
            interval: Some((point.low, point.high)),
        })
    });
    let ticks = vec![0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
    let kind = Kind::Curves { across: (0.45, 1.05), ticks, unit: words.confidence, diagonal: 0.5, offset: 7.0 };
    shares(report, kind, points.collect(), words.correct, words)
}

/// Shares by arm over something else.
fn shares<'a>(report: &Report, kind: Kind, points: Vec<Point>, unit: &str, words: &'a Words) -> Chart<'a> {
    let (series, unit) = (arms(report), unit.to_owned());
    Chart { kind, series, rows: Vec::new(), points, unit, format: Format::Percent, words }
}

/// Hits against false alarms at every level of suspicion. The diagonal is guessing.
pub fn roc<'a>(report: &Report, phase: Phase, words: &'a Words) -> Chart<'a> {
    let curves = report.curves.iter().filter(|curve| curve.phase == phase);
    let points = curves.flat_map(|curve| {
        let point = |point: &unmask_study::report::RocPoint| Point {
            series: curve.arm,
            at: point.false_alarms,
            value: Some(point.hits),
            ..Point::default()
        };
        curve.roc.iter().map(point)
    });
    let ticks = vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
    let kind = Kind::Curves { across: (0.0, 1.0), ticks, unit: words.false_alarms, diagonal: 0.0, offset: 0.0 };
    shares(report, kind, points.collect(), words.hits, words)
}

/// How hard the items of a test are, in the order of a [column](sorted).
pub fn items<'a>(report: &Report, phase: Phase, order: &str, words: &'a Words) -> Chart<'a> {
    let mut items: Vec<&ItemResult> = report.items.iter().filter(|item| item.phase == phase).collect();
    sort(&mut items, order);
    // Two items with the same title could not be distinguished.
    let twice = |item: &ItemResult| items.iter().filter(|other| other.title == item.title).count() > 1;
    let label = |item: &&ItemResult| {
        if twice(item) { format!("{} ({})", item.title, item.id) } else { item.title.clone() }
    };
    Chart {
        kind: Kind::Intervals { reference: Some(0.5), domain: Some((0.0, 1.0)) },
        series: one(words.correct, 1),
        rows: items.iter().map(label).collect(),
        points: items.iter().enumerate().map(|(row, item)| estimate(row, 0, &item.right)).collect(),
        unit: words.correct.to_owned(),
        format: Format::Percent,
        words,
    }
}

/// Sorts items by a column of their table, with `-` before it from high to low. Items without a value come last.
fn sort(items: &mut [&ItemResult], order: &str) {
    enum Key {
        Text(Option<String>),
        Number(Option<f64>),
    }
    let (column, down) = order.strip_prefix('-').map_or((order, false), |column| (column, true));
    let key = |item: &ItemResult| match column {
        "item" => Key::Text(Some(item.title.to_lowercase())),
        "medium" => Key::Text(item.stimulus.as_ref().map(|name| name.to_lowercase())),
        "kind" => Key::Text(Some(item.kind.clone())),
        "cue" => Key::Text(item.cue.as_ref().map(|cue| cue.to_lowercase())),
        "n" => Key::Number(Some(item.right.n as f64)),
        "right" => Key::Number(item.right.value),
        "hits" => Key::Number(item.hits.value),
        "fa" => Key::Number(item.false_alarms.value),
        "discrimination" => Key::Number(item.discrimination.value),
        _ => Key::Number(None),
    };
    let turned = |order: std::cmp::Ordering| if down { order.reverse() } else { order };
    items.sort_by(|one, other| match (key(one), key(other)) {
        (Key::Text(Some(a)), Key::Text(Some(b))) => turned(a.cmp(&b)),
        (Key::Number(Some(a)), Key::Number(Some(b))) => turned(a.total_cmp(&b)),
        (Key::Text(a), Key::Text(b)) => a.is_none().cmp(&b.is_none()),
        (Key::Number(a), Key::Number(b)) => a.is_none().cmp(&b.is_none()),
        _ => std::cmp::Ordering::Equal,
    });
}

/// How many participants entered each step, by its first page: of the arm with this `tint`, or of all arms.
pub fn funnel<'a>(steps: &[(String, i64)], tint: Option<usize>, words: &'a Words) -> Chart<'a> {
    let point =
        |(row, (_, people)): (usize, &(String, i64))| Point { row, value: Some(*people as f64), ..Point::default() };
    Chart {
        kind: Kind::Bars,
        series: one(words.participants, tint.unwrap_or(3)),
        rows: steps.iter().map(|(page, _)| words.step(page).into_owned()).collect(),
        points: steps.iter().enumerate().map(point).collect(),
        unit: words.participants.to_owned(),
        format: Format::Count,
        words,
    }
}
