import type { Machine } from '../machine.ts';

/**
 * Whether a machine is worth playing over phase kernels: its looks can be seen, no two scopes share a field, and no
 * procedure asks for the turn, which would make its kernels many.
 */
export function hasKernels<S>({ watched, scopes, layout }: Machine<S>): boolean {
  if (!watched || !scopes || Object.keys(scopes).length < 2) return false;
  const fields = Object.values(scopes).flatMap((paths) =>
    layout.fields.map((f) => f.path).filter((path) => paths.some((p) => path === p || path.startsWith(`${p}.`))),
  );
  return new Set(fields).size === fields.length;
}
