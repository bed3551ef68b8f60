//! Reasons for acts of the researcher, for the audit log.

use crate::api::form::{FormCode, FormError};
use crate::base::text::is_invisible;

/// Maximum number of characters of a reason.
const LONGEST: usize = 500;

/// The reason as stored, or the validation error.
pub fn reason(given: &str) -> Result<String, FormError> {
    let given = given.trim();
    match given.chars().filter(|c| !c.is_whitespace() && !is_invisible(*c)).count() {
        0 => Err(FormCode::ReasonMissing.into()),
        _ if given.chars().count() > LONGEST => Err(FormError::from(FormCode::TooLong).with("max", &LONGEST)),
        _ => Ok(given.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_some_words_and_not_too_many() {
        assert_eq!(reason(" the end \n"), Ok("the end".into()));
        for nothing in [" \t", "\u{200b}", "\u{2060} \u{ad}", "\u{3164}"] {
            assert_eq!(reason(nothing), Err(FormCode::ReasonMissing.into()), "{nothing:?}");
        }
        assert_eq!(
            reason("zur\u{fc}ck\u{200d}"),
            Ok("zur\u{fc}ck\u{200d}".into()),
            "scripts join letters with such signs"
        );
        assert!(reason(&"ö".repeat(LONGEST)).is_ok() && reason(&"ö".repeat(LONGEST + 1)).is_err());
    }
}
