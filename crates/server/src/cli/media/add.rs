//! `unmask media add`: copies files into a study and writes their entries.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use unmask_study::definition::stimulus::{MediaFile, MediaKind, Stimulus, Version};
use unmask_study::public::media_type;
use unmask_study::text::{Locale, Text};

use super::grouped::{Group, Parts, grouped, id_of};
use super::prepare::{Media, measures};
use super::written::Folder;
use crate::cli::prelude::*;

#[derive(clap::Args)]
pub struct Args {
    /// The study's folder.
    folder: PathBuf,
    /// Files of one or more media, with all their formats, posters and captions.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// ID of the new entry. Default: the name of the file.
    #[arg(long)]
    id: Option<String>,
    /// Alternative text: the scene, without revealing the answer.
    #[arg(long, default_value = "")]
    alt: String,
    /// What is said in it. Empty if nothing is said.
    #[arg(long, default_value = "")]
    transcript: String,
    /// SPDX identifier of the licence, for example CC-BY-4.0.
    #[arg(long, default_value = "")]
    licence: String,
    /// Whom to credit.
    #[arg(long, default_value = "")]
    credit: String,
    /// How it was made, as an IPTC digital source type, for example digitalCapture.
    #[arg(long, default_value = "", value_name = "TYPE")]
    source_type: String,
    /// Only report what would be written.
    #[arg(long)]
    dry_run: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = Folder::read(&args.folder)?;
    let groups = grouped(&args.files)?;
    if args.id.is_some() && groups.len() > 1 {
        bail!("--id is for one medium, and these files are of {}; call the command once for each", groups.len());
    }
    let mut sources = Sources { folder: folder.path, media: Media::default() };
    let mut wanted = folder.stimuli.clone();
    for (name, group) in &groups {
        let id = args.id.clone().unwrap_or_else(|| id_of(name));
        if wanted.contains_key(&id) {
            bail!(
                "stimuli.yaml has an entry `{id}` already. To replace its files, copy the new ones over those in media/ and \
                 call: unmask media refresh {}. For another entry, name its ID with --id",
                args.folder.display()
            );
        }
        wanted.insert(id, sources.stimulus(args, group).with_context(|| format!("can't add '{name}'"))?);
    }
    let mut media = sources.media;
    let mut added = wanted.split_off(folder.stimuli.len());
    let new: BTreeSet<String> = media.files.keys().cloned().collect();
    media.prepare(&mut added, &new)?;
    let ids: Vec<String> = added.keys().cloned().collect();
    wanted.extend(added);
    folder.write(&media, &wanted, args.dry_run)?;
    for id in &ids {
        print_line!("stimuli.yaml: added `{id}`");
    }
    if args.dry_run {
        print_line!("Nothing was changed (--dry-run).");
        return Ok(ExitCode::SUCCESS);
    }
    let texts = [("alt", &args.alt), ("licence", &args.licence), ("credit", &args.credit)];
    let texts = texts.into_iter().chain([("source_type", &args.source_type)]);
    let missing: Vec<&str> = texts.filter(|(_, text)| text.is_empty()).map(|(name, _)| name).collect();
    if !missing.is_empty() {
        print_line!("Write {} into stimuli.yaml.", missing.join(", "));
    }
    if ids.iter().any(|id| wanted[id].altered.is_some()) {
        print_line!("Say in stimuli.yaml what was altered: the field `cue` of `altered`.");
    }
    print_line!("Next: unmask check {}", args.folder.display());
    Ok(ExitCode::SUCCESS)
}

/// The files on their way into the study.
struct Sources<'a> {
    folder: &'a Path,
    media: Media,
}

