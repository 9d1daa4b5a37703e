import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, view } from '../state/page.ts';
import { OddsBar } from './odds-bar.tsx';

/** On a phone the form is below the odds: this keeps both within reach. The style sheet hides it where there is room. */
export function Glance() {
  const atForm = useSignal(false);
  useEffect(() => {
    const form = document.getElementById('the-form');
    if (!form) return;
    const watch = new IntersectionObserver(([entry]) => {
      atForm.value = entry.isIntersecting;
    });
    watch.observe(form);
    return () => watch.disconnect();
  }, [atForm]);
  const now = answer.value;
  const go = () => document.getElementById(atForm.value ? `tab-${view.value}` : 'the-form')?.focus();
  return (
    <div class="glance">
      {atForm.value && now?.odds.length === 1 && <OddsBar odds={now.odds[0]} />}
      <button type="button" class="primary" onClick={go}>
        {atForm.value ? 'Back to the odds' : 'Change the fight'}
      </button>
    </div>
  );
}
