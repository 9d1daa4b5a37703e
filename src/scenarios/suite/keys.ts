import * as z from 'zod';

/** Situations that one file may name, and targets that it may set. */
const MOST_SITUATIONS = 500;
const MOST_TARGETS = 500;

const situation = z.union([
  z.string().min(1).describe('A scenario file beside this one, or the name of a built-in scenario'),
  z
    .looseObject({
      encounter: z.string().optional().describe('What is played: charge, fire, melee, …'),
      scenario: z.string().min(1).optional().describe('A scenario that the other keys are laid over'),
      weight: z.number().positive().max(1e6).optional().describe('How common it is against the others; 1 unless said'),
      vary: z.record(z.string(), z.unknown()).optional().describe('Axes by path, as in a scenario file'),
    })
    .describe('A situation, written as a scenario file is, without its rulebook'),
]);

/** What a suite file may say. */
export const suiteSchema = z.strictObject({
  $schema: z.string().optional().describe('The JSON Schema that editors check the file against'),
  title: z.string().min(1).max(300).optional().describe('What the suite is called in tables and charts'),
  description: z.string().optional().describe('Anything worth telling'),
  rules: z.string().min(1).describe('The rulebook: oth2, oth-half, syw, pike-shot, or a rulebook file'),
  troops: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1), z.record(z.string(), z.unknown())])
    .optional()
    .describe('Troops of your own that situations may name: a file, several, or the troops themselves by name'),
  'built-in': z.boolean().optional().describe("Also play the rulebook's own suite"),
  situations: z
    .record(z.string().min(1), situation)
    .refine((all) => Object.keys(all).length <= MOST_SITUATIONS, `A suite names at most ${MOST_SITUATIONS} situations.`)
    .optional()
    .describe('Situations by name'),
  targets: z
    .array(z.union([z.string().min(1), z.record(z.string().min(1), z.string().min(1))]))
    .max(MOST_TARGETS)
    .optional()
    .describe('What the design is to reach: "- column-v-line: attacker wins 45..55%"'),
});
export type SuiteKeys = z.infer<typeof suiteSchema>;
