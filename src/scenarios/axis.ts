/** An axis of a sweep, matrix or `vary`: the path that moves and the values it takes, in order. */
export interface Axis {
  readonly path: string;
  readonly label: string;
  readonly values: readonly (string | number | boolean)[];
  readonly kind: 'number' | 'list';
}
