//! `unmask media push`: copies the study's media from its folder to the object storage.

use crate::cli::checksum::sha256;
use crate::cli::prelude::*;
use crate::media::{Library, MediaError};
use crate::study_versions::{Named, named, read_bundle};

pub async fn run(settings: &Settings) -> Result<ExitCode> {
    if settings.media_url.is_none() {
        bail!("--media-url is missing, for example: unmask media push --media-url s3://bucket/prefix");
    }
    let study = read_bundle(&settings.study)?;
    let library = Library::of(settings)?;
    let media = named(&study);
    let (mut sent, total) = (0, media.len());
    for (number, medium) in (1..).zip(&media) {
        let what = push_one(settings, &library, medium).await;
        let what = what.with_context(|| format!("{number} of {total}, '{}'", medium.file))?;
        sent += u32::from(what == Pushed::Sent);
        eprintln!("{number} of {total}: {} {}", medium.file, if what == Pushed::Sent { "sent" } else { "unchanged" });
    }
    print_line!("{total} files in '{}', all checksums match; {sent} sent.", library.shown());
    Ok(ExitCode::SUCCESS)
}

#[derive(PartialEq, Eq)]
enum Pushed {
    Sent,
    WasThere,
}

async fn push_one(settings: &Settings, library: &Library, medium: &Named<'_>) -> Result<Pushed> {
    let source = settings.study.join("media").join(medium.file);
    let sum = sha256(&source).with_context(|| format!("can't read '{}'", source.display()))?;
    if medium.sha256.is_some_and(|wanted| !wanted.eq_ignore_ascii_case(&sum)) {
        bail!("'{}' does not match stimuli.yaml; see: unmask check", source.display());
    }
    match library.sha256(medium.file).await {
        Ok(there) if there == sum => return Ok(Pushed::WasThere),
        Ok(_) | Err(MediaError::Missing) => {}
        Err(error) => return Err(error).context("can't read the stored file"),
    }
    library.put(medium.file, medium.media_type, &source).await.context("upload failed")?;
    let there = library.sha256(medium.file).await.context("can't read the stored file back")?;
    if there != sum {
        bail!("the stored file has a different checksum");
    }
    Ok(Pushed::Sent)
}
