//! How an item is read. serde's `flatten` would buffer it and lose line and column of a mistake, so
//! an item is read as one flat list of all fields of all kinds and then told apart by its `kind`.

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::item::{Choice, Condition, InFormY, Item, Kind, Points, PostText, Row, Truth, original_or_altered};
use crate::text::{Markdown, Text};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Name {
    Single,
    Multiple,
    Likert,
    Matrix,
    Slider,
    Number,
    Text,
    Date,
    Confidence,
    Judgement,
    Information,
    Attention,
}

/// All fields of all kinds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    label: Text,
    help: Option<Text>,
    #[serde(default = "yes")]
    required: bool,
    show_if: Option<Condition>,
    source: Option<String>,
    kind: Name,
    options: Option<Vec<Choice>>,
    shuffle: Option<bool>,
    min: Option<Value>,
    max: Option<Value>,
    points: Option<Vec<Text>>,
    numbers: Option<u32>,
    ends: Option<[Text; 2]>,
    first: Option<i64>,
    rows: Option<Vec<Row>>,
    step: Option<i64>,
    unit: Option<Text>,
    integer: Option<bool>,
    long: Option<bool>,
    min_length: Option<u32>,
    max_length: Option<u32>,
    stimulus: Option<String>,
    post: Option<PostText>,
    in_form_y: Option<Box<InFormY>>,
    truth: Option<Truth>,
    confidence: Option<bool>,
    sharing: Option<bool>,
    text: Option<Markdown>,
    expect: Option<Vec<i64>>,
}

fn yes() -> bool {
    true
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut written = Written::deserialize(deserializer)?;
        let kind = written.kind().map_err(D::Error::custom)?;
        if let Some(field) = written.left() {
            return Err(D::Error::custom(format!("item `{}`: an item of this kind has no `{field}`", written.id)));
        }
        let Written { id, label, help, required, show_if, source, .. } = written;
        Ok(Self { id, label, help, required, show_if, source, kind })
    }
}

impl Written {
    /// Takes out what the kind needs.
    fn kind(&mut self) -> Result<Kind, String> {
        Ok(match self.kind {
            Name::Single => Kind::Single { options: self.options()?, shuffle: self.shuffle() },
            Name::Multiple => Kind::Multiple {
                options: self.options()?,
                shuffle: self.shuffle(),
                min: self.bound("min", Self::take_min)?,
                max: self.bound("max", Self::take_max)?,
            },
            Name::Likert => Kind::Likert { points: self.points() },
            Name::Matrix => Kind::Matrix {
                rows: self.rows.take().ok_or_else(|| self.missing("rows"))?,
                points: self.points(),
                shuffle: self.shuffle(),
            },
            Name::Slider => Kind::Slider {
                min: self.bound("min", Self::take_min)?.ok_or_else(|| self.missing("min"))?,
                max: self.bound("max", Self::take_max)?.ok_or_else(|| self.missing("max"))?,
                step: self.step.take().unwrap_or(1),
                ends: self.ends.take().ok_or_else(|| self.missing("ends"))?,
                unit: self.unit.take(),
            },
            Name::Number => Kind::Number {
                min: self.bound("min", Self::take_min)?,
                max: self.bound("max", Self::take_max)?,
                integer: self.integer.take().unwrap_or(true),
                unit: self.unit.take(),
            },
            Name::Text => Kind::Text {
                long: self.long.take().unwrap_or(false),
                min_length: self.min_length.take(),
                max_length: self.max_length.take(),
            },
            Name::Date => {
                Kind::Date { min: self.bound("min", Self::take_min)?, max: self.bound("max", Self::take_max)? }
            }
            Name::Confidence => Kind::Confidence,
            Name::Judgement => self.judgement()?,
            Name::Information => Kind::Information {
                text: self.text.take().ok_or_else(|| self.missing("text"))?,
                stimulus: self.stimulus.take(),
            },
            Name::Attention => Kind::Attention {
                expect: self.expect.take().ok_or_else(|| self.missing("expect"))?,
                points: self.points(),
            },
        })
    }

    fn judgement(&mut self) -> Result<Kind, String> {
        Ok(Kind::Judgement {
            stimulus: self.stimulus.take(),
            post: self.post.take(),
            in_form_y: self.in_form_y.take(),
            truth: self.truth.take().ok_or_else(|| self.missing("truth"))?,
            options: self.options.take().unwrap_or_else(original_or_altered),
            confidence: self.confidence.take().unwrap_or(true),
            sharing: self.sharing.take().unwrap_or(false),
        })
    }

    fn options(&mut self) -> Result<Vec<Choice>, String> {
        self.options.take().ok_or_else(|| self.missing("options"))
    }

    fn shuffle(&mut self) -> bool {
        self.shuffle.take().unwrap_or(false)
    }

    fn points(&mut self) -> Points {
        Points {
            points: self.points.take().unwrap_or_default(),
            numbers: self.numbers.take(),
            ends: self.ends.take(),
            first: self.first.take().unwrap_or(1),
        }
    }

    fn take_min(&mut self) -> Option<Value> {
        self.min.take()
    }

    fn take_max(&mut self) -> Option<Value> {
        self.max.take()
    }

    /// A bound in the kind's own type: a count, a number or a day.
    fn bound<T: for<'de> Deserialize<'de>>(
        &mut self,
        name: &str,
        take: fn(&mut Self) -> Option<Value>,
    ) -> Result<Option<T>, String> {
        let Some(value) = take(self) else { return Ok(None) };
        let wrong = |_| format!("item `{}`: `{name}: {value}` does not fit an item of this kind", self.id);
        T::deserialize(&value).map(Some).map_err(wrong)
    }

    fn missing(&self, field: &str) -> String {
        format!("item `{}`: an item of this kind needs `{field}`", self.id)
    }

    /// A field that the kind did not take.
    fn left(&self) -> Option<&'static str> {
        let left = [
            ("options", self.options.is_some()),
            ("shuffle", self.shuffle.is_some()),
            ("min", self.min.is_some()),
            ("max", self.max.is_some()),
            ("points", self.points.is_some()),
            ("numbers", self.numbers.is_some()),
            ("ends", self.ends.is_some()),
            ("first", self.first.is_some()),
            ("rows", self.rows.is_some()),
            ("step", self.step.is_some()),
            ("unit", self.unit.is_some()),
            ("integer", self.integer.is_some()),
            ("long", self.long.is_some()),
            ("min_length", self.min_length.is_some()),
            ("max_length", self.max_length.is_some()),
            ("stimulus", self.stimulus.is_some()),
            ("post", self.post.is_some()),
            ("in_form_y", self.in_form_y.is_some()),
            ("truth", self.truth.is_some()),
            ("confidence", self.confidence.is_some()),
            ("sharing", self.sharing.is_some()),
            ("text", self.text.is_some()),
            ("expect", self.expect.is_some()),
        ];
        left.into_iter().find_map(|(field, is_left)| is_left.then_some(field))
    }
}
