import { books } from 'virtual:catalogue';
import { allExamples, exampleOf, examples } from '../state/examples.ts';
import { firstFight } from '../state/first-fight.ts';
import { answer, encounter, form, objective, rules, scenario, start, theme, watched } from '../state/page.ts';
import { capital } from '../words.ts';

/** What is fought, by which book, and where to start from. */
export function Header() {
  return (
    <header class="top">
      <h1>
        <a href="./" class="brand">
          <Mark /> Grognard
        </a>
        <span class="tagline">exact odds for tabletop battles</span>
      </h1>
      <div class="choices">
        <BookChoice />
        <EncounterChoice />
        <ExampleChoice />
        <ObjectiveChoice />
        <ThemeChoice />
      </div>
    </header>
  );
}

const Mark = () => (
  <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <rect class="fill-a" x="2" y="6" width="17" height="20" rx="3" />
    <rect class="fill-b" x="21" y="6" width="9" height="20" rx="3" />
  </svg>
);

/** One of the choices at the top. */
function Choice({
  id,
  label,
  value,
  onChange,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <div class={`choice choice-${id}`}>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {children}
      </select>
    </div>
  );
}

/** What a title says before it goes on to explain itself. */
const shortTitle = (title: string): string => title.split(': ')[0];

function BookChoice() {
  const choose = async (id: string) => {
    await allExamples();
    const book = books.find((b) => b.id === id);
    const now = books.find((b) => b.id === rules.value);
    // Books of one family take the same fight; others start from one of their own.
    if (book && book.family === now?.family && book.encounters.some((e) => e.kind === encounter.value)) {
      scenario.value = { ...scenario.value, rules: id };
      return;
    }
    const fight = firstFight(id, encounter.value, examples.value, books);
    if (fight) start(fight);
  };
  return (
    <Choice id="book" label="Rules" value={rules.value} onChange={choose}>
      {books.map((b) => (
        <option value={b.id} key={b.id}>
          {shortTitle(b.title)}
        </option>
      ))}
      {!books.some((b) => b.id === rules.value) && (
        <option value={rules.value}>
          {form.value?.rules === rules.value ? shortTitle(form.value.book.title) : rules.value}
        </option>
      )}
    </Choice>
  );
}

function EncounterChoice() {
  const own = form.value?.rules === rules.value ? form.value.book.encounters : [];
  const kinds = books.find((b) => b.id === rules.value)?.encounters ?? own;
  const choose = async (kind: string) => {
    await allExamples();
    const fight = firstFight(rules.value, kind, examples.value, books);
    start(fight?.['encounter'] === kind ? fight : { encounter: kind, rules: rules.value });
  };
  return (
    <Choice id="encounter" label="Encounter" value={encounter.value} onChange={choose}>
      {kinds.map((k) => (
        <option value={k.kind} key={k.kind}>
          {capital(k.kind)}
        </option>
      ))}
    </Choice>
  );
}

function ExampleChoice() {
  const now = exampleOf(scenario.value);
  const choose = (name: string) => {
    const example = examples.value.find((e) => e.name === name);
    if (example) start(example.scenario);
  };
  return (
    <Choice id="example" label="Start from" value={now?.name ?? ''} onChange={choose}>
      <option value="">your own fight</option>
      {books.map((b) => {
        const own = examples.value.filter((e) => e.rules === b.id);
        return own.length === 0 ? null : (
          <optgroup label={b.title} key={b.id}>
            {own.map((e) => (
              <option value={e.name} key={e.name}>
                {e.title}
              </option>
            ))}
          </optgroup>
        );
      })}
    </Choice>
  );
}

function ObjectiveChoice() {
  const all = answer.value?.objectives ?? [];
  const chosen = objective.value ?? '';
  return (
    <Choice
      id="objective"
      label="Watch"
      value={chosen}
      onChange={(id) => {
        objective.value = id === '' ? undefined : id;
      }}
    >
      <option value="">{watched.value ? `${watched.value} (usual)` : 'what is usual'}</option>
      {all.map((o) => (
        <option value={o.id} key={o.id}>
          {o.label}
        </option>
      ))}
      {chosen !== '' && !all.some((o) => o.id === chosen) && <option value={chosen}>{chosen}</option>}
    </Choice>
  );
}

function ThemeChoice() {
  return (
    <Choice
      id="theme"
      label="Look"
      value={theme.value}
      onChange={(value) => {
        theme.value = value as typeof theme.value;
      }}
    >
      <option value="system">system</option>
      <option value="light">light</option>
      <option value="dark">dark</option>
    </Choice>
  );
}
