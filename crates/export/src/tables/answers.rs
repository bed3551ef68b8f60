//! Tables of what participants submitted.

use super::{VERSIONS, block, condition, participant, receipt, since_shown, table, time, version, wave};
use crate::bundle::{Versions, Wide};
use crate::schema::{Column, Kind, Table, column};
use unmask_study::evidence::MediaError;

/// Of something submitted.
const POSITION: &str = "Position at which it was shown in this participant's order, from 1: a question of Flow A among all \
                        of them, a post among those of its person, a clip of the control flow among all of them, a \
                        section in its questionnaire; a page of a section with one_per_page among those of the section";

/// Of a section.
const POSITION_OF_SECTION: &str = "Position of the section in the questionnaire in this participant's order, from 1";

/// Of an answer.
const POSITION_OF_ANSWER: &str = "Position at which the question was shown in this participant's order, from 1: in a \
                                  questionnaire among the questions of its section, hidden ones included; elsewhere that \
                                  of the submission";

/// Of a medium.
const POSITION_OF_MEDIUM: &str = "Position at which it was shown in this participant's order, from 1: that of the \
                                  question, post or clip that it belongs to; in a questionnaire its own among the media \
                                  of the section";

/// Of a time that orders what one person did.
const STORED_AT: &str = "When it was stored; never goes back for one participant";

/// Of the time that was measured.
const MEASURED_AT: &str = "When it was stored, as the clock showed it; for durations. It differs from stored_at only if the clock was \
                           set back";

/// Of a moment.
const OMITTED: &str = "Number of moments of the same item between this row and its next one that are not listed";

/// Of a submission.
fn stage() -> Column {
    let stages = [
        ("only", "There is no advice on it"),
        ("initial", "The judgement before the advice"),
        ("final", "The judgement after the advice"),
    ];
    column("stage", Kind::Text, "Whether a judgement was made before or after advice").required().of(&stages)
}

pub(super) fn submissions(versions: &Versions) -> Table {
    let description = "One row for each submission with a receipt, with its times. \
                       A completed persona of Flow B and a section without answers have a row here, too.";
    table("submissions", "Submissions", description, &["receipt"])
        .with([
            receipt(),
            participant(),
            wave(versions),
            block(),
            column(
                "submission",
                Kind::Text,
                "Submission, such as pre/<section>, pre/<section>/<item> or flow-a/<question>",
            )
            .required(),
            column("attempt", Kind::Integer, "Attempt at it, from 1").required(),
            stage(),
            column("step", Kind::Integer, "Step of the arm, from 0").required(),
            column("page", Kind::Text, "Page of the submission").required(),
            column("section_position", Kind::Integer, POSITION_OF_SECTION),
            column("position", Kind::Integer, POSITION),
            column("answers", Kind::Integer, "Number of answers in it").required(),
            time("stored_at", STORED_AT).required(),
            time("measured_at", MEASURED_AT).required(),
            since_shown("first_interaction_ms", "First use of any control"),
            since_shown("submit_ms", "When it was submitted"),
            column("hidden_ms", Kind::Number, "How long the page was hidden during this time").unit("ms"),
            column(
                "unseen_media",
                Kind::Integer,
                "Number of media that were judged although they had not been played (audio, video) or shown (image); only first attempts, without media that failed",
            ),
            column(
                "evidence_opened",
                Kind::Integer,
                "Number of different pieces of evidence that were opened, of a post that has some",
            ),
            column(
                "dropped",
                Kind::Integer,
                "Timing entries from the browser that matched nothing on the page and were dropped",
            ),
            version(),
        ])
        .of_participants()
}

pub(super) fn responses(versions: &Versions) -> Table {
    let description = "The long form: one row for each answer, every attempt.";
    let phases = [
        ("pre", "Questionnaire before"),
        ("practice", "Practice item"),
        ("treatment", "Questionnaire before the training"),
        ("flow-a", "Training: questions"),
        ("flow-b", "Training: posts"),
        ("control", "Active control"),
        ("post", "Questionnaire after"),
    ];
    table("responses", "Responses", description, &["receipt", "variable"])
        .with([
            participant(),
            receipt(),
            column("phase", Kind::Text, "Part of the study").required().of(&phases),
            wave(versions),
            block(),
            column("submission", Kind::Text, "Submission that it is part of").required(),
            column("attempt", Kind::Integer, "Attempt, from 1").required(),
            stage(),
            column("section_position", Kind::Integer, POSITION_OF_SECTION),
            column("position", Kind::Integer, POSITION_OF_ANSWER),
            column("variable", Kind::Text, "What was asked; see the table variables").required(),
            column("value", Kind::Text, "The answer as it was given; several answers as a JSON list").required(),
            column("value_number", Kind::Number, "The answer, if it is a number"),
            column("stimulus", Kind::Text, "The stimulus that was judged"),
            column("truth", Kind::Text, "The correct answer in the participant's form, for a judgement"),
            column("correct", Kind::Flag, "Whether the judgement was correct"),
            condition(),
            since_shown("first_change_ms", "When the answer was first set"),
            since_shown("last_change_ms", "When the answer was last changed"),
            column("changes", Kind::Integer, "How often the answer was set or changed"),
            since_shown("submit_ms", "When it was submitted"),
            time("stored_at", STORED_AT).required(),
            time("measured_at", MEASURED_AT).required(),
            version(),
        ])
        .of_submissions()
        .refers(&["study_version", "variable"], "variables", &["study_version", "variable"])
}

