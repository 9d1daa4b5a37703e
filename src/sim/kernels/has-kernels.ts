import type { Machine } from '../machine.ts';

/** Whether a machine can be played over phase kernels: its looks can be seen, and no two scopes share a field. */
export function hasKernels<S>({ watched, scopes, layout }: Machine<S>): boolean {
  if (!watched || !scopes || Object.keys(scopes).length < 2) return false;
  const fields = Object.values(scopes).map((paths) => {
    const own = paths.filter((path) => path !== layout.clock?.path);
    return layout.fields.filter(({ path }) => own.some((p) => path === p || path.startsWith(`${p}.`)));
  });
  return new Set(fields.flat()).size === fields.flat().length;
}
