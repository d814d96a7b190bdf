// What the play page asks of the device. Where a browser lacks something or refuses it, the game
// goes on without.

let lock;
let audio;

// Keeps the screen on, or lets it go dark again.
export async function keepAwake(isAwake) {
  try {
    if (isAwake) {
      lock = (await navigator.wakeLock?.request("screen")) ?? lock;
    } else {
      await lock?.release();
      lock = undefined;
    }
  } catch {
    lock = undefined;
  }
}

// Lets a phone vibrate, for some milliseconds.
export function vibrate(milliseconds) {
  if (navigator.userActivation?.hasBeenActive) {
    navigator.vibrate?.(milliseconds);
  }
}

// Plays tones of some hertz, one after the other.
export function playTones(tones) {
  try {
    audio ??= new AudioContext();
    tones.forEach((hertz, index) => {
      const start = audio.currentTime + index * 0.09;
      const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0.12, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.18);
    });
  } catch {
    // Without sound.
  }
}
