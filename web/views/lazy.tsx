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
    useEffect(() => {
      if (known) return;
      void load().then((screen) => {
        known = screen;
        there.value = true;
      });
    }, [there]);
    const Part = there.value && known ? known : Meanwhile;
    return <Part {...props} />;
  };
}
