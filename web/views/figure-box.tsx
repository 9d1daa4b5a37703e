import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { SheetFigure } from '../engine/protocol.ts';
import { setRule } from '../state/page.ts';

export const shown = (value: unknown): string =>
  value === null ? '–' : Array.isArray(value) ? value.join(' ') : String(value).replace(/^-(?=\d)/, '−');

/** A value in the place of a figure: points that are added have their sign. */
export const figureText = ({ isSigned }: SheetFigure, value: unknown): string =>
  isSigned && typeof value === 'number' && value > 0 ? `+${value}` : shown(value);

/** A figure, and on a click a box to type another into. */
export function FigureBox({ figure, label }: { readonly figure: SheetFigure; readonly label: string }) {
  const typing = useSignal(false);
  const fault = useSignal('');
  // Who typed with the keyboard goes on from where the box was.
  const comesBack = useRef(false);
  // A box that a key has closed loses the focus as it goes: that is not heard again.
  const isClosed = useRef(false);
  const changed = JSON.stringify(figure.value) !== JSON.stringify(figure.printed);
  const text = figureText(figure, figure.value);
  if (!figure.canEdit || figure.value === null) return <span>{text}</span>;
  const take = (written: string) => {
    typing.value = false;
    const value = read(written, figure.value);
    fault.value = value === undefined && written.trim() !== '' ? `“${written.trim()}” is no number` : '';
    if (value === undefined || JSON.stringify(value) === JSON.stringify(figure.value)) return;
    setRule(figure.path, JSON.stringify(value) === JSON.stringify(figure.printed) ? undefined : value);
  };
  if (!typing.value)
    return (
      <>
        <button
          type="button"
          class={`figure${changed ? ' changed' : ''}`}
          aria-label={`${label}: ${text}${changed ? ', changed' : ''}. Change it`}
          ref={(button) => {
            if (!button || !comesBack.current) return;
            comesBack.current = false;
            button.focus();
          }}
          onClick={() => {
            isClosed.current = false;
            typing.value = true;
          }}
        >
          {text}
        </button>
        {fault.value && (
          <small class="fault" role="alert">
            {fault.value}
          </small>
        )}
      </>
    );
  return (
    <input
      class="figure"
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: the box takes the place of the button that was just pressed
      autoFocus
      ref={(box) => box?.focus()}
      value={shown(figure.value)}
      onBlur={(e) => {
        if (!isClosed.current) take(e.currentTarget.value);
      }}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' && e.key !== 'Escape') return;
        // Or the same key would press the button that comes back.
        e.preventDefault();
        comesBack.current = true;
        isClosed.current = true;
        if (e.key === 'Enter') take(e.currentTarget.value);
        else typing.value = false;
      }}
    />
  );
}

/** What was typed, in the kind of value that stood there; undefined where it is none. */
function read(written: string, before: unknown): unknown {
  const text = written.trim().replace('−', '-');
  if (text === '') return undefined;
  const number = Number(text.replace(/^\+/, ''));
  if (typeof before === 'number') return Number.isFinite(number) ? number : undefined;
  if (typeof before === 'boolean') return text === 'true' || text === 'yes';
  if (Array.isArray(before)) return text.split(/[\s,]+/).map((t) => (Number.isFinite(Number(t)) ? Number(t) : t));
  return text;
}
