//! `unmask media`: writes media into a study's folder, and copies them to the object storage.

mod add;
mod grouped;
mod prepare;
mod push;
mod refresh;
mod replace;
mod shorten;
mod written;

use crate::cli::prelude::*;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Copy files into a study and write their entries in stimuli.yaml.
    ///
    /// Files whose names differ only after a point belong together: `bridge.mp4` and `bridge.webm` are one clip in two
    /// formats, `bridge.png` is its poster, `bridge.en.vtt` has its captions in English. `bridge-altered.mp4` is the
    /// altered version. If the altered version has no captions or poster, it gets those of the original. Captions alone
    /// are added to the medium with their name: `bridge.de.vtt` to `bridge`.
    ///
    /// Metadata are removed: positions, times, devices, names. Both versions get the same length in bytes, and with
    /// ffmpeg also in time. Checksums, sizes and lengths are measured. The given files are never changed: if one of
    /// them is in `media/` already and has to change, a copy is kept in `.originals/`. If anything fails, nothing is
    /// changed.
    Add(add::Args),
    /// Measure the media of a study again, after files were replaced, and correct stimuli.yaml.
    ///
    /// Files that have no checksum yet, or another one, are prepared as `add` does. Comments and the order of
    /// stimuli.yaml stay. The files as they were are kept in `.originals/`. If anything fails, nothing is changed.
    Refresh(refresh::Args),
    /// Copy media that are missing or differ to --media-url, then verify all of them. Servers can be running.
    ///
    /// Copies every file that the study names from its folder to --media-url, a bucket or another folder. Files that
    /// are there with the right checksum are skipped, so that an interrupted copy continues where it stopped. Each file
    /// is compared with the study's checksum before it is uploaded, and read back afterwards. Nothing is deleted:
    /// current participants may still see an older version of the study.
    Push,
}

pub async fn run(settings: Settings, command: Command) -> Result<ExitCode> {
    match command {
        Command::Add(args) => add::run(&args),
        Command::Refresh(args) => refresh::run(&args),
        Command::Push => push::run(&settings).await,
    }
}