pub(super) fn exposures(versions: &Versions) -> Table {
    let description = "One row for each medium that was shown, and for each post or text without one: with what the submission \
                       of its page measured, or without a submission if the participant left before.";
    table("exposures", "Exposures", description, &["participant_id", "submission", "attempt", "stage", "medium"])
        .with([
            participant(),
            column("receipt", Kind::Text, "Number of the receipt of the submission"),
            wave(versions),
            block(),
            column("submission", Kind::Text, "Submission of the page, whether it was made or not").required(),
            column("attempt", Kind::Integer, "Attempt, from 1").required(),
            stage(),
            column("position", Kind::Integer, POSITION_OF_MEDIUM),
            column("medium", Kind::Integer, "Number of the medium on the page, from 1").required(),
            column("file", Kind::Text, "File of the bundle's media; not applicable to a text without one"),
            column("variable", Kind::Text, "Of a post or text without a medium in a questionnaire: its item"),
            column("stimulus", Kind::Text, "Stimulus that the file belongs to; see the table stimuli"),
            column("shown", Kind::Text, "Version of the stimulus").of(&VERSIONS),
            condition(),
            since_shown("can_play_ms", "When it could play"),
            since_shown("first_frame_ms", "When its first frame was shown"),
            column("watched_s", Kind::Number, "Length of what was played, each part counted once").unit("s"),
            column("watched", Kind::Text, "Parts that were played, in seconds of the medium: JSON list of [from, to]"),
            column(
                "watched_omitted",
                Kind::Integer,
                "Number of parts between the first and the last of these that are not listed",
            ),
            column("stalls", Kind::Integer, "How often playback stopped to load data"),
            column("stalled_ms", Kind::Number, "How long it stopped in total").unit("ms"),
            column("seeks", Kind::Integer, "How often the participant skipped forward or back"),
            column("plays", Kind::Integer, "How often it was started"),
            column("muted", Kind::Flag, "It was muted"),
            column("captions", Kind::Flag, "Captions were shown"),
            column("error", Kind::Text, "Why it failed, if it did")
                .of(&MediaError::ALL.map(|(_, name, label)| (name, label))),
            column("answered", Kind::Flag, "The page was submitted").required(),
            Column { kind: Kind::Integer, ..since_shown("first_shown_ms", "When it was first visible") },
            time("shown_stored_at", "When it was stored that it had been visible; never goes back for one participant"),
            time("shown_measured_at", "The same, as the clock showed it; for durations"),
        ])
        .of_submissions()
}

pub(super) fn events() -> Table {
    let description = "One row for each timed moment on a submitted page: an answer set or changed, a piece \
                       of evidence opened.";
    let kinds = [
        ("changed", "An answer was set or changed"),
        ("opened", "Evidence, a transcript or an enlargement was opened, or the reminder shown"),
    ];
    table("events", "Events", description, &["receipt", "kind", "position"])
        .with([
            participant(),
            receipt(),
            column("kind", Kind::Text, "What happened").required().of(&kinds),
            column("position", Kind::Integer, "Number among its kind, from 1").required(),
            column("item", Kind::Text, "Answer, piece of evidence (<post>/<id>), transcript, zoom-<step>, or reminder: that the medium was not played or nothing was checked").required(),
            since_shown("at_ms", "When").required(),
            column("omitted", Kind::Integer, OMITTED).required(),
        ])
        .of_submissions()
}

pub(super) fn questionnaires(wide: &[Wide]) -> Table {
    let description = "The wide form: one row for each participant, one column for each variable and score of the \
                       questionnaires. An item with several answers has a column for each option. A judgement \
                       with advice has its final answer.";
    table("questionnaires", "Questionnaires", description, &["participant_id"])
        .with([participant()])
        .with(wide.iter().map(|wide| wide.column.clone()))
        .of_participants()
}
