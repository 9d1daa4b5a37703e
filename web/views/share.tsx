import { type Signal, useSignal } from '@preact/signals';
import { engine } from '../engine/ask.ts';
import type { FileFormat, Play, Played, TakenFile } from '../engine/protocol.ts';
import { chartFragment, currentFragment } from '../state/address.ts';
import { isDark } from '../state/page.ts';

/** Link, data and the line that gives the same on the command line. */
export function Share({ play, played }: { readonly play: Play; readonly played: Played }) {
  const { said, file, copied } = useTaking(play, '');
  return (
    <fieldset class="share">
      <legend class="unseen">Take this answer with you</legend>
      <div class="buttons">
        <button type="button" class="primary" onClick={async () => copied(await address('./'), 'Link')}>
          Copy link
        </button>
        <button type="button" onClick={() => copied(played.command, 'Command')}>
          Copy command
        </button>
        <button type="button" onClick={() => file('csv')}>
          CSV
        </button>
        <button type="button" onClick={() => file('json')}>
          JSON
        </button>
        <button type="button" onClick={() => file('markdown')}>
          Markdown
        </button>
        <button type="button" onClick={() => file('yaml')}>
          Scenario file
        </button>
      </div>
      <details class="command">
        <summary>The same on the command line</summary>
        <code>
          {/* It breaks between its words, not at their hyphens. */}
          {played.command.split(' ').map((word, i) => (
            <>
              {i > 0 && ' '}
              <span>{word}</span>
            </>
          ))}
        </code>
      </details>
      <Said text={said} />
    </fieldset>
  );
}

/** One chart as a picture, as data to draw it from, or as a frame that stays live. */
export function ShareChart({
  play,
  chart,
  title,
}: {
  readonly play: Play;
  readonly chart: string;
  readonly title: string;
}) {
  const { said, file, copied } = useTaking(play, chart);
  return (
    <fieldset class="share-chart">
      <legend class="unseen">Take this chart with you</legend>
      <div class="buttons">
        <button type="button" onClick={() => file('png')}>
          PNG
        </button>
        <button type="button" onClick={() => file('svg')}>
          SVG
        </button>
        <button type="button" onClick={() => file('vega-lite')}>
          Vega-Lite
        </button>
        <button type="button" onClick={async () => copied(await embedCode(play, chart, title), 'Embed code')}>
          Copy embed code
        </button>
      </div>
      <Said text={said} />
    </fieldset>
  );
}

const Said = ({ text }: { readonly text: Signal<string> }) => (
  <p class="said" role="status">
    {text.value}
  </p>
);

/** Makes files and copies texts, and says what became of it. */
function useTaking(play: Play, chart: string) {
  const said = useSignal('');
  const file = async (format: FileFormat) => {
    said.value = 'Making it …';
    const ask = { play, chart, dark: isDark.value, format };
    const outcome = await engine().ask('file', ask, { slot: `file-${format}-${chart}` });
    if ('problems' in outcome) said.value = outcome.problems[0].message;
    else if ('value' in outcome) {
      const files = [outcome.value, ...(outcome.value.beside ?? [])];
      for (const each of files) download(each);
      const names = files.map((f) => f.name).join(' and ');
      said.value =
        outcome.value.warning ??
        (files.length > 1
          ? `${names} are in your downloads: keep them in one folder.`
          : `${names} is in your downloads.`);
    }
  };
  const copied = async (text: string, what: string) => {
    said.value = (await copy(text)) ? `${what} copied.` : text;
  };
  return { said, file, copied };
}

const address = async (page: string): Promise<string> =>
  new URL(page, location.href).href.split('#')[0] + (await currentFragment());

/** A frame with the chart alone. It works the odds out itself, so it stays live. */
async function embedCode(play: Play, chart: string, title: string): Promise<string> {
  const source = new URL('embed.html', location.href).href.split('#')[0] + (await chartFragment(play, chart));
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${quoted(source)}" title="${quoted(title)}" width="520" height="560" style="border:0" loading="lazy"></iframe>`;
}

/** False where the browser does not let us: then the text is shown to be copied by hand. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function download({ name, type, content }: TakenFile): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
