import { useSignal } from '@preact/signals';
import { engine } from '../engine/ask.ts';
import type { FileFormat, Play, Played, TakenFile } from '../engine/protocol.ts';
import { chartFragment, currentFragment } from '../state/address.ts';
import { isDark } from '../state/page.ts';

/** Link, embed code, pictures, data and the line that gives the same on the command line. */
export function Share({
  play,
  played,
  chart,
}: {
  readonly play: Play;
  readonly played: Played;
  readonly chart: string;
}) {
  const said = useSignal('');
  const say = (text: string) => {
    said.value = text;
  };
  const file = async (format: FileFormat) => {
    say('Making it …');
    const outcome = await engine().ask('file', { play, chart, dark: isDark.value, format }, { slot: `file-${format}` });
    if ('problems' in outcome) say(outcome.problems[0].message);
    else if ('value' in outcome) {
      download(outcome.value);
      say(outcome.value.warning ?? `${outcome.value.name} is in your downloads.`);
    }
  };
  const copied = async (text: string, what: string) => say((await copy(text)) ? `${what} copied.` : text);
  return (
    <section class="share" aria-label="Take it away">
      <div class="buttons">
        <button type="button" class="primary" onClick={async () => copied(await address('./'), 'Link')}>
          Copy link
        </button>
        <button type="button" onClick={async () => copied(await embedCode(play, chart, played.headline), 'Embed code')}>
          Copy embed code
        </button>
        <button type="button" onClick={() => copied(played.command, 'Command')}>
          Copy command
        </button>
        {chart !== '' && (
          <>
            <button type="button" onClick={() => file('png')}>
              PNG
            </button>
            <button type="button" onClick={() => file('svg')}>
              SVG
            </button>
            <button type="button" onClick={() => file('vega-lite')}>
              Vega-Lite
            </button>
          </>
        )}
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
        <code>{played.command}</code>
      </details>
      <p class="said" role="status">
        {said.value}
      </p>
    </section>
  );
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
