import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

/**
 * As much of vitest as the tests of rules and engines use, so that one test can be run by itself in a warm process:
 * vitest would load the whole program again for every mutant.
 */
type Body = (...args: unknown[]) => unknown;
interface Case {
  readonly name: string;
  readonly run: () => Promise<void>;
}

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
const known = globalThis as unknown as Record<PropertyKey, unknown>;
export const expect = Object.assign(
  (value: unknown, message?: string) => chai.expect(value, message),
  chai.expect,
  known[ASYMMETRIC_MATCHERS_OBJECT],
);
known[GLOBAL_EXPECT] = expect;
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect as never);

interface Suite {
  readonly name: string;
  readonly before: { readonly body: Body; done: boolean }[];
  readonly around: { readonly when: 'before' | 'after'; readonly body: Body }[];
}
let cases: Case[] = [];
let suites: Suite[] = [];
const open = (name: string): Suite => ({ name, before: [], around: [] });

/** Loads a file of tests and gives what it holds. */
export async function casesOf(load: () => Promise<unknown>): Promise<Case[]> {
  [cases, suites] = [[], [open('')]];
  await load();
  return cases;
}

function describeOne(name: string, body: Body): void {
  suites.push(open(name));
  body();
  suites.pop();
}

function itOne(name: string, first: unknown, second?: unknown): void {
  const body = (typeof first === 'function' ? first : second) as Body;
  const within = [...suites];
  const run = async (): Promise<void> => {
    for (const one of within.flatMap((s) => s.before).filter((b) => !b.done)) {
      await one.body();
      one.done = true;
    }
    const around = within.flatMap((s) => s.around);
    for (const { when, body } of around) if (when === 'before') await body();
    try {
      await body();
    } finally {
      for (const { when, body } of around) if (when === 'after') await body();
    }
  };
  cases.push({ name: [...within.map((s) => s.name), name].filter(Boolean).join(' > '), run });
}

const each =
  (one: (name: string, body: Body) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, first: unknown, second?: unknown): void => {
    const body = (typeof first === 'function' ? first : second) as Body;
    for (const [i, row] of rows.entries()) one(`${name} [${i}]`, () => body(...(Array.isArray(row) ? row : [row])));
  };

export const describe = Object.assign(describeOne, { each: each(describeOne) });
export const it = Object.assign(itOne, { each: each(itOne) });
export const test = it;
export const beforeAll = (body: Body): unknown => suites.at(-1)!.before.push({ body, done: false });
export const beforeEach = (body: Body): unknown => suites.at(-1)!.around.push({ when: 'before', body });
export const afterEach = (body: Body): unknown => suites.at(-1)!.around.push({ when: 'after', body });
export const afterAll = (): void => {};

interface Spy {
  readonly mock: { readonly calls: unknown[][] };
  mockImplementation(body: Body): Spy;
}
const stubbed = new Map<string, unknown>();
let spied: (() => void)[] = [];
export const vi = {
  stubGlobal(name: string, value: unknown): void {
    if (!stubbed.has(name)) stubbed.set(name, known[name]);
    known[name] = value;
  },
  unstubAllGlobals(): void {
    for (const [name, value] of stubbed) known[name] = value;
    stubbed.clear();
  },
  spyOn(on: Record<string, unknown>, name: string): Spy {
    const own = on[name] as Body;
    let body = own;
    const calls: unknown[][] = [];
    on[name] = function (this: unknown, ...args: unknown[]) {
      calls.push(args);
      return body.apply(this, args);
    };
    spied.push(() => {
      on[name] = own;
    });
    const spy: Spy = {
      mock: { calls },
      mockImplementation(other) {
        body = other;
        return spy;
      },
    };
    return spy;
  },
  restoreAllMocks(): void {
    for (const restore of spied.reverse()) restore();
    spied = [];
  },
};
