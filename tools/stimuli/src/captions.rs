//! WebVTT captions: one cue per phrase, in lines that fit a small screen.

use std::fmt::Write as _;

use crate::clips::Line;

/// Most characters of a line, the usual limit of subtitles in Latin letters.
const LINE: usize = 42;

/// The captions of all phrases, each shown from a tenth of a second before it to three tenths behind it.
/// `times` are seconds from the start of the clip.
pub fn webvtt(lines: &[Line], times: &[(f32, f32)], words: impl Fn(&Line) -> &str) -> String {
    let mut text = String::from("WEBVTT\n");
    for (line, (from, to)) in lines.iter().zip(times) {
        let shown = (timestamp(from - 0.1), timestamp(to + 0.3), wrapped(words(line)));
        writeln!(text, "\n{} --> {}\n{}", shown.0, shown.1, shown.2).expect("writing to memory");
    }
    text
}

/// Two lines of about the same length where one would be too long; rather behind a comma.
fn wrapped(words: &str) -> String {
    let length = |text: &str| text.chars().count();
    if length(words) <= LINE {
        return words.to_owned();
    }
    let cuts = words.match_indices(' ').map(|(at, _)| (&words[..at], &words[at + 1..]));
    let fit = cuts.filter(|(one, two)| length(one) <= LINE && length(two) <= LINE);
    let cost = |(one, two): &(&str, &str)| {
        length(one).abs_diff(length(two)).saturating_sub(if one.ends_with(',') { 12 } else { 0 })
    };
    fit.min_by_key(cost).map_or_else(|| words.to_owned(), |(one, two)| format!("{one}\n{two}"))
}

fn timestamp(seconds: f32) -> String {
    let ms = (seconds.max(0.0) * 1000.0).round() as u32;
    format!("{:02}:{:02}.{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn times_of_captions_are_written_as_webvtt_asks() {
        assert_eq!(timestamp(61.25), "01:01.250");
        assert_eq!(timestamp(-0.1), "00:00.000");
    }

    #[test]
    fn a_long_phrase_becomes_two_lines() {
        assert_eq!(wrapped("We checked every bolt."), "We checked every bolt.");
        let long = "Sie können abstimmen, wo die neuen Bäume stehen sollen.";
        assert_eq!(wrapped(long), "Sie können abstimmen,\nwo die neuen Bäume stehen sollen.");
    }

    #[test]
    fn no_caption_of_the_study_is_too_long() {
        let media = crate::media::Media::committed();
        let mut seen = 0;
        for file in fs::read_dir(media.study()).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_none_or(|ending| ending != "vtt") {
                continue;
            }
            seen += 1;
            for cue in fs::read_to_string(&file).unwrap().split("\n\n").skip(1) {
                let lines: Vec<&str> = cue.lines().skip(1).collect();
                let fits = lines.len() <= 2 && lines.iter().all(|line| line.chars().count() <= LINE);
                assert!(fits, "{}: {cue}", file.display());
            }
        }
        assert!(seen > 40, "{seen} files of captions");
    }
}
