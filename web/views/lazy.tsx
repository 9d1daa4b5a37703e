import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadFonts } from './fonts.ts';

/** A screen that comes when it is first opened. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let known: ComponentType | undefined;
  return function Late() {
    const there = useSignal(known !== undefined);
    useEffect(() => {
      if (known) return;
      void load().then((screen) => {
        known = screen;
        loadFonts();
        there.value = true;
      });
    }, [there]);
    const Screen = known;
    return there.value && Screen ? <Screen /> : <p class="quiet">On its way …</p>;
  };
}
