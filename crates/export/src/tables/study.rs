//! Tables about the study itself.

use unmask_study::text::Locale;

use super::{VERSIONS, table, version};
use crate::bundle::Versions;
use crate::schema::{Kind, Table, column};

pub(super) fn variables() -> Table {
    let description = "One row for each variable of each version of the study.";
    table("variables", "Variables", description, &["study_version", "variable"]).with([
        version(),
        column("variable", Kind::Text, "Name").required(),
        column("part", Kind::Text, "Where it is asked").required(),
        column("label", Kind::Text, "What was asked").required(),
        column("type", Kind::Text, "Type of its values").required(),
        column(
            "values",
            Kind::Text,
            "Its values with their labels, or the labels at both ends of a numbered scale: JSON object",
        ),
        column("minimum", Kind::Number, "Smallest value"),
        column("maximum", Kind::Number, "Largest value"),
        column("unit", Kind::Text, "Unit, as in the study"),
        column("required", Kind::Flag, "An answer is required when it is shown").required(),
        column("condition", Kind::Text, "When it is shown, if not always"),
        column("stimulus", Kind::Text, "The stimulus that is judged"),
        column("truth_x", Kind::Text, "The correct answer in form X"),
        column("truth_y", Kind::Text, "The correct answer in form Y"),
        column(
            "lists",
            Kind::Text,
            "Condition within participants, correct answer, and the medium if it differs, on each list, for an item with conditions: JSON object",
        ),
        column("scales", Kind::Text, "Scales that it is part of"),
        column("scoring", Kind::Text, "How the score is computed, or which answers pass a check"),
        column("source", Kind::Text, "Where the wording comes from"),
    ])
}

/// The codebook itself: a document, so a cell without a value is empty.
pub(super) fn codebook(versions: &Versions) -> Table {
    let description = "One row for each column of each table.";
    let translated = versions.active().study.catalog.translations.keys().flat_map(|Locale(tag)| {
        [
            column(format!("label_{tag}"), Kind::Text, format!("What the column has, in {tag}")),
            column(format!("values_{tag}"), Kind::Text, format!("Its values with their labels, in {tag}")),
        ]
    });
    table("codebook", "Every column of every table", description, &["table", "column"])
        .at("codebook.csv")
        .with([
            column("table", Kind::Text, "Name of the table").required(),
            column("column", Kind::Text, "Name of the column").required(),
            column("type", Kind::Text, "Type of its values in Table Schema").required(),
            column("label", Kind::Text, "What the column has").required(),
            column("values", Kind::Text, "Its values with their labels, or the labels at both ends of its scale"),
            column("unit", Kind::Text, "Unit"),
            column("minimum", Kind::Number, "Smallest value"),
            column("maximum", Kind::Number, "Largest value"),
            column("always_present", Kind::Flag, "Every row has a value").required(),
            column("condition", Kind::Text, "When the question is shown, if not always"),
            column("scales", Kind::Text, "Scales that it is part of"),
            column("scoring", Kind::Text, "How the score is computed, or which answers pass a check"),
            column("source", Kind::Text, "Where the wording comes from"),
        ])
        .with(translated)
}

pub(super) fn stimuli() -> Table {
    let description = "The media: one row for each file of each version of a stimulus.";
    let kinds = [("image", "Picture"), ("audio", "Sound"), ("video", "Video")];
    let roles =
        [("medium", "The medium itself"), ("poster", "Still picture before it plays"), ("captions", "Captions")];
    table("stimuli", "Stimuli", description, &["study_version", "stimulus", "shown", "file"]).with([
        version(),
        column("stimulus", Kind::Text, "Name in the bundle").required(),
        column("shown", Kind::Text, "Version").required().of(&VERSIONS),
        column("file", Kind::Text, "File of the bundle's media").required(),
        column("role", Kind::Text, "What the file is").required().of(&roles),
        column("kind", Kind::Text, "Kind of medium").required().of(&kinds),
        column("sha256", Kind::Text, "SHA-256 of the file").required(),
        column("seconds", Kind::Number, "Length").unit("s"),
        column("cue", Kind::Text, "Family of the cue that was changed"),
        column("cue_name", Kind::Text, "The cue in words"),
        column("alt", Kind::Text, "Alternative text").required(),
        column("source_type", Kind::Text, "IPTC digital source type").required(),
        column("licence", Kind::Text, "SPDX licence id").required(),
        column("credit", Kind::Text, "Credit line").required(),
    ])
}