impl Sources<'_> {
    fn stimulus(&mut self, args: &Args, group: &Group) -> Result<Stimulus> {
        let (kind, original) = self.version(&group.original)?;
        let is_pair = !group.altered.files.is_empty();
        let altered = is_pair.then(|| self.version(&group.altered)).transpose()?;
        if let Some((other, _)) = &altered
            && *other != kind
        {
            bail!("one version is {}, the other {}; both need the same kind", kind.name(), other.name());
        }
        let altered = altered.map(|(_, mut altered)| {
            altered.poster = altered.poster.or_else(|| original.poster.clone());
            for (locale, captions) in &original.captions {
                altered.captions.entry(locale.clone()).or_insert_with(|| captions.clone());
            }
            altered
        });
        Ok(Stimulus {
            kind,
            alt: Text(args.alt.clone()),
            transcript: (kind != MediaKind::Image).then(|| Text(args.transcript.clone())),
            width: None,
            height: None,
            seconds: None,
            licence: args.licence.clone(),
            credit: args.credit.clone(),
            source_type: args.source_type.clone(),
            original,
            altered,
        })
    }

    /// Videos are the medium and pictures their posters; without a video, pictures are the medium.
    fn version(&mut self, parts: &Parts) -> Result<(MediaKind, Version)> {
        let mut files: BTreeMap<MediaKind, Vec<MediaFile>> = BTreeMap::new();
        for path in &parts.files {
            let (kind, file) = self.take(path)?;
            files.entry(kind).or_default().push(file);
        }
        let mut captions: BTreeMap<Locale, MediaFile> = BTreeMap::new();
        for (locale, path) in &parts.captions {
            captions.insert(locale.clone(), self.copy(path)?.0);
        }
        let (kind, medium) = files.pop_last().context("it has no files")?;
        let mut pictures = files.remove(&MediaKind::Image).unwrap_or_default();
        if !files.is_empty() || (kind == MediaKind::Audio && !pictures.is_empty()) || pictures.len() > 1 {
            bail!(
                "a video can have one poster and no separate sound, a sound has no poster; leave out the other files"
            );
        }
        Ok((kind, Version { files: medium, poster: pictures.pop(), captions, cue: None }))
    }

    /// Copies a picture, sound or video.
    fn take(&mut self, path: &Path) -> Result<(MediaKind, MediaFile)> {
        let (file, contents) = self.copy(path)?;
        let measures = measures(&contents);
        let kind = match (media_type(MediaKind::Video, &file.file), measures.seconds, measures.size) {
            ("video/webm" | "video/mp4", _, Some(_)) => MediaKind::Video,
            ("video/webm" | "video/mp4", Some(_), None) => MediaKind::Audio,
            (one, ..) if one.starts_with("audio/") => MediaKind::Audio,
            ("audio/mp4" | "application/octet-stream", Some(_), None) => MediaKind::Audio,
            (one, ..) if one.starts_with("image/") => MediaKind::Image,
            _ => bail!(
                "'{}' is no picture, sound or video that browsers show; use PNG, JPEG, WebP, MP4, WebM, M4A, MP3 or Ogg Opus",
                path.display()
            ),
        };
        Ok((kind, file))
    }

    /// A file as it will be named below `media/`, and its contents.
    fn copy(&mut self, path: &Path) -> Result<(MediaFile, Vec<u8>)> {
        let contents = fs::read(path).with_context(|| format!("can't read '{}'", path.display()))?;
        let media = self.folder.join("media");
        let inside = fs::canonicalize(path).ok().zip(fs::canonicalize(&media).ok());
        let inside = inside.and_then(|(path, media)| Some(path.strip_prefix(media).ok()?.to_owned()));
        let name = inside.as_deref().or(path.file_name().map(Path::new)).context("it has no name")?;
        let name = name.to_string_lossy().into_owned();
        let there = media.join(&name);
        if self.media.files.contains_key(&name) || (inside.is_none() && there.exists()) {
            bail!("'{}' exists already; rename '{}'", there.display(), path.display());
        }
        self.media.files.insert(name.clone(), contents.clone());
        Ok((MediaFile { file: name, sha256: String::new() }, contents))
    }
}
