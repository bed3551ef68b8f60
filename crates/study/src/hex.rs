//! Bytes as hexadecimal digits.

use std::fmt::Write as _;

/// Lower-case, two digits a byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_byte_has_two_digits() {
        assert_eq!(super::hex(&[0x00, 0x0f, 0xff]), "000fff");
    }
}
