import type * as z from 'zod';
import type { axis } from './axis-schema.ts';

/** An axis of a sweep, matrix or `vary`: the path that moves and the values it takes, in order. */
export type Axis = Readonly<z.infer<typeof axis>>;
