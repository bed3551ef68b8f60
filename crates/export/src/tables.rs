//! The tables of the package.

use crate::bundle::{Versions, Wide};
use crate::schema::{Column, Kind, Table, column};

/// Arms and forms as the data name them.
const FORMS: [(&str, &str); 2] = [("x", "Form X"), ("y", "Form Y")];

/// All tables.
pub struct Tables {
    /// One row for each participant.
    pub participants: Table,
    /// One row for each place that was taken.
    pub allocations: Table,
    /// One row for each consent.
    pub consents: Table,
    /// One row for each receipt.
    pub submissions: Table,
    /// One row for each answer.
    pub responses: Table,
    /// One row for each medium on a page that was handed in.
    pub exposures: Table,
    /// One row for each timed moment.
    pub events: Table,
    /// One row for each participant, all questionnaires beside one another.
    pub questionnaires: Table,
    /// One row for each entry into a step.
    pub steps: Table,
    /// One row for each variable.
    pub variables: Table,
    /// One row for each media file.
    pub stimuli: Table,
    /// What the columns of the wide form are.
    pub wide: Vec<Wide>,
    /// The ticks of all consent texts.
    pub ticks: Vec<String>,
}

impl Tables {
    /// The tables of these versions.
    pub fn of(versions: &Versions) -> Self {
        let wide = versions.wide();
        let mut ticks: Vec<(String, String)> = Vec::new();
        for tick in versions.all().iter().rev().flat_map(|version| &version.study.consent.ticks) {
            if ticks.iter().all(|(id, _)| *id != tick.id) {
                ticks.push((tick.id.clone(), tick.label.0.clone()));
            }
        }
        Self {
            participants: participants(versions),
            allocations: allocations(versions),
            consents: consents(&ticks),
            submissions: submissions(),
            responses: responses(),
            exposures: exposures(),
            events: events(),
            questionnaires: questionnaires(&wide),
            steps: steps(),
            variables: variables(),
            stimuli: stimuli(),
            ticks: ticks.into_iter().map(|(id, _)| id).collect(),
            wide,
        }
    }

    /// All of them, in the order of the description.
    pub fn all(&self) -> [&Table; 11] {
        [
            &self.participants,
            &self.allocations,
            &self.consents,
            &self.submissions,
            &self.responses,
            &self.exposures,
            &self.events,
            &self.questionnaires,
            &self.steps,
            &self.variables,
            &self.stimuli,
        ]
    }
}

fn table(name: &'static str, title: &'static str, description: &'static str, key: &[&'static str]) -> Table {
    Table { name, title, description, columns: Vec::new(), key: key.into(), references: Vec::new() }
}

impl Table {
    fn with(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        self.columns.extend(columns);
        self
    }

    fn of_participants(self) -> Self {
        self.refers(&["participant_id"], "participants", &["participant_id"])
    }

    fn of_submissions(self) -> Self {
        self.of_participants().refers(&["receipt"], "submissions", &["receipt"])
    }
}

fn participant() -> Column {
    column("participant_id", Kind::Text, "Pseudonym of the participant").required()
}

fn arm(versions: &Versions) -> Column {
    let mut arms: Vec<(&str, &str)> = Vec::new();
    for (group, arm) in versions.all().iter().rev().flat_map(|version| &version.study.file.arms) {
        if arms.iter().all(|(name, _)| *name != group.name()) {
            arms.push((group.name(), &arm.label));
        }
    }
    column("arm", Kind::Text, "Arm of the trial").of(&arms)
}

fn version() -> Column {
    let label = "SHA-256 of the study bundle under which the row was collected; see materials/";
    column("study_version", Kind::Text, label).required()
}

fn receipt() -> Column {
    column("receipt", Kind::Text, "Number of the receipt that the participant's browser got").required()
}

fn time(name: &str, label: &str) -> Column {
    column(name, Kind::Time, format!("{label} (UTC, the server's clock)"))
}

/// Milliseconds from the moment when the page was shown, by the browser's monotonic clock.
fn since_shown(name: &str, label: &str) -> Column {
    column(name, Kind::Number, format!("{label}, counted from the moment when the page was shown")).unit("ms")
}

