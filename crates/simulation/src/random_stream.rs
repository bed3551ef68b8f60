//! All random numbers of simulated participants.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng as _;
use unmask_study::order;

/// A stream of random numbers for one purpose.
pub struct RandomStream(ChaCha20Rng);

impl RandomStream {
    /// The stream of a purpose, such as `fault/3/17/1`: it does not depend on what happened before.
    pub fn of(seed: u64, purpose: &str) -> Self {
        Self(order::generator(&seed.to_le_bytes(), purpose))
    }

    /// The generator, for functions that accept any.
    pub fn generator(&mut self) -> &mut ChaCha20Rng {
        &mut self.0
    }

    /// From 0 to below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        order::below(&mut self.0, bound.max(1))
    }

    /// A number from 0 to below 1, of 53 random bits.
    pub fn share(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with this probability.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.share() < probability
    }

    /// From the standard normal distribution, by the method of Box and Muller (1958).
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.share(), self.share());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        order::shuffle(&mut self.0, list);
    }

    /// Bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// Milliseconds from 0 to below `most`.
    pub fn milliseconds(&mut self, most: usize) -> std::time::Duration {
        std::time::Duration::from_millis(self.below(most) as u64)
    }
}
