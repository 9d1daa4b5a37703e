import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** A part of the page that comes when it is first shown; `meanwhile` stands in its place until then. */
export function lazy<P extends object = Record<never, never>>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ComponentType<P> = () => <p class="quiet">On its way …</p>,
): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  const Meanwhile = meanwhile;
  return function Late(props: P) {
    const there = useSignal(known !== undefined);
    const isLost = useSignal(false);
    useEffect(() => {
      if (known) return;
      load().then(
        (screen) => {
          known = screen;
          there.value = true;
        },
        () => (isLost.value = true),
      );
    }, [there, isLost]);
    if (isLost.value) return <Lost />;
    const Part = there.value && known ? known : Meanwhile;
    return <Part {...props} />;
  };
}

/** Files of a page are gone where it has been put up anew since it was opened, or where the network has. */
const Lost = () => (
  <p class="faults" role="alert">
    This part of the page could not be loaded. Load the page again; the address keeps the fight.
  </p>
);
