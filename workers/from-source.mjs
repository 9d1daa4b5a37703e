// Running from source: a thread does not inherit the loader of its parent, so it registers tsx for itself first.
import { register } from 'tsx/esm/api';

register();
const { default: work } = await import('./thread.ts');
export default work;
