// Where a viewer stands in a film: the moment shown, whether it plays, and how fast.

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 100];

/** Time runs in turns: 3.25 is a quarter of the way from turn 3 to turn 4. */
export class Playback {
  /**
   * @param {number} last
   * @param {number} rate turns per second at speed 1
   */
  constructor(last, rate) {
    this.last = last;
    this.rate = rate;
    this.at = 0;
    this.speed = 1;
    this.playing = false;
    /** A live match is followed as it grows. */
    this.following = false;
  }

  /** The turn whose events are shown: the one that is under way, or the one that has just been played. */
  get turn() {
    return Math.max(0, Math.min(this.last, Math.ceil(this.at - 1e-6)));
  }

  /** Go to a turn; what is no number is the start. @param {number} turn */
  seek(turn) {
    this.at = Math.max(0, Math.min(this.last, turn)) || 0;
    this.following = false;
  }

  /** The film has become longer or shorter. @param {number} last */
  reach(last) {
    this.last = last;
    this.at = Math.min(this.at, last);
  }

  /** @param {number} turns */
  step(turns) {
    this.playing = false;
    this.seek(turns > 0 ? Math.floor(this.at + 1e-6) + turns : Math.ceil(this.at - 1e-6) + turns);
  }

  toggle() {
    if (!this.playing && this.at >= this.last && !this.following) this.at = 0;
    this.playing = !this.playing;
  }

  /** @param {number} steps along the list of speeds */
  faster(steps) {
    const i = SPEEDS.findIndex((speed) => speed >= this.speed);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, (i < 0 ? SPEEDS.length : i) + steps))] ?? 1;
  }

  /**
   * Let time pass; returns whether the moment changed.
   * @param {number} seconds
   * @param {number} [loaded] the last turn that is there already: the others are waited for
   */
  advance(seconds, loaded = this.last) {
    const before = this.at;
    if (this.following) {
      // Catch up smoothly: never more than two turns behind what is live.
      const rate = Math.max(this.rate, (this.last - this.at) * 3);
      this.at = Math.min(this.last, Math.max(this.at + seconds * rate, this.last - 2));
    } else if (this.playing) {
      this.at = Math.min(Math.max(this.at, loaded), this.last, this.at + seconds * this.rate * this.speed);
      if (this.at >= this.last) this.playing = false;
    }
    return this.at !== before;
  }
}
