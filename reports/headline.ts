import type { Results } from '../src/results/types.ts';
import { theLabel } from '../src/words/labels.ts';
import { askedDifferences, askedFinding } from './asked.ts';
import { casesFinding } from './cases-finding.ts';
import { differenceFinding, matrixFinding, tornadoFinding } from './findings.ts';
import { impactHeadline } from './impact/headline.ts';
import { labelled } from './labelled.ts';
import { outcomeFinding, plainHeadline } from './outcome-finding.ts';
import { capital, plain } from './text.ts';

/** The one sentence that stands over a report: what was found. */
export function headline(raw: Results): string {
  const single = plainHeadline(raw);
  if (single !== undefined) return single;
  const results = labelled(raw);
  if (results.cells.length === 0) return plain(results.title);
  if (results.evening !== undefined) return unstopped(results.evening.text);
  if (results.log !== undefined) return unstopped(results.log.text);
  if (results.targetTuning !== undefined) return unstopped(results.targetTuning.text);
  if (results.points !== undefined) return unstopped(results.points.text);
  if (results.impact !== undefined) return impactHeadline(results.impact);
  if (results.luck !== undefined) return unstopped(results.luck.text);
  if (results.tuning !== undefined) return unstopped(results.tuning.text);
  if (results.best !== undefined) return unstopped(results.best.text);
  if (results.sensitivity !== undefined) return tornadoFinding(results);
  if (results.game !== undefined) return matrixFinding(results);
  const asked = askedDifferences(results);
  if (asked.length > 0) return askedFinding(results, asked);
  const outcomes = (results.differences ?? []).filter((d) => d.kind === 'outcome');
  if (outcomes.length > 0) return amongVariants(results, differenceFinding(results, outcomes));
  if (results.cells.length === 1) return outcomeFinding(results);
  return casesFinding(results);
}

/** Of several variants a headline speaks of the one that changes most, and says so. */
function amongVariants(results: Results, finding: string): string {
  if (new Set(results.differences?.map((d) => d.cell)).size < 2) return finding;
  const names = results.differences?.map((d) => `With ${theLabel(d.variant)}`) ?? [];
  // The longest: “attacker FS 1” begins as “attacker FS 10” does.
  const [start] = names.filter((name) => finding.startsWith(name)).sort((x, y) => y.length - x.length);
  return start === undefined
    ? finding
    : `Most changes w${start.slice(1)}: ${finding.slice(start.length).replace(/^[:,]? /, '')}`;
}

/** Is the title of a chart what the page has said above it? It names the variant that changes most in other words. */
export function repeatsHeadline(results: Results, title: string): boolean {
  const said = headline(results);
  return title === said || amongVariants(labelled(results), title) === said;
}

/** Stops that end no sentence: those of names such as "St. Petersburg Grenadiers" and "J. Smith’s", and of "the 4th. is". */
const ABBREVIATED = /(?<!\b(?:St|Lt|Mr|Dr|No|Bn|Col|Gen|Maj|Sgt|Capt|Brig|Regt|(?<![Ss]ide )\p{Lu}))/u.source;
const SENTENCE_END = new RegExp(`${ABBREVIATED}\\.(?:$|\\s(?!\\p{Ll}[\\p{Ll}’']*[\\s,;:]))`, 'u');

/** The first sentence of a text as a title: a capital first, no stop last. */
export const unstopped = (text: string): string => capital(plain(text)).split(SENTENCE_END)[0];

/** What the text says beyond its first sentence. */
export function furtherSentences(text: string): string {
  const whole = plain(text);
  const end = SENTENCE_END.exec(whole);
  return end === null ? '' : whole.slice(end.index + end[0].length);
}
