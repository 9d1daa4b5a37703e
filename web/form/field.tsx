import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { engine } from '../engine/ask.ts';
import type { Alternative } from '../engine/protocol.ts';
import { problemsAt, scenario, setValue, worth } from '../state/page.ts';
import { capital, changeText, inWords, marginOf, marginText } from '../words.ts';
import { type Field, type Scalar, valueAt } from './fields.ts';
import { comesInSight } from './in-sight.ts';

/** One field of the form. It listens to its own value, worth and problems, so that a change redraws nothing else. */
export function FieldRow({ field }: { readonly field: Field }) {
  const id = useId();
  const value = useComputed(() => valueAt(scenario.value, field.path) as unknown);
  const others = useComputed(() => worth.value?.fields[field.path]);
  useEffect(() => comesInSight(field.path), [field.path]);
  const faults = useComputed(() => problemsAt(field.path).map((p) => p.message));
  const describedBy = [field.help ? `${id}-help` : '', faults.value.length > 0 ? `${id}-fault` : '']
    .filter(Boolean)
    .join(' ');
  const props: ControlProps = {
    id,
    field,
    value: value.value,
    others: others.value ?? [],
    invalid: faults.value.length > 0,
    describedBy,
  };
  return (
    <div class={`field field-${field.kind}`} data-path={field.path}>
      <Control {...props} />
      {field.mayBeWritten && <Other {...props} id={`${id}-written`} />}
      {field.help && (
        <p class="help" id={`${id}-help`}>
          {field.help}
        </p>
      )}
      {faults.value.length > 0 && (
        <div id={`${id}-fault`}>
          {faults.value.map((text) => (
            <p class="fault" key={text}>
              {text}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly field: Field;
  readonly value: unknown;
  readonly others: readonly Alternative[];
  readonly invalid: boolean;
  readonly describedBy: string;
}

function Control(props: ControlProps) {
  switch (props.field.kind) {
    case 'flag':
      return <Flag {...props} />;
    case 'word':
      return <Word {...props} />;
    case 'number':
      return <Figure {...props} />;
    case 'words':
      return <Words {...props} />;
    case 'text':
      return <Text {...props} />;
    case 'other':
      return <Other {...props} />;
  }
}

const described = ({ describedBy, invalid }: ControlProps) => ({
  ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  ...(invalid ? { 'aria-invalid': true as const } : {}),
});

/** A change that was worked out or estimated. */
type KnownAlternative = Alternative & { readonly change: number };
const isKnown = (of: Alternative): of is KnownAlternative => of.change !== undefined;

/** An estimate that may as well be nothing is no change to speak of. */
const isFlat = (of: KnownAlternative): boolean => Math.abs(of.change) < (marginOf(of) ?? 5e-4);
const toneOf = (of: KnownAlternative): string => (isFlat(of) ? 'flat' : of.change > 0 ? 'up' : 'down');
const textOf = (of: KnownAlternative): string => {
  const isShare = worth.value?.isShare ?? true;
  return `${changeText(of.change, isShare)}${marginText(of, isShare)}`;
};

/** What a choice would do, beside it. */
function Badge({ of }: { readonly of: Alternative | undefined }) {
  if (!of) return null;
  if (of.refused)
    return (
      <span class="badge refused" title={of.refused}>
        not allowed
      </span>
    );
  return isKnown(of) ? <span class={`badge ${toneOf(of)}`}>{textOf(of)}</span> : null;
}

/** From the worst to the best that another word would do. */
function Span({ of }: { readonly of: readonly Alternative[] }) {
  const all = of.filter(isKnown).filter((a) => !isFlat(a));
  const inOrder = all.sort((a, b) => a.change - b.change);
  const ends = [inOrder.filter((a) => a.change < 0)[0], inOrder.filter((a) => a.change > 0).at(-1)];
  return <span class="either">{ends.map((end) => end && <Badge of={end} key={String(end.value)} />)}</span>;
}

const suffix = (of: Alternative | undefined): string => {
  if (!of) return '';
  if (of.refused) return ' (not allowed)';
  return isKnown(of) && (of.low !== undefined || !isFlat(of)) ? ` (${textOf(of)})` : '';
};

function Flag(props: ControlProps) {
  const { id, field, value, others } = props;
  const now = (value ?? field.default) === true;
  return (
    <div class="control">
      <input
        id={id}
        type="checkbox"
        checked={now}
        {...described(props)}
        onChange={(e) => setValue(field.path, e.currentTarget.checked)}
      />
      <label for={id}>{capital(field.label)}</label>
      <Badge of={others.find((o) => o.value !== now)} />
    </div>
  );
}

function Word(props: ControlProps) {
  const { id, field, value, others } = props;
  const now = value ?? field.default;
  // Data of one's own stands where a word would.
  const isOwn = (typeof now === 'object' && now !== null) || typeof now === 'number';
  const unknown = typeof now === 'string' && !field.options?.includes(now);
  return (
    <div class="control">
      <span class="label-row">
        <label for={id}>{capital(field.label)}</label>
        <Span of={others} />
      </span>
      <select
        id={id}
        {...described(props)}
        value={isOwn ? '\u0000own' : String(now ?? '')}
        onChange={(e) => setValue(field.path, e.currentTarget.value === '' ? undefined : e.currentTarget.value)}
      >
        {field.default === undefined && <option value="">as usual</option>}
        {isOwn && <option value={'\u0000own'}>your own</option>}
        {unknown && <option value={now as string}>{now as string}</option>}
        {(field.options ?? []).map((o) => (
          <option value={o} key={o}>
            {inWords(o)}
            {suffix(others.find((x) => x.value === o))}
          </option>
        ))}
      </select>
    </div>
  );
}

function Figure(props: ControlProps) {
  const { id, field, value, others } = props;
  const now = value ?? field.default;
  const step = (by: number) => {
    const from = typeof now === 'number' ? now : (field.min ?? 0);
    setValue(field.path, Math.min(field.max ?? 1e9, Math.max(field.min ?? -1e9, from + by)));
  };
  const worthOf = (by: number) => others.find((o) => typeof now === 'number' && o.value === now + by);
  return (
    <div class="control">
      <label for={id}>{capital(field.label)}</label>
      <span class="stepper">
        <button type="button" class="step" aria-label={`${field.label}: one less`} onClick={() => step(-1)}>
          <span aria-hidden="true">−</span>
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={field.min}
          max={field.max}
          {...described(props)}
          placeholder=" "
          value={now === undefined ? '' : String(now)}
          onInput={(e) => setValue(field.path, numberIn(e.currentTarget.value))}
        />
        <button type="button" class="step" aria-label={`${field.label}: one more`} onClick={() => step(1)}>
          <span aria-hidden="true">+</span>
        </button>
      </span>
      <span class="either">
        <Badge of={worthOf(-1)} />
        <Badge of={worthOf(1)} />
      </span>
    </div>
  );
}

const numberIn = (text: string): Scalar | undefined =>
  text.trim() === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text;

function Text(props: ControlProps) {
  const { id, field, value } = props;
  return (
    <div class="control">
      <label for={id}>{capital(field.label)}</label>
      <input
        id={id}
        type="text"
        maxLength={60}
        {...described(props)}
        value={String(value ?? '')}
        onInput={(e) => {
          const text = e.currentTarget.value;
          setValue(field.path, field.mayBeNumber ? numberIn(text) : text === '' ? undefined : text);
        }}
      />
    </div>
  );
}

function Words(props: ControlProps) {
  const { id, field, value } = props;
  const now = Array.isArray(value) ? (value as string[]) : ((field.default as string[] | undefined) ?? []);
  const toggle = (word: string, on: boolean) => {
    const next = on ? [...now, word] : now.filter((w) => w !== word);
    setValue(field.path, next.length === 0 ? undefined : next);
  };
  return (
    <fieldset class="control words">
      <legend>{capital(field.label)}</legend>
      {(field.options ?? []).map((word) => (
        <span class="tick" key={word}>
          <input
            id={`${id}-${word}`}
            type="checkbox"
            checked={now.includes(word)}
            onChange={(e) => toggle(word, e.currentTarget.checked)}
          />
          <label for={`${id}-${word}`}>{inWords(word)}</label>
        </span>
      ))}
    </fieldset>
  );
}

/** Tactics, mixes, lists of units: written as in a scenario file, with the loader's own messages. */
function Other(props: ControlProps) {
  const { id, field, value } = props;
  const text = useSignal<string | null>(null);
  const fault = useSignal('');
  const open = async () => {
    if (text.value !== null) return;
    if (value === undefined) {
      text.value = '';
      return;
    }
    const outcome = await engine().ask('write', { value }, { slot: `write-${field.path}` });
    text.value = 'value' in outcome ? outcome.value : '';
  };
  const take = async (written: string) => {
    text.value = written;
    fault.value = '';
    if (written.trim() === '') return setValue(field.path, undefined);
    const bytes = new TextEncoder().encode(written);
    const outcome = await engine().ask('read', { name: field.label, bytes }, { slot: `read-${field.path}` });
    if ('value' in outcome) setValue(field.path, outcome.value.value);
    else if ('problems' in outcome) fault.value = outcome.problems[0].message;
  };
  return (
    <details class="control" onToggle={(e) => e.currentTarget.open && void open()}>
      <summary>
        {field.mayBeWritten ? 'Write a mix or a list' : capital(field.label)}{' '}
        {!field.mayBeWritten && <span class="quiet">{value === undefined ? 'not set' : summaryOf(value)}</span>}
      </summary>
      <label class="quiet" for={id}>
        As in a scenario file
      </label>
      <textarea
        id={id}
        rows={5}
        spellcheck={false}
        {...described(props)}
        value={text.value ?? ''}
        onChange={(e) => void take(e.currentTarget.value)}
      />
      {fault.value && <p class="fault">{fault.value}</p>}
    </details>
  );
}

const summaryOf = (value: unknown): string =>
  Array.isArray(value)
    ? `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`
    : typeof value === 'object'
      ? 'set'
      : inWords(value);
