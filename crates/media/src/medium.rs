//! What is known of a medium, and a file without metadata.

/// What a file says of its medium.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Width and height in pixels, as shown.
    pub size: Option<(u32, u32)>,
    /// Length of sound and video.
    pub seconds: Option<f64>,
}

/// A file without metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stripped {
    pub file: Vec<u8>,
    /// What was removed, in the words of the container, such as `Exif`; empty if there was nothing.
    pub removed: Vec<String>,
}
