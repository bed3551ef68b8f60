//! Normalisation of names and texts that users type.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;

/// NFKC: the same letters typed on two keyboards are the same text.
pub fn normalise(text: &str) -> String {
    text.nfkc().collect()
}

/// Control characters, unusual spaces, and all that Unicode lets a program not draw (`Default_Ignorable_Code_Point`,
/// which skeletons leave out).
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || c == '\u{2800}'
        || (c.is_whitespace() && normalise(&c.to_string()) != " ")
        || skeleton(&c.to_string()).next().is_none()
}
