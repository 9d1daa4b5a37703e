import { isRoll, type Step } from './machine.ts';

/** Finds the faces that a step calls alike, so that one of each kind is applied and the others follow it. */
export class Alike {
  private readonly firsts = new Map<number, number>();
  private places = new Int32Array(128);

  /** By the place of a face, the place of the first face that is alike: its own if none is. Good until the next call. */
  of<S>(step: Step<S>, given: unknown, faces: readonly number[]): Int32Array {
    if (faces.length > this.places.length) this.places = new Int32Array(faces.length);
    const { firsts, places } = this;
    const alike = isRoll(step) ? step.alike : undefined;
    firsts.clear();
    for (let i = 0; i < faces.length; i++) {
      const kind = alike?.(given, faces[i]);
      const first = kind === undefined ? i : (firsts.get(kind) ?? i);
      if (first === i && kind !== undefined) firsts.set(kind, i);
      places[i] = first;
    }
    return places;
  }
}
