import { percentAndRange } from '../../reports/number.ts';
import type { Odds } from '../engine/protocol.ts';

/** Who comes off better, as one bar: attacker blue, defender amber, neither grey. There at once, before any chart. */
export function OddsBar({
  odds,
  sides,
  name,
}: {
  readonly odds: Odds;
  readonly sides: readonly [string, string];
  readonly name?: string;
}) {
  const parts = [
    ['a', sides[0], odds.a],
    ['none', 'neither', odds.none],
    ['b', sides[1], odds.b],
  ] as const;
  const text = parts.map(([, who, share]) => `${who} ${percentAndRange(share)}`).join(', ');
  return (
    <div class="odds">
      {name && <p class="odds-name">{name}</p>}
      <svg class="odds-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={text}>
        {bars(parts.map(([who, , share]) => [who, share.p] as const)).map(({ who, x, width }) => (
          <rect key={who} class={`fill-${who}`} x={x} width={width} y={0} height={10} />
        ))}
      </svg>
      <p class="odds-legend" aria-hidden="true">
        {parts.map(([who, label, share]) => (
          <span key={who} class={`odds-${who}`}>
            <span class={`dot dot-${who}`} /> {label} <b>{percentAndRange(share)}</b>
          </span>
        ))}
      </p>
    </div>
  );
}

function bars(parts: readonly (readonly [who: string, p: number])[]) {
  let x = 0;
  return parts.map(([who, p]) => {
    const at = { who, x: x * 100, width: p * 100 };
    x += p;
    return at;
  });
}
