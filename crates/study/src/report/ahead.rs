//! What the planned number of participants gives beyond the primary comparisons: effects of factors, and later waves.

use super::durations::count;
use super::factors::effects;
use super::input::{Design, Factor, LaterWave, PlannedEffect};
use super::sample::round_down;
use unmask_analysis::Result;
use unmask_analysis::detection::greatest_correlation;
use unmask_analysis::power::{before_loss, least_people, people_per_arm, power, power_of_contrast, with_covariate};

/// What a contrast of an effect of factors finds.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectAhead {
    /// `label`, or `label × load` for an interaction.
    pub name: String,
    /// Power of one contrast that is as large as the planned effect.
    pub power: f64,
    /// Analysed people for each cell that give the planned power.
    pub per_cell: u32,
}

/// What a comparison of two arms in a later wave finds.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveAhead {
    /// Name for participants.
    pub title: String,
    /// The effect that is left, in standard deviations of d' in the wave.
    pub effect: f64,
    /// Analysed people for each arm.
    pub per_arm: u32,
    /// Power of one comparison.
    pub power: f64,
    /// People to be randomised to each arm for the planned power. None if a million are not enough.
    pub randomised: Option<u32>,
}

/// What is assumed about later waves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Later {
    /// Share of those who completed a part who do not complete the next one.
    pub loss: f64,
    /// Share of the effect that is left from one part to the next.
    pub retained: f64,
}

impl Design {
    /// The effects of the factors of a design with all cells: the power of a contrast of `effect` standard deviations
    /// with so many analysed people for each arm, at [the strictest step](Self::alpha_each) of the correction if a
    /// hypothesis is about it, and otherwise not corrected. A contrast Σ cᵢmᵢ of cells with n people each has the
    /// variance σ²Σcᵢ²/n (Maxwell and Delaney 2004, chapter 7): with two factors of two levels, a difference of
    /// differences has four times that of a main effect. Errors: those of [`power`].
    pub fn effects_ahead(&self, per_arm: u32, effect: f64) -> Result<Vec<EffectAhead>> {
        let levels: Vec<usize> = self.factors.iter().map(|factor| factor.levels.len()).collect();
        let cells: usize = levels.iter().product();
        if levels.is_empty() || self.arms.len() != cells {
            return Ok(Vec::new());
        }
        let r = self.correlation()?;
        let ahead = |factors: Vec<usize>| {
            let of = |(at, levels): (usize, &usize)| if factors.contains(&at) { 2.0 } else { 1.0 / *levels as f64 };
            let squares: f64 = levels.iter().enumerate().map(of).product();
            let is_expected = |one: &PlannedEffect| {
                one.factors.len() == factors.len() && one.factors.iter().all(|factor| factors.contains(factor))
            };
            let alpha = if self.effects.iter().any(is_expected) { self.alpha_each() } else { self.alpha };
            let find = |n: u32| power_of_contrast(effect, n, count(cells), squares, alpha);
            let names: Vec<&str> = factors.iter().map(|at| self.factors[*at].id.as_str()).collect();
            let needed = least_people(self.sample.power, find)?;
            let worth = round_down(f64::from(per_arm) / (1.0 - r.powi(2))).max(2);
            Ok(EffectAhead { name: names.join(" × "), power: find(worth)?, per_cell: with_covariate(needed, r)? })
        };
        effects(levels.len()).into_iter().map(ahead).collect()
    }

    /// The weight of each arm in the sum of means that a hypothesis about factors expects above 0: cells count equally,
    /// and arms with the same levels share the weight of their cell. None if a cell that counts has no arm.
    pub fn weights_of(&self, effect: &PlannedEffect) -> Option<Vec<f64>> {
        let weight = |arm: usize| {
            let of = |(at, factor): (usize, &Factor)| match effect.factors.iter().position(|known| *known == at) {
                Some(place) => {
                    let [low, high] =
                        effect.levels[place].map(|level| f64::from(u8::from(factor.of_arms[arm] == level)));
                    high - low
                }
                None => 1.0 / factor.levels.len() as f64,
            };
            let is_alike = |other: &usize| self.factors.iter().all(|one| one.of_arms[*other] == one.of_arms[arm]);
            let alike = (0..self.arms.len()).filter(is_alike).count();
            self.factors.iter().enumerate().map(of).product::<f64>() / alike as f64
        };
        let weights: Vec<f64> = (0..self.arms.len()).map(weight).collect();
        let all = 2_f64.powi(i32::try_from(effect.factors.len()).unwrap_or(i32::MAX));
        let is_complete = (weights.iter().map(|weight| weight.abs()).sum::<f64>() - all).abs() < 1e-9;
        is_complete.then_some(weights)
    }

