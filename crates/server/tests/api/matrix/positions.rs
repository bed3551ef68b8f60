//! The positions of each arm of the small study, in the order of one walk: what may be done there, and what may be
//! viewed again. Written by hand from the specification, not derived from the program.

/// A position in the page flow.
pub struct Position {
    /// The page, with the bundle's ids.
    pub page: &'static str,
    /// What moves the participant: `item`, `item = answer`, or the page of a visit. The walk takes the first.
    pub acts: &'static [&'static str],
    /// Earlier pages that are open, in addition to those that always are: pages, or `fa_1` for a question and both its
    /// verdict pages, or `fa_1?` for the question alone.
    pub looks: &'static [&'static str],
}

macro_rules! positions {
    ($($page:literal: [$($act:literal),*] [$($look:literal),*];)+) => {
        &[$(Position { page: $page, acts: &[$($act),*], looks: &[$($look),*] }),+]
    };
}

/// An arm: its name, and one walk through it.
pub struct Arm {
    pub group: &'static str,
    pub own: &'static [Position],
}

pub const CONTROL: Arm = Arm {
    group: "control_0",
    own: positions! {
        "/control-flow": ["control/cf_1"] [];
        "/control-flow": ["control/cf_2"] [];
    },
};

pub const FLOW_A: Arm = Arm {
    group: "treatment_0",
    own: positions! {
        "/flow-a/start": ["/flow-a/question/fa_1"] [];
        "/flow-a/question/fa_1": ["flow-a/fa_1 = original"] ["/flow-a/start"];
        "/flow-a/question/fa_1/followup": ["flow-a/fa_1/followup"] ["/flow-a/start"];
        "/flow-a/question/fa_1/incorrect": ["/flow-a/question/fa_1", "/flow-a/question/fa_2"] ["/flow-a/start", "fa_1?"];
        "/flow-a/question/fa_1": ["flow-a/fa_1 = altered"] ["/flow-a/start"];
        "/flow-a/question/fa_1/correct": ["/flow-a/question/fa_2"] ["/flow-a/start", "fa_1?"];
        "/flow-a/question/fa_2": ["flow-a/fa_2 = original"] ["/flow-a/start", "fa_1"];
        "/flow-a/question/fa_2/followup": ["flow-a/fa_2/followup"] ["/flow-a/start", "fa_1"];
        "/flow-a/question/fa_2/correct": ["/flow-a/interim"] ["/flow-a/start", "fa_1", "fa_2?"];
        "/flow-a/interim": ["/flow-a/question/fa_3"] ["/flow-a/start", "fa_1", "fa_2"];
        "/flow-a/question/fa_3": ["flow-a/fa_3 = original"] ["/flow-a/start", "/flow-a/interim", "fa_1", "fa_2"];
        "/flow-a/question/fa_3/followup": ["flow-a/fa_3/followup"] ["/flow-a/start", "/flow-a/interim", "fa_1", "fa_2"];
        "/flow-a/question/fa_3/incorrect": ["/flow-a/question/fa_4", "/flow-a/question/fa_3"]
            ["/flow-a/start", "/flow-a/interim", "fa_1", "fa_2", "fa_3?"];
        "/flow-a/question/fa_4": ["flow-a/fa_4 = original"] ["/flow-a/start", "/flow-a/interim", "fa_1", "fa_2", "fa_3"];
        "/flow-a/question/fa_4/followup": ["flow-a/fa_4/followup"]
            ["/flow-a/start", "/flow-a/interim", "fa_1", "fa_2", "fa_3"];
        "/flow-a/question/fa_4/correct": ["/flow-a/end"]
            ["/flow-a/start", "/flow-a/interim", "fa_1", "fa_2", "fa_3", "fa_4?"];
        "/flow-a/end": ["/post-questionnaire"] ["/flow-a/start", "/flow-a/interim", "fa_1", "fa_2", "fa_3", "fa_4"];
    },
};

pub const FLOW_B: Arm = Arm {
    group: "treatment_1",
    own: positions! {
        "/dashboard": ["/flow-b/start/jonas", "/flow-b/start/maren"] [];
        "/flow-b/start/jonas": ["/dashboard", "/flow-b/question/fb_3"] [];
        "/dashboard": ["/flow-b/start/jonas", "/flow-b/start/maren"] [];
        "/flow-b/start/jonas": ["/flow-b/question/fb_3", "/dashboard"] [];
        "/flow-b/question/fb_3": ["flow-b/fb_3 = genuine"] ["/flow-b/start/jonas"];
        "/flow-b/question/fb_3/incorrect": ["/flow-b/question/fb_3", "/flow-b/question/fb_4"]
            ["/flow-b/start/jonas", "fb_3?"];
        "/flow-b/question/fb_3": ["flow-b/fb_3 = misleading"] ["/flow-b/start/jonas"];
        "/flow-b/question/fb_3/correct": ["/flow-b/question/fb_4"] ["/flow-b/start/jonas", "fb_3?"];
        "/flow-b/question/fb_4": ["flow-b/fb_4 = genuine"] ["/flow-b/start/jonas", "fb_3"];
        "/flow-b/question/fb_4/correct": ["flow-b/persona/jonas"] ["/flow-b/start/jonas", "fb_3", "fb_4?"];
        "/dashboard": ["/flow-b/start/maren"] [];
        "/flow-b/start/maren": ["/flow-b/question/fb_1", "/dashboard"] [];
        "/flow-b/question/fb_1": ["flow-b/fb_1 = genuine"] ["/flow-b/start/maren"];
        "/flow-b/question/fb_1/incorrect": ["/flow-b/question/fb_2", "/flow-b/question/fb_1"]
            ["/flow-b/start/maren", "fb_1?"];
        "/flow-b/question/fb_2": ["flow-b/fb_2 = misleading"] ["/flow-b/start/maren", "fb_1"];
        "/flow-b/question/fb_2/incorrect": ["flow-b/persona/maren", "/flow-b/question/fb_2"]
            ["/flow-b/start/maren", "fb_1", "fb_2?"];
        "/dashboard": ["/post-questionnaire"] [];
    },
};

