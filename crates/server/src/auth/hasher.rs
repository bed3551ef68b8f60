//! Argon2id that reuses its memory: allocating 19 MiB for each hash takes almost as long as the hash.

use std::cell::RefCell;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, CustomizedPasswordHasher, PasswordHasher};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use zeroize::Zeroizing;

/// OWASP's first choice: 19 MiB, two passes, one lane. A hash names its parameters, so older ones still verify.
pub const MEMORY_KIB: u32 = 19_456;
pub const PASSES: u32 = 2;

/// Hashes as the `argon2` crate does, one at a time. Belongs to one thread.
pub struct Hasher {
    params: Params,
    /// What the last hash has left here is derived from a password: it is overwritten before it is freed.
    memory: RefCell<Zeroizing<Vec<Block>>>,
}

impl Hasher {
    pub fn new() -> Self {
        let params = Params::new(MEMORY_KIB, PASSES, 1, None).expect("the parameters are valid");
        Self { params, memory: RefCell::default() }
    }

    /// Wipes the memory and gives it back.
    pub fn release(&self) {
        self.memory.take();
    }

    /// How much memory is kept now, in blocks of 1 KiB.
    #[cfg(test)]
    pub fn kept(&self) -> usize {
        self.memory.borrow().len()
    }

    /// A hash of ours needs as much memory as any other of ours. One with larger parameters gets memory for itself.
    fn fill(&self, argon2: &Argon2, password: &[u8], salt: &[u8], output: &mut [u8]) -> argon2::Result<()> {
        let blocks = self.params.block_count();
        if argon2.params().block_count() > blocks {
            return argon2.hash_password_into(password, salt, output);
        }
        let mut memory = self.memory.borrow_mut();
        if memory.is_empty() {
            *memory = vec![Block::new(); blocks].into();
        }
        argon2.hash_password_into_with_memory(password, salt, output, memory.as_mut_slice())
    }
}

impl PasswordHasher<PasswordHash> for Hasher {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> password_hash::Result<PasswordHash> {
        self.hash_password_with_params(password, salt, self.params.clone())
    }
}

/// With this, `password_hash` verifies: it reads algorithm, version and parameters from the hash, and compares in
/// constant time.
impl CustomizedPasswordHasher<PasswordHash> for Hasher {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> password_hash::Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let params_string = ParamsString::try_from(&params)?;
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let argon2 = Argon2::new(algorithm, version, params);
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
        self.fill(&argon2, password, salt, output)?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: params_string,
            salt: Some(Salt::new(salt)?),
            hash: Some(Output::new(output)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier as _;

    use super::*;

    const PASSWORD: &[u8] = b"lanterns over the harbour";
    const SALT: &[u8] = b"sixteen bytes of";

    fn address(hasher: &Hasher) -> *const Block {
        hasher.memory.borrow().as_ptr()
    }

    #[test]
    fn hashes_share_their_memory_until_it_is_released() {
        let hasher = Hasher::new();
        assert_eq!(hasher.kept(), 0, "none before the first hash");
        let hash = hasher.hash_password(PASSWORD).unwrap();
        let first = address(&hasher);
        assert_eq!(hasher.kept(), 19_456);
        hasher.verify_password(PASSWORD, &hash).unwrap();
        hasher.verify_password(b"another", &hash).unwrap_err();
        assert_ne!(hasher.hash_password(PASSWORD).unwrap(), hash, "each has a salt of its own");
        assert_eq!((address(&hasher), hasher.kept()), (first, 19_456));
        hasher.release();
        assert_eq!((hasher.kept(), hasher.memory.borrow().capacity()), (0, 0));
        hasher.verify_password(PASSWORD, &hash).unwrap();
    }

    /// What an earlier hash has left in the memory makes no difference.
    #[test]
    fn hashes_are_those_of_the_argon2_crate() {
        let hasher = Hasher::new();
        // As ours, smaller, with more lanes, as large, larger, of other lengths.
        for (memory, passes, lanes, length) in [
            (MEMORY_KIB, PASSES, 1, None),
            (8, 1, 1, None),
            (4096, 3, 4, Some(16)),
            (MEMORY_KIB, 1, 2, Some(64)),
            (MEMORY_KIB + 4, 1, 1, None),
            (MEMORY_KIB, PASSES, 1, None),
        ] {
            for algorithm in [Algorithm::Argon2id, Algorithm::Argon2i, Algorithm::Argon2d] {
                for version in [Version::V0x10, Version::V0x13] {
                    let params = Params::new(memory, passes, lanes, length).unwrap();
                    let theirs = Argon2::new(algorithm, version, params.clone());
                    let expected: PasswordHash = theirs.hash_password_with_salt(PASSWORD, SALT).unwrap();
                    let name = Some(algorithm.as_str());
                    let ours = hasher.hash_password_customized(PASSWORD, SALT, name, Some(version.into()), params);
                    assert_eq!(ours.unwrap().to_string(), expected.to_string());
                    assert_eq!(hasher.verify_password(PASSWORD, &expected), Ok(()), "{expected}");
                    assert!(hasher.verify_password(b"another", &expected).is_err(), "{expected}");
                }
            }
        }
        assert_eq!(hasher.kept(), 19_456, "a larger hash leaves nothing behind");
    }

    /// From the tests of the reference implementation (`P-H-C/phc-winner-argon2`, `src/test.c`).
    #[test]
    fn known_hashes_verify() {
        let hasher = Hasher::new();
        for known in [
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
            "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
        ] {
            let known = PasswordHash::new(known).unwrap();
            assert_eq!(hasher.verify_password(b"password", &known), Ok(()), "{known}");
            assert!(hasher.verify_password(b"passwore", &known).is_err(), "{known}");
        }
    }

    #[test]
    fn a_damaged_hash_is_an_error() {
        let hasher = Hasher::new();
        let whole = hasher.hash_password(PASSWORD).unwrap().to_string();
        let (without_output, _) = whole.rsplit_once('$').unwrap();
        for damaged in [
            without_output.to_owned(),
            whole.replace("argon2id", "scrypt"),
            whole.replace("v=19", "v=18"),
            whole.replace("m=19456", "m=1"),
        ] {
            assert!(hasher.verify_password(PASSWORD, &PasswordHash::new(&damaged).unwrap()).is_err(), "{damaged}");
        }
    }
}
