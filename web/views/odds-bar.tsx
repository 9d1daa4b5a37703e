import { percentAndRange } from '../../reports/number.ts';
import type { Odds } from '../engine/protocol.ts';

/** Who comes off better, as one bar: attacker blue, defender amber, neither grey. There at once, before any chart. */
export function OddsBar({ odds: { parts }, name }: { readonly odds: Odds; readonly name?: string }) {
  const text = parts.map(({ label, share }) => `${label} ${percentAndRange(share)}`).join(', ');
  return (
    <div class="odds">
      {name && <p class="odds-name">{name}</p>}
      <svg class="odds-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={text}>
        {bars(parts.map(({ share }) => share.p)).map(({ x, width }, i) => (
          <rect key={parts[i].label} class={look('fill', parts[i])} x={x} width={width} y={0} height={10} />
        ))}
      </svg>
      <p class="odds-legend" aria-hidden="true">
        {parts.map((part) => (
          <span key={part.label}>
            <span class={`dot ${look('dot', part)}`} /> {part.label} <b>{percentAndRange(part.share)}</b>
          </span>
        ))}
      </p>
    </div>
  );
}

const look = (what: 'fill' | 'dot', { winner, shade }: Odds['parts'][number]): string =>
  `${what}-${winner} shade-${Math.min(shade, 3)}`;

function bars(shares: readonly number[]) {
  let x = 0;
  return shares.map((p) => {
    const at = { x: x * 100, width: p * 100 };
    x += p;
    return at;
  });
}
