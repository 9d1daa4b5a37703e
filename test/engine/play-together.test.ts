import { describe, expect, it } from 'vitest';
import { newControl, stop } from '../../src/engine/control.ts';
import type { Meeting, Message } from '../../src/engine/meeting.ts';
import { PlayTogether } from '../../src/engine/play-together.ts';
import { load } from '../../src/index.ts';
import type { AnyMachine } from '../../src/rules/encounter.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { PlaySession } from '../../src/sim/play/session.ts';

const SEED = 3;
const plan = { trials: 1_500, blockSize: 250, blocks: 6 };
/** Who has looked about so often without anything having come waits for ever. */
const MOST_LOOKS = 100_000;
/** So soon are tables handed over. */
const options = { compactAfter: 250 };

/** A hall whose guests hear each other at once, and all that was said there. */
class Hall {
  host = 0;
  /** How often each has given back what it needs no longer. */
  readonly tidied = new Map<number, number>();
  readonly said: Message[] = [];
  private readonly guests: { readonly self: number; readonly inbox: Message[] }[] = [];

  meeting(): Meeting {
    const inbox: Message[] = [];
    let looks = 0;
    const self = this.guests.push({ self: this.guests.length + 1, inbox });
    return {
      self,
      fills: () => {
        if (this.host === 0) this.host = self;
        return this.host === self;
      },
      tell: (message) => {
        this.said.push(message);
        for (const guest of this.guests) if (guest.self !== self) guest.inbox.push(structuredClone(message));
      },
      takeMessages: () => inbox.splice(0),
      wait: () => {
        if (++looks > MOST_LOOKS) throw new Error('Nobody has anything to say.');
        return new Promise((resolve) => setImmediate(resolve));
      },
      onMessage: () => {},
      tidyUp: () => this.tidied.set(self, (this.tidied.get(self) ?? 0) + 1),
      leave: () => {},
    };
  }

  kinds(): Set<string> {
    return new Set(this.said.map(({ kind }) => kind));
  }
}

const machineOf = async (name: string, turns: number): Promise<AnyMachine> =>
  prepareCell(await load(name), [{ path: 'turns', value: turns }]).built.machine;

const alone = async (machine: AnyMachine) =>
  (await PlaySession.on([machine], { kernels: true })).blocks(plan, SEED, 0, plan.blocks);

describe('threads that play together', () => {
  it('count what one alone does, over tables that the host has filled', async () => {
    const machine = await machineOf('three-a-side', 1);
    const hall = new Hall();
    const [host, guest] = [0, 1].map(() => new PlayTogether(machine, SEED, hall.meeting(), options));
    const first = await host.blocks(plan, 0, 3, newControl());
    // The host answers whenever it is its turn, as long as there is something to do.
    const second = guest.blocks(plan, 3, 6, newControl());
    let isDone = false;
    const ended = second.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await host.blocks(plan, 0, 1, newControl());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ended;
    const whole = await alone(machine);
    expect(first.counts[0].blocks).toEqual(whole.counts[0].blocks.slice(0, 3));
    expect((await second).counts[0].blocks).toEqual(whole.counts[0].blocks.slice(3));
    expect((await second).done).toBe(6);
    expect(hall.kinds()).toEqual(new Set(['come', 'waits', 'tables', 'asked', 'played']));
    const asked = hall.said.flatMap((m) => (m.kind === 'asked' ? [m.numbers.length] : []));
    // What tables were laid out from, and those before them, are given back by whoever has new ones.
    expect([...hall.tidied.keys()].sort()).toEqual([1, 2]);
    // Some engagements meet what is not in the tables yet, most do not.
    expect(asked.reduce((sum, n) => sum + n, 0)).toBeLessThan(500);
  });

  it('let the one that plays the first block fill tables, so that it is kept when all are stopped', async () => {
    const machine = await machineOf('three-a-side', 1);
    const hall = new Hall();
    const [late, early] = [0, 1].map(() => new PlayTogether(machine, SEED, hall.meeting(), options));
    const control = newControl();
    const second = early.blocks(plan, 3, 6, control);
    for (let k = 0; k < 5; k++) await new Promise((resolve) => setImmediate(resolve));
    const first = await late.blocks(plan, 0, 2, newControl());
    stop(control);
    expect((await second).done).toBe(3);
    expect(first.done).toBe(2);
  });

  it('hand tables to those who came before the host did, and could not be heard coming', async () => {
    const machine = await machineOf('three-a-side', 1);
    const hall = new Hall();
    const guest = new PlayTogether(machine, SEED, hall.meeting(), options);
    const second = guest.blocks(plan, 2, 4, newControl());
    const host = new PlayTogether(machine, SEED, hall.meeting(), options);
    let isDone = false;
    const ended = second.finally(() => {
      isDone = true;
    });
    ended.catch(() => {});
    // As if it had never to take over: the host is there.
    hall.host = 2;
    for (let rounds = 0; rounds < 1_000 && !isDone; rounds++) {
      await host.blocks(plan, 0, 1, newControl());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isDone).toBe(true);
    const whole = await alone(machine);
    expect((await second).counts[0].blocks).toEqual(whole.counts[0].blocks.slice(2, 4));
    expect(hall.kinds()).toEqual(new Set(['come', 'waits', 'tables', 'asked', 'played']));
  });

  it('ask again when a host comes that has not heard them ask', async () => {
    const machine = await machineOf('three-a-side', 1);
    const hall = new Hall();
    const [gone, guest] = [0, 1].map(() => new PlayTogether(machine, SEED, hall.meeting(), options));
    await gone.blocks(plan, 0, 2, newControl());
    const played = guest.blocks(plan, 2, 4, newControl());
    const asked = () => hall.said.filter(({ kind }) => kind === 'asked').length;
    while (asked() < 1) await new Promise((resolve) => setImmediate(resolve));
    const before = asked();
    // Another thread takes the place of the first, which says nothing more.
    const next = new PlayTogether(machine, SEED, hall.meeting(), options);
    hall.host = 3;
    let isDone = false;
    played
      .finally(() => {
        isDone = true;
      })
      .catch(() => {});
    for (let rounds = 0; rounds < 1_000 && !isDone; rounds++) {
      await next.blocks(plan, 0, 1, newControl());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isDone).toBe(true);
    expect(asked()).toBeGreaterThan(before);
    const whole = await alone(machine);
    expect((await played).counts[0].blocks).toEqual(whole.counts[0].blocks.slice(2, 4));
  });

  it('go on when the host is gone', async () => {
    const machine = await machineOf('three-a-side', 1);
    const hall = new Hall();
    const [host, guest] = [0, 1].map(() => new PlayTogether(machine, SEED, hall.meeting(), options));
    await host.blocks(plan, 0, 2, newControl());
    const played = guest.blocks(plan, 2, 4, newControl());
    hall.host = 0;
    const whole = await alone(machine);
    expect((await played).counts[0].blocks).toEqual(whole.counts[0].blocks.slice(2, 4));
    expect(hall.kinds().has('played')).toBe(false);
  });

  it('stop where they are told to, also while they wait for tables', async () => {
    const machine = await machineOf('three-a-side', 1);
    const hall = new Hall();
    hall.host = 99;
    const control = newControl();
    const played = new PlayTogether(machine, SEED, hall.meeting(), options).blocks(plan, 2, 4, control);
    stop(control);
    expect(await played).toMatchObject({ done: 2, counts: [] });
  });
});
