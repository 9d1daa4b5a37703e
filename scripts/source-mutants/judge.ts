import type { Crew } from './crew.ts';
import { type Check, type Told, UNCHANGED } from './protocol.ts';

/** What became of a mutant; `ran` checks held before. */
export type Verdict =
  | { readonly what: 'failed'; readonly by: Check; readonly ran: number }
  /** A check went on without end or took all memory, again when it was asked alone and given more. */
  | { readonly what: 'endless'; readonly ran: number }
  | { readonly what: 'unnoticed'; readonly ran: number; readonly asked: number };

/** Seconds of processor time a check may take besides a multiple of what it took, at first and in doubt. */
const [QUICKLY, PATIENTLY] = [2, 6];
const DOUBT_SECONDS = 60;

const keyOf = ({ file, index }: Check): string => `${file} ${index}`;

/**
 * Puts checks to mutants, and believes none of them that fails by itself: a check that said no is asked again about the
 * program as it is, alone, and one that did not come to its end is asked again alone, with more time.
 */
export class Judge {
  readonly #alone = new Map<string, Promise<Told | null>>();
  /** Seconds of checks by themselves: among others they may find done what they would have to do first. */
  readonly #costs = new Map<string, number>();
  readonly #crew: Crew;
  readonly #path: string;
  readonly #seconds: number;

  constructor(crew: Crew, path: string, seconds: number) {
    [this.#crew, this.#path, this.#seconds] = [crew, path, seconds];
  }

  async verdict(mutant: number, checks: readonly Check[]): Promise<Verdict> {
    if (checks.length === 0) return { what: 'unnoticed', ran: 0, asked: 0 };
    const told = await this.#ask(mutant, checks, this.#seconds, QUICKLY);
    if (told?.failed === null) return { what: 'unnoticed', ran: told.ran, asked: checks.length };
    const ran = told ? told.ran : this.#crew.begun;
    const by = checks[ran];
    const alone = await this.#unchanged(by);
    const isSound = alone?.failed === null;
    if (isSound && told) return { what: 'failed', by, ran };
    if (isSound) {
      this.#costs.set(keyOf(by), alone.seconds);
      const again = await this.#ask(mutant, [{ ...by, cost: alone.seconds }], DOUBT_SECONDS, PATIENTLY);
      if (!again) return { what: 'endless', ran };
      if (again.failed !== null) return { what: 'failed', by, ran };
    } else console.log(`${by.file}: '${by.name}' does not hold by itself and is left out.`);
    return this.verdict(mutant, checks.filter((c) => c !== by)); // biome-ignore format: one line
  }

  #unchanged(check: Check): Promise<Told | null> {
    const key = keyOf(check);
    const known = this.#alone.get(key) ?? this.#ask(UNCHANGED, [check], DOUBT_SECONDS, PATIENTLY);
    this.#alone.set(key, known);
    return known;
  }

  #ask(mutant: number, asked: readonly Check[], seconds: number, atLeast: number): Promise<Told | null> {
    const checks = asked.map((c) => ({ ...c, cost: Math.max(c.cost, this.#costs.get(keyOf(c)) ?? 0) }));
    return this.#crew.ask<Told>({ what: 'play', path: this.#path, mutant, checks, seconds, atLeast });
  }
}