    /// The waves that participants complete one after the other up to a later wave, with itself: each loses some.
    pub fn waves_up_to(&self, id: &str) -> Vec<&LaterWave> {
        let Some(wave) = self.waves.iter().find(|wave| wave.id == id) else { return Vec::new() };
        let mut waves = self.waves_up_to(&wave.after);
        waves.push(wave);
        waves
    }

    /// The later waves that have judgements: what is left of `effect` (standard deviations of d' in the first wave),
    /// and the power to find it, not corrected. d' before and in the wave correlate as the plan states, or as much as
    /// the numbers of items allow. Errors: those of [`power`].
    pub fn waves_ahead(&self, per_arm: u32, effect: f64, later: Later) -> Result<Vec<WaveAhead>> {
        let waves = self.waves.iter().zip(1_i32..).filter(|(wave, _)| !wave.items.is_empty());
        let ahead = |(wave, number): (&LaterWave, i32)| {
            // Effects are in d', and d' of fewer items differs more between people.
            let scale = self.spread_of_d_prime()? / self.spread_over(wave.items.len())?;
            let effect = effect * later.retained.powi(number) * scale;
            let staying = (1.0 - later.loss).powi(i32::try_from(self.waves_up_to(&wave.id).len()).unwrap_or(i32::MAX));
            let r = match (self.sample.correlation, self.test_before()) {
                (Some(stated), Some(_)) => stated,
                (None, Some(before)) => {
                    greatest_correlation([before, super::sample::halves(wave.items.len())], self.spread())?
                }
                (_, None) => 0.0,
            };
            let per_arm = round_down(f64::from(per_arm) * staying);
            let worth = round_down(f64::from(per_arm) / (1.0 - r.powi(2))).max(2);
            let needed = || {
                let analysed = with_covariate(people_per_arm(effect, self.alpha, self.sample.power)?, r)?;
                before_loss(analysed, 1.0 - staying * (1.0 - self.sample.loss))
            };
            let power = power(effect, worth, self.alpha)?;
            Ok(WaveAhead { title: wave.title.clone(), effect, per_arm, power, randomised: needed().ok() })
        };
        waves.map(ahead).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::factors_tests::crossed;
    use super::*;

    /// Two factors with two levels and f = 0.25: 128 participants in all for a power of 0.80 (G*Power, Faul et al.
    /// 2007, *Behavior Research Methods* 39, 175-191; Cohen 1988, section 8.4). For a main effect that is a difference
    /// of 0.5 standard deviations, for the interaction a difference of differences of 1.0.
    #[test]
    fn an_interaction_needs_four_times_as_many() {
        let mut design = crossed(&[2, 2]);
        design.sample.correlation = Some(0.0);
        let found = |effect: f64| design.effects_ahead(32, effect).unwrap();
        let names: Vec<String> = found(0.5).into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["label", "load", "label × load"]);
        let ([main, _, _], [_, _, interaction]) =
            (<[_; 3]>::try_from(found(0.5)).unwrap(), <[_; 3]>::try_from(found(1.0)).unwrap());
        assert_eq!((main.per_cell, interaction.per_cell), (32, 32));
        assert!((main.power - 0.801_362).abs() < 1e-6 && (interaction.power - main.power).abs() < 1e-12, "{main:?}");
        let same = &found(0.5)[2];
        assert!((same.per_cell.abs_diff(4 * 32)) <= 2, "{same:?}");
        // A third factor with two levels halves the people for each cell.
        let mut design = crossed(&[2, 2, 2]);
        design.sample.correlation = Some(0.0);
        let three = design.effects_ahead(16, 0.5).unwrap();
        assert_eq!((three.len(), three[0].per_cell), (7, 16));
        // A hypothesis is tested at its share of alpha.
        let interaction = PlannedEffect { hypothesis: "H1".into(), factors: vec![1, 0], levels: vec![[0, 1]; 2] };
        (design.effects, design.planned_comparisons) = (vec![interaction], 5);
        let corrected = design.effects_ahead(16, 0.5).unwrap();
        assert_eq!(corrected[3].name, "label × load");
        assert!(corrected[3].power < three[3].power && corrected[3].per_cell > three[3].per_cell);
        assert_eq!((&corrected[..3], &corrected[4..]), (&three[..3], &three[4..]));
        design.arms.pop();
        assert_eq!(design.effects_ahead(16, 0.5), Ok(Vec::new()), "a cell is left out");
        design.factors.clear();
        assert_eq!(design.effects_ahead(16, 0.5), Ok(Vec::new()));
    }

