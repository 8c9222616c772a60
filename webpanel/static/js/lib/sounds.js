/** Short sounds, synthesised as they are needed: nothing is loaded. */

/** @typedef {"place" | "capture" | "illegal" | "turn" | "check" | "clock" | "end"} Cue */

/**
 * The notes of each sound: pitch in hertz, start and length in seconds, waveform.
 *
 * @type {Record<Cue, [pitch: number, from: number, lasts: number, form: OscillatorType][]>}
 */
const NOTES = {
  place: [[190, 0, 0.07, "triangle"]],
  capture: [
    [240, 0, 0.06, "square"],
    [120, 0.05, 0.11, "triangle"],
  ],
  illegal: [
    [330, 0, 0.05, "triangle"], // a knock on wood
    [250, 0.1, 0.06, "triangle"],
  ],
  turn: [
    [523, 0, 0.1, "sine"],
    [784, 0.12, 0.18, "sine"],
  ],
  check: [
    [880, 0, 0.09, "triangle"],
    [880, 0.14, 0.09, "triangle"],
  ],
  clock: [
    [988, 0, 0.05, "square"],
    [988, 0.18, 0.05, "square"],
    [988, 0.36, 0.05, "square"],
  ],
  end: [
    [523, 0, 0.14, "sine"],
    [659, 0.15, 0.14, "sine"],
    [784, 0.3, 0.4, "sine"],
  ],
};
const LOUDNESS = 0.07; // of what the phone can: quiet, for it sounds unless it is switched off
const LATE_MS = 500;
const APART_S = 0.2;

export class Sounds {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** Enable sound: phones let a page sound only once it was touched, and some browsers cannot sound at all. */
  wake() {
    if (!("AudioContext" in globalThis)) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  /**
   * Play sounds one after another.
   *
   * @param {Cue[]} cues
   */
  async play(cues) {
    this.wake();
    const asked = Date.now();
    await this.context?.resume(); // which waits for a first touch: what is over by then sounds no more
    if (Date.now() - asked > LATE_MS) return;
    cues.forEach((cue, place) => {
      for (const [pitch, from, lasts, form] of NOTES[cue]) this.note(pitch, from + place * APART_S, lasts, form);
    });
  }

  /**
   * @param {number} pitch
   * @param {number} from
   * @param {number} lasts
   * @param {OscillatorType} form
   */
  note(pitch, from, lasts, form) {
    if (!this.context) return;
    const start = this.context.currentTime + from;
    const tone = new OscillatorNode(this.context, { type: form, frequency: pitch });
    const volume = new GainNode(this.context, { gain: LOUDNESS });
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    tone.connect(volume).connect(this.context.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}
