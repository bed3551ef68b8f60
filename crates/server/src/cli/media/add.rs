//! `unmask media add`: copies files into a study and writes their entries.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use unmask_study::definition::stimulus::{MediaFile, MediaKind, Stimuli, Stimulus, Version};
use unmask_study::public::media_type;
use unmask_study::stimuli_text::files;
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
    let mut captioned = BTreeSet::new();
    for (name, group) in &groups {
        if group.is_captions() {
            let id = sources.captions(args, (name.as_str(), group), &mut wanted)?;
            captioned.insert(id);
            continue;
        }
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
    let ids: Vec<String> = wanted.keys().skip(folder.stimuli.len()).cloned().collect();
    let new: BTreeSet<String> = media.files.keys().cloned().collect();
    // Captions get the length of those of the other version, which are there already.
    for (_, named) in captioned.iter().flat_map(|id| files(&wanted[id])) {
        if let (false, Ok(file)) = (new.contains(&named.file), fs::read(folder.path.join("media").join(&named.file))) {
            media.files.insert(named.file.clone(), file);
        }
    }
    let changed = ids.iter().chain(&captioned);
    let mut changed: Stimuli = changed.map(|id| (id.clone(), wanted[id].clone())).collect();
    media.prepare(&mut changed, &new)?;
    wanted.extend(changed);
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
    if !missing.is_empty() && !ids.is_empty() {
        print_line!("Write {} into stimuli.yaml.", missing.join(", "));
    }
    if ids.iter().any(|id| wanted[id].altered.is_some()) {
        print_line!("Say in stimuli.yaml what was altered: the field `cue` of `altered`.");
    }
    for (name, group) in groups.iter().filter(|(_, group)| !group.is_captions()) {
        let stimulus = &wanted[&args.id.clone().unwrap_or_else(|| id_of(name))];
        hint(folder.path, name, stimulus, &group.original);
    }
    print_line!("Next: unmask check {}", args.folder.display());
    Ok(ExitCode::SUCCESS)
}

/// What people need who can't hear the sound, as far as it is not given.
fn hint(folder: &Path, name: &str, stimulus: &Stimulus, given: &Parts) {
    let has_words = stimulus.transcript.as_ref().is_none_or(|words| !words.0.is_empty());
    let is_video = stimulus.kind == MediaKind::Video;
    let languages = languages(folder);
    let lacking: Vec<String> = languages
        .iter()
        .filter(|language| is_video && !given.captions.contains_key(&Locale((*language).clone())))
        .map(|language| format!("{name}.{language}.vtt"))
        .collect();
    let captions = format!("captions: unmask media add {} {}", folder.display(), lacking.join(" "));
    match (has_words, lacking.is_empty()) {
        (true, true) => {}
        (true, false) => print_line!("What is said in `{name}` needs {captions} (WCAG 2.2, 1.2.2)."),
        (false, true) => {
            print_line!("If something is said in `{name}`, write it into `transcript` (WCAG 2.2, 1.2.1).");
        }
        (false, false) => print_line!(
            "If something is said in `{name}`, write it into `transcript`, and add {captions} (WCAG 2.2, 1.2.1 and 1.2.2)."
        ),
    }
}

/// The tags of the study's languages, its own first, as far as its files say them.
fn languages(folder: &Path) -> Vec<String> {
    let study = fs::read_to_string(folder.join("study.yaml")).unwrap_or_default();
    let own = study.lines().find_map(|line| line.strip_prefix("language:"));
    let own = own.map_or("en", |tag| tag.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'']));
    let entries = fs::read_dir(folder.join("locales")).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".yaml")?.to_owned()));
    let others: BTreeSet<String> = names.collect();
    std::iter::once(own.to_owned()).chain(others).collect()
}

/// The medium to which captions belong: the one with the ID, or the one whose file has their name; then also whether
/// that is the file of its altered version.
fn medium_of(args: &Args, name: &str, stimuli: &Stimuli) -> Option<(String, bool)> {
    if let Some(id) = &args.id {
        return stimuli.contains_key(id).then(|| (id.clone(), false));
    }
    let id = id_of(name);
    if stimuli.contains_key(&id) {
        return Some((id, false));
    }
    let is_named = |version: &Version| {
        version.files.iter().any(|media| media.file.rsplit_once('.').is_some_and(|(stem, _)| stem == name))
    };
    stimuli.iter().find_map(|(id, stimulus)| {
        let is_altered = stimulus.altered.as_ref().is_some_and(is_named);
        (is_altered || is_named(&stimulus.original)).then(|| (id.clone(), is_altered))
    })
}

/// The files on their way into the study.
struct Sources<'a> {
    folder: &'a Path,
    media: Media,
}

impl Sources<'_> {
    /// Adds captions to a medium that the study has, and returns its ID. Both versions share them if they share all
    /// others, too.
    fn captions(&mut self, args: &Args, (name, group): (&str, &Group), wanted: &mut Stimuli) -> Result<String> {
        let (id, is_altered) = medium_of(args, name, wanted).with_context(|| {
            format!(
                "stimuli.yaml has no medium to which the captions '{name}' could belong; name them like its file, or name \
                 its ID with --id"
            )
        })?;
        let stimulus = wanted.get_mut(&id).context("it has just been found")?;
        let is_shared = stimulus.altered.as_ref().is_some_and(|other| other.captions == stimulus.original.captions);
        let of_original = group.original.captions.iter().map(|given| (given, is_altered));
        for ((locale, path), is_of_altered) in
            of_original.chain(group.altered.captions.iter().map(|given| (given, true)))
        {
            let file = self.copy(path)?.0;
            let Stimulus { original, altered, .. } = &mut *stimulus;
            let version = if is_of_altered { altered.as_mut() } else { Some(&mut *original) };
            let version = version.with_context(|| format!("`{id}` has no altered version"))?;
            if version.captions.get(locale).is_some_and(|before| before.file != file.file) {
                bail!(
                    "`{id}` has captions in `{}` already. To replace them, copy the new file over media/{} and call: unmask \
                     media refresh {}",
                    locale.0,
                    version.captions[locale].file,
                    args.folder.display()
                );
            }
            version.captions.insert(locale.clone(), file.clone());
            if let Some(altered) = altered.as_mut()
                && is_shared
                && !is_of_altered
                && !group.altered.captions.contains_key(locale)
            {
                altered.captions.insert(locale.clone(), file);
            }
        }
        Ok(id)
    }

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
