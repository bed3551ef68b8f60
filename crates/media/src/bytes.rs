//! Reading numbers at a position, with an error where a file ends too early.

/// Why a file could not be read or changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MediaError(pub(crate) String);

pub type Result<T> = std::result::Result<T, MediaError>;

pub fn error<T>(why: &str) -> Result<T> {
    Err(MediaError(why.to_owned()))
}

pub fn slice(file: &[u8], start: usize, length: usize) -> Result<&[u8]> {
    let end = start.checked_add(length);
    end.and_then(|end| file.get(start..end)).ok_or_else(|| MediaError("the file is cut off or damaged".into()))
}

fn array<const N: usize>(file: &[u8], start: usize) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    bytes.copy_from_slice(slice(file, start, N)?);
    Ok(bytes)
}

pub fn be16(file: &[u8], at: usize) -> Result<u16> {
    Ok(u16::from_be_bytes(array(file, at)?))
}

pub fn be32(file: &[u8], at: usize) -> Result<u32> {
    Ok(u32::from_be_bytes(array(file, at)?))
}

pub fn be64(file: &[u8], at: usize) -> Result<u64> {
    Ok(u64::from_be_bytes(array(file, at)?))
}

pub fn le16(file: &[u8], at: usize) -> Result<u16> {
    Ok(u16::from_le_bytes(array(file, at)?))
}

pub fn le24(file: &[u8], at: usize) -> Result<u32> {
    let [a, b, c] = array(file, at)?;
    Ok(u32::from_le_bytes([a, b, c, 0]))
}

pub fn le32(file: &[u8], at: usize) -> Result<u32> {
    Ok(u32::from_le_bytes(array(file, at)?))
}

pub fn le64(file: &[u8], at: usize) -> Result<u64> {
    Ok(u64::from_le_bytes(array(file, at)?))
}

/// A length that a file states.
pub fn length(number: impl TryInto<usize>) -> Result<usize> {
    number.try_into().map_err(|_| MediaError("the file states an impossible length".into()))
}

/// A length as four bytes can state it.
pub fn short(number: usize) -> Result<u32> {
    u32::try_from(number).map_err(|_| MediaError("more than 4 GiB are missing, which this container can't hold".into()))
}

/// Whether bytes only fill a file up.
pub fn is_filling(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// The names of what was removed, each once.
pub fn note(removed: &mut Vec<String>, what: impl Into<String>) {
    let what = what.into();
    if !removed.contains(&what) {
        removed.push(what);
    }
}
