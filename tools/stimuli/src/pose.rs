//! What moves: one value of each kind per frame.

/// A pose of the figure. Angles in radians, lengths in units of half a head, the rest 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    pub yaw: f32,
    pub pitch: f32,
    pub roll: f32,
    pub shift_x: f32,
    pub shift_y: f32,
    pub blink: f32,
    pub gaze_x: f32,
    pub gaze_y: f32,
    pub brow: f32,
    pub mouth: Lips,
    pub smile: f32,
    pub breath: f32,
    pub squint: f32,
}

/// What the mouth does while speaking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lips {
    /// How far the jaw is down.
    pub open: f32,
    /// Corners apart, as in "ee".
    pub wide: f32,
    /// Corners together and forward, as in "oo".
    pub round: f32,
    /// Lips pressed on each other, as in "m".
    pub press: f32,
    /// Upper lip raised, as in "f".
    pub raise: f32,
    /// Tip of the tongue up, as in "l".
    pub tongue: f32,
}

impl From<[f32; 6]> for Lips {
    fn from([open, wide, round, press, raise, tongue]: [f32; 6]) -> Self {
        Self { open, wide, round, press, raise, tongue }
    }
}

impl Pose {
    /// Every value in one line, as the key of the frame cache.
    pub fn key(&self) -> String {
        format!("{self:?}")
    }
}
