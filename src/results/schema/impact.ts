import * as z from 'zod';
import { count, probability, twoNames } from './parts.ts';

const ofEachSide = z.tuple([z.number(), z.number()]);

export const groupImpact = z.object({
  group: z.string(),
  encounter: z.string(),
  sides: twoNames,
  situations: count,
  moved: count,
  turned: count,
  endOtherwise: probability.describe('Mean over the group by weight'),
  gains: ofEachSide.describe('How much oftener each side wins'),
});

export const situationImpact = z.object({
  name: z.string(),
  group: z.string(),
  encounter: z.string(),
  sides: twoNames,
  tags: z.record(z.string(), z.string()),
  weight: probability,
  base: ofEachSide.describe('How often each side wins under the base'),
  value: ofEachSide.describe('The same under the variant'),
  endOtherwise: probability.describe('The least share of encounters whose outcome must differ'),
  moved: z.boolean().describe('Anything changes, hits and the like as well'),
  turned: z.boolean(),
});

export const variantImpact = z.object({
  variant: z.string(),
  text: z.string().describe('The finding'),
  compared: count.describe('Situations that both rules allow'),
  notCompared: count.describe('Situations that only one of the two rules allows'),
  moved: count.describe('Situations in which anything at all changes'),
  endOtherwise: probability.describe('By weight: the least share of encounters whose outcome must differ'),
  turned: count.describe('Situations whose likelier winner is now the other side'),
  groups: z.array(groupImpact),
  absorbed: z.array(z.string()).describe('Changed rows that the ends of tables swallow, a sentence each'),
  situations: z.array(situationImpact).describe('Largest change first; those in which nothing moves come last'),
});

/** What variants do over a whole suite. */
export const impact = z.object({
  suite: z.object({
    source: z.string(),
    title: z.string(),
    rules: z.string(),
    situations: count,
    played: count.describe('Fewer than situations when it was stopped'),
  }),
  base: z.string().describe('What the variants are set against: "oth2", or the name of another variant'),
  variants: z.array(variantImpact),
});
