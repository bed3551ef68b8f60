//! The requested range of a medium (RFC 9110, section 14).

use std::ops::Range;

use axum::http::{HeaderMap, header};
use object_store::GetRange;

/// The one part that the header asks for; none for the whole. What is not understood, and several parts at once, may be
/// ignored (section 14.2): the whole is a right answer to both.
pub fn wanted(headers: &HeaderMap) -> Option<GetRange> {
    let ranges = headers.get(header::RANGE)?.to_str().ok()?.trim();
    let (unit, range) = ranges.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let (first, last) = range.trim().split_once('-')?;
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Some(GetRange::Bounded(first..last.saturating_add(1))),
        (Some(first), None) if last.is_empty() => Some(GetRange::Offset(first)),
        (None, Some(length)) if first.is_empty() => Some(GetRange::Suffix(length)),
        _ => None,
    }
}

/// Parses digits. A number that is too large becomes the largest one.
fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

/// That part of something of this size; none if nothing of it is inside.
pub(super) fn part(range: &GetRange, size: u64) -> Option<Range<u64>> {
    let part = match range {
        GetRange::Bounded(range) => range.start..range.end.min(size),
        GetRange::Offset(first) => *first..size,
        GetRange::Suffix(length) => size.saturating_sub(*length)..size,
    };
    (part.start < part.end).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<GetRange> {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, text.parse().unwrap());
        wanted(&headers)
    }

    #[test]
    fn one_part_is_understood() {
        // The examples of RFC 9110, section 14.1.2.
        assert_eq!(of("bytes=0-499"), Some(GetRange::Bounded(0..500)));
        assert_eq!(of("bytes=500-999"), Some(GetRange::Bounded(500..1000)));
        assert_eq!(of("bytes=-500"), Some(GetRange::Suffix(500)));
        assert_eq!(of("bytes=9500-"), Some(GetRange::Offset(9500)));
        assert_eq!(of("bytes=0-0"), Some(GetRange::Bounded(0..1)));
        assert_eq!(of("Bytes=0-99999999999999999999999"), Some(GetRange::Bounded(0..u64::MAX)));
    }

    #[test]
    fn anything_else_is_the_whole() {
        for text in
            ["bytes=5-2", "bytes=0-0,-1", "bytes=-", "bytes=a-b", "bytes=+1-2", "items=0-5", "bytes", "bytes=1-2-3"]
        {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(wanted(&HeaderMap::new()), None);
    }

    #[test]
    fn a_part_begins_inside_and_ends_at_the_end() {
        assert_eq!(part(&GetRange::Bounded(9..100), 10), Some(9..10));
        assert_eq!(part(&GetRange::Bounded(10..11), 10), None);
        assert_eq!(part(&GetRange::Offset(9), 10), Some(9..10));
        assert_eq!(part(&GetRange::Offset(0), 0), None);
        assert_eq!(part(&GetRange::Suffix(100), 10), Some(0..10));
        assert_eq!(part(&GetRange::Suffix(0), 10), None);
    }
}