fn participants(versions: &Versions) -> Table {
    let description = "One row for each participant who registered, whatever became of them. Who withdrew and had \
                       everything erased has no row; results/consort.json counts them.";
    let status = [("active", "Under way"), ("completed", "Reached the end"), ("withdrawn", "Left, data kept")];
    table("participants", "Participants", description, &["participant_id"])
        .with([
            participant(),
            arm(versions),
            column("form", Kind::Text, "Parallel test form").of(&FORMS),
            column("place", Kind::Integer, "Number of the place in the allocation schedule"),
            column("status", Kind::Text, "Where the participant is in the study").required().of(&status),
            column("exposed", Kind::Flag, "Has seen the first page that differs between the arms").required(),
            column("completed", Kind::Flag, "Has reached the end").required(),
            column("training_items", Kind::Integer, "Training items that the arm has"),
            column("training_answered", Kind::Integer, "Of these, answered"),
            column("locale", Kind::Text, "Language of the participant").required(),
            column("simulated", Kind::Flag, "A robot of the rehearsal, no person").required(),
            column("order_seed", Kind::Text, "Seed of every order that was drawn for the participant").required(),
            column("last_page", Kind::Text, "The page that the participant is on, or was on last"),
            time("registered_at", "Registration").required(),
            time("exposed_at", "First page that differs between the arms"),
            time("completed_at", "End reached"),
            time("withdrawn_at", "Withdrawal"),
            time("last_moved_at", "Arrival on the last page"),
            version(),
        ])
        .refers(&["place"], "allocations", &["place"])
}

fn allocations(versions: &Versions) -> Table {
    let description = "The ledger: one row for each place of the schedule that is taken, in the schedule's order. \
                       Free places are left out, because they tell who comes next.";
    let states =
        [("reserved", "Registered"), ("confirmed", "Exposed"), ("withdrawn", "Withdrawn, not given out again")];
    table("allocations", "Allocation ledger", description, &["place"])
        .with([
            column("place", Kind::Integer, "Position in the schedule, from 1").required(),
            column("block", Kind::Integer, "Block, from 1").required(),
            arm(versions).required(),
            column("form", Kind::Text, "Test form of the place").required().of(&FORMS),
            column("state", Kind::Text, "What became of the place").required().of(&states),
            time("claimed_at", "When the place was last taken"),
            Column { required: false, ..participant() },
        ])
        .of_participants()
}

fn consents(ticks: &[(String, String)]) -> Table {
    let description = "One row for each consent as it was given; never changed.";
    let ticks = ticks.iter().map(|(id, label)| column(format!("tick_{id}"), Kind::Flag, format!("Ticked: {label}")));
    table("consents", "Consents", description, &["participant_id", "consent_version", "given_at"])
        .with([
            participant(),
            column("consent_version", Kind::Text, "Version of the consent text").required(),
            time("given_at", "When it was given").required(),
            column("locale", Kind::Text, "Language in which it was read").required(),
        ])
        .with(ticks)
        .with([column("text_sha256", Kind::Text, "SHA-256 of the text as it was shown").required(), version()])
        .of_participants()
}

fn submissions() -> Table {
    let description = "One row for each thing that a participant handed in and got a receipt for, with its times. \
                       A completed persona of Flow B and a section left wholly open have no answers, but a row here.";
    table("submissions", "Submissions", description, &["receipt"])
        .with([
            receipt(),
            participant(),
            column("submission", Kind::Text, "What was handed in, such as pre/<section> or flow-a/<question>")
                .required(),
            column("attempt", Kind::Integer, "Attempt at it, from 1").required(),
            column("step", Kind::Integer, "Step of the arm, from 0").required(),
            column("page", Kind::Text, "Page that it was handed in on").required(),
            column("answers", Kind::Integer, "Number of answers in it").required(),
            time("stored_at", "When it was stored").required(),
            since_shown("first_interaction_ms", "First touch of any control"),
            since_shown("submit_ms", "When it was handed in"),
            column("hidden_ms", Kind::Number, "How long the page was hidden meanwhile").unit("ms"),
            version(),
        ])
        .of_participants()
}

fn responses() -> Table {
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
            column("submission", Kind::Text, "What it was handed in with").required(),
            column("attempt", Kind::Integer, "Attempt, from 1").required(),
            column("variable", Kind::Text, "What was asked; see the table variables").required(),
            column("value", Kind::Text, "The answer as it was given; several answers as a JSON list").required(),
            column("value_number", Kind::Number, "The answer, where it is a number"),
            column("stimulus", Kind::Text, "The medium that it is about"),
            column("truth", Kind::Text, "The right answer in the participant's form, for a judgement"),
            column("correct", Kind::Flag, "Whether the judgement was right"),
            since_shown("first_change_ms", "When the answer was first set"),
            since_shown("last_change_ms", "When the answer was last changed"),
            column("changes", Kind::Integer, "How often the answer was set or changed"),
            since_shown("submit_ms", "When it was handed in"),
            time("stored_at", "When it was stored").required(),
            version(),
        ])
        .of_submissions()
        .refers(&["study_version", "variable"], "variables", &["study_version", "variable"])
}

