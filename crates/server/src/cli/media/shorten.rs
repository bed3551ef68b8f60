//! Cuts the end of a clip with ffmpeg, without encoding it again.

use std::fs;
use std::process::{Command, Stdio};

use crate::cli::prelude::*;

/// Whether ffmpeg is installed.
pub fn is_possible() -> bool {
    Command::new("ffmpeg").arg("-version").stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

/// The beginning of a clip, of this many seconds. `name` has the ending of its format.
pub fn shorten(name: &str, file: &[u8], seconds: f64) -> Result<Vec<u8>> {
    let folder = tempfile::tempdir().context("can't create a temporary folder")?;
    let ending = name.rsplit_once('.').map_or("bin", |(_, ending)| ending);
    let [from, to] = ["whole", "cut"].map(|stem| folder.path().join(format!("{stem}.{ending}")));
    fs::write(&from, file).with_context(|| format!("can't write '{}'", from.display()))?;
    let output = Command::new("ffmpeg")
        .args(["-nostdin", "-v", "error", "-i"])
        .arg(&from)
        .args([
            "-map",
            "0",
            "-c",
            "copy",
            "-map_metadata",
            "-1",
            "-fflags",
            "+bitexact",
            "-t",
            &format!("{seconds:.3}"),
        ])
        .args(if matches!(ending, "mp4" | "m4a") { &["-movflags", "+faststart"][..] } else { &[] })
        .arg(&to)
        .output()
        .context("can't start ffmpeg")?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        bail!("ffmpeg can't shorten '{name}': {}", why.lines().last().unwrap_or("it gives no reason"));
    }
    fs::read(&to).with_context(|| format!("can't read '{}'", to.display()))
}
