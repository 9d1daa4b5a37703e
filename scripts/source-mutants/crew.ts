import { type ChildProcess, fork } from 'node:child_process';
import type { Asked, Begun } from './protocol.ts';

/** Loaded programs stay in memory, so a process is replaced after this many. */
const MOST_LOADS = 25;

/** A process that answers one question at a time, replaced when it ends or has grown. */
export class Crew {
  #child: ChildProcess | null = null;
  #asked = 0;
  #begun = 0;
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
  }

  /** The check that was begun last. */
  get begun(): number {
    return this.#begun;
  }

  /** The answer, or null where the process ended over it. */
  ask<T>(question: Asked): Promise<T | null> {
    if (this.#asked >= MOST_LOADS) this.end();
    this.#child ??= fork(this.#program, {
      execArgv: ['--max-old-space-size=1500'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#asked++;
    this.#begun = 0;
    const child = this.#child;
    return new Promise((resolve) => {
      const answered = (answer: T | Begun): void => {
        if (typeof answer === 'object' && answer !== null && 'begun' in answer) {
          this.#begun = answer.begun;
          return;
        }
        child.off('message', answered);
        child.off('exit', ended);
        resolve(answer);
      };
      const ended = (): void => {
        child.off('message', answered);
        this.#forget();
        resolve(null);
      };
      child.on('message', answered);
      child.once('exit', ended);
      child.send(question);
    });
  }

  end(): void {
    this.#child?.kill();
    this.#forget();
  }

  #forget(): void {
    [this.#child, this.#asked] = [null, 0];
  }
}
