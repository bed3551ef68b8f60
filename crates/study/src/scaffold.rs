//! `unmask new`: a small complete bundle to start from. It is the test suite's own, so it always loads.

use crate::load::Files;

/// A bundle that runs, under the study id given.
pub fn scaffold(id: &str) -> Files {
    let mut files: Files = FILES.iter().map(|(name, content)| ((*name).to_owned(), content.to_vec())).collect();
    let study = String::from_utf8_lossy(&files["study.yaml"]).replacen("id: small", &format!("id: {id}"), 1);
    files.insert("study.yaml".to_owned(), study.into_bytes());
    files
}

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../studies/_fixtures/small/", $name)))),*]
    };
}

const FILES: &[(&str, &[u8])] = bundled![
    "consent.yaml",
    "control-flow.yaml",
    "flow-a.yaml",
    "flow-b.yaml",
    "media/m01a.png",
    "media/m02a.png",
    "media/m03a.png",
    "media/m03b.png",
    "media/m04a.png",
    "media/m04b.png",
    "media/m05a.mp4",
    "media/m05a.png",
    "media/m05a.vtt",
    "media/m05b.mp4",
    "media/m05b.png",
    "media/m05b.vtt",
    "media/m06a.mp4",
    "media/m06a.png",
    "media/m06a.vtt",
    "media/m06b.mp4",
    "media/m06b.png",
    "media/m06b.vtt",
    "media/m07a.png",
    "media/m07b.png",
    "media/m08a.mp3",
    "media/m08a.vtt",
    "media/m08b.mp3",
    "media/m08b.vtt",
    "media/m09a.png",
    "media/m09b.png",
    "media/m10a.mp3",
    "media/m10a.vtt",
    "media/m10b.mp3",
    "media/m10b.vtt",
    "media/m11a.png",
    "media/m11b.png",
    "media/step.svg",
    "pages/closed.md",
    "pages/control-flow.md",
    "pages/declined.md",
    "pages/end.md",
    "pages/flow-a-end.md",
    "pages/flow-a-interim.md",
    "pages/flow-a-start.md",
    "pages/flow-b.md",
    "pages/home-right.md",
    "pages/home-wrong.md",
    "pages/home.md",
    "pages/withdrawn.md",
    "personas.yaml",
    "practice.yaml",
    "questionnaires/post.yaml",
    "questionnaires/pre.yaml",
    "questionnaires/treatment.yaml",
    "stimuli.yaml",
    "study.yaml",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;
    use crate::testing::small_files;

    #[test]
    fn the_scaffold_is_the_small_fixture_and_loads() {
        assert_eq!(scaffold("small"), small_files(), "list every file of studies/_fixtures/small here");
        assert_eq!(load(&scaffold("my-study")).unwrap().file.id, "my-study");
    }
}