fn exposures() -> Table {
    let description = "One row for each medium on a page that was handed in, with the evidence of how it was met.";
    table("exposures", "Exposures", description, &["receipt", "position"])
        .with([
            participant(),
            receipt(),
            column("submission", Kind::Text, "What was handed in on the page").required(),
            column("attempt", Kind::Integer, "Attempt, from 1").required(),
            column("position", Kind::Integer, "Number of the medium on the page, from 1").required(),
            column("file", Kind::Text, "File of the bundle's media").required(),
            column("stimulus", Kind::Text, "Stimulus that the file belongs to; see the table stimuli"),
            column("shown", Kind::Text, "Version of the stimulus").of(&VERSIONS),
            since_shown("can_play_ms", "When it could play"),
            since_shown("first_frame_ms", "When its first frame was shown"),
            column("watched_s", Kind::Number, "Length of what was played, each part counted once").unit("s"),
            column("watched", Kind::Text, "Parts that were played, in seconds of the medium: JSON list of [from, to]")
                .required(),
            column("stalls", Kind::Integer, "How often it stopped for want of data").required(),
            column("stalled_ms", Kind::Number, "For how long").required().unit("ms"),
            column("seeks", Kind::Integer, "How often the participant jumped in it").required(),
            column("plays", Kind::Integer, "How often it was started").required(),
            column("muted", Kind::Flag, "It ran without sound").required(),
            column("captions", Kind::Flag, "Captions were shown").required(),
            column("error", Kind::Text, "Why it failed, if it did"),
        ])
        .of_submissions()
}

const VERSIONS: [(&str, &str); 2] = [("original", "Unaltered"), ("altered", "With one cue changed")];

fn events() -> Table {
    let description = "One row for each timed moment on a page that was handed in: an answer set or changed, a piece \
                       of evidence opened.";
    let kinds = [("changed", "An answer was set or changed"), ("opened", "Evidence was opened")];
    table("events", "Events", description, &["receipt", "kind", "position"])
        .with([
            participant(),
            receipt(),
            column("kind", Kind::Text, "What happened").required().of(&kinds),
            column("position", Kind::Integer, "Number among its kind, from 1").required(),
            column("item", Kind::Text, "Control or piece of evidence").required(),
            since_shown("at_ms", "When").required(),
        ])
        .of_submissions()
}

fn questionnaires(wide: &[Wide]) -> Table {
    let description = "The wide form: one row for each participant, one column for each variable and score of the \
                       questionnaires. An item with several answers has a column for each option.";
    table("questionnaires", "Questionnaires", description, &["participant_id"])
        .with([participant()])
        .with(wide.iter().map(|wide| wide.column.clone()))
        .of_participants()
}

fn steps() -> Table {
    let description = "One row for each entry of a participant into a step of the arm.";
    table("steps", "Steps", description, &["participant_id", "step"])
        .with([
            participant(),
            column("step", Kind::Integer, "Number of the step in the arm, from 0").required(),
            column("page", Kind::Text, "First page of the step").required(),
            time("entered_at", "When it was entered").required(),
        ])
        .of_participants()
}

fn variables() -> Table {
    let description = "What was asked: one row for each variable of each version of the study.";
    table("variables", "Variables", description, &["study_version", "variable"]).with([
        version(),
        column("variable", Kind::Text, "Name").required(),
        column("part", Kind::Text, "Where it is asked").required(),
        column("label", Kind::Text, "What was asked").required(),
        column("type", Kind::Text, "Type of its values").required(),
        column("values", Kind::Text, "Its values with their words: JSON object"),
        column("minimum", Kind::Number, "Smallest value"),
        column("maximum", Kind::Number, "Largest value"),
        column("unit", Kind::Text, "Unit, in the study's words"),
        column("required", Kind::Flag, "Must be answered when it is shown").required(),
        column("condition", Kind::Text, "When it is shown, if not always"),
        column("stimulus", Kind::Text, "The medium that it is about"),
        column("truth_x", Kind::Text, "The right answer in form X"),
        column("truth_y", Kind::Text, "The right answer in form Y"),
        column("scales", Kind::Text, "Scales that it is part of"),
        column("scoring", Kind::Text, "How a score is made"),
        column("source", Kind::Text, "Where the wording comes from"),
    ])
}

fn stimuli() -> Table {
    let description = "The media: one row for each file of each version of a stimulus.";
    let kinds = [("image", "Picture"), ("audio", "Sound"), ("video", "Film")];
    let roles = [("medium", "The medium itself"), ("poster", "Still before it plays"), ("captions", "Captions")];
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
        column("credit", Kind::Text, "Whom to name").required(),
    ])
}