    /// By hand: in a 2 × 2 design, a main effect is half of two differences, and an interaction is their difference. An
    /// arm that is there twice shares its weight.
    #[test]
    fn the_weights_of_a_hypothesis_are_those_of_its_cells() {
        let mut design = crossed(&[2, 2]);
        let effect = |factors: &[usize], levels: &[[usize; 2]]| PlannedEffect {
            hypothesis: "H1".into(),
            factors: factors.into(),
            levels: levels.into(),
        };
        let (main, both) = (effect(&[0], &[[0, 1]]), effect(&[0, 1], &[[0, 1], [1, 0]]));
        assert_eq!(design.weights_of(&main), Some(vec![-0.5, -0.5, 0.5, 0.5]));
        assert_eq!(design.weights_of(&both), Some(vec![-1.0, 1.0, 1.0, -1.0]));
        design.arms.push(design.arms[3].clone());
        for factor in &mut design.factors {
            factor.of_arms.push(factor.of_arms[3]);
        }
        assert_eq!(design.weights_of(&main), Some(vec![-0.5, -0.5, 0.5, 0.25, 0.25]));
        design.arms.truncate(3);
        assert_eq!(design.weights_of(&both), None, "a cell has no arm");
    }

    #[test]
    fn a_later_wave_has_fewer_people_and_a_smaller_effect() {
        let mut design = crossed(&[2]);
        (design.sample.correlation, design.sample.loss) = (Some(0.0), 0.0);
        let wave = |id: &str, after: &str| LaterWave {
            id: id.into(),
            title: id.into(),
            after: after.into(),
            arms: vec![0, 1],
            items: design.after.clone(),
            hypothesis: None,
            part: None,
        };
        design.waves = vec![wave("month", "main"), wave("quarter", "month"), wave("year", "main")];
        let found = design.waves_ahead(100, 0.8, Later { loss: 0.2, retained: 0.5 }).unwrap();
        assert_eq!(found.iter().map(|one| one.per_arm).collect::<Vec<_>>(), [80, 64, 80]);
        assert_eq!(found.iter().map(|one| one.effect).collect::<Vec<_>>(), [0.4, 0.2, 0.1]);
        // d = 0.4 needs 100 in each arm (Cohen 1988), so 125 before a fifth is lost.
        assert_eq!(found[0].randomised, Some(125));
        assert!((found[0].power - power(0.4, 80, 0.05).unwrap()).abs() < 1e-12);
        // Half of the items: d' differs more, so that the same difference is fewer standard deviations.
        design.waves[0].items.truncate(10);
        let short = &design.waves_ahead(100, 0.8, Later { loss: 0.2, retained: 0.5 }).unwrap()[0];
        assert!((0.30..0.39).contains(&short.effect), "{short:?}");
        design.waves[0].items.clear();
        assert_eq!(design.waves_ahead(100, 0.8, Later { loss: 0.0, retained: 0.0 }).unwrap().len(), 2);
    }
}
