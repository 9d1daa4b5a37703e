import { type CompareOptions, compare } from '../../experiments/compare.ts';
import type { Results } from '../../results/types.ts';
import { loadScenario } from '../../scenarios/files.ts';
import { isLink } from '../../scenarios/is-link.ts';
import type { LoadedScenario } from '../../scenarios/prepare.ts';
import type { Command } from '../command.ts';
import { experiment } from '../experiment.ts';
import { messages } from '../messages.ts';
import { commonOptions, option } from '../options.ts';
import { readVariants } from '../read-variants.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...commonOptions,
    variant: option.several(
      'Set against the base: a variant file, another rulebook, a link, or PATH=VALUE (may be repeated)',
    ),
    objective: option.text(
      'What the verdict is about: an outcome, "attacker wins", a measure, or a tail such as rounds>=2',
    ),
    rulings: option.flag(
      'Flip every ruling that touches the encounter, and say whether each verdict survives; --no-rulings tries none',
    ),
  },
  examples: [
    ['compare column-v-line --variant oth-half', 'one sheet against the other'],
    ['compare volley --variant rules.fire.small-arms.initial-volley=1', 'what if the first volley were worth less?'],
    ['compare my-fight.yaml --variant a.yaml --variant b.yaml --rulings', 'two variants, and whether it holds up'],
  ],
  run: (args, io) =>
    experiment(args, io, async (flags) => {
      const named = flags.list('variant');
      const links = named.filter(isLink);
      if (links.length > 0 && links.length < named.length) flags.wrong(messages.linksAlone, 'variant');
      const variants = links.length > 0 ? [] : await readVariants(flags, named, 'variant');
      const objective = flags.text('objective');
      const rulings = flags.flag('rulings');
      const readings = flags.unlessOff('rulings');
      const full = flags.flag('full');
      return {
        load: {
          later: variants.flatMap((v) => v.overrides),
          books: variants.flatMap((v) => v.overrides.filter((o) => o.path === 'rules').map((o) => String(o.value))),
        },
        play: async (loaded, options) => {
          const asked = {
            ...options,
            ...(objective === undefined ? {} : { objective }),
            ...(rulings ? { rulings } : { readings }),
            ...(full ? { interactions: true } : {}),
          };
          if (links.length > 0) return compareLinks(loaded, String(args['scenario']), links, asked);
          return compare(loaded, { ...asked, ...(variants.length > 0 ? { variants } : {}) });
        },
      };
    }),
};

/** Whole situations set beside the scenario, as the page does it. */
async function compareLinks(
  loaded: LoadedScenario,
  source: string,
  links: readonly string[],
  options: CompareOptions,
): Promise<Results> {
  const [{ besideBase }, { readLink }, { wholeScenario }] = await Promise.all([
    import('../../scenarios/beside.ts'),
    import('../../scenarios/link.ts'),
    import('../../scenarios/link-of.ts'),
  ]);
  const read = await Promise.all(links.map(readLink));
  const pins = read.map(({ scenario, page }, i) => ({
    name: nameOf(page) ?? String(scenario['title'] ?? `link ${i + 1}`),
    scenario,
  }));
  const name = (isLink(source) ? nameOf((await readLink(source)).page) : undefined) ?? 'now';
  const { neutral, base, others } = besideBase(wholeScenario(loaded), pins);
  const all = [...base, ...others.flatMap((o) => o.overrides)];
  const books = all.filter((o) => o.path === 'rules').map((o) => String(o.value));
  const plain = await loadScenario(neutral, { later: all, books });
  return compare(
    { ...plain, source: loaded.source },
    { ...options, base: { name, overrides: base }, variants: others },
  );
}

/** What the page calls a fight that is set beside others. */
const nameOf = ({ name }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