const BEFORE: &[Position] = positions! {
    "/pre-questionnaire": ["pre/you", "pre"] [];
    "/pre-questionnaire": ["pre/views", "pre"] [];
    "/pre-questionnaire": ["pre/first_look/pre_1", "pre"] [];
    "/pre-questionnaire": ["pre/first_look/pre_2", "pre"] [];
    "/home": ["practice"] [];
    "/home-right": ["/treatment-questionnaire"] ["/home"];
    "/treatment-questionnaire": ["treatment/expectancy", "treatment"] [];
};

const AFTER: &[Position] = positions! {
    "/post-questionnaire": ["post/second_look", "post"] [];
    "/post-questionnaire": ["post/last", "post"] [];
    "/end": [] [];
};

/// Open to all participants, at any position.
const ALWAYS: [&str; 5] = ["/", "/consent", "/auth", "/profile", "/dashboard"];

/// Pages other than those of questions and posts.
const PAGES: &str = "
    / /consent /auth /profile /dashboard /pre-questionnaire /home /home-right /home-wrong /treatment-questionnaire
    /flow-a/start /flow-a/interim /flow-a/end /control-flow /post-questionnaire /end /flow-b/start/maren
    /flow-b/start/jonas";

/// A post among the questions, a clip among the posts, a questionnaire of no page.
const NOWHERE: [&str; 3] = ["/flow-a/question/fb_1", "/flow-b/question/cf_1", "/post-questionnaire/second_look"];

/// Every page of the study, and some that there are not.
pub fn pages() -> Vec<String> {
    let items = |flow: &'static str, ids: [&'static str; 4], ends: &'static [&'static str]| {
        ids.into_iter().flat_map(move |id| ends.iter().map(move |end| format!("/{flow}/question/{id}{end}")))
    };
    let plain = PAGES.split_whitespace().map(str::to_owned);
    let questions = items("flow-a", ["fa_1", "fa_2", "fa_3", "fa_4"], &["", "/followup", "/correct", "/incorrect"]);
    let posts = items("flow-b", ["fb_1", "fb_2", "fb_3", "fb_4"], &["", "/correct", "/incorrect"]);
    plain.chain(questions).chain(posts).chain(NOWHERE.map(str::to_owned)).collect()
}

impl Arm {
    /// The whole walk.
    pub fn positions(&self) -> impl Iterator<Item = &'static Position> + use<> {
        BEFORE.iter().chain(self.own).chain(AFTER)
    }

    /// Whether the arm has a part of the study.
    pub fn has(&self, part: &str) -> bool {
        self.positions().any(|position| position.part() == part)
    }
}

impl Position {
    /// The part of the study that the page belongs to: the beginning of its items' names.
    pub fn part(&self) -> &'static str {
        match self.page {
            "/home" | "/home-right" => "practice",
            "/dashboard" => "flow-b",
            page => ["pre", "treatment", "flow-a", "flow-b", "control", "post", "end"]
                .into_iter()
                .find(|part| page[1..].starts_with(part))
                .unwrap(),
        }
    }

    /// The persona whose posts are open at this position.
    pub fn persona(&self) -> Option<&'static str> {
        match self.page.strip_prefix("/flow-b/")? {
            page if page.contains("maren") || page.contains("fb_1") || page.contains("fb_2") => Some("maren"),
            _ => Some("jonas"),
        }
    }

    /// Whether this moves the participant.
    pub fn moves(&self, act: &str) -> bool {
        self.acts.iter().any(|one| one.split(" = ").next() == Some(act))
    }

    /// Whether a page may be looked at.
    pub fn opens(&self, page: &str) -> bool {
        let of_this_flow = page.get(..8) == self.page.get(..8);
        let question = page.split('/').nth(3).filter(|_| of_this_flow).unwrap_or_default();
        page == self.page
            || ALWAYS.contains(&page)
            || self.looks.iter().any(|look| match look.strip_suffix('?') {
                Some(one) => page.ends_with(one) && question == one,
                None => *look == page || (question == *look && !page.ends_with("/followup")),
            })
    }
}
