//! A sidecar for every version of every clip: what it is, how it was made, what was changed in it. It names
//! the truth, so it lies next to this tool and never in a study's folder, where the server reads.

use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use crate::clips::Clip;
use crate::encode::settings;
use crate::manifest::{Record, Records, checksum, current, endings_and_poster, is_whole, replace};
use crate::media::Media;
use crate::speech::credit;

/// IPTC digital source types (CC BY 4.0).
const SOURCE_TYPES: &str = "http://cv.iptc.org/newscodes/digitalsourcetype";

/// Writes the sidecars of all clips that are drawn, by the stems of their files.
pub fn write(clips: &[Clip], records: &Records, media: &Media, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    for clip in clips.iter().filter(|clip| is_whole(clip, media.of(clip))) {
        for version in clip.versions() {
            let path = folder.join(format!("{}.json", clip.stem(version)));
            if let Some(sidecar) = sidecar(clip, version, records, media.of(clip), &path)? {
                replace(&path, &(serde_json::to_string_pretty(&sidecar)? + "\n"))?;
            }
        }
    }
    Ok(())
}

/// Of older pictures nothing would be true that the list says today: their sidecar stays as it is at `path`, but for
/// the sound, which may be newer.
fn sidecar(clip: &Clip, version: &str, records: &Records, media: &Path, path: &Path) -> Result<Option<Value>> {
    let Some(record) = records.get(&clip.id) else { return Ok(None) };
    let mut sidecar = match current(clip, records) {
        Some(record) => drawn(clip, version, record),
        None if path.exists() => serde_json::from_slice(&fs::read(path)?)?,
        None => return Ok(None),
    };
    sidecar["digitalSourceType"] = format!("{SOURCE_TYPES}/{}", clip.kind.source_type()).into();
    sidecar["voice"] = record.voice.as_deref().map(credit).into();
    sidecar["software"] = json!(record.software);
    sidecar["files"] = files(clip, version, media)?;
    Ok(Some(sidecar))
}

fn drawn(clip: &Clip, version: &str, record: &Record) -> Value {
    let cue = clip.cue.filter(|_| version == "altered");
    json!({
        "licence": "CC0-1.0",
        "clip": clip.id,
        "version": version,
        "renderer": record.renderer,
        "recipe": record.recipe,
        "seed": record.seed,
        "poses": record.poses,
        "cue": cue.map(|c| json!({ "id": format!("{:?}", c.id), "name": c.id.name(), "strength": c.strength })),
        "lookAlike": clip.like.map(|like| json!({ "of": format!("{like:?}"), "what": like.look_alike() })),
        "encoder": settings(clip).into_iter().collect::<std::collections::BTreeMap<_, _>>(),
    })
}

fn files(clip: &Clip, version: &str, media: &Path) -> Result<Value> {
    let named = endings_and_poster(clip.kind).map(|ending| {
        let name = format!("{}.{ending}", clip.stem(version));
        let sum = checksum(media, &name)?;
        Ok((name, Value::from(sum)))
    });
    Ok(Value::Object(named.collect::<Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clips, manifest};
    use std::path::PathBuf;

    fn here(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
    }

    #[test]
    fn every_medium_has_a_true_sidecar() {
        let media = Media::committed();
        let clips = clips::read(&here("clips.yaml")).expect("the list can be read");
        let records = manifest::read(&here("rendered.json")).expect("the record can be read");
        let mut count = 0;
        for clip in clips.iter().filter(|clip| is_whole(clip, media.of(clip))) {
            for version in clip.versions() {
                let path = here("provenance").join(format!("{}.json", clip.stem(version)));
                let made = sidecar(clip, version, &records, media.of(clip), &path).expect("the files are there");
                let Some(made) = made else { continue };
                let text = fs::read(&path).unwrap_or_else(|_| panic!("{} has none: run `stimuli manifest`", clip.id));
                let stored: Value = serde_json::from_slice(&text).expect("JSON");
                assert!(stored == made, "{} {version}: run `stimuli manifest`", clip.id);
                count += 1;
            }
        }
        assert!(count > 40, "only {count}");
    }

    /// The server reads only the study's folder, and tickets name only the files listed in `stimuli.yaml`.
    #[test]
    fn nothing_in_the_study_reveals_how_a_medium_was_made() {
        let study = here("../../studies/original-or-altered").canonicalize().expect("the study is there");
        let sidecars = here("provenance").canonicalize().expect("the sidecars are there");
        assert!(!sidecars.starts_with(&study));
        let endings = ["webp", "m4a", "ogg", "mp4", "webm", "vtt", "svg"];
        for entry in fs::read_dir(study.join("media")).expect("media are there") {
            let path = entry.expect("a file").path();
            let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            assert!(endings.contains(&ending), "{} is no medium", path.display());
        }
        let list = fs::read_to_string(study.join("stimuli.yaml")).expect("stimuli.yaml is there");
        assert!(!list.contains(".json"));
    }
}
