import { isRoll, type Step } from './machine.ts';

/** Finds the faces that a step calls alike, so that one of each kind is applied and the others follow it. */
export class Alike {
  private each = Int32Array.from({ length: 128 }, (_, i) => i);
  private places = new Int32Array(128);
  /** What the faces that stand first come to, and their places. */
  private readonly kinds: number[] = [];
  private readonly firsts: number[] = [];

  /** By the place of a face, the place of the first face that is alike: its own if none is. Good until the next call. */
  of<S>(step: Step<S>, against: unknown, faces: readonly number[]): Int32Array {
    if (faces.length > this.places.length) {
      this.places = new Int32Array(faces.length);
      this.each = this.places.map((_, i) => i);
    }
    const { kinds, firsts, places } = this;
    const alike = isRoll(step) ? step.alike : undefined;
    if (!alike) return this.each;
    let count = 0;
    for (let i = 0; i < faces.length; i++) {
      const kind = alike(against, faces[i]);
      // Faces beside each other are alike most often.
      let at = count - 1;
      while (at >= 0 && kinds[at] !== kind) at--;
      if (at < 0) {
        at = count++;
        kinds[at] = kind;
        firsts[at] = i;
      }
      places[i] = firsts[at];
    }
    return places;
  }
}
