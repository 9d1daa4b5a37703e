import type { Played } from '../engine/protocol.ts';
import { OddsBar } from './odds-bar.tsx';
import { Sections } from './tables.tsx';

/** More bars than this say nothing at a glance. */
const MOST_BARS = 6;

/** The odds as far as they have been sampled, each with its interval, and that the answer itself is on its way. */
export function FirstLook({ of: { odds, lookTables }, progress }: { readonly of: Played; readonly progress: string }) {
  return (
    <div class="first-look">
      <p class="quiet" role="status">
        Sampled so far, every figure with its interval; the whole answer is on its way … {progress}
      </p>
      {lookTables ? (
        <Sections sections={lookTables} />
      ) : (
        odds
          .slice(0, MOST_BARS)
          .map((one) => <OddsBar key={one.name} odds={one} {...(odds.length > 1 ? { name: one.name } : {})} />)
      )}
    </div>
  );
}
