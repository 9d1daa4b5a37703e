import { describe, expect, it } from 'vitest';
import { fightPage } from '../../scripts/fight-pages.ts';
import { readLink } from '../../src/scenarios/link.ts';

describe('the page of a built-in scenario', () => {
  it('has a preview with whole addresses, its finding, and a link to change it', async () => {
    const { html, picture } = await fightPage('volley', 'https://example.org/odds/', 'assets/page.css');
    expect(html).toContain('<meta property="og:image" content="https://example.org/odds/fights/volley.png" />');
    expect(html).toContain('<meta property="og:url" content="https://example.org/odds/fights/volley.html" />');
    expect(html).toMatch(/<meta property="og:description" content="[^"]*\d+%[^"]*" \/>/);
    expect(html).not.toMatch(/<script|\sstyle=/);
    const link = /href="\.\.\/(#[^"]+)"/.exec(html)![1].replaceAll('&amp;', '&');
    expect((await readLink(link)).scenario).toMatchObject({ rules: 'oth2', encounter: 'fire' });
    expect(Buffer.from(picture.subarray(1, 4)).toString()).toBe('PNG');
    // Across, as the header of a PNG says it.
    expect(Buffer.from(picture).readUInt32BE(16)).toBe(1200);
  });
});
