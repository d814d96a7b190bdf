//! Functions of the device for the play page: a screen that stays on, vibration and sounds.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(raw_module = "./device.js")]
extern "C" {
    /// Keeps the screen on, or lets it go dark again.
    #[wasm_bindgen(js_name = keepAwake)]
    pub fn keep_awake(is_awake: bool);

    /// Lets a phone vibrate, for some milliseconds.
    pub fn vibrate(milliseconds: u32);

    #[wasm_bindgen(js_name = playTones)]
    fn play_tones(tones: &[f32]);
}

/// A sound of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A word counts.
    Counts,
    /// A guess does not count.
    Rejected,
    /// The round has ended.
    Ended,
}

/// Plays a sound.
pub fn play(sound: Sound) {
    play_tones(match sound {
        Sound::Counts => &[660.0, 880.0],
        Sound::Rejected => &[220.0],
        Sound::Ended => &[523.0, 659.0, 784.0],
    });
}
