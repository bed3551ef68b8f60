//! Replaces bundle IDs by opaque IDs and paths below `media/` by tickets, in everything that handlers send.

use unmask_study::public::{
    PublicClip, PublicDebrief, PublicEvidence, PublicExercise, PublicFlowBPost, PublicItem, PublicKind, PublicMedia,
    PublicPersona, PublicPost, PublicPractice, PublicQuestion, PublicQuestionnaire,
};

use super::LoadedVersion;
use super::opaque::evidence_id;
use crate::base::clock::Millis;

/// For whom and when the addresses are made.
pub struct Tickets<'a> {
    /// The study version.
    pub loaded: &'a LoadedVersion,
    /// The session that the addresses are for, and end with.
    pub session: &'a str,
    /// The present moment.
    pub now: Millis,
}

impl Tickets<'_> {
    /// The address of a file below `media/`. A file that the study does not name has none.
    pub fn address(&self, file: &str) -> String {
        self.loaded.media.address(file, self.session, self.now).unwrap_or_default()
    }

    fn id(&self, id: &mut String) {
        *id = self.loaded.ids.opaque(id).unwrap_or_default();
    }
}

/// A shape that may leave the server once it is sealed.
pub trait Seal: Sized {
    /// Exchanges ids and addresses in place.
    fn seal(&mut self, tickets: &Tickets);

    /// The sealed shape.
    #[must_use]
    fn sealed(mut self, tickets: &Tickets) -> Self {
        self.seal(tickets);
        self
    }
}

impl<T: Seal> Seal for Vec<T> {
    fn seal(&mut self, tickets: &Tickets) {
        for one in self {
            one.seal(tickets);
        }
    }
}

impl<T: Seal> Seal for Option<T> {
    fn seal(&mut self, tickets: &Tickets) {
        if let Some(one) = self {
            one.seal(tickets);
        }
    }
}

impl Seal for PublicMedia {
    fn seal(&mut self, tickets: &Tickets) {
        let sources = self.sources.iter_mut().map(|source| &mut source.url);
        let captions = self.captions.iter_mut().map(|captions| &mut captions.url);
        for url in sources.chain(&mut self.poster).chain(captions) {
            *url = tickets.address(url);
        }
    }
}

impl Seal for PublicPost {
    fn seal(&mut self, tickets: &Tickets) {
        if let Some(portrait) = &mut self.portrait {
            *portrait = tickets.address(portrait);
        }
    }
}

impl Seal for PublicQuestionnaire {
    fn seal(&mut self, tickets: &Tickets) {
        for section in &mut self.sections {
            section.items.seal(tickets);
        }
    }
}

impl Seal for PublicItem {
    fn seal(&mut self, tickets: &Tickets) {
        if let Some(media) = self.kind.media_mut() {
            media.seal(tickets);
        }
        if let PublicKind::Judgement(judgement) = &mut self.kind {
            judgement.post.seal(tickets);
        }
    }
}

impl Seal for PublicPractice {
    fn seal(&mut self, tickets: &Tickets) {
        tickets.id(&mut self.id);
        self.media.seal(tickets);
    }
}

impl Seal for PublicPersona {
    fn seal(&mut self, tickets: &Tickets) {
        tickets.id(&mut self.id);
    }
}

impl Seal for PublicQuestion {
    fn seal(&mut self, tickets: &Tickets) {
        tickets.id(&mut self.id);
        tickets.id(&mut self.persona);
        self.media.seal(tickets);
    }
}

/// The IDs of evidence are unique within their post.
fn seal_evidence(tickets: &Tickets, post: &str, evidence: &mut [PublicEvidence]) {
    for PublicEvidence { id, media, .. } in evidence {
        *id = tickets.loaded.ids.opaque(&evidence_id(post, id)).unwrap_or_default();
        media.seal(tickets);
    }
}

impl Seal for PublicFlowBPost {
    fn seal(&mut self, tickets: &Tickets) {
        seal_evidence(tickets, &self.id, &mut self.evidence);
        tickets.id(&mut self.id);
        tickets.id(&mut self.persona);
        self.post.seal(tickets);
        self.media.seal(tickets);
    }
}

impl Seal for PublicClip {
    fn seal(&mut self, tickets: &Tickets) {
        tickets.id(&mut self.id);
        self.persona.iter_mut().for_each(|persona| tickets.id(persona));
        self.media.seal(tickets);
        self.ratings.seal(tickets);
    }
}

impl Seal for PublicDebrief {
    fn seal(&mut self, tickets: &Tickets) {
        // Items of questionnaires keep their names: their truth is not in them.
        if let Some(id) = tickets.loaded.ids.opaque(&self.id) {
            self.id = id;
        }
        if let Some(thumb) = &mut self.thumb {
            *thumb = tickets.address(thumb);
        }
        self.media.seal(tickets);
    }
}

impl Seal for PublicExercise {
    fn seal(&mut self, tickets: &Tickets) {
        seal_evidence(tickets, &self.id, &mut self.evidence);
        tickets.id(&mut self.id);
        self.post.seal(tickets);
        self.media.seal(tickets);
    }
}
