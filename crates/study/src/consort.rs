//! Who stands in which box of the flow diagram (CONSORT 2025, items 22a and 22b): one definition for the console, the
//! data package and the report.

/// What the diagram asks of a participant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disposition {
    /// Saw the first page that differs between the arms: randomised.
    pub exposed: bool,
    /// Reached the end, whatever came afterwards.
    pub completed: bool,
    /// Withdrew, before the end or after it.
    pub withdrew: Option<Withdrew>,
    /// Left out of the analysis, [as planned](crate::exclusion) or by the researcher.
    pub excluded: bool,
}

/// How somebody withdrew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrew {
    /// What they gave is kept.
    Kept,
    /// Everything was erased but a count.
    Erased,
}

/// People by where they stand.
///
/// Whoever reached the end stays counted as completed, also if they withdraw later, with or without their data: they were
/// followed up to the end, and what is missing of them is missing in the analysis. So everybody is in exactly one of
/// `completed`, `under_way`, `withdrawn_kept_before_end` and `withdrawn_erased_before_end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DispositionCounts {
    /// Everybody; who had everything erased is counted.
    pub people: u32,
    /// Randomised.
    pub exposed: u32,
    /// Reached the end.
    pub completed: u32,
    /// Neither reached the end nor withdrew.
    pub under_way: u32,
    /// Withdrew, and what they gave is kept.
    pub withdrawn_kept: u32,
    /// Of these, before the end.
    pub withdrawn_kept_before_end: u32,
    /// Withdrew, and everything was erased.
    pub withdrawn_erased: u32,
    /// Of these, before the end.
    pub withdrawn_erased_before_end: u32,
    /// Left out of the analysis, as planned or by the researcher.
    pub excluded: u32,
    /// Reached the end, are not left out, and their data are there.
    pub analysable: u32,
}

impl DispositionCounts {
    /// Counts so many people who stand there.
    pub fn add(&mut self, standing: Disposition, people: u32) {
        let Disposition { exposed, completed, withdrew, excluded } = standing;
        let (kept, erased) = (withdrew == Some(Withdrew::Kept), withdrew == Some(Withdrew::Erased));
        for (figure, counts) in [
            (&mut self.people, true),
            (&mut self.exposed, exposed),
            (&mut self.completed, completed),
            (&mut self.under_way, !completed && withdrew.is_none()),
            (&mut self.withdrawn_kept, kept),
            (&mut self.withdrawn_kept_before_end, kept && !completed),
            (&mut self.withdrawn_erased, erased),
            (&mut self.withdrawn_erased_before_end, erased && !completed),
            (&mut self.excluded, excluded),
            (&mut self.analysable, completed && !excluded && !erased),
        ] {
            if counts {
                *figure += people;
            }
        }
    }

    /// All of them together.
    #[must_use]
    pub fn of(all: impl IntoIterator<Item = (Disposition, u32)>) -> Self {
        let mut tally = Self::default();
        all.into_iter().for_each(|(standing, people)| tally.add(standing, people));
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_completed_is_under_way_or_left_before_the_end() {
        let mut all = Vec::new();
        for completed in [false, true] {
            for withdrew in [None, Some(Withdrew::Kept), Some(Withdrew::Erased)] {
                for excluded in [false, true] {
                    all.push((Disposition { exposed: true, completed, withdrew, excluded }, 1 << all.len()));
                }
            }
        }
        let tally = DispositionCounts::of(all.iter().copied());
        let left = tally.withdrawn_kept_before_end + tally.withdrawn_erased_before_end;
        assert_eq!(tally.people, tally.completed + tally.under_way + left);
        // Six of the twelve reached the end; who withdrew afterwards is among them.
        assert_eq!(tally.completed, 0b1111_1100_0000);
        assert_eq!((tally.withdrawn_kept, tally.withdrawn_kept_before_end), (0b0011_0000_1100, 0b1100));
        assert_eq!((tally.withdrawn_erased, tally.withdrawn_erased_before_end), (0b1100_0011_0000, 0b11_0000));
        assert_eq!((tally.excluded, tally.analysable), (0b1010_1010_1010, 0b0001_0100_0000));
    }
}
