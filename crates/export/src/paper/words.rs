//! Phrases of the draft, by language.

use unmask_study::definition::allocation::{Factor, KnownFactor};
use unmask_study::report::Language;
use unmask_study::report::Language::{English, German};

const MONTHS: [[&str; 2]; 12] = [
    ["January", "Januar"],
    ["February", "Februar"],
    ["March", "März"],
    ["April", "April"],
    ["May", "Mai"],
    ["June", "Juni"],
    ["July", "Juli"],
    ["August", "August"],
    ["September", "September"],
    ["October", "Oktober"],
    ["November", "November"],
    ["December", "Dezember"],
];

/// The phrases of a language.
#[derive(Clone, Copy)]
pub(crate) struct Words(pub Language);

impl Words {
    /// One of two phrases.
    pub fn pick<'a>(self, english: &'a str, german: &'a str) -> &'a str {
        match self.0 {
            English => english,
            German => german,
        }
    }

    /// A day such as 2027-03-31 as people write it.
    pub fn day(self, day: &str) -> String {
        let parts: Vec<u32> = day.split('-').filter_map(|part| part.parse().ok()).collect();
        let &[year, month @ 1..=12, day] = parts.as_slice() else { return day.to_owned() };
        let index = month as usize - 1;
        match self.0 {
            English => format!("{day} {} {year}", MONTHS[index][0]),
            German => format!("{day}. {} {year}", MONTHS[index][1]),
        }
    }

    /// A number with this many decimals and a true minus.
    pub fn number(self, value: f64, decimals: usize) -> String {
        let text = format!("{value:.decimals$}");
        let is_zero = text.chars().all(|sign| "-0.".contains(sign));
        let text = if is_zero { text.trim_start_matches('-').to_owned() } else { text };
        self.marked(&text).replace('-', "−")
    }

    /// A share without trailing zeros: "0.8".
    pub fn share(self, value: f64) -> String {
        self.marked(&value.to_string())
    }

    fn marked(self, text: &str) -> String {
        text.replace('.', self.pick(".", ","))
    }

    /// A probability: in English without the zero before the point (APA 7, 6.36).
    pub fn p(self, name: &str, p: f64) -> String {
        let written = |text: String| match self.0 {
            English => text.trim_start_matches('0').to_owned(),
            German => self.marked(&text),
        };
        if p < 0.001 {
            format!("{name} < {}", written("0.001".into()))
        } else {
            format!("{name} = {}", written(format!("{p:.3}")))
        }
    }

    /// "α = .05".
    pub fn level(self, alpha: f64) -> String {
        // Four significant digits: a step of Holm's correction may have many.
        let scale = 10_f64.powf((3.0 - alpha.log10().floor()).clamp(0.0, 12.0));
        let text = ((alpha * scale).round() / scale).to_string();
        format!("α = {}", if self.0 == English { text.trim_start_matches('0').to_owned() } else { self.marked(&text) })
    }

    /// "[0.20, 0.52]".
    pub fn interval(self, low: f64, high: f64, decimals: usize) -> String {
        let between = self.pick(", ", "; ");
        format!("[{}{between}{}]", self.number(low, decimals), self.number(high, decimals))
    }

    /// "A, B and C".
    pub fn list(self, parts: &[String]) -> String {
        let and = self.pick(" and ", " und ");
        match parts.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{}{and}{last}", others.join(", ")),
        }
    }

    /// "3, 6 or 9".
    pub fn choice(self, numbers: &[u32]) -> String {
        let or = self.pick(" or ", " oder ");
        let parts: Vec<String> = numbers.iter().map(u32::to_string).collect();
        match parts.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{}{or}{last}", others.join(", ")),
        }
    }

    /// What an allocation balances, such as "device (phone or computer) and language".
    pub fn factors(self, factors: &[Factor]) -> String {
        let named: Vec<String> = factors.iter().map(|factor| self.factor(factor)).collect();
        self.list(&named)
    }

    fn factor(self, factor: &Factor) -> String {
        match factor {
            Factor::Known(KnownFactor::Device) => {
                self.pick("device (phone or computer)", "Gerät (Handy oder Computer)").to_owned()
            }
            Factor::Known(KnownFactor::Language) => self.pick("language", "Sprache").to_owned(),
            Factor::Link(link) => {
                let (parameter, levels) = (&link.parameter, link.levels.join(", "));
                match self.0 {
                    English => format!("the link's parameter {parameter} ({levels} or another value)"),
                    German => format!("Parameter {parameter} des Links ({levels} oder ein anderer Wert)"),
                }
            }
            Factor::Answer(factor) => {
                let (answer, levels) = (&factor.answer, factor.levels.join(", "));
                match self.0 {
                    English => format!("the answer {answer} ({levels} or another answer)"),
                    German => format!("Antwort {answer} ({levels} oder eine andere Antwort)"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_articles() {
        let (english, german) = (Words(English), Words(German));
        assert_eq!([english.day("2027-03-31"), german.day("2027-03-31")], ["31 March 2027", "31. März 2027"]);
        assert_eq!(english.p("p", 0.0123), "p = .012");
        assert_eq!(english.p("p", 0.000_4), "p < .001");
        assert_eq!(english.p("p", 1.0), "p = 1.000");
        assert_eq!(german.p("p", 0.0123), "p = 0,012");
        assert_eq!([english.level(0.05), german.level(0.025)], ["α = .05", "α = 0,025"]);
        assert_eq!(english.level(0.05 / 3.0), "α = .01667");
        assert_eq!(english.interval(-0.2, 0.524, 2), "[−0.20, 0.52]");
        assert_eq!(german.interval(-0.2, 0.524, 2), "[−0,20; 0,52]");
        assert_eq!(english.number(-0.001, 2), "0.00");
        assert_eq!(english.list(&["A".into(), "B".into(), "C".into()]), "A, B and C");
        assert_eq!(german.choice(&[3, 6, 9]), "3, 6 oder 9");
    }
}
